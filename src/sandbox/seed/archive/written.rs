//! A file of an archive as a shop has its records: what [`read`] reads back.
//!
//! [`read`]: super::feed::read

use super::{
    form::{Form, Holds, of_root},
    spaces,
};
use crate::sandbox::{seed::xml::Xml, shop::Shop};
use serde_json::{Map, Value};

type Fields = Map<String, Value>;

/// An element that is a custom attribute, and the attribute of it that names which.
type Entry = (&'static str, &'static str);

/// What is written of a record by its kind, scope and ID; nothing of one that is left out.
pub(in crate::sandbox) type Seen<'a> = dyn Fn((&str, &str, &str), Value) -> Option<Value> + 'a;

/// Whose records are written, and what of each: by kind, scope and ID its document, or nothing for one that is left out.
pub(in crate::sandbox) struct Written<'a> {
    pub(in crate::sandbox) shop: &'a Shop,
    /// One for each catalogue, price book, list or site.
    pub(in crate::sandbox) scopes: &'a [String],
    pub(in crate::sandbox) seen: &'a Seen<'a>,
}

/// Records as a file with that root.
///
/// # Panics
///
/// If no file has that root.
pub(in crate::sandbox) fn write(root: &str, written: &Written<'_>) -> String {
    let form = of_root(root).expect("a root of archives");
    let space = spaces::of_root(root).expect("its name space");
    let mut text = String::new();
    let mut attributes = vec![("xmlns".to_owned(), space)];
    let mut xml = Xml::file(&mut text);
    if let Some(kind) = &form.kind {
        // The whole file is a record: that of its scope.
        let documents = written.scopes.iter().filter_map(|scope| {
            let document = written.shop.document(kind, scope, scope)?;
            (written.seen)((kind, scope, scope), document)
        });
        for document in documents.take(1) {
            let fields = document.as_object().cloned().unwrap_or_default();
            xml.whole(form, &fields, std::mem::take(&mut attributes));
        }
        return text;
    }
    let own = form.attributes.iter().find(|it| it.is_scope);
    let scope = written.scopes.first().cloned().unwrap_or_default();
    attributes.extend(own.map(|it| (it.name.clone(), scope)));
    xml.element(root, &attributes, |xml| {
        written.scopes.iter().for_each(|scope| xml.records(form, scope, written));
    });
    text
}

/// The kinds of the records that files with that root hold.
pub(in crate::sandbox) fn kinds(root: &str) -> Vec<&'static str> {
    fn add(form: &'static Form, kinds: &mut Vec<&'static str>) {
        kinds.extend(form.kind.as_deref());
        form.children.iter().for_each(|child| add(child, kinds));
    }
    let mut kinds = Vec::new();
    if let Some(form) = of_root(root) {
        add(form, &mut kinds);
    }
    kinds
}

/// The elements of a record, one by one as they are named; those that it says nothing of are left out.
pub(in crate::sandbox::seed) fn write_elements(
    xml: &mut Xml<'_>,
    (root, kind): (&str, &str),
    fields: &Fields,
    names: &[&str],
) {
    let form = of_root(root).and_then(|root| root.child(kind)).expect("a record of archives");
    for child in names.iter().filter_map(|name| form.child(name)) {
        xml.stated(child, fields);
    }
}

