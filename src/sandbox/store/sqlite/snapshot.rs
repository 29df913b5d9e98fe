//! Reading at one moment, beside the writer.

use super::{
    codec,
    readers::{Reader, Readers},
};
use crate::api::ids::{FolderId, LibraryId};
use crate::sandbox::store::{
    Hit, Key, Library, Listing, Moment, Part, Range, Revision, Row, StoreError, reading::Snapshot,
};
use rusqlite::{Connection, OptionalExtension};
use std::collections::BTreeMap;

/// A reading transaction.
pub(super) struct SqliteSnapshot<'a> {
    readers: &'a Readers,
    reader: Option<Reader>,
}

impl<'a> SqliteSnapshot<'a> {
    /// Begins one, or goes on with one that is as fresh.
    pub(super) fn begin(readers: &'a Readers) -> Result<Self, StoreError> {
        Ok(Self { readers, reader: Some(readers.take()?) })
    }

    /// The name of what it sees, if nobody has begun to write since; `None` else, for then nobody knows which of both
    /// moments it is.
    pub(super) fn moment(&self) -> Option<Moment> {
        self.readers.moment(self.reader())
    }

    /// All libraries, by ID.
    pub(super) fn libraries(&self) -> Result<Vec<Library>, StoreError> {
        let connection = self.view().0;
        let mut select =
            connection.prepare_cached("SELECT id, display_name FROM library ORDER BY id")?;
        let all = select.query_map((), library)?;
        Ok(all.collect::<Result<_, _>>()?)
    }

    /// Everything in a library.
    pub(super) fn contents(&self, library: &LibraryId) -> Result<BTreeMap<Key, Row>, StoreError> {
        let connection = self.view().0;
        let mut found = BTreeMap::new();
        for key in codec::keys(connection, library)? {
            found.extend(codec::read(connection, &key)?.map(|row| (key, row)));
        }
        Ok(found)
    }

    fn reader(&self) -> &Reader {
        self.reader.as_ref().expect("the connection is taken by drop alone")
    }

    fn view(&self) -> View<'_> {
        View(&self.reader().connection)
    }
}

impl Drop for SqliteSnapshot<'_> {
    fn drop(&mut self) {
        if let Some(reader) = self.reader.take() {
            self.readers.give_back(reader);
        }
    }
}

impl Snapshot for SqliteSnapshot<'_> {
    fn library(&self, id: &LibraryId) -> Result<Option<Library>, StoreError> {
        self.view().library(id)
    }

    fn row(&self, key: &Key) -> Result<Option<Row>, StoreError> {
        self.view().row(key)
    }

    fn revision(&self, key: &Key) -> Result<Option<Revision>, StoreError> {
        self.view().revision(key)
    }

    fn ids(&self, range: &Range) -> Result<Vec<String>, StoreError> {
        self.view().ids(range)
    }

    fn page(&self, part: &Part) -> Result<Listing, StoreError> {
        self.view().page(part)
    }
}

/// What a connection sees, be it a reader's or the writer's in its own transaction.
pub(super) struct View<'a>(pub &'a Connection);

impl Snapshot for View<'_> {
    fn library(&self, id: &LibraryId) -> Result<Option<Library>, StoreError> {
        let mut select =
            self.0.prepare_cached("SELECT id, display_name FROM library WHERE id = ?1")?;
        Ok(select.query_row([id.as_str()], library).optional()?)
    }

    fn row(&self, key: &Key) -> Result<Option<Row>, StoreError> {
        codec::read(self.0, key)
    }

    fn revision(&self, key: &Key) -> Result<Option<Revision>, StoreError> {
        codec::read_revision(self.0, key)
    }

    fn ids(&self, range: &Range) -> Result<Vec<String>, StoreError> {
        let sql = match range {
            Range::FoldersOf { .. } => {
                "SELECT folder FROM assignment WHERE library = ?1 AND asset = ?2 ORDER BY folder"
            }
            Range::AssetsIn { .. } => {
                "SELECT asset FROM assignment WHERE library = ?1 AND folder = ?2
                ORDER BY (position IS NULL), position, asset"
            }
            Range::FoldersIn { .. } => {
                "SELECT id FROM folder WHERE library = ?1 AND parent = ?2 ORDER BY id"
            }
        };
        let mut select = self.0.prepare_cached(sql)?;
        let ids =
            select.query_map([range.library().as_str(), range.owner_id()], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    fn page(&self, Part { range, start, count }: &Part) -> Result<Listing, StoreError> {
        let limit = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let mut select = self.0.prepare_cached(page_sql(range))?;
        let values = (range.library().as_str(), range.owner_id(), limit(*count), limit(*start));
        let hits = select.query_map(values, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let hits = hits.map(|hit| hit.map_err(StoreError::from).and_then(|hit| item(range, hit)));
        let hits = hits.collect::<Result<_, _>>()?;
        let mut count = self.0.prepare_cached(total_sql(range))?;
        let total: Option<i64> = count
            .query_row([range.library().as_str(), range.owner_id()], |row| row.get(0))
            .optional()?;
        Ok(Listing { hits, total: total.unwrap_or(0).unsigned_abs() })
    }
}

/// A library of its ID and its name.
fn library(row: &rusqlite::Row<'_>) -> rusqlite::Result<Library> {
    Ok(Library { id: LibraryId(row.get(0)?), display_name: row.get(1)? })
}

/// An item of a listing, of its ID, revision and parent.
fn item(
    range: &Range,
    (id, revision, parent): (String, Option<i64>, Option<String>),
) -> Result<Hit, StoreError> {
    let missing = || StoreError::Damaged(format!("{range:?} lists {id}, which doesn't exist"));
    let revision = Revision(revision.ok_or_else(missing)?.cast_unsigned());
    Ok(Hit { id, revision, parent: parent.map(FolderId) })
}

fn page_sql(range: &Range) -> &'static str {
    match range {
        Range::FoldersOf { .. } => {
            "SELECT assignment.folder, folder.revision, folder.parent FROM assignment
            LEFT JOIN folder ON folder.library = assignment.library AND folder.id = assignment.folder
            WHERE assignment.library = ?1 AND assignment.asset = ?2
            ORDER BY assignment.folder LIMIT ?3 OFFSET ?4"
        }
        // Looked up, not joined: for what is skipped, only the index is read.
        Range::AssetsIn { .. } => {
            "SELECT asset, (SELECT revision FROM asset WHERE library = ?1
                AND id = assignment.asset), NULL
            FROM assignment WHERE library = ?1 AND folder = ?2
            ORDER BY (position IS NULL), position, asset LIMIT ?3 OFFSET ?4"
        }
        Range::FoldersIn { .. } => {
            "SELECT id, revision, parent FROM folder WHERE library = ?1 AND parent = ?2
            ORDER BY id LIMIT ?3 OFFSET ?4"
        }
    }
}

fn total_sql(range: &Range) -> &'static str {
    match range {
        Range::FoldersOf { .. } => {
            "SELECT count(*) FROM assignment WHERE library = ?1 AND asset = ?2"
        }
        Range::AssetsIn { .. } => "SELECT assets FROM size WHERE library = ?1 AND folder = ?2",
        Range::FoldersIn { .. } => "SELECT folders FROM size WHERE library = ?1 AND folder = ?2",
    }
}
