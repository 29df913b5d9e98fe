//! The platform's site import archive: a folder or a ZIP file.
//!
//! Definitions of attributes are read first, from all archives, since they tell what values are; then the rest, in
//! the order of the archives and of their files' names. What has no place is told with file and line, and so are
//! mistakes; what can't be read at all ends the reading, and then nothing of it was done.

mod categories;
mod convert;
mod encoding;
mod feed;
mod files;
mod form;
mod mappings;
mod meta;
mod names;
mod pages;
mod repository;
mod scalars;
mod spaces;
mod statics;
#[cfg(test)]
mod tests;
mod tree;
mod types;
mod written;

use super::{LeftOut, Place, Seed, SeedError};
use crate::sandbox::shop::Shop;
use categories::{Misplaced, Places, Stated, parents};
use convert::Converter;
pub(in crate::sandbox) use feed::{Change, Feed, Source, read as read_feed};
use files::Archives;
use form::{Form, Holds};
pub use names::Elsewhere;
use names::{Defined, Names, Refused};
pub(in crate::sandbox) use names::{Known, Target as NamedTarget};
use pages::{PAGES, Pages};
use serde_json::{Map, Value};
pub use statics::Statics;
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
    sync::Arc,
};
use tree::{Fault, Node, Sink};
use types::Types;
pub(in crate::sandbox::seed) use written::write_elements;
pub(in crate::sandbox) use written::{Written, kinds, write as write_file};

/// What archives say.
#[derive(Debug, Default)]
pub struct Imported {
    /// Everything but content, with what was there before.
    pub shop: Shop,
    /// The content libraries.
    pub libraries: Vec<Seed>,
    /// What has no place and what is wrong, by file.
    pub left_out: Vec<(PathBuf, LeftOut)>,
    /// What files name that no shop has, such as templates: whether it is there is for others to say.
    pub elsewhere: Vec<(PathBuf, Elsewhere)>,
    /// Images and the like.
    pub statics: Arc<Statics>,
}

/// The sites that archives have data for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveSites {
    /// Those that are served beside the archives' own.
    pub served: Vec<String>,
    /// `(site, other site)`: what an archive says of the first is meant for the second.
    pub renamed: Vec<(String, String)>,
}

/// Reads archives, on top of what a shop has. Values of other sites than those that are served are left out.
#[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
pub fn read(paths: &[PathBuf], shop: Shop, sites: &ArchiveSites) -> Result<Imported, SeedError> {
    read_furnished(paths, shop, sites, |_| None)
}

/// The same where scripts may find more than archives say: `furnish` makes of what they say a shop with all of that, against
/// which names are held.
pub(in crate::sandbox) fn read_furnished(
    paths: &[PathBuf],
    shop: Shop,
    sites: &ArchiveSites,
    furnish: impl FnOnce(&Shop) -> Option<Shop>,
) -> Result<Imported, SeedError> {
    read_opened(Archives::open(paths, &sites.renamed)?, shop, &sites.served, furnish)
}

/// The same of one archive that is part of the program: path in it and content.
pub(in crate::sandbox) fn read_builtin(
    files: Vec<(String, Cow<'static, [u8]>)>,
    sites: &[String],
) -> Result<Imported, SeedError> {
    read_opened(Archives::in_memory(files), Shop::default(), sites, |_| None)
}

fn read_opened(
    mut archives: Archives,
    shop: Shop,
    sites: &[String],
    furnish: impl FnOnce(&Shop) -> Option<Shop>,
) -> Result<Imported, SeedError> {
    let mut imported = Imported { shop, ..Imported::default() };
    let mut types = Types::of(&imported.shop);
    let (others, files): (Vec<_>, Vec<_>) =
        archives.files().partition(files::File::is_of_other_site);
    for file in others {
        let mut left_out = LeftOut::default();
        left_out.add("settings of the other site", 0);
        imported.tell(&file.shown, left_out);
    }
    let (mut stated, mut mentioned) = (Vec::new(), Vec::new());
    let (libraries, files): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| archives.is_library(file));
    for is_of_meta in [true, false] {
        for file in files.iter().filter(|file| file.is_meta() == is_of_meta) {
            if let Some(kind) = file.mappings() {
                imported.read_mappings(&mut archives, file, kind)?;
            } else {
                let (categories, names) = imported.read_file(&mut archives, file, &types)?;
                stated.extend((!categories.is_empty()).then(|| (file.shown.clone(), categories)));
                mentioned.push((file.shown.clone(), names));
            }
        }
        types = Types::of(&imported.shop);
    }
    imported.place_categories(&stated)?;
    imported.judge(mentioned, &types, furnish);
    let own: Vec<String> = imported.shop.scopes("site").map(str::to_owned).collect();
    let all: Vec<String> = sites.iter().chain(&own).cloned().collect();
    if let [first, ..] = sites {
        imported.tell_unserved(&files, &all, first);
    }
    for file in libraries {
        archives.has_given(&file);
        let pages = imported.read_pages(&mut archives, &file)?;
        let text = archives.text(&file)?;
        let mut seed = Seed::of_library_xml(&text, &file.shown, &all)?;
        seed.left_out.append(pages);
        seed.library =
            seed.library.or_else(|| Some(file.site().to_owned()).filter(|it| !it.is_empty()));
        let mut left_out = std::mem::take(&mut seed.left_out);
        for what in PAGES {
            left_out.forget(what);
        }
        imported.tell(&file.shown, left_out);
        imported.libraries.push(seed);
    }
    archives.check_given()?;
    imported.left_out.append(&mut archives.left_out);
    imported.statics = Arc::new(Statics::of(archives));
    Ok(imported)
}

