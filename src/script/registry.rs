//! Who runs, who is halted, who is attached: what script threads and debuggers share.

use super::ends::Ends;
use super::error::ScriptError;
use super::evaluation::Turn;
use super::flags::{Breakpoints, Flags};
use super::members::{InspectError, MemberPage, Page};
use super::model::{Breakpoint, Frame, Halt, Owner, Step, ThreadId, ThreadInfo, ThreadState};
use super::own_time::Moment;
use super::pulse::Pulse;
use super::raw::{SharedBytes, zeroed};
use parking_lot::{Mutex, MutexGuard};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// What a halted thread is asked.
pub(super) enum Command {
    Resume,
    Step(Step),
    Stop,
    Inspect { frame: usize, question: Question },
}

/// A question about a frame, with the place for its answer.
pub(super) enum Question {
    Eval { text: String, turn: Turn, reply: Reply<String> },
    Variables(Page, Reply<MemberPage>),
    Members(Option<String>, Page, Reply<MemberPage>),
}

/// What a script's outcome tells.
pub(super) type Ending = Result<Value, ScriptError>;

pub(super) type Reply<T> = oneshot::Sender<Result<T, InspectError>>;

/// All threads and debuggers of an engine.
pub(super) struct Registry {
    inner: Mutex<Inner>,
    changes: watch::Sender<u64>,
    halt_timeout: Duration,
}

#[derive(Default)]
struct Inner {
    last: u64,
    closed: bool,
    attached: Vec<Attached>,
    threads: BTreeMap<ThreadId, Arc<Place>>,
    /// Threads that are on the list no more and have not ended.
    given_up: BTreeMap<ThreadId, GivenUp>,
}

struct GivenUp {
    place: Arc<Place>,
    since: Instant,
    /// How long ago that was when it was told last.
    told: Duration,
}

/// A debugger, in the order of attaching.
struct Attached {
    owner: Owner,
    breakpoints: Arc<Vec<Breakpoint>>,
}

/// A script thread as the others see it.
pub(super) struct Place {
    /// Zero until the thread is on the list.
    id: AtomicU64,
    /// Whether its scripts are instrumented.
    pub(super) instrumented: bool,
    pub(super) flags: Flags,
    /// One byte: not zero when the script must end.
    pub(super) control: SharedBytes,
    pub(super) pulse: Pulse,
    pub(super) ends: Ends,
    /// What it is asked and hasn't answered.
    asked: Mutex<Option<Question>>,
    commands: Sender<Command>,
    outcome: Mutex<Option<oneshot::Sender<Ending>>>,
    state: Mutex<State>,
}

/// A new thread's place, and what belongs to its two ends.
pub(super) struct Entered {
    pub(super) place: Arc<Place>,
    pub(super) commands: Receiver<Command>,
    pub(super) outcome: oneshot::Receiver<Ending>,
}

#[derive(Default)]
struct State {
    halt: Option<Halt>,
    halts: u64,
    /// When the halt that goes on began.
    halted_since: Option<Instant>,
    /// How long the halts before it lasted.
    halted: Duration,
}

impl Registry {
    pub(super) fn new(halt_timeout: Duration) -> Self {
        let (changes, _) = watch::channel(0);
        Self { inner: Mutex::default(), changes, halt_timeout }
    }

    /// A new thread's place on the list.
    pub(super) fn enter(&self) -> Entered {
        let mut inner = self.lock();
        let entered = Entered::new(inner.instruments());
        inner.list(&entered.place);
        drop(inner);
        self.changed();
        entered
    }

    /// The place of a thread that is made ready for a job to come, on no list yet.
    pub(super) fn seat(&self) -> Entered {
        Entered::new(self.lock().instruments())
    }

    /// Puts the place of a thread that was made ready on the list, unless the scripts that start now are instrumented
    /// otherwise than its own will be.
    pub(super) fn admit(&self, place: &Arc<Place>) -> bool {
        let mut inner = self.lock();
        if place.instrumented != inner.instruments() {
            return false;
        }
        inner.list(place);
        drop(inner);
        self.changed();
        true
    }

