//! XML as scripts read it: parsed as a whole, without entities of its own, and told as JSON.

use super::{Ask, HostError, asked, turns::Turns};
use crate::sandbox::xml::{Checked, Unread};
use roxmltree::{Attribute, Document, Namespace, Node, NodeType};
use std::{
    collections::HashSet,
    fmt::Display,
    io::{self, Write},
    ptr,
};

/// Bytes of a document.
const LARGEST: usize = 16 << 20;
/// Elements, attributes, texts and comments together: those of one document, which take up to 100 bytes each.
const MOST: usize = 400_000;
/// Bytes of what is told of a document: a script can have no longer text.
const LONGEST: usize = 16 << 20;

/// All documents that are read at once have no more than that together.
static TURNS: Turns = Turns::of(1_000_000);

/// The answer is JSON text.
pub(in super::super) fn answer(what: asked::Xml, ask: &Ask<'_>) -> Result<String, HostError> {
    let text = ask.text("text")?;
    let checked = checked(text, MOST)?;
    let _turn = TURNS.take(checked.parts, ask.interrupt)?;
    told(&checked.document().map_err(refused)?, what, LONGEST)
}

/// The document of a text, within limits of its length and the number of its parts, too.
///
/// # Errors
///
/// It is no XML, has entities of its own, or is beyond a limit.
pub(in super::super) fn document(text: &str) -> Result<Document<'_>, HostError> {
    checked(text, MOST)?.document().map_err(refused)
}

fn refused(reason: impl Display) -> HostError {
    HostError::new(format!("This is no XML that can be read: {reason}"))
}

fn checked(text: &str, most: usize) -> Result<Checked<'_>, HostError> {
    if text.len() > LARGEST {
        return Err(refused(format_args!("it is longer than {LARGEST} bytes")));
    }
    let checked = Checked::of(text).map_err(|Unread { what, .. }| refused(what))?;
    if checked.parts > most {
        return Err(refused(format_args!(
            "it has more than {most} elements, attributes and texts"
        )));
    }
    Ok(checked)
}

/// What scripts are told of a document, in at most so many bytes.
fn told(document: &Document<'_>, what: asked::Xml, room: usize) -> Result<String, HostError> {
    let places = Places::of(document);
    let mut teller = Teller { places, told: Told { text: Vec::new(), room } };
    let done = match what {
        asked::Xml::Parse => teller.element(document.root_element()),
        asked::Xml::Document => teller.whole(document),
    };
    let too_long = || refused(format_args!("it is more than {room} bytes can tell"));
    done.map_err(|_| too_long())?;
    String::from_utf8(teller.told.text).map_err(refused)
}

/// A text that has room for so many bytes.
struct Told {
    text: Vec<u8>,
    room: usize,
}

impl Write for Told {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if self.text.len() + piece.len() > self.room {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.text.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes nodes as JSON: a tree of values would take a hundred times the memory.
struct Teller<'a> {
    places: Places<'a>,
    told: Told,
}

impl Teller<'_> {
    /// What stands before the root, the root, and what stands behind it.
    fn whole(&mut self, document: &Document<'_>) -> io::Result<()> {
        let root = document.root_element();
        let beside = |is_before: bool| {
            let nodes = document.root().children();
            nodes.filter(move |it| {
                *it != root && (it.range().start < root.range().start) == is_before
            })
        };
        self.put("{\"before\":")?;
        self.list(beside(true), Self::node)?;
        self.put(",\"root\":")?;
        self.element(root)?;
        self.put(",\"after\":")?;
        self.list(beside(false), Self::node)?;
        self.put("}")
    }

    fn node(&mut self, node: Node<'_, '_>) -> io::Result<()> {
        match node.node_type() {
            NodeType::Element => self.element(node),
            NodeType::Comment => {
                self.put("{\"x\":")?;
                self.text(node.text())?;
                self.put("}")
            }
            NodeType::PI => {
                let pi = node.pi();
                self.put("{\"t\":")?;
                self.text(pi.map(|it| it.target))?;
                self.put(",\"v\":")?;
                self.text(pi.and_then(|it| it.value))?;
                self.put("}")
            }
            NodeType::Root | NodeType::Text => self.text(node.text()),
        }
    }

    fn element(&mut self, it: Node<'_, '_>) -> io::Result<()> {
        let (line, column) = self.places.find(it.range().start);
        let (tag, prefix) = (it.tag_name(), self.places.prefix(it.range().start + 1));
        self.put("{\"n\":")?;
        self.text(Some(tag.name()))?;
        self.named(tag.namespace(), prefix)?;
        self.put(",\"a\":")?;
        self.list(it.attributes(), Self::attribute)?;
        self.put(",\"d\":")?;
        self.declared(it)?;
        self.put(",\"c\":")?;
        self.list(it.children(), Self::node)?;
        write!(self.told, ",\"l\":{line},\"k\":{column}}}")
    }

    fn attribute(&mut self, it: Attribute<'_, '_>) -> io::Result<()> {
        let prefix = self.places.prefix(it.range().start);
        self.put("{\"n\":")?;
        self.text(Some(it.name()))?;
        self.named(it.namespace(), prefix)?;
        self.put(",\"v\":")?;
        self.text(Some(it.value()))?;
        self.put("}")
    }

