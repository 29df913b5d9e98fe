//! What is wrong with the types of the Page Designer that cartridges define, `cartridge/experience/…/*.json`.

use super::packages::{Lines, line_of_error};
use crate::api::similar::nearest;
use crate::script::{Cartridges, script_named};
use serde_json::Value;
use std::path::Path;

/// The folder of a cartridge with its definitions.
const FOLDER: &str = "cartridge/experience";

/// The folders of those that a script renders.
const RENDERED: [&str; 2] = ["components", "pages"];

/// The types of attributes.
const TYPES: [&str; 14] = [
    "boolean",
    "category",
    "cms_record",
    "custom",
    "enum",
    "file",
    "image",
    "integer",
    "markup",
    "page",
    "product",
    "string",
    "text",
    "url",
];

/// Whether a path in a cartridge is that of a definition.
pub(super) fn is_definition(path: &str) -> bool {
    let below = path.strip_prefix(FOLDER).and_then(|below| below.strip_prefix('/'));
    below.is_some_and(is_json)
}

/// Whether a path is that of a JSON document.
pub(super) fn is_json(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|it| it == "json")
}

/// What is wrong with the definition that has that path in a cartridge, with the lines, from 1.
pub(super) fn faults(cartridges: &Cartridges, path: &str, content: &[u8]) -> Vec<(u32, String)> {
    let mut found = lacking(cartridges, path).map(|what| (1, what)).into_iter().collect::<Vec<_>>();
    match serde_json::from_slice::<Value>(content) {
        Err(cause) => found.push((line_of_error(&cause), format!("it can't be read: {cause}"))),
        Ok(definition) => found.extend(unknown_types(&definition, content)),
    }
    found
}

/// That no script renders what is defined.
fn lacking(cartridges: &Cartridges, path: &str) -> Option<String> {
    let stem = path.strip_suffix(".json")?;
    let (folder, _) = stem.strip_prefix(FOLDER)?.strip_prefix('/')?.split_once('/')?;
    let is_there = |end: &str| script_named(cartridges, "", &format!("*/{stem}{end}")).is_some();
    let is_lacking = RENDERED.contains(&folder) && ![".js", ".ds"].into_iter().any(is_there);
    is_lacking.then(|| format!("no cartridge has the script that renders it, {stem}.js"))
}

/// Types that no attribute has, and where they stand.
fn unknown_types(definition: &Value, content: &[u8]) -> Vec<(u32, String)> {
    let mut lines = Lines::of(content);
    let list = |of: &Value, name: &str| of.get(name).and_then(Value::as_array).cloned();
    let groups = list(definition, "attribute_definition_groups").unwrap_or_default();
    let attributes = groups.iter().filter_map(|it| list(it, "attribute_definitions")).flatten();
    let unknown = attributes.filter_map(|attribute| {
        let kind = attribute.get("type")?.as_str()?;
        if TYPES.contains(&kind) {
            return None;
        }
        let meant = nearest(kind, TYPES).map(|it| format!(" (did you mean {it}?)"));
        let id = attribute.get("id").and_then(Value::as_str).unwrap_or_default();
        let line = lines.next(kind);
        let of = format!("{kind} is no type of an attribute{}", meant.unwrap_or_default());
        Some((line, format!("{id}: {of}: {}", TYPES.join(", "))))
    });
    unknown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Files;

    fn found(path: &str, content: &'static str) -> Vec<(u32, String)> {
        let script = ("cartridge/experience/components/a/shown.js", b"".as_slice());
        let cartridges = Cartridges::new().with("app", Files::memory([script]));
        assert!(is_definition(path), "{path}");
        faults(&cartridges, path, content.as_bytes())
    }

    #[test]
    fn definitions_say_what_renders_them_and_what_their_attributes_are() {
        let shown = "cartridge/experience/components/a/shown.json";
        let attributes = "{\"attribute_definition_groups\": [\n{\"attribute_definitions\": [\n\
             {\"id\": \"one\", \"type\": \"string\"},\n{\"id\": \"two\", \"type\": \"strng\"},\n{\"id\": \"three\", \"type\": \"?\"}]}]}";
        let unknown = found(shown, attributes);
        let list = TYPES.join(", ");
        assert_eq!(
            unknown,
            [
                (
                    4,
                    format!("two: strng is no type of an attribute (did you mean string?): {list}")
                ),
                (5, format!("three: ? is no type of an attribute: {list}"))
            ]
        );
        assert_eq!(found(shown, "{}"), []);
        let broken = found(shown, "{\n\"name\": 1,}");
        assert!(broken[0].0 == 2 && broken[0].1.starts_with("it can't be read: "), "{broken:?}");
        assert_eq!(
            found("cartridge/experience/pages/b.json", "{}"),
            [(
                1,
                "no cartridge has the script that renders it, cartridge/experience/pages/b.js"
                    .to_owned()
            )]
        );
        assert_eq!(found("cartridge/experience/aspects/c.json", "{}"), []);
    }
}
