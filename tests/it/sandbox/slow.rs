//! Peers that are slow on purpose, more of them than there is room for: good requests go through.

use super::requests::{get, status};
use crate::testkit::patience::PATIENCE;
use crate::testkit::process::Process;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// With so many files open at most, there are 64 seats.
const FILES: u32 = 640;
const SEATS: usize = 64;

/// What slow peers begin with.
const SLOW: [&str; 4] = [
    "",
    "GET / HTTP/1.1\r\nhost: loc",
    "POST /dw/oauth2/access_token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\ngrant_",
    "POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n1",
];

/// The beginning of a TLS record that is never whole.
const HALF_A_HANDSHAKE: &[u8] = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03";

async fn begin(address: &str, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("connects");
    stream.write_all(bytes).await.expect("sends");
    stream
}

async fn is_answered(address: &str) {
    let mut stream = begin(address, get("/dw/debugger/v2_0/nothing", "a").as_bytes()).await;
    let mut answer = String::new();
    let read = timeout(PATIENCE, stream.read_to_string(&mut answer)).await;
    read.expect("an answer in time").expect("text");
    assert_eq!(status(&answer), 404, "{answer}");
}

#[tokio::test]
async fn slow_peers_lock_nobody_out() {
    let mut process = Process::with_files(FILES, &["--json"]);
    let ready = process.ready();
    let address = |scheme: &str| {
        let url = ready[scheme].as_str().expect("an address");
        url.split("://").last().expect("an authority").to_owned()
    };
    let (http, https) = (address("http"), address("https"));
    let mut slow = Vec::new();
    for number in 0..SEATS + 16 {
        slow.push(match number % 5 {
            4 => begin(&https, HALF_A_HANDSHAKE).await,
            part => begin(&http, SLOW[part].as_bytes()).await,
        });
        if number >= SEATS {
            is_answered(&http).await;
        }
    }
    let log = process.log();
    assert!(log.contains("64 connections are open"), "it is told: {log}");
    drop(slow);
}
