//! Steps and resumes that are not answered yet: each answer comes before the events that follow
//! from it.

use super::events::Stopped;
use super::message::{Code, Id, Outcome, Refusal};
use crate::api::ids::ThreadId;
use crate::session::Failure;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// A move that nobody has answered for so long is given up.
const LIMIT: Duration = Duration::from_mins(1);

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Continue,
    StepOver,
    StepInto,
    StepOut,
    RunTo,
    Stop,
}

/// What is to be said.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Told {
    Answer(Option<Id>, Outcome),
    Continued(ThreadId),
}

#[derive(Clone, Debug)]
struct Pending {
    id: Option<Id>,
    thread: ThreadId,
    verb: Verb,
    /// The answer waits so long for the next stop.
    wait: Option<Duration>,
    stage: Stage,
    due: Instant,
    /// It runs: to be told behind the answer.
    continued: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Sent,
    /// The server has taken it; the next stop is waited for.
    Waits,
}

/// All that are under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves(Vec<Pending>);

impl Moves {
    pub(super) fn begin(
        &mut self,
        id: Option<Id>,
        thread: ThreadId,
        verb: Verb,
        wait: Option<Duration>,
    ) {
        let due = Instant::now() + LIMIT;
        let stage = Stage::Sent;
        self.0.push(Pending { id, thread, verb, wait, stage, due, continued: false });
    }

    /// How many have no answer yet.
    pub(super) const fn under_way(&self) -> usize {
        self.0.len()
    }

    /// When the next one has waited long enough.
    pub(super) fn due(&self) -> Option<Instant> {
        self.0.iter().map(|pending| pending.due).min()
    }

    fn take(&mut self, fits: impl Fn(&Pending) -> bool) -> Vec<Pending> {
        self.0.extract_if(.., |pending| fits(pending)).collect()
    }

    pub(super) fn continued(&mut self, thread: ThreadId) -> Vec<Told> {
        let is_sent = |it: &&mut Pending| it.thread == thread && it.stage == Stage::Sent;
        match self.0.iter_mut().find(is_sent) {
            Some(pending) => {
                pending.continued = true;
                Vec::new()
            }
            None => vec![Told::Continued(thread)],
        }
    }

    pub(super) fn answered(
        &mut self,
        thread: ThreadId,
        outcome: &Result<(), Failure>,
    ) -> Vec<Told> {
        let mut told = Vec::new();
        for mut pending in self.take(|it| it.thread == thread && it.stage == Stage::Sent) {
            let continued = pending.continued;
            match (outcome, pending.wait) {
                (Err(failure), _) => told.push(pending.refused(failure.clone().into())),
                (Ok(()), Some(wait)) => {
                    pending.stage = Stage::Waits;
                    pending.due = Instant::now() + wait;
                    self.0.push(pending);
                }
                (Ok(()), None) => told.push(pending.done(Value::Null)),
            }
            if continued && outcome.is_ok() {
                told.push(Told::Continued(thread));
            }
        }
        told
    }

    pub(super) fn stopped(&mut self, thread: ThreadId, stopped: &Stopped) -> Vec<Told> {
        let all = self.take(|it| it.thread == thread);
        all.into_iter().map(|pending| pending.done(json!({"stopped": stopped}))).collect()
    }

    pub(super) fn exited(&mut self, thread: ThreadId, how: &str) -> Vec<Told> {
        let all = self.take(|it| it.thread == thread);
        let end = || json!({"stopped": null, "exited": how});
        all.into_iter().map(|pending| pending.done(end())).collect()
    }

    /// It stands where it stood: the move did not take place, as far as can be told.
    pub(super) fn stood(&mut self, thread: ThreadId, may_have_moved: bool) -> Vec<Told> {
        let all = self.take(|it| it.thread == thread);
        let (words, action) = if may_have_moved {
            let words = format!(
                "its answer was lost: thread {thread} stands on the same line, where it stayed or has come round to"
            );
            (words, "read its variables anew before you send it again")
        } else {
            (
                format!("it did not take place: thread {thread} stands where it stood"),
                "send it again",
            )
        };
        let refusal = || Refusal::new(Code::Refused, words.clone()).then(action);
        all.into_iter().map(|pending| pending.refused(refusal())).collect()
    }

    /// Refuses those that are meant by how long they wait for the next stop.
    pub(super) fn give_up(
        &mut self,
        is_meant: impl Fn(Option<Duration>) -> bool,
        why: impl Fn() -> Refusal,
    ) -> Vec<Told> {
        let all = self.take(|pending| is_meant(pending.wait));
        all.into_iter().map(|pending| pending.refused(why())).collect()
    }

