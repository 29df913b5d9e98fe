//! Reads: single resources and listings, each from one snapshot.

use super::{Answer, Asked, DataApi, address::Resource, faults, select::Selector};
use crate::{
    api::{content::COUNT, paging::Page},
    sandbox::{
        refusal::Refusal,
        store::{Hit, Key, Range, Record, Revision, Snapshot, StoreError},
    },
};
use axum::http::StatusCode;
use serde_json::Value;

/// The parameters that reads and writes share, and those of listings.
pub struct Query {
    select: Option<(String, Selector)>,
    /// Of a listing; the first page of anything else.
    page: Page,
    is_listing: bool,
}

impl Query {
    /// Reads and checks them.
    pub fn read(asked: &Asked<'_>) -> Result<Self, Refusal> {
        let select = match asked.parameters.text("select")? {
            Some(text) => {
                let malformed = |error: super::select::MalformedSelector| {
                    faults::malformed_selector(text, &error.to_string())
                };
                Some((text.to_owned(), text.parse().map_err(malformed)?))
            }
            None => None,
        };
        if let Some(value) = asked.parameters.text("expand")? {
            return Err(faults::invalid_expand(value));
        }
        let (least, most, default) = COUNT;
        let is_listing = asked.address.resource.key().is_none();
        let mut page = Page { start: 0, count: default };
        if is_listing {
            page.start =
                asked.parameters.integer("start", 0, i64::MAX.unsigned_abs())?.unwrap_or(0);
            page.count = asked.parameters.integer("count", least, most)?.unwrap_or(default);
        }
        Ok(Self { select, page, is_listing })
    }

    /// The selected part of a document; listings repeat the selector.
    pub fn shape(&self, document: Value) -> Value {
        let Some((text, selector)) = &self.select else { return document };
        let mut document = selector.apply(&document);
        if self.is_listing {
            document["select"] = text.as_str().into();
        }
        document
    }
}

/// The whole document of what the address names.
pub fn answer(api: &DataApi, asked: &Asked<'_>, query: &Query) -> Result<Answer, Refusal> {
    let snapshot = api.store.snapshot()?;
    let snapshot = &*snapshot;
    let resource = &asked.address.resource;
    let library = match resource {
        Resource::Asset { library, .. }
        | Resource::Folder { library, .. }
        | Resource::Assignment { library, .. }
        | Resource::FoldersOf { library, .. }
        | Resource::AssetsIn { library, .. }
        | Resource::FoldersIn { library, .. } => library,
    };
    if snapshot.library(library)?.is_none() {
        return Err(faults::library_not_found(library));
    }
    let content_missing = |id: &str| faults::content_not_found(library, id);
    let folder_missing = |id: &str| faults::folder_not_found(library, id);
    let range = match resource {
        Resource::Asset { id, .. } => return row(api, asked, snapshot, || content_missing(id)),
        Resource::Folder { id, .. } => return row(api, asked, snapshot, || folder_missing(id)),
        Resource::Assignment { asset, folder, .. } => {
            exists(snapshot, &Key::asset(library, asset), || content_missing(asset))?;
            let no_folder = || faults::parent_folder_not_found(library, folder);
            exists(snapshot, &Key::folder(library, folder), no_folder)?;
            let missing = || faults::assignment_not_found(library, asset, folder);
            return row(api, asked, snapshot, missing);
        }
        Resource::FoldersOf { asset, .. } => {
            exists(snapshot, &Key::asset(library, asset), || content_missing(asset))?;
            Range::folders_of(library, asset)
        }
        Resource::AssetsIn { folder, .. } => {
            exists(snapshot, &Key::folder(library, folder), || folder_missing(folder))?;
            Range::assets_in(library, folder)
        }
        Resource::FoldersIn { folder, .. } => {
            exists(snapshot, &Key::folder(library, folder), || folder_missing(folder))?;
            Range::folders_in(library, folder)
        }
    };
    listing(api, asked, query.page, snapshot, &range)
}

fn exists(
    snapshot: &dyn Snapshot,
    key: &Key,
    missing: impl FnOnce() -> Refusal,
) -> Result<(), Refusal> {
    snapshot.row(key)?.map(|_| ()).ok_or_else(missing)
}

