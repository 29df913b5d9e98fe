//! Compressed answers: unpacked, and bounded as they are unpacked.

use super::clients::{THREADS, secret, source};
use crate::testkit::server::{Reply, Server};
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use haltscope::api::address::Address;
use haltscope::client::{Client, ClientConfig, ClientError, StorefrontRequest};
use std::io::Write;

/// `{"_v":"2.0","script_threads":[]}` as brotli has it.
const BROTLI: &[u8] = &[
    0x0b, 0x10, 0x80, 0x7b, 0x22, 0x5f, 0x76, 0x22, 0x3a, 0x22, 0x32, 0x2e, 0x30, 0x22, 0x2c, 0x22,
    0x73, 0x63, 0x72, 0x69, 0x70, 0x74, 0x5f, 0x74, 0x68, 0x72, 0x65, 0x61, 0x64, 0x73, 0x22, 0x3a,
    0x5b, 0x5d, 0x7d, 0x20, 0x03,
];

fn client(server: &Server) -> Client {
    let address = Address::parse(&format!("http://{}", server.address)).expect("an address");
    Client::new(ClientConfig::new(address, "haltscope".into())).expect("usable")
}

fn packed(encoding: &str, body: &[u8]) -> Vec<u8> {
    packed_with("200 OK", encoding, body)
}

fn packed_with(status: &str, encoding: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\nContent-Encoding: {encoding}\r\n");
    [format!("{head}Content-Length: {length}\r\n\r\n").as_bytes(), body].concat()
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).expect("packed");
    encoder.finish().expect("packed")
}

fn document() -> &'static [u8] {
    &THREADS[THREADS.len() - 33..]
}

#[tokio::test]
async fn compressed_answers_are_unpacked() {
    let mut deflate = ZlibEncoder::new(Vec::new(), Compression::default());
    deflate.write_all(document()).expect("packed");
    let deflate = deflate.finish().expect("packed");
    for (encoding, body) in
        [("gzip", gzip(document())), ("deflate", deflate), ("br", BROTLI.to_vec())]
    {
        let server = Server::saying(Reply::raw(packed(encoding, &body))).await;
        assert_eq!(client(&server).threads().await, Ok(vec![]), "{encoding}");
        let head = server.came()[0].head.to_lowercase();
        let accepted = head.lines().find(|line| line.starts_with("accept-encoding: "));
        assert!(accepted.is_some_and(|line| line.contains(encoding)), "{head}");
    }
}

/// Small, and 80 MiB when it is unpacked.
fn bomb() -> Vec<u8> {
    let mut bomb = GzEncoder::new(Vec::new(), Compression::fast());
    let blanks = vec![b' '; 1 << 20];
    for _ in 0..80 {
        bomb.write_all(&blanks).expect("packed");
    }
    let bomb = bomb.finish().expect("packed");
    assert!(bomb.len() < 1 << 20, "{}", bomb.len());
    bomb
}

#[tokio::test]
async fn an_answer_that_is_endless_when_unpacked_is_too_large() {
    let too_large = ClientError::TooLarge { limit: 64 << 20 };
    let server = Server::saying(Reply::raw(packed("gzip", &bomb()))).await;
    let error = client(&server).threads().await.expect_err("too large");
    assert_eq!(error, too_large);
    let failed = packed_with("500 Internal Server Error", "gzip", &bomb());
    let server = Server::saying(Reply::raw(failed)).await;
    let url = "/-/sandbox/snapshots/a".into();
    let request = StorefrontRequest { method: "GET".into(), url, body: None };
    let error = client(&server).own_whole(request, |_| true).await.expect_err("too large");
    assert_eq!(error, too_large);
    let server = Server::with_tokens(|_| Reply::raw(packed("gzip", &bomb()))).await;
    let url = "/custom/a/v1/organizations/o/guests?siteId=Shop".into();
    let request = StorefrontRequest { method: "GET".into(), url, body: None };
    let client = client(&server).with_tokens(source(&server, secret()));
    let error = client.custom(request).await.expect_err("its guest's token is too large");
    assert_eq!(error, too_large);
}

#[tokio::test]
async fn an_answer_that_breaks_off_while_it_is_unpacked_is_no_document() {
    let whole = gzip(&document().repeat(1000));
    let server = Server::saying(Reply::raw(packed("gzip", &whole[..whole.len() / 2]))).await;
    let error = client(&server).threads().await.expect_err("half a document");
    assert!(matches!(error, ClientError::Interrupted { .. }), "{error:?}");
    let server =
        Server::saying(Reply::raw(packed("gzip", b"no gzip at all, and long enough"))).await;
    let error = client(&server).threads().await.expect_err("no document");
    assert!(matches!(error, ClientError::Interrupted { .. }), "{error:?}");
}

#[tokio::test]
async fn a_storefronts_page_is_kept_and_counted_as_it_is_unpacked() {
    let page = "<p>Your cart</p>".repeat(10_000);
    let server = Server::saying(Reply::raw(packed("gzip", &gzip(page.as_bytes())))).await;
    let request = StorefrontRequest { method: "GET".into(), url: "/Cart-Show".into(), body: None };
    let answer = client(&server).storefront(request).await.expect("a page");
    assert_eq!((answer.size, answer.text.len()), (160_000, 64 << 10));
    assert!(answer.text.starts_with("<p>Your cart</p>"));
}
