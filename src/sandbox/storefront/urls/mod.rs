//! The addresses that a site's `url-rules.xml` gives its pages: `/s/RefArch/de/herren/anzuege/P1.html` instead of
//! `/on/demandware.store/Sites-RefArch-Site/de_DE/Product-Show?pid=P1`. Scripts write them and browsers ask for them; each that is
//! written is found again as the same page, in the same locale and with the same parameters, or isn't written.

mod directory;
mod leaves;
mod locales;
mod objects;
mod pipelines;
#[cfg(test)]
mod tests;
mod tree;
mod wording;
mod writer;

use super::{
    address::{self, PAGES},
    locale::is_well_formed,
    site::SiteFacts,
};
use crate::sandbox::shop::Shop;
use directory::key;
use leaves::{Leaf, Leaves};
use locales::Locales;
pub(super) use objects::Objects;
use parking_lot::Mutex;
use percent_encoding::percent_decode_str;
use pipelines::Pipelines;
use serde_json::Value;
use std::{collections::HashMap, sync::Arc};
use tree::{Branches, Tree};
use url::form_urlencoded;
use wording::Wording;
use writer::Writer;

/// The page of an address without a name.
const FIRST_PAGE: &str = "Home-Show";

/// The rules of a site.
#[derive(Debug, Default)]
pub(super) struct Urls {
    site: String,
    is_on: bool,
    locales: Locales,
    pipelines: Pipelines,
    has_pipeline_slash: bool,
    wording: Wording,
    categories: Branches,
    folders: Branches,
    products: Leaves,
    contents: Leaves,
    trees: Mutex<HashMap<(Kind, String), Known>>,
}

/// A tree as it was at a moment; without one it is made anew each time.
#[derive(Debug)]
struct Known {
    moment: Option<u64>,
    tree: Arc<Tree>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Categories,
    Folders,
}

/// A page: what a controller is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) locale: String,
    pub(super) action: String,
    /// What the address says without having it in its query.
    pub(super) parameters: Vec<(String, String)>,
}

impl Page {
    /// Its address without the site's own part of it, `/de/Product-Show?pid=P1`; `query` is that of the short address.
    pub(super) fn origin(&self, query: Option<&str>) -> String {
        let said =
            form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.parameters).finish();
        let query = [Some(said.as_str()), query].into_iter().flatten();
        let query = query.filter(|it| !it.is_empty()).collect::<Vec<_>>().join("&");
        let mark = if query.is_empty() { "" } else { "?" };
        format!("/{}/{}{mark}{query}", self.locale, wording::encoded(&self.action))
    }
}

impl Urls {
    /// Those of a site's archive.
    pub(super) fn of(shop: &Shop, facts: &SiteFacts) -> Self {
        let site = facts.document["id"].as_str().unwrap_or_default();
        let rules = shop.document("url-rules", site, site).unwrap_or_default();
        Self {
            site: site.to_owned(),
            is_on: facts.document["hasUrlRules"] == true,
            locales: Locales::of(&rules, facts),
            pipelines: Pipelines::of(&rules),
            has_pipeline_slash: rules["pipelineTrailingSlash"] == true,
            wording: Wording::of(&rules),
            categories: Branches::of(&rules, "category"),
            folders: Branches::of(&rules, "folder"),
            products: Leaves::of(&rules, "product"),
            contents: Leaves::of(&rules, "content"),
            trees: Mutex::default(),
        }
    }

    /// Whether [`Self::find`] may have to look through catalogue and library, and so takes its time.
    pub(super) fn looks_through(&self) -> bool {
        let branches = [&self.categories, &self.folders].map(|it| it.rule.is_some());
        let leaves = [&self.products, &self.contents].map(|it| it.rule.is_some());
        branches.into_iter().chain(leaves).any(|has_rule| has_rule)
    }

