//! Calls of script code under a deadline.

use super::{Debugger, TERMINATED};
use crate::script::own_time::Moment;
use crate::script::raw::throw_uncatchable;
use rquickjs::{Ctx, Function, IntoJs, Object, Result, Value};
use std::time::Duration;

/// What takes no longer doesn't count towards [`crate::script::Limits::page_time`].
const QUICK: Duration = Duration::from_millis(5);

impl Debugger {
    /// Calls a function under a deadline; `answer` gets `kind` 0 with its value, 1 with what it
    /// threw, 2 when it took too long, 4 with a text when it wanted too much memory.
    pub(super) fn guard<'js>(
        &self,
        ctx: &Ctx<'js>,
        limit: Duration,
        call: &Function<'js>,
        answer: &Object<'js>,
    ) -> Result<()> {
        let deadline = self.watch.set_deadline(limit);
        let called = call.call(());
        self.settle(ctx, called, deadline, answer)
    }

    /// Asks a condition, hit after hit: nothing when it has failed, of which `answer` tells like that
    /// of [`Self::guard`].
    pub(super) fn holds<'js>(
        &self,
        ctx: &Ctx<'js>,
        call: &Function<'js>,
        answer: &Object<'js>,
    ) -> Result<Option<bool>> {
        self.watch.expect_deadline(self.limits.condition_time);
        let called: Result<bool> = call.call(());
        let is_quick = self.watch.forgets_deadline();
        if let (Ok(holds), true) = (&called, is_quick) {
            return Ok(Some(*holds));
        }
        let called = called.and_then(|holds| holds.into_js(ctx));
        self.settle(ctx, called, None, answer)?;
        if answer.get::<_, u8>("kind")? == 0 { answer.get("value") } else { Ok(None) }
    }

    /// What a call under a deadline has come to; `deadline` is the one that holds after it.
    fn settle<'js>(
        &self,
        ctx: &Ctx<'js>,
        called: Result<Value<'js>>,
        deadline: Option<Moment>,
        answer: &Object<'js>,
    ) -> Result<()> {
        let in_time = self.watch.restore_deadline(deadline);
        if self.watch.is_out() {
            // The script's own end, of which it would hear only when it is asked the next time.
            return Err(throw_uncatchable(ctx, TERMINATED));
        }
        let (kind, value) = match called {
            Ok(value) => (0, value),
            Err(cause) => {
                let thrown = if cause.is_exception() {
                    ctx.catch()
                } else {
                    cause.to_string().into_js(ctx)?
                };
                if self.place.is_stopped() {
                    self.leave_halt();
                    return Err(throw_uncatchable(ctx, TERMINATED));
                }
                match self.watch.excess() {
                    Some(message) => {
                        // The script goes on without what the expression has left lying about.
                        ctx.run_gc();
                        (4, message.into_js(ctx)?)
                    }
                    None if !in_time || thrown.is_uncatchable_error() => (2, thrown),
                    None => (1, thrown),
                }
            }
        };
        answer.set("kind", kind)?;
        answer.set("value", value)
    }

    /// Calls what shows a value; `kind` is 3 when such calls have taken too long already.
    pub(super) fn attempt<'js>(
        &self,
        ctx: &Ctx<'js>,
        call: &Function<'js>,
        answer: &Object<'js>,
    ) -> Result<()> {
        let left = self.page_left.get();
        if left.is_zero() {
            return answer.set("kind", 3);
        }
        let start = self.watch.now();
        let called = self.guard(ctx, self.limits.display_time, call, answer);
        let taken = self.watch.now().used_since(start);
        if taken > QUICK {
            self.page_left.set(left.saturating_sub(taken));
        }
        called
    }

    /// A condition that can't be answered doesn't hold; the log says so once.
    pub(super) fn doubt(&self, condition: &str, why: &str) -> bool {
        if self.doubted.borrow_mut().insert(condition.to_owned()) {
            tracing::warn!(condition, why, "a breakpoint's condition can't be evaluated");
        }
        false
    }
}
