mod images;

use super::{
    OpenError, Sqlite, file, readers::Readers, schema, snapshot::SqliteSnapshot, writer::Writer,
};
use crate::sandbox::store::{
    Asset, Key, Library, Overlay, ROOT, Record, Store, StoreError, Timestamp, Wanted,
    reading::Snapshot,
};
use futures::executor::block_on;
use rusqlite::Connection;
use serde_json::Map;
use std::{fs, os::unix::fs::PermissionsExt, path::Path, sync::Arc};

const NOW: Timestamp = Timestamp(1_700_000_000_000);

fn make(folder: &Path) {
    let store = Sqlite::open(folder).expect("a new store");
    let library = Library { id: "Shared".into(), display_name: "Shared".into() };
    block_on(store.provide(&[library], NOW)).expect("provided");
}

fn refusal(folder: &Path) -> OpenError {
    let path = folder.join(file::NAME);
    let before = fs::read(&path).expect("a file");
    let error = Sqlite::open(folder).err().expect("refused");
    assert_eq!(fs::read(&path).expect("a file"), before, "the file is left as it was");
    error
}

#[test]
fn what_was_kept_is_there_again() {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path());
    let secret = |store: &Sqlite| block_on(store.secret("x")).expect("a secret");
    let first = secret(&Sqlite::open(folder.path()).expect("opened"));
    let store = Sqlite::open(folder.path()).expect("opened again");
    assert_eq!(secret(&store), first);
    let mut overlay = Overlay::new(Arc::new(store));
    let root = block_on(overlay.folder("Shared", ROOT)).expect("read");
    assert!(root.is_some());
}

#[test]
fn revisions_go_on_where_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path());
    let revision = |store: &Arc<dyn Store>, library| {
        let mut overlay = Overlay::new(Arc::clone(store));
        let root = block_on(overlay.revision(&Key::folder(library, ROOT))).expect("read");
        root.expect("a root")
    };
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(folder.path()).expect("opened"));
    let first = revision(&store, "Shared");
    block_on(store.provide(&[Library::named("b")], NOW)).expect("provided");
    assert!(revision(&store, "b") > first);
}

/// Writes an asset with that many bytes in it.
fn put(store: &Arc<dyn Store>, id: &str, size: usize) {
    let mut overlay = Overlay::new(Arc::clone(store));
    let fields = Map::from_iter([("template".to_owned(), "x".repeat(size).into())]);
    let asset = Asset { fields, classification: None, created: NOW, modified: NOW };
    overlay.put(Key::asset("Shared", id), Record::Asset(asset));
    block_on(store.commit(overlay.changes())).expect("nobody else writes");
}

#[test]
fn a_snapshot_stays_as_it_was_and_says_that_it_is_old() {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path());
    let sqlite = Arc::new(Sqlite::open(folder.path()).expect("opened"));
    let store: Arc<dyn Store> = sqlite.clone();
    let key = Key::asset("Shared", "a");
    let old = SqliteSnapshot::begin(&sqlite.readers).expect("a snapshot");
    assert_eq!(old.revision(&key).expect("read"), None);
    assert!(old.moment().is_some());
    put(&store, "a", 1);
    assert_eq!(old.revision(&key).expect("read"), None, "it is one moment");
    assert_eq!(old.moment(), None);
    drop(old);
    let new = SqliteSnapshot::begin(&sqlite.readers).expect("a snapshot");
    assert!(new.revision(&key).expect("read").is_some(), "its snapshot isn't taken again");
    assert!(new.moment().is_some());
}

#[test]
fn readers_that_are_gone_do_not_keep_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path());
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(folder.path()).expect("opened"));
    for _ in 0..24 {
        block_on(store.read(&Wanted::revision(&Key::asset("Shared", "a")))).expect("read");
        put(&store, "a", 1_000_000);
    }
    let log = folder.path().join("content.db-wal");
    let size = fs::metadata(&log).expect("it exists").len();
    assert!(size < 12_000_000, "24 MB were written, and {size} bytes of them are in the log");
    drop(store);
    assert!(!log.exists(), "it is tidied up at the end");
}

#[test]
fn folder_and_file_are_private() {
    let outer = tempfile::tempdir().expect("a folder");
    let folder = outer.path().join("new/data");
    make(&folder);
    let mode = |path: &Path| fs::metadata(path).expect("it exists").permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(&folder.join(file::NAME)), 0o600);
}

#[test]
fn a_second_sandbox_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let _first = Sqlite::open(folder.path()).expect("a new store");
    let second = Sqlite::open(folder.path()).err().expect("refused");
    assert!(matches!(second, OpenError::InUse(_)), "{second}");
}

#[test]
fn a_newer_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path());
    let newer = schema::version() + 1;
    let connection = Connection::open(folder.path().join(file::NAME)).expect("opened");
    connection.pragma_update(None, "user_version", newer).expect("written");
    drop(connection);
    let error = refusal(folder.path());
    assert!(matches!(error, OpenError::Newer { found, .. } if found == newer), "{error}");
}

#[test]
fn another_programs_database_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let connection = Connection::open(folder.path().join(file::NAME)).expect("opened");
    connection.execute_batch("CREATE TABLE notes (text)").expect("written");
    drop(connection);
    assert!(matches!(refusal(folder.path()), OpenError::Foreign(_)));
}

#[test]
fn a_damaged_file_is_refused_and_left_alone() {
    type Damage = fn(Vec<u8>) -> Vec<u8>;
    let damages: [(&str, Damage); 4] = [
        ("text", |_| b"this is not a database, but a letter to somebody".to_vec()),
        ("cut", |bytes| bytes[..9000].to_vec()),
        ("zeroed pages", |mut bytes| {
            bytes[4096..].fill(0);
            bytes
        }),
        ("noise", |mut bytes| {
            bytes[4096..].iter_mut().for_each(|byte| *byte ^= 0x5a);
            bytes
        }),
    ];
    for (name, damage) in damages {
        let folder = tempfile::tempdir().expect("a folder");
        make(folder.path());
        let path = folder.path().join(file::NAME);
        let bytes = fs::read(&path).expect("a file");
        fs::write(&path, damage(bytes)).expect("written");
        let error = refusal(folder.path());
        assert!(matches!(error, OpenError::Damaged { .. }), "{name}: {error}");
    }
}

#[test]
fn an_empty_file_is_a_new_store() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(file::NAME), b"").expect("written");
    make(folder.path());
}

#[test]
fn a_write_that_can_not_begin_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path());
    let path = folder.path().join(file::NAME);
    let connection = file::open(&path).expect("opens");
    connection.pragma_update(None, "query_only", true).expect("set");
    let writer = Writer::start(connection, Arc::new(Readers::new(path))).expect("starts");
    let refused = block_on(writer.provide(vec![Library::named("Other")], NOW));
    let refused = refused.expect_err("it can't");
    let StoreError::Unwritten(cause) = &refused else { panic!("{refused}") };
    assert!(cause.contains("readonly"), "{cause}");
}
