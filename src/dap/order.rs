//! The order of requests: what changes or moves a thread takes effect in the order in which it came, and is seen by
//! what is asked behind it. What only reads is not waited for, and what ends something waits for nothing.

use super::attached::Attached;
use super::handles::Handle;
use super::wire::{Asked, Refusal};
use crate::api::ids::ThreadId;
use crate::session::is_plain_path;
use dapts::request::{
    Completions, Continue, Evaluate, Next, Scopes, SetBreakpoints, SetExpression, SetVariable,
    StackTrace, StepIn, StepInTargets, StepOut, Variables,
};
use dapts::{
    CompletionsArguments, EvaluateArguments, EvaluateArgumentsContext as Context, IRequest,
    ScopesArguments, SetExpressionArguments, SetVariableArguments, StackTraceArguments,
    StepInTargetsArguments, VariablesArguments,
};
use futures::FutureExt;
use futures::future::join_all;
use parking_lot::Mutex;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// So many requests that take a while are under way at a time.
const AT_A_TIME: usize = 1_024;

/// What a request has to do with threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Nothing that others wait for.
    Free,
    /// It reads where this one stands.
    Reads(ThreadId),
    /// It runs code in this one.
    Changes(ThreadId),
    /// It moves this one.
    Moves(ThreadId),
    /// It sets breakpoints.
    Breaks,
}

impl Turn {
    const fn within(thread: ThreadId, runs_code: bool) -> Self {
        if runs_code { Self::Changes(thread) } else { Self::Reads(thread) }
    }

    /// Whether it waits for one that came before it.
    fn waits_for(self, earlier: Self) -> bool {
        match (self, earlier) {
            (
                Self::Reads(one) | Self::Changes(one) | Self::Moves(one),
                Self::Changes(other) | Self::Moves(other),
            ) => one == other,
            // It is to halt at what was set before.
            (Self::Moves(_), Self::Breaks) => true,
            _ => false,
        }
    }

    /// Whether it moves the thread away that another one reads.
    fn leaves(self, earlier: Self) -> bool {
        matches!((self, earlier), (Self::Moves(one), Self::Reads(other)) if one == other)
    }
}

/// The thread that a request moves, as all of them name it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfThread {
    thread_id: u64,
}

impl Attached {
    /// What a request has to do with threads; nothing, where it will be refused.
    pub(super) fn turn(&self, asked: &Asked) -> Turn {
        self.turn_of(asked).unwrap_or(Turn::Free)
    }

    fn turn_of(&self, asked: &Asked) -> Result<Turn, Refusal> {
        let of_number = |number: u64| self.held(number).map(|held| held.spot.thread);
        let of_frame = |frame: Option<u64>| self.spot(frame).map(|(spot, _)| spot.thread);
        Ok(match asked.command.as_str() {
            Continue::COMMAND | Next::COMMAND | StepIn::COMMAND | StepOut::COMMAND => {
                Turn::Moves(ThreadId(asked.arguments::<OfThread>()?.thread_id))
            }
            SetBreakpoints::COMMAND => Turn::Breaks,
            Evaluate::COMMAND => {
                let it: EvaluateArguments = asked.arguments()?;
                let runs = evaluating_runs(&it.expression, &it.context.unwrap_or_default());
                Turn::within(of_frame(it.frame_id)?, runs)
            }
            SetVariable::COMMAND => {
                let it: SetVariableArguments = asked.arguments()?;
                Turn::Changes(of_number(it.variables_reference.into())?)
            }
            SetExpression::COMMAND => {
                let it: SetExpressionArguments = asked.arguments()?;
                Turn::Changes(of_frame(it.frame_id)?)
            }
            Variables::COMMAND => {
                let it: VariablesArguments = asked.arguments()?;
                let held = self.held(it.variables_reference.into())?;
                Turn::within(held.spot.thread, matches!(held.handle, Handle::Getter(_)))
            }
            Scopes::COMMAND => {
                Turn::Reads(of_number(asked.arguments::<ScopesArguments>()?.frame_id)?)
            }
            StepInTargets::COMMAND => {
                Turn::Reads(of_number(asked.arguments::<StepInTargetsArguments>()?.frame_id)?)
            }
            Completions::COMMAND => {
                Turn::Reads(of_frame(asked.arguments::<CompletionsArguments>()?.frame_id)?)
            }
            StackTrace::COMMAND => {
                Turn::Reads(ThreadId(asked.arguments::<StackTraceArguments>()?.thread_id))
            }
            _ => Turn::Free,
        })
    }
}

/// Whether an evaluation runs code: hovering doesn't, and a plain path is read, unless it is to be copied whole.
fn evaluating_runs(expression: &str, context: &Context) -> bool {
    match context {
        Context::Hover => false,
        Context::Clipboard => true,
        _ => !is_plain_path(expression.trim()),
    }
}

/// A request that goes on beside the conversation.
struct Open {
    turn: Turn,
    /// It waits for what came before it.
    is_held_up: bool,
    cancelled: CancellationToken,
    done: CancellationToken,
}

