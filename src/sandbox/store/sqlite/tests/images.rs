//! Checkpoints as files.

use super::*;
use crate::sandbox::store::{CheckpointError, CheckpointName, PutBack, sqlite::images};
use std::path::PathBuf;

fn name(text: &str) -> CheckpointName {
    text.parse().expect("a name")
}

/// A store with a large asset and a checkpoint of it, and the checkpoint's file.
fn kept() -> (tempfile::TempDir, Arc<dyn Store>, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path());
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(folder.path()).expect("opened"));
    block_on(store.secret("token")).expect("a secret");
    put(&store, "a", 100_000);
    on_runtime(store.checkpoints().take(&name("a"), b"{}".to_vec(), NOW)).expect("taken");
    let file = folder.path().join(file::SNAPSHOTS).join("a.db");
    (folder, store, file)
}

fn on_runtime<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(work)
}

fn has(store: &Arc<dyn Store>, id: &str) -> bool {
    let found = block_on(store.read(&Wanted::revision(&Key::asset("Shared", id)))).expect("read");
    !found.revisions.is_empty()
}

#[test]
fn they_outlive_the_process_and_are_private() {
    let (folder, store, file) = kept();
    let mode = |path: &Path| fs::metadata(path).expect("it exists").permissions().mode() & 0o777;
    assert_eq!((mode(&file), mode(file.parent().expect("a folder"))), (0o600, 0o700));
    drop(store);
    let half = folder.path().join(file::SNAPSHOTS).join("b.unfinished");
    fs::write(&half, "a crash left this").expect("written");
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(folder.path()).expect("opened again"));
    assert!(!half.exists(), "it is tidied up");
    put(&store, "b", 1);
    on_runtime(store.checkpoints().put_back(&name("a"), PutBack::SameShop)).expect("put back");
    assert!(has(&store, "a") && !has(&store, "b"));
}

#[test]
fn they_have_no_secrets() {
    let (_folder, store, file) = kept();
    block_on(store.spend("spent once".to_owned(), NOW, NOW)).expect("spent");
    on_runtime(store.checkpoints().take(&name("a"), b"{}".to_vec(), NOW)).expect("taken again");
    let secret = block_on(store.secret("token")).expect("a secret");
    let bytes = fs::read(file).expect("a file");
    let holds = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    assert!(!holds(&secret) && !holds(b"spent once") && holds(b"xxxxxxxx"));
}

#[test]
fn what_is_damaged_newer_or_missing_changes_nothing() {
    let (_folder, store, file) = kept();
    put(&store, "b", 1);
    let whole = fs::read(&file).expect("a file");
    let newer = |connection: &Connection| {
        connection.pragma_update(None, "user_version", schema::version() + 1)
    };
    newer(&Connection::open(&file).expect("opened")).expect("written");
    let refused = on_runtime(store.checkpoints().put_back(&name("a"), PutBack::SameShop));
    assert!(matches!(refused, Err(CheckpointError::Newer { .. })), "{refused:?}");
    let pages: Vec<_> = (4_096..whole.len()).map(|_| 0x5a).collect();
    for damaged in
        [b"no database".to_vec(), whole[..9_000].to_vec(), [&whole[..4_096], &pages].concat()]
    {
        fs::write(&file, damaged).expect("written");
        let refused = on_runtime(store.checkpoints().put_back(&name("a"), PutBack::SameShop));
        assert!(matches!(refused, Err(CheckpointError::Damaged(_))), "{refused:?}");
        assert!(has(&store, "a") && has(&store, "b"));
    }
    fs::write(&file, whole).expect("written");
    on_runtime(store.checkpoints().put_back(&name("a"), PutBack::SameShop))
        .expect("it is whole again");
    assert!(!has(&store, "b"));
}

#[test]
fn without_room_nothing_changes() {
    let (_folder, store, file) = kept();
    drop(store);
    let connection = file::open(&file.with_file_name("small.db")).expect("a new store");
    connection.pragma_update(None, "max_page_count", 30).expect("set");
    let what = (&name("a"), PutBack::SameShop);
    let refused = images::put_back(&connection, &file, what);
    assert!(matches!(refused, Err(CheckpointError::Full)), "{refused:?}");
    assert!(connection.is_autocommit(), "no transaction is left open");
    let rows: i64 = connection
        .query_row(
            "SELECT (SELECT count(*) FROM asset) + (SELECT count(*) FROM library)",
            (),
            |row| row.get(0),
        )
        .expect("read");
    assert_eq!(rows, 0);
    let free = connection.execute("ATTACH ':memory:' AS other", ());
    assert!(free.is_ok(), "the snapshot isn't held any more: {free:?}");
}

#[test]
fn a_folder_that_can_not_be_made_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path());
    fs::write(folder.path().join(file::SNAPSHOTS), "a file stands there").expect("written");
    let store = Sqlite::open(folder.path()).expect("opened");
    let refused = on_runtime(store.checkpoints().take(&name("a"), Vec::new(), NOW));
    assert!(matches!(refused, Err(CheckpointError::File(_))), "{refused:?}");
}
