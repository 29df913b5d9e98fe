//! Files in archives: ZIP, and GZIP of a single one. What fails leaves all as it was.

use super::{HostError, depth};
use crate::{files::Temporary, sandbox::zipped::archive, script::Interrupt};
use flate2::{Compression, bufread::GzDecoder, write::GzEncoder};
use std::{
    collections::HashSet,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};
use zip::{ZipWriter, write::SimpleFileOptions};

/// Files and folders of one archive.
const MOST_ENTRIES: usize = 10_000;
/// What a member of a GZIP file starts with.
const MEMBER: &[u8] = &[0x1f, 0x8b];

/// How much may be written, for whom.
pub(super) struct Room<'a> {
    /// In bytes.
    most: u64,
    left: u64,
    interrupt: Interrupt<'a>,
}

impl<'a> Room<'a> {
    /// Room for so many bytes, for a call that may have to end before.
    pub(super) fn of(most: u64, interrupt: Interrupt<'a>) -> Self {
        Self { most, left: most, interrupt }
    }

    /// Copies all of it; an error if that is too much, or if the call must end before.
    pub(super) fn copy(&mut self, from: &mut impl Read, to: &mut impl Write) -> io::Result<()> {
        let looking = Looking { from, interrupt: self.interrupt };
        let copied = io::copy(&mut looking.take(self.left + 1), to)?;
        let most = self.most;
        let too_large = || refused(format!("its content is larger than {most} bytes"));
        self.left = self.left.checked_sub(copied).ok_or_else(too_large)?;
        Ok(())
    }
}

/// Looks before each piece whether the call must end.
struct Looking<'a, R> {
    from: &'a mut R,
    interrupt: Interrupt<'a>,
}

impl<R: Read> Read for Looking<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.interrupt.check().map_err(io::Error::other)?;
        self.from.read(into)
    }
}

/// Packs a file, or a folder with all that is in it, as the one entry at the top of a new archive that has `room` before it
/// is packed. The archive itself is left out where it lies in the folder.
pub(super) fn zip(source: &Path, target: &Path, mut room: Room<'_>) -> io::Result<()> {
    let name = name_of(source)?;
    let mut found = collected(source, name)?;
    found.retain(|(path, _)| path != target);
    made(target, |file| {
        let mut archive = ZipWriter::new(file);
        let options = SimpleFileOptions::default();
        for (path, name) in found {
            if path.is_dir() {
                archive.add_directory(name, options)?;
            } else {
                archive.start_file(name, options)?;
                room.copy(&mut File::open(path)?, &mut archive)?;
            }
        }
        archive.finish().map(|_| ()).map_err(Into::into)
    })
}

/// Unpacks an archive into a folder below `top` for which there is `room`.
pub(super) fn unzip(
    source: &Path,
    folder: &Path,
    (top, mut room): (&Path, Room<'_>),
) -> io::Result<()> {
    let mut archive =
        archive(File::open(source)?, MOST_ENTRIES).map_err(|cause| match cause.kind() {
            io::ErrorKind::FileTooLarge => too_many(),
            _ => cause,
        })?;
    let aside = Temporary::new("unpacked-")?;
    let mut folders = Folders { root: aside.path(), made: HashSet::new() };
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index)?;
        let name = entry.enclosed_name().ok_or(io::ErrorKind::InvalidFilename)?;
        depth::check(&folder.join(&name), top)?;
        if entry.is_dir() {
            folders.make(&name)?;
            continue;
        }
        folders.make(name.parent().unwrap_or(&name))?;
        room.copy(&mut entry, &mut File::create(aside.path().join(name))?)?;
    }
    room_for(aside.path(), folder)?;
    move_into(aside.path(), folder)
}

/// The folders of an archive, named or implied by a name.
struct Folders<'a> {
    root: &'a Path,
    made: HashSet<PathBuf>,
}

