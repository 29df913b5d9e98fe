//! Breakpoints that wait for another one: the server has them only while a request goes on in which
//! that one was hit, and other requests pass them.

use super::super::Session;
use super::super::breakpoint::{Breakpoint, BreakpointKey, Fact};
use super::super::change::Change;
use super::super::notice::NoticeKind;
use crate::api::ids::ThreadId;

impl Session {
    /// A breakpoint was hit in a request: those that wait for it are armed there.
    pub(in crate::session) fn let_in(&mut self, key: &BreakpointKey, thread: ThreadId) {
        let mut is_new = false;
        for breakpoint in self.breakpoints.iter_mut() {
            if breakpoint.spec.after.as_ref() == Some(key) && breakpoint.let_in(thread) {
                is_new = true;
                self.cx.tell(Change::Breakpoint { number: breakpoint.number });
            }
        }
        if is_new {
            self.show_facts();
        }
    }

    /// A request is over: nothing waits or counts in it any more.
    pub(in crate::session) fn forget_hits_of(&mut self, thread: ThreadId) {
        let mut was_in = false;
        for breakpoint in self.breakpoints.iter_mut() {
            if breakpoint.forget_hits_of(thread) {
                was_in = true;
                self.cx.tell(Change::Breakpoint { number: breakpoint.number });
            }
        }
        if was_in {
            self.show_facts();
        }
    }

    /// One is no more: those that waited for it wait for nothing.
    pub(super) fn let_all_in(&mut self, key: &BreakpointKey) {
        let mut freed = Vec::new();
        for breakpoint in self.breakpoints.iter_mut() {
            if breakpoint.spec.after.as_ref() == Some(key) {
                breakpoint.wait_no_more();
                let own = breakpoint.key();
                freed.push(self.sources.place(&own.script, own.line));
                self.cx.tell(Change::Breakpoint { number: breakpoint.number });
            }
        }
        if !freed.is_empty() {
            let (freed, place) = (freed.join(", "), self.sources.place(&key.script, key.line));
            let text = format!("{freed} waited for {place}: armed in every request now");
            self.cx.say(NoticeKind::Hint, text);
            self.show_facts();
        }
    }

    /// One stands on another line now: those that wait for it go on waiting.
    pub(in crate::session) fn wait_there(&mut self, from: &BreakpointKey, to: &BreakpointKey) {
        for breakpoint in self.breakpoints.iter_mut() {
            if breakpoint.spec.after.as_ref() == Some(from) {
                breakpoint.spec.after = Some(to.clone());
            }
        }
    }

    /// Whether a thread has armed breakpoints that the server doesn't have yet: it might run past
    /// them.
    pub(in crate::session) fn is_arming_for(&self, thread: ThreadId) -> bool {
        let is_on_its_way = |each: &Breakpoint| {
            each.has_let_in(thread) && each.spec.enabled && each.fact == Fact::UnderWay
        };
        self.connection.is_attached() && self.breakpoints.iter().any(is_on_its_way)
    }
}
