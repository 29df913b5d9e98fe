//! What a rule makes of an object.

use super::wording::{Wording, encoded};
use crate::sandbox::url_rule::{Above, UrlRule};
use serde_json::Value;

/// Writes in one locale.
#[derive(Clone, Copy)]
pub(super) struct Writer<'w> {
    pub(super) wording: &'w Wording,
    pub(super) locale: &'w str,
}

/// The category of a product, or the folder of content.
#[derive(Clone, Copy)]
pub(super) struct Home<'h> {
    /// Its document and those of what is above it, the uppermost first.
    pub(super) chain: &'h [&'h Value],
    pub(super) path: Option<&'h str>,
}

impl Writer<'_> {
    /// The text of a rule for the last of `chain`, above which the others are.
    pub(super) fn text(&self, rule: &UrlRule, chain: &[&Value], home: Option<Home<'_>>) -> String {
        match rule {
            UrlRule::Constant(text) => text.split('/').map(encoded).collect::<Vec<_>>().join("/"),
            UrlRule::Attribute(id, otherwise) => {
                let said = chain.last().and_then(|own| attribute(own, id));
                let said = said.or_else(|| otherwise.clone()).unwrap_or_default();
                self.wording.text(&said, self.locale)
            }
            UrlRule::Above(above, rule, between) => {
                let first = match above {
                    Above::All => 0,
                    Above::Parent => chain.len().saturating_sub(2),
                };
                let each = (first..chain.len()).map(|at| self.text(rule, &chain[..=at], home));
                each.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(between)
            }
            UrlRule::Home(None) => home.and_then(|home| home.path).unwrap_or_default().to_owned(),
            UrlRule::Home(Some(rule)) => {
                home.map_or_else(String::new, |home| self.text(rule, home.chain, None))
            }
            UrlRule::Row(row) => row.iter().fold(String::new(), |mut written, (before, rule)| {
                let text = self.text(rule, chain, home);
                if !written.is_empty() && !text.is_empty() {
                    written.push_str(before);
                }
                written + &text
            }),
        }
    }

    /// The path that an object names itself, if it does.
    pub(super) fn page_url(&self, document: &Value) -> Option<String> {
        let own = self.wording.page_url(document["pageUrl"].as_str()?, self.locale);
        (!own.is_empty()).then_some(own)
    }
}

/// What an attribute says: a system one by the name that scripts have for it, or a custom one.
fn attribute(document: &Value, id: &str) -> Option<String> {
    let value = match id {
        "ID" => &document["id"],
        "name" | "displayName" => &document["displayName"],
        "pageURL" => &document["pageUrl"],
        _ => {
            let id = id.strip_prefix("custom.").unwrap_or(id);
            document.get(id).unwrap_or(&document["custom"][id])
        }
    };
    let value = value.get("@display").or_else(|| value.get("@enum")).unwrap_or(value);
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is) => Some(is.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rules_write_what_they_name() {
        let wording = Wording::of(&json!({ "generalSettings": { "lowerCaseUrls": true } }));
        let writer = Writer { wording: &wording, locale: "en_US" };
        let top = json!({ "id": "m", "displayName": "Mens" });
        let mid = json!({ "id": "c", "displayName": "Clothing" });
        let low = json!({ "id": "s" });
        let chain = [&top, &mid, &low];
        let home = Some(Home { chain: &chain, path: Some("own/path/") });
        let product = json!({
            "id": "P1", "displayName": "Suit", "brand": "B & C",
            "custom": { "color": { "@enum": "r", "@display": "Red" } },
        });
        for (rule, expected) in [
            ("[ category ]", "own/path/"),
            (
                "[ category, [ category-path, [ attribute, displayName, None ], - ] ]",
                "mens-clothing-none",
            ),
            ("[ category, [ category-parent, [ attribute, ID ], / ] ]", "c/s"),
            ("[ [ category, [ attribute, displayName ] ], /, [ attribute, name ] ]", "suit"),
            (
                "[ [ constant, p/Q ], /, [ attribute, brand ], -, [ attribute, custom.color ] ]",
                "p/Q/b%20%26%20c-red",
            ),
            ("[ [ attribute, nothing ], /, [ attribute, ID ] ]", "p1"),
        ] {
            let parsed = UrlRule::parse(rule).expect("a rule");
            assert_eq!(writer.text(&parsed, &[&product], home), expected, "{rule}");
        }
        let path = UrlRule::parse("[ category-path, [ attribute, displayName ], / ]");
        assert_eq!(writer.text(&path.expect("a rule"), &chain, None), "mens/clothing");
    }
}
