//! What a store without files of its own keeps, in the file that every store can read.

use super::{codec, file, images, shop};
use crate::api::ids::LibraryId;
use crate::sandbox::{
    shop::Shop,
    store::{CheckpointError, Key, Library, Row, StoreError, Timestamp},
};
use rusqlite::Connection;
use std::path::Path;

/// What an image holds.
pub(crate) struct Portable {
    /// The libraries.
    pub libraries: Vec<Library>,
    /// All rows of all kinds.
    pub rows: Vec<(Key, Row)>,
    /// The shop.
    pub shop: Shop,
    /// What was kept beside it.
    pub beside: Vec<u8>,
    /// When it was taken.
    pub taken: Timestamp,
}

/// Writes an image to a file that isn't there yet.
pub(crate) fn write<'a>(
    to: &Path,
    (libraries, rows, shop): (
        impl Iterator<Item = &'a Library>,
        impl Iterator<Item = (&'a Key, &'a Row)>,
        &Shop,
    ),
    (beside, taken): (&[u8], Timestamp),
) -> Result<(), CheckpointError> {
    drop(file::private().create_new(true).open(to)?);
    let image = file::image(to)?;
    let writing = image.unchecked_transaction()?;
    for Library { id, display_name } in libraries {
        writing.execute("INSERT INTO library VALUES (?1, ?2)", [id.as_str(), display_name])?;
    }
    for (key, row) in rows {
        codec::write(&writing, key, &row.record, row.revision)?;
    }
    shop::write(&writing, shop.rows().collect(), shop.digest())?;
    images::describe(&writing, beside, taken)?;
    Ok(writing.commit()?)
}

/// Reads an image of whatever store.
pub(crate) fn read(from: &Path) -> Result<Portable, CheckpointError> {
    images::inspect(from)?;
    let image = Connection::open_with_flags(from, file::READ)?;
    let missing = |what: &str| CheckpointError::Damaged(format!("it doesn't say {what}"));
    let beside = images::value(&image, "state")?.ok_or_else(|| missing("what is beside it"))?;
    let taken = images::value(&image, "taken")?.ok_or_else(|| missing("when it was taken"))?;
    let mut select = image.prepare("SELECT id, display_name FROM library")?;
    let library = |row: &rusqlite::Row<'_>| {
        Ok(Library { id: LibraryId(row.get(0)?), display_name: row.get(1)? })
    };
    let libraries = select.query_map((), library)?.collect::<Result<_, _>>()?;
    let mut rows = Vec::new();
    for key in keys(&image)? {
        let row = codec::read(&image, &key)?;
        let row = row.ok_or_else(|| StoreError::Damaged(format!("{key:?} is gone")))?;
        rows.push((key, row));
    }
    let shop = shop::read(&image)?;
    Ok(Portable { libraries, rows, shop, beside, taken: Timestamp(taken) })
}

fn keys(image: &Connection) -> rusqlite::Result<Vec<Key>> {
    let pair = |make: fn(&str, &str) -> Key, table: &str, id: &str| {
        let mut select = image.prepare(&format!("SELECT library, {id} FROM {table}"))?;
        let read = |row: &rusqlite::Row<'_>| {
            Ok(make(&row.get::<_, String>(0)?, &row.get::<_, String>(1)?))
        };
        select.query_map((), read)?.collect::<rusqlite::Result<Vec<_>>>()
    };
    let mut keys = pair(|library, id| Key::asset(library, id), "asset", "id")?;
    keys.extend(pair(|library, id| Key::folder(library, id), "folder", "id")?);
    keys.extend(pair(|library, asset| Key::lock(library, asset), "lock", "asset")?);
    let mut select = image.prepare("SELECT library, asset, folder FROM assignment")?;
    let assignments = select.query_map((), |row| {
        let text = |index| row.get::<_, String>(index);
        Ok(Key::assignment(text(0)?.as_str(), text(1)?.as_str(), text(2)?.as_str()))
    })?;
    for key in assignments {
        keys.push(key?);
    }
    Ok(keys)
}
