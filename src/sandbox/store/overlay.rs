//! Reads that remember what they saw, and writes that wait for the commit.

use super::{
    Store, Wanted,
    changes::{ChangeSet, Range, StoreError},
    rows::{Asset, Assignment, Folder, Key, Library, Lock, ROOT, Record, Revision, Row, Timestamp},
};
use crate::api::ids::{AssetId, FolderId, LibraryId};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// One request's view of a store: its own writes above what was committed when it looked.
///
/// What was read once is read the same again; what is needed together is fetched together. It holds no transaction
/// between two calls.
#[derive(Clone)]
pub struct Overlay {
    store: Arc<dyn Store>,
    rows: BTreeMap<Key, Option<Row>>,
    ranges: BTreeMap<Range, Vec<String>>,
    libraries: BTreeMap<LibraryId, Library>,
    /// Those that were there.
    present: BTreeSet<LibraryId>,
    writes: BTreeMap<Key, Option<Arc<Record>>>,
}

impl Overlay {
    /// Nothing read and nothing written yet.
    pub fn new(store: Arc<dyn Store>) -> Self {
        let (rows, ranges) = (BTreeMap::new(), BTreeMap::new());
        let (libraries, present, writes) = Default::default();
        Self { store, rows, ranges, libraries, present, writes }
    }

    /// Whether the library exists. Only a checkpoint that is put back removes one, which the commit notices.
    pub async fn has_library(&mut self, id: &LibraryId) -> Result<bool, StoreError> {
        if self.libraries.contains_key(id) || self.present.contains(id) {
            return Ok(true);
        }
        let found = self.store.read(&Wanted::library(id)).await?;
        self.present.extend(found.libraries.into_keys());
        Ok(self.present.contains(id))
    }

    /// Reads rows and ranges in one round trip, those that weren't read yet.
    pub async fn fetch(
        &mut self,
        keys: impl IntoIterator<Item = Key>,
        ranges: impl IntoIterator<Item = Range>,
    ) -> Result<(), StoreError> {
        let rows = keys.into_iter().filter(|key| !self.rows.contains_key(key)).collect();
        let ranges = ranges.into_iter().filter(|it| !self.ranges.contains_key(it)).collect();
        let wanted = Wanted { rows, ranges, ..Wanted::default() };
        if wanted.is_empty() {
            return Ok(());
        }
        let mut found = self.store.read(&wanted).await?;
        for key in wanted.rows {
            let row = found.rows.remove(&key);
            self.rows.insert(key, row);
        }
        self.ranges.extend(found.ranges);
        Ok(())
    }

    /// Makes a library with its root folder at the commit, unless it is there.
    pub async fn provide(&mut self, library: Library, now: Timestamp) -> Result<(), StoreError> {
        if self.has_library(&library.id).await? {
            return Ok(());
        }
        let root = Key::folder(&library.id, ROOT);
        // Who else makes the library meanwhile makes its root, which the commit notices.
        self.committed(&root).await?;
        self.put(root, Record::Folder(Folder::root(now)));
        self.libraries.insert(library.id.clone(), library);
        Ok(())
    }

    /// The revision that a row had when it was first read here; `None` when it didn't exist.
    pub async fn revision(&mut self, key: &Key) -> Result<Option<Revision>, StoreError> {
        Ok(self.committed(key).await?.as_ref().map(|row| row.revision))
    }

    /// An asset as this request sees it.
    pub async fn asset(
        &mut self,
        library: impl Into<LibraryId>,
        id: impl Into<AssetId>,
    ) -> Result<Option<Asset>, StoreError> {
        match self.content(&Key::asset(library, id)).await? {
            Some(Record::Asset(asset)) => Ok(Some(asset)),
            other => none_or_damaged(other),
        }
    }

    /// A folder as this request sees it.
    pub async fn folder(
        &mut self,
        library: impl Into<LibraryId>,
        id: impl Into<FolderId>,
    ) -> Result<Option<Folder>, StoreError> {
        match self.content(&Key::folder(library, id)).await? {
            Some(Record::Folder(folder)) => Ok(Some(folder)),
            other => none_or_damaged(other),
        }
    }

    /// An assignment as this request sees it.
    pub async fn assignment(
        &mut self,
        library: impl Into<LibraryId>,
        asset: impl Into<AssetId>,
        folder: impl Into<FolderId>,
    ) -> Result<Option<Assignment>, StoreError> {
        match self.content(&Key::assignment(library, asset, folder)).await? {
            Some(Record::Assignment(assignment)) => Ok(Some(assignment)),
            other => none_or_damaged(other),
        }
    }

    /// An asset's lock as this request sees it.
    pub async fn lock(
        &mut self,
        library: impl Into<LibraryId>,
        asset: impl Into<AssetId>,
    ) -> Result<Option<Lock>, StoreError> {
        match self.content(&Key::lock(library, asset)).await? {
            Some(Record::Lock(lock)) => Ok(Some(lock)),
            other => none_or_damaged(other),
        }
    }

