//! The types of schemas, as scripts make values of them.

use super::documents::{Declared, Documents, XSD, qualified};
use roxmltree::Node;
use serde_json::{Map, Value, json};
use std::iter;

/// Types and groups that lead to each other.
const DEEPEST: u32 = 40;
/// The types of encoded messages, which are those of schemas.
const ENCODING: &str = "http://schemas.xmlsoap.org/soap/encoding/";
/// A value of any type.
const ANY: &str = "anyType";

/// Types by their keys, and those of elements that stand alone by their names.
///
/// A type that everybody knows has its plain name, for example `string`. Any other has a key, `{namespace}name`, or
/// `{namespace}#element` when it belongs to an element, or that of the type around it with `/` and its element's name.
pub(super) struct Schema<'d, 'a> {
    declared: &'d Declared<'d, 'a>,
    types: Map<String, Value>,
    elements: Map<String, Value>,
}

/// The type that is being read.
struct Reading {
    key: String,
    base: Option<String>,
    text: Option<String>,
    parts: Vec<Value>,
    choices: u32,
}

/// Around what is being read: whether it may come several times, and the choice it is one of.
#[derive(Clone, Copy)]
struct Around {
    list: bool,
    choice: Option<u32>,
    depth: u32,
}

/// What a type is called: by its key, by its name, and within which other one it stands.
#[derive(Clone, Copy)]
struct Own<'n> {
    key: &'n str,
    name: &'n str,
    outer: Option<&'n str>,
}

impl<'d, 'a> Schema<'d, 'a> {
    pub(super) fn of(documents: &'d Documents<'a>, declared: &'d Declared<'d, 'a>) -> Self {
        let mut schema = Self { declared, types: Map::new(), elements: Map::new() };
        let schemas = documents.roots().filter(|(root, _)| root.has_tag_name((XSD, "schema")));
        for (node, space) in
            schemas.flat_map(|(root, space)| children(root).map(move |it| (it, space)))
        {
            let Some(name) = node.attribute("name") else { continue };
            let key = format!("{{{space}}}{name}");
            match node.tag_name().name() {
                "complexType" if !schema.types.contains_key(&key) => {
                    schema.complex(node, space, Own { key: &key, name, outer: None });
                }
                "simpleType" if !schema.types.contains_key(&key) => {
                    schema.simple(node, space, Own { key: &key, name, outer: None });
                }
                "element" => {
                    let own = format!("{{{space}}}#{name}");
                    let kind =
                        schema.element_type(node, space, Own { key: &own, name, outer: None });
                    schema.elements.insert(key, kind.into());
                }
                _ => {}
            }
        }
        schema
    }

    /// The types and the elements. A type that is its own base after all has none.
    pub(super) fn into_parts(mut self) -> (Map<String, Value>, Map<String, Value>) {
        let circular: Vec<_> =
            self.types.keys().filter(|key| self.leads_back(key)).cloned().collect();
        for key in circular {
            self.types[&key]["base"] = Value::Null;
        }
        (self.types, self.elements)
    }

    fn leads_back(&self, key: &str) -> bool {
        let base = |key: &str| self.types.get(key).and_then(|it| it["base"].as_str());
        let bases = iter::successors(base(key), |it| base(it));
        bases.take(self.types.len()).any(|it| it == key)
    }

    /// The key of the type that a qualified name means.
    pub(super) fn type_of(&self, space: &str, name: &str) -> String {
        self.known_type(space, name, DEEPEST)
    }

    fn known_type(&self, space: &str, name: &str, depth: u32) -> String {
        if space == XSD || space == ENCODING {
            return name.to_owned();
        }
        if self.declared.contains_key(&("complexType", space, name)) {
            return format!("{{{space}}}{name}");
        }
        match self.declared.get_key_value(&("simpleType", space, name)) {
            Some((_, node)) if enumerated(*node).next().is_some() => format!("{{{space}}}{name}"),
            Some(((_, space, _), node)) => self.plain(*node, space, depth),
            None => ANY.to_owned(),
        }
    }

    /// What a type without parts is, after all.
    fn plain(&self, node: Node<'d, 'a>, space: &'d str, depth: u32) -> String {
        let restriction = child(node, "restriction");
        let (Some(it), Some(depth)) = (restriction, depth.checked_sub(1)) else {
            return "string".to_owned();
        };
        match (it.attribute("base"), child(it, "simpleType")) {
            (Some(base), _) => {
                let (space, name) = qualified(it, base, space);
                self.known_type(space, name, depth)
            }
            (None, Some(inner)) => self.plain(inner, space, depth),
            (None, None) => "string".to_owned(),
        }
    }

