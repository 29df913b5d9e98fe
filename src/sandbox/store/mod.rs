//! Where content libraries are kept, behind one trait.
//!
//! A reader asks for all that it needs next ([`Wanted`]) and is told what the store held at one moment; it waits for
//! nobody's writes. A writer reads what it needs through an [`Overlay`], which collects its changes without holding a
//! transaction, so that scripts may run in between; [`Store::commit`] compares everything that was read and writes all
//! or nothing. [`Memory`] keeps nothing; [`Sqlite`] has acknowledged a write only when it survives a crash;
//! [`Postgres`] has the same promises for any number of sandboxes at a time.

mod changes;
mod checkpoints;
#[cfg(test)]
mod conformance;
mod memory;
mod overlay;
mod postgres;
mod reading;
mod rows;
mod sqlite;

pub use changes::{ChangeSet, CommitError, Committed, Range, StoreError};
pub(super) use checkpoints::with_files;
pub use checkpoints::{
    Checkpoint, CheckpointError, CheckpointName, Checkpoints, NAME_LENGTH, NoName, PutBack,
};
pub use memory::Memory;
pub use overlay::Overlay;
pub use postgres::{Address as PostgresAddress, AddressError, ConnectError, Postgres};

pub use reading::{Found, Hit, Listing, Part, Wanted};
pub use rows::{
    Asset, Assignment, Folder, Key, Library, Lock, Moment, ROOT, Record, Revision, Row, Timestamp,
};
pub use sqlite::{FILES, OpenError, Sqlite};

use super::shop::Shop;
use crate::api::ids::LibraryId;
use futures::future::BoxFuture;
use std::collections::BTreeMap;

/// A kept secret: 256 random bits, made once per store.
pub type Secret = [u8; 32];

/// Keeps libraries. Only [`Store::commit`], [`Store::spend`] and what is done at the start wait for other requests'
/// writes.
pub trait Store: Send + Sync {
    /// What keeps it: `memory`, `sqlite` or `postgresql`.
    fn kind(&self) -> &'static str;

    /// Makes the libraries that don't exist yet, each with its root folder.
    fn provide<'a>(
        &'a self,
        libraries: &'a [Library],
        now: Timestamp,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// What the store holds of what is wanted, all of it at one moment, which isn't before this call.
    fn read<'a>(&'a self, wanted: &'a Wanted) -> BoxFuture<'a, Result<Found, StoreError>>;

    /// All libraries, by ID.
    fn libraries(&self) -> BoxFuture<'_, Result<Vec<Library>, StoreError>>;

    /// Everything in a library, as it was at one moment; nothing of one that isn't there.
    fn contents<'a>(
        &'a self,
        library: &'a LibraryId,
    ) -> BoxFuture<'a, Result<BTreeMap<Key, Row>, StoreError>>;

    /// The name of the present moment, if a look is enough to tell it.
    fn moment(&self) -> Option<Moment>;

    /// Whether everything that was read is still so; nothing is written.
    fn fits<'a>(&'a self, changes: &'a ChangeSet) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// Compares what was read and writes, all or nothing; done means durable.
    fn commit(&self, changes: ChangeSet) -> BoxFuture<'_, Result<Committed, CommitError>>;

    /// The secret of that name, random and kept as long as the store is.
    fn secret<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Secret, StoreError>>;

    /// The shop that was kept last; an empty one if none was.
    fn shop(&self) -> BoxFuture<'_, Result<Shop, StoreError>>;

    /// Keeps a shop in place of the one before, all of it or nothing.
    fn keep_shop<'a>(&'a self, shop: &'a Shop) -> BoxFuture<'a, Result<(), StoreError>>;

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
