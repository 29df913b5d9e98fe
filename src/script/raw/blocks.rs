//! The memory of a runtime: small blocks of slabs, larger ones of the system.

use super::READING;
use super::account::Account;
use super::slabs::{GRAIN, SLAB, SMALL, Slabs, rounded, size_of_block};
use rquickjs::allocator::Allocator;
use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, realloc};
use std::ptr;
use std::rc::Rc;

/// Before a large block stands how long it is. That puts it beside the multiples of [`GRAIN`], where the small ones
/// are: so the two are told apart.
const HEAD: usize = size_of::<usize>();

/// Gives a runtime its blocks. Slabs of small ones are accounted for as a whole.
pub(in crate::script) struct Blocks<A> {
    account: Rc<A>,
    slabs: Slabs,
}

impl<A: Account> Blocks<A> {
    pub(in crate::script) fn new(account: Rc<A>) -> Self {
        Self { account, slabs: Slabs::new() }
    }

    fn small(&mut self, bytes: usize, grants: impl FnOnce(&A) -> bool) -> *mut u8 {
        let account = &self.account;
        self.slabs.give(bytes, || {
            let granted = grants(account);
            if granted {
                account.took(SLAB);
            }
            granted
        })
    }

    /// A large block of `made` memory, which is granted already.
    #[expect(unsafe_code, reason = "it says before the block how long that is")]
    fn large(&self, bytes: usize, made: impl FnOnce(Layout) -> *mut u8) -> *mut u8 {
        let bytes = long(bytes);
        let Some(layout) = layout(bytes) else { return ptr::null_mut() };
        let start = made(layout);
        if start.is_null() {
            return start;
        }
        self.account.took(bytes);
        // SAFETY: it is that long, and aligned for a number.
        unsafe { headed(start, bytes) }
    }
}

#[expect(unsafe_code, reason = "the trait is unsafe")]
// SAFETY: a block is a part of a slab or memory of the system's own for it, as long as was asked for at least, aligned
// for a word; which of both, and how long, is known from where it stands. A refused one is null, as the trait allows.
unsafe impl<A: Account> Allocator for Blocks<A> {
    fn alloc(&mut self, size: usize) -> *mut u8 {
        if size <= SMALL {
            return self.small(size, |account| account.grants(SLAB));
        }
        if !self.account.grants(size) {
            return ptr::null_mut();
        }
        // SAFETY: what is large has some bytes.
        self.large(size, |layout| unsafe { alloc(layout) })
    }

    fn calloc(&mut self, count: usize, size: usize) -> *mut u8 {
        let Some(bytes) = count.checked_mul(size) else { return ptr::null_mut() };
        if bytes <= SMALL {
            let block = self.small(bytes, |account| account.grants(SLAB));
            if !block.is_null() {
                // SAFETY: it was given just now, and is that long.
                unsafe { block.write_bytes(0, rounded(bytes)) };
            }
            return block;
        }
        if !self.account.grants_cleared(bytes) {
            return ptr::null_mut();
        }
        // SAFETY: what is large has some bytes.
        let block = self.large(bytes, |layout| unsafe { alloc_zeroed(layout) });
        if !block.is_null() && !READING.get() {
            self.account.gave_cleared(block.addr(), bytes);
        }
        block
    }

    unsafe fn dealloc(&mut self, block: *mut u8) {
        if is_small(block) {
            // SAFETY: the caller's contract is the same.
            if unsafe { self.slabs.take(block) } {
                self.account.gave(0, SLAB);
            }
            return;
        }
        // SAFETY: a large block was made with this layout, and begins behind its head.
        unsafe {
            let bytes = Self::usable_size(block);
            self.account.gave(block.addr(), bytes);
            if let Some(layout) = layout(bytes) {
                dealloc(block.sub(HEAD), layout);
            }
        }
    }

    unsafe fn realloc(&mut self, block: *mut u8, new_size: usize) -> *mut u8 {
        // SAFETY: the caller's contract is the same for all of it: what the block holds goes into the new one as far as
        // that has room, and the block is given back only then.
        unsafe {
            let before = Self::usable_size(block);
            let grows = new_size > before;
            let account = Rc::clone(&self.account);
            let moved = match (is_small(block), new_size <= SMALL) {
                (true, true) if rounded(new_size) == before => return block,
                (_, true) => self.small(new_size, |account| {
                    if grows { account.grants_growth(0, SLAB) } else { account.grants(SLAB) }
                }),
                (_, false) if grows && !account.grants_growth(before, new_size) => ptr::null_mut(),
                (true, false) => self.large(new_size, |layout| alloc(layout)),
                (false, false) => return self.resized(block, before, new_size),
            };
            if moved.is_null() {
                // What is shorter than before has room where it is.
                return if grows { moved } else { block };
            }
            ptr::copy_nonoverlapping(block, moved, before.min(new_size));
            self.dealloc(block);
            moved
        }
    }

