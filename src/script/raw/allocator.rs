//! What the C library keeps of the memory that was freed.

use std::{
    fs,
    sync::atomic::{AtomicUsize, Ordering},
};

/// By so many bytes a process may grow until it is looked whether they are still in use.
const GROWN: usize = 64 << 20;

/// Gives the system back what has been freed, if the process has grown a lot since that was done last.
///
/// What is done outside of scripts takes memory too: imports, snapshots, XML texts, sessions that are forgotten.
pub fn give_back_if_grown() {
    /// Bytes that were in use then, and less if there were less since.
    static USED: AtomicUsize = AtomicUsize::new(0);
    let Some(now) = resident() else { return };
    let used = USED.fetch_min(now, Ordering::Relaxed);
    if now.saturating_sub(used) > GROWN {
        give_memory_back();
        USED.store(resident().unwrap_or(now), Ordering::Relaxed);
    }
}

/// Bytes of memory that the process has; nothing where the system doesn't tell.
fn resident() -> Option<usize> {
    let told = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = told.split(' ').nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size())
}

/// Gives the system back what has been freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library has no safe call for it")]
pub(in crate::script) fn give_memory_back() {
    // SAFETY: it touches free memory only, and may be called at any time from any thread.
    unsafe { libc::malloc_trim(0) };
}

/// Large blocks go back to the system as soon as they are freed, and so does what is free at the end of a heap.
///
/// Left alone, the C library keeps more with each large block that it sees freed: many scripts with texts of a few
/// megabytes each would leave the process hundreds.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library has no safe call for it")]
pub(in crate::script) fn keep_little_memory() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    const LARGE: i32 = 1 << 20;
    // SAFETY: both set a number of the allocator's under its own lock, and may be called at any time from any thread.
    ONCE.call_once(|| unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE);
    });
}

/// Other systems take back by themselves what has been freed.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(in crate::script) fn give_memory_back() {}

/// They keep little of it.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(in crate::script) fn keep_little_memory() {}
