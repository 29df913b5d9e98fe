//! A body on its way: in memory while it is small, else in a file that has no name.

use super::SMALL;
use crate::sandbox::{
    faults::{body_incomplete, entity_too_large},
    refusal::Refusal,
};
use axum::{body::Body, http::StatusCode};
use http_body_util::BodyExt;
use hyper::body::Body as _;
use std::io;
use thiserror::Error;
use tokio::{
    fs::File,
    io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt},
    task::spawn_blocking,
};

/// Why a body is not there.
#[derive(Debug, Error)]
pub enum NotArrived {
    /// It has more bytes than it may have.
    #[error("a body has at most {limit} bytes")]
    TooLarge {
        /// What it may have.
        limit: usize,
    },
    /// It broke off, or stopped for too long.
    #[error("a body did not arrive")]
    Broken(#[source] axum::Error),
    /// It is too large for memory, and the file for it can't be written or read.
    #[error("a body can't be kept in a file in {}", std::env::temp_dir().display())]
    Kept(#[from] io::Error),
}

/// A body that is there as a whole.
#[derive(Debug, Default)]
pub struct Arrived {
    /// All bytes, or those that aren't in the file yet.
    bytes: Vec<u8>,
    /// Where they are written as soon as they are more than [`SMALL`].
    file: Option<File>,
    /// How many are there.
    written: usize,
}

impl Arrived {
    /// Receives a body of at most `limit` bytes; one that announces more isn't waited for.
    pub async fn receive(mut body: Body, limit: usize) -> Result<Self, NotArrived> {
        if body.size_hint().lower() > limit as u64 {
            return Err(NotArrived::TooLarge { limit });
        }
        let mut arrived = Self::default();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(NotArrived::Broken)?;
            let data: &[u8] = frame.data_ref().map_or(&[], |data| data);
            if arrived.len() + data.len() > limit {
                return Err(NotArrived::TooLarge { limit });
            }
            arrived.add(data).await?;
        }
        Ok(arrived)
    }

    /// How many bytes it has.
    pub fn len(&self) -> usize {
        self.written + self.bytes.len()
    }

    /// Its bytes, in memory from now on.
    pub async fn into_bytes(self) -> Result<Vec<u8>, NotArrived> {
        let len = self.len();
        let Self { bytes: mut rest, file, .. } = self;
        let Some(mut file) = file else { return Ok(rest) };
        file.flush().await?;
        file.rewind().await?;
        let mut bytes = Vec::with_capacity(len);
        file.read_to_end(&mut bytes).await?;
        bytes.append(&mut rest);
        Ok(bytes)
    }

    /// However small the pieces are, the file gets large ones.
    async fn add(&mut self, data: &[u8]) -> Result<(), NotArrived> {
        if self.bytes.len() + data.len() > SMALL {
            let file = match &mut self.file {
                Some(file) => file,
                none => none.insert(nameless().await?),
            };
            file.write_all(&self.bytes).await?;
            file.write_all(data).await?;
            self.written += self.bytes.len() + data.len();
            self.bytes.clear();
            return Ok(());
        }
        self.bytes.extend_from_slice(data);
        Ok(())
    }
}

/// A file that goes with the process.
async fn nameless() -> io::Result<File> {
    let made = spawn_blocking(tempfile::tempfile).await.map_err(io::Error::other)?;
    made.map(File::from_std)
}

impl From<NotArrived> for Refusal {
    fn from(error: NotArrived) -> Self {
        match error {
            NotArrived::TooLarge { limit } => entity_too_large(limit),
            NotArrived::Broken(cause) => {
                tracing::debug!(%cause, "a body did not arrive");
                body_incomplete()
            }
            NotArrived::Kept(ref cause) => {
                tracing::error!(%cause, "{error}");
                let message = "The sandbox can't keep the body; its log says more.";
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "InternalServerError", message)
            }
        }
    }
}
