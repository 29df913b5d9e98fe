//! The local certificate authority: made at the first start, limited to loopback names, so that
//! trusting it gives nobody a way to pose as any other host.

mod certificates;
mod error;

pub use error::{AuthorityError, Flaw};

use crate::files::{self, Temporary};
use certificates::{CertificateError, authority_params, server_config, today};
use rcgen::{Issuer, KeyPair};
use rustls::{
    CertificateError as Problem, RootCertStore, ServerConfig,
    client::{WebPkiServerVerifier, danger::ServerCertVerifier},
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The names that reach this machine alone; certificates and the `Host` rule share them.
pub(super) const LOOPBACK_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// Files of an authority: what clients trust, and what nobody else may have.
pub(super) const CERTIFICATE: &str = "ca.pem";
pub(super) const KEY: &str = "ca-key.pem";

/// A certificate authority, the server's certificate by it, and the file that clients trust.
pub(super) struct Authority {
    /// What isn't kept ends with it.
    _temporary: Option<Temporary>,
    file: PathBuf,
    server: Arc<ServerConfig>,
}

impl Authority {
    /// Makes a fresh authority and writes its certificate (PEM, 0600 in a 0700 folder). Its key is
    /// never written.
    pub(super) fn create() -> Result<Self, AuthorityError> {
        let folder = Temporary::new("")
            .map_err(|source| AuthorityError::unwritable(&std::env::temp_dir(), source))?;
        let file = folder.path().join(CERTIFICATE);
        Self::fresh(new_key()?, file, Some(folder))
    }

    /// The authority that a folder keeps, made if there is none: clients trust it over restarts. One
    /// of which a part is missing or broken is left as it is.
    pub(super) fn kept(folder: &Path) -> Result<Self, AuthorityError> {
        let (key_file, file) = (folder.join(KEY), folder.join(CERTIFICATE));
        match (read(&key_file)?, read(&file)?) {
            (Some(key), Some(certificate)) => {
                let key = KeyPair::from_pem(&key)
                    .map_err(|_| AuthorityError::broken(&key_file, Flaw::NoKey))?;
                let certificate = CertificateDer::from_pem_slice(certificate.as_bytes())
                    .map_err(|_| AuthorityError::broken(&file, Flaw::NoCertificate))?;
                check(&key, &certificate).map_err(|flaw| AuthorityError::broken(&file, flaw))?;
                Self::with(key, &certificate, file, None)
            }
            // Another certificate for the same key is as good: clients go by name and key.
            (Some(key), None) => {
                let key = KeyPair::from_pem(&key)
                    .map_err(|_| AuthorityError::broken(&key_file, Flaw::NoKey))?;
                Self::fresh(key, file, None)
            }
            (None, Some(_)) => Err(AuthorityError::broken(&key_file, Flaw::Missing)),
            (None, None) => {
                let key = new_key()?;
                write_private(&key_file, &key.serialize_pem())?;
                Self::fresh(key, file, None)
            }
        }
    }

    /// Writes the certificate of an authority with this key.
    fn fresh(
        key: KeyPair,
        file: PathBuf,
        temporary: Option<Temporary>,
    ) -> Result<Self, AuthorityError> {
        let certificate =
            authority_params(today(), &key).and_then(|params| params.self_signed(&key));
        let certificate = certificate.map_err(CertificateError::from)?;
        write_private(&file, &certificate.pem())?;
        Self::with(key, certificate.der(), file, temporary)
    }

    fn with(
        key: KeyPair,
        certificate: &CertificateDer<'static>,
        file: PathBuf,
        temporary: Option<Temporary>,
    ) -> Result<Self, AuthorityError> {
        let params = authority_params(today(), &key).map_err(CertificateError::from)?;
        let server = server_config(today(), &Issuer::new(params, key), certificate)?;
        Ok(Self { _temporary: temporary, file, server: Arc::new(server) })
    }

    /// The authority's certificate, PEM.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// TLS 1.2 and 1.3 with the server's certificate.
    pub(super) fn server(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.server)
    }
}

fn new_key() -> Result<KeyPair, AuthorityError> {
    Ok(KeyPair::generate().map_err(CertificateError::from)?)
}

/// Whether clients that trust the certificate take what is signed with the key.
fn check(key: &KeyPair, authority: &CertificateDer<'static>) -> Result<(), Flaw> {
    let mut roots = RootCertStore::empty();
    roots.add(authority.clone()).map_err(|_| Flaw::NoCertificate)?;
    let provider = Arc::new(aws_lc_rs::default_provider());
    let verifier = WebPkiServerVerifier::builder_with_provider(roots.into(), provider);
    let verifier = verifier.build().map_err(|_| Flaw::NoCertificate)?;
    let name = ServerName::try_from(LOOPBACK_NAMES[0]).map_err(|_| Flaw::Foreign)?;
    let verify = |certificate: &CertificateDer<'_>| {
        let verdict = verifier.verify_server_cert(certificate, &[], &name, &[], UnixTime::now());
        verdict.map(drop).map_err(|error| flaw(&error))
    };
    // Nobody asks when the certificate of an authority ends, unless it stands for a server's.
    if verify(authority) == Err(Flaw::Ended) {
        return Err(Flaw::Ended);
    }
    verify(&certificates::sample(key).map_err(|_| Flaw::Foreign)?)
}

fn flaw(error: &rustls::Error) -> Flaw {
    match error {
        rustls::Error::InvalidCertificate(Problem::Expired | Problem::ExpiredContext { .. }) => {
            Flaw::Ended
        }
        _ => Flaw::Foreign,
    }
}

/// Nothing when there is no such file.
fn read(file: &Path) -> Result<Option<String>, AuthorityError> {
    match fs::read(file) {
        // What isn't text is no PEM either.
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(AuthorityError::Unreadable { file: file.to_owned(), source }),
    }
}

/// Whole or not at all, readable for its owner alone.
fn write_private(file: &Path, text: &str) -> Result<(), AuthorityError> {
    let created = files::create(file, text.as_bytes());
    created.map_err(|source| AuthorityError::unwritable(file, source))
}

#[cfg(test)]
mod tests;
