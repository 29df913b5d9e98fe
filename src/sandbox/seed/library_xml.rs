//! The platform's library export, `library.xml`.
//!
//! Elements that the libraries here have no field for (content links, page designer's data, dates)
//! are left out.

use super::{Place, Seed, SeedError};
use roxmltree::{Document, Node};
use serde_json::{Map, Number, Value, json};
use std::path::Path;

const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Elements of assets and folders that hold a text per locale, and their fields.
const TEXTS: [(&str, &str); 2] = [("display-name", "name"), ("description", "description")];
/// The same below `page-attributes`.
const PAGE_TEXTS: [(&str, &str); 4] = [
    ("page-title", "page_title"),
    ("page-description", "page_description"),
    ("page-keywords", "page_keywords"),
    ("page-url", "page_url"),
];

/// Reads an export; what is wrong is told with its line.
pub(super) fn read(text: &str, file: &Path, sites: &[String]) -> Result<Seed, SeedError> {
    let wrong = |line: u32, what: String| SeedError::Wrong {
        place: Place { file: file.to_owned(), line: line as usize },
        what,
    };
    let document =
        Document::parse(text).map_err(|error| wrong(error.pos().row, error.to_string()))?;
    Reader { document: &document, sites, wrong: &wrong, file }.library()
}

struct Reader<'a> {
    document: &'a Document<'a>,
    sites: &'a [String],
    wrong: &'a dyn Fn(u32, String) -> SeedError,
    file: &'a Path,
}

type Fields = Map<String, Value>;

impl Reader<'_> {
    fn library(&self) -> Result<Seed, SeedError> {
        let library = self.document.root_element();
        if library.tag_name().name() != "library" {
            let found = library.tag_name().name();
            return Err(self.wrong(library, format!("a library is wanted, not <{found}>")));
        }
        let id = library.attribute("library-id").filter(|id| !id.is_empty());
        let mut seed = Seed::new(id.map(str::to_owned));
        for node in elements(library) {
            if node.attribute("mode") == Some("delete") {
                return Err(self.wrong(node, "a seed adds content and can't delete any"));
            }
            match node.tag_name().name() {
                "content" => self.content(&mut seed, node)?,
                "folder" => seed.folder(self.place(node), self.folder(node)?),
                other => tracing::info!(element = other, "a seed's element is left out"),
            }
        }
        Ok(seed)
    }

    fn content(&self, seed: &mut Seed, node: Node<'_, '_>) -> Result<(), SeedError> {
        let id = self.attribute(node, "content-id")?;
        let mut fields = self.common(node, id)?;
        for child in elements(node) {
            let (name, value) = match child.tag_name().name() {
                "online-flag" => ("online", self.flag(child)?.into()),
                "searchable-flag" => ("searchable", self.flag(child)?.into()),
                "sitemap-included-flag" => {
                    ("site_map_included", u8::from(self.flag(child)?).into())
                }
                "sitemap-priority" => ("site_map_priority", self.number(child)?.into()),
                "sitemap-changefrequency" => ("site_map_change_frequency", trimmed(child).into()),
                _ => continue,
            };
            let site = child.attribute("site-id");
            if site.is_none_or(|site| self.sites.iter().any(|known| known == site)) {
                let key = site.map_or("default".to_owned(), |site| format!("default@{site}"));
                localize(&mut fields, name, key, value);
            }
        }
        seed.asset(self.place(node), fields);
        self.assignments(seed, node, id)
    }

    fn assignments(
        &self,
        seed: &mut Seed,
        node: Node<'_, '_>,
        content: &str,
    ) -> Result<(), SeedError> {
        for links in named(node, "folder-links") {
            let default = named(links, "classification-link").map(|link| (link, true));
            let others = named(links, "folder-link").map(|link| (link, false));
            let mut known = Vec::new();
            for (link, is_default) in default.chain(others) {
                let folder = self.attribute(link, "folder-id")?;
                if known.contains(&folder) {
                    continue;
                }
                known.push(folder);
                let mut fields = Fields::from_iter([
                    ("content_id".to_owned(), content.into()),
                    ("folder_id".to_owned(), folder.into()),
                    ("default".to_owned(), is_default.into()),
                ]);
                if let Some(position) = named(link, "position").next() {
                    fields.insert("position".to_owned(), self.number(position)?.into());
                }
                seed.assignment(self.place(link), fields);
            }
        }
        Ok(())
    }

    fn folder(&self, node: Node<'_, '_>) -> Result<Fields, SeedError> {
        let mut fields = self.common(node, self.attribute(node, "folder-id")?)?;
        for child in elements(node) {
            match child.tag_name().name() {
                "online-flag" => fields.insert("online".to_owned(), self.flag(child)?.into()),
                "parent" => fields.insert("parent_folder_id".to_owned(), trimmed(child).into()),
                _ => continue,
            };
        }
        Ok(fields)
    }

    /// What assets and folders have alike.
    fn common(&self, node: Node<'_, '_>, id: &str) -> Result<Fields, SeedError> {
        let mut fields = Fields::from_iter([("id".to_owned(), id.into())]);
        texts(&mut fields, node, &TEXTS);
        for attributes in named(node, "page-attributes") {
            texts(&mut fields, attributes, &PAGE_TEXTS);
        }
        if let Some(template) = named(node, "template").next() {
            fields.insert("template".to_owned(), trimmed(template).into());
        }
        for attribute in named(node, "custom-attributes").flat_map(elements) {
            let name = format!("c_{}", self.attribute(attribute, "attribute-id")?);
            match (attribute.attribute((XML, "lang")), name.as_str()) {
                (None, "c_body") => {
                    localize(&mut fields, &name, "default".to_owned(), markup(attribute));
                }
                (Some(locale), "c_body") => {
                    localize(&mut fields, &name, locale_of(locale), markup(attribute));
                }
                (Some(locale), _) => {
                    localize(&mut fields, &name, locale_of(locale), custom(attribute));
                }
                (None, _) => drop(fields.insert(name, custom(attribute))),
            }
        }
        Ok(fields)
    }

    fn attribute<'n>(&self, node: Node<'n, '_>, name: &str) -> Result<&'n str, SeedError> {
        let value = node.attribute(name).filter(|value| !value.is_empty());
        value.ok_or_else(|| self.wrong(node, format!("<{}> needs {name}", node.tag_name().name())))
    }

    fn flag(&self, node: Node<'_, '_>) -> Result<bool, SeedError> {
        match trimmed(node).as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            other => Err(self.mistaken(node, "true or false", other)),
        }
    }

    fn number(&self, node: Node<'_, '_>) -> Result<Number, SeedError> {
        let text = trimmed(node);
        let number = text.parse().ok().and_then(Number::from_f64);
        number.ok_or_else(|| self.mistaken(node, "a number", &text))
    }

    fn mistaken(&self, node: Node<'_, '_>, wanted: &str, found: &str) -> SeedError {
        let name = node.tag_name().name();
        self.wrong(node, format!("<{name}> is {wanted}, not \"{found}\""))
    }

    fn wrong(&self, node: Node<'_, '_>, what: impl Into<String>) -> SeedError {
        (self.wrong)(self.row(node), what.into())
    }

    fn place(&self, node: Node<'_, '_>) -> Place {
        Place { file: self.file.to_owned(), line: self.row(node) as usize }
    }

    fn row(&self, node: Node<'_, '_>) -> u32 {
        self.document.text_pos_at(node.range().start).row
    }
}

