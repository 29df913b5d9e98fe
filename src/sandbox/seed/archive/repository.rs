//! Repositories of cartridges, which somebody may name instead of the archive in them.

use crate::folders::{DEPTH, may_hold_cartridges};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Folders by which an archive is known.
const PARTS: [&str; 6] =
    ["catalogs", "inventory-lists", "libraries", "meta", "pricebooks", "sites"];

/// Where archives seem to be below a folder that holds cartridges; none for one that is an archive itself.
pub(super) fn archives_in(folder: &Path) -> Vec<PathBuf> {
    let mut level = folders_in(folder);
    if is_archive(folder) || matches!(level.as_slice(), [only] if is_archive(only)) {
        return Vec::new();
    }
    let (mut archives, mut has_cartridges) = (Vec::new(), false);
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        for folder in level.into_iter().filter(|it| may_hold_cartridges(it)) {
            if folder.join("cartridge").is_dir() {
                has_cartridges = true;
            } else if is_archive(&folder) {
                archives.push(folder);
            } else {
                next.extend(folders_in(&folder));
            }
        }
        level = next;
    }
    if has_cartridges { archives } else { Vec::new() }
}

/// The archive of which a folder is only a part, such as its `catalogs`.
pub(super) fn archive_around(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    let is_part = PARTS.iter().any(|part| folder.ends_with(part)) && !is_archive(&folder);
    folder.parent().filter(|around| is_part && is_archive(around)).map(Path::to_owned)
}

/// A folder such as `sites` that holds archives itself makes none of the one around it.
fn is_archive(folder: &Path) -> bool {
    let has_parts = |folder: &Path| PARTS.iter().any(|part| folder.join(part).is_dir());
    PARTS
        .iter()
        .map(|part| folder.join(part))
        .any(|part| part.is_dir() && !folders_in(&part).iter().any(|inner| has_parts(inner)))
}

/// The folders in a folder; links aren't followed.
fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut inner: Vec<_> = entries
        .filter(|it| it.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|it| it.path())
        .collect();
    inner.sort();
    inner
}
