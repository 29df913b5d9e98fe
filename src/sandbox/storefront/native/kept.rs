//! The files of scripts as a snapshot has them.

use super::disk::{Disk, Placed};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read, Write},
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Bytes of all files together.
const MOST: u64 = 64 << 20;

/// All files, by their paths, such as `IMPEX/src/a.xml`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::sandbox::storefront) struct KeptFiles(BTreeMap<String, Kept>);

/// A file or a folder.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    /// Milliseconds since 1970.
    modified: u64,
    /// Of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content: Option<Content>,
}

#[derive(Debug)]
struct Content(Vec<u8>);

impl KeptFiles {
    /// Reads all that lies there; an error of the kind "file too large" when that is too much to be kept.
    pub(super) fn of(disk: &Disk) -> io::Result<Self> {
        let mut kept = Self::default();
        if let Some(folder) = disk.folder() {
            kept.add_all(folder.path())?;
        }
        Ok(kept)
    }

    /// Whether there are none.
    pub(in crate::sandbox::storefront) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes them where nobody sees them yet.
    pub(super) fn written(&self) -> io::Result<Disk> {
        let disk = Disk::default();
        // A folder comes before what is in it, and is changed by that.
        for (path, kept) in &self.0 {
            kept.write(&place(&disk, path)?)?;
        }
        for (path, kept) in self.0.iter().filter(|(_, kept)| kept.content.is_none()) {
            kept.date(&File::open(place(&disk, path)?)?)?;
        }
        Ok(disk)
    }

    /// Scripts work on meanwhile: what they have removed since it was listed isn't there.
    fn add_all(&mut self, top: &Path) -> io::Result<()> {
        let (mut room, mut waiting) = (MOST, vec![(top.to_owned(), String::new())]);
        while let Some((folder, path)) = waiting.pop() {
            for entry in there(fs::read_dir(folder))?.into_iter().flatten() {
                let entry = entry?;
                let Some(found) = there(entry.metadata())? else { continue };
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = if path.is_empty() { name } else { format!("{path}/{name}") };
                let modified = millis(found.modified()?);
                if found.is_dir() {
                    self.0.insert(path.clone(), Kept { modified, content: None });
                    waiting.push((entry.path(), path));
                } else if found.is_file()
                    && let Some(file) = there(File::open(entry.path()))?
                {
                    let mut content = Vec::new();
                    file.take(room + 1).read_to_end(&mut content)?;
                    let left = room.checked_sub(content.len() as u64);
                    room = left.ok_or(io::ErrorKind::FileTooLarge)?;
                    let content = Some(Content(content));
                    self.0.insert(path, Kept { modified, content });
                }
            }
        }
        Ok(())
    }
}

impl Kept {
    fn write(&self, place: &Path) -> io::Result<()> {
        let Some(Content(content)) = &self.content else { return fs::create_dir_all(place) };
        let mut file = File::create_new(place)?;
        file.write_all(content)?;
        self.date(&file)
    }

    fn date(&self, file: &File) -> io::Result<()> {
        file.set_modified(UNIX_EPOCH + Duration::from_millis(self.modified))
    }
}

/// A snapshot from elsewhere may name any path.
fn place(disk: &Disk, path: &str) -> io::Result<Placed> {
    disk.place(path).map_err(|refused| io::Error::other(refused.message))
}

/// Nothing of what isn't there any more.
fn there<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        found => found.map(Some),
    }
}

fn millis(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        BASE64_STANDARD.decode(text.as_bytes()).map(Self).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        sync::atomic::{AtomicBool, Ordering},
        thread,
    };

    fn disk(files: &[(&str, &[u8])]) -> Disk {
        let disk = Disk::default();
        for (path, content) in files {
            let place = disk.place(path).expect("a path");
            fs::create_dir_all(place.parent().expect("a folder")).expect("made");
            fs::write(place, content).expect("written");
        }
        disk
    }

    #[test]
    fn files_and_folders_come_back_with_their_dates() {
        let disk = disk(&[("IMPEX/src/a.xml", b"<a/>"), ("TEMP/b", &[0, 255, 7])]);
        fs::create_dir(disk.place("IMPEX/empty").expect("a path")).expect("made");
        let old = File::open(disk.place("TEMP/b").expect("a path")).expect("it is there");
        old.set_modified(UNIX_EPOCH + Duration::from_millis(1_700_000_000_123)).expect("dated");
        let kept = serde_json::to_string(&KeptFiles::of(&disk).expect("read")).expect("written");
        let read: KeptFiles = serde_json::from_str(&kept).expect("read");
        let again = read.written().expect("written");
        let twice = serde_json::to_string(&KeptFiles::of(&again).expect("read")).expect("written");
        assert_eq!(twice, kept);
        assert!(kept.contains("1700000000123") && kept.contains("IMPEX/empty"), "{kept}");
        assert_eq!(fs::read(again.place("TEMP/b").expect("a path")).expect("read"), [0, 255, 7]);
        let none = KeptFiles::default().written().expect("nothing to write");
        assert!(none.folder().is_none(), "no folder is made for nothing");
    }

    #[test]
    fn what_goes_meanwhile_is_not_kept() {
        let disk = disk(&[("TEMP/stays", b"1")]);
        let folder = disk.place("TEMP/comes/and/goes").expect("a path");
        let is_over = AtomicBool::new(false);
        let all = thread::scope(|scope| {
            let working = scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    fs::create_dir_all(&folder).expect("made");
                    fs::write(folder.join("file"), "2").expect("written");
                    fs::remove_dir_all(disk.place("TEMP/comes").expect("a path")).expect("removed");
                }
            });
            let all: Vec<_> = (0..2_000).map(|_| KeptFiles::of(&disk)).collect();
            is_over.store(true, Ordering::Relaxed);
            working.join().expect("it ends");
            all
        });
        for kept in all {
            assert!(kept.expect("read").0.contains_key("TEMP/stays"));
        }
    }

    #[test]
    fn too_much_is_refused() {
        let disk = disk(&[("TEMP/a", b"")]);
        let file = File::options().write(true).open(disk.place("TEMP/a").expect("a path"));
        file.expect("it is there").set_len(MOST + 1).expect("a hole");
        let refused = KeptFiles::of(&disk).expect_err("too much");
        assert_eq!(refused.kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn no_snapshot_writes_elsewhere() {
        for path in ["../a", "/etc/a", "IMPEX/../../a", "a", ""] {
            let text = format!(r#"{{"{path}": {{"modified": 0, "content": "YQ=="}}}}"#);
            let kept: KeptFiles = serde_json::from_str(&text).expect("read");
            assert!(kept.written().is_err(), "{path}");
        }
        assert!(
            serde_json::from_str::<KeptFiles>(r#"{"TEMP/a": {"modified": 0, "content": "?"}}"#)
                .is_err()
        );
    }
}
