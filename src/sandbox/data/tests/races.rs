//! Other clients' writes that come between a request's reads.

use super::*;
use crate::api::ids::LibraryId;
use crate::sandbox::{
    data::{Kind, LoadedDocument, Way},
    shop::Shop,
    store::{
        ChangeSet, Checkpoints, CommitError, Committed, Folder, Found, Moment, Row, Secret,
        StoreError, Timestamp, Wanted,
    },
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio_util::sync::CancellationToken;

/// A store in which somebody else's commit comes after so many looks at it.
struct Interrupted {
    store: Arc<Memory>,
    looks: AtomicUsize,
    change: fn(&mut Overlay),
    /// Whether and how it names its moments.
    moment: fn(&Memory) -> Option<Moment>,
}

impl Interrupted {
    fn new(store: &Arc<Memory>, looks: usize, change: fn(&mut Overlay)) -> Arc<Self> {
        Arc::new(Self { store: store.clone(), looks: looks.into(), change, moment: Memory::moment })
    }
}

impl Interrupted {
    fn look(&self) {
        if self.looks.fetch_sub(1, Ordering::SeqCst) == 1 {
            commit(&self.store, self.change);
        }
    }
}

impl Store for Interrupted {
    fn kind(&self) -> &'static str {
        self.store.kind()
    }

    fn provide<'a>(
        &'a self,
        libraries: &'a [Library],
        now: Timestamp,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.store.provide(libraries, now)
    }

    fn read<'a>(&'a self, wanted: &'a Wanted) -> BoxFuture<'a, Result<Found, StoreError>> {
        self.look();
        self.store.read(wanted)
    }

    fn libraries(&self) -> BoxFuture<'_, Result<Vec<Library>, StoreError>> {
        self.store.libraries()
    }

    fn contents<'a>(
        &'a self,
        library: &'a LibraryId,
    ) -> BoxFuture<'a, Result<BTreeMap<Key, Row>, StoreError>> {
        self.store.contents(library)
    }

    fn moment(&self) -> Option<Moment> {
        (self.moment)(&self.store)
    }

    fn fits<'a>(&'a self, changes: &'a ChangeSet) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.look();
        self.store.fits(changes)
    }

    fn commit(&self, changes: ChangeSet) -> BoxFuture<'_, Result<Committed, CommitError>> {
        self.look();
        self.store.commit(changes)
    }

    fn secret<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Secret, StoreError>> {
        self.store.secret(name)
    }

    fn shop(&self) -> BoxFuture<'_, Result<Shop, StoreError>> {
        self.store.shop()
    }

    fn keep_shop<'a>(&'a self, shop: &'a Shop) -> BoxFuture<'a, Result<(), StoreError>> {
        self.store.keep_shop(shop)
    }

    fn checkpoints(&self) -> &dyn Checkpoints {
        self.store.checkpoints()
    }

    fn spend(
        &self,
        name: String,
        until: Timestamp,
        now: Timestamp,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.store.spend(name, until, now)
    }
}

fn put_folder(overlay: &mut Overlay, id: &str, parent: &str) {
    let now = Clock::system().now();
    let (fields, parent) = (Map::new(), Some(parent.into()));
    let folder = Folder { fields, parent, created: now, modified: now };
    overlay.put(Key::folder("L", id), Record::Folder(folder));
}

#[tokio::test]
async fn a_race_lost_while_a_script_ran_is_not_run_again() {
    for (headers, body, status, fault) in [
        (vec![], json!({}), 409, "ConcurrentModificationException"),
        (vec![("if-match", "*")], json!({}), 412, "InvalidIfMatchException"),
        (vec![], json!({"_resource_state": "present"}), 409, "ResourceStateConflictException"),
    ] {
        let mut stand = Stand::new();
        let created = stand.put("content/a", json!({})).await.1;
        let store = stand.store.clone();
        let played = stand.play(&[before(Event::CreateAsset)], move |call| {
            interfere(&store, "a");
            Ok(call)
        });
        let mut body = body;
        if body["_resource_state"] == "present" {
            body["_resource_state"] = created["_resource_state"].clone();
        }
        let (answered, document) = stand.send("PUT", "content/a", &headers, body).await;
        assert_eq!((answered.as_u16(), &document["fault"]["type"]), (status, &json!(fault)));
        assert_eq!(played.called.lock().expect("no panic").len(), 1);
        assert_eq!(stand.name("a").await, json!({"default": "theirs"}));
    }
}

#[tokio::test]
async fn a_refusal_says_what_was_so_at_one_moment() {
    for looks in 1..=2 {
        let mut stand = Stand::new();
        stand.put("content/a", json!({})).await;
        stand.put("folder_assignments/a/root", json!({})).await;
        stand.api.store = Interrupted::new(&stand.store, looks, |overlay| {
            overlay.remove(Key::asset("L", "a"));
            overlay.remove(Key::assignment("L", "a", "root"));
        });
        let sent = stand.send("DELETE", "folder_assignments/a/root", &[], json!({})).await;
        let answer = (sent.0.as_u16(), &sent.1["fault"]["type"]);
        assert_eq!(answer, (404, &json!("ContentNotFoundException")), "{sent:?}");
    }
}

