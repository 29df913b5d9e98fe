//! A session and its runtime as a pair without a screen.

use super::{Clock, Parts, Runtime};
use crate::api::ids::ThreadId;
use crate::session::{
    Command, Event, NodeId, Scene, Session, Spot, StateWord, Thread, ThreadCommand, TreeCommand,
    ValuesCommand, follow,
};
use std::time::Duration;
use tokio::sync::mpsc;

/// What was waited for did not happen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("still {state} after {} ms: {notice}", .after.as_millis())]
pub struct TimedOut {
    /// The state's word.
    pub state: &'static str,
    /// The result line.
    pub notice: String,
    /// How long was waited.
    pub after: Duration,
}

/// Applies events as they come, performs what follows. It looks at the first thread that halts,
/// until that one is gone.
pub struct Driver {
    session: Session,
    runtime: Runtime,
    events: mpsc::Receiver<Event>,
    clock: Clock,
    focus: Option<Spot>,
}

impl Driver {
    /// Starts a runtime for a session.
    pub fn start(session: Session, parts: Parts) -> Self {
        let clock = parts.clock.clone();
        let (runtime, events) = Runtime::start(parts);
        Self { session, runtime, events, clock, focus: None }
    }

    /// The session.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The frame that is looked at.
    pub const fn spot(&self) -> Option<Spot> {
        self.focus
    }

    /// The thread that is looked at.
    pub fn selected(&self) -> Option<&Thread> {
        self.session.threads().get(self.focus?.thread)
    }

    /// What is to be seen of it.
    pub fn shown(&self) -> Scene<'_> {
        self.focus.map_or(Scene::EMPTY, |spot| self.session.present(spot))
    }

    /// The state's word for it.
    pub fn word(&self) -> StateWord {
        self.session.state_word(self.focus.map(|spot| spot.thread))
    }

    /// Does something.
    pub fn command(&mut self, command: Command) {
        self.apply(Event::Command(command));
    }

    /// Looks at another thread, where it stands.
    pub fn look_at(&mut self, thread: ThreadId) {
        self.focus = Some(Spot { thread, frame: 0 });
        self.command(Command::Focus(self.focus));
    }

    /// Asks something of the thread that is looked at; false if there is none.
    pub fn thread(&mut self, command: ThreadCommand) -> bool {
        self.with_spot(|spot| Command::Thread(spot.thread, command))
    }

    /// Asks something of the frame that is looked at; false if there is none.
    pub fn values(&mut self, command: ValuesCommand) -> bool {
        self.with_spot(|spot| Command::Values(spot, command))
    }

    /// Asks something of a node in a present tree; false if it is in none.
    pub fn tree(&mut self, node: NodeId, command: TreeCommand) -> bool {
        let home = self.session.home_of(node);
        if let Some(home) = home {
            self.command(Command::Tree(home, node, command));
        }
        home.is_some()
    }

    fn with_spot(&mut self, command: impl FnOnce(Spot) -> Command) -> bool {
        if let Some(spot) = self.focus {
            self.command(command(spot));
        }
        self.focus.is_some()
    }

    /// Goes on until everything is as wanted.
    pub async fn until(
        &mut self,
        wanted: impl Fn(&Self) -> bool,
        limit: Duration,
    ) -> Result<(), TimedOut> {
        let deadline = tokio::time::sleep(limit);
        tokio::pin!(deadline);
        while !wanted(self) {
            tokio::select! {
                () = &mut deadline => return Err(self.timed_out(limit)),
                Some(event) = self.events.recv() => self.apply(event),
            }
        }
        Ok(())
    }

    /// Goes on for so long.
    pub async fn for_a_while(&mut self, duration: Duration) {
        let _ = self.until(|_| false, duration).await;
    }

    /// Ends the tasks; state that waits to be written is written first.
    pub async fn finish(self) {
        self.runtime.finish().await;
    }

    fn apply(&mut self, event: Event) {
        let outcome = self.session.update(self.clock.now(), event);
        self.runtime.perform(outcome.effects);
        let focus = follow(self.focus, &outcome.changes);
        if focus != self.focus {
            self.focus = focus;
            self.command(Command::Focus(focus));
        }
    }

    fn timed_out(&self, after: Duration) -> TimedOut {
        TimedOut {
            state: self.word().as_str(),
            notice: self.session.notice().map(|notice| notice.text.clone()).unwrap_or_default(),
            after,
        }
    }
}
