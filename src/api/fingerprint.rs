//! SHA-256 fingerprints of certificates, as people compare them.

use std::fmt::{self, Write as _};
use std::str::FromStr;

/// The SHA-256 of a certificate's DER form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(pub [u8; 32]);

/// A text that is no fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a fingerprint is the SHA-256 of the server's certificate, 64 hexadecimal digits with or without colons; `openssl x509 -in FILE -noout -fingerprint -sha256` shows it"
)]
pub struct FingerprintError;

impl FromStr for Fingerprint {
    type Err = FingerprintError;

    /// Reads 32 hexadecimal pairs with or without colons, after `SHA256:` or what `openssl x509
    /// -fingerprint` prints before them.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let digits = text.rsplit_once('=').map_or(text, |(_, digits)| digits);
        let prefix = digits.get(..7).filter(|prefix| prefix.eq_ignore_ascii_case("sha256:"));
        let digits = digits.strip_prefix(prefix.unwrap_or_default()).unwrap_or(digits);
        let digits: Vec<u8> = digits.bytes().filter(|byte| *byte != b':').collect();
        let mut bytes = [0; 32];
        if digits.len() != 2 * bytes.len() {
            return Err(FingerprintError);
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            let [high, low] = [pair[0], pair[1]].map(|digit| char::from(digit).to_digit(16));
            let value = high.zip(low).and_then(|(high, low)| u8::try_from(high << 4 | low).ok());
            *byte = value.ok_or(FingerprintError)?;
        }
        Ok(Self(bytes))
    }
}

/// Upper-case pairs with colons, as other programs show it.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_char(':')?;
            }
            write!(f, "{byte:02X}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_spelling_reads() {
        let mut bytes = [0xAB; 32];
        bytes[31] = 0x01;
        let colons = Fingerprint(bytes).to_string();
        assert!(colons.starts_with("AB:AB:") && colons.ends_with(":01"), "{colons}");
        let plain = colons.replace(':', "").to_lowercase();
        for text in [
            colons.clone(),
            plain.clone(),
            format!(" SHA256:{plain}\n"),
            format!("sha256 Fingerprint={colons}"),
        ] {
            assert_eq!(text.parse(), Ok(Fingerprint(bytes)), "{text}");
        }
    }

    #[test]
    fn anything_else_is_none() {
        let digits = "ab".repeat(32);
        for text in ["", "AB:CD", &digits[..62], &format!("{digits}ab"), &digits.replace('a', "g")]
        {
            assert_eq!(text.parse::<Fingerprint>(), Err(FingerprintError), "{text}");
        }
        assert_eq!("ä".repeat(32).parse::<Fingerprint>(), Err(FingerprintError));
    }
}
