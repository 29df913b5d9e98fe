//! Documents that are there before the first request.

use super::{
    DataApi, Draft, Kind, Method, address::Resource, assignment, draft::Reading, state::Conditions,
    write::Write,
};
use crate::{
    api::content::Version,
    sandbox::{
        refusal::Refusal,
        store::{CommitError, Overlay, StoreError},
    },
};
use serde_json::{Map, Value};

/// A document with its IDs in it, to be written as a PUT would.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// What it is.
    pub kind: Kind,
    /// Its fields.
    pub fields: Map<String, Value>,
}

/// Why nothing was loaded.
#[derive(Debug)]
pub enum LoadError {
    /// A document that a PUT would refuse, counted from 0.
    Refused(usize, Refusal),
    /// The store failed.
    Store(StoreError),
}

impl DataApi {
    /// Writes documents to a library, all or nothing and without hooks. What is there already as it
    /// should be isn't touched; other things and locks stay.
    ///
    /// Folders may come in any order, but before the assets, and those before the assignments.
    pub async fn load(&self, library: &str, documents: &[Document]) -> Result<(), LoadError> {
        let mut overlay = Overlay::new(self.store.clone());
        for write in [Self::put_alone, Self::put] {
            for (index, document) in documents.iter().enumerate() {
                let done = write(self, &mut overlay, library, document);
                done.map_err(|refusal| LoadError::Refused(index, refusal))?;
            }
        }
        overlay.forget_repeats().map_err(LoadError::Store)?;
        match self.store.commit(overlay.changes()).await {
            Ok(_) => Ok(()),
            Err(CommitError::Store(error)) => Err(LoadError::Store(error)),
            Err(CommitError::Conflict) => {
                let cause = "the libraries changed while content was loaded".to_owned();
                Err(LoadError::Store(StoreError::Damaged(cause)))
            }
        }
    }

    /// Makes a folder that isn't there yet, below the root for now: its parent may come later.
    fn put_alone(
        &self,
        overlay: &mut Overlay,
        library: &str,
        document: &Document,
    ) -> Result<(), Refusal> {
        let resource = self.resource(library, document)?;
        let Resource::Folder { id, .. } = &resource else { return Ok(()) };
        if overlay.folder(library, id)?.is_some() {
            return Ok(());
        }
        self.write_to(overlay, &resource, Draft::default())
    }

    fn put(
        &self,
        overlay: &mut Overlay,
        library: &str,
        document: &Document,
    ) -> Result<(), Refusal> {
        let resource = self.resource(library, document)?;
        let draft = self.read_document(document)?;
        self.write_to(overlay, &resource, draft)
    }

    fn resource(&self, library: &str, document: &Document) -> Result<Resource, Refusal> {
        let draft = self.read_document(document)?;
        let library = library.to_owned();
        let id = |name: &str| draft.text(name).unwrap_or_default().to_owned();
        Ok(match document.kind {
            Kind::Asset => Resource::Asset { library, id: id("id") },
            Kind::Folder => Resource::Folder { library, id: id("id") },
            Kind::Assignment => {
                Resource::Assignment { library, asset: id("content_id"), folder: id("folder_id") }
            }
        })
    }

    fn read_document(&self, document: &Document) -> Result<Draft, Refusal> {
        Draft::read(document.fields.clone().into(), self.reading(document.kind))
    }

    fn reading(&self, kind: Kind) -> Reading<'_> {
        Reading { kind, version: Version::SPECIFIED, sites: &self.sites }
    }

    fn write_to(
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
        write.check_draft(overlay, &write.draft)?;
        if let Resource::Assignment { library, asset, folder } = resource {
            assignment::prepare(&write, overlay, [library, asset, folder])?;
        }
        write.apply(overlay, &write.draft, self.clock.now())?;
        Ok(())
    }
}
