//! A body on its way: in memory while it is small, else in a file that has no name.

use super::SMALL;
use crate::sandbox::{
    faults::{body_incomplete, entity_too_large},
    refusal::Refusal,
};
use axum::{
    body::{Body, Bytes},
    http::StatusCode,
};
use http_body_util::BodyExt;
use std::io;
use thiserror::Error;
use tokio::{
    fs::File,
    io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt},
    task::spawn_blocking,
};

/// How much of a body is read to no purpose once it is refused, in bytes.
const DISCARDED: usize = 32 << 20;

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
    bytes: Vec<u8>,
    /// Where the bytes are instead once they are more than [`SMALL`].
    file: Option<File>,
    len: usize,
}

impl Arrived {
    pub(super) async fn receive(mut body: Body, limit: usize) -> Result<Self, NotArrived> {
        let mut arrived = Self::default();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(NotArrived::Broken)?;
            let data: &[u8] = frame.data_ref().map_or(&[], |data| data);
            if arrived.len + data.len() > limit {
                drop(arrived);
                discard(body).await;
                return Err(NotArrived::TooLarge { limit });
            }
            arrived.add(data).await?;
        }
        Ok(arrived)
    }

    /// How many bytes it has.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Its bytes, in memory from now on.
    pub async fn into_bytes(self) -> Result<Vec<u8>, NotArrived> {
        let Self { mut bytes, file, len } = self;
        if let Some(mut file) = file {
            file.flush().await?;
            file.rewind().await?;
            bytes.reserve_exact(len);
            file.read_to_end(&mut bytes).await?;
        }
        Ok(bytes)
    }

    async fn add(&mut self, data: &[u8]) -> Result<(), NotArrived> {
        self.len += data.len();
        if self.file.is_none() && self.len <= SMALL {
            self.bytes.extend_from_slice(data);
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let mut file = nameless().await?;
                file.write_all(&std::mem::take(&mut self.bytes)).await?;
                none.insert(file)
            }
        };
        file.write_all(data).await?;
        Ok(())
    }
}

/// Whoever is still sending would find the connection broken, and never read the answer.
async fn discard(mut body: Body) {
    let mut left = DISCARDED;
    while left > 0
        && let Some(Ok(frame)) = body.frame().await
    {
        left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
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
