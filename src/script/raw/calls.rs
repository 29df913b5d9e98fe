//! Calls of built-in functions that others stand in for.

use rquickjs::{Ctx, Result, qjs};

/// A call of a built-in function that stands in for another.
pub(in crate::script) struct Native<'a> {
    pub(super) context: *mut qjs::JSContext,
    pub(super) this: qjs::JSValue,
    pub(super) arguments: &'a [qjs::JSValue],
}

/// What such a call is given, for as long as it lasts.
#[derive(Clone, Copy)]
pub(in crate::script) struct Given {
    pub(super) context: *mut qjs::JSContext,
    pub(super) value: qjs::JSValue,
}

impl Native<'_> {
    pub(in crate::script) fn this(&self) -> Given {
        Given { context: self.context, value: self.this }
    }

    pub(in crate::script) fn argument(&self, index: usize) -> Option<Given> {
        self.arguments.get(index).map(|value| Given { context: self.context, value: *value })
    }

    pub(in crate::script) fn arguments(&self) -> impl Iterator<Item = Given> {
        self.arguments.iter().map(|value| Given { context: self.context, value: *value })
    }
}

/// Which calls of built-in functions are small enough for the originals.
pub(in crate::script) trait Bounds {
    /// Whether this one is, of a function of that kind.
    ///
    /// # Errors
    ///
    /// The script must end: what was thrown.
    fn is_small(ctx: &Ctx<'_>, kind: usize, call: &Native<'_>) -> Result<bool>;

    /// Calls the original of a function of that kind; says whether it was refused memory and went on.
    fn call<T>(kind: usize, original: impl FnOnce() -> T) -> (T, bool);
}
