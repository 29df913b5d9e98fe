//! One breakpoint for a while: set, watched for halts, and taken back whatever happens.

use super::breakpoints::is_settled;
use super::turns::Turn;
use super::{Changes, Desk};
use crate::api::ids::ThreadId;
use crate::session::{
    BreakpointCommand, BreakpointKey, BreakpointSpec, Change, Command, Event, Frame, HaltNumber,
    RequestId, Session, Spot, Standing, StopReason, Thread, ThreadCommand,
};
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

/// How long the server may take to answer for a breakpoint.
const ARMING: Duration = Duration::from_secs(12);

/// A breakpoint that is there as long as somebody watches it.
///
/// [`Watched::end`] puts breakpoint and threads back as they were and waits until that is done; a
/// watch that is dropped instead does the same by itself.
#[derive(Debug)]
pub struct Watched {
    desk: Desk,
    place: Place,
    changes: Changes,
    waiting: VecDeque<WatchedHalt>,
    /// Those that halted at the place and have not been let go or given away.
    ours: BTreeSet<ThreadId>,
    /// Those that were let go.
    released: BTreeSet<ThreadId>,
    /// Those that were given away.
    held: BTreeSet<ThreadId>,
    /// The only request that is expected to halt there.
    request: Option<RequestId>,
    /// Its page is here.
    is_answered: bool,
    is_ended: bool,
    /// Nobody else watches the place; the end of the watch gives it back.
    turn: Option<Turn>,
}

/// A halt at a watched breakpoint. Its thread stands until it is let go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedHalt {
    /// The recorded halt.
    pub halt: HaltNumber,
    /// The thread's current location.
    pub spot: Spot,
    /// Its stack.
    pub frames: Vec<Frame>,
}

/// The breakpoint, and what was there before.
#[derive(Clone, Debug)]
struct Place {
    key: BreakpointKey,
    before: Option<BreakpointSpec>,
    /// Halts up to this one were there before.
    newest: Option<HaltNumber>,
}

impl Desk {
    /// Sets a breakpoint and waits until it is known how it stands; a former one on its line comes
    /// back at the end. One watch at a time and place: a second one waits until the first has put
    /// everything back.
    pub async fn watch(&self, spec: BreakpointSpec) -> (Watched, Standing) {
        let key = spec.key.clone();
        let turn = self.shared.turns.take(&key).await;
        let changes = self.changes();
        let (before, newest) = self.look(|session| {
            let before = session.breakpoints().get(&key).map(|it| it.spec.clone());
            (before, session.history().newest())
        });
        self.set(spec);
        let watched = Watched {
            desk: self.clone(),
            place: Place { key, before, newest },
            changes,
            waiting: VecDeque::new(),
            ours: BTreeSet::new(),
            released: BTreeSet::new(),
            held: BTreeSet::new(),
            request: None,
            is_answered: false,
            is_ended: false,
            turn: Some(turn),
        };
        let standing = self.standing_of(&watched.place.key).await;
        (watched, standing)
    }

    fn set(&self, spec: BreakpointSpec) {
        self.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    }

    /// How the breakpoint at a place stands, once the server has answered for it and its script
    /// was looked at; after a while as far as it is known.
    pub async fn standing_of(&self, key: &BreakpointKey) -> Standing {
        let gone = || Standing {
            verified: false,
            line: key.line,
            message: Some("it is gone already".to_owned()),
        };
        let stands = |session: &Session| match session.breakpoints().get(key) {
            Some(breakpoint) => {
                session.standing(breakpoint).filter(|_| session.is_judged(&key.script))
            }
            None => Some(gone()),
        };
        let waiting = || Standing {
            verified: false,
            line: key.line,
            message: Some("the server has not taken it yet".to_owned()),
        };
        let now = |session: &Session| session.standing(session.breakpoints().get(key)?);
        match tokio::time::timeout(ARMING, self.until(stands)).await {
            Ok(standing) => standing,
            Err(_) => self.look(now).unwrap_or_else(waiting),
        }
    }
}

impl Watched {
    /// Once this request has its page, no further halt is waited for.
    pub const fn until_page(&mut self, request: RequestId) {
        self.request = Some(request);
    }

    /// Waits for the next thread that halts there; `None` if none will. Can be dropped at any
    /// moment.
    pub async fn halt(&mut self) -> Option<WatchedHalt> {
        loop {
            if let Some(halt) = self.waiting.pop_front() {
                return Some(halt);
            }
            if self.is_answered {
                return None;
            }
            let batch = self.changes.next().await?;
            self.take_in(&batch);
        }
    }

    /// Lets a thread go.
    pub fn release(&mut self, thread: ThreadId) {
        self.ours.remove(&thread);
        self.released.insert(thread);
        self.desk.command(Command::Thread(thread, ThreadCommand::Release));
    }

    /// Leaves a thread halted, to whoever asked for that.
    pub fn hold(&mut self, thread: ThreadId) {
        self.ours.remove(&thread);
        self.held.insert(thread);
    }

