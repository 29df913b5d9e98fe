//! Pages of memory straight from the system, which can be packed while nobody looks at them.

use dlmalloc::Allocator;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use parking_lot::{Mutex, MutexGuard};
use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};
use std::ptr::{NonNull, null_mut};
use std::slice;
use std::sync::{Arc, LazyLock};

/// So many bytes each span has: more than the largest block of a heap, with all that stands around it.
const SPAN: usize = 64 << 10;
/// So many spans are kept for the next heaps: to get pages from the system takes longer than most of what short scripts do.
const KEPT: usize = 64;
/// More takes too long to be packed and unpacked for whoever waits meanwhile.
const MOST: usize = 8 << 20;

/// The pages of one heap, which gives none back before its end.
#[derive(Clone, Default)]
pub(super) struct Pages(Arc<Spans>);

#[derive(Default)]
struct Spans(Mutex<Vec<Span>>);

/// What heaps have left behind, all of it zero.
static LEFT: Mutex<Vec<Span>> = Mutex::new(Vec::new());

impl Drop for Spans {
    fn drop(&mut self) {
        for mut span in self.0.get_mut().drain(..) {
            let has_room = LEFT.lock().len() < KEPT;
            if has_room {
                span.bytes_mut().fill(0);
                let mut left = LEFT.lock();
                // Others may have left theirs meanwhile.
                if left.len() < KEPT {
                    left.push(span);
                }
            }
        }
    }
}

/// [`SPAN`] bytes in pages of their own.
struct Span(NonNull<u8>);

#[expect(unsafe_code, reason = "the pages are nobody else's")]
// SAFETY: nothing is tied to the thread that has asked for them.
unsafe impl Send for Span {}

impl Drop for Span {
    #[expect(unsafe_code, reason = "the system can't know who still uses pages")]
    fn drop(&mut self) {
        // SAFETY: they were mapped as a whole by `mapped`, and their heap is gone. What the call could fail for would leave
        // them where they are.
        let _ = unsafe { munmap(self.0.as_ptr().cast(), SPAN) };
    }
}

impl Span {
    /// New pages of the system's, all zero.
    #[expect(unsafe_code, reason = "the system can't know what becomes of pages")]
    fn mapped() -> Option<Self> {
        let (access, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE);
        // SAFETY: the system chooses where, so that no mapping is replaced.
        let start = unsafe { mmap_anonymous(null_mut(), SPAN, access, flags) };
        NonNull::new(start.ok()?.cast()).map(Self)
    }

    #[expect(unsafe_code, reason = "the pages are nobody else's")]
    fn bytes(&self) -> &[u8] {
        // SAFETY: the pages are mapped, and the system has made them zero. They are read while nobody writes to them: see
        // `Pages::pack`.
        unsafe { slice::from_raw_parts(self.0.as_ptr(), SPAN) }
    }

    #[expect(unsafe_code, reason = "the pages are nobody else's")]
    fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as for `bytes`; their blocks have come to an end, or are packed.
        unsafe { slice::from_raw_parts_mut(self.0.as_ptr(), SPAN) }
    }
}

#[expect(unsafe_code, reason = "the trait is unsafe: a heap relies on what it is given")]
// SAFETY: each span is writable, zero, nobody else's, and stays where it is as long as the heap has its pages.
unsafe impl Allocator for Pages {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        let left = || LEFT.lock().pop();
        let span = if size <= SPAN { left().or_else(Span::mapped) } else { None };
        let Some(span) = span else { return (null_mut(), 0, 0) };
        let start = span.0.as_ptr();
        self.0.0.lock().push(span);
        (start, SPAN, 0)
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        null_mut()
    }

    fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
        false
    }

    fn free(&self, _: *mut u8, _: usize) -> bool {
        false
    }

    fn can_release_part(&self, _: u32) -> bool {
        false
    }

    fn allocates_zeros(&self) -> bool {
        true
    }

    fn page_size(&self) -> usize {
        rustix::param::page_size()
    }
}

impl Pages {
    /// Packs what is in the pages and gives these back to the system, until what is returned is dropped: meanwhile they
    /// are zero.
    ///
    /// Nothing where there is too much, and while another heap is being packed.
    ///
    /// # Safety
    ///
    /// Nobody reads or writes what is in the pages until what is returned has been dropped.
    #[expect(unsafe_code, reason = "blocks are pointers, which nothing keeps from being used")]
    pub(super) unsafe fn pack(&self) -> Option<Packed<'_>> {
        let spans = self.0.0.lock();
        if spans.len() * SPAN > MOST {
            return None;
        }
        let mut tool = PACKER.try_lock()?;
        let packed = spans.iter().map(|span| span.pack(&mut tool)).collect();
        Some(Packed { spans, packed })
    }
}

/// Pages that were packed, each span for itself; those that couldn't be are as they were.
#[must_use = "the pages are unpacked once this is dropped"]
pub(super) struct Packed<'a> {
    spans: MutexGuard<'a, Vec<Span>>,
    packed: Vec<Option<Box<[u8]>>>,
}

impl Drop for Packed<'_> {
    fn drop(&mut self) {
        let mut inflate = Decompress::new(false);
        for (span, packed) in self.spans.iter_mut().zip(&self.packed) {
            if let Some(packed) = packed {
                span.unpack(&mut inflate, packed);
            }
        }
    }
}

/// What packs for all heaps: as one thing it takes little memory itself.
static PACKER: LazyLock<Mutex<Packer>> = LazyLock::new(Mutex::default);

struct Packer {
    deflate: Compress,
    room: Vec<u8>,
}

impl Default for Packer {
    fn default() -> Self {
        Self { deflate: Compress::new(Compression::fast(), false), room: Vec::new() }
    }
}

impl Packer {
    /// The bytes packed; nothing if they take no less room so.
    fn pack(&mut self, bytes: &[u8]) -> Option<&[u8]> {
        self.room.resize(bytes.len(), 0);
        self.deflate.reset();
        let done = self.deflate.compress(bytes, &mut self.room, FlushCompress::Finish);
        let length = usize::try_from(self.deflate.total_out()).ok()?;
        matches!(done, Ok(Status::StreamEnd)).then(|| self.room.get(..length)).flatten()
    }
}

impl Span {
    /// What is in it, packed, if the system has taken its pages back.
    fn pack(&self, tool: &mut Packer) -> Option<Box<[u8]>> {
        let packed = tool.pack(self.bytes())?.into();
        self.give_back().then_some(packed)
    }

    /// Gives its pages back to the system, whatever is in them: they are zero from now on. Whether it took them.
    #[cfg(target_os = "linux")]
    #[expect(unsafe_code, reason = "the system has no safe call that takes pages back")]
    fn give_back(&self) -> bool {
        use rustix::mm::{Advice, madvise};
        // SAFETY: the pages are this span's, and what was in them is packed.
        unsafe { madvise(self.0.as_ptr().cast(), SPAN, Advice::LinuxDontNeed) }.is_ok()
    }

    /// Other systems don't take single pages back.
    #[cfg(not(target_os = "linux"))]
    fn give_back(&self) -> bool {
        false
    }

    /// Writes back what was in it.
    fn unpack(&mut self, inflate: &mut Decompress, packed: &[u8]) {
        inflate.reset(false);
        let done = inflate.decompress(packed, self.bytes_mut(), FlushDecompress::Finish);
        if !matches!(done, Ok(Status::StreamEnd)) {
            // It is what was packed. If it were not, no script could go on in what is left of its memory, or be freed.
            std::process::abort();
        }
    }
}
