//! How a thread arrives: shown, confirmed, recorded, and perhaps sent on at once.

use super::Session;
use crate::api::ids::ThreadId;
use crate::session::command::StepKind;
use crate::session::notice::NoticeKind;
use crate::session::thread::{Frame, Pending, Phase, Thread, ThreadState};

/// What brought a thread to its halt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// A step of ours.
    Step(StepKind),
    /// The one-shot breakpoint of "run to cursor".
    Cursor,
    /// A breakpoint, or a step of somebody else.
    Breakpoint,
}

impl Way {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Step(kind) => kind.as_str(),
            Self::Cursor => "cursor",
            Self::Breakpoint => "breakpoint",
        }
    }
}

/// Whether a repeated step may be repeated once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeats {
    GoOn,
    End,
}

impl Session {
    /// Another call stack is accepted: shown at once.
    pub(super) fn arrive(&mut self, id: ThreadId, frames: Vec<Frame>) {
        let Some(thread) = self.threads.get_mut(id) else { return };
        thread.position.0 += 1;
        thread.frames = frames;
        thread.selected_frame = 0;
        thread.confirmed = false;
        self.jobs.remove(&id);
        self.begin_trees(id);
        self.open_source_of(id);
    }

    /// The place is accepted: halted, recorded, reported.
    pub(super) fn settle(&mut self, id: ThreadId) {
        let now = self.now;
        let limit = self.options.halt_timeout;
        let takes_selection = self.may_take_selection(id);
        let Some(way) = self.threads.get(id).map(|thread| self.way(thread)) else { return };
        let Some(thread) = self.threads.get_mut(id) else { return };
        let text = report(way, thread, now.since(thread.moved_at).as_millis());
        thread.state = ThreadState::Halted;
        thread.phase = Phase::Settled;
        thread.confirmed = true;
        thread.halted_since = Some(now);
        thread.lives_until = Some(thread.seen_running.max(thread.moved_at) + limit);
        let frames = thread.frames.clone();
        thread.halt = Some(self.history.record(id, now, way.as_str(), frames));
        if takes_selection {
            self.select(id);
        }
        self.say(NoticeKind::Done, text);
        self.remove_one_shots(id);
        let hit = self.count_hit(id);
        let stepped = matches!(way, Way::Step(_));
        let repeats = if stepped && !hit { Repeats::GoOn } else { Repeats::End };
        self.go_on(id, way, repeats);
    }

    fn way(&self, thread: &Thread) -> Way {
        match thread.state {
            ThreadState::Stepping { kind, .. } => Way::Step(kind),
            _ if self.breakpoints.one_shot_at(thread.id, thread.top()) => Way::Cursor,
            _ => Way::Breakpoint,
        }
    }

    /// A repeated or remembered step follows at once.
    fn go_on(&mut self, id: ThreadId, way: Way, repeats: Repeats) {
        let Some(thread) = self.threads.get_mut(id) else { return };
        let pending = thread.pending.take();
        if let Some(run) = &mut thread.run {
            run.done += 1;
            let run = *run;
            if run.done < run.total && repeats == Repeats::GoOn {
                return self.send_step(id, run.kind);
            }
            thread.run = None;
            let why = if run.done < run.total { ", a breakpoint is on the way" } else { "" };
            let (kind, done, total) = (run.kind.as_str(), run.done, run.total);
            self.say(NoticeKind::Done, format!("{kind} {done}/{total} done{why}"));
        }
        match pending.filter(|_| matches!(way, Way::Step(_))) {
            Some(Pending::Step(kind)) => self.send_step(id, kind),
            Some(Pending::Continue) => self.resume(id),
            None => {}
        }
    }

    /// A new halt takes the selection only if nobody looks at another one, or types.
    fn may_take_selection(&self, id: ThreadId) -> bool {
        match self.threads.selected() {
            Some(thread) if thread.id == id => false,
            Some(thread) => !self.hold_selection && !thread.is_halted() && !thread.is_stepping(),
            None => !self.hold_selection,
        }
    }
}

fn report(way: Way, thread: &Thread, milliseconds: u128) -> String {
    let (id, trips) = (thread.id, thread.trips);
    let place = thread.top().map(Frame::place).unwrap_or_default();
    match way {
        Way::Step(_) if thread.frames == thread.before => {
            format!("stopped again on {place} (same line)")
        }
        Way::Step(_) => format!("stepped to {place} ({milliseconds} ms, {trips} round trips)"),
        Way::Cursor | Way::Breakpoint => format!("T{id} halted at {place}"),
    }
}
