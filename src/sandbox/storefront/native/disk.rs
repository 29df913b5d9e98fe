//! The files of an instance: folders such as `IMPEX` below one folder, which nothing leads out of.

use super::{
    Ask, HostError, asked, base64, bytes, depth, flag, number,
    packed::{self, Room},
    space,
    text::Encoding,
};
use crate::files::Temporary;
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    ops::Deref,
    path::{Path, PathBuf},
    sync::Arc,
    time::UNIX_EPOCH,
};

/// The folders that a path may start with.
const ROOTS: [&str; 9] = [
    "IMPEX",
    "TEMP",
    "CATALOGS",
    "LIBRARIES",
    "STATIC",
    "DYNAMIC",
    "CUSTOMERPI",
    "CUSTOMERSNAPSHOTS",
    "REALMDATA",
];
/// Where jobs look for what they import and put what they export: a folder in a root folder.
const EXCHANGE: (&str, &str) = ("IMPEX", "src");
/// Bytes of one file.
const LARGEST: u64 = 200 << 20;
/// Bytes of one piece of a text that is read.
const PIECE: u64 = 256 << 10;
/// Bytes that are read at once otherwise.
const MOST_BYTES: u64 = 10 << 20;

/// Where the files lie: in a folder that ends with it, made when a script first asks for a file.
#[derive(Debug, Default)]
pub(super) struct Disk(Mutex<Option<Arc<Temporary>>>);

/// Where a file or folder of an instance lies, there or not. The folder of all files is there for as long as this is
/// held, also when the instance has taken another one, as after a reset.
#[derive(Clone, Debug)]
pub struct Placed {
    path: PathBuf,
    root: Arc<Temporary>,
}

impl Placed {
    /// Refuses to write there where too little of the disk is free.
    pub fn check_space(&self) -> Result<(), HostError> {
        space::check(self.root.path())
    }

    /// Whether both lie among the same files.
    pub fn is_beside(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.root, &other.root)
    }
}

impl Deref for Placed {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl AsRef<Path> for Placed {
    fn as_ref(&self) -> &Path {
        self
    }
}

impl Disk {
    /// The folder, if there is one by now.
    pub(super) fn folder(&self) -> Option<Arc<Temporary>> {
        self.0.lock().clone()
    }

    /// From now on the files are those of another one.
    pub(super) fn become_like(&self, other: &Self) {
        let folder = other.folder();
        *self.0.lock() = folder;
    }

    /// The folder, made now if there is none. It is there for as long as this is held, whoever takes another one.
    fn root(&self) -> Result<Arc<Temporary>, HostError> {
        let mut folder = self.0.lock();
        if folder.is_none() {
            *folder = Temporary::new("files-").ok().map(Arc::new);
        }
        folder.clone().ok_or_else(|| HostError::new("The sandbox can't make a folder for files"))
    }

    /// The place of `IMPEX/src/a.xml`.
    pub(super) fn place(&self, path: &str) -> Result<Placed, HostError> {
        let root = self.root()?;
        Ok(Placed { path: place(root.path(), path)?, root })
    }

    /// The place of a path to which what is at another place is to be moved.
    pub(super) fn place_for(&self, from: &Path, path: &str) -> Result<PathBuf, HostError> {
        place_for(self.root()?.path(), from, path)
    }

