//! What one request read and wants to write: compared and written as one.

use super::rows::{Key, Library, Record, Revision};
use crate::api::ids::{AssetId, FolderId, LibraryId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thiserror::Error;

/// Rows that belong together, in the order of the API's listings (beyond the specification, 2.5).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Range {
    /// The folders that an asset is assigned to, by ID.
    FoldersOf {
        /// The library of both.
        library: LibraryId,
        /// The asset's ID.
        asset: AssetId,
    },
    /// The assets that are assigned to a folder, by position, then ID.
    AssetsIn {
        /// The library of both.
        library: LibraryId,
        /// The folder's ID.
        folder: FolderId,
    },
    /// The folders right below a folder, by ID.
    FoldersIn {
        /// The library of both.
        library: LibraryId,
        /// The parent's ID.
        folder: FolderId,
    },
}

impl Range {
    /// The folders that an asset is assigned to.
    pub fn folders_of(library: impl Into<LibraryId>, asset: impl Into<AssetId>) -> Self {
        Self::FoldersOf { library: library.into(), asset: asset.into() }
    }

    /// The assets of a folder.
    pub fn assets_in(library: impl Into<LibraryId>, folder: impl Into<FolderId>) -> Self {
        Self::AssetsIn { library: library.into(), folder: folder.into() }
    }

    /// A folder's sub folders.
    pub fn folders_in(library: impl Into<LibraryId>, folder: impl Into<FolderId>) -> Self {
        Self::FoldersIn { library: library.into(), folder: folder.into() }
    }

    /// The asset or folder that it is of.
    pub fn owner(&self) -> Key {
        match self {
            Self::FoldersOf { library, asset } => Key::asset(library, asset),
            Self::AssetsIn { library, folder } | Self::FoldersIn { library, folder } => {
                Key::folder(library, folder)
            }
        }
    }

    /// The ID of the asset or folder that it is of.
    pub fn owner_id(&self) -> &str {
        match self {
            Self::FoldersOf { asset, .. } => asset.as_str(),
            Self::AssetsIn { folder, .. } | Self::FoldersIn { folder, .. } => folder.as_str(),
        }
    }

    /// The row that it lists under an ID.
    pub fn item(&self, id: &str) -> Key {
        match self {
            Self::AssetsIn { library, .. } => Key::asset(library, id),
            Self::FoldersOf { library, .. } | Self::FoldersIn { library, .. } => {
                Key::folder(library, id)
            }
        }
    }

    /// The library that it belongs to.
    pub fn library(&self) -> &LibraryId {
        match self {
            Self::FoldersOf { library, .. }
            | Self::AssetsIn { library, .. }
            | Self::FoldersIn { library, .. } => library,
        }
    }
}

/// Reads to be compared and writes to be done, all or nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangeSet {
    /// The revision that each row had; `None` for rows that didn't exist.
    pub rows: BTreeMap<Key, Option<Revision>>,
    /// The IDs that each range held.
    pub ranges: BTreeMap<Range, Vec<String>>,
    /// Libraries that have to be there.
    pub present: BTreeSet<LibraryId>,
    /// Libraries to be made; that they aren't there is among what was read.
    pub libraries: Vec<Library>,
    /// What the rows become; `None` removes.
    pub writes: BTreeMap<Key, Option<Arc<Record>>>,
}

/// What a commit did: the revision of every row that it wrote.
pub type Committed = BTreeMap<Key, Revision>;

/// Why nothing was written.
#[derive(Debug, Error)]
pub enum CommitError {
    /// Something that was read has changed since.
    #[error("somebody else has written meanwhile")]
    Conflict,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a store can't do what it should.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database failed.
    #[error("the content store failed")]
    Database(#[from] rusqlite::Error),
    /// A row doesn't hold what its schema says.
    #[error("the content store holds a damaged row: {0}")]
    Damaged(String),
    /// The write could not be made durable.
    #[error("the content store could not write: {0}")]
    Unwritten(String),
    /// The database can't be reached or used; nothing was written.
    #[error("the database can't be used: {0}")]
    Unreachable(String),
    /// The connection broke while the database wrote.
    #[error("whether it was written isn't known, for the connection broke: {0}")]
    Unknown(String),
    /// The store is closing.
    #[error("the content store is closed")]
    Closed,
}