fn elements<'n, 'i>(node: Node<'n, 'i>) -> impl Iterator<Item = Node<'n, 'i>> {
    node.children().filter(Node::is_element)
}

fn named<'n, 'i>(node: Node<'n, 'i>, name: &'n str) -> impl Iterator<Item = Node<'n, 'i>> {
    elements(node).filter(move |child| child.tag_name().name() == name)
}

fn texts(fields: &mut Fields, node: Node<'_, '_>, known: &[(&str, &str)]) {
    for child in elements(node) {
        let field = known.iter().find(|(element, _)| *element == child.tag_name().name());
        let text = content(child);
        if let Some((_, field)) = field.filter(|_| !text.is_empty()) {
            let locale = child.attribute((XML, "lang")).map_or("default".to_owned(), locale_of);
            localize(fields, field, locale, text.into());
        }
    }
}

/// Sets a locale's value of a localized field.
fn localize(fields: &mut Fields, field: &str, locale: String, value: Value) {
    let values = fields.entry(field).or_insert_with(|| Fields::new().into());
    if !values.is_object() {
        *values = Fields::new().into();
    }
    values[locale] = value;
}

/// `x-default` is `default` on the wire, and `de_DE` is `de-DE`.
fn locale_of(tag: &str) -> String {
    match tag {
        "x-default" => "default".to_owned(),
        tag => tag.replace('_', "-"),
    }
}

fn markup(attribute: Node<'_, '_>) -> Value {
    json!({"source": content(attribute)})
}

/// A text, or the texts of its `value` elements. The export doesn't tell types.
fn custom(attribute: Node<'_, '_>) -> Value {
    let values: Vec<Value> = named(attribute, "value").map(|value| content(value).into()).collect();
    if values.is_empty() { content(attribute).into() } else { values.into() }
}

fn content(node: Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text()).collect()
}

fn trimmed(node: Node<'_, '_>) -> String {
    content(node).trim().to_owned()
}
