//! Steps, resumes and stops: from the wish to the answer. What a thread list makes of them is in
//! `halts`.

use super::super::Session;
use super::super::breakpoint::BreakpointKey;
use super::super::calls::Purpose;
use super::super::change::Change;
use super::super::command::ThreadCommand;
use super::super::failure::{Delivery, Failure, FailureKind};
use super::super::frame::Spot;
use super::super::frame::{Frame, Place};
use super::super::notice::NoticeKind;
use super::super::remedy::Remedy;
use super::super::thread::Exit;
use super::super::thread::StepKind;
use super::super::thread::{Reached, StepRun, Thread, Verb, Waiting};
use super::super::time::Time;
use crate::api::debugger::{ScriptThread, ThreadStatus};
use crate::api::ids::{Line, ScriptPath, ThreadId};
use std::time::Duration;

/// After so long it is said that a step can't be ended: the API can't pause a thread.
const LONG_STEP: Duration = Duration::from_secs(5);

impl Session {
    pub(in crate::session) fn thread_command(&mut self, id: ThreadId, command: ThreadCommand) {
        if !matches!(command, ThreadCommand::Cancel | ThreadCommand::Release) {
            // Somebody else knows better what is to become of it.
            self.going_on.forget(id);
        }
        match command {
            ThreadCommand::Cancel => self.cancel_steps(id),
            ThreadCommand::Stop => self.stop_thread(id),
            ThreadCommand::Continue if self.may_move(id) => self.continue_thread(id),
            ThreadCommand::Release if self.may_move(id) => self.release(id),
            ThreadCommand::Step(kind) if self.may_move(id) => self.step(id, kind),
            ThreadCommand::StepTimes(kind, total) if self.may_move(id) => {
                self.step_times(id, kind, total);
            }
            ThreadCommand::RunTo { script, line } if self.may_move(id) => {
                self.run_to(id, script, line);
            }
            ThreadCommand::Continue
            | ThreadCommand::Release
            | ThreadCommand::Step(_)
            | ThreadCommand::StepTimes(..)
            | ThreadCommand::RunTo { .. } => {}
        }
    }

    /// Whether something may be asked of a thread; else says why not.
    fn may_move(&mut self, id: ThreadId) -> bool {
        if !self.connection.is_attached() {
            let text = "not attached: nothing can be stepped or resumed";
            self.cx.say(NoticeKind::Hint, text);
            return false;
        }
        let known = self.threads.get(id).is_some();
        if !known {
            self.cx.say(NoticeKind::Hint, format!("there is no thread T{id} any more"));
        }
        known
    }

    fn step(&mut self, id: ThreadId, kind: StepKind) {
        let Some(thread) = self.threads.get_mut(id) else { return };
        if thread.is_halted() {
            self.send_step(id, kind);
        } else if !thread.wait(Waiting::Step(kind)) {
            let text = format!("T{id} runs: it can be stepped when it halts");
            self.cx.say(NoticeKind::Hint, text);
        }
    }

    fn step_times(&mut self, id: ThreadId, kind: StepKind, total: u32) {
        let Some(thread) = self.threads.get_mut(id) else { return };
        if !thread.is_halted() {
            return self.cx.say(NoticeKind::Hint, format!("T{id} is not halted"));
        }
        if total > 0 {
            thread.set_run(Some(StepRun { kind, done: 0, total }));
            self.send_step(id, kind);
        }
    }

    pub(super) fn continue_thread(&mut self, id: ThreadId) {
        let Some(thread) = self.threads.get_mut(id) else { return };
        if thread.is_halted() {
            self.resume(id);
        } else if !thread.wait(Waiting::Continue) {
            self.cx.say(NoticeKind::Hint, format!("T{id} runs already"));
        }
    }

    pub(in crate::session) fn continue_all(&mut self) {
        let halted = self.threads.halted_ids();
        if halted.is_empty() {
            self.cx.say(NoticeKind::Hint, "no thread is halted");
        }
        for id in halted {
            if self.may_move(id) {
                self.resume(id);
            }
        }
    }

    fn run_to(&mut self, id: ThreadId, script: ScriptPath, line: Line) {
        if self.threads.get(id).is_some_and(Thread::is_halted) {
            self.run_to_place(id, BreakpointKey::new(script, line));
        } else {
            self.cx.say(NoticeKind::Hint, format!("T{id} is not halted"));
        }
    }

    fn stop_thread(&mut self, id: ThreadId) {
        if let Some(place) = self.set_off(id, Verb::Stop) {
            self.cx.call(Purpose::Stop(place));
        }
    }

