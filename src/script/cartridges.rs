//! The cartridge path: where storefront scripts and their companions are read from.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs::Metadata, time::SystemTime};

/// A tree of files: a folder on disk, or files in memory.
#[derive(Clone, Debug)]
pub enum Files {
    /// A folder; its files are read when they are asked for.
    Folder(PathBuf),
    /// Files by their path in the tree, for example `cartridge/controllers/Cart.js`.
    Memory(Arc<BTreeMap<String, Cow<'static, [u8]>>>),
}

impl Files {
    /// Files in memory, from pairs of path and content.
    pub fn memory<P: Into<String>, C: Into<Cow<'static, [u8]>>>(
        files: impl IntoIterator<Item = (P, C)>,
    ) -> Self {
        let files = files.into_iter().map(|(path, content)| (path.into(), content.into()));
        Self::Memory(Arc::new(files.collect()))
    }

    /// The content of a file; nothing when there is none or the path leaves the tree.
    pub fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        if !is_inside(path) {
            return None;
        }
        match self {
            Self::Folder(folder) => read_file(&folder.join(path)).map(Cow::Owned),
            Self::Memory(files) => files.get(path).cloned(),
        }
    }

    /// What changes when a file does; nothing when there is none or the path leaves the tree.
    fn stamp(&self, path: &str) -> Option<Stamp> {
        if !is_inside(path) {
            return None;
        }
        match self {
            Self::Folder(folder) => {
                let facts = std::fs::metadata(folder.join(path)).ok().filter(Metadata::is_file)?;
                Some(Stamp { changed: facts.modified().ok(), length: facts.len() })
            }
            Self::Memory(files) => {
                let length = files.get(path)?.len() as u64;
                Some(Stamp { changed: None, length })
            }
        }
    }

    /// The paths of all files, in alphabetical order; links to folders are not followed.
    pub fn list(&self) -> Vec<String> {
        match self {
            Self::Folder(folder) => {
                let mut found = Vec::new();
                collect(folder, "", DEEPEST, &mut found);
                found.sort();
                found
            }
            Self::Memory(files) => files.keys().cloned().collect(),
        }
    }

    /// Where a file is, for people: its place on disk, or its path in the tree.
    pub fn place(&self, path: &str) -> PathBuf {
        match self {
            Self::Folder(folder) => folder.join(path),
            Self::Memory(_) => PathBuf::from(path),
        }
    }

    /// Whether `path` names a file.
    pub fn contains(&self, path: &str) -> bool {
        is_inside(path)
            && match self {
                Self::Folder(folder) => exact_file(folder, path),
                Self::Memory(files) => files.contains_key(path),
            }
    }

    /// Whether `path` names a folder.
    fn has_folder(&self, path: &str) -> bool {
        is_inside(path)
            && match self {
                Self::Folder(folder) => folder.join(path).is_dir(),
                Self::Memory(files) => {
                    let inside = format!("{path}/");
                    let first = files.range(inside.clone()..).next();
                    first.is_some_and(|(file, _)| file.starts_with(&inside))
                }
            }
    }
}

/// When a file was changed last, and its length in bytes. Files in memory never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    changed: Option<SystemTime>,
    length: u64,
}

/// The cartridges of a site in order, leftmost first, and what stands beside them: `modules` folders and libraries.
///
/// A script path is `/<cartridge>/<path in it>`, for example `/app/cartridge/controllers/Cart.js`,
/// or `/modules/<path>` (section 2.7; case matters), or `/<library>/<path in it>`.
#[derive(Clone, Debug, Default)]
pub struct Cartridges {
    path: Vec<(String, Files)>,
    aside: Vec<(String, Files)>,
    modules: Vec<Files>,
    libraries: Vec<(String, Files)>,
}