    /// Those that were given up and have not ended, with how long ago that was: each when that is so long and, after that,
    /// whenever it is twice as long.
    pub(super) fn still_at_work(&self, longest: Duration) -> Vec<(Arc<Place>, Duration)> {
        let mut inner = self.lock();
        let told = |given_up: &mut GivenUp| {
            let since = given_up.since.elapsed();
            if since < longest.max(given_up.told * 2) {
                return None;
            }
            given_up.told = since;
            Some((Arc::clone(&given_up.place), since))
        };
        inner.given_up.values_mut().filter_map(told).collect()
    }

    /// How many threads there are, with those that were given up and have not ended.
    pub(super) fn len(&self) -> usize {
        let inner = self.lock();
        inner.threads.len() + inner.given_up.len()
    }

    /// How many were given up and have not ended.
    pub(super) fn given_up(&self) -> usize {
        self.lock().given_up.len()
    }

    /// The thread has ended.
    pub(super) fn leave(&self, place: &Place, ending: Ending) {
        let mut inner = self.lock();
        inner.threads.remove(&place.id());
        let given_up = inner.given_up.remove(&place.id());
        drop(inner);
        if let Some(GivenUp { since, .. }) = given_up {
            let (thread, seconds) = (place.id().0, since.elapsed().as_secs());
            tracing::info!(thread, seconds, "a script thread that was given up has ended");
        }
        self.changed();
        place.tell(ending);
    }

    /// Nobody waits for the thread any longer; what it ends with later is lost.
    pub(super) fn give_up(&self, place: &Place, error: ScriptError) {
        let mut inner = self.lock();
        if let Some(place) = inner.threads.remove(&place.id()) {
            let given_up = GivenUp { since: Instant::now(), told: Duration::ZERO, place };
            inner.given_up.insert(given_up.place.id(), given_up);
        }
        drop(inner);
        self.changed();
        place.tell(Err(error));
    }

    /// Ends every thread, now and in future.
    pub(super) fn stop_all(&self) {
        let mut inner = self.lock();
        inner.closed = true;
        for place in inner.threads.values() {
            place.stop();
        }
    }

    pub(super) fn attach(&self, owner: Owner) {
        let mut inner = self.lock();
        if inner.attached.iter().all(|attached| attached.owner != owner) {
            inner.attached.push(Attached { owner, breakpoints: Arc::default() });
        }
    }

    pub(super) fn detach(&self, owner: Owner) {
        let mut inner = self.lock();
        inner.attached.retain(|attached| attached.owner != owner);
        let breakpoints = inner.breakpoints();
        for place in inner.threads.values() {
            place.flags.arm(&breakpoints);
            place.resume_if_held_by(owner);
        }
    }

    pub(super) fn set_breakpoints(&self, owner: Owner, breakpoints: Vec<Breakpoint>) {
        let mut inner = self.lock();
        if let Some(attached) = inner.attached.iter_mut().find(|other| other.owner == owner) {
            attached.breakpoints = Arc::new(breakpoints);
        }
        let breakpoints = inner.breakpoints();
        for place in inner.threads.values() {
            place.flags.arm(&breakpoints);
        }
    }

    /// Whether scripts that start now can be halted.
    pub(super) fn has_debuggers(&self) -> bool {
        self.lock().instruments()
    }

    /// Whether the debugger is still there.
    pub(super) fn is_attached(&self, owner: Owner) -> bool {
        self.lock().attached.iter().any(|attached| attached.owner == owner)
    }

    pub(super) fn place(&self, id: ThreadId) -> Option<Arc<Place>> {
        self.lock().threads.get(&id).cloned()
    }

    pub(super) fn places(&self) -> Vec<Arc<Place>> {
        self.lock().threads.values().cloned().collect()
    }

    /// All halts last the whole timeout again from now.
    pub(super) fn renew(&self) {
        let until = Instant::now() + self.halt_timeout;
        for place in self.places() {
            if let Some(halt) = &mut place.state().halt {
                halt.until = until;
            }
        }
        self.changed();
    }

    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Wakes whoever waits for a change.
    pub(super) fn changed(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock()
    }
}

impl Inner {
    fn instruments(&self) -> bool {
        !self.attached.is_empty()
    }

    fn list(&mut self, place: &Arc<Place>) {
        self.last += 1;
        place.id.store(self.last, Ordering::Release);
        if self.closed {
            place.stop();
        }
        place.flags.arm(&self.breakpoints());
        self.threads.insert(place.id(), Arc::clone(place));
    }

    fn breakpoints(&self) -> Breakpoints {
        let of = |attached: &Attached| (attached.owner, Arc::clone(&attached.breakpoints));
        Arc::new(self.attached.iter().map(of).collect())
    }
}

