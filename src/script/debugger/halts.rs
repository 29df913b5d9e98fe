//! Halting: where the thread is held, and what it is told.

use super::{Debugger, TERMINATED};
use crate::script::error::Place as StackPlace;
use crate::script::flags::Hit;
use crate::script::instrument::Position;
use crate::script::model::{Frame, Owner, Step};
use crate::script::raw::throw_uncatchable;
use crate::script::registry::{Command, Question};
use rquickjs::{Ctx, Result};
use serde_json::json;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

impl Debugger {
    /// The breakpoints at a hook, as JSON like everything that scripts could get hold of on its way.
    pub(super) fn hits(&self, script: usize, hook: u32) -> String {
        let entry = |hit: Hit| json!({ "owner": hit.owner.0, "condition": hit.condition });
        let hits = self.place.flags.hits(script, hook);
        hits.into_iter().map(entry).collect::<serde_json::Value>().to_string()
    }

    /// Where the frames are that a stack text tells of, innermost first, as JSON.
    pub(super) fn frames(&self, trace: &str) -> String {
        let found = trace.lines().filter_map(StackPlace::parse).filter_map(|found| {
            // What runs the static blocks of a class stands nowhere.
            if found.line == 0 {
                return None;
            }
            let (module, code) = self.place.flags.find(found.file)?;
            let Position { scope, line, opaque, .. } = code.position(found.line, found.column);
            let name = found.function;
            let plain = !opaque && !code.constructs((found.line, found.column), name);
            let function = code.scopes[scope as usize].function;
            let suspends = code.functions[function as usize].suspends;
            Some(json!({ "module": module, "scope": scope, "line": line, "plain": plain, "name": name, "suspends": suspends }))
        });
        found.collect::<serde_json::Value>().to_string()
    }

    /// One more frame of the next halt; its name is nothing when the runtime gave no account of it.
    pub(super) fn add_frame(&self, (module, scope, line): (usize, u32, u32), name: Option<String>) {
        let code = self.place.flags.code(module);
        let function = &code.functions[code.scopes[scope as usize].function as usize];
        let function =
            name.or_else(|| function.label.as_ref().map(ToString::to_string)).unwrap_or_default();
        let path = self.place.flags.path(module);
        self.frames.borrow_mut().push(Frame { function, path, line });
    }

    /// Puts the thread on hold; its clock stands still already.
    pub(super) fn halt(&self, owner: Owner) {
        let until = Instant::now() + self.limits.halt_timeout;
        self.place.halt(owner, self.frames.take(), until);
        self.registry.changed();
    }

    /// Waits for the next command, at most until the sleep is over.
    pub(super) fn next(&self, ctx: &Ctx<'_>) -> Result<String> {
        let command = loop {
            if self.place.is_stopped() {
                break None;
            }
            // Without a halt a command is on its way already.
            let left = self.place.halt_left().unwrap_or(self.limits.halt_timeout);
            if left.is_zero() {
                break None;
            }
            // Nobody else touches what may be packed now.
            self.watch.rest();
            let times = (self.limits.pack_after, left);
            match self.watch.memory.wait(&self.commands, times) {
                Ok(Command::Stop) | Err(RecvTimeoutError::Disconnected) => break None,
                Ok(Command::Inspect { frame, mut question }) => {
                    // Perhaps nobody waits for it any more.
                    if question.begins() {
                        break Some(Command::Inspect { frame, question });
                    }
                }
                Ok(command) => break Some(command),
                // The sleep may have been prolonged meanwhile.
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        let Some(command) = command else {
            self.place.stop();
            self.leave_halt();
            return Err(throw_uncatchable(ctx, TERMINATED));
        };
        Ok(self.hand_over(command))
    }

    fn hand_over(&self, command: Command) -> String {
        let name = match command {
            Command::Resume | Command::Stop => "resume",
            Command::Step(Step::Into) => "into",
            Command::Step(Step::Over) => "over",
            Command::Step(Step::Out) => "out",
            Command::Inspect { frame, question } => {
                let asked = question.describe(frame);
                let limit = match &question {
                    Question::Eval { .. } => self.limits.eval_time,
                    Question::Variables(..) | Question::Members(..) => self.question_time(),
                };
                self.place.ask(question, (self.watch.now().after(limit), limit));
                self.page_left.set(self.limits.page_time);
                return asked;
            }
        };
        json!({ "name": name }).to_string()
    }

    pub(super) fn leave_halt(&self) {
        self.page_left.set(self.limits.page_time);
        self.place.leave_halt(&self.commands);
        self.watch.unpause();
    }
}
