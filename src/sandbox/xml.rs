//! XML texts that are read as a whole, within limits: what they cost depends on their length alone.

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};
use roxmltree::{Document, ParsingOptions};

/// Elements within elements; the parser calls itself for each.
const DEEPEST: usize = 256;
/// Attributes of one element, declarations of namespaces too.
const MOST_ATTRIBUTES: usize = 1_000;
/// Namespaces that are declared for one element, by itself or above it.
const MOST_NAMESPACES: usize = 500;
/// The parser compares each of the namespaces of an element that declares one with each other: so often in all.
const MOST_COMPARED: usize = 100_000_000;

/// Why a text isn't read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub(super) struct Unread {
    /// From 1.
    pub(super) line: u32,
    pub(super) what: String,
}

/// The document of a text of any length.
///
/// # Errors
///
/// It is no XML, has entities of its own, or is beyond a limit.
pub(super) fn document(text: &str) -> Result<Document<'_>, Unread> {
    Checked::of(text)?.document()
}

/// A text that is within the limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checked<'a> {
    text: &'a str,
    /// Elements, attributes, texts, comments and instructions.
    pub(super) parts: usize,
}

impl<'a> Checked<'a> {
    /// Looks whether a text is within the limits, which takes no memory; it needn't be XML.
    pub(super) fn of(text: &'a str) -> Result<Self, Unread> {
        let mut reader = Reader::from_str(text);
        // Of that the parser tells more.
        reader.config_mut().check_end_names = false;
        reader.config_mut().allow_unmatched_ends = true;
        let mut count = Count::default();
        loop {
            let event = match reader.read_event() {
                Ok(Event::Eof) => break,
                Ok(event) => event,
                Err(error) => {
                    let at = position(reader.error_position());
                    // Of that, too, unless there may be too much depth behind it.
                    let starts = text.get(at..).unwrap_or(text).matches('<').count();
                    if count.open.len() + starts <= DEEPEST {
                        break;
                    }
                    return Err(Unread { line: line(text, at), what: error.to_string() });
                }
            };
            count.add(&event).map_err(|what| {
                let at = position(reader.buffer_position());
                Unread { line: line(text, at), what }
            })?;
        }
        Ok(Self { text, parts: count.parts })
    }

    /// The document.
    pub(super) fn document(self) -> Result<Document<'a>, Unread> {
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        Document::parse_with_options(self.text, options)
            .map_err(|error| Unread { line: error.pos().row, what: error.to_string() })
    }
}

/// What was found so far.
#[derive(Default)]
struct Count {
    parts: usize,
    /// The namespaces of each of the elements that are open.
    open: Vec<usize>,
    compared: usize,
    is_in_text: bool,
}

