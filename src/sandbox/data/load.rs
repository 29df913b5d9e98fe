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

/// A document with its IDs in it, to be written as a PUT would.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Document {
    /// The ID of its library.
    pub library: LibraryId,
    /// What it is.
    pub kind: Kind,
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
}

impl From<StoreError> for LoadError {
    fn from(error: StoreError) -> Self {
        Self::Commit(error.into())
    }
}

/// A document that was read.
struct Put {
    resource: Resource,
    draft: Draft,
}

impl DataApi {
    /// Makes the libraries that aren't there and writes the documents, all or nothing and without
    /// hooks. What is there already as it should be isn't touched; other things and locks stay.
    ///
    /// Folders may come in any order, but before the assets, and those before the assignments. Those that are in a folder
    /// which isn't there are told by their number: a folder stands below the root then, and an assignment isn't made.
    pub(crate) async fn load(
        &self,
        libraries: &[Library],
        documents: &[Document],
    ) -> Result<Vec<usize>, LoadError> {
        let puts = self.read_documents(documents)?;
        for _ in 0..ATTEMPTS {
            let (overlay, dangling) = self.filled(libraries, &puts).await?;
            match self.store.commit(overlay.changes()).await {
                Ok(_) => return Ok(dangling),
                Err(CommitError::Conflict) => {}
                Err(error) => return Err(LoadError::Commit(error)),
            }
        }
        Err(LoadError::Commit(CommitError::Conflict))
    }

    fn read_documents(&self, documents: &[Document]) -> Result<Vec<Put>, LoadError> {
        let read = documents.iter().map(|document| self.read_document(document));
        read.enumerate()
            .map(|(index, put)| put.map_err(|it| LoadError::Refused(index, it)))
            .collect()
    }

    fn read_document(&self, document: &Document) -> Result<Put, Refusal> {
        let Document { library, kind, fields } = document;
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
        Ok(Put { resource, draft })
    }

    fn reading(&self, kind: Kind) -> Reading<'_> {
        Reading { kind, version: Version::SPECIFIED, sites: &self.sites }
    }

    async fn filled(
        &self,
        libraries: &[Library],
        puts: &[Put],
    ) -> Result<(Overlay, Vec<usize>), LoadError> {
        let mut overlay = Overlay::new(self.store.clone());
        for library in libraries {
            overlay.provide(library.clone(), self.clock.now()).await?;
        }
        overlay.fetch(puts.iter().filter_map(|put| put.resource.key()), []).await?;
        for (index, put) in puts.iter().enumerate() {
            let made = self.make_folder(&mut overlay, &put.resource).await;
            made.map_err(|refusal| LoadError::Refused(index, refusal))?;
        }
        let mut dangling = Vec::new();
        for (index, Put { resource, draft }) in puts.iter().enumerate() {
            let mut done = self.put(&mut overlay, resource, draft.clone()).await;
            if done.as_ref().is_err_and(|refusal| refusal.is("ParentFolderNotFound")) {
                dangling.push(index);
                done = self.put_below_root(&mut overlay, resource, draft.clone()).await;
            }
            done.map_err(|refusal| LoadError::Refused(index, refusal))?;
        }
        overlay.forget_repeats().await?;
        Ok((overlay, dangling))
    }

    /// What is in a folder that isn't there.
    async fn put_below_root(
        &self,
        overlay: &mut Overlay,
        resource: &Resource,
        mut draft: Draft,
    ) -> Result<(), Refusal> {
        if resource.kind() != Some(Kind::Folder) {
            return Ok(());
        }
        draft.fields.remove("parent_folder_id");
        self.put(overlay, resource, draft).await
    }

    /// Makes a folder that isn't there yet, below the root for now: its parent may come later.
    async fn make_folder(&self, overlay: &mut Overlay, resource: &Resource) -> Result<(), Refusal> {
        match resource {
            Resource::Folder { library, id } if overlay.folder(library, id).await?.is_none() => {
                self.put(overlay, resource, Draft::default()).await
            }
            _ => Ok(()),
        }
    }

    async fn put(
        &self,
        overlay: &mut Overlay,
        resource: &Resource,
        draft: Draft,
    ) -> Result<(), Refusal> {
        let write = Write {
            api: self,
            method: Method::Put,
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
