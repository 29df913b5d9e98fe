//! Checkpoints of a store in memory: they share with it what nobody has written since.

use super::{Content, Memory};
use crate::sandbox::store::{
    Timestamp,
    checkpoints::{Checkpoint, CheckpointError, CheckpointName, Checkpoints, PutBack, with_files},
    sqlite::portable::{self, Portable},
};
use futures::future::{self, BoxFuture};
use std::{path::Path, sync::Arc};

/// A checkpoint.
#[derive(Clone)]
pub(super) struct Kept {
    content: Arc<Content>,
    beside: Vec<u8>,
    taken: Timestamp,
}

impl Kept {
    fn told(&self, name: &CheckpointName) -> Checkpoint {
        Checkpoint { name: name.clone(), taken: self.taken, bytes: None }
    }
}

impl Memory {
    fn kept(&self, name: &CheckpointName) -> Result<Kept, CheckpointError> {
        let kept = self.tables().checkpoints.get(name).cloned();
        kept.ok_or_else(|| CheckpointError::Unknown(name.clone()))
    }
}

impl Checkpoints for Memory {
    fn take<'a>(
        &'a self,
        name: &'a CheckpointName,
        beside: Vec<u8>,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Checkpoint, CheckpointError>> {
        let mut tables = self.write();
        let kept = Kept { content: Arc::clone(&tables.content), beside, taken: now };
        let told = kept.told(name);
        tables.checkpoints.insert(name.clone(), kept);
        Box::pin(future::ready(Ok(told)))
    }

    fn list(&self) -> BoxFuture<'_, Result<Vec<Checkpoint>, CheckpointError>> {
        let tables = self.tables();
        let all = tables.checkpoints.iter().map(|(name, kept)| kept.told(name)).collect();
        Box::pin(future::ready(Ok(all)))
    }

    fn beside<'a>(
        &'a self,
        name: &'a CheckpointName,
    ) -> BoxFuture<'a, Result<Vec<u8>, CheckpointError>> {
        Box::pin(future::ready(self.kept(name).map(|kept| kept.beside)))
    }

    fn put_back<'a>(
        &'a self,
        name: &'a CheckpointName,
        what: PutBack,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        let put_back = |kept: Kept| {
            let mut tables = self.write();
            let (present, other) = (&tables.content.shop, &kept.content.shop);
            let is_same = Arc::ptr_eq(present, other) || present.digest() == other.digest();
            if !is_same && what == PutBack::SameShop {
                return Err(CheckpointError::OtherShop(name.clone()));
            }
            tables.moment += 1;
            tables.content = kept.content;
            Ok(())
        };
        Box::pin(future::ready(self.kept(name).and_then(put_back)))
    }

    fn forget<'a>(
        &'a self,
        name: &'a CheckpointName,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        let removed = self.write().checkpoints.remove(name).map(drop);
        let forgotten = removed.ok_or_else(|| CheckpointError::Unknown(name.clone()));
        Box::pin(future::ready(forgotten))
    }

    fn export<'a>(
        &'a self,
        name: &'a CheckpointName,
        file: &'a Path,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        Box::pin(async move {
            let Kept { content, beside, taken } = self.kept(name)?;
            let file = file.to_owned();
            let write = move || {
                let Content { libraries, rows, shop, .. } = &*content;
                let rows = rows.iter().map(|(key, row)| (key, &**row));
                portable::write(&file, (libraries.values(), rows, shop), (&beside, taken))
            };
            with_files(write).await
        })
    }

    fn adopt<'a>(
        &'a self,
        name: &'a CheckpointName,
        file: &'a Path,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        let adopted = portable::read(file).map(|read| {
            let Portable { libraries, rows, shop, beside, taken } = read;
            let mut tables = self.write();
            let mut content = Content { shop: Arc::new(shop), ..Content::default() };
            content.libraries.extend(libraries.into_iter().map(|it| (it.id.clone(), it)));
            let last = tables.last;
            for (key, mut row) in rows {
                row.revision.0 += last;
                tables.last = tables.last.max(row.revision.0);
                content.put(key, row);
            }
            let kept = Kept { content: Arc::new(content), beside, taken };
            tables.checkpoints.insert(name.clone(), kept);
        });
        Box::pin(future::ready(adopted))
    }
}
