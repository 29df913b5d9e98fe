//! What a cartridge's `package.json` names.

use crate::script::beside;
use serde_json::Value;

/// The file that a field of a `package.json` names, if it names one, `hooks` for example.
pub(super) fn listed(field: &str, package: &str, bytes: &[u8]) -> Result<Option<String>, String> {
    let document: Value = serde_json::from_slice(bytes)
        .map_err(|cause| format!("{package} can't be read: {cause}"))?;
    let Some(named) = document.get(field).and_then(Value::as_str) else { return Ok(None) };
    let outside = || format!("{named}, named by {package}, leads out of the cartridges");
    beside(package, named).map(Some).ok_or_else(outside)
}
