//! Forms of pages, as browsers read them.

use super::Page;
use std::collections::BTreeSet;

/// A form with what stands in it.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) action: String,
    pub(super) is_get: bool,
    /// What would be sent now, in the page's order.
    pub(super) fields: Vec<(String, String)>,
    names: BTreeSet<String>,
}

/// An element's start: its name and its attributes, read.
struct Tag<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, String)>,
    /// The page behind it.
    rest: &'a str,
}

impl Form {
    /// The first form of a page that leads to an action, such as `Cart-AddProduct`.
    #[track_caller]
    pub(super) fn of(page: &Page, action: &str) -> Self {
        let mut at = page.body.as_str();
        while let Some(tag) = next_tag(at) {
            at = tag.rest;
            let leads = tag.attribute("action").is_some_and(|target| leads_to(target, action));
            if tag.name == "form" && leads {
                let inner = tag.rest.split("</form>").next().expect("a first part");
                return Self::read(&tag, inner);
            }
        }
        panic!("no form leads to {action}:\n{}", page.body)
    }

    fn read(start: &Tag<'_>, mut at: &str) -> Self {
        let mut form = Self {
            action: start.attribute("action").expect("found by it").to_owned(),
            is_get: start.attribute("method") == Some("get"),
            fields: Vec::new(),
            names: BTreeSet::new(),
        };
        while let Some(tag) = next_tag(at) {
            at = tag.rest;
            if let Some(name) = tag.attribute("name") {
                form.names.insert(name.to_owned());
                form.fields.extend(tag.sent().map(|value| (name.to_owned(), value)));
            }
        }
        form
    }

    /// Writes into the field of that name, or of the only one that ends with it.
    #[track_caller]
    pub(super) fn write(&mut self, name: &str, value: &str) {
        let end = format!("_{name}");
        let fits: Vec<_> =
            self.names.iter().filter(|it| *it == name || it.ends_with(&end)).cloned().collect();
        let [field] = fits.as_slice() else {
            panic!("{name} is {fits:?} in the form to {}: {:?}", self.action, self.names)
        };
        self.fields.retain(|(known, _)| known != field);
        self.fields.push((field.clone(), value.to_owned()));
    }
}

impl Tag<'_> {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// What a browser sends for the element if nobody touches it.
    fn sent(&self) -> Option<String> {
        let value = self.attribute("value").map(str::to_owned);
        match (self.name, self.attribute("type")) {
            ("input", Some("radio" | "checkbox")) => {
                self.attribute("checked").and(value.or_else(|| Some("on".to_owned())))
            }
            ("input", _) => Some(value.unwrap_or_default()),
            ("textarea", _) => self.rest.split("</textarea>").next().map(unescaped),
            ("select", _) => self.chosen(),
            _ => None,
        }
    }

    /// The selected option of a list, else its first.
    fn chosen(&self) -> Option<String> {
        let mut at = self.rest.split("</select>").next()?;
        let mut first = None;
        while let Some(tag) = next_tag(at) {
            at = tag.rest;
            let value = tag.attribute("value").map(str::to_owned);
            if tag.attribute("selected").is_some() {
                return value;
            }
            first = first.or(value);
        }
        first
    }
}

fn leads_to(target: &str, action: &str) -> bool {
    let path = target.split('?').next().unwrap_or_default();
    path.ends_with(&format!("/{action}"))
}

/// The next start of an element.
fn next_tag(page: &str) -> Option<Tag<'_>> {
    let opened = page.match_indices('<').map(|(index, _)| &page[index + 1..]);
    let mut rest =
        opened.into_iter().find(|it| it.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric())?;
    let name = &rest[..end];
    rest = &rest[end..];
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if let Some(behind) = rest.strip_prefix('>') {
            return Some(Tag { name, attributes, rest: behind });
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '=' || c == '>')?;
        let key = &rest[..end];
        rest = &rest[end..];
        let mut value = "";
        if let Some(quoted) = rest.strip_prefix("=\"") {
            (value, rest) = quoted.split_once('"')?;
        } else if let Some(bare) = rest.strip_prefix('=') {
            (value, rest) = bare.split_at(bare.find(|c: char| c.is_whitespace() || c == '>')?);
        }
        attributes.push((key, unescaped(value)));
    }
}

/// The text that markup stands for, as far as the sample's pages need entities.
fn unescaped(text: &str) -> String {
    let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'")];
    let plain = pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    plain.replace("&amp;", "&")
}
