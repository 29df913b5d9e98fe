//! The small blocks of a runtime, side by side.
//!
//! A runtime has thousands of blocks of a few words. Each with a header of its own, and one of the system's before
//! that, takes a fifth more than it holds; many threads are halted at once, each with a runtime. So blocks of one size
//! stand together in slabs of 1 KiB, which begin where such a number of bytes ends: where the slab of a block begins,
//! and so its size, is known from its address.

use std::alloc::{Layout, alloc, dealloc};
use std::collections::{BTreeMap, BTreeSet};
use std::mem::size_of;
use std::ptr::{self, NonNull};

/// Sizes of small blocks are multiples of it, and so are their addresses.
pub(super) const GRAIN: usize = 16;
/// The largest small block.
pub(super) const SMALL: usize = 256;
/// Bytes of a slab.
pub(super) const SLAB: usize = 1 << 10;
/// Slabs come from the system so many at once: one for each bit of a [`Free`].
const SLABS: usize = 32;
const CHUNK: usize = SLAB * SLABS;
const SIZES: usize = SMALL / GRAIN;

/// The slabs of a chunk that are free.
type Free = u32;
const ALL: Free = Free::MAX;

/// What a slab begins with.
struct Slab {
    /// Its neighbours among the slabs of its size that have room.
    next: *mut Slab,
    before: *mut Slab,
    /// Bytes of each of its blocks.
    size: u16,
    /// Blocks that are in use.
    used: u16,
    /// Where the first of the blocks stands that came back, each of which knows the next one; 0: there is none.
    returned: u16,
    /// Where those begin that were never given.
    fresh: u16,
}

const HEAD: usize = size_of::<Slab>().next_multiple_of(GRAIN);

/// Slabs of all sizes.
pub(super) struct Slabs {
    /// The first one of each size that has room.
    with_room: [*mut Slab; SIZES],
    /// Chunks by their addresses, with the slabs that are free, and those that have some.
    chunks: BTreeMap<usize, (NonNull<u8>, Free)>,
    open: BTreeSet<usize>,
}

impl Slabs {
    pub(super) const fn new() -> Self {
        Self { with_room: [ptr::null_mut(); SIZES], chunks: BTreeMap::new(), open: BTreeSet::new() }
    }

    /// A block of so many bytes, [`SMALL`] at most. `grants` is asked for each slab that it takes: null if that says
    /// no, or the system has none.
    #[expect(clippy::cast_ptr_alignment, reason = "blocks stand at multiples of their grain")]
    #[expect(unsafe_code, reason = "blocks are parts of slabs")]
    pub(super) fn give(&mut self, bytes: usize, grants: impl FnOnce() -> bool) -> *mut u8 {
        let size = rounded(bytes);
        let list = size / GRAIN - 1;
        if self.with_room[list].is_null() {
            let Some(slab) = grants().then(|| self.open_slab()).flatten() else {
                return ptr::null_mut();
            };
            self.begin(slab, size);
        }
        let slab = self.with_room[list];
        // SAFETY: slabs in these lists are alive and have room, so that the block lies within this one, behind its
        // head; nobody else has it: it was never given, or came back.
        unsafe {
            let place = (*slab).returned;
            let block =
                slab.cast::<u8>().add(usize::from(if place == 0 { (*slab).fresh } else { place }));
            if place == 0 {
                (*slab).fresh += (*slab).size;
            } else {
                (*slab).returned = block.cast::<u16>().read();
            }
            (*slab).used += 1;
            if !has_room(slab) {
                self.unlink(slab);
            }
            block
        }
    }

    /// Takes a block back; says whether its slab went with it.
    ///
    /// # Safety
    ///
    /// The block was given by these slabs, and nobody has it any more.
    #[expect(clippy::cast_ptr_alignment, reason = "blocks stand at multiples of their grain")]
    #[expect(unsafe_code, reason = "blocks are parts of slabs")]
    pub(super) unsafe fn take(&mut self, block: *mut u8) -> bool {
        let slab = slab_of(block);
        // SAFETY: the block is one of these slabs', which live as long as one of their blocks does; it is large enough
        // for a number, and aligned for more.
        unsafe {
            let had_room = has_room(slab);
            block.cast::<u16>().write((*slab).returned);
            // A slab is shorter than 64 KiB.
            #[expect(clippy::cast_possible_truncation, reason = "it is below the size of a slab")]
            let place = (block.addr() - slab.addr()) as u16;
            (*slab).returned = place;
            (*slab).used -= 1;
            let is_empty = (*slab).used == 0;
            match (is_empty, had_room) {
                (true, true) => self.unlink(slab),
                (false, false) => self.link(slab),
                _ => {}
            }
            if is_empty {
                self.close_slab(slab);
            }
            is_empty
        }
    }

