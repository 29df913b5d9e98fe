//! What a thread list says about each thread.

use super::Session;
use super::polls::AGREEMENT;
use crate::api::debugger::{ScriptThread, ThreadList, ThreadStatus};
use crate::api::ids::ThreadId;
use crate::session::command::StepKind;
use crate::session::notice::NoticeKind;
use crate::session::thread::{Frame, Phase, Place, Thread, ThreadState};
use crate::session::time::Time;
use std::collections::HashMap;
use std::time::Duration;

/// A step is answered within this time even if the thread runs on (the server's own limit).
const STEP_ANSWER: Duration = Duration::from_millis(1_900);

impl Session {
    pub(super) fn listed(
        &mut self,
        list: &ThreadList,
        sent: Time,
        places: &HashMap<ThreadId, Place>,
    ) {
        self.polls.answered(self.now);
        self.polls.measure(self.now.since(sent));
        for id in self.threads.ids() {
            let listed = list.script_threads.iter().find(|thread| thread.id == id);
            self.listed_one(id, listed, sent, places);
        }
        let before = std::mem::replace(&mut self.polls.last_sent, sent);
        for thread in &list.script_threads {
            let is_new = self.threads.get(thread.id).is_none();
            let has_ended = self.link.ended.get(&thread.id).is_some_and(|at| sent <= *at);
            if is_new && !has_ended && thread.status != ThreadStatus::Done {
                self.appeared(thread, before);
            }
        }
        self.arming.retry();
    }

    fn listed_one(
        &mut self,
        id: ThreadId,
        listed: Option<&ScriptThread>,
        sent: Time,
        places: &HashMap<ThreadId, Place>,
    ) {
        let Some(place) = places.get(&id) else { return };
        if !self.threads.is_at(*place) {
            return self.log.drop_stale(self.now, "thread in a list");
        }
        match listed {
            None => self.ended(id),
            Some(thread) if thread.status == ThreadStatus::Done => self.ended(id),
            Some(thread) if is_halted(thread) => {
                self.listed_halted(id, Frame::from_stack(&thread.call_stack));
            }
            Some(_) => self.listed_running(id, sent),
        }
    }

    fn appeared(&mut self, listed: &ScriptThread, unseen_until: Time) {
        let mut thread = Thread::new(listed.id, self.now);
        thread.seen_running = unseen_until;
        thread.moved_at = unseen_until;
        self.threads.insert(thread);
        if is_halted(listed) {
            self.new_halt(listed.id, Frame::from_stack(&listed.call_stack));
        }
    }

    fn listed_running(&mut self, id: ThreadId, sent: Time) {
        let now = self.now;
        let Some(thread) = self.threads.get_mut(id) else { return };
        thread.seen_running = sent;
        match (thread.state, thread.phase) {
            (_, Phase::Unanswered | Phase::Stopping) => {}
            (ThreadState::Halted, _) => {
                self.leave_place(id);
                self.set_running(id);
                self.say(NoticeKind::Hint, format!("T{id} runs on: it was resumed elsewhere"));
            }
            (ThreadState::Stepping { .. }, _) => {
                thread.phase = Phase::Answered;
                thread.seen_moving = true;
                if now.since(thread.moved_at) >= STEP_ANSWER {
                    thread.pending = None;
                    thread.state = ThreadState::Running { since: thread.moved_at };
                }
            }
            (ThreadState::Running { .. }, _) => {
                if let Phase::Agreed(_) = thread.phase {
                    thread.phase = Phase::Answered;
                }
                thread.seen_moving = true;
            }
        }
    }

    fn listed_halted(&mut self, id: ThreadId, frames: Vec<Frame>) {
        let now = self.now;
        let Some(thread) = self.threads.get_mut(id) else { return };
        let stands = !thread.seen_moving && thread.before == frames;
        match (thread.state, thread.phase) {
            (_, Phase::Stopping) => {}
            (ThreadState::Halted, _) => {
                if thread.frames != frames {
                    self.moved_later(id, frames);
                }
            }
            (_, Phase::Unanswered) if stands => {}
            (_, Phase::Agreed(at)) if stands => {
                if now.since(at) >= AGREEMENT {
                    self.agreed_twice(id, frames);
                }
            }
            (_, Phase::Answered | Phase::Arrived) if stands => {
                thread.trips += 1;
                thread.phase = Phase::Agreed(now);
                if thread.is_stepping() && thread.frames != frames {
                    self.arrive(id, frames);
                    self.set_phase(id, Phase::Agreed(now));
                }
            }
            (ThreadState::Stepping { .. }, _) => {
                thread.trips += 1;
                if thread.frames != frames || thread.phase != Phase::Arrived {
                    self.arrive(id, frames);
                    self.read_variables(id, 0);
                }
                self.settle(id);
            }
            (ThreadState::Running { .. }, _) => self.new_halt(id, frames),
        }
    }

