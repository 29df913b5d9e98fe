//! The block `b2c` of the project's `package.json`: what a team shares, and never a secret.

use super::dw_json::{Entry, object};
use super::error::ConfigError;
use super::keys::{Item, kebab};
use serde_json::{Map, Value};
use std::path::Path;

/// What counts there. Anything else would be a way to send credentials to a stranger's instance.
const SHARED: [Item; 4] = [Item::ClientId, Item::AuthUrl, Item::Site, Item::Library];

/// The block of the nearest `package.json` that has one, no further up than the project's root.
pub(super) fn find(folder: &Path) -> Result<Option<Entry>, ConfigError> {
    for parent in folder.ancestors() {
        let file = parent.join("package.json");
        // What can't be read is none of ours: it says so to those who need it.
        if let Ok(text) = std::fs::read(&file)
            && let Some(block) = block(object(&file, &text)?)
        {
            return Ok(Some(Entry::below(file, "b2c.", block)));
        }
        if [".git", "dw.json"].iter().any(|name| parent.join(name).exists()) {
            break;
        }
    }
    Ok(None)
}

fn block(mut package: Map<String, Value>) -> Option<Map<String, Value>> {
    let Value::Object(mut block) = package.remove("b2c")? else { return None };
    let is_shared = |name: &str| {
        let name = kebab(name);
        SHARED.iter().any(|item| item.row().names.contains(&name.as_str()))
    };
    block.retain(|name, _| is_shared(name));
    Some(block)
}
