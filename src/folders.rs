//! How far below a folder cartridges are looked for, and where not.

use std::fs;
use std::path::Path;

/// Folders below are looked at this deep.
pub const DEPTH: usize = 6;
/// Never hold cartridges, but very many files.
const SKIPPED: [&str; 4] = ["node_modules", "target", "dist", "bower_components"];

/// Whether there may be cartridges in a folder of that name.
#[must_use]
pub fn may_hold_cartridges(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    !name.starts_with('.') && !SKIPPED.contains(&name.as_ref())
}

/// Whether a folder holds a cartridge.
#[must_use]
pub fn is_cartridge(folder: &Path) -> bool {
    folder.join("cartridge").is_dir()
}

/// Whether a folder beside cartridges is a library, whose scripts are required by its name: it has some right in it, or
/// says which is the main one.
#[must_use]
pub fn is_library(folder: &Path) -> bool {
    let is_of_one = |name: &Path| name.extension().is_some_and(|end| end == "js");
    let files = || fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    may_hold_cartridges(folder)
        && !is_cartridge(folder)
        && (folder.join("package.json").is_file() || files().any(|it| is_of_one(&it.path())))
}
