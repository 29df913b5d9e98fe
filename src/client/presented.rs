//! The certificates that a server presents, trusted or not. Nothing is sent over the connection.

use super::error::{ClientError, TlsProblem};
use crate::api::address::Address;
use parking_lot::Mutex;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_name;
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, DigitallySignedStruct, Error, SignatureScheme};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// The chain that the server presents over a connection to it, its own certificate first (DER).
///
/// A server that ends the handshake afterwards, for example because it wants a certificate of the
/// client's, has presented its own all the same.
pub async fn presented(
    address: &Address,
    stream: TcpStream,
    limit: Duration,
) -> Result<Vec<Vec<u8>>, ClientError> {
    let host = address.host().to_owned();
    let other = |error: String| TlsProblem::Other(error);
    let failed = |problem| ClientError::Tls { host: host.clone(), problem };
    let name = server_name(&host).map_err(|error| failed(other(error)))?;
    let witness = Arc::new(Witness::new());
    let config = config(&witness).map_err(|error| failed(other(error.to_string())))?;
    let handshake = TlsConnector::from(Arc::new(config)).connect(name, stream);
    let outcome = tokio::time::timeout(limit, handshake).await;
    match (witness.seen(), outcome) {
        (chain, _) if !chain.is_empty() => Ok(chain),
        (_, Err(_)) => Err(ClientError::TimedOut { host, after: limit }),
        (_, Ok(Err(error))) => Err(failed(other(error.to_string()))),
        (_, Ok(Ok(_))) => Err(failed(other("it presents no certificate".to_owned()))),
    }
}

/// Whether a certificate (DER) is made for the host.
pub fn is_made_for(certificate: &[u8], host: &str) -> bool {
    let certificate = CertificateDer::from(certificate);
    let (Ok(parsed), Ok(name)) = (ParsedCertificate::try_from(&certificate), server_name(host))
    else {
        return false;
    };
    verify_server_name(&parsed, &name).is_ok()
}

fn server_name(host: &str) -> Result<ServerName<'static>, String> {
    let bare = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    ServerName::try_from(bare).map_err(|error| error.to_string())
}

fn config(witness: &Arc<Witness>) -> Result<ClientConfig, Error> {
    let witness = Arc::clone(witness);
    let builder = ClientConfig::builder_with_provider(Arc::clone(&witness.provider));
    let builder = builder.with_safe_default_protocol_versions()?.dangerous();
    Ok(builder.with_custom_certificate_verifier(witness).with_no_client_auth())
}

/// Accepts every certificate and remembers it.
#[derive(Debug)]
struct Witness {
    provider: Arc<CryptoProvider>,
    chain: Mutex<Vec<Vec<u8>>>,
}

impl Witness {
    fn new() -> Self {
        Self { provider: Arc::new(aws_lc_rs::default_provider()), chain: Mutex::default() }
    }

    fn seen(&self) -> Vec<Vec<u8>> {
        self.chain.lock().clone()
    }
}

impl ServerCertVerifier for Witness {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let chain = std::iter::once(end_entity).chain(intermediates);
        let chain = chain.map(|certificate| certificate.to_vec()).collect();
        *self.chain.lock() = chain;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
