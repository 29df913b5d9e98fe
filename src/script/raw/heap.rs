//! The memory of one runtime: pages of its own, which are packed while its thread is halted.

use super::pages::Pages;
use dlmalloc::Dlmalloc;
use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, realloc};
use std::cell::RefCell;
use std::ptr;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Larger blocks come from the system one by one, and go back to it one by one.
const LARGE: usize = 32 << 10;
/// So long nothing is tried again, at least.
const AGAIN: Duration = Duration::from_millis(1);
/// All that a runtime puts into blocks is aligned so.
const ALIGN: usize = align_of::<u64>();
/// So many bytes stand before each block, and hold its size.
const HEAD: usize = ALIGN;

/// Blocks for one runtime, which live no longer than this.
pub(in crate::script) struct Heap {
    pages: Pages,
    // It points into itself, so that it stays where it is. It has no end of its own: the pages go when this does.
    small: RefCell<Dlmalloc<Pages>>,
}

impl Heap {
    /// One without blocks, which nobody can move from where it is.
    pub(in crate::script) fn new() -> Rc<Self> {
        let pages = Pages::default();
        let small = RefCell::new(Dlmalloc::new_with_allocator(pages.clone()));
        Rc::new(Self { pages, small })
    }

    /// Waits for a message as [`Receiver::recv_timeout`] does. If none has come after `soon`, what the blocks hold is
    /// packed until there is one.
    #[expect(unsafe_code, reason = "blocks are pointers, which nothing keeps from being used")]
    pub(in crate::script) fn wait<T>(
        &self,
        messages: &Receiver<T>,
        (soon, longest): (Duration, Duration),
    ) -> Result<T, RecvTimeoutError> {
        let end = Instant::now() + longest;
        let left = || end.saturating_duration_since(Instant::now());
        let mut wait = soon;
        loop {
            match messages.recv_timeout(wait.min(left())) {
                Err(RecvTimeoutError::Timeout) if !left().is_zero() => {}
                received => return received,
            }
            // SAFETY: blocks are this thread's, which only waits until they are unpacked. The one number in them that others
            // write to is a `Countdown`, and they leave that alone while its thread rests.
            if let Some(_packed) = unsafe { self.pages.pack() } {
                return messages.recv_timeout(left());
            }
            wait = soon.max(AGAIN);
        }
    }
}

#[expect(unsafe_code, reason = "who gives blocks away can't know what becomes of them")]
impl Heap {
    /// A block of at least so many bytes, or null.
    pub(super) fn alloc(&self, bytes: usize) -> *mut u8 {
        let Some((size, whole)) = sizes(bytes) else { return ptr::null_mut() };
        // SAFETY: the layout isn't empty: there is the head.
        let start = unsafe {
            if size > LARGE {
                alloc(whole)
            } else {
                self.small.borrow_mut().malloc(whole.size(), ALIGN)
            }
        };
        headed(start, size)
    }

    /// The same, all of it zero.
    pub(super) fn calloc(&self, bytes: usize) -> *mut u8 {
        let Some((size, whole)) = sizes(bytes) else { return ptr::null_mut() };
        // SAFETY: as in `alloc`.
        let start = unsafe {
            if size > LARGE {
                alloc_zeroed(whole)
            } else {
                self.small.borrow_mut().calloc(whole.size(), ALIGN)
            }
        };
        headed(start, size)
    }

    /// Takes a block back.
    ///
    /// # Safety
    ///
    /// The block is one of this heap's, and nobody uses it any more.
    pub(super) unsafe fn dealloc(&self, block: *mut u8) {
        // SAFETY: `alloc` and `calloc` have made it so, with the layout of its size.
        unsafe {
            let (start, size) = (block.sub(HEAD), Self::usable_size(block));
            let whole = Layout::from_size_align_unchecked(HEAD + size, ALIGN);
            if size > LARGE {
                dealloc(start, whole);
            } else {
                self.small.borrow_mut().free(start, whole.size(), ALIGN);
            }
        }
    }

    /// A block with what was in this one; null if there is no room, which leaves this one as it is.
    ///
    /// # Safety
    ///
    /// The block is one of this heap's; who gets another one doesn't use this one any more.
    pub(super) unsafe fn realloc(&self, block: *mut u8, bytes: usize) -> *mut u8 {
        let Some((size, whole)) = sizes(bytes) else { return ptr::null_mut() };
        // SAFETY: as in `dealloc`; what is copied is in both.
        unsafe {
            let (start, before) = (block.sub(HEAD), Self::usable_size(block));
            match (before > LARGE, size > LARGE) {
                (true, true) => {
                    let was = Layout::from_size_align_unchecked(HEAD + before, ALIGN);
                    headed(realloc(start, was, whole.size()), size)
                }
                (false, false) => {
                    let mut small = self.small.borrow_mut();
                    headed(small.realloc(start, HEAD + before, ALIGN, whole.size()), size)
                }
                _ => {
                    let moved = self.alloc(size);
                    if !moved.is_null() {
                        ptr::copy_nonoverlapping(block, moved, before.min(size));
                        self.dealloc(block);
                    }
                    moved
                }
            }
        }
    }

    /// How many bytes a block has.
    ///
    /// # Safety
    ///
    /// The block is one of a heap's.
    #[expect(clippy::cast_ptr_alignment, reason = "blocks are aligned for more")]
    pub(super) unsafe fn usable_size(block: *mut u8) -> usize {
        // SAFETY: `headed` has written it there.
        unsafe { block.sub(HEAD).cast::<usize>().read() }
    }
}

/// How many bytes a block gets that is asked for so many, and what it takes with its head.
fn sizes(bytes: usize) -> Option<(usize, Layout)> {
    let size = bytes.checked_next_multiple_of(ALIGN)?;
    Some((size, Layout::from_size_align(size.checked_add(HEAD)?, ALIGN).ok()?))
}

