//! Content libraries as scripts read them: a page what was committed last, a hook what its request sees.

use super::{ask::Ask, asked};
use crate::{
    api::ids::LibraryId,
    sandbox::store::{
        Asset, Folder, Key, Library, Memory, Overlay, ROOT, Range, Row, Store, StoreError,
        Timestamp, Wanted,
    },
    script::HostError,
};
use futures::executor::block_on;
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// The libraries behind a storefront's scripts; clones share them.
#[derive(Clone)]
pub struct Libraries {
    store: Arc<dyn Store>,
    site_library: Arc<str>,
    views: Arc<Views>,
}

#[derive(Default)]
struct Views {
    last: AtomicU64,
    open: Mutex<HashMap<u64, Arc<Mutex<Overlay>>>>,
}

/// One request's overlay, lent to scripts until it is closed or dropped.
pub struct View {
    /// What its scripts name it by.
    pub id: u64,
    overlay: Arc<Mutex<Overlay>>,
    views: Arc<Views>,
}

impl Libraries {
    /// The libraries of a store; `site_library` is the one that scripts read unless they name another.
    pub fn new(store: Arc<dyn Store>, site_library: &str) -> Self {
        Self { store, site_library: site_library.into(), views: Arc::default() }
    }

    /// The one that scripts read unless they name another.
    pub(super) fn site_library(&self) -> &str {
        &self.site_library
    }

    /// One library without assets, in memory.
    pub(super) fn empty(id: &str) -> Self {
        let store = Memory::new();
        let provided = block_on(store.provide(&[Library::named(id)], Timestamp(0)));
        provided.expect("memory takes a library");
        Self::new(Arc::new(store), id)
    }

    /// Lends an overlay to scripts.
    pub fn lend(&self, overlay: Overlay) -> View {
        let id = self.views.last.fetch_add(1, Ordering::Relaxed) + 1;
        let overlay = Arc::new(Mutex::new(overlay));
        self.views.open.lock().insert(id, Arc::clone(&overlay));
        View { id, overlay, views: Arc::clone(&self.views) }
    }

    /// Answers a script's `content.…`.
    pub(super) fn answer(&self, what: asked::Content, ask: &Ask<'_>) -> Result<Value, HostError> {
        let overlay = self.overlay(ask)?;
        let mut overlay = overlay.lock();
        // A script's own thread waits; none that serves requests does.
        let answer = block_on(async {
            Ok(match what {
                asked::Content::SiteLibrary => Ok(Value::from(self.site_library.as_ref())),
                asked::Content::Library => self.library(ask.text("id")?).await,
                asked::Content::Asset => {
                    asset(&mut overlay, ask.text("library")?, ask.text("id")?).await
                }
                asked::Content::Folder => {
                    folder(&mut overlay, ask.text("library")?, ask.text("id")?).await
                }
                asked::Content::All => self.asset_ids(ask.text("library")?).await,
                asked::Content::Ids => overlay.ids(&range(ask)?).await.map(Value::from),
            })
        })?;
        answer.map_err(|error| HostError::new(error.to_string()))
    }

    /// The name of the present moment, which changes with each change; nothing if a look isn't enough to tell it.
    pub(super) fn moment(&self) -> Option<u64> {
        self.store.moment().map(|moment| moment.0)
    }

    /// All folders of the site's library but its root, each below its parent. Not for threads that serve requests: it waits.
    pub(super) fn all_folders(&self) -> Result<Vec<(String, Folder)>, StoreError> {
        let mut overlay = Overlay::new(Arc::clone(&self.store));
        block_on(async {
            let (mut folders, mut above) = (Vec::new(), vec![ROOT.to_owned()]);
            while !above.is_empty() {
                let ranges: Vec<_> = above
                    .iter()
                    .map(|id| Range::folders_in(self.site_library(), id.as_str()))
                    .collect();
                overlay.fetch([], ranges.clone()).await?;
                above.clear();
                for range in ranges {
                    above.extend(overlay.ids(&range).await?);
                }
                let keys = above.iter().map(|id| Key::folder(self.site_library(), id.as_str()));
                overlay.fetch(keys.collect::<Vec<_>>(), []).await?;
                for id in &above {
                    let folder = overlay.folder(self.site_library(), id.as_str()).await?;
                    folders.extend(folder.map(|folder| (id.clone(), folder)));
                }
            }
            Ok(folders)
        })
    }

