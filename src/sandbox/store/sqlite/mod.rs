//! A store in one database file: readers on their own connections, one thread that writes.

mod codec;
mod file;
mod readers;
mod schema;
mod shop;
mod snapshot;
#[cfg(test)]
mod tests;
mod writer;

pub use file::{FILES, OpenError};

use super::{
    ChangeSet, CommitError, Committed, Library, Secret, Snapshot, Store, StoreError, Timestamp,
};
use crate::sandbox::shop::Shop;
use futures::future::BoxFuture;
use readers::Readers;
use rusqlite::{Connection, OptionalExtension};
use snapshot::SqliteSnapshot;
use std::{fs::File, path::Path, sync::Arc};
use writer::Writer;

/// Keeps libraries in a folder. What was acknowledged survives a crash: the file is in WAL mode
/// with `synchronous=FULL`, and a commit is answered after its flush.
///
/// Reads run on the caller's thread: they take microseconds and never wait for the writer.
pub struct Sqlite {
    /// Dropped before the writer, whose connection has to be the last.
    readers: Arc<Readers>,
    /// Ends, with what it was given written, before the folder is unlocked.
    writer: Writer,
    _lock: File,
}

impl Sqlite {
    /// Opens or makes the store in a folder, which no other store may have open. A file that is
    /// damaged, of a newer program or of another one is refused and left as it is.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let lock = file::lock(folder)?;
        let path = folder.join(file::NAME);
        file::inspect(&path)?;
        let connection = file::open(&path)?;
        let readers = Arc::new(Readers::new(path.clone()));
        let writer = Writer::start(connection, Arc::clone(&readers));
        let writer = writer.map_err(|source| file::failed(&path, source))?;
        Ok(Self { readers, writer, _lock: lock })
    }

    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.writer.perform(work)
    }
}

impl Store for Sqlite {
    fn provide(&self, libraries: &[Library], now: Timestamp) -> Result<(), StoreError> {
        let libraries = libraries.to_vec();
        self.writer.provide(libraries, now)
    }

    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, StoreError> {
        Ok(Box::new(SqliteSnapshot::begin(&self.readers)?))
    }

    fn commit(&self, changes: ChangeSet) -> BoxFuture<'_, Result<Committed, CommitError>> {
        Box::pin(self.writer.commit(changes))
    }

    fn secret(&self, name: &str) -> Result<Secret, StoreError> {
        let name = format!("secret {name}");
        self.write(move |connection| {
            let fresh: Secret = rand::random();
            let insert = "INSERT INTO meta VALUES (?1, ?2) ON CONFLICT DO NOTHING";
            connection.execute(insert, (&name, fresh))?;
            let select = "SELECT value FROM meta WHERE name = ?1";
            let kept = connection.query_row(select, [&name], |row| row.get(0)).optional()?;
            kept.ok_or_else(|| StoreError::Damaged(name))
        })
    }

    fn shop(&self) -> Result<Shop, StoreError> {
        self.write(shop::read)
    }

    fn keep_shop(&self, kept: &Shop) -> Result<(), StoreError> {
        let rows = kept.rows().collect();
        self.write(move |connection| shop::write(connection, rows))
    }

    fn spend(
        &self,
        name: String,
        until: Timestamp,
        now: Timestamp,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(self.writer.spend(name, until, now))
    }
}
