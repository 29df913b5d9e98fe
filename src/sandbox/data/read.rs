//! Reads: single resources and listings, each from one snapshot.

use super::{
    Answer, Asked, DataApi,
    address::Resource,
    faults,
    recent::Part,
    render::{ListedPage, Rendered},
};
use crate::{
    api::{content::COUNT, paging::Page},
    sandbox::{
        refusal::Refusal,
        select::{MalformedSelector, Selector},
        store::{Hit, Key, Range, Record, Revision, Snapshot, StoreError},
    },
};
use axum::http::StatusCode;
use serde_json::Value;
use std::sync::Arc;

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
                let malformed =
                    |error: MalformedSelector| faults::malformed_selector(text, &error.to_string());
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

    /// Whether the whole document is wanted.
    pub fn is_for_everything(&self) -> bool {
        self.select.is_none()
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
    match &asked.address.resource {
        Resource::FoldersOf { library, asset } => {
            listing(api, asked, query.page, snapshot, Range::folders_of(library, asset))
        }
        Resource::AssetsIn { library, folder } => {
            listing(api, asked, query.page, snapshot, Range::assets_in(library, folder))
        }
        Resource::FoldersIn { library, folder } => {
            listing(api, asked, query.page, snapshot, Range::folders_in(library, folder))
        }
        Resource::Asset { library, id } => row(api, asked, snapshot, &Key::asset(library, id)),
        Resource::Folder { library, id } => row(api, asked, snapshot, &Key::folder(library, id)),
        Resource::Assignment { library, asset, folder } => {
            row(api, asked, snapshot, &Key::assignment(library, asset, folder))
        }
    }
}

fn row(
    api: &DataApi,
    asked: &Asked<'_>,
    snapshot: &dyn Snapshot,
    key: &Key,
) -> Result<Answer, Refusal> {
    match api.recent_document(snapshot, key)? {
        Some(document) => Ok(Answer::of(asked, key, &document)),
        None => Err(missing(asked, snapshot)?),
    }
}

/// The fault for what doesn't exist: the first of its path that is missing.
fn missing(asked: &Asked<'_>, snapshot: &dyn Snapshot) -> Result<Refusal, StoreError> {
    let lacks = |key: Key| snapshot.revision(&key).map(|revision| revision.is_none());
    let resource = &asked.address.resource;
    let library = resource.library();
    if snapshot.library(library)?.is_none() {
        return Ok(faults::library_not_found(library));
    }
    Ok(match resource {
        Resource::Asset { id: asset, .. } | Resource::FoldersOf { asset, .. } => {
            faults::content_not_found(library, asset)
        }
        Resource::Assignment { asset, .. } if lacks(Key::asset(library, asset))? => {
            faults::content_not_found(library, asset)
        }
        Resource::Assignment { folder, .. } if lacks(Key::folder(library, folder))? => {
            faults::parent_folder_not_found(library, folder)
        }
        Resource::Assignment { asset, folder, .. } => {
            faults::assignment_not_found(library, asset, folder)
        }
        Resource::Folder { id: folder, .. }
        | Resource::AssetsIn { folder, .. }
        | Resource::FoldersIn { folder, .. } => faults::folder_not_found(library, folder),
    })
}

impl DataApi {
    /// The document of a row.
    pub(super) fn rendered(
        &self,
        key: &Key,
        revision: Revision,
        record: &Record,
    ) -> Result<Rendered, StoreError> {
        let document = Rendered::of(key, record, self.states.of_row(key, revision));
        document.ok_or_else(|| StoreError::Damaged(format!("{key:?} is no document")))
    }

    fn recent_document(
        &self,
        snapshot: &dyn Snapshot,
        key: &Key,
    ) -> Result<Option<Arc<Rendered>>, StoreError> {
        let Some(revision) = snapshot.revision(key)? else { return Ok(None) };
        if let Some(document) = self.recent.document(revision) {
            return Ok(Some(document));
        }
        let Some(row) = snapshot.row(key)? else { return Ok(None) };
        let document = Arc::new(self.rendered(key, row.revision, &row.record)?);
        self.recent.keep_document(row.revision, &document);
        Ok(Some(document))
    }

    /// `None` when nothing has such a listing.
    fn recent_page(
        &self,
        snapshot: &dyn Snapshot,
        part: &Part,
    ) -> Result<Option<Arc<ListedPage>>, StoreError> {
        let kept = snapshot.moment().and_then(|moment| self.recent.page(part, moment));
        if kept.is_some() {
            return Ok(kept);
        }
        if snapshot.revision(&part.range.owner())?.is_none() {
            return Ok(None);
        }
        let page = Arc::new(self.page(snapshot, part)?);
        if let Some(moment) = snapshot.moment() {
            self.recent.keep_page(part.clone(), moment, &page);
        }
        Ok(Some(page))
    }

    fn page(&self, snapshot: &dyn Snapshot, part: &Part) -> Result<ListedPage, StoreError> {
        let Part { range, start, count } = part;
        let (start, count) = (*start, *count);
        let listing = snapshot.page(range, start, count)?;
        let state = self.states.of_page(range, start, &listing.hits, listing.total);
        let hit_state = |hit: &Hit| self.states.of_row(&range.item(&hit.id), hit.revision);
        let hit_states = listing.hits.iter().map(hit_state).collect();
        Ok(ListedPage { listing, state, hit_states })
    }
}

fn listing(
    api: &DataApi,
    asked: &Asked<'_>,
    Page { start, count }: Page,
    snapshot: &dyn Snapshot,
    range: Range,
) -> Result<Answer, Refusal> {
    let part = Part { range, start, count };
    let Some(page) = api.recent_page(snapshot, &part)? else {
        return Err(missing(asked, snapshot)?);
    };
    let is_more = start.saturating_add(count) < page.listing.total;
    let next = is_more.then(|| asked.page_link(start + count, count));
    let previous = (start > 0).then(|| asked.page_link(start.saturating_sub(count), count));
    let links = (next.as_deref(), previous.as_deref());
    let document = asked.renderer().listing(&part.range, &page, start, links);
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