    pub(in crate::session) fn send_step(&mut self, id: ThreadId, kind: StepKind) {
        if self.holds_back(id, Verb::Step(kind)) {
            return;
        }
        if let Some(place) = self.set_off(id, Verb::Step(kind)) {
            self.cx.call(Purpose::Step(place, kind));
        }
    }

    pub(in crate::session) fn resume(&mut self, id: ThreadId) {
        if self.holds_back(id, Verb::Resume) {
            return;
        }
        if let Some(place) = self.set_off(id, Verb::Resume) {
            self.cx.call(Purpose::Resume(place));
        }
    }

    /// A halt on the way of a step lets the thread go: out of there, back to where the step leads.
    /// Without a step it is resumed.
    pub(in crate::session) fn let_pass(&mut self, id: ThreadId) {
        let is_step = self.threads.get(id).is_some_and(|thread| thread.step().is_some());
        if !is_step {
            return self.resume(id);
        }
        if !self.holds_back(id, Verb::Step(StepKind::Out)) {
            self.step_on(id, StepKind::Out, None);
        }
    }

    /// The next part of the step under way, from where a list shows the thread.
    pub(in crate::session) fn step_on(
        &mut self,
        id: ThreadId,
        kind: StepKind,
        frames: Option<Vec<Frame>>,
    ) {
        let (now, moment) = (self.cx.now(), self.cx.calls.moment());
        let Some(thread) = self.threads.get_mut(id) else { return };
        if let Some(frames) = frames {
            thread.shows(frames, moment);
        }
        let place = thread.steps_on(kind, now, moment);
        self.polls.follow(id, now);
        self.cx.call(Purpose::Step(place, kind));
    }

    /// A new generation begins: what is shown is of before.
    fn set_off(&mut self, id: ThreadId, verb: Verb) -> Option<Place> {
        let (now, moment) = (self.cx.now(), self.cx.calls.moment());
        self.leave_place(id);
        let place = self.threads.get_mut(id)?.set_off(verb, now, moment);
        self.polls.follow(id, now);
        match verb {
            Verb::Step(kind) => self.cx.tell(Change::Stepped { thread: id, kind }),
            Verb::Resume => self.tell_run(id),
            Verb::Stop => {}
        }
        Some(place)
    }

    /// Once for each halt that was told: what passes by itself wasn't.
    pub(super) fn tell_run(&mut self, id: ThreadId) {
        if self.threads.get_mut(id).is_some_and(Thread::run_is_to_be_told) {
            self.cx.tell(Change::Continued { thread: id });
        }
    }

    /// What was read at the place that is left goes to history; requests for it are forgotten.
    pub(in crate::session) fn leave_place(&mut self, id: ThreadId) {
        let halt = self.threads.get(id).and_then(Thread::halt);
        if let Some(number) = halt {
            let is_focus = self.focus.is_some_and(|spot| spot.thread == id);
            let watches = if is_focus { self.watches.texts() } else { Vec::new() };
            self.history.keep(number, self.values.read_trees(id), watches);
        }
        self.values.leave(id);
    }

    /// The step's own answer: the first of its round trips.
    pub(in crate::session) fn stepped(
        &mut self,
        place: Place,
        sent: Time,
        outcome: Result<ScriptThread, Failure>,
    ) {
        let id = place.thread;
        self.tell_answer(id, &outcome);
        match outcome {
            Err(failure) => return self.move_failed(id, &failure),
            Ok(answer) if is_halted(&answer) && !self.is_on_the_way(id, &answer) => {
                let frames = Frame::from_stack(&answer.call_stack);
                self.arrive(id, |thread, moment| thread.arrived(frames, sent, moment));
                self.polls.follow(id, self.cx.now());
                self.polls.at_once();
                return self.read_variables(Spot { thread: id, frame: 0 });
            }
            Ok(_) => self.answered_without_stack(id, sent),
        }
        self.polls.at_once();
    }

    /// Whether a step's answer tells a halt that doesn't end it.
    fn is_on_the_way(&self, id: ThreadId, answer: &ScriptThread) -> bool {
        let frames = Frame::from_stack(&answer.call_stack);
        match self.threads.get(id).map_or(Reached::End, |thread| thread.reached(&frames)) {
            Reached::End => false,
            Reached::Within | Reached::Behind => self.passes_at(id, frames.first()).is_some(),
            Reached::Back(_) => true,
        }
    }