impl Xml<'_> {
    fn records(&mut self, form: &Form, scope: &str, written: &Written<'_>) {
        let mut kinds = Vec::new();
        for child in &form.children {
            let Some(kind) = &child.kind else {
                if child.is_container() {
                    self.element(&child.name, &[], |xml| xml.records(child, scope, written));
                }
                continue;
            };
            // What has two names is written by the first of them.
            if kinds.contains(&kind) {
                continue;
            }
            kinds.push(kind);
            for (id, document) in written.shop.documents(kind, scope) {
                if let Some(Value::Object(fields)) = (written.seen)((kind, scope, id), document) {
                    self.whole(child, &fields, Vec::new());
                }
            }
        }
    }

    /// An element with its attributes, and what it holds.
    fn whole(&mut self, form: &Form, fields: &Fields, more: Vec<(String, String)>) {
        let mut attributes: Vec<_> = form
            .attributes
            .iter()
            .filter_map(|it| {
                let value = fields.get(&super::form::field(&it.name))?.as_str()?;
                Some((it.name.clone(), value.to_owned()))
            })
            .collect();
        attributes.extend(more);
        match form.holds {
            Holds::Elements => {
                self.element(&form.name, &attributes, |xml| xml.elements(form, fields));
            }
            Holds::Custom(_) => {
                let custom = fields.get("custom").and_then(Value::as_object);
                self.element(&form.name, &attributes, |xml| {
                    xml.custom(entry_of(form), custom, fields.get("sites"));
                });
            }
            _ => self.plain(form, fields.get("value").unwrap_or(&Value::Null), &attributes),
        }
    }

    fn elements(&mut self, form: &Form, fields: &Fields) {
        let mut listed: Vec<&str> = Vec::new();
        for child in form.children.iter().filter(|child| child.kind.is_none()) {
            if let Some(list) = &child.list {
                if !listed.contains(&list.as_str()) {
                    listed.push(list);
                    self.listed(form, fields.get(list));
                }
                continue;
            }
            self.stated(child, fields);
        }
    }

    /// What a document says of an element, for all sites and for single ones.
    fn stated(&mut self, form: &Form, fields: &Fields) {
        if form.is_inline {
            if is_said(form, fields) {
                self.whole(form, fields, Vec::new());
            }
            return;
        }
        self.child(form, fields, None);
        let sites = fields.get("sites").and_then(Value::as_object);
        let has_site =
            form.attribute("site-id").is_none() && !matches!(form.holds, Holds::Custom(_));
        for (site, own) in sites.into_iter().flatten().filter(|_| has_site) {
            if let Some(own) = own.as_object() {
                self.child(form, own, Some(site));
            }
        }
    }

    /// What stands in one list with others, in its order.
    fn listed(&mut self, form: &Form, list: Option<&Value>) {
        for item in list.and_then(Value::as_array).into_iter().flatten() {
            let child = item["kind"].as_str().and_then(|kind| form.child(kind));
            if let Some(child) = child {
                self.one(child, item, None);
            }
        }
    }

    fn child(&mut self, form: &Form, fields: &Fields, site: Option<&str>) {
        if matches!(form.holds, Holds::Custom(_)) {
            let custom = fields.get(&form.field).and_then(Value::as_object);
            let of_sites = fields.get("sites").filter(|_| form.field == "custom");
            if custom.is_some() || of_sites.is_some_and(has_custom) {
                let entry = entry_of(form);
                self.element(&form.name, &[], |xml| xml.custom(entry, custom, of_sites));
            }
            return;
        }
        let Some(value) = fields.get(&form.field) else { return };
        if matches!(form.holds, Holds::Localized | Holds::Markup) {
            for (locale, text) in value["$"].as_object().into_iter().flatten() {
                let mut attributes = vec![("xml:lang".to_owned(), tag(locale))];
                attributes.extend(site.map(|site| ("site-id".to_owned(), site.to_owned())));
                self.plain(form, text, &attributes);
            }
        } else if form.is_many {
            for item in value.as_array().into_iter().flatten() {
                self.one(form, item, site);
            }
        } else {
            self.one(form, value, site);
        }
    }

    fn one(&mut self, form: &Form, value: &Value, site: Option<&str>) {
        match value {
            Value::Object(fields)
                if !form.attributes.is_empty() || form.holds == Holds::Elements =>
            {
                self.whole(form, fields, of_site(site));
            }
            value => self.plain(form, value, &of_site(site)),
        }
    }

    /// What has no elements, or those of an ordered list.
    fn plain(&mut self, form: &Form, value: &Value, attributes: &[(String, String)]) {
        if form.holds == Holds::Ordered {
            let items = value.as_array().into_iter().flatten();
            self.element(&form.name, attributes, |xml| {
                for item in items {
                    let child = item["kind"].as_str().and_then(|kind| form.child(kind));
                    if let (Some(child), Some(fields)) = (child, item.as_object()) {
                        xml.whole(child, fields, Vec::new());
                    }
                }
            });
            return;
        }
        let text = if form.holds == Holds::Presence { String::new() } else { said(value) };
        self.line(&form.name, attributes, &text);
    }

    fn custom(&mut self, entry: Entry, own: Option<&Fields>, sites: Option<&Value>) {
        for (id, value) in own.into_iter().flatten() {
            self.attribute(entry, (id, value), None);
        }
        for (site, own) in sites.and_then(Value::as_object).into_iter().flatten() {
            for (id, value) in own["custom"].as_object().into_iter().flatten() {
                self.attribute(entry, (id, value), Some(site));
            }
        }
    }

    fn attribute(&mut self, (name, key): Entry, (id, value): (&str, &Value), site: Option<&str>) {
        let localized = value.get("$").and_then(Value::as_object);
        let all = match localized {
            Some(texts) => texts.iter().map(|(locale, it)| (Some(locale), it)).collect(),
            None => vec![(None, value)],
        };
        for (locale, value) in all {
            let mut attributes = vec![(key.to_owned(), id.to_owned())];
            attributes.extend(locale.map(|it| ("xml:lang".to_owned(), tag(it))));
            attributes.extend(site.map(|site| ("site-id".to_owned(), site.to_owned())));
            match value {
                Value::Null => {}
                Value::Array(all) => self.element(name, &attributes, |xml| {
                    for it in all {
                        xml.line("value", &[], &said(it));
                    }
                }),
                value => self.line(name, &attributes, &said(value)),
            }
        }
    }
}

