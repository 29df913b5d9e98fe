//! A file of an archive as a shop has its records: what [`read`] reads back.
//!
//! [`read`]: super::feed::read

use super::form::{Form, Holds, of_root};
use crate::sandbox::shop::Shop;
use serde_json::{Map, Value};
use std::fmt::Write;

/// The name space of each root that is written.
const SPACES: [(&str, &str); 11] = [
    ("catalog", "catalog/2006-10-31"),
    ("coupons", "coupon/2008-06-17"),
    ("customer-groups", "customergroup/2007-06-30"),
    ("inventory", "inventory/2007-05-31"),
    ("pricebooks", "pricebook/2006-10-31"),
    ("promotions", "promotion/2008-01-31"),
    ("shipping", "shipping/2007-03-31"),
    ("slot-configurations", "slot/2008-09-08"),
    ("sourcecodes", "sourcecode/2007-03-31"),
    ("stores", "store/2007-04-30"),
    ("tax", "tax/2007-02-14"),
];

type Fields = Map<String, Value>;

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
    let (_, space) = SPACES.into_iter().find(|(name, _)| *name == root).expect("its name space");
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let mut attributes =
        vec![("xmlns".to_owned(), format!("http://www.demandware.com/xml/impex/{space}"))];
    let own = form.attributes.iter().find(|it| it.is_scope);
    let scope = written.scopes.first().cloned().unwrap_or_default();
    attributes.extend(own.map(|it| (it.name.clone(), scope)));
    let mut writer = Writer { text: &mut text, depth: 0 };
    writer.element(root, &attributes, |writer| {
        written.scopes.iter().for_each(|scope| writer.records(form, scope, written));
    });
    text
}

struct Writer<'a> {
    text: &'a mut String,
    depth: usize,
}

