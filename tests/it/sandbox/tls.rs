//! HTTPS and the local authority.

use super::stand::{Answer, Stand};
use std::{error::Error, net::SocketAddr};

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

#[tokio::test]
async fn the_certificate_is_for_loopback_names_alone() {
    let stand = Stand::start().await;
    let address: SocketAddr = stand.sandbox.https_addr();
    let http = client(&stand, |builder| builder.resolve("shop.example", address));
    let error = threads(&http, &format!("shop.example:{}", address.port())).send().await;
    assert!(chain(&error.expect_err("refused")).contains("not valid for name"));
}

#[tokio::test]
async fn plain_http_on_the_tls_port_ends() {
    let stand = Stand::start().await;
    let url = format!("http://{}/", stand.sandbox.https_addr());
    let http = client(&stand, |builder| builder);
    assert!(http.get(url).send().await.is_err());
    let port = stand.sandbox.https_addr().port();
    Answer::read(threads(&http, &format!("localhost:{port}"))).await.expect(204);
}

#[tokio::test]
async fn handshakes_that_never_come_hold_nobody_up() {
    let stand = Stand::start().await;
    let address = stand.sandbox.https_addr();
    let mut silent = Vec::new();
    for _ in 0..100 {
        silent.push(tokio::net::TcpStream::connect(address).await.expect("connects"));
    }
    let start = std::time::Instant::now();
    let http = client(&stand, |builder| builder);
    Answer::read(threads(&http, &address.to_string())).await.expect(204);
    assert!(start.elapsed() < std::time::Duration::from_secs(5), "{:?}", start.elapsed());
    drop(silent);
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