impl Imported {
    /// The Page Designer's part of a content library.
    fn read_pages(
        &mut self,
        archives: &mut Archives,
        file: &files::File,
    ) -> Result<LeftOut, SeedError> {
        let mut pages = Pages::new(Target::Shop(&mut self.shop));
        let read = archives.with(file, |input| tree::read(input, file.site(), &mut pages))?;
        let told = pages.told;
        read.map_err(|fault| wrong(&file.shown, fault)).map(|()| told)
    }

    fn read_file(
        &mut self,
        archives: &mut Archives,
        file: &files::File,
        types: &Types,
    ) -> Result<(Vec<Stated>, Names), SeedError> {
        let site = file.site();
        let mut records = Records::new(Target::Shop(&mut self.shop), types, site);
        let read = archives.with(file, |input| tree::read(input, site, &mut records))?;
        let Records { left_out, categories, names, is_empty, .. } = records;
        if !is_empty {
            archives.has_given(file);
        }
        read.map_err(|fault| wrong(&file.shown, fault))?;
        self.tell(&file.shown, left_out);
        Ok((categories, names))
    }

    /// Tells what files name that isn't there; custom objects that can't be go.
    fn judge(
        &mut self,
        named: Vec<(PathBuf, Names)>,
        types: &Types,
        furnish: impl FnOnce(&Shop) -> Option<Shop>,
    ) {
        let (mut told, mut refused) = (Vec::new(), Vec::<Refused>::new());
        let furnished = furnish(&self.shop);
        let mut known = Known::new(&self.shop, furnished.as_ref(), &[]);
        let defined = Defined::new(&self.shop, &[], types);
        for (file, names) in named {
            let (mut left_out, mut elsewhere, objects) = names.judge(&defined);
            elsewhere.tell_of_shop(&mut known, &mut left_out);
            told.push((file.clone(), left_out));
            refused.extend(objects);
            if !elsewhere.is_empty() {
                self.elsewhere.push((file, elsewhere));
            }
        }
        for (scope, id) in refused {
            self.shop.remove("custom-object", &scope, &id);
        }
        for (file, left_out) in told {
            self.tell(&file, left_out);
        }
    }

    /// Tells which of the categories that files state are nowhere; one that is below itself ends the reading.
    fn place_categories(&mut self, stated: &[(PathBuf, Vec<Stated>)]) -> Result<(), SeedError> {
        let mut known = HashMap::<&str, Places>::new();
        for (file, categories) in stated {
            let mut left_out = LeftOut::default();
            for Stated { scope, id, line } in categories {
                let known = known.entry(scope);
                let places = known.or_insert_with(|| Places::of(parents(&self.shop, scope)));
                match places.misplaced(id) {
                    None => {}
                    Some(Misplaced::Missing(what)) => left_out.mistake(what, *line),
                    Some(Misplaced::Circle(what)) => {
                        return Err(wrong(file, Fault { line: *line, what }));
                    }
                }
            }
            self.tell(file, left_out);
        }
        Ok(())
    }

