//! Spares requests the scripts that keep failing: the hooks of an extension point ("beyond the specification", 3), an
//! endpoint of a custom API.
//!
//! More than 50 of the last 100 calls failed: for 60 s they aren't made and the request is refused. Then they are made
//! again, and if more than 5 of the first 10 fail, it is as before.
//!
//! A call fails by an error, by running too long, and by a result that can't be used. An error that a script answers with
//! is an answer, not a failure. A thread that was stopped or slept too long counts neither way: somebody was debugging it.

use crate::script::{ScriptError, ScriptErrorKind};
use parking_lot::Mutex;
use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    time::Duration,
};
use tokio::time::Instant;

/// How long calls aren't made.
const PAUSE: Duration = Duration::from_mins(1);
/// The calls that are looked at as a rule, and after a pause.
const USUAL: Calls = Calls { last: 100, failures: 50 };
const TRIAL: Calls = Calls { last: 10, failures: 5 };

/// So many failures of the last calls are borne.
struct Calls {
    last: usize,
    failures: usize,
}

/// A breaker for each of the things that are called.
#[derive(Debug)]
pub(super) struct Breakers<K>(Mutex<HashMap<K, Breaker>>);

/// A call that may be made.
#[derive(Debug)]
#[must_use]
pub(super) struct Pass<K> {
    called: K,
    phase: u64,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The scripts answered, whatever they said.
    Answered,
    /// They failed by themselves.
    Failed,
    /// A debugger ended them.
    Debugged,
}

/// What the log is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// So many of the last calls failed: no more are made for now.
    Opened { failures: usize, calls: usize },
    /// Calls are made as ever.
    Closed,
}

#[derive(Debug)]
struct Breaker {
    state: State,
    /// Counts the states: calls of an earlier one say nothing of this one.
    phase: u64,
}

#[derive(Debug)]
enum State {
    /// Whether the last calls failed.
    Closed(VecDeque<bool>),
    Open {
        until: Instant,
    },
    /// Whether the calls since the pause failed.
    Trial(VecDeque<bool>),
}

impl Ending {
    /// The ending by an error of the engine or of a script.
    pub(super) fn of(error: &ScriptError) -> Self {
        match error.kind {
            // Neither says anything about the script.
            ScriptErrorKind::Terminated | ScriptErrorKind::Busy => Self::Debugged,
            _ => Self::Failed,
        }
    }
}

impl<K> Default for Breakers<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Clone + Eq + Hash> Breakers<K> {
    /// Whether it may be called; the error is how long it won't be.
    pub(super) fn admit(&self, called: &K) -> Result<Pass<K>, Duration> {
        self.with(called, |breaker| match breaker.pause() {
            Some(left) => Err(left),
            None => Ok(Pass { called: called.clone(), phase: breaker.phase }),
        })
    }

    /// Takes note of how a call ended, and tells the log what follows from it; `name` is that of what was called.
    pub(super) fn note(&self, pass: &Pass<K>, ending: Ending, name: &str) {
        if let Some(change) = self.change(pass, ending) {
            change.log(name);
        }
    }

    fn change(&self, pass: &Pass<K>, ending: Ending) -> Option<Change> {
        self.with(&pass.called, |breaker| {
            let counts = pass.phase == breaker.phase && ending != Ending::Debugged;
            counts.then(|| breaker.note(ending == Ending::Failed)).flatten()
        })
    }

    fn with<T>(&self, called: &K, act: impl FnOnce(&mut Breaker) -> T) -> T {
        let mut breakers = self.0.lock();
        act(breakers.entry(called.clone()).or_insert_with(Breaker::new))
    }
}

/// A pause in whole seconds: one that has begun is to be waited for too.
pub(super) fn seconds(left: Duration) -> u64 {
    left.as_secs() + u64::from(left.subsec_nanos() > 0)
}

impl Change {
    fn log(self, name: &str) {
        match self {
            Self::Opened { failures, calls } => {
                let seconds = PAUSE.as_secs();
                tracing::error!(target: "script", "{failures} of the last {calls} calls of {name} failed: its requests are refused for {seconds} s");
            }
            Self::Closed => tracing::info!(target: "script", "{name} is called as usual again"),
        }
    }
}

impl Breaker {
    fn new() -> Self {
        Self { state: State::Closed(VecDeque::new()), phase: 0 }
    }

