//! What a front end may see.

use super::{DeepSearch, Session};
use crate::api::ids::ThreadId;
use crate::session::breakpoint::Breakpoints;
use crate::session::connection::{Connection, StateWord};
use crate::session::console::Console;
use crate::session::history::{Halt, History};
use crate::session::keep_alive::{Countdown, KeepAlive};
use crate::session::notice::{Log, Notice};
use crate::session::options::Options;
use crate::session::request::Requests;
use crate::session::scene::Scene;
use crate::session::source::{Source, Sources};
use crate::session::thread::{Thread, ThreadState, Threads};
use crate::session::time::Time;
use crate::session::tree::{Node, NodeId, Tree};
use crate::session::watch::Watches;
use std::time::Duration;

impl Session {
    /// What it was started with.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The time of the last update.
    pub const fn now(&self) -> Time {
        self.now
    }

    /// The word in the top bar (see the table there for what outranks what).
    pub fn state_word(&self) -> StateWord {
        if self.history.shown().is_some() { StateWord::History } else { self.live_word() }
    }

    /// The word of the present, also while a recorded halt is shown.
    pub fn live_word(&self) -> StateWord {
        match &self.connection {
            Connection::NotConfigured
            | Connection::Offline { .. }
            | Connection::Detached { .. } => StateWord::Offline,
            Connection::Disabled => StateWord::Disabled,
            Connection::Connecting { .. } | Connection::InUse { .. } => StateWord::Connecting,
            Connection::Attached { .. } | Connection::Detaching { .. } => self.thread_word(),
        }
    }

    fn thread_word(&self) -> StateWord {
        match self.threads.selected().map(|thread| thread.state) {
            None => StateWord::Waiting,
            Some(ThreadState::Running { .. }) => StateWord::Running,
            Some(ThreadState::Halted) => StateWord::Halted,
            Some(ThreadState::Stepping { .. }) => StateWord::Stepping,
        }
    }

    /// Where it stands with the server.
    pub const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// All threads.
    pub const fn threads(&self) -> &Threads {
        &self.threads
    }

    /// The thread that is shown.
    pub fn selected(&self) -> Option<&Thread> {
        self.threads.selected()
    }

    /// All breakpoints.
    pub const fn breakpoints(&self) -> &Breakpoints {
        &self.breakpoints
    }

    /// The console.
    pub const fn console(&self) -> &Console {
        &self.console
    }

    /// The watches.
    pub const fn watches(&self) -> &Watches {
        &self.watches
    }

    /// The recorded halts.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Scripts on this machine.
    pub const fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The result line.
    pub const fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// The log.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// Storefront requests.
    pub const fn requests(&self) -> &Requests {
        &self.requests
    }

    /// How renewal stands.
    pub const fn keep_alive(&self) -> &KeepAlive {
        &self.keep_alive
    }

    /// A halted thread's remaining time.
    pub fn countdown(&self, thread: ThreadId, now: Time) -> Option<Countdown> {
        let lives_until = self.threads.get(thread)?.lives_until?;
        Some(Countdown::until(lives_until, now))
    }

    /// The halted thread that ends first, if it is another than the selected one.
    pub fn lowest_other(&self, now: Time) -> Option<(ThreadId, Countdown)> {
        let first = self.threads.iter().filter(|thread| thread.lives_until.is_some());
        let first = first.min_by_key(|thread| thread.lives_until)?;
        let is_other = Some(first.id) != self.threads.selected;
        is_other.then(|| self.countdown(first.id, now).map(|left| (first.id, left))).flatten()
    }

    /// The session cookie of the instance, `dwsid`, once it was set.
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// The deep search, running or done.
    pub const fn search(&self) -> Option<&DeepSearch> {
        self.search.as_ref()
    }

    /// How long the instance takes to answer, as a rule: measured with thread lists.
    pub const fn round_trip(&self) -> Option<Duration> {
        self.polls.round_trip
    }

    /// When each read of a node or a watch that is under way was asked for.
    pub fn reads(&self) -> impl Iterator<Item = Time> {
        let reads = self.calls.values().filter(|pending| pending.purpose.job().is_some());
        reads.map(|pending| pending.asked)
    }

    /// A value that the front end keeps with the project.
    pub fn remembered(&self, key: &str) -> Option<&serde_json::Value> {
        self.remembered.get(key)
    }

    /// What source, stack and variables show.
    pub fn shown(&self) -> Scene<'_> {
        self.history
            .shown()
            .and_then(|number| self.history.get(number))
            .map_or_else(|| self.present(), |halt| self.past(halt))
    }

    fn present(&self) -> Scene<'_> {
        let Some(thread) = self.threads.selected() else { return Scene::EMPTY };
        Scene {
            thread: Some(thread.id),
            frames: &thread.frames,
            selected: thread.selected_frame,
            frame: thread.frame(),
            tree: thread.tree(thread.selected_frame),
            dimmed: !thread.is_halted() && !thread.shows_arrival()
                || !self.connection.is_attached(),
            unconfirmed: thread.shows_arrival(),
            past: None,
        }
    }

    fn past<'a>(&'a self, halt: &'a Halt) -> Scene<'a> {
        let selected = self.history.shown_frame.min(halt.frames.len().saturating_sub(1));
        let is_present =
            self.threads.get(halt.thread).filter(|thread| thread.halt == Some(halt.number));
        let tree = match is_present {
            Some(thread) => thread.tree(selected),
            None => halt.trees.get(&selected).map(AsRef::as_ref),
        };
        Scene {
            thread: Some(halt.thread),
            frames: &halt.frames,
            selected,
            frame: halt.frames.get(selected),
            tree,
            dimmed: false,
            unconfirmed: false,
            past: Some(halt.number),
        }
    }

    /// The source of the shown frame.
    pub fn shown_source(&self) -> Option<&Source> {
        self.sources.get(&self.shown().frame?.script)
    }

    /// A node of any tree that can be shown at the moment.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.tree_of(id)?.node(id)
    }

    /// The tree that a node is in, if it can be shown at the moment.
    pub fn tree_of(&self, id: NodeId) -> Option<&Tree> {
        let shown = self.shown().tree.filter(|tree| tree.id() == id.tree);
        shown
            .or_else(|| self.watches.tree(id))
            .or_else(|| self.console.tree(id).map(|(_, tree)| tree))
    }

    /// How long the session has been in the present connection state, where that is shown.
    pub fn connecting_for(&self, now: Time) -> Option<Duration> {
        match self.connection {
            Connection::Connecting { since, .. } | Connection::Detaching { since } => {
                Some(now.since(since))
            }
            _ => None,
        }
    }
}
