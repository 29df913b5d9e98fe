//! Where the runtime asks whether a script may go on.
//!
//! It asks at every so many calls and rounds of loops. What ends a script there may be swallowed, as by the runtime
//! itself where it has a script format a stack; if a loop makes as many calls in each round, it is asked there again,
//! and so for ever.

use super::raw::Alarm;
use rquickjs::{Context, Function, Object};
use std::cell::{Cell, OnceCell};

/// Calls at which nothing happens, so that the next question is asked elsewhere.
#[derive(Default)]
pub(super) struct Phase {
    /// Of no use to anybody, and kept by its context.
    function: OnceCell<Alarm>,
    calls: Cell<u32>,
}

impl Phase {
    /// Of the runtime of a context.
    pub(super) fn keep(&self, context: &Context) -> rquickjs::Result<()> {
        context.with(|ctx| {
            let function: Function =
                ctx.globals().get::<_, Object>("Function")?.get("prototype")?;
            // It is set once, before the runtime works.
            drop(self.function.set(Alarm::new(&function)));
            Ok(())
        })
    }

    /// Has the next question asked some calls earlier; each time another number of them.
    pub(super) fn shift(&self) {
        let calls = (self.calls.get() * 31 + 7) % 61;
        self.calls.set(calls);
        if let Some(function) = self.function.get() {
            for _ in 0..calls {
                function.ring();
            }
        }
    }
}
