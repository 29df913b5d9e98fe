//! What could not be read for a reason that passes is asked for again while its place stands.

use super::super::Session;
use super::super::failure::{Failure, FailureKind};
use super::super::thread::Thread;
use super::super::time::Time;
use super::super::tree::Node;
use super::super::tree::{Home, NodeId};
use super::reading::Job;
use super::{AGAIN, NEVER};
use crate::api::ids::ThreadId;
use crate::api::paging::Page;

/// Jobs that failed, each with the time of its next try.
#[derive(Clone, Debug, Default)]
pub(super) struct Later(Vec<Failed>);

#[derive(Clone, Debug)]
struct Failed {
    thread: ThreadId,
    job: Job,
    /// `NEVER` while it is tried.
    due: Time,
    tries: usize,
}

impl Later {
    fn put(&mut self, thread: ThreadId, job: Job, now: Time) {
        if let Some(failed) = self.0.iter_mut().find(|failed| failed.job == job) {
            failed.tries += 1;
            failed.due = now + AGAIN[failed.tries.min(AGAIN.len() - 1)];
        } else {
            self.0.push(Failed { thread, job, due: now + AGAIN[0], tries: 0 });
        }
    }

    fn done(&mut self, job: Job) {
        self.0.retain(|failed| failed.job != job);
    }

    /// The thread's place is left.
    pub(super) fn forget(&mut self, thread: ThreadId) {
        self.0.retain(|failed| failed.thread != thread);
    }

    pub(super) fn due(&self) -> Option<Time> {
        self.0.iter().map(|failed| failed.due).filter(|due| *due < NEVER).min()
    }

    fn take(&mut self, now: Time) -> Vec<(ThreadId, Job)> {
        let due = self.0.iter_mut().filter(|failed| failed.due <= now);
        due.map(|failed| {
            failed.due = NEVER;
            (failed.thread, failed.job)
        })
        .collect()
    }

    /// Nobody knows where the thread is: later.
    fn put_off(&mut self, job: Job, now: Time) {
        if let Some(failed) = self.0.iter_mut().find(|failed| failed.job == job) {
            failed.due = now + AGAIN[0];
        }
    }
}

impl Session {
    /// Members of a node could not be read.
    pub(super) fn members_failed(
        &mut self,
        thread: ThreadId,
        (home, node, page): (Home, NodeId, Page),
        failure: &Failure,
    ) {
        self.with_tree(home, |tree| tree.failed(node, failure.to_string()));
        let next = self.with_tree(home, |tree| tree.next_page(node)).flatten();
        let is_more = next.is_some_and(|next| next.start == page.start);
        let job = if is_more { Job::Page(home, node, page) } else { Job::Node(home, node) };
        self.job_failed(thread, job, failure);
    }

    /// A job that reads only, or never reached a script, is tried again if its failure may pass.
    pub(in crate::session) fn job_failed(&mut self, thread: ThreadId, job: Job, failure: &Failure) {
        if may_pass(failure.kind) {
            self.values.later.put(thread, job, self.cx.now());
        } else {
            self.values.later.done(job);
        }
    }

    /// The job was answered: it is not tried again.
    pub(in crate::session) fn job_done(&mut self, job: Job) {
        self.values.later.done(job);
    }

    /// What failed for a reason that may have passed is read again.
    pub(in crate::session) fn retry_if_due(&mut self) {
        if !self.connection.is_attached() {
            return;
        }
        let now = self.cx.now();
        for (thread, job) in self.values.later.take(now) {
            if !self.threads.get(thread).is_some_and(Thread::is_halted) {
                self.values.later.put_off(job, now);
            } else if self.is_wanted(job) {
                self.values.want(thread, [job]);
                self.read_on(thread);
            } else {
                self.values.later.done(job);
            }
        }
    }

    /// A node that was closed meanwhile is read when it is opened again.
    fn is_wanted(&mut self, job: Job) -> bool {
        match job {
            Job::Node(home, node) | Job::Page(home, node, _) => self
                .with_tree(home, |tree| tree.node(node).is_some_and(Node::is_open))
                .unwrap_or_default(),
            Job::Watch(watch) => self.watches.iter().any(|known| known.id == watch),
        }
    }
}

/// Whether the same request may succeed a little later, though nothing was changed.
const fn may_pass(kind: FailureKind) -> bool {
    match kind {
        FailureKind::ClientGone
        | FailureKind::Unreachable
        | FailureKind::Silent
        | FailureKind::Unexpected => true,
        FailureKind::ThreadGone
        | FailureKind::NoFrame
        | FailureKind::UnknownFrame
        | FailureKind::BreakpointGone
        | FailureKind::Unauthorized
        | FailureKind::Untrusted
        | FailureKind::Refused => false,
    }
}
