//! Data API requests that a person types, against instances that refuse or lead astray.

use super::clients::{config, secret, source};
use crate::testkit::server::{Reply, Server};
use haltscope::client::{Client, ClientError, StorefrontRequest};
use serde_json::json;

const ASSET: &str = "/s/-/dw/data/v23_2/libraries/L/content/a";

fn client(server: &Server) -> Client {
    Client::new(config(server)).expect("a client").with_tokens(source(server, secret()))
}

fn request(method: &str, url: &str) -> StorefrontRequest {
    StorefrontRequest { method: method.into(), url: url.into(), body: Some("{}".into()) }
}

#[tokio::test]
async fn a_token_that_is_no_longer_taken_is_renewed_once() {
    let server = Server::with_tokens(|came| match came.header("authorization") {
        "Bearer token-1" => Reply::fault(401, "InvalidAccessTokenException"),
        _ => Reply::new(200, json!({"id": "a"})),
    })
    .await;
    let answer = client(&server).data(request("GET", ASSET)).await.expect("an answer");
    assert_eq!((answer.status, server.counts()), (200, (2, 2)));
    let server = Server::with_tokens(|_| Reply::fault(401, "InvalidAccessTokenException")).await;
    let answer = client(&server).data(request("GET", ASSET)).await.expect("an answer");
    assert_eq!((answer.status, server.counts()), (401, (2, 2)), "and no more than once");
}

#[tokio::test]
async fn the_token_follows_no_redirect() {
    let other = Server::with_tokens(|_| Reply::new(200, "{}")).await;
    let elsewhere = format!("{}{ASSET}", other.url());
    let server = Server::with_tokens(move |_| Reply::redirect(&elsewhere)).await;
    for method in ["GET", "PUT", "PATCH", "DELETE"] {
        let answer = client(&server).data(request(method, ASSET)).await.expect("an answer");
        assert_eq!(answer.status, 307, "{method}");
    }
    assert_eq!(other.counts(), (0, 0));
}

#[tokio::test]
async fn the_token_goes_to_the_instance_alone() {
    let other = Server::with_tokens(|_| Reply::new(200, "{}")).await;
    let elsewhere = format!("{}{ASSET}", other.url());
    let server = Server::with_tokens(|_| Reply::new(200, "{}")).await;
    let client = client(&server);
    assert!(client.is_data(ASSET) && !client.is_data(&elsewhere));
    let refused = client.data(request("GET", &elsewhere)).await;
    assert!(matches!(refused, Err(ClientError::ForeignUrl { .. })), "{refused:?}");
    assert_eq!((server.counts(), other.counts()), ((0, 0), (0, 0)));
}
