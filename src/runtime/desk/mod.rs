//! A session and its runtime for front ends without a screen: rpc, probe, DAP, MCP.
//!
//! A [`Desk`] is cloned into every task that needs it. Nobody holds the session for longer than a
//! look or a command takes, and nothing is awaited meanwhile, so that tasks can be written
//! straight on:
//!
//! ```ignore
//! let desk = Desk::start(session, parts);
//! let mut changes = desk.changes();                       // told everything from here on
//! desk.attach(WhenInUse::TakeOtherId).await?;             // or why not
//! desk.command(Command::Breakpoint(Set(spec)));
//! while let Some(changes) = changes.next().await {        // one batch per update, in order
//!     for change in changes.iter() {
//!         if let Change::Stopped { thread, halt, .. } = change {
//!             let frames = desk.look(|session| session.history().get(*halt)?.frames.clone());
//!             let spot = Spot { thread: *thread, frame: 0 };
//!             let variables = desk.variables(spot).await?;           // read already: no call
//!             let members = desk.members(spot, "basket", page).await?;
//!             let told = desk.evaluate(spot, "basket.UUID").await?;  // Err(script's own error)
//!             desk.command(Command::Thread(*thread, ThreadCommand::Continue));
//!         }
//!     }
//! }
//! desk.leave(Leaving::LetRun).await;                      // nothing stays halted
//! ```
//!
//! - A question ([`Desk::ask`]) is answered exactly once, also when its thread moves on or the
//!   connection is lost: nobody waits for ever. Many may be under way.
//! - [`Desk::until`] waits for a state; it can be dropped at any moment, so put a time-out around
//!   it.
//! - What a batch tells may be older than what a look shows: take a stop's place from its recorded
//!   halt, not from its thread.
//! - [`Desk::watch`] has a breakpoint for a while and puts everything back at its end.
//! - Whoever takes changes too slowly is told the newest of each subject and what is missing, see
//!   [`Changes`]: nobody is waited for, and no queue grows without end.
//! - Like the screen, the desk looks at the first thread that halts: that sets the polls' rhythm.

mod breakpoints;
mod capture;
mod listeners;
mod previews;
mod turns;

pub use breakpoints::{HitCount, OnlyRequests, Others, Place, WantedBreakpoint, one_of_each_line};
pub use capture::{Watched, WatchedHalt};
pub use listeners::Changes;

use super::{Clock, Parts, Runtime};
use crate::api::counted::counted;
use crate::api::paging::Page;
use crate::session::{
    BreakpointKey, Change, Command, Comparison, Connection, ConnectionCommand, Event, Failure,
    FailureKind, HaltNumber, Home, Leaving, Outage, Owner, Problem, Question, QuestionId, Reply,
    Session, Spot, Told, Variables, follow,
};
use listeners::Listeners;
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use turns::Turns;

/// How often another id is tried before giving up.
const OTHER_IDS: usize = 8;
/// Leaving has a limit of its own; nobody waits longer than this for it.
const LEAVING: Duration = Duration::from_secs(4);

/// What changed in one update.
pub type Batch = Arc<[Change]>;

/// What to do about a debugger client that exists already, unless this project's own former
/// session left it behind: that one is cleared away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenInUse {
    /// Leave it alone and attach as `haltscope-2` or the next that is free.
    TakeOtherId,
    /// Leave it alone and don't attach.
    Refuse,
}

/// Why a desk is not attached.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAttached {
    /// No instance is configured.
    #[error("no instance is configured")]
    NotConfigured,
    /// The debugger client exists already.
    #[error("the debugger client {id} is in use, with {} under it", counted(*halts, "halted thread"))]
    InUse {
        /// Its id.
        id: String,
        /// How many threads it holds.
        halts: usize,
    },
    /// No usable connection.
    #[error("{}: {}", .problem.cause, .problem.action)]
    Offline {
        /// What kind of trouble it is.
        outage: Outage,
        /// In words.
        problem: Problem,
    },
    /// It was left meanwhile.
    #[error("the session has ended")]
    Left,
}

