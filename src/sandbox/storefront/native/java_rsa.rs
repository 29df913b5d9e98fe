//! RSA as the Java world has it and the library of the other ciphers doesn't: new signatures with SHA-1, and OAEP with
//! one digest for the message and SHA-1 for its mask.

use super::{
    HostError,
    keys::{broken, check_length, refused, too_long, wrong_key},
};
use rsa::{
    Oaep, Pkcs1v15Sign, PrivateKey, PublicKey,
    pkcs8::{DecodePrivateKey, DecodePublicKey},
    traits::PublicKeyParts,
};
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha384, Sha512, digest::FixedOutputReset};

/// Bytes of the shortest key that is taken: 2,048 bits.
const SHORTEST: usize = 256;
/// Bytes of the longest one, as in Java: 16,384 bits.
const LONGEST: usize = 2_048;

/// The digest of a message.
#[derive(Clone, Copy, Debug)]
pub(super) enum MessageDigest {
    Sha256,
    Sha384,
    Sha512,
}

/// Encrypts for who has the private key of this public one (`SubjectPublicKeyInfo`).
pub(super) fn encrypted(
    digest: MessageDigest,
    key: &[u8],
    message: &[u8],
) -> Result<Vec<u8>, HostError> {
    check_length(key)?;
    let key = PublicKey::from_public_key_der(key).map_err(|_| wrong_key())?;
    fits(&key)?;
    match digest {
        MessageDigest::Sha256 => encrypted_with::<Sha256>(&key, message),
        MessageDigest::Sha384 => encrypted_with::<Sha384>(&key, message),
        MessageDigest::Sha512 => encrypted_with::<Sha512>(&key, message),
    }
}

fn encrypted_with<D: Digest + FixedOutputReset>(
    key: &PublicKey,
    message: &[u8],
) -> Result<Vec<u8>, HostError> {
    let padding = Oaep::<D, Sha1>::new_with_mgf_hash();
    key.encrypt(&mut rand::rng(), padding, message).map_err(|_| too_long())
}

/// Decrypts with a private key in PKCS #8.
pub(super) fn decrypted(
    digest: MessageDigest,
    key: &[u8],
    message: &[u8],
) -> Result<Vec<u8>, HostError> {
    check_length(key)?;
    let key = PrivateKey::from_pkcs8_der(key).map_err(|_| wrong_key())?;
    fits(&key)?;
    match digest {
        MessageDigest::Sha256 => decrypted_with::<Sha256>(&key, message),
        MessageDigest::Sha384 => decrypted_with::<Sha384>(&key, message),
        MessageDigest::Sha512 => decrypted_with::<Sha512>(&key, message),
    }
}

fn decrypted_with<D: Digest + FixedOutputReset>(
    key: &PrivateKey,
    message: &[u8],
) -> Result<Vec<u8>, HostError> {
    let padding = Oaep::<D, Sha1>::new_with_mgf_hash();
    key.decrypt_blinded(&mut rand::rng(), padding, message).map_err(|_| broken())
}

/// Signs with SHA-1 and a private key in PKCS #8.
pub(super) fn signed(key: &[u8], data: &[u8]) -> Result<Vec<u8>, HostError> {
    check_length(key)?;
    let key = PrivateKey::from_pkcs8_der(key).map_err(|cause| refused(&cause))?;
    fits(&key)?;
    let padding = Pkcs1v15Sign::new::<Sha1>();
    let signed = key.sign_with_rng(&mut rand::rng(), padding, &Sha1::digest(data));
    signed.map_err(|cause| refused(&cause))
}

fn fits(key: &impl PublicKeyParts) -> Result<(), HostError> {
    match key.size() {
        SHORTEST..=LONGEST => Ok(()),
        size => {
            let bits = size * 8;
            Err(HostError::new(format!("The key has {bits} bits, but keys have 2048 to 16384")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_without_end_is_refused_unread() {
        let key = vec![0x30; 80_000];
        let all = [
            signed(&key, b"a"),
            encrypted(MessageDigest::Sha256, &key, b"a"),
            decrypted(MessageDigest::Sha256, &key, b"a"),
        ];
        for done in all {
            let HostError { message } = done.expect_err("too long");
            assert_eq!(message, "The key has more than 16384 bits");
        }
    }
}
