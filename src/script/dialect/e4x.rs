//! XML in scripts (E4X): `<a b={c}/>`, `x.@id`, `x..name`, `x.*`, `x.ns::name`, `x.(@id == a)`.
//!
//! The library that what is written here calls is `assets/platform/internal/e4x.js`. What isn't understood stays as it is,
//! for the parser to refuse.

use super::{Edit, LIBRARY, Script, TokenKind, kept, translate};
use crate::script::tokens::expressions;
use std::ops::Range;

/// The element that a filter looks at; those of the filters around it follow with numbers.
const ELEMENT: &str = "__element";

/// Words of a filter that name nothing of the element.
const WORDS: [&str; 14] = [
    "true",
    "false",
    "null",
    "this",
    "undefined",
    "typeof",
    "instanceof",
    "in",
    "new",
    "void",
    "delete",
    "XML",
    "XMLList",
    "QName",
];

pub(super) fn rewrite(script: &Script<'_>, edits: &mut Vec<Edit>) {
    rewrite_tokens(script, 0..script.tokens.len(), &mut Vec::new(), edits);
}

/// A name as XML knows it: `@id`, `ns::name`, `@*`, `["computed"]`.
struct Name {
    /// The text that is its key, or the first part of it.
    key: String,
    /// The bracket of the expression that is the rest of it.
    bracket: Option<usize>,
    last: usize,
}

/// What goes around the key of a name.
type Around = (&'static str, &'static str);

const INDEX: Around = ("[", "]");
const DESCENDANTS: Around = (".descendants(", ")");

/// Filters that stand around the tokens are told by their elements.
fn rewrite_tokens(
    script: &Script<'_>,
    tokens: Range<usize>,
    filters: &mut Vec<String>,
    edits: &mut Vec<Edit>,
) {
    let mut index = tokens.start;
    while index < tokens.end {
        index = step(script, index, filters, edits);
    }
}

/// Goes on from a token; the index of the next one.
fn step(
    script: &Script<'_>,
    index: usize,
    filters: &mut Vec<String>,
    edits: &mut Vec<Edit>,
) -> usize {
    let (sign, next) = (script.sign(index), script.sign(index + 1));
    let is_markup = script.tokens.get(index).is_some_and(|it| it.kind == TokenKind::Markup);
    let is_spread = sign == "." && next == "." && script.sign(index + 2) == ".";
    match (sign, next) {
        _ if is_markup => {
            edits.push(Edit::new(script.range(index), literal(script.text, script.range(index))));
            index + 1
        }
        _ if is_spread => index + 3,
        (".", ".") => named(script, (index, index + 2), DESCENDANTS, edits),
        (".", "(") => filter(script, index, filters, edits),
        (".", _) => named(script, (index, index + 1), INDEX, edits),
        _ if is_namespace(script, index) => {
            let range = script.range(index).start..script.range(index + 3).end;
            edits.push(kept(script, range, &format!("{LIBRARY}.space=")));
            index + 4
        }
        _ => in_filter(script, index, filters, edits),
    }
}

/// `default xml namespace = …`
fn is_namespace(script: &Script<'_>, index: usize) -> bool {
    script.is_word(index)
        && script.at(index) == "default"
        && script.at(index + 1) == "xml"
        && script.at(index + 2) == "namespace"
        && script.sign(index + 3) == "="
}

/// What follows a dot; the index behind it.
fn named(
    script: &Script<'_>,
    (dot, first): (usize, usize),
    around: Around,
    edits: &mut Vec<Edit>,
) -> usize {
    if around == INDEX && script.is_word(first) && !is_qualified(script, first) {
        return first + 1;
    }
    let Some(name) = name(script, first) else { return first };
    put(script, (dot, &name), "", around, edits)
}

/// Writes the name in the place of what begins with that token.
fn put(
    script: &Script<'_>,
    (first, name): (usize, &Name),
    before: &str,
    (open, close): Around,
    edits: &mut Vec<Edit>,
) -> usize {
    let start = script.range(first).start;
    let Some(bracket) = name.bracket else {
        let text = format!("{before}{open}{}{close}", name.key);
        edits.push(kept(script, start..script.range(name.last).end, &text));
        return name.last + 1;
    };
    let text = format!("{before}{open}{}+(", name.key);
    edits.push(kept(script, start..script.range(bracket).end, &text));
    edits.push(Edit::new(script.range(name.last), format!("){close}")));
    bracket + 1
}

