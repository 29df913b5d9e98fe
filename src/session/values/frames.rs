//! The variables of a frame: asked for at each halt, and again while they could not be read.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::change::Change;
use super::super::failure::{Failure, FailureKind};
use super::super::frame::At;
use super::super::frame::Spot;
use super::super::question::variables;
use super::super::thread::Thread;
use super::super::tree::Home;
use super::super::tree::Tree;
use super::order::own_first;
use super::reading::Job;
use crate::api::debugger::{Member, MemberList};

impl Session {
    /// A front end looks at a frame: its variables are read once per place, and again when they
    /// may have changed there.
    pub(in crate::session) fn want_variables(&mut self, spot: Spot) {
        let Some(thread) = self.threads.get(spot.thread).filter(|thread| thread.is_halted()) else {
            return;
        };
        let is_asked = |purpose: &Purpose| {
            matches!(purpose, Purpose::Variables(at, frame)
                if at.place.thread == spot.thread && *frame == spot.frame)
        };
        match self.values.tree(spot) {
            Some(tree) if tree.was_read() || self.cx.calls.any(is_asked) => {}
            Some(_) => self.read_variables(spot),
            None => {
                self.values.begin_frame(thread, spot.frame);
                self.read_variables(spot);
            }
        }
    }

    /// A read that was given up when the thread was to move is taken up again.
    pub(in crate::session) fn read_unread(&mut self, spot: Spot) {
        if !self.values.tree(spot).is_some_and(Tree::was_read) {
            self.read_variables(spot);
        }
    }

    pub(in crate::session) fn read_variables(&mut self, spot: Spot) {
        if let Some(at) = self.at(spot) {
            self.cx.call(Purpose::Variables(at, spot.frame));
        }
    }

    /// A frame at the place where its thread is now.
    pub(in crate::session) fn at(&self, spot: Spot) -> Option<At> {
        let thread = self.threads.get(spot.thread)?;
        let index = thread.frames().get(spot.frame)?.index;
        Some(At { place: thread.place(), index })
    }

    pub(in crate::session) fn variables_read(
        &mut self,
        at: At,
        frame: usize,
        outcome: Result<MemberList, Failure>,
    ) {
        let spot = Spot { thread: at.place.thread, frame };
        match outcome {
            Ok(list) => self.variables_came(spot, list.object_members),
            Err(failure) => {
                self.no_list(spot, &failure);
                self.variables_failed(spot, &failure);
            }
        }
        self.cx.tell(Change::Tree { home: Home::Frame(spot) });
    }

    fn variables_came(&mut self, spot: Spot, came: Vec<Member>) {
        let Some(tree) = self.values.tree_mut(spot) else { return };
        let listed = own_first(came, tree.key().map(|key| &key.script));
        let unread = tree.merge_variables(&listed);
        self.values.was_read(spot, variables(&listed));
        let home = Home::Frame(spot);
        self.values.want(spot.thread, unread.into_iter().map(|node| Job::Node(home, node)));
        if self.focus == Some(spot) {
            self.read_watches(spot.thread);
        }
        self.read_on(spot.thread);
    }

    /// While the thread moves, "no such frame" is no error.
    fn variables_failed(&mut self, spot: Spot, failure: &Failure) {
        let moving = self.threads.get(spot.thread).is_some_and(|thread| !thread.is_halted());
        if moving && matches!(failure.kind, FailureKind::NoFrame | FailureKind::ThreadGone) {
            return self.polls.at_once();
        }
        self.values.read_failed(spot, &failure.cause, self.cx.now());
        self.cx.refuse(failure);
        self.polls.at_once();
    }

    /// Variables that could not be read are asked for again while the place stands.
    pub(in crate::session) fn read_again_if_due(&mut self) {
        if !self.connection.is_attached() {
            return;
        }
        let now = self.cx.now();
        for spot in self.values.take_again(now) {
            if self.threads.get(spot.thread).is_some_and(Thread::is_halted) {
                self.read_variables(spot);
            } else {
                // It may turn out to stand where it stood.
                self.values.put_off(spot, now);
            }
        }
    }
}