impl Entered {
    fn new(instrumented: bool) -> Self {
        let (sender, commands) = channel();
        let (teller, outcome) = oneshot::channel();
        let place = Arc::new(Place {
            id: AtomicU64::new(0),
            instrumented,
            flags: Flags::default(),
            control: zeroed(1),
            pulse: Pulse::new(),
            ends: Ends::default(),
            asked: Mutex::default(),
            commands: sender,
            outcome: Mutex::new(Some(teller)),
            state: Mutex::default(),
        });
        Self { place, commands, outcome }
    }
}

impl Place {
    /// The thread, once it is on the list.
    pub(super) fn id(&self) -> ThreadId {
        ThreadId(self.id.load(Ordering::Acquire))
    }

    pub(super) fn info(&self) -> ThreadInfo {
        let state = match &self.state().halt {
            Some(halt) => ThreadState::Halted(halt.clone()),
            None => ThreadState::Running,
        };
        ThreadInfo { id: self.id(), state }
    }

    /// How often the thread has halted so far.
    pub(super) fn halts(&self) -> u64 {
        self.state().halts
    }

    /// Sends a command if the thread is halted; answers how often it had halted by then.
    pub(super) fn send(&self, command: Command) -> Result<u64, InspectError> {
        let mut state = self.state();
        if state.halt.is_none() {
            return Err(InspectError::NotHalted);
        }
        if !matches!(command, Command::Inspect { .. }) {
            // Whoever looks now sees that it no longer waits.
            state.halt = None;
        }
        // Sent under the lock, so that a command never reaches a later halt.
        self.commands.send(command).map_err(|_| InspectError::Gone)?;
        Ok(state.halts)
    }

    /// The thread is asked, and should answer until then.
    pub(super) fn ask(&self, question: Question, end: (Moment, Duration)) {
        *self.asked.lock() = Some(question);
        self.ends.set_question(Some(end));
    }

    /// What it was asked, for whoever answers it first.
    pub(super) fn asked(&self) -> Option<Question> {
        self.ends.set_question(None);
        self.asked.lock().take()
    }

    /// Ends the script, whatever it does.
    pub(super) fn stop(&self) {
        self.control[0].store(1, Ordering::Release);
        self.flags.everywhere(true);
        // A thread that isn't halted sees the flag.
        self.send(Command::Stop).ok();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.control[0].load(Ordering::Acquire) != 0
    }

    /// Arms every hook, or only those with breakpoints; all stay armed once the script must end.
    pub(super) fn everywhere(&self, on: bool) {
        self.flags.everywhere(on || self.is_stopped());
    }

    /// The thread halts from now on.
    pub(super) fn halt(&self, owner: Owner, stack: Vec<Frame>, until: Instant) {
        let mut state = self.state();
        state.halts += 1;
        state.halted_since = Some(Instant::now());
        state.halt = Some(Halt { owner, stack, until });
    }

    /// How long all halts have lasted.
    pub(super) fn halted(&self) -> Duration {
        let state = self.state();
        state.halted + state.halted_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// How long the halt may still last; nothing if it has been ended.
    pub(super) fn halt_left(&self) -> Option<Duration> {
        let until = self.state().halt.as_ref().map(|halt| halt.until)?;
        Some(until.saturating_duration_since(Instant::now()))
    }

    /// The thread goes on; what was still asked is refused.
    pub(super) fn leave_halt(&self, commands: &Receiver<Command>) {
        let mut state = self.state();
        state.halt = None;
        let lasted = state.halted_since.take().map(|since| since.elapsed());
        state.halted += lasted.unwrap_or_default();
        while let Ok(command) = commands.try_recv() {
            if let Command::Inspect { question, .. } = command {
                question.refuse(InspectError::NotHalted);
            }
        }
    }

    fn tell(&self, ending: Ending) {
        let teller = self.outcome.lock().take();
        if let Some(teller) = teller {
            // Nobody may be waiting any more; the script has ended all the same.
            drop(teller.send(ending));
        }
    }

    fn resume_if_held_by(&self, owner: Owner) {
        let held = self.state().halt.as_ref().is_some_and(|halt| halt.owner == owner);
        if held {
            // It may have gone on by itself meanwhile.
            self.send(Command::Resume).ok();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}
