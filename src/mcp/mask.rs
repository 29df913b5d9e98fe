//! What an assistant must not read: configured paths, secrets of the configuration, logins in
//! headers, card numbers.

use crate::session::{Evaluated, Mask, Variable};
use secrecy::{ExposeSecret, SecretString};

/// What stands where something is masked.
const MASK: &str = Mask::TEXT;
/// Digits of a card number.
const CARD: std::ops::RangeInclusive<usize> = 13..=19;
/// Schemes of an `Authorization` header; what follows is a secret.
const SCHEMES: [&str; 2] = ["Bearer ", "Basic "];
/// Shorter secrets would mask half of every text.
const SHORTEST_SECRET: usize = 4;

/// Knows what is secret.
#[derive(Clone, Default)]
pub(super) struct Masks {
    mask: Mask,
    secrets: Vec<SecretString>,
}

impl Masks {
    pub(super) fn new(mask: Mask, mut secrets: Vec<SecretString>) -> Self {
        secrets.retain(|secret| secret.expose_secret().len() >= SHORTEST_SECRET);
        Self { mask, secrets }
    }

    /// The text of the value that a path, or any expression, leads to.
    pub(super) fn value(&self, path: &str, text: &str) -> String {
        let is_hidden = self.mask.reads(path, "authorization") || self.mask.hides(path);
        if is_hidden { MASK.to_owned() } else { self.text(text) }
    }

    /// What came of an expression earlier.
    pub(super) fn evaluated(&self, it: &Evaluated) -> String {
        self.value(&it.expression, it.masked(&self.mask))
    }

    /// The text of a variable or a member.
    pub(super) fn variable(&self, it: &Variable) -> String {
        match it.place() {
            Some(place) => self.value(place, &it.value),
            None => self.member(&it.name, &it.value),
        }
    }

    /// The text of a member of an object that no path leads to: it may be the one that a path means.
    fn member(&self, name: &str, text: &str) -> String {
        let is_hidden = name.eq_ignore_ascii_case("authorization") || self.mask.hides_member(name);
        if is_hidden { MASK.to_owned() } else { self.text(text) }
    }

    /// Any text.
    pub(super) fn text(&self, text: &str) -> String {
        let without = self
            .secrets
            .iter()
            .fold(text.to_owned(), |text, secret| text.replace(secret.expose_secret(), MASK));
        without_cards(&without_logins(&without))
    }
}

/// What follows `Bearer` or `Basic` goes, up to the next blank or quote.
fn without_logins(text: &str) -> String {
    SCHEMES.iter().fold(text.to_owned(), |text, scheme| {
        let mut parts = text.split(scheme);
        let mut whole = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end =
                part.find(|letter: char| letter.is_whitespace() || "\"'`,;)".contains(letter));
            let (login, rest) = part.split_at(end.unwrap_or(part.len()));
            // A word that follows by chance is none.
            let is_login = login.len() >= 8;
            whole = whole + scheme + if is_login { MASK } else { login } + rest;
        }
        whole
    })
}

/// Card numbers, with blanks or dashes between their digits or not; the last four digits stay.
fn without_cards(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        whole.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest
            .find(|letter: char| !(letter.is_ascii_digit() || letter == ' ' || letter == '-'))
            .unwrap_or(rest.len());
        let run = rest[..end].trim_end_matches([' ', '-']);
        without_cards_in(run, &mut whole);
        rest = &rest[run.len()..];
    }
    whole + rest
}

/// The same of groups of digits, with blanks or dashes between them: a card number is some of them in a row.
fn without_cards_in(run: &str, whole: &mut String) {
    let mut rest = run;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        whole.push_str(&rest[..start]);
        rest = &rest[start..];
        if let Some((length, last)) = card_at_start(rest) {
            whole.push_str(MASK);
            whole.push_str(&last);
            rest = &rest[length..];
        } else {
            let group = rest.find([' ', '-']).unwrap_or(rest.len());
            whole.push_str(&rest[..group]);
            rest = &rest[group..];
        }
    }
    whole.push_str(rest);
}

/// The length of the longest card number that groups of digits begin with, and its last four digits.
fn card_at_start(run: &str) -> Option<(usize, String)> {
    let mut digits: Vec<u32> = Vec::new();
    let mut found = None;
    for (at, letter) in run.char_indices() {
        let Some(digit) = letter.to_digit(10) else { continue };
        digits.push(digit);
        let ends = !run[at + 1..].starts_with(|next: char| next.is_ascii_digit());
        if digits.len() > *CARD.end() {
            break;
        }
        if ends && CARD.contains(&digits.len()) && is_card(&digits) {
            let last = digits[digits.len() - 4..].iter();
            found = Some((at + 1, last.filter_map(|it| char::from_digit(*it, 10)).collect()));
        }
    }
    found
}

/// The check digit fits.
fn is_card(digits: &[u32]) -> bool {
    let doubled = |(at, digit): (usize, &u32)| match (at % 2, digit * 2) {
        (0, _) => *digit,
        (_, double) if double > 9 => double - 9,
        (_, double) => double,
    };
    digits.iter().rev().enumerate().map(doubled).sum::<u32>().is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::read_paths;

    fn masks() -> Masks {
        let secrets = vec![SecretString::from("hunter2-secret"), SecretString::from("a")];
        Masks::new(Mask::new(&["session.privacy".to_owned()], read_paths), secrets)
    }

    #[test]
    fn configured_paths_and_all_below_them_are_masked() {
        let check = |path: &str, expected: &str| assert_eq!(masks().value(path, "v"), expected);
        check("session.privacy", "***");
        check("session.privacy.email", "***");
        check("session.privacy[0]", "***");
        check("session.privacyPolicy", "v");
        check("headers.Authorization", "***");
        check("headers[\"authorization\"]", "***");
        check("headers[ 'Authorization' ].length", "***");
        check("authorizations", "v");
    }

    #[test]
    fn a_member_of_a_nameless_object_is_masked_by_its_name() {
        let mask = Mask::new(&["obj.password".to_owned()], read_paths);
        let masks = Masks::new(mask, Vec::new());
        assert_eq!(masks.member("password", "x"), "***");
        assert_eq!(masks.member("name", "x"), "x");
        assert_eq!(masks.member("Authorization", "x"), "***");
    }

    #[test]
    fn secrets_are_masked_wherever_they_stand() {
        let check = |text: &str, expected: &str| assert_eq!(masks().text(text), expected);
        check("x=hunter2-secret;", "x=***;");
        check("Authorization: Bearer abcdef123456", "Authorization: Bearer ***");
        check("\"Basic YWRtaW46c2VjcmV0\", a", "\"Basic ***\", a");
        check("Basic skills", "Basic skills");
        check("a banana", "a banana");
    }

    #[test]
    fn card_numbers_keep_their_last_four_digits() {
        let check = |text: &str, expected: &str| assert_eq!(masks().text(text), expected);
        check("4111111111111111", "***1111");
        check("card 4111 1111 1111 1111, 12/30", "card ***1111, 12/30");
        check("4111-1111-1111-1111 x", "***1111 x");
        check("2 4111111111111111", "2 ***1111");
        check("4111111111111111 123", "***1111 123");
        check("12-4111 1111 1111 1111 4111111111111111", "12-***1111 ***1111");
        check("4111111111111112", "4111111111111112");
        check("1700000000000", "1700000000000");
        check("ä 12 ü", "ä 12 ü");
    }
}
