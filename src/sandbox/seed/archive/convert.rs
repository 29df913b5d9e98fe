//! A record's document, made of its element by its form.

use super::{
    form::{Form, Holds, field},
    names::Names,
    scalars::{date, flag, number},
    tree::{Fault, Node},
    types::Types,
};
use crate::sandbox::{seed::LeftOut, url_rule::UrlRule};
use serde_json::{Map, Value, json};

/// What is read of one file's records.
pub(super) struct Converter<'a> {
    pub(super) types: &'a Types,
    /// What the document has no place for, and what is wrong.
    pub(super) left_out: LeftOut,
    /// What it names.
    pub(super) names: Names,
    /// Records in the record, each with its scope.
    pub(super) inner: Vec<(Form, Node)>,
    /// The scope that the record is in.
    pub(super) scope: String,
}

type Fields = Map<String, Value>;

impl Converter<'_> {
    /// The fields of an element that holds others.
    pub(super) fn fields(&mut self, form: &Form, node: &Node) -> Result<Fields, Fault> {
        let mut fields = Fields::new();
        self.attributes(form, node, &mut fields);
        match &form.holds {
            Holds::Custom(kind) => {
                let kind = self.type_of(kind.as_deref());
                let custom = self.custom(&kind, node, &mut fields);
                fields.insert("custom".to_owned(), custom.into());
            }
            Holds::Elements => self.elements(form, node, &mut fields)?,
            _ => {
                let value = self.value(form, node)?;
                fields.extend(value.map(|value| ("value".to_owned(), value)));
            }
        }
        Ok(fields)
    }

    fn attributes(&mut self, form: &Form, node: &Node, fields: &mut Fields) {
        for (name, value) in &node.attributes {
            let is_of_xml = name.starts_with("xml") || name.starts_with("xsi:");
            if form.attribute(name).is_some() {
                fields.insert(field(name), value.as_str().into());
            } else if !is_of_xml && name != "site-id" && !(name == "mode" && form.kind.is_some()) {
                self.left_out.add(format!("attribute {name} of <{}>", node.name), node.line);
            }
        }
    }

    fn elements(&mut self, form: &Form, node: &Node, fields: &mut Fields) -> Result<(), Fault> {
        if !node.text.trim().is_empty() {
            self.left_out.add(format!("text in <{}>", node.name), node.line);
        }
        for child in &node.children {
            let Some(own) = form.child(&child.name) else {
                self.left_out.add(format!("<{}> in <{}>", child.name, node.name), child.line);
                continue;
            };
            self.tell_idle(own, child, node);
            if own.kind.is_some() {
                self.inner.push((own.clone(), child.clone()));
            } else if own.is_container() {
                self.elements(own, child, fields)?;
            } else {
                self.child(own, child, fields)?;
            }
        }
        Ok(())
    }

    fn child(&mut self, form: &Form, node: &Node, fields: &mut Fields) -> Result<(), Fault> {
        let site = node.attribute("site-id").filter(|_| form.attribute("site-id").is_none());
        if let Some(site) = site {
            let sites = inner(fields, "sites");
            let mut own = std::mem::take(inner(sites, site));
            self.plain_child(form, node, &mut own)?;
            inner(inner(fields, "sites"), site).extend(own);
            return Ok(());
        }
        self.plain_child(form, node, fields)
    }

    fn plain_child(&mut self, form: &Form, node: &Node, fields: &mut Fields) -> Result<(), Fault> {
        if let Holds::Custom(kind) = &form.holds {
            let kind = self.type_of(kind.as_deref());
            let custom = self.custom(&kind, node, fields);
            inner(fields, &form.field).extend(custom);
            return Ok(());
        }
        if form.is_inline {
            self.attributes(form, node, fields);
            return self.elements(form, node, fields);
        }
        if matches!(form.holds, Holds::Localized | Holds::Markup) {
            self.tell_children(node);
            if !node.text.trim().is_empty() {
                let text = text(form, node);
                let texts = inner(inner(fields, &form.field), "$");
                texts.insert(locale(node), text.into());
            }
            return Ok(());
        }
        let Some(mut value) = self.whole(form, node)? else { return Ok(()) };
        if form.is_many {
            if form.list.is_some() {
                value["kind"] = form.name.as_str().into();
            }
            let name = form.list.as_ref().unwrap_or(&form.field);
            let list = fields.entry(name.clone()).or_insert_with(|| json!([]));
            if let Some(list) = list.as_array_mut() {
                list.push(value);
            }
        } else {
            fields.insert(form.field.clone(), value);
        }
        Ok(())
    }

    /// A plain value, or an object where there are attributes or elements too.
    fn whole(&mut self, form: &Form, node: &Node) -> Result<Option<Value>, Fault> {
        if form.attributes.is_empty() && !matches!(form.holds, Holds::Elements) {
            return self.value(form, node);
        }
        self.fields(form, node).map(|fields| Some(fields.into()))
    }

    fn value(&mut self, form: &Form, node: &Node) -> Result<Option<Value>, Fault> {
        if form.holds != Holds::Ordered {
            self.tell_children(node);
        }
        let text = text(form, node);
        if text.is_empty() && !matches!(form.holds, Holds::Presence | Holds::Ordered) {
            return Ok(None);
        }
        let value = match form.holds {
            Holds::Flag => flag(&text, node)?.into(),
            Holds::Number => number(&text, node)?,
            Holds::Date => date(text, node)?,
            Holds::UrlRule => {
                if let Err(why) = UrlRule::parse(&text) {
                    let what = format!("<{}> that is none: {why}", node.name);
                    self.left_out.mistake(what, node.line);
                    return Ok(None);
                }
                text.into()
            }
            Holds::Off => {
                if flag(&text, node)? {
                    self.left_out.add(format!("<{}> that is true", node.name), node.line);
                }
                return Ok(None);
            }
            Holds::Presence => true.into(),
            Holds::Ordered => self.ordered(form, node)?.into(),
            Holds::Secret if !is_readable(node) => {
                self.left_out.add(format!("encrypted <{}>", node.name), node.line);
                return Ok(None);
            }
            _ => text.into(),
        };
        Ok(Some(value))
    }

    /// What has no effect here, if it says anything.
    fn tell_idle(&mut self, form: &Form, node: &Node, around: &Node) {
        let says_nothing = match form.holds {
            Holds::Flag => node.text.trim() != "true",
            Holds::Presence => false,
            _ => node.is_empty() && node.attributes.is_empty(),
        };
        if form.is_idle && !says_nothing {
            let what = format!("<{}> in <{}>, which has no effect", node.name, around.name);
            self.left_out.add(what, node.line);
        }
    }

    /// Elements in what holds a text.
    fn tell_children(&mut self, node: &Node) {
        for child in &node.children {
            self.left_out.add(format!("<{}> in <{}>", child.name, node.name), child.line);
        }
    }

    fn ordered(&mut self, form: &Form, node: &Node) -> Result<Vec<Value>, Fault> {
        let mut list = Vec::new();
        for child in &node.children {
            if let Some(own) = form.child(&child.name) {
                self.tell_idle(own, child, node);
                let mut fields = self.fields(own, child)?;
                fields.insert("kind".to_owned(), child.name.as_str().into());
                list.push(fields.into());
            } else {
                let what = format!("<{}> in <{}>", child.name, node.name);
                self.left_out.add(what, child.line);
            }
        }
        Ok(list)
    }

    /// The type whose attributes an element has. Preferences of no site are the organization's.
    fn type_of(&self, kind: Option<&str>) -> String {
        match kind {
            Some("SitePreferences") if self.scope.is_empty() => "OrganizationPreferences",
            Some(kind) => kind,
            None => &self.scope,
        }
        .to_owned()
    }

    /// Custom attributes by name; those of one site go to the record's `sites`.
    fn custom(&mut self, kind: &str, node: &Node, fields: &mut Fields) -> Fields {
        let mut custom = Fields::new();
        for child in &node.children {
            let id = child.attribute("attribute-id").or_else(|| child.attribute("preference-id"));
            let Some(id) = id else {
                self.left_out.add(format!("<{}> in <{}>", child.name, node.name), child.line);
                continue;
            };
            let value = match self.types.value(kind, id, child) {
                Ok(Some(value)) => value,
                Ok(None) => continue,
                // The rest of the object is fine, and so is the archive.
                Err(fault) => {
                    let what = format!("values of {id} that aren't of its type");
                    self.left_out.mistake(what, fault.line);
                    continue;
                }
            };
            if !self.types.has(kind, id) {
                self.names.undefined(kind, id, child.line);
            } else if let Some((odd, choices)) = self.types.unchosen(kind, id, &value) {
                self.names.unchosen(format!("{kind}.{id}"), odd, choices, child.line);
            }
            let into = match child.attribute("site-id") {
                Some(site) => inner(inner(inner(fields, "sites"), site), "custom"),
                None => &mut custom,
            };
            let is_localized = child.attribute("xml:lang").is_some()
                || into.get(id).is_some_and(|known| known.get("$").is_some())
                || self.types.is_localized(kind, id);
            if is_localized {
                inner(inner(into, id), "$").insert(locale(child), value);
            } else {
                into.insert(id.to_owned(), value);
            }
        }
        custom
    }
}

/// Whether a secret is of use: a password that was hashed by scrypt or MD5 can be checked.
fn is_readable(node: &Node) -> bool {
    node.attribute("encrypted") != Some("true")
        || matches!(node.attribute("encryptionScheme"), Some("scrypt" | "md5"))
}

/// What an element says, as its form takes it.
fn text(form: &Form, node: &Node) -> String {
    match form.holds {
        Holds::Raw | Holds::Markup => node.text.clone(),
        _ => node.text.trim().to_owned(),
    }
}

/// The object that is a field, made if it isn't there.
fn inner<'f>(fields: &'f mut Fields, name: &str) -> &'f mut Fields {
    if !fields.get(name).is_some_and(Value::is_object) {
        fields.insert(name.to_owned(), Value::Object(Fields::new()));
    }
    match fields.get_mut(name) {
        Some(Value::Object(inner)) => inner,
        _ => unreachable!("it was just made"),
    }
}

/// `x-default` is `default`, and `de-DE` is `de_DE`.
fn locale(node: &Node) -> String {
    match node.attribute("xml:lang") {
        None | Some("x-default") => "default".to_owned(),
        Some(tag) => tag.replace('-', "_"),
    }
}
