//! The few calls of the JavaScript runtime that have no safe form.

use rquickjs::{Ctx, Error, Exception, Function, Result, Value, qjs};
use std::ffi::CString;
use std::ptr;
use std::slice;
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

/// A function that can be called wherever the runtime asks whether to go on.
///
/// It is of use as long as somebody else keeps the function.
pub(super) struct Alarm {
    context: *mut qjs::JSContext,
    function: qjs::JSValue,
}

impl Alarm {
    pub(super) fn new(function: &Function<'_>) -> Self {
        let context = function.ctx().as_raw().as_ptr();
        Self { context, function: function.as_raw() }
    }

    /// Calls it without arguments; whether it got to its end.
    #[expect(unsafe_code, reason = "the runtime's handler of interrupts is given no context")]
    pub(super) fn ring(&self) -> bool {
        // SAFETY: this is called on the thread of the runtime, inside of it, while the function is
        // kept; the runtime asks in places where scripts may be called as well. What the call
        // returns or throws is a new reference, which is given back.
        unsafe {
            let returned =
                qjs::JS_Call(self.context, self.function, qjs::JS_UNDEFINED, 0, ptr::null_mut());
            let failed = qjs::JS_IsException(returned);
            if failed {
                let thrown = qjs::JS_GetException(self.context);
                qjs::JS_FreeValue(self.context, thrown);
            }
            qjs::JS_FreeValue(self.context, returned);
            !failed
        }
    }
}

/// A compiled script, for every runtime of this process.
///
/// Nothing but [`Bytecode::compile`] makes one: the runtime trusts what it reads. Scripts can tell
/// no more of it than that the `length` of a tagged template's parts is writable.
pub(super) struct Bytecode(Box<[u8]>);

/// Whether functions know how they were written, which `toString` shows.
#[derive(Clone, Copy)]
pub(super) enum Text {
    /// Each function carries its own text, once more for each function around it.
    Kept,
    /// Functions look like native ones, unless somebody else knows their texts.
    Dropped,
}

impl Bytecode {
    /// Compiles a sloppy script without running it; `name` is what stacks show.
    #[expect(unsafe_code, reason = "the runtime has no safe call that only compiles a script")]
    #[expect(clippy::cast_possible_truncation, reason = "the length of a buffer in memory")]
    pub(super) fn compile(ctx: &Ctx<'_>, text: &str, name: &str, keep: Text) -> Result<Self> {
        let (text, name) = (CString::new(text)?, CString::new(name)?);
        let length = text.as_bytes().len() as qjs::size_t;
        let flags = (qjs::JS_EVAL_TYPE_GLOBAL | qjs::JS_EVAL_FLAG_COMPILE_ONLY).cast_signed();
        let context = ctx.as_raw().as_ptr();
        // SAFETY: both texts end with a zero and outlive the call; the value returned is a new
        // reference, which `Value` takes over.
        let compiled = unsafe {
            let raw = qjs::JS_Eval(context, text.as_ptr(), length, name.as_ptr(), flags);
            Value::from_raw(ctx.clone(), raw)
        };
        if compiled.is_exception() {
            return Err(Error::Exception);
        }
        let mut length = 0;
        let flags = match keep {
            Text::Kept => qjs::JS_WRITE_OBJ_BYTECODE,
            Text::Dropped => qjs::JS_WRITE_OBJ_BYTECODE | qjs::JS_WRITE_OBJ_STRIP_SOURCE,
        };
        // SAFETY: the value is compiled code of this very context; what comes back is null or a
        // buffer of that length, which is copied and then given back once.
        unsafe {
            let start = qjs::JS_WriteObject(
                context,
                &raw mut length,
                compiled.as_raw(),
                flags.cast_signed(),
            );
            if start.is_null() {
                return Err(Error::Exception);
            }
            let bytes = slice::from_raw_parts(start, length as usize).into();
            qjs::js_free(context, start.cast());
            Ok(Self(bytes))
        }
    }

    /// Runs the script; answers its value.
    #[expect(unsafe_code, reason = "the runtime can't know where bytecode comes from")]
    pub(super) fn run<'js>(&self, ctx: &Ctx<'js>) -> Result<Value<'js>> {
        let length = self.0.len() as qjs::size_t;
        let flags = qjs::JS_READ_OBJ_BYTECODE.cast_signed();
        let context = ctx.as_raw().as_ptr();
        // SAFETY: these bytes come from `compile`, thus from the same runtime library; what is read
        // is a new reference that running it takes over, also when reading has failed; the value
        // returned is a new reference, which `Value` takes over.
        let value = unsafe {
            let read = qjs::JS_ReadObject(context, self.0.as_ptr(), length, flags);
            let raw =
                if qjs::JS_IsException(read) { read } else { qjs::JS_EvalFunction(context, read) };
            Value::from_raw(ctx.clone(), raw)
        };
        if value.is_exception() { Err(Error::Exception) } else { Ok(value) }
    }
}
