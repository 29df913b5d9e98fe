use super::*;
use axum::{
    body::{Body, Bytes, HttpBody},
    response::Response,
};
use futures::{FutureExt, StreamExt, stream};
use http_body_util::{BodyExt, StreamBody};
use hyper::body::Frame;
use std::io;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

async fn time_until_it_fails(stream: &mut Paced<tokio::io::DuplexStream>) -> u64 {
    let start = Instant::now();
    let mut buffer = [0; 64];
    loop {
        if let Err(error) = stream.read(&mut buffer).await {
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
            return start.elapsed().as_secs();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_says_nothing_is_dropped_after_ten_seconds() {
    let (_peer, stream) = duplex(64);
    assert_eq!(time_until_it_fails(&mut Paced::new(stream, Pace::start())).await, 10);
}

#[tokio::test(start_paused = true)]
async fn a_head_that_trickles_in_is_dropped_after_ten_seconds() {
    let (mut peer, stream) = duplex(64);
    let trickle = tokio::spawn(async move {
        while peer.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    });
    assert_eq!(time_until_it_fails(&mut Paced::new(stream, Pace::start())).await, 10);
    trickle.abort();
}

#[tokio::test(start_paused = true)]
async fn a_connection_may_idle_for_a_minute_between_requests() {
    let (_peer, stream) = duplex(64);
    let pace = Pace::start();
    let mut stream = Paced::new(stream, pace.clone());
    drop(pace.request());
    assert_eq!(time_until_it_fails(&mut stream).await, 60);
}

#[tokio::test(start_paused = true)]
async fn a_head_after_a_pause_has_ten_seconds_too() {
    let (mut peer, stream) = duplex(64);
    let pace = Pace::start();
    let mut stream = Paced::new(stream, pace.clone());
    drop(pace.request());
    let begin = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(30)).await;
        peer.write_all(b"G").await.expect("the connection is open");
        peer
    });
    assert_eq!(time_until_it_fails(&mut stream).await, 40);
    drop(begin);
}

