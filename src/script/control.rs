//! The debugger's side of the engine.

use super::error::ScriptError;
use super::evaluation::{self, EvalPatience, Evaluated, Evaluation};
use super::members::{InspectError, MemberPage, Page};
use super::model::{Breakpoint, Owner, Step, ThreadId, ThreadInfo};
use super::registry::{Command, Place, Question, Registry, Reply};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{oneshot, watch};

/// The thread has ended or never was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the script thread is gone")]
pub struct Gone;

/// Attaches debuggers to an engine's threads; clones control the same engine.
#[derive(Clone)]
pub struct Control {
    registry: Arc<Registry>,
}

impl std::fmt::Debug for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").finish_non_exhaustive()
    }
}

impl Control {
    pub(super) fn new(registry: Arc<Registry>) -> Self {
        Self { registry }
    }

    /// From now on scripts start instrumented. Attaching twice is attaching once.
    pub fn attach(&self, owner: Owner) {
        self.registry.attach(owner);
    }

    /// Drops the owner's breakpoints and resumes the threads it holds.
    pub fn detach(&self, owner: Owner) {
        self.registry.detach(owner);
    }

    /// Whether any debugger is attached.
    pub fn has_debuggers(&self) -> bool {
        self.registry.has_debuggers()
    }

    /// Replaces all breakpoints of an attached owner, also for threads that run now.
    pub fn set_breakpoints(&self, owner: Owner, breakpoints: Vec<Breakpoint>) {
        self.registry.set_breakpoints(owner, breakpoints);
    }

    /// All threads, in the order of their start.
    pub fn threads(&self) -> Vec<ThreadInfo> {
        self.registry.places().iter().map(|place| place.info()).collect()
    }

    /// How many threads were given up and have not ended: no limit and no debugger ends what they are in.
    pub fn given_up(&self) -> usize {
        self.registry.given_up()
    }

    /// One thread.
    pub fn thread(&self, id: ThreadId) -> Result<ThreadInfo, Gone> {
        self.place(id).map(|place| place.info())
    }

    /// A counter that changes whenever a thread starts, halts, goes on or ends.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.registry.changes()
    }

    /// Steps a halted thread and waits at most `wait` until it halts again or ends.
    ///
    /// Answers the thread as it is then; running when it has ended, still runs, or wasn't halted.
    pub async fn step(&self, id: ThreadId, step: Step, wait: Duration) -> Result<ThreadInfo, Gone> {
        let place = self.place(id)?;
        let mut changes = self.changes();
        let Ok(halts) = place.send(Command::Step(step)) else {
            return Ok(place.info());
        };
        let again = async {
            while place.halts() == halts && self.place(id).is_ok() {
                if changes.changed().await.is_err() {
                    break;
                }
            }
        };
        // A step that takes longer is answered with what is known now.
        drop(tokio::time::timeout(wait, again).await);
        Ok(place.info())
    }

    /// Lets a halted thread run on; a running one is left alone.
    pub fn resume(&self, id: ThreadId) -> Result<(), Gone> {
        // A thread that isn't halted needs no resuming.
        self.place(id)?.send(Command::Resume).ok();
        Ok(())
    }

    /// Ends a script by a termination error that it can't catch; waits at most `wait` for its end.
    ///
    /// The runtime's own functions can't be interrupted, nor can a [`Host::call`](super::Host::call)
    /// that doesn't look at its [`Interrupt`](super::Interrupt). A script that is still inside of one
    /// of them after half a second, or by then, is given up: it leaves the list, its outcome says that
    /// it was terminated, and its OS thread ends when that call does.
    pub async fn stop(&self, id: ThreadId, wait: Duration) -> Result<(), Gone> {
        let mut changes = self.changes();
        let place = self.place(id)?;
        place.stop();
        let ended = async {
            while self.place(id).is_ok() {
                if changes.changed().await.is_err() {
                    break;
                }
            }
        };
        if tokio::time::timeout(wait, ended).await.is_err() {
            self.registry.give_up(&place, ScriptError::terminated());
        }
        Ok(())
    }

    /// Every halted thread may sleep for the whole halt timeout again.
    pub fn renew(&self) {
        self.registry.renew();
    }

    /// Evaluates text in a frame; errors of the script are texts too. An expression that has no
    /// turn in time, or that nobody waits for any more before it has one, never begins.
    pub async fn eval(
        &self,
        id: ThreadId,
        frame: usize,
        text: &str,
        patience: EvalPatience,
    ) -> Result<Evaluated, InspectError> {
        self.evaluation(id, frame, text)?.within(patience).await
    }

    /// The variables of a frame and its enclosing scopes.
    ///
    /// A function that was entered before there was any breakpoint is known from its next round of
    /// a loop on. Until then its own variables and those of the functions around it are listed
    /// without their values, and an expression or condition may only use what its module sees.
    /// `this` and `arguments` of a function that uses neither are listed only if its script had a
    /// breakpoint, or its thread stepped, when the script was loaded; the same goes for `super`
    /// and `new.target` in expressions.
    pub async fn variables(
        &self,
        id: ThreadId,
        frame: usize,
        page: Page,
    ) -> Result<MemberPage, InspectError> {
        self.ask(id, frame, |reply| Question::Variables(page, reply)).await
    }

    /// The members of the object at a path such as `basket.items[0]`; without a path, the frame's
    /// variables.
    pub async fn members(
        &self,
        id: ThreadId,
        frame: usize,
        path: Option<&str>,
        page: Page,
    ) -> Result<MemberPage, InspectError> {
        let path = path.map(str::to_owned);
        self.ask(id, frame, |reply| Question::Members(path, page, reply)).await
    }

    fn evaluation(
        &self,
        id: ThreadId,
        frame: usize,
        text: &str,
    ) -> Result<Evaluation, InspectError> {
        let (reply, answer) = oneshot::channel();
        let (turn, evaluation) = evaluation::asked(answer);
        self.send(id, frame, Question::Eval { text: text.to_owned(), turn, reply })?;
        Ok(evaluation)
    }

    async fn ask<T>(
        &self,
        id: ThreadId,
        frame: usize,
        question: impl FnOnce(Reply<T>) -> Question,
    ) -> Result<T, InspectError> {
        let (reply, answer) = oneshot::channel();
        self.send(id, frame, question(reply))?;
        answer.await.unwrap_or(Err(InspectError::Gone))
    }

    fn send(&self, id: ThreadId, frame: usize, question: Question) -> Result<(), InspectError> {
        let place = self.place(id).map_err(|Gone| InspectError::Gone)?;
        place.send(Command::Inspect { frame, question }).map(drop)
    }

    fn place(&self, id: ThreadId) -> Result<Arc<Place>, Gone> {
        self.registry.place(id).ok_or(Gone)
    }
}