/// A session and its runtime, shared by the tasks of a front end.
#[derive(Clone)]
pub struct Desk {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    revision: watch::Sender<u64>,
    /// Who watches where.
    turns: Turns<BreakpointKey>,
}

struct State {
    session: Session,
    runtime: Option<Runtime>,
    clock: Clock,
    focus: Option<Spot>,
    questions: u64,
    waiting: HashMap<QuestionId, oneshot::Sender<Result<Reply, Failure>>>,
    listeners: Listeners,
    looks_into_halts: bool,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Desk")
    }
}

impl Desk {
    /// Starts a runtime for a session on the current tokio runtime.
    pub fn start(session: Session, parts: Parts) -> Self {
        let clock = parts.clock.clone();
        let (runtime, events) = Runtime::start(parts);
        let state = State {
            session,
            runtime: Some(runtime),
            clock,
            focus: None,
            questions: 0,
            waiting: HashMap::new(),
            listeners: Listeners::default(),
            looks_into_halts: false,
        };
        let (revision, _) = watch::channel(0);
        let shared =
            Arc::new(Shared { state: Mutex::new(state), revision, turns: Turns::default() });
        tokio::spawn(pump(Arc::downgrade(&shared), events));
        Self { shared }
    }

    /// Looks at the session as it is now.
    pub fn look<T>(&self, look: impl FnOnce(&Session) -> T) -> T {
        look(&self.shared.state().session)
    }

    /// Does something. Gives what changed at once, which listeners are told as well.
    pub fn command(&self, command: Command) -> Batch {
        self.event(Event::Command(command))
    }

    /// Something happened.
    pub fn event(&self, event: Event) -> Batch {
        self.shared.apply(event)
    }

    /// Tells every change from now on.
    pub fn changes(&self) -> Changes {
        self.shared.state().listeners.add()
    }

    /// Waits until the session shows what is wanted. Can be dropped at any moment.
    pub async fn until<T>(&self, mut wanted: impl FnMut(&Session) -> Option<T>) -> T {
        let mut revision = self.shared.revision.subscribe();
        loop {
            revision.mark_unchanged();
            if let Some(found) = self.look(&mut wanted) {
                return found;
            }
            // The sender lives as long as this very desk.
            let _ = revision.changed().await;
        }
    }

    /// Asks something of a frame; each question is answered, whatever happens.
    pub async fn ask(&self, spot: Spot, question: Question) -> Result<Reply, Failure> {
        let answer = self.shared.ask(spot, question);
        answer.await.unwrap_or_else(|_| Err(ended()))
    }

    /// A frame's variables of all scopes.
    pub async fn variables(&self, spot: Spot) -> Result<Variables, Failure> {
        match self.ask(spot, Question::Variables).await? {
            Reply::Variables(variables) => Ok(variables),
            Reply::Evaluated(_) => Err(ended()),
        }
    }

    /// A page of the members that a path leads to.
    pub async fn members(&self, spot: Spot, path: &str, page: Page) -> Result<Variables, Failure> {
        let path = path.to_owned();
        match self.ask(spot, Question::Members { path, page }).await? {
            Reply::Variables(variables) => Ok(variables),
            Reply::Evaluated(_) => Err(ended()),
        }
    }

    /// What an expression gives in the live request; inside, the script's own error.
    pub async fn evaluate(
        &self,
        spot: Spot,
        expression: &str,
    ) -> Result<Result<Told, String>, Failure> {
        match self.ask(spot, Question::Evaluate(expression.to_owned())).await? {
            Reply::Evaluated(result) => Ok(result),
            Reply::Variables(_) => Err(ended()),
        }
    }

