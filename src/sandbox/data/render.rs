//! Documents as they are answered (sections 2.2 to 2.5).

use super::address::Address;
use crate::{
    api::{
        content::{ASSET, ASSET_RESULT, ASSIGNMENT, FOLDER, FOLDER_RESULT, MARKUP_TEXT},
        ids::{AssetId, FolderId, LibraryId},
    },
    sandbox::store::{Asset, Assignment, Folder, Hit, Key, Listing, Range, Record, Timestamp},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Everything but RFC 3986's unreserved characters.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What the head of a document and its links take, and a hit of a listing, in bytes, roughly.
const HEAD: usize = 512;
const HIT: usize = 256;
/// What a hit takes in memory beside its texts, in bytes.
const PER_HIT: usize = size_of::<Hit>() + size_of::<String>();

/// Writes documents whose links have the form and host of the request.
pub(super) struct Renderer<'a> {
    /// `https://localhost:8443`
    pub origin: &'a str,
    /// The request's address.
    pub address: &'a Address,
}

/// A row's document but for what the request decides: its links and its version.
pub(super) struct Rendered {
    /// The row's state token.
    pub state: String,
    members: Members,
    /// The folder that the row names and that is linked: classification or parent.
    related: Option<FolderId>,
}

/// A page of a listing, with the state tokens of the page and of its hits.
pub(super) struct ListedPage {
    /// The hits and the listing's size.
    pub listing: Listing,
    /// Of the page.
    pub state: String,
    /// Of the hits, in their order.
    pub hit_states: Vec<String>,
}

impl Rendered {
    /// The document of a row; `None` for what isn't answered, and for a record of another kind.
    pub(super) fn of(key: &Key, record: &Record, state: String) -> Option<Self> {
        let mut members = Members::default();
        let related = match (key, record) {
            (Key::Asset { id, .. }, Record::Asset(asset)) => {
                members.asset(id, asset);
                asset.classification.clone()
            }
            (Key::Folder { id, .. }, Record::Folder(folder)) => {
                members.folder(id, folder);
                folder.parent.clone()
            }
            (Key::Assignment { asset, folder, .. }, Record::Assignment(assignment)) => {
                members.assignment(asset, folder, assignment);
                None
            }
            _ => return None,
        };
        members.0.shrink_to_fit();
        Some(Self { state, members, related })
    }

    /// In bytes of JSON.
    pub(super) fn size(&self) -> usize {
        self.members.0.len()
    }
}

impl ListedPage {
    /// In bytes, but for what is the same in every page.
    pub(super) fn size(&self) -> usize {
        let of_hit = |hit: &Hit| {
            hit.id.len() + hit.parent.as_ref().map_or(0, |parent| parent.as_str().len())
        };
        let hits: usize = self.listing.hits.iter().map(of_hit).sum();
        hits + self.hit_states.iter().map(|state| state.len() + PER_HIT).sum::<usize>()
    }
}

impl Renderer<'_> {
    /// The link of a row.
    pub(super) fn link_of(&self, key: &Key) -> String {
        match key {
            Key::Asset { library, id } | Key::Lock { library, asset: id } => {
                self.links(library).asset(id)
            }
            Key::Folder { library, id } => self.links(library).folder(id),
            Key::Assignment { library, asset, folder } => {
                self.links(library).assignment(asset, folder)
            }
        }
    }

    /// A whole document.
    pub(super) fn document(&self, key: &Key, rendered: &Rendered) -> Vec<u8> {
        let related = rendered.related.as_ref();
        let start = |kind| self.start(kind, &rendered.state, rendered.size());
        let mut document = match key {
            Key::Asset { library, id } | Key::Lock { library, asset: id } => {
                let (mut document, links) = (start(ASSET), self.links(library));
                document.add("link", &links.asset(id));
                if let Some(folder) = related {
                    document.add("classification_folder_link", &links.folder(folder));
                }
                document
            }
            Key::Folder { library, id } => {
                let mut document = start(FOLDER);
                document.folder_links(&self.links(library), id, related);
                document
            }
            Key::Assignment { library, asset, folder } => {
                let (mut document, links) = (start(ASSIGNMENT), self.links(library));
                document.add("content_link", &links.asset(asset));
                document.add("folder_link", &links.folder(folder));
                document
            }
        };
        document.append(&rendered.members);
        document.close()
    }

    /// A result document without `select`, with the links to the pages after and before it.
    pub(super) fn listing(
        &self,
        range: &Range,
        page: &ListedPage,
        start: u64,
        (next, previous): (Option<&str>, Option<&str>),
    ) -> Vec<u8> {
        let kind = match range {
            Range::AssetsIn { .. } => ASSET_RESULT,
            Range::FoldersOf { .. } | Range::FoldersIn { .. } => FOLDER_RESULT,
        };
        let hits = &page.listing.hits;
        let mut document = self.start(kind, &page.state, hits.len() * HIT);
        document.add("count", &hits.len());
        document.add("start", &start);
        document.add("total", &page.listing.total);
        for (name, link) in [("next", next), ("previous", previous)] {
            if let Some(link) = link {
                document.add(name, link);
            }
        }
        document.list("hits");
        let links = self.links(range.library());
        for (at, (hit, state)) in hits.iter().zip(&page.hit_states).enumerate() {
            if at > 0 {
                document.0.push(b',');
            }
            document.hit(range, &links, hit, state);
        }
        document.0.push(b']');
        document.close()
    }

    /// The beginning of a document; `rest` is how many bytes follow, roughly.
    fn start(&self, kind: &str, state: &str, rest: usize) -> Members {
        let mut document = Members(Vec::with_capacity(rest + HEAD));
        document.0.push(b'{');
        document.add("_v", &self.address.version.to_string());
        document.add("_type", kind);
        document.add("_resource_state", state);
        document
    }

    fn links(&self, library: &LibraryId) -> Links {
        let library = utf8_percent_encode(library.as_str(), SEGMENT);
        Links(format!("{}{}/libraries/{library}", self.origin, self.address.base))
    }
}

