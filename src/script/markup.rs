//! XML as a literal of a script: where it ends, and the expressions in it.

use std::ops::Range;

/// Elements within elements; what stands deeper is no literal.
const DEEPEST: usize = 200;

/// A literal of XML: `<a b={c}>{d}</a>`, `<>…</>` or `<![CDATA[…]]>`; before it a declaration of XML may stand.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Markup {
    /// The byte after it.
    pub(super) end: usize,
    /// What stands between `{` and `}`.
    pub(super) expressions: Vec<Range<usize>>,
}

/// The literal that begins at that byte, if one does. `closing` tells the byte of the `}` that ends an expression, from its
/// first byte on.
pub(super) fn scan(
    text: &str,
    at: usize,
    closing: impl FnMut(usize) -> Option<usize>,
) -> Option<Markup> {
    let mut scanner = Scanner { text, at, open: Vec::new(), expressions: Vec::new(), closing };
    scanner.literal()?;
    Some(Markup { end: scanner.at, expressions: scanner.expressions })
}

struct Scanner<'t, F> {
    text: &'t str,
    at: usize,
    /// The names of the elements that are open.
    open: Vec<Range<usize>>,
    expressions: Vec<Range<usize>>,
    closing: F,
}

impl<F: FnMut(usize) -> Option<usize>> Scanner<'_, F> {
    fn literal(&mut self) -> Option<()> {
        if self.rest().starts_with("<![CDATA[") {
            return self.pass("]]>");
        }
        if self.rest().starts_with("<?xml ") {
            self.pass("?>")?;
            self.blanks();
        }
        self.start()?;
        while !self.open.is_empty() {
            self.at += self.rest().find(['<', '{'])?;
            let rest = self.rest();
            if rest.starts_with('{') {
                self.expression()?;
            } else if rest.starts_with("</") {
                self.end()?;
            } else if let Some(end) = aside(rest) {
                self.pass(end)?;
            } else {
                self.start()?;
            }
        }
        Some(())
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Goes on behind that text.
    fn pass(&mut self, text: &str) -> Option<()> {
        self.at += self.rest().find(text)? + text.len();
        Some(())
    }

    fn sign(&mut self, sign: char) -> bool {
        let is_there = self.rest().starts_with(sign);
        self.at += usize::from(is_there);
        is_there
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// `<a b="c">` or `<>`
    fn start(&mut self) -> Option<()> {
        self.sign('<');
        let name = self.at..self.at;
        if self.sign('>') {
            return self.opened(name);
        }
        self.name()?;
        let name = name.start..self.at;
        loop {
            self.blanks();
            if self.sign('>') {
                return self.opened(name);
            }
            if self.sign('/') {
                return self.sign('>').then_some(());
            }
            self.name()?;
            self.blanks();
            if self.sign('=') {
                self.blanks();
                self.value()?;
            }
        }
    }

    fn opened(&mut self, name: Range<usize>) -> Option<()> {
        self.open.push(name);
        (self.open.len() <= DEEPEST).then_some(())
    }

    /// `</a>`
    fn end(&mut self) -> Option<()> {
        self.at += "</".len();
        let start = self.at;
        if !self.rest().starts_with('>') {
            self.name()?;
        }
        let (opened, name) = (&self.text[self.open.pop()?], &self.text[start..self.at]);
        // What an expression says isn't known yet.
        let fits = opened == name || [opened, name].iter().any(|it| it.starts_with('{'));
        self.blanks();
        (fits && self.sign('>')).then_some(())
    }

    fn name(&mut self) -> Option<()> {
        if self.rest().starts_with('{') {
            return self.expression();
        }
        let first = self.rest().chars().next()?;
        let end = self.rest().find(|it| !is_name(it)).unwrap_or(self.rest().len());
        self.at += end;
        (end > 0 && !first.is_numeric() && !matches!(first, '-' | '.')).then_some(())
    }

    fn value(&mut self) -> Option<()> {
        let quote = self.rest().chars().next().filter(|it| matches!(it, '"' | '\''));
        let Some(quote) = quote else { return self.expression() };
        self.at += 1;
        self.at += self.rest().find(quote)? + 1;
        Some(())
    }

    fn expression(&mut self) -> Option<()> {
        if !self.sign('{') {
            return None;
        }
        let end = (self.closing)(self.at)?;
        self.expressions.push(self.at..end);
        self.at = end + 1;
        Some(())
    }
}

/// How what is no element ends.
fn aside(text: &str) -> Option<&'static str> {
    let kinds = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    kinds.into_iter().find(|(start, _)| text.starts_with(start)).map(|(_, end)| end)
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | ':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_ends_with_its_element() {
        for (text, expected) in [
            ("<a/> + b", Some(("<a/>", vec![]))),
            ("<a b='>' c={d}><e/>{f}</a>;", Some(("<a b='>' c={d}><e/>{f}</a>", vec!["d", "f"]))),
            ("<{n} {m}={v}></{n}>", Some(("<{n} {m}={v}></{n}>", vec!["n", "m", "v", "n"]))),
            ("<><a/>b</> c", Some(("<><a/>b</>", vec![]))),
            ("<a><!-- {<b> --><![CDATA[</a>{]]><?p {?></a>", Some(("", vec![]))),
            ("<![CDATA[ {a} ]]>.b", Some(("<![CDATA[ {a} ]]>", vec![]))),
            ("<s:a\n t:b = \"c\"\n/>", Some(("<s:a\n t:b = \"c\"\n/>", vec![]))),
            ("<a>", None),
            ("<a></b>", None),
            ("<></a>", None),
            ("<a b>c", None),
            ("<a <b/>", None),
            ("<1a/>", None),
            ("<a b=c/>", None),
            ("< a/>", None),
        ] {
            let closing = |at: usize| text[at..].find('}').map(|end| at + end);
            let found = scan(text, 0, closing);
            let found = found.map(|it| {
                let parts: Vec<_> = it.expressions.into_iter().map(|part| &text[part]).collect();
                (&text[..it.end], parts)
            });
            let expected =
                expected.map(|(end, parts)| (if end.is_empty() { text } else { end }, parts));
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(scan(&format!("{}{}", "<a>".repeat(300), "</a>".repeat(300)), 0, Some), None);
    }
}
