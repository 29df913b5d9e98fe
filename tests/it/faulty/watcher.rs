//! Looks at the screen and at the server all the time, and notes what isn't as it must be.

use super::flaw::{Flaw, Kind};
use super::keeping::{Said, excuse};
use super::look::Look;
use super::run::Pace;
use super::stand::{HALTS, Stand};
use super::truth::{EVERY, Sample, Truth};
use crate::testkit::terminal::Terminal;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// How often the screen is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// Words of the screen may be behind the server's so long.
const BEHIND: Duration = Duration::from_secs(3);
/// A countdown that stands still for so long was not drawn again, and is a claim of its own.
const STANDS: Duration = Duration::from_secs(5);
/// In that time the server must have been looked at so often.
const LOOKS: usize = 20;

/// The one who looks on.
pub struct Watcher<'a> {
    pub stand: &'a Stand,
    pub terminal: Terminal,
    pub flaws: Vec<Flaw>,
    /// Why threads that died could not have been kept.
    pub excused: Vec<&'static str>,
    /// The screen when the first flaw was seen.
    screen: Option<String>,
    truth: Arc<Mutex<Truth>>,
    pace: Pace,
    /// The screen's words so far.
    said: Vec<Said>,
    /// When the screen last told no more armed breakpoints than there are, and after how many looks
    /// at the server.
    counted: (Instant, usize),
    /// Since when the countdowns have stood as they do.
    countdowns: (Instant, Vec<(Option<u64>, u64)>),
    /// How many losses have been judged.
    judged: usize,
    /// How late the last look came.
    lag: Duration,
}

impl<'a> Watcher<'a> {
    /// Begins to look; the server is looked at on the runtime.
    pub fn new(runtime: &Runtime, stand: &'a Arc<Stand>, terminal: Terminal, pace: Pace) -> Self {
        Self {
            stand,
            terminal,
            flaws: Vec::new(),
            excused: Vec::new(),
            screen: None,
            truth: witness(runtime, stand, pace.halt_timeout),
            pace,
            said: Vec::new(),
            counted: (Instant::now(), 0),
            countdowns: (Instant::now(), Vec::new()),
            judged: 0,
            lag: Duration::ZERO,
        }
    }

    /// Looks on until something holds; false if it doesn't in that time.
    pub fn watch(&mut self, time: Duration, holds: impl Fn(&Look, &Truth) -> bool) -> bool {
        let end = Instant::now() + time;
        loop {
            let (look, truth) = self.look();
            if holds(&look, &truth) {
                return true;
            }
            if Instant::now() >= end || self.has_left() {
                return false;
            }
            let before = Instant::now();
            thread::sleep(LOOK);
            self.lag = before.elapsed().saturating_sub(LOOK).max(self.lag * 9 / 10);
        }
    }

    /// Screen and server now.
    pub fn look(&mut self) -> (Look, Truth) {
        let look = Look::at(self.terminal.text());
        let truth = self.truth().clone();
        self.note(&look);
        self.check_countdowns(&look, &truth);
        self.check_armed(&look, &truth);
        self.judge();
        (look, truth)
    }

    /// One of a kind is enough.
    pub fn flaw(&mut self, kind: Kind, words: impl Into<String>) {
        if self.flaws.iter().all(|flaw| flaw.kind != kind) {
            self.flaws.push(Flaw { kind, words: words.into() });
            self.screen.get_or_insert_with(|| self.terminal.text());
        }
    }

    /// The screen when the first flaw was seen, or now.
    pub fn screen(&self) -> String {
        self.screen.clone().unwrap_or_else(|| self.terminal.text())
    }

