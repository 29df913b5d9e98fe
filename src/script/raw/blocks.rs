//! The blocks of memory that a runtime works with, and their account.

use super::heap::Heap;
use rquickjs::allocator::Allocator;
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
pub(in crate::script) struct Blocks<A> {
    account: Rc<A>,
    heap: Rc<Heap>,
}

impl<A> Blocks<A> {
    /// Those of a heap, on this account.
    pub(in crate::script) fn new(account: Rc<A>, heap: Rc<Heap>) -> Self {
        Self { account, heap }
    }
}

#[expect(unsafe_code, reason = "the trait is unsafe, though all is left to the heap")]
// SAFETY: every block comes from the heap, goes back to it and is measured by it; a refused one is null, as the trait
// allows.
unsafe impl<A: Account> Allocator for Blocks<A> {
    fn alloc(&mut self, size: usize) -> *mut u8 {
        if !self.account.grants(size) {
            return ptr::null_mut();
        }
        self.count(self.heap.alloc(size))
    }

    fn calloc(&mut self, count: usize, size: usize) -> *mut u8 {
        let bytes = count.checked_mul(size).filter(|bytes| self.account.grants_cleared(*bytes));
        let Some(bytes) = bytes else { return ptr::null_mut() };
        let block = self.count(self.heap.calloc(bytes));
        if !block.is_null() && !READING.get() {
            self.account.gave_cleared(block.addr(), bytes);
        }
        block
    }

    unsafe fn dealloc(&mut self, block: *mut u8) {
        // SAFETY: the caller's contract is the same.
        unsafe {
            self.account.gave(block.addr(), Heap::usable_size(block));
            self.heap.dealloc(block);
        }
    }

    unsafe fn realloc(&mut self, block: *mut u8, new_size: usize) -> *mut u8 {
        // SAFETY: the caller's contract is the same; a block that can't grow stays as it was.
        unsafe {
            let before = Heap::usable_size(block);
            if new_size > before && !self.account.grants_growth(before, new_size) {
                return ptr::null_mut();
            }
            let grown = self.heap.realloc(block, new_size);
            if !grown.is_null() {
                self.account.gave(block.addr(), before);
                self.account.took(Heap::usable_size(grown));
            }
            grown
        }
    }

    unsafe fn usable_size(block: *mut u8) -> usize {
        // SAFETY: the caller's contract is the same.
        unsafe { Heap::usable_size(block) }
    }
}

impl<A: Account> Blocks<A> {
    fn count(&self, block: *mut u8) -> *mut u8 {
        if !block.is_null() {
            // SAFETY: the block has just come from the heap.
            #[expect(unsafe_code, reason = "the heap measures its own blocks")]
            self.account.took(unsafe { Heap::usable_size(block) });
        }
        block
    }
}