    /// The page of an address, which begins below the site's own part of it; nothing if it is none of the shop's.
    pub(super) fn find(&self, origin: &str, objects: &Objects<'_>) -> Option<Page> {
        let (path, query) = origin.split_once('?').unwrap_or((origin, ""));
        // What isn't text is no address of ours.
        percent_decode_str(path).decode_utf8().ok()?;
        let whole = path.trim_matches('/');
        let (locale, name) = self.locales.read(whole, query);
        let page = |action: &str, parameters: Vec<(String, String)>| Page {
            locale: locale.clone(),
            action: action.to_owned(),
            parameters,
        };
        let name = name.trim_matches('/');
        if name.is_empty() {
            return Some(page(FIRST_PAGE, Vec::new()));
        }
        if let Some(action) = self.pipelines.action(&key(name), &locale) {
            return Some(page(action, Vec::new()));
        }
        let object = self.object(name, &locale, objects);
        if let Some((kind, id)) = object {
            let (_, action, parameter) = PAGES.into_iter().find(|(own, ..)| *own == kind)?;
            return Some(page(action, vec![(parameter.to_owned(), id)]));
        }
        let begin = || Page {
            locale: whole.to_owned(),
            action: FIRST_PAGE.to_owned(),
            parameters: Vec::new(),
        };
        is_well_formed(whole).then(begin)
    }

    /// What a path stands for: kind and ID.
    fn object(
        &self,
        path: &str,
        locale: &str,
        objects: &Objects<'_>,
    ) -> Option<(&'static str, String)> {
        let key = key(path);
        let of = |kind| {
            let tree = self.tree(kind, locale, objects)?;
            tree.directory.id(&key).map(str::to_owned)
        };
        if let Some(id) = of(Kind::Categories) {
            return Some(("category", id));
        }
        let (products, contents) = (self.products.ids(path), self.contents.ids(path));
        let product = Leaves::found(path, &products, |id| self.product(id, locale, objects));
        if let Some((id, true)) = product {
            return Some(("product", id.to_owned()));
        }
        let content = Leaves::found(path, &contents, |id| self.content(id, locale, objects));
        if let Some((id, true)) = content {
            return Some(("content", id.to_owned()));
        }
        if let Some(id) = of(Kind::Folders) {
            return Some(("folder", id));
        }
        let product = product.map(|(id, _)| ("product", id.to_owned()));
        product.or_else(|| content.map(|(id, _)| ("content", id.to_owned())))
    }

