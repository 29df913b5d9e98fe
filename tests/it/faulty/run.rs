//! One run of the binary on a faulty line, and what must hold in it.
//!
//! While the user's moves are made, all the time: countdowns are true, no thread is lost that could
//! have been kept. Then the line heals, and screen and server must come to agree; the program
//! answers keys; it leaves as it should. No key may have sent its request twice.

use super::case::{Case, Way};
use super::keeping::{Said, excuse};
use super::look::Look;
use super::moves::Move;
use super::stand::{CLIENT, Direct, HALTS, PASSWORD, SCRIPT, Stand, USER};
use super::truth::{EVERY, Sample, Truth};
use crate::pty::terminal::{Size, Terminal};
use crate::support::proxy::{Record, Target};
use rustix::process::Signal;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// How often the screen is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long a user waits for something between two moves.
const MOMENT: Duration = Duration::from_secs(4);
/// A first answer, or that of a key, comes within this, however busy the machine.
const ANSWER: Duration = Duration::from_secs(30);
/// A user who reads OFFLINE for so long tries again.
const LONG: Duration = Duration::from_secs(20);
/// What lies between a countdown's frame and the look at it.
const SLACK: Duration = Duration::from_secs(2);

/// So many looks in a row agree before something counts as settled.
const SETTLED: u32 = 8;
/// The Esc key in a form that can't be taken for the beginning of another key.
const ESC: &str = "\x1b[27u";

/// What a run must not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A halted thread died that could have been kept.
    Lost,
    /// A key sent its request twice.
    Doubled,
    /// A countdown promised more than the server granted.
    Countdown,
    /// The screen and the server did not come to agree.
    Stale,
    /// The values on the screen are not those of the place.
    Values,
    /// The server holds other breakpoints than the user wants.
    Breakpoints,
    /// Keys were not answered, or the end did not come.
    Hung,
    /// It left by itself.
    Panicked,
    /// The terminal is not as it was.
    Terminal,
    /// The client stayed on the server, and nobody was told.
    LeftBehind,
    /// Another exit code than that of the way it left.
    ExitCode,
}

/// Words of the screen may be behind the server's so long.
const BEHIND: Duration = Duration::from_secs(3);

/// One thing that a run has shown and must not.
#[derive(Clone, Debug)]
pub struct Flaw {
    pub kind: Kind,
    pub words: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.words)
    }
}

/// How patient a run is.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long the server lets a halted thread sleep.
    pub halt_timeout: Duration,
    /// How long screen and server may take to agree once the line is well.
    pub patience: Duration,
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
    let truth = witness(&runtime, &stand, pace.halt_timeout);
    let terminal = start(&stand);
    let mut player = Player::new(&runtime, &stand, truth, terminal, pace);
    player.play(case);
    player.report()
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
    stand: &'a Stand,
    direct: Direct,
    truth: Arc<Mutex<Truth>>,
    terminal: Terminal,
    pace: Pace,
    /// How often each verb may have been sent.
    allowed: BTreeMap<&'static str, usize>,
    visits: usize,
    said: Vec<Said>,
    flaws: Vec<Flaw>,
    /// The screen when the first flaw was seen.
    screen: Option<String>,
    /// When the screen last told no more armed breakpoints than there are.
    counted: Instant,
    excused: Vec<&'static str>,
    /// How many losses have been judged.
    judged: usize,
    /// How late the last look came.
    lag: Duration,
    calm_after: Duration,
}

impl<'a> Player<'a> {
    fn new(
        runtime: &'a Runtime,
        stand: &'a Stand,
        truth: Arc<Mutex<Truth>>,
        terminal: Terminal,
        pace: Pace,
    ) -> Self {
        Self {
            runtime,
            stand,
            direct: stand.direct(),
            truth,
            terminal,
            pace,
            allowed: BTreeMap::new(),
            visits: 0,
            said: Vec::new(),
            flaws: Vec::new(),
            screen: None,
            counted: Instant::now(),
            excused: Vec::new(),
            judged: 0,
            lag: Duration::ZERO,
            calm_after: Duration::ZERO,
        }
    }

