//! A session and its runtime as a pair without a screen.

use super::{Clock, Parts, Runtime};
use crate::session::{Command, Event, Session};
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

/// Applies events as they come, performs what follows.
#[derive(Debug)]
pub struct Driver {
    session: Session,
    runtime: Runtime,
    events: mpsc::Receiver<Event>,
    clock: Clock,
}

impl Driver {
    /// Starts a runtime for a session.
    pub fn start(session: Session, parts: Parts) -> Self {
        let clock = parts.clock.clone();
        let (runtime, events) = Runtime::start(parts);
        Self { session, runtime, events, clock }
    }

    /// The session.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Does something.
    pub fn command(&mut self, command: Command) {
        self.apply(Event::Command(command));
    }

    /// Goes on until the session is as wanted.
    pub async fn until(
        &mut self,
        wanted: impl Fn(&Session) -> bool,
        limit: Duration,
    ) -> Result<(), TimedOut> {
        let deadline = tokio::time::sleep(limit);
        tokio::pin!(deadline);
        while !wanted(&self.session) {
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
        let effects = self.session.update(self.clock.now(), event);
        self.runtime.perform(effects);
    }

    fn timed_out(&self, after: Duration) -> TimedOut {
        TimedOut {
            state: self.session.state_word().as_str(),
            notice: self.session.notice().map(|notice| notice.text.clone()).unwrap_or_default(),
            after,
        }
    }
}