/// Requests that go on beside the conversation, by their numbers.
#[derive(Clone, Default)]
pub(super) struct UnderWay(Arc<Mutex<HashMap<i64, Open>>>);

/// A request that has begun; when it is dropped, nobody waits for it any more, whatever became of it.
struct Begun {
    under_way: UnderWay,
    seq: i64,
    done: CancellationToken,
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.under_way.0.lock().remove(&self.seq);
        self.done.cancel();
    }
}

impl UnderWay {
    /// Cancels a request, if it still is under way.
    pub(super) fn cancel(&self, id: u64) {
        let open = self.0.lock();
        if let Some(open) = i64::try_from(id).ok().and_then(|id| open.get(&id)) {
            open.cancelled.cancel();
        }
    }

    pub(super) fn cancel_all(&self) {
        for open in self.0.lock().values() {
            open.cancelled.cancel();
        }
    }

    fn enter(
        &self,
        seq: i64,
        turn: Turn,
        is_held_up: bool,
        cancelled: &CancellationToken,
    ) -> Begun {
        let done = CancellationToken::new();
        let open = Open { turn, is_held_up, cancelled: cancelled.clone(), done: done.clone() };
        self.0.lock().insert(seq, open);
        Begun { under_way: self.clone(), seq, done }
    }

    /// Begins at once, unless something before it is to take effect first; what takes time is a task.
    pub(super) fn begin(&self, attached: Arc<Attached>, asked: Asked) -> Result<(), Refusal> {
        let turn = attached.turn(&asked);
        let before = {
            let open = self.0.lock();
            if open.len() >= AT_A_TIME {
                return Err(Refusal::quiet(format!(
                    "{AT_A_TIME} requests are under way: wait for their answers"
                )));
            }
            let is_before = |earlier: &&Open| {
                // What reads is not waited for, unless it is late for others' sake.
                turn.waits_for(earlier.turn) || earlier.is_held_up && turn.leaves(earlier.turn)
            };
            let before = open.values().filter(is_before);
            before.map(|earlier| earlier.done.clone()).collect::<Vec<_>>()
        };
        let cancelled = CancellationToken::new();
        let begun = self.enter(asked.seq, turn, !before.is_empty(), &cancelled);
        let mut work = async move {
            let _begun = begun;
            let working = async {
                join_all(before.iter().map(CancellationToken::cancelled)).await;
                if attached.moves(&asked) {
                    Ok(None)
                } else {
                    attached.work(&asked).await.map(Some)
                }
            };
            let outcome = tokio::select! {
                biased;
                () = cancelled.cancelled() => Err(Refusal::cancelled()),
                outcome = working => outcome,
            };
            match outcome {
                Ok(Some(body)) => attached.out.answer_with(&asked, body),
                // It has its answer.
                Ok(None) => {}
                Err(refusal) => attached.out.refuse(&asked, &refusal),
            }
        }
        .boxed();
        if (&mut work).now_or_never().is_none() {
            tokio::spawn(work);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T7: ThreadId = ThreadId(7);

    #[test]
    fn what_came_before_takes_effect_before() {
        use Turn::{Breaks, Changes, Free, Moves, Reads};
        for (turn, earlier, waits) in [
            (Moves(T7), Changes(T7), true),
            (Moves(T7), Changes(ThreadId(8)), false),
            (Moves(T7), Breaks, true),
            (Moves(T7), Moves(T7), true),
            (Moves(T7), Reads(T7), false),
            (Changes(T7), Changes(T7), true),
            (Changes(T7), Reads(T7), false),
            (Reads(T7), Changes(T7), true),
            (Reads(T7), Moves(T7), true),
            (Reads(T7), Reads(T7), false),
            (Breaks, Changes(T7), false),
            (Free, Changes(T7), false),
        ] {
            assert_eq!(turn.waits_for(earlier), waits, "{turn:?} behind {earlier:?}");
        }
    }

    #[test]
    fn what_runs_code_changes_a_thread() {
        for (expression, context, runs) in [
            ("basket.total", Context::Watch, false),
            ("basket.total", Context::Repl, false),
            ("basket.total", Context::Clipboard, true),
            ("basket.getTotal()", Context::Watch, true),
            ("basket.getTotal()", Context::Repl, true),
            ("basket.getTotal()", Context::default(), true),
            ("basket.getTotal()", Context::Hover, false),
        ] {
            assert_eq!(evaluating_runs(expression, &context), runs, "{expression} {context:?}");
        }
    }

    #[tokio::test]
    async fn what_fails_half_way_holds_up_nobody() {
        let under_way = UnderWay::default();
        let begun = under_way.enter(1, Turn::Changes(T7), false, &CancellationToken::new());
        let done = begun.done.clone();
        let work = tokio::spawn(async move {
            let _begun = begun;
            std::panic::resume_unwind(Box::new("failed"));
        });
        work.await.expect_err("it failed");
        assert!(done.is_cancelled() && under_way.0.lock().is_empty());
    }
}