/// The name that begins at a token.
fn name(script: &Script<'_>, first: usize) -> Option<Name> {
    let is_attribute = script.sign(first) == "@";
    let mark = if is_attribute { "@" } else { "" };
    let at = first + usize::from(is_attribute);
    if is_attribute && script.sign(at) == "[" {
        return computed(script, at, "\"@\"".to_owned());
    }
    let word = script.at(at);
    if script.sign(at) != "*" && !script.is_word(at) {
        return None;
    }
    if !is_qualified(script, at) {
        return Some(Name { key: format!("\"{mark}{word}\""), bracket: None, last: at });
    }
    let space = match word {
        // Members that aren't of XML: nobody writes that.
        "function" => return None,
        "*" => format!("\"{mark}*::"),
        _ if is_attribute => format!("\"@\"+{LIBRARY}.uri({word})+\"::"),
        _ => format!("{LIBRARY}.uri({word})+\"::"),
    };
    // Behind the two colons.
    let local = at + 3;
    match script.sign(local) {
        "[" => computed(script, local, space + "\""),
        "*" => Some(Name { key: space + "*\"", bracket: None, last: local }),
        _ if script.is_word(local) => {
            let key = format!("{space}{}\"", script.at(local));
            Some(Name { key, bracket: None, last: local })
        }
        _ => None,
    }
}

fn computed(script: &Script<'_>, bracket: usize, key: String) -> Option<Name> {
    script.partner(bracket).map(|last| Name { key, bracket: Some(bracket), last })
}

/// Whether `::` follows.
fn is_qualified(script: &Script<'_>, index: usize) -> bool {
    let range = script.range(index + 1);
    script.sign(index + 1) == ":" && script.text[range.end..].starts_with(':')
}

/// `list.(condition)`, in which names are those of the element first.
fn filter(
    script: &Script<'_>,
    dot: usize,
    filters: &mut Vec<String>,
    edits: &mut Vec<Edit>,
) -> usize {
    let open = dot + 1;
    let Some(end) = script.partner(open).filter(|end| can_be_filter(script, open + 1..*end)) else {
        return dot + 1;
    };
    let depth = filters.len();
    let element = if depth == 0 { ELEMENT.to_owned() } else { format!("{ELEMENT}{}", depth + 1) };
    let text = format!("[\"()\"]({element}=>(");
    edits.push(kept(script, script.range(dot).start..script.range(open).end, &text));
    filters.push(element);
    rewrite_tokens(script, open + 1..end, filters, edits);
    filters.pop();
    edits.push(Edit::new(script.range(end), "))"));
    end + 1
}

/// Names that a filter's own functions declare would be taken for the element's.
fn can_be_filter(script: &Script<'_>, tokens: Range<usize>) -> bool {
    let declares = |index: usize| {
        script.is_keyword(index, "function")
            || script.sign(index) == "=" && script.text[script.range(index).end..].starts_with('>')
            || script.sign(index) == ";"
    };
    !tokens.is_empty() && !tokens.into_iter().any(declares)
}

/// A name in a filter: of its element, or of what stands around it.
fn in_filter(
    script: &Script<'_>,
    index: usize,
    filters: &[String],
    edits: &mut Vec<Edit>,
) -> usize {
    let Some(element) = filters.last() else { return index + 1 };
    let is_attribute = script.sign(index) == "@";
    if is_attribute || script.is_word(index) && is_qualified(script, index) {
        let Some(name) = name(script, index) else { return index + 1 };
        return put(script, (index, &name), element, INDEX, edits);
    }
    let is_key = script.sign(index + 1) == ":"
        && matches!(index.checked_sub(1).map(|it| script.sign(it)), Some("{" | ","));
    if !script.is_word(index) || WORDS.contains(&script.at(index)) || is_key {
        return index + 1;
    }
    let word = script.at(index);
    let way = if script.sign(index + 1) == "(" { "called" } else { "named" };
    let text = filters.iter().fold(word.to_owned(), |around, element| {
        format!("{LIBRARY}.{way}({element},\"{word}\",()=>{around})")
    });
    edits.push(Edit::new(script.range(index), text));
    index + 1
}

/// The literal as a template literal, which keeps its lines.
fn literal(text: &str, range: Range<usize>) -> String {
    let (mut made, mut done) = (format!("{LIBRARY}`"), range.start);
    for part in expressions(text, range.start) {
        made.push_str(&plain(&text[done..part.start - 1]));
        made.push_str("${");
        made.push_str(&translate(&text[part.clone()]));
        made.push('}');
        done = part.end + 1;
    }
    made.push_str(&plain(&text[done..range.end]));
    made.push('`');
    made
}

/// What means something in a template literal stands for itself.
fn plain(text: &str) -> String {
    text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${")
}
