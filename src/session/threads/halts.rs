//! What thread lists lead to: threads that come, halt, move on, end. Where a halt concerns several
//! subjects, this is the order in which they hear of it.

use super::super::Session;
use super::super::change::{Change, StopReason};
use super::super::failure::{Delivery, Failure, FailureKind};
use super::super::frame::Frame;
use super::super::frame::Spot;
use super::super::ids::Moment;
use super::super::ids::{BreakpointNumber, CallId};
use super::super::keep_alive::NotRenewed;
use super::super::notice::NoticeKind;
use super::super::remedy::Remedy;
use super::super::thread::Exit;
use super::super::thread::Listed;
use super::super::thread::{
    Landing, Reached, Seen, Sighting, Stamp, Standing, StandsCertainly, Thread, Verb, Waiting,
};
use super::super::thread::{Step, StepKind};
use super::super::time::Time;
use crate::api::counted::counted;
use crate::api::debugger::ThreadList;
use crate::api::ids::ThreadId;

impl Session {
    pub(in crate::session) fn listed(
        &mut self,
        id: CallId,
        (asked, sent): (Time, Time),
        outcome: Result<ThreadList, Failure>,
    ) {
        let list = match outcome {
            Ok(list) => list,
            Err(failure) => return self.list_failed(failure),
        };
        if self.link.client().is_none() || !self.polls.is_newest(id) {
            return self.cx.drop_stale("thread list");
        }
        let now = self.cx.now();
        self.polls.answered(id, now.since(asked), now, &mut self.cx.calls);
        self.cx.line_is_slow(self.polls.slow());
        let are_found = self.threads.take_found();
        self.heard();
        let stamp = Stamp { id, sent };
        for listed in self.threads.take_in(&list, stamp, now) {
            match listed {
                Listed::Seen(id, sighting) => self.sighted(id, sighting),
                Listed::Gone(id) => self.ended(id),
                Listed::New(id, seen) => self.appeared(id, seen, stamp, are_found),
            }
        }
        self.threads.taken_in(stamp);
        self.look_at_files();
        self.keep_alive.confirm(&mut self.threads, self.cx.halt_timeout());
    }

    fn appeared(&mut self, id: ThreadId, seen: Seen, stamp: Stamp, is_found: bool) {
        let sighting = self.threads.appeared(id, seen, stamp, self.cx.now());
        self.requests.appeared(id);
        self.cx.tell(Change::Appeared { thread: id });
        self.entering = Some(id).filter(|_| is_found);
        self.sighted(id, sighting);
        self.entering = None;
    }

    fn sighted(&mut self, id: ThreadId, sighting: Sighting) {
        match sighting {
            Sighting::Stale => self.cx.drop_stale("thread in a list"),
            Sighting::Known => {}
            Sighting::SameStack(frames) => {
                self.arrive(id, |thread, moment| thread.shows(frames, moment));
            }
            Sighting::Halts(frames) => self.halts(id, frames),
            Sighting::Moved(frames) => self.moved_later(id, frames),
            Sighting::Stood(verb, certainly, why) => self.stood(id, verb, certainly, &why),
            Sighting::Runs(verb) => self.runs(id, verb),
            Sighting::ResumedElsewhere => {
                self.leave_place(id);
                self.passings.forget(id);
                self.going_on.forget(id);
                self.breakpoints.held.doubt();
                self.tell_run(id);
                let text = format!("T{id} runs on: it was resumed elsewhere");
                self.cx.say(NoticeKind::Hint, text);
            }
        }
    }

    /// Another call stack is accepted: shown at once.
    pub(in crate::session) fn arrive(
        &mut self,
        id: ThreadId,
        show: impl FnOnce(&mut Thread, Moment),
    ) {
        let moment = self.cx.calls.moment();
        let Some(thread) = self.threads.get_mut(id) else { return };
        show(thread, moment);
        self.values.leave(id);
        self.values.begin(thread);
        let script = thread.top().map(|top| top.script.clone());
        if let Some(spot) = self.focus.filter(|spot| spot.thread == id) {
            self.watches.begin(spot);
        }
        if let Some(script) = script {
            self.load_source(&script);
        }
        self.cx.tell(Change::StackChanged { thread: id });
    }

