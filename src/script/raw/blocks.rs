//! The blocks of memory that a runtime works with, and their account.

use rquickjs::allocator::{Allocator, RustAllocator};
use std::cell::Cell;
use std::ptr;
use std::rc::Rc;

/// Says which blocks of memory a runtime gets, and keeps the account of them.
pub(in crate::script) trait Account {
    /// Whether so many bytes may be given.
    fn grants(&self, bytes: usize) -> bool;

    /// The same of bytes that are to be zero.
    fn grants_cleared(&self, bytes: usize) -> bool;

    /// Whether a block may grow.
    fn grants_growth(&self, before: usize, after: usize) -> bool;

    /// So many bytes were given.
    fn took(&self, bytes: usize);

    /// A block of zeros was given, at that place; not told while compiled code is read.
    fn gave_cleared(&self, place: usize, bytes: usize);

    /// So many bytes came back, from there.
    fn gave(&self, place: usize, bytes: usize);
}

thread_local! {
    /// Whether compiled code is being read on this thread: its blocks may have any size.
    static READING: Cell<bool> = const { Cell::new(false) };
}

/// Does what reads compiled code.
pub(super) fn reading<T>(read: impl FnOnce() -> T) -> T {
    READING.set(true);
    let done = read();
    READING.set(false);
    done
}

/// Gives a runtime its blocks.
pub(in crate::script) struct Blocks<A>(pub(in crate::script) Rc<A>);

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
