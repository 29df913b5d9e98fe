//! An export's place: one file or a folder.

use super::layout::{ASSETS, ASSIGNMENTS, FOLDERS, HEADER, file_name, json_files};
use super::reading::{self, Documents, Unreadable};
use super::snapshot::{Fields, Header, Snapshot};
use super::unfinished::Unfinished;
use crate::commands::failure::Failure;
use crate::commands::output;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where an export is.
pub(in crate::commands) enum Archive {
    /// One `.json` file.
    File(PathBuf),
    /// A folder with a file per thing.
    Folder(PathBuf),
}

/// All of an export in one file.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    header: Header,
    folders: Vec<&'a Fields>,
    assets: Vec<&'a Fields>,
    assignments: Vec<&'a Fields>,
}

impl Archive {
    pub(in crate::commands) fn at(path: PathBuf) -> Self {
        let is_file = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("json"));
        if is_file { Self::File(path) } else { Self::Folder(path) }
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Self::File(path) | Self::Folder(path) => path,
        }
    }

    /// Refuses places that hold something else, before anything is fetched.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let path = self.path();
        let problem = match self {
            _ if path == Path::new("-") => {
                "is neither a file nor a folder: exports don't go to stdout"
            }
            Self::File(_) if path.is_dir() => "is a folder",
            Self::Folder(_) if path.exists() && !path.is_dir() => {
                "is no folder; a single file's name ends with .json"
            }
            Self::Folder(_) if is_foreign(path) => "is not empty and holds no export",
            _ => return Ok(()),
        };
        Err(Failure::usage(format!("{} {problem}", path.display())).then("Name another path."))
    }

    /// Replaces what an earlier export left; files that stay the same are not touched.
    pub(super) fn write(&self, snapshot: &Snapshot) -> Result<(), Failure> {
        let written = match self {
            Self::File(file) => write_whole(file, snapshot),
            Self::Folder(folder) => write_folder(folder, snapshot),
        };
        written.map_err(|error| {
            Failure::failed(format!("can't write {}: {error}", self.path().display()))
        })
    }

    pub(super) fn read(&self) -> Result<Snapshot, Failure> {
        Ok(self.documents().and_then(snapshot)?)
    }

    /// All documents with their places: folders, then assets, then assignments.
    pub(in crate::commands) fn documents(&self) -> Result<Documents, Unreadable> {
        match self {
            Self::File(file) => reading::file(file),
            Self::Folder(folder) => reading::folder(folder),
        }
    }
}

fn is_foreign(folder: &Path) -> bool {
    let is_filled = fs::read_dir(folder)
        .is_ok_and(|entries| entries.flatten().any(|entry| !Unfinished::is(&entry.path())));
    is_filled && !folder.join(HEADER).is_file()
}

fn whole(snapshot: &Snapshot) -> Whole<'_> {
    Whole {
        header: snapshot.header.clone(),
        folders: snapshot.folders.values().collect(),
        assets: snapshot.assets.values().collect(),
        assignments: snapshot.assignments.values().collect(),
    }
}

fn write_whole(file: &Path, snapshot: &Snapshot) -> io::Result<()> {
    Unfinished::beside(file)?.write(file, &output::json(&whole(snapshot)))
}

fn write_folder(folder: &Path, snapshot: &Snapshot) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let last = folder.join(ASSIGNMENTS);
    let unfinished = Unfinished::within(folder, last.clone())?;
    unfinished.write(&folder.join(HEADER), &output::json(&snapshot.header))?;
    write_each(&folder.join(FOLDERS), snapshot.folders.iter(), &unfinished)?;
    write_each(&folder.join(ASSETS), snapshot.assets.iter(), &unfinished)?;
    let assignments: Vec<_> = snapshot.assignments.values().collect();
    unfinished.write(&last, &output::json(&assignments))
}

/// One file per thing; those of things that are gone go too.
fn write_each<'a>(
    folder: &Path,
    things: impl Iterator<Item = (&'a String, &'a Fields)>,
    unfinished: &Unfinished,
) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut names = BTreeSet::new();
    for (id, fields) in things {
        let name = file_name(id);
        unfinished.write(&folder.join(&name), &output::json(fields))?;
        names.insert(name);
    }
    for file in json_files(folder)? {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if !names.contains(name) {
            unfinished.remove(&file)?;
        }
    }
    Ok(())
}

fn snapshot(documents: Documents) -> Result<Snapshot, Unreadable> {
    let mut snapshot = Snapshot { header: documents.header, ..Snapshot::default() };
    for document in documents.all {
        let resource = document.resource()?;
        snapshot.add(&resource, document.fields);
    }
    Ok(snapshot)
}