    #[expect(unsafe_code, reason = "a slab is written into memory of its own")]
    fn begin(&mut self, slab: *mut Slab, size: usize) {
        let small = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let (next, before) = (ptr::null_mut(), ptr::null_mut());
        let head =
            Slab { next, before, size: small(size), used: 0, returned: 0, fresh: small(HEAD) };
        // SAFETY: a slab that was just opened is memory for one, which nobody else has.
        unsafe { slab.write(head) };
        self.link(slab);
    }

    #[expect(unsafe_code, reason = "slabs know their neighbours")]
    fn link(&mut self, slab: *mut Slab) {
        // SAFETY: this slab and those in the lists are alive.
        unsafe {
            let first = &mut self.with_room[usize::from((*slab).size) / GRAIN - 1];
            (*slab).next = *first;
            (*slab).before = ptr::null_mut();
            if !first.is_null() {
                (**first).before = slab;
            }
            *first = slab;
        }
    }

    #[expect(unsafe_code, reason = "slabs know their neighbours")]
    fn unlink(&mut self, slab: *mut Slab) {
        // SAFETY: this slab is in its list, and all those are alive.
        unsafe {
            let (next, before) = ((*slab).next, (*slab).before);
            if before.is_null() {
                self.with_room[usize::from((*slab).size) / GRAIN - 1] = next;
            } else {
                (*before).next = next;
            }
            if !next.is_null() {
                (*next).before = before;
            }
        }
    }

    /// Memory for a slab, of the chunk with the lowest address that has some.
    #[expect(unsafe_code, reason = "slabs are parts of chunks")]
    fn open_slab(&mut self) -> Option<*mut Slab> {
        let place = match self.open.first() {
            Some(place) => *place,
            None => self.open_chunk()?,
        };
        let (start, free) = self.chunks.get_mut(&place)?;
        let number = free.trailing_zeros() as usize;
        *free &= *free - 1;
        if *free == 0 {
            self.open.remove(&place);
        }
        // SAFETY: a chunk has as many slabs as its free ones have bits.
        Some(unsafe { start.as_ptr().add(number * SLAB) }.cast())
    }

    #[expect(unsafe_code, reason = "this is where memory comes from")]
    fn open_chunk(&mut self) -> Option<usize> {
        // SAFETY: a chunk has some bytes.
        let start = NonNull::new(unsafe { alloc(layout()) })?;
        let place = start.as_ptr().addr();
        self.chunks.insert(place, (start, ALL));
        self.open.insert(place);
        Some(place)
    }

    /// Gives the memory of a slab back; that of its chunk goes back to the system once another one has room.
    #[expect(unsafe_code, reason = "this is where memory goes back")]
    fn close_slab(&mut self, slab: *mut Slab) {
        let Some((&place, (start, free))) = self.chunks.range_mut(..=slab.addr()).next_back()
        else {
            return;
        };
        *free |= 1 << ((slab.addr() - place) / SLAB);
        if *free == ALL && self.open.iter().any(|other| *other != place) {
            // SAFETY: it came from there, with this layout, and none of its slabs is in use or in a list.
            unsafe { dealloc(start.as_ptr(), layout()) };
            self.chunks.remove(&place);
            self.open.remove(&place);
        } else {
            self.open.insert(place);
        }
    }
}

impl Drop for Slabs {
    #[expect(unsafe_code, reason = "this is where memory goes back")]
    fn drop(&mut self) {
        for (start, _) in self.chunks.values() {
            // SAFETY: it came from there, with this layout; the runtime that had its blocks is gone.
            unsafe { dealloc(start.as_ptr(), layout()) };
        }
    }
}

/// Bytes of the block that is given for so many.
pub(super) fn rounded(bytes: usize) -> usize {
    bytes.max(1).next_multiple_of(GRAIN)
}

/// Bytes of a block.
///
/// # Safety
///
/// The block was given by slabs that are alive, and is in use.
#[expect(unsafe_code, reason = "blocks are parts of slabs")]
pub(super) unsafe fn size_of_block(block: *mut u8) -> usize {
    // SAFETY: its slab lives as long as it does.
    unsafe { usize::from((*slab_of(block)).size) }
}

fn slab_of(block: *mut u8) -> *mut Slab {
    block.map_addr(|address| address & !(SLAB - 1)).cast()
}

/// Whether another block can be given of a slab.
///
/// # Safety
///
/// The slab is alive.
#[expect(unsafe_code, reason = "slabs are parts of chunks")]
unsafe fn has_room(slab: *mut Slab) -> bool {
    // SAFETY: by contract.
    unsafe { (*slab).returned != 0 || usize::from((*slab).fresh + (*slab).size) <= SLAB }
}

const fn layout() -> Layout {
    match Layout::from_size_align(CHUNK, SLAB) {
        Ok(layout) => layout,
        Err(_) => panic!("both are powers of two"),
    }
}