/// The block behind the head that is written.
#[expect(unsafe_code, reason = "who gives blocks away can't know what becomes of them")]
#[expect(clippy::cast_ptr_alignment, reason = "blocks are aligned for more")]
fn headed(start: *mut u8, size: usize) -> *mut u8 {
    if start.is_null() {
        return start;
    }
    // SAFETY: there is room for a head before so many bytes.
    unsafe {
        start.cast::<usize>().write(size);
        start.add(HEAD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::memory::Memory;
    use rquickjs::{Context, Function, Runtime, Value};
    use std::sync::mpsc::channel;

    const EVER: Duration = Duration::from_hours(1);

    /// Blocks of all sizes come, grow, shrink and go; what is in them stays, also while it is packed.
    #[test]
    fn blocks_keep_what_is_in_them() {
        let (heap, mut random) = (Heap::new(), 1_u64);
        let mut next = |most: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(random >> 33).expect("it fits") % most
        };
        let mut blocks: Vec<(*mut u8, usize, u8)> = Vec::new();
        #[expect(unsafe_code, reason = "blocks have no safe form")]
        // SAFETY: each block is this heap's, has at least so many bytes, and is used until it is given back.
        unsafe {
            for round in 0..20_000 {
                let most = 1 << next(18);
                let bytes = 1 + next(most);
                let fill = u8::try_from(next(255)).expect("it fits");
                match (next(3), blocks.len()) {
                    (0, 1..) => {
                        let index = next(blocks.len());
                        let (block, bytes, fill) = blocks.swap_remove(index);
                        assert!(
                            std::slice::from_raw_parts(block, bytes).iter().all(|it| *it == fill)
                        );
                        heap.dealloc(block);
                    }
                    (1, 1..) => {
                        let index = next(blocks.len());
                        let (block, before, fill) = blocks[index];
                        let block = heap.realloc(block, bytes);
                        assert!(Heap::usable_size(block) >= bytes);
                        let kept = before.min(bytes);
                        assert!(
                            std::slice::from_raw_parts(block, kept).iter().all(|it| *it == fill)
                        );
                        block.write_bytes(fill, bytes);
                        blocks[index] = (block, bytes, fill);
                    }
                    _ => {
                        let is_cleared = round % 2 == 0;
                        let block = if is_cleared { heap.calloc(bytes) } else { heap.alloc(bytes) };
                        assert_eq!(block.addr() % ALIGN, 0);
                        let read = std::slice::from_raw_parts(block, bytes);
                        assert!(!is_cleared || read.iter().all(|it| *it == 0));
                        block.write_bytes(fill, bytes);
                        blocks.push((block, bytes, fill));
                    }
                }
                if round % 1_000 == 0 {
                    drop(heap.pages.pack());
                }
                // Few enough that all of them can be packed.
                while blocks.len() > 100 {
                    heap.dealloc(blocks.swap_remove(0).0);
                }
            }
        }
    }

    #[test]
    fn a_runtime_goes_on_with_what_was_packed() {
        let memory = Memory::new(64 << 20);
        let runtime = Runtime::new_with_alloc(memory.blocks()).expect("a runtime");
        let context = Context::full(&runtime).expect("a context");
        context.with(|ctx| {
            let text = "let made = new Map(); for (let i = 0; i < 5000; i++) made.set('k' + i, { i, more: [i] });
                () => [...made].reduce((sum, [key, value]) => sum + value.more[0] + key.length, 0)";
            let sum: Function = ctx.eval(text).expect("it runs");
            for round in 0..3 {
                let (sender, messages) = channel();
                let waiting = std::thread::spawn(move || sender.send(round));
                assert_eq!(memory.wait(&messages, (Duration::ZERO, EVER)), Ok(round));
                waiting.join().expect("it ends").expect("it was heard");
                assert_eq!(sum.call::<_, u32>(()).expect("it runs"), 12_521_390);
                ctx.run_gc();
            }
            assert!(ctx.eval::<Value, _>("made.clear()").is_ok());
        });
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn packed_pages_are_the_systems_again() {
        let heap = Heap::new();
        let block = heap.alloc(1000);
        #[expect(unsafe_code, reason = "blocks have no safe form")]
        // SAFETY: the block has so many bytes, and lives as long as the heap.
        let read = unsafe {
            block.write_bytes(7, 1000);
            || {
                std::slice::from_raw_parts(block, 1000)
                    .iter()
                    .map(|it| usize::from(*it))
                    .sum::<usize>()
            }
        };
        // Another heap may be being packed at this moment.
        let packed = loop {
            #[expect(unsafe_code, reason = "blocks have no safe form")]
            // SAFETY: what is read meanwhile is no reference's, but that of this very test.
            if let Some(packed) = unsafe { heap.pages.pack() } {
                break packed;
            }
            std::thread::yield_now();
        };
        assert_eq!(read(), 0);
        drop(packed);
        assert_eq!(read(), 7000);
    }

    #[test]
    fn who_waits_hears_what_comes_and_when_nothing_does() {
        let (heap, (sender, messages)) = (Heap::new(), channel());
        sender.send(1).expect("it is heard");
        assert_eq!(heap.wait(&messages, (EVER, EVER)), Ok(1));
        let short = Duration::from_millis(5);
        for soon in [Duration::ZERO, EVER] {
            assert_eq!(heap.wait(&messages, (soon, short)), Err(RecvTimeoutError::Timeout));
        }
        drop(sender);
        assert_eq!(heap.wait(&messages, (EVER, EVER)), Err(RecvTimeoutError::Disconnected));
    }
}
