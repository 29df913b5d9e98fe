//! The rules of "beyond the specification", section 7: hosts, origins, limits, slow peers.

use super::{
    requests::{connect, get, raw, request, status},
    stand::{Answer, Stand},
};
use crate::testkit::patience::PATIENCE;
use haltscope::sandbox::{Sandbox, SandboxError, SandboxOptions};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

const THREADS: &str = "/dw/debugger/v2_0/threads";

#[tokio::test]
async fn only_loopback_names_are_hosts() {
    let stand = Stand::start().await;
    for (host, expected) in
        [("localhost", 400), ("LOCALHOST:1", 400), ("127.0.0.1:65535", 400), ("[::1]:8400", 400)]
    {
        let answer = raw(&stand, &request("GET", THREADS, host, "")).await;
        assert_eq!(status(&answer), expected);
        assert!(answer.contains("ClientIdRequiredException"), "{host} is let through: {answer}");
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "localhost.",
        "0.0.0.0",
        "user@localhost",
        "localhost:x",
        "",
    ] {
        for path in [THREADS, "/", "/dw/data/v23_2/libraries", "/nowhere"] {
            let answer = raw(&stand, &request("GET", path, host, "")).await;
            assert_eq!(status(&answer), 400, "{host}: {answer}");
            assert!(answer.contains("\"InvalidHostHeaderException\""), "{host}: {answer}");
        }
    }
    for head in [
        format!("GET {THREADS} HTTP/1.1\r\nconnection: close\r\n\r\n"),
        format!("GET {THREADS} HTTP/1.0\r\n\r\n"),
        format!(
            "GET {THREADS} HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n"
        ),
    ] {
        let answer = raw(&stand, &head).await;
        assert!(answer.contains("\"InvalidHostHeaderException\""), "{head}: {answer}");
    }
}

#[tokio::test]
async fn foreign_origins_are_refused_even_with_a_login() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let own = format!("http://{}", stand.sandbox.http_addr());
    let send = async |method: &str, path: &str, name: &str, value: &str| {
        Answer::read(debugger.request(method, path).header(name, value)).await
    };
    send("GET", "/threads", "origin", &own).await.expect(200);
    send("GET", "/threads", "sec-fetch-site", "same-origin").await.expect(200);
    send("GET", "/threads", "sec-fetch-site", "none").await.expect(200);
    let foreign = [
        ("origin", "https://evil.example"),
        ("origin", "http://localhost:3000"),
        ("origin", "null"),
        ("origin", ""),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ];
    for (name, value) in foreign {
        for (method, path) in [
            ("GET", "/threads"),
            ("GET", "/threads/1/frames/0/eval?expr=1"),
            ("POST", "/client"),
            ("OPTIONS", "/threads"),
            ("GET", "/nothing"),
        ] {
            let answer = send(method, path, name, value).await;
            assert!(answer.headers.keys().all(|name| !name.as_str().starts_with("access-control")));
            answer.expect_fault(401, "UnauthorizedOriginException");
        }
    }
}

#[tokio::test]
async fn the_host_comes_before_the_origin_and_everything_else() {
    let stand = Stand::start().await;
    let headers = "origin: https://evil.example\r\n";
    let answer = raw(&stand, &request("BREW", "/dw/debugger/v9/x", "evil.example", headers)).await;
    assert!(answer.contains("\"InvalidHostHeaderException\""), "{answer}");
    let answer = raw(&stand, &request("BREW", "/dw/debugger/v9/x", "localhost", headers)).await;
    assert!(answer.contains("\"UnauthorizedOriginException\""), "{answer}");
}

#[tokio::test]
async fn large_heads_are_refused() {
    let stand = Stand::start().await;
    stand.attached("a").await;
    let long = |length: usize| get(&format!("{THREADS}?x={}", "y".repeat(length)), "a");
    assert_eq!(status(&raw(&stand, &long(32 * 1024 - 100)).await), 200);
    assert_eq!(status(&raw(&stand, &long(32 * 1024)).await), 414);
    let headers = |count: usize| {
        let lines: Vec<_> =
            (0..count).map(|number| format!("x-{number}: {}\r\n", "z".repeat(8000))).collect();
        request("GET", THREADS, "localhost", &lines.concat())
    };
    assert_eq!(status(&raw(&stand, &headers(7)).await), 400, "56 KiB are read");
    assert_eq!(status(&raw(&stand, &headers(9)).await), 431);
    assert_eq!(status(&raw(&stand, &headers(50)).await), 431, "and it isn't read without end");
}

