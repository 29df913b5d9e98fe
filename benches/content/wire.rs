//! A client that costs little: bytes prepared before, one connection after the other kept alive.

use super::library::LIBRARY;
use base64::{Engine, prelude::BASE64_STANDARD};
use haltscope::sandbox::BUILTIN_CLIENT;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
    version::TLS13,
};
use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

/// A request, as it goes over the wire.
#[derive(Clone)]
pub struct Request(Arc<[u8]>);

impl Request {
    pub fn plain(path: &str) -> Self {
        Self::of(&format!("GET {path}"), "", "")
    }

    pub fn get(token: &str, path: &str) -> Self {
        Self::of(&Self::line("GET", path), &bearer(token), "")
    }

    /// Sets a field of an asset, whatever its state is.
    pub fn patch(token: &str, path: &str) -> Self {
        let headers = format!("{}if-match: *\r\ncontent-type: application/json\r\n", bearer(token));
        Self::of(&Self::line("PATCH", path), &headers, r#"{"template":"content/wide"}"#)
    }

    fn line(verb: &str, path: &str) -> String {
        format!("{verb} /s/-/dw/data/v23_2/libraries/{LIBRARY}{path}")
    }

    fn of(line: &str, headers: &str, body: &str) -> Self {
        let length = body.len();
        let text = format!(
            "{line} HTTP/1.1\r\nhost: localhost\r\n{headers}content-length: {length}\r\n\r\n{body}"
        );
        Self(text.into_bytes().into())
    }
}

fn bearer(token: &str) -> String {
    format!("authorization: Bearer {token}\r\n")
}

/// An access token of the built-in client.
pub async fn token(peer: &Peer) -> String {
    let basic = BASE64_STANDARD.encode(format!("{BUILTIN_CLIENT}:{BUILTIN_CLIENT}"));
    let headers = format!(
        "authorization: Basic {basic}\r\ncontent-type: application/x-www-form-urlencoded\r\n"
    );
    let line = "POST /dwsso/oauth2/access_token";
    let request = Request::of(line, &headers, "grant_type=client_credentials");
    let body = Connection::open(peer).await.ask(&request).await.to_vec();
    let document: serde_json::Value = serde_json::from_slice(&body).expect("a document");
    document["access_token"].as_str().expect("a token").to_owned()
}

/// A server, and how to trust it.
#[derive(Clone)]
pub struct Peer {
    address: SocketAddr,
    connector: TlsConnector,
}

impl Peer {
    /// Trusts the certificate (PEM) alone.
    pub fn trusting(address: SocketAddr, pem: &[u8]) -> Self {
        let mut roots = RootCertStore::empty();
        let certificate = CertificateDer::from_pem_slice(pem).expect("a certificate");
        roots.add(certificate).expect("a root");
        let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_protocol_versions(&[&TLS13])
            .expect("TLS 1.3")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self { address, connector: Arc::new(config).into() }
    }

    /// How many bytes the answer's body has.
    pub async fn size(&self, request: &Request) -> usize {
        Connection::open(self).await.ask(request).await.len()
    }

    /// Answers per second on so many connections, each with requests of its own, which it sends
    /// one after the other, again and again.
    pub async fn rate(
        &self,
        connections: usize,
        time: Duration,
        requests: impl Fn(usize) -> Vec<Request>,
    ) -> f64 {
        let mut opened = Vec::new();
        for number in 0..connections {
            opened.push((Connection::open(self).await, requests(number)));
        }
        let start = Instant::now();
        let counts = opened
            .into_iter()
            .map(|(connection, requests)| tokio::spawn(connection.count(requests, start + time)));
        let counts = futures::future::join_all(counts.collect::<Vec<_>>()).await;
        let total: u32 = counts.into_iter().map(|count| count.expect("no panic")).sum();
        f64::from(total) / start.elapsed().as_secs_f64()
    }
}

struct Connection {
    stream: TlsStream<TcpStream>,
    buffer: Vec<u8>,
}

impl Connection {
    async fn open(peer: &Peer) -> Self {
        let stream = TcpStream::connect(peer.address).await.expect("connects");
        stream.set_nodelay(true).expect("an open connection");
        let name = ServerName::try_from("localhost").expect("a name");
        let stream = peer.connector.connect(name, stream).await.expect("a handshake");
        Self { stream, buffer: Vec::new() }
    }

    /// The body of a success.
    async fn ask(&mut self, request: &Request) -> &[u8] {
        self.stream.write_all(&request.0).await.expect("sent");
        self.buffer.clear();
        let head = loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                break end + 4;
            }
            self.read().await;
        };
        let length = length(&self.buffer[..head]);
        while self.buffer.len() < head + length {
            self.read().await;
        }
        &self.buffer[head..]
    }

    /// How many answers there are until then.
    async fn count(mut self, requests: Vec<Request>, until: Instant) -> u32 {
        let mut count = 0;
        for request in requests.iter().cycle() {
            if Instant::now() >= until {
                break;
            }
            self.ask(request).await;
            count += 1;
        }
        count
    }

    async fn read(&mut self) {
        let count = self.stream.read_buf(&mut self.buffer).await.expect("an answer");
        assert_ne!(count, 0, "the connection ended");
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|part| part == wanted)
}

const LENGTH: &[u8] = b"content-length: ";

/// The length of the body that the head announces.
fn length(head: &[u8]) -> usize {
    assert!(head.starts_with(b"HTTP/1.1 2"), "{}", String::from_utf8_lossy(head));
    let start = find(head, LENGTH).expect("a length") + LENGTH.len();
    let digits = head[start..].iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |length, digit| length * 10 + usize::from(digit - b'0'))
}
