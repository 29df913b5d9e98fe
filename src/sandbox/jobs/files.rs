//! The files of the platform's own steps: where they lie, and what they are.

use std::{
    fs::File,
    io::{self, Read},
};

/// A folder or file below another, as parameters name it: with or without slashes around it.
pub(super) fn below(root: &str, path: &str) -> String {
    let path = path.trim().trim_matches('/');
    if path.is_empty() { root.to_owned() } else { format!("{root}/{path}") }
}

/// Bytes at the beginning of a file in which its root element stands.
const HEAD: u64 = 8 << 10;

/// The root element of a file's beginning.
pub(super) fn root_of(head: &str) -> Option<&str> {
    let mut rest = head;
    loop {
        rest = &rest[rest.find('<')? + 1..];
        let end = match rest {
            it if it.starts_with("!--") => "-->",
            it if it.starts_with(['?', '!']) => ">",
            it => {
                return it
                    .split(|letter: char| letter.is_whitespace() || "/>".contains(letter))
                    .next();
            }
        };
        rest = &rest[rest.find(end)? + end.len()..];
    }
}

/// The beginning of a file.
pub(super) fn head(file: File) -> io::Result<String> {
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(String::from_utf8_lossy(&head).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_roots() {
        for (text, expected) in [
            ("<?xml version=\"1.0\"?>\n<!-- <a> -->\n<coupons xmlns=\"x\">", Some("coupons")),
            ("\u{feff}<stores/>", Some("stores")),
            ("<!DOCTYPE a>", None),
            ("", None),
        ] {
            assert_eq!(root_of(text), expected, "{text}");
        }
    }
}
