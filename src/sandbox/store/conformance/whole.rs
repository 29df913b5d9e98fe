//! Libraries as a whole.

use super::{LIBRARY, NOW, Shared, asset, assignment, each, folder, library, put, row};
use crate::sandbox::store::{Key, Lock, ROOT, Record};
use serde_json::json;

#[test]
fn all_of_a_library_is_there_and_nothing_of_another() {
    each(&async |store| {
        store.provide(&[library("Other")], NOW).await.expect("provided");
        let put_all = [
            (Key::asset(LIBRARY, "a"), asset("A")),
            (Key::asset("Other", "b"), asset("B")),
            (Key::folder(LIBRARY, "f"), folder(ROOT)),
            (Key::assignment(LIBRARY, "a", "f"), assignment(json!(1))),
            (Key::lock(LIBRARY, "a"), Record::Lock(Lock { user: "editor".into() })),
        ];
        for (key, record) in put_all {
            put(store, key, record).await;
        }
        let keys = async |store: &Shared, id: &str| {
            let all = store.contents(&id.into()).await.expect("read");
            all.into_keys().collect::<Vec<_>>()
        };
        let own = [
            Key::asset(LIBRARY, "a"),
            Key::folder(LIBRARY, "f"),
            Key::folder(LIBRARY, ROOT),
            Key::assignment(LIBRARY, "a", "f"),
            Key::lock(LIBRARY, "a"),
        ];
        assert_eq!(keys(store, LIBRARY).await, own);
        assert_eq!(
            keys(store, "Other").await,
            [Key::asset("Other", "b"), Key::folder("Other", ROOT)]
        );
        assert_eq!(keys(store, "Nowhere").await, []);
        let all = store.libraries().await.expect("read");
        let ids: Vec<_> = all.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids, ["Other", LIBRARY]);
        let found = store.contents(&LIBRARY.into()).await.expect("read");
        assert_eq!(found.get(&own[0]), row(store, &own[0]).await.as_ref());
    });
}
