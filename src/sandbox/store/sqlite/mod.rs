//! A store in one database file: readers on their own connections, one thread that writes.

mod codec;
mod file;
mod images;
pub(super) mod portable;
mod readers;
mod schema;
mod shop;
mod snapshot;
#[cfg(test)]
mod tests;
mod writer;

pub use file::{FILES, OpenError};

use super::{
    ChangeSet, Checkpoint, CheckpointError, CheckpointName, Checkpoints, CommitError, Committed,
    Found, Key, Library, Moment, PutBack, Row, Secret, Store, StoreError, Timestamp, Wanted,
    checkpoints::with_files,
    reading::{fits, look_up},
};
use crate::{api::ids::LibraryId, sandbox::shop::Shop};
use futures::future::{self, BoxFuture};
use images::Images;
use readers::Readers;
use rusqlite::OptionalExtension;
use snapshot::SqliteSnapshot;
use std::{collections::BTreeMap, fs::File, path::Path, sync::Arc};
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
    images: Arc<Images>,
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
        let images = Arc::new(Images::beside(folder));
        Ok(Self { readers, writer, images, _lock: lock })
    }

    fn look(&self, wanted: &Wanted) -> Result<Found, StoreError> {
        let snapshot = SqliteSnapshot::begin(&self.readers)?;
        let found = look_up(wanted, &snapshot)?;
        Ok(Found { moment: snapshot.moment(), ..found })
    }

    /// Does something with files, on a thread that may wait for them.
    async fn with_images<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Images) -> Result<T, CheckpointError> + Send + 'static,
    ) -> Result<T, CheckpointError> {
        let images = Arc::clone(&self.images);
        with_files(move || work(&images)).await
    }
}

impl Checkpoints for Sqlite {
    fn take<'a>(
        &'a self,
        name: &'a CheckpointName,
        beside: Vec<u8>,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Checkpoint, CheckpointError>> {
        let name = name.clone();
        Box::pin(self.with_images(move |images| images.take(&name, &beside, now)))
    }

    fn list(&self) -> BoxFuture<'_, Result<Vec<Checkpoint>, CheckpointError>> {
        Box::pin(self.with_images(Images::list))
    }

    fn beside<'a>(
        &'a self,
        name: &'a CheckpointName,
    ) -> BoxFuture<'a, Result<Vec<u8>, CheckpointError>> {
        let name = name.clone();
        Box::pin(self.with_images(move |images| images.state(&name)))
    }

    fn put_back<'a>(
        &'a self,
        name: &'a CheckpointName,
        what: PutBack,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        let (images, name) = (Arc::clone(&self.images), name.clone());
        Box::pin(self.writer.alone(move |connection, readers, _| {
            let image = images.usable(&name)?;
            // Nobody sees the transaction's work before its commit.
            let _commit = readers.hold();
            images::put_back(connection, &image, (&name, what))
        }))
    }

    fn forget<'a>(
        &'a self,
        name: &'a CheckpointName,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        let name = name.clone();
        Box::pin(self.with_images(move |images| images.forget(&name)))
    }

    fn export<'a>(
        &'a self,
        name: &'a CheckpointName,
        file: &'a Path,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        let (name, file) = (name.clone(), file.to_owned());
        Box::pin(self.with_images(move |images| images.export(&name, &file)))
    }

    fn adopt<'a>(
        &'a self,
        name: &'a CheckpointName,
        file: &'a Path,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        let (images, name) = (Arc::clone(&self.images), name.clone());
        let file = file.to_owned();
        Box::pin(self.writer.alone(move |connection, _, last| {
            let largest = images.adopt(&name, &file, *last)?;
            let update = "UPDATE meta SET value = ?1 WHERE name = 'revision'";
            connection.execute(update, [largest.cast_signed()])?;
            *last = largest;
            Ok(())
        }))
    }
}

impl Store for Sqlite {
    fn kind(&self) -> &'static str {
        "sqlite"
    }

    fn provide<'a>(
        &'a self,
        libraries: &'a [Library],
        now: Timestamp,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.writer.provide(libraries.to_vec(), now))
    }

    fn read<'a>(&'a self, wanted: &'a Wanted) -> BoxFuture<'a, Result<Found, StoreError>> {
        Box::pin(future::ready(self.look(wanted)))
    }

    fn libraries(&self) -> BoxFuture<'_, Result<Vec<Library>, StoreError>> {
        let found = SqliteSnapshot::begin(&self.readers).and_then(|now| now.libraries());
        Box::pin(future::ready(found))
    }

    fn contents<'a>(
        &'a self,
        library: &'a LibraryId,
    ) -> BoxFuture<'a, Result<BTreeMap<Key, Row>, StoreError>> {
        let found = SqliteSnapshot::begin(&self.readers).and_then(|now| now.contents(library));
        Box::pin(future::ready(found))
    }

    fn moment(&self) -> Option<Moment> {
        self.readers.present()
    }

    fn fits<'a>(&'a self, changes: &'a ChangeSet) -> BoxFuture<'a, Result<bool, StoreError>> {
        let fit = SqliteSnapshot::begin(&self.readers).and_then(|now| fits(changes, &now));
        Box::pin(future::ready(fit))
    }

    fn commit(&self, changes: ChangeSet) -> BoxFuture<'_, Result<Committed, CommitError>> {
        Box::pin(self.writer.commit(changes))
    }

    fn secret<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Secret, StoreError>> {
        let name = format!("secret {name}");
        Box::pin(self.writer.perform(move |connection| {
            let fresh: Secret = rand::random();
            let insert = "INSERT INTO meta VALUES (?1, ?2) ON CONFLICT DO NOTHING";
            connection.execute(insert, (&name, fresh))?;
            let select = "SELECT value FROM meta WHERE name = ?1";
            let kept = connection.query_row(select, [&name], |row| row.get(0)).optional()?;
            kept.ok_or_else(|| StoreError::Damaged(name))
        }))
    }

    fn shop(&self) -> BoxFuture<'_, Result<Shop, StoreError>> {
        Box::pin(self.writer.perform(shop::read))
    }

    fn keep_shop<'a>(&'a self, kept: &'a Shop) -> BoxFuture<'a, Result<(), StoreError>> {
        let (rows, digest) = (kept.rows().collect(), kept.digest());
        Box::pin(self.writer.perform(move |connection| shop::write(connection, rows, digest)))
    }

    fn checkpoints(&self) -> &dyn Checkpoints {
        self
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
