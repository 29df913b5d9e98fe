//! Documents as they are answered (sections 2.2 to 2.5).

use super::address::Address;
use crate::{
    api::content::{ASSET, ASSET_RESULT, ASSIGNMENT, FOLDER, FOLDER_RESULT, MARKUP_TEXT},
    sandbox::store::{Asset, Assignment, Folder, Hit, Key, Listing, Range},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

/// Everything but RFC 3986's unreserved characters.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Writes documents whose links have the form and host of the request.
pub struct Renderer<'a> {
    /// `https://localhost:8443`
    pub origin: &'a str,
    /// The request's address.
    pub address: &'a Address,
}

impl Renderer<'_> {
    /// A link to an asset.
    pub fn asset_link(&self, library: &str, id: &str) -> String {
        self.link(&["libraries", library, "content", id])
    }

    /// A link to a folder.
    pub fn folder_link(&self, library: &str, id: &str) -> String {
        self.link(&["libraries", library, "folders", id])
    }

    /// A link to an assignment.
    pub fn assignment_link(&self, library: &str, asset: &str, folder: &str) -> String {
        self.link(&["libraries", library, "folder_assignments", asset, folder])
    }

    /// The link of a row.
    pub fn link_of(&self, key: &Key) -> String {
        match key {
            Key::Asset { library, id } => self.asset_link(library, id),
            Key::Folder { library, id } => self.folder_link(library, id),
            Key::Assignment { library, asset, folder } => {
                self.assignment_link(library, asset, folder)
            }
            Key::Lock { library, asset } => self.asset_link(library, asset),
        }
    }

    fn link(&self, segments: &[&str]) -> String {
        let mut link = format!("{}{}", self.origin, self.address.base);
        for segment in segments {
            link.push('/');
            link.extend(utf8_percent_encode(segment, SEGMENT));
        }
        link
    }

    /// A content asset.
    pub fn asset(&self, library: &str, id: &str, asset: Asset, state: &str) -> Value {
        let mut document = asset.fields;
        if let Some(Value::Object(body)) = document.get_mut("c_body") {
            body.values_mut().for_each(complete_markup);
        }
        document.insert("id".to_owned(), id.into());
        document.insert("link".to_owned(), self.asset_link(library, id).into());
        document.insert("creation_date".to_owned(), asset.created.to_string().into());
        document.insert("last_modified".to_owned(), asset.modified.to_string().into());
        if let Some(folder) = asset.classification {
            let link = self.folder_link(library, &folder);
            document.insert("classification_folder_id".to_owned(), folder.into());
            document.insert("classification_folder_link".to_owned(), link.into());
        }
        self.framed(document, ASSET, state)
    }

    /// A content folder.
    pub fn folder(&self, library: &str, id: &str, folder: Folder, state: &str) -> Value {
        let mut document = folder.fields;
        document.insert("id".to_owned(), id.into());
        document.entry("online").or_insert(false.into());
        document.insert("creation_date".to_owned(), folder.created.to_string().into());
        document.insert("last_modified".to_owned(), folder.modified.to_string().into());
        document.extend(self.folder_links(library, id, folder.parent.as_deref()));
        if let Some(parent) = folder.parent {
            document.insert("parent_folder_id".to_owned(), parent.into());
        }
        self.framed(document, FOLDER, state)
    }

    /// An assignment.
    pub fn assignment(
        &self,
        [library, asset, folder]: [&str; 3],
        assignment: Assignment,
        state: &str,
    ) -> Value {
        let mut document = Map::from_iter([
            ("content_id".to_owned(), asset.into()),
            ("content_link".to_owned(), self.asset_link(library, asset).into()),
            ("folder_id".to_owned(), folder.into()),
            ("folder_link".to_owned(), self.folder_link(library, folder).into()),
            ("default".to_owned(), assignment.is_default.into()),
        ]);
        let position = assignment.position.map(Value::Number);
        document.extend(position.map(|position| ("position".to_owned(), position)));
        self.framed(document, ASSIGNMENT, state)
    }

    /// A result document without `next`, `previous` and `select`.
    pub fn listing(
        &self,
        range: &Range,
        listing: &Listing,
        start: u64,
        state: &str,
        hit_state: impl Fn(&Hit) -> String,
    ) -> Map<String, Value> {
        let hits: Vec<_> =
            listing.hits.iter().map(|hit| self.hit(range, hit, &hit_state(hit))).collect();
        let kind = match range {
            Range::AssetsIn { .. } => ASSET_RESULT,
            Range::FoldersOf { .. } | Range::FoldersIn { .. } => FOLDER_RESULT,
        };
        let mut document = Map::from_iter([
            ("_v".to_owned(), self.address.version.to_string().into()),
            ("_type".to_owned(), kind.into()),
            ("_resource_state".to_owned(), state.into()),
        ]);
        document.insert("count".to_owned(), hits.len().into());
        document.insert("hits".to_owned(), hits.into());
        document.insert("start".to_owned(), start.into());
        document.insert("total".to_owned(), listing.total.into());
        document
    }

    fn hit(&self, range: &Range, hit: &Hit, state: &str) -> Value {
        let library = range.library();
        let (kind, links) = match range {
            Range::AssetsIn { .. } => {
                let link = self.asset_link(library, &hit.id).into();
                (ASSET, vec![("link".to_owned(), link)])
            }
            Range::FoldersOf { .. } | Range::FoldersIn { .. } => {
                (FOLDER, self.folder_links(library, &hit.id, hit.parent.as_deref()))
            }
        };
        let mut document = Map::from_iter(links);
        document.insert("id".to_owned(), hit.id.as_str().into());
        document.insert("_type".to_owned(), kind.into());
        document.insert("_resource_state".to_owned(), state.into());
        document.into()
    }

    fn folder_links(&self, library: &str, id: &str, parent: Option<&str>) -> Vec<(String, Value)> {
        let sub_folders = self.link(&["libraries", library, "folders", id, "sub_folders"]);
        let mut links = vec![
            ("link".to_owned(), self.folder_link(library, id).into()),
            ("sub_folders_link".to_owned(), sub_folders.into()),
        ];
        let parent = parent.map(|parent| self.folder_link(library, parent).into());
        links.extend(parent.map(|parent| ("parent_link".to_owned(), parent)));
        links
    }

    fn framed(&self, mut document: Map<String, Value>, kind: &str, state: &str) -> Value {
        document.insert("_v".to_owned(), self.address.version.to_string().into());
        document.insert("_type".to_owned(), kind.into());
        document.insert("_resource_state".to_owned(), state.into());
        document.into()
    }
}

/// `markup` is what the platform makes of `source`; here it makes nothing of it.
fn complete_markup(value: &mut Value) {
    let source = value.get("source").cloned();
    *value = json!({"_type": MARKUP_TEXT});
    if let Some(source) = source {
        value["markup"] = source.clone();
        value["source"] = source;
    }
}
