//! Documents that are there before the first request.

use super::{
    DataApi, Draft, Kind, Method,
    address::Resource,
    draft::Reading,
    faults,
    state::Conditions,
    write::{ATTEMPTS, Write, assignment},
};
use crate::{
    api::{content::Version, ids::LibraryId},
    sandbox::{
        refusal::Refusal,
        store::{CommitError, Library, Overlay, StoreError},
    },
};
use serde_json::{Map, Value};
use std::collections::HashSet;
use tokio_util::sync::CancellationToken;

/// What is done with a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It is as the document says, whatever was there: as a PUT does it.
    Put,
    /// What is there stays where the document says nothing of it.
    Merge,
    /// The same, and what isn't there stays away.
    Update,
    /// What was there goes first; of an asset with its assignments.
    Replace,
    /// It goes; a folder with all that is below, but not the assets in it.
    Delete,
}

/// What became of folders and assets.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    /// What was in a folder that isn't there, counted from 0.
    pub dangling: Vec<usize>,
    /// How many are new.
    pub made: usize,
    /// How many were there.
    pub changed: usize,
    /// How many are gone.
    pub removed: usize,
    /// How many were left alone.
    pub passed: usize,
}

/// A document with its IDs in it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Document {
    /// The ID of its library.
    pub library: LibraryId,
    /// What it is.
    pub kind: Kind,
    /// What is done with it.
    pub way: Way,
    /// Its fields.
    pub fields: Map<String, Value>,
}

/// Why nothing was loaded.
#[derive(Debug)]
pub(crate) enum LoadError {
    /// A document that a PUT would refuse, counted from 0.
    Refused(usize, Refusal),
    /// The store failed, or somebody else always wrote first.
    Commit(CommitError),
    /// Somebody wants it no longer.
    Stopped,
}

impl From<StoreError> for LoadError {
    fn from(error: StoreError) -> Self {
        Self::Commit(error.into())
    }
}

/// A document that was read.
struct Put {
    resource: Resource,
    way: Way,
    draft: Draft,
}

impl DataApi {
    /// Makes the libraries that aren't there and does what the documents say, all or nothing and without
    /// hooks. What is there already as it should be isn't touched; other things and locks stay.
    ///
    /// Folders may come in any order, but before the assets, and those before the assignments. Those that are in a folder
    /// which isn't there are told by their number: a folder stands below the root then, or where it was, and an assignment
    /// isn't made. Once `ending` is cancelled nothing is begun any more.
    pub(crate) async fn load(
        &self,
        libraries: &[Library],
        documents: &[Document],
        ending: &CancellationToken,
    ) -> Result<Loaded, LoadError> {
        let puts = self.read_documents(documents, ending)?;
        for _ in 0..ATTEMPTS {
            let (overlay, loaded) = self.filled(libraries, &puts, ending).await?;
            check(ending)?;
            match self.store.commit(overlay.changes()).await {
                Ok(_) => return Ok(loaded),
                Err(CommitError::Conflict) => {}
                Err(error) => return Err(LoadError::Commit(error)),
            }
        }
        Err(LoadError::Commit(CommitError::Conflict))
    }

    fn read_documents(
        &self,
        documents: &[Document],
        ending: &CancellationToken,
    ) -> Result<Vec<Put>, LoadError> {
        let read = |(index, document)| {
            check(ending)?;
            self.read_document(document).map_err(|it| LoadError::Refused(index, it))
        };
        documents.iter().enumerate().map(read).collect()
    }

    fn read_document(&self, document: &Document) -> Result<Put, Refusal> {
        let Document { library, kind, way, fields } = document;
        let draft = Draft::read(fields.clone().into(), self.reading(*kind))?;
        let library = library.clone();
        let id = |name: &str| {
            let missing =
                || faults::property_constraint(kind.name(), &format!("$.{name}"), "there");
            draft.text(name).ok_or_else(missing)
        };
        let resource = match kind {
            Kind::Asset => Resource::Asset { library, id: id("id")?.into() },
            Kind::Folder => Resource::Folder { library, id: id("id")?.into() },
            Kind::Assignment => {
                let (asset, folder) = (id("content_id")?.into(), id("folder_id")?.into());
                Resource::Assignment { library, asset, folder }
            }
        };
        Ok(Put { resource, way: *way, draft })
    }