    fn play(&mut self, case: &Case) {
        if !self.watch(ANSWER, |look, _| !look.word.is_empty()) {
            return self.flaw(Kind::Hung, "no first frame");
        }
        self.watch(MOMENT, |look, truth| look.word != "CONNECTING" && truth.looks > 0);
        for step in &case.moves {
            self.make(step);
        }
        self.calm();
        if self.has_left() {
            return self.flaw(Kind::Panicked, "it left by itself");
        }
        self.check_values();
        self.check_keys();
        self.check_moves();
        self.leave(case.way);
    }

    fn report(mut self) -> Report {
        self.judge();
        let Self { stand, flaws, calm_after, excused, screen, .. } = self;
        let story = stand.proxy.with_record(Record::timeline);
        let screen = screen.unwrap_or_else(|| self.terminal.text());
        let story = format!("{story}\n{screen}");
        let requests = stand.proxy.with_record(|record| {
            let faulty = record.exchanges.iter().filter(|exchange| exchange.fault.is_some());
            [record.exchanges.len(), faulty.count()]
        });
        Report { flaws, calm_after, requests, excused, story }
    }

    fn truth(&self) -> MutexGuard<'_, Truth> {
        self.truth.lock().expect("no panic")
    }

    /// One of a kind is enough.
    fn flaw(&mut self, kind: Kind, words: impl Into<String>) {
        if self.flaws.iter().all(|flaw| flaw.kind != kind) {
            self.flaws.push(Flaw { kind, words: words.into() });
            self.screen.get_or_insert_with(|| self.terminal.text());
        }
    }

    // --- looking on ------------------------------------------------------------------------------

    /// Looks on until something holds; false if it doesn't in that time.
    fn watch(&mut self, time: Duration, holds: impl Fn(&Look, &Truth) -> bool) -> bool {
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

    fn look(&mut self) -> (Look, Truth) {
        let look = Look::at(self.terminal.text());
        let truth = self.truth().clone();
        let waits = look.waits_for_the_user();
        if self.said.last().is_none_or(|it| (it.word, it.waits_for_the_user) != (look.word, waits))
        {
            let from = Instant::now();
            self.said.push(Said { from, word: look.word, waits_for_the_user: waits });
        }
        self.check_countdowns(&look, &truth);
        self.check_armed(&look, &truth);
        self.judge();
        (look, truth)
    }

    /// What is said to be armed is armed.
    fn check_armed(&mut self, look: &Look, truth: &Truth) {
        if look.armed.is_none_or(|armed| armed <= truth.breakpoints.len()) {
            self.counted = Instant::now();
        } else if self.counted.elapsed() > BEHIND {
            let bar = look.bar();
            self.flaw(Kind::Breakpoints, format!("the server has {:?}: {bar}", truth.breakpoints));
        }
    }

    fn check_countdowns(&mut self, look: &Look, truth: &Truth) {
        for (thread, seconds) in &look.countdowns {
            let thread = thread.or(look.thread);
            let timeout = self.pace.halt_timeout;
            let grants =
                self.stand.proxy.with_record(|record| truth.grants(thread, timeout, record));
            let Some(grants) = grants else { continue };
            let slack = SLACK + self.lag * 2;
            if Duration::from_secs(*seconds) > grants + slack {
                let left = grants.as_secs_f64();
                self.flaw(Kind::Countdown, format!("{left:.1} s were left: {}", look.bar()));
            }
        }
    }

    /// Judges the losses that are new.
    fn judge(&mut self) {
        let losses = self.truth().losses[self.judged..].to_vec();
        self.judged += losses.len();
        for loss in losses {
            let timeout = self.pace.halt_timeout;
            let verdict = |record: &_| excuse(&loss, record, &self.said, timeout);
            match self.stand.proxy.with_record(verdict) {
                Ok(excuse) => self.excused.push(excuse),
                Err(words) => {
                    let look = Look::at(self.terminal.text());
                    self.flaw(Kind::Lost, format!("{words}: {}", look.bar()));
                }
            }
        }
    }

    fn has_left(&self) -> bool {
        self.terminal.with_screen(|screen| !screen.alternate_screen())
            && !self.terminal.raw().is_empty()
            && self.said.iter().any(|said| !said.word.is_empty())
    }

    // --- the user's moves ------------------------------------------------------------------------

    fn make(&mut self, step: &Move) {
        match step {
            Move::Visit(page) => {
                self.visits += 1;
                let threads = self.truth().threads.len();
                let (direct, page) = (self.direct.clone(), page.clone());
                self.runtime.spawn(async move { direct.visit(&page).await });
                self.watch(MOMENT, |_, truth| truth.threads.len() > threads);
            }
            Move::Press(keys) if keys == "esc" => self.terminal.press(ESC),
            Move::Press(keys) => self.press(keys),
            Move::Evaluate(expression) => self.evaluate(expression),
            Move::Settle => self.settle(),
            Move::Stay(percent) => {
                let time = self.pace.halt_timeout * *percent / 100;
                self.watch(time, |_, _| false);
            }
        }
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
        self.terminal.press(keys);
    }

    /// Types only into a prompt that is there: elsewhere the letters would be keys.
    fn evaluate(&mut self, expression: &str) {
        self.terminal.press("e");
        if self.watch(MOMENT, |look, _| look.says("[Eval")) {
            self.terminal.press(expression);
            self.terminal.press("\r");
        } else {
            self.terminal.press(ESC);
        }
    }

    fn settle(&mut self) {
        if self.look().0.waits_for_the_user() {
            self.terminal.press("\r");
        }
        let agreed = Cell::new(0);
        self.watch(MOMENT, |look, truth| {
            let is_so = disagreement(look, truth).is_none();
            agreed.set(if is_so { agreed.get() + 1 } else { 0 });
            agreed.get() == SETTLED
        });
    }

    // --- when the line is well again -------------------------------------------------------------

    /// Screen and server must come to agree, the user doing what the screen asks for.
    fn calm(&mut self) {
        let start = Instant::now();
        self.stand.proxy.heal(Target::DeleteClient);
        // Prompts are closed, the past is left, the innermost frame is selected.
        self.terminal.press(&format!("{ESC}{ESC}{ESC}ddd"));
        let (mut agreed, mut entered) = (0, start);
        while agreed < SETTLED {
            let (look, truth) = self.look();
            agreed = if disagreement(&look, &truth).is_none() { agreed + 1 } else { 0 };
            if start.elapsed() > self.pace.patience || self.has_left() {
                return self.disagrees(start);
            }
            let since = self.said.last().map_or(start, |said| said.from).max(entered);
            let waits = look.waits_for_the_user() && since.elapsed() > MOMENT / 4;
            if waits || look.word == "OFFLINE" && since.elapsed() > LONG {
                entered = Instant::now();
                self.terminal.press("\r");
            }
            self.watch(EVERY, |_, _| false);
        }
        self.calm_after = start.elapsed();
        self.check_breakpoints();
    }

    fn disagrees(&mut self, start: Instant) {
        let (look, truth) = self.look();
        let why = disagreement(&look, &truth).unwrap_or_default();
        let seconds = start.elapsed().as_secs();
        self.flaw(Kind::Stale, format!("after {seconds} s: {why}: {}", look.bar()));
    }

    /// What the server holds comes to be what the user wants, once each.
    fn check_breakpoints(&mut self) {
        let fits = |_: &Look, truth: &Truth| !truth.client || truth.breakpoints == HALTS;
        if !self.watch(self.pace.patience, fits) {
            let (look, truth) = self.look();
            let bar = look.bar();
            self.flaw(Kind::Breakpoints, format!("the server has {:?}: {bar}", truth.breakpoints));
        }
    }

    /// The variables on the screen are those of the place.
    fn check_values(&mut self) {
        let (look, truth) = self.look();
        let halted = look.thread.filter(|id| truth.halted().any(|(halted, _)| halted == *id));
        let Some(thread) = halted.filter(|_| look.word == "HALTED") else { return };
        let Some(list) = self.runtime.block_on(self.direct.variables(thread)) else { return };
        let names = ["tally", "round"];
        let real = list.object_members.iter().filter(|it| names.contains(&it.name.as_str()));
        let real: Vec<_> = real.map(|it| (it.name.clone(), it.value.clone())).collect();
        let fits = |look: &Look| real.iter().all(|(name, value)| look.value(name) == Some(value));
        if !self.watch(self.pace.patience, |look, _| fits(look)) {
            let look = self.look().0;
            let shown = names.map(|name| (name, look.value(name).map(str::to_owned)));
            self.flaw(Kind::Values, format!("{real:?} on the server, {shown:?} on the screen"));
        }
    }

    fn check_keys(&mut self) {
        self.terminal.press("?");
        if !self.watch(ANSWER, |look, _| look.says("Help")) {
            self.flaw(Kind::Hung, "no help after `?`");
        }
        self.terminal.press(ESC);
    }

    /// No key has sent its request twice.
    fn check_moves(&mut self) {
        for verb in ["/over", "/into", "/out", "/resume", "/stop"] {
            let sent = self.stand.proxy.with_record(|record| record.ending(verb));
            let allowed = self.allowed.get(verb).copied().unwrap_or(0);
            if sent > allowed {
                self.flaw(Kind::Doubled, format!("{sent} times {verb} for {allowed} keys"));
            }
        }
    }

    // --- leaving ---------------------------------------------------------------------------------

    fn leave(&mut self, way: Way) {
        self.ask_to_leave(way);
        let ended = catch_unwind(AssertUnwindSafe(|| self.terminal.exit_code()));
        let Ok(code) = ended else { return self.flaw(Kind::Hung, "it doesn't end") };
        if let Err(problem) = catch_unwind(AssertUnwindSafe(|| self.terminal.assert_restored())) {
            self.flaw(Kind::Terminal, words(&problem));
        }
        let usual = if way == Way::Quit { 0 } else { 130 };
        let text = self.terminal.text();
        let says_what_remains = text.contains("haltscope:") && text.contains("remain");
        let stays = self.runtime.block_on(self.direct.threads()).is_some();
        if code != usual && !(code == 1 && says_what_remains) {
            self.flaw(Kind::ExitCode, format!("{code} after {}", way.as_str()));
        }
        if stays && !says_what_remains {
            let words = format!("exit {code} after {}; {CLIENT} is there", way.as_str());
            self.flaw(Kind::LeftBehind, words);
        }
    }

    fn ask_to_leave(&mut self, way: Way) {
        match way {
            Way::Quit => {
                self.terminal.press("q");
                if self.watch(ANSWER, |look, _| look.says("Enter detach")) {
                    self.terminal.press("\r");
                }
            }
            Way::CtrlC => self.terminal.press("\x03\x03"),
            Way::Term => self.terminal.signal(Signal::TERM),
            Way::Hup => self.terminal.signal(Signal::HUP),
        }
    }
}

/// What of the first line isn't so.
fn disagreement(look: &Look, truth: &Truth) -> Option<String> {
    let halted: BTreeMap<u64, u32> = truth.halted().collect();
    let runs = |id| truth.threads.get(&id).is_some_and(|it| it.lives && it.halted.is_none());
    if !truth.client {
        return (look.word != "DISABLED").then(|| "there is no client".to_owned());
    }
    let fits = match look.word {
        "HALTED" => look.thread.is_some_and(|id| halted.get(&id).copied() == look.line),
        "WAITING" => halted.is_empty() && look.armed == Some(HALTS.len()),
        "RUNNING" => look.thread.is_some_and(runs),
        _ => false,
    };
    let fits = fits && look.halted == halted.len();
    (!fits).then(|| format!("halted are {halted:?}"))
}

/// What a panic said.
fn words(problem: &(dyn std::any::Any + Send)) -> String {
    let text = problem.downcast_ref::<String>().cloned();
    text.or_else(|| problem.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_default()
}