    /// What differs between two recorded halts. Where a thread still stands at one of them, its
    /// variables, and what its objects hold, are read first.
    pub async fn compare(&self, one: HaltNumber, other: HaltNumber) -> Result<Comparison, String> {
        tokio::join!(self.read_at(one), self.read_at(other));
        self.look(|session| session.compare(one, other))
    }

    /// Reads the variables of a halt whose thread still stands there, and what its objects hold.
    pub async fn read_at(&self, halt: HaltNumber) {
        if let Some(spot) = self.look(|session| session.spot_of(halt)) {
            // What can't be read is missing in the recorded halt, which says so itself.
            let Ok(variables) = self.variables(spot).await else { return };
            self.previews(spot, &*variables.list, |it| it.value.clone()).await;
        }
    }

    /// From now on, what the objects of a halt hold is read while nobody asks for anything else:
    /// whoever compares it later finds that.
    pub fn look_into_halts(&self) {
        self.shared.state().looks_into_halts = true;
    }

    /// Connects again: creates the client anew if it is gone, tries at once if nobody answered.
    /// Breakpoints are armed again by themselves.
    pub async fn reattach(&self) -> Result<(), NotAttached> {
        let command = self.look(|session| match session.connection() {
            Connection::Offline { .. } => Some(ConnectionCommand::Retry),
            Connection::Disabled { .. } => Some(ConnectionCommand::Reattach),
            _ => None,
        });
        if let Some(command) = command {
            self.connection(command);
        }
        match self.until(stand).await {
            Stand::Attached => Ok(()),
            Stand::InUse(_, problem) | Stand::Not(problem) => Err(problem),
        }
    }

    /// Attaches, and waits until that is done or can't be.
    pub async fn attach(&self, when_in_use: WhenInUse) -> Result<(), NotAttached> {
        self.command(Command::Connection(ConnectionCommand::Attach));
        for _ in 0..OTHER_IDS {
            match self.until(stand).await {
                Stand::Attached => return Ok(()),
                Stand::Not(problem) => return Err(problem),
                Stand::InUse(Owner::LeftBehind, _) => self.connection(ConnectionCommand::Clear),
                Stand::InUse(_, problem) if when_in_use == WhenInUse::Refuse => {
                    return Err(problem);
                }
                Stand::InUse(..) => self.connection(ConnectionCommand::TakeOtherId),
            }
        }
        Err(self.look(in_use))
    }

    fn connection(&self, command: ConnectionCommand) {
        self.command(Command::Connection(command));
    }

    /// Leaves the server, so that nothing of ours stays halted or armed, and ends the runtime.
    /// Gives what may remain on the server all the same.
    pub async fn leave(&self, how: Leaving) -> Option<String> {
        self.connection(ConnectionCommand::Detach(how));
        let left = self.until(|session| {
            let connection = session.connection();
            connection.is_detached().then(|| connection.remains().map(str::to_owned))
        });
        let remains = tokio::time::timeout(LEAVING, left).await;
        let runtime = self.shared.state().runtime.take();
        if let Some(runtime) = runtime {
            runtime.finish().await;
        }
        remains.unwrap_or_else(|_| Some("the server was not left in time".to_owned()))
    }
}

/// Where attaching stands, once it stands still.
enum Stand {
    Attached,
    InUse(Owner, NotAttached),
    Not(NotAttached),
}

fn stand(session: &Session) -> Option<Stand> {
    match session.connection() {
        Connection::Connecting { .. } => None,
        Connection::Attached { .. } => Some(Stand::Attached),
        Connection::InUse { owner, .. } => Some(Stand::InUse(*owner, in_use(session))),
        Connection::NotConfigured => Some(Stand::Not(NotAttached::NotConfigured)),
        Connection::Offline { outage, problem, .. } => {
            let (outage, problem) = (*outage, problem.clone());
            Some(Stand::Not(NotAttached::Offline { outage, problem }))
        }
        Connection::Disabled { .. }
        | Connection::Detaching { .. }
        | Connection::Detached { .. } => Some(Stand::Not(NotAttached::Left)),
    }
}

