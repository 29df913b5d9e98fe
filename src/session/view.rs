//! What a front end may see.

use super::Session;
use super::breakpoint::Breakpoints;
use super::connection::{Connection, StateWord};
use super::evaluation::{Console, Watches};
use super::frame::Spot;
use super::history::{Halt, History};
use super::ids::HaltNumber;
use super::keep_alive::KeepAlive;
use super::notice::{Log, Notice};
use super::options::Options;
use super::request::Requests;
use super::scene::Scene;
use super::source::Sources;
use super::thread::Threads;
use super::thread::{Countdown, ThreadState};
use super::time::Time;
use super::tree::{Home, Node, NodeId, Tree};
use super::values::{DeepSearch, Job};
use crate::api::ids::ThreadId;
use std::time::Duration;

impl Session {
    /// What it was started with.
    pub const fn options(&self) -> &Options {
        &self.cx.options
    }

    /// The time of the last update.
    pub const fn now(&self) -> Time {
        self.cx.now()
    }

    /// The word for the present, as one looks at that thread.
    pub fn state_word(&self, thread: Option<ThreadId>) -> StateWord {
        match &self.connection {
            Connection::NotConfigured
            | Connection::Offline { .. }
            | Connection::Detached { .. } => StateWord::Offline,
            Connection::Disabled { .. } => StateWord::Disabled,
            Connection::Connecting { .. } | Connection::InUse { .. } => StateWord::Connecting,
            Connection::Attached { .. } | Connection::Detaching { .. } => {
                let thread = thread.and_then(|id| self.threads.get(id));
                match thread.map(super::Thread::state) {
                    None => StateWord::Waiting,
                    Some(ThreadState::Running { .. }) => StateWord::Running,
                    Some(ThreadState::Halted { .. }) => StateWord::Halted,
                    Some(ThreadState::Stepping { .. }) => StateWord::Stepping,
                }
            }
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

    /// When the newest thread list that was taken in had left.
    pub const fn listed_at(&self) -> Option<Time> {
        self.threads.listed_at()
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
        self.cx.notice()
    }

    /// What the result line goes back to when a hint has gone.
    pub const fn result(&self) -> Option<&Notice> {
        self.cx.result()
    }

    /// The log.
    pub const fn log(&self) -> &Log {
        &self.cx.log
    }

    /// Storefront requests.
    pub const fn requests(&self) -> &Requests {
        &self.requests
    }

    /// How renewal stands.
    pub const fn keep_alive(&self) -> &KeepAlive {
        &self.keep_alive
    }

    /// What is left of a thread's time at least; `None` while it certainly runs.
    pub fn countdown(&self, thread: ThreadId, now: Time) -> Option<Countdown> {
        self.threads.get(thread)?.countdown(now, self.cx.halt_timeout())
    }

    /// The thread that ends first, if it is another than this one.
    pub fn lowest_other(&self, than: Option<ThreadId>, now: Time) -> Option<(ThreadId, Countdown)> {
        let left = |thread: &super::Thread| Some((thread.id(), self.countdown(thread.id(), now)?));
        let first = self.threads.iter().filter_map(left).min_by_key(|(_, left)| left.remaining)?;
        (Some(first.0) != than).then_some(first)
    }

    /// The session cookie of the instance, `dwsid`, once it was set.
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// Whether the instance has said that it is a sandbox of this program.
    pub fn is_sandbox(&self) -> bool {
        self.is_sandbox
    }

    /// The deep search, running or done.
    pub fn search(&self) -> Option<&DeepSearch> {
        self.values.search()
    }

    /// How long the instance takes to answer, as a rule: measured with thread lists.
    pub const fn round_trip(&self) -> Option<Duration> {
        self.polls.round_trip()
    }

    /// When each read of a node or a watch that is under way was asked for.
    pub fn reads(&self) -> impl Iterator<Item = Time> {
        let reads = self.cx.calls.iter().filter(|call| Job::of(&call.purpose).is_some());
        reads.map(|call| call.asked)
    }

    /// What somebody waits for, and since when: of all that is under way the eldest. A step has its
    /// own word in the top bar, and what is read unasked nobody waits for.
    pub fn awaited(&self) -> Option<(&'static str, Time)> {
        let calls = self.cx.calls.iter();
        calls
            .filter_map(|call| Some((call.purpose.awaited_as()?, call.asked)))
            .min_by_key(|it| it.1)
    }

    /// A value that the front end keeps with the project.
    pub fn remembered(&self, key: &str) -> Option<&serde_json::Value> {
        self.remembered.get(key)
    }

    /// What is to be seen of a thread's frame, now.
    pub fn present(&self, spot: Spot) -> Scene<'_> {
        let Some(thread) = self.threads.get(spot.thread) else { return Scene::EMPTY };
        let frames = thread.frames();
        let selected = spot.frame.min(frames.len().saturating_sub(1));
        let spot = Spot { frame: selected, ..spot };
        let is_still = thread.is_halted() || thread.shows_arrival();
        Scene {
            thread: Some(thread.id()),
            frames,
            selected,
            frame: frames.get(selected),
            tree: self.values.tree(spot),
            home: Some(Home::Frame(spot)),
            dimmed: !is_still || !self.connection.is_attached(),
            unconfirmed: thread.shows_arrival(),
            past: None,
        }
    }

    /// What is to be seen of a recorded halt's frame; `None` if it is not kept any more.
    pub fn past(&self, number: HaltNumber, frame: usize) -> Option<Scene<'_>> {
        let halt: &Halt = self.history.get(number)?;
        let selected = frame.min(halt.frames.len().saturating_sub(1));
        let home = if self.is_present(halt) {
            Home::frame(halt.thread, selected)
        } else {
            Home::Past(number, selected)
        };
        Some(Scene {
            thread: Some(halt.thread),
            frames: &halt.frames,
            selected,
            frame: halt.frames.get(selected),
            tree: self.tree(home),
            home: Some(home),
            dimmed: false,
            unconfirmed: false,
            past: Some(number),
        })
    }

    /// The tree at home there.
    pub fn tree(&self, home: Home) -> Option<&Tree> {
        match home {
            Home::Frame(spot) => self.values.tree(spot),
            Home::Watch(watch) => self.watches.get(watch).map(|watch| &watch.tree),
            Home::Console(entry) => self.console.tree_of(entry),
            Home::Past(halt, frame) => self.history.get(halt)?.trees.get(&frame).map(AsRef::as_ref),
        }
    }

    /// Which present tree a node is in: a frame's, a watch's or a result's.
    pub fn home_of(&self, node: NodeId) -> Option<Home> {
        let watch = self.watches.home_of(node).map(Home::Watch);
        let console = || self.console.home_of(node).map(Home::Console);
        watch.or_else(console).or_else(|| self.values.home_of(node.tree))
    }

    /// A node of a present tree.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.tree(self.home_of(id)?)?.node(id)
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
