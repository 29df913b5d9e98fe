//! Certificates that a server shows: signed by themselves, by an authority, or by one below it.

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{ConfigBuilder, RootCertStore, ServerConfig, WantsVerifier};
use std::sync::Arc;

/// A certificate, its key, and what is shown with it.
pub struct Shown {
    pub pem: String,
    /// Its own certificate first.
    chain: Vec<CertificateDer<'static>>,
    params: CertificateParams,
    key: KeyPair,
    rank: Rank,
}

#[derive(PartialEq, Eq)]
enum Rank {
    Root,
    Below,
}

impl Shown {
    /// Signed by itself, for these names.
    pub fn by_itself(names: &[&str]) -> Self {
        Self::with(names, |_| ())
    }

    /// The same, otherwise than usual.
    pub fn with(names: &[&str], change: impl FnOnce(&mut CertificateParams)) -> Self {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let mut params = CertificateParams::new(names).expect("names");
        params.distinguished_name.push(DnType::CommonName, "the one that is shown");
        change(&mut params);
        let key = KeyPair::generate().expect("a key");
        let made = params.self_signed(&key).expect("a certificate");
        let chain = vec![made.der().clone()];
        Self { chain, pem: made.pem(), params, key, rank: Rank::Root }
    }

    /// As `openssl req -x509` makes them: it may sign others, too.
    pub fn as_authority(names: &[&str]) -> Self {
        Self::with(names, may_sign)
    }

    /// An authority of that name.
    pub fn authority(name: &str) -> Self {
        Self::with(&[], |params| {
            params.distinguished_name.push(DnType::CommonName, name);
            may_sign(params);
        })
    }

    /// A certificate by this authority, which is shown too unless it is a root.
    pub fn signing(&self, name: &str, change: impl FnOnce(&mut CertificateParams)) -> Self {
        let mut params = CertificateParams::new([name.to_owned()]).expect("a name");
        params.distinguished_name.push(DnType::CommonName, name);
        change(&mut params);
        let key = KeyPair::generate().expect("a key");
        let issuer = Issuer::from_params(&self.params, &self.key);
        let made = params.signed_by(&key, &issuer).expect("a certificate");
        let above = self.chain.iter().filter(|_| self.rank == Rank::Below);
        let chain = std::iter::once(made.der()).chain(above).cloned().collect();
        Self { chain, pem: made.pem(), params, key, rank: Rank::Below }
    }

    pub fn der(&self) -> &[u8] {
        &self.chain[0]
    }

    /// The server's side, for all clients.
    pub fn tls(&self) -> ServerConfig {
        let builder = builder().with_no_client_auth();
        builder.with_single_cert(self.chain.clone(), self.private()).expect("a pair")
    }

    /// The server's side, for clients alone that have a certificate by this authority (PEM).
    pub fn tls_for(&self, authority: &str) -> ServerConfig {
        let mut roots = RootCertStore::empty();
        let authority = CertificateDer::from_pem_slice(authority.as_bytes());
        roots.add(authority.expect("PEM")).expect("an authority");
        let provider = Arc::new(aws_lc_rs::default_provider());
        let verifier = WebPkiClientVerifier::builder_with_provider(roots.into(), provider).build();
        let builder = builder().with_client_cert_verifier(verifier.expect("a verifier"));
        builder.with_single_cert(self.chain.clone(), self.private()).expect("a pair")
    }

    fn private(&self) -> PrivateKeyDer<'static> {
        PrivatePkcs8KeyDer::from(self.key.serialize_der()).into()
    }
}

fn may_sign(params: &mut CertificateParams) {
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
}

fn builder() -> ConfigBuilder<ServerConfig, WantsVerifier> {
    let builder = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()));
    builder.with_safe_default_protocol_versions().expect("versions")
}
