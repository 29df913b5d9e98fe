//! Coming to the server: first contact, the client, its breakpoints.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::change::Change;
use super::super::command::ConnectionCommand;
use super::super::effect::Effect;
use super::super::failure::{Delivery, Failure, FailureKind};
use super::super::notice::NoticeKind;
use super::super::remedy::Remedy;
use super::super::saved::ClientMark;
use super::super::thread::Exit;
use super::super::thread::Thread;
use super::super::time::Time;
use super::link::{Existence, Login};
use super::{AttachStep, Client, Connection, Outage, Owner, Problem, Removed};
use crate::api::counted::counted;
use crate::api::debugger::{Breakpoint, ThreadList, ThreadStatus};
use crate::api::ids::DebuggerId;
use std::time::Duration;

/// The server drops a client that asked for nothing for so long.
const UNUSED: Duration = Duration::from_mins(30);
/// A 412 so soon after the line was gone means that the server was restarted.
const AFTER_LOSS: Duration = Duration::from_secs(30);

impl Session {
    pub(in crate::session) fn connection_command(&mut self, command: ConnectionCommand) {
        match command {
            ConnectionCommand::Attach => self.attach(),
            ConnectionCommand::Reattach => self.reattach(),
            ConnectionCommand::Join => self.join(),
            ConnectionCommand::Clear => self.clear_client(),
            ConnectionCommand::TakeOtherId => self.take_other_id(),
            ConnectionCommand::Retry => self.retry(),
            ConnectionCommand::Cancel => {
                self.cancel_connecting();
            }
            ConnectionCommand::Detach(how) => self.detach(how),
        }
    }

    pub(in crate::session) fn attach(&mut self) {
        if !self.link.searched_sources {
            self.link.searched_sources = true;
            self.cx.effect(Effect::FindSources);
        }
        if self.cx.options.instance.is_none() {
            return self.set_connection(Connection::NotConfigured);
        }
        self.contact();
    }

    /// Asks whether the client id is in use, unless that is being asked.
    pub(super) fn contact(&mut self) {
        self.connecting(AttachStep::Contact);
        if !self.cx.calls.any(|purpose| *purpose == Purpose::Contact) {
            self.cx.call(Purpose::Contact);
        }
    }

    pub(super) fn set_connection(&mut self, connection: Connection) {
        if self.connection != connection {
            self.connection = connection;
            self.cx.tell(Change::Connection);
        }
    }

    fn connecting(&mut self, step: AttachStep) {
        let since = match self.connection {
            Connection::Connecting { since, .. } => since,
            _ => self.cx.now(),
        };
        self.set_connection(Connection::Connecting { step, since });
    }

    pub(super) const fn is_connecting(&self) -> bool {
        matches!(self.connection, Connection::Connecting { .. })
    }

    pub(in crate::session) fn contacted(
        &mut self,
        asked: Time,
        outcome: Result<ThreadList, Failure>,
    ) {
        if !self.is_connecting() {
            return;
        }
        self.polls.measure(self.cx.now().since(asked));
        self.cx.line_is_slow(self.polls.slow());
        match outcome {
            Ok(list) => {
                self.link.login = Login::Fine;
                self.in_use(&list);
            }
            Err(failure) if failure.kind == FailureKind::ClientGone => {
                self.link.login = Login::Fine;
                self.create_client();
            }
            Err(failure) => self.lost(failure),
        }
    }

    /// The list was no 412: the client id is in use. By ourselves, if the answer to its creation
    /// was lost.
    fn in_use(&mut self, list: &ThreadList) {
        if self.link.creating {
            return self.join_as(Client::Own);
        }
        let halted = |thread: &&_| matches!(status_of(thread), ThreadStatus::Halted);
        let halts = list.script_threads.iter().filter(halted).count();
        let options = &self.cx.options;
        let instance = options.instance.as_deref().unwrap_or_default();
        let id = options.debugger_id.clone();
        let owner = self.link.owner(instance, &id);
        self.set_connection(Connection::InUse { breakpoints: None, halts, owner });
        let text = match owner {
            Owner::LeftBehind | Owner::SameBreakpoints => {
                format!("the client {id} was left behind by an earlier session of this project")
            }
            Owner::Running(process) => {
                format!("the client {id} is in use by another haltscope here, process {process}")
            }
            Owner::Stranger => format!("the client id {id} is in use"),
        };
        self.cx.advise(NoticeKind::Hint, text, Remedy::Join);
        self.cx.call(Purpose::CountInUse);
    }

