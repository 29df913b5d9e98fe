//! A store that ends with the process.

mod kept;

use super::{
    CheckpointName, Checkpoints, Hit, Library, Listing, Secret, Snapshot, Store,
    changes::{ChangeSet, CommitError, Committed, Range, StoreError},
    overlay::fits,
    rows::{Assignment, Folder, Key, Moment, ROOT, Record, Revision, Row, Timestamp},
};
use crate::sandbox::shop::Shop;
use futures::future::{self, BoxFuture};
use kept::Kept;
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use serde_json::Number;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Keeps libraries in memory.
#[derive(Default)]
pub struct Memory(RwLock<Tables>);

#[derive(Default)]
struct Tables {
    /// Shared with checkpoints: copied when somebody writes.
    content: Arc<Content>,
    last: u64,
    moment: u64,
    secrets: BTreeMap<String, Secret>,
    spent: BTreeMap<String, Timestamp>,
    checkpoints: BTreeMap<CheckpointName, Kept>,
}

/// What a checkpoint keeps.
#[derive(Clone, Default)]
struct Content {
    libraries: BTreeMap<String, Library>,
    rows: BTreeMap<Key, Arc<Row>>,
    /// Every range that isn't empty.
    ranges: BTreeMap<Range, BTreeSet<Entry>>,
    shop: Arc<Shop>,
}

/// An item of a range, ordered as the range is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// The order of positions as bits; without one last.
    position: u64,
    id: String,
}

impl Memory {
    /// Empty.
    pub fn new() -> Self {
        Self::default()
    }

    fn read(&self) -> RwLockReadGuard<'_, Tables> {
        self.0.read()
    }

    fn write(&self) -> RwLockWriteGuard<'_, Tables> {
        self.0.write()
    }
}

impl Store for Memory {
    fn provide(&self, libraries: &[Library], now: Timestamp) -> Result<(), StoreError> {
        let mut tables = self.write();
        tables.moment += 1;
        for library in libraries {
            let id = library.id.clone();
            let known = &mut Arc::make_mut(&mut tables.content).libraries;
            if known.insert(id, library.clone()).is_none() {
                let root = Record::Folder(Folder::root(now));
                tables.put(Key::folder(&library.id, ROOT), root);
            }
        }
        Ok(())
    }

    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, StoreError> {
        Ok(Box::new(self.read()))
    }

    fn commit(&self, changes: ChangeSet) -> BoxFuture<'_, Result<Committed, CommitError>> {
        Box::pin(future::ready(self.write().commit(changes)))
    }

    fn secret(&self, name: &str) -> Result<Secret, StoreError> {
        Ok(*self.write().secrets.entry(name.to_owned()).or_insert_with(rand::random))
    }

    fn shop(&self) -> Result<Shop, StoreError> {
        Ok(Shop::clone(&self.read().content.shop))
    }

    fn keep_shop(&self, shop: &Shop) -> Result<(), StoreError> {
        Arc::make_mut(&mut self.write().content).shop = Arc::new(shop.clone());
        Ok(())
    }

    fn checkpoints(&self) -> &dyn Checkpoints {
        self
    }

    fn spend(
        &self,
        name: String,
        until: Timestamp,
        now: Timestamp,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        let mut tables = self.write();
        tables.spent.retain(|_, until| *until >= now);
        let is_new = !tables.spent.contains_key(&name);
        tables.spent.entry(name).or_insert(until);
        Box::pin(future::ready(Ok(is_new)))
    }
}

impl Tables {
    fn commit(&mut self, changes: ChangeSet) -> Result<Committed, CommitError> {
        if !fits(&changes, self)? {
            return Err(CommitError::Conflict);
        }
        let named = changes.libraries.into_iter().map(|library| (library.id.clone(), library));
        Arc::make_mut(&mut self.content).libraries.extend(named);
        self.moment += 1;
        let mut committed = Committed::new();
        for (key, record) in changes.writes {
            match record {
                Some(record) => {
                    committed.insert(key.clone(), self.put(key, record));
                }
                None => self.remove(&key),
            }
        }
        Ok(committed)
    }

    fn put(&mut self, key: Key, record: Record) -> Revision {
        self.last += 1;
        let revision = Revision(self.last);
        Arc::make_mut(&mut self.content).put(key, Row { revision, record });
        revision
    }

