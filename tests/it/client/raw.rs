//! A server that answers every request with bytes of the test's choice, over TLS if it is given a
//! certificate; and a proxy that leads to one.

use rcgen::{CertificateParams, DnType, IsCa, KeyPair};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// No script threads.
pub const THREADS: &[u8] =
    b"HTTP/1.1 200 OK\r\nContent-Length: 33\r\n\r\n{\"_v\":\"2.0\",\"script_threads\":[]} ";

/// A certificate that signed itself, and its key.
pub struct Shown {
    certificate: CertificateDer<'static>,
    key: KeyPair,
    pub pem: String,
}

impl Shown {
    /// For these names.
    pub fn by_itself(names: &[&str]) -> Self {
        Self::with(names, |_| ())
    }

    pub fn with(names: &[&str], change: impl FnOnce(&mut CertificateParams)) -> Self {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let mut params = CertificateParams::new(names).expect("names");
        params.distinguished_name.push(DnType::CommonName, "the one that is shown");
        change(&mut params);
        let key = KeyPair::generate().expect("a key");
        let signed = params.self_signed(&key).expect("a certificate");
        let pem = signed.pem();
        Self { certificate: signed.der().clone(), key, pem }
    }

    /// As `openssl req -x509` makes them: it may sign others, too.
    pub fn as_authority(names: &[&str]) -> Self {
        Self::with(names, |params| {
            params.is_ca = IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        })
    }

    pub fn der(&self) -> &[u8] {
        &self.certificate
    }

    /// The server's side; with an authority it wants certificates of clients that this signed.
    pub fn tls(&self, clients: Option<&str>) -> ServerConfig {
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let builder = ServerConfig::builder_with_provider(provider.clone())
            .with_safe_default_protocol_versions()
            .expect("versions");
        let builder = match clients {
            None => builder.with_no_client_auth(),
            Some(pem) => {
                let mut roots = RootCertStore::empty();
                let authority = CertificateDer::from_pem_slice(pem.as_bytes());
                roots.add(authority.expect("PEM")).expect("an authority");
                let verifier =
                    WebPkiClientVerifier::builder_with_provider(roots.into(), provider).build();
                builder.with_client_cert_verifier(verifier.expect("a verifier"))
            }
        };
        let key = PrivateKeyDer::from_pem_slice(self.key.serialize_pem().as_bytes());
        builder.with_single_cert(vec![self.certificate.clone()], key.expect("PEM")).expect("a pair")
    }
}

/// The server; it ends with the test.
pub struct Server {
    pub address: SocketAddr,
    came: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub async fn plain(answer: Vec<u8>) -> Self {
        Self::start(None, answer).await
    }

    pub async fn tls(tls: ServerConfig) -> Self {
        Self::tls_with(tls, THREADS.to_vec()).await
    }

    pub async fn tls_with(tls: ServerConfig, answer: Vec<u8>) -> Self {
        Self::start(Some(TlsAcceptor::from(Arc::new(tls))), answer).await
    }

    async fn start(acceptor: Option<TlsAcceptor>, answer: Vec<u8>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        let came = Arc::new(Mutex::new(Vec::new()));
        let log = came.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, log, answer) = (acceptor.clone(), log.clone(), answer.clone());
                tokio::spawn(async move {
                    match acceptor {
                        None => serve(stream, &log, &answer).await,
                        Some(acceptor) => {
                            let Ok(stream) = acceptor.accept(stream).await else { return };
                            serve(stream, &log, &answer).await;
                        }
                    }
                });
            }
        });
        Self { address, came }
    }

    /// The heads of the requests so far.
    pub fn came(&self) -> Vec<String> {
        self.came.lock().expect("no panic").clone()
    }
}

async fn serve(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    log: &Mutex<Vec<String>>,
    answer: &[u8],
) {
    while let Some(head) = head(&mut stream).await {
        log.lock().expect("no panic").push(head);
        if stream.write_all(answer).await.is_err() {
            return;
        }
    }
}

/// The head of a request without a body.
async fn head(stream: &mut (impl AsyncRead + Unpin)) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).await.ok()?;
        head.push(byte[0]);
    }
    String::from_utf8(head).ok()
}

/// A proxy: wherever it is told to connect to, it connects to `target`.
pub struct Proxy {
    pub address: SocketAddr,
    came: Arc<Mutex<Vec<String>>>,
}

impl Proxy {
    /// With a login, it refuses those who don't send it.
    pub async fn to(target: SocketAddr, login: Option<&'static str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        let came = Arc::new(Mutex::new(Vec::new()));
        let log = came.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(connect(stream, target, login, log.clone()));
            }
        });
        Self { address, came }
    }

    /// The heads of what it was asked.
    pub fn came(&self) -> Vec<String> {
        self.came.lock().expect("no panic").clone()
    }
}

async fn connect(
    mut stream: TcpStream,
    target: SocketAddr,
    login: Option<&str>,
    log: Arc<Mutex<Vec<String>>>,
) {
    let Some(head) = head(&mut stream).await else { return };
    let is_let_in = login.is_none_or(|login| head.contains(&format!("Basic {login}\r\n")));
    log.lock().expect("no panic").push(head);
    if !is_let_in {
        let refusal = b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n";
        let _ = stream.write_all(refusal).await;
        return;
    }
    let mut server = TcpStream::connect(target).await.expect("the server");
    stream.write_all(b"HTTP/1.1 200 Connected\r\n\r\n").await.expect("written");
    let _ = tokio::io::copy_bidirectional(&mut stream, &mut server).await;
}
