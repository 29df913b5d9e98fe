//! What is still to be read at a place: opened nodes and watches, four at a time.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::frame::Place;
use super::super::ids::WatchId;
use super::super::notice::NoticeKind;
use super::super::thread::Thread;
use super::super::tree::{Home, NodeId};
use crate::api::ids::ThreadId;
use crate::api::paging::Page;
use std::collections::VecDeque;

/// So many requests for nodes and watches are under way at a time.
const AT_A_TIME: usize = 4;

/// What is still to be read at a thread's place, first things first.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue(VecDeque<Job>);

/// One thing to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Job {
    /// A node that was opened.
    Node(Home, NodeId),
    /// A page of a node beyond its first one.
    Page(Home, NodeId, Page),
    Watch(WatchId),
}

impl Job {
    /// The one that a call does, if it does one.
    pub(in crate::session) const fn of(purpose: &Purpose) -> Option<Self> {
        match purpose {
            Purpose::Members { home, node, .. } | Purpose::PlatformText { home, node, .. } => {
                Some(Self::Node(*home, *node))
            }
            Purpose::WatchPath { watch, .. } | Purpose::WatchEval { watch, .. } => {
                Some(Self::Watch(*watch))
            }
            _ => None,
        }
    }
}

impl Queue {
    fn add(&mut self, job: Job) {
        if !self.0.contains(&job) {
            self.0.push_back(job);
        }
    }

    fn add_first(&mut self, job: Job) {
        self.0.retain(|other| *other != job);
        self.0.push_front(job);
    }

    /// Nodes of frames wait no more.
    pub(super) fn drop_nodes(&mut self) {
        let is_of_frame =
            |job: &Job| matches!(job, Job::Node(Home::Frame(_), _) | Job::Page(Home::Frame(_), ..));
        self.0.retain(|job| !is_of_frame(job));
    }
}

impl super::Values {
    pub(super) fn want(&mut self, thread: ThreadId, jobs: impl IntoIterator<Item = Job>) {
        let queue = self.queues.entry(thread).or_default();
        for job in jobs {
            queue.add(job);
        }
    }

    /// Before all that waits; the first of them first.
    pub(super) fn want_first(&mut self, thread: ThreadId, jobs: Vec<Job>) {
        let queue = self.queues.entry(thread).or_default();
        for job in jobs.into_iter().rev() {
            queue.add_first(job);
        }
    }

    /// A watch waits for its turn.
    pub(super) fn waits_for_watches(&self, thread: ThreadId) -> bool {
        let queue = self.queues.get(&thread);
        queue.is_some_and(|queue| queue.0.iter().any(|job| matches!(job, Job::Watch(_))))
    }

    /// Nothing waits to be read there.
    pub(super) fn nothing_waits(&self, thread: ThreadId) -> bool {
        self.queues.get(&thread).is_none_or(|queue| queue.0.is_empty())
    }

    fn next_job(&mut self, thread: ThreadId) -> Option<Job> {
        self.queues.get_mut(&thread)?.0.pop_front()
    }

    fn drop_jobs(&mut self, thread: ThreadId) -> Vec<Job> {
        self.queues.remove(&thread).unwrap_or_default().0.into()
    }
}

impl Session {
    /// Sends what is to be read, four at a time; the table of calls knows how many are under way.
    pub(in crate::session) fn read_on(&mut self, id: ThreadId) {
        let Some(place) = self.threads.get(id).map(Thread::place) else { return };
        while self.cx.calls.count(|purpose| is_read_of(purpose, id)) < AT_A_TIME {
            let Some(job) = self.values.next_job(id) else { return };
            match job {
                Job::Node(home, node) => self.read_node(home, node, place),
                Job::Page(home, node, page) => self.read_page(home, node, page, place),
                Job::Watch(watch) => self.read_watch(watch, place),
            }
        }
    }

    /// Watches that wait for their value and are not asked for yet.
    pub(in crate::session) fn read_watches(&mut self, id: ThreadId) {
        let is_asked = |watch: WatchId| {
            self.cx.calls.any(|purpose| Job::of(purpose) == Some(Job::Watch(watch)))
        };
        let watches = self.watches.iter().filter(|watch| watch.waits() && !is_asked(watch.id));
        let jobs: Vec<Job> = watches.map(|watch| Job::Watch(watch.id)).collect();
        self.values.want(id, jobs);
        self.read_on(id);
    }

    fn read_node(&mut self, home: Home, node: NodeId, place: Place) {
        if let Some(page) = self.with_tree(home, |tree| tree.page_to_open(node)).flatten() {
            self.read_members(home, node, page, place);
        }
    }

    /// Unless it was read meanwhile.
    fn read_page(&mut self, home: Home, node: NodeId, page: Page, place: Place) {
        let next = self.with_tree(home, |tree| tree.next_page(node)).flatten();
        if next.is_some_and(|next| next.start == page.start) {
            self.read_members(home, node, page, place);
        }
    }

    /// Nobody waits any more for what is being read at a thread, so that something else can be
    /// read; late answers are dropped. False if nothing was being read.
    pub(in crate::session) fn give_up_reading(&mut self, id: ThreadId) -> bool {
        let sent = self.cx.calls.forget(|purpose| is_read_of(purpose, id));
        let sent: Vec<Job> = sent.iter().filter_map(Job::of).collect();
        if sent.is_empty() {
            return false;
        }
        let waiting = self.values.drop_jobs(id);
        for job in sent.into_iter().chain(waiting) {
            self.give_up(job);
        }
        self.cx.say(NoticeKind::Hint, "gave up what was being read: open it again to read it");
        true
    }

    fn give_up(&mut self, job: Job) {
        match job {
            Job::Node(home, node) | Job::Page(home, node, _) => {
                self.with_tree(home, |tree| tree.give_up(node));
            }
            Job::Watch(watch) => self.watches.fail(watch, "given up until the next halt"),
        }
    }
}

/// Whether a call reads a node or a watch at that thread.
fn is_read_of(purpose: &Purpose, id: ThreadId) -> bool {
    Job::of(purpose).is_some() && purpose.place().is_some_and(|place| place.thread == id)
}