fn row(
    api: &DataApi,
    asked: &Asked<'_>,
    snapshot: &dyn Snapshot,
    missing: impl Fn() -> Refusal,
) -> Result<Answer, Refusal> {
    let key = asked.address.resource.key().ok_or_else(&missing)?;
    let row = snapshot.row(&key)?.ok_or_else(&missing)?;
    api.document(asked, &key, row.revision, row.record)
}

impl DataApi {
    /// The document of a row.
    pub(super) fn document(
        &self,
        asked: &Asked<'_>,
        key: &Key,
        revision: Revision,
        record: Record,
    ) -> Result<Answer, Refusal> {
        let (state, renderer) = (self.token(key, revision), asked.renderer());
        let document = match (key, record) {
            (Key::Asset { library, id }, Record::Asset(asset)) => {
                renderer.asset(library, id, asset, &state)
            }
            (Key::Folder { library, id }, Record::Folder(folder)) => {
                renderer.folder(library, id, folder, &state)
            }
            (Key::Assignment { library, asset, folder }, Record::Assignment(assignment)) => {
                renderer.assignment([library, asset, folder], assignment, &state)
            }
            (key, _) => return Err(StoreError::Damaged(format!("{key:?} is no document")).into()),
        };
        Ok(Answer { status: StatusCode::OK, document, state: Some(state), location: None })
    }
}

fn listing(
    api: &DataApi,
    asked: &Asked<'_>,
    Page { start, count }: Page,
    snapshot: &dyn Snapshot,
    range: &Range,
) -> Result<Answer, Refusal> {
    let listing = snapshot.page(range, start, count)?;
    let state = api.states.of_page(range, start, &listing.hits, listing.total);
    let hit_state = |hit: &Hit| {
        let key = match range {
            Range::AssetsIn { library, .. } => Key::asset(library, &hit.id),
            Range::FoldersOf { library, .. } | Range::FoldersIn { library, .. } => {
                Key::folder(library, &hit.id)
            }
        };
        api.token(&key, hit.revision)
    };
    let renderer = asked.renderer();
    let mut document = renderer.listing(range, &listing, start, &state, hit_state);
    let link = |start| Value::from(asked.page_link(start, count));
    if start.saturating_add(count) < listing.total {
        document.insert("next".to_owned(), link(start + count));
    }
    if start > 0 {
        document.insert("previous".to_owned(), link(start.saturating_sub(count)));
    }
    let document = document.into();
    Ok(Answer { status: StatusCode::OK, document, state: None, location: None })
}

impl Asked<'_> {
    /// This request for another part: all parameters as they were sent, but `start` and `count`.
    fn page_link(&self, start: u64, count: u64) -> String {
        let query = self.head.uri.query().unwrap_or_default();
        let path = self.head.uri.path();
        format!("{}{path}?{}", self.origin, page_query(query, start, count))
    }
}

fn page_query(query: &str, start: u64, count: u64) -> String {
    let mut numbers = [("start", Some(start)), ("count", Some(count))];
    let mut parts = Vec::new();
    for part in query.split('&').filter(|part| !part.is_empty()) {
        let name = part.split_once('=').map_or(part, |(name, _)| name);
        let name = percent_encoding::percent_decode_str(name).decode_utf8_lossy();
        match numbers.iter_mut().find(|(known, _)| *known == name) {
            Some((known, number)) => {
                parts.extend(number.take().map(|number| format!("{known}={number}")));
            }
            None => parts.push(part.to_owned()),
        }
    }
    for (name, number) in numbers {
        parts.extend(number.map(|number| format!("{name}={number}")));
    }
    parts.join("&")
}

#[cfg(test)]
mod tests {
    use super::page_query;

    #[test]
    fn links_keep_the_other_parameters_as_they_were_sent() {
        for (query, link) in [
            ("", "start=2&count=1"),
            ("count=1&start=1", "count=1&start=2"),
            ("select=(**)&start=1", "select=(**)&start=2&count=1"),
            ("a=%C3%B6+b&&co%75nt=1&x", "a=%C3%B6+b&count=1&x&start=2"),
        ] {
            assert_eq!(page_query(query, 2, 1), link, "{query}");
        }
    }
}
