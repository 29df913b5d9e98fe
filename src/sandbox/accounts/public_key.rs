//! RSA public keys of clients that sign assertions (section 5.3).

use aws_lc_rs::{
    rsa::PublicKey as RsaKey,
    signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use std::fmt;
use thiserror::Error;

/// The smallest modulus, in bits.
const MODULUS: u32 = 2048;

/// An RSA key of 2048 bits at least, as DER.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicKey(Vec<u8>);

/// Why a text is no usable key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PublicKeyError {
    /// Neither a PEM block nor Base64.
    #[error("it is neither PEM nor Base64")]
    Unreadable,
    /// Neither a public RSA key nor a certificate of one.
    #[error("it holds no RSA public key and no certificate of one")]
    NoKey,
    /// Too easy to break.
    #[error("the RSA key has {0} bits, at least 2048 are needed")]
    Short(u32),
}

impl PublicKey {
    /// Reads a PEM public key, an X.509 certificate in PEM, or the Base64 DER of either.
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        let der = decode(text).ok_or(PublicKeyError::Unreadable)?;
        let is_key = |der: &&[u8]| RsaKey::from_der(der).is_ok();
        let candidates = [Some(der.as_slice()), certified_key(&der)];
        let key = candidates.into_iter().flatten().find(is_key).ok_or(PublicKeyError::NoKey)?;
        match modulus(key) {
            bits if bits < MODULUS => Err(PublicKeyError::Short(bits)),
            _ => Ok(Self(key.to_vec())),
        }
    }

    /// Whether the key's owner has signed the message, by RSA PKCS #1 with SHA-256 (RS256).
    pub fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &self.0);
        key.verify(message, signature).is_ok()
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({} bits)", modulus(&self.0))
    }
}

/// 0 when it is no key.
fn modulus(der: &[u8]) -> u32 {
    let Ok(key) = RsaKey::from_der(der) else { return 0 };
    let bytes = key.modulus().big_endian_without_leading_zero();
    let unused = bytes.first().map_or(0, |first| first.leading_zeros());
    u32::try_from(bytes.len() * 8).unwrap_or(u32::MAX).saturating_sub(unused)
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let body = match text.split_once("-----BEGIN ") {
        Some((_, block)) => block.split_once("-----")?.1.split_once("-----END ")?.0,
        None => text,
    };
    let body: String = body.split_whitespace().collect();
    BASE64_STANDARD.decode(body).ok().filter(|der| !der.is_empty())
}

/// The key of an X.509 certificate (RFC 5280, 4.1): the sixth field of what is signed, not counting
/// the version. The signature isn't looked at: whoever wrote the settings vouches for the key.
fn certified_key(der: &[u8]) -> Option<&[u8]> {
    const SEQUENCE: u8 = 0x30;
    const VERSION: u8 = 0xa0;
    let (certificate, _) = Element::read(der)?.open(SEQUENCE)?;
    let (mut fields, _) = Element::read(certificate)?.open(SEQUENCE)?;
    if fields.first() == Some(&VERSION) {
        fields = Element::read(fields)?.rest;
    }
    for _ in ["serial number", "signature", "issuer", "validity", "subject"] {
        fields = Element::read(fields)?.rest;
    }
    Some(Element::read(fields)?.whole)
}

/// A DER element and what follows it.
struct Element<'a> {
    whole: &'a [u8],
    content: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Element<'a> {
    fn read(der: &'a [u8]) -> Option<Self> {
        let (&[_, first], after) = der.split_first_chunk::<2>()?;
        let (length, header) = match first {
            0..=0x7f => (usize::from(first), 2),
            0x81..=0x84 => {
                let count = usize::from(first & 0x7f);
                let bytes = after.get(..count)?;
                let length = bytes.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
                (length, 2 + count)
            }
            _ => return None,
        };
        let end = header.checked_add(length)?;
        Some(Self { whole: der.get(..end)?, content: &der[header..end], rest: &der[end..] })
    }

    fn open(self, tag: u8) -> Option<(&'a [u8], &'a [u8])> {
        (self.whole.first() == Some(&tag)).then_some((self.content, self.rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_lc_rs::{
        encoding::AsDer,
        rand::SystemRandom,
        rsa::{KeyPair, KeySize},
        signature::{KeyPair as _, RSA_PKCS1_SHA256},
    };

    fn pem(name: &str, der: &[u8]) -> String {
        let base64 = BASE64_STANDARD.encode(der);
        let lines: Vec<_> = base64.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
        format!("-----BEGIN {name}-----\n{}\n-----END {name}-----\n", lines.join("\n"))
    }

    #[test]
    fn every_documented_form_is_read() {
        let pair = KeyPair::generate(KeySize::Rsa2048).expect("a key");
        let der = pair.public_key().as_der().expect("a key").as_ref().to_vec();
        let signing = rcgen::KeyPair::try_from(
            AsDer::<aws_lc_rs::encoding::Pkcs8V1Der<'_>>::as_der(&pair).expect("a key").as_ref(),
        )
        .expect("a key");
        let parameters = rcgen::CertificateParams::new(vec!["client".into()]).expect("a name");
        let certificate = parameters.self_signed(&signing).expect("a certificate");

        let mut signature = vec![0; pair.public_modulus_len()];
        pair.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), b"text", &mut signature)
            .expect("signed");
        for text in [
            pem("PUBLIC KEY", &der),
            BASE64_STANDARD.encode(&der),
            pem("RSA PUBLIC KEY", pair.public_key().as_ref()),
            certificate.pem(),
            BASE64_STANDARD.encode(certificate.der()),
            certificate.pem().replace('\n', "\r\n"),
            format!("Bag Attributes\n    friendlyName: x\n{}", certificate.pem()),
        ] {
            let key = PublicKey::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert!(key.has_signed(b"text", &signature));
            assert!(!key.has_signed(b"Text", &signature));
            assert!(!key.has_signed(b"text", &signature[1..]));
        }
    }

    #[test]
    fn other_texts_say_what_is_wrong() {
        for (text, error) in [
            ("", PublicKeyError::Unreadable),
            ("not base64!", PublicKeyError::Unreadable),
            ("AAAA", PublicKeyError::NoKey),
            ("MIIBCgKC", PublicKeyError::NoKey),
            ("-----BEGIN PUBLIC KEY-----", PublicKeyError::Unreadable),
            (SHORT, PublicKeyError::Short(1024)),
        ] {
            assert_eq!(PublicKey::parse(text), Err(error), "{text}");
        }
    }

    /// A key of 1024 bits.
    const SHORT: &str = "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC3MEo0VTYB11BoHo1ILihj6qY+NhXjdedQOZgKo1xdGgILCIt6YBVsifdNuEhov3/KoUxpaq7N8fr6AY62qMJK1t3PpMt/YqZ07k4AoyBAlqYz3pRtqgLD0kOvQ4h4zf/Zy9YS1dNjoKqB8TKwgdlJnEuKUZck+Ohp65EFk/UOfQIDAQAB";
}
