//! Where addresses of another shop lead that the site has taken over: an archive's static mappings and mapping rules.

use crate::sandbox::{shop::Shop, wildcard::captures};
use percent_encoding::percent_decode_str;
use serde_json::Value;
use std::borrow::Cow;

/// The mappings of a site, the one that comes first at first: those of one address, those with wildcards, the rules.
#[derive(Debug, Default)]
pub(super) struct Mappings(Vec<Mapping>);

#[derive(Debug)]
struct Mapping {
    /// Path and query, with `*` for any text.
    pattern: String,
    /// Addresses are meant whatever their query is.
    has_any_query: bool,
    is_caseless: bool,
    target: Value,
}

impl Mappings {
    /// Those of an archive.
    pub(super) fn of(shop: &Shop, site: &str) -> Self {
        let all = |kind| shop.documents(kind, site).map(|(from, target)| Mapping::of(from, target));
        let (plain, open): (Vec<_>, Vec<_>) =
            all("url-mapping").partition(|it| !it.pattern.contains('*'));
        Self(plain.into_iter().chain(open).chain(all("url-rule")).collect())
    }

    /// Where an address leads, which begins below the site's own part of it: the document of the mapping, in which the
    /// variables of its target have their values.
    pub(super) fn find(&self, origin: &str) -> Option<Value> {
        self.0.iter().find_map(|mapping| {
            let found = mapping.captured(origin)?;
            Some(filled(mapping.target.clone(), &|text| with_variables(text, origin, &found)))
        })
    }
}

impl Mapping {
    fn of(from: &str, target: Value) -> Self {
        let path = from
            .split_once("://")
            .map_or(from, |(_, rest)| rest.find('/').map_or("/", |at| &rest[at..]));
        let (path, has_any_query) = match path.strip_suffix("?**") {
            Some(path) => (path, true),
            None => (path, false),
        };
        let is_caseless = target["caseless"] == true;
        let pattern = folded(path, is_caseless).replace("**", "*");
        Self { pattern, has_any_query, is_caseless, target }
    }

    /// What the wildcards stand for.
    fn captured(&self, origin: &str) -> Option<Vec<String>> {
        let path = origin.split_once('?').map_or(origin, |(path, _)| path);
        let meant = if self.has_any_query { path } else { origin };
        let decoded = percent_decode_str(meant).decode_utf8_lossy();
        let text = folded(&decoded, self.is_caseless);
        let found = captures(&self.pattern, &text)?;
        Some(found.into_iter().map(str::to_owned).collect())
    }
}

fn folded(text: &str, is_caseless: bool) -> Cow<'_, str> {
    if is_caseless { text.to_lowercase().into() } else { text.into() }
}

/// `{_url}`, `{_path}`, and `{0}` for what the first wildcard stands for.
fn with_variables(text: &str, origin: &str, found: &[String]) -> String {
    let path = origin.split_once('?').map_or(origin, |(path, _)| path);
    let text = text.replace("{_url}", origin).replace("{_path}", path);
    found.iter().enumerate().fold(text, |text, (at, it)| text.replace(&format!("{{{at}}}"), it))
}

/// A document whose texts are filled in.
fn filled(document: Value, fill: &dyn Fn(&str) -> String) -> Value {
    match document {
        Value::String(text) => fill(&text).into(),
        Value::Array(list) => list.into_iter().map(|it| filled(it, fill)).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, it)| (name, filled(it, fill))).collect()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_address_has_the_mapping_that_means_it_best() {
        let mut shop = Shop::default();
        for (kind, from, caseless) in [
            ("url-rule", "/list/*", false),
            ("url-rule", "/p-*/of/*.html", false),
            ("url-rule", "**", false),
            ("url-mapping", "**.gif", true),
            ("url-mapping", "/mens**", false),
            ("url-mapping", "/mens", false),
            ("url-mapping", "/Sale?**", true),
            ("url-mapping", "http://www.old.com/a b", false),
        ] {
            let document = json!({ "caseless": caseless, "path": format!("{from} {{0}} {{1}}") });
            shop.add(kind, "Shop", from, document.as_object().expect("an object"));
        }
        let mappings = Mappings::of(&shop, "Shop");
        for (origin, expected) in [
            ("/mens", "/mens {0} {1}"),
            ("/mens?a=1", "/mens** ?a=1 {1}"),
            ("/sale", "/Sale?** {0} {1}"),
            ("/SALE?a=1", "/Sale?** {0} {1}"),
            ("/images/A.GIF", "**.gif /images/a {1}"),
            ("/list/7", "/list/* 7 {1}"),
            ("/p-7/of/8.html", "/p-*/of/*.html 7 8"),
            ("/a%20b", "http://www.old.com/a b {0} {1}"),
            ("/other", "** /other {1}"),
        ] {
            assert_eq!(mappings.find(origin).expect(origin)["path"], expected, "{origin}");
        }
        assert!(Mappings::of(&shop, "Other").find("/mens").is_none());
    }

    #[test]
    fn a_target_can_name_the_address() {
        let target = json!({ "path": "/x{_path}", "parameters": [["from", "{_url}"]] });
        let mut shop = Shop::default();
        shop.add("url-mapping", "Shop", "/a**", target.as_object().expect("an object"));
        assert_eq!(
            Mappings::of(&shop, "Shop").find("/a/b?c=1"),
            Some(json!({ "path": "/x/a/b", "parameters": [["from", "/a/b?c=1"]] }))
        );
    }
}
