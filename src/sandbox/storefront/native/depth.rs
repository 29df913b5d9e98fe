//! How deep the folders of an instance may be nested: who walks a tree of them has an end.

use super::HostError;
use std::{fs, io, path::Path};

/// Names in a path, that of its root folder too.
const DEEPEST: usize = 100;
/// Bytes of a path: the operating system has a limit of its own, for paths from its root on.
const LONGEST: usize = 700;

/// Refuses a place below `root` that is too deep; the error holds a [`HostError`].
pub(super) fn check(place: &Path, root: &Path) -> io::Result<()> {
    let (names, bytes) = measured(place, root);
    if is_room(names, bytes) { Ok(()) } else { Err(too_deep()) }
}

/// Refuses to move what is at a place to another one below `root` if something in it would be too deep there; the error
/// holds a [`HostError`].
pub(super) fn check_move(from: &Path, to: &Path, root: &Path) -> io::Result<()> {
    let ((names, bytes), (names_now, bytes_now)) = (measured(to, root), measured(from, root));
    if !from.is_dir() || (names <= names_now && bytes <= bytes_now) {
        return Ok(());
    }
    let mut waiting = vec![(from.to_owned(), names, bytes)];
    while let Some((folder, names, bytes)) = waiting.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (names, bytes) = (names + 1, bytes + 1 + entry.file_name().len());
            if !is_room(names, bytes) {
                return Err(too_deep());
            }
            if entry.file_type()?.is_dir() {
                waiting.push((entry.path(), names, bytes));
            }
        }
    }
    Ok(())
}

/// Names and bytes of a path below `root`.
fn measured(place: &Path, root: &Path) -> (usize, usize) {
    let below = place.strip_prefix(root).unwrap_or(place);
    (below.components().count(), below.as_os_str().len())
}

/// Whether there is room for a path of so many names and bytes.
fn is_room(names: usize, bytes: usize) -> bool {
    names <= DEEPEST && bytes <= LONGEST
}

fn too_deep() -> io::Error {
    let refusal = format!("a path has at most {DEEPEST} names and {LONGEST} bytes");
    io::Error::other(HostError::new(refusal))
}
