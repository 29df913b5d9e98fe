//! The files of archives: in folders, packed, or part of the program. Nothing outside of an archive is read, and nothing without end.

use super::{
    encoding::in_utf8,
    repository::{archive_around, archives_in},
    tree,
};
use crate::sandbox::seed::{LeftOut, SeedError};
use std::{
    borrow::Cow,
    fs::{self, File as OpenFile},
    io::{self, BufRead, BufReader, Read},
    path::{Component, Path, PathBuf},
};
use zip::{ZipArchive, result::ZipError};

/// Files of one archive.
const MOST_FILES: usize = 200_000;
/// Bytes of all files that are read, unpacked. A packed file may claim to be small and have no end.
const MOST_BYTES: u64 = 4 << 30;
/// Bytes of a content library, which is read as a whole.
const LARGEST_LIBRARY: u64 = 256 << 20;
/// Folders in folders.
const DEEPEST: usize = 32;

/// Archives that are open.
#[derive(Default)]
pub(super) struct Archives {
    opened: Vec<Opened>,
    files: Vec<File>,
    /// Images and the like, which are served and not read.
    statics: Vec<File>,
    /// What stands in archives and isn't read.
    pub(super) left_out: Vec<(PathBuf, LeftOut)>,
    /// The sites that are meant by the names of others.
    renamed: Vec<(String, String)>,
    left: u64,
}

/// One of them.
struct Opened {
    path: PathBuf,
    source: Source,
    /// Whether something in it has a place.
    has_given: bool,
}

enum Source {
    Folder(PathBuf),
    Packed(Box<ZipArchive<BufReader<OpenFile>>>),
    Memory(Vec<Cow<'static, [u8]>>),
}

/// A file of an archive.
#[derive(Clone, Debug)]
pub(super) struct File {
    archive: usize,
    /// Its place in an archive that is no folder.
    index: usize,
    /// Its path in the archive.
    segments: Vec<String>,
    /// As people are told of it.
    pub(super) shown: PathBuf,
    site: String,
}

impl File {
    /// Whether it defines types.
    pub(super) fn is_meta(&self) -> bool {
        self.folders().iter().any(|folder| folder == "meta")
    }

    /// Whether it has to be a content library.
    fn is_library(&self) -> bool {
        self.segments.last().is_some_and(|name| name == "library.xml")
    }

    /// The kind of the records that it holds if it maps addresses of another shop, a line each.
    pub(super) fn mappings(&self) -> Option<&'static str> {
        match self.segments.as_slice() {
            [.., sites, _, urls, name] if sites == "sites" && urls == "urls" => match name.as_str()
            {
                "urlmap" => Some("url-mapping"),
                "urlrules" => Some("url-rule"),
                _ => None,
            },
            _ => None,
        }
    }

    /// The site it belongs to; empty if it belongs to none.
    pub(super) fn site(&self) -> &str {
        &self.site
    }

    /// Whether it tells the settings of a site whose other data are meant for another one.
    pub(super) fn is_of_other_site(&self) -> bool {
        let is_settings = self.segments.last().is_some_and(|name| name == "site.xml");
        is_settings && site_at(&self.segments).is_some_and(|at| self.segments[at] != self.site)
    }

    /// Where the data of its site are, as people are told of it.
    pub(super) fn site_folder(&self) -> PathBuf {
        let below = self.segments.len() - site_at(&self.segments).map_or(0, |at| at + 1);
        self.shown.ancestors().nth(below).unwrap_or(&self.shown).to_owned()
    }

    /// Its path below the first folder of a name.
    pub(super) fn path_below(&self, folder: &str) -> Option<String> {
        let at = self.segments.iter().position(|it| it == folder)?;
        Some(self.segments[at + 1..].join("/"))
    }

    /// The names by which addresses of static files know the catalogue or the library that it is in. A library may be all
    /// sites', or that of the site with its name.
    pub(super) fn owners(&self) -> Vec<String> {
        let at = self.segments.iter().position(|it| it == "static").unwrap_or_default();
        match &self.segments[..at] {
            [.., kind, id] if kind == "catalogs" => vec![format!("Sites-{id}")],
            [.., kind, id] if kind == "libraries" => {
                vec![format!("Library-Sites-{id}"), format!("Sites-{id}-Library")]
            }
            [.., sites, _, kind] if sites == "sites" && kind == "library" => {
                vec![format!("Sites-{}-Library", self.site)]
            }
            _ => Vec::new(),
        }
    }

    fn folders(&self) -> &[String] {
        self.segments.split_last().map_or(&[], |(_, folders)| folders)
    }
}

/// Where in a path the ID of a site stands.
fn site_at(segments: &[String]) -> Option<usize> {
    let (_, folders) = segments.split_last()?;
    let at = folders.iter().position(|folder| folder == "sites")? + 1;
    (at < folders.len()).then_some(at)
}

