//! XML as it is written: an element a line, below the one that it stands in.

use std::fmt::Write;

/// A text that grows, element by element.
pub(in crate::sandbox) struct Xml<'a> {
    text: &'a mut String,
    depth: usize,
}

impl<'a> Xml<'a> {
    /// A file that holds nothing yet.
    pub(in crate::sandbox) fn file(text: &'a mut String) -> Self {
        text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        Self { text, depth: 0 }
    }

    /// An element with what is written in it.
    pub(in crate::sandbox) fn element(
        &mut self,
        name: &str,
        attributes: &[(String, String)],
        inner: impl FnOnce(&mut Xml<'_>),
    ) {
        self.open(name, attributes);
        self.text.push_str(">\n");
        inner(&mut Xml { text: self.text, depth: self.depth + 1 });
        self.indent();
        let _infallible = writeln!(self.text, "</{name}>");
    }

    /// An element with a text in it, or with nothing.
    pub(in crate::sandbox) fn line(
        &mut self,
        name: &str,
        attributes: &[(String, String)],
        text: &str,
    ) {
        self.open(name, attributes);
        let _infallible = if text.is_empty() {
            writeln!(self.text, "/>")
        } else {
            writeln!(self.text, ">{}</{name}>", escaped(text))
        };
    }

    fn open(&mut self, name: &str, attributes: &[(String, String)]) {
        self.indent();
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            let _infallible = write!(self.text, " {name}=\"{}\"", escaped(value));
        }
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n("    ", self.depth));
    }
}

/// In elements and attributes alike; what XML has no place for is left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\r' => escaped.push_str("&#13;"),
            '\n' | '\t' => escaped.push(letter),
            other if other.is_control() || matches!(other, '\u{fffe}' | '\u{ffff}') => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_has_no_place_for_is_escaped_or_left_out() {
        assert_eq!(escaped("a<b>&\"c\u{1}\r\n"), "a&lt;b&gt;&amp;&quot;c&#13;\n");
    }
}
