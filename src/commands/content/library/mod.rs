//! `export` and `import`: a whole library as one file or a folder.

mod archive;
mod export;
mod import;
mod journal;
mod layout;
mod reading;
mod snapshot;

pub(in crate::commands) use archive::Archive;
pub(in crate::commands) use reading::{Document, Kind};

/// How many requests are under way at a time.
const AT_ONCE: usize = 8;
