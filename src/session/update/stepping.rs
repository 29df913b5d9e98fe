//! Steps, resumes and stops, and how a thread arrives.

use super::{Purpose, Session};
use crate::api::debugger::{ScriptThread, ThreadStatus};
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::session::breakpoint::BreakpointKey;
use crate::session::command::StepKind;
use crate::session::effect::Request;
use crate::session::failure::{Failure, FailureKind};
use crate::session::notice::NoticeKind;
use crate::session::thread::{Frame, Pending, Phase, Place, StepRun, ThreadState};
use crate::session::time::Time;
use std::time::Duration;

/// After so long it is said that the API can't pause a thread.
const NO_PAUSE: Duration = Duration::from_secs(5);

impl Session {
    pub(super) fn step(&mut self, kind: StepKind) {
        let Some(thread) = self.movable() else { return };
        let is_moving = self.threads.get(thread).is_some_and(|thread| !thread.is_halted());
        if is_moving {
            return self.remember_pending(thread, Pending::Step(kind));
        }
        self.send_step(thread, kind);
    }

    pub(super) fn step_times(&mut self, kind: StepKind, total: u32) {
        let Some(id) = self.movable() else { return };
        if self.threads.get(id).is_none_or(|thread| !thread.is_halted()) {
            return self.say(NoticeKind::Hint, format!("T{id} is not halted"));
        }
        if total == 0 {
            return;
        }
        if let Some(thread) = self.threads.get_mut(id) {
            thread.run = Some(StepRun { kind, done: 0, total });
        }
        self.send_step(id, kind);
    }

    pub(super) fn resume_selected(&mut self) {
        let Some(id) = self.movable() else { return };
        match self.threads.get(id) {
            Some(thread) if thread.is_halted() => self.resume(id),
            Some(thread) if thread.is_stepping() => self.remember_pending(id, Pending::Continue),
            _ => self.say(NoticeKind::Hint, format!("T{id} runs already")),
        }
    }

    pub(super) fn resume_all(&mut self) {
        if self.shows_past() {
            return;
        }
        let halted: Vec<ThreadId> =
            self.threads.iter().filter(|thread| thread.is_halted()).map(|each| each.id).collect();
        if halted.is_empty() {
            self.say(NoticeKind::Hint, "no thread is halted");
        }
        for id in halted {
            self.resume(id);
        }
    }

    pub(super) fn run_to(&mut self, script: ScriptPath, line: Line) {
        let Some(id) = self.movable() else { return };
        if self.threads.get(id).is_none_or(|thread| !thread.is_halted()) {
            return self.say(NoticeKind::Hint, format!("T{id} is not halted"));
        }
        self.run_to_place(id, BreakpointKey::new(script, line));
    }

    pub(super) fn stop_thread(&mut self, id: ThreadId) {
        if self.shows_past() || self.threads.get(id).is_none() {
            return;
        }
        self.jobs.remove(&id);
        if let Some(thread) = self.threads.get_mut(id) {
            thread.generation.0 += 1;
            thread.phase = Phase::Stopping;
            thread.run = None;
            thread.pending = None;
        }
        self.call(Purpose::Stop(id), None, Request::Stop(id));
    }

    pub(super) fn stopped(&mut self, id: ThreadId) {
        self.ended(id);
        self.say(NoticeKind::Done, format!("stopped T{id}"));
        self.polls.at_once();
    }

    pub(super) fn stop_failed(&mut self, id: ThreadId, failure: &Failure) {
        if failure.kind == FailureKind::ThreadGone {
            return self.ended(id);
        }
        self.set_phase(id, Phase::Settled);
        self.refuse(failure);
        self.polls.at_once();
    }

    /// The selected thread, if something may be asked of it; else says why not.
    fn movable(&mut self) -> Option<ThreadId> {
        if self.shows_past() {
            return None;
        }
        if !self.connection.is_attached() {
            self.say(NoticeKind::Hint, "not attached: nothing can be stepped or resumed");
            return None;
        }
        let selected = self.threads.selected;
        if selected.is_none() {
            self.say(
                NoticeKind::Hint,
                "no thread is halted: a breakpoint or a request (`request`) brings one",
            );
        }
        selected
    }

    pub(super) fn shows_past(&mut self) -> bool {
        let past = self.history.shown.is_some();
        if past {
            self.say(
                NoticeKind::Hint,
                "a recorded halt is shown, read only: `back` returns to the present",
            );
        }
        past
    }

    fn remember_pending(&mut self, id: ThreadId, pending: Pending) {
        let Some(thread) = self.threads.get_mut(id) else { return };
        if thread.is_stepping() {
            thread.pending = Some(pending);
            if thread.run.is_some_and(|run| pending != Pending::Step(run.kind)) {
                thread.run = None;
            }
        } else {
            self.say(NoticeKind::Hint, format!("T{id} runs: it can be stepped when it halts"));
        }
    }

    pub(super) fn send_step(&mut self, id: ThreadId, kind: StepKind) {
        let now = self.now;
        let state = ThreadState::Stepping { kind, since: now };
        let place = self.set_off(id, state, Some(kind));
        self.call(Purpose::Step(kind), place, Request::Step(id, kind));
    }

