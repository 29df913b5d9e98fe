//! The files of a description, and what they declare by name.

use super::super::native::xml;
use crate::script::{Cartridges, HostError, Stamp, beside};
use roxmltree::{Document, Node};
use std::collections::HashMap;

/// Files of one description.
const MOST: usize = 64;

pub(super) const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";
pub(super) const XSD: &str = "http://www.w3.org/2001/XMLSchema";

/// What declares something by its name, in descriptions and in schemas.
const DECLARED: [&str; 10] = [
    "complexType",
    "simpleType",
    "element",
    "attribute",
    "group",
    "attributeGroup",
    "message",
    "portType",
    "binding",
    "service",
];

/// A file of a description.
pub(super) struct Text {
    pub(super) path: String,
    pub(super) stamp: Option<Stamp>,
    content: String,
    /// The namespace of who includes it, which a schema without one takes over.
    space: Option<String>,
}

/// The files of a description: itself, and what it imports, one after the other.
pub(super) fn texts(cartridges: &Cartridges, path: &str) -> Result<Vec<Text>, HostError> {
    let mut texts: Vec<Text> = Vec::new();
    let mut wanted = vec![(path.to_owned(), None)];
    while let Some((path, space)) = wanted.pop() {
        if texts.iter().any(|known| known.path == path && known.space == space) {
            continue;
        }
        if texts.len() == MOST {
            return Err(HostError::new(format!("{path}: a description has {MOST} files at most")));
        }
        let content = cartridges.read(&path);
        let content = content.ok_or_else(|| HostError::new(format!("There is no {path}")))?;
        let content = String::from_utf8_lossy(&content);
        let content = content.trim_start_matches('\u{feff}').trim_start().to_owned();
        {
            let document = parsed(&path, &content)?;
            for (location, space) in imports(&document, space.as_deref()) {
                wanted.push((place(&path, location)?, space));
            }
        }
        let stamp = cartridges.stamp(&path);
        texts.push(Text { path, stamp, content, space });
    }
    Ok(texts)
}

fn parsed<'a>(path: &str, content: &'a str) -> Result<Document<'a>, HostError> {
    xml::document(content).map_err(|error| HostError::new(format!("{path}: {}", error.message)))
}

/// Where the others are that a file names, with the namespace that they take over. What lies elsewhere in the world
/// isn't fetched: such a schema is one that everybody knows.
fn imports<'a>(
    document: &'a Document<'_>,
    above: Option<&'a str>,
) -> impl Iterator<Item = (&'a str, Option<String>)> {
    let named = document.descendants().filter_map(move |it| {
        let location = match it.tag_name().name() {
            "import" => it.attribute("schemaLocation").or_else(|| it.attribute("location")),
            "include" | "redefine" => it.attribute("schemaLocation"),
            _ => None,
        }?;
        let own = || it.parent_element().and_then(|schema| schema.attribute("targetNamespace"));
        let is_import = it.tag_name().name() == "import";
        let space = if is_import { None } else { own().or(above).map(str::to_owned) };
        Some((location, space))
    });
    named.filter(|(location, _)| !location.contains("://"))
}

/// The path of what a file names, which is in the same cartridge.
fn place(from: &str, location: &str) -> Result<String, HostError> {
    let found = beside(from, location);
    let cartridge = from.split('/').nth(1);
    let found = found.filter(|path| path.split('/').nth(1) == cartridge);
    found.ok_or_else(|| HostError::new(format!("{from}: {location} is outside of its cartridge")))
}

/// The parsed files, and what they declare.
pub(super) struct Documents<'a> {
    documents: Vec<(Document<'a>, Option<&'a str>)>,
}

/// By kind, namespace and name.
pub(super) type Declared<'d, 'a> = HashMap<(&'static str, &'d str, &'d str), Node<'d, 'a>>;

impl<'a> Documents<'a> {
    pub(super) fn of(texts: &'a [Text]) -> Result<Self, HostError> {
        let parsed =
            texts.iter().map(|it| Ok((parsed(&it.path, &it.content)?, it.space.as_deref())));
        Ok(Self { documents: parsed.collect::<Result<_, HostError>>()? })
    }

    /// All that is declared for everybody. The first of a name counts.
    pub(super) fn declared(&self) -> Declared<'_, 'a> {
        let mut declared = HashMap::new();
        for (node, space) in self.roots().flat_map(|(root, space)| {
            root.children().filter(Node::is_element).map(move |it| (it, space))
        }) {
            let kind = DECLARED.iter().find(|kind| is_of(node, kind));
            if let (Some(kind), Some(name)) = (kind, node.attribute("name")) {
                declared.entry((*kind, space, name)).or_insert(node);
            }
        }
        declared
    }

    /// Descriptions and schemas, with their namespaces.
    pub(super) fn roots(&self) -> impl Iterator<Item = (Node<'_, 'a>, &str)> {
        self.documents.iter().flat_map(|(document, above)| {
            let inner = document.descendants().filter(|it| {
                it.has_tag_name((XSD, "schema")) || it.has_tag_name((WSDL, "definitions"))
            });
            inner.map(|it| (it, it.attribute("targetNamespace").or(*above).unwrap_or_default()))
        })
    }
}

fn is_of(node: Node<'_, '_>, kind: &str) -> bool {
    node.has_tag_name((XSD, kind)) || node.has_tag_name((WSDL, kind))
}

/// The namespace and the name that a qualified name means where it stands. Without a prefix and a namespace of its
/// own it has the one around it.
pub(super) fn qualified<'d>(
    node: Node<'d, '_>,
    name: &'d str,
    around: &'d str,
) -> (&'d str, &'d str) {
    match name.split_once(':') {
        Some((prefix, local)) => {
            (node.lookup_namespace_uri(Some(prefix)).unwrap_or_default(), local)
        }
        None => (node.lookup_namespace_uri(None).unwrap_or(around), name),
    }
}
