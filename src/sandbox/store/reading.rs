//! What is wanted of a store, and what it held at one moment.

use super::{
    changes::{ChangeSet, Range, StoreError},
    rows::{Key, Library, Moment, Revision, Row},
};
use crate::api::ids::{FolderId, LibraryId};
use std::collections::{BTreeMap, BTreeSet};

/// Questions that are answered together: in one round trip, and as it was at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Libraries, by ID.
    pub libraries: BTreeSet<LibraryId>,
    /// Rows with their content.
    pub rows: BTreeSet<Key>,
    /// Revisions alone, which is cheaper.
    pub revisions: BTreeSet<Key>,
    /// Ranges, all of their IDs.
    pub ranges: BTreeSet<Range>,
    /// A part of a range.
    pub page: Option<Part>,
}

impl Wanted {
    /// A library.
    pub fn library(id: impl Into<LibraryId>) -> Self {
        Self { libraries: BTreeSet::from([id.into()]), ..Self::default() }
    }

    /// Rows with their content.
    pub fn rows(keys: impl IntoIterator<Item = Key>) -> Self {
        Self { rows: keys.into_iter().collect(), ..Self::default() }
    }

    /// The revision of a row.
    pub fn revision(key: &Key) -> Self {
        Self { revisions: BTreeSet::from([key.clone()]), ..Self::default() }
    }

    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        let Self { libraries, rows, revisions, ranges, page } = self;
        let is_nothing_named = libraries.is_empty() && rows.is_empty() && revisions.is_empty();
        is_nothing_named && ranges.is_empty() && page.is_none()
    }
}

/// A part of a range.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// Of what.
    pub range: Range,
    /// How many are skipped.
    pub start: u64,
    /// How many are wanted at most.
    pub count: u64,
}

/// The answers; what doesn't exist isn't in them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The libraries that exist, by ID.
    pub libraries: BTreeMap<LibraryId, Library>,
    /// The rows that exist.
    pub rows: BTreeMap<Key, Row>,
    /// The revisions of rows that exist.
    pub revisions: BTreeMap<Key, Revision>,
    /// The IDs of every range that was wanted, in its order.
    pub ranges: BTreeMap<Range, Vec<String>>,
    /// The part that was wanted.
    pub page: Option<Listing>,
    /// A name for what the store held: two with the same name hold the same. `None` when nobody knows which moment
    /// it was.
    pub moment: Option<Moment>,
}

/// A part of a range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The items of this part.
    pub hits: Vec<Hit>,
    /// How many the range has in all.
    pub total: u64,
}

/// An asset or folder of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its ID.
    pub id: String,
    /// The revision of the asset or folder itself.
    pub revision: Revision,
    /// A folder's parent.
    pub parent: Option<FolderId>,
}

/// A store of this process at one moment.
pub(super) trait Snapshot {
    /// The library of that ID.
    fn library(&self, id: &LibraryId) -> Result<Option<Library>, StoreError>;

    /// A row, if it exists.
    fn row(&self, key: &Key) -> Result<Option<Row>, StoreError>;

    /// The revision of a row, if it exists.
    fn revision(&self, key: &Key) -> Result<Option<Revision>, StoreError>;

    /// The IDs of a range, all of them, in its order.
    fn ids(&self, range: &Range) -> Result<Vec<String>, StoreError>;

    /// A part of a range and its whole size.
    fn page(&self, part: &Part) -> Result<Listing, StoreError>;
}

/// Answers from a snapshot; its moment has no name yet.
pub(super) fn look_up(wanted: &Wanted, now: &dyn Snapshot) -> Result<Found, StoreError> {
    let mut found = Found::default();
    for id in &wanted.libraries {
        found.libraries.extend(now.library(id)?.map(|library| (id.clone(), library)));
    }
    for key in &wanted.rows {
        found.rows.extend(now.row(key)?.map(|row| (key.clone(), row)));
    }
    for key in &wanted.revisions {
        found.revisions.extend(now.revision(key)?.map(|revision| (key.clone(), revision)));
    }
    for range in &wanted.ranges {
        found.ranges.insert(range.clone(), now.ids(range)?);
    }
    found.page = wanted.page.as_ref().map(|part| now.page(part)).transpose()?;
    Ok(found)
}

/// Whether a change set still fits what a snapshot holds.
pub(super) fn fits(changes: &ChangeSet, now: &dyn Snapshot) -> Result<bool, StoreError> {
    for library in &changes.present {
        if now.library(library)?.is_none() {
            return Ok(false);
        }
    }
    for (key, seen) in &changes.rows {
        if now.revision(key)? != *seen {
            return Ok(false);
        }
    }
    for (range, seen) in &changes.ranges {
        if now.ids(range)? != *seen {
            return Ok(false);
        }
    }
    Ok(true)
}
