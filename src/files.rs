//! Files that are there whole or not at all, whatever ends the program or the machine while they
//! are written, and that their owner alone can read; folders that end with the program, and the removal of
//! folders.

mod removal;
mod temporary;

pub use removal::remove_folder;
pub use temporary::Temporary;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Puts a text in place of the file that is there, or where there is none: whoever reads finds the
/// old one or the new one.
pub fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(file);
    written(folder, bytes)?.persist(file).map_err(|error| error.error)?;
    sync(folder)
}

/// Puts a text where there is no file yet; one that is there stays, and is an error.
pub fn create(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(file);
    written(folder, bytes)?.persist_noclobber(file).map_err(|error| error.error)?;
    sync(folder)
}

/// Beside its place, so that it can be moved there. What a killed program leaves is named so that
/// its owner knows whose it was.
fn written(folder: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix(".haltscope-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// A name is safe once its folder is.
fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_file_is_replaced_for_its_owner_alone_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.json");
        fs::write(&file, "old, readable for all").expect("written");
        replace(&file, b"new").expect("replaced");
        assert_eq!(fs::read_to_string(&file).expect("there"), "new");
        let mode = fs::metadata(&file).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_file_that_is_there_is_not_created() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("key.pem");
        create(&file, b"one").expect("created");
        let error = create(&file, b"other").expect_err("it is there");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&file).expect("there"), "one");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn where_nothing_can_be_written_the_old_one_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let nowhere = folder.path().join("nowhere/a.json");
        assert!(replace(&nowhere, b"x").is_err());
        let place = folder.path().join("a");
        fs::create_dir_all(place.join("full")).expect("a folder");
        assert!(replace(&place, b"x").is_err());
        assert!(place.join("full").is_dir());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
