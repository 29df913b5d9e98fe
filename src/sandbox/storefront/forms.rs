//! Form definitions: `cartridge/forms/<locale>/*.xml`.

use super::locale::fallbacks;
use crate::sandbox::xml;
use crate::script::Cartridges;
use roxmltree::Node;
use serde_json::{Map, Value, json};
use std::cell::Cell;

/// Forms that include each other.
const DEEPEST: u32 = 20;
/// Forms in one, all that they include counted.
const MOST: u32 = 1_000;

/// What stands in forms, and what each needs.
const ELEMENTS: [(&str, &[&str]); 8] = [
    ("form", &[]),
    ("field", &["formid", "type"]),
    ("group", &["formid"]),
    ("list", &["formid"]),
    ("include", &["formid", "name"]),
    ("action", &["formid"]),
    ("options", &[]),
    ("option", &[]),
];

/// The types of fields.
const TYPES: [&str; 5] = ["string", "integer", "number", "boolean", "date"];

/// A form as scripts build it, `{kind, id, attributes, children}` with what it includes; null if no cartridge has it.
///
/// The first on the cartridge path counts, the locale before its language before `default`.
pub(super) fn definition(
    cartridges: &Cartridges,
    name: &str,
    locale: &str,
) -> Result<Value, String> {
    let finder = Finder { cartridges, locale, left: Cell::new(MOST) };
    let Some(mut form) = finder.form(name, name, DEEPEST)? else { return Ok(Value::Null) };
    form["kind"] = "form".into();
    Ok(form)
}

struct Finder<'a> {
    cartridges: &'a Cartridges,
    locale: &'a str,
    /// Forms that may still be read: one is read each time that it is included.
    left: Cell<u32>,
}

impl Finder<'_> {
    fn form(&self, id: &str, name: &str, depth: u32) -> Result<Option<Value>, String> {
        let found = fallbacks(self.locale).into_iter().find_map(|locale| {
            let path = |it| format!("/{it}/cartridge/forms/{locale}/{name}.xml");
            let mut paths = self.cartridges.list().map(path);
            paths.find_map(|path| Some((self.cartridges.read(&path)?, path)))
        });
        let Some((content, path)) = found else { return Ok(None) };
        let depth = depth.checked_sub(1).ok_or(format!("{path}: forms include each other"))?;
        let left = self.left.get().checked_sub(1);
        self.left.set(left.ok_or_else(|| format!("{path}: more than {MOST} forms are included"))?);
        let text = String::from_utf8_lossy(&content);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let document = xml::document(text).map_err(|error| format!("{path}: {error}"))?;
        let root = document.root_element();
        let children = self.children(root, (&path, depth))?;
        let attributes = attributes(root);
        Ok(Some(
            json!({ "kind": "group", "id": id, "file": path, "attributes": attributes, "children": children }),
        ))
    }

    fn children(&self, element: Node<'_, '_>, at: (&str, u32)) -> Result<Vec<Value>, String> {
        let mut children = Vec::new();
        for child in element.children().filter(Node::is_element) {
            if let Some(child) = self.child(child, at)? {
                children.push(child);
            }
        }
        Ok(children)
    }

    /// Elements that no form has, and those without a name, are passed over. One that a script is to check has its file.
    fn child(
        &self,
        element: Node<'_, '_>,
        (path, depth): (&str, u32),
    ) -> Result<Option<Value>, String> {
        let Some(id) = element.attribute("formid") else { return Ok(None) };
        let kind = element.tag_name().name();
        let mut child = json!({ "kind": kind, "id": id, "attributes": attributes(element) });
        if element.has_attribute("validation") {
            child["file"] = path.into();
        }
        match kind {
            "field" => {
                let options = element.children().find(|it| is_named(it, "options"));
                let listed = options.into_iter().flat_map(|it| it.children());
                let listed = listed.filter(|it| is_named(it, "option")).map(attributes);
                child["options"] = listed.collect();
                child["bindings"] = options.map(attributes).into();
            }
            "group" | "list" => child["children"] = self.children(element, (path, depth))?.into(),
            "action" => {}
            "include" => {
                let name = element.attribute("name").unwrap_or(id);
                return Ok(self.form(id, name, depth)?.map(|included| bound(included, element)));
            }
            _ => return Ok(None),
        }
        Ok(Some(child))
    }
}

/// An included form is bound as the element says that includes it.
fn bound(mut included: Value, element: Node<'_, '_>) -> Value {
    if let Some(binding) = element.attribute("binding") {
        included["attributes"]["binding"] = binding.into();
    }
    included
}

/// Elements are known by their names in any namespace.
fn is_named(element: &Node<'_, '_>, name: &str) -> bool {
    element.is_element() && element.tag_name().name() == name
}

fn attributes(element: Node<'_, '_>) -> Value {
    let all = element.attributes().map(|it| (it.name().to_owned(), Value::from(it.value())));
    Value::Object(all.collect::<Map<_, _>>())
}

/// The name by which a form is included whose definition has that path in a cartridge.
pub(super) fn name_of(path: &str) -> Option<&str> {
    let (_locale, file) = path.strip_prefix("cartridge/forms/")?.split_once('/')?;
    file.strip_suffix(".xml")
}

