//! Reads the documents that clients send, and merges them into what is there.

use super::{
    address::{Resource, is_id},
    faults,
    fields::{Element, FREQUENCIES, Field, Kind, Sites},
};
use crate::{
    api::content::{MARKUP_TEXT, Version},
    sandbox::{json::wrong_type, refusal::Refusal},
};
use serde_json::{Map, Value};

/// A document as it was sent, checked: only fields that may be written, of their types.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Draft {
    /// `_resource_state`.
    pub state: Option<String>,
    /// The fields by name, `id` and `parent_folder_id` too. `null` clears.
    pub fields: Map<String, Value>,
}

/// What a document is read against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'a> {
    /// What it should be.
    pub kind: Kind,
    /// The version of the address.
    pub version: Version,
    /// The sites that locales may name.
    pub sites: &'a [String],
}

impl Draft {
    /// Checks a whole document (order: "beyond the specification", 2.3).
    pub(crate) fn read(document: Value, reading: Reading<'_>) -> Result<Self, Refusal> {
        let Value::Object(document) = document else {
            return Err(wrong_type("$", "object", &document));
        };
        let mut draft = Self::default();
        let mut version = None;
        for (name, value) in document {
            let unknown = || faults::unknown_property(&name, reading.kind.name());
            let field = reading.kind.field(&name).ok_or_else(unknown)?;
            let path = format!("$.{name}");
            match field {
                Field::ReadOnly => {}
                Field::Version => version = text(&path, value)?,
                Field::State => draft.state = text(&path, value)?,
                field => {
                    let value = reading.field(field, &path, value)?;
                    draft.fields.insert(name, value);
                }
            }
        }
        match version {
            Some(sent) if sent != reading.version.to_string() => {
                Err(faults::unexpected_version(&sent, reading.version))
            }
            _ => Ok(draft),
        }
    }

    /// What the document would write, without the IDs that only repeat the address.
    pub(crate) fn written(&self, resource: &Resource) -> Map<String, Value> {
        let mut fields = self.fields.clone();
        let repeated = match resource {
            Resource::Asset { id, .. } => vec![("id", id.as_str())],
            Resource::Folder { id, .. } => vec![("id", id.as_str())],
            Resource::Assignment { asset, folder, .. } => {
                vec![("content_id", asset.as_str()), ("folder_id", folder.as_str())]
            }
            _ => Vec::new(),
        };
        for (name, id) in repeated {
            if fields.get(name).is_some_and(|sent| sent == id) {
                fields.remove(name);
            }
        }
        fields
    }

    /// Refuses an `id` that isn't the address's.
    pub(crate) fn check_id(&self, resource: &Resource) -> Result<(), Refusal> {
        let id = match resource {
            Resource::Asset { id, .. } => id.as_str(),
            Resource::Folder { id, .. } => id.as_str(),
            _ => return Ok(()),
        };
        match self.text("id").filter(|sent| *sent != id) {
            Some(sent) => Err(faults::id_conflict(sent, id)),
            None => Ok(()),
        }
    }

    /// A text field's value; `None` when it is absent or `null`.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name).and_then(Value::as_str)
    }

    /// Whether the field is sent to be cleared.
    pub(crate) fn clears(&self, name: &str) -> bool {
        self.fields.get(name).is_some_and(Value::is_null)
    }

    /// The fields of a new document: these without what is `null`, and without the named ones.
    pub(crate) fn fresh(&self, without: &[&str]) -> Map<String, Value> {
        self.merged(Map::new(), without)
    }

    /// An existing document's fields with these in them, key by key where values are localized.
    pub(crate) fn merged(
        &self,
        mut into: Map<String, Value>,
        without: &[&str],
    ) -> Map<String, Value> {
        for (name, value) in &self.fields {
            if !without.contains(&name.as_str()) {
                let merged = merge(into.remove(name), value);
                into.extend(merged.map(|value| (name.clone(), value)));
            }
        }
        into
    }
}

