//! XML as scripts read it: parsed as a whole, without entities of its own.

use super::{Ask, HostError, asked};
use quick_xml::{Reader, events::Event};
use roxmltree::{Document, Node, NodeType, ParsingOptions};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// Bytes of a document.
const LARGEST: usize = 16 << 20;
/// Elements within elements.
const DEEPEST: usize = 256;
/// Elements, texts and comments together.
const MOST: u32 = 1_000_000;

pub(in super::super) fn answer(what: asked::Xml, ask: &Ask<'_>) -> Result<Value, HostError> {
    let text = ask.text("text")?;
    match what {
        asked::Xml::Parse => {
            read(text, |document| element(&mut Places::of(document), document.root_element(), 0))
        }
        asked::Xml::Document => read(text, whole),
    }
}

fn refused(reason: impl std::fmt::Display) -> HostError {
    HostError::new(format!("This is no XML that can be read: {reason}"))
}

fn read(
    text: &str,
    use_it: impl FnOnce(&Document<'_>) -> Result<Value, HostError>,
) -> Result<Value, HostError> {
    use_it(&document(text)?)
}

/// The document of a text, within limits of its length, its depth and the number of its nodes.
///
/// # Errors
///
/// It is no XML, has entities of its own, or is beyond a limit.
pub(in super::super) fn document(text: &str) -> Result<Document<'_>, HostError> {
    if text.len() > LARGEST {
        return Err(refused(format_args!("it is longer than {LARGEST} bytes")));
    }
    check(text)?;
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: MOST, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(refused)
}

/// Refuses entities, and more depth than the parser has room for, which calls itself for each level.
fn check(text: &str) -> Result<(), HostError> {
    let mut reader = Reader::from_str(text);
    // Of that the parser tells more.
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    let mut depth = 0_usize;
    loop {
        match reader.read_event().map_err(refused)? {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::DocType(it) if it.contains("<!ENTITY") => {
                return Err(refused("it declares entities"));
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(refused(format_args!("its elements are nested deeper than {DEEPEST}")));
        }
    }
}

/// Lines and columns in a document's text, each found from the one before: the next one stands further on.
struct Places<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    fn of(document: &Document<'a>) -> Self {
        Self { text: document.input_text(), at: 0, line: 1, column: 1 }
    }

    /// Line and column of a byte, both from 1; the column in characters.
    fn find(&mut self, at: usize) -> (usize, usize) {
        if at < self.at {
            (self.at, self.line, self.column) = (0, 1, 1);
        }
        for character in self.text[self.at..at].chars() {
            if character == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        self.at = at;
        (self.line, self.column)
    }
}

/// What stands before the root, the root, and what stands behind it.
fn whole(document: &Document<'_>) -> Result<Value, HostError> {
    let root = document.root_element();
    let mut places = Places::of(document);
    let beside = |is_before: bool, places: &mut Places<'_>| {
        let nodes = document.root().children();
        let here =
            nodes.filter(|it| *it != root && (it.range().start < root.range().start) == is_before);
        here.filter_map(|it| node(places, it, 0).transpose()).collect::<Result<Vec<_>, _>>()
    };
    let before = beside(true, &mut places)?;
    let root = element(&mut places, root, 0)?;
    Ok(json!({ "before": before, "root": root, "after": beside(false, &mut places)? }))
}

fn node(
    places: &mut Places<'_>,
    node: Node<'_, '_>,
    depth: usize,
) -> Result<Option<Value>, HostError> {
    Ok(match node.node_type() {
        NodeType::Element => Some(element(places, node, depth)?),
        NodeType::Text => node.text().map(Value::from),
        NodeType::Comment => Some(json!({ "x": node.text().unwrap_or_default() })),
        NodeType::PI => node.pi().map(|pi| json!({ "t": pi.target, "v": pi.value })),
        NodeType::Root => None,
    })
}

