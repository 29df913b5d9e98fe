//! `export` and `import`: a whole library as one file or a folder.

mod archive;
mod export;
mod import;
mod journal;
mod layout;
mod snapshot;

/// How many requests are under way at a time.
const AT_ONCE: usize = 8;
