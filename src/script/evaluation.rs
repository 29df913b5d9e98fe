//! An expression on its way to a halted thread, which answers one question after the other.

use super::members::InspectError;
use std::time::Duration;
use tokio::sync::oneshot::{self, Receiver, Sender};
use tokio::time::timeout;

/// How long is waited for an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalPatience {
    /// Until the thread has answered what it was asked before.
    pub turn: Duration,
    /// From its beginning on.
    pub answer: Duration,
}

/// What has become of an expression when it is waited for no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluated {
    /// It gave this text.
    Text(String),
    /// It has begun and goes on; its effects come.
    StillRuns,
    /// The thread was busy with what it was asked before. It has no effects and never will.
    NotBegun,
}

/// As the platform tells that an expression has failed in its engine.
pub fn engine_error(what: &str, expression: &str) -> String {
    format!("InternalError: {what} ([DEBUGGER EXPR: {expression}]#1)")
}

/// Who asked, and waits. An expression that hasn't begun when this is dropped never will.
pub(super) struct Evaluation {
    begun: Receiver<()>,
    answer: Receiver<Result<String, InspectError>>,
}

/// The thread's end: what it tells when it begins.
pub(super) struct Turn(Option<Sender<()>>);

/// Both ends of an expression that `answer` tells of.
pub(super) fn asked(answer: Receiver<Result<String, InspectError>>) -> (Turn, Evaluation) {
    let (turn, begun) = oneshot::channel();
    (Turn(Some(turn)), Evaluation { begun, answer })
}

impl Turn {
    /// Whether the expression still is to be evaluated; from then on it can't be taken back.
    pub(super) fn begins(&mut self) -> bool {
        self.0.take().is_some_and(|turn| turn.send(()).is_ok())
    }
}

impl Evaluation {
    pub(super) async fn within(
        mut self,
        patience: EvalPatience,
    ) -> Result<Evaluated, InspectError> {
        if !self.has_turn(patience.turn).await {
            return Ok(Evaluated::NotBegun);
        }
        match timeout(patience.answer, self.answer).await {
            Ok(answer) => answer.unwrap_or(Err(InspectError::Gone)).map(Evaluated::Text),
            Err(_) => Ok(Evaluated::StillRuns),
        }
    }

    /// Whether it has begun, or been refused, by then; else it is taken back.
    async fn has_turn(&mut self, wait: Duration) -> bool {
        if timeout(wait, &mut self.begun).await.is_ok() {
            return true;
        }
        self.begun.close();
        // It may have begun just before.
        self.begun.try_recv().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: EvalPatience =
        EvalPatience { turn: Duration::from_secs(15), answer: Duration::from_secs(6) };

    #[tokio::test(start_paused = true)]
    async fn the_clock_of_an_expression_begins_when_the_expression_does() {
        let (reply, answer) = oneshot::channel();
        let (mut turn, evaluation) = asked(answer);
        let waits = tokio::spawn(evaluation.within(PATIENCE));
        tokio::time::sleep(Duration::from_secs(14)).await;
        assert!(turn.begins());
        tokio::time::sleep(Duration::from_secs(5)).await;
        reply.send(Ok("1".to_owned())).expect("it is waited for");
        assert_eq!(waits.await.expect("no panic"), Ok(Evaluated::Text("1".to_owned())));
    }

    #[tokio::test(start_paused = true)]
    async fn what_has_not_begun_is_taken_back_and_what_has_still_runs() {
        let (_reply, answer) = oneshot::channel();
        let (mut turn, evaluation) = asked(answer);
        assert_eq!(evaluation.within(PATIENCE).await, Ok(Evaluated::NotBegun));
        assert!(!turn.begins());

        let (_reply, answer) = oneshot::channel();
        let (mut turn, evaluation) = asked(answer);
        assert!(turn.begins());
        assert_eq!(evaluation.within(PATIENCE).await, Ok(Evaluated::StillRuns));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_refused_is_no_longer_waited_for() {
        let (reply, answer) = oneshot::channel();
        let (turn, evaluation) = asked(answer);
        reply.send(Err(InspectError::NotHalted)).expect("it is waited for");
        drop(turn);
        assert_eq!(evaluation.within(PATIENCE).await, Err(InspectError::NotHalted));
    }
}
