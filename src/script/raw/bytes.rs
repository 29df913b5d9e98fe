//! Bytes that scripts share with other threads.

use rquickjs::{Ctx, Error, Result, Value, qjs};
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

/// Bytes that scripts read while other threads write them.
pub(in crate::script) type SharedBytes = Arc<[AtomicU8]>;

/// Shared bytes, all zero.
pub(in crate::script) fn zeroed(length: usize) -> SharedBytes {
    (0..length).map(|_| AtomicU8::new(0)).collect()
}

/// An `ArrayBuffer` over shared bytes, without a copy. It holds its share of them until the runtime
/// frees it.
#[expect(unsafe_code, reason = "the runtime has no safe call for memory that it doesn't own")]
pub(in crate::script) fn buffer<'js>(ctx: &Ctx<'js>, bytes: &SharedBytes) -> Result<Value<'js>> {
    let start = bytes.as_ptr().cast::<u8>().cast_mut();
    let length = bytes.len() as qjs::size_t;
    let share = Box::into_raw(Box::new(Arc::clone(bytes)));
    // SAFETY: the bytes are atomics, so nobody assumes that they keep still; the buffer's own share
    // keeps them where they are until `release` takes it back; the value returned is a new
    // reference, which `Value` takes over.
    let value = unsafe {
        let context = ctx.as_raw().as_ptr();
        let release = Some(release as _);
        let raw = qjs::JS_NewArrayBuffer(context, start, length, 0, release, share.cast(), false);
        Value::from_raw(ctx.clone(), raw)
    };
    if value.is_exception() {
        // SAFETY: no buffer came to be, so nobody else will take the share back.
        drop(unsafe { Box::from_raw(share) });
        return Err(Error::Exception);
    }
    Ok(value)
}

/// Takes a buffer's share back. Its memory can't get another size: null says so.
#[expect(unsafe_code, reason = "the runtime calls it with what `buffer` has given")]
unsafe extern "C" fn release(
    _runtime: *mut qjs::JSRuntime,
    share: *mut c_void,
    _start: *mut c_void,
    size: qjs::size_t,
) -> *mut c_void {
    if size == 0 {
        // SAFETY: it is the share of the one buffer that is freed now, or loses its memory, once.
        drop(unsafe { Box::from_raw(share.cast::<SharedBytes>()) });
    }
    ptr::null_mut()
}