    fn reading(&self, kind: Kind) -> Reading<'_> {
        Reading { kind, version: Version::SPECIFIED, sites: &self.sites }
    }

    async fn filled(
        &self,
        libraries: &[Library],
        puts: &[Put],
        ending: &CancellationToken,
    ) -> Result<(Overlay, Loaded), LoadError> {
        let mut overlay = Overlay::new(self.store.clone());
        for library in libraries {
            overlay.provide(library.clone(), self.clock.now()).await?;
        }
        overlay.fetch(puts.iter().filter_map(|put| put.resource.key()), []).await?;
        let mut made = HashSet::new();
        for (index, put) in puts.iter().enumerate() {
            check(ending)?;
            let is_made = self.make_folder(&mut overlay, put).await;
            if is_made.map_err(|refusal| LoadError::Refused(index, refusal))? {
                made.insert(index);
            }
        }
        let mut loaded = Loaded::default();
        for (index, put) in puts.iter().enumerate() {
            check(ending)?;
            let is_there = is_there(&mut overlay, &put.resource).await? && !made.contains(&index);
            let mut done = self.done(&mut overlay, put, is_there).await;
            if done.as_ref().is_err_and(is_dangling) {
                loaded.dangling.push(index);
                done = self.done_without_parent(&mut overlay, put, is_there).await;
            }
            done.map_err(|refusal| LoadError::Refused(index, refusal))?;
            loaded.count(put, is_there);
        }
        overlay.forget_repeats().await?;
        Ok((overlay, loaded))
    }

    /// Makes a folder that isn't there yet, below the root for now: its parent may come later. Answers whether it did.
    async fn make_folder(&self, overlay: &mut Overlay, put: &Put) -> Result<bool, Refusal> {
        let Put { resource, way, .. } = put;
        let is_made = matches!(resource, Resource::Folder { .. })
            && !matches!(way, Way::Update | Way::Delete)
            && !is_there(overlay, resource).await?;
        if is_made {
            self.apply(overlay, (Method::Put, resource), Draft::default()).await?;
        }
        Ok(is_made)
    }

    /// Does what is to be done with what `is_there`, or isn't.
    async fn done(&self, overlay: &mut Overlay, put: &Put, is_there: bool) -> Result<(), Refusal> {
        let Put { resource, way, draft } = put;
        let is_asset = matches!(resource, Resource::Asset { .. });
        let method = match (way, is_there) {
            (Way::Update | Way::Delete, false) => return Ok(()),
            // They go with the asset or the folder.
            (Way::Delete, true) if resource.kind() == Some(Kind::Assignment) => return Ok(()),
            (_, true) if resource.kind() == Some(Kind::Assignment) => Method::Put,
            (Way::Delete, true) => Method::Delete,
            (Way::Merge | Way::Update, true) => Method::Patch,
            (Way::Put | Way::Replace | Way::Merge, _) => Method::Put,
        };
        if *way == Way::Replace && is_there && is_asset {
            self.apply(overlay, (Method::Delete, resource), Draft::default()).await?;
        }
        self.apply(overlay, (method, resource), draft.clone()).await
    }

    /// The same of what is in a folder that isn't there.
    async fn done_without_parent(
        &self,
        overlay: &mut Overlay,
        put: &Put,
        is_there: bool,
    ) -> Result<(), Refusal> {
        if put.resource.kind() != Some(Kind::Folder) {
            return Ok(());
        }
        let mut draft = put.draft.clone();
        draft.fields.remove("parent_folder_id");
        let put = Put { resource: put.resource.clone(), way: put.way, draft };
        self.done(overlay, &put, is_there).await
    }

    async fn apply(
        &self,
        overlay: &mut Overlay,
        (method, resource): (Method, &Resource),
        draft: Draft,
    ) -> Result<(), Refusal> {
        let write = Write {
            api: self,
            method,
            resource,
            reading: self.reading(resource.kind().unwrap_or(Kind::Asset)),
            draft,
            conditions: Conditions::default(),
            user: None,
        };
        write.check_draft(overlay, &write.draft).await?;
        if let Resource::Assignment { library, asset, folder } = resource {
            assignment::prepare(&write, overlay, (library, asset, folder)).await?;
        }
        write.apply(overlay, &write.draft, self.clock.now()).await?;
        Ok(())
    }
}

impl Loaded {
    fn count(&mut self, put: &Put, is_there: bool) {
        if put.resource.kind() == Some(Kind::Assignment) {
            return;
        }
        match (put.way, is_there) {
            (Way::Update | Way::Delete, false) => self.passed += 1,
            (Way::Delete, true) => self.removed += 1,
            (_, true) => self.changed += 1,
            (_, false) => self.made += 1,
        }
    }
}

/// An error once nobody wants it any more.
fn check(ending: &CancellationToken) -> Result<(), LoadError> {
    if ending.is_cancelled() { Err(LoadError::Stopped) } else { Ok(()) }
}

/// Whether what a document says of can be changed: of an assignment it is the asset that counts.
async fn is_there(overlay: &mut Overlay, resource: &Resource) -> Result<bool, StoreError> {
    match resource {
        Resource::Folder { library, id } => Ok(overlay.folder(library, id).await?.is_some()),
        Resource::Asset { library, id: asset } | Resource::Assignment { library, asset, .. } => {
            Ok(overlay.asset(library, asset).await?.is_some())
        }
        _ => Ok(false),
    }
}

/// Whether the folder isn't there that something is to be in.
fn is_dangling(refusal: &Refusal) -> bool {
    refusal.is("ParentFolderNotFound") || refusal.is("FolderNotFound")
}