#[tokio::test(start_paused = true)]
async fn an_answer_may_take_any_time() {
    let (mut peer, stream) = duplex(64);
    let pace = Pace::start();
    let mut stream = Paced::new(stream, pace.clone());
    let answering = pace.request();
    let wait = async {
        tokio::time::sleep(Duration::from_hours(1)).await;
        peer.write_all(b"x").await.expect("the connection is open");
    };
    let (read, ()) = tokio::join!(stream.read_u8(), wait);
    assert_eq!(read.expect("a byte"), b'x');
    assert!(pace.is_busy());
    drop(answering);
    assert!(!pace.is_busy());
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_nobody_reads_is_given_up_after_thirty_seconds() {
    let (_peer, stream) = duplex(8);
    let pace = Pace::start();
    let mut stream = Paced::new(stream, pace.clone());
    let _answering = pace.request();
    let start = Instant::now();
    let error = stream.write_all(&[0; 64]).await.expect_err("it is given up");
    assert_eq!((error.kind(), start.elapsed().as_secs()), (io::ErrorKind::TimedOut, 30));
}

/// A body of these pieces with pauses between them, in seconds, that then never ends.
fn dripping(
    pieces: Vec<(u64, &'static [u8])>,
) -> Arriving<impl HttpBody<Data = Bytes, Error = io::Error> + Unpin> {
    let pieces = stream::iter(pieces).then(|(pause, piece)| async move {
        tokio::time::sleep(Duration::from_secs(pause)).await;
        Ok::<_, io::Error>(Frame::data(Bytes::from_static(piece)))
    });
    let pace = Pace::start();
    std::mem::forget(pace.request());
    Arriving::new(StreamBody::new(Box::pin(pieces.chain(stream::pending()))), pace)
}

/// Reads until it is given up; after how many seconds.
async fn time_until_it_is_late(
    mut body: Arriving<impl HttpBody<Data = Bytes, Error = io::Error> + Unpin>,
) -> u64 {
    let start = Instant::now();
    loop {
        match body.frame().await.expect("no end") {
            Ok(_) => {}
            Err(late) => {
                assert_eq!(late.to_string(), io::Error::from(io::ErrorKind::TimedOut).to_string());
                return start.elapsed().as_secs();
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_that_stops_is_given_up_after_thirty_seconds() {
    let body = dripping(vec![(0, b"{")]);
    tokio::time::sleep(Duration::from_secs(20)).await;
    assert_eq!(time_until_it_is_late(body).await, 30, "nobody pays for our own work");
}

#[tokio::test(start_paused = true)]
async fn a_body_that_drips_is_given_up_after_thirty_seconds() {
    let drips = |pause| time_until_it_is_late(dripping(vec![(pause, b" "); 10_000]));
    assert_eq!(drips(15).await, 30);
    assert_eq!(drips(1).await, 30);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_keeps_coming_has_time() {
    const PIECE: &[u8] = &[b' '; 20 * 1024];
    assert_eq!(time_until_it_is_late(dripping(vec![(1, PIECE); 250])).await, 280);
    assert_eq!(time_until_it_is_late(dripping(vec![(1, PIECE); 10_000])).await, 300);
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_read_too_slowly_is_given_up() {
    let (mut peer, stream) = duplex(8);
    let pace = Pace::start();
    let mut stream = Paced::new(stream, pace.clone());
    let _answering = pace.request();
    tokio::spawn(async move {
        while peer.read_u8().await.is_ok() {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    });
    let start = Instant::now();
    let error = stream.write_all(&[0; 1000]).await.expect_err("it is given up");
    assert_eq!((error.kind(), start.elapsed().as_secs()), (io::ErrorKind::TimedOut, 30));
}

#[tokio::test(start_paused = true)]
async fn what_the_peer_is_waited_for_is_known() {
    let (mut peer, stream) = duplex(8);
    let pace = Pace::start();
    let mut stream = Paced::new(stream, pace.clone());
    let waited = || pace.wait(Instant::now()).map(|wait| wait.elapsed(Instant::now()).as_secs());
    let second = || tokio::time::advance(Duration::from_secs(1));
    second().await;
    assert_eq!(waited(), Some(1), "a first byte");
    peer.write_all(b"G").await.expect("sent");
    stream.read_u8().await.expect("read");
    assert_eq!(waited(), Some(0), "a whole head");
    let answering = pace.request();
    second().await;
    assert_eq!(waited(), None, "nothing: it is answered");
    let mut body =
        Arriving::new(StreamBody::new(stream::pending::<Result<_, io::Error>>()), pace.clone());
    assert!(body.frame().now_or_never().is_none());
    second().await;
    assert_eq!(waited(), Some(1), "its body");
    pace.body(None);
    assert!(stream.write_all(&[0; 64]).now_or_never().is_none());
    second().await;
    assert_eq!(waited(), Some(1), "a reader of the answer");
    drop(peer);
    drop(answering);
    second().await;
    assert_eq!(waited(), Some(2), "what takes longer: the reader, not the next request");
}

/// An answer to a request whose body was left alone; whether the connection goes on.
async fn answered<B>(mut body: Arriving<B>, expect: Expect) -> bool
where
    B: HttpBody<Data = Bytes, Error = io::Error> + Unpin,
{
    let answer = finish(Response::new(Body::empty()), &mut body, expect).await;
    answer.headers().get("connection").is_none()
}

const KIB: &[u8] = &[0; 1024];

fn sent(
    pieces: &[&'static [u8]],
) -> Arriving<impl HttpBody<Data = Bytes, Error = io::Error> + Unpin> {
    let pieces: Vec<_> =
        pieces.iter().map(|piece| Ok(Frame::data(Bytes::from_static(piece)))).collect();
    Arriving::new(StreamBody::new(stream::iter(pieces)), Pace::start())
}

#[tokio::test(start_paused = true)]
async fn a_small_body_that_nobody_wanted_is_taken() {
    assert!(answered(sent(&[]), Expect::Nothing).await);
    assert!(answered(sent(&[b"{", b"}"]), Expect::Nothing).await);
    assert!(answered(sent(&[KIB; 64]), Expect::Nothing).await);
    let mut read = sent(&[b"{", b"}"]);
    while read.frame().await.is_some() {}
    assert!(answered(read, Expect::Nothing).await);
}

#[tokio::test(start_paused = true)]
async fn otherwise_the_connection_ends_and_the_answer_says_so() {
    assert!(!answered(sent(&[KIB; 65]), Expect::Nothing).await, "it is large");
    assert!(!answered(sent(&[b"{"]), Expect::Continue).await, "it isn't asked for");
    let broken = stream::iter([Err(io::Error::other("broken"))]);
    let broken = Arriving::new(StreamBody::new(broken), Pace::start());
    assert!(!answered(broken, Expect::Nothing).await, "it breaks off");
    let start = Instant::now();
    assert!(!answered(dripping(vec![(0, b"{")]), Expect::Nothing).await, "it doesn't come");
    assert_eq!(start.elapsed().as_secs(), 1);
}

/// Ends a connection as after an answer that left a body unread, with this done by the peer; after
/// how many seconds it is over.
async fn leave<F: Future<Output = ()> + Send + 'static>(
    peer_does: impl FnOnce(DuplexStream) -> F,
) -> u64 {
    let (peer, stream) = duplex(1 << 20);
    let pace = Pace::start();
    pace.leave_unread();
    let peer = tokio::spawn(peer_does(peer));
    let start = Instant::now();
    Paced::new(stream, pace).shutdown().await.expect("it ends");
    peer.abort();
    start.elapsed().as_secs()
}

#[tokio::test(start_paused = true)]
async fn what_still_comes_is_taken_for_a_while() {
    let ends = leave(|mut peer| async move {
        peer.write_all(&vec![0; 100_000]).await.expect("nothing breaks");
        assert_eq!(peer.read(&mut [0]).await.expect("an end"), 0, "our side has ended");
    });
    assert_eq!(ends.await, 0);
    let silent = leave(|peer| async move {
        std::future::pending::<()>().await;
        drop(peer);
    });
    assert_eq!(silent.await, 5);
    let drips = leave(|mut peer| async move {
        while peer.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    });
    assert_eq!(drips.await, 10);
    let endless =
        leave(|mut peer| async move { while peer.write_all(&vec![0; 1 << 20]).await.is_ok() {} });
    assert_eq!(endless.await, 0);
}

#[tokio::test(start_paused = true)]
async fn nobody_is_waited_for_when_the_sandbox_ends() {
    let (_peer, stream) = duplex(64);
    let pace = Pace::start();
    pace.hurry();
    pace.leave_unread();
    let start = Instant::now();
    Paced::new(stream, pace).shutdown().await.expect("it ends");
    assert_eq!(start.elapsed().as_secs(), 0);
}
