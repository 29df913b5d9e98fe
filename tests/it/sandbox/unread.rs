//! Bodies that an answer leaves unread, sent after the head: the next request of the connection is
//! answered, or the connection ends and the answer says so.

use super::{
    requests::{BASIC, connect},
    stand::Stand,
};
use crate::testkit::patience::PATIENCE;
use futures::future::join_all;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Routes that don't read a body, or don't come to it.
const ROUTES: &[(&str, &str)] = &[
    ("POST", "/dw/debugger/v2_0/client"),
    ("GET", "/dw/debugger/v2_0/client"),
    ("GET", "/dw/debugger/v2_0/breakpoints"),
    ("DELETE", "/dw/debugger/v2_0/breakpoints"),
    ("GET", "/dw/debugger/v2_0/breakpoints/1"),
    ("DELETE", "/dw/debugger/v2_0/breakpoints/1"),
    ("GET", "/dw/debugger/v2_0/threads"),
    ("OPTIONS", "/dw/debugger/v2_0/threads"),
    ("POST", "/dw/debugger/v2_0/threads/reset"),
    ("GET", "/dw/debugger/v2_0/threads/999"),
    ("POST", "/dw/debugger/v2_0/threads/999/into"),
    ("POST", "/dw/debugger/v2_0/threads/999/over"),
    ("POST", "/dw/debugger/v2_0/threads/999/out"),
    ("POST", "/dw/debugger/v2_0/threads/999/resume"),
    ("POST", "/dw/debugger/v2_0/threads/999/stop"),
    ("DELETE", "/dw/debugger/v2_0/threads/999/stop"),
    ("GET", "/dw/debugger/v2_0/threads/999/frames/0/eval?expr=1"),
    ("GET", "/dw/debugger/v2_0/threads/999/frames/0/members"),
    ("GET", "/dw/debugger/v2_0/threads/999/frames/0/variables"),
    ("POST", "/dw/debugger/v2_0/nothing"),
    ("POST", "/dw/debugger/v9_9/client"),
    ("POST", "/dw/debugger/v2_0/breakpoints?format=xml"),
    ("GET", "/dw/data/v23_2/libraries/SharedLibrary/folders/root"),
    ("PUT", "/dw/data/v23_2/libraries/SharedLibrary/folders/f"),
    ("PATCH", "/dw/data/v23_2/libraries/SharedLibrary/content/a"),
    ("POST", "/dw/data/v23_2/libraries/SharedLibrary/content/a"),
    ("DELETE", "/dw/data/v23_2/libraries/SharedLibrary/folder_assignments/a/f"),
    ("OPTIONS", "/dw/data/v23_2/libraries/SharedLibrary/content/a"),
    ("PUT", "/dw/data/v99_9/libraries/SharedLibrary/content/a"),
    ("GET", "/-/sandbox/libraries/SharedLibrary/content/a/lock"),
    ("DELETE", "/-/sandbox/libraries/SharedLibrary/content/a/lock"),
    ("POST", "/-/sandbox/libraries/SharedLibrary/content/a/lock"),
    ("POST", "/-/nothing"),
    ("PUT", "/dwsso/oauth2/access_token"),
    ("PUT", "/dw/oauth2/access_token"),
    ("POST", "/dw/shop/v23_2/baskets"),
    ("GET", "/"),
    ("POST", "/"),
    ("POST", "/nothing"),
    ("POST", "/on/demandware.static/Sites-Storefront-Site/-/default/nothing.css"),
    ("OPTIONS", "/on/demandware.store/Sites-Storefront-Site/default/Home-Show"),
    ("POST", "/on/demandware.store/Sites-Nowhere-Site/default/Home-Show"),
];

/// How a body is sent.
#[derive(Clone, Copy, Debug)]
enum Body {
    Small,
    Chunked,
    Large,
    LargeChunked,
}

impl Body {
    fn header(self) -> &'static str {
        match self {
            Self::Small => "content-length: 2",
            Self::Chunked | Self::LargeChunked => "transfer-encoding: chunked",
            Self::Large => "content-length: 200000",
        }
    }

    fn bytes(self) -> Vec<u8> {
        match self {
            Self::Small => b"{}".to_vec(),
            Self::Chunked => b"1\r\n{\r\n1\r\n}\r\n0\r\n\r\n".to_vec(),
            Self::Large => vec![b' '; 200_000],
            Self::LargeChunked => {
                format!("{:x}\r\n{}\r\n0\r\n\r\n", 200_000, "x".repeat(200_000)).into_bytes()
            }
        }
    }
}

/// A whole answer; nothing when the connection ends before it.
async fn answer(stream: &mut (impl AsyncRead + Unpin)) -> Option<String> {
    let mut answer = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&answer);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().expect("a number")) {
                return Some(text.into_owned());
            }
        }
        if stream.read_buf(&mut answer).await.ok()? == 0 {
            return None;
        }
    }
}

/// The answer to a head, whose body follows when the head has been read.
async fn ask(stream: &mut TcpStream, head: &str, body: &[u8]) -> String {
    stream.set_nodelay(true).expect("a socket");
    let (mut reader, mut writer) = stream.split();
    writer.write_all(head.as_bytes()).await.expect("sends");
    let answer = answer(&mut reader);
    tokio::pin!(answer);
    let early = tokio::select! {
        biased;
        answer = &mut answer => Some(answer),
        () = settled() => None,
    };
    // Who has been refused may find nobody to send to.
    drop(writer.write_all(body).await);
    let answer = match early {
        Some(answer) => answer,
        None => timeout(PATIENCE, answer).await.expect("an answer in time"),
    };
    answer.unwrap_or_else(|| panic!("no answer to {head}"))
}