    fn read_mappings(
        &mut self,
        archives: &mut Archives,
        file: &files::File,
        kind: &str,
    ) -> Result<(), SeedError> {
        archives.has_given(file);
        let mut left_out = LeftOut::default();
        for (line, read) in mappings::of(&archives.text(file)?) {
            match read {
                Ok(mapping) => self.shop.add(kind, file.site(), &mapping.from, &mapping.document),
                Err(why) => left_out.add(why, line),
            }
        }
        self.tell(&file.shown, left_out);
        Ok(())
    }

    /// Data of sites that nobody serves are of no use: which folders these are, and how another site may have them.
    fn tell_unserved(&mut self, files: &[files::File], served: &[String], other: &str) {
        let is_unserved = |file: &&files::File| {
            !file.site().is_empty() && served.iter().all(|site| site != file.site())
        };
        let folders: BTreeMap<PathBuf, &str> = files
            .iter()
            .filter(is_unserved)
            .map(|file| (file.site_folder(), file.site()))
            .collect();
        for (folder, site) in folders {
            let what = format!(
                "all, as nobody serves the site {site}: `--site {site}` does, `--archive-site {site}={other}` gives it to {other}"
            );
            let mut left_out = LeftOut::default();
            left_out.add(what, 0);
            self.tell(&folder, left_out);
        }
    }

    fn tell(&mut self, file: &Path, left_out: LeftOut) {
        if left_out.is_empty() {
            return;
        }
        match self.left_out.iter_mut().find(|(known, _)| known == file) {
            Some((_, known)) => known.append(left_out),
            None => self.left_out.push((file.to_owned(), left_out)),
        }
    }
}

fn wrong(file: &Path, Fault { line, what }: Fault) -> SeedError {
    SeedError::Wrong { place: Place { file: file.to_owned(), line }, what }
}

/// Where a file's records go.
enum Target<'a> {
    /// Into a shop, at once.
    Shop(&'a mut Shop),
    /// To whoever applies them to a shop like this one.
    Changes(&'a Shop, &'a mut Vec<Change>),
}

impl Target<'_> {
    fn shop(&self) -> &Shop {
        match self {
            Self::Shop(shop) => shop,
            Self::Changes(shop, _) => shop,
        }
    }

    fn take(&mut self, change: Change) {
        match self {
            Self::Changes(_, changes) => changes.push(change),
            Self::Shop(shop) => {
                let Change { kind, scope, id, document } = change;
                match document {
                    Some(document) => shop.add(&kind, &scope, &id, &document),
                    None => shop.remove(&kind, &scope, &id),
                }
            }
        }
    }

    fn again(&mut self) -> Target<'_> {
        match self {
            Self::Shop(shop) => Target::Shop(shop),
            Self::Changes(shop, changes) => Target::Changes(shop, changes),
        }
    }
}

/// Gives a file's records to its target.
struct Records<'a> {
    target: Target<'a>,
    types: &'a Types,
    /// The site that the file belongs to by its path; empty if it belongs to none.
    site: &'a str,
    left_out: LeftOut,
    /// Categories with their lines.
    categories: Vec<Stated>,
    /// What they name.
    names: Names,
    /// The element that the next record stands in, if it is no record; nothing before the root.
    around: Option<String>,
    /// Whether there was none.
    is_empty: bool,
}

impl<'a> Records<'a> {
    fn new(target: Target<'a>, types: &'a Types, site: &'a str) -> Self {
        let (left_out, categories, names) = (LeftOut::default(), Vec::new(), Names::default());
        Self { target, types, site, left_out, categories, names, around: None, is_empty: true }
    }

    /// What is wrong with a definition, and what it is by the element that it stands in.
    fn define(&mut self, kind: &str, node: &Node, document: &mut Map<String, Value>) {
        let fault = match kind {
            "attribute" => meta::value_fault(node),
            "custom-type" => {
                // A definition that follows it is outside of the root no more than this one.
                self.around = Some("custom-type".to_owned());
                let key = node.children.iter().find(|child| child.name == "key-definition");
                key.and_then(meta::value_fault)
            }
            _ => return,
        };
        if let Some((what, line)) = fault {
            self.left_out.mistake(what, line);
        }
        if kind == "attribute" && self.around.as_deref() == Some("system-attribute-definitions") {
            document.insert("isSystem".to_owned(), true.into());
        }
    }

