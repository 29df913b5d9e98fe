//! What was written for the command line, in the words of a launch configuration.

use super::arguments::ARGUMENTS;
use std::borrow::Cow;

/// What a launch configuration has no place for: a secret, and a terminal to be asked on.
const NOT_HERE: [(&str, &str); 5] = [
    ("; started in a terminal, haltscope asks for it", ""),
    (", dw.json or --password-stdin", " or dw.json"),
    (" and --password-stdin", " and SFCC_PASSWORD"),
    ("--password-stdin, ", ""),
    ("--password-stdin or ", ""),
];

/// A cause or an advice with the arguments of `launch` and `attach` in place of the options that mean
/// the same: `--server HOST` becomes `"server": "HOST"`. Commands in backticks stay as they are typed.
pub(super) fn for_editors(text: &str) -> Cow<'_, str> {
    if !text.contains("--") {
        return Cow::Borrowed(text);
    }
    let here = NOT_HERE.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let parts = here.split('`').enumerate();
    let told = parts.map(|(at, part)| if at % 2 == 0 { told(part) } else { part.to_owned() });
    Cow::Owned(told.collect::<Vec<_>>().join("`"))
}

fn told(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let (before, option) = rest.split_at(at);
        told.push_str(before);
        let end = option.find(|it: char| !it.is_ascii_lowercase() && it != '-');
        let (option, behind) = option.split_at(end.unwrap_or(option.len()));
        rest = behind;
        let begins_a_word = !before.ends_with(|it: char| it.is_alphanumeric() || it == '-');
        let argument = ARGUMENTS.iter().find(|it| it.option == Some(option));
        match argument.filter(|_| begins_a_word) {
            Some(argument) => {
                let placeholder = placeholder(rest);
                rest = rest.get(placeholder.len()..).unwrap_or_default();
                told.extend(["\"", argument.name, "\""]);
                if let Some(name) = placeholder.strip_prefix(' ') {
                    told.extend([": \"", name, "\""]);
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

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(for_editors(text), expected);
    }

    #[test]
    fn options_become_arguments() {
        check(
            "Name it with --server HOST, SFCC_SERVER or dw.json.",
            "Name it with \"server\": \"HOST\", SFCC_SERVER or dw.json.",
        );
        check("Give --debugger-id NAME.", "Give \"debuggerId\": \"NAME\".");
        check("--ca: can't read x", "\"ca\": can't read x");
        check("none, see --cartridges", "none, see \"cartridges\"");
        check(
            "Give --cert FILE with --key FILE (PEM), or --cert FILE.p12, that it knows.",
            "Give \"cert\": \"FILE\" with \"key\": \"FILE\" (PEM), or \"cert\": \"FILE.p12\", that it knows.",
        );
        check("choose one with --instance (a, b)", "choose one with \"instance\" (a, b)");
    }

    #[test]
    fn what_a_configuration_has_no_place_for_is_left_out() {
        check(
            "Give the password with --password-stdin, SFCC_PASSWORD or password in dw.json; started in a terminal, haltscope asks for it.",
            "Give the password with SFCC_PASSWORD or password in dw.json.",
        );
        check(
            "Give --username and a password (SFCC_PASSWORD, dw.json or --password-stdin).",
            "Give \"username\" and a password (SFCC_PASSWORD or dw.json).",
        );
    }

    #[test]
    fn other_words_stay() {
        for text in ["a -- b", "x--server", "--serverless", "`haltscope config --server x`", "--"] {
            check(text, text);
        }
    }
}