/// The links into a library, by its own.
struct Links(String);

impl Links {
    fn asset(&self, id: &AssetId) -> String {
        format!("{}/content/{}", self.0, utf8_percent_encode(id.as_str(), SEGMENT))
    }

    fn folder(&self, id: &FolderId) -> String {
        format!("{}/folders/{}", self.0, utf8_percent_encode(id.as_str(), SEGMENT))
    }

    fn assignment(&self, asset: &AssetId, folder: &FolderId) -> String {
        let [asset, folder] =
            [asset.as_str(), folder.as_str()].map(|id| utf8_percent_encode(id, SEGMENT));
        format!("{}/folder_assignments/{asset}/{folder}", self.0)
    }
}

/// Members of a JSON object, as text.
#[derive(Default)]
struct Members(Vec<u8>);

impl Members {
    fn add(&mut self, name: &str, value: &(impl Serialize + ?Sized)) {
        self.separate();
        write(&mut self.0, name);
        self.0.push(b':');
        write(&mut self.0, value);
    }

    fn append(&mut self, others: &Self) {
        self.separate();
        self.0.extend_from_slice(&others.0);
    }

    /// Begins a list; its items and its end are the caller's.
    fn list(&mut self, name: &str) {
        self.separate();
        write(&mut self.0, name);
        self.0.extend_from_slice(b":[");
    }

    fn separate(&mut self) {
        if !matches!(self.0.last(), None | Some(b'{')) {
            self.0.push(b',');
        }
    }

    fn close(mut self) -> Vec<u8> {
        self.0.push(b'}');
        self.0
    }

    fn asset(&mut self, id: &AssetId, asset: &Asset) {
        self.add("id", id);
        self.dates(asset.created, asset.modified);
        if let Some(folder) = &asset.classification {
            self.add("classification_folder_id", folder);
        }
        for (name, value) in &asset.fields {
            match value {
                Value::Object(body) if name == "c_body" => {
                    let complete = |(locale, value)| (locale, LocalizedBody::of(value));
                    self.add(name, &body.iter().map(complete).collect::<BTreeMap<_, _>>());
                }
                value => self.add(name, value),
            }
        }
    }

    fn folder(&mut self, id: &FolderId, folder: &Folder) {
        self.add("id", id);
        if let Some(parent) = &folder.parent {
            self.add("parent_folder_id", parent);
        }
        self.dates(folder.created, folder.modified);
        if !folder.fields.contains_key("online") {
            self.add("online", &false);
        }
        folder.fields.iter().for_each(|(name, value)| self.add(name, value));
    }

    fn assignment(&mut self, asset: &AssetId, folder: &FolderId, assignment: &Assignment) {
        self.add("content_id", asset);
        self.add("folder_id", folder);
        self.add("default", &assignment.is_default);
        if let Some(position) = &assignment.position {
            self.add("position", position);
        }
    }

    fn dates(&mut self, created: Timestamp, modified: Timestamp) {
        self.add("creation_date", &created.to_string());
        self.add("last_modified", &modified.to_string());
    }

    fn hit(&mut self, range: &Range, links: &Links, hit: &Hit, state: &str) {
        let is_asset = matches!(range, Range::AssetsIn { .. });
        self.0.push(b'{');
        self.add("_type", if is_asset { ASSET } else { FOLDER });
        self.add("_resource_state", state);
        self.add("id", &hit.id);
        if is_asset {
            self.add("link", &links.asset(&AssetId::from(hit.id.as_str())));
        } else {
            let folder = FolderId::from(hit.id.as_str());
            self.folder_links(links, &folder, hit.parent.as_ref());
        }
        self.0.push(b'}');
    }

    fn folder_links(&mut self, links: &Links, id: &FolderId, parent: Option<&FolderId>) {
        let link = links.folder(id);
        self.add("link", &link);
        if let Some(parent) = parent {
            self.add("parent_link", &links.folder(parent));
        }
        self.add("sub_folders_link", &format!("{link}/sub_folders"));
    }
}

fn write(text: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    serde_json::to_writer(text, value).expect("what a document holds is JSON");
}

/// A localized value of `c_body`. `markup` is what the platform makes of `source`; here it makes
/// nothing of it.
#[derive(Serialize)]
struct LocalizedBody<'a> {
    _type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    markup: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a Value>,
}

impl<'a> LocalizedBody<'a> {
    fn of(value: &'a Value) -> Self {
        let source = value.get("source");
        Self { _type: MARKUP_TEXT, markup: source, source }
    }
}