    /// How long no calls are made.
    fn pause(&mut self) -> Option<Duration> {
        let State::Open { until } = self.state else { return None };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            self.enter(State::Trial(VecDeque::new()));
            return None;
        }
        Some(left)
    }

    fn note(&mut self, failed: bool) -> Option<Change> {
        let (calls, bearable, is_trial) = match &mut self.state {
            State::Closed(calls) => (calls, USUAL, false),
            State::Trial(calls) => (calls, TRIAL, true),
            State::Open { .. } => return None,
        };
        calls.push_back(failed);
        if calls.len() > bearable.last {
            calls.pop_front();
        }
        let failures = calls.iter().filter(|failed| **failed).count();
        let calls = calls.len();
        if failures > bearable.failures {
            self.enter(State::Open { until: Instant::now() + PAUSE });
            return Some(Change::Opened { failures, calls });
        }
        if is_trial && calls == bearable.last {
            self.enter(State::Closed(VecDeque::new()));
            return Some(Change::Closed);
        }
        None
    }

    fn enter(&mut self, state: State) {
        self.state = state;
        self.phase += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    const POINT: &str = "point";

    fn call(breakers: &Breakers<&str>, ending: Ending, times: usize) {
        for _ in 0..times {
            breakers.note(&breakers.admit(&POINT).expect("it is called"), ending, POINT);
        }
    }

    fn is_open(breakers: &Breakers<&str>) -> bool {
        breakers.admit(&POINT).is_err()
    }

    /// A breaker in its trial after a pause.
    async fn tried() -> Breakers<&'static str> {
        let breakers = Breakers::default();
        call(&breakers, Ending::Failed, 51);
        assert!(is_open(&breakers));
        advance(PAUSE).await;
        breakers
    }

    #[tokio::test(start_paused = true)]
    async fn half_of_the_last_hundred_may_fail_but_no_more() {
        let breakers = Breakers::default();
        for _ in 0..10 {
            call(&breakers, Ending::Answered, 50);
            call(&breakers, Ending::Failed, 50);
        }
        assert!(!is_open(&breakers));
        call(&breakers, Ending::Failed, 1);
        assert!(is_open(&breakers));
    }

    #[tokio::test(start_paused = true)]
    async fn it_is_open_for_a_minute_and_says_how_long() {
        let breakers = Breakers::default();
        call(&breakers, Ending::Failed, 51);
        advance(PAUSE.saturating_sub(Duration::from_millis(1))).await;
        let left = breakers.admit(&POINT).expect_err("a millisecond is left");
        assert_eq!((left, seconds(left)), (Duration::from_millis(1), 1));
        assert!(breakers.admit(&"other").is_ok(), "each point has its own");
        advance(Duration::from_millis(1)).await;
        assert!(!is_open(&breakers));
    }

    #[tokio::test(start_paused = true)]
    async fn a_trial_of_ten_decides() {
        let breakers = tried().await;
        call(&breakers, Ending::Failed, 5);
        call(&breakers, Ending::Answered, 5);
        call(&breakers, Ending::Failed, 50);
        assert!(!is_open(&breakers), "closed: 50 of 100 are borne again");
        let breakers = tried().await;
        call(&breakers, Ending::Answered, 4);
        call(&breakers, Ending::Failed, 6);
        assert!(is_open(&breakers));
        advance(PAUSE).await;
        assert!(!is_open(&breakers), "and so on");
    }

    #[tokio::test(start_paused = true)]
    async fn the_log_is_told_once_that_it_opens_and_once_that_it_closes() {
        let breakers = Breakers::default();
        let changes = |ending, times| {
            let change = |_| {
                let pass = breakers.admit(&POINT).expect("it is called");
                breakers.change(&pass, ending)
            };
            (0..times).filter_map(change).collect::<Vec<_>>()
        };
        let opened = Change::Opened { failures: 51, calls: 51 };
        assert_eq!(changes(Ending::Failed, 51), [opened]);
        advance(PAUSE).await;
        assert_eq!(changes(Ending::Answered, 100), [Change::Closed]);
        assert_eq!(changes(Ending::Failed, 51), [Change::Opened { failures: 51, calls: 100 }]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_debugger_ends_doesnt_count() {
        let breakers = Breakers::default();
        call(&breakers, Ending::Debugged, 200);
        call(&breakers, Ending::Failed, 50);
        assert!(!is_open(&breakers));
        call(&breakers, Ending::Debugged, 200);
        call(&breakers, Ending::Failed, 1);
        assert!(is_open(&breakers));
    }

    #[tokio::test(start_paused = true)]
    async fn calls_from_before_the_pause_say_nothing_of_the_trial() {
        let breakers = Breakers::default();
        let slow: Vec<_> = (0..10).map(|_| breakers.admit(&POINT).expect("called")).collect();
        call(&breakers, Ending::Failed, 51);
        advance(PAUSE).await;
        assert!(!is_open(&breakers));
        for pass in slow {
            breakers.note(&pass, Ending::Failed, POINT);
        }
        assert!(!is_open(&breakers));
    }
}