impl Archives {
    /// Opens them; what `renamed` names, `(site, other site)`, belongs to the other site.
    pub(super) fn open(paths: &[PathBuf], renamed: &[(String, String)]) -> Result<Self, SeedError> {
        let mut archives = Self { left: MOST_BYTES, renamed: renamed.to_vec(), ..Self::default() };
        paths.iter().try_for_each(|path| archives.add(path))?;
        Ok(archives)
    }

    /// One archive of files in memory: path in it and content.
    pub(super) fn in_memory(files: Vec<(String, Cow<'static, [u8]>)>) -> Self {
        let (paths, contents): (Vec<_>, Vec<_>) = files.into_iter().unzip();
        let segments = |path: String| path.split('/').map(str::to_owned).collect();
        let mut found: Vec<_> =
            paths.into_iter().enumerate().map(|(index, path)| (segments(path), index)).collect();
        found.sort();
        let mut archives = Self { left: MOST_BYTES, ..Self::default() };
        archives.take((Path::new(""), Source::Memory(contents)), found);
        archives
    }

    /// All XML files, archive after archive, in the order of their names.
    pub(super) fn files(&self) -> impl Iterator<Item = File> + use<> {
        self.files.clone().into_iter()
    }

    /// Whether a file is a content library, whatever its name. One that can't be read isn't: who reads it tells why.
    pub(super) fn is_library(&mut self, file: &File) -> bool {
        let (left, is_of_name) = (self.left, file.is_library());
        let root = self.with(file, |input| tree::root_name(input));
        self.left = left;
        is_of_name || matches!(root, Ok(Some(name)) if name == "library")
    }

    /// The archive of a file has something in it.
    pub(super) fn has_given(&mut self, file: &File) {
        self.opened[file.archive].has_given = true;
    }

    /// Refuses what is no archive: nothing of it has a place.
    pub(super) fn check_given(&self) -> Result<(), SeedError> {
        let Some(empty) = self.opened.iter().find(|opened| !opened.has_given) else {
            return Ok(());
        };
        let why = "nothing of a site archive is in it: no catalogs, sites, libraries or the like";
        Err(SeedError::Unreadable { file: empty.path.clone(), why: why.to_owned() })
    }

    /// The files that aren't read, once.
    pub(super) fn take_statics(&mut self) -> Vec<File> {
        std::mem::take(&mut self.statics)
    }

    /// Works on what a file holds, in UTF-8; all that is read so together is bounded.
    pub(super) fn with<T>(
        &mut self,
        file: &File,
        work: impl FnOnce(&mut dyn BufRead) -> T,
    ) -> Result<T, SeedError> {
        let mut left = self.left;
        let done = self.unbounded(file, |input| {
            let text = in_utf8(Bounded { input, left: &mut left })?;
            Ok(work(&mut BufReader::with_capacity(1 << 16, text)))
        });
        self.left = left;
        done?.map_err(|error| unreadable(&file.shown, &error))
    }

    /// The same, of which whoever works takes as much as is good.
    pub(super) fn unbounded<T>(
        &mut self,
        file: &File,
        work: impl FnOnce(&mut dyn Read) -> T,
    ) -> Result<T, SeedError> {
        let failed = |error: io::Error| unreadable(&file.shown, &error);
        let mut input: Box<dyn Read + '_> = match &mut self.opened[file.archive].source {
            Source::Folder(root) => {
                let path = file.segments.iter().fold(root.clone(), |path, name| path.join(name));
                Box::new(OpenFile::open(path).map_err(failed)?)
            }
            Source::Packed(archive) => {
                Box::new(archive.by_index(file.index).map_err(|error| failed(error.into()))?)
            }
            Source::Memory(contents) => Box::new(contents[file.index].as_ref()),
        };
        Ok(work(&mut input))
    }

    /// A whole file as text.
    pub(super) fn text(&mut self, file: &File) -> Result<String, SeedError> {
        let read = self.with(file, |input| {
            let mut text = String::new();
            input.take(LARGEST_LIBRARY + 1).read_to_string(&mut text).map(|_| text)
        })?;
        let text = read.map_err(|error| unreadable(&file.shown, &error))?;
        if text.len() as u64 > LARGEST_LIBRARY {
            let error = format!("it is larger than {} MiB", LARGEST_LIBRARY >> 20);
            return Err(unreadable(&file.shown, &io::Error::other(error)));
        }
        Ok(text.trim_start_matches('\u{feff}').to_owned())
    }