    pub(in crate::session) fn resumed(
        &mut self,
        place: Place,
        sent: Time,
        outcome: Result<ScriptThread, Failure>,
    ) {
        self.tell_answer(place.thread, &outcome);
        match outcome {
            Ok(_) => self.answered_without_stack(place.thread, sent),
            Err(failure) => self.move_failed(place.thread, &failure),
        }
    }

    fn tell_answer<T>(&mut self, thread: ThreadId, outcome: &Result<T, Failure>) {
        let outcome = outcome.as_ref().map(drop).map_err(Clone::clone);
        self.cx.tell(Change::MoveAnswered { thread, outcome });
    }

    fn answered_without_stack(&mut self, id: ThreadId, sent: Time) {
        self.going_on.forget(id);
        if let Some(thread) = self.threads.get_mut(id) {
            thread.answered(sent);
        }
        self.polls.follow(id, self.cx.now());
    }

    /// The thread is not where one would like it, and only a list can say where it is.
    fn move_failed(&mut self, id: ThreadId, failure: &Failure) {
        if failure.kind == FailureKind::ThreadGone {
            return self.ended(id);
        }
        let moment = self.cx.calls.moment();
        let Some(thread) = self.threads.get_mut(id) else { return };
        thread.answer_lost(failure, moment);
        let what = match failure.delivery {
            Delivery::Unknown => "its answer was lost, the thread list will tell",
            Delivery::NotSent => "it did not arrive",
            Delivery::Refused => "it was refused",
        };
        self.cx.say(NoticeKind::Error, format!("T{id}: {what}: {failure}"));
        self.cx.tell(Change::StackChanged { thread: id });
        self.polls.at_once();
    }

    pub(in crate::session) fn thread_stopped(
        &mut self,
        place: Place,
        outcome: Result<(), Failure>,
    ) {
        let id = place.thread;
        self.tell_answer(id, &outcome);
        match outcome {
            Ok(()) => {
                self.forget_thread(id, Exit::Stopped);
                self.cx.say(NoticeKind::Done, format!("stopped T{id}"));
                self.polls.at_once();
            }
            Err(failure) => self.move_failed(id, &failure),
        }
    }

    /// Esc while something moves: what was not sent is forgotten, what was sent can't be recalled.
    fn cancel_steps(&mut self, id: ThreadId) {
        if self.stay(id) || self.give_up_reading(id) {
            return;
        }
        let Some(thread) = self.threads.get_mut(id) else { return };
        let (run, waiting) = (thread.take_run(), thread.take_waiting());
        let moves = !thread.is_halted();
        if let Some(run) = run {
            let (kind, sent, total) = (run.kind.as_str(), run.done + 1, run.total);
            let text = format!(
                "{kind} ends after {sent} of {total}: the step under way can't be recalled"
            );
            self.cx.say(NoticeKind::Hint, text);
        } else if waiting.is_some() {
            let text = "the waiting step is dropped; the one under way can't be recalled";
            self.cx.say(NoticeKind::Hint, text);
        } else if moves {
            let text = "the API cannot pause a thread; a breakpoint halts it";
            self.cx.advise(NoticeKind::Hint, text, Remedy::StopThread);
        } else if self.requests.active().is_some() {
            self.cx.advise(NoticeKind::Hint, "a request is under way", Remedy::CancelRequest);
        }
    }

    pub(in crate::session) fn long_step_due(&self) -> Option<Time> {
        self.threads.iter().filter_map(|thread| thread.step_is_long_at(LONG_STEP)).min()
    }

    /// A server that says nothing is another matter than a script that runs on.
    pub(in crate::session) fn tell_long_step_if_due(&mut self) {
        let now = self.cx.now();
        let is_late =
            |thread: &&mut Thread| thread.step_is_long_at(LONG_STEP).is_some_and(|at| at <= now);
        let Some(thread) = self.threads.iter_mut().find(is_late) else { return };
        thread.step_is_told_long();
        let id = thread.id();
        if thread.step_is_unheard_of() {
            let kind = thread.step().map_or("the step", |step| step.kind.as_str());
            let text =
                format!("T{id}: no answer to {kind} for 5 s: what was sent can't be recalled");
            return self.cx.say(NoticeKind::Hint, text);
        }
        let text = format!("T{id} has run for 5 s: the API cannot pause it, a breakpoint halts it");
        self.cx.advise(NoticeKind::Hint, text, Remedy::StopThread);
    }
}

const fn is_halted(thread: &ScriptThread) -> bool {
    matches!(thread.status, ThreadStatus::Halted) && !thread.call_stack.is_empty()
}
