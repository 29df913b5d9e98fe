//! Memory that is shared by turns.

use crate::api::strict::{ALLOCATION, ENTRIES, NODE};
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many copies of a document there are at most on its way to the store and into the answer:
/// what was sent, what is applied, what is committed, what is stored, what is answered.
pub(super) const COPIES: usize = 5;

/// What a room is counted in, in bytes: a semaphore's permits are few.
const UNIT: usize = 1024;
/// The least bytes of an allocation's content.
const LEAST: usize = 24;

/// So many bytes for all; who finds too little left waits.
#[derive(Debug)]
pub(super) struct Room {
    units: Arc<Semaphore>,
    size: u32,
}

/// A part of a room, given back when it is dropped.
#[derive(Debug)]
pub struct Hold(OwnedSemaphorePermit);

impl Room {
    /// A room of so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let size = units(bytes);
        Self { units: Arc::new(Semaphore::new(size as usize)), size }
    }

    /// Takes so many bytes of it when they are free; the whole room where it has no more.
    pub(super) async fn hold(&self, bytes: usize) -> Hold {
        let units = units(bytes).min(self.size);
        let permit = Arc::clone(&self.units).acquire_many_owned(units).await;
        Hold(permit.expect("nobody closes a room"))
    }

    /// What is free, in bytes.
    #[cfg(test)]
    pub(super) fn free(&self) -> usize {
        self.units.available_permits() * UNIT
    }
}

impl Hold {
    /// Gives back all but so many bytes.
    pub fn keep(&mut self, bytes: usize) {
        let spare = self.0.num_permits().saturating_sub(units(bytes) as usize);
        drop(self.0.split(spare));
    }

    /// How many bytes it is.
    pub(super) fn bytes(&self) -> usize {
        self.0.num_permits() * UNIT
    }
}

/// Bytes that a document needs with all its copies.
pub(super) fn weight(document: &Value) -> usize {
    (size_of::<Value>() + content(document)) * COPIES
}

/// Bytes that a value needs besides its place.
fn content(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => allocation(text.capacity()),
        Value::Array(items) => {
            let places = allocation(items.capacity() * size_of::<Value>());
            places + items.iter().map(content).sum::<usize>()
        }
        Value::Object(fields) => {
            let nodes = fields.len().div_ceil(ENTRIES) * NODE;
            let entry =
                |(name, value): (&String, &Value)| allocation(name.capacity()) + content(value);
            nodes + fields.iter().map(entry).sum::<usize>()
        }
    }
}

fn allocation(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { bytes.max(LEAST) + ALLOCATION }
}

fn units(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX)
}