fn element(places: &mut Places<'_>, it: Node<'_, '_>, depth: usize) -> Result<Value, HostError> {
    if depth > DEEPEST {
        return Err(refused(format_args!("its elements are nested deeper than {DEEPEST}")));
    }
    let (line, column) = places.find(it.range().start);
    let children = it.children().filter_map(|child| node(places, child, depth + 1).transpose());
    let children = children.collect::<Result<Vec<_>, _>>()?;
    let prefix = |uri: Option<&str>| uri.and_then(|uri| it.lookup_prefix(uri)).map(str::to_owned);
    let attributes = it.attributes().map(|attribute| {
        let uri = attribute.namespace();
        json!({ "n": attribute.name(), "u": uri, "p": prefix(uri), "v": attribute.value() })
    });
    let tag = it.tag_name();
    Ok(json!({
        "n": tag.name(),
        "u": tag.namespace(),
        "p": prefix(tag.namespace()),
        "a": attributes.collect::<Vec<_>>(),
        "d": declared(it),
        "c": children,
        "l": line,
        "k": column,
    }))
}

/// The namespaces that an element declares itself, by prefix.
fn declared(it: Node<'_, '_>) -> Map<String, Value> {
    let parent = it.parent_element();
    let above = parent.iter().flat_map(Node::namespaces).map(|it| (it.name(), it.uri()));
    let above: HashSet<_> = above.collect();
    let own = it
        .namespaces()
        .filter(|each| each.name() != Some("xml") && !above.contains(&(each.name(), each.uri())));
    own.map(|each| (each.name().unwrap_or_default().to_owned(), each.uri().into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Value, HostError> {
        answer(asked::Xml::Parse, &Ask::patient("xml.parse", json!({ "text": text })))
    }

    #[test]
    fn places_are_lines_and_columns_of_characters() {
        let text = "<!--ä-->\n<a>ö<b/>\n\n  <c x='1'><d/></c>é<e/></a>\n<!--z-->";
        let document = document(text).expect("read");
        let mut places = Places::of(&document);
        let nodes: Vec<_> = document.descendants().collect();
        for node in nodes.iter().chain(nodes.iter().rev()) {
            let known = document.text_pos_at(node.range().start);
            let known = (known.row as usize, known.col as usize);
            assert_eq!(places.find(node.range().start), known, "{node:?}");
        }
    }

    #[test]
    fn an_element_has_names_attributes_and_children() {
        let text = "<a xmlns=\"u\" xmlns:p=\"v\">\n <p:b p:c=\"1\" d=\"&lt;\"/>x<!--y--></a>";
        let found = parsed(text).expect("read");
        assert_eq!(
            (&found["n"], &found["u"], &found["d"]),
            (&json!("a"), &json!("u"), &json!({ "": "u", "p": "v" }))
        );
        let inner = &found["c"][1];
        assert_eq!((&inner["p"], &inner["l"], &inner["k"]), (&json!("p"), &json!(2), &json!(2)));
        assert_eq!(inner["a"][0], json!({ "n": "c", "u": "v", "p": "p", "v": "1" }));
        assert_eq!(inner["a"][1]["v"], "<");
        assert_eq!((&found["c"][2], &found["c"][3]), (&json!("x"), &json!({ "x": "y" })));
    }

    #[test]
    fn entities_depth_and_faults_are_refused() {
        let bomb = "<!DOCTYPE a [<!ENTITY b \"bb\">]><a>&b;</a>";
        assert!(parsed(bomb).is_err_and(|it| it.message.ends_with("it declares entities")));
        let deep = format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
        assert!(parsed(&deep).is_err_and(|it| it.message.contains("deeper than 256")));
        assert!(parsed("<a>\n<b></a>").is_err_and(|it| it.message.contains("2:")));
        assert!(parsed("<!DOCTYPE a><a>&other;</a>").is_err());
        assert!(parsed("<!DOCTYPE html><a/>").is_ok());
    }

    #[test]
    fn what_only_looks_like_elements_is_not_deep() {
        let tags = "<br>".repeat(300);
        let text = format!("<a><![CDATA[{tags}<!ENTITY b>]]><!--{tags}--><?p {tags}?></a>");
        let found = parsed(&text).expect("read");
        assert_eq!(found["c"][0], format!("{tags}<!ENTITY b>"));
        let single = format!("<a>{}</a>", "<b c='>'/>".repeat(300));
        assert!(parsed(&single).is_ok());
        // As fast as any other text.
        assert!(parsed(&format!("<a>{}</a>", "<".repeat(1 << 20))).is_err());
    }
}
