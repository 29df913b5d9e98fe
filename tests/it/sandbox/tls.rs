//! HTTPS and the local authority.

use super::{
    network::is_open,
    stand::{Answer, Stand},
};
use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject};
use std::{error::Error, net::SocketAddr, sync::Arc};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

fn client(
    stand: &Stand,
    change: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder,
) -> reqwest::Client {
    let pem = std::fs::read(stand.sandbox.ca_file()).expect("the CA's certificate");
    let authority = reqwest::Certificate::from_pem(&pem).expect("a certificate");
    let builder = reqwest::Client::builder().no_proxy().tls_certs_only([authority]);
    change(builder).build().expect("an HTTPS client")
}

fn threads(http: &reqwest::Client, authority: &str) -> reqwest::RequestBuilder {
    let url = format!("https://{authority}/s/-/dw/debugger/v2_0/client");
    let request = http.post(url).basic_auth("admin", Some("haltscope-demo"));
    request.header("x-dw-client-id", "tls")
}

#[tokio::test]
async fn the_ca_file_is_all_that_a_client_needs() {
    let stand = Stand::start().await;
    let port = stand.sandbox.https_addr().port();
    let http = client(&stand, |builder| builder);
    for host in ["localhost", "127.0.0.1"] {
        let answer = Answer::read(threads(&http, &format!("{host}:{port}"))).await.expect(204);
        assert!(answer.header("set-cookie").ends_with("; HttpOnly; SameSite=Lax; Secure"));
    }
    let untrusting = reqwest::Client::builder().no_proxy().build().expect("a client");
    let error = threads(&untrusting, &format!("localhost:{port}")).send().await;
    assert!(chain(&error.expect_err("refused")).contains("certificate"));
}

/// A basket that was filled over HTTP is there when a checkout leads to HTTPS, and the other way round.
#[tokio::test]
async fn a_storefronts_session_is_the_same_over_both() {
    let stand = Stand::start().await;
    let http = client(&stand, |builder| builder);
    let plain = format!("http://{}", stand.sandbox.http_addr());
    let tls = format!("https://{}", stand.sandbox.https_addr());
    let page = |origin: &str| {
        http.get(format!("{origin}/on/demandware.store/Sites-Storefront-Site/default/Steps-Lines"))
    };
    for [first, then] in [[&plain, &tls], [&tls, &plain]] {
        let begun = Answer::read(page(first)).await.expect(200);
        let cookie = begun.header("set-cookie").split(';').next().expect("a cookie").to_owned();
        let next = Answer::read(page(then).header("cookie", cookie)).await.expect(200);
        assert!(!next.headers.contains_key("set-cookie"), "no other session than over {first}");
    }
}

#[tokio::test]
async fn tls_1_2_and_1_3_are_spoken() {
    let stand = Stand::start().await;
    let address = stand.sandbox.https_addr();
    for version in [reqwest::tls::Version::TLS_1_2, reqwest::tls::Version::TLS_1_3] {
        let limit = |builder: reqwest::ClientBuilder| {
            builder.tls_version_min(version).tls_version_max(version)
        };
        Answer::read(threads(&client(&stand, limit), &address.to_string())).await.expect(204);
    }
}

/// Clients of HTTP/1.0 and of HTTP/2 are among those who negotiate a protocol (RFC 7301).
#[tokio::test]
async fn every_version_of_http_1_is_negotiated() {
    let stand = Stand::start().await;
    for (offered, taken) in [
        (&[][..], None),
        (&["http/1.1"], Some("http/1.1")),
        (&["http/1.0"], Some("http/1.0")),
        (&["h2", "http/1.1"], Some("http/1.1")),
        (&["http/1.0", "http/1.1"], Some("http/1.1")),
    ] {
        let taken = taken.map(str::to_owned);
        assert_eq!(negotiated(&stand, offered).await, Ok(taken), "{offered:?}");
    }
    let error = negotiated(&stand, &["h2"]).await.expect_err("refused");
    assert!(error.contains("NoApplicationProtocol"), "{error}");
}

/// The protocol that the server takes of those that a client offers.
async fn negotiated(stand: &Stand, offered: &[&str]) -> Result<Option<String>, String> {
    let mut roots = rustls::RootCertStore::empty();
    let authority = CertificateDer::from_pem_file(stand.sandbox.ca_file()).expect("a certificate");
    roots.add(authority).expect("an authority");
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider);
    let config = config.with_safe_default_protocol_versions().expect("versions");
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = offered.iter().map(|name| name.as_bytes().to_vec()).collect();
    let stream = TcpStream::connect(stand.sandbox.https_addr()).await.expect("connects");
    let name = ServerName::try_from("localhost").expect("a name");
    let stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await;
    let stream = stream.map_err(|error| format!("{error:?}"))?;
    let taken = stream.get_ref().1.alpn_protocol();
    Ok(taken.map(|name| String::from_utf8_lossy(name).into_owned()))
}

#[tokio::test]
async fn the_certificate_is_for_loopback_names_alone() {
    let stand = Stand::start().await;
    let address: SocketAddr = stand.sandbox.https_addr();
    let http = client(&stand, |builder| builder.resolve("shop.example", address));
    let error = threads(&http, &format!("shop.example:{}", address.port())).send().await;
    assert!(chain(&error.expect_err("refused")).contains("not valid for name"));
}

/// Scripts lead to `'https://' + request.httpHost + …`, and back: the port stays the same.
#[tokio::test]
async fn each_port_speaks_both_protocols() {
    let stand = Stand::start().await;
    let http = client(&stand, |builder| builder);
    for address in [stand.sandbox.http_addr(), stand.sandbox.https_addr()] {
        let port = address.port();
        Answer::read(threads(&http, &format!("localhost:{port}"))).await.expect(204);
        for scheme in ["http", "https"] {
            let page = "on/demandware.store/Sites-Storefront-Site/default/Steps-Lines";
            let page = http.get(format!("{scheme}://localhost:{port}/{page}"));
            Answer::read(page).await.expect(200);
        }
    }
}

#[tokio::test]
async fn handshakes_that_never_come_hold_nobody_up() {
    let stand = Stand::start().await;
    let http = client(&stand, |builder| builder);
    let mut silent = Vec::new();
    for address in [stand.sandbox.http_addr(), stand.sandbox.https_addr()] {
        for _ in 0..100 {
            silent.push(tokio::net::TcpStream::connect(address).await.expect("connects"));
        }
        Answer::read(threads(&http, &address.to_string())).await.expect(204);
    }
    assert!(is_open(silent.last().expect("many")), "nobody was waited for");
}

fn chain(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}