    pub(super) fn answer(&self, what: asked::File, ask: &Ask<'_>) -> Result<Value, HostError> {
        let root = self.root()?;
        let root = root.path();
        let path = ask.text("path")?;
        let place = place(root, path)?;
        let done = |result: io::Result<()>| Ok(Value::from(result.is_ok()));
        let space = || Room::of(LARGEST, ask.interrupt);
        if writes(what) {
            space::check(root)?;
        }
        match what {
            asked::File::Info => Ok(info(&place)),
            asked::File::List => list(&place).map_err(|cause| failed(path, &cause)),
            asked::File::Create => Ok(Value::from(File::create_new(&place).is_ok())),
            asked::File::Mkdir => done(fs::create_dir(&place)),
            asked::File::Mkdirs => done(if place.is_dir() {
                Err(io::ErrorKind::AlreadyExists.into())
            } else {
                fs::create_dir_all(&place)
            }),
            asked::File::Remove | asked::File::Rename if is_root(path) => Ok(Value::from(false)),
            asked::File::Remove if place.is_dir() => done(fs::remove_dir(&place)),
            asked::File::Remove => done(fs::remove_file(&place)),
            asked::File::Rename => renamed(root, &place, ask.text("to")?),
            asked::File::Copy => copied(root, ask, &place),
            asked::File::Zip => into(root, ask, &|to| packed::zip(&place, to, space())),
            asked::File::Gzip => into(root, ask, &|to| packed::gzip(&place, to, space())),
            asked::File::Unzip => into(root, ask, &|to| packed::unzip(&place, to, (root, space()))),
            asked::File::Gunzip => {
                into(root, ask, &|to| packed::gunzip(&place, to, (root, space())))
            }
            asked::File::Text => text(&place, ask).map_err(|cause| failed(path, &cause)),
            asked::File::Bytes => {
                read(&place, number(ask, "offset"), number(ask, "length").min(MOST_BYTES))
                    .map(base64)
                    .map_err(|cause| failed(path, &cause))
            }
            asked::File::Md5 => md5(&place).map_err(|cause| failed(path, &cause)),
            asked::File::Write => write(&place, ask),
        }
    }
}

/// Whether it takes more room on the disk.
const fn writes(what: asked::File) -> bool {
    match what {
        asked::File::Info
        | asked::File::List
        | asked::File::Remove
        | asked::File::Rename
        | asked::File::Text
        | asked::File::Bytes
        | asked::File::Md5 => false,
        asked::File::Create
        | asked::File::Mkdir
        | asked::File::Mkdirs
        | asked::File::Copy
        | asked::File::Zip
        | asked::File::Gzip
        | asked::File::Unzip
        | asked::File::Gunzip
        | asked::File::Write => true,
    }
}

/// The place of a path below the folder of all files.
fn place(root: &Path, path: &str) -> Result<PathBuf, HostError> {
    let refused = |why: &str| HostError::new(format!("The file {path} can't be used: {why}"));
    let segments: Vec<&str> = segments(path).collect();
    if segments.iter().any(|it| *it == ".." || it.contains(['\\', '\0', ':'])) {
        return Err(refused("it leads out of its folder"));
    }
    if !segments.first().is_some_and(|first| ROOTS.contains(first)) {
        return Err(refused("a path starts with the name of a root folder, such as IMPEX"));
    }
    let below: PathBuf = segments.iter().collect();
    depth::check(&root.join(below), root).map_err(|cause| failed(&segments.join("/"), &cause))?;
    let mut place = root.to_owned();
    for (depth, segment) in segments.into_iter().enumerate() {
        place.push(segment);
        // A link could lead anywhere; scripts can't make one.
        if place.is_symlink() {
            return Err(refused("it leads out of its folder"));
        }
        // Root folders are always there, and in one of them the folder of what jobs exchange.
        if depth == 0 {
            let inner = if segment == EXCHANGE.0 { EXCHANGE.1 } else { "" };
            fs::create_dir_all(place.join(inner)).map_err(|cause| failed(path, &cause))?;
        }
    }
    Ok(place)
}

/// The place of a path to which what is at another place is to be moved.
fn place_for(root: &Path, from: &Path, path: &str) -> Result<PathBuf, HostError> {
    let target = place(root, path)?;
    depth::check_move(from, &target, root).map_err(|cause| failed(path, &cause))?;
    Ok(target)
}

/// Into an archive, or out of one.
fn into(
    root: &Path,
    ask: &Ask<'_>,
    pack: &dyn Fn(&Path) -> io::Result<()>,
) -> Result<Value, HostError> {
    let (path, target) = (ask.text("path")?, place(root, ask.text("to")?)?);
    pack(&target).map(|()| Value::Null).map_err(|cause| failed(path, &cause))
}

/// Whether it is there now; a file that was there is replaced at once, a root folder never.
fn renamed(root: &Path, from: &Path, to: &str) -> Result<Value, HostError> {
    let target = place_for(root, from, to)?;
    Ok(Value::from(!is_root(to) && fs::rename(from, target).is_ok()))
}

/// A copy in the place of nothing; what can't be copied whole leaves none.
fn copied(root: &Path, ask: &Ask<'_>, from: &Path) -> Result<Value, HostError> {
    let (path, to) = (ask.text("path")?, ask.text("to")?);
    let target = place(root, to)?;
    if from.is_dir() {
        return Err(HostError::new(format!("{to} can't be a copy of a folder")));
    }
    let mut source = File::open(from).map_err(|cause| failed(path, &cause))?;
    let mut copy = File::create_new(&target).map_err(|cause| failed(to, &cause))?;
    Room::of(LARGEST, ask.interrupt).copy(&mut source, &mut copy).map_err(|cause| {
        let _ = fs::remove_file(&target);
        failed(to, &cause)
    })?;
    Ok(Value::Null)
}

/// The names in a path.
fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|it| !it.is_empty() && *it != ".")
}

