//! A connection's stream, which fails when its peer is too slow, and which doesn't break off what
//! the peer is still sending.

use super::{Farewell, Pace, Phase, Wait, allowance::Allowance, late::Late};
use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::Instant,
};

/// For the rest of what a refused peer sends: in all, without a byte, and in bytes.
const LEAVING: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(5);
const DISCARDED: usize = 32 << 20;

/// A stream that fails with `TimedOut` when its peer is too slow.
pub(crate) struct Paced<S> {
    stream: S,
    pace: Pace,
    reading: Late,
    writing: Option<Writing>,
    leaving: Option<Leaving>,
}

/// Something that the peer doesn't read.
struct Writing {
    allowance: Allowance,
    late: Late,
}

/// What still comes after our own side has ended.
struct Leaving {
    wait: Wait,
    last: Instant,
    late: Late,
    left: usize,
    buffer: Box<[u8]>,
}

impl<S> Paced<S> {
    /// Watches a stream.
    pub(crate) fn new(stream: S, pace: Pace) -> Self {
        let reading = Late::at(Instant::now() + super::HEAD);
        Self { stream, pace, reading, writing: None, leaving: None }
    }

    fn poll_late(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(until) = self.pace.head_until() else { return Poll::Pending };
        self.reading.poll(until, cx)
    }

    /// What was written is counted while the peer is slow to read.
    fn progress(&mut self, cx: &mut Context<'_>, written: Poll<usize>) -> Poll<io::Result<usize>> {
        let now = Instant::now();
        if let Poll::Ready(bytes) = written {
            if let Some(writing) = &mut self.writing {
                writing.allowance.add(bytes, now);
            }
            return Poll::Ready(Ok(bytes));
        }
        let writing = self.writing.get_or_insert_with(|| {
            let allowance = Allowance::of_answer(now);
            Writing { allowance, late: Late::at(allowance.until()) }
        });
        self.pace.unread(Some(writing.allowance.wait()));
        let late = writing.late.poll(writing.allowance.until(), cx);
        late.map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    /// Everything was read.
    fn caught_up(&mut self) {
        if self.writing.take().is_some() {
            self.pace.unread(None);
        }
    }
}

impl<S: AsyncRead + Unpin> Paced<S> {
    /// Throws away what comes until the peer ends, or has had its time.
    fn poll_leave(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let leaving = self.leaving.get_or_insert_with(|| {
            let wait = Wait::of(LEAVING);
            self.pace.set(Phase::Leaving(wait));
            let (last, late) = (wait.since, Late::at(wait.until));
            Leaving { wait, last, late, left: DISCARDED, buffer: vec![0; 64 * 1024].into() }
        });
        while leaving.left > 0 {
            let mut buffer = ReadBuf::new(&mut leaving.buffer);
            match Pin::new(&mut self.stream).poll_read(cx, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    leaving.left = leaving.left.saturating_sub(buffer.filled().len());
                    leaving.last = Instant::now();
                }
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => {
                    let until = leaving.wait.until.min(leaving.last + SILENCE);
                    return leaving.late.poll(until, cx);
                }
            }
        }
        Poll::Ready(())
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

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(cx, bytes) {
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            written => self.progress(cx, written.map(Result::unwrap_or_default)),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_flush(cx) {
            Poll::Ready(flushed) => {
                self.caught_up();
                Poll::Ready(flushed)
            }
            Poll::Pending => self.progress(cx, Poll::Pending).map_ok(drop),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.leaving.is_none() {
            match Pin::new(&mut self.stream).poll_shutdown(cx) {
                Poll::Ready(Ok(())) => self.caught_up(),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => return self.progress(cx, Poll::Pending).map_ok(drop),
            }
        }
        if self.leaving.is_some() || self.pace.farewell() == Farewell::Long {
            ready!(self.poll_leave(cx));
        }
        Poll::Ready(Ok(()))
    }
}
