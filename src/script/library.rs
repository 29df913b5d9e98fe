//! The engine's own scripts.

use super::raw::{Bytecode, Compiled, Text};
use rquickjs::{Ctx, Result, Value};
use std::sync::OnceLock;

/// A script of the engine's own, compiled once for all threads.
pub(super) struct Library {
    name: &'static str,
    text: &'static str,
    compiled: OnceLock<Bytecode>,
}

impl Library {
    /// A script that is an expression; `name` is what stacks show.
    pub(super) const fn new(name: &'static str, text: &'static str) -> Self {
        Self { name, text, compiled: OnceLock::new() }
    }

    /// The expression's value.
    pub(super) fn run<'js>(&self, ctx: &Ctx<'js>) -> Result<Value<'js>> {
        if let Some(known) = self.compiled.get() {
            return known.run(ctx);
        }
        let compiled = Compiled::script(ctx, self.text, self.name)?.written(Text::Dropped)?;
        self.compiled.get_or_init(|| compiled).run(ctx)
    }
}
