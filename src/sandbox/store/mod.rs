//! Where content libraries are kept, behind one trait.
//!
//! Readers see one moment ([`Snapshot`]) and wait for nobody. A writer reads what it needs through
//! an [`Overlay`], which collects its changes without holding a transaction, so that scripts may
//! run in between; [`Store::commit`] compares everything that was read and writes all or nothing.
//! [`Memory`] keeps nothing; [`Sqlite`] has acknowledged a write only when it survives a crash.

mod changes;
mod checkpoints;
#[cfg(test)]
mod conformance;
mod memory;
mod overlay;
mod rows;
mod sqlite;

pub use changes::{ChangeSet, CommitError, Committed, Range, StoreError};
pub use checkpoints::{
    Checkpoint, CheckpointError, CheckpointName, Checkpoints, NAME_LENGTH, NoName, PutBack,
};
pub use memory::Memory;
pub use overlay::Overlay;
pub use rows::{
    Asset, Assignment, Folder, Key, Library, Lock, Moment, ROOT, Record, Revision, Row, Timestamp,
};
pub use sqlite::{FILES, OpenError, Sqlite};

use super::shop::Shop;
use futures::future::BoxFuture;

/// A kept secret: 256 random bits, made once per store.
pub type Secret = [u8; 32];

/// Keeps libraries. All methods but [`Store::commit`] and [`Store::spend`] return without waiting
/// for other requests' writes.
pub trait Store: Send + Sync {
    /// Makes the libraries that don't exist yet, each with its root folder.
    fn provide(&self, libraries: &[Library], now: Timestamp) -> Result<(), StoreError>;

    /// What the store holds at this moment. Short-lived: never kept while something is awaited,
    /// or others' commits pile up behind it.
    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, StoreError>;

    /// Compares what was read and writes, all or nothing; done means durable.
    fn commit(&self, changes: ChangeSet) -> BoxFuture<'_, Result<Committed, CommitError>>;

    /// The secret of that name, random and kept as long as the store is.
    fn secret(&self, name: &str) -> Result<Secret, StoreError>;

    /// The shop that was kept last; an empty one if none was.
    fn shop(&self) -> Result<Shop, StoreError>;

    /// Keeps a shop in place of the one before, all of it or nothing.
    fn keep_shop(&self, shop: &Shop) -> Result<(), StoreError>;

    /// Keeps all of it under names.
    fn checkpoints(&self) -> &dyn Checkpoints;

    /// Takes a one-time name until `until`; false when it is taken already.
    fn spend(
        &self,
        name: String,
        until: Timestamp,
        now: Timestamp,
    ) -> BoxFuture<'_, Result<bool, StoreError>>;
}

/// The store at one moment.
pub trait Snapshot {
    /// The library of that ID.
    fn library(&self, id: &str) -> Result<Option<Library>, StoreError>;

    /// A row, if it exists.
    fn row(&self, key: &Key) -> Result<Option<Row>, StoreError>;

    /// The revision of a row, if it exists; cheaper than the row.
    fn revision(&self, key: &Key) -> Result<Option<Revision>, StoreError>;

    /// The IDs of a range, all of them, in its order.
    fn ids(&self, range: &Range) -> Result<Vec<String>, StoreError>;

    /// A name for what the snapshot holds: two with the same name hold the same. `None` when
    /// somebody has begun to write since, for then nobody knows which of both moments it is.
    fn moment(&self) -> Option<Moment>;

    /// A part of a range and its whole size.
    fn page(&self, range: &Range, start: u64, count: u64) -> Result<Listing, StoreError>;
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
    pub parent: Option<String>,
}
