//! Calls of built-in functions that others stand in for.

use rquickjs::{Ctx, Error, Result, Value, qjs};
use std::ffi::{CString, c_int};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::slice;

/// A call of a built-in function that stands in for another.
///
/// Only [`call_bounded`] makes one, and it has ended before what it was given may go.
pub(in crate::script) struct Native<'a> {
    context: *mut qjs::JSContext,
    this: qjs::JSValue,
    arguments: &'a [qjs::JSValue],
}

/// What such a call is given, alive for as long as the call is.
#[derive(Clone, Copy)]
pub(in crate::script) struct Given<'a> {
    context: *mut qjs::JSContext,
    value: qjs::JSValue,
    call: PhantomData<&'a Native<'a>>,
}

impl<'a> Native<'a> {
    pub(in crate::script) fn this(&'a self) -> Given<'a> {
        self.given(self.this)
    }

    pub(in crate::script) fn argument(&'a self, index: usize) -> Option<Given<'a>> {
        self.arguments.get(index).map(|value| self.given(*value))
    }

    pub(in crate::script) fn arguments(&'a self) -> impl Iterator<Item = Given<'a>> {
        self.arguments.iter().map(|value| self.given(*value))
    }

    const fn given(&'a self, value: qjs::JSValue) -> Given<'a> {
        Given { context: self.context, value, call: PhantomData }
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

/// More prototypes than an array has in ordinary scripts.
const PROTOTYPES: usize = 8;

#[expect(unsafe_code, reason = "an owned handle for each look would cost more than the look")]
impl Given<'_> {
    pub(in crate::script) fn is_object(self) -> bool {
        // SAFETY: only the value's tag is read.
        unsafe { qjs::JS_IsObject(self.value) }
    }

    /// The length of a text, but not of an object that holds one.
    pub(in crate::script) fn text(self) -> Option<usize> {
        // SAFETY: only the value's tag is read.
        unsafe { qjs::JS_IsString(self.value) }.then(|| self.length())?
    }

    /// Whether it is an array, or a proxy, which may be one of an array.
    pub(in crate::script) fn is_list(self) -> bool {
        // SAFETY: the value is alive for the call, and nothing is called on it.
        unsafe { qjs::JS_IsArray(self.value) || qjs::JS_IsProxy(self.value) }
    }

    /// How many elements an array has; nothing for whatever else there is, and for an array in
    /// which a missing element would be sought for long.
    pub(in crate::script) fn elements(self) -> Option<usize> {
        // SAFETY: the value is alive for the call, and nothing is called on it.
        let is_plain = unsafe { qjs::JS_IsArray(self.value) } && self.has_few_prototypes();
        is_plain.then(|| self.length())?
    }

    /// That of a text or an array, for which no code of the script runs.
    fn length(self) -> Option<usize> {
        let mut length = 0;
        // SAFETY: the value is alive for the call; the length of both is a property of their own.
        let failed = unsafe { qjs::JS_GetLength(self.context, self.value, &raw mut length) };
        if failed == 0 { usize::try_from(length).ok() } else { None }
    }

    fn has_few_prototypes(self) -> bool {
        let mut holder = self.value;
        for _ in 0..PROTOTYPES {
            // SAFETY: the prototype of what is no proxy is looked up without a call, and stays
            // alive as long as its holder keeps it; the reference that is counted is given back.
            unsafe {
                let prototype = qjs::JS_GetPrototype(self.context, holder);
                qjs::JS_FreeValue(self.context, prototype);
                if !qjs::JS_IsObject(prototype) {
                    return true;
                }
                if qjs::JS_IsProxy(prototype) {
                    return false;
                }
                holder = prototype;
            }
        }
        false
    }
}

/// What a bounded function is made of.
pub(in crate::script) struct Parts<'js> {
    /// Is called for what is small of its kind.
    pub(in crate::script) original: Value<'js>,
    /// Gives what is called for all else; undefined where nothing else is.
    pub(in crate::script) larger: Value<'js>,
    /// What that is given.
    pub(in crate::script) of: Value<'js>,
}

/// What a function shows of itself: its `length` and `name`.
pub(in crate::script) struct Shown<'a> {
    pub(in crate::script) length: c_int,
    pub(in crate::script) name: &'a str,
}

/// A function that calls the original for what is small of its kind, else what stands in for it.
#[expect(unsafe_code, reason = "functions of the library's own kind are several times slower")]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "a small number")]
pub(in crate::script) fn bounded<'js, B: Bounds>(
    ctx: &Ctx<'js>,
    parts: &Parts<'js>,
    kind: usize,
    shown: &Shown<'_>,
) -> Result<Value<'js>> {
    let (length, name) = (shown.length, CString::new(shown.name)?);
    let mut data = [parts.original.as_raw(), parts.larger.as_raw(), parts.of.as_raw()];
    let context = ctx.as_raw().as_ptr();
    // SAFETY: the runtime takes references of its own to the data, which live during the call, and
    // copies the name, which ends with a zero; the value returned is a new reference, which `Value` takes over.
    let value = unsafe {
        let (call, data, kind) = (Some(call_bounded::<B> as _), data.as_mut_ptr(), kind as c_int);
        let name = name.as_ptr();
        let raw = qjs::JS_NewCFunctionData2(context, call, name, length, kind, 3, data);
        Value::from_raw(ctx.clone(), raw)
    };
    if value.is_exception() { Err(Error::Exception) } else { Ok(value) }
}

/// What the runtime calls for a bounded function.
#[expect(unsafe_code, reason = "the runtime calls it with what it knows as plain pointers")]
unsafe extern "C" fn call_bounded<B: Bounds>(
    context: *mut qjs::JSContext,
    this: qjs::JSValue,
    count: c_int,
    arguments: *mut qjs::JSValue,
    kind: c_int,
    data: *mut qjs::JSValue,
) -> qjs::JSValue {
    // SAFETY: the context is the one that runs; so many arguments and the three values that
    // `bounded` has given are alive until this returns; whatever it returns is a new reference.
    unsafe {
        let Some(alive) = NonNull::new(context) else { return qjs::JS_EXCEPTION };
        let ctx = Ctx::from_raw(alive);
        let given: &[qjs::JSValue] = match usize::try_from(count) {
            Ok(length) if length > 0 => slice::from_raw_parts(arguments, length),
            _ => &[],
        };
        let call = Native { context, this, arguments: given };
        let kind = usize::try_from(kind).unwrap_or_default();
        match B::is_small(&ctx, kind, &call) {
            Ok(false) if !qjs::JS_IsUndefined(*data.add(1)) => {
                let larger = qjs::JS_Call(context, *data.add(1), qjs::JS_UNDEFINED, 1, data.add(2));
                if qjs::JS_IsException(larger) {
                    return larger;
                }
                let returned = qjs::JS_Call(context, larger, this, count, arguments);
                qjs::JS_FreeValue(context, larger);
                returned
            }
            Ok(_) => {
                let original = || qjs::JS_Call(context, *data, this, count, arguments);
                match B::call(kind, original) {
                    (returned, true) if qjs::JS_IsException(returned) => {
                        let told = qjs::JS_GetException(context);
                        if qjs::JS_IsUncatchableError(told) {
                            return qjs::JS_Throw(context, told);
                        }
                        // It was told that there is no stack.
                        qjs::JS_FreeValue(context, told);
                        qjs::JS_ThrowOutOfMemory(context)
                    }
                    (returned, _) => returned,
                }
            }
            Err(_) => qjs::JS_EXCEPTION,
        }
    }
}
