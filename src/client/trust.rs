//! Which server certificates are believed.

use super::chain;
use super::config::Trust;
use super::crypto::provider;
use super::error::ClientError;
use crate::api::fingerprint::Fingerprint;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, DigitallySignedStruct, Error, OtherError, RootCertStore, SignatureScheme,
};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use x509_parser::certificate::X509Certificate;
use x509_parser::prelude::FromDer;

type Certificates = Vec<CertificateDer<'static>>;

/// What believes as `trust` says when a server called `host` is asked.
pub(super) fn verifier(trust: &Trust, host: &str) -> Result<Verifier, ClientError> {
    let belief = match trust {
        Trust::System => Belief::Authorities { known: Vec::new(), chain: system(Vec::new())? },
        Trust::Also(pem) => {
            let known = certificates(pem)?;
            Belief::Authorities { chain: system(known.clone())?, known }
        }
        Trust::Only(pem) => {
            let known = certificates(pem)?;
            Belief::Authorities { chain: only(known.clone())?, known }
        }
        Trust::Pinned(pin) => {
            let host = ServerName::try_from(host.trim_matches(['[', ']']).to_owned());
            let host = host.map_err(|error| unusable("host name", &error))?;
            Belief::Pinned { host, pin: *pin }
        }
        Trust::Anyone => Belief::Anyone,
    };
    Ok(Verifier { belief, provider: provider() })
}

fn system(own: Certificates) -> Result<Arc<dyn ServerCertVerifier>, ClientError> {
    let verifier = rustls_platform_verifier::Verifier::new_with_extra_roots(own, provider());
    Ok(Arc::new(verifier.map_err(|error| unusable("list of certificate authorities", &error))?))
}

fn only(own: Certificates) -> Result<Arc<dyn ServerCertVerifier>, ClientError> {
    let mut roots = RootCertStore::empty();
    for certificate in own {
        roots.add(certificate).map_err(|error| unusable("CA file", &error))?;
    }
    let verifier = WebPkiServerVerifier::builder_with_provider(roots.into(), provider()).build();
    Ok(verifier.map_err(|error| unusable("CA file", &error))?)
}

pub(super) fn certificates(pem: &[u8]) -> Result<Certificates, ClientError> {
    let found: Result<Certificates, _> = CertificateDer::pem_slice_iter(pem).collect();
    let found = found.map_err(|error| unusable("CA file", &error))?;
    if found.is_empty() {
        let problem = "the CA file holds no PEM certificate".to_owned();
        return Err(ClientError::Configuration { problem });
    }
    Ok(found)
}

fn unusable(what: &str, error: &(dyn std::error::Error + 'static)) -> ClientError {
    let innermost = chain::innermost(error);
    ClientError::Configuration { problem: format!("the {what} can't be used: {innermost}") }
}

/// Believes, and checks that the certificate's owner is who answers.
#[derive(Debug)]
pub(super) struct Verifier {
    belief: Belief,
    provider: Arc<CryptoProvider>,
}

#[derive(Debug)]
enum Belief {
    /// Chains; and besides them the certificates of the CA file themselves, for a server may show
    /// one that it signed for itself. Its names and dates count all the same.
    Authorities { known: Certificates, chain: Arc<dyn ServerCertVerifier> },
    /// One certificate alone, whoever signed it and whatever it says of names and dates.
    Pinned { host: ServerName<'static>, pin: Fingerprint },
    /// Everybody, unseen.
    Anyone,
}

/// Another certificate than the pinned one.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the certificate is another one than the pinned one")]
pub(super) struct NotPinned(pub(super) Fingerprint);

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        own: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match &self.belief {
            Belief::Authorities { known, .. } if known.iter().any(|it| **it == **own) => {
                check_dates(own, now)?;
                verify_server_name(&ParsedCertificate::try_from(own)?, server_name)?;
            }
            Belief::Authorities { chain, .. } => {
                chain.verify_server_cert(own, intermediates, server_name, ocsp_response, now)?;
            }
            Belief::Pinned { host, pin } => {
                let shown = fingerprint(own);
                if shown != *pin || server_name != host {
                    return Err(
                        CertificateError::Other(OtherError(Arc::new(NotPinned(shown)))).into()
                    );
                }
            }
            Belief::Anyone => {}
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if matches!(self.belief, Belief::Anyone) {
            return Ok(HandshakeSignatureValid::assertion());
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if matches!(self.belief, Belief::Anyone) {
            return Ok(HandshakeSignatureValid::assertion());
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

fn check_dates(certificate: &CertificateDer<'_>, now: UnixTime) -> Result<(), Error> {
    let parsed = X509Certificate::from_der(certificate);
    let (_, parsed) = parsed.map_err(|_| CertificateError::BadEncoding)?;
    let now = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
    let validity = parsed.validity();
    if now < validity.not_before.timestamp() {
        return Err(CertificateError::NotValidYet.into());
    }
    if now > validity.not_after.timestamp() {
        return Err(CertificateError::Expired.into());
    }
    Ok(())
}

fn fingerprint(certificate: &[u8]) -> Fingerprint {
    Fingerprint(Sha256::digest(certificate).into())
}