    /// How much the client that is in use holds; breakpoints that are all this project's tell
    /// whose it was.
    pub(in crate::session) fn counted(&mut self, outcome: Result<Vec<Breakpoint>, Failure>) {
        let Ok(held) = outcome else { return };
        let wishes = self.breakpoints.wishes();
        let are_ours = !held.is_empty() && held.iter().all(|each| wishes.contains(&each.place));
        if let Connection::InUse { breakpoints, owner, .. } = &mut self.connection {
            *breakpoints = Some(held.len());
            if *owner == Owner::Stranger && are_ours {
                *owner = Owner::SameBreakpoints;
            }
            self.cx.tell(Change::Connection);
        }
    }

    fn create_client(&mut self) {
        self.connecting(AttachStep::Client);
        self.link.creating = false;
        self.mark_client();
        self.cx.call(Purpose::CreateClient);
    }

    /// Before the client is there: a program that dies in between has left it behind.
    fn mark_client(&mut self) {
        let options = &self.cx.options;
        self.mark = Some(ClientMark {
            instance: options.instance.clone().unwrap_or_default(),
            debugger_id: options.debugger_id.clone(),
            process: options.process,
        });
        self.save_now();
    }

    /// The client is gone, and everybody may know.
    pub(super) fn unmark_client(&mut self) {
        if self.mark.take().is_some() {
            self.save_now();
        }
    }

    pub(in crate::session) fn client_created(&mut self, outcome: Result<(), Failure>) {
        match outcome {
            Ok(()) => {
                self.link.creating = false;
                self.link.client = Some(Client::Own);
                self.breakpoints.held.begin(self.cx.now());
                self.arm_to_attach();
            }
            Err(failure) => {
                // Whoever refused it may have stood behind the server.
                self.link.creating = failure.delivery != Delivery::NotSent;
                self.lost(failure);
            }
        }
    }

    fn arm_to_attach(&mut self) {
        self.connecting(AttachStep::Breakpoints);
        self.arm();
        self.attached_if_armed();
    }

    /// Attaching ends when the breakpoints have been answered, whatever became of them.
    pub(in crate::session) fn attached_if_armed(&mut self) {
        let is_arming = self.cx.calls.any(Purpose::is_about_breakpoints);
        if let (true, Some(client)) = (self.is_connecting() && !is_arming, self.link.client) {
            self.attached(client);
        }
    }

    fn attached(&mut self, client: Client) {
        let now = self.cx.now();
        let joined = client == Client::Joined;
        self.set_connection(Connection::Attached { since: now, joined });
        self.link.attempt = 0;
        self.link.lost_at = None;
        self.link.told_silence = None;
        self.link.heard = now;
        self.polls.begin(now);
        self.show_facts();
        let how = if joined { "joined" } else { "attached" };
        let text = format!("{how}: {}", self.armed_words());
        self.cx.say(NoticeKind::Done, text);
    }

    /// What is armed, as the server says, and what isn't.
    fn armed_words(&self) -> String {
        let (armed, wanted) = (self.breakpoints.armed(), self.breakpoints.wanted());
        let not_yet = match wanted.saturating_sub(armed) {
            0 => String::new(),
            rest => format!(", {rest} not yet"),
        };
        let off = match self.breakpoints.off() {
            0 => String::new(),
            off => format!(", {off} off"),
        };
        format!("{} armed{not_yet}{off}", counted(armed, "breakpoint"))
    }

    fn join(&mut self) {
        match self.connection {
            Connection::InUse { owner: Owner::LeftBehind | Owner::SameBreakpoints, .. } => {
                self.join_as(Client::Own);
            }
            Connection::InUse { .. } => self.join_as(Client::Joined),
            _ => {}
        }
    }

    /// Its breakpoints are read first.
    fn join_as(&mut self, client: Client) {
        self.link.creating = client == Client::Own;
        self.connecting(AttachStep::Breakpoints);
        self.cx.call(Purpose::Adopt);
    }

    /// Breakpoints of a client that was there before us. Nothing is known of how long its threads
    /// have been halted.
    pub(in crate::session) fn adopted(&mut self, outcome: Result<Vec<Breakpoint>, Failure>) {
        let now = self.cx.now();
        let held = match outcome {
            Ok(held) => held,
            Err(failure) => return self.lost(failure),
        };
        if !self.is_connecting() {
            return;
        }
        for breakpoint in &held {
            self.adopt_breakpoint(breakpoint);
        }
        if std::mem::take(&mut self.link.creating) {
            self.link.client = Some(Client::Own);
            self.breakpoints.held.take_over(held, now);
            self.mark_client();
        } else {
            self.link.client = Some(Client::Joined);
            self.breakpoints.held.join(held, now);
        }
        self.threads.find();
        self.arm_to_attach();
    }

    /// A client that was left behind goes, its threads run on.
    fn clear_client(&mut self) {
        if matches!(self.connection, Connection::InUse { .. }) {
            self.connecting(AttachStep::Client);
            self.cx.call(Purpose::ClearClient);
        }
    }

