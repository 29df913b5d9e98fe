//! Content that is there before the first request: what a file says, all of it or nothing.

mod library_xml;

use super::data::{DataApi, Kind, LoadError, LoadedDocument};
use super::store::StoreError;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Folders, assets and assignments of one library.
#[derive(Clone, Debug)]
pub struct Seed {
    /// The library's ID; nothing means the one that every sandbox has.
    pub library: Option<String>,
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
    /// The libraries can't be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Seed {
    /// Nothing yet.
    pub fn new(library: Option<String>) -> Self {
        Self { library, folders: Vec::new(), assets: Vec::new(), assignments: Vec::new() }
    }

    /// Reads the platform's library export. What it says of other sites than these is left out.
    pub fn of_library_xml(text: &str, file: &Path, sites: &[String]) -> Result<Self, SeedError> {
        library_xml::read(text, file, sites)
    }

    /// Adds a folder: a document as PUT takes it, with its `id`.
    pub fn folder(&mut self, place: Place, fields: Map<String, Value>) {
        self.folders.push(Entry { place, fields });
    }

    /// Adds an asset: a document as PUT takes it, with its `id`.
    pub fn asset(&mut self, place: Place, fields: Map<String, Value>) {
        self.assets.push(Entry { place, fields });
    }

    /// Adds an assignment: a document as PUT takes it, with `content_id` and `folder_id`.
    pub fn assignment(&mut self, place: Place, fields: Map<String, Value>) {
        self.assignments.push(Entry { place, fields });
    }

    /// Writes it to a library that exists.
    pub(super) async fn plant(self, api: &DataApi, library: &str) -> Result<(), SeedError> {
        let (mut places, mut documents) = (Vec::new(), Vec::new());
        for (kind, entries) in [
            (Kind::Folder, self.folders),
            (Kind::Asset, self.assets),
            (Kind::Assignment, self.assignments),
        ] {
            for Entry { place, fields } in entries {
                places.push(place);
                documents.push(LoadedDocument { kind, fields });
            }
        }
        api.load(library, &documents).await.map_err(|error| match error {
            LoadError::Store(error) => error.into(),
            LoadError::Refused(index, refusal) => {
                let place = places.swap_remove(index);
                SeedError::Wrong { place, what: refusal.message().to_owned() }
            }
        })
    }
}
