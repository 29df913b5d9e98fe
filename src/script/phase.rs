//! Where the runtime asks whether a script may go on.
//!
//! It asks at every so many calls and rounds of loops. What ends a script there may be swallowed, as by the runtime
//! itself where it has a script format a stack; if a loop makes as many calls in each round, it is asked there again,
//! and so for ever.

use super::raw::{Alarm, Kept};
use rquickjs::{Ctx, Object};
use std::cell::Cell;

/// Calls at which nothing happens, so that the next question is asked elsewhere.
#[derive(Default)]
pub(super) struct Phase {
    /// Does nothing.
    function: Alarm,
    calls: Cell<u32>,
}

impl Phase {
    /// That of a context's runtime, as long as what is returned is kept.
    pub(super) fn keep<'js>(&self, ctx: &Ctx<'js>) -> rquickjs::Result<Kept<'_, 'js>> {
        let function: Object = ctx.globals().get("Function")?;
        Ok(self.function.keep(function.get("prototype")?))
    }

    /// Has the next question asked some calls earlier; each time another number of them.
    pub(super) fn shift(&self) {
        let calls = (self.calls.get() * 31 + 7) % 61;
        self.calls.set(calls);
        for _ in 0..calls {
            self.function.ring();
        }
    }
}
