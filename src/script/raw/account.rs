//! The account of a runtime's memory.

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
