//! The few calls of the JavaScript runtime that have no safe form.
//!
//! What a runtime lends, as a function to call or the runtime itself, is at hand only while
//! something in the types keeps it alive: see [`Alarm`], [`Reins`] and [`Countdown`]. What each
//! `unsafe` block relies on, and who sees to it, stands beside it.

mod alarm;
mod allocator;
mod blocks;
mod bytes;
mod calls;
mod compiled;
mod countdown;
mod heap;
mod pages;
mod reins;

pub(super) use alarm::{Alarm, Kept};
pub use allocator::give_back_if_grown;
pub(super) use allocator::{give_memory_back, keep_little_memory};
pub(super) use blocks::{Account, Blocks};
pub(super) use bytes::{SharedBytes, buffer, zeroed};
pub(super) use calls::{Bounds, Given, Native, Parts, Shown, bounded};
pub(super) use compiled::{Bytecode, Compiled, Text};
pub(super) use countdown::Countdown;
pub(super) use heap::Heap;
pub(super) use reins::{Reins, Stack};

use rquickjs::{Ctx, Error, Exception, Function, Value, qjs};
use std::ptr;

/// Throws an error that neither `catch` nor `finally` sees.
#[expect(unsafe_code, reason = "the runtime has no safe call for uncatchable errors")]
pub(super) fn throw_uncatchable(ctx: &Ctx<'_>, message: &str) -> Error {
    let error = match Exception::from_message(ctx.clone(), message) {
        Ok(error) => error.into_object().into_value(),
        Err(cause) => return cause,
    };
    // SAFETY: the value is an error object of this very context, and stays referenced here.
    unsafe { qjs::JS_SetUncatchableError(ctx.as_raw().as_ptr(), error.as_raw()) };
    ctx.throw(error)
}

/// Does the next piece of what scripts have queued, as what comes after a promise; nothing if nothing is queued. What it
/// throws is the context's to catch.
#[expect(unsafe_code, reason = "the safe call drops what a piece throws")]
pub(super) fn run_queued(ctx: &Ctx<'_>) -> Option<rquickjs::Result<()>> {
    let context = ctx.as_raw().as_ptr();
    let mut ran_in = ptr::null_mut();
    // SAFETY: the runtime is this context's, which is held here; it has no other context, the pointer to which is written.
    let done = unsafe { qjs::JS_ExecutePendingJob(qjs::JS_GetRuntime(context), &raw mut ran_in) };
    match done {
        0 => None,
        1.. => Some(Ok(())),
        _ => Some(Err(Error::Exception)),
    }
}

/// Makes a function look like `undefined` to all that scripts ask but `===`; it can be called all the same.
#[expect(
    unsafe_code,
    reason = "the runtime has no safe call for what only browsers' oldest pages need"
)]
pub(super) fn make_absent(function: &Function<'_>) {
    // SAFETY: the value is an object of this very context, and stays referenced here.
    unsafe { qjs::JS_SetIsHTMLDDA(function.ctx().as_raw().as_ptr(), function.as_raw()) };
}

/// Whether both are objects of the same kind of the runtime's, as its own functions are, and what was bound or stands in
/// for something isn't.
#[expect(unsafe_code, reason = "the runtime has no safe call that tells kinds of functions apart")]
pub(super) fn is_alike(one: &Value<'_>, other: &Value<'_>) -> bool {
    if !(one.is_object() && other.is_object()) {
        return false;
    }
    // SAFETY: both values stay referenced here; the call reads what kind an object is, and runs nothing.
    unsafe { qjs::JS_GetClassID(one.as_raw()) == qjs::JS_GetClassID(other.as_raw()) }
}

#[cfg(test)]
mod tests;
