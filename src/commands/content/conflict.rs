//! What to say when somebody else changed what was to be changed.

use crate::client::content::{ContentError, Library, Resource};
use crate::commands::failure::Failure;
use crate::commands::output;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of the resource from before.
pub(super) enum Known<'a> {
    /// The document that was read.
    Read(&'a Map<String, Value>),
    /// Only what was to be written.
    Body(&'a Map<String, Value>),
}

/// Reads the resource again and names the fields that differ.
pub(super) async fn report(
    library: &Library,
    resource: &Resource,
    known: Known<'_>,
    error: &ContentError,
) -> Failure {
    let what = match library.get(resource).await {
        Ok(now) => differing(&known, &now.fields),
        Err(gone) if gone.is_missing() => "it doesn't exist (any more)".to_owned(),
        Err(again) => format!("what differs can't be read: {again}"),
    };
    // What the fault says besides are states, too long to be read.
    let fault = error.fault().map(|fault| format!(" ({})", fault.kind)).unwrap_or_default();
    Failure::failed(format!("conflict: {resource} was changed by somebody else: {what}{fault}"))
        .then("Read it again with `get --json`, and repeat the change on what is there now.")
}

fn differing(known: &Known<'_>, now: &Map<String, Value>) -> String {
    let names = match known {
        Known::Read(read) => differences(read, now),
        Known::Body(body) => {
            let now = fields(now);
            let given = fields(body).into_iter();
            given
                .filter(|(path, value)| now.get(path) != Some(value))
                .map(|(path, _)| path)
                .collect()
        }
    };
    if names.is_empty() {
        return "none of these fields differs now".to_owned();
    }
    let names: Vec<String> = names.into_iter().collect();
    format!("these fields differ: {}", names.join(", "))
}

/// The dotted paths at which two documents differ.
fn differences(left: &Map<String, Value>, right: &Map<String, Value>) -> BTreeSet<String> {
    let (left, right) = (fields(left), fields(right));
    let paths = left.keys().chain(right.keys());
    paths.filter(|path| left.get(*path) != right.get(*path)).cloned().collect()
}

/// What can be written, by dotted path; `null` is absent.
fn fields(document: &Map<String, Value>) -> BTreeMap<String, &Value> {
    let all = output::leaves(document).into_iter();
    all.filter(|(path, value)| !value.is_null() && !is_told_by_server(path)).collect()
}

/// Dates, links and states differ whenever anything does.
pub(super) fn is_told_by_server(path: &str) -> bool {
    path.starts_with('_')
        || path.ends_with("_link")
        || matches!(path, "link" | "creation_date" | "last_modified")
        || path.starts_with("c_body.") && (path.ends_with(".markup") || path.ends_with("._type"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(value: &Value) -> &Map<String, Value> {
        value.as_object().expect("an object")
    }

    #[test]
    fn differing_fields_are_named_by_path() {
        let read = json!({"_v": "23.2", "id": "x", "name": {"default": "a", "de": "b"},
            "online": {"default": true}, "last_modified": "1", "_resource_state": "1"});
        let now = json!({"_v": "23.2", "id": "x", "name": {"default": "a", "de": "c"},
            "template": "t", "last_modified": "2", "_resource_state": "2"});
        assert_eq!(
            differing(&Known::Read(object(&read)), object(&now)),
            "these fields differ: name.de, online.default, template"
        );
        let body =
            json!({"_resource_state": "1", "name": {"de": "d"}, "template": "t", "page_url": null});
        assert_eq!(
            differing(&Known::Body(object(&body)), object(&now)),
            "these fields differ: name.de"
        );
        let same = json!({"template": "t"});
        assert!(differing(&Known::Body(object(&same)), object(&now)).contains("none"));
    }
}
