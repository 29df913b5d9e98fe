//! All that a store holds, kept under names and put back.

use super::{changes::StoreError, rows::Timestamp};
use futures::future::BoxFuture;
use std::{fmt, io, path::Path, str::FromStr};
use thiserror::Error;

/// The longest name, in characters; all of them are ASCII.
pub const NAME_LENGTH: usize = 100;

/// The name of a checkpoint; it can be that of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckpointName(String);

/// A text that names no checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("1 to 100 letters, digits, '_', '-' and '.', beginning with a letter or digit")]
pub struct NoName;

impl CheckpointName {
    /// What the sandbox began with; nobody can say this name.
    pub fn seed() -> Self {
        Self("-seed".to_owned())
    }

    /// What a file holds that is started from; nobody can say it either.
    pub fn aside() -> Self {
        Self("-aside".to_owned())
    }

    /// A name that a store gives back.
    pub(super) fn kept(name: String) -> Self {
        Self(name)
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reads what people write.
impl FromStr for CheckpointName {
    type Err = NoName;

    fn from_str(text: &str) -> Result<Self, NoName> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let begins_well = text.starts_with(|c: char| c.is_ascii_alphanumeric());
        if begins_well && text.len() <= NAME_LENGTH && text.chars().all(is_plain) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NoName)
        }
    }
}

impl fmt::Display for CheckpointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A checkpoint that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Its name.
    pub name: CheckpointName,
    /// When it was taken.
    pub taken: Timestamp,
    /// How large its file is, if it has one.
    pub bytes: Option<u64>,
}

/// Why a checkpoint can't be taken, read or put back; then everything is as it was.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// Nothing has that name.
    #[error("there is no snapshot \"{0}\"")]
    Unknown(CheckpointName),
    /// Catalogues, prices, sites and the like are others than those that are served.
    #[error("the snapshot \"{0}\" is one of other site data")]
    OtherShop(CheckpointName),
    /// It was taken by a later version of this program.
    #[error("the snapshot has format {found}, this program knows up to {known}")]
    Newer {
        /// Its format.
        found: i64,
        /// The latest format that this program knows.
        known: i64,
    },
    /// It isn't what it should be.
    #[error("the snapshot is damaged: {0}")]
    Damaged(String),
    /// There is no room for it, or not for what it holds.
    #[error("there is no room left where the snapshots are kept")]
    Full,
    /// Scripts wrote more files than one holds.
    #[error("scripts have written more than the 64 MB of files that a snapshot holds")]
    TooLarge,
    /// Its file can't be read or written.
    #[error("the snapshot can't be read or written: {0}")]
    File(io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(StoreError),
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            io::ErrorKind::FileTooLarge => Self::TooLarge,
            _ => Self::File(error),
        }
    }
}

impl From<StoreError> for CheckpointError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Database(error) => error.into(),
            error => Self::Store(error),
        }
    }
}

impl From<rusqlite::Error> for CheckpointError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseCorrupt, DiskFull, NotADatabase};
        match error.sqlite_error_code() {
            Some(DiskFull) => Self::Full,
            Some(DatabaseCorrupt | NotADatabase) => Self::Damaged(error.to_string()),
            _ => Self::Store(error.into()),
        }
    }
}

/// Keeps all libraries and the shop under names: whole or not at all, and as long as the store itself.
/// Secrets and names that were spent are no part of it.
///
/// Rows keep their revisions, which no other write ever gets.
pub trait Checkpoints: Send + Sync {
    /// Keeps what the store holds at one moment of this call, with what belongs `beside` it, in the place of
    /// what has that name.
    fn take<'a>(
        &'a self,
        name: &'a CheckpointName,
        beside: Vec<u8>,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Checkpoint, CheckpointError>>;

    /// All of them, by name; those of [`CheckpointName::seed`] and [`CheckpointName::aside`] too.
    fn list(&self) -> BoxFuture<'_, Result<Vec<Checkpoint>, CheckpointError>>;

    /// What was kept beside one.
    fn beside<'a>(
        &'a self,
        name: &'a CheckpointName,
    ) -> BoxFuture<'a, Result<Vec<u8>, CheckpointError>>;

    /// Makes the store hold what it held then; done means durable.
    fn put_back<'a>(
        &'a self,
        name: &'a CheckpointName,
        what: PutBack,
    ) -> BoxFuture<'a, Result<(), CheckpointError>>;

    /// Removes one.
    fn forget<'a>(&'a self, name: &'a CheckpointName)
    -> BoxFuture<'a, Result<(), CheckpointError>>;

    /// Writes one to a file that isn't there yet.
    fn export<'a>(
        &'a self,
        name: &'a CheckpointName,
        file: &'a Path,
    ) -> BoxFuture<'a, Result<(), CheckpointError>>;

    /// Keeps what such a file holds, of whatever store it is, in the place of what has that name.
    fn adopt<'a>(
        &'a self,
        name: &'a CheckpointName,
        file: &'a Path,
    ) -> BoxFuture<'a, Result<(), CheckpointError>>;
}

/// Does something with files, on a thread that may wait for them.
pub(in crate::sandbox) async fn with_files<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, CheckpointError> + Send + 'static,
) -> Result<T, CheckpointError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or(Err(CheckpointError::Store(StoreError::Closed)))
}

/// What may be put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutBack {
    /// Everything, for nothing is served yet.
    Everything,
    /// Only what belongs to the shop that is there, for that one is served.
    SameShop,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_plain_word() {
        for fine in ["a", "7", "before-checkout", "v1.2_x", &"x".repeat(NAME_LENGTH)] {
            assert_eq!(fine.parse::<CheckpointName>().expect(fine).as_str(), fine);
        }
        for wrong in
            ["", ".", "..", "-seed", ".x", "_a", "a/b", "a b", "ä", "a\0", &"x".repeat(101)]
        {
            assert_eq!(wrong.parse::<CheckpointName>(), Err(NoName), "{wrong:?}");
        }
    }
}
