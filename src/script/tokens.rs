//! The words and signs of a script's text, for those who change it before it is parsed.

use super::markup;
use std::ops::Range;

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
    /// XML, with what stands in it.
    Markup,
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
    markup: Reading,
    depth: u32,
}

/// How what may be XML is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// As signs.
    Signs,
    /// As literals. So many more may turn out to be none.
    Literals(u32),
    /// In a literal was what can't be read: nothing comes after it.
    Broken,
}

/// Template literals and literals of XML within each other.
const DEEPEST: u32 = 20;

/// What looks like XML and isn't may have to be read to its end each time.
const MOST_MISTAKEN: u32 = 50;

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

    /// The tokens of a text in which XML may be literal.
    pub(super) fn with_markup(text: &'t str) -> Self {
        Self { markup: Reading::Literals(MOST_MISTAKEN), ..Self::new(text) }
    }

    /// The tokens from that byte on.
    pub(super) fn from(text: &'t str, at: usize) -> Self {
        Self { text, at, pattern: true, markup: Reading::Signs, depth: 0 }
    }

    /// Those of an expression that stands in a literal here.
    fn within(&self, at: usize) -> Option<Self> {
        let depth = self.depth + 1;
        (depth <= DEEPEST).then_some(Self { at, pattern: true, depth, ..*self })
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn kind(&mut self, first: char) -> TokenKind {
        let rest = self.rest();
        if rest.starts_with("//") || self.is_hidden() {
            self.at += rest.find(is_line_end).unwrap_or(rest.len());
            return TokenKind::Comment;
        }
        if let Some(inner) = rest.strip_prefix("/*") {
            self.at += inner.find("*/").map_or(rest.len(), |end| end + 4);
            return TokenKind::Comment;
        }
        match first {
            '"' | '\'' => self.quoted(first),
            '\\' if rest[1..].starts_with(['"', '\'']) => self.masked(),
            '`' => self.template(),
            '/' if self.pattern => self.regular(),
            '<' if self.pattern => self.literal(),
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

    /// Whether a mark stands here that hides scripts from old browsers: what follows in its line is a comment.
    fn is_hidden(&self) -> bool {
        let begins_line = || {
            let line = self.text[..self.at].rsplit(is_line_end).next();
            line.is_some_and(|before| before.chars().all(is_blank))
        };
        self.rest().starts_with("<!--") || (self.rest().starts_with("-->") && begins_line())
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

    /// A text whose quotes are masked, `\'a\'`, as templates may have it; else the sign alone.
    fn masked(&mut self) -> TokenKind {
        let (quote, inner) = self.rest().split_at(2);
        let line = inner.find(is_line_end).map_or(inner, |end| &inner[..end]);
        let Some(length) = line.find(quote) else { return self.one() };
        self.at += quote.len() + length + quote.len();
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
        let end = self.within(self.at + 2).and_then(closing);
        self.at = end.map_or(self.text.len(), |end| end + 1);
    }

    /// XML, or the sign alone.
    fn literal(&mut self) -> TokenKind {
        let Reading::Literals(mistaken) = self.markup else { return self.one() };
        // `Array.<String>` is a type.
        let may_be = self.rest()[1..]
            .starts_with(|it| is_name_start(it) || matches!(it, '>' | '{' | '!' | '?'));
        if !may_be || self.text[..self.at].ends_with('.') {
            return self.one();
        }
        let found = markup::scan(self.text, self.at, |at| self.within(at).and_then(closing));
        if let Some(found) = found {
            self.at = found.end;
            self.pattern = false;
            return TokenKind::Markup;
        }
        self.markup = match mistaken.checked_sub(1) {
            // Whoever reads the literal around it would read it once more.
            _ if self.depth > 0 => Reading::Broken,
            Some(left) => Reading::Literals(left),
            None => Reading::Signs,
        };
        self.one()
    }

    fn one(&mut self) -> TokenKind {
        self.at += 1;
        self.pattern = true;
        TokenKind::Sign
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
        if self.markup == Reading::Broken {
            return None;
        }
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
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

/// Whether nothing is said by it.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || is_format(letter)
}

/// Whether it only says how what stands around it is shown; the platform's engine reads scripts as if it wasn't there.
pub(super) fn is_format(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{180e}'
    ) || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}')
        || matches!(letter, '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// The expressions in the literal of XML that begins at that byte.
pub(super) fn expressions(text: &str, at: usize) -> Vec<Range<usize>> {
    let tokens = Tokens::with_markup(text);
    let found = markup::scan(text, at, |at| tokens.within(at).and_then(closing));
    found.map(|it| it.expressions).unwrap_or_default()
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
            (
                "<!-- don't\n--> won't\na-->b",
                vec!["<!-- don't", "--> won't", "a", "-", "-", ">", "b"],
            ),
            ("return /a/ // end\n/* b */", vec!["return", "/a/", "// end", "/* b */"]),
            ("a <!-- b 'c\nd", vec!["a", "<!-- b 'c", "d"]),
            ("a\n --> b 'c\nd-->0", vec!["a", "--> b 'c", "d", "-", "-", ">", "0"]),
            ("`a ${b + `}${c}`} \\` d` e", vec!["`a ${b + `}${c}`} \\` d`", "e"]),
            ("'it\\'s' \"}\"", vec!["'it\\'s'", "\"}\""]),
            ("é$1", vec!["é$1"]),
            ("f(\\'a}\\', \\\"b'\\\")", vec!["f", "(", "\\'a}\\'", ",", "\\\"b'\\\"", ")"]),
            ("\\'a", vec!["\\", "'a"]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn markup_is_one_token_where_a_value_may_begin() {
        for (text, expected) in [
            ("x = <a b={'}'}>{<c/>}</a>;", vec!["x", "=", "<a b={'}'}>{<c/>}</a>", ";"]),
            (
                "f(<a/>, b<c, d>e)",
                vec!["f", "(", "<a/>", ",", "b", "<", "c", ",", "d", ">", "e", ")"],
            ),
            ("return <>{a}</>", vec!["return", "<>{a}</>"]),
            ("i++<n", vec!["i", "+", "+", "<", "n"]),
            ("= <a>{<b}</a>", vec!["=", "<", "a", ">", "{", "<", "b", "}", "<", "/", "a", ">"]),
        ] {
            let found: Vec<_> =
                Tokens::with_markup(text).map(|it| &text[it.start..it.end]).collect();
            assert_eq!(found, expected, "{text}");
        }
        let kinds: Vec<_> = Tokens::with_markup("a : Array.<b></b>").map(|it| it.kind).collect();
        assert!(!kinds.contains(&TokenKind::Markup));
        // Each of these could be read to the end.
        let unclosed = "=<a>{".repeat(100_000);
        assert!(Tokens::with_markup(&unclosed).count() > 100_000);
    }

    #[test]
    fn what_only_formats_is_no_token() {
        assert_eq!(words("\u{200b}a\u{feff}.\u{ad}b"), ["a", ".", "b"]);
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
