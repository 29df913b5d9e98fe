//! Reads by key: all of them see one moment, which isn't before any of the calls.

use super::{Joint, common};
use crate::sandbox::store::{
    Found, StoreError, Wanted,
    postgres::{read, sessions::Sessions},
};
use futures::future::join_all;
use std::{collections::BTreeMap, sync::Arc};

/// A read of more keys goes alone, or others would wait for it.
const FEW: usize = 16;

/// What answers them.
pub(in crate::sandbox::store::postgres) struct Reads(pub Arc<Sessions>);

impl Reads {
    /// Whether it is a read that may join others.
    pub(in crate::sandbox::store::postgres) fn are(wanted: &Wanted) -> bool {
        let Wanted { libraries, rows, revisions, ranges, page } = wanted;
        let keys = libraries.len() + rows.len() + revisions.len();
        ranges.is_empty() && page.is_none() && (1..=FEW).contains(&keys)
    }
}

impl Joint for Reads {
    type Call = Wanted;
    type Answer = Result<Found, StoreError>;
    type Company = ();

    fn joins((): &mut (), _: &Wanted) -> bool {
        true
    }

    async fn answer(&self, calls: Vec<Wanted>) -> Vec<Result<Found, StoreError>> {
        let alone = |wanted| read::read(&self.0, wanted);
        if let [only] = calls.as_slice() {
            return vec![alone(only).await];
        }
        match alone(&united(&calls)).await {
            Ok(found) => calls.iter().map(|wanted| Ok(share(&found, wanted))).collect(),
            Err(error) => match common(&error, calls.len()) {
                Some(told) => told,
                None => join_all(calls.iter().map(alone)).await,
            },
        }
    }
}

/// Everything that any of them wants.
fn united(calls: &[Wanted]) -> Wanted {
    let mut all = Wanted::default();
    for Wanted { libraries, rows, revisions, .. } in calls {
        all.libraries.extend(libraries.iter().cloned());
        all.rows.extend(rows.iter().cloned());
        all.revisions.extend(revisions.iter().cloned());
    }
    all
}

/// What one of them wants.
fn share(found: &Found, wanted: &Wanted) -> Found {
    Found {
        libraries: some(&found.libraries, &wanted.libraries),
        rows: some(&found.rows, &wanted.rows),
        revisions: some(&found.revisions, &wanted.revisions),
        ..Found::default()
    }
}

fn some<'k, K: Ord + Clone + 'k, V: Clone>(
    all: &BTreeMap<K, V>,
    wanted: impl IntoIterator<Item = &'k K>,
) -> BTreeMap<K, V> {
    let found = wanted.into_iter().filter_map(|key| all.get_key_value(key));
    found.map(|(key, value)| (key.clone(), value.clone())).collect()
}