/// What is wrong in a form definition, with the lines, from 1. `is_form` tells whether there is a form of that name.
pub(super) fn faults(content: &[u8], is_form: impl Fn(&str) -> bool) -> Vec<(u32, String)> {
    let text = String::from_utf8_lossy(content);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let before = String::from_utf8_lossy(content);
    let skipped = before.len() - before.trim_start_matches('\u{feff}').trim_start().len();
    let first = u32::try_from(before[..skipped].matches('\n').count()).unwrap_or_default();
    match xml::document(text) {
        Ok(document) if document.root_element().tag_name().name() != "form" => {
            let name = document.root_element().tag_name().name();
            vec![(first + 1, format!("<{name}> is no form"))]
        }
        Ok(document) => {
            let elements = document.descendants().filter(Node::is_element);
            let faulty = elements.filter_map(|it| Some((it, fault(it, &is_form)?)));
            let row = |it: Node<'_, '_>| first + document.text_pos_at(it.range().start).row;
            faulty.map(|(it, what)| (row(it), what)).collect()
        }
        Err(error) => vec![(first + error.line, error.what)],
    }
}

fn fault(element: Node<'_, '_>, is_form: impl Fn(&str) -> bool) -> Option<String> {
    let name = element.tag_name().name();
    let Some((_, needed)) = ELEMENTS.iter().find(|(known, _)| *known == name) else {
        return Some(format!("<{name}> has no place in a form"));
    };
    let missing = needed.iter().find(|attribute| !element.has_attribute(**attribute));
    let checked = element.attribute("validation").map(str::trim).filter(|it| !it.is_empty());
    let is_none = |text: &&str| !(text.starts_with("${") && text.ends_with('}'));
    missing
        .map(|missing| format!("<{name}> has no {missing}"))
        .or_else(|| {
            let text = checked.filter(is_none)?;
            Some(format!("the validation of <{name}> is written ${{…}}, not {text}"))
        })
        .or_else(|| match name {
            "field" => {
                let kind = element.attribute("type")?;
                let what = || format!("{kind} is no type of a field: {}", TYPES.join(", "));
                (!TYPES.contains(&kind)).then(what)
            }
            "include" => {
                let form = element.attribute("name")?;
                let what = || {
                    format!(
                        "there is no form {form}: no cartridge has cartridge/forms/default/{form}.xml"
                    )
                };
                (!is_form(form)).then(what)
            }
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Files;

    #[test]
    fn faults_are_told_with_their_lines() {
        let check = |text: &str, expected: &[(u32, &str)]| {
            let found = faults(text.as_bytes(), |form| form == "address");
            let found: Vec<_> = found.iter().map(|(line, what)| (*line, what.as_str())).collect();
            assert_eq!(found, expected, "{text}");
        };
        let form =
            |inner: &str| format!("<?xml version=\"1.0\"?>\n<form xmlns=\"x\">\n{inner}\n</form>");
        check(
            &form(
                "<field formid=\"a\" type=\"string\"/><list formid=\"b\"><group formid=\"c\"/></list>",
            ),
            &[],
        );
        check(
            &form("<field formid=\"a\"/>\n<input/>"),
            &[(3, "<field> has no type"), (4, "<input> has no place in a form")],
        );
        check(
            &form(
                "<group formid=\"a\" validation=\"${require('~/a').check(formgroup)}\"/>\n<field formid=\"b\" type=\"string\" validation=\"check\"/>",
            ),
            &[(4, "the validation of <field> is written ${…}, not check")],
        );
        check(
            &form(
                "<field formid=\"a\" type=\"strng\"/>\n<include formid=\"b\" name=\"address\"/><include formid=\"c\" name=\"adress\"/>",
            ),
            &[
                (3, "strng is no type of a field: string, integer, number, boolean, date"),
                (4, "there is no form adress: no cartridge has cartridge/forms/default/adress.xml"),
            ],
        );
        assert_eq!(name_of("cartridge/forms/de_DE/a/b.xml"), Some("a/b"));
        check("\u{feff}\n<metadata/>", &[(2, "<metadata> is no form")]);
        let broken = faults(form("<field>").as_bytes(), |_| true);
        assert_eq!(broken[0].0, 4, "{broken:?}");
        assert_eq!(faults(b"<!DOCTYPE a [<!ENTITY b 'c'>]><form/>", |_| true).len(), 1);
    }

    #[test]
    fn forms_that_are_deep_or_include_too_many_are_refused() {
        let group = "<group formid=\"a\">".repeat(100_000);
        let deep = format!("<form>\n{group}{}</form>", "</group>".repeat(100_000));
        let too_deep = "its elements are nested deeper than 256";
        assert_eq!(faults(deep.as_bytes(), |_| true), [(2, too_deep.to_owned())]);
        let path = |name: &str| format!("cartridge/forms/default/{name}.xml");
        let mut files = vec![(path("deep"), deep.into_bytes())];
        // Each includes the next one ten times.
        for (name, next) in [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")] {
            let include = format!("<include formid=\"it\" name=\"{next}\"/>").repeat(10);
            files.push((path(name), format!("<form>{include}</form>").into_bytes()));
        }
        let cartridges = Cartridges::new().with("app", Files::memory(files));
        let found = |name: &str| definition(&cartridges, name, "default");
        let expected = format!("/app/cartridge/forms/default/deep.xml: {too_deep}");
        assert_eq!(found("deep"), Err(expected));
        assert!(found("b").is_ok());
        let refused = found("a").expect_err("too many");
        assert!(refused.ends_with(": more than 1000 forms are included"), "{refused}");
    }
}
