//! Reads: single resources and listings, each as it was at one moment.

use super::{
    Answer, Asked, DataApi,
    address::Resource,
    faults,
    recent::Dated,
    render::{ListedPage, Rendered},
};
use crate::{
    api::{content::COUNT, paging::Page},
    sandbox::{
        parameters::Parameters,
        refusal::Refusal,
        select::{MalformedSelector, Selector},
        store::{Found, Hit, Key, Part, Range, Record, Revision, StoreError, Wanted},
    },
};
use axum::http::StatusCode;
use serde_json::Value;
use std::sync::Arc;

/// The parameters that reads and writes share, and those of listings.
pub(super) struct Query {
    select: Option<(String, Selector)>,
    /// Of a listing; the first page of anything else.
    page: Page,
    is_listing: bool,
}

impl Query {
    /// Reads and checks them.
    pub(super) fn read(asked: &Asked<'_>) -> Result<Self, Refusal> {
        let select = Self::selected(&asked.parameters)?;
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

    /// The part of a document that is wanted, if not all of it is, as it is written and as it is meant.
    pub(super) fn selected(parameters: &Parameters) -> Result<Option<(String, Selector)>, Refusal> {
        let Some(text) = parameters.text("select")? else { return Ok(None) };
        let malformed =
            |error: MalformedSelector| faults::malformed_selector(text, &error.to_string());
        Ok(Some((text.to_owned(), text.parse().map_err(malformed)?)))
    }

    /// Whether the whole document is wanted.
    pub(super) fn is_for_everything(&self) -> bool {
        self.select.is_none()
    }

    /// The selected part of a document; listings repeat the selector.
    pub(super) fn shape(&self, document: Value) -> Value {
        let Some((text, selector)) = &self.select else { return document };
        let mut document = selector.apply(&document);
        if self.is_listing {
            document["select"] = text.as_str().into();
        }
        document
    }
}

/// The whole document of what the address names.
pub(super) async fn answer(
    api: &DataApi,
    asked: &Asked<'_>,
    query: &Query,
) -> Result<Answer, Refusal> {
    let range = match &asked.address.resource {
        Resource::FoldersOf { library, asset } => Range::folders_of(library, asset),
        Resource::AssetsIn { library, folder } => Range::assets_in(library, folder),
        Resource::FoldersIn { library, folder } => Range::folders_in(library, folder),
        Resource::Asset { library, id } => return row(api, asked, &Key::asset(library, id)).await,
        Resource::Folder { library, id } => {
            return row(api, asked, &Key::folder(library, id)).await;
        }
        Resource::Assignment { library, asset, folder } => {
            return row(api, asked, &Key::assignment(library, asset, folder)).await;
        }
    };
    let Page { start, count } = query.page;
    listing(api, asked, Part { range, start, count }).await
}

async fn row(api: &DataApi, asked: &Asked<'_>, key: &Key) -> Result<Answer, Refusal> {
    loop {
        if let Some(document) = api.recent_document(key).await? {
            return Ok(Answer::of(asked, key, &document));
        }
        if let Some(refusal) = missing(api, asked, key).await? {
            return Err(refusal);
        }
    }
}

/// The fault for what doesn't exist: the first of its path that is missing; nothing if it exists by now.
async fn missing(
    api: &DataApi,
    asked: &Asked<'_>,
    key: &Key,
) -> Result<Option<Refusal>, StoreError> {
    let resource = &asked.address.resource;
    let library = resource.library();
    let mut wanted = Wanted { revisions: [key.clone()].into(), ..Wanted::library(library) };
    if let Resource::Assignment { asset, folder, .. } = resource {
        wanted.revisions.extend([Key::asset(library, asset), Key::folder(library, folder)]);
    }
    let found = api.store.read(&wanted).await?;
    let is_there = found.revisions.contains_key(key);
    Ok((!is_there).then(|| first_missing(resource, &found)))
}

fn first_missing(resource: &Resource, found: &Found) -> Refusal {
    let library = resource.library();
    let lacks = |key: Key| !found.revisions.contains_key(&key);
    if !found.libraries.contains_key(library) {
        return faults::library_not_found(library);
    }
    match resource {
        Resource::Asset { id: asset, .. } | Resource::FoldersOf { asset, .. } => {
            faults::content_not_found(library, asset)
        }
        Resource::Assignment { asset, .. } if lacks(Key::asset(library, asset)) => {
            faults::content_not_found(library, asset)
        }
        Resource::Assignment { folder, .. } if lacks(Key::folder(library, folder)) => {
            faults::parent_folder_not_found(library, folder)
        }
        Resource::Assignment { asset, folder, .. } => {
            faults::assignment_not_found(library, asset, folder)
        }
        Resource::Folder { id: folder, .. }
        | Resource::AssetsIn { folder, .. }
        | Resource::FoldersIn { folder, .. } => faults::folder_not_found(library, folder),
    }
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

    /// The revision is what tells that a document that was kept is the present one. Of what wasn't kept it isn't asked:
    /// that would be one trip to the store more.
    async fn recent_document(&self, key: &Key) -> Result<Option<Arc<Rendered>>, StoreError> {
        if let Some(kept) = self.recent.document(key) {
            if kept.moment.is_some() && kept.moment == self.store.moment() {
                return Ok(Some(kept.document));
            }
            let found = self.store.read(&Wanted::revision(key)).await?;
            match found.revisions.get(key) {
                None => return Ok(None),
                Some(present) if *present == kept.revision => {
                    let document = Arc::clone(&kept.document);
                    self.recent.keep_document(key, Dated { moment: found.moment, ..kept });
                    return Ok(Some(document));
                }
                Some(_) => {}
            }
        }
        let mut found = self.store.read(&Wanted::rows([key.clone()])).await?;
        let Some(row) = found.rows.remove(key) else { return Ok(None) };
        let document = Arc::new(self.rendered(key, row.revision, &row.record)?);
        let (revision, moment) = (row.revision, found.moment);
        self.recent.keep_document(key, Dated { revision, moment, document: document.clone() });
        Ok(Some(document))
    }

    /// `None` when nothing has such a listing.
    async fn recent_page(&self, part: &Part) -> Result<Option<Arc<ListedPage>>, StoreError> {
        let kept = self.store.moment().and_then(|moment| self.recent.page(part, moment));
        if kept.is_some() {
            return Ok(kept);
        }
        let owner = part.range.owner();
        let wanted = Wanted { page: Some(part.clone()), ..Wanted::revision(&owner) };
        let found = self.store.read(&wanted).await?;
        let is_there = found.revisions.contains_key(&owner);
        let Some(listing) = found.page.filter(|_| is_there) else { return Ok(None) };
        let state = self.states.of_page(&part.range, part.start, &listing.hits, listing.total);
        let hit_state = |hit: &Hit| self.states.of_row(&part.range.item(&hit.id), hit.revision);
        let hit_states = listing.hits.iter().map(hit_state).collect();
        let page = Arc::new(ListedPage { listing, state, hit_states });
        if let Some(moment) = found.moment {
            self.recent.keep_page(part.clone(), moment, &page);
        }
        Ok(Some(page))
    }
}

async fn listing(api: &DataApi, asked: &Asked<'_>, part: Part) -> Result<Answer, Refusal> {
    let page = loop {
        if let Some(page) = api.recent_page(&part).await? {
            break page;
        }
        if let Some(refusal) = missing(api, asked, &part.range.owner()).await? {
            return Err(refusal);
        }
    };
    let Part { range, start, count } = part;
    let is_more = start.saturating_add(count) < page.listing.total;
    let next = is_more.then(|| asked.page_link(start + count, count));
    let previous = (start > 0).then(|| asked.page_link(start.saturating_sub(count), count));
    let links = (next.as_deref(), previous.as_deref());
    let document = asked.renderer().listing(&range, &page, start, links);
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