/// `None` when nothing is left.
fn merge(old: Option<Value>, new: &Value) -> Option<Value> {
    let Value::Object(new) = new else { return (!new.is_null()).then(|| new.clone()) };
    let mut merged = match old {
        Some(Value::Object(old)) => old,
        _ => Map::new(),
    };
    for (key, value) in new {
        if value.is_null() {
            merged.remove(key);
        } else {
            merged.insert(key.clone(), value.clone());
        }
    }
    (!merged.is_empty()).then_some(Value::Object(merged))
}

fn text(path: &str, value: Value) -> Result<Option<String>, Refusal> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        other => Err(wrong_type(path, "string", &other)),
    }
}

impl Reading<'_> {
    fn field(self, field: Field, path: &str, value: Value) -> Result<Value, Refusal> {
        match field {
            // A name that can't be is none to be cleared either.
            Field::Custom => self.custom(path, value),
            _ if value.is_null() => Ok(value),
            Field::Id => self.id(path, value),
            Field::Plain(element) => self.element(element, path, value),
            Field::Localized(element, sites) => self.localized(element, sites, path, value),
            Field::ReadOnly | Field::Version | Field::State => Ok(value),
        }
    }

    fn id(self, path: &str, value: Value) -> Result<Value, Refusal> {
        match value.as_str() {
            Some(text) if is_id(text) => Ok(value),
            Some(_) => Err(self.constraint(path, "1 to 256 characters without control characters")),
            None => Err(wrong_type(path, "string", &value)),
        }
    }

    fn localized(
        self,
        element: Element,
        sites: Sites,
        path: &str,
        value: Value,
    ) -> Result<Value, Refusal> {
        let Value::Object(values) = value else { return Err(wrong_type(path, "object", &value)) };
        let values = values.into_iter().map(|(key, value)| {
            self.check_locale(&key, sites)?;
            let path = format!("{path}.{key}");
            let value = match value {
                Value::Null => Some(Value::Null),
                Value::Object(object) if element == Element::Markup => markup(&path, object)?,
                value => Some(self.element(element, &path, value)?),
            };
            Ok(value.map(|value| (key, value)))
        });
        Ok(Value::Object(values.filter_map(Result::transpose).collect::<Result<_, Refusal>>()?))
    }

    fn check_locale(self, key: &str, sites: Sites) -> Result<(), Refusal> {
        let (locale, site) = match (key.split_once('@'), sites) {
            (Some((locale, site)), Sites::Named) => (locale, Some(site)),
            _ => (key, None),
        };
        if !is_locale(locale) {
            return Err(faults::malformed_locale(key));
        }
        match site {
            Some(site) if !self.sites.iter().any(|known| known == site) => {
                Err(faults::unknown_site_id(site))
            }
            _ => Ok(()),
        }
    }

    fn element(self, element: Element, path: &str, value: Value) -> Result<Value, Refusal> {
        match (element, &value) {
            (Element::Text, Value::String(_)) | (Element::Boolean, Value::Bool(_)) => Ok(value),
            (Element::Frequency, Value::String(text)) => {
                let is_known = FREQUENCIES.contains(&text.as_str());
                let unknown = || faults::enum_constraint(self.kind.name(), text);
                is_known.then(|| value.clone()).ok_or_else(unknown)
            }
            (Element::Included | Element::Priority | Element::Position, Value::Number(number)) => {
                let number = number.as_f64().unwrap_or(f64::NAN);
                let (fits, expected) = bounds(element, number);
                if !fits {
                    return Err(self.constraint(path, expected));
                }
                // Not every store keeps the sign of a zero, and nobody means it.
                Ok(if number == 0.0 { 0.into() } else { value })
            }
            (element, _) => Err(wrong_type(path, type_name(element), &value)),
        }
    }

    fn custom(self, path: &str, value: Value) -> Result<Value, Refusal> {
        let name = path.strip_prefix("$.").unwrap_or(path);
        let invalid = || faults::invalid_custom_property(name, self.kind.name());
        let id = name.strip_prefix("c_").unwrap_or_default();
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(invalid());
        }
        match &value {
            Value::Object(values) => {
                for (key, value) in values {
                    self.check_locale(key, Sites::Unnamed)?;
                    if !is_custom_value(value) && !value.is_null() {
                        return Err(invalid());
                    }
                }
                Ok(value)
            }
            single if single.is_null() || is_custom_value(single) => Ok(value),
            _ => Err(invalid()),
        }
    }

    fn constraint(self, path: &str, expected: &str) -> Refusal {
        faults::property_constraint(self.kind.name(), path, expected)
    }
}

