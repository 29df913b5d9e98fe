//! A library as an export has it: what [`read`] reads back, and what the shop has of its pages.
//!
//! [`read`]: super::read

use super::TEXTS;
use crate::sandbox::{
    seed::{LeftOut, archive::write_elements, xml::Xml},
    shop::Shop,
    store::{Asset, Assignment, Folder, Key, Record, Row},
};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

const SPACE: &str = "http://www.demandware.com/xml/impex/library/2006-10-31";
/// Elements with a value for each site, and their fields.
const BEFORE: [(&str, &str); 2] = [("online-flag", "online"), ("searchable-flag", "searchable")];
const AFTER: [(&str, &str); 3] = [
    ("sitemap-included-flag", "site_map_included"),
    ("sitemap-changefrequency", "site_map_change_frequency"),
    ("sitemap-priority", "site_map_priority"),
];
const PAGE_TEXTS: std::ops::Range<usize> = 2..TEXTS.len();

/// What a library holds.
#[derive(Clone, Copy, Debug)]
pub(in crate::sandbox) struct Holdings<'a> {
    /// The library's ID.
    pub(in crate::sandbox) id: &'a str,
    /// Its folders, assets and assignments.
    pub(in crate::sandbox) rows: &'a BTreeMap<Key, Row>,
    /// Where its pages are.
    pub(in crate::sandbox) shop: &'a Shop,
}

type Fields = Map<String, Value>;
type Attributes = Vec<(String, String)>;

/// A library as a file, and what files have no place for.
pub(in crate::sandbox) fn write(library: &Holdings<'_>) -> (String, LeftOut) {
    let (mut text, mut left_out) = (String::new(), LeftOut::default());
    let attributes = [attribute("xmlns", SPACE), attribute("library-id", library.id)];
    Xml::file(&mut text).element("library", &attributes, |xml| {
        for (key, row) in library.rows {
            if let (Key::Folder { id, .. }, Record::Folder(folder)) = (key, &*row.record) {
                write_folder(xml, library, (id.as_str(), folder));
            }
        }
        for (key, row) in library.rows {
            if let (Key::Asset { id, .. }, Record::Asset(asset)) = (key, &*row.record) {
                write_content(xml, library, (id.as_str(), asset), &mut left_out);
            }
        }
    });
    (text, left_out)
}

fn write_folder(xml: &mut Xml<'_>, library: &Holdings<'_>, (id, folder): (&str, &Folder)) {
    let own = page(library, "library-folder", id);
    let fields = &folder.fields;
    xml.element("folder", &[attribute("folder-id", id)], |xml| {
        texts(xml, fields, &TEXTS[..PAGE_TEXTS.start]);
        if let Some(online) = fields.get("online") {
            xml.line("online-flag", &[], &said(online));
        }
        plain(xml, fields, "template");
        if let Some(parent) = &folder.parent {
            xml.line("parent", &[], parent.as_str());
        }
        write_elements(xml, ("library", "folder"), &own, &["position"]);
        page_attributes(xml, fields);
        custom(xml, fields);
        let rules = ["content-detail-page-meta-tag-rules", "content-listing-page-meta-tag-rules"];
        write_elements(xml, ("library", "folder"), &own, &rules);
    });
}

fn write_content(
    xml: &mut Xml<'_>,
    library: &Holdings<'_>,
    (id, asset): (&str, &Asset),
    left_out: &mut LeftOut,
) {
    let own = page(library, "page", id);
    let (fields, kind) = (&asset.fields, ("library", "content"));
    xml.element("content", &[attribute("content-id", id)], |xml| {
        texts(xml, fields, &TEXTS[..PAGE_TEXTS.start]);
        write_elements(xml, kind, &own, &["type", "config", "visibility-mode", "data"]);
        of_sites(xml, fields, &BEFORE, left_out);
        plain(xml, fields, "template");
        page_attributes(xml, fields);
        custom(xml, fields);
        folder_links(xml, library, (id, asset));
        write_elements(xml, kind, &own, &["content-links", "content-object-assignments"]);
        of_sites(xml, fields, &AFTER, left_out);
        write_elements(xml, kind, &own, &["content-detail-page-meta-tag-rules"]);
    });
}

/// What the shop has of an asset or a folder.
fn page(library: &Holdings<'_>, kind: &str, id: &str) -> Fields {
    match library.shop.document(kind, library.id, id) {
        Some(Value::Object(fields)) => fields,
        _ => Fields::new(),
    }
}