    /// Those whose time is over.
    pub(super) fn late(&mut self) -> Vec<Told> {
        let now = Instant::now();
        let told = |pending: Pending| match pending.stage {
            Stage::Waits => pending.done(json!({"stopped": null, "timed_out": true})),
            Stage::Sent => {
                let words = format!("the server did not answer within {} s", LIMIT.as_secs());
                pending.refused(Refusal::new(Code::TimedOut, words))
            }
        };
        self.take(|pending| pending.due <= now).into_iter().map(told).collect()
    }
}

impl Pending {
    /// With what was waited for, if anything was.
    fn done(self, more: Value) -> Told {
        let mut result = self.verb.result(self.thread);
        if let (Some(_), Value::Object(more), Some(result)) =
            (self.wait, more, result.as_object_mut())
        {
            result.extend(more);
        }
        Told::Answer(self.id, Ok(result))
    }

    fn refused(self, refusal: Refusal) -> Told {
        Told::Answer(self.id, Err(refusal))
    }
}

impl Verb {
    fn result(self, thread: ThreadId) -> Value {
        let thread_id = thread.0;
        match self {
            Self::Continue => json!({"thread_id": thread_id, "status": "resumed"}),
            Self::StepOver => json!({"thread_id": thread_id, "action": "step_over"}),
            Self::StepInto => json!({"thread_id": thread_id, "action": "step_into"}),
            Self::StepOut => json!({"thread_id": thread_id, "action": "step_out"}),
            Self::RunTo => json!({"thread_id": thread_id, "action": "run_to"}),
            Self::Stop => json!({"thread_id": thread_id, "status": "stopped"}),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::FailureKind;

    const T7: ThreadId = ThreadId(7);

    fn stopped() -> Stopped {
        let (location, breakpoint_ids) = (None, Vec::new());
        Stopped { thread_id: 7, reason: "step", location, breakpoint_ids, halt: 3 }
    }

    fn begun(verb: Verb, wait: Option<Duration>) -> Moves {
        let mut moves = Moves::default();
        moves.begin(Some(Id::Text("a".to_owned())), T7, verb, wait);
        moves
    }

    fn result(told: &Told) -> Value {
        match told {
            Told::Answer(Some(Id::Text(id)), Ok(result)) if id == "a" => result.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_resume_is_answered_before_it_is_told() {
        let mut moves = begun(Verb::Continue, None);
        assert_eq!(moves.continued(T7), []);
        let told = moves.answered(T7, &Ok(()));
        assert_eq!(result(&told[0]), json!({"thread_id": 7, "status": "resumed"}));
        assert_eq!(told[1..], [Told::Continued(T7)]);
        assert_eq!(moves.continued(T7), [Told::Continued(T7)], "somebody else's");
    }

    #[tokio::test(start_paused = true)]
    async fn a_step_that_waits_is_answered_with_its_stop_or_its_end_or_in_time() {
        let wait = Some(Duration::from_millis(500));
        let mut moves = begun(Verb::StepOver, wait);
        assert_eq!(moves.answered(T7, &Ok(())), []);
        let told = moves.stopped(T7, &stopped());
        assert_eq!(result(&told[0])["stopped"]["halt"], 3);
        let mut moves = begun(Verb::StepOver, wait);
        let told = moves.exited(T7, "finished");
        assert_eq!(
            (&result(&told[0])["stopped"], &result(&told[0])["exited"]),
            (&json!(null), &json!("finished"))
        );
        let mut moves = begun(Verb::StepOut, wait);
        moves.answered(T7, &Ok(()));
        tokio::time::sleep_until(moves.due().expect("it waits")).await;
        let told = moves.late();
        assert_eq!(result(&told[0])["timed_out"], true);
        assert_eq!(moves.due(), None);
    }

    #[tokio::test]
    async fn a_step_that_the_server_refuses_is_an_error() {
        let mut moves = begun(Verb::StepInto, None);
        let failure = Failure::new(FailureKind::Unreachable, "connection refused", "wait");
        let told = moves.answered(T7, &Err(failure));
        let [Told::Answer(_, Err(refusal))] = &told[..] else { panic!("{told:?}") };
        assert_eq!(
            (refusal.code, refusal.error.as_str()),
            (Code::NotConnected, "connection refused")
        );
    }
}
