//! A store that ends with the process.

mod kept;

use super::{
    CheckpointName, Checkpoints, Found, Hit, Library, Listing, Part, Secret, Store, Wanted,
    changes::{ChangeSet, CommitError, Committed, Range, StoreError},
    reading::{Snapshot, fits, look_up},
    rows::{Assignment, Folder, Key, Moment, ROOT, Record, Revision, Row, Timestamp},
};
use crate::api::ids::LibraryId;
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
    libraries: BTreeMap<LibraryId, Library>,
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

    fn tables(&self) -> RwLockReadGuard<'_, Tables> {
        self.0.read()
    }

    fn write(&self) -> RwLockWriteGuard<'_, Tables> {
        self.0.write()
    }
}

impl Store for Memory {
    fn kind(&self) -> &'static str {
        "memory"
    }

    fn provide<'a>(
        &'a self,
        libraries: &'a [Library],
        now: Timestamp,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.write().provide(libraries, now);
        Box::pin(future::ready(Ok(())))
    }

    fn read<'a>(&'a self, wanted: &'a Wanted) -> BoxFuture<'a, Result<Found, StoreError>> {
        let tables = self.tables();
        let moment = Some(Moment(tables.moment));
        let found = look_up(wanted, &*tables).map(|found| Found { moment, ..found });
        Box::pin(future::ready(found))
    }

    fn libraries(&self) -> BoxFuture<'_, Result<Vec<Library>, StoreError>> {
        let all = self.tables().content.libraries.values().cloned().collect();
        Box::pin(future::ready(Ok(all)))
    }

    fn contents<'a>(
        &'a self,
        library: &'a LibraryId,
    ) -> BoxFuture<'a, Result<BTreeMap<Key, Row>, StoreError>> {
        let tables = self.tables();
        let own = tables.content.rows.iter().filter(|(key, _)| key.library() == library);
        let own = own.map(|(key, row)| (key.clone(), Row::clone(row))).collect();
        Box::pin(future::ready(Ok(own)))
    }

    fn moment(&self) -> Option<Moment> {
        Some(Moment(self.tables().moment))
    }

    fn fits<'a>(&'a self, changes: &'a ChangeSet) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(future::ready(fits(changes, &*self.tables())))
    }

    fn commit(&self, changes: ChangeSet) -> BoxFuture<'_, Result<Committed, CommitError>> {
        Box::pin(future::ready(self.write().commit(changes)))
    }

    fn secret<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Secret, StoreError>> {
        let secret = *self.write().secrets.entry(name.to_owned()).or_insert_with(rand::random);
        Box::pin(future::ready(Ok(secret)))
    }

    fn shop(&self) -> BoxFuture<'_, Result<Shop, StoreError>> {
        Box::pin(future::ready(Ok(Shop::clone(&self.tables().content.shop))))
    }

    fn keep_shop<'a>(&'a self, shop: &'a Shop) -> BoxFuture<'a, Result<(), StoreError>> {
        Arc::make_mut(&mut self.write().content).shop = Arc::new(shop.clone());
        Box::pin(future::ready(Ok(())))
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
    fn provide(&mut self, libraries: &[Library], now: Timestamp) {
        self.moment += 1;
        for library in libraries {
            let id = library.id.clone();
            let known = &mut Arc::make_mut(&mut self.content).libraries;
            if known.insert(id, library.clone()).is_none() {
                let root = Record::Folder(Folder::root(now));
                self.put(Key::folder(&library.id, ROOT), root.into());
            }
        }
    }

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

    fn put(&mut self, key: Key, record: Arc<Record>) -> Revision {
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
        let parent = match &*row.record {
            Record::Folder(folder) => folder.parent.clone(),
            _ => None,
        };
        Ok(Hit { id: id.to_owned(), revision: row.revision, parent })
    }
}

impl Snapshot for Tables {
    fn library(&self, id: &LibraryId) -> Result<Option<Library>, StoreError> {
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

    fn page(&self, part: &Part) -> Result<Listing, StoreError> {
        let Part { range, start, count } = part;
        let Some(entries) = self.content.ranges.get(range) else { return Ok(Listing::default()) };
        let skipped = usize::try_from(*start).unwrap_or(usize::MAX);
        let taken = usize::try_from(*count).unwrap_or(usize::MAX);
        let page = entries.iter().skip(skipped).take(taken);
        let hits =
            page.map(|entry| self.content.hit(range, &entry.id)).collect::<Result<_, _>>()?;
        Ok(Listing { hits, total: entries.len() as u64 })
    }
}

/// The ranges that list a row, and how.
fn memberships(key: &Key, record: &Record) -> Vec<(Range, Entry)> {
    match (key, record) {
        (Key::Assignment { library, asset, folder }, Record::Assignment(assignment)) => vec![
            (Range::folders_of(library, asset), Entry { position: 0, id: folder.0.clone() }),
            (
                Range::assets_in(library, folder),
                Entry { position: order(assignment), id: asset.0.clone() },
            ),
        ],
        (Key::Folder { library, id }, Record::Folder(Folder { parent: Some(parent), .. })) => {
            vec![(Range::folders_in(library, parent), Entry { position: 0, id: id.0.clone() })]
        }
        _ => Vec::new(),
    }
}

/// Positions are not negative, and the bits of such numbers are ordered as the numbers are.
fn order(assignment: &Assignment) -> u64 {
    let position = assignment.position.as_ref().and_then(Number::as_f64);
    position.map_or(u64::MAX, |position| (position + 0.0).to_bits())
}
