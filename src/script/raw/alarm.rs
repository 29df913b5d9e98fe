//! A function that is called from where the runtime has no context to give.

use rquickjs::{Function, qjs};
use std::cell::Cell;
use std::ptr;

/// A function that can be called wherever the runtime asks whether to go on, while it is kept.
///
/// It stays on one thread, as its pointers do, and rings only as long as a [`Kept`] is there: that
/// holds the function, and can't leave the closure in which its context is at hand.
#[derive(Default)]
pub(in crate::script) struct Alarm(Cell<Option<Rings>>);

/// What is called, and where.
#[derive(Clone, Copy)]
struct Rings {
    context: *mut qjs::JSContext,
    function: qjs::JSValue,
}

/// An alarm rings as long as this lasts.
#[must_use = "the alarm is silent once this is dropped"]
pub(in crate::script) struct Kept<'a, 'js> {
    alarm: &'a Alarm,
    _function: Function<'js>,
}

impl Drop for Kept<'_, '_> {
    fn drop(&mut self) {
        self.alarm.0.take();
    }
}

impl Alarm {
    /// Calls this function from now on, until what is returned is dropped.
    pub(in crate::script) fn keep<'js>(&self, function: Function<'js>) -> Kept<'_, 'js> {
        let context = function.ctx().as_raw().as_ptr();
        self.0.set(Some(Rings { context, function: function.as_raw() }));
        Kept { alarm: self, _function: function }
    }

    /// Calls the function without arguments; whether there is one and it got to its end.
    #[expect(unsafe_code, reason = "the runtime's handler of interrupts is given no context")]
    pub(in crate::script) fn ring(&self) -> bool {
        let Some(Rings { context, function }) = self.0.get() else { return false };
        // SAFETY: a `Kept` holds the function, and with it the context. It lives within the closure
        // that was given its `Ctx`, thus while the runtime's lock is held by this very thread,
        // which the alarm can't leave. The runtime asks in places where scripts may be called as
        // well. What the call returns or throws is a new reference, which is given back.
        unsafe {
            let returned = qjs::JS_Call(context, function, qjs::JS_UNDEFINED, 0, ptr::null_mut());
            let failed = qjs::JS_IsException(returned);
            if failed {
                let thrown = qjs::JS_GetException(context);
                qjs::JS_FreeValue(context, thrown);
            }
            qjs::JS_FreeValue(context, returned);
            !failed
        }
    }
}
