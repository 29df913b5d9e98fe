//! Step types that are declared in XML: the same as in JSON, where `@name` is an attribute and a list is what stands there
//! several times.

use super::Unread;
use crate::sandbox::xml;
use roxmltree::Node;
use serde_json::{Map, Value, json};

/// The declarations of a `steptypes.xml` as those of a `steptypes.json`.
pub(super) fn as_json(text: &str) -> Result<Value, Unread> {
    let document =
        xml::document(text).map_err(|xml::Unread { line, what }| Unread { line, cause: what })?;
    let root = document.root_element();
    Ok(json!({ root.tag_name().name(): value(root) }))
}

/// An element with attributes or elements in it is an object, any other one its text.
fn value(element: Node<'_, '_>) -> Value {
    let mut fields = Map::new();
    for attribute in element.attributes() {
        fields.insert(format!("@{}", attribute.name()), attribute.value().into());
    }
    for child in element.children().filter(Node::is_element) {
        let list = fields.entry(child.tag_name().name()).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(value(child));
        }
    }
    if fields.is_empty() {
        let texts = element.children().filter(Node::is_text).filter_map(|it| it.text());
        return texts.collect::<String>().trim().into();
    }
    // What stands there once is no list.
    for field in fields.values_mut() {
        if let Value::Array(list) = field
            && list.len() == 1
        {
            *field = list.remove(0);
        }
    }
    Value::Object(fields)
}