impl Count {
    fn add(&mut self, event: &Event<'_>) -> Result<(), String> {
        let is_text = matches!(event, Event::Text(_) | Event::CData(_) | Event::GeneralRef(_));
        // Pieces of one text are one.
        if !(is_text && self.is_in_text || matches!(event, Event::End(_))) {
            self.parts += 1;
        }
        self.is_in_text = is_text;
        match event {
            Event::Start(start) => {
                let namespaces = self.element(start)?;
                self.open.push(namespaces);
                if self.open.len() > DEEPEST {
                    return Err(format!("its elements are nested deeper than {DEEPEST}"));
                }
            }
            Event::Empty(start) => {
                self.element(start)?;
            }
            Event::End(_) => {
                self.open.pop();
            }
            Event::DocType(it) if it.contains("<!ENTITY") => {
                return Err("it declares entities".to_owned());
            }
            Event::DocType(it) if it.matches('<').count() > DEEPEST => {
                return Err("its document type is too long".to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    /// How many namespaces an element has.
    fn element(&mut self, start: &BytesStart<'_>) -> Result<usize, String> {
        let (mut attributes, mut declared) = (0, 0);
        // What is wrong among them, the parser tells.
        for attribute in start.attributes().with_checks(false).map_while(Result::ok) {
            let name = attribute.key.into_inner();
            declared += usize::from(name == "xmlns" || name.starts_with("xmlns:"));
            attributes += 1;
        }
        if attributes > MOST_ATTRIBUTES {
            return Err(format!("an element has more than {MOST_ATTRIBUTES} attributes"));
        }
        self.parts += attributes;
        let namespaces = self.open.last().copied().unwrap_or_default() + declared;
        if declared > 0 {
            self.compared += namespaces * namespaces;
        }
        if namespaces > MOST_NAMESPACES || self.compared > MOST_COMPARED {
            return Err("it declares too many namespaces".to_owned());
        }
        Ok(namespaces)
    }
}

fn position(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// The line of a byte, from 1.
fn line(text: &str, at: usize) -> u32 {
    let ends = text.get(..at).unwrap_or(text).matches('\n').count();
    u32::try_from(ends).unwrap_or(u32::MAX).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        document(text).expect_err("refused").what
    }

    #[test]
    fn depth_entities_and_faults_are_refused() {
        let deep = |levels: usize| format!("{}\n{}", "<a>".repeat(levels), "</a>".repeat(levels));
        document(&deep(DEEPEST)).expect("read");
        assert_eq!(refusal(&deep(100_000)), "its elements are nested deeper than 256");
        assert_eq!(refusal("<!DOCTYPE a [<!ENTITY b \"bb\">]><a>&b;</a>"), "it declares entities");
        document("<!DOCTYPE a [<!-- < --><!ATTLIST a b CDATA ']'>]><a/>").expect("read");
        let hidden = format!("<!DOCTYPE a [{}]><a/>", "<!-- < -->".repeat(DEEPEST));
        assert_eq!(refusal(&hidden), "its document type is too long");
        let Unread { line, what } = document("<a>\n<b></a>").expect_err("no XML");
        assert!(line == 2 && what.contains("expected 'b' tag"), "{what}");
        document("<a>\n\n<b c='1'").expect_err("no XML");
        // Behind what the look at it can't read.
        let Unread { line, .. } = document(&format!("<x/>\n<!x>{}", deep(500))).expect_err("deep");
        assert_eq!(line, 2);
    }

    #[test]
    fn attributes_and_namespaces_have_limits() {
        let with = |name: &str, count: usize| {
            let all: Vec<_> = (0..count).map(|it| format!(" {name}{it}='u{it}'")).collect();
            let all = all.concat();
            format!("<a{all}/>")
        };
        document(&with("b", MOST_ATTRIBUTES)).expect("read");
        assert_eq!(refusal(&with("b", 1_001)), "an element has more than 1000 attributes");
        document(&with("xmlns:b", MOST_NAMESPACES)).expect("read");
        assert_eq!(refusal(&with("xmlns:b", 501)), "it declares too many namespaces");
        let nested =
            (0..200).map(|it| format!("<a xmlns:a{it}='u' xmlns:b{it}='u' xmlns:c{it}='u'>"));
        assert_eq!(refusal(&nested.collect::<String>()), "it declares too many namespaces");
        let all = (0..MOST_NAMESPACES - 1).map(|it| format!(" xmlns:b{it}='u{it}'"));
        let root = format!("<a{}>", all.collect::<String>());
        let many = |count: usize| format!("{root}{}</a>", "<b xmlns='u'/>".repeat(count));
        document(&many(20)).expect("read");
        assert_eq!(refusal(&many(400)), "it declares too many namespaces");
    }

    #[test]
    fn parts_are_counted_before_they_are_made() {
        for (text, parts) in
            [("<a b='1' c='2'>x&amp;y<![CDATA[z]]><b/><!--c--> </a>", 7), ("<a>", 1), ("no XML", 1)]
        {
            assert_eq!(Checked::of(text).expect("within the limits").parts, parts, "{text}");
        }
    }
}
