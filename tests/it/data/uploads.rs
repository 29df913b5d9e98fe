//! Bodies that are too large: whoever sends one gets the fault, not a broken connection.

use super::stand::{LIBRARY, Stand};
use std::fmt::Write;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// The largest body, in bytes ("beyond the specification", 2.1).
const LARGEST: usize = 5_000_000;

/// The head of a folder's PUT: a folder may be written unencrypted.
fn head(stand: &Stand, length: usize, more: &str) -> String {
    let mut head = format!("PUT /dw/data/v23_2{LIBRARY}/folders/f HTTP/1.1\r\nhost: localhost\r\n");
    write!(head, "authorization: Bearer {}\r\ncontent-length: {length}\r\n{more}\r\n", stand.token)
        .expect("text");
    head
}

async fn connect(stand: &Stand) -> TcpStream {
    TcpStream::connect(stand.sandbox.http_addr()).await.expect("connects")
}

async fn status(stream: &mut TcpStream) -> String {
    let mut line = [0; 12];
    stream.read_exact(&mut line).await.expect("an answer");
    String::from_utf8_lossy(&line).into_owned()
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_when_it_is_sent() {
    let stand = Stand::start().await;
    for length in [LARGEST + 1, LARGEST + 2_000_000, 4 * LARGEST] {
        let mut stream = connect(&stand).await;
        stream.write_all(head(&stand, length, "").as_bytes()).await.expect("sent");
        stream.write_all(&vec![b' '; length]).await.unwrap_or_else(|error| {
            panic!("{length}: the connection breaks: {error}");
        });
        assert_eq!(status(&mut stream).await, "HTTP/1.1 413", "{length}");
    }
}

#[tokio::test]
async fn a_body_that_announces_too_much_is_not_waited_for() {
    let stand = Stand::start().await;
    let mut stream = connect(&stand).await;
    stream.write_all(head(&stand, LARGEST + 1, "").as_bytes()).await.expect("sent");
    assert_eq!(status(&mut stream).await, "HTTP/1.1 413");
}

/// RFC 9110, 10.1.1: nobody sends in vain what its head forbids.
#[tokio::test]
async fn a_body_that_is_announced_as_too_large_is_not_asked_for() {
    let stand = Stand::start().await;
    let expecting = "expect: 100-continue\r\n";
    let mut stream = connect(&stand).await;
    let head_of = |length| head(&stand, length, expecting);
    stream.write_all(head_of(LARGEST + 1).as_bytes()).await.expect("sent");
    assert_eq!(status(&mut stream).await, "HTTP/1.1 413");
    let mut stream = connect(&stand).await;
    stream.write_all(head_of(2).as_bytes()).await.expect("sent");
    assert_eq!(status(&mut stream).await, "HTTP/1.1 100");
}
