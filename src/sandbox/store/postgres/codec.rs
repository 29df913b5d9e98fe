//! Rows of the one table to records, and back.

use crate::sandbox::store::{Assignment, Folder, Key, Record, Revision, Row, StoreError};
use serde::Serialize;
use serde_json::Number;

/// The kind of a library's own row: its document is its display name.
pub(super) const LIBRARY: i16 = 0;
const ASSET: i16 = 1;
/// The kind of a folder's row.
pub(super) const FOLDER: i16 = 2;
/// The kind of an assignment's row: its ID is the asset's, its other one the folder's.
pub(super) const ASSIGNMENT: i16 = 3;
const LOCK: i16 = 4;

/// What names a row: `library`, `kind`, `id` and `other`.
pub(super) fn columns(key: &Key) -> (&str, i16, &str, &str) {
    match key {
        Key::Asset { library, id } => (library.as_str(), ASSET, id.as_str(), ""),
        Key::Folder { library, id } => (library.as_str(), FOLDER, id.as_str(), ""),
        Key::Assignment { library, asset, folder } => {
            (library.as_str(), ASSIGNMENT, asset.as_str(), folder.as_str())
        }
        Key::Lock { library, asset } => (library.as_str(), LOCK, asset.as_str(), ""),
    }
}

/// Whether the database could hold such a key: none of its texts has a NUL. A script may ask for one that has.
pub(super) fn is_storable(key: &Key) -> bool {
    let (library, _, id, other) = columns(key);
    [library, id, other].into_iter().all(is_text)
}

/// Whether it is a text for the database.
pub(super) fn is_text(text: &str) -> bool {
    !text.contains('\0')
}

/// The key of those columns.
pub(super) fn key(library: &str, kind: i16, id: &str, other: &str) -> Result<Key, StoreError> {
    Ok(match kind {
        ASSET => Key::asset(library, id),
        FOLDER => Key::folder(library, id),
        ASSIGNMENT => Key::assignment(library, id, other),
        LOCK => Key::lock(library, id),
        _ => return Err(StoreError::Damaged(format!("{id} of {library} is of kind {kind}"))),
    })
}

/// What a row holds besides its key and revision.
pub(super) struct Content {
    /// A folder's parent.
    pub parent: Option<String>,
    /// An assignment's position, as far as it orders.
    pub place: Option<f64>,
    /// The record as JSON.
    pub document: String,
}

impl Content {
    /// Of a library with that name.
    pub(super) fn named(display_name: &str) -> Self {
        Self { parent: None, place: None, document: display_name.to_owned() }
    }

    /// Of a record.
    pub(super) fn of(record: &Record) -> Self {
        let (mut parent, mut place) = (None, None);
        let document = match record {
            Record::Asset(asset) => text(asset),
            Record::Folder(folder) => {
                parent = folder.parent.as_ref().map(|parent| parent.0.clone());
                text(folder)
            }
            Record::Assignment(assignment) => {
                place = assignment.position.as_ref().and_then(Number::as_f64);
                text(assignment)
            }
            Record::Lock(lock) => text(lock),
        };
        Self { parent, place, document }
    }
}

fn text(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("records of JSON values have a text")
}

/// The row under a key.
pub(super) fn row(key: &Key, revision: i64, document: &str) -> Result<Row, StoreError> {
    let record = match key {
        Key::Asset { .. } => serde_json::from_str(document).map(Record::Asset),
        Key::Folder { .. } => serde_json::from_str::<Folder>(document).map(Record::Folder),
        Key::Assignment { .. } => {
            serde_json::from_str::<Assignment>(document).map(Record::Assignment)
        }
        Key::Lock { .. } => serde_json::from_str(document).map(Record::Lock),
    };
    let record = record.map_err(|error| StoreError::Damaged(format!("{key:?}: {error}")))?;
    Ok(Row { revision: Revision(revision.cast_unsigned()), record: record.into() })
}
