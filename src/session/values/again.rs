//! What was read where a thread stands is read again: an evaluation may have changed it.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::change::Change;
use super::super::expression::may_change_something;
use super::super::frame::Spot;
use super::super::thread::Thread;
use super::super::tree::Home;
use crate::api::ids::ThreadId;
use std::collections::BTreeSet;

impl Session {
    /// An expression ran in a halted thread's request: if it may have changed something, variables,
    /// opened nodes and watches are read again, and what is under way of them is of before.
    pub(in crate::session) fn ran(&mut self, id: ThreadId, expression: &str) {
        let is_halted = self.threads.get(id).is_some_and(Thread::is_halted);
        if is_halted && may_change_something(expression) {
            self.read_again(id);
        }
    }

    /// What is shown of a thread's place may be of before: the same.
    pub(in crate::session) fn read_again(&mut self, id: ThreadId) {
        self.doubt_watches(id);
        self.read_values_again(id);
    }

    /// A watch may have changed something besides telling its value: the variables are read again
    /// once all watches are told, the watches are not.
    pub(in crate::session) fn settle_after_watches(&mut self, id: ThreadId) {
        let is_busy = self.cx.calls.any(is_watch) || self.values.waits_for_watches(id);
        if !is_busy && self.watches.take_disturbance() {
            self.read_values_again(id);
        }
    }

    fn doubt_watches(&mut self, id: ThreadId) {
        if self.focus.is_none_or(|spot| spot.thread != id) {
            return;
        }
        self.cx.calls.forget(is_watch);
        self.watches.doubt();
        for watch in self.watches.iter() {
            self.cx.tell(Change::Watch { id: watch.id });
        }
    }

    /// Frames that were being read are read again too: somebody waits for them.
    fn read_values_again(&mut self, id: ThreadId) {
        let looked_at = self.focus.filter(|spot| spot.thread == id).map_or(0, |spot| spot.frame);
        let mut frames = BTreeSet::from([looked_at]);
        for purpose in self.cx.calls.forget(|purpose| is_read_of_frame(purpose, id)) {
            if let Purpose::Variables(_, frame) = purpose {
                frames.insert(frame);
            }
        }
        self.values.doubt(id);
        self.values.allow_previews_again(id);
        for frame in frames {
            self.read_variables(Spot { thread: id, frame });
        }
        for frame in self.values.frames_read(id) {
            self.cx.tell(Change::Tree { home: Home::frame(id, frame) });
        }
    }
}

fn is_watch(purpose: &Purpose) -> bool {
    matches!(purpose, Purpose::WatchEval { .. } | Purpose::WatchPath { .. })
}

/// Whether a call reads variables of a thread's frame, or below them.
fn is_read_of_frame(purpose: &Purpose, id: ThreadId) -> bool {
    match purpose {
        Purpose::Variables(at, _) => at.place.thread == id,
        Purpose::Members { at, home, .. }
        | Purpose::Preview { at, home, .. }
        | Purpose::PlatformText { at, home, .. } => {
            at.place.thread == id && matches!(home, Home::Frame(_))
        }
        _ => false,
    }
}