    /// A list shows it halted: after a step that is its end, else a halt of its own.
    fn halts(&mut self, id: ThreadId, frames: Vec<Frame>) {
        self.going_on.forget(id);
        let Some(thread) = self.threads.get_mut(id) else { return };
        let (is_step, reached) = (thread.is_stepping(), thread.reached(&frames));
        let is_shown = thread.shows_arrival() && thread.frames() == frames;
        if let Reached::Back(kind) = reached {
            return self.step_on(id, kind, Some(frames));
        }
        if !is_step {
            thread.begin_generation();
        }
        let may_pass = !is_step || matches!(reached, Reached::Within | Reached::Behind);
        if reached == Reached::Behind
            && self.passes_at(id, frames.first()).is_some()
            && let Some(thread) = self.threads.get_mut(id)
        {
            // It leads nowhere any more.
            thread.forget_step();
        }
        if may_pass && self.begin_passing(id, &frames) {
            return;
        }
        let now = self.cx.now();
        let landing = self.threads.get(id).map(|thread| thread.landing(now, &frames));
        if !is_shown {
            self.arrive(id, |thread, moment| thread.shows(frames, moment));
            self.read_variables(Spot { thread: id, frame: 0 });
        }
        if let Some(landing) = landing {
            self.settle(id, &landing);
        }
    }

    /// The place is accepted: halted, recorded, reported.
    fn settle(&mut self, id: ThreadId, landing: &Landing) {
        let now = self.cx.now();
        let reason = self.reason(id, landing);
        let Some(thread) = self.threads.get_mut(id) else { return };
        let how = how(reason, landing);
        let halt = self.history.record(id, now, how, thread.frames().to_vec());
        thread.stands(Standing { since: now, halt });
        thread.halt_is_told();
        self.values.halted(id);
        self.watches.halted(id);
        let place = thread.top().map(|top| self.sources.place_of(top)).unwrap_or_default();
        let text = report(reason, (id, &place), landing, now);
        let top = self.threads.get(id).and_then(Thread::top);
        // A step halts whether or not a breakpoint's condition holds there.
        let open = if reason == StopReason::Step { self.condition_at(top) } else { None };
        let breakpoint = self.breakpoint_that_halts(id, top).filter(|_| open.is_none());
        self.cx.tell(Change::Stopped { thread: id, reason, halt, breakpoint });
        self.report_halt(id, text);
        self.remove_one_shots(id);
        // It may be one until that is known.
        let hit = match open {
            Some(condition) => {
                self.ask_whether_hit(id, condition);
                true
            }
            None => self.count_hit(id),
        };
        self.go_on(id, reason, hit);
    }

    /// Whoever looks at another thread that is held stays there, and is told the way.
    fn report_halt(&mut self, id: ThreadId, text: String) {
        let focus = self.focus.filter(|spot| spot.thread != id);
        let looked_at = focus.and_then(|spot| self.threads.get(spot.thread));
        if looked_at.is_some_and(|thread| thread.is_halted() || thread.is_stepping()) {
            self.cx.advise(NoticeKind::Done, text, Remedy::NextHalted);
        } else {
            self.cx.say(NoticeKind::Done, text);
        }
    }

    fn reason(&self, id: ThreadId, landing: &Landing) -> StopReason {
        let top = self.threads.get(id).and_then(Thread::top);
        let is_step = matches!(landing.verb, Some(Verb::Step(_)));
        let ends = landing.reached == Reached::End && !landing.ran_on;
        if is_step && ends {
            StopReason::Step
        } else if self.entering == Some(id) {
            StopReason::Entry
        } else if self.breakpoints.one_shot_at(id, top).is_some() {
            StopReason::RunTo
        } else if is_step && self.breakpoint_at(top).is_none() {
            StopReason::Step
        } else {
            StopReason::Breakpoint
        }
    }

    /// The user's breakpoint that a thread stands on; one that would let it go doesn't halt it.
    fn breakpoint_that_halts(&self, id: ThreadId, top: Option<&Frame>) -> Option<BreakpointNumber> {
        let breakpoint = self.breakpoints.get(&self.breakpoint_at(top)?)?;
        (!breakpoint.will_pass(id)).then_some(breakpoint.number)
    }

    /// A repeated or remembered step follows at once.
    fn go_on(&mut self, id: ThreadId, reason: StopReason, hit: bool) {
        let stepped = reason == StopReason::Step;
        let Some(thread) = self.threads.get_mut(id) else { return };
        let waiting = thread.take_waiting();
        if let Some(mut run) = thread.take_run() {
            run.done += 1;
            if run.done < run.total && stepped && !hit {
                thread.set_run(Some(run));
                return self.send_step(id, run.kind);
            }
            let why = if run.done < run.total { ", a breakpoint is on the way" } else { "" };
            let (kind, done, total) = (run.kind.as_str(), run.done, run.total);
            self.cx.say(NoticeKind::Done, format!("{kind} {done}/{total} done{why}"));
        }
        match waiting.filter(|_| stepped) {
            Some(Waiting::Step(kind)) => self.send_step(id, kind),
            Some(Waiting::Continue) => self.resume(id),
            None => {}
        }
    }

