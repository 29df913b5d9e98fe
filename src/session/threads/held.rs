//! Moves that are held back: until the server has the breakpoints that the thread has just armed,
//! what was evaluated in it before is answered, or the log point that it stands on has spoken.
//! Requests overtake each other on their way.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::expression::{beginning, may_change_something};
use super::super::notice::NoticeKind;
use super::super::thread::{Held, Until, Verb};
use crate::api::ids::ThreadId;

/// Characters of an expression that is waited for.
const NAMED: usize = 40;

impl Session {
    /// Whether a move has to wait; then it leaves by itself. Asked for once more, it doesn't wait
    /// for an evaluation any longer.
    pub(super) fn holds_back(&mut self, id: ThreadId, verb: Verb) -> bool {
        let Some(thread) = self.threads.get(id) else { return false };
        let insists = thread.held_back() == Some(Held { verb, until: Until::Evaluated });
        let until = if self.is_arming_for(id) {
            Until::Armed
        } else if self.is_to_log(id) {
            Until::Logged
        } else if let Some(expression) = self.evaluates(id).filter(|_| !insists) {
            let text = format!(
                "T{id}: {} leaves once {} is answered; once more sends it now",
                verb.as_str(),
                beginning(expression, NAMED),
            );
            self.cx.say(NoticeKind::Hint, text);
            Until::Evaluated
        } else {
            return false;
        };
        if let Some(thread) = self.threads.get_mut(id) {
            thread.hold_back(Held { verb, until });
        }
        true
    }

    /// What was typed there, or asked by a front end so that it may change something, and is not
    /// answered yet. Watches are evaluated unasked: they wait for nobody, and nobody for them.
    fn evaluates(&self, id: ThreadId) -> Option<&str> {
        self.cx.calls.iter().find_map(|call| match &call.purpose {
            Purpose::ConsoleEval { at, expression: text, .. }
            | Purpose::ConsolePath { at, path: text, .. }
                if at.place.thread == id =>
            {
                Some(text.as_str())
            }
            Purpose::AskedEval { at, expression, .. }
                if at.place.thread == id && may_change_something(expression) =>
            {
                Some(expression.as_str())
            }
            _ => None,
        })
    }

    /// Whether the breakpoint that it stands on is still to speak, or to be judged.
    fn is_to_log(&self, id: ThreadId) -> bool {
        self.cx.calls.iter().any(|call| match &call.purpose {
            Purpose::LogText { at, .. } | Purpose::HitCondition { at, .. } => {
                at.place.thread == id && self.threads.is_at(at.place)
            }
            _ => false,
        })
    }

    /// Those that wait for nothing any more leave. One that waited for an evaluation does not
    /// outlive the connection: nobody expects it minutes later.
    pub(in crate::session) fn let_go_held(&mut self) {
        let held: Vec<(ThreadId, Held)> = self
            .threads
            .iter()
            .filter_map(|thread| Some((thread.id(), thread.held_back()?)))
            .collect();
        for (id, Held { verb, until }) in held {
            match until {
                Until::Evaluated | Until::Logged if !self.connection.is_attached() => {
                    self.stay(id);
                }
                Until::Armed if !self.connection.is_attached() || self.is_arming_for(id) => {}
                Until::Evaluated if self.evaluates(id).is_some() => {}
                Until::Logged if self.is_to_log(id) => {}
                Until::Armed | Until::Evaluated | Until::Logged => self.let_go(id, verb),
            }
        }
    }

    fn let_go(&mut self, id: ThreadId, verb: Verb) {
        let Some(thread) = self.threads.get_mut(id) else { return };
        thread.let_go();
        let passes = thread.is_passing();
        if !(passes || thread.is_halted()) {
            return;
        }
        match verb {
            Verb::Resume => self.resume(id),
            Verb::Step(_) if passes => self.let_pass(id),
            Verb::Step(kind) => self.send_step(id, kind),
            Verb::Stop => {}
        }
    }

    /// Has the thread do at its log point what it was told to meanwhile; false if that is nothing.
    pub(in crate::session) fn moves_from_log_point(&mut self, id: ThreadId) -> bool {
        let Some(thread) = self.threads.get_mut(id) else { return false };
        let Some(Held { verb, until: Until::Logged }) = thread.held_back() else { return false };
        thread.let_go();
        match verb {
            Verb::Resume => self.resume(id),
            Verb::Step(kind) => self.send_step(id, kind),
            Verb::Stop => {}
        }
        true
    }

    /// Forgets a move that waits for an evaluation; false if there is none.
    pub(super) fn stay(&mut self, id: ThreadId) -> bool {
        let Some(thread) = self.threads.get_mut(id) else { return false };
        let Some(Held { verb, until: Until::Evaluated | Until::Logged }) = thread.held_back()
        else {
            return false;
        };
        thread.let_go();
        thread.take_run();
        let text = format!("T{id} stays: {} was not sent", verb.as_str());
        self.cx.say(NoticeKind::Hint, text);
        true
    }
}
