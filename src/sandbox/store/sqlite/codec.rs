//! Rows of tables to records, and back.

use crate::api::ids::{FolderId, LibraryId};
use crate::sandbox::store::{
    Asset, Assignment, Folder, Key, Lock, Record, Revision, Row, StoreError, Timestamp,
};
use rusqlite::{
    Connection, OptionalExtension, Row as Columns, params,
    types::{Value as Cell, ValueRef},
};
use serde_json::{Map, Number, Value};

/// A revision as the database's signed integers hold it.
pub(super) fn stored(revision: Revision) -> i64 {
    revision.0.cast_signed()
}

/// The revision in a column.
pub(super) fn revision(columns: &Columns<'_>, index: usize) -> rusqlite::Result<Revision> {
    Ok(Revision(columns.get::<_, i64>(index)?.cast_unsigned()))
}

/// The keys of everything in a library.
pub(super) fn keys(connection: &Connection, library: &LibraryId) -> Result<Vec<Key>, StoreError> {
    let mut keys = Vec::new();
    for (sql, key) in [
        ("SELECT id, '' FROM asset WHERE library = ?1", "asset"),
        ("SELECT id, '' FROM folder WHERE library = ?1", "folder"),
        ("SELECT asset, folder FROM assignment WHERE library = ?1", "assignment"),
        ("SELECT asset, '' FROM lock WHERE library = ?1", "lock"),
    ] {
        let mut select = connection.prepare_cached(sql)?;
        let all = select.query_map([library.as_str()], |columns| {
            let (id, other): (String, String) = (columns.get(0)?, columns.get(1)?);
            Ok(match key {
                "asset" => Key::asset(library, id.as_str()),
                "folder" => Key::folder(library, id.as_str()),
                "assignment" => Key::assignment(library, id.as_str(), other.as_str()),
                _ => Key::lock(library, id.as_str()),
            })
        })?;
        for key in all {
            keys.push(key?);
        }
    }
    Ok(keys)
}

/// Reads the row of a key.
pub(super) fn read(connection: &Connection, key: &Key) -> Result<Option<Row>, StoreError> {
    match key {
        Key::Asset { library, id } => {
            let sql = "SELECT revision, classification, created, modified, fields
                FROM asset WHERE library = ?1 AND id = ?2";
            let found = query(connection, sql, [library.as_str(), id.as_str()], document)?;
            found.map(|found| asset(found, key)).transpose()
        }
        Key::Folder { library, id } => {
            let sql = "SELECT revision, parent, created, modified, fields
                FROM folder WHERE library = ?1 AND id = ?2";
            let found = query(connection, sql, [library.as_str(), id.as_str()], document)?;
            found.map(|found| folder(found, key)).transpose()
        }
        Key::Assignment { library, asset, folder } => {
            let sql = "SELECT revision, is_default, position
                FROM assignment WHERE library = ?1 AND asset = ?2 AND folder = ?3";
            query(connection, sql, [library.as_str(), asset.as_str(), folder.as_str()], assignment)
        }
        Key::Lock { library, asset } => {
            let sql = "SELECT revision, user FROM lock WHERE library = ?1 AND asset = ?2";
            query(connection, sql, [library.as_str(), asset.as_str()], lock)
        }
    }
}

/// Reads the revision of a key's row alone.
pub(super) fn read_revision(
    connection: &Connection,
    key: &Key,
) -> Result<Option<Revision>, StoreError> {
    let read = |columns: &Columns<'_>| revision(columns, 0);
    match key {
        Key::Asset { library, id } => {
            let sql = "SELECT revision FROM asset WHERE library = ?1 AND id = ?2";
            query(connection, sql, [library.as_str(), id.as_str()], read)
        }
        Key::Folder { library, id } => {
            let sql = "SELECT revision FROM folder WHERE library = ?1 AND id = ?2";
            query(connection, sql, [library.as_str(), id.as_str()], read)
        }
        Key::Assignment { library, asset, folder } => {
            let sql = "SELECT revision FROM assignment
                WHERE library = ?1 AND asset = ?2 AND folder = ?3";
            query(connection, sql, [library.as_str(), asset.as_str(), folder.as_str()], read)
        }
        Key::Lock { library, asset } => {
            let sql = "SELECT revision FROM lock WHERE library = ?1 AND asset = ?2";
            query(connection, sql, [library.as_str(), asset.as_str()], read)
        }
    }
}

