use super::*;
use axum::body::Bytes;
use futures::{FutureExt, StreamExt, future::join_all, stream};
use serde_json::json;
use std::{convert::Infallible, sync::Arc};
use tokio::sync::Barrier;

/// Objects with one empty key each, in one another as deep as allowed: what costs most.
fn dearest(bytes: usize) -> String {
    let nested = format!("{}0{}", "{\"\":".repeat(63), "}".repeat(63));
    let many = (bytes - 2) / (nested.len() + 1);
    format!("[{}]", vec![nested; many].join(","))
}

/// A valid asset with a text of that many bytes.
fn page(bytes: usize) -> String {
    json!({"c_body": {"default": {"source": "x".repeat(bytes)}}}).to_string()
}

async fn arrived(bodies: &Bodies, text: String) -> Arrived {
    bodies.receive(text.into(), DOCUMENT).await.expect("it arrives")
}

#[tokio::test]
async fn a_body_is_the_same_in_memory_and_in_a_file() {
    let bodies = Bodies::default();
    for length in [0, 1, SMALL - 1, SMALL, SMALL + 1, 3 * SMALL] {
        let text: String = ('a'..='z').cycle().take(length).collect();
        let pieces: Vec<_> = text.as_bytes().chunks(1000).map(Bytes::copy_from_slice).collect();
        let pieces = stream::iter(pieces.into_iter().map(Ok::<_, Infallible>));
        let body = bodies.receive(Body::from_stream(pieces), DOCUMENT).await.expect("it arrives");
        assert_eq!(body.len(), length);
        assert!(body.into_bytes().await.expect("its bytes") == text.as_bytes(), "{length}");
    }
}

#[tokio::test]
async fn a_body_beyond_the_limit_is_given_up_where_it_passes_it() {
    let endless = stream::repeat_with(|| Ok::<_, Infallible>(Bytes::from_static(&[b'['; 1000])));
    let received = Bodies::default().receive(Body::from_stream(endless), DOCUMENT).await;
    assert!(matches!(received, Err(NotArrived::TooLarge { limit: DOCUMENT })));
}

#[tokio::test]
async fn a_slow_sender_takes_no_room() {
    let bodies = Bodies::default();
    let all = bodies.large.free();
    let first = stream::iter([Ok::<_, Infallible>(Bytes::from(vec![b' '; 2 * SMALL]))]);
    let stalled = Body::from_stream(first.chain(stream::pending()));
    let mut receiving = Box::pin(bodies.receive(stalled, DOCUMENT));
    // Its first piece is taken, which needs a file.
    for _ in 0..100 {
        assert!(receiving.as_mut().now_or_never().is_none(), "it is on its way");
        tokio::task::yield_now().await;
    }
    assert_eq!(bodies.large.free(), all);
}

#[tokio::test]
async fn a_decoded_body_keeps_the_room_that_it_needs_and_no_more() {
    let bodies = Bodies::default();
    let all = bodies.large.free();
    let body = arrived(&bodies, page(1_000_000)).await;
    let decoded = bodies.decode(body).await.expect("it is JSON");
    let taken = all - bodies.large.free();
    assert!((5_000_000..5_100_000).contains(&taken), "the text and its copies: {taken}");
    drop(decoded);
    assert_eq!(bodies.large.free(), all);
    let body = arrived(&bodies, dearest(1_000_000)).await;
    let decoded = bodies.decode(body).await.expect("it is JSON");
    let taken = all - bodies.large.free();
    assert!(taken > 100_000_000, "all that was taken: {taken}");
    drop(decoded);
    let body = arrived(&bodies, "[".repeat(1_000_000)).await;
    assert!(bodies.decode(body).await.is_err());
    assert_eq!(bodies.large.free(), all, "a refused one keeps nothing");
}

#[tokio::test]
async fn a_body_that_is_decoded_beside_itself_has_room_for_the_worst() {
    let bodies = Bodies::default();
    let all = bodies.large.free();
    let text = dearest(1_000_000);
    let body = arrived(&bodies, text.clone()).await;
    let (bytes, document, mut hold) = bodies.decode_beside(body).await.expect("it is there");
    assert!(bytes == text.as_bytes() && document.is_ok());
    assert!(all - bodies.large.free() >= text.len() * WORST);
    drop(document);
    hold.keep(bytes.len() * SCRIPTS_COPIES);
    assert!(all - bodies.large.free() < 10_000_000);
}

#[tokio::test]
async fn many_large_bodies_are_decoded_by_turns() {
    const BODIES: usize = 20;
    let bodies = Bodies { large: Room::new(100 << 20), ..Bodies::default() };
    let all = bodies.large.free();
    let turn = async |number: usize| {
        let text = if number.is_multiple_of(2) { dearest(400_000) } else { page(400_000) };
        let decoded = bodies.decode(arrived(&bodies, text).await).await.expect("it is JSON");
        let held = all - bodies.large.free();
        assert!(held > 0 && held <= 100 << 20);
        tokio::task::yield_now().await;
        drop(decoded);
    };
    join_all((0..BODIES).map(turn)).await;
    assert_eq!(bodies.large.free(), all);
}

#[tokio::test]
async fn small_bodies_pass_large_ones_that_wait() {
    let bodies = Arc::new(Bodies::default());
    let large = arrived(&bodies, dearest(DOCUMENT)).await;
    let hold = bodies.hold(&large, WORST).await;
    assert!(bodies.large.free() < SMALL * WORST, "one of the worst takes nearly the whole room");
    let waits = arrived(&bodies, page(SMALL + 1)).await;
    let mut waiting = Box::pin(bodies.decode(waits));
    assert!(waiting.as_mut().now_or_never().is_none(), "there is no room for a second one");
    let barrier = Arc::new(Barrier::new(100));
    let small = (0..100).map(|_| async {
        let decoded = bodies.decode(arrived(&bodies, page(2_000)).await).await.expect("JSON");
        barrier.wait().await;
        drop(decoded);
    });
    join_all(small).await;
    drop(hold);
    assert!(waiting.await.is_ok());
}
