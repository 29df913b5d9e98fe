//! Where a context of the runtime has its countdown, of which its interface says nothing.

use super::{Alarm, numbers};
use rquickjs::allocator::RustAllocator;
use rquickjs::{Context, Runtime};
use std::sync::OnceLock;

/// Which number of a context is its countdown: the one that is less by one after each call.
pub(super) fn place_of_countdown() -> Option<usize> {
    static PLACE: OnceLock<Option<usize>> = OnceLock::new();
    *PLACE.get_or_init(|| {
        let context = Context::full(&Runtime::new_with_alloc(RustAllocator).ok()?).ok()?;
        context.with(|ctx| {
            let call = Alarm::new(&ctx.eval("Function.prototype").ok()?);
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
