//! The few calls of the JavaScript runtime that have no safe form.

mod account;
mod allocator;
mod bytes;
mod calls;
mod countdown;

pub(super) use account::Account;
pub(super) use allocator::{give_memory_back, keep_little_memory};
pub(super) use bytes::{SharedBytes, zeroed};
pub(super) use calls::{Bounds, Given, Native};
use countdown::place_of_countdown;

use rquickjs::allocator::{Allocator, RustAllocator};
use rquickjs::{Ctx, Error, Exception, Function, Result, Value, qjs};
use std::cell::Cell;
use std::ffi::{CString, c_int, c_void};
use std::ptr::{self, NonNull};
use std::rc::Rc;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

/// An `ArrayBuffer` over shared bytes, without a copy. It holds its share of them until the runtime
/// frees it.
#[expect(unsafe_code, reason = "the runtime has no safe call for memory that it doesn't own")]
pub(super) fn buffer<'js>(ctx: &Ctx<'js>, bytes: &SharedBytes) -> Result<Value<'js>> {
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

/// Makes a function look like `undefined` to all that scripts ask but `===`; it can be called all the same.
#[expect(
    unsafe_code,
    reason = "the runtime has no safe call for what only browsers' oldest pages need"
)]
pub(super) fn make_absent(function: &Function<'_>) {
    // SAFETY: the value is an object of this very context, and stays referenced here.
    unsafe { qjs::JS_SetIsHTMLDDA(function.ctx().as_raw().as_ptr(), function.as_raw()) };
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

/// What a runtime is held by from inside of it.
pub(super) struct Reins {
    runtime: NonNull<qjs::JSRuntime>,
    /// The bytes of stack that it may take.
    stack: usize,
}

impl Reins {
    /// Those of a context's runtime, which may take so much stack; of use as long as the runtime is.
    #[expect(unsafe_code, reason = "the runtime's lock is held where this is needed")]
    pub(super) fn of(ctx: &Ctx<'_>, stack: usize) -> Option<Self> {
        // SAFETY: the context lives.
        let runtime = NonNull::new(unsafe { qjs::JS_GetRuntime(ctx.as_raw().as_ptr()) })?;
        Some(Self { runtime, stack })
    }

    /// What only refers to itself is collected from so many bytes on; gives what it was before.
    #[expect(unsafe_code, reason = "the runtime's lock is held where this is needed")]
    pub(super) fn collect_from(&self, bytes: usize) -> usize {
        // SAFETY: this is called inside of the runtime, on its thread; both calls touch one number.
        unsafe {
            let before = qjs::JS_GetGCThreshold(self.runtime.as_ptr());
            qjs::JS_SetGCThreshold(self.runtime.as_ptr(), bytes as qjs::size_t);
            usize::try_from(before).unwrap_or(usize::MAX)
        }
    }

    /// From now on whatever looks whether there is stack left is told so, or that there is none.
    #[expect(unsafe_code, reason = "the runtime's lock is held where this is needed")]
    pub(super) fn leave_stack(&self, is_left: bool) {
        let size = if is_left { self.stack } else { 1 };
        // SAFETY: this is called inside of the runtime, on its thread; the call touches two numbers.
        unsafe { qjs::JS_SetMaxStackSize(self.runtime.as_ptr(), size as qjs::size_t) };
    }
}

/// With so many calls and rounds the runtime begins its countdown.
const USUAL: c_int = 10_000;

/// How many calls and rounds of loops a runtime makes until it asks whether to go on, as other threads see it.
pub(super) struct Countdown(NonNull<c_int>);

#[expect(unsafe_code, reason = "the runtime can't be asked to ask sooner")]
// SAFETY: all that is done by other threads is to set the number.
unsafe impl Send for Countdown {}

#[expect(unsafe_code, reason = "the runtime can't be asked to ask sooner")]
impl Countdown {
    /// That of a context, of use as long as that lives; nothing if it isn't found.
    pub(super) fn of(ctx: &Ctx<'_>) -> Option<Self> {
        // SAFETY: all contexts are of one size, and have it at the same place.
        place_of_countdown().map(|place| Self(unsafe { ctx.as_raw().cast().add(place) }))
    }

    /// The runtime asks soon. It may set the number at the same moment, as if nothing had been done.
    pub(super) fn end(&self) {
        // SAFETY: the context lives; a number in its place is read and written whole, whatever the runtime does.
        unsafe { AtomicI32::from_ptr(self.0.as_ptr()) }.store(1, Ordering::Relaxed);
    }

    /// The runtime asks as late as ever.
    pub(super) fn renew(&self) {
        // SAFETY: as above.
        unsafe { AtomicI32::from_ptr(self.0.as_ptr()) }.store(USUAL, Ordering::Relaxed);
    }
}

/// The numbers that a context consists of, as they are now.
#[expect(unsafe_code, reason = "the runtime has no call for what is in it")]
fn numbers(ctx: &Ctx<'_>) -> Vec<c_int> {
    let context = ctx.as_raw();
    // SAFETY: the context lives, and does nothing meanwhile; it is a block of that size, all of it zero at first.
    unsafe {
        let bytes = qjs::js_malloc_usable_size(context.as_ptr(), context.as_ptr().cast());
        let length = usize::try_from(bytes).unwrap_or_default() / size_of::<c_int>();
        slice::from_raw_parts(context.cast().as_ptr(), length).to_vec()
    }
}

thread_local! {
    /// Whether compiled code is being read on this thread: its blocks may have any size.
    static READING: Cell<bool> = const { Cell::new(false) };
}

/// Gives a runtime its blocks.
pub(super) struct Blocks<A>(pub(super) Rc<A>);

#[expect(unsafe_code, reason = "the trait is unsafe, though all is left to the library's own")]
// SAFETY: every block comes from `RustAllocator`, goes back to it and is measured by it; a refused
// one is null, as the trait allows.
unsafe impl<A: Account> Allocator for Blocks<A> {
    fn alloc(&mut self, size: usize) -> *mut u8 {
        if !self.0.grants(size) {
            return ptr::null_mut();
        }
        let block = RustAllocator.alloc(size);
        self.count(block)
    }

    fn calloc(&mut self, count: usize, size: usize) -> *mut u8 {
        let Some(bytes) = count.checked_mul(size).filter(|bytes| self.0.grants_cleared(*bytes))
        else {
            return ptr::null_mut();
        };
        let block = self.count(RustAllocator.calloc(count, size));
        if !block.is_null() && !READING.get() {
            self.0.gave_cleared(block.addr(), bytes);
        }
        block
    }

    unsafe fn dealloc(&mut self, block: *mut u8) {
        // SAFETY: the caller's contract is the same.
        unsafe {
            self.0.gave(block.addr(), RustAllocator::usable_size(block));
            RustAllocator.dealloc(block);
        }
    }

    unsafe fn realloc(&mut self, block: *mut u8, new_size: usize) -> *mut u8 {
        // SAFETY: the caller's contract is the same; a block that can't grow stays as it was.
        unsafe {
            let before = RustAllocator::usable_size(block);
            if new_size > before && !self.0.grants_growth(before, new_size) {
                return ptr::null_mut();
            }
            let grown = RustAllocator.realloc(block, new_size);
            if !grown.is_null() {
                self.0.gave(block.addr(), before);
                self.0.took(RustAllocator::usable_size(grown));
            }
            grown
        }
    }

    unsafe fn usable_size(block: *mut u8) -> usize {
        // SAFETY: the caller's contract is the same.
        unsafe { RustAllocator::usable_size(block) }
    }
}

impl<A: Account> Blocks<A> {
    fn count(&self, block: *mut u8) -> *mut u8 {
        if !block.is_null() {
            // SAFETY: the block has just been allocated by `RustAllocator`.
            #[expect(unsafe_code, reason = "the library measures its own blocks")]
            self.0.took(unsafe { RustAllocator::usable_size(block) });
        }
        block
    }
}

/// More prototypes than an array has in ordinary scripts.
const PROTOTYPES: usize = 8;

#[expect(unsafe_code, reason = "an owned handle for each look would cost more than the look")]
impl Given {
    pub(super) fn is_object(self) -> bool {
        // SAFETY: only the value's tag is read.
        unsafe { qjs::JS_IsObject(self.value) }
    }

    /// The length of a text, but not of an object that holds one.
    pub(super) fn text(self) -> Option<usize> {
        // SAFETY: only the value's tag is read.
        unsafe { qjs::JS_IsString(self.value) }.then(|| self.length())?
    }

    /// Whether it is an array, or a proxy, which may be one of an array.
    pub(super) fn is_list(self) -> bool {
        // SAFETY: the value is alive for the call, and nothing is called on it.
        unsafe { qjs::JS_IsArray(self.value) || qjs::JS_IsProxy(self.value) }
    }

    /// How many elements an array has; nothing for whatever else there is, and for an array in
    /// which a missing element would be sought for long.
    pub(super) fn elements(self) -> Option<usize> {
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

/// A function that calls the first of three for what is small of its kind, else what the second, if there is one,
/// answers for the third; it has this `length` and `name`.
#[expect(unsafe_code, reason = "functions of the library's own kind are several times slower")]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "a small number")]
pub(super) fn bounded<'js, B: Bounds>(
    ctx: &Ctx<'js>,
    parts: &[Value<'js>; 3],
    kind: usize,
    (length, name): (c_int, &str),
) -> Result<Value<'js>> {
    let name = CString::new(name)?;
    let mut data = [parts[0].as_raw(), parts[1].as_raw(), parts[2].as_raw()];
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

/// A compiled script, for every runtime of this process.
///
/// Nothing but [`Compiled::written`] makes one: the runtime trusts what it reads. Scripts can tell
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

/// A compiled script of the runtime that has compiled it.
pub(super) struct Compiled<'js>(Value<'js>);

impl<'js> Compiled<'js> {
    /// Compiles a sloppy script without running it; `name` is what stacks show.
    #[expect(unsafe_code, reason = "the runtime has no safe call that only compiles a script")]
    pub(super) fn script(ctx: &Ctx<'js>, text: &str, name: &str) -> Result<Self> {
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
    pub(super) fn written(&self, keep: Text) -> Result<Bytecode> {
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
    pub(super) fn run<'js>(&self, ctx: &Ctx<'js>) -> Result<Value<'js>> {
        let length = self.0.len() as qjs::size_t;
        let flags = qjs::JS_READ_OBJ_BYTECODE.cast_signed();
        let context = ctx.as_raw().as_ptr();
        // SAFETY: these bytes come from `written`, thus from the same runtime library; what is read
        // is a new reference that running it takes over, also when reading has failed; the value
        // returned is a new reference, which `Value` takes over.
        let value = unsafe {
            READING.set(true);
            let read = qjs::JS_ReadObject(context, self.0.as_ptr(), length, flags);
            READING.set(false);
            let raw =
                if qjs::JS_IsException(read) { read } else { qjs::JS_EvalFunction(context, read) };
            Value::from_raw(ctx.clone(), raw)
        };
        if value.is_exception() { Err(Error::Exception) } else { Ok(value) }
    }
}

#[cfg(test)]
mod tests;