impl Writer<'_> {
    fn records(&mut self, form: &Form, scope: &str, written: &Written<'_>) {
        for child in &form.children {
            let Some(kind) = &child.kind else {
                if child.is_container() {
                    self.element(&child.name, &[], |writer| writer.records(child, scope, written));
                }
                continue;
            };
            for (id, document) in written.shop.documents(kind, scope) {
                if let Some(Value::Object(fields)) = (written.seen)((kind, scope, id), document) {
                    self.whole(child, &fields, None);
                }
            }
        }
    }

    /// An element with its attributes, and what it holds.
    fn whole(&mut self, form: &Form, fields: &Fields, site: Option<&str>) {
        let mut attributes: Vec<_> = form
            .attributes
            .iter()
            .filter_map(|it| {
                let value = fields.get(&super::form::field(&it.name))?.as_str()?;
                Some((it.name.clone(), value.to_owned()))
            })
            .collect();
        attributes.extend(site.map(|site| ("site-id".to_owned(), site.to_owned())));
        match form.holds {
            Holds::Elements => {
                self.element(&form.name, &attributes, |writer| writer.elements(form, fields));
            }
            Holds::Custom(_) => {
                let custom = fields.get("custom").and_then(Value::as_object);
                self.element(&form.name, &attributes, |writer| {
                    writer.custom(custom, fields.get("sites"));
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
            if child.is_inline {
                if is_said(child, fields) {
                    self.whole(child, fields, None);
                }
                continue;
            }
            self.child(child, fields, None);
            let sites = fields.get("sites").and_then(Value::as_object);
            let has_site =
                child.attribute("site-id").is_none() && !matches!(child.holds, Holds::Custom(_));
            for (site, own) in sites.into_iter().flatten().filter(|_| has_site) {
                if let Some(own) = own.as_object() {
                    self.child(child, own, Some(site));
                }
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
                self.element(&form.name, &[], |writer| writer.custom(custom, of_sites));
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
                self.whole(form, fields, site);
            }
            value => {
                let site = site.map(|site| ("site-id".to_owned(), site.to_owned()));
                self.plain(form, value, &site.into_iter().collect::<Vec<_>>());
            }
        }
    }

    /// What has no elements, or those of an ordered list.
    fn plain(&mut self, form: &Form, value: &Value, attributes: &[(String, String)]) {
        if form.holds == Holds::Ordered {
            let items = value.as_array().into_iter().flatten();
            self.element(&form.name, attributes, |writer| {
                for item in items {
                    let child = item["kind"].as_str().and_then(|kind| form.child(kind));
                    if let (Some(child), Some(fields)) = (child, item.as_object()) {
                        writer.whole(child, fields, None);
                    }
                }
            });
            return;
        }
        let text = if form.holds == Holds::Presence { String::new() } else { said(value) };
        self.line(&form.name, attributes, &text);
    }

    fn custom(&mut self, own: Option<&Fields>, sites: Option<&Value>) {
        for (id, value) in own.into_iter().flatten() {
            self.attribute(id, value, None);
        }
        for (site, own) in sites.and_then(Value::as_object).into_iter().flatten() {
            for (id, value) in own["custom"].as_object().into_iter().flatten() {
                self.attribute(id, value, Some(site));
            }
        }
    }

    fn attribute(&mut self, id: &str, value: &Value, site: Option<&str>) {
        let localized = value.get("$").and_then(Value::as_object);
        let all = match localized {
            Some(texts) => texts.iter().map(|(locale, it)| (Some(locale), it)).collect(),
            None => vec![(None, value)],
        };
        for (locale, value) in all {
            let mut attributes = vec![("attribute-id".to_owned(), id.to_owned())];
            attributes.extend(locale.map(|it| ("xml:lang".to_owned(), tag(it))));
            attributes.extend(site.map(|site| ("site-id".to_owned(), site.to_owned())));
            match value {
                Value::Null => {}
                Value::Array(all) => self.element("custom-attribute", &attributes, |writer| {
                    for it in all {
                        writer.line("value", &[], &said(it));
                    }
                }),
                value => self.line("custom-attribute", &attributes, &said(value)),
            }
        }
    }

    fn element(
        &mut self,
        name: &str,
        attributes: &[(String, String)],
        inner: impl FnOnce(&mut Writer<'_>),
    ) {
        self.open(name, attributes);
        self.text.push_str(">\n");
        inner(&mut Writer { text: self.text, depth: self.depth + 1 });
        self.indent();
        let _infallible = writeln!(self.text, "</{name}>");
    }

    fn line(&mut self, name: &str, attributes: &[(String, String)], text: &str) {
        self.open(name, attributes);
        let _infallible = if text.is_empty() {
            writeln!(self.text, "/>")
        } else {
            writeln!(self.text, ">{}</{name}>", escaped(text))
        };
    }

    fn open(&mut self, name: &str, attributes: &[(String, String)]) {
        self.indent();
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            let _infallible = write!(self.text, " {name}=\"{}\"", escaped(value));
        }
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n("    ", self.depth));
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

/// In elements and attributes alike; what XML has no place for is left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\r' => escaped.push_str("&#13;"),
            '\n' | '\t' => escaped.push(letter),
            other if other.is_control() || matches!(other, '\u{fffe}' | '\u{ffff}') => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::{Source, read_builtin, read_feed};
    use super::*;
    use std::{borrow::Cow, fs, path::Path};

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

    #[test]
    fn what_is_written_is_read_back_as_it_was() {
        let shop = sample();
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut records = 0;
        for (root, _) in SPACES {
            let form = of_root(root).expect("a form");
            let mut kinds = Vec::new();
            kinds_of(form, &mut kinds);
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
                };
                let feed = read_feed(&source, &shop).expect("it is read");
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

    fn kinds_of<'a>(form: &'a Form, kinds: &mut Vec<&'a str>) {
        kinds.extend(form.kind.as_deref());
        form.children.iter().for_each(|child| kinds_of(child, kinds));
    }

    #[test]
    fn what_xml_has_no_place_for_is_escaped_or_left_out() {
        assert_eq!(escaped("a<b>&\"c\u{1}\r\n"), "a&lt;b&gt;&amp;&quot;c&#13;\n");
    }
}
