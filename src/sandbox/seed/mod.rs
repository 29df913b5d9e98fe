//! Content that is there before the first request: what files say, all of it or nothing.

mod archive;
mod left_out;
mod library_xml;
mod xml;

pub use archive::{ArchiveSites, Elsewhere, Imported, Statics, read as read_archives};
pub(super) use archive::{Change, Feed, Source, Written, kinds, read_feed, write_file};
pub(super) use archive::{Known, NamedTarget, read_builtin, read_furnished};
pub use left_out::{LeftOut, Remark};
pub(super) use library_xml::{Holdings as LibraryHoldings, write as write_library};
pub(super) use xml::Xml;

pub(super) use super::data::Way;
use super::data::{DataApi, Kind, LoadError, Loaded, LoadedDocument};
use super::store::{CommitError, Library};
use crate::api::ids::LibraryId;
use serde_json::{Map, Value};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};
use thiserror::Error;
use tokio_util::sync::CancellationToken;

/// Folders, assets and assignments of one library.
#[derive(Clone, Debug, Default)]
pub struct Seed {
    /// The library's ID, made if it isn't there; nothing means the one that every sandbox has.
    pub library: Option<String>,
    /// What the file says besides.
    pub left_out: LeftOut,
    folders: Vec<Entry>,
    assets: Vec<Entry>,
    assignments: Vec<Entry>,
}

/// Where something was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// Counted from 1.
    pub line: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    place: Place,
    fields: Map<String, Value>,
    /// Whether it is to go.
    is_gone: bool,
}

/// What became of seeds.
#[derive(Debug, Default)]
pub(super) struct Planted {
    /// Links that lead nowhere, by file.
    pub left_out: Vec<(PathBuf, LeftOut)>,
    /// The folders and assets.
    pub loaded: Loaded,
}

/// Why content can't be loaded; then nothing is.
#[derive(Debug, Error)]
pub enum SeedError {
    /// Something in a file is wrong.
    #[error("{}: line {}: {what}", place.file.display(), place.line)]
    Wrong {
        /// Where.
        place: Place,
        /// What is wrong.
        what: String,
    },
    /// A file or folder can't be read, or isn't what it has to be.
    #[error("{}: {why}", file.display())]
    Unreadable {
        /// Which.
        file: PathBuf,
        /// Why not.
        why: String,
    },
    /// Somebody wants it no longer.
    #[error("it was stopped")]
    Stopped,
    /// The libraries can't be read or written.
    #[error(transparent)]
    Commit(#[from] CommitError),
}

impl Seed {
    /// Nothing yet.
    pub fn new(library: Option<String>) -> Self {
        Self { library, ..Self::default() }
    }

    /// Reads the platform's library export. What it says of other sites than these is left out, as
    /// everything that libraries here have no place for.
    pub fn of_library_xml(text: &str, file: &Path, sites: &[String]) -> Result<Self, SeedError> {
        library_xml::read(text, file, sites)
    }

    /// Adds a folder: a document as PUT takes it, with its `id`.
    pub fn folder(&mut self, place: Place, fields: Map<String, Value>) {
        self.folders.push(Entry { place, fields, is_gone: false });
    }

    /// Adds an asset: a document as PUT takes it, with its `id`.
    pub fn asset(&mut self, place: Place, fields: Map<String, Value>) {
        self.assets.push(Entry { place, fields, is_gone: false });
    }

    /// Adds an assignment: a document as PUT takes it, with `content_id` and `folder_id`.
    pub fn assignment(&mut self, place: Place, fields: Map<String, Value>) {
        self.assignments.push(Entry { place, fields, is_gone: false });
    }

    /// A folder or an asset is to go; `fields` has its `id`.
    fn gone(&mut self, kind: Kind, place: Place, fields: Map<String, Value>) {
        let entries = if kind == Kind::Folder { &mut self.folders } else { &mut self.assets };
        entries.push(Entry { place, fields, is_gone: true });
    }

    /// The IDs of its assets, and of its folders.
    pub(super) fn ids(&self) -> [Vec<String>; 2] {
        [&self.assets, &self.folders].map(|entries| {
            let ids = entries.iter().filter_map(|entry| entry.fields.get("id")?.as_str());
            ids.map(str::to_owned).collect()
        })
    }

    fn entries(&self, kind: Kind) -> &[Entry] {
        match kind {
            Kind::Folder => &self.folders,
            Kind::Asset => &self.assets,
            Kind::Assignment => &self.assignments,
        }
    }

    fn library_or(&self, default: &str) -> String {
        self.library.clone().unwrap_or_else(|| default.to_owned())
    }
}

/// Does with the libraries of seeds what they say, all of it or nothing. One that names no library is for
/// the `default`; what two of them name is as the later one says. Links to folders that aren't there are left out,
/// and told by file. Nothing is done once `ending` is cancelled in time.
pub(super) async fn plant(
    seeds: &[Seed],
    default: &str,
    (api, way, ending): (&DataApi, Way, &CancellationToken),
) -> Result<Planted, SeedError> {
    let libraries: Vec<_> =
        seeds.iter().map(|seed| Library::named(&seed.library_or(default))).collect();
    let (mut places, mut documents) = (Vec::new(), Vec::new());
    for kind in [Kind::Folder, Kind::Asset, Kind::Assignment] {
        for seed in seeds {
            for Entry { place, fields, is_gone } in seed.entries(kind) {
                let (library, fields) = (LibraryId(seed.library_or(default)), fields.clone());
                places.push(place);
                let way = if *is_gone { Way::Delete } else { way };
                documents.push(LoadedDocument { library, kind, way, fields });
            }
        }
    }
    let loaded = api.load(&libraries, &documents, ending).await.map_err(|error| match error {
        LoadError::Commit(error) => error.into(),
        LoadError::Stopped => SeedError::Stopped,
        LoadError::Refused(index, refusal) => {
            SeedError::Wrong { place: places[index].clone(), what: refusal.message().to_owned() }
        }
    })?;
    let mut left_out = BTreeMap::<&Path, LeftOut>::new();
    for index in loaded.dangling.iter().copied() {
        let Place { file, line } = places[index];
        let LoadedDocument { kind, fields, .. } = &documents[index];
        let folder = match kind {
            Kind::Folder => &fields["parent_folder_id"],
            _ => &fields["folder_id"],
        };
        let folder = folder.as_str().unwrap_or_default();
        let what = format!("links to folder {folder}, which isn't there");
        left_out.entry(file).or_default().add(what, *line);
    }
    let left_out = left_out.into_iter().map(|(file, what)| (file.to_owned(), what));
    Ok(Planted { left_out: left_out.collect(), loaded })
}