    pub(super) fn resume(&mut self, id: ThreadId) {
        let state = ThreadState::Running { since: self.now };
        let place = self.set_off(id, state, None);
        self.call(Purpose::Resume, place, Request::Resume(id));
    }

    /// A new generation begins: what is shown is of before.
    fn set_off(
        &mut self,
        id: ThreadId,
        state: ThreadState,
        verb: Option<StepKind>,
    ) -> Option<Place> {
        self.leave_place(id);
        let now = self.now;
        let thread = self.threads.get_mut(id)?;
        thread.generation.0 += 1;
        thread.position.0 = 0;
        thread.state = state;
        thread.phase = Phase::Unanswered;
        thread.before.clone_from(&thread.frames);
        thread.seen_moving = false;
        thread.moved_at = now;
        thread.trips = 0;
        thread.pending = None;
        thread.last_verb = verb;
        thread.told_no_pause = false;
        if verb.is_none() {
            thread.run = None;
        }
        let place = thread.place();
        self.polls.quicken(now);
        Some(place)
    }

    /// What was read at the place that is left goes to history; requests for it are forgotten.
    pub(super) fn leave_place(&mut self, id: ThreadId) {
        let watches = self.watch_texts();
        let is_selected = self.threads.selected == Some(id);
        self.jobs.remove(&id);
        let Some(thread) = self.threads.get_mut(id) else { return };
        thread.halted_since = None;
        thread.lives_until = None;
        thread.bell_rung = false;
        if let Some(number) = thread.halt.take() {
            let watches = if is_selected { watches } else { Vec::new() };
            let mut trees = thread.trees.clone();
            trees.retain(|_, tree| tree.was_read());
            self.history.keep(number, trees, watches);
        }
        if is_selected {
            self.end_search();
        }
    }

    pub(super) fn set_running(&mut self, id: ThreadId) {
        let now = self.now;
        if let Some(thread) = self.threads.get_mut(id) {
            thread.generation.0 += 1;
            thread.state = ThreadState::Running { since: now };
            thread.phase = Phase::Settled;
            thread.seen_moving = true;
            thread.run = None;
            thread.pending = None;
            thread.last_verb = None;
        }
    }

    /// The step's own answer: trip 1.
    pub(super) fn stepped(&mut self, kind: StepKind, answer: &ScriptThread) {
        let id = answer.id;
        let now = self.now;
        let Some(thread) = self.threads.get_mut(id) else { return self.polls.at_once() };
        thread.trips = 1;
        thread.phase = Phase::Answered;
        thread.last_verb = Some(kind);
        self.polls.quicken(now);
        self.polls.at_once();
        if answer.status == ThreadStatus::Halted && !answer.call_stack.is_empty() {
            self.arrive(id, Frame::from_stack(&answer.call_stack));
            self.set_phase(id, Phase::Arrived);
            self.read_variables(id, 0);
        }
    }

    pub(super) fn resumed(&mut self, id: ThreadId) {
        self.set_phase(id, Phase::Answered);
        self.polls.quicken(self.now);
    }

    pub(super) fn move_failed(&mut self, place: Option<Place>, failure: &Failure) {
        self.refuse(failure);
        self.polls.at_once();
        let Some(id) = place.map(|place| place.thread) else { return };
        let Some(thread) = self.threads.get_mut(id) else { return };
        thread.phase = Phase::Answered;
        thread.run = None;
        thread.pending = None;
    }

    /// Esc while something moves: what was not sent is forgotten, what was sent can't be recalled.
    pub(super) fn cancel_steps(&mut self) -> bool {
        let Some(id) = self.threads.selected else { return false };
        let Some(thread) = self.threads.get_mut(id) else { return false };
        let run = thread.run.take();
        let pending = thread.pending.take();
        let moving = !thread.is_halted();
        match (run, pending) {
            (Some(run), _) => {
                let sent = run.done + 1;
                let text = format!(
                    "{} ends after {sent} of {}: the step under way can't be recalled",
                    run.kind.as_str(),
                    run.total
                );
                self.say(NoticeKind::Hint, text);
                true
            }
            (None, Some(_)) => {
                self.say(
                    NoticeKind::Hint,
                    "the waiting step is dropped; the one under way can't be recalled",
                );
                true
            }
            (None, None) if moving => {
                self.say(
                    NoticeKind::Hint,
                    "the API cannot pause a thread: `stop thread` stops it, a breakpoint halts it",
                );
                true
            }
            _ => false,
        }
    }

    pub(super) fn no_pause_due(&self) -> Option<Time> {
        let waits =
            self.threads.iter().filter(|thread| thread.is_stepping() && !thread.told_no_pause);
        waits.map(|thread| thread.moved_at + NO_PAUSE).min()
    }

    pub(super) fn tell_no_pause_if_due(&mut self) {
        let now = self.now;
        let late = |thread: &&mut crate::session::thread::Thread| {
            thread.is_stepping() && !thread.told_no_pause && now >= thread.moved_at + NO_PAUSE
        };
        let Some(thread) = self.threads.iter_mut().find(late) else { return };
        thread.told_no_pause = true;
        let id = thread.id;
        self.say(
            NoticeKind::Hint,
            format!(
                "T{id} has run for 5 s: the API cannot pause it, `stop thread` stops it, a breakpoint halts it"
            ),
        );
    }
}
