//! Redirects: nothing that proves who we are is carried anywhere else.

use super::clients::THREADS;
use crate::testkit::certificate::Shown;
use crate::testkit::server::{Reply, Server};
use haltscope::api::address::Address;
use haltscope::api::ids::{FrameIndex, ThreadId};
use haltscope::api::safety::{Action, Rule, Safety, Subject};
use haltscope::client::content::{ContentError, Library, Resource};
use haltscope::client::token::{Grant, TokenError, TokenSource};
use haltscope::client::{Client, ClientConfig, ClientError, Credentials, StorefrontRequest, Trust};
use std::time::Duration;

fn config(server: &Server) -> ClientConfig {
    let address = Address::parse(&format!("http://{}", server.address)).expect("an address");
    let mut config = ClientConfig::new(address, "haltscope".into());
    let login = Credentials { username: "ada".into(), password: "green tea".into() };
    config.credentials = Some(login.clone());
    config.storefront = Some(login);
    config
}

fn tokens(server: &Server) -> TokenSource {
    let grant = Grant::ClientCredentials { secret: "green tea".into() };
    TokenSource::new(config(server), "pipeline", grant).expect("a source")
}

fn asset(url: &str) -> StorefrontRequest {
    StorefrontRequest { method: "GET".into(), url: url.into(), body: None }
}

#[tokio::test]
async fn no_request_with_credentials_is_redirected() {
    let elsewhere = Server::saying(Reply::raw(THREADS)).await;
    for status in [301, 302, 303, 307, 308] {
        let target = format!("http://{}/x", elsewhere.address);
        let redirect =
            format!("HTTP/1.1 {status} Moved\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n");
        let server = Server::saying(Reply::raw(redirect)).await;
        let expected = ClientError::Redirected { status, location: target };
        let client = Client::new(config(&server)).expect("usable");
        let held = tokens(&server).holding("t0ken".into(), Duration::from_hours(1));
        let client = client.with_tokens(held);
        assert_eq!(client.threads().await, Err(expected.clone()));
        assert_eq!(client.create_client().await, Err(expected.clone()));
        let frame = client.eval(ThreadId(7), FrameIndex(0), "1").await;
        assert_eq!(frame.expect_err("redirected"), expected);
        let token = tokens(&server).token().await.expect_err("redirected");
        assert_eq!(token, TokenError::Connection(expected.clone()));
        let held = tokens(&server).holding("t0ken".into(), Duration::from_hours(1));
        let library = Library::new(config(&server), held, "L").expect("a library");
        let document = library.get(&Resource::Asset("a".into())).await.expect_err("redirected");
        assert_eq!(document, ContentError::Connection(expected));
        let data = client.data(asset("/s/-/dw/data/v23_2/libraries/L/content/a")).await;
        assert_eq!(data.expect("the redirect itself").status, status);
        let page = client.storefront(asset("/home")).await;
        assert_eq!(page.expect("the redirect itself").status, status);
    }
    assert!(elsewhere.came().is_empty());
}

/// As with a server of this machine that answers storefront pages over HTTPS alone.
#[tokio::test]
async fn a_redirect_to_the_same_hosts_https_is_followed_and_one_elsewhere_is_named() {
    let shown = Shown::by_itself(&["127.0.0.1"]);
    let secured = Server::tls(shown.tls(), |_| Reply::new(200, "the page")).await;
    let page = format!("{}/home", secured.url());
    let secured_page = page.clone();
    let server = Server::start(move |came| match came.line() {
        line if line.contains("/away") => Reply::redirect("https://other.test/x"),
        line if line.contains("/new") => Reply::new(200, "the new page"),
        line if line.contains("/old") => Reply::redirect("/new?from=old"),
        _ => Reply::redirect(&page),
    })
    .await;
    let mut config = config(&server);
    config.trust = Trust::Also(shown.pem.clone().into_bytes());
    let client = Client::new(config.clone()).expect("usable");
    let answer = client.storefront(asset("/home")).await.expect("answered");
    assert_eq!((answer.status, answer.text.as_str(), answer.leads_to), (200, "the page", None));
    assert_eq!(answer.redirected_to.as_deref(), Some(secured_page.as_str()));
    let moved = client.storefront(asset("/old")).await.expect("answered");
    assert_eq!(moved.redirected_to.as_deref(), Some("/new?from=old"));
    let stayed = client.storefront(asset("/new")).await.expect("answered");
    assert_eq!(stayed.redirected_to, None);
    let away = client.storefront(asset("/away")).await.expect("answered");
    assert_eq!(away.status / 100, 3);
    assert_eq!(away.leads_to.as_deref(), Some("https://other.test/x"));
    // Who speaks plain HTTP with this machine has nothing to prove by HTTPS there, but what is asked for is asked for.
    config.trust = Trust::System;
    let believing = Client::new(config.clone()).expect("usable").storefront(asset("/home")).await;
    assert_eq!(believing.expect("answered").text, "the page");
    let other = Shown::by_itself(&["127.0.0.1"]);
    config.trust = Trust::Only(other.pem.into_bytes());
    let error = Client::new(config).expect("usable").storefront(asset("/home")).await;
    assert!(matches!(error, Err(ClientError::Tls { .. })), "it is another one: {error:?}");
}

#[tokio::test]
async fn what_a_rule_forbids_is_not_sent_where_a_redirect_leads_there() {
    for (status, method) in [(302, "GET"), (307, "POST")] {
        let server = Server::start(move |came| {
            if came.line().contains("/pay") {
                Reply::new(200, "paid")
            } else {
                Reply::with(status, &[("location", "/pay?all=1")], "")
            }
        })
        .await;
        let mut config = config(&server);
        let subject = Subject::Request { method: method.parse().ok(), path: "/pay".parse().ok() };
        let rule = Rule { action: Action::Block, subject };
        config.safety = Safety { rules: vec![(rule, "dw.json".to_owned())], ..Safety::default() };
        let client = Client::new(config).expect("usable");
        let body = Some("a=1".to_owned());
        let request = StorefrontRequest { method: "POST".into(), url: "/cart".into(), body };
        let error = client.storefront(request).await.expect_err("refused");
        assert!(matches!(error, ClientError::Unsafe(_)), "{error:?}");
        let came: Vec<String> = server.came().iter().map(|it| it.line().to_owned()).collect();
        assert_eq!(came, ["POST /cart"], "{status}");
    }
}