/// Whether a path that has a place is that of a root folder, which stays where it is.
fn is_root(path: &str) -> bool {
    segments(path).count() == 1
}

fn failed(path: &str, cause: &io::Error) -> HostError {
    let own = cause.get_ref().and_then(|it| it.downcast_ref::<HostError>());
    if let Some(HostError { message }) = own {
        return HostError::new(format!("The file /{path} can't be used: {message}"));
    }
    let why = match cause.kind() {
        io::ErrorKind::NotFound => "it isn't there".to_owned(),
        io::ErrorKind::AlreadyExists => "it is there already".to_owned(),
        // The operating system's words may name the folder; its kind doesn't.
        kind => kind.to_string(),
    };
    HostError::new(format!("The file /{path} can't be used: {why}"))
}

fn info(place: &Path) -> Value {
    let Ok(found) = fs::metadata(place) else { return Value::Null };
    let modified = found.modified().ok().and_then(|it| it.duration_since(UNIX_EPOCH).ok());
    let modified = modified.map_or(0, |it| u64::try_from(it.as_millis()).unwrap_or(u64::MAX));
    let size = if found.is_dir() { 0 } else { found.len() };
    json!({ "directory": found.is_dir(), "size": size, "modified": modified })
}

fn list(place: &Path) -> io::Result<Value> {
    let mut names = Vec::new();
    for entry in fs::read_dir(place)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    Ok(Value::from(names))
}

fn read(place: &Path, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(place)?;
    file.seek(SeekFrom::Start(offset))?;
    let mut read = Vec::new();
    file.take(length).read_to_end(&mut read)?;
    Ok(read)
}

/// A piece of a text from a byte on, and where the next one starts: `{ text, next }`.
fn text(place: &Path, ask: &Ask<'_>) -> io::Result<Value> {
    let encoding = encoding(ask).map_err(|cause| io::Error::other(cause.message))?;
    let offset = number(ask, "offset");
    let bytes = read(place, offset, PIECE)?;
    let is_last = offset + bytes.len() as u64 >= fs::metadata(place)?.len();
    let end = if is_last { bytes.len() } else { encoding.whole(&bytes) };
    let next = (!is_last).then_some(offset + end as u64);
    Ok(json!({ "text": encoding.decode(&bytes[..end]), "next": next }))
}

fn encoding(ask: &Ask<'_>) -> Result<Encoding, HostError> {
    Encoding::named(ask.arguments.get("encoding").and_then(Value::as_str).unwrap_or_default())
}

fn md5(place: &Path) -> io::Result<Value> {
    use md5::{Digest, Md5};
    let mut digest = Md5::new();
    let mut file = File::open(place)?;
    let mut piece = vec![0; 64 << 10];
    loop {
        let count = file.read(&mut piece)?;
        if count == 0 {
            return Ok(Value::from(super::crypto::hex(&digest.finalize())));
        }
        digest.update(&piece[..count]);
    }
}

/// `text` in an encoding, or `bytes`; in the place of what is there, or behind it.
fn write(place: &Path, ask: &Ask<'_>) -> Result<Value, HostError> {
    let path = ask.text("path")?;
    let content = match ask.arguments.get("text") {
        Some(Value::String(text)) => encoding(ask)?.encode(text),
        _ => bytes(ask, "bytes")?,
    };
    let append = flag(ask, "append");
    let present = if append { fs::metadata(place).map_or(0, |it| it.len()) } else { 0 };
    if present + content.len() as u64 > LARGEST {
        return Err(HostError::new(format!(
            "The file /{path} would be longer than {LARGEST} bytes"
        )));
    }
    let mut options = OpenOptions::new();
    options.create(true).append(append).write(true).truncate(!append);
    let written = options.open(place).and_then(|mut file| file.write_all(&content));
    written.map(|()| Value::Null).map_err(|cause| failed(path, &cause))
}

#[cfg(test)]
mod tests {
    use super::*;
    use asked::Asked;

    fn ask(disk: &Disk, name: &str, arguments: Value) -> Result<Value, HostError> {
        let asked = Asked::of(&format!("file.{name}"));
        let Some(Asked::File(what)) = asked else { panic!("{name}") };
        disk.answer(what, &Ask::patient(name, arguments))
    }

    #[test]
    fn nothing_leads_out_of_the_folder() {
        let disk = Disk::default();
        for path in [
            "IMPEX/../../etc/passwd",
            "/etc/passwd",
            "..",
            "",
            "IMPEX\\..\\x",
            "impex/a",
            "IMPEX/a\0b",
            "IMPEX/c:/x",
        ] {
            assert!(ask(&disk, "info", json!({ "path": path })).is_err(), "{path}");
            assert!(
                ask(&disk, "rename", json!({ "path": "TEMP/a", "to": path })).is_err(),
                "{path}"
            );
        }
    }

