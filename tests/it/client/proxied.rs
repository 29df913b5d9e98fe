//! Through a proxy to a host whose name only the proxy knows.

use super::clients::THREADS;
use crate::testkit::certificate::Shown;
use crate::testkit::server::{Proxy, Reply, Server};
use haltscope::api::address::Address;
use haltscope::client::{self, Client, ClientConfig, ClientError, Trust};
use std::net::SocketAddr;

const SHOP: &str = "shop.example.com:8443";
/// `ada:s3cret`
const LOGIN: &str = "YWRhOnMzY3JldA==";

fn config(shown: &Shown, server: &str, proxy: &str, exceptions: &str) -> ClientConfig {
    let address = Address::parse(server).expect("an address");
    let mut config = ClientConfig::new(address, "haltscope".into());
    config.trust = Trust::Only(shown.pem.clone().into_bytes());
    config.proxy = Some(client::Proxy {
        url: proxy.into(),
        exceptions: exceptions.to_owned(),
        named_by: "HTTPS_PROXY".to_owned(),
    });
    config
}

async fn threads(config: ClientConfig) -> Result<(), ClientError> {
    Client::new(config).expect("usable").threads().await.map(drop)
}

fn url(login: &str, proxy: SocketAddr) -> String {
    format!("http://{login}{proxy}")
}

#[tokio::test]
async fn requests_to_other_machines_go_through_the_proxy() {
    let shown = Shown::by_itself(&["shop.example.com"]);
    let server = Server::tls(shown.tls(), |_| Reply::raw(THREADS)).await;
    let proxy = Proxy::to(server.address, Some(LOGIN)).await;
    threads(config(&shown, SHOP, &url("ada:s3cret@", proxy.address), "")).await.expect("threads");
    let asked = proxy.came();
    assert!(asked[0].starts_with(&format!("CONNECT {SHOP} HTTP/1.1\r\n")), "{asked:?}");
    assert_eq!(server.came().len(), 1);
    let head = &server.came()[0].head.to_lowercase();
    assert!(!head.contains("proxy-authorization"), "the proxy's login is the proxy's: {head}");
}

#[tokio::test]
async fn requests_to_this_machine_never_do() {
    let shown = Shown::by_itself(&["127.0.0.1"]);
    let server = Server::tls(shown.tls(), |_| Reply::raw(THREADS)).await;
    let proxy = Proxy::to(server.address, None).await;
    let here = format!("https://{}", server.address);
    threads(config(&shown, &here, &url("", proxy.address), "")).await.expect("threads");
    assert_eq!((proxy.came().len(), server.came().len()), (0, 1));
}

#[tokio::test]
async fn what_the_proxy_does_not_do_is_said_without_its_login() {
    let shown = Shown::by_itself(&["shop.example.com"]);
    let server = Server::tls(shown.tls(), |_| Reply::raw(THREADS)).await;
    let proxy = Proxy::to(server.address, Some(LOGIN)).await;
    let nobody = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let gone = nobody.local_addr().expect("bound");
    drop(nobody);
    for (proxy, words) in [
        (url("ada:wr0ng-s3cret@", proxy.address), "proxy auth"),
        (url("ada:s3cret@", gone), "nobody listens there"),
        ("http://ada:s3cret@no-such-proxy.invalid:3128".to_owned(), "the proxy's name is unknown"),
    ] {
        let error = threads(config(&shown, SHOP, &proxy, "")).await.expect_err("no way");
        let place = proxy.rsplit_once('@').expect("a login").1;
        let text = format!("{} {} {error:?}", error.cause(), error.action());
        assert!(error.cause().contains(&format!("through the proxy {place}")), "{text}");
        assert!(text.contains(words) && error.action().contains("HTTPS_PROXY"), "{text}");
        assert!(!text.contains("s3cret") && error.is_connection(), "{text}");
    }
    assert_eq!(server.came().len(), 0);
}
