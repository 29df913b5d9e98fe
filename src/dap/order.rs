//! The order of requests: what changes or moves a thread takes effect in the order in which it came, and is seen by
//! what is asked behind it. What only reads is not waited for, and what ends something waits for nothing.

use super::attached::Attached;
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
                let thread = of_frame(it.frame_id)?;
                let runs = it.context.unwrap_or_default() == Context::Repl
                    && !is_plain_path(it.expression.trim());
                if runs { Turn::Changes(thread) } else { Turn::Reads(thread) }
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
                Turn::Reads(of_number(it.variables_reference.into())?)
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
        let (cancelled, done) = (CancellationToken::new(), CancellationToken::new());
        let seq = asked.seq;
        let is_held_up = !before.is_empty();
        let open = Open { turn, is_held_up, cancelled: cancelled.clone(), done: done.clone() };
        self.0.lock().insert(seq, open);
        let under_way = self.clone();
        let mut work = async move {
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
            under_way.0.lock().remove(&seq);
            match outcome {
                Ok(Some(body)) => attached.out.answer_with(&asked, body),
                // It has its answer.
                Ok(None) => {}
                Err(refusal) => attached.out.refuse(&asked, &refusal),
            }
            done.cancel();
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
}