    #[test]
    fn the_folder_for_what_jobs_exchange_is_always_there() {
        let disk = Disk::default();
        let listed = ask(&disk, "list", json!({ "path": "IMPEX" })).expect("a folder");
        assert_eq!(listed, json!(["src"]));
        let text = json!({ "path": "IMPEX/src/a.txt", "text": "a", "append": false });
        ask(&disk, "write", text).expect("written");
        assert_eq!(ask(&disk, "list", json!({ "path": "TEMP" })).expect("a folder"), json!([]));
    }

    #[test]
    fn root_folders_stay_where_they_are() {
        let disk = Disk::default();
        let done = |name: &str, arguments: Value| ask(&disk, name, arguments).expect("an answer");
        assert_eq!(done("mkdir", json!({ "path": "IMPEX/a" })), json!(true));
        for root in ["TEMP", "TEMP/", "TEMP/."] {
            let to_other = json!({ "path": root, "to": "IMPEX/b" });
            assert_eq!(done("rename", to_other), json!(false), "{root}");
            let over_root = json!({ "path": "IMPEX/a", "to": root });
            assert_eq!(done("rename", over_root), json!(false), "{root}");
            assert_eq!(done("remove", json!({ "path": root })), json!(false), "{root}");
        }
        assert_eq!(done("list", json!({ "path": "IMPEX" })), json!(["a", "src"]));
        assert_eq!(done("rename", json!({ "path": "IMPEX/a", "to": "TEMP/a" })), json!(true));
    }

    #[test]
    fn nothing_makes_folders_too_deep() {
        let disk = Disk::default();
        let done = |name: &str, arguments: Value| ask(&disk, name, arguments).expect("an answer");
        let refused = |name: &str, arguments: Value| {
            let message = ask(&disk, name, arguments).expect_err("too deep").message;
            assert!(message.ends_with("a path has at most 100 names and 700 bytes"), "{message}");
        };
        let deep = |names: usize| format!("TEMP{}", "/a".repeat(names - 1));
        assert_eq!(done("mkdirs", json!({ "path": deep(60) })), json!(true));
        done("write", json!({ "path": deep(60) + "/file.xml", "text": "a" }));
        for what in ["mkdirs", "mkdir", "create", "write"] {
            refused(what, json!({ "path": deep(101), "text": "a" }));
            refused(what, json!({ "path": format!("TEMP/{}", "long/".repeat(150)), "text": "a" }));
        }
        // With all that is in it.
        let moved = |to: &str| json!({ "path": "TEMP/a", "to": to });
        done("mkdirs", json!({ "path": format!("IMPEX{}", "/b".repeat(80)) }));
        let at = |names: usize| format!("IMPEX{}", "/b".repeat(names - 2) + "/c");
        refused("rename", moved(&at(42)));
        refused("rename", moved(&format!("IMPEX/{}", "c".repeat(600))));
        refused("copy", json!({ "path": deep(60) + "/file.xml", "to": deep(101) }));
        done("zip", json!({ "path": "TEMP/a", "to": "TEMP/a.zip" }));
        done("gzip", json!({ "path": "TEMP/a.zip", "to": "TEMP/a.zip.gz" }));
        refused("unzip", json!({ "path": "TEMP/a.zip", "to": at(41) }));
        refused("gunzip", json!({ "path": "TEMP/a.zip.gz", "to": deep(100) }));
        assert_eq!(done("info", json!({ "path": at(41) })), Value::Null);
        done("unzip", json!({ "path": "TEMP/a.zip", "to": at(40) }));
        assert_eq!(done("rename", moved(&at(41))), json!(true));
        // A folder that becomes no deeper is moved without a look at what is in it.
        assert_eq!(done("rename", json!({ "path": at(41), "to": at(31) })), json!(true));
    }

