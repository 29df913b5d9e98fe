//! What the database says, in words for who runs the sandbox.

use super::address::AddressError;
use crate::sandbox::store::StoreError;
use deadpool_postgres::PoolError;
use std::error::Error as _;
use thiserror::Error;
use tokio_postgres::{Error, error::SqlState};

/// Why the database can't be used.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// The address is wrong.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// There is no connection, or no permission.
    #[error("the database can't be used: {0}")]
    Unusable(String),
    /// A later version of this program has made the schema what it is.
    #[error("the schema \"{schema}\" has version {found}, this program knows up to {known}")]
    Newer {
        /// Its name.
        schema: String,
        /// Its version.
        found: i64,
        /// The latest version that this program knows.
        known: i64,
    },
}

/// Whether a statement writes: if its connection breaks, nobody knows whether it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It may be sent again.
    Reads,
    /// It may not.
    Writes,
}

/// What follows from a failed statement.
pub(super) enum Verdict {
    /// Others came first: the same again may succeed.
    Again,
    /// The connection is gone, and nothing was written.
    Lost(String),
    /// It can't be done.
    Failed(StoreError),
}

/// Of a connection that can't be had.
pub(super) fn unreachable(error: &PoolError) -> StoreError {
    StoreError::Unreachable(match error {
        PoolError::Backend(error) => said(error),
        PoolError::Timeout(_) => "there was no connection in time".to_owned(),
        other => other.to_string(),
    })
}

/// Of what is done at the start.
pub(super) fn connecting(error: &Error) -> ConnectError {
    ConnectError::Unusable(said(error))
}

/// Of a statement that was sent.
pub(super) fn judge(error: &Error, effect: Effect) -> Verdict {
    let Some(code) = error.code() else {
        let said = said(error);
        return match effect {
            Effect::Reads => Verdict::Lost(said),
            Effect::Writes => Verdict::Failed(StoreError::Unknown(said)),
        };
    };
    let retried = [&SqlState::T_R_SERIALIZATION_FAILURE, &SqlState::T_R_DEADLOCK_DETECTED];
    if retried.contains(&code) {
        return Verdict::Again;
    }
    let ends =
        [&SqlState::ADMIN_SHUTDOWN, &SqlState::CRASH_SHUTDOWN, &SqlState::CANNOT_CONNECT_NOW];
    if ends.contains(&code) {
        return Verdict::Lost(said(error));
    }
    Verdict::Failed(match effect {
        Effect::Reads => StoreError::Unreachable(said(error)),
        Effect::Writes => StoreError::Unwritten(said(error)),
    })
}

/// The database's own words where it has some, else the system's. Passwords are in none of them.
pub(super) fn said(error: &Error) -> String {
    if let Some(database) = error.as_db_error() {
        return database.message().to_owned();
    }
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}
