//! Texts from the `.properties` bundles of the cartridges.

use super::{kept::Kept, locale::fallbacks};
use crate::script::Cartridges;
use std::{collections::HashMap, str::Chars};

/// The texts of a bundle by their keys.
type Texts = HashMap<String, String>;

/// The bundles that were read.
#[derive(Debug, Default)]
pub(super) struct Bundles(Kept<Texts>);

impl Bundles {
    /// The text of a key in a bundle: in the locale before its language before the default, and of each in
    /// the cartridge furthest left that has the key.
    pub(super) fn message(
        &self,
        cartridges: &Cartridges,
        (bundle, key): (&str, &str),
        locale: &str,
    ) -> Option<String> {
        fallbacks(locale).into_iter().find_map(|locale| {
            let file = if locale == "default" {
                format!("{bundle}.properties")
            } else {
                format!("{bundle}_{locale}.properties")
            };
            cartridges.list().find_map(|name| {
                let path = format!("/{name}/cartridge/templates/resources/{file}");
                let texts = self.0.of(cartridges, &path, |bytes| parse(&decoded(bytes)))?;
                texts.get(key).cloned()
            })
        })
    }
}

/// A bundle's text: UTF-8, with or without its mark, or else Latin-1, which the format once was.
pub(super) fn decoded(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// What is wrong in a bundle, with the lines, from 1.
pub(super) fn faults(text: &str) -> Vec<(u32, String)> {
    let wrong = |line: &str| {
        let escapes =
            line.match_indices("\\u").filter(|(at, _)| !ends_with_open_backslash(&line[..*at]));
        let mut codes = escapes.map(|(at, _)| line[at + 2..].chars().take(4).collect::<String>());
        codes.find(|code| code.len() != 4 || u32::from_str_radix(code, 16).is_err())
    };
    let lines =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with(['#', '!']));
    let faulty = lines.filter_map(|(number, line)| Some((number, wrong(line)?)));
    faulty
        .map(|(number, code)| {
            (number, format!("\\u{code} is no escape: \\u and four hexadecimal digits"))
        })
        .collect()
}

/// Reads `key=value` lines: `#` and `!` begin comments, a backslash at the end continues a line,
/// `\u00e9`, `\n`, `\t` and escaped letters are understood.
fn parse(text: &str) -> HashMap<String, String> {
    let mut entries = HashMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut entry = line.trim_start().to_owned();
        if entry.is_empty() || entry.starts_with(['#', '!']) {
            continue;
        }
        while ends_with_open_backslash(&entry) {
            entry.pop();
            match lines.next() {
                Some(next) => entry.push_str(next.trim_start()),
                None => break,
            }
        }
        let (key, value) = split(&entry);
        entries.insert(unescaped(key), unescaped(value));
    }
    entries
}

fn ends_with_open_backslash(line: &str) -> bool {
    line.chars().rev().take_while(|letter| *letter == '\\').count() % 2 == 1
}

