//! Halting: where the thread is held, and what it is told.

use super::{Debugger, TERMINATED};
use crate::script::control::{Frame, Owner, Step};
use crate::script::error::Place as StackPlace;
use crate::script::flags::Hit;
use crate::script::raw::throw_uncatchable;
use crate::script::registry::Command;
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

    /// Puts the thread on hold; answers where its frames are, innermost first.
    pub(super) fn halt(&self, owner: Owner, trace: &str, (script, hook): (usize, u32)) -> String {
        let (mut frames, mut places) = (Vec::new(), Vec::new());
        for found in trace.lines().filter_map(StackPlace::parse) {
            if frames.is_empty() {
                let (frame, scope) = self.innermost(&found, script, hook);
                frames.push(frame);
                places.push(json!({ "module": script, "scope": scope, "plain": true }));
            } else if let Some((module, code)) = self.place.flags.find(found.file) {
                let scope = code.scope_at(found.line, found.column);
                frames.push(found.frame());
                let plain = !found.is_initializer;
                places.push(json!({ "module": module, "scope": scope, "plain": plain }));
            }
        }
        self.watch.pause();
        self.place.halt(owner, frames, Instant::now() + self.limits.halt_timeout);
        self.registry.changed();
        json!(places).to_string()
    }

    /// The frame of the hook itself, whose line is that of its statement, and its scope.
    fn innermost(&self, found: &StackPlace<'_>, script: usize, hook: u32) -> (Frame, u32) {
        let code = self.place.flags.code(script);
        let hook = &code.hooks[hook as usize];
        (
            Frame { path: self.place.flags.path(script), line: hook.line, ..found.frame() },
            hook.scope,
        )
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
            match self.commands.recv_timeout(left) {
                Ok(Command::Stop) | Err(RecvTimeoutError::Disconnected) => break None,
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
                *self.pending.borrow_mut() = Some(question);
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
