//! What attributes say, and how texts are written in scripts.

use super::fault;
use super::scan::{Attribute, Tag};
use super::script::{PAGE, is_variable};
use crate::script::error::Problem;
use crate::script::tokens::{Token, TokenKind, Tokens};
use std::borrow::Cow;

/// The first of the attributes that is there.
pub(super) fn needed<'a, 't>(
    tag: &'a Tag<'t>,
    names: &[&str],
) -> Result<&'a Attribute<'t>, Problem> {
    names.iter().find_map(|name| tag.attribute(name)).ok_or_else(|| {
        let names: Vec<_> = names.iter().filter(|name| !name.is_empty()).copied().collect();
        fault(tag.line, &tag.place(), format!("it has no {}", names.join(" or ")))
    })
}

/// The variable that an attribute names.
pub(super) fn variable<'t>(tag: &Tag<'t>, name: &str) -> Result<Option<&'t str>, Problem> {
    let Some(attribute) = tag.attribute(name) else { return Ok(None) };
    match attribute.literal() {
        Some(variable) if is_variable(variable) => Ok(Some(variable)),
        Some(other) => {
            let what = format!(
                "{name}=\"{other}\" is no name of a variable: a letter, then letters, digits and _"
            );
            Err(fault(tag.line, &tag.place(), what))
        }
        None => Ok(None),
    }
}

/// The variable of the page that a tag names, if its scope is that.
pub(super) fn of_page<'t>(tag: &Tag<'t>) -> Result<Option<&'t str>, Problem> {
    let scope = tag.attribute("scope").and_then(Attribute::literal);
    if scope.is_some_and(|scope| scope.eq_ignore_ascii_case(PAGE)) {
        return variable(tag, "name");
    }
    Ok(None)
}

/// Texts whose quotes are masked outside of any text, `\'a\'`, with their quotes: expressions are read as those of JSP
/// are, where that is a quote. What stands in the same line stays where it is.
pub(super) fn unmasked(text: &str) -> Cow<'_, str> {
    let is_masked = |it: &Token| it.kind == TokenKind::Text && text[it.start..].starts_with('\\');
    let mut made = Cow::Borrowed(text);
    for Token { start, end, .. } in Tokens::new(text).filter(is_masked) {
        let quote = &text[start + 1..start + 2];
        let inner = &text[start + 2..end - 2];
        made.to_mut().replace_range(start..end, &format!(" {quote}{inner}{quote} "));
    }
    made
}

/// A comment up to the line's end would take what follows.
pub(super) fn without_last_comment(text: &str) -> &str {
    match Tokens::new(text).last() {
        Some(last) if last.kind == TokenKind::Comment && text[last.start..].starts_with("//") => {
            &text[..last.start]
        }
        _ => text,
    }
}

/// A text as scripts write it, on one line.
pub(super) fn literal(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Names as a list.
pub(super) fn joined<'n>(names: impl IntoIterator<Item = &'n String>) -> String {
    names.into_iter().map(String::as_str).collect::<Vec<_>>().join(",")
}