    /// The server was about to move after all: the list wins, in the same generation.
    fn moved_later(&mut self, id: ThreadId, frames: Vec<Frame>) {
        let was_passing = self.threads.get(id).is_some_and(Thread::is_passing);
        if was_passing {
            self.passings.forget(id);
            return self.halts(id, frames);
        }
        let place = frames.first().map(|top| self.sources.place_of(top)).unwrap_or_default();
        if let Some(halt) = self.threads.get(id).and_then(Thread::halt) {
            self.history.correct(halt, frames.clone());
            self.values.was_no_halt(id);
            self.watches.was_no_halt(id);
        }
        self.arrive(id, |thread, moment| thread.shows(frames, moment));
        self.values.halted(id);
        self.watches.halted(id);
        self.read_variables(Spot { thread: id, frame: 0 });
        self.cx.say(NoticeKind::Hint, format!("T{id} moved on to {place}"));
    }

    /// The verb never took place, as far as can be told.
    fn stood(&mut self, id: ThreadId, verb: Verb, certainly: StandsCertainly, why: &Failure) {
        self.remove_one_shots(id);
        let Some(thread) = self.threads.get_mut(id) else { return };
        // Nobody knows of a halt that passes.
        if !thread.is_passing() {
            thread.halt_is_told();
            let may_have_moved = certainly == StandsCertainly::PerhapsAgain;
            self.cx.tell(Change::Stood { thread: id, may_have_moved });
        }
        if self.is_to_go_on(id) {
            return self.goes_on_later(id, verb, why);
        }
        let Some(thread) = self.threads.get_mut(id) else { return };
        let place = thread.top().map(|top| self.sources.place_of(top)).unwrap_or_default();
        let verb = verb.as_str();
        let text = match certainly {
            StandsCertainly::Yes => {
                self.read_unread(Spot { thread: id, frame: 0 });
                let what = match why.delivery {
                    Delivery::Refused => "was refused",
                    Delivery::NotSent | Delivery::Unknown => "did not arrive",
                };
                format!("{verb} {what}: T{id} stands where it stood; {why}")
            }
            StandsCertainly::PerhapsAgain => {
                // It may have come round: what was read may be old.
                self.values.begin_again(thread);
                if let Some(spot) = self.focus.filter(|spot| spot.thread == id) {
                    self.watches.begin(spot);
                    self.watches.halted(id);
                }
                self.read_variables(Spot { thread: id, frame: 0 });
                let what = match why.kind {
                    FailureKind::Unexpected => format!("{verb} failed on the server"),
                    _ => format!("the answer of {verb} was lost"),
                };
                format!(
                    "{what}: {why}; T{id} stands at {place}: \
                     it did not arrive or came round to the same line"
                )
            }
        };
        self.cx.say(NoticeKind::Error, text);
    }

    fn runs(&mut self, id: ThreadId, verb: Verb) {
        self.going_on.forget(id);
        let verb = verb.as_str();
        self.cx.note(NoticeKind::Hint, format!("T{id} runs after {verb}"));
        self.tell_run(id);
    }

    /// The thread is listed no more.
    pub(in crate::session) fn ended(&mut self, id: ThreadId) {
        let Some(thread) = self.threads.get(id) else { return };
        let how = thread.exit(self.cx.now(), self.cx.halt_timeout());
        let was_followed = thread.was_followed();
        let kind = match how {
            Exit::Expired | Exit::StoppedElsewhere | Exit::Restarted => NoticeKind::Error,
            Exit::Finished | Exit::Stopped | Exit::LetGo => NoticeKind::Hint,
        };
        let (text, remedy) = self.end_words(thread, how);
        if matches!(how, Exit::Expired | Exit::StoppedElsewhere) {
            self.breakpoints.held.doubt();
        }
        self.forget_thread(id, how);
        if was_followed {
            // Where it stood is no news beside its end.
            self.cx.end_result();
        }
        match remedy {
            _ if !was_followed => self.cx.note(kind, text),
            Some(remedy) => self.cx.advise(kind, text, remedy),
            None => self.cx.say(kind, text),
        }
    }

    /// Everything that is known of a thread goes, but its recorded halts.
    pub(in crate::session) fn forget_thread(&mut self, id: ThreadId, how: Exit) {
        self.leave_place(id);
        self.values.forget(id);
        self.passings.forget(id);
        self.going_on.forget(id);
        let moment = self.cx.calls.moment();
        if self.threads.remove(id, moment).is_some() {
            self.remove_one_shots(id);
            self.polls.wait_from(self.cx.now());
            self.forget_edits_of(id);
            self.forget_hits_of(id);
            self.cx.tell(Change::Exited { thread: id, how });
        }
    }