#[tokio::test]
async fn a_race_that_is_lost_while_content_is_loaded_is_run_again() {
    let mut stand = Stand::new();
    stand.put("content/a", json!({})).await;
    // The asset goes after it was looked at, before the commit.
    stand.api.store = Interrupted::new(&stand.store, 2, |overlay| {
        overlay.remove(Key::asset("L", "a"));
    });
    let document = |id: &str| LoadedDocument {
        library: "L".into(),
        kind: Kind::Asset,
        way: Way::Put,
        fields: Map::from_iter([
            ("id".to_owned(), json!(id)),
            ("template".to_owned(), json!("loaded")),
        ]),
    };
    let loaded =
        stand.api.load(&[], &[document("a"), document("b")], &CancellationToken::new()).await;
    loaded.expect("the second attempt is alone");
    for id in ["content/a", "content/b"] {
        let asset = stand.send("GET", id, &[], Value::Null).await.1;
        assert_eq!(asset["template"], "loaded", "{id}");
    }
}

#[tokio::test]
async fn a_refusal_after_a_hook_that_rests_on_two_moments_is_a_lost_race() {
    for (headers, status, fault) in [
        (vec![("if-match", "*")], 412, "InvalidIfMatchException"),
        (vec![], 409, "ConcurrentModificationException"),
    ] {
        let mut stand = Stand::new();
        stand.put("content/a", json!({})).await;
        stand.put("folders/p", json!({})).await;
        stand.put("folders/f", json!({})).await;
        let store = stand.store.clone();
        let events = [before(Event::UpdateAsset), before(Event::CreateFolder)];
        let played = stand.play(&events, move |mut call| {
            commit(&store, |overlay| {
                // There was never an asset b beside a, nor the folder f without p.
                overlay.remove(Key::asset("L", "a"));
                put_asset(overlay, "b");
                overlay.remove(Key::folder("L", "p"));
                put_folder(overlay, "f", "root");
            });
            let changed = match call.point.event {
                Event::UpdateAsset => ("id", "b"),
                _ => ("parent_folder_id", "p"),
            };
            call.document.insert(changed.0.into(), changed.1.into());
            Ok(call)
        });
        let (verb, path) =
            if headers.is_empty() { ("PUT", "folders/f") } else { ("PATCH", "content/a") };
        let (answered, document) = stand.send(verb, path, &headers, json!({})).await;
        assert_eq!((answered.as_u16(), &document["fault"]["type"]), (status, &json!(fault)));
        assert_eq!(played.called.lock().expect("no panic").len(), 1, "a script ran: no retry");
    }
}

#[tokio::test]
async fn what_a_hook_names_is_looked_up_at_one_moment() {
    let mut answers = Vec::new();
    for looks in 1..=8 {
        let mut stand = Stand::new();
        for (id, parent) in [("f", "root"), ("q", "root"), ("p", "q")] {
            stand.put(&format!("folders/{id}"), json!({"parent_folder_id": parent})).await;
        }
        stand.play(&[before(Event::CreateFolder)], |mut call| {
            call.document.insert("parent_folder_id".into(), "p".into());
            Ok(call)
        });
        // The folder p is below f neither before nor after.
        stand.api.store = Interrupted::new(&stand.store, looks, |overlay| {
            put_folder(overlay, "p", "root");
            put_folder(overlay, "q", "f");
        });
        let (status, document) = stand.put("folders/f", json!({})).await;
        answers.push((status.as_u16(), document["fault"]["type"].as_str().map(str::to_owned)));
    }
    let lost = (409, Some("ConcurrentModificationException".to_owned()));
    assert!(answers.iter().all(|answer| *answer == (200, None) || *answer == lost), "{answers:?}");
    assert!(answers.contains(&(200, None)) && answers.contains(&lost), "{answers:?}");
}

#[tokio::test]
async fn what_a_hook_names_wrongly_is_refused_as_if_it_were_sent() {
    for (field, value, status, fault) in [
        ("parent_folder_id", "nowhere", 404, "ParentFolderNotFoundException"),
        ("parent_folder_id", "f", 400, "PropertyConstraintViolationException"),
        ("id", "other", 400, "IdConflictException"),
    ] {
        let mut stand = Stand::new();
        stand.put("folders/f", json!({})).await;
        stand.play(&[before(Event::CreateFolder)], move |mut call| {
            call.document.insert(field.into(), value.into());
            Ok(call)
        });
        let (answered, document) = stand.put("folders/f", json!({})).await;
        assert_eq!((answered.as_u16(), &document["fault"]["type"]), (status, &json!(fault)));
    }
}

/// A look may be a trip to a database.
#[tokio::test]
async fn a_read_looks_only_for_what_is_not_known() {
    const MANY: usize = 1_000;
    let unnamed: fn(&Memory) -> Option<Moment> = |_| None;
    for (moment, looks) in [(unnamed, [1, 1, 2, 1]), (Memory::moment, [1, 0, 2, 0])] {
        let mut stand = Stand::new();
        stand.put("content/a", json!({"name": {"default": "ours"}})).await;
        let looked = AtomicUsize::new(MANY);
        let change: fn(&mut Overlay) = |_| ();
        let memory = stand.store.clone();
        let store = Arc::new(Interrupted { store: memory, looks: looked, change, moment });
        stand.api.store = store.clone();
        let read = async || {
            let before = store.looks.load(Ordering::SeqCst);
            let name = stand.name("a").await["default"].clone();
            (name, before - store.looks.load(Ordering::SeqCst))
        };
        assert_eq!(read().await, (json!("ours"), looks[0]), "nothing is kept yet");
        assert_eq!(read().await, (json!("ours"), looks[1]), "a moment's name tells it");
        interfere(&stand.store, "a");
        assert_eq!(read().await, (json!("theirs"), looks[2]), "what was kept is old");
        assert_eq!(read().await, (json!("theirs"), looks[3]));
    }
}
