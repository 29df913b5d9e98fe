//! The platform's library export, `library.xml`.
//!
//! An element that is empty says nothing. What libraries here have no place for (page designer's
//! data and content links, values of other sites) is left out, and told as [`LeftOut`].
//!
//! [`LeftOut`]: super::LeftOut

mod custom;
mod nodes;
#[cfg(test)]
mod outside;
mod written;

use super::{Place, Seed, SeedError};
use crate::sandbox::{
    data::{Kind, is_id},
    xml,
};
use custom::Types;
use nodes::{content, elements, is_empty, locale, named, trimmed};
use roxmltree::Node;
use serde_json::{Map, Number, Value};
use std::path::Path;
pub(in crate::sandbox) use written::{Holdings, write};

/// Elements that hold a text per locale, and their fields; the latter four stand in
/// `page-attributes`.
const TEXTS: [(&str, &str); 6] = [
    ("display-name", "name"),
    ("description", "description"),
    ("page-title", "page_title"),
    ("page-description", "page_description"),
    ("page-keywords", "page_keywords"),
    ("page-url", "page_url"),
];

/// Reads an export; what is wrong is told with its line.
pub(super) fn read(text: &str, file: &Path, sites: &[String]) -> Result<Seed, SeedError> {
    let document = xml::document(text).map_err(|error| SeedError::Wrong {
        place: Place { file: file.to_owned(), line: error.line as usize },
        what: error.what,
    })?;
    let library = document.root_element();
    let ends = text.match_indices('\n').map(|(at, _)| at).collect();
    let (types, seed) = (Types::of(library), Seed::default());
    let mut reader = Reader { ends, sites, file, types, seed };
    reader.library(library)?;
    Ok(reader.seed)
}

struct Reader<'a, 'n> {
    /// Where lines end, in bytes. The document itself would count them anew each time.
    ends: Vec<usize>,
    sites: &'a [String],
    file: &'a Path,
    types: Types<'n>,
    seed: Seed,
}

type Fields = Map<String, Value>;