    /// The server now.
    pub fn truth(&self) -> MutexGuard<'_, Truth> {
        self.truth.lock().expect("no panic")
    }

    /// Since when the screen has said the same word.
    pub fn said_since(&self) -> Option<Instant> {
        self.said.last().map(|said| said.from)
    }

    /// Whether the program has given the screen back.
    pub fn has_left(&self) -> bool {
        self.terminal.with_screen(|screen| !screen.alternate_screen())
            && self.said.iter().any(|said| !said.word.is_empty())
    }

    /// Judges the losses that are new.
    pub fn judge(&mut self) {
        let losses = self.truth().losses[self.judged..].to_vec();
        self.judged += losses.len();
        for loss in losses {
            let verdict = |record: &_| excuse(&loss, record, &self.said, self.pace.halt_timeout);
            match self.stand.proxy.with_record(verdict) {
                Ok(excuse) => self.excused.push(excuse),
                Err(words) => {
                    let look = Look::at(self.terminal.text());
                    self.flaw(Kind::Lost, format!("{words}: {}", look.bar()));
                }
            }
        }
    }

    fn note(&mut self, look: &Look) {
        let (word, waits_for_the_user) = (look.word, look.waits_for_the_user());
        let is_same = |it: &Said| (it.word, it.waits_for_the_user) == (word, waits_for_the_user);
        if !self.said.last().is_some_and(is_same) {
            self.said.push(Said { from: Instant::now(), word, waits_for_the_user });
        }
    }

    /// What is said to be armed is armed.
    fn check_armed(&mut self, look: &Look, truth: &Truth) {
        if look.armed.is_none_or(|armed| armed <= truth.breakpoints.len()) {
            self.counted = (Instant::now(), truth.looks);
        } else if self.counted.0.elapsed() > BEHIND && truth.looks > self.counted.1 + LOOKS {
            self.flaw_of_breakpoints(look, truth);
        }
    }

    /// The server's breakpoints aren't those of the screen or of the user.
    pub fn flaw_of_breakpoints(&mut self, look: &Look, truth: &Truth) {
        let (held, bar) = (&truth.breakpoints, look.bar());
        self.flaw(Kind::Breakpoints, format!("the server has {held:?}: {bar}"));
    }

    /// A countdown is never above what the server grants. It says so of the time when it is drawn.
    fn check_countdowns(&mut self, look: &Look, truth: &Truth) {
        let stands = self.countdowns.1 == look.countdowns;
        if stands && self.countdowns.0.elapsed() < STANDS {
            return;
        }
        self.countdowns = (Instant::now(), look.countdowns.clone());
        let slack = self.pace.slack + self.lag * 2;
        for (thread, seconds) in &look.countdowns {
            let thread = thread.or(look.thread);
            let granted = |record: &_| truth.grants(thread, self.pace.halt_timeout, record);
            let Some(granted) = self.stand.proxy.with_record(granted) else { continue };
            if Duration::from_secs(*seconds) > granted + slack {
                let left = granted.as_secs_f64();
                self.flaw(Kind::Countdown, format!("{left:.1} s were left: {}", look.bar()));
            }
        }
    }
}

/// A task that looks at the server all the time.
fn witness(runtime: &Runtime, stand: &Arc<Stand>, timeout: Duration) -> Arc<Mutex<Truth>> {
    let truth: Arc<Mutex<Truth>> = Arc::default();
    let (learning, stand) = (Arc::clone(&truth), Arc::clone(stand));
    runtime.spawn(async move {
        let direct = stand.direct();
        loop {
            let sample = Sample::take(&direct).await;
            stand.proxy.with_record(|record| {
                learning.lock().expect("no panic").learn(&sample, record, timeout);
            });
            tokio::time::sleep(EVERY).await;
        }
    });
    truth
}

/// What of the screen's first line isn't so on the server.
pub fn disagreement(look: &Look, truth: &Truth) -> Option<String> {
    let halted: BTreeMap<u64, u32> = truth.halted().collect();
    if !truth.client {
        return (look.word != "DISABLED").then(|| "there is no client".to_owned());
    }
    let fits = match look.word {
        "HALTED" => look.thread.is_some_and(|id| halted.get(&id).copied() == look.line),
        "WAITING" => halted.is_empty() && look.armed == Some(HALTS.len()),
        "RUNNING" => look.thread.is_some_and(|id| truth.runs(id)),
        _ => false,
    };
    let fits = fits && look.halted == halted.len();
    (!fits).then(|| format!("halted are {halted:?}"))
}