    #[test]
    fn a_copy_takes_the_place_of_nothing() {
        let disk = Disk::default();
        let done = |name: &str, arguments: Value| ask(&disk, name, arguments).expect("an answer");
        let copied = |to: &str| ask(&disk, "copy", json!({ "path": "TEMP/a", "to": to }));
        for (path, text) in [("TEMP/a", "own"), ("TEMP/b", "other")] {
            done("write", json!({ "path": path, "text": text, "append": false }));
        }
        for to in ["TEMP/a", "TEMP/./a", "TEMP/b", "TEMP"] {
            let refused = copied(to).expect_err("it is there").message;
            assert_eq!(refused, format!("The file /{to} can't be used: it is there already"));
        }
        copied("TEMP/c").expect("copied");
        for (path, text) in [("TEMP/a", "own"), ("TEMP/b", "other"), ("TEMP/c", "own")] {
            assert_eq!(done("text", json!({ "path": path, "offset": 0 }))["text"], json!(text));
        }
        let none = ask(&disk, "copy", json!({ "path": "TEMP/none", "to": "TEMP/d" }));
        let none = none.expect_err("nothing is there").message;
        assert_eq!(none, "The file /TEMP/none can't be used: it isn't there");
        assert_eq!(done("list", json!({ "path": "TEMP" })), json!(["a", "b", "c"]));
    }

    #[test]
    fn what_is_unpacked_can_be_reached() {
        let disk = Disk::default();
        let done = |name: &str, arguments: Value| ask(&disk, name, arguments).expect("an answer");
        let long = |bytes: usize| {
            let names = "n".repeat(99);
            let path = format!("TEMP/{names}/{names}/{names}/{names}/{names}/{names}/");
            format!("{path}{}", "n".repeat(bytes - path.len()))
        };
        done("write", json!({ "path": "TEMP/n", "text": "a", "append": false }));
        for bytes in [699, 700, 701] {
            let (folder, name) = long(bytes)
                .rsplit_once('/')
                .map(|(folder, name)| (folder.to_owned(), name.to_owned()))
                .expect("a name");
            let source = format!("IMPEX/{name}");
            done("write", json!({ "path": source, "text": "a", "append": false }));
            done("zip", json!({ "path": source, "to": "IMPEX/a.zip" }));
            let unpacked = ask(&disk, "unzip", json!({ "path": "IMPEX/a.zip", "to": folder }));
            assert_eq!(unpacked.is_ok(), bytes <= 700, "{bytes}: {unpacked:?}");
            let found = ask(&disk, "info", json!({ "path": long(bytes) }));
            assert_eq!(found.is_ok_and(|it| !it.is_null()), bytes <= 700, "{bytes}");
        }
    }

    #[test]
    fn what_is_too_large_is_told_with_the_limit() {
        let disk = Disk::default();
        ask(&disk, "mkdirs", json!({ "path": "TEMP/many" })).expect("made");
        let many = disk.folder().expect("it is made").path().join("TEMP/many");
        for index in 0..10_000 {
            File::create(many.join(index.to_string())).expect("made");
        }
        let refused = ask(&disk, "zip", json!({ "path": "TEMP/many", "to": "TEMP/many.zip" }));
        assert_eq!(
            refused.expect_err("too many").message,
            "The file /TEMP/many can't be used: an archive has at most 10000 files and folders"
        );
    }

    #[test]
    fn a_folder_stays_until_who_uses_it_is_done() {
        let disk = Disk::default();
        let held = disk.place("TEMP/a").expect("a place");
        let beside = disk.place("IMPEX/b").expect("a place");
        disk.become_like(&Disk::default());
        fs::write(&held, "late").expect("its folder is there");
        let other = disk.place("TEMP/a").expect("a place");
        assert!(!other.exists() && held.is_beside(&beside) && !held.is_beside(&other));
        let path = held.to_path_buf();
        drop((held, beside));
        assert!(!path.parent().expect("a folder").exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_leads_nowhere() {
        let disk = Disk::default();
        ask(&disk, "info", json!({ "path": "IMPEX" })).expect("made");
        let folder = disk.folder().expect("it is made");
        std::os::unix::fs::symlink("/etc", folder.path().join("IMPEX/etc")).expect("linked");
        let found = ask(&disk, "text", json!({ "path": "IMPEX/etc/passwd", "offset": 0 }));
        assert!(found.is_err());
    }

    #[test]
    fn a_file_is_written_and_read_in_pieces() {
        let disk = Disk::default();
        let long = "äöü€".repeat(100_000);
        ask(&disk, "write", json!({ "path": "TEMP/a", "text": long, "append": false }))
            .expect("written");
        let (mut read, mut offset) = (String::new(), json!(0));
        while !offset.is_null() {
            let piece =
                ask(&disk, "text", json!({ "path": "TEMP/a", "offset": offset })).expect("read");
            read += piece["text"].as_str().expect("a text");
            offset = piece["next"].clone();
        }
        assert!(read == long);
        let error = ask(&disk, "text", json!({ "path": "TEMP/b", "offset": 0 })).expect_err("gone");
        assert_eq!(error.message, "The file /TEMP/b can't be used: it isn't there");
    }
}
