//! Signatures by their names in the Java world, `SHA256withRSA`.

use super::{
    Ask, HostError, bytes, java_rsa,
    keys::{check_length, refused},
    unknown,
};
use aws_lc_rs::{
    rand::SystemRandom,
    signature as kinds,
    signature::{EcdsaKeyPair, RsaKeyPair, UnparsedPublicKey, VerificationAlgorithm},
};

/// How a name is signed and verified.
enum Kind {
    Rsa(&'static dyn kinds::RsaEncoding, &'static kinds::RsaParameters),
    Ecdsa(&'static kinds::EcdsaSigningAlgorithm, &'static kinds::EcdsaVerificationAlgorithm),
    /// With SHA-1.
    Old(&'static kinds::RsaParameters),
}

fn kind(ask: &Ask<'_>) -> Result<Kind, HostError> {
    let named = ask.text("algorithm")?;
    Ok(match named.to_uppercase().as_str() {
        "SHA1WITHRSA" => Kind::Old(&kinds::RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY),
        "SHA256WITHRSA" => Kind::Rsa(&kinds::RSA_PKCS1_SHA256, &kinds::RSA_PKCS1_2048_8192_SHA256),
        "SHA384WITHRSA" => Kind::Rsa(&kinds::RSA_PKCS1_SHA384, &kinds::RSA_PKCS1_2048_8192_SHA384),
        "SHA512WITHRSA" => Kind::Rsa(&kinds::RSA_PKCS1_SHA512, &kinds::RSA_PKCS1_2048_8192_SHA512),
        "SHA256WITHRSA/PSS" => Kind::Rsa(&kinds::RSA_PSS_SHA256, &kinds::RSA_PSS_2048_8192_SHA256),
        "SHA384WITHRSA/PSS" => Kind::Rsa(&kinds::RSA_PSS_SHA384, &kinds::RSA_PSS_2048_8192_SHA384),
        "SHA512WITHRSA/PSS" => Kind::Rsa(&kinds::RSA_PSS_SHA512, &kinds::RSA_PSS_2048_8192_SHA512),
        "SHA256WITHECDSA" => {
            Kind::Ecdsa(&kinds::ECDSA_P256_SHA256_ASN1_SIGNING, &kinds::ECDSA_P256_SHA256_ASN1)
        }
        "SHA384WITHECDSA" => {
            Kind::Ecdsa(&kinds::ECDSA_P384_SHA384_ASN1_SIGNING, &kinds::ECDSA_P384_SHA384_ASN1)
        }
        "SHA512WITHECDSA" => {
            Kind::Ecdsa(&kinds::ECDSA_P521_SHA512_ASN1_SIGNING, &kinds::ECDSA_P521_SHA512_ASN1)
        }
        _ => return Err(unknown(named)),
    })
}

/// Signs with a private key in PKCS #8.
pub(super) fn signed(ask: &Ask<'_>) -> Result<Vec<u8>, HostError> {
    let (key, data) = (bytes(ask, "key")?, bytes(ask, "data")?);
    check_length(&key)?;
    let random = SystemRandom::new();
    match kind(ask)? {
        Kind::Rsa(encoding, _) => {
            let pair = RsaKeyPair::from_pkcs8(&key).map_err(|cause| refused(&cause))?;
            let mut signature = vec![0; pair.public_modulus_len()];
            pair.sign(encoding, &random, &data, &mut signature).map_err(|cause| refused(&cause))?;
            Ok(signature)
        }
        Kind::Ecdsa(algorithm, _) => {
            let pair =
                EcdsaKeyPair::from_pkcs8(algorithm, &key).map_err(|cause| refused(&cause))?;
            let signature = pair.sign(&random, &data).map_err(|cause| refused(&cause))?;
            Ok(signature.as_ref().to_vec())
        }
        Kind::Old(_) => java_rsa::signed(&key, &data),
    }
}

/// Whether a signature is that of a public key.
pub(super) fn verified(ask: &Ask<'_>) -> Result<bool, HostError> {
    let (key, data, signature) =
        (bytes(ask, "key")?, bytes(ask, "data")?, bytes(ask, "signature")?);
    check_length(&key)?;
    let algorithm: &'static dyn VerificationAlgorithm = match kind(ask)? {
        Kind::Rsa(_, parameters) | Kind::Old(parameters) => parameters,
        Kind::Ecdsa(_, algorithm) => algorithm,
    };
    Ok(UnparsedPublicKey::new(algorithm, key).verify(&data, &signature).is_ok())
}
