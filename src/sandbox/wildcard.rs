//! Patterns of addresses, as those who inject faults and shops with old addresses write them.

/// Whether a text is as the pattern says, in which a `*` stands for any text.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(start) else { return false };
    let mut parts: Vec<_> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = text.find(part) else { return false };
        text = &text[at + part.len()..];
    }
    text.ends_with(end)
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
}
