//! Keeping all and putting it back.

use super::{
    super::{CheckpointError, CheckpointName, PutBack, Row},
    *,
};
use crate::sandbox::shop::Shop;
use proptest::prelude::*;
use std::cell::RefCell;

fn name(text: &str) -> CheckpointName {
    text.parse().expect("a name")
}

/// Keys of all kinds, few enough for writes to meet.
fn keys() -> Vec<Key> {
    let (ids, folders) = (["a", "b", "c"], ["f", "g", "h"]);
    let mut keys = vec![Key::folder(LIBRARY, ROOT)];
    keys.extend(ids.into_iter().flat_map(|id| [Key::asset(LIBRARY, id), Key::lock(LIBRARY, id)]));
    keys.extend(folders.into_iter().map(|folder| Key::folder(LIBRARY, folder)));
    for id in ids {
        keys.extend(folders.into_iter().map(|folder| Key::assignment(LIBRARY, id, folder)));
    }
    keys
}

/// Something for a key, of which there are some.
fn something(key: &Key, which: u8) -> Record {
    match key {
        Key::Asset { .. } => asset(&which.to_string()),
        Key::Folder { .. } => folder(["root", "f", "g", "h"][usize::from(which % 4)]),
        Key::Assignment { .. } => assignment(json!(which % 3)),
        Key::Lock { .. } => Record::Lock(Lock { user: which.to_string() }),
    }
}

/// Rows, and ranges with their sizes.
type Seen = (Vec<Option<Row>>, Vec<(Vec<String>, u64)>);

/// Everything that anybody can see.
async fn seen(store: &Shared) -> Seen {
    let mut rows = Vec::new();
    for key in keys() {
        rows.push(row(store, &key).await);
    }
    let ranges = ["a", "b", "c"].map(|id| Range::folders_of(LIBRARY, id)).into_iter();
    let folders = [ROOT, "f", "g", "h"].into_iter();
    let ranges = ranges.chain(folders.flat_map(|folder| {
        [Range::assets_in(LIBRARY, folder), Range::folders_in(LIBRARY, folder)]
    }));
    let mut listed = Vec::new();
    for range in ranges {
        listed.push((ids(store, &range).await, page(store, &range, 0, 0).await.1));
    }
    (rows, listed)
}

async fn write(store: &Shared, (which, what): (usize, u8)) {
    let key = &keys()[1 + which % (keys().len() - 1)];
    if what % 4 == 0 {
        remove(store, key.clone()).await;
    } else {
        put(store, key.clone(), something(key, what)).await;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_is_put_back_is_what_was_there(
        before in prop::collection::vec((any::<usize>(), any::<u8>()), 0..40),
        after in prop::collection::vec((any::<usize>(), any::<u8>()), 0..40),
    ) {
        each(&async |store| {
            for step in &before {
                write(store, *step).await;
            }
            let (then, old) = (seen(store).await, Key::folder(LIBRARY, ROOT));
            store.checkpoints().take(&name("then"), b"beside".to_vec(), NOW).await.expect("taken");
            for step in &after {
                write(store, *step).await;
            }
            let last = put(store, Key::asset(LIBRARY, "a"), asset("last")).await;
            let now = seen(store).await;
            store.checkpoints().take(&name("now"), Vec::new(), NOW).await.expect("taken");
            for (name, expected) in [("then", &then), ("now", &now), ("then", &then)] {
                let before = moment(store).await;
                let name = self::name(name);
                store.checkpoints().put_back(&name, PutBack::SameShop).await.expect("put back");
                assert_eq!(seen(store).await, *expected, "{name}");
                assert!(before.is_none() || moment(store).await != before);
            }
            assert!(put(store, old, folder("f")).await > last, "no revision comes twice");
        });
    }
}

#[test]
fn a_write_to_a_library_that_is_gone_is_a_conflict() {
    each(&async |store| {
        store.checkpoints().take(&name("without"), Vec::new(), NOW).await.expect("taken");
        store.provide(&[library("New")], NOW).await.expect("provided");
        let mut overlay = Overlay::new(Arc::clone(store));
        assert!(overlay.has_library(&"New".into()).await.expect("read"));
        overlay.put(Key::asset("New", "a"), asset("A"));
        store.checkpoints().put_back(&name("without"), PutBack::SameShop).await.expect("put back");
        let lost = store.commit(overlay.changes()).await;
        assert!(matches!(lost, Err(CommitError::Conflict)), "{lost:?}");
        store.provide(&[library("New")], NOW).await.expect("provided");
        assert!(store.commit(overlay.changes()).await.is_ok(), "it is there again");
    });
}

#[test]
fn checkpoints_are_listed_replaced_and_forgotten() {
    each(&async |store| {
        for (text, beside) in [("b", "1"), ("a", "2"), ("b", "3")] {
            let taken =
                store.checkpoints().take(&name(text), beside.into(), NOW).await.expect("taken");
            assert_eq!((taken.name, taken.taken), (name(text), NOW));
        }
        store.checkpoints().take(&CheckpointName::seed(), Vec::new(), NOW).await.expect("taken");
        let all = store.checkpoints().list().await.expect("listed");
        let names: Vec<_> = all.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["-seed", "a", "b"]);
        assert_eq!(store.checkpoints().beside(&name("b")).await.expect("kept"), b"3");
        store.checkpoints().forget(&name("b")).await.expect("forgotten");
        let unknown = CheckpointError::Unknown(name("b")).to_string();
        for error in [
            store.checkpoints().forget(&name("b")).await.expect_err("unknown"),
            store.checkpoints().beside(&name("b")).await.expect_err("unknown"),
            store
                .checkpoints()
                .put_back(&name("b"), PutBack::Everything)
                .await
                .expect_err("unknown"),
        ] {
            assert_eq!(error.to_string(), unknown);
        }
    });
}

