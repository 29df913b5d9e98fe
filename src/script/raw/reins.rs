//! What a runtime is held by from inside of it.

use rquickjs::{Ctx, qjs};
use std::cell::Cell;
use std::ptr::NonNull;

/// What a runtime is held by from inside of it, while it works.
///
/// There is nothing to hold but within [`Reins::held`], and never on another thread. Then all that
/// is asked here is refused or without effect.
#[derive(Default)]
pub(in crate::script) struct Reins(Cell<Option<Held>>);

#[derive(Clone, Copy)]
struct Held {
    runtime: NonNull<qjs::JSRuntime>,
    /// The bytes of stack that it may take.
    stack: usize,
}

/// Lets go at the end, however that comes.
struct LetGo<'a> {
    reins: &'a Reins,
    before: Option<Held>,
}

impl Drop for LetGo<'_> {
    fn drop(&mut self) {
        self.reins.0.set(self.before);
    }
}

impl Reins {
    /// Holds a context's runtime, which may take so many bytes of stack, while something is done
    /// in it.
    #[expect(unsafe_code, reason = "the library doesn't show its runtime")]
    pub(in crate::script) fn held<T>(
        &self,
        ctx: &Ctx<'_>,
        stack: usize,
        work: impl FnOnce() -> T,
    ) -> T {
        // SAFETY: the context is borrowed here, so that it lives.
        let runtime = NonNull::new(unsafe { qjs::JS_GetRuntime(ctx.as_raw().as_ptr()) });
        let held = runtime.map(|runtime| Held { runtime, stack });
        let _let_go = LetGo { reins: self, before: self.0.replace(held) };
        work()
    }

    /// What only refers to itself is collected from so many bytes on; gives what it was before.
    #[expect(unsafe_code, reason = "the runtime's lock is held where this is needed")]
    pub(in crate::script) fn collect_from(&self, bytes: usize) -> Option<usize> {
        let Held { runtime, .. } = self.0.get()?;
        // SAFETY: `held` borrows a context of the runtime as long as there is one here, so that it
        // lives and its lock is held by this very thread; both calls touch one number.
        unsafe {
            let before = qjs::JS_GetGCThreshold(runtime.as_ptr());
            qjs::JS_SetGCThreshold(runtime.as_ptr(), bytes as qjs::size_t);
            Some(usize::try_from(before).unwrap_or(usize::MAX))
        }
    }

    /// From now on whatever looks whether there is stack left is told so, or that there is none.
    /// Whether there is a runtime to tell it.
    #[expect(unsafe_code, reason = "the runtime's lock is held where this is needed")]
    pub(in crate::script) fn leave_stack(&self, left: Stack) -> bool {
        let Some(Held { runtime, stack }) = self.0.get() else { return false };
        let size = match left {
            Stack::AsEver => stack,
            Stack::None => 1,
        };
        // SAFETY: as in `collect_from`; the call touches two numbers.
        unsafe { qjs::JS_SetMaxStackSize(runtime.as_ptr(), size as qjs::size_t) };
        true
    }
}

/// How much stack a runtime is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::script) enum Stack {
    AsEver,
    None,
}
