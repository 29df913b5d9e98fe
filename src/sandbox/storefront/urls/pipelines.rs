//! The names that pages have in addresses: the pipeline aliases of `url-rules.xml`.

use super::list;
use crate::sandbox::storefront::locale::{fallbacks, of_tag};
use serde_json::Value;

/// The aliases of a site.
#[derive(Debug, Default)]
pub(super) struct Pipelines(Vec<Alias>);

#[derive(Debug)]
struct Alias {
    name: String,
    action: String,
    locale: String,
}

impl Pipelines {
    pub(super) fn of(rules: &Value) -> Self {
        Self(list(&rules["pipelineAliases"]).flat_map(in_locale).collect())
    }

    /// The action of a name. The alias of the locale itself is preferred to one of its language, and that to one for all.
    pub(super) fn action(&self, name: &str, locale: &str) -> Option<&str> {
        let called = |it: &&Alias| it.name.eq_ignore_ascii_case(name);
        self.best(locale, called).map(|it| it.action.as_str())
    }

    /// The name of an action, by the same preference.
    pub(super) fn name(&self, action: &str, locale: &str) -> Option<&str> {
        self.best(locale, |it| it.action == action).map(|it| it.name.as_str())
    }

    fn best(&self, locale: &str, is_meant: impl Fn(&&Alias) -> bool) -> Option<&Alias> {
        let locales = fallbacks(locale);
        locales.iter().find_map(|own| self.0.iter().filter(|it| it.locale == *own).find(&is_meant))
    }
}

fn in_locale(group: &Value) -> Vec<Alias> {
    let locale = of_tag(group["xml:lang"].as_str().unwrap_or_default());
    let alias = |it: &Value| {
        let name = it["value"].as_str()?.trim_matches('/').to_owned();
        let action = it["pipeline"].as_str()?.to_owned();
        (!name.is_empty()).then(|| Alias { name, action, locale: locale.clone() })
    };
    list(&group["pipelineAlias"]).filter_map(alias).collect()
}
