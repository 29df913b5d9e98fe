//! What the screen looks at: a thread and one of its frames, or a recorded halt.

use crate::api::ids::ThreadId;
use crate::session::{Change, Comparison, HaltNumber, Scene, Session, Spot, Thread};
use std::collections::HashMap;

/// Whether a new halt may take the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attention {
    /// Nobody types.
    Free,
    /// A prompt is open.
    Held,
}

/// The screen's own choice of what is shown.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    thread: Option<ThreadId>,
    /// The frame of each thread that isn't looked at where it stands.
    frames: HashMap<ThreadId, usize>,
    past: Option<(HaltNumber, usize)>,
    comparison: Option<Comparison>,
    /// There is no present: the halts are a recording's.
    is_replay: bool,
    /// What the session was told last.
    pub(super) told: Option<Spot>,
}

impl Selection {
    /// Of a recording's halts, the newest at first.
    pub(super) fn of_replay(newest: Option<HaltNumber>) -> Self {
        Self { past: newest.map(|halt| (halt, 0)), is_replay: true, ..Self::default() }
    }

    /// The thread that is selected, halted or not.
    pub const fn thread(&self) -> Option<ThreadId> {
        self.thread
    }

    /// The frame of it.
    pub fn spot(&self) -> Option<Spot> {
        let thread = self.thread?;
        Some(Spot { thread, frame: self.frames.get(&thread).copied().unwrap_or(0) })
    }

    /// The recorded halt that is shown in place of the present.
    pub fn past(&self) -> Option<HaltNumber> {
        self.past.map(|(halt, _)| halt)
    }

    /// Two halts side by side, if asked for.
    pub const fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref()
    }

    pub(super) fn compare(&mut self, comparison: Option<Comparison>) {
        self.comparison = comparison;
    }

    pub(super) const fn select(&mut self, thread: ThreadId) {
        self.thread = Some(thread);
        self.past = None;
    }

    /// Another frame of what is shown.
    pub(super) fn select_frame(&mut self, frame: usize) {
        if let Some((_, shown)) = &mut self.past {
            *shown = frame;
        } else if let Some(thread) = self.thread {
            self.frames.insert(thread, frame);
        }
    }

    /// Shows a recorded halt.
    pub(super) const fn go_back_to(&mut self, halt: HaltNumber) {
        self.past = Some((halt, 0));
    }

    /// Back to the present; false if that is shown, or there is none.
    pub(super) const fn live(&mut self) -> bool {
        !self.is_replay && self.past.take().is_some()
    }

    /// What source, stack and variables show.
    pub fn scene<'a>(&self, session: &'a Session) -> Scene<'a> {
        let past = self.past.and_then(|(halt, frame)| session.past(halt, frame));
        let present = || self.spot().map(|spot| session.present(spot));
        past.or_else(present).unwrap_or(Scene::EMPTY)
    }

    /// Goes along with what changed in the session.
    pub(super) fn follow(&mut self, change: &Change, session: &Session, attention: Attention) {
        match change {
            Change::Stopped { thread, .. } => {
                self.frames.remove(thread);
                if self.may_take(*thread, session, attention) {
                    self.thread = Some(*thread);
                }
            }
            Change::StackChanged { thread } => {
                self.frames.remove(thread);
            }
            Change::Exited { thread, .. } => {
                self.frames.remove(thread);
                if self.thread == Some(*thread) {
                    let halted = session.threads().iter().find(|thread| thread.is_halted());
                    self.thread = halted.map(Thread::id);
                }
            }
            _ => {}
        }
    }

    /// A new halt takes the selection only if nobody looks at another one, or types.
    fn may_take(&self, id: ThreadId, session: &Session, attention: Attention) -> bool {
        let selected = self.thread.and_then(|thread| session.threads().get(thread));
        let is_busy = selected
            .is_some_and(|thread| thread.id() == id || thread.is_halted() || thread.is_stepping());
        attention == Attention::Free && !is_busy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Exit, Options, Saved, StopReason};

    fn stopped(thread: u64) -> Change {
        let (thread, reason) = (ThreadId(thread), StopReason::Breakpoint);
        Change::Stopped { thread, reason, halt: HaltNumber(1), breakpoint: None }
    }

    #[test]
    fn a_halt_takes_the_selection_unless_somebody_types() {
        let session = Session::new(Options::default(), Saved::default());
        let mut selection = Selection::default();
        selection.follow(&stopped(7), &session, Attention::Held);
        assert_eq!(selection.thread(), None, "a prompt is open");
        selection.follow(&stopped(7), &session, Attention::Free);
        assert_eq!(selection.thread(), Some(ThreadId(7)));
    }

    #[test]
    fn a_halt_shows_its_innermost_frame_and_an_end_lets_go() {
        let session = Session::new(Options::default(), Saved::default());
        let mut selection = Selection::default();
        selection.select(ThreadId(7));
        selection.select_frame(2);
        assert_eq!(selection.spot(), Some(Spot { thread: ThreadId(7), frame: 2 }));
        selection.follow(&stopped(7), &session, Attention::Free);
        assert_eq!(selection.spot(), Some(Spot { thread: ThreadId(7), frame: 0 }));
        let gone = Change::Exited { thread: ThreadId(7), how: Exit::Finished };
        selection.follow(&gone, &session, Attention::Free);
        assert_eq!(selection.thread(), None);
    }

    #[test]
    fn a_recording_has_no_present_to_go_back_to() {
        let mut selection = Selection::of_replay(Some(HaltNumber(3)));
        assert!(!selection.live());
        assert_eq!(selection.past(), Some(HaltNumber(3)));
    }

    #[test]
    fn the_past_has_a_frame_of_its_own() {
        let mut selection = Selection::default();
        selection.select(ThreadId(7));
        selection.go_back_to(HaltNumber(3));
        selection.select_frame(1);
        assert_eq!(selection.past(), Some(HaltNumber(3)));
        assert!(selection.live());
        assert_eq!(selection.spot(), Some(Spot { thread: ThreadId(7), frame: 0 }));
        assert!(!selection.live());
    }
}
