//! Ciphers by their names in the Java world, `AES/CBC/PKCS5Padding`.

use super::{
    Ask, HostError, bytes,
    java_rsa::{self, MessageDigest},
    keys::{broken, check_length, too_long, wrong_key},
    unknown,
};
use aes::{Aes128, Aes192, Aes256};
use aws_lc_rs::{
    aead::{AES_128_GCM, AES_192_GCM, AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    cipher::{
        AES_128, AES_192, AES_256, DecryptionContext, PaddedBlockDecryptingKey,
        PaddedBlockEncryptingKey, UnboundCipherKey,
    },
    rsa::{
        OAEP_SHA1_MGF1SHA1, OaepPrivateDecryptingKey, OaepPublicEncryptingKey,
        Pkcs1PrivateDecryptingKey, Pkcs1PublicEncryptingKey, PrivateDecryptingKey,
        PublicEncryptingKey,
    },
};
use cbc::{
    Decryptor, Encryptor,
    cipher::{
        BlockModeDecrypt, BlockModeEncrypt, KeyIvInit,
        block_padding::{NoPadding, Pkcs7},
    },
};
use des::TdesEde3;

/// What is done with a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Encrypt,
    Decrypt,
}

/// What a question names.
struct Given {
    way: Way,
    data: Vec<u8>,
    key: Vec<u8>,
    vector: Vec<u8>,
}

pub(super) fn encrypted(ask: &Ask<'_>) -> Result<Vec<u8>, HostError> {
    done(ask, Way::Encrypt)
}

pub(super) fn decrypted(ask: &Ask<'_>) -> Result<Vec<u8>, HostError> {
    done(ask, Way::Decrypt)
}

/// `AES` alone is short for `AES/ECB/PKCS5Padding`, as in Java.
fn done(ask: &Ask<'_>, way: Way) -> Result<Vec<u8>, HostError> {
    let named = ask.text("transformation")?;
    let upper = named.to_uppercase();
    let mut parts = upper.split('/');
    let algorithm = parts.next().unwrap_or_default();
    let (mode, padding) = (parts.next().unwrap_or("ECB"), parts.next().unwrap_or("PKCS5PADDING"));
    let given = Given {
        way,
        data: bytes(ask, "data")?,
        key: bytes(ask, "key")?,
        vector: bytes(ask, "vector")?,
    };
    match (algorithm, mode, padding) {
        ("AES", "GCM", "NOPADDING") => gcm(given),
        ("AES", "ECB", "PKCS5PADDING" | "PKCS7PADDING") => ecb(given),
        ("AES", "CBC", padding) => match given.key.len() {
            16 => cbc::<Encryptor<Aes128>, Decryptor<Aes128>>(&given, padding),
            24 => cbc::<Encryptor<Aes192>, Decryptor<Aes192>>(&given, padding),
            32 => cbc::<Encryptor<Aes256>, Decryptor<Aes256>>(&given, padding),
            _ => Err(wrong_key()),
        },
        ("DESEDE", "CBC", padding) => {
            cbc::<Encryptor<TdesEde3>, Decryptor<TdesEde3>>(&given, padding)
        }
        ("RSA", _, padding) => match padding_of_rsa(padding) {
            Some(padding) => rsa(&given, padding),
            None => Err(unknown(named)),
        },
        _ => Err(unknown(named)),
    }
}

fn cbc<E, D>(given: &Given, padding: &str) -> Result<Vec<u8>, HostError>
where
    E: KeyIvInit + BlockModeEncrypt,
    D: KeyIvInit + BlockModeDecrypt,
{
    let (key, vector, data) = (&given.key, &given.vector, &given.data);
    let is_padded = match padding {
        "PKCS5PADDING" | "PKCS7PADDING" => true,
        "NOPADDING" => false,
        _ => return Err(unknown(padding)),
    };
    match given.way {
        Way::Encrypt => {
            let cipher = E::new_from_slices(key, vector).map_err(|_| wrong_key())?;
            if is_padded {
                return Ok(cipher.encrypt_padded_vec::<Pkcs7>(data));
            }
            if data.len() % E::block_size() != 0 {
                return Err(HostError::new("Without padding a message has whole blocks only"));
            }
            Ok(cipher.encrypt_padded_vec::<NoPadding>(data))
        }
        Way::Decrypt => {
            let cipher = D::new_from_slices(key, vector).map_err(|_| wrong_key())?;
            let decrypted = if is_padded {
                cipher.decrypt_padded_vec::<Pkcs7>(data)
            } else {
                cipher.decrypt_padded_vec::<NoPadding>(data)
            };
            decrypted.map_err(|_| broken())
        }
    }
}

