//! Where addresses lead that a shop once had: an archive's `redirect-url`s.

use super::{
    address::{self, PAGES},
    locale::is_well_formed,
};
use crate::sandbox::{shop::Shop, store::Timestamp, wildcard::matches};
use axum::http::Uri;
use serde_json::Value;
use url::form_urlencoded;

/// The rules of a site, the one that comes first at first: those with a wildcard last, of the others those of most
/// parameters, then by priority.
#[derive(Debug, Default)]
pub(super) struct Redirects(Vec<Rule>);

#[derive(Debug)]
struct Rule {
    path: String,
    parameters: Vec<(String, String)>,
    document: Value,
}

impl Redirects {
    /// The rules that are switched on.
    pub(super) fn of(shop: &Shop, site: &str) -> Self {
        let all = shop.documents("redirect", site).filter(|(_, it)| it["enabled"] != false);
        let mut rules: Vec<Rule> = all.filter_map(|(_, document)| Rule::of(document)).collect();
        rules.sort_by_key(|rule| {
            let priority = rule.document["priority"].as_i64().unwrap_or(i64::MAX);
            (rule.path.contains('*'), usize::MAX - rule.parameters.len(), priority)
        });
        Self(rules)
    }

    /// What an archive says of an address, which begins below the site's own part of it.
    pub(super) fn find(&self, origin: &str, now: Timestamp) -> Option<&Value> {
        let (path, query) = origin.split_once('?').unwrap_or((origin, ""));
        let parameters: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let now = now.to_string();
        let rules = self.0.iter().filter(|rule| rule.is_online(&now));
        rules.filter(|rule| rule.means(path, &parameters)).map(|rule| &rule.document).next()
    }
}

impl Rule {
    fn of(document: Value) -> Option<Self> {
        let text = |name: &str| document[name].as_str().unwrap_or_default();
        let (path, parameters) = if text("uri").is_empty() {
            let (_, path, name) =
                PAGES.into_iter().find(|(kind, ..)| *kind == text("sourceType"))?;
            (format!("/{path}"), vec![(name.to_owned(), text("sourceId").to_owned())])
        } else {
            let (path, query) = text("uri").split_once('?').unwrap_or((text("uri"), ""));
            let path = format!("/{}", path.trim_start_matches('/'));
            (path, form_urlencoded::parse(query.as_bytes()).into_owned().collect())
        };
        Some(Self { path, parameters, document })
    }

    fn is_online(&self, now: &str) -> bool {
        let time = |name: &str| self.document[name].as_str().filter(|it| !it.is_empty());
        time("onlineFrom").is_none_or(|from| now >= from)
            && time("onlineTo").is_none_or(|to| now < to)
    }

    /// A rule without a locale is for all of them.
    fn means(&self, path: &str, parameters: &[(String, String)]) -> bool {
        let is_path = matches(&self.path, path) || matches(&self.path, without_locale(path));
        is_path && self.parameters.iter().all(|it| parameters.contains(it))
    }
}

/// Whether a redirect says where to: an address, or one of the pages.
pub(super) fn leads(document: &Value) -> bool {
    let is_page = |(kind, ..): &(&str, &str, &str)| document["destinationType"] == **kind;
    document["destinationUrl"].is_string() || PAGES.iter().any(is_page)
}

/// An address without the part that names the site: `/default/Search-Show?cgid=cups`, or `/cups`. Nothing for another site's.
pub(super) fn origin(site: &str, uri: &Uri) -> Option<String> {
    let path = uri.path_and_query()?.as_str();
    if path.starts_with("/on/demandware.") {
        return path.strip_prefix(&address::site(site)).map(str::to_owned);
    }
    match path.strip_prefix("/s/") {
        Some(rest) => rest
            .strip_prefix(site)
            .filter(|rest| !rest.starts_with(char::is_alphanumeric))
            .map(str::to_owned),
        None => Some(path.to_owned()),
    }
}

/// The locale that an address names, if it does.
pub(super) fn locale(origin: &str) -> Option<&str> {
    origin.trim_start_matches('/').split(['/', '?']).next().filter(|it| is_well_formed(it))
}

fn without_locale(path: &str) -> &str {
    let inside = path.trim_start_matches('/');
    locale(path).map_or(path, |locale| &inside[locale.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    fn redirects(rules: &[Value]) -> Redirects {
        let mut shop = Shop::default();
        for (number, rule) in rules.iter().enumerate() {
            shop.add("redirect", "Shop", &number.to_string(), rule.as_object().expect("an object"));
        }
        Redirects::of(&shop, "Shop")
    }

    fn check(rules: &[Value], expected: &[(&str, Option<&str>)]) {
        let redirects = redirects(rules);
        for (origin, expected) in expected {
            let found = redirects.find(origin, NOW).map(|it| it["to"].as_str().expect("a name"));
            assert_eq!(found, *expected, "{origin}");
        }
    }

    #[test]
    fn a_rule_is_for_its_address() {
        check(
            &[
                json!({ "uri": "/womens", "to": "a" }),
                json!({ "uri": "Search-Show?cgid=old", "to": "b" }),
                json!({ "uri": "/de/Search-Show?cgid=old", "to": "c", "priority": 1 }),
                json!({ "uri": "/Search-Show?cgid=old&page=2", "to": "d" }),
                json!({ "sourceType": "product", "sourceId": "p", "to": "e" }),
                json!({ "uri": "/off", "enabled": false, "to": "f" }),
                json!({ "uri": "/soon", "onlineFrom": "2030-01-01T00:00:00.000Z", "to": "g" }),
                json!({ "uri": "/over", "onlineTo": "2020-01-01T00:00:00.000Z", "to": "h" }),
                json!({ "uri": "/sale/*,pg.html", "to": "i" }),
                json!({ "uri": "/sale/now,pg.html", "to": "j" }),
            ],
            &[
                ("/womens", Some("a")),
                ("/womens?x=1", Some("a")),
                ("/womens/shoes", None),
                ("/default/Search-Show?cgid=old", Some("b")),
                ("/Search-Show?x=1&cgid=old", Some("b")),
                ("/de/Search-Show?cgid=old", Some("c")),
                ("/de/Search-Show?cgid=old&page=2", Some("d")),
                ("/Search-Show?cgid=new", None),
                ("/en_US/Product-Show?pid=p", Some("e")),
                ("/off", None),
                ("/soon", None),
                ("/over", None),
                ("/sale/then,pg.html", Some("i")),
                ("/sale/now,pg.html", Some("j")),
                ("/sale/then", None),
            ],
        );
    }

    #[test]
    fn an_address_begins_below_the_site() {
        for (address, expected) in [
            ("/on/demandware.store/Sites-Shop-Site/de/Cart-Show?a=1", Some("/de/Cart-Show?a=1")),
            ("/on/demandware.store/Sites-Other-Site/de/Cart-Show", None),
            ("/on/demandware.static/Sites-Shop-Site/-/default/a.css", None),
            ("/s/Shop/womens", Some("/womens")),
            ("/s/Shopping/womens", None),
            ("/womens?a=1", Some("/womens?a=1")),
        ] {
            let found = origin("Shop", &address.parse().expect("an address"));
            assert_eq!(found.as_deref(), expected, "{address}");
        }
        assert_eq!(
            [locale("/de/a"), locale("/womens"), locale("/default")],
            [Some("de"), None, Some("default")]
        );
        assert_eq!(["/de/a", "//de/a", "/womens"].map(without_locale), ["/a", "/a", "/womens"]);
    }
}
