//! `export` and `import`: a whole library as one file or a folder.

mod archive;
mod export;
mod import;
mod journal;
mod layout;
mod reading;
mod snapshot;
mod unfinished;

pub(in crate::commands) use archive::Archive;
pub(in crate::commands) use reading::{Document, Kind};

use crate::api::counted::counted;

/// How many requests are under way at a time.
const AT_ONCE: usize = 8;

/// How many there are of each kind, for people.
fn listed([folders, assets, assignments]: [usize; 3]) -> String {
    let [folders, assets] = [counted(folders, "folder"), counted(assets, "asset")];
    format!("{folders}, {assets} and {}", counted(assignments, "assignment"))
}
