//! Texts of two halts, and how they differ.

use std::sync::Arc;

/// How a node differs from the halt before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ChangeMark {
    /// It doesn't, or there is nothing to compare with.
    #[default]
    None,
    /// Another value; what it was.
    Changed {
        /// The former value's text.
        was: Arc<str>,
    },
    /// It wasn't there.
    New,
    /// It is there no more; the row goes at the next halt.
    Gone,
    /// Another type; what it was.
    TypeChanged {
        /// The former type.
        was: Arc<str>,
    },
}

/// A node's text at the halt before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Before {
    /// Nobody was told.
    #[default]
    Unknown,
    /// All names beside it were told, and it was not among them.
    Absent,
    /// Type and value.
    Told(Arc<str>, Arc<str>),
}

impl Before {
    /// How a text of now differs.
    pub(super) fn mark(&self, type_name: &str, value: &str) -> ChangeMark {
        match self {
            Self::Absent => ChangeMark::New,
            Self::Told(before, _) if before.as_ref() != type_name => retyped(before, type_name),
            Self::Told(_, before) if before.as_ref() != value => {
                ChangeMark::Changed { was: Arc::clone(before) }
            }
            Self::Unknown | Self::Told(..) => ChangeMark::None,
        }
    }
}

/// An object that is asked for by its path tells its members, not its type: only that it became
/// one, or is none any more, is certain.
fn retyped(before: &Arc<str>, now: &str) -> ChangeMark {
    let known = if before.is_empty() { now } else { before };
    match (before.is_empty(), now.is_empty()) {
        (false, false) => ChangeMark::TypeChanged { was: Arc::clone(before) },
        _ if !is_primitive(known) => ChangeMark::None,
        (true, _) => ChangeMark::TypeChanged { was: Arc::from("object") },
        (false, true) => ChangeMark::TypeChanged { was: Arc::clone(before) },
    }
}

/// How many of a node's members one halt has told, counted from the first, and of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listing {
    loaded: u64,
    total: u64,
}

impl Listing {
    /// A page is told beside what this halt has told already.
    pub(super) fn with_page(known: Option<Self>, start: u64, count: u64, total: u64) -> Self {
        let loaded = known.map_or(0, |known| known.loaded);
        let loaded = if start <= loaded { loaded.max(start + count) } else { loaded };
        Self { loaded, total }
    }

    /// Whether a name that it doesn't have was not there.
    pub(super) fn lacks(self, name: &str) -> bool {
        self.loaded >= self.total || index_of(name).is_some_and(|index| index >= self.total)
    }
}

/// The number in `[12]`.
pub(super) fn index_of(name: &str) -> Option<u64> {
    name.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// Whether the type is one that has no members (any case).
pub(super) fn is_primitive(type_name: &str) -> bool {
    const PRIMITIVES: [&str; 8] =
        ["string", "number", "boolean", "undefined", "null", "bigint", "symbol", "accessor"];
    PRIMITIVES.iter().any(|primitive| type_name.eq_ignore_ascii_case(primitive))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(type_name: &str, value: &str) -> Before {
        Before::Told(Arc::from(type_name), Arc::from(value))
    }

    #[track_caller]
    fn check(before: &Before, (type_name, value): (&str, &str), mark: &str) {
        let text = match before.mark(type_name, value) {
            ChangeMark::None => "none".to_owned(),
            ChangeMark::New => "new".to_owned(),
            ChangeMark::Gone => "gone".to_owned(),
            ChangeMark::Changed { was } => format!("was {was}"),
            ChangeMark::TypeChanged { was } => format!("was a {was}"),
        };
        assert_eq!(text, mark, "{before:?} -> {type_name} {value}");
    }

    #[test]
    fn a_text_differs_from_what_was_told_before() {
        check(&Before::Unknown, ("number", "1"), "none");
        check(&Before::Absent, ("number", "1"), "new");
        check(&told("number", "1"), ("number", "1"), "none");
        check(&told("number", "1"), ("number", "2"), "was 1");
        check(&told("number", "1"), ("string", "1"), "was a number");
    }

    #[test]
    fn an_object_by_its_path_alone_is_known_to_be_one() {
        check(&told("number", "1"), ("", "{a, b}"), "was a number");
        check(&told("", "{a, b}"), ("number", "1"), "was a object");
        check(&told("", "{a, b}"), ("", "{a, c}"), "was {a, b}");
        check(&told("Basket", "[Basket 1]"), ("", "{a}"), "none");
        check(&told("", "{a}"), ("Basket", "[Basket 1]"), "none");
    }

    #[test]
    fn only_a_whole_listing_tells_what_was_absent() {
        let listing = |loaded, total| Listing { loaded, total };
        assert!(listing(3, 3).lacks("a") && listing(0, 0).lacks("[0]"));
        assert!(!listing(8, 20).lacks("a") && !listing(8, 20).lacks("[19]"));
        assert!(listing(8, 20).lacks("[20]"));
    }
}