    pub(in crate::session) fn client_cleared(&mut self, outcome: Result<(), Failure>) {
        if !self.is_connecting() {
            return;
        }
        match outcome {
            Ok(()) => self.create_client(),
            Err(failure) if failure.kind == FailureKind::ClientGone => self.create_client(),
            Err(failure) => self.lost(failure),
        }
    }

    fn take_other_id(&mut self) {
        if !matches!(self.connection, Connection::InUse { .. }) {
            return;
        }
        let id = next_id(&self.cx.options.debugger_id);
        self.cx.options.debugger_id = id.clone();
        self.cx.effect(Effect::UseDebuggerId(id));
        self.attach();
    }

    fn reattach(&mut self) {
        if matches!(self.connection, Connection::Disabled { .. }) {
            self.threads.forget_lists();
            self.create_client();
        }
    }

    /// 412 to something else than a list: it may come from another application server, which
    /// doesn't know the client. The list decides.
    pub(in crate::session) fn said_gone(&mut self) {
        if self.connection.is_leaving() || self.link.client.is_none() {
            return;
        }
        self.link.existence = Existence::Doubtful;
        self.polls.at_once();
    }

    /// 412 to a list: asked once more, unless something else said so before.
    pub(super) fn list_says_gone(&mut self) {
        if self.link.existence == Existence::Doubtful {
            return self.client_gone();
        }
        self.said_gone();
        if self.link.existence == Existence::Doubtful {
            self.poll();
        }
    }

    /// The list says so too: the client is gone. Never put right by itself: two programs would
    /// fight over it.
    fn client_gone(&mut self) {
        if self.connection.is_leaving() || self.link.client.take().is_none() {
            return;
        }
        self.link.existence = Existence::Sure;
        let now = self.cx.now();
        let removed = match self.link.lost_at {
            _ if now.since(self.link.heard) >= UNUSED => Removed::Unused,
            Some(lost) if now.since(lost) <= AFTER_LOSS || self.connection.is_lost() => {
                Removed::Restart
            }
            _ => Removed::Elsewhere,
        };
        self.breakpoints.held.client_gone();
        self.cx.calls.forget(|_| true);
        let dead = self.forget_threads(match removed {
            Removed::Restart => Exit::Restarted,
            Removed::Elsewhere | Removed::Unused => Exit::LetGo,
        });
        self.unmark_client();
        self.set_connection(Connection::Disabled { removed });
        self.show_facts();
        let text = match removed {
            Removed::Restart => format!("the server was restarted{}", named(&dead, " with ", "")),
            Removed::Elsewhere => format!(
                "412: the debugger client was removed by another program{}",
                named(&dead, ", ", if dead.len() == 1 { " runs on" } else { " run on" })
            ),
            Removed::Unused => {
                "412: the debugger client is gone after half an hour without a request".to_owned()
            }
        };
        self.cx.advise(NoticeKind::Error, text, Remedy::Reattach);
    }

    /// No list will tell of them any more. Gives the names of those that were halted.
    fn forget_threads(&mut self, how: Exit) -> Vec<String> {
        let mut halted = Vec::new();
        for id in self.threads.ids() {
            if self.threads.get(id).is_some_and(Thread::is_halted) {
                halted.push(format!("T{id}"));
            }
            self.forget_thread(id, how);
        }
        halted
    }

    /// Esc while connecting.
    pub(in crate::session) fn cancel_connecting(&mut self) -> bool {
        let connecting = self.is_connecting();
        if connecting {
            self.cx.calls.forget(|purpose| *purpose == Purpose::Contact);
            self.set_connection(Connection::Offline {
                outage: Outage::Cancelled,
                problem: Problem {
                    cause: "connecting was cancelled".to_owned(),
                    action: String::new(),
                    remedy: Remedy::TryNow,
                },
                attempt: self.link.attempt,
                next_try: None,
            });
        }
        connecting
    }
}

/// As in ` with T7, T9`; nothing for nobody.
fn named(threads: &[String], before: &str, after: &str) -> String {
    if threads.is_empty() {
        String::new()
    } else {
        format!("{before}{}{after}", threads.join(", "))
    }
}

const fn status_of(thread: &crate::api::debugger::ScriptThread) -> ThreadStatus {
    thread.status
}

/// `haltscope`, `haltscope-2`, `haltscope-3`, …
fn next_id(id: &DebuggerId) -> DebuggerId {
    let (name, number) = id
        .as_str()
        .rsplit_once('-')
        .and_then(|(name, number)| Some((name, number.parse::<u32>().ok()?)))
        .unwrap_or((id.as_str(), 1));
    DebuggerId(format!("{name}-{}", number.saturating_add(1)))
}
