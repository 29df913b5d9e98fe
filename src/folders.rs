//! How far below a folder cartridges are looked for, and where not.

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
