//! Bodies without end cost no more memory than the limit of one, and many large ones take turns.

use super::stand::{Answer, LIBRARY, Stand};
use crate::testkit::process::Process;
use haltscope::sandbox::BUILTIN_CLIENT;
use serde_json::{Value, json};
use std::fmt::Write;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// Senders at a time.
const SENDERS: usize = 20;
/// What each of them sends, in megabytes, unless it is refused before.
const SENT: usize = 64;
/// What they may cost, in megabytes: the limit for each, twice since a buffer doubles as it grows.
const COST: f64 = 20.0 * 5.0 * 2.0;

#[tokio::test(flavor = "multi_thread")]
async fn bodies_without_end_are_given_up_at_the_limit() {
    let mut process = Process::on_free_ports(&["--json"]);
    let ready = process.ready();
    let http = ready["http"].as_str().expect("an address");
    let address = http.trim_start_matches("http://");
    let head = head(&token(http).await);
    let before = process.memory("VmHWM");
    let senders = (0..SENDERS).map(|_| send(address, &head));
    for answer in futures::future::join_all(senders).await {
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413 "), "{answer}");
    }
    let grown = process.memory("VmHWM") - before;
    assert!(grown < COST, "{grown:.0} MB more than {before:.0} MB");
    token(http).await;
}

/// What costs most once it is decoded: a hundred times its size.
fn nested(bytes: usize) -> String {
    let deep = format!("{}0{}", "{\"\":".repeat(60), "}".repeat(60));
    format!("{{\"c_a\":[{}]}}", vec![deep.as_str(); bytes / deep.len()].join(","))
}

#[tokio::test(flavor = "multi_thread")]
async fn many_large_bodies_at_a_time_are_all_answered() {
    const BODIES: usize = 24;
    let stand = Stand::start().await;
    let garbage = nested(1_000_000);
    let page = json!({"c_body": {"default": {"source": "x".repeat(4_000_000)}}}).to_string();
    let put = |id: String, body: &str| {
        let path = format!("{LIBRARY}/content/{id}");
        let request = stand.ask("PUT", &path).header("content-type", "application/json");
        Answer::of(request.body(body.to_owned()))
    };
    let large = futures::future::join_all((0..BODIES).map(|number| match number % 2 {
        0 => put(format!("large-{number}"), &garbage),
        _ => put(format!("large-{number}"), &page),
    }));
    let small =
        futures::future::join_all((0..BODIES).map(|number| put(format!("small-{number}"), "{}")));
    let (large, small) = futures::future::join(large, small).await;
    for (number, answer) in large.into_iter().enumerate() {
        match number % 2 {
            0 => answer.fails(400, "InvalidCustomProperty"),
            _ => drop(answer.ok(201)),
        }
    }
    for answer in small {
        answer.ok(201);
    }
}

/// A folder's head: a folder may be written unencrypted.
fn head(token: &str) -> String {
    let mut head = format!("PUT /dw/data/v23_2{LIBRARY}/folders/f HTTP/1.1\r\nhost: localhost\r\n");
    let length = SENT << 20;
    write!(head, "authorization: Bearer {token}\r\ncontent-length: {length}\r\n\r\n[")
        .expect("text");
    head
}

async fn token(http: &str) -> String {
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let request = client.post(format!("{http}/dwsso/oauth2/access_token"));
    let request = request.basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
    let answer = request.form(&[("grant_type", "client_credentials")]).send().await;
    let document: Value = answer.expect("an answer").json().await.expect("a document");
    document["access_token"].as_str().expect("a token").to_owned()
}

/// Sends until nobody listens any more; what was answered, if it still arrived.
async fn send(address: &str, head: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("connects");
    stream.write_all(head.as_bytes()).await.expect("sent");
    for _ in 0..SENT {
        if stream.write_all(&vec![b'['; 1 << 20]).await.is_err() {
            break;
        }
    }
    let mut answer = Vec::new();
    drop(stream.read_to_end(&mut answer).await);
    String::from_utf8_lossy(&answer).into_owned()
}
