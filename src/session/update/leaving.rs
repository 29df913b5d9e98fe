//! Leaving the server clean, within two seconds.

use super::{Purpose, Session};
use crate::api::ids::ThreadId;
use crate::session::command::Leaving;
use crate::session::connection::Connection;
use crate::session::effect::{Effect, Request};
use crate::session::failure::{Failure, FailureKind};
use crate::session::time::Time;
use std::time::Duration;

/// Nobody waits longer for a server that doesn't answer.
const LIMIT: Duration = Duration::from_secs(2);

impl Session {
    pub(super) fn detach(&mut self, how: Leaving) {
        if matches!(self.connection, Connection::Detaching { .. } | Connection::Detached { .. }) {
            return;
        }
        self.save_now();
        if let Some(request) = self.requests.active.take() {
            self.effects.push(Effect::Abort(request.id));
        }
        let Some(joined) = self.link.client else {
            self.connection = Connection::Detached { remains: None };
            return;
        };
        self.connection = Connection::Detaching { since: self.now };
        self.link.leave_by = Some(self.now + LIMIT);
        if joined && how != Leaving::DeleteJoined {
            return self.leave_joined();
        }
        self.link.to_stop = match how {
            Leaving::StopThreads => self.halted_ids(),
            Leaving::LetRun | Leaving::DeleteJoined => Vec::new(),
        };
        for id in self.link.to_stop.clone() {
            self.call(Purpose::StopToLeave(id), None, Request::Stop(id));
        }
        self.delete_client_when_stopped();
    }

    fn halted_ids(&self) -> Vec<ThreadId> {
        self.threads.iter().filter(|thread| thread.is_halted()).map(|thread| thread.id).collect()
    }

    /// A client that others use keeps its own breakpoints; those that came from here go.
    fn leave_joined(&mut self) {
        let found = self.breakpoints.found.clone();
        let ours: Vec<_> = self.breakpoints.held.iter().map(|held| held.id).collect();
        let ours: Vec<_> = ours.into_iter().filter(|id| !found.contains(id)).collect();
        for id in &ours {
            self.call(Purpose::DeleteBreakpoint(*id), None, Request::DeleteBreakpoint(*id));
        }
        if ours.is_empty() {
            self.client_deleted();
        }
    }

    /// One of the breakpoints that came from here is gone.
    pub(super) fn left_one(&mut self) {
        let found = &self.breakpoints.found;
        if self.breakpoints.held.iter().all(|held| found.contains(&held.id)) {
            self.client_deleted();
        }
    }

    pub(super) fn stopped_to_leave(&mut self, id: ThreadId) {
        self.link.to_stop.retain(|thread| *thread != id);
        self.delete_client_when_stopped();
    }

    fn delete_client_when_stopped(&mut self) {
        if self.link.to_stop.is_empty() {
            self.call(Purpose::DeleteClient, None, Request::DeleteClient);
        }
    }

    pub(super) fn client_deleted(&mut self) {
        self.link.client = None;
        self.link.leave_by = None;
        self.connection = Connection::Detached { remains: None };
    }

    pub(super) fn client_not_deleted(&mut self, failure: &Failure) {
        if failure.kind == FailureKind::ClientGone {
            return self.client_deleted();
        }
        self.gave_up(&failure.cause.clone());
    }

    fn gave_up(&mut self, cause: &str) {
        let id = &self.options.debugger_id;
        let (breakpoints, halts) = (self.breakpoints.held.len(), self.threads.halted());
        let remains = format!(
            "{cause}: the client {id} may remain on the server with {breakpoints} breakpoints and \
             {halts} halted threads, which end by themselves after {} s",
            self.options.halt_timeout.as_secs()
        );
        self.link.leave_by = None;
        self.connection = Connection::Detached { remains: Some(remains) };
    }

    pub(super) const fn leave_due(&self) -> Option<Time> {
        self.link.leave_by
    }

    pub(super) fn leave_if_due(&mut self) {
        if self.leave_due().is_some_and(|due| due <= self.now) {
            self.gave_up("the server did not answer within 2 s");
        }
    }
}