    /// Puts breakpoint and threads back as they were; returns when the server has done it, or can't
    /// be reached.
    pub async fn end(mut self) {
        while let Some(batch) = self.changes.ready() {
            self.take_in(&batch);
        }
        self.is_ended = true;
        // A task of its own: it is done even if nobody waits for it any more.
        let _ = tokio::spawn(self.rest().put_back()).await;
    }

    fn rest(&mut self) -> Rest {
        let (desk, place, turn) = (self.desk.clone(), self.place.clone(), self.turn.take());
        let (ours, released) = (self.ours.clone(), self.released.clone());
        Rest { desk, place, ours, released, held: self.held.clone(), _turn: turn }
    }

    fn take_in(&mut self, batch: &[Change]) {
        for change in batch {
            match change {
                Change::Stopped { thread, reason, halt, .. } if is_own_halt(*reason) => {
                    let frames = self.desk.look(|session| frames_of(session, *halt));
                    if self.desk.look(|session| self.place.holds(session, &frames)) {
                        self.ours.insert(*thread);
                        let spot = Spot { thread: *thread, frame: 0 };
                        self.waiting.push_back(WatchedHalt { halt: *halt, spot, frames });
                    }
                }
                Change::Continued { thread } | Change::Exited { thread, .. } => {
                    self.ours.remove(thread);
                    self.waiting.retain(|halt| halt.spot.thread != *thread);
                }
                Change::RequestFinished { id, .. } => {
                    self.is_answered |= self.request == Some(*id);
                }
                _ => {}
            }
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if !self.is_ended
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(self.rest().put_back());
        }
    }
}

impl Place {
    /// Whether a stack stands where the breakpoint halts.
    fn holds(&self, session: &Session, frames: &[Frame]) -> bool {
        let Some(top) = frames.first() else { return false };
        let slid = session.breakpoints().get(&self.key).and_then(|it| session.standing(it));
        let line = slid.map_or(self.key.line, |standing| standing.line);
        top.script == self.key.script && (top.line == line || top.line == self.key.line)
    }
}

const fn is_own_halt(reason: StopReason) -> bool {
    matches!(reason, StopReason::Breakpoint | StopReason::Entry)
}

fn frames_of(session: &Session, halt: HaltNumber) -> Vec<Frame> {
    session.history().get(halt).map(|halt| halt.frames.clone()).unwrap_or_default()
}

/// Everything that the end of a watch has to see to.
struct Rest {
    desk: Desk,
    place: Place,
    /// Halted there, waiting to be let go.
    ours: BTreeSet<ThreadId>,
    /// Halted there, and were let go.
    released: BTreeSet<ThreadId>,
    /// Halted there, to stay so.
    held: BTreeSet<ThreadId>,
    /// The next watch of the place begins when all of this is done.
    _turn: Option<Turn>,
}

impl Rest {
    async fn put_back(self) {
        let command = match self.place.before.clone() {
            Some(spec) => BreakpointCommand::Set(spec),
            None => BreakpointCommand::Remove(self.place.key.clone()),
        };
        self.desk.command(Command::Breakpoint(command));
        for thread in &self.ours {
            self.desk.command(Command::Thread(*thread, ThreadCommand::Release));
        }
        let settled = async {
            self.desk.until(is_settled).await;
            if self.place.before.is_none() {
                self.release_late_ones().await;
            }
            self.desk.until(|session| self.all_run(session)).await;
        };
        // Nobody waits longer for a server that says nothing.
        let _ = tokio::time::timeout(ARMING, settled).await;
    }

    /// Threads that came by before the server had forgotten the breakpoint are in the next list.
    async fn release_late_ones(&self) {
        let since = self.desk.look(Session::now);
        self.desk.event(Event::ProcessResumed);
        let is_new = |session: &Session| {
            let listed = session.listed_at().is_some_and(|at| at >= since);
            (listed || !session.connection().is_attached()).then_some(())
        };
        self.desk.until(is_new).await;
        for thread in self.desk.look(|session| self.late(session)) {
            self.desk.command(Command::Thread(thread, ThreadCommand::Release));
        }
    }

    fn late(&self, session: &Session) -> Vec<ThreadId> {
        let is_late = |thread: &&Thread| {
            let halt = thread.halt().filter(|halt| Some(*halt) > self.place.newest);
            let by_itself = halt.and_then(|halt| session.history().get(halt));
            by_itself.is_some_and(|halt| halt.how == "breakpoint")
                && !self.held.contains(&thread.id())
                && self.place.holds(session, thread.frames())
        };
        session.threads().iter().filter(is_late).map(Thread::id).collect()
    }

    /// The server has taken every resume, or there is nobody to take it.
    fn all_run(&self, session: &Session) -> Option<()> {
        let mut all = self.ours.union(&self.released).filter_map(|id| session.threads().get(*id));
        let runs = |thread: &Thread| {
            let is_asked_for = thread.awaits_answer() || thread.answer_is_lost();
            !is_asked_for && !session.is_being_released(thread.id())
        };
        (!session.connection().is_attached() || all.all(runs)).then_some(())
    }
}