    #[expect(clippy::cast_ptr_alignment, reason = "blocks stand at words")]
    unsafe fn usable_size(block: *mut u8) -> usize {
        // SAFETY: the caller's contract is the same; the length of a large block stands before it.
        unsafe {
            if is_small(block) {
                size_of_block(block)
            } else {
                block.sub(HEAD).cast::<usize>().read()
            }
        }
    }
}

impl<A: Account> Blocks<A> {
    /// A large block that becomes another large one.
    ///
    /// # Safety
    ///
    /// The block is these blocks', large, `before` bytes long and in use.
    #[expect(unsafe_code, reason = "the system's own call keeps what the block holds")]
    unsafe fn resized(&self, block: *mut u8, before: usize, new_size: usize) -> *mut u8 {
        let bytes = long(new_size);
        let (Some(old), Some(new)) = (layout(before), layout(bytes)) else {
            return ptr::null_mut();
        };
        // SAFETY: a large block was made with its layout, and begins behind its head.
        unsafe {
            let start = realloc(block.sub(HEAD), old, new.size());
            if start.is_null() {
                return start;
            }
            self.account.gave(block.addr(), before);
            self.account.took(bytes);
            headed(start, bytes)
        }
    }
}

fn is_small(block: *mut u8) -> bool {
    block.addr().is_multiple_of(GRAIN)
}

/// Bytes of the block that is given for so many.
fn long(bytes: usize) -> usize {
    bytes.checked_next_multiple_of(HEAD).unwrap_or(bytes)
}

/// Of a large block with its head.
fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.checked_add(HEAD)?, GRAIN).ok()
}

