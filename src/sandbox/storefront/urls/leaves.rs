//! Addresses of products and of content, which end with an ID: `mens/suits/P1.html`.

use super::{
    directory::key,
    tree::Tree,
    wording::encoded,
    writer::{Home, Writer},
};
use crate::sandbox::url_rule::UrlRule;
use percent_encoding::percent_decode_str;
use serde_json::Value;

/// What such addresses end with.
const END: &str = ".html";
/// Places in an address at which an ID may begin.
const MOST_PLACES: usize = 64;

/// What the rules say of products, or of content.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    pub(super) rule: Option<UrlRule>,
    has_page_urls: bool,
    /// What stands before the ID.
    separator: String,
}

/// A product or content, and where it is.
pub(super) struct Leaf {
    pub(super) document: Value,
    /// The categories or folders that it is in, the one that counts first.
    pub(super) homes: Vec<String>,
}

impl Leaves {
    /// `kind` is `product` or `content`.
    pub(super) fn of(rules: &Value, kind: &str) -> Self {
        let text = rules[format!("{kind}Rule")].as_str();
        Self {
            rule: text.and_then(|text| UrlRule::parse(text).ok()),
            has_page_urls: rules[format!("{kind}PageUrlOverride")].as_bool().unwrap_or(true),
            separator: rules[format!("{kind}IdSeparator")].as_str().unwrap_or("/").to_owned(),
        }
    }

    /// The address of one, without what stands before it; nothing without a rule. A path that it names itself is preferred to
    /// one that its categories name, and that to the rule.
    pub(super) fn path(
        &self,
        id: &str,
        leaf: &Leaf,
        tree: &Tree,
        writer: Writer<'_>,
    ) -> Option<String> {
        let rule = self.rule.as_ref()?;
        let chains = || leaf.homes.iter().map(|home| tree.chain(home)).filter(|it| !it.is_empty());
        let own = || {
            let named = writer.page_url(&leaf.document);
            named.or_else(|| chains().find_map(|chain| writer.page_url(chain.last()?)))
        };
        let by_rule = || {
            let chain = chains().next().unwrap_or_default();
            let first = leaf.homes.iter().find(|home| !tree.chain(home).is_empty());
            let path = first.and_then(|home| tree.directory.path(home));
            writer.text(rule, &[&leaf.document], Some(Home { chain: &chain, path }))
        };
        let path = self.has_page_urls.then(own).flatten().unwrap_or_else(by_rule);
        let separator = if path.is_empty() { "" } else { self.separator.as_str() };
        Some(format!("{path}{separator}{}{END}", encoded(id)))
    }

    /// The IDs that an address may end with, the longest first; none if it isn't one of them.
    pub(super) fn ids(&self, path: &str) -> Vec<String> {
        let decoded = percent_decode_str(path.trim_matches('/')).decode_utf8_lossy().into_owned();
        let Some(name) = decoded.strip_suffix(END).filter(|_| self.rule.is_some()) else {
            return Vec::new();
        };
        let places = name.match_indices(&self.separator).map(|(at, found)| at + found.len());
        let starts = std::iter::once(0).chain(places).take(MOST_PLACES);
        starts.map(|at| name[at..].to_owned()).filter(|id| !id.is_empty()).collect()
    }

    /// Of the IDs that an address may end with the one whose address it is, and whether it is so to the letter: the ID alone
    /// makes it out, and what stands before it may be an older one.
    pub(super) fn found<'i>(
        path: &str,
        ids: &'i [String],
        find: impl Fn(&str) -> Option<String>,
    ) -> Option<(&'i str, bool)> {
        let wanted = key(path);
        let known: Vec<_> = ids.iter().filter_map(|id| Some((id.as_str(), find(id)?))).collect();
        let exact = known.iter().find(|(_, own)| key(own) == wanted);
        let found = exact.map(|(id, _)| (*id, true));
        found.or_else(|| known.first().map(|(id, _)| (*id, false)))
    }
}
