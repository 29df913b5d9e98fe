//! Member paths: `basket.productLineItems[0].productID`.

/// The path of a member; `None` if the name can't be part of one (it holds `.`, `[` or `]` and is
/// no entry's `[0]`).
pub(super) fn child_path(parent: Option<&str>, name: &str) -> Option<String> {
    let is_entry = is_entry(name);
    if name.is_empty() || (!is_entry && name.contains(['.', '[', ']'])) {
        return None;
    }
    match parent {
        None | Some("") => Some(name.to_owned()),
        Some(parent) if is_entry => Some(format!("{parent}{name}")),
        Some(parent) => Some(format!("{parent}.{name}")),
    }
}

/// Whether the text is a path that `members` can answer without running code: names joined by
/// dots, with `[0]` between.
pub fn is_plain_path(text: &str) -> bool {
    let mut segments = text.split('.').enumerate();
    !text.is_empty() && segments.all(|(index, segment)| is_segment(segment, index))
}

/// The last segment, as a leaf's answer names it, and the path before it.
pub(in crate::session) fn split_last(path: &str) -> (&str, &str) {
    if path.ends_with(']')
        && let Some(at) = path.rfind('[')
    {
        return (path[..at].trim_end_matches('.'), &path[at..]);
    }
    path.rsplit_once('.').unwrap_or(("", path))
}

pub(super) fn is_entry(name: &str) -> bool {
    name.strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .is_some_and(|index| !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_segment(segment: &str, index: usize) -> bool {
    let name_end = segment.find('[').unwrap_or(segment.len());
    let (name, entries) = segment.split_at(name_end);
    let first_is_bare_entry = index > 0 && name.is_empty() && !entries.is_empty();
    (is_name(name) || first_is_bare_entry) && are_entries(entries)
}

fn is_name(name: &str) -> bool {
    let mut characters = name.chars();
    let starts = |first: char| first.is_alphabetic() || first == '_' || first == '$';
    characters.next().is_some_and(starts)
        && characters.all(|next| next.is_alphanumeric() || next == '_' || next == '$')
        && !KEYWORDS.contains(&name)
}

/// Words that are values or operators, not names.
const KEYWORDS: [&str; 8] =
    ["true", "false", "null", "undefined", "NaN", "Infinity", "function", "new"];

fn are_entries(mut entries: &str) -> bool {
    while !entries.is_empty() {
        let Some(end) = entries.find(']') else { return false };
        if !is_entry(&entries[..=end]) {
            return false;
        }
        entries = &entries[end + 1..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_have_paths_unless_their_names_break_them() {
        let check = |parent: Option<&str>, name: &str, path: Option<&str>| {
            assert_eq!(child_path(parent, name).as_deref(), path, "{parent:?} {name}");
        };
        check(None, "basket", Some("basket"));
        check(Some("basket"), "items", Some("basket.items"));
        check(Some("basket.items"), "[12]", Some("basket.items[12]"));
        check(Some("a[0]"), "key", Some("a[0].key"));
        check(Some("a"), "b.c", None);
        check(Some("a"), "x[0]", None);
        check(Some("a"), "[x]", None);
        check(Some("a"), "", None);
        check(Some("a"), "data-pid", Some("a.data-pid"));
    }

    #[test]
    fn only_paths_are_read_without_running_code() {
        for path in ["a", "a.b", "a[0]", "a[0].b", "a.[0].b", "a[0][1]", "$x._y", "größe", "this.a"]
        {
            assert!(is_plain_path(path), "{path}");
        }
        let others = [
            "", "a()", "a + b", "a.", ".a", "a[", "a[x]", "a[-1]", "[0]", "1", "a b", "a['x']",
            "null", "true", "a;b", "a[0]b",
        ];
        for other in others {
            assert!(!is_plain_path(other), "{other}");
        }
    }

    #[test]
    fn the_last_segment_is_a_name_or_an_entry() {
        assert_eq!(split_last("a.b.c"), ("a.b", "c"));
        assert_eq!(split_last("a.b[3]"), ("a.b", "[3]"));
        assert_eq!(split_last("a.[3]"), ("a", "[3]"));
        assert_eq!(split_last("a"), ("", "a"));
    }
}
