//! The bodies of requests: how they arrive, and how many are worked on at a time.
//!
//! A body that is on its way costs little and waits for nobody, however slowly it is sent: a large
//! one stands in a [file](arrived). What is made of it may cost a hundred times its size, so it is
//! made only when there is [room] for that.

mod arrived;
mod decoder;
mod room;

pub(super) use arrived::{Arrived, NotArrived};
pub(super) use room::Hold;

use super::{json, refusal::Refusal};
use axum::body::Body;
use decoder::{Decoder, Read};
use room::Room;
use serde_json::Value;

/// The largest body of a JSON document, in bytes ("beyond the specification", 2.1).
pub(super) const DOCUMENT: usize = 5_000_000;

/// A body up to this size, in bytes, is kept in memory while it arrives, and has a room of its own.
const SMALL: usize = 64 * 1024;

/// Bytes of memory that a decoded body may need for each of its own.
///
/// Measured with an allocator that counts (24 bytes at least and 8 for itself at each allocation),
/// 5 MB decoded into a [`Value`]: objects of one empty key, 63 in each other: 127 · a list of such
/// objects: 98 · lists in lists: 67 · `[[0],[0],…]`: 49 · `[0,0,…]`: 27, and 40 while it grows · one
/// object of many keys: 11. The last two may be valid documents, of which there are some
/// [copies](room::COPIES) on the way to the store.
const WORST: usize = 130;

/// Bytes of memory for each byte of a body that a script gets: as it arrived, as text, as a form's field in both lists
/// of parameters or as a file in Base64, all of it again in the text that the engine reads, and there.
pub(super) const SCRIPTS_COPIES: usize = 8;

/// The room of small bodies together: 30 of the worst, or thousands of usual ones.
const SMALL_ROOM: usize = 256 << 20;
/// The room of large bodies together: one of the worst, or many usual ones.
const LARGE_ROOM: usize = DOCUMENT * WORST;

/// The room that the bodies of all requests share.
#[derive(Debug)]
pub struct Bodies {
    small: Room,
    large: Room,
    decoder: Decoder,
}

/// A decoded body with the room that it takes.
#[derive(Debug)]
pub struct Decoded {
    /// What it says; an empty body is an empty object.
    pub document: Value,
    /// To be held as long as the document or parts of it.
    pub hold: Hold,
}

impl Bodies {
    /// Receives a body of at most `limit` bytes; one that announces more isn't waited for.
    pub async fn receive(&self, body: Body, limit: usize) -> Result<Arrived, NotArrived> {
        Arrived::receive(body, limit).await
    }

    /// Waits until there is room for the worst that the body may be, and decodes it.
    pub async fn decode(&self, body: Arrived) -> Result<Decoded, Refusal> {
        let Read { bytes, document, weight, mut hold } = self.read(body).await?;
        let document = document.map_err(|error| json::undecodable(&bytes, &error))?;
        hold.keep(weight);
        Ok(Decoded { document, hold })
    }

    /// The same beside the body itself, for a script: what it says, or why that can't be read, is to be dropped before
    /// anything else is made of it, and [`SCRIPTS_COPIES`] be kept of the room.
    pub async fn decode_beside(
        &self,
        body: Arrived,
    ) -> Result<(Vec<u8>, Result<Value, serde_json::Error>, Hold), Refusal> {
        let Read { bytes, document, hold, .. } = self.read(body).await?;
        Ok((bytes, document, hold))
    }

    async fn read(&self, body: Arrived) -> Result<Read, Refusal> {
        let hold = self.hold(&body, WORST).await;
        let is_small = body.len() <= SMALL;
        let bytes = body.into_bytes().await?;
        if is_small {
            Ok(decoder::decode(bytes, hold))
        } else {
            self.decoder.decode(bytes, hold).await
        }
    }

    /// Waits until there is room for what is made of a body: `factor` bytes for each of its own.
    pub async fn hold(&self, body: &Arrived, factor: usize) -> Hold {
        let room = if body.len() <= SMALL { &self.small } else { &self.large };
        room.hold(body.len() * factor).await
    }
}

impl Default for Bodies {
    fn default() -> Self {
        let decoder = Decoder::default();
        Self { small: Room::new(SMALL_ROOM), large: Room::new(LARGE_ROOM), decoder }
    }
}

#[cfg(test)]
mod tests;
