//! The types of custom attributes, as `meta/*.xml` defines them.
//!
//! One that no definition names is a text, unless it says `true` or `false`: as a text, `false` would count as true
//! in scripts.

use super::{
    scalars::{flag, number},
    tree::{Fault, Node},
};
use crate::sandbox::shop::Shop;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The definitions of attributes, by type and ID.
#[derive(Debug, Default)]
pub(super) struct Types(HashMap<String, HashMap<String, Definition>>);

#[derive(Debug)]
struct Definition {
    kind: String,
    is_localized: bool,
    is_many: bool,
    /// Whether the platform has it without metadata.
    is_system: bool,
    /// What may be chosen; nothing where anything may.
    choices: Vec<String>,
}

impl Types {
    /// Those that a shop has.
    pub(super) fn of(shop: &Shop) -> Self {
        let of_scope = |scope: &str| {
            let all = shop.documents("attribute", scope);
            all.map(|(id, document)| (id.to_owned(), Definition::of(&document))).collect()
        };
        Self(shop.scopes("attribute").map(|scope| (scope.to_owned(), of_scope(scope))).collect())
    }

    fn find(&self, kind: &str, id: &str) -> Option<&Definition> {
        self.0.get(kind)?.get(id)
    }

    /// Whether an attribute is defined.
    pub(super) fn has(&self, kind: &str, id: &str) -> bool {
        self.find(kind, id).is_some()
    }

    /// Whether custom attributes of a type are defined at all.
    pub(super) fn has_custom(&self, kind: &str) -> bool {
        self.0.get(kind).is_some_and(|all| all.values().any(|it| !it.is_system))
    }

    /// The first choice in a value that its attribute doesn't have, with those that it has; an empty one chooses nothing.
    pub(super) fn unchosen(
        &self,
        kind: &str,
        id: &str,
        value: &Value,
    ) -> Option<(String, &[String])> {
        let choices = &self.find(kind, id).filter(|it| !it.choices.is_empty())?.choices;
        let all = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        let found = all.iter().filter_map(|it| match &it["@enum"] {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        });
        let odd = found.into_iter().find(|it| !it.is_empty() && !choices.contains(it))?;
        Some((odd, choices))
    }

    /// Whether an attribute has a value for each locale.
    pub(super) fn is_localized(&self, kind: &str, id: &str) -> bool {
        self.find(kind, id).is_some_and(|it| it.is_localized)
    }

    /// The value in an element; nothing if it has none.
    pub(super) fn value(&self, kind: &str, id: &str, node: &Node) -> Result<Option<Value>, Fault> {
        let definition = self.find(kind, id);
        let is_many = definition.is_some_and(|it| it.is_many);
        let of = format!("{kind}.{id}");
        let mut values = node.children.iter().filter(|child| child.name == "value").peekable();
        if values.peek().is_some() {
            let said = values.filter_map(|it| one(definition, &of, it).transpose());
            let said = said.collect::<Result<Vec<_>, _>>()?;
            return Ok((is_many || !said.is_empty()).then(|| said.into()));
        }
        if node.text.trim().is_empty() {
            return Ok(None);
        }
        let value = one(definition, &of, node)?;
        Ok(value.map(|value| if is_many { json!([value]) } else { value }))
    }
}

impl Definition {
    fn of(document: &Value) -> Self {
        let flag = |name: &str| document.get(name).and_then(Value::as_bool).unwrap_or(false);
        let kind = document.get("type").and_then(Value::as_str).unwrap_or("string").to_owned();
        let is_many = flag("selectMultiple") || kind.starts_with("set-of-");
        let values = document.get("valueDefinition").and_then(Value::as_array);
        let values = values.into_iter().flatten().filter_map(|it| it.get("value")?.as_str());
        Self {
            is_localized: flag("localizable"),
            is_many,
            is_system: flag("isSystem"),
            choices: values.map(|it| it.trim().to_owned()).collect(),
            kind,
        }
    }

    /// What one of its values is.
    fn one(&self) -> &str {
        self.kind.strip_prefix("set-of-").unwrap_or(&self.kind)
    }
}

/// A value as its type has it; nothing for an empty one that is no text.
fn one(definition: Option<&Definition>, of: &str, node: &Node) -> Result<Option<Value>, Fault> {
    let text = node.text.trim();
    let said = Some(text).filter(|it| !it.is_empty());
    let number = || said.map(|it| number(it, node)).transpose();
    Ok(match definition.map(Definition::one) {
        Some("boolean") => said.map(|it| boolean(it, node)).transpose()?,
        Some("int" | "double" | "quantity") => number()?,
        Some("date" | "datetime") => said.map(|it| json!({ "@date": it })),
        Some("enum-of-string") => said.map(|it| json!({ "@enum": it, "@of": of })),
        Some("enum-of-int") => number()?.map(|it| json!({ "@enum": it, "@of": of })),
        Some("image") => said.map(|it| json!({ "@image": it })),
        Some("html") => Some(json!({ "@markup": node.text })),
        None if matches!(text, "true" | "false") => Some((text == "true").into()),
        _ => Some(node.text.clone().into()),
    })
}

/// An attribute's value is a text in the files, in whatever letters.
fn boolean(text: &str, node: &Node) -> Result<Value, Fault> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true.into()),
        "false" => Ok(false.into()),
        _ => Ok(flag(text, node)?.into()),
    }
}