    fn agreed_twice(&mut self, id: ThreadId, frames: Vec<Frame>) {
        let Some(thread) = self.threads.get_mut(id) else { return };
        thread.trips += 1;
        if thread.is_stepping() {
            self.settle(id);
        } else {
            self.new_halt(id, frames);
        }
    }

    pub(super) fn set_phase(&mut self, id: ThreadId, phase: Phase) {
        if let Some(thread) = self.threads.get_mut(id) {
            thread.phase = phase;
        }
    }

    /// The server was about to move after all: the list wins, in the same generation.
    fn moved_later(&mut self, id: ThreadId, frames: Vec<Frame>) {
        self.arrive(id, frames.clone());
        let place = frames.first().map(Frame::place).unwrap_or_default();
        if let Some(thread) = self.threads.get_mut(id) {
            thread.phase = Phase::Settled;
            thread.confirmed = true;
            let halt = thread.halt;
            if let Some(halt) = halt.and_then(|number| self.history.get_mut(number)) {
                halt.frames = frames;
            }
        }
        self.read_variables(id, 0);
        self.say(NoticeKind::Hint, format!("T{id} moved on to {place}"));
    }

    /// A thread that ran is halted: a generation of its own.
    fn new_halt(&mut self, id: ThreadId, frames: Vec<Frame>) {
        if let Some(thread) = self.threads.get_mut(id) {
            thread.generation.0 += 1;
            thread.position.0 = 0;
            thread.trips = 1;
        }
        if self.begin_passing(id, &frames) {
            return;
        }
        self.arrive(id, frames);
        self.read_variables(id, 0);
        self.settle(id);
    }

    /// The thread is listed no more.
    pub(super) fn ended(&mut self, id: ThreadId) {
        self.leave_place(id);
        self.jobs.remove(&id);
        self.passing.remove(&id);
        let Some(thread) = self.threads.remove(id) else { return };
        self.link.ended.insert(id, self.now);
        self.remove_one_shots(id);
        let notice = end_notice(&thread, self.now);
        if self.threads.selected == Some(id) || was_followed(&thread) {
            self.say(NoticeKind::Hint, notice);
        } else {
            self.log.push(self.now, NoticeKind::Hint, notice);
        }
        if self.threads.selected == Some(id) {
            let halted = self.threads.iter().find(|thread| thread.is_halted());
            self.threads.selected = halted.map(|thread| thread.id);
            self.polls.waiting_since = self.now;
        }
    }
}

const fn is_halted(thread: &ScriptThread) -> bool {
    matches!(thread.status, ThreadStatus::Halted) && !thread.call_stack.is_empty()
}

/// Threads that never halted here come and go with every page: they are for the log.
fn was_followed(thread: &Thread) -> bool {
    !thread.frames.is_empty() || thread.phase == Phase::Stopping
}

/// What happened to a thread that is gone, and which key would have halted it once more.
fn end_notice(thread: &Thread, now: Time) -> String {
    let id = thread.id;
    if thread.phase == Phase::Stopping {
        return format!("T{id} was stopped");
    }
    if thread.is_halted() {
        return match thread.lives_until {
            Some(until) if now >= until => format!("T{id} expired: nothing renewed it in time"),
            _ => format!("T{id} is gone: it was stopped elsewhere or expired"),
        };
    }
    match thread.last_verb {
        Some(StepKind::Over) => {
            format!(
                "T{id} finished: over at the end of a function lets it run on, out (`step out`) halts in the caller"
            )
        }
        Some(StepKind::Out) => {
            format!("T{id} finished: out of the outermost function lets it run on")
        }
        Some(StepKind::Into) => format!("T{id} finished: there was no further line"),
        None => format!("T{id} finished"),
    }
}
