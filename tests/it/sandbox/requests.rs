//! Requests as bytes: addresses in all their forms, cookies, heads.

use super::stand::{Answer, Stand};
use crate::testkit::patience::PATIENCE;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// `Authorization` of the built-in user.
pub const BASIC: &str = "Basic YWRtaW46aGFsdHNjb3BlLWRlbW8=";

/// A request of the built-in user that ends the connection.
pub fn get(target: &str, id: &str) -> String {
    request(
        "GET",
        target,
        "localhost",
        &format!("x-dw-client-id: {id}\r\nauthorization: {BASIC}\r\n"),
    )
}

pub fn request(method: &str, target: &str, host: &str, headers: &str) -> String {
    format!("{method} {target} HTTP/1.1\r\nhost: {host}\r\n{headers}connection: close\r\n\r\n")
}

/// Sends bytes and reads until the connection ends.
pub async fn raw(stand: &Stand, request: &str) -> String {
    let exchange = async {
        let mut stream = connect(stand).await;
        stream.write_all(request.as_bytes()).await.expect("sends");
        let mut answer = Vec::new();
        // A server that refuses early may end the connection while we still send.
        drop(stream.read_to_end(&mut answer).await);
        String::from_utf8_lossy(&answer).into_owned()
    };
    timeout(PATIENCE, exchange).await.expect("an answer in time")
}

pub async fn connect(stand: &Stand) -> TcpStream {
    TcpStream::connect(stand.sandbox.http_addr()).await.expect("connects")
}

/// The status of an answer.
#[track_caller]
pub fn status(answer: &str) -> u16 {
    let status = answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3));
    status.and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("no answer: {answer:?}"))
}

#[tokio::test]
async fn both_versions_and_all_base_addresses_are_alike() {
    let stand = Stand::start().await;
    let mut debugger = stand.attached("a").await;
    for root in ["/dw/debugger", "/s/-/dw/debugger", "/s/Storefront/dw/debugger"] {
        for version in ["v1_0", "v2_0"] {
            debugger.base = format!("{root}/{version}");
            let threads = debugger.get("/threads").await.expect(200).json();
            assert_eq!(threads, json!({"_v": "2.0", "script_threads": []}), "{}", debugger.base);
        }
    }
}

#[tokio::test]
async fn runs_of_slashes_count_as_one_and_a_trailing_one_is_dropped() {
    let stand = Stand::start().await;
    stand.attached("a").await;
    for target in [
        "/s/-/dw/debugger/v2_0//threads",
        "//s//-/dw///debugger/v2_0/threads//",
        "/dw/debugger/v2_0/threads/",
        "/dw/debugger/v2_0/threads/?format=json",
    ] {
        assert_eq!(status(&raw(&stand, &get(target, "a")).await), 200, "{target}");
    }
}

#[tokio::test]
async fn the_absolute_form_replaces_the_host() {
    let stand = Stand::start().await;
    stand.attached("a").await;
    let headers = format!("x-dw-client-id: a\r\nauthorization: {BASIC}\r\n");
    for (target, host, expected) in [
        ("http://localhost/dw/debugger/v2_0/threads", "evil.example", 200),
        ("https://127.0.0.1:8443/s/-/dw/debugger/v2_0//threads", "evil.example", 200),
        ("http://[::1]:1/dw/debugger/v2_0/threads", "", 200),
        ("http://evil.example/dw/debugger/v2_0/threads", "localhost", 400),
        ("http://admin@localhost/dw/debugger/v2_0/threads", "localhost", 400),
    ] {
        let answer = raw(&stand, &request("GET", target, host, &headers)).await;
        assert_eq!(status(&answer), expected, "{target}: {answer}");
    }
}

#[tokio::test]
async fn the_first_answer_sets_the_cookie_dwsid() {
    let stand = Stand::start().await;
    let debugger = stand.debugger("a");
    let first = debugger.post("/client").await.expect(204);
    let cookie = first.header("set-cookie");
    let (value, attributes) = cookie.split_once("; ").expect("attributes");
    assert!(value.strip_prefix("dwsid=").is_some_and(|value| value.len() >= 20), "{cookie}");
    assert_eq!(attributes, "Path=/; HttpOnly; SameSite=Lax", "not Secure without TLS");
    let request = debugger.request("GET", "/threads").header("cookie", format!("x=1; {value}"));
    let second = Answer::read(request).await.expect(200);
    assert!(second.headers.get("set-cookie").is_none(), "it is replayed from then on");
    let request = debugger.request("GET", "/threads").header("cookie", "dwsid=another");
    Answer::read(request.header("sfdc_dwsid", "another")).await.expect(200);
}

#[tokio::test]
async fn a_refused_request_sets_the_cookie_too() {
    let stand = Stand::start().await;
    let answer = stand.debugger("a").get("/threads").await.expect(412);
    assert!(answer.header("set-cookie").starts_with("dwsid="));
}

#[tokio::test]
async fn heads_answer_like_gets_without_a_body() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let head = debugger.send("HEAD", "/threads").await.expect(200);
    assert_eq!(head.body, "");
    assert_eq!(head.header("content-type"), "application/json;charset=UTF-8");
    assert_eq!(debugger.send("HEAD", "/threads/1").await.expect(404).body, "");
    debugger.send("HEAD", "/client").await.expect(405);
}

#[tokio::test]
async fn documents_are_never_cached() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    for answer in [debugger.get("/threads").await, debugger.post("/threads/reset").await] {
        let cache = "max-age=0,no-cache,no-store,must-revalidate";
        assert_eq!(answer.header("cache-control"), cache);
    }
}

#[tokio::test]
async fn other_apis_are_not_there_and_say_so() {
    let stand = Stand::start().await;
    for path in ["/dw/data/v23_2/libraries/x", "/s/-/dw/shop/v23_2/y", "/dwsso/oauth2/x", "/-/x"] {
        let answer = raw(&stand, &request("GET", path, "localhost", "")).await;
        assert_eq!(status(&answer), 404, "{path}");
        assert!(answer.contains("\"ResourcePathNotFoundException\""), "{answer}");
        assert!(answer.contains("\"_type\":\"fault\""), "{answer}");
    }
}
