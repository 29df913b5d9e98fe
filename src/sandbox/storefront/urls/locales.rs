//! The locales in addresses: as their first parts, as a parameter, or not at all.

use super::list;
use crate::sandbox::storefront::{
    locale::{is_well_formed, of_tag},
    site::SiteFacts,
};
use serde_json::Value;
use url::form_urlencoded;

/// The parameter that names a locale, where the rules give it no name.
const LOCALE_PARAMETER: &str = "lang";

/// How a site's addresses name locales.
#[derive(Debug, Default)]
pub(super) struct Locales {
    /// What locales are called in addresses: `(en, en_US)`.
    names: Vec<(String, String)>,
    place: Place,
    /// The locale of an address that names none.
    default: String,
    /// Those of the site, which name themselves where nothing else does.
    own: Vec<String>,
}

#[derive(Debug, Default)]
enum Place {
    #[default]
    Nowhere,
    Path,
    Parameter(String),
}

impl Locales {
    pub(super) fn of(rules: &Value, facts: &SiteFacts) -> Self {
        let settings = &rules["localeSettings"];
        let mapped = |it: &Value| {
            let name = it["value"].as_str().unwrap_or_default().trim_matches('/').to_owned();
            Some((name, of_tag(it["xml:lang"].as_str()?)))
        };
        let names: Vec<_> = list(&settings["localeMapping"]).filter_map(mapped).collect();
        let place = match settings["type"].as_str() {
            Some("path") => Place::Path,
            Some("parameter") => {
                let name = settings["parameterName"].as_str().unwrap_or(LOCALE_PARAMETER);
                Place::Parameter(name.to_owned())
            }
            _ => Place::Nowhere,
        };
        let nameless = names.iter().find(|(name, _)| name.is_empty()).map(|(_, locale)| locale);
        let default = nameless.map_or(facts.default_locale(), String::as_str).to_owned();
        let own = list(&facts.document["locales"]).filter_map(Value::as_str).map(str::to_owned);
        Self { names, place, default, own: own.collect() }
    }

    /// The locale of an address, and its path without it.
    pub(super) fn read<'p>(&self, path: &'p str, query: &str) -> (String, &'p str) {
        if let Place::Path = self.place {
            let mut ends: Vec<usize> = path.match_indices('/').map(|(at, _)| at).take(2).collect();
            ends.push(path.len());
            ends.truncate(2);
            for end in ends.into_iter().rev() {
                if let Some(locale) = self.named(&path[..end]).filter(|_| end > 0) {
                    return (locale, path[end..].trim_start_matches('/'));
                }
            }
            let end = path.find('/').unwrap_or(path.len());
            // One that has a name is called by it alone.
            let is_free = self.names.iter().all(|(_, locale)| *locale != path[..end]);
            if is_free && self.own.iter().any(|own| *own == path[..end]) {
                return (path[..end].to_owned(), path[end..].trim_start_matches('/'));
            }
        }
        (self.by_parameter(query).unwrap_or_else(|| self.default.clone()), path)
    }

    /// What stands in an address for a locale, before its path and as a parameter; nothing if an address can't name it.
    pub(super) fn written<'l>(
        &'l self,
        locale: &'l str,
    ) -> Option<(&'l str, Option<(&'l str, &'l str)>)> {
        let own = self.names.iter().find(|(_, own)| own == locale).map(|(name, _)| name.as_str());
        match &self.place {
            Place::Nowhere => (locale == self.default).then_some(("", None)),
            Place::Path => {
                let own = own.or_else(|| (locale == self.default).then_some(""));
                Some((own.unwrap_or(locale), None))
            }
            Place::Parameter(name) => {
                let value = own.filter(|name| !name.is_empty()).unwrap_or(locale);
                Some(("", Some((name, value))))
            }
        }
    }

    fn named(&self, name: &str) -> Option<String> {
        let found = self.names.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, locale)| locale.clone())
    }

    fn by_parameter(&self, query: &str) -> Option<String> {
        let Place::Parameter(wanted) = &self.place else { return None };
        let mut all = form_urlencoded::parse(query.as_bytes());
        let (_, value) = all.find(|(name, _)| name == wanted)?;
        self.named(&value).or_else(|| Some(value.into_owned()).filter(|it| is_well_formed(it)))
    }
}
