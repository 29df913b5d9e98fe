//! The parameter `select`: which fields of a document are answered ("beyond the specification",
//! 2.5). Permissions name attributes in the same language.

mod apply;
mod parse;
#[cfg(test)]
mod tests;

use serde_json::Value;
use std::str::FromStr;

/// The longest selector, in bytes.
const LENGTH: usize = 4096;
/// The deepest nesting of groups and paths.
const DEPTH: usize = 16;

/// A selector, as in `(**)` or `(id,name.default,hits[0:4].(id))`.
#[derive(Clone, Debug, PartialEq)]
pub struct Selector {
    group: Group,
}

/// A text that is no selector, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} at character {at}")]
pub struct MalformedSelector {
    what: &'static str,
    at: usize,
}

/// What stands between parentheses.
#[derive(Clone, Debug, PartialEq)]
struct Group(Vec<Item>);

#[derive(Clone, Debug, PartialEq)]
struct Item {
    sign: Sign,
    name: Name,
    index: Option<Index>,
    inner: Option<Group>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

#[derive(Clone, Debug, PartialEq)]
enum Name {
    Field(String),
    /// `*`: everything that is neither object nor list.
    Simple,
    /// `**`
    All,
}

#[derive(Clone, Debug, PartialEq)]
enum Index {
    Positions(Vec<usize>),
    /// From the first to the last, both included.
    Slice(usize, usize),
    Filter(Condition),
}

#[derive(Clone, Debug, PartialEq)]
enum Condition {
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Compare { path: Vec<String>, with: Comparison, value: Value },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Unequal,
    LessOrEqual,
    GreaterOrEqual,
    Less,
    Greater,
}

impl Selector {
    /// `(**)`
    pub fn everything() -> Self {
        let all = Item { sign: Sign::Plus, name: Name::All, index: None, inner: None };
        Self { group: Group(vec![all]) }
    }

    /// Whether nothing is ever left out.
    pub fn is_everything(&self) -> bool {
        matches!(
            self.group.0.as_slice(),
            [Item { sign: Sign::Plus, name: Name::All, index: None, inner: None }]
        )
    }

    /// The selected part of a document. `_v`, `_type` and `_resource_state` stay wherever they are.
    pub fn apply(&self, document: &Value) -> Value {
        apply::apply(&self.group, document)
    }
}

impl FromStr for Selector {
    type Err = MalformedSelector;

    fn from_str(text: &str) -> Result<Self, MalformedSelector> {
        parse::selector(text).map(|group| Self { group })
    }
}
