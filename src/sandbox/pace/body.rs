//! The body of a request on its way in, and of its answer on its way out.

use super::{Answering, Pace, allowance::Allowance, late::Late};
use axum::{
    body::{Body, Bytes, HttpBody},
    http::{HeaderValue, header::CONNECTION},
    response::Response,
};
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};
use parking_lot::{Mutex, MutexGuard};
use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::{Instant, timeout};

/// How much of a body that nobody wanted is taken before the answer, in bytes, and how long that may
/// take. Beyond it the connection ends with the answer, which says so.
const DRAINED: usize = 64 * 1024;
const DRAINING: Duration = Duration::from_secs(1);

/// A request's body that fails when it is [too slow](super). Clones read the same body: one goes
/// with the request, the other sees what became of it.
pub(crate) struct Arriving<B>(Arc<Mutex<Incoming<B>>>);

struct Incoming<B> {
    body: B,
    pace: Pace,
    /// From when it is first asked for.
    allowance: Option<Allowance>,
    late: Option<Late>,
    fate: Fate,
}

/// What became of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Coming,
    Whole,
    Broken,
}

impl<B> Clone for Arriving<B> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<B> Arriving<B> {
    /// Watches a body.
    pub(crate) fn new(body: B, pace: Pace) -> Self {
        let fate = Fate::Coming;
        Self(Arc::new(Mutex::new(Incoming { body, pace, allowance: None, late: None, fate })))
    }

    fn incoming(&self) -> MutexGuard<'_, Incoming<B>> {
        self.0.lock()
    }
}

impl<B> Arriving<B>
where
    B: HttpBody<Data = Bytes> + Unpin,
    B::Error: std::error::Error + Send + Sync + 'static,
{
    /// Whether it is there as a whole once what is left of it is taken, if that is little and comes
    /// soon. Who waits to be [asked](Expect) for it isn't asked any more.
    async fn is_drained(&mut self, expect: Expect) -> bool {
        if self.is_end_stream() {
            return true;
        }
        if expect == Expect::Continue && self.incoming().allowance.is_none() {
            return false;
        }
        timeout(DRAINING, self.drain()).await.unwrap_or(false)
    }

    async fn drain(&mut self) -> bool {
        let mut left = DRAINED;
        while self.size_hint().lower() <= left as u64 {
            match self.frame().await {
                Some(Ok(frame)) => {
                    let taken = frame.data_ref().map_or(0, Bytes::len);
                    let Some(rest) = left.checked_sub(taken) else { return false };
                    left = rest;
                }
                Some(Err(_)) => return false,
                None => return self.incoming().fate == Fate::Whole,
            }
        }
        false
    }
}

impl<B> Incoming<B>
where
    B: HttpBody<Data = Bytes> + Unpin,
    B::Error: std::error::Error + Send + Sync + 'static,
{
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        if self.fate != Fate::Coming {
            return Poll::Ready(None);
        }
        let now = Instant::now();
        let allowance = self.allowance.get_or_insert_with(|| Allowance::of_request(now));
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            self.fate = match &frame {
                Some(Ok(frame)) => {
                    allowance.add(frame.data_ref().map_or(0, Bytes::len), now);
                    Fate::Coming
                }
                Some(Err(_)) => Fate::Broken,
                None => Fate::Whole,
            };
            self.pace.body(None);
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        self.pace.body(Some(allowance.wait()));
        let until = allowance.until();
        let late = self.late.get_or_insert_with(|| Late::at(until));
        late.poll(until, cx).map(|()| {
            self.fate = Fate::Broken;
            Some(Err(io::Error::from(io::ErrorKind::TimedOut).into()))
        })
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
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.incoming().poll(cx)
    }

    fn is_end_stream(&self) -> bool {
        let incoming = self.incoming();
        match incoming.fate {
            Fate::Coming => incoming.body.is_end_stream(),
            Fate::Whole => true,
            Fate::Broken => false,
        }
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming().body.size_hint()
    }
}

/// Whether a request's sender waits to be asked for the body (RFC 9110, 10.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expect {
    /// The body comes by itself.
    Nothing,
    /// It comes when it is asked for.
    Continue,
}

/// What the answer leaves of the request's body is taken, so that the next request can be read; or
/// else the connection ends, and the answer says so.
pub(crate) async fn finish<B>(
    mut answer: Response,
    body: &mut Arriving<B>,
    expect: Expect,
) -> Response
where
    B: HttpBody<Data = Bytes> + Unpin,
    B::Error: std::error::Error + Send + Sync + 'static,
{
    if !body.is_drained(expect).await {
        let pace = body.incoming().pace.clone();
        pace.body(None);
        pace.leave_unread();
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    answer
}

/// An answer's body; the connection is idle again when it is gone.
pub(crate) struct Answer {
    body: Body,
    _answering: Answering,
}

impl Answer {
    /// Ties the body to the request that it answers.
    pub(crate) fn new(body: Body, answering: Answering) -> Self {
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
