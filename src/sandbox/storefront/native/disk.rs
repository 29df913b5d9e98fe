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
mod tests;