    /// The scope that keeps a record: of custom objects it is the type, with the site if they are a site's own.
    fn place(&self, kind: &str, scope: &str) -> String {
        let is_of_site = kind == "custom-object" && !self.site.is_empty();
        let of_type = self.target.shop().document("custom-type", scope, scope);
        match of_type.filter(|_| is_of_site) {
            Some(of_type) if of_type["storageScope"] == "site" => format!("{scope}|{}", self.site),
            _ => scope.to_owned(),
        }
    }
}

impl Sink for Records<'_> {
    fn record(&mut self, form: &Form, node: &Node, scope: &str) -> Result<Option<String>, Fault> {
        self.is_empty = false;
        let of_own = form.attributes.iter().find(|it| it.is_scope);
        let own = of_own.and_then(|it| node.attribute(&it.name)).map(str::to_owned);
        let within = own.clone().unwrap_or_else(|| scope.to_owned());
        let id = id(form, node, &within)?;
        let kind = form.kind.clone().unwrap_or_default();
        let place = self.place(&kind, &within);
        if node.attribute("mode") == Some("delete") {
            self.target.take(Change { kind, scope: place, id, document: None });
            return Ok(own);
        }
        let mut converter = Converter {
            types: self.types,
            left_out: LeftOut::default(),
            names: Names::default(),
            inner: Vec::new(),
            scope: within.clone(),
        };
        let mut document = converter.fields(form, node)?;
        self.define(&kind, node, &mut document);
        self.names.record((&kind, &within, &id), node);
        if kind == "custom-object"
            && self.target.shop().ids("custom-type", &within).next().is_none()
        {
            self.names.object(&within, &place, &id, node.line);
        }
        if kind == "category" && document.contains_key("parent") {
            self.categories.push(Stated { scope: place.clone(), id: id.clone(), line: node.line });
        }
        let Converter { left_out, names, inner, .. } = converter;
        self.left_out.append(left_out);
        self.names.append(names);
        self.target.take(Change { kind, scope: place, id, document: Some(document) });
        for (form, node) in &inner {
            self.record(form, node, &within)?;
        }
        Ok(own)
    }

    fn opened(&mut self, node: &Node, _scope: &str) {
        let fault = match self.around {
            None => spaces::fault(node),
            Some(_) if node.name == "type-extension" => meta::extension_fault(node),
            Some(_) => None,
        };
        if let Some(what) = fault {
            self.left_out.mistake(what, node.line);
        }
        self.around = Some(node.name.clone());
    }

    fn left_out(&mut self, what: String, line: usize) {
        self.left_out.add(what, line);
    }
}

/// A record's ID: the attributes that make it up, divided by `|`, and the texts that do, unless all of them are empty;
/// where no attribute does, the text that does, or the scope.
fn id(form: &Form, node: &Node, scope: &str) -> Result<String, Fault> {
    let keys: Vec<_> = form.attributes.iter().filter(|it| it.is_key).collect();
    let missing = |what: String| Fault { line: node.line, what };
    let texts: Vec<_> = form
        .children
        .iter()
        .filter(|it| it.is_key && matches!(it.holds, Holds::Text | Holds::Date))
        .collect();
    let text = |child: &Form| {
        let own = node.children.iter().find(|it| it.name == child.name);
        own.map_or("", |it| it.text.trim())
    };
    if let ([], [child, ..]) = (keys.as_slice(), texts.as_slice()) {
        let own = Some(text(child)).filter(|it| !it.is_empty()).map(str::to_owned);
        return own.ok_or_else(|| missing(format!("<{}> has no <{}>", node.name, child.name)));
    }
    let [first, rest @ ..] = keys.as_slice() else { return Ok(scope.to_owned()) };
    let usual = |name: &str| if name == "xml:lang" { "x-default" } else { "" };
    let value = |name: &str| node.attribute(name).unwrap_or_else(|| usual(name)).to_owned();
    if keys.iter().all(|key| value(&key.name).is_empty()) {
        return Err(missing(format!("<{}> has no {}", node.name, first.name)));
    }
    let start = value(&first.name);
    let id = rest.iter().fold(start, |id, key| id + "|" + &value(&key.name));
    let ends: Vec<&str> = texts.into_iter().map(text).collect();
    let has_end = ends.iter().any(|it| !it.is_empty());
    Ok(if has_end { format!("{id}|{}", ends.join("|")) } else { id })
}