impl Folders<'_> {
    fn make(&mut self, folder: &Path) -> io::Result<()> {
        if self.made.contains(folder) {
            return Ok(());
        }
        fs::create_dir_all(self.root.join(folder))?;
        for each in folder.ancestors() {
            if !self.made.insert(each.to_owned()) {
                break;
            }
        }
        if self.made.len() > MOST_ENTRIES { Err(too_many()) } else { Ok(()) }
    }
}

/// Packs a file for which there is `room` before it is packed.
pub(super) fn gzip(source: &Path, target: &Path, mut room: Room<'_>) -> io::Result<()> {
    let mut source = File::open(source)?;
    made(target, |file| {
        let mut packed = GzEncoder::new(file, Compression::default());
        room.copy(&mut source, &mut packed)?;
        packed.finish().map(|_| ())
    })
}

/// Unpacks a file for which there is `room`, with all members that it has behind each other, into a folder below `top`,
/// under its own name without `.gz`.
pub(super) fn gunzip(
    source: &Path,
    folder: &Path,
    (top, mut room): (&Path, Room<'_>),
) -> io::Result<()> {
    let name = name_of(source)?;
    let target = folder.join(name.strip_suffix(".gz").unwrap_or(&name));
    if target == source {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    depth::check(&target, top)?;
    let mut packed = BufReader::new(File::open(source)?);
    made(&target, |mut file| {
        loop {
            let mut member = GzDecoder::new(packed);
            room.copy(&mut member, &mut file)?;
            packed = member.into_inner();
            // What is no member, such as the end of a tape's block, belongs to nothing.
            if !packed.fill_buf()?.starts_with(MEMBER) {
                return Ok(());
            }
        }
    })
}

/// Writes a file that nobody sees before it is whole, into a folder that is made when it isn't there.
fn made(target: &Path, write: impl FnOnce(File) -> io::Result<()>) -> io::Result<()> {
    let aside = Temporary::new("packed-")?;
    let file = aside.path().join("file");
    write(File::create(&file)?)?;
    target.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::rename(file, target)
}

/// Whether what is in one folder can be moved into another: no folder is in the way of a file, and no file in that of a
/// folder.
fn room_for(from: &Path, to: &Path) -> io::Result<()> {
    if to.exists() && !to.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    for entry in fs::read_dir(from)? {
        let (path, target) = inner(&entry?, to);
        if path.is_dir() {
            room_for(&path, &target)?;
        } else if target.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
    }
    Ok(())
}

/// Moves what is in one folder into another, over the files that are there.
fn move_into(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (path, target) = inner(&entry?, to);
        if path.is_dir() {
            move_into(&path, &target)?;
        } else {
            fs::rename(path, target)?;
        }
    }
    Ok(())
}

/// What is in a folder, and where it would be in another.
fn inner(entry: &fs::DirEntry, to: &Path) -> (PathBuf, PathBuf) {
    (entry.path(), to.join(entry.file_name()))
}

fn name_of(path: &Path) -> io::Result<String> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    Ok(name.to_string_lossy().into_owned())
}

/// A path and what lies below it, each with its name in an archive.
fn collected(path: &Path, name: String) -> io::Result<Vec<(PathBuf, String)>> {
    let (mut found, mut waiting) = (Vec::new(), vec![(path.to_owned(), name)]);
    while let Some((path, name)) = waiting.pop() {
        if path.is_dir() {
            let mut inner = Vec::new();
            for entry in fs::read_dir(&path)? {
                let entry = entry?;
                let below = format!("{name}/{}", entry.file_name().to_string_lossy());
                inner.push((entry.path(), below));
                if found.len() + waiting.len() + inner.len() >= MOST_ENTRIES {
                    return Err(too_many());
                }
            }
            inner.sort_by(|one, other| other.cmp(one));
            waiting.append(&mut inner);
        }
        found.push((path, name));
    }
    Ok(found)
}

fn too_many() -> io::Error {
    refused(format!("an archive has at most {MOST_ENTRIES} files and folders"))
}