/// The sandbox, which shares this thread, has done what it can for now.
async fn settled() {
    for _ in 0..1000 {
        tokio::task::yield_now().await;
    }
}

fn head(method: &str, path: &str, headers: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n")
}

/// Sends it, and then another request on the same connection; gives the first answer.
async fn check(stand: &Stand, (method, path): (&str, &str), (more, body): (&str, Body)) -> String {
    let row = format!("{method} {path} {body:?} {more}");
    let mut stream = connect(stand).await;
    let first = head(method, path, &format!("{more}{}\r\n", body.header()));
    let first = ask(&mut stream, &first, &body.bytes()).await;
    if first.contains("\r\nconnection: close\r\n") {
        let mut rest = Vec::new();
        let ended = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("an end in time");
        assert!(ended.is_ok() && rest.is_empty(), "{row}: nothing breaks: {ended:?}");
    } else {
        let is_small = matches!(body, Body::Small | Body::Chunked);
        assert!(is_small, "{row}: nobody waits for so much");
        stream.write_all(head("GET", "/-/next", "").as_bytes()).await.expect("sends");
        let next = timeout(PATIENCE, answer(&mut stream)).await.expect("in time");
        let next = next.unwrap_or_else(|| panic!("{row}: the next request is not answered"));
        assert!(next.starts_with("HTTP/1.1 404"), "{row}: {next}");
    }
    first
}

#[tokio::test]
async fn a_body_that_nobody_reads_breaks_no_connection() {
    let stand = Stand::start().await;
    stand.attached("a").await;
    let login = format!("x-dw-client-id: a\r\nauthorization: {BASIC}\r\n");
    for body in [Body::Small, Body::Chunked, Body::Large, Body::LargeChunked] {
        for more in [login.as_str(), "", "origin: https://evil.example\r\n"] {
            join_all(ROUTES.iter().map(|route| check(&stand, *route, (more, body)))).await;
        }
    }
}

#[tokio::test]
async fn a_small_body_that_comes_late_keeps_the_connection() {
    let stand = Stand::start().await;
    stand.attached("a").await;
    let mut stream = connect(&stand).await;
    let more = format!("x-dw-client-id: a\r\nauthorization: {BASIC}\r\ncontent-length: 2\r\n");
    for _ in 0..3 {
        let reset = head("POST", "/dw/debugger/v2_0/threads/reset", &more);
        let answer = ask(&mut stream, &reset, b"{}").await;
        assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
        assert!(!answer.contains("connection: close"), "{answer}");
    }
}

#[tokio::test]
async fn a_token_form_that_is_too_long_breaks_no_connection() {
    let stand = Stand::start().await;
    let kind = "content-type: application/x-www-form-urlencoded\r\n";
    for (method, path) in
        [("POST", "/dwsso/oauth2/access_token"), ("POST", "/dw/oauth2/access_token")]
    {
        for body in [Body::Small, Body::Chunked, Body::Large, Body::LargeChunked] {
            let refused = check(&stand, (method, path), (kind, body)).await;
            assert!(refused.starts_with("HTTP/1.1 400"), "{refused}");
            assert!(refused.contains("\"error\":\"invalid_request\""), "{refused}");
        }
    }
}

/// RFC 9110, 10.1.1: who is refused without being asked for the body may keep it.
#[tokio::test]
async fn a_body_that_is_not_asked_for_is_not_waited_for() {
    let stand = Stand::start().await;
    let mut stream = connect(&stand).await;
    let more = "expect: 100-continue\r\ncontent-length: 2\r\n";
    let refused = head("POST", "/dw/debugger/v2_0/client", more);
    stream.write_all(refused.as_bytes()).await.expect("sends");
    let answer = timeout(PATIENCE, answer(&mut stream)).await.expect("in time").expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
}

/// "Beyond the specification", 2.1 and 4, and what scripts get.
#[tokio::test]
async fn a_body_that_announces_too_much_is_refused_at_once() {
    let stand = Stand::start().await;
    stand.attached("a").await;
    let login = format!("x-dw-client-id: a\r\nauthorization: {BASIC}\r\n");
    let form = "content-type: application/x-www-form-urlencoded\r\n";
    for (method, path, more, limit, status) in [
        ("POST", "/dw/debugger/v2_0/breakpoints", login.as_str(), 5_000_000, 413),
        ("PUT", "/-/sandbox/libraries/SharedLibrary/content/a/lock", &login, 5_000_000, 413),
        (
            "POST",
            "/on/demandware.store/Sites-Storefront-Site/default/Steps-Lines",
            "",
            1 << 20,
            413,
        ),
        ("POST", "/dwsso/oauth2/access_token", form, 64 * 1024, 400),
        ("POST", "/dw/oauth2/access_token", form, 64 * 1024, 400),
    ] {
        let mut stream = connect(&stand).await;
        let head = head(method, path, &format!("{more}content-length: {}\r\n", limit + 1));
        stream.write_all(head.as_bytes()).await.expect("sends");
        let answer = timeout(PATIENCE, answer(&mut stream)).await.expect("nothing is waited for");
        let answer = answer.unwrap_or_else(|| panic!("{path}: no answer"));
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
        assert!(answer.contains("\r\nconnection: close\r\n"), "{path}: {answer}");
    }
}