/// The block behind its head.
///
/// # Safety
///
/// There are so many bytes behind a head, aligned for a word.
#[expect(clippy::cast_ptr_alignment, reason = "blocks stand at words")]
#[expect(unsafe_code, reason = "it says before the block how long that is")]
unsafe fn headed(start: *mut u8, bytes: usize) -> *mut u8 {
    // SAFETY: by contract.
    unsafe {
        start.cast::<usize>().write(bytes);
        start.add(HEAD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cell::Cell;

    /// Grants everything up to a limit.
    struct Ledger {
        limit: usize,
        used: Cell<usize>,
    }

    impl Account for Ledger {
        fn grants(&self, bytes: usize) -> bool {
            self.used.get() + bytes <= self.limit
        }

        fn grants_cleared(&self, bytes: usize) -> bool {
            self.grants(bytes)
        }

        fn grants_growth(&self, before: usize, after: usize) -> bool {
            self.grants(after - before)
        }

        fn took(&self, bytes: usize) {
            self.used.set(self.used.get() + bytes);
        }

        fn gave_cleared(&self, _: usize, _: usize) {}

        fn gave(&self, _: usize, bytes: usize) {
            self.used.set(self.used.get() - bytes);
        }
    }

    #[derive(Clone, Debug)]
    enum Act {
        Alloc(usize),
        Calloc(usize),
        Realloc(usize, usize),
        Dealloc(usize),
    }

    fn sizes() -> impl Strategy<Value = usize> {
        prop_oneof![8 => 0_usize..300, 1 => 250_usize..270, 1 => 300_usize..9000]
    }

    fn acts() -> impl Strategy<Value = Vec<Act>> {
        let act = prop_oneof![
            3 => sizes().prop_map(Act::Alloc),
            1 => sizes().prop_map(Act::Calloc),
            2 => (any::<usize>(), sizes()).prop_map(|(at, size)| Act::Realloc(at, size)),
            3 => any::<usize>().prop_map(Act::Dealloc),
        ];
        prop::collection::vec(act, 0..600)
    }

    /// A block as its holder knows it: where it is, how much was asked for, and what was written into all of it.
    type Held = (*mut u8, usize, u8);

    #[expect(unsafe_code, reason = "blocks are read and written as a runtime does")]
    fn check((block, size, mark): Held) {
        assert!(!block.is_null() && block.addr().is_multiple_of(align_of::<usize>()));
        // SAFETY: the block is in use, and that long.
        unsafe {
            assert!(Blocks::<Ledger>::usable_size(block) >= size);
            let holds = std::slice::from_raw_parts(block, size);
            assert!(
                holds.iter().all(|byte| *byte == mark),
                "{mark} of {size} bytes was overwritten"
            );
        }
    }

    #[expect(unsafe_code, reason = "blocks are read and written as a runtime does")]
    fn mark(block: *mut u8, size: usize, mark: u8) -> Held {
        // SAFETY: the block is in use, and that long.
        unsafe { block.write_bytes(mark, size) };
        (block, size, mark)
    }

    #[expect(unsafe_code, reason = "blocks are given back as a runtime does")]
    fn play(blocks: &mut Blocks<Ledger>, acts: Vec<Act>) -> Vec<Held> {
        let mut held: Vec<Held> = Vec::new();
        for (number, act) in acts.into_iter().enumerate() {
            let new = u8::try_from(number % 251).unwrap_or_default();
            match act {
                Act::Alloc(size) => {
                    let block = blocks.alloc(size);
                    held.extend((!block.is_null()).then(|| mark(block, size, new)));
                }
                Act::Calloc(size) => {
                    let block = blocks.calloc(1, size);
                    if !block.is_null() {
                        check((block, size, 0));
                        held.push(mark(block, size, new));
                    }
                }
                Act::Realloc(..) | Act::Dealloc(_) if held.is_empty() => {}
                Act::Realloc(at, size) => {
                    let at = at % held.len();
                    let (block, before, old) = held[at];
                    // SAFETY: it is in use.
                    let moved = unsafe { blocks.realloc(block, size) };
                    if !moved.is_null() {
                        check((moved, before.min(size), old));
                        held[at] = mark(moved, size, new);
                    }
                }
                Act::Dealloc(at) => {
                    let (block, ..) = held.swap_remove(at % held.len());
                    // SAFETY: it is in use, and no longer.
                    unsafe { blocks.dealloc(block) };
                }
            }
            held.iter().copied().for_each(check);
        }
        held
    }

    fn account(limit: usize) -> Rc<Ledger> {
        Rc::new(Ledger { limit, used: Cell::new(0) })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn every_block_keeps_what_it_holds(acts in acts(), limit in 4_usize << 10..1 << 20) {
            let account = account(limit);
            let mut blocks = Blocks::new(Rc::clone(&account));
            for held in play(&mut blocks, acts) {
                // SAFETY: it is in use, and no longer.
                #[expect(unsafe_code, reason = "blocks are given back as a runtime does")]
                unsafe { blocks.dealloc(held.0) };
            }
            prop_assert_eq!(account.used.get(), 0);
        }
    }

    /// What was used for blocks of one size is there for those of another one.
    #[test]
    #[expect(unsafe_code, reason = "blocks are given back as a runtime does")]
    fn slabs_go_from_one_size_to_the_other() {
        let account = account(1 << 20);
        let mut blocks = Blocks::new(Rc::clone(&account));
        for size in [16, 48, 80, 256, 16] {
            let given: Vec<_> =
                std::iter::from_fn(|| Some(blocks.alloc(size)).filter(|it| !it.is_null()))
                    .collect();
            assert!(given.len() * size >= (1 << 20) * 3 / 4, "{size}: {}", given.len());
            for block in given {
                // SAFETY: it is in use, and no longer.
                unsafe { blocks.dealloc(block) };
            }
            assert_eq!(account.used.get(), 0);
        }
    }

    /// No block is refused for being shorter than before.
    #[test]
    #[expect(unsafe_code, reason = "blocks are resized as a runtime does")]
    fn a_block_shrinks_without_memory() {
        let account = account(2 << 10);
        let mut blocks = Blocks::new(Rc::clone(&account));
        let block = mark(blocks.alloc(2000), 2000, 7);
        // SAFETY: it is in use; the shorter one is, from then on.
        let shorter = unsafe { blocks.realloc(block.0, 100) };
        check((shorter, 100, 7));
        // SAFETY: it is in use, and no longer.
        unsafe { blocks.dealloc(shorter) };
        assert_eq!(account.used.get(), 0);
    }
}