/// `{source}`; `markup` comes from it, and is ignored like `_type`: an object without a source says nothing.
fn markup(path: &str, object: Map<String, Value>) -> Result<Option<Value>, Refusal> {
    let mut said = None;
    for (name, value) in object {
        match name.as_str() {
            "source" => {
                let source = text(&format!("{path}.source"), value)?;
                let source = source.map(|source| (name, source.into()));
                said = Some(Value::Object(source.into_iter().collect()));
            }
            "_type" | "markup" => {}
            _ => return Err(faults::unknown_property(&name, MARKUP_TEXT)),
        }
    }
    Ok(said)
}

fn bounds(element: Element, number: f64) -> (bool, &'static str) {
    match element {
        Element::Included => ([0.0, 1.0].contains(&number), "0 or 1"),
        Element::Priority => ((0.0..=1.0).contains(&number), "from 0 to 1"),
        _ => (number >= 0.0, "0 or more"),
    }
}

fn type_name(element: Element) -> &'static str {
    match element {
        Element::Text | Element::Frequency => "string",
        Element::Boolean => "boolean",
        Element::Included | Element::Priority | Element::Position => "number",
        Element::Markup => "object",
    }
}

/// `default`, `xx` or `xx-YY`.
fn is_locale(text: &str) -> bool {
    match text.as_bytes() {
        b"default" => true,
        [a, b] => a.is_ascii_lowercase() && b.is_ascii_lowercase(),
        [a, b, b'-', country @ ..] => {
            [a, b].into_iter().all(u8::is_ascii_lowercase)
                && country.len() == 2
                && country.iter().all(u8::is_ascii_uppercase)
        }
        _ => false,
    }
}

fn is_custom_value(value: &Value) -> bool {
    let is_scalar =
        |value: &Value| matches!(value, Value::Bool(_) | Value::Number(_) | Value::String(_));
    match value {
        Value::Array(items) => items.iter().all(is_scalar),
        single => is_scalar(single),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_only_made_of_the_source_changes_nothing() {
        let reading = Reading { kind: Kind::Asset, version: Version::SPECIFIED, sites: &[] };
        let there = json!({"c_body": {"default": {"source": "s"}, "de": {"source": "t"}}});
        let Value::Object(there) = there else { panic!("an object") };
        for (sent, expected) in [
            (json!({"default": {"markup": "zz"}}), json!("s")),
            (json!({"default": {"_type": "markup_text"}}), json!("s")),
            (json!({"default": {}}), json!("s")),
            (json!({"default": {"source": "u", "markup": "zz"}}), json!("u")),
            (json!({"default": {"source": null}}), json!(null)),
            (json!({"default": null}), json!(null)),
        ] {
            let draft = Draft::read(json!({"c_body": sent}), reading).expect("it is read");
            let merged = Value::Object(draft.merged(there.clone(), &[]));
            assert_eq!(merged["c_body"]["default"]["source"], expected, "{sent}");
            assert_eq!(merged["c_body"]["de"]["source"], "t", "{sent}");
        }
    }

    #[test]
    fn custom_attributes_are_named_by_letters_digits_and_underscores() {
        let reading = Reading { kind: Kind::Asset, version: Version::SPECIFIED, sites: &[] };
        for (name, fine) in [
            ("c_a", true),
            ("c_A_9", true),
            ("c_c_", true),
            ("c__", true),
            ("c_", false),
            ("c_ö", false),
            ("c_a.b", false),
            ("c_ ", false),
        ] {
            for value in [json!(1), json!(null), json!({"default": "x"}), json!({"default": null})]
            {
                let outcome = Draft::read(json!({ (name): value }), reading);
                match outcome {
                    Ok(_) => assert!(fine, "{name}: {value}"),
                    Err(refusal) => {
                        assert!(!fine && refusal.is("InvalidCustomProperty"), "{name}: {value}");
                    }
                }
            }
        }
    }
}
