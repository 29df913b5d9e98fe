//! What a store keeps: rows under keys, each with the revision that wrote it.

use crate::api::ids::{AssetId, FolderId, LibraryId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use std::{fmt, sync::Arc};

/// A number that no other write of the same store ever had; larger ones are later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub u64);

/// What a store holds between two writes; never the same again after one, within a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment(pub u64);

/// Milliseconds since 1970, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Whole seconds since 1970.
    pub fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}

/// ISO 8601 in UTC with milliseconds, as in `2026-11-21T03:05:00.000Z`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instant = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        write!(f, "{}", instant.strftime("%Y-%m-%dT%H:%M:%S%.3fZ"))
    }
}

/// What names a row. The order is that of a map, not of a listing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A content asset.
    Asset {
        /// Its library.
        library: LibraryId,
        /// Its ID.
        id: AssetId,
    },
    /// A content folder.
    Folder {
        /// Its library.
        library: LibraryId,
        /// Its ID.
        id: FolderId,
    },
    /// The assignment of an asset to a folder.
    Assignment {
        /// The library of both.
        library: LibraryId,
        /// The asset's ID.
        asset: AssetId,
        /// The folder's ID.
        folder: FolderId,
    },
    /// The lock of an asset.
    Lock {
        /// The asset's library.
        library: LibraryId,
        /// The asset's ID.
        asset: AssetId,
    },
}

impl Key {
    /// An asset's key.
    pub fn asset(library: impl Into<LibraryId>, id: impl Into<AssetId>) -> Self {
        Self::Asset { library: library.into(), id: id.into() }
    }

    /// A folder's key.
    pub fn folder(library: impl Into<LibraryId>, id: impl Into<FolderId>) -> Self {
        Self::Folder { library: library.into(), id: id.into() }
    }

    /// An assignment's key.
    pub fn assignment(
        library: impl Into<LibraryId>,
        asset: impl Into<AssetId>,
        folder: impl Into<FolderId>,
    ) -> Self {
        Self::Assignment { library: library.into(), asset: asset.into(), folder: folder.into() }
    }

    /// The key of an asset's lock.
    pub fn lock(library: impl Into<LibraryId>, asset: impl Into<AssetId>) -> Self {
        Self::Lock { library: library.into(), asset: asset.into() }
    }
}

impl Key {
    /// The library that it is in.
    pub fn library(&self) -> &LibraryId {
        match self {
            Self::Asset { library, .. }
            | Self::Folder { library, .. }
            | Self::Assignment { library, .. }
            | Self::Lock { library, .. } => library,
        }
    }
}

/// A row and the write that it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The write.
    pub revision: Revision,
    /// The content.
    pub record: Arc<Record>,
}

/// The content of a row, of the kind that its key names.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// Below [`Key::Asset`].
    Asset(Asset),
    /// Below [`Key::Folder`].
    Folder(Folder),
    /// Below [`Key::Assignment`].
    Assignment(Assignment),
    /// Below [`Key::Lock`].
    Lock(Lock),
}

impl Record {
    /// Whether both hold the same, whenever it was written.
    pub fn says_the_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Asset(this), Self::Asset(other)) => {
                *this == Asset { modified: this.modified, ..other.clone() }
            }
            (Self::Folder(this), Self::Folder(other)) => {
                *this == Folder { modified: this.modified, ..other.clone() }
            }
            _ => self == other,
        }
    }
}

/// A content asset (section 2.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asset {
    /// The fields that clients write, by their names on the wire, without the ID.
    pub fields: Map<String, Value>,
    /// The folder of the asset's default assignment.
    pub classification: Option<FolderId>,
    /// When it was created.
    pub created: Timestamp,
    /// When it was written last.
    pub modified: Timestamp,
}

/// A content folder (section 2.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Folder {
    /// The fields that clients write, by their names on the wire, without ID and parent.
    pub fields: Map<String, Value>,
    /// The parent's ID; the root alone has none.
    pub parent: Option<FolderId>,
    /// When it was created.
    pub created: Timestamp,
    /// When it was written last.
    pub modified: Timestamp,
}

/// The assignment of an asset to a folder (section 2.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment {
    /// Whether this is the asset's default assignment.
    pub is_default: bool,
    /// Orders the folder's assets; those without come last.
    pub position: Option<Number>,
}

/// An asset's lock (section 3.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// The login of the user who holds it.
    pub user: String,
}

/// A library (section 1); its root folder is a row of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// The ID of a shared library, or a site's ID.
    pub id: LibraryId,
    /// The name for people.
    pub display_name: String,
}

impl Library {
    /// A library that is called as its ID.
    pub fn named(id: &str) -> Self {
        Self { id: id.into(), display_name: id.to_owned() }
    }
}

/// The ID of the folder that every library has.
pub const ROOT: &str = "root";

impl Folder {
    /// A new library's root: online, without a parent.
    pub fn root(now: Timestamp) -> Self {
        let fields = Map::from_iter([("online".to_owned(), Value::Bool(true))]);
        Self { fields, parent: None, created: now, modified: now }
    }
}