impl Cartridges {
    /// An empty cartridge path.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a cartridge; `files` is the folder that holds its `cartridge/` folder.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, files: Files) -> Self {
        self.path.push((name.into(), files));
        self
    }

    /// Adds a cartridge that the path doesn't name; only [`whole`](Self::whole) has it.
    #[must_use]
    pub fn with_aside(mut self, name: impl Into<String>, files: Files) -> Self {
        self.aside.push((name.into(), files));
        self
    }

    /// The path with the cartridges aside at its end, as jobs have it: their steps are often those of
    /// cartridges that no site's path names.
    #[must_use]
    pub fn whole(&self) -> Self {
        let mut whole = self.clone();
        whole.path.append(&mut whole.aside);
        whole
    }

    /// Appends a `modules` folder, as it stands beside the cartridges.
    #[must_use]
    pub fn with_modules(mut self, files: Files) -> Self {
        self.modules.push(files);
        self
    }

    /// Adds a folder of scripts that is no cartridge: they are required by its name, `lodash/add`.
    #[must_use]
    pub fn with_library(mut self, name: impl Into<String>, files: Files) -> Self {
        self.libraries.push((name.into(), files));
        self
    }

    /// The names of the cartridges, in order.
    pub fn list(&self) -> impl Iterator<Item = &str> {
        self.path.iter().map(|(name, _)| name.as_str())
    }

    /// The files of one cartridge.
    pub fn cartridge(&self, name: &str) -> Option<&Files> {
        self.path.iter().find(|(other, _)| other == name).map(|(_, files)| files)
    }

    /// The `modules` folders, in order.
    pub fn modules(&self) -> &[Files] {
        &self.modules
    }

    /// The content of the file at a script path; also of templates and other companions.
    pub fn read(&self, script_path: &str) -> Option<Cow<'static, [u8]>> {
        let (name, path) = split(script_path)?;
        self.trees(name).find_map(|files| files.read(path))
    }

    /// What changes when the file at a script path does.
    pub fn stamp(&self, script_path: &str) -> Option<Stamp> {
        let (name, path) = split(script_path)?;
        self.trees(name).find_map(|files| files.stamp(path))
    }

    /// Whether there is a file at the script path.
    pub fn contains(&self, script_path: &str) -> bool {
        split(script_path)
            .is_some_and(|(name, path)| self.trees(name).any(|files| files.contains(path)))
    }

    /// Whether there is a folder at the script path, which may be that of a cartridge or a library itself: `/app`.
    pub(super) fn has_folder(&self, script_path: &str) -> bool {
        match split(script_path) {
            Some((name, path)) => self.trees(name).any(|files| files.has_folder(path)),
            None => script_path.strip_prefix('/').is_some_and(|it| self.trees(it).next().is_some()),
        }
    }

    fn trees(&self, name: &str) -> impl Iterator<Item = &Files> {
        let modules = if name == "modules" { self.modules.as_slice() } else { &[] };
        let own = self.cartridge(name).or_else(|| self.library(name));
        own.into_iter().chain(modules)
    }

    fn library(&self, name: &str) -> Option<&Files> {
        self.libraries.iter().find(|(other, _)| other == name).map(|(_, files)| files)
    }
}

/// The path that `request` means in the folder of the file `from`; nothing when it leads above the
/// cartridges.
pub fn beside(from: &str, request: &str) -> Option<String> {
    let mut segments: Vec<&str> = from.split('/').skip(1).collect();
    segments.pop();
    for segment in request.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop()?;
            }
            name => segments.push(name),
        }
    }
    Some(format!("/{}", segments.join("/")))
}

/// The cartridge's name and the path in it.
pub(super) fn split(script_path: &str) -> Option<(&str, &str)> {
    script_path.strip_prefix('/')?.split_once('/')
}

/// Folders in folders that are looked through.
const DEEPEST: u32 = 40;

fn collect(folder: &Path, below: &str, depth: u32, found: &mut Vec<String>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    for entry in std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) else {
            continue;
        };
        if kind.is_dir() {
            collect(&entry.path(), &format!("{below}{name}/"), depth, found);
        } else if kind.is_file() || kind.is_symlink() && entry.path().is_file() {
            found.push(format!("{below}{name}"));
        }
    }
}

/// Whoever reads a pipe waits for somebody who writes to it.
fn read_file(file: &Path) -> Option<Vec<u8>> {
    file.is_file().then(|| std::fs::read(file).ok()).flatten()
}

fn is_inside(path: &str) -> bool {
    !path.is_empty()
        && !path.contains(['\\', '\0'])
        && path.split('/').all(|segment| !matches!(segment, "" | "." | ".."))
}

/// Script paths are case-sensitive on every file system.
fn exact_file(folder: &Path, path: &str) -> bool {
    let file = folder.join(path);
    file.is_file()
        && (cfg!(target_os = "linux")
            || std::fs::canonicalize(&file).is_ok_and(|real| real.ends_with(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_never_leaves_its_tree() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(folder.path().join("inner")).expect("a folder inside");
        std::fs::write(folder.path().join("secret.js"), "1").expect("a file outside");
        std::fs::write(folder.path().join("inner/a.js"), "2").expect("a file inside");
        let cartridges = Cartridges::new().with("app", Files::Folder(folder.path().join("inner")));
        assert_eq!(cartridges.read("/app/a.js").as_deref(), Some(b"2".as_slice()));
        for path in ["/app/../secret.js", "/app/./a.js", "/app//a.js", "app/a.js", "/other/a.js"] {
            assert_eq!(cartridges.read(path), None, "{path}");
            assert!(!cartridges.contains(path), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_files_are_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a.js"), "1").expect("a file");
        rustix::fs::mkfifoat(rustix::fs::CWD, path("pipe.js"), 0o600.into()).expect("a pipe");
        std::os::unix::fs::symlink(path("a.js"), path("link.js")).expect("a link");
        std::os::unix::fs::symlink(path("pipe.js"), path("to_pipe.js")).expect("a link");
        let files = Files::Folder(folder.path().to_owned());
        assert_eq!(files.list(), ["a.js", "link.js"]);
        assert_eq!(files.read("link.js").as_deref(), Some(b"1".as_slice()));
        for name in ["pipe.js", "to_pipe.js", "."] {
            assert_eq!(files.read(name), None, "{name}");
        }
    }

    #[test]
    fn modules_stand_beside_the_cartridges() {
        let cartridges = Cartridges::new()
            .with("app", Files::memory([("cartridge/a.js", b"1".as_slice())]))
            .with_modules(Files::memory([("server/main.js", b"2".as_slice())]));
        assert_eq!(cartridges.list().collect::<Vec<_>>(), ["app"]);
        assert_eq!(cartridges.read("/modules/server/main.js").as_deref(), Some(b"2".as_slice()));
        assert!(!cartridges.contains("/modules/cartridge/a.js"));
    }
}