fn ecb(given: Given) -> Result<Vec<u8>, HostError> {
    let algorithm = match given.key.len() {
        16 => &AES_128,
        24 => &AES_192,
        32 => &AES_256,
        _ => return Err(wrong_key()),
    };
    let key = UnboundCipherKey::new(algorithm, &given.key).map_err(|_| wrong_key())?;
    let mut message = given.data;
    if given.way == Way::Encrypt {
        let key = PaddedBlockEncryptingKey::ecb_pkcs7(key).map_err(|_| wrong_key())?;
        key.encrypt(&mut message).map_err(|_| wrong_key())?;
        return Ok(message);
    }
    let key = PaddedBlockDecryptingKey::ecb_pkcs7(key).map_err(|_| wrong_key())?;
    let length = key.decrypt(&mut message, DecryptionContext::None).map_err(|_| broken())?.len();
    message.truncate(length);
    Ok(message)
}

/// The code that proves the message stands behind it.
fn gcm(given: Given) -> Result<Vec<u8>, HostError> {
    let algorithm = match given.key.len() {
        16 => &AES_128_GCM,
        24 => &AES_192_GCM,
        32 => &AES_256_GCM,
        _ => return Err(wrong_key()),
    };
    let key = LessSafeKey::new(UnboundKey::new(algorithm, &given.key).map_err(|_| wrong_key())?);
    let nonce = Nonce::try_assume_unique_for_key(&given.vector).map_err(|_| wrong_key())?;
    let mut message = given.data;
    if given.way == Way::Encrypt {
        key.seal_in_place_append_tag(nonce, Aad::empty(), &mut message).map_err(|_| wrong_key())?;
        return Ok(message);
    }
    let length = key.open_in_place(nonce, Aad::empty(), &mut message).map_err(|_| broken())?.len();
    message.truncate(length);
    Ok(message)
}

/// What a message is filled up with.
enum Padding {
    Pkcs1,
    /// SHA-1 for both of its digests.
    Oaep,
    /// A digest for the message, and SHA-1 for the mask, as Java has it unless it is told otherwise.
    OaepWith(MessageDigest),
}

fn padding_of_rsa(name: &str) -> Option<Padding> {
    Some(match name {
        "PKCS1PADDING" | "PKCS5PADDING" => Padding::Pkcs1,
        "OAEPPADDING" | "OAEPWITHSHA-1ANDMGF1PADDING" | "OAEPWITHSHA1ANDMGF1PADDING" => {
            Padding::Oaep
        }
        "OAEPWITHSHA-256ANDMGF1PADDING" => Padding::OaepWith(MessageDigest::Sha256),
        "OAEPWITHSHA-384ANDMGF1PADDING" => Padding::OaepWith(MessageDigest::Sha384),
        "OAEPWITHSHA-512ANDMGF1PADDING" => Padding::OaepWith(MessageDigest::Sha512),
        _ => return None,
    })
}

/// A public key encrypts, a private one (PKCS #8) decrypts.
fn rsa(given: &Given, padding: Padding) -> Result<Vec<u8>, HostError> {
    let Given { way, data, key, .. } = given;
    check_length(key)?;
    match (padding, way) {
        (Padding::OaepWith(digest), Way::Encrypt) => java_rsa::encrypted(digest, key, data),
        (Padding::OaepWith(digest), Way::Decrypt) => java_rsa::decrypted(digest, key, data),
        (padding, Way::Encrypt) => {
            let key = PublicEncryptingKey::from_der(key).map_err(|_| wrong_key())?;
            let mut message = vec![0; key.key_size_bytes()];
            if matches!(padding, Padding::Oaep) {
                let key = OaepPublicEncryptingKey::new(key).map_err(|_| wrong_key())?;
                key.encrypt(&OAEP_SHA1_MGF1SHA1, data, &mut message, None)
                    .map_err(|_| too_long())?;
            } else {
                let key = Pkcs1PublicEncryptingKey::new(key).map_err(|_| wrong_key())?;
                key.encrypt(data, &mut message).map_err(|_| too_long())?;
            }
            Ok(message)
        }
        (padding, Way::Decrypt) => {
            let key = PrivateDecryptingKey::from_pkcs8(key).map_err(|_| wrong_key())?;
            let mut message = vec![0; key.key_size_bytes()];
            let length = if matches!(padding, Padding::Oaep) {
                let key = OaepPrivateDecryptingKey::new(key).map_err(|_| wrong_key())?;
                key.decrypt(&OAEP_SHA1_MGF1SHA1, data, &mut message, None).map(|it| it.len())
            } else {
                let key = Pkcs1PrivateDecryptingKey::new(key).map_err(|_| wrong_key())?;
                key.decrypt(data, &mut message).map(|it| it.len())
            };
            message.truncate(length.map_err(|_| broken())?);
            Ok(message)
        }
    }
}
