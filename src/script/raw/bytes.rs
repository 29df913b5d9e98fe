//! Bytes that scripts share with other threads.

use std::sync::Arc;
use std::sync::atomic::AtomicU8;

/// Bytes that scripts read while other threads write them.
pub(in crate::script) type SharedBytes = Arc<[AtomicU8]>;

/// Shared bytes, all zero.
pub(in crate::script) fn zeroed(length: usize) -> SharedBytes {
    (0..length).map(|_| AtomicU8::new(0)).collect()
}
