//! A server that answers each request as a test says, plain or over TLS, and writes down what came.

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// The answer of a debugger that wants a login.
pub const LOGIN_WANTED: &str = "HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Basic realm=\"x\"\r\n\
    content-type: application/json\r\n\r\n\
    {\"_v\":\"2.0\",\"fault\":{\"type\":\"NotAuthorizedException\",\"message\":\"No.\"}}";
/// The answer to somebody who is let in, while there is no debugger client.
pub const NO_CLIENT: &str = "HTTP/1.1 412 Precondition Failed\r\ncontent-type: application/json\r\n\
    \r\n{\"_v\":\"2.0\",\"fault\":{\"type\":\"DebuggerDisabledException\",\"message\":\"No client.\"}}";

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Came {
    head: String,
}

impl Came {
    /// As in `GET /path`.
    pub fn line(&self) -> &str {
        let line = self.head.lines().next().unwrap_or_default();
        line.trim_end_matches(" HTTP/1.1")
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    pub fn has_login(&self) -> bool {
        self.header("authorization").is_some()
    }
}

/// What a server presents.
pub struct Presented {
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

impl Presented {
    /// Signed by itself, for these names.
    pub fn self_signed(names: &[&str], change: impl FnOnce(&mut CertificateParams)) -> Self {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let mut params = CertificateParams::new(names).expect("names");
        change(&mut params);
        let key = KeyPair::generate().expect("a key");
        let made = params.self_signed(&key).expect("a certificate");
        let chain = vec![made.der().clone()];
        Self { chain, pem: made.pem(), params, key, rank: Rank::Root }
    }

    /// An authority of that name.
    pub fn authority(name: &str) -> Self {
        Self::self_signed(&[], |params| {
            params.distinguished_name.push(DnType::CommonName, name);
            params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        })
    }

    /// A certificate by this authority, which is presented too unless it is a root.
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

    fn config(&self) -> ServerConfig {
        let builder = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()));
        let builder = builder.with_safe_default_protocol_versions().expect("versions");
        let builder = builder.with_no_client_auth();
        builder.with_single_cert(self.chain.clone(), self.private()).expect("usable")
    }

    /// Only clients with a certificate by `authority` may come.
    pub fn for_clients_of(&self, authority: &Self) -> ServerConfig {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let mut roots = rustls::RootCertStore::empty();
        roots.add(authority.chain[0].clone()).expect("an authority");
        let verifier = rustls::server::WebPkiClientVerifier::builder_with_provider(
            Arc::new(roots),
            Arc::clone(&provider),
        );
        let builder = ServerConfig::builder_with_provider(provider);
        let builder = builder.with_safe_default_protocol_versions().expect("versions");
        let builder = builder.with_client_cert_verifier(verifier.build().expect("a verifier"));
        builder.with_single_cert(self.chain.clone(), self.private()).expect("usable")
    }

    fn private(&self) -> PrivateKeyDer<'static> {
        PrivatePkcs8KeyDer::from(self.key.serialize_der()).into()
    }
}

type Play = dyn Fn(&Came) -> String + Send + Sync;

/// The server; it ends with the test.
pub struct Fake {
    pub address: SocketAddr,
    scheme: &'static str,
    came: Arc<Mutex<Vec<Came>>>,
}

impl Fake {
    /// Plain HTTP.
    pub async fn plain(play: impl Fn(&Came) -> String + Send + Sync + 'static) -> Self {
        Self::start(None, play).await
    }

    /// HTTPS with that certificate.
    pub async fn tls(
        presented: &Presented,
        play: impl Fn(&Came) -> String + Send + Sync + 'static,
    ) -> Self {
        Self::start(Some(presented.config()), play).await
    }

    pub async fn start(
        tls: Option<ServerConfig>,
        play: impl Fn(&Came) -> String + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        let (came, play): (Arc<Mutex<Vec<Came>>>, Arc<Play>) = (Arc::default(), Arc::new(play));
        let scheme = if tls.is_some() { "https" } else { "http" };
        let log = Arc::clone(&came);
        let acceptor = tls.map(|config| TlsAcceptor::from(Arc::new(config)));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (play, log, acceptor) = (Arc::clone(&play), Arc::clone(&log), acceptor.clone());
                tokio::spawn(async move {
                    match acceptor {
                        None => answer(stream, &*play, &log).await,
                        Some(acceptor) => {
                            if let Ok(stream) = acceptor.accept(stream).await {
                                answer(stream, &*play, &log).await;
                            }
                        }
                    }
                });
            }
        });
        Self { address, scheme, came }
    }

    /// A debugger that wants a login and takes any; with these headers in each answer.
    pub async fn debugger(headers: &'static str) -> Self {
        Self::plain(move |came| {
            let answer = if came.has_login() { NO_CLIENT } else { LOGIN_WANTED };
            with_headers(answer, headers)
        })
        .await
    }

    pub fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.address)
    }

    pub fn came(&self) -> Vec<Came> {
        self.came.lock().expect("no panic").clone()
    }

    /// How many requests carried a login.
    pub fn logins(&self) -> usize {
        self.came().iter().filter(|came| came.has_login()).count()
    }
}

/// Adds header lines behind the status line.
pub fn with_headers(answer: &str, headers: &str) -> String {
    let (status, rest) = answer.split_once("\r\n").expect("a status line");
    format!("{status}\r\n{headers}{rest}")
}

/// A JSON document as an answer.
pub fn json(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{body}")
}

async fn answer<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: S,
    play: &Play,
    log: &Mutex<Vec<Came>>,
) {
    let mut head = String::new();
    while !head.contains("\r\n\r\n") {
        let mut buffer = [0; 4096];
        match stream.read(&mut buffer).await {
            // A greeting of TLS is no request.
            Ok(count) if count > 0 && buffer[0] == 0x16 => {
                let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
                return;
            }
            Ok(count) if count > 0 => head.push_str(&String::from_utf8_lossy(&buffer[..count])),
            _ => return,
        }
    }
    let came = Came { head };
    let text = play(&came);
    log.lock().expect("no panic").push(came);
    let text = with_headers(&text, "connection: close\r\n");
    // Who asked may have seen enough.
    let _ = stream.write_all(text.as_bytes()).await;
    let _ = stream.shutdown().await;
}