    /// The address of a page, path and query, by the rules; nothing if it has none by which it is found again. `query` is
    /// encoded.
    pub(super) fn short(
        &self,
        (action, locale, query): (&str, &str, &str),
        objects: &Objects<'_>,
    ) -> Option<String> {
        if !self.is_on {
            return None;
        }
        let (before, parameter) = self.locales.written(locale)?;
        let pairs: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty()).collect();
        let decoded = |pair: &&str| form_urlencoded::parse(pair.as_bytes()).into_owned().next();
        let is_named = |name: &str, pair: &&str| decoded(pair).is_some_and(|(own, _)| own == name);
        if parameter.is_some_and(|(name, _)| pairs.iter().any(|pair| is_named(name, pair))) {
            return None;
        }
        let object = PAGES.into_iter().filter(|(_, own, _)| *own == action).find_map(|page| {
            let (kind, _, name) = page;
            let mut named = pairs.iter().filter(|pair| is_named(name, pair));
            let (_, id) = decoded(named.next()?)?;
            let path = (named.next().is_none() && !id.is_empty())
                .then(|| self.path(kind, &id, locale, objects));
            Some((path.flatten()?, name, id))
        });
        let (path, rest, parameters) = match object {
            Some((path, name, id)) => {
                let rest = pairs.into_iter().filter(|pair| !is_named(name, pair)).collect();
                (path, rest, vec![(name.to_owned(), id)])
            }
            None => (self.pipeline(action, locale)?, pairs, Vec::new()),
        };
        let before = if before.is_empty() { String::new() } else { format!("/{before}") };
        let mut query: Vec<String> = rest.into_iter().map(str::to_owned).collect();
        query.extend(parameter.map(|(name, value)| {
            form_urlencoded::Serializer::new(String::new()).append_pair(name, value).finish()
        }));
        let mark = if query.is_empty() { "" } else { "?" };
        let origin = format!("{before}/{path}{mark}{}", query.join("&"));
        let page = Page { locale: locale.to_owned(), action: action.to_owned(), parameters };
        let is_found = self.find(&origin, objects) == Some(page);
        is_found.then(|| format!("{}{origin}", address::short(&self.site)))
    }

    fn path(&self, kind: &str, id: &str, locale: &str, objects: &Objects<'_>) -> Option<String> {
        let branch = |kind, branches: &Branches| {
            let tree = self.tree(kind, locale, objects)?;
            let slash = if branches.has_slash { "/" } else { "" };
            Some(format!("{}{slash}", tree.directory.path(id)?))
        };
        match kind {
            "category" => branch(Kind::Categories, &self.categories),
            "folder" => branch(Kind::Folders, &self.folders),
            "product" => self.product(id, locale, objects),
            _ => self.content(id, locale, objects),
        }
    }

    fn pipeline(&self, action: &str, locale: &str) -> Option<String> {
        let slash = if self.has_pipeline_slash { "/" } else { "" };
        let name = self.pipelines.name(action, locale)?;
        let parts: Vec<String> = name.split('/').map(wording::encoded).collect();
        Some(format!("{}{slash}", parts.join("/")))
    }

    fn product(&self, id: &str, locale: &str, objects: &Objects<'_>) -> Option<String> {
        let leaf = objects.product(id, locale).filter(|_| self.products.rule.is_some())?;
        self.leaf((Kind::Categories, &self.products), (id, &leaf), locale, objects)
    }

    fn content(&self, id: &str, locale: &str, objects: &Objects<'_>) -> Option<String> {
        self.contents.rule.as_ref()?;
        let leaf = objects.content(id, locale)?;
        self.leaf((Kind::Folders, &self.contents), (id, &leaf), locale, objects)
    }

    fn leaf(
        &self,
        (kind, leaves): (Kind, &Leaves),
        (id, leaf): (&str, &Leaf),
        locale: &str,
        objects: &Objects<'_>,
    ) -> Option<String> {
        let tree = self.tree(kind, locale, objects)?;
        leaves.path(id, leaf, &tree, Writer { wording: &self.wording, locale })
    }

    /// All categories or folders; nothing of the site has a rule that needs none.
    fn tree(&self, kind: Kind, locale: &str, objects: &Objects<'_>) -> Option<Arc<Tree>> {
        let (branches, leaves) = match kind {
            Kind::Categories => (&self.categories, &self.products),
            Kind::Folders => (&self.folders, &self.contents),
        };
        if branches.rule.is_none() && leaves.rule.is_none() {
            return None;
        }
        let at = (kind, locale.to_owned());
        let moment = match kind {
            Kind::Categories => Some(objects.edition),
            Kind::Folders => objects.moment(),
        };
        if let Some(known) = self.trees.lock().get(&at)
            && moment.is_some()
            && known.moment == moment
        {
            return Some(Arc::clone(&known.tree));
        }
        let nodes = match kind {
            Kind::Categories => objects.categories(locale),
            Kind::Folders => objects.folders(locale),
        };
        let writer = Writer { wording: &self.wording, locale };
        let above = match kind {
            Kind::Categories => None,
            Kind::Folders => self.tree(Kind::Categories, locale, objects),
        };
        let is_taken = |key: &str| {
            let is_category = above.as_ref().is_some_and(|tree| tree.directory.id(key).is_some());
            is_category || self.pipelines.action(key, locale).is_some()
        };
        let tree = Arc::new(Tree::of(nodes, branches, &writer, is_taken));
        self.trees.lock().insert(at, Known { moment, tree: Arc::clone(&tree) });
        Some(tree)
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
