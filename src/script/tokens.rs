//! The words and signs of a script's text, for those who change it before it is parsed.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or keyword.
    Word,
    /// A number.
    Number,
    /// A text in quotes.
    Text,
    /// A template literal, with what stands in it.
    Template,
    /// A regular expression.
    Pattern,
    /// One sign.
    Sign,
    /// A comment.
    Comment,
}

/// A part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Its first byte.
    pub(super) start: usize,
    /// The byte after it.
    pub(super) end: usize,
}

/// Reads tokens one after the other. What isn't well-formed becomes tokens too; the parser refuses it.
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
    /// Whether a slash here begins a regular expression.
    pattern: bool,
    depth: u32,
}

/// Template literals in template literals.
const DEEPEST: u32 = 20;

/// After these words an expression begins.
const OPERATORS: [&str; 14] = [
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "delete",
    "void",
    "throw",
    "new",
    "else",
    "do",
    "instanceof",
    "yield",
    "await",
];

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self::from(text, 0)
    }

    /// The tokens from that byte on.
    pub(super) fn from(text: &'t str, at: usize) -> Self {
        Self { text, at, pattern: true, depth: 0 }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn kind(&mut self, first: char) -> TokenKind {
        let rest = self.rest();
        if rest.starts_with("//") {
            self.at += rest.find(is_line_end).unwrap_or(rest.len());
            return TokenKind::Comment;
        }
        if let Some(inner) = rest.strip_prefix("/*") {
            self.at += inner.find("*/").map_or(rest.len(), |end| end + 4);
            return TokenKind::Comment;
        }
        match first {
            '"' | '\'' => self.quoted(first),
            '`' => self.template(),
            '/' if self.pattern => self.regular(),
            _ if is_name_start(first) => {
                let end = rest.find(|it| !is_name(it)).unwrap_or(rest.len());
                self.pattern = OPERATORS.contains(&&rest[..end]);
                self.at += end;
                TokenKind::Word
            }
            _ if first.is_ascii_digit() => {
                let is_part = |it: char| is_name(it) || it == '.';
                self.at += rest.find(|it| !is_part(it)).unwrap_or(rest.len());
                self.pattern = false;
                TokenKind::Number
            }
            _ => {
                self.at += first.len_utf8();
                self.pattern = !matches!(first, ')' | ']');
                TokenKind::Sign
            }
        }
    }

    fn quoted(&mut self, quote: char) -> TokenKind {
        let mut escaped = false;
        let end = self.rest()[1..].char_indices().find(|(_, letter)| {
            let ends = !escaped && (*letter == quote || *letter == '\n');
            escaped = !escaped && *letter == '\\';
            ends
        });
        self.at = end.map_or(self.text.len(), |(at, letter)| self.at + 1 + at + letter.len_utf8());
        self.pattern = false;
        TokenKind::Text
    }

    fn template(&mut self) -> TokenKind {
        self.at += 1;
        while let Some(letter) = self.rest().chars().next() {
            match letter {
                '`' => {
                    self.at += 1;
                    break;
                }
                '\\' => {
                    let after = self.rest()[1..].chars().next().map_or(0, char::len_utf8);
                    self.at += 1 + after;
                }
                '$' if self.rest().starts_with("${") => self.inner(),
                _ => self.at += letter.len_utf8(),
            }
        }
        self.pattern = false;
        TokenKind::Template
    }

    /// Passes what stands in `${…}`.
    fn inner(&mut self) {
        let from = self.at + 2;
        let end = match self.depth {
            DEEPEST => None,
            depth => closing(Self { depth: depth + 1, ..Self::from(self.text, from) }),
        };
        self.at = end.map_or(self.text.len(), |end| end + 1);
    }

    fn regular(&mut self) -> TokenKind {
        let (mut escaped, mut in_class) = (false, false);
        let end = self.rest()[1..].char_indices().find(|(_, letter)| {
            let ends = is_line_end(*letter) || (!escaped && !in_class && *letter == '/');
            if !escaped {
                in_class = (in_class || *letter == '[') && *letter != ']';
            }
            escaped = !escaped && *letter == '\\';
            ends
        });
        self.pattern = false;
        let Some((end, '/')) = end else {
            // It is no regular expression after all.
            self.at += 1;
            return TokenKind::Sign;
        };
        self.at += end + 2;
        let flags = self.rest().find(|it| !is_name(it)).unwrap_or(self.rest().len());
        self.at += flags;
        TokenKind::Pattern
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        let start = self.at;
        let first = self.rest().chars().next()?;
        let kind = self.kind(first);
        Some(Token { kind, start, end: self.at })
    }
}

/// The byte of the `}` that ends what stands from `at` on in `text`; nothing if none does.
pub(super) fn closing_brace(text: &str, at: usize) -> Option<usize> {
    closing(Tokens::from(text, at))
}

fn closing(tokens: Tokens<'_>) -> Option<usize> {
    let text = tokens.text;
    let mut depth = 0_usize;
    for token in tokens.filter(|it| it.kind == TokenKind::Sign) {
        match &text[token.start..token.end] {
            "{" => depth += 1,
            "}" if depth == 0 => return Some(token.start),
            "}" => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Whether a name may begin with it.
pub(super) fn is_name_start(letter: char) -> bool {
    letter.is_alphabetic() || matches!(letter, '_' | '$' | '\\')
}

/// Whether it may stand in a name.
pub(super) fn is_name(letter: char) -> bool {
    is_name_start(letter) || letter.is_alphanumeric() || matches!(letter, '\u{200c}' | '\u{200d}')
}

fn is_line_end(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Vec<&str> {
        Tokens::new(text).map(|it| &text[it.start..it.end]).collect()
    }

    #[test]
    fn a_text_is_split_where_the_language_splits_it() {
        for (text, expected) in [
            ("a.b(1.5e3, 'x')", vec!["a", ".", "b", "(", "1.5e3", ",", "'x'", ")"]),
            ("a / b / c", vec!["a", "/", "b", "/", "c"]),
            ("x = /[/]\\/'/g.test(y)", vec!["x", "=", "/[/]\\/'/g", ".", "test", "(", "y", ")"]),
            ("return /a/ // end\n/* b */", vec!["return", "/a/", "// end", "/* b */"]),
            ("`a ${b + `}${c}`} \\` d` e", vec!["`a ${b + `}${c}`} \\` d`", "e"]),
            ("'it\\'s' \"}\"", vec!["'it\\'s'", "\"}\""]),
            ("é$1", vec!["é$1"]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn an_expression_ends_at_its_own_brace() {
        for (text, expected) in [
            ("a} b", Some(1)),
            ("{a: '}'}['a']} b", Some(13)),
            ("'}' + \"}\" + /}/ + `}${'}'}`}", Some(27)),
            ("/* } */ a // }\n}", Some(15)),
            ("a", None),
            ("{a}", None),
        ] {
            assert_eq!(closing_brace(text, 0), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_covered_in_order(text in "[a-z0-9'\"`/\\\\${}()\\[\\] \n.é]{0,60}") {
            let mut end = 0;
            for token in Tokens::new(&text) {
                prop_assert!(token.start >= end && token.end > token.start);
                prop_assert!(text[end..token.start].trim().is_empty());
                prop_assert!(!text[token.start..token.end].is_empty());
                end = token.end;
            }
            prop_assert!(text[end..].trim().is_empty());
        }
    }
}