/// An error that holds a [`HostError`].
fn refused(why: String) -> io::Error {
    io::Error::other(HostError::new(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(left: u64) -> Room<'static> {
        Room::of(left, Interrupt::new(&|| false))
    }

    fn folder() -> Temporary {
        Temporary::new("packed-").expect("a folder")
    }

    /// An archive with one file of a name.
    fn archive(place: &Path, name: &str, content: &[u8]) {
        let mut archive = ZipWriter::new(File::create(place).expect("made"));
        archive.start_file(name, SimpleFileOptions::default()).expect("begun");
        archive.write_all(content).expect("written");
        archive.finish().expect("finished");
    }

    #[test]
    fn a_call_that_must_end_leaves_all_as_it_was() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a.xml"), vec![b'x'; 1 << 20]).expect("written");
        let is_due = || true;
        let due = || Room::of(1 << 30, Interrupt::new(&is_due));
        zip(&at("a.xml"), &at("a.zip"), due()).expect_err("it ends");
        gzip(&at("a.xml"), &at("a.xml.gz"), due()).expect_err("it ends");
        assert!(!at("a.zip").exists() && !at("a.xml.gz").exists());
        zip(&at("a.xml"), &at("a.zip"), room(1 << 20)).expect("packed");
        gzip(&at("a.xml"), &at("b.xml.gz"), room(1 << 20)).expect("packed");
        unzip(&at("a.zip"), &at("out"), (folder.path(), due())).expect_err("it ends");
        gunzip(&at("b.xml.gz"), &at("out"), (folder.path(), due())).expect_err("it ends");
        assert!(!at("out").exists());
    }

    #[test]
    fn a_folder_comes_back_whole() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("src/deep/empty")).expect("made");
        fs::write(at("src/a.txt"), "a").expect("written");
        fs::write(at("src/deep/b.txt"), "b").expect("written");
        zip(&at("src"), &at("src/packed.zip"), room(2)).expect("packed");
        unzip(&at("src/packed.zip"), &at("out"), (folder.path(), room(2))).expect("unpacked");
        assert_eq!(fs::read(at("out/src/deep/b.txt")).expect("it is there"), b"b");
        assert!(at("out/src/deep/empty").is_dir() && !at("out/src/packed.zip").exists());
    }

    #[test]
    fn a_file_comes_back_under_its_name() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a.xml"), "<a/>").expect("written");
        gzip(&at("a.xml"), &at("a.xml.gz"), room(9)).expect("packed");
        gunzip(&at("a.xml.gz"), &at("out"), (folder.path(), room(4))).expect("unpacked");
        assert_eq!(fs::read(at("out/a.xml")).expect("it is there"), b"<a/>");
        let refused = gunzip(&at("a.xml.gz"), &at("more"), (folder.path(), room(3)));
        let refused = refused.expect_err("too large").to_string();
        assert_eq!(refused, "its content is larger than 3 bytes");
        fs::write(at("none"), "this is no archive").expect("written");
        let refused = gunzip(&at("none"), &at("more"), (folder.path(), room(99)));
        assert_eq!(refused.expect_err("refused").kind(), io::ErrorKind::InvalidInput);
    }

    #[test]
    fn a_file_of_several_packed_ones_is_all_of_them() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        let packed = |content: &[u8]| {
            let mut packed = GzEncoder::new(Vec::new(), Compression::default());
            packed.write_all(content).expect("written");
            packed.finish().expect("finished")
        };
        let mut members = [packed(b"AAA"), packed(b""), packed(b"BBB")].concat();
        fs::write(at("a.gz"), &members).expect("written");
        let unpacked = |left: u64| gunzip(&at("a.gz"), &at("out"), (folder.path(), room(left)));
        unpacked(5).expect_err("too large");
        assert!(!at("out").exists());
        unpacked(6).expect("unpacked");
        assert_eq!(fs::read(at("out/a")).expect("it is there"), b"AAABBB");
        // What fills the last block of a tape is no member.
        members.extend([0; 9]);
        fs::write(at("a.gz"), &members).expect("written");
        unpacked(6).expect("unpacked");
        assert_eq!(fs::read(at("out/a")).expect("it is there"), b"AAABBB");
        members.truncate(members.len() - 20);
        fs::write(at("a.gz"), &members).expect("written");
        unpacked(6).expect_err("the last one isn't whole");
    }

    #[test]
    fn nothing_leads_out_or_grows_without_end() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        for name in ["../a", "/etc/a", "b/../../a"] {
            archive(&at("climbs.zip"), name, b"a");
            unzip(&at("climbs.zip"), &at("out"), (folder.path(), room(9))).ok();
            assert!(!at("a").exists() && !Path::new("/etc/a").exists(), "{name}");
        }
        archive(&at("large.zip"), "zeros", &vec![0; 1 << 20]);
        let refused = unzip(&at("large.zip"), &at("out"), (folder.path(), room((1 << 20) - 1)))
            .expect_err("too large");
        assert_eq!(refused.to_string(), "its content is larger than 1048575 bytes");
        fs::write(at("none.zip"), "no archive").expect("written");
        assert!(unzip(&at("none.zip"), &at("out"), (folder.path(), room(9))).is_err());
    }

    #[test]
    fn what_fails_leaves_all_as_it_was() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        let entries = |names: &[&str]| {
            let mut archive = ZipWriter::new(File::create(at("some.zip")).expect("made"));
            for name in names {
                archive.start_file(*name, SimpleFileOptions::default()).expect("begun");
                archive.write_all(b"new").expect("written");
            }
            archive.finish().expect("finished");
        };
        fs::create_dir_all(at("out/deep")).expect("made");
        fs::write(at("out/a"), "old").expect("written");
        let is_as_it_was = || {
            let names = |path: &str| fs::read_dir(at(path)).expect("a folder").count();
            fs::read(at("out/a")).expect("a file") == b"old"
                && (names("out"), names("out/deep")) == (2, 0)
        };
        for (names, most) in
            [(["a", "../b"], 9), (["a", "b"], 5), (["b", "deep"], 9), (["deep/b", "a/b"], 9)]
        {
            entries(&names);
            unzip(&at("some.zip"), &at("out"), (folder.path(), room(most))).expect_err("refused");
            assert!(is_as_it_was(), "{names:?}");
        }
        entries(&["a", "deep/b"]);
        unzip(&at("some.zip"), &at("out"), (folder.path(), room(6))).expect("unpacked");
        assert_eq!(fs::read(at("out/a")).expect("a file"), b"new");
        assert_eq!(fs::read(at("out/deep/b")).expect("a file"), b"new");

        fs::write(at("broken.gz"), [0x1f, 0x8b, 8, 0, 1]).expect("written");
        gunzip(&at("broken.gz"), &at("new"), (folder.path(), room(9))).expect_err("refused");
        fs::write(at("a.gz"), "old").expect("written");
        zip(&at("out"), &at("a.gz"), room(5)).expect_err("too large");
        assert!(!at("new").exists() && fs::read(at("a.gz")).expect("a file") == b"old");
    }

    #[test]
    fn folders_that_names_imply_count() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        let packed = |folders: usize| {
            let mut archive = ZipWriter::new(File::create(at("some.zip")).expect("made"));
            for index in 0..folders / 50 {
                let name = format!("{index}/{}", "a/".repeat(49));
                archive.start_file(name + "file", SimpleFileOptions::default()).expect("begun");
            }
            archive.finish().expect("finished");
            unzip(&at("some.zip"), &at("out"), (folder.path(), room(0)))
                .map_err(|it| it.to_string())
        };
        let refused = packed(MOST_ENTRIES + 50).expect_err("too many");
        assert_eq!(refused, "an archive has at most 10000 files and folders");
        assert!(!at("out").exists());
        packed(100).expect("unpacked");
        assert!(at("out/1").join("a/".repeat(49)).join("file").exists());
    }
}
