//! The shop's records in their table.

use crate::sandbox::{
    shop::{Digest, Row, Shop},
    store::StoreError,
};
use rusqlite::Connection;

/// All records, each kind in its order.
pub(super) fn read(connection: &Connection) -> Result<Shop, StoreError> {
    let select = "SELECT kind, scope, id, document FROM shop ORDER BY place";
    let mut statement = connection.prepare(select)?;
    let rows = statement.query_map((), |row| {
        Ok(Row { kind: row.get(0)?, scope: row.get(1)?, id: row.get(2)?, document: row.get(3)? })
    })?;
    let mut shop = Shop::default();
    for row in rows {
        shop.put_back(row?);
    }
    Ok(shop)
}

/// Replaces all records; the caller's transaction makes it all or nothing. `digest` is that of their shop.
pub(super) fn write(
    connection: &Connection,
    rows: Vec<Row>,
    digest: Option<Digest>,
) -> Result<(), StoreError> {
    connection.execute("DELETE FROM meta WHERE name = 'shop'", ())?;
    if let Some(digest) = digest {
        connection.execute("INSERT INTO meta VALUES ('shop', ?1)", [digest])?;
    }
    connection.execute("DELETE FROM shop", ())?;
    let insert = "INSERT INTO shop (kind, scope, id, place, document) VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut statement = connection.prepare(insert)?;
    for (place, Row { kind, scope, id, document }) in (0_i64..).zip(rows) {
        statement.execute((kind, scope, id, place, document))?;
    }
    Ok(())
}
