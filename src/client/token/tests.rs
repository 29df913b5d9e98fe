use super::*;
use crate::api::address::Address;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// A token server that counts what it gives: `token-1`, `token-2` …
struct Server {
    address: Address,
    asked: Arc<AtomicUsize>,
}

impl Server {
    async fn start(lifetime: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("bound"));
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&asked);
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.expect("a connection");
                let mut request = [0; 4096];
                let _ = stream.read(&mut request).await.expect("a request");
                let number = counter.fetch_add(1, Ordering::SeqCst) + 1;
                let body = format!(
                    r#"{{"access_token":"token-{number}","expires_in":{lifetime},"token_type":"Bearer"}}"#
                );
                let length = body.len();
                let head = format!(
                    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
                );
                let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
            }
        });
        Self { address: Address::parse(&address).expect("an address"), asked }
    }

    fn source(&self) -> TokenSource {
        let config = ClientConfig::new(self.address.clone(), "haltscope".into());
        let grant = Grant::ClientCredentials { secret: "green tea".into() };
        TokenSource::new(config, "pipeline", grant).expect("a source")
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

#[tokio::test]
async fn one_request_serves_everybody_who_waits() {
    let server = Server::start(1800).await;
    let source = server.source();
    let tokens = futures::future::join_all((0..20).map(|_| source.token())).await;
    assert!(tokens.iter().all(Result::is_ok));
    assert_eq!(server.asked(), 1);
}

#[tokio::test]
async fn a_refused_token_is_renewed_once_for_all_who_had_it() {
    let server = Server::start(1800).await;
    let source = server.source();
    let refused = source.token().await.expect("a token");
    let (first, second) = tokio::join!(source.instead_of(&refused), source.instead_of(&refused));
    assert_eq!(first.expect("a token").serial, second.expect("a token").serial);
    assert_eq!(server.asked(), 2);
}

#[tokio::test]
async fn a_token_is_renewed_shortly_before_it_expires() {
    let server = Server::start(1800).await;
    let source = server.source();
    let token = source.token().await.expect("a token");
    assert_eq!(token.lifetime, Duration::from_mins(30));
    let left = |serial: u64, by: Duration| {
        let source = &source;
        async move {
            let mut held = source.held.lock().await;
            let (_, answer) = held.last.as_mut().expect("an answer");
            let token = answer.as_mut().expect("a token");
            assert_eq!(token.serial, serial);
            token.fresh_until -= by;
        }
    };
    left(1, Duration::from_mins(28)).await;
    assert_eq!(source.token().await.expect("the same").serial, 1);
    left(1, Duration::from_mins(1)).await;
    assert_eq!(source.token().await.expect("another").serial, 2);
    assert_eq!(server.asked(), 2);
}

#[tokio::test]
async fn nothing_secret_is_printed() {
    let server = Server::start(60).await;
    let source = server.source();
    let token = source.token().await.expect("a token");
    let printed = format!("{source:?} {token:?} {:?}", source.grant);
    assert!(!printed.contains("token-1") && !printed.contains("green tea"), "{printed}");
}

#[test]
fn keys_that_cannot_sign_say_why() {
    for (pem, expected) in [
        ("", SigningKeyError::NoKey),
        (
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----",
            SigningKeyError::Encrypted,
        ),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAA==\n-----END RSA PRIVATE KEY-----",
            SigningKeyError::OldEncryption,
        ),
        ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", SigningKeyError::NoRsa),
    ] {
        assert_eq!(SigningKey::from_pem(pem.as_bytes(), None).err(), Some(expected), "{pem}");
    }
}