    /// The IDs of a range with this request's writes in it. The order is that of the range for
    /// what was committed; what was added here comes last.
    pub async fn ids(&mut self, range: &Range) -> Result<Vec<String>, StoreError> {
        let mut ids = self.committed_ids(range).await?.clone();
        for (key, record) in &self.writes {
            let Some(id) = member(range, key) else { continue };
            let belongs = record.as_ref().is_some_and(|record| belongs(range, record));
            match ids.iter().position(|known| known == id) {
                Some(at) if !belongs => drop(ids.remove(at)),
                None if belongs => ids.push(id.to_owned()),
                _ => {}
            }
        }
        Ok(ids)
    }

    /// The folders that an asset is assigned to, as this request sees them.
    pub async fn folders_of(
        &mut self,
        library: &LibraryId,
        asset: &AssetId,
    ) -> Result<Vec<FolderId>, StoreError> {
        let ids = self.ids(&Range::folders_of(library, asset)).await?;
        Ok(ids.into_iter().map(FolderId).collect())
    }

    /// The assets of a folder as this request sees them.
    pub async fn assets_in(
        &mut self,
        library: &LibraryId,
        folder: &FolderId,
    ) -> Result<Vec<AssetId>, StoreError> {
        let ids = self.ids(&Range::assets_in(library, folder)).await?;
        Ok(ids.into_iter().map(AssetId).collect())
    }

    /// The folders right below a folder as this request sees them.
    pub async fn folders_in(
        &mut self,
        library: &LibraryId,
        folder: &FolderId,
    ) -> Result<Vec<FolderId>, StoreError> {
        let ids = self.ids(&Range::folders_in(library, folder)).await?;
        Ok(ids.into_iter().map(FolderId).collect())
    }

    /// Writes a row at the commit.
    pub fn put(&mut self, key: Key, record: Record) {
        self.writes.insert(key, Some(record.into()));
    }

    /// Removes a row at the commit.
    pub fn remove(&mut self, key: Key) {
        self.writes.insert(key, None);
    }

    /// Drops the writes that would change nothing but a date.
    pub async fn forget_repeats(&mut self) -> Result<(), StoreError> {
        let keys: Vec<Key> = self.writes.keys().cloned().collect();
        self.fetch(keys.iter().cloned(), []).await?;
        for key in keys {
            let there = self.committed(&key).await?.as_ref().map(|row| Arc::clone(&row.record));
            let written = self.writes.get(&key).and_then(Option::as_ref);
            if there.zip(written).is_some_and(|(there, written)| there.says_the_same(written)) {
                self.writes.remove(&key);
            }
        }
        Ok(())
    }

    /// Everything that was read and is to be written.
    pub fn changes(&self) -> ChangeSet {
        let seen = |row: &Option<Row>| row.as_ref().map(|row| row.revision);
        ChangeSet {
            rows: self.rows.iter().map(|(key, row)| (key.clone(), seen(row))).collect(),
            ranges: self.ranges.clone(),
            present: self.present.clone(),
            libraries: self.libraries.values().cloned().collect(),
            writes: self.writes.clone(),
        }
    }

    /// Whether everything that was read is still so, and was therefore so at one moment.
    pub async fn holds(&self) -> Result<bool, StoreError> {
        self.store.fits(&self.changes()).await
    }

    /// A row's content as this request sees it.
    pub async fn record(&mut self, key: &Key) -> Result<Option<Arc<Record>>, StoreError> {
        if let Some(written) = self.writes.get(key) {
            return Ok(written.clone());
        }
        Ok(self.committed(key).await?.as_ref().map(|row| Arc::clone(&row.record)))
    }

    /// The same, for who makes another one of it.
    pub async fn content(&mut self, key: &Key) -> Result<Option<Record>, StoreError> {
        Ok(self.record(key).await?.map(Arc::unwrap_or_clone))
    }

    async fn committed(&mut self, key: &Key) -> Result<&Option<Row>, StoreError> {
        if !self.rows.contains_key(key) {
            self.fetch([key.clone()], []).await?;
        }
        Ok(&self.rows[key])
    }

    async fn committed_ids(&mut self, range: &Range) -> Result<&Vec<String>, StoreError> {
        if !self.ranges.contains_key(range) {
            self.fetch([], [range.clone()]).await?;
        }
        Ok(&self.ranges[range])
    }
}

/// The ID under which a range would list the key's row.
fn member<'k>(range: &Range, key: &'k Key) -> Option<&'k str> {
    match (range, key) {
        (Range::FoldersOf { library, asset }, Key::Assignment { library: l, asset: a, folder })
            if library == l && asset == a =>
        {
            Some(folder.as_str())
        }
        (Range::AssetsIn { library, folder }, Key::Assignment { library: l, asset, folder: f })
            if library == l && folder == f =>
        {
            Some(asset.as_str())
        }
        (Range::FoldersIn { library, .. }, Key::Folder { library: l, id }) if library == l => {
            Some(id.as_str())
        }
        _ => None,
    }
}

fn belongs(range: &Range, record: &Record) -> bool {
    match (range, record) {
        (Range::FoldersIn { folder, .. }, Record::Folder(child)) => {
            child.parent.as_ref() == Some(folder)
        }
        (_, record) => matches!(record, Record::Assignment(_)),
    }
}

fn none_or_damaged<T>(record: Option<Record>) -> Result<Option<T>, StoreError> {
    match record {
        None => Ok(None),
        Some(record) => Err(StoreError::Damaged(format!("{record:?} under another kind's key"))),
    }
}
