//! What is so on the server, seen on a way without faults: a witness asks many times a second,
//! and the proxy's record tells what could have changed in between.

use super::stand::Direct;
use crate::testkit::proxy::{Record, Target};
use haltscope::api::debugger::{ScriptThread, ThreadStatus};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How often the witness asks.
pub const EVERY: Duration = Duration::from_millis(25);

/// What the witness knows.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// Whether the debugger's client exists.
    pub client: bool,
    /// The threads since the server's last start.
    pub threads: BTreeMap<u64, Thread>,
    /// Threads that ended because nobody renewed their sleep.
    pub losses: Vec<Loss>,
    restarts: usize,
    /// How many times the witness has looked.
    pub looks: usize,
    /// The lines of the client's breakpoints, in their order.
    pub breakpoints: Vec<u32>,
}

/// A script thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thread {
    /// Where it is halted.
    pub halted: Option<u32>,
    /// Whether it is known to the server.
    lives: bool,
    /// A time at which its present sleep had begun for certain; nothing while that isn't known.
    slept: Option<Instant>,
    /// When the last request that moved it was handed on.
    moved: Option<Instant>,
    expired: bool,
}

/// A halted thread that nobody renewed.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    pub thread: u64,
    /// Since when it slept, at the latest.
    pub slept: Instant,
    /// When it was found dead.
    pub at: Instant,
    /// After how many restarts of the server.
    pub restarts: usize,
}

/// The lists as the witness got them.
pub struct Sample {
    asked: Instant,
    answered: Instant,
    threads: Option<Vec<ScriptThread>>,
    breakpoints: Vec<u32>,
}

impl Sample {
    pub async fn take(direct: &Direct) -> Self {
        let asked = Instant::now();
        let threads = direct.threads().await;
        let answered = Instant::now();
        let breakpoints = direct.breakpoints().await.unwrap_or_default();
        let lines = breakpoints.iter().map(|breakpoint| breakpoint.place.line_number.0);
        let mut breakpoints: Vec<u32> = lines.collect();
        breakpoints.sort_unstable();
        Self { asked, answered, threads, breakpoints }
    }
}

impl Truth {
    /// Learns from a look at a server that lets threads sleep for `timeout`.
    pub fn learn(&mut self, sample: &Sample, record: &Record, timeout: Duration) {
        if record.restarts.last().is_some_and(|restart| *restart >= sample.asked) {
            // Nobody knows which of the servers answered.
            return;
        }
        self.looks += 1;
        if self.restarts != record.restarts.len() {
            self.restarts = record.restarts.len();
            self.threads.clear();
        }
        self.client = sample.threads.is_some();
        self.breakpoints.clone_from(&sample.breakpoints);
        let Some(listed) = &sample.threads else {
            // Without its client a thread runs on.
            self.threads.clear();
            return;
        };
        for thread in listed {
            let known = self.threads.entry(thread.id.0).or_default();
            known.lives = true;
            known.listed(thread, sample, last_move(record, thread.id.0));
        }
        let is_gone = |id: u64| listed.iter().all(|thread| thread.id.0 != id);
        let (restarts, at) = (self.restarts, sample.answered);
        for (&id, known) in self.threads.iter_mut().filter(|(id, it)| it.lives && is_gone(**id)) {
            known.lives = false;
            if known.halted.take().is_some()
                && last_move(record, id).map(|it| it.forwarded) <= known.moved
                && let Some(slept) = known.slept
            {
                known.expired = true;
                // A later renewal came too late, or the thread would live.
                let counted = at.checked_sub(timeout * 9 / 10);
                let renewed = counted.and_then(|counted| last_renewal(record, counted));
                let slept = renewed.map_or(slept, |renewed| renewed.max(slept));
                self.losses.push(Loss { thread: id, slept, at, restarts });
            }
        }
    }

    /// The most that the server grants a thread; without one, all of them. Nothing while it can't
    /// be told.
    pub fn grants(
        &self,
        thread: Option<u64>,
        timeout: Duration,
        record: &Record,
    ) -> Option<Duration> {
        let now = Instant::now();
        let renewed = last_renewal(record, now);
        let of = |(id, thread): (&u64, &Thread)| match (thread.halted, thread.slept) {
            _ if thread.expired => Some(Duration::ZERO),
            // It was moved since the last look: nobody knows where it is.
            _ if last_move(record, *id).map(|it| it.forwarded) > thread.moved => None,
            (Some(_), Some(slept)) => {
                let since = renewed.map_or(slept, |renewed| renewed.max(slept));
                Some((since + timeout).saturating_duration_since(now))
            }
            _ => None,
        };
        match thread {
            Some(id) => of((&id, self.threads.get(&id)?)),
            None => self.threads.iter().map(of).collect::<Option<Vec<_>>>()?.into_iter().max(),
        }
    }

    /// Whether a thread lives and isn't halted.
    pub fn runs(&self, thread: u64) -> bool {
        self.threads.get(&thread).is_some_and(|thread| thread.lives && thread.halted.is_none())
    }

    /// The halted threads and their lines.
    pub fn halted(&self) -> impl Iterator<Item = (u64, u32)> {
        self.threads.iter().filter_map(|(id, thread)| Some((*id, thread.halted?)))
    }
}

impl Thread {
    fn listed(&mut self, listed: &ScriptThread, sample: &Sample, moved: Option<Move>) {
        let line = listed.call_stack.first().map(|frame| frame.location.line_number.0);
        let line = line.filter(|_| matches!(listed.status, ThreadStatus::Halted));
        let is_moved = moved.as_ref().map(|it| it.forwarded) > self.moved;
        if line.is_none() {
            (self.halted, self.slept) = (None, None);
        } else if self.halted.is_none() || is_moved {
            // While the request that moves it is under way, the halt may be the former one.
            let is_settled = moved.as_ref().is_none_or(|it| it.is_served_by(sample.asked));
            self.slept = is_settled.then_some(sample.answered);
            if is_settled {
                self.moved = moved.map(|it| it.forwarded);
            }
            self.halted = line;
        }
    }
}

/// A request that lets a thread go.
struct Move {
    forwarded: Instant,
    served: Option<Instant>,
}

impl Move {
    fn is_served_by(&self, time: Instant) -> bool {
        self.served.is_some_and(|served| served <= time)
    }
}

fn last_move(record: &Record, thread: u64) -> Option<Move> {
    let exchanges = record.exchanges.iter().filter(|it| it.target.moves());
    let of_it = exchanges.filter(|exchange| exchange.thread == Some(thread));
    // Not by arrival: a late one may have been overtaken.
    let last = of_it.filter(|it| it.forwarded.is_some()).max_by_key(|it| it.forwarded)?;
    let served = last.served.as_ref().map(|served| served.at);
    Some(Move { forwarded: last.forwarded?, served })
}

/// When the last renewal until then was done; one that is under way may be done at any time.
fn last_renewal(record: &Record, until: Instant) -> Option<Instant> {
    let sent = record.of(Target::Reset).filter(|it| it.forwarded.is_some_and(|at| at <= until));
    let done = sent.filter_map(|exchange| match &exchange.served {
        Some(served) => Some(served.at.min(until)),
        None => exchange.told.is_none().then_some(until),
    });
    done.max()
}
