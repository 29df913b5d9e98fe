//! Where customization hooks come in (section 6): around every write of an asset or folder.

use super::Draft;
use crate::api::ids::LibraryId;
use crate::sandbox::{refusal::Refusal, store::Overlay};
use futures::future::BoxFuture;
use serde_json::{Map, Value};

/// An extension point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Point {
    /// Before or after it happens.
    pub when: When,
    /// What happens.
    pub event: Event,
}

/// On which side of the write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum When {
    /// Before it is applied.
    Before,
    /// After it is applied, before it is committed.
    After,
}

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    /// PUT of an asset.
    CreateAsset,
    /// PATCH of an asset.
    UpdateAsset,
    /// DELETE of an asset.
    DeleteAsset,
    /// PUT of a folder.
    CreateFolder,
    /// PATCH of a folder.
    UpdateFolder,
    /// DELETE of a folder.
    DeleteFolder,
}

impl Point {
    /// The point's name, as in `dw.ocapi.data.content.content.beforeCreate`.
    pub(crate) fn name(self) -> String {
        let when = match self.when {
            When::Before => "before",
            When::After => "after",
        };
        let (kind, what) = match self.event {
            Event::CreateAsset => ("content", "Create"),
            Event::UpdateAsset => ("content", "Update"),
            Event::DeleteAsset => ("content", "Delete"),
            Event::CreateFolder => ("folder", "Create"),
            Event::UpdateFolder => ("folder", "Update"),
            Event::DeleteFolder => ("folder", "Delete"),
        };
        format!("dw.ocapi.data.content.{kind}.{when}{what}")
    }
}

/// A point that was reached, with what its scripts may see and change.
pub(crate) struct Call {
    /// Where.
    pub point: Point,
    /// The library's ID.
    pub library: LibraryId,
    /// The ID of the asset or folder; after a rename the new one.
    pub id: String,
    /// What the request sees. It holds no transaction, however long the scripts take.
    pub overlay: Overlay,
    /// The document as it was sent; empty for a delete.
    pub document: Map<String, Value>,
}

/// Runs the scripts that are registered for extension points.
pub(crate) trait Hooks: Send + Sync {
    /// Whether any script is registered there; if not, nothing is called.
    fn has(&self, point: Point) -> bool;

    /// Runs them one after the other; a refusal fails the request, and nothing is written. What
    /// comes back is the overlay with what they wrote, and the document with what they changed.
    fn call(&self, call: Call) -> BoxFuture<'_, Result<Call, Refusal>>;
}

/// No script is registered anywhere.
pub(crate) struct NoHooks;

impl Hooks for NoHooks {
    fn has(&self, _: Point) -> bool {
        false
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Call, Refusal>> {
        Box::pin(std::future::ready(Ok(call)))
    }
}

impl Draft {
    /// The document that scripts see.
    pub(crate) fn document(&self) -> Map<String, Value> {
        self.fields.clone()
    }
}
