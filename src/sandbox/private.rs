//! The folder of the libraries is its owner's alone: it holds the keys of the authority, of tokens and
//! of states ("beyond the specification", 7: files 0600, folder 0700).

use super::{authority, store};
use std::{
    fs::{self, Metadata, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// What everybody may know: it is made to be trusted.
const PUBLIC: &str = authority::CERTIFICATE;
/// What nobody else may read.
const SECRET: &str = authority::KEY;

/// Rights of others: any, and to write.
const OTHERS: u32 = 0o077;
const OTHERS_WRITE: u32 = 0o022;
/// In a folder with this bit nobody removes or replaces another's files.
const STICKY: u32 = 0o1000;

/// Why a folder can't be used for what is private.
#[derive(Debug, Error)]
pub enum NotPrivate {
    /// Its rights can't be taken from others.
    #[error("others may use {} (mode {mode:04o}), and that can't be changed", path.display())]
    Fixed {
        /// The folder, or a file in it.
        path: PathBuf,
        /// Its rights.
        mode: u32,
        /// What the system says; some file systems say nothing.
        source: Option<io::Error>,
    },
    /// Others may put files there; it holds other things, so it isn't ours to change that.
    #[error("others may write to {} (mode {mode:04o}), which holds other things too", path.display())]
    Shared {
        /// The folder.
        path: PathBuf,
        /// Its rights.
        mode: u32,
    },
}

impl NotPrivate {
    /// What to do about it.
    pub fn action(&self) -> String {
        match self {
            Self::Fixed { .. } => {
                "Name a folder of your own with --data, where files have owners and modes."
                    .to_owned()
            }
            Self::Shared { path, .. } => format!(
                "Name a folder of its own with --data, or take the right away: chmod go-w {}",
                path.display()
            ),
        }
    }
}

/// Takes from others what rights they have to a folder and to our files in it, and says so. What isn't
/// there will be made private.
pub(super) fn secure(folder: &Path) -> Result<(), NotPrivate> {
    let Ok(found) = fs::metadata(folder) else { return Ok(()) };
    if !found.is_dir() {
        // Opening the store says what it is.
        return Ok(());
    }
    let mode = mode(&found);
    if mode & OTHERS != 0 {
        if is_ours(folder) {
            take(folder, mode, OTHERS)?;
            tracing::warn!(
                "{} had mode {mode:04o}: others may not use it any more",
                folder.display()
            );
        } else if mode & OTHERS_WRITE != 0 && mode & STICKY == 0 {
            return Err(NotPrivate::Shared { path: folder.to_owned(), mode });
        } else {
            let what =
                "others may look into it, since it holds other things too; what is kept is private";
            tracing::warn!("{}: {what}", folder.display());
        }
    }
    files().try_for_each(|name| secure_file(&folder.join(name)))
}

fn secure_file(file: &Path) -> Result<(), NotPrivate> {
    let Ok(found) = fs::metadata(file) else { return Ok(()) };
    let is = |name: &str| file.file_name().is_some_and(|own| own == name);
    let (mode, others) = (mode(&found), if is(PUBLIC) { OTHERS_WRITE } else { OTHERS });
    if mode & others == 0 {
        return Ok(());
    }
    take(file, mode, others)?;
    tracing::warn!("{} had mode {mode:04o}: others may not use it any more", file.display());
    if is(SECRET) {
        tracing::warn!(
            "who has read {SECRET} meanwhile can pose as localhost to whoever trusts {PUBLIC}: to have new ones made, end the sandbox and remove both"
        );
    }
    Ok(())
}

/// Takes rights away, and makes sure that they are gone: some file systems have none to take.
fn take(path: &Path, mode: u32, rights: u32) -> Result<(), NotPrivate> {
    let fixed = |source| NotPrivate::Fixed { path: path.to_owned(), mode, source };
    let less = Permissions::from_mode(mode & !rights);
    fs::set_permissions(path, less).map_err(|source| fixed(Some(source)))?;
    match fs::metadata(path) {
        Ok(found) if self::mode(&found) & rights == 0 => Ok(()),
        _ => Err(fixed(None)),
    }
}

fn mode(found: &Metadata) -> u32 {
    found.permissions().mode() & 0o7777
}

/// Whether nothing but our files is there.
fn is_ours(folder: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else { return false };
    entries.all(|entry| {
        entry.is_ok_and(|entry| files().any(|name| entry.file_name().to_str() == Some(&*name)))
    })
}

/// What we keep in a folder.
fn files() -> impl Iterator<Item = String> {
    let store = store::FILES.iter().map(|name| (*name).to_owned());
    store.chain([PUBLIC.to_owned(), SECRET.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files, and modes of all.
    fn folder(mode: u32, files: &[(&str, u32)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, mode) in files {
            let file = folder.path().join(name);
            fs::write(&file, "x").expect("written");
            fs::set_permissions(&file, Permissions::from_mode(*mode)).expect("set");
        }
        fs::set_permissions(folder.path(), Permissions::from_mode(mode)).expect("set");
        folder
    }

    fn mode_of(path: &Path) -> u32 {
        mode(&path.metadata().expect("it is there"))
    }

    #[test]
    fn others_lose_their_rights() {
        let files =
            [("content.db", 0o644), ("ca-key.pem", 0o640), ("ca.pem", 0o666), ("lock", 0o600)];
        for before in [0o755, 0o777, 0o750, 0o700] {
            let folder = folder(before, &files);
            secure(folder.path()).expect("it is private");
            assert_eq!(mode_of(folder.path()), 0o700, "{before:o}");
            let modes = files.map(|(name, _)| mode_of(&folder.path().join(name)));
            assert_eq!(modes, [0o600, 0o600, 0o644, 0o600], "all may trust the authority");
        }
    }

    #[test]
    fn a_folder_with_other_things_in_it_is_left_alone() {
        let files = [("content.db", 0o644), ("a letter", 0o644)];
        for before in [0o755, 0o711, 0o1777] {
            let folder = folder(before, &files);
            secure(folder.path()).expect("what is ours is private");
            assert_eq!(mode_of(folder.path()), before);
            let modes = files.map(|(name, _)| mode_of(&folder.path().join(name)));
            assert_eq!(modes, [0o600, 0o644]);
        }
        let folder = folder(0o777, &files);
        let refused = secure(folder.path()).expect_err("others could replace what is ours");
        assert!(matches!(refused, NotPrivate::Shared { mode: 0o777, .. }), "{refused}");
        assert_eq!(mode_of(folder.path()), 0o777);
    }

    #[test]
    fn what_is_not_there_is_no_fault() {
        let folder = folder(0o700, &[]);
        secure(folder.path()).expect("an empty folder");
        secure(&folder.path().join("nothing")).expect("none");
    }
}
