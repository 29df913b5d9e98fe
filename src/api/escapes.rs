//! Text from outside on a terminal: what steers it, reorders or hides text becomes a visible escape.

/// Controls, and what reorders or hides text.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}')
}

/// JavaScript's own notation, the one in which the reader would type the character.
pub fn escape(hidden: char) -> String {
    match (hidden, u32::from(hidden)) {
        ('\t', _) => r"\t".to_owned(),
        ('\n', _) => r"\n".to_owned(),
        ('\r', _) => r"\r".to_owned(),
        (_, code @ 0..=0xff) => format!("\\x{code:02x}"),
        (_, code @ 0..=0xffff) => format!("\\u{code:04x}"),
        (_, code) => format!("\\u{{{code:x}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_seen_and_the_rest_stays() {
        for (hidden, seen) in [
            ('\t', r"\t"),
            ('\n', r"\n"),
            ('\x1b', r"\x1b"),
            ('\u{202e}', r"\u202e"),
            ('\u{e0001}', r"\u{e0001}"),
        ] {
            assert!(is_hidden(hidden));
            assert_eq!(escape(hidden), seen);
        }
        assert!(!"größe ✓ שלום".contains(is_hidden));
    }
}
