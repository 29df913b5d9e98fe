//! Short addresses of pages: the pipeline aliases and the locales in addresses that a site's `url-rules.xml` names.

use super::locale::is_well_formed;
use crate::sandbox::shop::Shop;
use percent_encoding::percent_decode_str;
use serde_json::Value;
use url::form_urlencoded;

/// The page of an address without a name.
const FIRST_PAGE: &str = "Home-Show";
/// The parameter that names a locale, where the rules give it no name.
const LOCALE_PARAMETER: &str = "lang";

/// The aliases of a site.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    pages: Vec<Alias>,
    /// What locales are called in addresses: `(en, en_US)`.
    locales: Vec<(String, String)>,
    /// The first part of an address is a locale's name.
    is_by_path: bool,
    /// A parameter of an address is a locale or its name.
    parameter: Option<String>,
    /// The locale of an address that names none.
    default_locale: String,
}

#[derive(Debug)]
struct Alias {
    name: String,
    action: String,
    /// Nothing for all of them.
    locale: Option<String>,
}

impl Aliases {
    /// Those of a site's archive.
    pub(super) fn of(shop: &Shop, site: &str, default_locale: &str) -> Self {
        let rules = shop.document("url-rules", site, site).unwrap_or_default();
        let settings = &rules["localeSettings"];
        let named = |it: &Value| {
            let name = it["value"].as_str()?.to_owned();
            Some((name, it["xml:lang"].as_str()?.replace('-', "_")))
        };
        let parameter = settings["parameterName"].as_str().unwrap_or(LOCALE_PARAMETER).to_owned();
        Self {
            pages: list(&rules["pipelineAliases"]).flat_map(in_locale).collect(),
            locales: list(&settings["localeMapping"]).filter_map(named).collect(),
            is_by_path: settings["type"] == "path",
            parameter: Some(parameter).filter(|_| settings["type"] == "parameter"),
            default_locale: default_locale.to_owned(),
        }
    }

    /// Locale and action of an address, which begins below the site's own part of it; nothing if it is no alias.
    pub(super) fn find(&self, origin: &str) -> Option<(String, String)> {
        let (path, query) = origin.split_once('?').unwrap_or((origin, ""));
        let path = percent_decode_str(path).decode_utf8().ok()?;
        let whole = path.trim_matches('/');
        let (first, rest) = whole.split_once('/').unwrap_or((whole, ""));
        let by_path = self.named(first).filter(|_| self.is_by_path);
        let name = if by_path.is_some() { rest } else { whole };
        let locale = by_path.or_else(|| self.by_parameter(query));
        let locale = locale.unwrap_or_else(|| self.default_locale.clone());
        let begin = || is_well_formed(whole).then(|| (whole.to_owned(), FIRST_PAGE.to_owned()));
        self.action(name, &locale).map(|action| (locale, action)).or_else(begin)
    }

    /// The alias of the locale itself is preferred to one for all.
    fn action(&self, name: &str, locale: &str) -> Option<String> {
        if name.is_empty() {
            return Some(FIRST_PAGE.to_owned());
        }
        let called = self.pages.iter().filter(|it| it.name.eq_ignore_ascii_case(name));
        let meant = called.filter(|it| it.locale.as_deref().is_none_or(|own| own == locale));
        meant.max_by_key(|it| it.locale.is_some()).map(|it| it.action.clone())
    }

    fn named(&self, name: &str) -> Option<String> {
        let found = self.locales.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, locale)| locale.clone())
    }

    fn by_parameter(&self, query: &str) -> Option<String> {
        let wanted = self.parameter.as_deref()?;
        let mut all = form_urlencoded::parse(query.as_bytes());
        let (_, value) = all.find(|(name, _)| name == wanted)?;
        self.named(&value).or_else(|| Some(value.into_owned()).filter(|it| is_well_formed(it)))
    }
}

fn in_locale(group: &Value) -> Vec<Alias> {
    let tag = group["xml:lang"].as_str().filter(|tag| *tag != "x-default");
    let locale = tag.map(|tag| tag.replace('-', "_"));
    let alias = |it: &Value| {
        let name = it["value"].as_str()?.trim_matches('/').to_owned();
        Some(Alias { name, action: it["pipeline"].as_str()?.to_owned(), locale: locale.clone() })
    };
    list(&group["pipelineAlias"]).filter_map(alias).collect()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(settings: &Value, expected: &[(&str, Option<(&str, &str)>)]) {
        let mut shop = Shop::default();
        let alias = |pipeline: &str, name: &str| json!({ "pipeline": pipeline, "value": name });
        let rules = json!({
            "localeSettings": settings,
            "pipelineAliases": [
                { "pipelineAlias": [alias("Cart-Show", "bag"), alias("Account-Show", "my/account")] },
                { "xml:lang": "de-DE", "pipelineAlias": [alias("Cart-Show", "korb"), alias("Login-Show", "bag")] },
            ],
        });
        shop.add("url-rules", "Shop", "Shop", rules.as_object().expect("an object"));
        let aliases = Aliases::of(&shop, "Shop", "en_US");
        for (origin, expected) in expected {
            let found = aliases.find(origin);
            let found = found.as_ref().map(|(locale, action)| (locale.as_str(), action.as_str()));
            assert_eq!(found, *expected, "{origin}");
        }
    }

    #[test]
    fn aliases_name_pages() {
        check(
            &json!({ "type": "none" }),
            &[
                ("/bag", Some(("en_US", "Cart-Show"))),
                ("/Bag/?a=1", Some(("en_US", "Cart-Show"))),
                ("/my/account", Some(("en_US", "Account-Show"))),
                ("/", Some(("en_US", "Home-Show"))),
                ("/korb", None),
                ("/bag/more", None),
                ("/%ff", None),
            ],
        );
    }

    #[test]
    fn a_shop_begins_with_its_first_page() {
        let aliases = Aliases::of(&Shop::default(), "Shop", "en_US");
        for (origin, locale) in
            [("", "en_US"), ("/", "en_US"), ("/?a=1", "en_US"), ("/fr_FR/", "fr_FR")]
        {
            let expected = Some((locale.to_owned(), FIRST_PAGE.to_owned()));
            assert_eq!(aliases.find(origin), expected, "{origin}");
        }
        assert_eq!(aliases.find("/home"), None);
    }

    #[test]
    fn addresses_name_locales_by_their_path() {
        let mapping = json!([{ "xml:lang": "de-DE", "value": "de" }]);
        check(
            &json!({ "type": "path", "localeMapping": mapping }),
            &[
                ("/de/korb", Some(("de_DE", "Cart-Show"))),
                ("/de/bag", Some(("de_DE", "Login-Show"))),
                ("/de", Some(("de_DE", "Home-Show"))),
                ("/bag", Some(("en_US", "Cart-Show"))),
                ("/fr/bag", None),
            ],
        );
    }

    #[test]
    fn addresses_name_locales_by_a_parameter() {
        check(
            &json!({ "type": "parameter", "parameterName": "l" }),
            &[
                ("/korb?l=de_DE", Some(("de_DE", "Cart-Show"))),
                ("/bag?l=..", Some(("en_US", "Cart-Show"))),
                ("/bag?lang=de_DE", Some(("en_US", "Cart-Show"))),
            ],
        );
    }
}
