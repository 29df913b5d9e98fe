//! What the C library keeps of the memory that was freed.

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
