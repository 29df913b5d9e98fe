//! A template's text, its expressions and its tags.

use super::fault;
use crate::script::error::Problem;
use crate::script::tokens::closing_brace;

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<'t> {
    /// What is printed as it stands.
    Text(&'t str, u32),
    /// `${…}`.
    Expression(Code<'t>),
    /// `<is…>` or `</is…>`.
    Tag(Tag<'t>),
    /// `<isscript>…</isscript>`.
    Script(Code<'t>),
    /// A comment, which is nothing.
    Comment,
}

/// A piece of script, and the line on which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code<'t> {
    pub(super) text: &'t str,
    pub(super) line: u32,
}

/// A tag; names are in small letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag<'t> {
    pub(super) name: String,
    pub(super) line: u32,
    pub(super) kind: TagKind,
    pub(super) attributes: Vec<Attribute<'t>>,
}

/// How a tag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagKind {
    /// `<isif …>`
    Opening,
    /// `<isif …/>`
    Alone,
    /// `</isif>`
    Closing,
}

/// An attribute of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attribute<'t> {
    /// In small letters; empty for an expression that stands alone.
    pub(super) name: String,
    /// As it is written.
    pub(super) written: &'t str,
    pub(super) value: Vec<Value<'t>>,
}

/// A part of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value<'t> {
    Text(&'t str),
    Code(Code<'t>),
}

impl<'t> Tag<'t> {
    /// The value of the first attribute of a name.
    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute<'t>> {
        self.attributes.iter().find(|it| it.name == name)
    }

    /// `<isif>`, as faults name it.
    pub(super) fn place(&self) -> String {
        format!("<{}{}>", if self.kind == TagKind::Closing { "/" } else { "" }, self.name)
    }
}

impl<'t> Attribute<'t> {
    /// The value, if no expression stands in it.
    pub(super) fn literal(&self) -> Option<&'t str> {
        match self.value.as_slice() {
            [] => Some(""),
            [Value::Text(text)] => Some(text.trim()),
            _ => None,
        }
    }
}

