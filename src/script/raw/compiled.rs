//! Scripts that are compiled once, for every runtime of this process.

use super::blocks::reading;
use rquickjs::{Ctx, Error, Result, Value, qjs};
use std::ffi::CString;
use std::slice;

/// A compiled script, for every runtime of this process.
///
/// Nothing but [`Compiled::written`] makes one: the runtime trusts what it reads. Scripts can tell
/// no more of it than that the `length` of a tagged template's parts is writable.
pub(in crate::script) struct Bytecode(Box<[u8]>);

/// Whether functions know how they were written, which `toString` shows.
#[derive(Clone, Copy)]
pub(in crate::script) enum Text {
    /// Each function carries its own text, once more for each function around it.
    Kept,
    /// Functions look like native ones, unless somebody else knows their texts.
    Dropped,
}

/// A compiled script of the runtime that has compiled it.
pub(in crate::script) struct Compiled<'js>(Value<'js>);

impl<'js> Compiled<'js> {
    /// Compiles a sloppy script without running it; `name` is what stacks show.
    #[expect(unsafe_code, reason = "the runtime has no safe call that only compiles a script")]
    pub(in crate::script) fn script(ctx: &Ctx<'js>, text: &str, name: &str) -> Result<Self> {
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
        if compiled.is_exception() { Err(Error::Exception) } else { Ok(Self(compiled)) }
    }

    /// The script for every runtime.
    #[expect(unsafe_code, reason = "the runtime has no safe call that writes a script")]
    #[expect(clippy::cast_possible_truncation, reason = "the length of a buffer in memory")]
    pub(in crate::script) fn written(&self, keep: Text) -> Result<Bytecode> {
        let context = self.0.ctx().as_raw().as_ptr();
        let mut length = 0;
        let flags = match keep {
            Text::Kept => qjs::JS_WRITE_OBJ_BYTECODE,
            Text::Dropped => qjs::JS_WRITE_OBJ_BYTECODE | qjs::JS_WRITE_OBJ_STRIP_SOURCE,
        };
        // SAFETY: the value is compiled code of this very context; what comes back is null or a
        // buffer of that length, which is copied and then given back once.
        unsafe {
            let start =
                qjs::JS_WriteObject(context, &raw mut length, self.0.as_raw(), flags.cast_signed());
            if start.is_null() {
                return Err(Error::Exception);
            }
            let bytes = slice::from_raw_parts(start, length as usize).into();
            qjs::js_free(context, start.cast());
            Ok(Bytecode(bytes))
        }
    }
}

impl Bytecode {
    /// Runs the script; answers its value.
    #[expect(unsafe_code, reason = "the runtime can't know where bytecode comes from")]
    pub(in crate::script) fn run<'js>(&self, ctx: &Ctx<'js>) -> Result<Value<'js>> {
        let length = self.0.len() as qjs::size_t;
        let flags = qjs::JS_READ_OBJ_BYTECODE.cast_signed();
        let context = ctx.as_raw().as_ptr();
        // SAFETY: these bytes come from `written`, thus from the same runtime library; what is read
        // is a new reference that running it takes over, also when reading has failed; the value
        // returned is a new reference, which `Value` takes over.
        let value = unsafe {
            let read = reading(|| qjs::JS_ReadObject(context, self.0.as_ptr(), length, flags));
            let raw =
                if qjs::JS_IsException(read) { read } else { qjs::JS_EvalFunction(context, read) };
            Value::from_raw(ctx.clone(), raw)
        };
        if value.is_exception() { Err(Error::Exception) } else { Ok(value) }
    }
}
