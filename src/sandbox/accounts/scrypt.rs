//! Passwords as site archives have them: `$s0$PARAMETERS$SALT$HASH`, salt and hash in Base64. The parameters are
//! hexadecimal: how often as a power of two, then in two digits each the size of blocks and how many run side by side.

use base64::{Engine, prelude::BASE64_STANDARD};
use pkcs8::pkcs5::scrypt::{Params, scrypt};
use rand::random;
use secrecy::{ExposeSecret, SecretString};
use subtle::ConstantTimeEq;

/// Bytes of memory that a check may take.
const MOST_MEMORY: u64 = 64 << 20;
/// An archive that has a password in plain words protects nothing; those here only can't be read by accident.
const CHEAPEST: u32 = 0x01_0101;

/// A hash with what is needed to check a password against it.
struct Hashed {
    params: Params,
    salt: Vec<u8>,
    hash: Vec<u8>,
}

/// Whether a text is such a hash, of a size that may be computed.
pub(super) fn is_hash(text: &str) -> bool {
    parsed(text).is_some()
}

/// Whether a password is the one that was hashed.
pub(super) fn matches(text: &str, password: &SecretString) -> bool {
    parsed(text).is_some_and(|Hashed { params, salt, hash }| {
        let found = derived(password, &salt, &params, hash.len());
        found.is_some_and(|found| found.ct_eq(&hash).into())
    })
}

/// The hash of a password that stood in plain words.
pub(super) fn of_plain(password: &SecretString) -> Option<String> {
    let salt: [u8; 16] = random();
    let hash = derived(password, &salt, &params(CHEAPEST)?, 32)?;
    let [salt, hash] = [&salt[..], &hash].map(|bytes| BASE64_STANDARD.encode(bytes));
    Some(format!("$s0${CHEAPEST:x}${salt}${hash}"))
}

fn parsed(text: &str) -> Option<Hashed> {
    let mut parts = text.strip_prefix("$s0$")?.split('$');
    let number = u32::from_str_radix(parts.next()?, 16).ok()?;
    let mut bytes = || BASE64_STANDARD.decode(parts.next()?).ok();
    let (salt, hash) = (bytes()?, bytes()?);
    let is_whole = parts.next().is_none() && (16..=64).contains(&hash.len());
    Some(Hashed { params: params(number)?, salt, hash }).filter(|_| is_whole)
}

fn params(number: u32) -> Option<Params> {
    let [high, power, r, p] = number.to_be_bytes();
    let memory = (1_u64 << power.min(32)) * u64::from(r) * 128;
    let may = high == 0 && memory <= MOST_MEMORY && p <= 16;
    may.then(|| Params::new(power, r.into(), p.into()).ok())?
}

fn derived(
    password: &SecretString,
    salt: &[u8],
    params: &Params,
    length: usize,
) -> Option<Vec<u8>> {
    let mut hash = vec![0; length];
    scrypt(password.expose_secret().as_bytes(), salt, params, &mut hash).ok()?;
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `secret`, hashed 2^4 times in blocks of 8 by another library.
    const SECRET: &str =
        "$s0$40801$AAECAwQFBgcICQoLDA0ODw==$FBYrbyejpsRMOOxNjJ4WhxLlIIkIxp/izmMfHJ7w9YU=";

    #[test]
    fn a_password_is_checked_against_an_archives_hash() {
        for (text, password, expected) in [
            (SECRET, "secret", true),
            (SECRET, "Secret", false),
            (&SECRET.replace("40801", "40802"), "secret", false),
            ("$s0$40801$AAECAwQFBgcICQoLDA0ODw==", "secret", false),
            ("secret", "secret", false),
        ] {
            assert_eq!(matches(text, &password.into()), expected, "{text}");
        }
        let own = of_plain(&"green tea".into()).expect("hashed");
        assert!(matches(&own, &"green tea".into()) && !matches(&own, &"black tea".into()));
        assert!(!own.contains("green"));
    }

    #[test]
    fn what_takes_too_much_memory_is_no_hash() {
        for (parameters, expected) in [
            ("40801", true),
            ("e0801", true),
            ("10_0801", false),
            ("200801", false),
            ("ff01ff", false),
            ("0", false),
            ("1000e0801", false),
        ] {
            assert_eq!(is_hash(&SECRET.replace("40801", parameters)), expected, "{parameters}");
        }
    }
}