/// Splits a template into its parts, which are all of it in its order.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    failed: bool,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, line: 1, failed: false }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Goes on to that byte.
    fn pass(&mut self, end: usize) -> &'t str {
        let passed = &self.text[self.at..end];
        self.line += u32::try_from(line_ends(passed)).unwrap_or(u32::MAX);
        self.at = end;
        passed
    }

    fn part(&mut self) -> Result<Part<'t>, Problem> {
        let rest = self.rest();
        if rest.starts_with("${") {
            return self.code("${…}").map(Part::Expression);
        }
        if rest.starts_with("<!---") {
            return self.comment("<!---", "--->");
        }
        if let Some(name) = tag_name(rest) {
            return self.tag(name);
        }
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = first + rest[first..].find(['$', '<']).unwrap_or(rest.len() - first);
        let line = self.line;
        Ok(Part::Text(self.pass(self.at + end), line))
    }

    /// `${…}`, at which the scanner stands.
    fn code(&mut self, place: &str) -> Result<Code<'t>, Problem> {
        let start = self.at + "${".len();
        let Some(end) = closing_brace(self.text, start) else {
            return Err(fault(self.line, place, "the expression has no closing }"));
        };
        let line = self.line;
        self.pass(end + 1);
        Ok(Code { text: &self.text[start..end], line })
    }

    fn comment(&mut self, opening: &str, closing: &str) -> Result<Part<'t>, Problem> {
        let (line, from) = (self.line, self.at + opening.len());
        let Some(length) = find_small(&self.text[from..], closing) else {
            return Err(fault(line, opening, format!("there is no {closing}")));
        };
        self.pass(from + length + closing.len());
        Ok(Part::Comment)
    }

    fn tag(&mut self, name: &'t str) -> Result<Part<'t>, Problem> {
        let is_closing = self.rest().starts_with("</");
        let mut tag = Tag {
            name: name.to_ascii_lowercase(),
            line: self.line,
            kind: if is_closing { TagKind::Closing } else { TagKind::Opening },
            attributes: Vec::new(),
        };
        self.pass(self.at + name.len() + if is_closing { 2 } else { 1 });
        self.attributes(&mut tag)?;
        match (tag.name.as_str(), tag.kind) {
            ("iscomment", TagKind::Opening) => self.comment("", "</iscomment>"),
            ("isscript", TagKind::Opening) => self.script(),
            _ => Ok(Part::Tag(tag)),
        }
    }

    fn script(&mut self) -> Result<Part<'t>, Problem> {
        let (line, start) = (self.line, self.at);
        let Some(length) = find_small(self.rest(), "</isscript>") else {
            return Err(fault(line, "<isscript>", "there is no </isscript>"));
        };
        let text = &self.text[start..start + length];
        self.pass(start + length + "</isscript>".len());
        Ok(Part::Script(Code { text, line }))
    }

    /// Reads attributes up to the end of the tag.
    fn attributes(&mut self, tag: &mut Tag<'t>) -> Result<(), Problem> {
        loop {
            self.pass(self.at + blanks(self.rest()));
            let rest = self.rest();
            if rest.starts_with("/>") {
                self.pass(self.at + 2);
                if tag.kind == TagKind::Opening {
                    tag.kind = TagKind::Alone;
                }
                return Ok(());
            }
            if rest.starts_with('>') {
                self.pass(self.at + 1);
                return Ok(());
            }
            let attribute = self.attribute(tag)?;
            tag.attributes.push(attribute);
        }
    }

    fn attribute(&mut self, tag: &Tag<'t>) -> Result<Attribute<'t>, Problem> {
        let rest = self.rest();
        if rest.starts_with("${") {
            let code = self.code(&tag.place())?;
            return Ok(Attribute {
                name: String::new(),
                written: "value",
                value: vec![Value::Code(code)],
            });
        }
        let length = rest.find(|it| !is_attribute_name(it)).unwrap_or(rest.len());
        if length == 0 {
            let what = match rest.chars().next() {
                Some(stray) => format!("{stray} is no attribute"),
                None => "the tag has no end".to_owned(),
            };
            return Err(fault(self.line, &tag.place(), what));
        }
        let written = self.pass(self.at + length);
        let name = written.to_ascii_lowercase();
        let after = self.rest();
        let Some(_) = after.trim_start().strip_prefix('=') else {
            return Ok(Attribute { name, written, value: Vec::new() });
        };
        self.pass(self.at + blanks(after) + 1);
        self.pass(self.at + blanks(self.rest()));
        let value = self.value(tag, &name)?;
        Ok(Attribute { name, written, value })
    }

    /// A value in quotes, in which `${…}` may have the same quotes, or without.
    fn value(&mut self, tag: &Tag<'t>, name: &str) -> Result<Vec<Value<'t>>, Problem> {
        let (line, mut value) = (self.line, Vec::new());
        let quote = self.rest().chars().next().filter(|it| matches!(it, '"' | '\''));
        self.pass(self.at + quote.map_or(0, char::len_utf8));
        loop {
            let rest = self.rest();
            let end = value_end(rest, quote);
            if end > 0 {
                value.push(Value::Text(self.pass(self.at + end)));
            }
            let rest = self.rest();
            match (quote, rest.chars().next()) {
                (_, Some('$')) if rest.starts_with("${") => {
                    value.push(Value::Code(self.code(&tag.place())?));
                }
                (Some(quote), Some(next)) if next == quote => {
                    self.pass(self.at + 1);
                    return Ok(value);
                }
                (None, _) => return Ok(value),
                (Some(_), _) => {
                    let what = format!("the value of {name} has no closing quote");
                    return Err(fault(line, &tag.place(), what));
                }
            }
        }
    }
}

impl<'t> Iterator for Scanner<'t> {
    type Item = Result<Part<'t>, Problem>;

    /// Nothing comes after a fault.
    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.rest().is_empty() {
            return None;
        }
        let part = self.part();
        self.failed = part.is_err();
        Some(part)
    }
}

/// So many lines end in the text, as the runtime counts them in the script that is made.
pub(super) fn line_ends(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// The name of the tag at which the text begins.
fn tag_name(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("</").or_else(|| text.strip_prefix('<'))?;
    let end = inner.find(|it: char| !(it.is_ascii_alphanumeric() || matches!(it, '_' | '-')));
    let name = &inner[..end.unwrap_or(inner.len())];
    let is_ours =
        name.len() > 2 && name.is_char_boundary(2) && name[..2].eq_ignore_ascii_case("is");
    is_ours.then_some(name)
}

/// Where a value's text ends: at its quote, at `${`, or where an unquoted one ends.
fn value_end(text: &str, quote: Option<char>) -> usize {
    let ends = |at: usize, it: char| match quote {
        _ if it == '$' => text[at..].starts_with("${"),
        Some(quote) => it == quote,
        None => it.is_whitespace() || it == '>' || text[at..].starts_with("/>"),
    };
    text.char_indices().find(|(at, it)| ends(*at, *it)).map_or(text.len(), |(at, _)| at)
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

fn is_attribute_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-' | ':' | '.')
}

/// Where a word in small letters begins, in whatever letters it is written.
pub(super) fn find_small(text: &str, word: &str) -> Option<usize> {
    let is_there = |at: usize| {
        text.as_bytes()[at..]
            .get(..word.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes()))
    };
    let first = word.chars().next()?;
    text.match_indices(first).map(|(at, _)| at).find(|at| is_there(*at))
}