    fn add(&mut self, path: &Path) -> Result<(), SeedError> {
        let failed = |error: io::Error| unreadable(path, &error);
        let mut found = Vec::new();
        let source = if path.is_dir() {
            let inner = archives_in(path);
            if !inner.is_empty() {
                let inner: Vec<_> = inner.iter().map(|it| it.display().to_string()).collect();
                let why = format!(
                    "it is a repository, no archive; there seems to be one in {}",
                    inner.join(" or in ")
                );
                return Err(SeedError::Unreadable { file: path.to_owned(), why });
            }
            if let Some(archive) = archive_around(path) {
                let why = format!("it is a part of the archive {}", archive.display());
                return Err(SeedError::Unreadable { file: path.to_owned(), why });
            }
            walk(path, &mut Vec::new(), &mut found).map_err(failed)?;
            Source::Folder(path.to_owned())
        } else {
            let input = BufReader::new(OpenFile::open(path).map_err(failed)?);
            let mut archive = ZipArchive::new(input).map_err(|error| match error {
                ZipError::InvalidArchive(_) => {
                    let why = "it is no ZIP file, or one that broke off".to_owned();
                    SeedError::Unreadable { file: path.to_owned(), why }
                }
                error => failed(error.into()),
            })?;
            found = packed(&mut archive).map_err(failed)?;
            Source::Packed(Box::new(archive))
        };
        if found.len() > MOST_FILES {
            return Err(failed(io::Error::other(format!("it holds more than {MOST_FILES} files"))));
        }
        found.sort();
        self.take((path, source), found);
        Ok(())
    }

    fn take(&mut self, (path, source): (&Path, Source), found: Vec<(Vec<String>, usize)>) {
        let archive = self.opened.len();
        self.opened.push(Opened { path: path.to_owned(), source, has_given: false });
        let mut left_out = LeftOut::default();
        for (segments, index) in found {
            let name = segments.last().map_or("", String::as_str);
            let is_static = segments.iter().any(|it| it == "static");
            let extension =
                Path::new(name).extension().and_then(|it| it.to_str()).unwrap_or_default();
            let is_xml = extension.eq_ignore_ascii_case("xml");
            // What macOS puts beside each file of an archive has the file's name, and none of its content.
            if name.starts_with("._") || segments.iter().any(|it| it == "__MACOSX") {
                left_out.add("files of macOS", 0);
                continue;
            }
            let shown = segments.iter().fold(path.to_owned(), |path, name| path.join(name));
            let site = site_at(&segments).map(|at| segments[at].clone()).unwrap_or_default();
            let renamed = self.renamed.iter().find(|(from, _)| *from == site);
            let site = renamed.map_or(site, |(_, to)| to.clone());
            let file = File { archive, index, segments, shown, site };
            if !is_static && !is_xml && file.mappings().is_none() {
                left_out.add("files that aren't XML", 0);
                continue;
            }
            if is_static {
                self.has_given(&file);
                self.statics.push(file);
            } else {
                self.files.push(file);
            }
        }
        if !left_out.is_empty() {
            self.left_out.push((path.to_owned(), left_out));
        }
    }
}

/// Ends with an error when all archives together have given too much.
struct Bounded<'a, R> {
    input: R,
    left: &'a mut u64,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(into)?;
        *self.left = self.left.checked_sub(length as u64).ok_or_else(|| {
            io::Error::other(format!("the archives hold more than {} GiB", MOST_BYTES >> 30))
        })?;
        Ok(length)
    }
}

/// The files below a folder. Links aren't followed: they may lead elsewhere, or around.
fn walk(
    folder: &Path,
    segments: &mut Vec<String>,
    found: &mut Vec<(Vec<String>, usize)>,
) -> io::Result<()> {
    if segments.len() > DEEPEST || found.len() > MOST_FILES {
        return Err(io::Error::other("there are too many files or folders"));
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        segments.push(entry.file_name().to_string_lossy().into_owned());
        if kind.is_dir() {
            walk(&entry.path(), segments, found)?;
        } else if kind.is_file() {
            found.push((segments.clone(), 0));
        }
        segments.pop();
    }
    Ok(())
}

fn packed(archive: &mut ZipArchive<BufReader<OpenFile>>) -> io::Result<Vec<(Vec<String>, usize)>> {
    if archive.len() > MOST_FILES {
        return Err(io::Error::other(format!("it holds more than {MOST_FILES} files")));
    }
    let mut found = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(io::Error::from)?;
        let name = entry.name().map_err(io::Error::from)?.into_owned();
        if !entry.is_file() {
            continue;
        }
        let is_plain =
            |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if name.contains(['\\', '\0']) || !Path::new(&name).components().all(is_plain) {
            return Err(io::Error::other(format!("its file {name:?} leads out of it")));
        }
        let segments = name.split('/').filter(|it| !it.is_empty() && *it != ".");
        found.push((segments.map(str::to_owned).collect(), index));
    }
    Ok(found)
}

fn unreadable(file: &Path, error: &io::Error) -> SeedError {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        _ => format!("it can't be read: {error}"),
    };
    SeedError::Unreadable { file: file.to_owned(), why }
}
