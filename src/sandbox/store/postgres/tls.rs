//! What a database's server has to prove.

use super::{
    address::{Address, AddressError, Encryption},
    failure::ConnectError,
};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
};
use rustls_platform_verifier::Verifier;
use std::{path::Path, sync::Arc};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Of an address's `sslmode` and `sslrootcert`. As libpq does, `require` with an authority demands its signature.
pub(super) fn connector(address: &Address) -> Result<MakeRustlsConnect, ConnectError> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let unusable = |error: String| ConnectError::Unusable(error);
    let authority = address.authority()?;
    let roots = authority.map(|(path, pem)| roots(path, &pem)).transpose()?;
    let name = match (address.encryption(), &roots) {
        (Encryption::VerifyFull, _) => Demand::Name,
        (Encryption::VerifyCa | Encryption::Require, Some(_)) => Demand::Signature,
        _ => Demand::Nothing,
    };
    let verifier: Arc<dyn ServerCertVerifier> = match (name, roots) {
        (Demand::Nothing, _) => Arc::new(Lenient { provider: provider.clone(), inner: None }),
        (Demand::Name, None) => {
            let verifier = Verifier::new(provider.clone());
            Arc::new(verifier.map_err(|error| unusable(error.to_string()))?)
        }
        (demand, roots) => {
            let roots = Arc::new(roots.unwrap_or_else(RootCertStore::empty));
            let built = WebPkiServerVerifier::builder_with_provider(roots, provider.clone());
            let inner = built.build().map_err(|error| unusable(error.to_string()))?;
            match demand {
                Demand::Name => inner,
                _ => Arc::new(Lenient { provider: provider.clone(), inner: Some(inner) }),
            }
        }
    };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| unusable(error.to_string()))?;
    let config = config.dangerous().with_custom_certificate_verifier(verifier);
    Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
}

/// What a server's certificate is asked.
#[derive(Clone, Copy)]
enum Demand {
    Nothing,
    Signature,
    Name,
}

fn roots(path: &Path, pem: &[u8]) -> Result<RootCertStore, AddressError> {
    let wrong = |problem: String| AddressError::Authority { path: path.to_owned(), problem };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
        roots.add(certificate).map_err(|error| wrong(error.to_string()))?;
    }
    if roots.is_empty() {
        return Err(wrong("it holds no certificate (PEM)".to_owned()));
    }
    Ok(roots)
}

/// Doesn't ask for whom a certificate is; without an inner verifier, not even who has signed it.
#[derive(Debug)]
struct Lenient {
    provider: Arc<CryptoProvider>,
    inner: Option<Arc<WebPkiServerVerifier>>,
}

impl ServerCertVerifier for Lenient {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(inner) = &self.inner else { return Ok(ServerCertVerified::assertion()) };
        let verified =
            inner.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        match verified {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
