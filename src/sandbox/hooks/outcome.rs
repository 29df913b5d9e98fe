//! What the hooks of one extension point return.

use crate::{
    api::{content::Version, ids::LibraryId},
    sandbox::{
        data::{Draft, Kind, Reading, hooks::Point},
        refusal::Refusal,
        store::{Key, Overlay, Record, Timestamp},
    },
};
use serde::Deserialize;
use serde_json::{Map, Value};

/// What the entry module returns.
#[derive(Debug, Deserialize)]
pub(super) struct Outcome {
    /// The document with what scripts changed in it; nothing where they get none.
    pub document: Option<Map<String, Value>>,
    /// The custom attributes that they set.
    pub writes: Vec<Attribute>,
    /// The Status that ended the chain.
    pub status: Option<Status>,
}

/// A `dw.system.Status`.
#[derive(Debug, Deserialize)]
pub(super) struct Status {
    /// Whether one of its items is an ERROR.
    pub error: bool,
    // What JSON has no words for, such as a function, is left out on its way here.
    #[serde(default)]
    code: Value,
    #[serde(default)]
    message: Value,
    #[serde(default)]
    details: Map<String, Value>,
}

/// A custom attribute of an asset or folder.
#[derive(Debug, Deserialize)]
pub(super) struct Attribute {
    kind: Owner,
    library: LibraryId,
    id: String,
    field: String,
    value: Value,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Owner {
    Asset,
    Folder,
}

impl Outcome {
    /// Reads it; the error is for the log.
    pub(super) fn read(document: Value) -> Result<Self, String> {
        serde_json::from_value(document)
            .map_err(|cause| format!("a hook made of its document what is none: {cause}"))
    }
}

impl Status {
    /// The fault of an ERROR.
    pub(super) fn refusal(self, point: Point) -> Refusal {
        let message = match &self.message {
            Value::String(text) if !text.is_empty() => text.clone(),
            _ => format!("A hook of {} refuses this.", point.name()),
        };
        Refusal::bad_request("HookStatus", message)
            .with("extensionPoint", point.name())
            .with("statusCode", self.code)
            .with("statusMsg", self.message)
            .with("statusDetails", self.details)
    }
}

impl Attribute {
    /// Writes it to the overlay; the error is for the log.
    pub(super) async fn apply(
        self,
        overlay: &mut Overlay,
        sites: &[String],
        now: Timestamp,
    ) -> Result<(), String> {
        if !self.field.starts_with("c_") {
            return Err(format!("{} is no custom attribute", self.field));
        }
        let (key, kind) = match self.kind {
            Owner::Asset => (Key::asset(&self.library, self.id.as_str()), Kind::Asset),
            Owner::Folder => (Key::folder(&self.library, self.id.as_str()), Kind::Folder),
        };
        let reading = Reading { kind, version: Version::SPECIFIED, sites };
        let fields = Map::from_iter([(self.field.clone(), self.value)]);
        let draft = Draft::read(fields.into(), reading)
            .map_err(|refusal| format!("{} can't be written: {refusal:?}", self.field))?;
        let record = overlay.content(&key).await.map_err(|error| error.to_string())?;
        let changed = match record {
            Some(Record::Asset(mut asset)) => {
                asset.fields = draft.merged(asset.fields, &[]);
                asset.modified = now;
                Record::Asset(asset)
            }
            Some(Record::Folder(mut folder)) => {
                folder.fields = draft.merged(folder.fields, &[]);
                folder.modified = now;
                Record::Folder(folder)
            }
            _ => return Err(format!("{key:?} is gone")),
        };
        overlay.put(key, changed);
        Ok(())
    }
}
