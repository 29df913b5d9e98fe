//! A client certificate with its key, out of PEM or PKCS#12.

use p12_keystore::{CertificateBag, Pkcs12Archive, PrivateKeyBag};
use pkcs8::{EncryptedPrivateKeyInfoRef, SecretDocument};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::sign::CertifiedKey;
use secrecy::{ExposeSecret, SecretString};
use std::fmt;
use std::sync::Arc;

/// What the client shows to servers that ask for a certificate; its key can't be printed.
#[derive(Clone)]
pub struct Identity(pub(super) Arc<CertifiedKey>);

/// Why a file holds no usable identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// No PEM of a certificate, or none that can be read.
    #[error("it holds no certificate that can be read")]
    NoCertificate,
    /// No PEM of a private key, or none that can be read.
    #[error("there is no private key that can be read")]
    NoKey,
    /// A passphrase protects it, and there is none.
    #[error("a passphrase protects it, and none is given")]
    Encrypted,
    /// Another passphrase than the file's.
    #[error("the passphrase does not open it")]
    Passphrase,
    /// Neither PEM nor PKCS#12 in DER.
    #[error("it is neither PEM nor a PKCS#12 file")]
    Unknown,
    /// PKCS#12 that is protected in a way that isn't supported.
    #[error("it is protected by an algorithm that isn't supported")]
    Unsupported,
    /// Certificate and key are halves of two identities.
    #[error("the private key is not that of the certificate")]
    Mismatch,
}

impl Identity {
    /// Reads certificates, the own one first, and a key (PKCS#8, which may be encrypted, PKCS#1 or
    /// SEC 1) in PEM.
    pub fn from_pem(
        certificates: &[u8],
        key: &[u8],
        passphrase: Option<&SecretString>,
    ) -> Result<Self, IdentityError> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(certificates).collect();
        let chain = chain.map_err(|_| IdentityError::NoCertificate)?;
        let key = match encrypted_key(key) {
            Some(pem) => decrypted(pem, passphrase.ok_or(IdentityError::Encrypted)?)?,
            None => PrivateKeyDer::from_pem_slice(key).map_err(|_| IdentityError::NoKey)?,
        };
        Self::of(chain, key)
    }

    /// Reads PKCS#12 in DER, modern (PBES2) or old (3DES, RC2). Without a passphrase the empty one
    /// is tried.
    pub fn from_pkcs12(
        der: &[u8],
        passphrase: Option<&SecretString>,
    ) -> Result<Self, IdentityError> {
        let secret = passphrase.map_or("", ExposeSecret::expose_secret);
        let archive = Pkcs12Archive::from_pkcs12(der, secret).map_err(|error| {
            let problem = pkcs12_problem(&error);
            let is_locked = problem == IdentityError::Passphrase && passphrase.is_none();
            if is_locked { IdentityError::Encrypted } else { problem }
        })?;
        if archive.keys.is_empty() {
            return Err(IdentityError::NoKey);
        }
        let of_key = |key| own_first(key, &archive.certs).map(move |own| (key, own));
        let candidates = archive.keys.iter().flat_map(of_key);
        let mut problem = IdentityError::NoCertificate;
        for (PrivateKeyBag { key, .. }, own) in candidates {
            let key = PrivatePkcs8KeyDer::from(key.as_der().to_vec());
            match Self::of(chain(own, &archive.certs), key.into()) {
                Ok(identity) => return Ok(identity),
                Err(error) => problem = error,
            }
        }
        Err(problem)
    }

    fn of(
        chain: Vec<CertificateDer<'static>>,
        key: PrivateKeyDer<'static>,
    ) -> Result<Self, IdentityError> {
        if chain.is_empty() {
            return Err(IdentityError::NoCertificate);
        }
        let provider = super::crypto::provider();
        let certified = CertifiedKey::from_der(chain, key, &provider);
        certified.map(|key| Self(Arc::new(key))).map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => IdentityError::Mismatch,
            rustls::Error::InvalidCertificate(_) => IdentityError::NoCertificate,
            _ => IdentityError::NoKey,
        })
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identity([REDACTED])")
    }
}

/// Whether bytes are PEM rather than DER.
pub fn is_pem(bytes: &[u8]) -> bool {
    bytes.windows(11).any(|window| window == b"-----BEGIN ")
}

fn encrypted_key(pem: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(pem).ok()?;
    text.find("-----BEGIN ENCRYPTED PRIVATE KEY").map(|start| &text[start..])
}

fn decrypted(
    pem: &str,
    passphrase: &SecretString,
) -> Result<PrivateKeyDer<'static>, IdentityError> {
    let (_, der) = SecretDocument::from_pem(pem).map_err(|_| IdentityError::NoKey)?;
    let key = EncryptedPrivateKeyInfoRef::try_from(der.as_bytes());
    let plain = key.map_err(|_| IdentityError::NoKey)?.decrypt(passphrase.expose_secret());
    let plain = plain.map_err(|_| IdentityError::Passphrase)?;
    Ok(PrivatePkcs8KeyDer::from(plain.as_bytes().to_vec()).into())
}

fn pkcs12_problem(error: &p12_keystore::error::Error) -> IdentityError {
    use p12_keystore::error::Error as E;
    match error {
        // Without a checksum a wrong passphrase shows when the text makes no sense.
        E::MacError(_) | E::UnpadError | E::Pkcs5Error(_) => IdentityError::Passphrase,
        E::UnsupportedEncryptionScheme | E::UnsupportedMacAlgorithm | E::UnsupportedContentType => {
            IdentityError::Unsupported
        }
        E::InvalidPrivateKey => IdentityError::NoKey,
        E::X509Error(_) | E::UnsupportedCertificateType => IdentityError::NoCertificate,
        _ => IdentityError::Unknown,
    }
}

/// The certificates that may be the key's, those that are marked so first.
fn own_first<'a>(
    key: &'a PrivateKeyBag,
    certificates: &'a [CertificateBag],
) -> impl Iterator<Item = &'a CertificateBag> {
    let id = key.local_key_id.as_ref().map(AsRef::<[u8]>::as_ref);
    let is_marked = move |bag: &&CertificateBag| id.is_some() && bag.local_key_id.as_deref() == id;
    let others = certificates.iter().filter(move |bag| !is_marked(bag));
    certificates.iter().filter(is_marked).chain(others)
}

/// The certificate and those that signed it, as far as they are there; a root isn't sent.
fn chain(own: &CertificateBag, all: &[CertificateBag]) -> Vec<CertificateDer<'static>> {
    let mut chain = vec![&own.cert];
    while let Some(last) = chain.last()
        && let Some(issuer) = all
            .iter()
            .map(|bag| &bag.cert)
            .find(|cert| cert.subject() == last.issuer() && cert.issuer() != cert.subject())
        && !chain.contains(&issuer)
    {
        chain.push(issuer);
    }
    chain.iter().map(|cert| CertificateDer::from(cert.as_der().to_vec())).collect()
}