    /// The type of an element; if it stands in there, it gets a key and a name of its own.
    fn element_type(&mut self, element: Node<'d, 'a>, space: &'d str, own: Own<'_>) -> String {
        if let Some(name) = element.attribute("type") {
            let (space, name) = qualified(element, name, space);
            return self.type_of(space, name);
        }
        if let Some(node) = child(element, "complexType") {
            self.complex(node, space, own);
            return own.key.to_owned();
        }
        child(element, "simpleType")
            .map_or_else(|| ANY.to_owned(), |node| self.simple(node, space, own))
    }

    fn simple(
        &mut self,
        node: Node<'d, 'a>,
        space: &'d str,
        Own { key, name, outer }: Own<'_>,
    ) -> String {
        let values: Vec<_> = enumerated(node).collect();
        let plain = self.plain(node, space, DEEPEST);
        if values.is_empty() {
            return plain;
        }
        let described = json!({ "name": name, "space": space, "outer": outer, "text": plain, "values": values });
        self.types.insert(key.to_owned(), described);
        key.to_owned()
    }

    fn complex(&mut self, node: Node<'d, 'a>, space: &'d str, Own { key, name, outer }: Own<'_>) {
        let mut reading =
            Reading { key: key.to_owned(), base: None, text: None, parts: Vec::new(), choices: 0 };
        let around = Around { list: false, choice: None, depth: DEEPEST };
        self.content(node, space, &mut reading, around);
        let Reading { base, text, parts, .. } = reading;
        let described = json!({
            "name": name, "space": space, "outer": outer, "base": base, "text": text, "parts": parts,
        });
        self.types.insert(key.to_owned(), described);
    }

    fn content(
        &mut self,
        node: Node<'d, 'a>,
        space: &'d str,
        reading: &mut Reading,
        around: Around,
    ) {
        let Some(depth) = around.depth.checked_sub(1) else { return };
        for it in children(node) {
            let around = Around { depth, ..around };
            let within = Around { list: around.list || is_list(it), ..around };
            match it.tag_name().name() {
                "sequence" | "all" => self.content(it, space, reading, within),
                "choice" => {
                    reading.choices += 1;
                    let choice = around.choice.or(Some(reading.choices));
                    self.content(it, space, reading, Around { choice, ..within });
                }
                "group" | "attributeGroup" => self.shared(it, space, reading, within),
                "element" => self.part(it, space, reading, within),
                "attribute" => self.attribute(it, space, reading),
                "complexContent" | "simpleContent" => self.content(it, space, reading, around),
                "extension" => {
                    self.derive(it, space, reading);
                    self.content(it, space, reading, around);
                }
                "restriction" => self.restrict(it, space, reading),
                _ => {}
            }
        }
    }

    /// What several types have in common stands elsewhere.
    fn shared(&mut self, it: Node<'d, 'a>, space: &'d str, reading: &mut Reading, around: Around) {
        let Some(name) = it.attribute("ref") else { return };
        let (space, name) = qualified(it, name, space);
        let kind = if it.tag_name().name() == "group" { "group" } else { "attributeGroup" };
        let found = self.declared.get_key_value(&(kind, space, name));
        if let Some((space, node)) = found.map(|((_, space, _), node)| (*space, *node)) {
            self.content(node, space, reading, around);
        }
    }

    fn derive(&self, it: Node<'d, 'a>, space: &'d str, reading: &mut Reading) {
        let Some(base) = it.attribute("base") else { return };
        let (space, name) = qualified(it, base, space);
        let base = self.type_of(space, name);
        let has_text =
            it.parent_element().is_some_and(|above| above.tag_name().name() == "simpleContent");
        let is_complex = self.declared.contains_key(&("complexType", space, name));
        if has_text && !is_complex { reading.text = Some(base) } else { reading.base = Some(base) }
    }

    /// A restricted type has what its base has; one of arrays has elements of the type that it names.
    fn restrict(&self, it: Node<'d, 'a>, space: &'d str, reading: &mut Reading) {
        self.derive(it, space, reading);
        let of = it.descendants().find_map(|inner| {
            inner
                .attributes()
                .find(|each| each.name() == "arrayType")
                .map(|each| (inner, each.value()))
        });
        let element = it.descendants().find(|inner| inner.has_tag_name((XSD, "element")));
        if reading.base.as_deref() != Some("Array") {
            return;
        }
        reading.base = None;
        let kind = match (of, element.and_then(|it| it.attribute("type"))) {
            (Some((inner, name)), _) => {
                let (space, name) = qualified(inner, name.trim_end_matches(['[', ']', ',']), space);
                self.type_of(space, name)
            }
            (None, Some(name)) => {
                let (space, name) = qualified(it, name, space);
                self.type_of(space, name)
            }
            (None, None) => ANY.to_owned(),
        };
        reading.parts.push(json!({ "name": "item", "space": "", "type": kind, "list": true }));
    }

