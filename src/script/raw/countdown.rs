//! How soon a runtime asks whether to go on, which other threads may hasten.
//!
//! Where a context has that number its interface doesn't say: it is found by looking.

use super::Alarm;
use parking_lot::{Mutex, MutexGuard};
use rquickjs::allocator::RustAllocator;
use rquickjs::{Context, Ctx, Runtime, qjs};
use std::ffi::c_int;
use std::ptr::NonNull;
use std::slice;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, Ordering};

/// With so many calls and rounds the runtime begins its countdown.
const USUAL: c_int = 10_000;

/// How many calls and rounds of loops a runtime makes until it asks whether to go on, as other
/// threads see it while it is lent.
#[derive(Default)]
pub(in crate::script) struct Countdown(Mutex<Option<Number>>);

/// The countdown, which is neither lent nor taken back meanwhile.
pub(in crate::script) struct Locked<'a>(MutexGuard<'a, Option<Number>>);

/// Where the number is.
struct Number(NonNull<c_int>);

#[expect(unsafe_code, reason = "the runtime can't be asked to ask sooner")]
// SAFETY: a pointer may go anywhere; what is done with it is `Number::set`, which is an atomic write.
unsafe impl Send for Number {}

/// Takes it back at the end, however that comes.
struct TakenBack<'a>(&'a Countdown);

impl Drop for TakenBack<'_> {
    fn drop(&mut self) {
        self.0.0.lock().take();
    }
}

impl Countdown {
    /// Lends that of a context while something is done; there is none where it isn't found.
    pub(in crate::script) fn lent<T>(&self, context: &Context, work: impl FnOnce() -> T) -> T {
        *self.0.lock() = context.with(|ctx| Number::of(&ctx));
        let _taken_back = TakenBack(self);
        work()
    }

    /// Keeps it where it is: whoever takes it back waits.
    pub(in crate::script) fn lock(&self) -> Locked<'_> {
        Locked(self.0.lock())
    }
}

impl Locked<'_> {
    /// The runtime asks soon. It may set the number at the same moment, as if nothing had been done.
    pub(in crate::script) fn end(&self) {
        self.set(1);
    }

    /// The runtime asks as late as ever.
    pub(in crate::script) fn renew(&self) {
        self.set(USUAL);
    }

    #[expect(unsafe_code, reason = "the runtime can't be asked to ask sooner")]
    fn set(&self, calls: c_int) {
        if let Some(Number(place)) = &*self.0 {
            // SAFETY: `Countdown::lent` borrows the context until it has taken the number back, for
            // which it waits as long as this is locked: the context lives. Its own thread reads and
            // writes the number as a whole, as all systems do that this is built for.
            unsafe { AtomicI32::from_ptr(place.as_ptr()) }.store(calls, Ordering::Relaxed);
        }
    }
}

impl Number {
    /// That of a context, if it is found.
    #[expect(unsafe_code, reason = "the runtime can't be asked to ask sooner")]
    fn of(ctx: &Ctx<'_>) -> Option<Self> {
        // SAFETY: the place is one of a context's own numbers, and all contexts are of one size.
        place().map(|place| Self(unsafe { ctx.as_raw().cast().add(place) }))
    }
}

/// Which number of a context is its countdown: the one that is less by one after each call.
pub(super) fn place() -> Option<usize> {
    static PLACE: OnceLock<Option<usize>> = OnceLock::new();
    *PLACE.get_or_init(|| {
        let context = Context::full(&Runtime::new_with_alloc(RustAllocator).ok()?).ok()?;
        context.with(|ctx| {
            let call = Alarm::default();
            let _kept = call.keep(ctx.eval("Function.prototype").ok()?);
            // It begins anew at the first one.
            call.ring();
            let mut before = numbers(&ctx);
            let mut places: Vec<usize> = (0..before.len()).collect();
            // Then no other number has been less by one each time.
            for _ in 0..8 {
                call.ring();
                let now = numbers(&ctx);
                places.retain(|place| now[*place].wrapping_add(1) == before[*place]);
                before = now;
            }
            if let [place] = places[..] { Some(place) } else { None }
        })
    })
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
