//! One run of the binary on a faulty line, and what must hold in it.
//!
//! While the user's moves are made, all the time: countdowns are true, no thread is lost that could
//! have been kept. Then the line heals, and screen and server must come to agree; the program
//! answers keys; it leaves as it should. No key may have sent its request twice.

mod calm;
mod leaving;

use super::case::Case;
use super::flaw::{Flaw, Kind};
use super::look::Look;
use super::moves::Move;
use super::stand::{Direct, HALTS, PASSWORD, SCRIPT, Stand, USER};
use super::watcher::{Watcher, disagreement};
use crate::testkit::proxy::Record;
use crate::testkit::terminal::{Size, Terminal};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// How long a user waits for something between two moves.
const MOMENT: Duration = Duration::from_secs(4);
/// A first answer, or that of a key, comes within this, however busy the machine.
const ANSWER: Duration = Duration::from_mins(1);
/// A user who reads the same for so long does what it says.
const READING: Duration = Duration::from_secs(1);
/// A user who reads OFFLINE for so long tries again.
const LONG: Duration = Duration::from_secs(20);
/// So many looks in a row agree before something counts as settled.
const SETTLED: u32 = 8;
/// The Esc key in a form that can't be taken for the beginning of another key.
const ESC: &str = "\x1b[27u";

/// How patient a run is.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long the server lets a halted thread sleep.
    pub halt_timeout: Duration,
    /// How long screen and server may take to agree once the line is well.
    pub patience: Duration,
    /// What lies between a countdown's frame and the look at it.
    pub slack: Duration,
}

/// What became of a run.
pub struct Report {
    pub flaws: Vec<Flaw>,
    /// How long screen and server took to agree.
    pub calm_after: Duration,
    /// How many requests there were, and how many with a fault.
    pub requests: [usize; 2],
    /// Threads that died although the rules excuse the debugger, each with the excuse.
    pub excused: Vec<&'static str>,
    /// What went over the line, and the screen when the first flaw was seen, or at the end.
    pub story: String,
}

/// Plays a case.
pub fn play(case: &Case, pace: Pace) -> Report {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let stand = runtime.block_on(Stand::start(case.plan.clone(), pace.halt_timeout));
    let stand = Arc::new(stand);
    let eyes = Watcher::new(&runtime, &stand, start(&stand), pace);
    let mut player = Player {
        runtime: &runtime,
        direct: stand.direct(),
        eyes,
        pace,
        allowed: BTreeMap::new(),
        visits: 0,
        obeyed: Instant::now(),
        calm_after: Duration::ZERO,
    };
    player.play(case);
    player.report()
}

fn start(stand: &Stand) -> Terminal {
    let url = stand.proxy.url();
    let places = HALTS.map(|line| format!("{SCRIPT}:{line}"));
    let mut arguments = vec!["--server", &url, "--username", USER];
    arguments.extend(places.iter().flat_map(|place| ["--break", place]));
    let password = [("SFCC_PASSWORD", PASSWORD)];
    Terminal::haltscope(Size::LARGE, stand.home.path(), &arguments, &password)
}

struct Player<'a> {
    runtime: &'a Runtime,
    direct: Direct,
    eyes: Watcher<'a>,
    pace: Pace,
    /// How often each verb may have been sent.
    allowed: BTreeMap<&'static str, usize>,
    visits: usize,
    /// When the user last did what the screen asked for.
    obeyed: Instant,
    calm_after: Duration,
}

