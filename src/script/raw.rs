//! The few calls of the JavaScript runtime that have no safe form.

use rquickjs::{Ctx, Error, Exception, Result, Value, qjs};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

/// Bytes that scripts read while other threads write them.
pub(super) type SharedBytes = Arc<[AtomicU8]>;

/// Shared bytes, all zero.
pub(super) fn zeroed(length: usize) -> SharedBytes {
    (0..length).map(|_| AtomicU8::new(0)).collect()
}

/// An `ArrayBuffer` over shared bytes, without a copy.
///
/// The caller keeps `bytes` alive until the runtime of `ctx` has been dropped.
#[expect(unsafe_code, reason = "the runtime has no safe call for memory that it doesn't own")]
pub(super) fn buffer<'js>(ctx: &Ctx<'js>, bytes: &SharedBytes) -> Result<Value<'js>> {
    let start = bytes.as_ptr().cast::<u8>().cast_mut();
    let length = bytes.len() as qjs::size_t;
    // SAFETY: the bytes are atomics, so nobody assumes that they keep still; they outlive the
    // runtime by the contract above; without a reallocation function the runtime neither frees
    // nor resizes them; the value returned is a new reference, which `Value` takes over.
    let value = unsafe {
        let context = ctx.as_raw().as_ptr();
        let raw = qjs::JS_NewArrayBuffer(context, start, length, 0, None, ptr::null_mut(), false);
        Value::from_raw(ctx.clone(), raw)
    };
    if value.is_exception() { Err(Error::Exception) } else { Ok(value) }
}

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