#[test]
fn the_shop_is_put_back_only_where_nobody_serves_another() {
    each(&async |store| {
        let shop = |city: &str| {
            let mut shop = Shop::default();
            shop.add("store", "Site", "s", &fields(&json!({ "city": city })));
            shop
        };
        store.keep_shop(&shop("Bonn")).await.expect("kept");
        store.checkpoints().take(&name("bonn"), Vec::new(), NOW).await.expect("taken");
        store.keep_shop(&shop("Bonn")).await.expect("kept again");
        store
            .checkpoints()
            .put_back(&name("bonn"), PutBack::SameShop)
            .await
            .expect("it is the same");
        store.keep_shop(&shop("Jena")).await.expect("kept");
        put(store, Key::asset(LIBRARY, "a"), asset("A")).await;
        let refused = store.checkpoints().put_back(&name("bonn"), PutBack::SameShop).await;
        assert!(matches!(refused, Err(CheckpointError::OtherShop(_))), "{refused:?}");
        assert_eq!(store.shop().await.expect("read").digest(), shop("Jena").digest());
        assert!(row(store, &Key::asset(LIBRARY, "a")).await.is_some());
        store.checkpoints().put_back(&name("bonn"), PutBack::Everything).await.expect("put back");
        assert_eq!(store.shop().await.expect("read").digest(), shop("Bonn").digest());
    });
}

#[test]
fn what_one_store_exports_every_store_adopts() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = RefCell::new(Vec::new());
    each(&async |store| {
        for (which, key) in keys().iter().enumerate().skip(1) {
            put(store, key.clone(), something(key, u8::try_from(which).expect("small"))).await;
        }
        store.checkpoints().take(&name("all"), b"beside".to_vec(), NOW).await.expect("taken");
        let file = folder.path().join(files.borrow().len().to_string());
        store.checkpoints().export(&name("all"), &file).await.expect("exported");
        let again = store.checkpoints().export(&name("all"), &file).await;
        assert!(matches!(again, Err(CheckpointError::File(_))), "{again:?}");
        let seen = seen(store).await;
        files.borrow_mut().push((file, seen));
    });
    let files = files.into_inner();
    each(&async |store| {
        let mut last = put(store, Key::asset(LIBRARY, "only here"), asset("x")).await;
        for (file, content) in &files {
            store.checkpoints().adopt(&name("theirs"), file).await.expect("adopted");
            assert_eq!(store.checkpoints().beside(&name("theirs")).await.expect("kept"), b"beside");
            store
                .checkpoints()
                .put_back(&name("theirs"), PutBack::Everything)
                .await
                .expect("put back");
            let (rows, listed) = seen(store).await;
            let records = |rows: &[Option<Row>]| {
                rows.iter().map(|row| row.as_ref().map(|it| it.record.clone())).collect::<Vec<_>>()
            };
            assert_eq!((records(&rows), &listed), (records(&content.0), &content.1));
            let oldest = rows.iter().flatten().map(|row| row.revision).min().expect("a row");
            assert!(oldest > last, "nobody else's revisions come again");
            last = put(store, Key::asset(LIBRARY, "only here"), asset("x")).await;
            assert!(rows.iter().flatten().all(|row| row.revision < last));
        }
        let nothing = folder.path().join("nothing");
        std::fs::write(&nothing, "this is no snapshot").expect("written");
        for file in [&nothing, &folder.path().join("missing")] {
            assert!(
                store.checkpoints().adopt(&name("bad"), file).await.is_err(),
                "{}",
                file.display()
            );
        }
        assert!(store.checkpoints().beside(&name("bad")).await.is_err(), "nothing half done");
    });
}
