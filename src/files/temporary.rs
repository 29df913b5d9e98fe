//! Folders that end with the program, and of programs that were killed with the next one that makes such
//! a folder.
//!
//! Who made one holds a lock on it, which the system takes back however a process ends. Only a folder
//! that was locked before it got its name has that name: without a lock its maker is gone.

use super::remove_folder;
use rustix::process::geteuid;
use std::fs::{self, DirEntry, File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What the names of those begin with that are locked while they are used.
const PREFIX: &str = "haltscope-live-";

/// The same of those that have no name yet.
const NAMELESS: &str = ".haltscope-";

/// A folder for its owner alone, removed when this is dropped.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
    /// Given back after the folder is gone.
    _lock: File,
}

impl Temporary {
    /// Makes one where the system keeps such things; `kind` is a part of its name.
    pub fn new(kind: &str) -> io::Result<Self> {
        Self::below(&std::env::temp_dir(), kind)
    }

    fn below(parent: &Path, kind: &str) -> io::Result<Self> {
        sweep(parent);
        let mut maker = tempfile::Builder::new();
        maker.prefix(NAMELESS).permissions(Permissions::from_mode(0o700));
        let unlocked = maker.tempdir_in(parent)?;
        let lock = File::open(unlocked.path())?;
        // Where nothing can be locked, nothing is ever removed for another program.
        let prefix = if lock.try_lock().is_ok() { PREFIX } else { "haltscope-" };
        let path = parent.join(format!("{prefix}{kind}{}", random_part(&unlocked)));
        fs::rename(unlocked.path(), &path)?;
        let _ = unlocked.keep();
        Ok(Self { path, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = remove_folder(&self.path);
    }
}

fn random_part(folder: &TempDir) -> String {
    let name = folder.path().file_name().unwrap_or_default().to_string_lossy();
    name.trim_start_matches(NAMELESS).to_owned()
}

/// Removes what programs of ours have left that were killed. What can't be removed stays, and is tried
/// again.
fn sweep(parent: &Path) {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    for entry in entries.filter(is_named) {
        let is_ours = entry.metadata().is_ok_and(|metadata| is_private(&metadata));
        if is_ours
            && let Ok(folder) = File::open(entry.path())
            && folder.try_lock().is_ok()
        {
            let _ = remove_folder(&entry.path());
        }
    }
}

fn is_named(entry: &DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with(PREFIX)
}

/// Whether it is a folder, no link to one, that belongs to this user and is closed to all others.
fn is_private(metadata: &Metadata) -> bool {
    metadata.is_dir() && metadata.uid() == geteuid().as_raw() && metadata.mode() & 0o777 == 0o700
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::DirBuilder;
    use std::os::unix::fs::{DirBuilderExt, symlink};

    #[test]
    fn a_folder_ends_with_its_owner() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = Temporary::below(parent.path(), "demo-").expect("made");
        let name = folder.path().file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name.starts_with("haltscope-live-demo-") && name.len() > 20, "{name}");
        let mode = fs::metadata(folder.path()).expect("there").mode();
        assert_eq!(mode & 0o777, 0o700);
        fs::create_dir_all(folder.path().join("a/b")).expect("folders");
        drop(folder);
        assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn what_nobody_holds_is_removed_and_nothing_else() {
        let parent = tempfile::tempdir().expect("a folder");
        let path = |name: &str| parent.path().join(name);
        let held = Temporary::below(parent.path(), "").expect("made");
        let make = |name: &str| {
            DirBuilder::new().mode(0o700).create(path(name)).expect("made");
            fs::write(path(name).join("ca.pem"), "x").expect("written");
        };
        for name in ["haltscope-live-left", "haltscope-other", "haltscope-live-open", "elsewhere"] {
            make(name);
        }
        let open = Permissions::from_mode(0o755);
        fs::set_permissions(path("haltscope-live-open"), open).expect("opened");
        symlink(path("elsewhere"), path("haltscope-live-link")).expect("linked");
        let next = Temporary::below(parent.path(), "").expect("made");
        assert!(!path("haltscope-live-left").exists());
        for kept in ["haltscope-other", "haltscope-live-open", "elsewhere", "haltscope-live-link"] {
            assert!(path(kept).join("ca.pem").exists(), "{kept}");
        }
        assert!(held.path().is_dir() && next.path().is_dir());
    }
}
