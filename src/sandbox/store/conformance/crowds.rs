//! Many at a time: each is answered as if it had come alone.

use super::{LIBRARY, NOW, Shared, asset, each, put, row};
use crate::sandbox::store::{ChangeSet, CommitError, Key, Library, Overlay, Revision, Wanted};
use futures::future::join_all;
use std::{collections::BTreeMap, sync::Arc};

/// How many come at once.
const CROWD: usize = 40;

fn key(number: usize) -> Key {
    Key::asset(LIBRARY, format!("a{number}").as_str())
}

/// Writes an asset whose revision has to be that one.
fn change(key: &Key, seen: Option<Revision>, name: &str) -> ChangeSet {
    let rows = BTreeMap::from([(key.clone(), seen)]);
    ChangeSet {
        rows,
        writes: [(key.clone(), Some(asset(name).into()))].into(),
        ..ChangeSet::default()
    }
}

#[test]
fn of_many_commits_each_is_judged_by_itself() {
    each(&async |store| {
        let before = join_all((0..CROWD).map(|number| put(store, key(number), asset("old")))).await;
        // Every fourth rests on what was never there.
        let seen = |number: usize| (!number.is_multiple_of(4)).then_some(before[number]);
        let commits = (0..CROWD).map(|number| {
            store.commit(change(&key(number), seen(number), &format!("new {number}")))
        });
        for (number, done) in join_all(commits).await.into_iter().enumerate() {
            let there = row(store, &key(number)).await.expect("it is there");
            match done {
                Ok(committed) => {
                    assert!(!number.is_multiple_of(4));
                    assert_eq!(committed, BTreeMap::from([(key(number), there.revision)]));
                    assert_eq!(*there.record, asset(&format!("new {number}")));
                }
                Err(CommitError::Conflict) => {
                    assert!(number.is_multiple_of(4));
                    assert_eq!(there.revision, before[number]);
                }
                Err(error) => panic!("{number}: {error}"),
            }
        }
    });
}

#[test]
fn of_many_commits_to_one_row_one_is_done() {
    each(&async |store| {
        let before = put(store, key(0), asset("old")).await;
        let commits = (0..CROWD)
            .map(|number| store.commit(change(&key(0), Some(before), &number.to_string())));
        let done = join_all(commits).await;
        assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1);
        let winner = done.iter().position(Result::is_ok).expect("one");
        let there = row(store, &key(0)).await.expect("it is there");
        assert_eq!(*there.record, asset(&winner.to_string()));
    });
}

#[test]
fn of_many_reads_each_finds_what_it_wants() {
    each(&async |store| {
        store.provide(&[Library::named("Other")], NOW).await.expect("provided");
        let revisions =
            join_all((0..CROWD).map(|number| put(store, key(number), asset("a")))).await;
        let wanted: Vec<_> = (0..CROWD).map(wanted).collect();
        let found = join_all(wanted.iter().map(|wanted| store.read(wanted))).await;
        for (number, found) in found.into_iter().enumerate() {
            let found = found.expect("read");
            let is_there = number.is_multiple_of(2);
            let seen = found.rows.get(&key(number)).map(|row| row.revision);
            assert_eq!(seen, is_there.then_some(revisions[number]));
            let seen = found.revisions.get(&key(number)).copied();
            assert_eq!(seen, (!is_there).then_some(revisions[number]));
            assert_eq!(found.rows.len() + found.revisions.len(), 1, "and nothing else");
            let libraries: Vec<_> = found.libraries.into_keys().map(|id| id.0).collect();
            assert_eq!(libraries, if number.is_multiple_of(3) { vec!["Other"] } else { vec![] });
        }
    });
}

/// Of some the row, of some the revision, each with a row that isn't there; and a library with some.
fn wanted(number: usize) -> Wanted {
    let keys = [key(number), Key::asset(LIBRARY, "nowhere")];
    let mut wanted = if number.is_multiple_of(2) {
        Wanted::rows(keys)
    } else {
        Wanted { revisions: keys.into(), ..Wanted::default() }
    };
    if number.is_multiple_of(3) {
        wanted.libraries.insert("Other".into());
    }
    wanted
}

/// What a request has read before stays so, whoever reads and writes beside it.
#[test]
fn of_many_writers_none_loses_what_it_added() {
    each(&async |store| {
        let all = (0..CROWD).map(|number| add(store, number));
        join_all(all).await;
        for number in 0..CROWD {
            assert!(row(store, &key(number)).await.is_some(), "{number}");
        }
    });
}

async fn add(store: &Shared, number: usize) {
    let mut overlay = Overlay::new(Arc::clone(store));
    assert!(overlay.has_library(&LIBRARY.into()).await.expect("read"));
    assert_eq!(overlay.asset(LIBRARY, format!("a{number}").as_str()).await.expect("read"), None);
    overlay.put(key(number), asset("new"));
    store.commit(overlay.changes()).await.expect("nobody else writes it");
}