fn texts(xml: &mut Xml<'_>, fields: &Fields, all: &[(&str, &str)]) {
    for (element, field) in all {
        let texts = fields.get(*field).and_then(Value::as_object);
        for (locale, text) in texts.into_iter().flatten() {
            xml.line(element, &[language(locale)], &said(text));
        }
    }
}

fn page_attributes(xml: &mut Xml<'_>, fields: &Fields) {
    let all = &TEXTS[PAGE_TEXTS];
    if all.iter().any(|(_, field)| fields.contains_key(*field)) {
        xml.element("page-attributes", &[], |xml| texts(xml, fields, all));
    }
}

fn plain(xml: &mut Xml<'_>, fields: &Fields, name: &str) {
    if let Some(value) = fields.get(name) {
        xml.line(name, &[], &said(value));
    }
}

/// Values for all sites and for single ones; files have none for locales.
fn of_sites(xml: &mut Xml<'_>, fields: &Fields, all: &[(&str, &str)], left_out: &mut LeftOut) {
    for (element, field) in all {
        for (key, value) in fields.get(*field).and_then(Value::as_object).into_iter().flatten() {
            let (locale, site) = match key.split_once('@') {
                Some((locale, site)) => (locale, Some(site)),
                None => (key.as_str(), None),
            };
            if locale != "default" {
                left_out.add(format!("{field} of the locale {locale}"), 0);
                continue;
            }
            let text = match field {
                &"site_map_included" => (value.as_f64() == Some(1.0)).to_string(),
                _ => said(value),
            };
            let site: Attributes =
                site.map(|site| attribute("site-id", site)).into_iter().collect();
            xml.line(element, &site, &text);
        }
    }
}

fn custom(xml: &mut Xml<'_>, fields: &Fields) {
    let all = fields.iter().filter_map(|(name, value)| Some((name.strip_prefix("c_")?, value)));
    let all: Vec<(&str, &Value)> = all.collect();
    if all.is_empty() {
        return;
    }
    xml.element("custom-attributes", &[], |xml| {
        for (id, value) in all {
            match value {
                Value::Object(values) => {
                    for (locale, value) in values {
                        custom_attribute(xml, (id, Some(locale)), value);
                    }
                }
                value => custom_attribute(xml, (id, None), value),
            }
        }
    });
}

fn custom_attribute(xml: &mut Xml<'_>, (id, locale): (&str, Option<&String>), value: &Value) {
    let mut attributes = vec![attribute("attribute-id", id)];
    attributes.extend(locale.map(|locale| language(locale)));
    match value {
        Value::Array(all) => xml.element("custom-attribute", &attributes, |xml| {
            for value in all {
                xml.line("value", &[], &said(value));
            }
        }),
        value => {
            let value = value.get("source").unwrap_or(value);
            xml.line("custom-attribute", &attributes, &said(value));
        }
    }
}

fn folder_links(xml: &mut Xml<'_>, library: &Holdings<'_>, (id, asset): (&str, &Asset)) {
    let first = Key::assignment(library.id, id, "");
    let of_asset = library.rows.range(first..).map_while(|(key, row)| match (key, &*row.record) {
        (Key::Assignment { library: of, asset, folder }, Record::Assignment(assignment))
            if of.as_str() == library.id && asset.as_str() == id =>
        {
            Some((folder, assignment))
        }
        _ => None,
    });
    let all: Vec<_> = of_asset.collect();
    if all.is_empty() {
        return;
    }
    let is_first = |folder| asset.classification.as_ref() == Some(folder);
    xml.element("folder-links", &[], |xml| {
        for (folder, assignment) in all.iter().filter(|(folder, _)| is_first(folder)) {
            link(xml, "classification-link", folder.as_str(), assignment);
        }
        for (folder, assignment) in all.iter().filter(|(folder, _)| !is_first(folder)) {
            link(xml, "folder-link", folder.as_str(), assignment);
        }
    });
}

fn link(xml: &mut Xml<'_>, name: &str, folder: &str, assignment: &Assignment) {
    let attributes = [attribute("folder-id", folder)];
    match &assignment.position {
        None => xml.line(name, &attributes, ""),
        Some(position) => xml.element(name, &attributes, |xml| {
            xml.line("position", &[], &position.to_string());
        }),
    }
}

fn attribute(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// `default` is `x-default`.
fn language(locale: &str) -> (String, String) {
    attribute("xml:lang", if locale == "default" { "x-default" } else { locale })
}

fn said(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
