//! All threads: who came, who went, who halted. Nothing about selection.

use super::{Seen, Sighting, Stamp, Thread};
use crate::api::debugger::{ScriptThread, ThreadList, ThreadStatus};
use crate::api::ids::ThreadId;
use crate::session::frame::{Frame, Place};
use crate::session::ids::Moment;
use crate::session::time::Time;
use std::collections::HashMap;

/// What a list means for one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) enum Listed {
    /// It was known, and is still there.
    Seen(ThreadId, Sighting),
    /// It was known, and is there no more.
    Gone(ThreadId),
    /// It was not known.
    New(ThreadId, Seen),
}

/// All threads, by id.
#[derive(Clone, Debug, Default)]
pub struct Threads {
    list: Vec<Thread>,
    /// Threads that are gone: a list that left before can't bring them back.
    ended: HashMap<ThreadId, Moment>,
    /// When the newest list that was taken in had left.
    listed: Option<Time>,
    /// The client was there before us: what its first list shows was halted before, too.
    are_found: bool,
}

impl Threads {
    /// In the order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Thread> {
        self.list.iter()
    }

    /// One by id.
    pub fn get(&self, id: ThreadId) -> Option<&Thread> {
        self.list.iter().find(|thread| thread.id() == id)
    }

    /// How many are halted, their place accepted.
    pub fn halted(&self) -> usize {
        self.iter().filter(|thread| thread.is_halted()).count()
    }

    /// How many run, steps under way included.
    pub fn running(&self) -> usize {
        self.list.len() - self.halted()
    }

    /// Those that are halted, their place accepted.
    pub(in crate::session) fn halted_ids(&self) -> Vec<ThreadId> {
        self.iter().filter(|thread| thread.is_halted()).map(Thread::id).collect()
    }

    pub(in crate::session) fn ids(&self) -> Vec<ThreadId> {
        self.iter().map(Thread::id).collect()
    }

    pub(in crate::session) fn get_mut(&mut self, id: ThreadId) -> Option<&mut Thread> {
        self.list.iter_mut().find(|thread| thread.id() == id)
    }

    pub(in crate::session) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Thread> {
        self.list.iter_mut()
    }

    pub(in crate::session) fn is_at(&self, place: Place) -> bool {
        self.get(place.thread).is_some_and(|thread| thread.place() == place)
    }

    /// When the newest list that was taken in had left.
    pub(in crate::session) const fn listed_at(&self) -> Option<Time> {
        self.listed
    }

    /// Lists of an earlier time with the server prove nothing any more.
    pub(in crate::session) const fn forget_lists(&mut self) {
        self.listed = None;
        self.are_found = false;
    }

    /// The client was there before us, and may hold threads.
    pub(in crate::session) const fn find(&mut self) {
        self.forget_lists();
        self.are_found = true;
    }

    /// Whether the list that is being taken in shows what was halted before us.
    pub(in crate::session) const fn take_found(&mut self) -> bool {
        std::mem::replace(&mut self.are_found, false)
    }

    /// Takes in a list, thread by thread.
    pub(in crate::session) fn take_in(
        &mut self,
        list: &ThreadList,
        stamp: Stamp,
        now: Time,
    ) -> Vec<Listed> {
        let shown = list.script_threads.iter();
        let mut shown: HashMap<ThreadId, Seen> = shown.filter_map(seen).collect();
        let mut all = Vec::new();
        for thread in &mut self.list {
            all.push(match shown.remove(&thread.id()) {
                Some(seen) => Listed::Seen(thread.id(), thread.seen_as(seen, stamp, now)),
                None if thread.is_older_than(stamp.id) => Listed::Gone(thread.id()),
                None => Listed::Seen(thread.id(), Sighting::Stale),
            });
        }
        let mut new: Vec<(ThreadId, Seen)> = shown.into_iter().collect();
        new.sort_by_key(|(id, _)| *id);
        for (id, seen) in new {
            if self.ended.get(&id).is_none_or(|ended| ended.is_before(stamp.id)) {
                all.push(Listed::New(id, seen));
            }
        }
        all
    }

    /// The list is taken in: threads that it didn't show were not there when it left.
    pub(in crate::session) const fn taken_in(&mut self, stamp: Stamp) {
        self.listed = Some(stamp.sent);
    }

    /// A thread that no list showed before: it was not there when the list before left.
    pub(in crate::session) fn appeared(
        &mut self,
        id: ThreadId,
        seen: Seen,
        stamp: Stamp,
        now: Time,
    ) -> Sighting {
        let mut thread = Thread::new(id, now, Moment::before(stamp.id), self.listed);
        let sighting = thread.seen_as(seen, stamp, now);
        let at = self.list.partition_point(|other| other.id() < id);
        self.list.insert(at, thread);
        sighting
    }

    pub(in crate::session) fn remove(&mut self, id: ThreadId, moment: Moment) -> Option<Thread> {
        let at = self.list.iter().position(|thread| thread.id() == id)?;
        self.ended.insert(id, moment);
        Some(self.list.remove(at))
    }
}

/// Ended threads that some servers list for a moment are not there.
fn seen(listed: &ScriptThread) -> Option<(ThreadId, Seen)> {
    let seen = match listed.status {
        ThreadStatus::Done => return None,
        ThreadStatus::Halted if !listed.call_stack.is_empty() => {
            Seen::Halted(Frame::from_stack(&listed.call_stack))
        }
        ThreadStatus::Halted | ThreadStatus::Running => Seen::Running,
    };
    Some((listed.id, seen))
}