impl Player<'_> {
    fn play(&mut self, case: &Case) {
        if !self.eyes.watch(ANSWER, |look, _| !look.word.is_empty()) {
            return self.eyes.flaw(Kind::Hung, "no first frame");
        }
        self.eyes.watch(MOMENT, |look, truth| look.word != "CONNECTING" && truth.looks > 0);
        for step in &case.moves {
            self.make(step);
        }
        self.calm();
        if self.eyes.has_left() {
            return self.eyes.flaw(Kind::Panicked, "it left by itself");
        }
        self.check_values();
        self.check_keys();
        self.check_moves();
        self.leave(case.way);
    }

    fn report(mut self) -> Report {
        self.eyes.judge();
        let proxy = &self.eyes.stand.proxy;
        let story = format!("{}\n{}", proxy.with_record(Record::timeline), self.eyes.screen());
        let requests = proxy.with_record(|record| {
            let faulty = record.exchanges.iter().filter(|exchange| exchange.fault.is_some());
            [record.exchanges.len(), faulty.count()]
        });
        let Watcher { flaws, excused, .. } = self.eyes;
        Report { flaws, calm_after: self.calm_after, requests, excused, story }
    }

    fn make(&mut self, step: &Move) {
        match step {
            Move::Visit(page) => self.visit(page),
            Move::Press(keys) if keys == "esc" => self.eyes.terminal.press(ESC),
            Move::Press(keys) => self.press(keys),
            Move::Evaluate(expression) => self.evaluate(expression),
            Move::Settle => self.settle(),
            Move::Stay(percent) => {
                self.eyes.watch(self.pace.halt_timeout * *percent / 100, |_, _| false);
            }
        }
    }

    /// A storefront request, until its thread has halted or ended.
    fn visit(&mut self, page: &str) {
        self.visits += 1;
        let before = self.eyes.truth().threads.len();
        let (direct, page) = (self.direct.clone(), page.to_owned());
        self.runtime.spawn(async move { direct.visit(&page).await });
        self.eyes.watch(MOMENT, |_, truth| {
            truth.threads.len() > before && truth.threads.keys().all(|id| !truth.runs(*id))
        });
    }

    fn press(&mut self, keys: &str) {
        let times = if keys.contains('r') { 3 } else { 1 };
        for key in keys.chars() {
            match key {
                'n' => *self.allowed.entry("/over").or_default() += times,
                's' => *self.allowed.entry("/into").or_default() += times,
                'f' => *self.allowed.entry("/out").or_default() += times,
                'c' => *self.allowed.entry("/resume").or_default() += 1,
                'C' => *self.allowed.entry("/resume").or_default() += self.visits,
                _ => {}
            }
        }
        self.eyes.terminal.press(keys);
    }

    /// Types only into a prompt that is there: elsewhere the letters would be keys.
    fn evaluate(&mut self, expression: &str) {
        self.eyes.terminal.press("e");
        if self.eyes.watch(MOMENT, |look, _| look.says("[Eval")) {
            self.eyes.terminal.press(expression);
            self.eyes.terminal.press("\r");
        } else {
            self.eyes.terminal.press(ESC);
        }
    }

    /// Waits until screen and server agree, but not for long.
    fn settle(&mut self) {
        self.obey();
        let agreed = Cell::new(0);
        self.eyes.watch(MOMENT, |look, truth| {
            let is_so = disagreement(look, truth).is_none();
            agreed.set(if is_so { agreed.get() + 1 } else { 0 });
            agreed.get() == SETTLED
        });
    }

    /// Does what the screen has asked for long enough.
    fn obey(&mut self) {
        let look = self.eyes.look().0;
        let since = self.eyes.said_since().map_or(self.obeyed, |since| since.max(self.obeyed));
        let Some((key, after)) = wanted(&look) else { return };
        if since.elapsed() > after {
            self.obeyed = Instant::now();
            // The form has the focus where something is missing. A password that came when it had
            // just gone opened a prompt: that one would take every further key.
            let before = if look.says("[Connect]") {
                PASSWORD
            } else if look.says("[Eval") {
                ESC
            } else {
                ""
            };
            self.eyes.terminal.press(&format!("{before}{key}"));
        }
    }
}

/// The key that the screen asks for, and how long a user reads before pressing it.
fn wanted(look: &Look) -> Option<(&'static str, Duration)> {
    match look.word {
        // None of them is selected: they halted under a prompt.
        "WAITING" if look.halted > 0 => Some(("T", READING)),
        _ if look.waits_for_the_user() => Some(("\r", READING)),
        "OFFLINE" => Some(("\r", LONG)),
        _ => None,
    }
}
