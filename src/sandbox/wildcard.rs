//! Patterns of addresses, as those who inject faults and shops with old addresses write them.

/// Whether a text is as the pattern says, in which a `*` stands for any text.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    captures(pattern, text).is_some()
}

/// What each `*` of a pattern stands for in a text, the first ones for as little as can be; nothing if the text isn't
/// as the pattern says.
pub(super) fn captures<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let Some((start, rest)) = pattern.split_once('*') else {
        return (pattern == text).then(Vec::new);
    };
    let mut text = text.strip_prefix(start)?;
    let mut parts: Vec<_> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    let mut captured = Vec::new();
    for part in parts {
        let at = text.find(part)?;
        captured.push(&text[..at]);
        text = &text[at + part.len()..];
    }
    captured.push(text.strip_suffix(end)?);
    Some(captured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, text, expected) in [
            ("/a", "/a", true),
            ("/a", "/a/b", false),
            ("*", "/a/b", true),
            ("/a/*", "/a/b/c", true),
            ("/a/*", "/a", false),
            ("*/threads", "/s/-/dw/debugger/v2_0/threads", true),
            ("*/threads/*/variables", "/dw/threads/1/frames/0/variables", true),
            ("/a*a", "/a", false),
            ("*a*b*", "/xayb", true),
            ("*b*a", "/xayb", false),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn what_stands_for_a_star_is_known() {
        for (pattern, text, expected) in [
            ("/a", "/a", Some(vec![])),
            ("/a/*", "/a/b/c", Some(vec!["b/c"])),
            ("/*/p-*.html", "/x/p-7.html", Some(vec!["x", "7"])),
            ("/*/p-*.html", "/x/p-7", None),
        ] {
            assert_eq!(captures(pattern, text), expected, "{pattern} {text}");
        }
    }
}