    /// Why a thread has ended that was to go over a line.
    fn end_of_over(&self, thread: &Thread) -> (&'static str, Option<Remedy>) {
        let may_end = thread.step_began().and_then(|frame| {
            let line = self.sources.get(&frame.script)?.line_now(Some(thread.id()), frame.line);
            self.sources.may_end_at(&frame.script, line)
        });
        match may_end {
            Some(true) => (
                "over at the end of a function lets it run on; out halts in a caller that has more to do",
                Some(Remedy::StepOut),
            ),
            Some(false) => ("it came to no further line of its function, as after an error", None),
            None => (
                "over at the end of a function lets it run on, as an error does; out halts in a caller that has more to do",
                Some(Remedy::StepOut),
            ),
        }
    }

    /// What happened to a thread that is gone, and what would have halted it once more.
    fn end_words(&self, thread: &Thread, how: Exit) -> (String, Option<Remedy>) {
        let id = thread.id();
        match how {
            Exit::Stopped => (format!("T{id} was stopped"), None),
            Exit::StoppedElsewhere => {
                (format!("T{id} is gone, with time left: it was stopped elsewhere"), None)
            }
            Exit::Expired => (format!("T{id} expired: {}", self.why_not_renewed()), None),
            Exit::Restarted => (format!("T{id} is gone: the server was restarted"), None),
            Exit::LetGo => (format!("T{id} runs on: its debugger client was removed"), None),
            Exit::Finished => match thread.step().map(|step| step.kind) {
                Some(StepKind::Over) => {
                    let (text, remedy) = self.end_of_over(thread);
                    (format!("T{id} finished: {text}"), remedy)
                }
                Some(StepKind::Out) => {
                    let why = match thread.step().map(Step::depth) {
                        Some(1) => "out of the outermost function lets it run on",
                        _ => "no caller had more to do, or an error ended it",
                    };
                    (format!("T{id} finished: {why}"), None)
                }
                Some(StepKind::Into) => (
                    format!("T{id} finished: there was no further line, or an error ended it"),
                    None,
                ),
                None => (format!("T{id} finished"), None),
            },
        }
    }

    /// Why nothing renewed a halted thread in time.
    pub(in crate::session) fn why_not_renewed(&self) -> String {
        match self.not_renewed() {
            Some(NotRenewed::Off) => "renewal was off".to_owned(),
            Some(NotRenewed::Idle) => "nobody pressed a key for too long".to_owned(),
            Some(NotRenewed::NoConnection) => "there was no connection to renew it over".to_owned(),
            None => match (self.keep_alive.failures(), self.keep_alive.problem()) {
                (0, _) | (_, None) => "nothing renewed it in time".to_owned(),
                (1, Some(cause)) => format!("POST threads/reset failed: {cause}"),
                (times, Some(cause)) => format!("POST threads/reset failed {times}x: {cause}"),
            },
        }
    }
}

/// How a recorded halt names its way.
const fn how(reason: StopReason, landing: &Landing) -> &'static str {
    match (reason, landing.verb) {
        (StopReason::Step, Some(verb)) => verb.as_str(),
        (StopReason::RunTo, _) => "cursor",
        (StopReason::Step | StopReason::Breakpoint | StopReason::Entry, _) => "breakpoint",
    }
}

fn report(
    reason: StopReason,
    (id, place): (ThreadId, &str),
    landing: &Landing,
    now: Time,
) -> String {
    match reason {
        StopReason::Step if landing.unanswered => {
            format!("stepped to {place}: the answer was lost, the list tells")
        }
        StopReason::Step if landing.same_place => format!("stopped again on {place} (same line)"),
        StopReason::Step if landing.callers_ended > 0 => {
            let (took, callers) = (now.since(landing.sent).as_millis(), landing.callers_ended);
            let callers =
                if callers == 1 { "a caller".to_owned() } else { format!("{callers} callers") };
            format!("stepped to {place}: {callers} ended with the function ({took} ms)")
        }
        StopReason::Step if landing.ran_on => {
            format!("stepped to {place} ({} s)", now.since(landing.sent).as_secs())
        }
        StopReason::Step if landing.passed > 0 => {
            let (took, passed) = (now.since(landing.sent).as_millis(), landing.passed);
            let halts = counted(passed, "halt");
            format!("stepped to {place} past {halts} that let it go ({took} ms)")
        }
        StopReason::Step => {
            let (took, trips) = (now.since(landing.sent).as_millis(), landing.trips);
            format!("stepped to {place} ({took} ms, {})", counted(trips, "round trip"))
        }
        StopReason::RunTo | StopReason::Breakpoint | StopReason::Entry => {
            format!("T{id} halted at {place}")
        }
    }
}
