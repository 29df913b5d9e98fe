//! Leaving the server clean, within two seconds.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::command::Leaving;
use super::super::effect::Effect;
use super::super::failure::{Failure, FailureKind};
use super::super::time::Time;
use super::{Client, Connection};
use crate::api::counted::counted;
use crate::api::ids::ThreadId;
use std::time::Duration;

/// Nobody waits longer for a server that doesn't answer.
const LIMIT: Duration = Duration::from_secs(2);
/// A try that failed is followed by another one so soon.
const AGAIN: Duration = Duration::from_millis(250);
/// A try that is not answered is followed by another one, over a connection of its own.
const UNANSWERED: Duration = Duration::from_secs(1);

impl Session {
    pub(super) fn detach(&mut self, how: Leaving) {
        if self.connection.is_leaving() {
            return;
        }
        if self.cx.save_due().is_some() {
            self.save_now();
        }
        while let Some(request) = self.requests.take_active() {
            self.cx.effect(Effect::Abort(request.id));
        }
        let Some(client) = self.link.client else { return self.nothing_to_leave() };
        self.begin_leaving();
        if client == Client::Joined && how != Leaving::DeleteJoined {
            return self.leave_joined();
        }
        self.link.to_stop = match how {
            Leaving::StopThreads => self.threads.halted_ids(),
            Leaving::LetRun | Leaving::DeleteJoined => Vec::new(),
        };
        for id in self.link.to_stop.clone() {
            self.cx.call(Purpose::StopToLeave(id));
        }
        self.delete_client_when_stopped();
    }

    /// A creation whose answer never came may have left a client: it is deleted like a known one.
    fn nothing_to_leave(&mut self) {
        let is_creating = self.cx.calls.any(|purpose| *purpose == Purpose::CreateClient);
        if self.link.creating || is_creating {
            self.begin_leaving();
            self.delete_client_when_stopped();
        } else {
            self.set_connection(Connection::Detached { remains: None });
        }
    }

    fn begin_leaving(&mut self) {
        let now = self.cx.now();
        self.set_connection(Connection::Detaching { since: now });
        self.link.leave_by = Some(now + LIMIT);
    }

    /// A client that others use keeps its own breakpoints; those that came from here go.
    fn leave_joined(&mut self) {
        let ours = self.breakpoints.held.ours();
        for id in &ours {
            self.cx.call(Purpose::DeleteBreakpoint(*id));
        }
        if ours.is_empty() {
            self.left();
        }
    }

    /// One of the breakpoints that came from here is gone, or can't be removed.
    pub(in crate::session) fn left_one(&mut self) {
        let is_delete = |purpose: &Purpose| matches!(purpose, Purpose::DeleteBreakpoint(_));
        if self.link.client != Some(Client::Joined) || self.cx.calls.any(is_delete) {
            return;
        }
        match self.breakpoints.held.ours().len() {
            0 => self.left(),
            count => {
                self.gave_up(&format!("{} could not be removed", counted(count, "breakpoint")));
            }
        }
    }

    pub(in crate::session) fn stopped_to_leave(&mut self, id: ThreadId) {
        self.link.to_stop.retain(|thread| *thread != id);
        self.delete_client_when_stopped();
    }

    fn delete_client_when_stopped(&mut self) {
        if self.link.to_stop.is_empty() {
            self.link.delete_again = Some(self.cx.now() + UNANSWERED);
            self.cx.call(Purpose::DeleteClient);
        }
    }

    fn left(&mut self) {
        self.link.client = None;
        self.link.leave_by = None;
        self.link.delete_again = None;
        self.unmark_client();
        self.set_connection(Connection::Detached { remains: None });
    }

    /// The last outcome counts.
    pub(in crate::session) fn client_deleted(&mut self, outcome: Result<(), Failure>) {
        if !matches!(self.connection, Connection::Detaching { .. }) {
            return;
        }
        match outcome {
            Ok(()) => self.left(),
            // Another application server says the same of a client that isn't its own.
            Err(failure)
                if is_gone(&failure) && self.link.not_deleted.as_ref().is_some_and(is_gone) =>
            {
                self.left();
            }
            Err(failure) if failure.kind == FailureKind::Unauthorized => {
                self.gave_up(&failure.cause);
            }
            Err(failure) => {
                self.link.not_deleted = Some(failure);
                self.link.delete_again = Some(self.cx.now() + AGAIN);
            }
        }
    }

    fn gave_up(&mut self, cause: &str) {
        let id = &self.cx.options.debugger_id;
        let armed = match self.breakpoints.held.len() {
            0 => None,
            1 => Some("1 breakpoint, which halts requests as long as it is there".to_owned()),
            some => {
                Some(format!("{some} breakpoints, which halt requests as long as they are there"))
            }
        };
        let seconds = self.cx.halt_timeout().as_secs();
        let halted = match self.threads.halted() {
            0 => None,
            1 => Some(format!("1 halted thread, which ends by itself after {seconds} s")),
            some => {
                Some(format!("{some} halted threads, which end by themselves after {seconds} s"))
            }
        };
        let with: Vec<_> = [armed, halted].into_iter().flatten().collect();
        let with =
            if with.is_empty() { String::new() } else { format!(" with {}", with.join(", and ")) };
        let remains = format!("{cause}: the client {id} may remain on the server{with}");
        self.link.leave_by = None;
        self.link.delete_again = None;
        self.set_connection(Connection::Detached { remains: Some(remains) });
    }

    pub(in crate::session) fn leave_due(&self) -> Option<Time> {
        [self.link.leave_by, self.link.delete_again].into_iter().flatten().min()
    }

    pub(in crate::session) fn leave_if_due(&mut self) {
        let now = self.cx.now();
        if self.link.leave_by.is_some_and(|due| due <= now) {
            let cause = self.link.not_deleted.take().map(|failure| failure.cause);
            let cause = cause.unwrap_or_else(|| "the server did not answer within 2 s".to_owned());
            return self.gave_up(&cause);
        }
        if self.link.delete_again.is_some_and(|due| due <= now) {
            self.delete_client_when_stopped();
        }
    }
}

fn is_gone(failure: &Failure) -> bool {
    failure.kind == FailureKind::ClientGone
}
