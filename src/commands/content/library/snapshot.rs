//! What an export holds: folders, assets and assignments without what the server alone says.

use crate::client::content::Resource;
use crate::commands::content::conflict::is_told_by_server;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The fields of a document, in the order of their names.
pub(super) type Fields = Map<String, Value>;

/// A library, each thing by its ID and in that order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Snapshot {
    pub(super) header: Header,
    pub(super) folders: BTreeMap<String, Fields>,
    pub(super) assets: BTreeMap<String, Fields>,
    /// By asset, then by folder.
    pub(super) assignments: BTreeMap<(String, String), Fields>,
}

/// What tells an export from other JSON.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(super) struct Header {
    format: String,
    version: u32,
    /// Where it comes from.
    pub(super) library: String,
}

const FORMAT: &str = "haltscope-library";
const VERSION: u32 = 1;

impl Default for Header {
    fn default() -> Self {
        Self::of("")
    }
}

impl Header {
    pub(super) fn of(library: &str) -> Self {
        Self { format: FORMAT.to_owned(), version: VERSION, library: library.to_owned() }
    }

    pub(super) fn check(&self) -> Result<(), String> {
        match self.version {
            _ if self.format != FORMAT => Err(format!("its format is not {FORMAT}")),
            VERSION if is_id(&self.library) => Ok(()),
            VERSION => Err("its library has no ID of 1 to 256 characters".to_owned()),
            other => Err(format!("version {other} of the format is newer than this program")),
        }
    }
}

fn is_id(text: &str) -> bool {
    (1..=256).contains(&text.chars().count()) && !text.contains(char::is_control)
}

impl Snapshot {
    /// Adds a document of the kind that the resource is of.
    pub(super) fn add(&mut self, resource: &Resource, fields: Fields) {
        match resource {
            Resource::Asset(id) => drop(self.assets.insert(id.clone(), fields)),
            Resource::Folder(id) => drop(self.folders.insert(id.clone(), fields)),
            Resource::Assignment { asset, folder } => {
                drop(self.assignments.insert((asset.clone(), folder.clone()), fields));
            }
        }
    }

    /// Folders in groups, parents before what is in them; a folder that is its own ancestor comes
    /// out as an error.
    pub(super) fn levels(&self) -> Result<Vec<Vec<&String>>, String> {
        let mut waiting: Vec<&String> = self.folders.keys().collect();
        let mut levels = Vec::new();
        while !waiting.is_empty() {
            let (later, now): (Vec<_>, Vec<_>) =
                waiting.iter().copied().partition(|id| self.waits_for(id, &waiting));
            if now.is_empty() {
                return Err(format!("folder {} is in itself", waiting[0]));
            }
            levels.push(now);
            waiting = later;
        }
        Ok(levels)
    }

    fn waits_for(&self, id: &str, waiting: &[&String]) -> bool {
        let parent = self.folders[id].get("parent_folder_id").and_then(Value::as_str);
        // Sorted by ID, as they come from the map.
        parent.is_some_and(|parent| waiting.binary_search_by(|it| it.as_str().cmp(parent)).is_ok())
    }
}

/// Without dates, links and states, and without what the server makes of markup.
pub(super) fn lasting(mut fields: Fields) -> Fields {
    fields.retain(|name, _| !is_told_by_server(name) && name != "classification_folder_id");
    for value in fields.values_mut() {
        if let Value::Object(locales) = value {
            locales.values_mut().for_each(without_rendering);
        }
    }
    fields
}

fn without_rendering(value: &mut Value) {
    if let Value::Object(markup) = value
        && markup.get("_type").is_some_and(|kind| kind == crate::api::content::MARKUP_TEXT)
    {
        markup.retain(|name, _| name == "source");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(value: Value) -> Fields {
        serde_json::from_value(value).expect("an object")
    }

    #[test]
    fn only_what_can_be_written_lasts() {
        let document = json!({"_v": "23.2", "_type": "content_asset", "_resource_state": "1",
            "id": "a", "link": "x", "creation_date": "x", "last_modified": "x",
            "classification_folder_id": "f", "classification_folder_link": "x",
            "c_body": {"default": {"_type": "markup_text", "source": "s", "markup": "s"}},
            "name": {"default": "n"}});
        let expected =
            json!({"id": "a", "c_body": {"default": {"source": "s"}}, "name": {"default": "n"}});
        assert_eq!(Value::Object(lasting(fields(document))), expected);
    }

    #[test]
    fn parents_come_before_what_is_in_them() {
        let mut snapshot = Snapshot::default();
        for (id, parent) in
            [("a", "z"), ("b", "a"), ("root", ""), ("z", "root"), ("y", "elsewhere")]
        {
            let folder = Resource::Folder(id.to_owned());
            snapshot.add(&folder, fields(json!({"id": id, "parent_folder_id": parent})));
        }
        let folder = |id: &str| Resource::Folder(id.to_owned());
        let levels = snapshot.levels().expect("no circle");
        assert_eq!(levels, [&["root", "y"][..], &["z"], &["a"], &["b"]]);
        snapshot.add(&folder("z"), fields(json!({"id": "z", "parent_folder_id": "b"})));
        assert!(snapshot.levels().expect_err("a circle").contains("in itself"));
    }
}
