//! How long a connection may take: heads 10 s, idle between requests 60 s, answers that nobody
//! reads 30 s. A slow peer costs its own connection and nobody else's.

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::{
    future::Future,
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// For a TLS handshake, and for a request's head from its first byte (or from the start).
pub const HEAD: Duration = Duration::from_secs(10);
/// Between two requests on a connection.
const KEEP_ALIVE: Duration = Duration::from_mins(1);
/// Between two pieces of a body, in either direction.
const STALL: Duration = Duration::from_secs(30);

/// What a connection waits for, shared by its stream and its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing arrived yet.
    Fresh { until: Instant },
    /// Part of a head arrived.
    Head { until: Instant },
    /// A request is being answered; the answer may take as long as a script is halted.
    Busy,
    /// The last answer is out.
    Idle { until: Instant },
}

impl Phase {
    fn until(self) -> Option<Instant> {
        match self {
            Self::Fresh { until } | Self::Head { until } | Self::Idle { until } => Some(until),
            Self::Busy => None,
        }
    }
}

/// The pace of one connection.
#[derive(Clone, Debug)]
pub struct Pace(Arc<Mutex<Phase>>);

impl Pace {
    /// A connection that has just been accepted.
    pub fn start() -> Self {
        Self(Arc::new(Mutex::new(Phase::Fresh { until: Instant::now() + HEAD })))
    }

    /// A request's head is complete. Its answer is over when the returned guard is dropped.
    pub fn request(&self) -> Answering {
        self.set(Phase::Busy);
        Answering(self.clone())
    }

    /// Whether a request is being answered.
    pub fn is_busy(&self) -> bool {
        self.get() == Phase::Busy
    }

    fn get(&self) -> Phase {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, phase: Phase) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    fn bytes_arrived(&self) {
        if let Phase::Fresh { .. } | Phase::Idle { .. } = self.get() {
            self.set(Phase::Head { until: Instant::now() + HEAD });
        }
    }
}

/// Held while a request is answered.
pub struct Answering(Pace);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.set(Phase::Idle { until: Instant::now() + KEEP_ALIVE });
    }
}

/// A stream that fails with `TimedOut` when its peer is too slow.
pub struct Paced<S> {
    stream: S,
    pace: Pace,
    reading: Pin<Box<Sleep>>,
    writing: Option<Pin<Box<Sleep>>>,
}

impl<S> Paced<S> {
    /// Watches a stream.
    pub fn new(stream: S, pace: Pace) -> Self {
        Self { stream, pace, reading: Box::pin(sleep(HEAD)), writing: None }
    }

    fn poll_late(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(until) = self.pace.get().until() else { return Poll::Pending };
        // Moving a timer costs more than the rest of this, so one that rings too early stays.
        if self.reading.deadline() > until {
            self.reading.as_mut().reset(until);
        }
        while self.reading.as_mut().poll(cx).is_ready() {
            if self.reading.deadline() >= until {
                return Poll::Ready(());
            }
            self.reading.as_mut().reset(until);
        }
        Poll::Pending
    }

    fn progress<T>(
        &mut self,
        cx: &mut Context<'_>,
        poll: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.writing = None;
            return poll;
        }
        let stalled = self.writing.get_or_insert_with(|| Box::pin(sleep(STALL)));
        stalled.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.poll_late(cx).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        if buffer.filled().len() > before {
            self.pace.bytes_arrived();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.progress(cx, poll)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_flush(cx);
        self.progress(cx, poll)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.progress(cx, poll)
    }
}

/// A request's body that fails when nothing arrives for 30 s.
pub struct Arriving<B> {
    body: B,
    idle: Option<Pin<Box<Sleep>>>,
}

impl<B> Arriving<B> {
    /// Watches a body.
    pub fn new(body: B) -> Self {
        Self { body, idle: None }
    }
}

impl<B> HttpBody for Arriving<B>
where
    B: HttpBody<Data = Bytes> + Unpin,
    B::Error: std::error::Error + Send + Sync + 'static,
{
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            self.idle = None;
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let late = || Some(Err(io::Error::from(io::ErrorKind::TimedOut).into()));
        let idle = self.idle.get_or_insert_with(|| Box::pin(sleep(STALL)));
        idle.as_mut().poll(cx).map(|()| late())
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// An answer's body; the connection is idle again when it is gone.
pub struct Answer {
    body: Body,
    _answering: Answering,
}

impl Answer {
    /// Ties the body to the request that it answers.
    pub fn new(body: Body, answering: Answering) -> Self {
        Self { body, _answering: answering }
    }
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::{StreamExt, stream};
    use http_body_util::{BodyExt, StreamBody};
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

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

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stops_is_given_up_after_thirty_seconds() {
        let first = stream::iter([Ok::<_, io::Error>(Frame::data(Bytes::from_static(b"{")))]);
        let mut body = Arriving::new(StreamBody::new(first.chain(stream::pending())));
        tokio::time::sleep(Duration::from_secs(20)).await;
        assert!(body.frame().await.is_some_and(|frame| frame.is_ok()), "what arrived is read");
        let start = Instant::now();
        let late = body.frame().await.expect("an error").expect_err("it is late");
        assert_eq!(late.to_string(), io::Error::from(io::ErrorKind::TimedOut).to_string());
        assert_eq!(start.elapsed().as_secs(), 30);
    }
}