    /// The IDs of all libraries. It waits, as what follows.
    pub(super) fn all(&self) -> Result<Vec<String>, StoreError> {
        let all = block_on(self.store.libraries())?;
        Ok(all.into_iter().map(|library| library.id.0).collect())
    }

    /// Everything in a library.
    pub(super) fn contents(&self, id: &str) -> Result<BTreeMap<Key, Row>, StoreError> {
        block_on(self.store.contents(&LibraryId::from(id)))
    }

    /// Content of the site's library, and the folders that it is in: the one that classifies it first. It waits, too.
    pub(super) fn asset_with_folders(
        &self,
        id: &str,
    ) -> Result<Option<(Asset, Vec<String>)>, StoreError> {
        let mut overlay = Overlay::new(Arc::clone(&self.store));
        block_on(async {
            let Some(asset) = overlay.asset(self.site_library(), id).await? else {
                return Ok(None);
            };
            let mut folders = overlay.ids(&Range::folders_of(self.site_library(), id)).await?;
            let classifying = asset.classification.as_ref().map(ToString::to_string);
            folders.sort_by_key(|folder| Some(folder) != classifying.as_ref());
            Ok(Some((asset, folders)))
        })
    }

    fn overlay(&self, ask: &Ask<'_>) -> Result<Arc<Mutex<Overlay>>, HostError> {
        match ask.arguments.get("view").and_then(Value::as_u64) {
            None => Ok(Arc::new(Mutex::new(Overlay::new(Arc::clone(&self.store))))),
            Some(view) => self
                .views
                .open
                .lock()
                .get(&view)
                .cloned()
                .ok_or_else(|| HostError::new("The request of this hook has ended")),
        }
    }

    /// The IDs of all assets, also of those that are in no folder.
    async fn asset_ids(&self, library: &str) -> Result<Value, StoreError> {
        let rows = self.store.contents(&LibraryId::from(library)).await?;
        let ids = rows.into_keys().filter_map(|key| match key {
            Key::Asset { id, .. } => Some(id.0),
            _ => None,
        });
        Ok(ids.collect())
    }

    async fn library(&self, id: &str) -> Result<Value, StoreError> {
        let found = self.store.read(&Wanted::library(id)).await?;
        Ok(found
            .libraries
            .get(&LibraryId::from(id))
            .map_or(Value::Null, |it| json!({"id": it.id, "name": it.display_name})))
    }
}

impl View {
    /// Takes the overlay back, with everything in it that scripts have read.
    pub fn close(self) -> Overlay {
        self.overlay.lock().clone()
    }
}

impl Drop for View {
    fn drop(&mut self) {
        self.views.open.lock().remove(&self.id);
    }
}

impl fmt::Debug for Libraries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Libraries")
            .field("site_library", &self.site_library)
            .finish_non_exhaustive()
    }
}

async fn asset(overlay: &mut Overlay, library: &str, id: &str) -> Result<Value, StoreError> {
    let asset = overlay.asset(library, id).await?;
    Ok(asset.map_or(Value::Null, |asset| {
        json!({
            "id": id,
            "fields": asset.fields,
            "classification": asset.classification,
            "created": asset.created.0,
            "modified": asset.modified.0,
        })
    }))
}

async fn folder(overlay: &mut Overlay, library: &str, id: &str) -> Result<Value, StoreError> {
    let folder = overlay.folder(library, id).await?;
    Ok(folder.map_or(Value::Null, |folder| {
        json!({
            "id": id,
            "fields": folder.fields,
            "parent": folder.parent,
            "created": folder.created.0,
            "modified": folder.modified.0,
        })
    }))
}

fn range(ask: &Ask<'_>) -> Result<Range, HostError> {
    let (library, id) = (ask.text("library")?, ask.text("id")?);
    match ask.text("range")? {
        "folders_of" => Ok(Range::folders_of(library, id)),
        "assets_in" => Ok(Range::assets_in(library, id)),
        "folders_in" => Ok(Range::folders_in(library, id)),
        _ => Err(ask.unknown()),
    }
}