    fn remove(&mut self, key: &Key) {
        Arc::make_mut(&mut self.content).remove(key);
    }
}

impl Content {
    fn put(&mut self, key: Key, row: Row) {
        self.remove(&key);
        for (range, entry) in memberships(&key, &row.record) {
            self.ranges.entry(range).or_default().insert(entry);
        }
        self.rows.insert(key, Arc::new(row));
    }

    fn remove(&mut self, key: &Key) {
        let Some(row) = self.rows.remove(key) else { return };
        for (range, entry) in memberships(key, &row.record) {
            let Some(entries) = self.ranges.get_mut(&range) else { continue };
            entries.remove(&entry);
            if entries.is_empty() {
                self.ranges.remove(&range);
            }
        }
    }

    fn hit(&self, range: &Range, id: &str) -> Result<Hit, StoreError> {
        let missing = || StoreError::Damaged(format!("{range:?} lists {id}, which doesn't exist"));
        let row = self.rows.get(&range.item(id)).ok_or_else(missing)?;
        let parent = match &row.record {
            Record::Folder(folder) => folder.parent.clone(),
            _ => None,
        };
        Ok(Hit { id: id.to_owned(), revision: row.revision, parent })
    }
}

impl Snapshot for Tables {
    fn library(&self, id: &str) -> Result<Option<Library>, StoreError> {
        Ok(self.content.libraries.get(id).cloned())
    }

    fn row(&self, key: &Key) -> Result<Option<Row>, StoreError> {
        Ok(self.content.rows.get(key).map(|row| Row::clone(row)))
    }

    fn revision(&self, key: &Key) -> Result<Option<Revision>, StoreError> {
        Ok(self.content.rows.get(key).map(|row| row.revision))
    }

    fn ids(&self, range: &Range) -> Result<Vec<String>, StoreError> {
        Ok(self
            .content
            .ranges
            .get(range)
            .into_iter()
            .flatten()
            .map(|entry| entry.id.clone())
            .collect())
    }

    fn moment(&self) -> Option<Moment> {
        Some(Moment(self.moment))
    }

    fn page(&self, range: &Range, start: u64, count: u64) -> Result<Listing, StoreError> {
        let Some(entries) = self.content.ranges.get(range) else { return Ok(Listing::default()) };
        let skipped = usize::try_from(start).unwrap_or(usize::MAX);
        let taken = usize::try_from(count).unwrap_or(usize::MAX);
        let page = entries.iter().skip(skipped).take(taken);
        let hits =
            page.map(|entry| self.content.hit(range, &entry.id)).collect::<Result<_, _>>()?;
        Ok(Listing { hits, total: entries.len() as u64 })
    }
}

impl Snapshot for RwLockReadGuard<'_, Tables> {
    fn library(&self, id: &str) -> Result<Option<Library>, StoreError> {
        (**self).library(id)
    }

    fn row(&self, key: &Key) -> Result<Option<Row>, StoreError> {
        (**self).row(key)
    }

    fn revision(&self, key: &Key) -> Result<Option<Revision>, StoreError> {
        (**self).revision(key)
    }

    fn ids(&self, range: &Range) -> Result<Vec<String>, StoreError> {
        (**self).ids(range)
    }

    fn moment(&self) -> Option<Moment> {
        (**self).moment()
    }

    fn page(&self, range: &Range, start: u64, count: u64) -> Result<Listing, StoreError> {
        (**self).page(range, start, count)
    }
}

/// The ranges that list a row, and how.
fn memberships(key: &Key, record: &Record) -> Vec<(Range, Entry)> {
    match (key, record) {
        (Key::Assignment { library, asset, folder }, Record::Assignment(assignment)) => vec![
            (Range::folders_of(library, asset), Entry { position: 0, id: folder.clone() }),
            (
                Range::assets_in(library, folder),
                Entry { position: order(assignment), id: asset.clone() },
            ),
        ],
        (Key::Folder { library, id }, Record::Folder(Folder { parent: Some(parent), .. })) => {
            vec![(Range::folders_in(library, parent), Entry { position: 0, id: id.clone() })]
        }
        _ => Vec::new(),
    }
}

/// Positions are not negative, and the bits of such numbers are ordered as the numbers are.
fn order(assignment: &Assignment) -> u64 {
    let position = assignment.position.as_ref().and_then(Number::as_f64);
    position.map_or(u64::MAX, |position| (position + 0.0).to_bits())
}