fn in_use(session: &Session) -> NotAttached {
    let halts = match session.connection() {
        Connection::InUse { halts, .. } => *halts,
        _ => 0,
    };
    NotAttached::InUse { id: session.options().debugger_id.to_string(), halts }
}

/// Applies what the runtime brings, as long as somebody holds the desk.
async fn pump(desk: Weak<Shared>, mut events: mpsc::Receiver<Event>) {
    while let Some(event) = events.recv().await {
        let Some(shared) = desk.upgrade() else { return };
        shared.apply(event);
    }
}

impl Shared {
    /// Nothing is left half done under the lock: a panic elsewhere spoils nothing.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    fn apply(&self, event: Event) -> Batch {
        let batch = self.state().apply(event);
        self.revision.send_modify(|revision| *revision += 1);
        batch
    }

    fn ask(&self, spot: Spot, question: Question) -> oneshot::Receiver<Result<Reply, Failure>> {
        let (sender, receiver) = oneshot::channel();
        let id = self.state().wait_for_answer(sender);
        self.apply(Event::Command(Command::Ask { id, spot, question }));
        receiver
    }
}

impl State {
    fn wait_for_answer(&mut self, sender: oneshot::Sender<Result<Reply, Failure>>) -> QuestionId {
        let id = self.next_question();
        self.waiting.insert(id, sender);
        id
    }

    const fn next_question(&mut self) -> QuestionId {
        self.questions += 1;
        QuestionId(self.questions)
    }

    fn apply(&mut self, event: Event) -> Batch {
        let mut changes = self.update(event);
        let focus = follow(self.focus, &changes);
        if focus != self.focus {
            self.focus = focus;
            changes.extend(self.update(Event::Command(Command::Focus(focus))));
        }
        self.read_stops(&mut changes);
        self.look_into(&mut changes);
        self.answer(&changes);
        let batch: Batch = changes.into();
        self.listeners.tell(&batch);
        batch
    }

    /// Halts of other threads are read as those of the first one are: whoever looks at a recorded
    /// halt later finds its variables.
    fn read_stops(&mut self, changes: &mut Vec<Change>) {
        let looked_at = self.focus.map(|spot| spot.thread);
        let stops = changes.iter().filter_map(|change| match change {
            Change::Stopped { thread, .. } if Some(*thread) != looked_at => Some(*thread),
            _ => None,
        });
        for thread in stops.collect::<Vec<_>>() {
            let (id, spot) = (self.next_question(), Spot { thread, frame: 0 });
            let ask = Command::Ask { id, spot, question: Question::Variables };
            changes.extend(self.update(Event::Command(ask)));
        }
    }

    /// A frame's variables, or more of them, are here.
    fn look_into(&mut self, changes: &mut Vec<Change>) {
        let is_frame = |change: &Change| matches!(change, Change::Tree { home: Home::Frame(_) });
        if self.looks_into_halts && changes.iter().any(is_frame) {
            let lacking = self.session.lacking_previews();
            changes.extend(self.update(Event::Command(Command::Preview(lacking))));
        }
    }

    fn update(&mut self, event: Event) -> Vec<Change> {
        let outcome = self.session.update(self.clock.now(), event);
        if let Some(runtime) = &self.runtime {
            runtime.perform(outcome.effects);
        }
        outcome.changes
    }

    fn answer(&mut self, changes: &[Change]) {
        for change in changes {
            if let Change::Answered { id, reply } = change
                && let Some(sender) = self.waiting.remove(id)
            {
                // Whoever asked may have stopped waiting.
                let _ = sender.send(reply.clone());
            }
        }
    }
}

fn ended() -> Failure {
    Failure::new(FailureKind::Unreachable, "the session has ended", "attach again").not_sent()
}
