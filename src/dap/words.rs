//! What was written for the command line, in the words of a launch configuration.

use super::arguments::ARGUMENTS;
use crate::api::advice::with_names;
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
    let argument = |option: &str| ARGUMENTS.iter().find(|it| it.option == Some(option));
    Cow::Owned(with_names(&here, |option| argument(option).map(|it| it.name)).into_owned())
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