    /// The namespace of a name, and the prefix that stands before it.
    fn named(&mut self, namespace: Option<&str>, prefix: Option<&str>) -> io::Result<()> {
        self.put(",\"u\":")?;
        self.text(namespace)?;
        self.put(",\"p\":")?;
        self.text(prefix)
    }

    /// The namespaces that an element declares itself, by prefix.
    fn declared(&mut self, it: Node<'_, '_>) -> io::Result<()> {
        self.put("{")?;
        for (index, each) in own_namespaces(it).into_iter().enumerate() {
            self.put(if index == 0 { "" } else { "," })?;
            self.text(Some(each.name().unwrap_or_default()))?;
            self.put(":")?;
            self.text(Some(each.uri()))?;
        }
        self.put("}")
    }

    fn list<T>(
        &mut self,
        all: impl Iterator<Item = T>,
        each: impl Fn(&mut Self, T) -> io::Result<()>,
    ) -> io::Result<()> {
        self.put("[")?;
        for (index, it) in all.enumerate() {
            self.put(if index == 0 { "" } else { "," })?;
            each(self, it)?;
        }
        self.put("]")
    }

    fn text(&mut self, text: Option<&str>) -> io::Result<()> {
        serde_json::to_writer(&mut self.told, &text).map_err(io::Error::from)
    }

    fn put(&mut self, written: &str) -> io::Result<()> {
        self.told.write_all(written.as_bytes())
    }
}

fn own_namespaces<'a, 'input>(it: Node<'a, 'input>) -> Vec<&'a Namespace<'input>> {
    let above = it.parent_element();
    let above = || above.iter().flat_map(Node::namespaces).map(ptr::from_ref);
    let all = it.namespaces();
    // The same prefix with the same name is the same one for the whole document. Most elements declare none.
    if above().eq(it.namespaces().map(ptr::from_ref)) {
        return Vec::new();
    }
    let above: HashSet<_> = above().collect();
    let is_own =
        |it: &&Namespace<'_>| it.name() != Some("xml") && !above.contains(&ptr::from_ref(*it));
    all.filter(is_own).collect()
}

/// Lines, columns and prefixes in a document's text. Each place is found from the one before: the next one stands further on.
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

    /// What stands before the colon of the name at a byte.
    fn prefix(&self, at: usize) -> Option<&'a str> {
        let name = &self.text[at..];
        let is_end = |it: char| matches!(it, ':' | '=' | '/' | '>') || it.is_ascii_whitespace();
        let end = name.find(is_end)?;
        name[end..].starts_with(':').then(|| &name[..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn parsed(text: &str) -> Result<Value, HostError> {
        let asked = Ask::patient("xml.parse", json!({ "text": text }));
        let told = answer(asked::Xml::Parse, &asked)?;
        Ok(serde_json::from_str(&told).expect("it is JSON"))
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
    fn names_keep_their_prefixes_and_elements_tell_what_they_declare() {
        let text = "<p:a xmlns:p='u' xmlns:q='u'><q:b q:c='1' xml:lang='en'/><p:b xmlns:p='u'/>\
            <p:b xmlns:p='v'><p:c/></p:b><d xmlns='u'/><e xmlns:p='u' xmlns:q='w'/></p:a>";
        let found = parsed(text).expect("read");
        assert_eq!((&found["p"], &found["d"]), (&json!("p"), &json!({ "p": "u", "q": "u" })));
        let children = found["c"].as_array().expect("children");
        let told: Vec<_> = children.iter().map(|it| (&it["u"], &it["p"], &it["d"])).collect();
        assert_eq!(
            told,
            [
                (&json!("u"), &json!("q"), &json!({})),
                (&json!("u"), &json!("p"), &json!({})),
                (&json!("v"), &json!("p"), &json!({ "p": "v" })),
                (&json!("u"), &Value::Null, &json!({ "": "u" })),
                (&Value::Null, &Value::Null, &json!({ "q": "w" })),
            ]
        );
        assert_eq!(
            (&children[0]["a"][0]["p"], &children[0]["a"][1]["p"]),
            (&json!("q"), &json!("xml"))
        );
        assert_eq!(children[2]["c"][0]["d"], json!({}));
    }

    #[test]
    fn what_is_told_of_a_document_has_limits() {
        let text = "<a><b c='d'/><!--x-->text</a>";
        let message = |error: HostError| error.message;
        let refused = checked(text, 4).map(|_| ()).map_err(message).expect_err("too many");
        assert!(
            refused.ends_with("it has more than 4 elements, attributes and texts"),
            "{refused}"
        );
        let document = checked(text, 5).and_then(|it| it.document().map_err(super::refused));
        let document = document.expect("read");
        let all = told(&document, asked::Xml::Document, LONGEST).expect("told");
        assert_eq!(told(&document, asked::Xml::Document, all.len()).expect("told"), all);
        let refused = told(&document, asked::Xml::Document, all.len() - 1);
        let refused = refused.map_err(message).expect_err("too long");
        let expected = format!("it is more than {} bytes can tell", all.len() - 1);
        assert!(refused.ends_with(&expected), "{refused}");
    }

    #[test]
    fn entities_and_faults_are_refused() {
        let bomb = "<!DOCTYPE a [<!ENTITY b \"bb\">]><a>&b;</a>";
        assert!(parsed(bomb).is_err_and(|it| it.message.ends_with("it declares entities")));
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