    fn part(&mut self, it: Node<'d, 'a>, space: &'d str, reading: &mut Reading, around: Around) {
        let (name, space, kind) = if let Some(name) = it.attribute("ref") {
            let (space, name) = qualified(it, name, space);
            (name, space, self.global(space, name))
        } else if let Some(name) = it.attribute("name") {
            let own = format!("{}/{name}", reading.key);
            let outer = reading.key.clone();
            let kind = self.element_type(it, space, Own { key: &own, name, outer: Some(&outer) });
            (name, if is_qualified(it, "element") { space } else { "" }, kind)
        } else {
            return;
        };
        let mut part = json!({ "name": name, "space": space, "type": kind });
        if around.list {
            part["list"] = true.into();
        }
        if let Some(choice) = around.choice {
            part["choice"] = choice.into();
        }
        reading.parts.push(part);
    }

    /// The type of an element that stands alone.
    fn global(&self, space: &str, name: &str) -> String {
        let Some(((_, space, _), node)) = self.declared.get_key_value(&("element", space, name))
        else {
            return ANY.to_owned();
        };
        let own = || format!("{{{space}}}#{name}");
        match (node.attribute("type"), child(*node, "complexType"), child(*node, "simpleType")) {
            (Some(kind), _, _) => {
                let (space, kind) = qualified(*node, kind, space);
                self.type_of(space, kind)
            }
            (None, Some(_), _) => own(),
            (None, None, Some(inner)) if enumerated(inner).next().is_some() => own(),
            (None, None, Some(inner)) => self.plain(inner, space, DEEPEST),
            (None, None, None) => ANY.to_owned(),
        }
    }

    fn attribute(&mut self, it: Node<'d, 'a>, space: &'d str, reading: &mut Reading) {
        let (it, space) = match it.attribute("ref") {
            Some(name) => {
                let (space, name) = qualified(it, name, space);
                match self.declared.get_key_value(&("attribute", space, name)) {
                    Some(((_, space, _), node)) => (*node, *space),
                    None => return,
                }
            }
            None => (it, space),
        };
        let Some(name) = it.attribute("name") else { return };
        let is_global =
            it.parent_element().is_some_and(|above| above.has_tag_name((XSD, "schema")));
        let own = format!("{}/{name}", reading.key);
        let outer = reading.key.clone();
        let kind = self.element_type(it, space, Own { key: &own, name, outer: Some(&outer) });
        let kind = if kind == ANY { "string".to_owned() } else { kind };
        let space = if is_global || is_qualified(it, "attribute") { space } else { "" };
        reading
            .parts
            .push(json!({ "name": name, "space": space, "type": kind, "attribute": true }));
    }
}

fn children<'d, 'a>(node: Node<'d, 'a>) -> impl Iterator<Item = Node<'d, 'a>> {
    node.children().filter(|it| it.is_element() && it.tag_name().namespace() == Some(XSD))
}

fn child<'d, 'a>(node: Node<'d, 'a>, name: &str) -> Option<Node<'d, 'a>> {
    children(node).find(|it| it.tag_name().name() == name)
}

/// The values of a type that has no others.
fn enumerated<'d>(node: Node<'d, '_>) -> impl Iterator<Item = &'d str> {
    let restriction = child(node, "restriction");
    let values = restriction.into_iter().flat_map(children);
    values.filter(|it| it.tag_name().name() == "enumeration").filter_map(|it| it.attribute("value"))
}

fn is_list(it: Node<'_, '_>) -> bool {
    it.attribute("maxOccurs").is_some_and(|most| most != "1" && most != "0")
}

/// Whether a local element or attribute has the namespace of its schema.
fn is_qualified(it: Node<'_, '_>, kind: &str) -> bool {
    let schema = it.ancestors().find(|above| above.has_tag_name((XSD, "schema")));
    let usual = schema.and_then(|schema| {
        schema.attributes().find(|each| each.name() == format!("{kind}FormDefault"))
    });
    it.attribute("form").or(usual.map(|each| each.value())) == Some("qualified")
}
