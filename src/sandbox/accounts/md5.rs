//! Passwords that a site archive has as MD5. As on the platform they are kept as the scrypt of it.

use base64::{Engine, prelude::BASE64_STANDARD};
use md5::{Digest, Md5};
use secrecy::{ExposeSecret, SecretString};
use std::fmt::Write;

/// Stands before the scrypt of an MD5.
const MARK: &str = "$md5";
/// Bytes of an MD5.
const LENGTH: usize = 16;

/// What is kept of an MD5 in hexadecimal digits or in Base64; nothing if the text is none.
pub(super) fn kept(text: &str) -> Option<String> {
    let digest = SecretString::from(digits(&parsed(text)?));
    Some(format!("{MARK}{}", super::scrypt::of_plain(&digest)?))
}

/// The scrypt in what is kept; nothing if it is none of an MD5.
pub(super) fn within(kept: &str) -> Option<&str> {
    kept.strip_prefix(MARK)
}

/// The MD5 of a password, as it was hashed again.
pub(super) fn of(password: &SecretString) -> SecretString {
    digits(&Md5::digest(password.expose_secret().as_bytes())).into()
}

fn parsed(text: &str) -> Option<Vec<u8>> {
    let is_hexadecimal = text.len() == 2 * LENGTH && text.bytes().all(|it| it.is_ascii_hexdigit());
    if is_hexadecimal {
        let byte = |at: usize| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok();
        return (0..LENGTH).map(byte).collect();
    }
    BASE64_STANDARD.decode(text).ok().filter(|bytes| bytes.len() == LENGTH)
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // A text takes everything.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use crate::sandbox::accounts::PasswordHash;

    #[test]
    fn a_password_is_checked_against_its_md5() {
        for (text, expected) in [
            ("5ebe2294ecd0e0f08eab7690d2a6ee69", true),
            ("5EBE2294ECD0E0F08EAB7690D2A6EE69", true),
            ("Xr4ilOzQ4PCOq3aQ0qbuaQ==", true),
            ("5ebe2294ecd0e0f08eab7690d2a6ee68", false),
        ] {
            let hash = PasswordHash::archived(text, true).expect(text);
            assert_eq!(hash.matches(&"secret".into()), expected, "{text}");
            assert!(!hash.matches(&text.into()), "the digest is no password");
        }
        for text in ["", "5ebe", "5ebe2294ecd0e0f08eab7690d2a6ee6x", "Xr4ilOzQ4PCOq3aQ0qbu"] {
            assert!(PasswordHash::archived(text, true).is_none(), "{text}");
        }
    }
}
