//! What every store must do, run over each.

mod checkpoints;
mod crowds;
mod whole;

use super::{
    Asset, Assignment, CommitError, Folder, Hit, Key, Library, Listing, Lock, Memory, Moment,
    Overlay, Part, Postgres, ROOT, Range, Record, Revision, Row, Sqlite, Store, Timestamp, Wanted,
    postgres::tests::{connect, new_address},
};
use serde_json::{Map, Value, json};
use std::sync::Arc;

const NOW: Timestamp = Timestamp(1_700_000_000_000);
const LIBRARY: &str = "Shared";

type Shared = Arc<dyn Store>;

/// Runs a check over every implementation; over PostgreSQL where there is one.
fn each(check: &impl AsyncFn(&Shared)) {
    let runtime = runtime();
    let folder = tempfile::tempdir().expect("a folder");
    let sqlite = Arc::new(Sqlite::open(folder.path()).expect("a new store"));
    let mut stores = vec![Arc::new(Memory::new()) as Shared, sqlite];
    stores.extend(runtime.block_on(postgres()).map(|store| Arc::new(store) as Shared));
    for store in stores {
        runtime.block_on(async {
            store.provide(&[library(LIBRARY)], NOW).await.expect("provided");
            check(&store).await;
        });
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

async fn postgres() -> Option<Postgres> {
    Some(connect(&new_address()?).await)
}

async fn row(store: &Shared, key: &Key) -> Option<Row> {
    let mut found = store.read(&Wanted::rows([key.clone()])).await.expect("read");
    found.rows.remove(key)
}

async fn revision(store: &Shared, key: &Key) -> Option<Revision> {
    store.read(&Wanted::revision(key)).await.expect("read").revisions.remove(key)
}

async fn named(store: &Shared, id: &str) -> Option<Library> {
    store.read(&Wanted::library(id)).await.expect("read").libraries.remove(&id.into())
}

async fn ids(store: &Shared, range: &Range) -> Vec<String> {
    let wanted = Wanted { ranges: [range.clone()].into(), ..Wanted::default() };
    let mut found = store.read(&wanted).await.expect("read");
    found.ranges.remove(range).expect("every range has a list")
}

async fn moment(store: &Shared) -> Option<Moment> {
    let read = store.read(&Wanted::library(LIBRARY)).await.expect("read").moment;
    assert_eq!(read, store.moment());
    read
}

fn library(id: &str) -> Library {
    Library { id: id.into(), display_name: format!("Library {id}") }
}

fn fields(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().expect("an object")
}

fn asset(name: &str) -> Record {
    let fields = fields(&json!({"name": {"default": name}, "c_n": [1, 2.5, "ö"]}));
    Record::Asset(Asset { fields, classification: None, created: NOW, modified: NOW })
}

fn folder(parent: &str) -> Record {
    let (fields, parent) = (Map::new(), Some(parent.into()));
    Record::Folder(Folder { fields, parent, created: NOW, modified: NOW })
}

fn assignment(position: Value) -> Record {
    let position = match position {
        Value::Number(position) => Some(position),
        _ => None,
    };
    Record::Assignment(Assignment { is_default: false, position })
}

async fn put(store: &Shared, key: Key, record: Record) -> Revision {
    let mut overlay = Overlay::new(Arc::clone(store));
    overlay.put(key.clone(), record);
    store.commit(overlay.changes()).await.expect("no conflict")[&key]
}

async fn remove(store: &Shared, key: Key) {
    let mut overlay = Overlay::new(Arc::clone(store));
    overlay.remove(key);
    store.commit(overlay.changes()).await.expect("no conflict");
}

async fn listing(store: &Shared, range: &Range, start: u64, count: u64) -> Listing {
    let part = Part { range: range.clone(), start, count };
    let wanted = Wanted { page: Some(part), ..Wanted::default() };
    store.read(&wanted).await.expect("read").page.expect("a page")
}

async fn page(store: &Shared, range: &Range, start: u64, count: u64) -> (Vec<String>, u64) {
    let page = listing(store, range, start, count).await;
    (page.hits.into_iter().map(|hit| hit.id).collect(), page.total)
}

#[test]
fn a_revision_is_that_of_the_row() {
    each(&async |store| {
        let lock = Record::Lock(Lock { user: "editor".into() });
        for (key, record) in [
            (Key::asset(LIBRARY, "a"), asset("A")),
            (Key::folder(LIBRARY, "f"), folder(ROOT)),
            (Key::assignment(LIBRARY, "a", "f"), assignment(json!(1))),
            (Key::lock(LIBRARY, "a"), lock),
        ] {
            assert_eq!(revision(store, &key).await, None, "{key:?}");
            let written = put(store, key.clone(), record).await;
            assert_eq!(revision(store, &key).await, Some(written), "{key:?}");
            remove(store, key.clone()).await;
            assert_eq!(revision(store, &key).await, None, "{key:?}");
        }
    });
}

#[test]
fn a_moment_lasts_until_something_is_written() {
    each(&async |store| {
        let Some(first) = moment(store).await else {
            return assert_eq!(store.kind(), "postgresql", "others write, too");
        };
        assert_eq!(moment(store).await, Some(first));
        put(store, Key::asset(LIBRARY, "a"), asset("A")).await;
        let second = moment(store).await.expect("nobody writes");
        assert_ne!(second, first);
        remove(store, Key::asset(LIBRARY, "a")).await;
        let third = moment(store).await.expect("nobody writes");
        assert!(![first, second].contains(&third), "also when there is less than before");
    });
}

#[test]
fn a_library_comes_with_its_root_and_is_made_once() {
    each(&async |store| {
        put(store, Key::folder(LIBRARY, "a"), folder(ROOT)).await;
        store.provide(&[library(LIBRARY), library("Site")], NOW).await.expect("provided");
        assert_eq!(named(store, "Site").await, Some(library("Site")));
        assert_eq!(named(store, "site").await, None);
        let root = row(store, &Key::folder("Site", ROOT)).await.expect("a root");
        assert_eq!(*root.record, Record::Folder(Folder::root(NOW)));
        assert!(row(store, &Key::folder(LIBRARY, "a")).await.is_some());
    });
}

#[test]
fn a_library_comes_with_its_content_or_not_at_all() {
    each(&async |store| {
        let providing = async |id: &str| {
            let mut overlay = Overlay::new(Arc::clone(store));
            overlay.provide(library(id), NOW).await.expect("read");
            overlay.put(Key::asset(id, "a"), asset("new"));
            assert!(
                overlay.has_library(&id.into()).await.expect("read"),
                "as this request sees it"
            );
            overlay
        };
        let (first, second) = (providing("New").await, providing("New").await);
        assert_eq!(named(store, "New").await, None);
        store.commit(first.changes()).await.expect("no conflict");
        assert_eq!(named(store, "New").await, Some(library("New")));
        let root = row(store, &Key::folder("New", ROOT)).await.expect("a root");
        assert_eq!(*root.record, Record::Folder(Folder::root(NOW)));
        assert!(row(store, &Key::asset("New", "a")).await.is_some());
        let lost = store.commit(second.changes()).await;
        assert!(matches!(lost, Err(CommitError::Conflict)), "somebody else made it");

        let mut lost = providing("Lost").await;
        assert!(lost.asset(LIBRARY, "read").await.expect("read").is_none());
        put(store, Key::asset(LIBRARY, "read"), asset("meanwhile")).await;
        assert!(store.commit(lost.changes()).await.is_err());
        assert_eq!(named(store, "Lost").await, None);
        assert!(row(store, &Key::folder("Lost", ROOT)).await.is_none());
    });
}

#[test]
fn a_library_that_is_there_keeps_its_name() {
    each(&async |store| {
        let mut overlay = Overlay::new(Arc::clone(store));
        let other = Library { id: LIBRARY.into(), display_name: "Other".to_owned() };
        overlay.provide(other, NOW).await.expect("read");
        store.commit(overlay.changes()).await.expect("no conflict");
        assert_eq!(named(store, LIBRARY).await, Some(library(LIBRARY)));
    });
}

#[test]
fn what_was_written_is_read_again() {
    each(&async |store| {
        let lock = Record::Lock(Lock { user: "editor".into() });
        let written = [
            (Key::asset(LIBRARY, "a"), asset("one")),
            (Key::folder(LIBRARY, "f"), folder(ROOT)),
            (Key::assignment(LIBRARY, "a", "f"), assignment(json!(2))),
            (Key::assignment(LIBRARY, "b", "f"), assignment(json!(2.5))),
            (Key::assignment(LIBRARY, "c", "f"), assignment(Value::Null)),
            (Key::lock(LIBRARY, "a"), lock),
        ];
        for (key, record) in written {
            let revision = put(store, key.clone(), record.clone()).await;
            let read = row(store, &key).await.expect("the row exists");
            assert_eq!((read.revision, &*read.record), (revision, &record), "{key:?}");
            remove(store, key.clone()).await;
            assert_eq!(row(store, &key).await, None, "{key:?}");
        }
    });
}

#[test]
fn revisions_rise_and_are_never_reused() {
    each(&async |store| {
        let key = Key::asset(LIBRARY, "a");
        let mut last = Revision(0);
        for _ in 0..5 {
            let revision = put(store, key.clone(), asset("same")).await;
            assert!(revision > last);
            last = revision;
            remove(store, key.clone()).await;
        }
    });
}

#[test]
fn a_commit_compares_every_row_that_was_read() {
    each(&async |store| {
        let (key, other) = (Key::asset(LIBRARY, "a"), Key::asset(LIBRARY, "b"));
        put(store, key.clone(), asset("first")).await;
        let mut overlay = Overlay::new(Arc::clone(store));
        assert!(overlay.asset(LIBRARY, "a").await.expect("read").is_some());
        assert!(overlay.asset(LIBRARY, "b").await.expect("read").is_none());
        overlay.put(Key::asset(LIBRARY, "c"), asset("mine"));
        let changes = overlay.changes();

        put(store, key, asset("second")).await;
        let lost = store.commit(changes.clone()).await;
        assert!(matches!(lost, Err(CommitError::Conflict)), "another revision");
        let written = row(store, &Key::asset(LIBRARY, "c")).await;
        assert_eq!(written, None, "nothing of it is written");

        let mut overlay = Overlay::new(Arc::clone(store));
        assert!(overlay.asset(LIBRARY, "b").await.expect("read").is_none());
        put(store, other, asset("new")).await;
        let lost = store.commit(overlay.changes()).await;
        assert!(matches!(lost, Err(CommitError::Conflict)), "one that didn't exist");
    });
}

#[test]
fn a_commit_compares_every_range_that_was_read() {
    each(&async |store| {
        let range = Range::folders_in(LIBRARY, ROOT);
        let mut overlay = Overlay::new(Arc::clone(store));
        assert!(overlay.ids(&range).await.expect("read").is_empty());
        overlay.remove(Key::folder(LIBRARY, "other"));
        put(store, Key::folder(LIBRARY, "new"), folder(ROOT)).await;
        let lost = store.commit(overlay.changes()).await;
        assert!(matches!(lost, Err(CommitError::Conflict)));
    });
}

#[test]
fn a_commit_writes_all_of_its_rows() {
    each(&async |store| {
        put(store, Key::asset(LIBRARY, "old"), asset("x")).await;
        let mut overlay = Overlay::new(Arc::clone(store));
        overlay.remove(Key::asset(LIBRARY, "old"));
        overlay.put(Key::asset(LIBRARY, "new"), asset("x"));
        overlay.put(Key::folder(LIBRARY, "f"), folder(ROOT));
        let committed = store.commit(overlay.changes()).await.expect("no conflict");
        assert_eq!(committed.len(), 2);
        for (key, exists) in [
            (Key::asset(LIBRARY, "old"), false),
            (Key::asset(LIBRARY, "new"), true),
            (Key::folder(LIBRARY, "f"), true),
        ] {
            let row = row(store, &key).await;
            assert_eq!(row.as_ref().map(|row| row.revision), committed.get(&key).copied());
            assert_eq!(row.is_some(), exists, "{key:?}");
        }
    });
}

#[test]
fn an_overlay_reads_its_own_writes_and_nothing_newer() {
    each(&async |store| {
        let range = Range::folders_in(LIBRARY, ROOT);
        put(store, Key::folder(LIBRARY, "a"), folder(ROOT)).await;
        put(store, Key::folder(LIBRARY, "b"), folder(ROOT)).await;
        let mut overlay = Overlay::new(Arc::clone(store));
        assert_eq!(overlay.ids(&range).await.expect("read"), ["a", "b"]);
        overlay.remove(Key::folder(LIBRARY, "a"));
        overlay.put(Key::folder(LIBRARY, "c"), folder(ROOT));
        overlay.put(Key::folder(LIBRARY, "b"), folder("c"));
        put(store, Key::folder(LIBRARY, "later"), folder(ROOT)).await;
        assert_eq!(overlay.ids(&range).await.expect("read"), ["c"]);
        assert!(overlay.folder(LIBRARY, "a").await.expect("read").is_none());
        let moved = overlay.folder(LIBRARY, "b").await.expect("read").expect("it exists");
        assert_eq!(moved.parent, Some("c".into()));
    });
}

#[test]
fn what_an_overlay_read_holds_until_somebody_writes() {
    each(&async |store| {
        let (key, range) = (Key::asset(LIBRARY, "a"), Range::folders_in(LIBRARY, ROOT));
        let mut rows = Overlay::new(Arc::clone(store));
        assert!(rows.asset(LIBRARY, "a").await.expect("read").is_none());
        let mut ranges = Overlay::new(Arc::clone(store));
        assert!(ranges.ids(&range).await.expect("read").is_empty());
        let holds = async |overlay: &Overlay| overlay.holds().await.expect("read");
        put(store, Key::asset(LIBRARY, "b"), asset("other")).await;
        assert!(holds(&rows).await && holds(&ranges).await);
        put(store, key, asset("new")).await;
        assert!(!holds(&rows).await && holds(&ranges).await);
        put(store, Key::folder(LIBRARY, "new"), folder(ROOT)).await;
        assert!(!holds(&ranges).await);
    });
}

#[test]
fn listings_have_the_documented_order_and_the_whole_size() {
    each(&async |store| {
        for id in ["f", "F", "ä", "𝒳", "\u{FFFD}"] {
            put(store, Key::folder(LIBRARY, id), folder(ROOT)).await;
        }
        let by_code_point = ["F", "f", "ä", "\u{FFFD}", "𝒳"].map(str::to_owned).to_vec();
        let folders = Range::folders_in(LIBRARY, ROOT);
        assert_eq!(page(store, &folders, 0, 25).await, (by_code_point.clone(), 5));
        assert_eq!(page(store, &folders, 3, 1).await, (by_code_point[3..4].to_vec(), 5));
        assert_eq!(page(store, &folders, 9, 2).await, (vec![], 5));

        for (id, position) in [
            ("n1", json!(null)),
            ("z", json!(0)),
            ("y", json!(0.5)),
            ("x", json!(1)),
            ("w", json!(1.0)),
            ("v", json!(10)),
            ("n0", json!(null)),
        ] {
            put(store, Key::asset(LIBRARY, id), asset(id)).await;
            put(store, Key::assignment(LIBRARY, id, "f"), assignment(position)).await;
        }
        let assets = Range::assets_in(LIBRARY, "f");
        let by_position = ["z", "y", "w", "x", "v", "n0", "n1"].map(str::to_owned).to_vec();
        assert_eq!(page(store, &assets, 0, 25).await, (by_position.clone(), 7));
        assert_eq!(page(store, &assets, 2, 3).await, (by_position[2..5].to_vec(), 7));
        assert_eq!(ids(store, &assets).await, by_position);

        for id in ["f", "F"] {
            put(store, Key::assignment(LIBRARY, "x", id), assignment(json!(null))).await;
        }
        let of_asset = Range::folders_of(LIBRARY, "x");
        assert_eq!(page(store, &of_asset, 0, 25).await, (vec!["F".into(), "f".into()], 2));
        assert_eq!(page(store, &Range::folders_of("Site", "x"), 0, 25).await, (vec![], 0));
    });
}

#[test]
fn a_hit_tells_revision_and_parent_of_what_it_names() {
    each(&async |store| {
        let inner = put(store, Key::folder(LIBRARY, "inner"), folder("outer")).await;
        let range = Range::folders_in(LIBRARY, "outer");
        let page = listing(store, &range, 0, 1).await;
        let parent = Some("outer".into());
        let hit = Hit { id: "inner".into(), revision: inner, parent };
        assert_eq!(page, Listing { hits: vec![hit], total: 1 });
    });
}

#[test]
fn sizes_follow_moves_and_removals() {
    each(&async |store| {
        for id in ["a", "b"] {
            put(store, Key::folder(LIBRARY, id), folder(ROOT)).await;
        }
        put(store, Key::folder(LIBRARY, "c"), folder("a")).await;
        put(store, Key::folder(LIBRARY, "c"), folder("b")).await;
        put(store, Key::folder(LIBRARY, "c"), folder("b")).await;
        let sizes = async || {
            let size = async |id| page(store, &Range::folders_in(LIBRARY, id), 0, 25).await.1;
            [size(ROOT).await, size("a").await, size("b").await]
        };
        assert_eq!(sizes().await, [2, 0, 1]);
        remove(store, Key::folder(LIBRARY, "c")).await;
        remove(store, Key::folder(LIBRARY, "c")).await;
        remove(store, Key::folder(LIBRARY, "b")).await;
        assert_eq!(sizes().await, [1, 0, 0]);
    });
}

#[test]
fn secrets_are_kept_by_name() {
    each(&async |store| {
        let first = store.secret("one").await.expect("a secret");
        assert_eq!(store.secret("one").await.expect("a secret"), first);
        assert_ne!(store.secret("two").await.expect("a secret"), first);
    });
}

#[test]
fn a_name_is_spent_once_until_its_time() {
    each(&async |store| {
        let at = |ms| Timestamp(NOW.0 + ms);
        let spend = async |until, now| {
            store.spend("client jti".into(), at(until), at(now)).await.expect("spent")
        };
        assert!(spend(100, 0).await);
        assert!(!spend(100, 50).await);
        assert!(!spend(200, 100).await, "the time itself belongs to it");
        assert!(spend(300, 101).await, "and then it is free again");
    });
}

#[test]
fn concurrent_increments_are_all_counted() {
    const CLIENTS: i64 = 8;
    const EACH: i64 = 25;
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let sqlite: Shared = Arc::new(Sqlite::open(folder.path()).expect("a new store"));
    let mut stores = vec![Arc::new(Memory::new()) as Shared, sqlite];
    stores.extend(runtime.block_on(postgres()).map(|store| Arc::new(store) as Shared));
    for store in stores {
        runtime.block_on(async {
            store.provide(&[library(LIBRARY)], NOW).await.expect("provided");
            let clients = (0..CLIENTS).map(|_| tokio::spawn(increment(store.clone(), EACH)));
            for client in clients.collect::<Vec<_>>() {
                client.await.expect("no panic");
            }
            let mut overlay = Overlay::new(Arc::clone(&store));
            let counted = overlay.asset(LIBRARY, "n").await.expect("read").as_ref().map(number);
            assert_eq!(counted, Some(CLIENTS * EACH), "{}", store.kind());
        });
    }
}

fn number(asset: &Asset) -> i64 {
    asset.fields["c_n"].as_i64().expect("a number")
}

async fn increment(store: Shared, times: i64) {
    let mut done = 0;
    while done < times {
        let mut overlay = Overlay::new(Arc::clone(&store));
        let value = overlay.asset(LIBRARY, "n").await.expect("read").as_ref().map_or(0, number);
        let fields = fields(&json!({"c_n": value + 1}));
        let asset = Asset { fields, classification: None, created: NOW, modified: NOW };
        overlay.put(Key::asset(LIBRARY, "n"), Record::Asset(asset));
        done += i64::from(store.commit(overlay.changes()).await.is_ok());
    }
}
