//! Requests to custom APIs of a sandbox: as whom, how often, and who waits for whom.

use super::clients::{config, secret, source};
use crate::testkit::{
    patience::PATIENCE,
    server::{Came, Reply, Server},
};
use futures::future::{FutureExt, pending, ready};
use haltscope::client::{Client, ClientError, StorefrontRequest};
use std::time::Duration;
use tokio::time::timeout;

const GUESTS: &str = "/custom/a/v1/organizations/o/guests?siteId=Shop";
const HALTS: &str = "/custom/a/v1/organizations/o/halts?siteId=Shop";

fn client(server: &Server) -> Client {
    Client::new(config(server)).expect("a client").with_tokens(source(server, secret()))
}

fn request(url: &str) -> StorefrontRequest {
    StorefrontRequest { method: "POST".into(), url: url.into(), body: Some("{}".into()) }
}

fn is_guests(came: &Came) -> bool {
    came.line().contains("/oauth2/token")
}

/// A sandbox that doesn't take a token.
fn refusal() -> Reply {
    Reply::with(401, &[("x-sandbox-reason", "the token is not valid, or no more")], "{}")
}

/// Whose tokens came with requests to the API.
fn callers(server: &Server) -> Vec<String> {
    let came = server.came();
    let called = came.iter().filter(|came| came.line().contains("/custom/"));
    called.map(|came| came.header("authorization").replace("Bearer ", "")).collect()
}

#[tokio::test]
async fn what_a_script_answers_is_asked_for_once() {
    let server = Server::with_tokens(|came| {
        if is_guests(came) { Reply::token("guest") } else { Reply::new(401, "{}") }
    })
    .await;
    let client = client(&server);
    for _ in 0..2 {
        assert_eq!(client.custom(request(GUESTS)).await.expect("an answer").status, 401);
    }
    assert_eq!(callers(&server), ["guest", "guest"]);
}

#[tokio::test]
async fn a_guest_who_never_comes_is_not_waited_for_for_ever() {
    let server = Server::with_tokens(|came| {
        let reply = Reply::token("guest");
        if is_guests(came) { reply.after(100 * PATIENCE) } else { reply }
    })
    .await;
    let mut config = config(&server);
    config.timeouts.answer = Duration::from_millis(50);
    let client = Client::new(config).expect("a client").with_tokens(source(&server, secret()));
    for _ in 0..2 {
        let answer = timeout(PATIENCE, client.custom(request(GUESTS))).await.expect("in time");
        assert!(matches!(answer, Err(ClientError::TimedOut { .. })), "{answer:?}");
    }
}

#[tokio::test]
async fn where_guests_are_not_taken_the_api_client_asks() {
    let server = Server::with_tokens(|came| match came.header("authorization") {
        _ if is_guests(came) => Reply::token(&format!("guest-{}", came.before)),
        "Bearer token-1" => Reply::new(200, "{}"),
        "Bearer guest-0" if came.line().contains("guests") => Reply::new(200, "{}"),
        _ => refusal(),
    })
    .await;
    let client = client(&server);
    let admins = "/custom/a/v1/organizations/o/admins?siteId=Shop";
    for url in [GUESTS, admins, GUESTS] {
        assert_eq!(client.custom(request(url)).await.expect("an answer").status, 200, "{url}");
    }
    let callers = callers(&server);
    assert_eq!(callers.first().map(String::as_str), Some("guest-0"));
    assert_eq!(callers.last().map(String::as_str), Some("guest-0"), "he is the same: {callers:?}");
}

#[tokio::test]
async fn a_guest_whose_time_is_over_is_followed_by_another() {
    let server = Server::with_tokens(|came| match came.header("authorization") {
        _ if is_guests(came) => Reply::token(&format!("guest-{}", came.before)),
        "Bearer guest-0" if came.before > 1 => refusal(),
        _ => Reply::new(200, "{}"),
    })
    .await;
    let client = client(&server);
    for _ in 0..3 {
        assert_eq!(client.custom(request(GUESTS)).await.expect("an answer").status, 200);
    }
    assert_eq!(callers(&server), ["guest-0", "guest-0", "guest-3", "guest-3"]);
}

#[tokio::test]
async fn a_halted_script_holds_up_no_other_request() {
    let server = Server::answering(None, |came| match came.line() {
        line if line.contains("/halts") => pending().boxed(),
        _ if is_guests(&came) => ready(Reply::token("guest")).boxed(),
        _ => ready(Reply::new(200, "{}")).boxed(),
    })
    .await;
    let client = client(&server);
    let halted = client.custom(request(HALTS));
    let others = async {
        while !callers(&server).contains(&"guest".to_owned()) {
            tokio::task::yield_now().await;
        }
        client.custom(request(GUESTS)).await.expect("an answer")
    };
    tokio::select! {
        _ = halted => panic!("it halts"),
        answer = timeout(PATIENCE, others) => {
            assert_eq!(answer.expect("it waits for nobody").status, 200);
        }
    }
}
