//! Commits that don't touch what another one has read or writes: done as one, they are what they would be one after
//! the other, in any order.

use super::{Joint, common};
use crate::sandbox::store::{
    ChangeSet, CommitError, Committed, Key,
    postgres::{commit, sessions::Sessions},
};
use futures::future::join_all;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A commit of more rows goes alone, or others would wait for it.
const FEW: usize = 16;

/// What does them.
pub(in crate::sandbox::store::postgres) struct Commits(pub Arc<Sessions>);

impl Commits {
    /// Whether it is a commit that may join others.
    pub(in crate::sandbox::store::postgres) fn are(changes: &ChangeSet) -> bool {
        let ChangeSet { rows, ranges, libraries, writes, .. } = changes;
        let is_by_key = ranges.is_empty() && libraries.is_empty();
        is_by_key && !writes.is_empty() && rows.len() + writes.len() <= FEW
    }
}

impl Joint for Commits {
    type Call = ChangeSet;
    type Answer = Result<Committed, CommitError>;
    /// What the commits so far have read or write.
    type Company = BTreeSet<Key>;

    fn joins(touched: &mut BTreeSet<Key>, changes: &ChangeSet) -> bool {
        let mut keys = changes.rows.keys().chain(changes.writes.keys());
        let is_apart = !keys.any(|key| touched.contains(key));
        if is_apart {
            touched.extend(changes.rows.keys().chain(changes.writes.keys()).cloned());
        }
        is_apart
    }

    /// When one of them doesn't fit or can't be written, nothing of all was; then each goes by itself.
    async fn answer(&self, mut calls: Vec<ChangeSet>) -> Vec<Result<Committed, CommitError>> {
        let alone = |changes| commit::commit(&self.0, changes);
        if calls.len() == 1 {
            return join_all(calls.pop().map(alone)).await;
        }
        let common = match alone(united(&calls)).await {
            Ok(committed) => {
                return calls.iter().map(|changes| Ok(share(&committed, changes))).collect();
            }
            Err(CommitError::Store(error)) => common(&error, calls.len()),
            Err(CommitError::Conflict) => None,
        };
        match common {
            Some(told) => told,
            None => join_all(calls.into_iter().map(alone)).await,
        }
    }
}

/// All of them as one.
fn united(calls: &[ChangeSet]) -> ChangeSet {
    let mut all = ChangeSet::default();
    for ChangeSet { rows, present, writes, .. } in calls {
        all.rows.extend(rows.iter().map(|(key, seen)| (key.clone(), *seen)));
        all.present.extend(present.iter().cloned());
        all.writes.extend(writes.iter().map(|(key, record)| (key.clone(), record.clone())));
    }
    all
}

/// What one of them wrote.
fn share(committed: &Committed, changes: &ChangeSet) -> Committed {
    let written = changes.writes.keys().filter_map(|key| committed.get_key_value(key));
    written.map(|(key, revision)| (key.clone(), *revision)).collect::<BTreeMap<_, _>>()
}