impl<'n> Reader<'_, 'n> {
    fn library(&mut self, library: Node<'n, 'n>) -> Result<(), SeedError> {
        if library.tag_name().name() != "library" {
            let found = library.tag_name().name();
            return Err(self.wrong(library, format!("a library is wanted, not <{found}>")));
        }
        let id = library.attribute("library-id").filter(|id| !id.is_empty());
        if id.is_some_and(|id| !is_id(id)) {
            let what = "library-id is 1 to 256 characters without control characters";
            return Err(self.wrong(library, what));
        }
        self.seed.library = id.map(str::to_owned);
        for node in elements(library) {
            let is_gone = node.attribute("mode") == Some("delete");
            match node.tag_name().name() {
                "content" if is_gone => self.gone(Kind::Asset, node, "content-id")?,
                "folder" if is_gone => self.gone(Kind::Folder, node, "folder-id")?,
                "content" => self.content(node)?,
                "folder" => self.folder(node)?,
                _ => self.leave_out(node),
            }
        }
        Ok(())
    }

    fn gone(&mut self, kind: Kind, node: Node<'n, 'n>, name: &str) -> Result<(), SeedError> {
        let id = self.attribute(node, name)?;
        let place = self.place(node);
        self.seed.gone(kind, place, Fields::from_iter([("id".to_owned(), id.into())]));
        Ok(())
    }

    fn content(&mut self, node: Node<'n, 'n>) -> Result<(), SeedError> {
        let id = self.attribute(node, "content-id")?;
        let mut fields = Fields::from_iter([("id".to_owned(), id.into())]);
        let mut assignments = Vec::new();
        for child in elements(node).filter(|child| !is_empty(*child)) {
            match child.tag_name().name() {
                "online-flag" => {
                    let value = self.flag(child)?;
                    self.of_site(&mut fields, child, "online", value);
                }
                "searchable-flag" => {
                    let value = self.flag(child)?;
                    self.of_site(&mut fields, child, "searchable", value);
                }
                "sitemap-included-flag" => {
                    let value = u8::from(self.flag(child)?);
                    self.of_site(&mut fields, child, "site_map_included", value);
                }
                "sitemap-changefrequency" => {
                    self.of_site(&mut fields, child, "site_map_change_frequency", trimmed(child));
                }
                "sitemap-priority" => {
                    let value = self.number(child)?;
                    self.of_site(&mut fields, child, "site_map_priority", value);
                }
                "folder-links" => assignments.extend(self.assignments(child, id)?),
                _ => self.common(&mut fields, node, child)?,
            }
        }
        self.seed.asset(self.place(node), fields);
        for (place, fields) in assignments {
            self.seed.assignment(place, fields);
        }
        Ok(())
    }

    fn assignments(
        &mut self,
        links: Node<'n, 'n>,
        content: &str,
    ) -> Result<Vec<(Place, Fields)>, SeedError> {
        let (mut folders, mut found) = (Vec::new(), Vec::new());
        let classification = named(links, "classification-link").next();
        for link in elements(links) {
            let is_default = match link.tag_name().name() {
                "classification-link" if Some(link) != classification => {
                    let what = "second <classification-link> in <folder-links>";
                    self.seed.left_out.add(what, self.line(link));
                    continue;
                }
                "classification-link" => true,
                "folder-link" => false,
                _ => {
                    self.leave_out(link);
                    continue;
                }
            };
            let Some(folder) = link.attribute("folder-id").filter(|id| !id.is_empty()) else {
                let what = format!("<{}> without folder-id", link.tag_name().name());
                self.seed.left_out.add(what, self.line(link));
                continue;
            };
            // The first of the two that name a folder is its classification.
            if folders.contains(&folder) {
                continue;
            }
            folders.push(folder);
            let mut fields = Fields::from_iter([
                ("content_id".to_owned(), content.into()),
                ("folder_id".to_owned(), folder.into()),
                ("default".to_owned(), is_default.into()),
            ]);
            for child in elements(link).filter(|child| !is_empty(*child)) {
                match child.tag_name().name() {
                    "position" => match self.number(child)? {
                        below if below.as_f64().is_some_and(|it| it < 0.0) => {
                            let what =
                                format!("negative <position> in <{}>", link.tag_name().name());
                            self.seed.left_out.add(what, self.line(child));
                        }
                        position => drop(fields.insert("position".to_owned(), position.into())),
                    },
                    _ => self.leave_out(child),
                }
            }
            found.push((self.place(link), fields));
        }
        Ok(found)
    }

    fn folder(&mut self, node: Node<'n, 'n>) -> Result<(), SeedError> {
        let id = self.attribute(node, "folder-id")?;
        let mut fields = Fields::from_iter([("id".to_owned(), id.into())]);
        for child in elements(node).filter(|child| !is_empty(*child)) {
            match child.tag_name().name() {
                "online-flag" => {
                    fields.insert("online".to_owned(), self.flag(child)?.into());
                }
                "parent" => {
                    fields.insert("parent_folder_id".to_owned(), trimmed(child).into());
                }
                _ => self.common(&mut fields, node, child)?,
            }
        }
        self.seed.folder(self.place(node), fields);
        Ok(())
    }

    /// An element that assets and folders have alike.
    fn common(
        &mut self,
        fields: &mut Fields,
        owner: Node<'n, 'n>,
        node: Node<'n, 'n>,
    ) -> Result<(), SeedError> {
        match node.tag_name().name() {
            "display-name" | "description" => self.text(fields, node),
            "page-attributes" => elements(node).for_each(|node| self.text(fields, node)),
            "template" => drop(fields.insert("template".to_owned(), trimmed(node).into())),
            "custom-attributes" => {
                elements(node).try_for_each(|node| self.custom(fields, owner, node))?;
            }
            _ => self.leave_out(node),
        }
        Ok(())
    }

    fn text(&mut self, fields: &mut Fields, node: Node<'n, 'n>) {
        match TEXTS.iter().find(|(element, _)| *element == node.tag_name().name()) {
            Some((_, field)) if !is_empty(node) => {
                localize(fields, field, locale(node).unwrap_or_else(default), content(node));
            }
            Some(_) => {}
            None => self.leave_out(node),
        }
    }

    fn custom(
        &mut self,
        fields: &mut Fields,
        owner: Node<'n, 'n>,
        node: Node<'n, 'n>,
    ) -> Result<(), SeedError> {
        if node.tag_name().name() != "custom-attribute" {
            self.leave_out(node);
            return Ok(());
        }
        let id = self.attribute(node, "attribute-id")?;
        if is_empty(node) {
            return Ok(());
        }
        if node.attribute("site-id").is_some() {
            let what = "<custom-attribute> of one site";
            self.seed.left_out.add(what, self.line(node));
            return Ok(());
        }
        let (name, value) = (format!("c_{id}"), self.types.value(owner, node, id));
        match custom::key(owner, node, id) {
            Some(locale) => localize(fields, &name, locale, value),
            None => drop(fields.insert(name, value)),
        }
        Ok(())
    }

    /// Sets a value for all sites, or for the one that the element names.
    fn of_site(
        &mut self,
        fields: &mut Fields,
        node: Node<'n, 'n>,
        field: &str,
        value: impl Into<Value>,
    ) {
        match node.attribute("site-id") {
            None => localize(fields, field, default(), value),
            Some(site) if self.sites.iter().any(|known| known == site) => {
                localize(fields, field, format!("default@{site}"), value);
            }
            Some(site) => {
                let what = format!("values of site {site}");
                self.seed.left_out.add(what, self.line(node));
            }
        }
    }

    fn leave_out(&mut self, node: Node<'n, 'n>) {
        if !is_empty(node) {
            let name = |node: Node<'n, 'n>| node.tag_name().name();
            let parent = node.parent_element().map_or("library", name);
            let what = format!("<{}> in <{parent}>", name(node));
            self.seed.left_out.add(what, self.line(node));
        }
    }

    fn attribute(&self, node: Node<'n, 'n>, name: &str) -> Result<&'n str, SeedError> {
        let value = node.attribute(name).filter(|value| !value.is_empty());
        value.ok_or_else(|| self.wrong(node, format!("<{}> needs {name}", node.tag_name().name())))
    }

    fn flag(&self, node: Node<'n, 'n>) -> Result<bool, SeedError> {
        match trimmed(node).as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            other => Err(self.mistaken(node, "true or false", other)),
        }
    }

    fn number(&self, node: Node<'n, 'n>) -> Result<Number, SeedError> {
        let text = trimmed(node);
        let number = text.parse().ok().and_then(Number::from_f64);
        number.ok_or_else(|| self.mistaken(node, "a number", &text))
    }

    fn mistaken(&self, node: Node<'n, 'n>, wanted: &str, found: &str) -> SeedError {
        let name = node.tag_name().name();
        self.wrong(node, format!("<{name}> is {wanted}, not \"{found}\""))
    }

    fn wrong(&self, node: Node<'n, 'n>, what: impl Into<String>) -> SeedError {
        SeedError::Wrong { place: self.place(node), what: what.into() }
    }

    fn place(&self, node: Node<'n, 'n>) -> Place {
        Place { file: self.file.to_owned(), line: self.line(node) }
    }

    fn line(&self, node: Node<'n, 'n>) -> usize {
        self.ends.partition_point(|end| *end < node.range().start) + 1
    }
}

/// Sets a locale's value of a localized field.
fn localize(fields: &mut Fields, field: &str, locale: String, value: impl Into<Value>) {
    let values = fields.entry(field).or_insert_with(|| Fields::new().into());
    values[locale] = value.into();
}

fn default() -> String {
    "default".to_owned()
}
