//! What was written for the command line, said by the names that others have for its options.

use std::borrow::Cow;

/// A cause or an advice with names in place of the options that mean the same, as far as `name_of` knows
/// one: `--server HOST` becomes `"server": "HOST"`. Commands in backticks stay as they are typed.
pub fn with_names(text: &str, name_of: impl Fn(&str) -> Option<&'static str>) -> Cow<'_, str> {
    if !text.contains("--") {
        return Cow::Borrowed(text);
    }
    let parts = text.split('`').enumerate();
    let told =
        parts.map(|(at, part)| if at % 2 == 0 { told(part, &name_of) } else { part.to_owned() });
    Cow::Owned(told.collect::<Vec<_>>().join("`"))
}

fn told(text: &str, name_of: impl Fn(&str) -> Option<&'static str>) -> String {
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let (before, option) = rest.split_at(at);
        told.push_str(before);
        let end = option.find(|it: char| !it.is_ascii_lowercase() && it != '-');
        let (option, behind) = option.split_at(end.unwrap_or(option.len()));
        rest = behind;
        let begins_a_word = !before.ends_with(|it: char| it.is_alphanumeric() || it == '-');
        match name_of(option).filter(|_| begins_a_word) {
            Some(name) => {
                let placeholder = placeholder(rest);
                rest = rest.get(placeholder.len()..).unwrap_or_default();
                told.extend(["\"", name, "\""]);
                if let Some(value) = placeholder.strip_prefix(' ') {
                    told.extend([": \"", value, "\""]);
                }
            }
            None => told.push_str(option),
        }
    }
    told.push_str(rest);
    told
}

/// The blank and the word in capitals behind an option, or nothing.
fn placeholder(text: &str) -> &str {
    let Some(word) = text.strip_prefix(' ') else { return "" };
    let end = word.find(|it: char| !it.is_ascii_alphanumeric() && it != '.');
    let word = word[..end.unwrap_or(word.len())].trim_end_matches('.');
    let capitals = word.chars().take_while(char::is_ascii_uppercase).count();
    if capitals < 2 { "" } else { &text[..=word.len()] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_have_another_name_are_told_by_it() {
        let name_of = |option: &str| match option {
            "--server" => Some("server"),
            "--cert" => Some("certificate"),
            _ => None,
        };
        for (text, told) in [
            (
                "Give --server HOST, or --cert FILE.p12.",
                "Give \"server\": \"HOST\", or \"certificate\": \"FILE.p12\".",
            ),
            ("--server: none of --serve", "\"server\": none of --serve"),
            (
                "`haltscope config --server x`, x--server, a -- b",
                "`haltscope config --server x`, x--server, a -- b",
            ),
        ] {
            assert_eq!(with_names(text, name_of), told);
        }
    }
}
