//! How long a connection may take. A slow peer costs its own connection and nobody else's.
//!
//! | what is waited for | time | |
//! |---|---|---|
//! | a TLS handshake; a head, from the connection's start or its first byte | 10 s | [`HEAD`] |
//! | the next request | 60 s | [`KEEP_ALIVE`] |
//! | the next piece of a body, in either direction | 30 s | [`allowance`] |
//! | a whole body, in either direction | 30 s and 1 s for each 8 KiB that got through | [`allowance`] |
//! | a whole body of a request | 5 min at most | [`allowance`] |
//! | the end of what is sent to no purpose | 10 s, 5 s without a byte, 32 MiB | [`stream`] |
//!
//! What the sandbox itself does has no limit here: a script may be halted for as long as it likes.
//! Who has waited how long is what [seats](super::seats) are given up by.

mod allowance;
mod body;
mod late;
mod stream;

pub(super) use body::{Answer, Arriving, Expect, finish};
pub(super) use stream::Paced;

use parking_lot::Mutex;
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

/// For a TLS handshake, and for a request's head from its first byte (or from the start).
pub(super) const HEAD: Duration = Duration::from_secs(10);
/// Between two requests on a connection.
const KEEP_ALIVE: Duration = Duration::from_mins(1);

/// A time in which the peer has something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wait {
    /// When it began.
    pub since: Instant,
    /// When the connection is given up.
    pub until: Instant,
}

impl Wait {
    /// So long from now on.
    fn of(time: Duration) -> Self {
        let since = Instant::now();
        Self { since, until: since + time }
    }

    /// How long it has lasted.
    pub(super) fn elapsed(self, now: Instant) -> Duration {
        now.saturating_duration_since(self.since)
    }

    /// The part of the time that is used up; 1 is all of it.
    pub(super) fn used(self, now: Instant) -> f64 {
        let whole = self.until.saturating_duration_since(self.since);
        self.elapsed(now).as_secs_f64() / whole.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

/// What a connection does, shared by its stream and its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing arrived yet.
    Fresh(Wait),
    /// Part of a head arrived.
    Head(Wait),
    /// A request is being answered.
    Busy,
    /// Its body is waited for.
    Body(Wait),
    /// The last answer is out.
    Idle(Wait),
    /// Nothing more is answered; what still comes is thrown away.
    Leaving(Wait),
}

/// What happens to the stream when it is shut down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Farewell {
    /// It ends.
    Short,
    /// What the peer still sends is taken first: else the answer may be lost with it.
    Long,
    /// It ends, since the sandbox does.
    Hurried,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    /// The peer has to read before we can write on.
    unread: Option<Wait>,
    farewell: Farewell,
}

/// The pace of one connection.
#[derive(Clone, Debug)]
pub(super) struct Pace(Arc<Mutex<State>>);

impl Pace {
    /// A connection that has just been accepted.
    pub(super) fn start() -> Self {
        let phase = Phase::Fresh(Wait::of(HEAD));
        Self(Arc::new(Mutex::new(State { phase, unread: None, farewell: Farewell::Short })))
    }

    /// The TLS handshake is done.
    pub(super) fn greeted(&self) {
        self.set(Phase::Fresh(Wait::of(HEAD)));
    }

    /// A request's head is complete. Its answer is over when the returned guard is dropped.
    pub(super) fn request(&self) -> Answering {
        self.set(Phase::Busy);
        Answering(self.clone())
    }

    /// Whether a request is being answered.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self.get(|state| state.phase), Phase::Busy | Phase::Body(_))
    }

    /// Whether a request's head is arriving, or the first one is awaited.
    pub(super) fn is_in_head(&self) -> bool {
        matches!(self.get(|state| state.phase), Phase::Fresh(_) | Phase::Head(_))
    }

    /// What the peer is waited for, if it is; of two things the one that takes longer.
    pub(super) fn wait(&self, now: Instant) -> Option<Wait> {
        let (phase, unread) = self.get(|state| (state.phase, state.unread));
        let waits = [phase.wait(), unread].into_iter().flatten();
        waits.max_by(|a, b| a.used(now).total_cmp(&b.used(now)))
    }

    /// The request's body won't be read to its end, so the connection ends after the answer.
    pub(super) fn leave_unread(&self) {
        self.get(|state| {
            if state.farewell == Farewell::Short {
                state.farewell = Farewell::Long;
            }
        });
    }

    /// The sandbox ends: nobody is waited for any more.
    pub(super) fn hurry(&self) {
        self.get(|state| state.farewell = Farewell::Hurried);
    }

    fn get<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.0.lock())
    }

    fn set(&self, phase: Phase) {
        self.get(|state| state.phase = phase);
    }

    fn bytes_arrived(&self) {
        self.get(|state| {
            if let Phase::Fresh(_) | Phase::Idle(_) = state.phase {
                state.phase = Phase::Head(Wait::of(HEAD));
            }
        });
    }

    /// Until when a head or the next request is waited for.
    fn head_until(&self) -> Option<Instant> {
        match self.get(|state| state.phase) {
            Phase::Fresh(wait) | Phase::Head(wait) | Phase::Idle(wait) => Some(wait.until),
            Phase::Busy | Phase::Body(_) | Phase::Leaving(_) => None,
        }
    }

    /// The rest of a body, while the request is answered.
    fn body(&self, wait: Option<Wait>) {
        self.get(|state| match (state.phase, wait) {
            (Phase::Busy | Phase::Body(_), Some(wait)) => state.phase = Phase::Body(wait),
            (Phase::Body(_), None) => state.phase = Phase::Busy,
            _ => {}
        });
    }

    fn unread(&self, wait: Option<Wait>) {
        self.get(|state| state.unread = wait);
    }

    /// How the stream ends. Whoever is refused for a head that can't be read is still sending, too.
    fn farewell(&self) -> Farewell {
        self.get(|state| match state.phase {
            Phase::Head(_) if state.farewell == Farewell::Short => Farewell::Long,
            _ => state.farewell,
        })
    }
}

impl Phase {
    fn wait(self) -> Option<Wait> {
        match self {
            Self::Busy => None,
            Self::Fresh(wait)
            | Self::Head(wait)
            | Self::Body(wait)
            | Self::Idle(wait)
            | Self::Leaving(wait) => Some(wait),
        }
    }
}

/// Held while a request is answered.
pub(super) struct Answering(Pace);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.set(Phase::Idle(Wait::of(KEEP_ALIVE)));
    }
}

#[cfg(test)]
mod tests;
