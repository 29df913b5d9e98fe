//! What is still to be read at a place: opened nodes and watches, four at a time.

use super::Session;
use super::purpose::{Home, Pending};
use crate::api::ids::ThreadId;
use crate::session::notice::NoticeKind;
use crate::session::thread::{Place, Thread};
use crate::session::tree::NodeId;
use crate::session::watch::{WatchId, WatchState};
use std::collections::VecDeque;

/// So many requests for nodes and watches are under way at a time.
const AT_A_TIME: usize = 4;

/// What is still to be read at a thread's place.
#[derive(Clone, Debug, Default)]
pub(super) struct Jobs {
    queue: VecDeque<Job>,
    active: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Job {
    Node(Home, NodeId),
    Watch(WatchId),
}

impl Session {
    pub(super) fn job_done(&mut self, place: Option<Place>) {
        let Some(id) = place.map(|place| place.thread) else { return };
        if let Some(jobs) = self.jobs.get_mut(&id) {
            jobs.active = jobs.active.saturating_sub(1);
        }
        self.work(id);
    }

    pub(super) fn read_watches(&mut self, id: ThreadId) {
        let watches: Vec<WatchId> =
            self.watches.iter().filter(|watch| watch.may_run()).map(|watch| watch.id).collect();
        let jobs = self.jobs.entry(id).or_default();
        for watch in watches {
            jobs.add(Job::Watch(watch));
        }
        self.work(id);
    }

    /// Esc: nobody waits any more for what is being read at the selected thread, so that something
    /// else can be read; late answers are dropped. False if nothing was being read.
    pub(super) fn give_up_reading(&mut self) -> bool {
        let Some(id) = self.threads.selected else { return false };
        let is_here = |place: Option<Place>| place.is_some_and(|place| place.thread == id);
        let is_read = |call: &Pending| call.purpose.job().is_some() && is_here(call.place);
        let sent = self.calls.extract_if(|_, call| is_read(call));
        let sent: Vec<Job> = sent.filter_map(|(_, call)| call.purpose.job()).collect();
        if sent.is_empty() {
            return false;
        }
        let waiting = self.jobs.remove(&id).unwrap_or_default().queue;
        for job in sent.into_iter().chain(waiting) {
            self.give_up(job);
        }
        self.say(NoticeKind::Hint, "gave up what was being read: open it again to read it");
        true
    }

    fn give_up(&mut self, job: Job) {
        match job {
            Job::Node(home, node) => {
                self.with_tree(home, |tree| tree.give_up(node));
            }
            Job::Watch(watch) => {
                if let Some(watch) = self.watches.get_mut(watch) {
                    watch.state = WatchState::Failed("given up until the next halt".to_owned());
                }
            }
        }
    }

    /// Sends what is to be read, four at a time.
    pub(super) fn work(&mut self, id: ThreadId) {
        let Some(place) = self.threads.get(id).map(Thread::place) else { return };
        while let Some(job) = self.jobs.get_mut(&id).and_then(Jobs::take) {
            let sent = match job {
                Job::Node(home, node) => self.read_node(home, node, place),
                Job::Watch(watch) => self.read_watch(watch, place),
            };
            if !sent && let Some(jobs) = self.jobs.get_mut(&id) {
                jobs.active -= 1;
            }
        }
    }

    fn read_node(&mut self, home: Home, node: NodeId, place: Place) -> bool {
        let Some(page) = self.with_tree(home, |tree| tree.page_to_open(node)).flatten() else {
            return false;
        };
        self.read_members(home, node, page, place);
        true
    }
}

impl Jobs {
    pub(super) fn add(&mut self, job: Job) {
        if !self.queue.contains(&job) {
            self.queue.push_back(job);
        }
    }

    pub(super) fn add_first(&mut self, job: Job) {
        self.queue.retain(|other| *other != job);
        self.queue.push_front(job);
    }

    /// A request beside the queue; it ends like the others.
    pub(super) const fn one_more(&mut self) {
        self.active += 1;
    }

    fn take(&mut self) -> Option<Job> {
        if self.active >= AT_A_TIME {
            return None;
        }
        let job = self.queue.pop_front()?;
        self.active += 1;
        Some(job)
    }
}