/// The attribute that tells for which site something is.
fn of_site(site: Option<&str>) -> Vec<(String, String)> {
    site.map(|site| ("site-id".to_owned(), site.to_owned())).into_iter().collect()
}

/// What custom attributes are called there, and what names them.
fn entry_of(form: &Form) -> Entry {
    match form.name.as_str() {
        "all-instances" | "development" | "staging" | "production" => {
            ("preference", "preference-id")
        }
        "custom-object" => ("object-attribute", "attribute-id"),
        _ => ("custom-attribute", "attribute-id"),
    }
}

/// Whether a document says anything of what an element holds that isn't there as one.
fn is_said(form: &Form, fields: &Fields) -> bool {
    let of_attributes =
        form.attributes.iter().any(|it| fields.contains_key(&super::form::field(&it.name)));
    let of_children = form.children.iter().any(|child| {
        let name = child.list.as_ref().unwrap_or(&child.field);
        fields.contains_key(name) || child.is_inline && is_said(child, fields)
    });
    of_attributes || of_children
}

fn has_custom(sites: &Value) -> bool {
    sites.as_object().into_iter().flatten().any(|(_, own)| own["custom"].is_object())
}

/// A value as a text.
fn said(value: &Value) -> String {
    let inner = ["@enum", "@date", "@markup", "@image"].into_iter().find_map(|it| value.get(it));
    match inner.unwrap_or(value) {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn tag(locale: &str) -> String {
    if locale == "default" { "x-default".to_owned() } else { locale.replace('_', "-") }
}

#[cfg(test)]
mod tests {
    use super::super::{Source, read_builtin, read_feed};
    use super::*;
    use std::{borrow::Cow, fs, path::Path};
    use tokio_util::sync::CancellationToken;

    /// The records of the sample's archive.
    fn sample() -> Shop {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/storefront/archive"));
        let (mut files, mut folders) = (Vec::new(), vec![root.to_owned()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if !path.components().any(|it| it.as_os_str() == "libraries") {
                    let name = path.strip_prefix(root).expect("below it").to_string_lossy();
                    let bytes = fs::read(&path).expect("a file");
                    files.push((name.into_owned(), Cow::<'static, [u8]>::Owned(bytes)));
                }
            }
        }
        read_builtin(files, &[]).expect("the sample").shop
    }

    /// What other writers write, or none.
    const UNWRITTEN: [&str; 7] = [
        "customer-list",
        "customer-lists",
        "customers",
        "gift-certificates",
        "library",
        "metadata",
        "page-meta-tags",
    ];

    #[test]
    fn what_is_written_is_read_back_as_it_was() {
        let shop = sample();
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut records = 0;
        let is_written = |root: &&str| !UNWRITTEN.contains(root);
        for root in spaces::roots().filter(is_written) {
            let kinds = kinds(root);
            let mut scopes: Vec<&str> = kinds.iter().flat_map(|kind| shop.scopes(kind)).collect();
            scopes.sort_unstable();
            scopes.dedup();
            for scope in scopes {
                let scopes = [scope.to_owned()];
                let seen = |_: (&str, &str, &str), document| Some(document);
                let written = Written { shop: &shop, scopes: &scopes, seen: &seen };
                let text = write(root, &written);
                fs::write(file.path(), &text).expect("written");
                let roots = [root];
                let source = Source {
                    file: file.path(),
                    name: file.path(),
                    roots: &roots,
                    site: scope,
                    sites: &[],
                    ending: &CancellationToken::new(),
                };
                let feed = read_feed(&source, &shop, &shop).expect("it is read");
                assert!(feed.left_out.is_empty(), "{root} {scope}: {}", feed.left_out);
                let of_scope: usize = kinds.iter().map(|kind| shop.ids(kind, scope).count()).sum();
                assert_eq!(feed.changes.len(), of_scope, "{root} {scope}\n{text}");
                for change in feed.changes {
                    let was = shop.document(&change.kind, &change.scope, &change.id);
                    let is = change.document.map(Value::from);
                    assert_eq!(is, was, "{root} {scope} {} {}", change.kind, change.id);
                    records += 1;
                }
            }
        }
        assert!(records > 300, "{records}");
    }
}