/// The key ends at the first `=`, `:` or blank that isn't escaped.
fn split(entry: &str) -> (&str, &str) {
    let mut escaped = false;
    let end = entry.find(|letter: char| {
        let ends = !escaped && (matches!(letter, '=' | ':') || letter.is_whitespace());
        escaped = !escaped && letter == '\\';
        ends
    });
    let Some(end) = end else { return (entry, "") };
    let rest = entry[end..].trim_start();
    let value = rest.strip_prefix(['=', ':']).unwrap_or(rest);
    (&entry[..end], value.trim_start())
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        match letters.next() {
            Some('n') => plain.push('\n'),
            Some('t') => plain.push('\t'),
            Some('r') => plain.push('\r'),
            Some('u') => {
                let first = unit(&mut letters);
                let both = first.and_then(|first| paired(first, &mut letters));
                let one = first.and_then(|unit| char::from_u32(unit.into()));
                plain.push(both.or(one).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(other) => plain.push(other),
            None => {}
        }
    }
    plain
}

/// The four digits after `\u`; nothing if they are none.
fn unit(letters: &mut Chars<'_>) -> Option<u16> {
    let digits: String = letters.by_ref().take(4).collect();
    u16::from_str_radix(&digits, 16).ok()
}

/// The letter that two escapes stand for, one half each; the second one is passed only if it is such a half.
fn paired(first: u16, letters: &mut Chars<'_>) -> Option<char> {
    let mut after = letters.clone();
    let is_escape = after.next() == Some('\\') && after.next() == Some('u');
    let second = unit(&mut after).filter(|_| is_escape)?;
    let letter = char::decode_utf16([first, second]).next()?.ok();
    letter.filter(|it| it.len_utf16() == 2).inspect(|_| *letters = after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Files;

    #[test]
    fn properties_are_read_as_java_writes_them() {
        let text = "# comment\n! another\n\na = b\nc:d\ne f\ng=h\\\n   i\nj\\=k=l\\u00e9\\n\nempty\nslash=\\\\\n";
        let entries = parse(text);
        let mut found: Vec<_> = entries.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        found.sort_unstable();
        assert_eq!(
            found,
            [
                ("a", "b"),
                ("c", "d"),
                ("e", "f"),
                ("empty", ""),
                ("g", "hi"),
                ("j=k", "lé\n"),
                ("slash", "\\"),
            ]
        );
    }

    #[test]
    fn letters_beyond_four_digits_are_two_halves() {
        for (text, expected) in [
            ("\\ud83d\\ude00!", "\u{1f600}!"),
            ("\\uD83D\\uDE00\\uD83D\\uDE01", "\u{1f600}\u{1f601}"),
            ("\\ud83d", "\u{fffd}"),
            ("\\ud83d\\u0041", "\u{fffd}A"),
            ("\\ud83dx", "\u{fffd}x"),
            ("\\ude00\\ud83d", "\u{fffd}\u{fffd}"),
            ("\\u12", "\u{12}"),
            ("\\u00e9\\u00e8", "éè"),
        ] {
            assert_eq!(unescaped(text), expected, "{text}");
        }
    }

    #[test]
    fn a_cartridge_further_left_wins_key_by_key() {
        let bundle = |text: &'static str, locale: &str| {
            let path = format!("cartridge/templates/resources/cart{locale}.properties");
            (path, text.as_bytes())
        };
        let cartridges =
            Cartridges::new().with("left", Files::memory([bundle("title=Left", "")])).with(
                "right",
                Files::memory([bundle("title=Right\nempty=E", ""), bundle("title=Korb", "_de")]),
            );
        let bundles = Bundles::default();
        let check = |key: &str, locale: &str, expected: Option<&str>| {
            assert_eq!(
                bundles.message(&cartridges, ("cart", key), locale).as_deref(),
                expected,
                "{key} {locale}"
            );
        };
        check("title", "default", Some("Left"));
        check("empty", "default", Some("E"));
        check("title", "de_DE", Some("Korb"));
        check("empty", "de_DE", Some("E"));
        check("missing", "de_DE", None);
    }

    #[test]
    fn a_bundle_is_read_anew_when_its_file_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let resources = folder.path().join("cartridge/templates/resources");
        std::fs::create_dir_all(&resources).expect("folders");
        let cartridges = Cartridges::new().with("app", Files::Folder(folder.path().to_owned()));
        let bundles = Bundles::default();
        for (text, expected) in
            [("a=1", Some("1")), ("a=1\n", Some("1")), ("a=two", Some("two")), ("b=3", None)]
        {
            std::fs::write(resources.join("cart.properties"), text).expect("a bundle");
            let found = bundles.message(&cartridges, ("cart", "a"), "default");
            assert_eq!(found.as_deref(), expected, "{text}");
        }
        std::fs::remove_file(resources.join("cart.properties")).expect("removed");
        assert_eq!(bundles.message(&cartridges, ("cart", "b"), "default"), None);
    }
}
