//! Custom attributes. The file doesn't tell their types, which stand in the platform's metadata.
//!
//! An attribute whose every value in the file is `true` or `false` is a boolean: as a text, `false`
//! would count as true in scripts. All others stay texts, numbers too: a postal code or the key of
//! an enumeration looks like one. What stands in `value` elements is a list of texts.

use super::nodes::{content, elements, is_empty, locale, named, trimmed};
use roxmltree::Node;
use serde_json::{Value, json};
use std::collections::HashSet;

/// The attribute that holds markup, localized (section 2.2).
const BODY: &str = "body";

/// Which attributes are no booleans, by the kind of element that has them.
pub(super) struct Types<'n>(HashSet<(&'n str, &'n str)>);

impl<'n> Types<'n> {
    /// Looks at all values of a library.
    pub(super) fn of(library: Node<'n, '_>) -> Self {
        let of_owner = |owner: Node<'n, '_>| {
            let others = attributes(owner).filter(|attribute| flag(*attribute).is_none());
            let id = |attribute: Node<'n, '_>| attribute.attribute("attribute-id");
            others.filter_map(id).map(move |id| (owner.tag_name().name(), id)).collect::<Vec<_>>()
        };
        Self(elements(library).flat_map(of_owner).collect())
    }

    /// An attribute's value, which isn't empty.
    pub(super) fn value(&self, owner: Node<'n, '_>, attribute: Node<'n, '_>, id: &'n str) -> Value {
        let texts = named(attribute, "value").map(|value| content(value).into());
        let texts: Vec<Value> = texts.collect();
        match flag(attribute) {
            _ if !texts.is_empty() => texts.into(),
            _ if id == BODY => json!({"source": content(attribute)}),
            Some(flag) if !self.0.contains(&(owner.tag_name().name(), id)) => flag.into(),
            _ => content(attribute).into(),
        }
    }
}

/// The attributes of an asset or a folder that have a value.
pub(super) fn attributes<'n, 'i>(owner: Node<'n, 'i>) -> impl Iterator<Item = Node<'n, 'i>> {
    let all = named(owner, "custom-attributes").flat_map(|all| named(all, "custom-attribute"));
    all.filter(|attribute| !is_empty(*attribute))
}

/// Which locale a value is for; nothing if the attribute has one value for all of them.
pub(super) fn key(owner: Node<'_, '_>, attribute: Node<'_, '_>, id: &str) -> Option<String> {
    let is_same = |other: &Node<'_, '_>| other.attribute("attribute-id") == Some(id);
    let is_localized =
        || id == BODY || attributes(owner).filter(is_same).any(|other| locale(other).is_some());
    locale(attribute).or_else(|| is_localized().then(|| "default".to_owned()))
}

fn flag(attribute: Node<'_, '_>) -> Option<bool> {
    if named(attribute, "value").next().is_some() {
        return None;
    }
    match trimmed(attribute).as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}