#[tokio::test]
async fn bytes_that_are_no_http_hurt_nobody() {
    let stand = Stand::start().await;
    for bytes in
        ["\r\n\r\n", "nonsense\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01\x02", "GET / HTTP/9\r\n\r\n"]
    {
        let mut stream = connect(&stand).await;
        stream.write_all(bytes.as_bytes()).await.expect("sends");
        stream.shutdown().await.expect("ends");
        let mut answer = Vec::new();
        let read = timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        drop(read.expect("the connection ends"));
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 400"), "{bytes:?}");
    }
    stand.attached("a").await;
}

#[tokio::test]
async fn slow_and_half_open_connections_hold_nobody_up() {
    let stand = Stand::start().await;
    let mut held = Vec::new();
    for number in 0..200 {
        let mut stream = connect(&stand).await;
        let part = ["", "GET / HT", "GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: "][number % 3];
        stream.write_all(part.as_bytes()).await.expect("sends");
        held.push(stream);
    }
    let debugger = stand.attached("a").await;
    debugger.get("/threads").await.expect(200);
    assert!(is_open(held.last().expect("many")), "nobody was waited for");
}

/// Whether the other end has neither answered nor closed.
pub fn is_open(stream: &TcpStream) -> bool {
    let read = stream.try_read(&mut [0]);
    read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}

#[tokio::test]
async fn a_body_that_stops_half_way_does_not_keep_the_client_from_its_work() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let mut stream = connect(&stand).await;
    let head = get("/dw/debugger/v2_0/breakpoints", "a").replace("GET", "POST");
    let head = head.replace("connection: close", "content-length: 1000");
    stream.write_all(head.as_bytes()).await.expect("sends");
    stream.write_all(b"{\"breakpoints\"").await.expect("sends");
    debugger.break_at("start").await;
    stream.shutdown().await.expect("ends");
    let mut answer = String::new();
    let read = timeout(PATIENCE, stream.read_to_string(&mut answer)).await;
    drop(read.expect("the connection ends"));
    assert!(answer.is_empty() || status(&answer) == 408, "{answer}");
    let list = debugger.get("/breakpoints").await.expect(200).json();
    assert_eq!(list["breakpoints"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn connections_are_kept_for_the_next_request() {
    let stand = Stand::start().await;
    stand.attached("a").await;
    let mut stream = connect(&stand).await;
    let request = get(THREADS, "a").replace("connection: close\r\n", "");
    for _ in 0..3 {
        stream.write_all(request.as_bytes()).await.expect("sends");
        let mut buffer = [0; 4096];
        let count = timeout(PATIENCE, stream.read(&mut buffer)).await.expect("in time");
        let text = String::from_utf8_lossy(&buffer[..count.expect("an answer")]).into_owned();
        assert_eq!(status(&text), 200);
    }
}

#[tokio::test]
async fn a_taken_port_is_named() {
    let stand = Stand::start().await;
    let listen = stand.sandbox.http_addr();
    let options = SandboxOptions { listen, ..SandboxOptions::on_free_ports() };
    let error = Sandbox::start(options).await.err().expect("refused");
    assert!(matches!(error, SandboxError::Listen { address, .. } if address == listen));
    assert!(!error.is_wrong_usage());
}

#[tokio::test]
async fn a_shutdown_ends_halted_threads_and_lets_their_requests_finish() {
    let stand = Stand::start().await;
    let (debugger, _, page) = stand.halted_at("Steps-Lines", "start").await;
    drop(debugger);
    let address = stand.sandbox.http_addr();
    stand.sandbox.shutdown().await;
    page.await.expect("a page").expect(500);
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn a_shutdown_does_not_wait_for_idle_connections() {
    let stand = Stand::start().await;
    let silent = connect(&stand).await;
    let mut used = connect(&stand).await;
    let request = get(THREADS, "a").replace("connection: close\r\n", "");
    used.write_all(request.as_bytes()).await.expect("sends");
    let mut buffer = [0; 4096];
    let read = timeout(PATIENCE, used.read(&mut buffer)).await;
    assert!(read.expect("in time").expect("an answer") > 0);
    // By the clock on the wall: threads of the engine end beside it, of which a clock that stands knows nothing.
    let start = std::time::Instant::now();
    stand.sandbox.shutdown().await;
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    drop(silent);
}
