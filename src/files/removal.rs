//! Folders that are removed whatever is in them.

use std::fs;
use std::io;
use std::path::Path;

/// Removes a folder and all that is in it.
///
/// However deep its folders are nested: each is emptied directly below `folder`, so that neither the depth of calls nor
/// the length of a path grows with them, as it does in [`fs::remove_dir_all`]. Links aren't followed, and `folder` mustn't
/// be one. What can't be removed ends it; then some of it is gone, and the rest may stand elsewhere in `folder`.
pub fn remove_folder(folder: &Path) -> io::Result<()> {
    if folder.is_symlink() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    let mut waiting = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            waiting.push(entry.path());
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    if waiting.is_empty() {
        return fs::remove_dir(folder);
    }
    // Nothing that was there has a name in it.
    let aside = tempfile::Builder::new().prefix(".haltscope-").tempdir_in(folder)?.keep();
    let mut moved = 0_u64;
    while let Some(next) = waiting.pop() {
        for entry in fs::read_dir(&next)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                let place = aside.join(moved.to_string());
                moved += 1;
                fs::rename(entry.path(), &place)?;
                waiting.push(place);
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        fs::remove_dir(next)?;
    }
    fs::remove_dir(aside)?;
    fs::remove_dir(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn folders_of_any_depth_are_removed() {
        let parent = tempfile::tempdir().expect("a folder");
        let at = |name: &str| parent.path().join(name);
        fs::create_dir(at("deep")).expect("made");
        for _ in 0..20_000 {
            fs::create_dir(at("next")).expect("made");
            fs::rename(at("deep"), at("next/with-a-name-of-some-length")).expect("moved");
            fs::rename(at("next"), at("deep")).expect("moved");
        }
        remove_folder(&at("deep")).expect("removed");
        assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn what_links_lead_to_stays() {
        let parent = tempfile::tempdir().expect("a folder");
        let at = |name: &str| parent.path().join(name);
        for folder in ["kept/a", "gone/0/1/0", "gone/b/1", "gone/b/0"] {
            fs::create_dir_all(at(folder)).expect("made");
        }
        for file in ["kept/a/file", "gone/file", "gone/b/1/file"] {
            fs::write(at(file), "x").expect("written");
        }
        for link in ["gone/link", "gone/b/link", "gone/0/1/link"] {
            symlink(at("kept"), at(link)).expect("linked");
        }
        remove_folder(&at("gone")).expect("removed");
        assert!(!at("gone").exists() && at("kept/a/file").exists());
        remove_folder(&at("gone")).expect_err("nothing is there");
        symlink(at("kept"), at("gone")).expect("linked");
        remove_folder(&at("gone")).expect_err("it is no folder");
        assert!(at("kept/a/file").exists());
    }
}