/// Writes the row of a key.
pub(super) fn write(
    connection: &Connection,
    key: &Key,
    record: &Record,
    revision: Revision,
) -> Result<(), StoreError> {
    let revision = stored(revision);
    match (key, record) {
        (Key::Asset { library, id }, Record::Asset(asset)) => {
            let sql = "INSERT INTO asset VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT DO UPDATE SET revision = ?3, classification = ?4, created = ?5,
                modified = ?6, fields = ?7";
            let Asset { classification, created, modified, fields } = asset;
            let classification = classification.as_ref().map(FolderId::as_str);
            let fields = text(fields);
            let values =
                params![library.0, id.0, revision, classification, created.0, modified.0, fields];
            connection.prepare_cached(sql)?.execute(values)?;
        }
        (Key::Folder { library, id }, Record::Folder(folder)) => {
            let sql = "INSERT INTO folder VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT DO UPDATE SET revision = ?3, parent = ?4, created = ?5,
                modified = ?6, fields = ?7";
            let Folder { parent, created, modified, fields } = folder;
            let parent = parent.as_ref().map(FolderId::as_str);
            let fields = text(fields);
            let values = params![library.0, id.0, revision, parent, created.0, modified.0, fields];
            connection.prepare_cached(sql)?.execute(values)?;
        }
        (Key::Assignment { library, asset, folder }, Record::Assignment(assignment)) => {
            let sql = "INSERT INTO assignment VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT DO UPDATE SET revision = ?4, is_default = ?5, position = ?6";
            let position = assignment.position.as_ref().map(cell);
            let values =
                params![library.0, asset.0, folder.0, revision, assignment.is_default, position];
            connection.prepare_cached(sql)?.execute(values)?;
        }
        (Key::Lock { library, asset }, Record::Lock(lock)) => {
            let sql = "INSERT INTO lock VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO UPDATE SET revision = ?3, user = ?4";
            let values = params![library.0, asset.0, revision, lock.user];
            connection.prepare_cached(sql)?.execute(values)?;
        }
        (key, _) => return Err(StoreError::Damaged(format!("{key:?} has another kind's record"))),
    }
    Ok(())
}

/// Removes the row of a key, if it exists.
pub(super) fn remove(connection: &Connection, key: &Key) -> Result<(), StoreError> {
    match key {
        Key::Asset { library, id } => {
            let sql = "DELETE FROM asset WHERE library = ?1 AND id = ?2";
            connection.prepare_cached(sql)?.execute([library.as_str(), id.as_str()])?;
        }
        Key::Folder { library, id } => {
            let sql = "DELETE FROM folder WHERE library = ?1 AND id = ?2";
            connection.prepare_cached(sql)?.execute([library.as_str(), id.as_str()])?;
        }
        Key::Assignment { library, asset, folder } => {
            let sql = "DELETE FROM assignment WHERE library = ?1 AND asset = ?2 AND folder = ?3";
            connection.prepare_cached(sql)?.execute([
                library.as_str(),
                asset.as_str(),
                folder.as_str(),
            ])?;
        }
        Key::Lock { library, asset } => {
            let sql = "DELETE FROM lock WHERE library = ?1 AND asset = ?2";
            connection.prepare_cached(sql)?.execute([library.as_str(), asset.as_str()])?;
        }
    }
    Ok(())
}

fn query<T>(
    connection: &Connection,
    sql: &str,
    key: impl rusqlite::Params,
    read: impl FnOnce(&Columns<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    Ok(connection.prepare_cached(sql)?.query_row(key, read).optional()?)
}

/// Revision, the folder that the document names, its dates, and its fields as JSON.
type Document = (Revision, Option<FolderId>, Timestamp, Timestamp, String);

fn document(columns: &Columns<'_>) -> rusqlite::Result<Document> {
    let date = |index| columns.get(index).map(Timestamp);
    let folder = columns.get::<_, Option<String>>(1)?.map(FolderId);
    Ok((revision(columns, 0)?, folder, date(2)?, date(3)?, columns.get(4)?))
}

fn asset(document: Document, key: &Key) -> Result<Row, StoreError> {
    let (revision, classification, created, modified, text) = document;
    let fields = fields(&text, key)?;
    let record = Record::Asset(Asset { fields, classification, created, modified });
    Ok(Row { revision, record: record.into() })
}

fn folder(document: Document, key: &Key) -> Result<Row, StoreError> {
    let (revision, parent, created, modified, text) = document;
    let fields = fields(&text, key)?;
    let record = Record::Folder(Folder { fields, parent, created, modified });
    Ok(Row { revision, record: record.into() })
}

fn assignment(columns: &Columns<'_>) -> rusqlite::Result<Row> {
    let position = match columns.get_ref(2)? {
        ValueRef::Integer(position) => Some(Number::from(position)),
        ValueRef::Real(position) => Number::from_f64(position),
        _ => None,
    };
    let record = Record::Assignment(Assignment { is_default: columns.get(1)?, position });
    Ok(Row { revision: revision(columns, 0)?, record: record.into() })
}

fn lock(columns: &Columns<'_>) -> rusqlite::Result<Row> {
    let record = Record::Lock(Lock { user: columns.get(1)? });
    Ok(Row { revision: revision(columns, 0)?, record: record.into() })
}

fn fields(text: &str, key: &Key) -> Result<Map<String, Value>, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Damaged(format!("{key:?}: {error}")))
}

fn text(fields: &Map<String, Value>) -> String {
    serde_json::to_string(fields).expect("a map of JSON values has a text")
}

fn cell(number: &Number) -> Cell {
    match (number.as_i64(), number.as_f64()) {
        (Some(integer), _) => Cell::Integer(integer),
        (None, Some(real)) => Cell::Real(real),
        (None, None) => Cell::Null,
    }
}
