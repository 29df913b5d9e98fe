//! Customization hooks around writes, with scripts played by closures.

mod outside;
mod races;

use super::{
    DataApi, Entrance, Hooks,
    hooks::{Call, Event, Point, When},
};
use crate::api::strict;
use crate::sandbox::{
    Transport,
    accounts::{Accounts, BUILTIN_CLIENT, Logins},
    clock::Clock,
    oauth::{Identity, Tokens},
    refusal::Refusal,
    store::{Asset, Key, Library, Memory, Overlay, Record, Store},
};
use axum::{
    body::Body,
    http::{Request, StatusCode},
    response::Response,
};
use futures::{executor::block_on, future::BoxFuture};
use http_body_util::BodyExt;
use secrecy::ExposeSecret;
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex};

type Script = Box<dyn Fn(Call) -> Result<Call, Refusal> + Send + Sync>;

/// A script at one point; every call is noted.
struct Played {
    at: Vec<Point>,
    script: Script,
    called: Mutex<Vec<String>>,
}

impl Hooks for Played {
    fn has(&self, point: Point) -> bool {
        self.at.contains(&point)
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Call, Refusal>> {
        let name = format!("{} {}/{}", call.point.name(), call.library, call.id);
        self.called.lock().expect("no panic").push(name);
        Box::pin(std::future::ready((self.script)(call)))
    }
}

struct Stand {
    api: DataApi,
    store: Arc<Memory>,
    token: String,
}

impl Stand {
    fn new() -> Self {
        let store = Arc::new(Memory::new());
        let library = Library { id: "L".into(), display_name: "L".into() };
        let clock = Clock::system();
        block_on(store.provide(&[library], clock.now())).expect("provided");
        let tokens = Arc::new(Tokens::new(&[1; 32]));
        let identity = Identity { client: BUILTIN_CLIENT.into(), user: None };
        let token = tokens.issue(&identity, None, clock.now(), 900).expose_secret().to_owned();
        let logins = Arc::new(Logins::new(Accounts::builtin()));
        let api = block_on(DataApi::new(store.clone(), logins, tokens, clock)).expect("a store");
        Self { api, store, token }
    }

    fn play(
        &mut self,
        at: &[Point],
        script: impl Fn(Call) -> Result<Call, Refusal> + Send + Sync + 'static,
    ) -> Arc<Played> {
        let (at, called) = (at.to_vec(), Mutex::default());
        let played = Arc::new(Played { at, script: Box::new(script), called });
        self.api.hooks = played.clone();
        played
    }

    async fn send(
        &self,
        verb: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Value,
    ) -> (StatusCode, Value) {
        let mut request = Request::builder()
            .method(verb)
            .uri(format!("/dw/data/v23_2/libraries/L/{path}"))
            .header("authorization", format!("Bearer {}", self.token));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let authority = "localhost".parse().expect("a host");
        let entrance = Entrance { transport: Transport::Tls, authority };
        let request = request.body(Body::from(body.to_string())).expect("a request");
        read(self.api.answer(&entrance, request).await).await
    }

    async fn put(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.send("PUT", path, &[], body).await
    }

    async fn name(&self, id: &str) -> Value {
        self.send("GET", &format!("content/{id}"), &[], Value::Null).await.1["name"].clone()
    }
}

async fn read(response: Response) -> (StatusCode, Value) {
    let status = response.status();
    let bytes = response.into_body().collect().await.expect("a body").to_bytes();
    if bytes.is_empty() {
        return (status, Value::Null);
    }
    // Strictly: no member twice.
    (status, strict::decode(&bytes).expect("a document"))
}

#[tokio::test]
async fn a_document_that_is_sent_back_is_answered_as_before() {
    let stand = Stand::new();
    for (path, fields) in [
        ("folders/f", json!({"parent_folder_id": "root", "name": {"default": "F"}})),
        ("folders/g", json!({"parent_folder_id": "f", "online": true})),
        ("content/a", json!({"c_body": {"de": {"source": "<p>\"ö\"</p>"}}, "c_n": [1, "2"]})),
        ("folder_assignments/a/f", json!({"default": true, "position": 1.5})),
    ] {
        assert_eq!(stand.put(path, fields).await.0, 201, "{path}");
    }
    for path in ["folders/f", "folders/g", "content/a", "folder_assignments/a/f"] {
        let read = async || stand.send("GET", path, &[], Value::Null).await.1;
        let mut before = read().await;
        assert_eq!(stand.put(path, before.clone()).await.0, 200, "{path}");
        let mut after = read().await;
        for document in [&mut before, &mut after] {
            let fields = document.as_object_mut().expect("an object");
            fields.retain(|name, _| !["_resource_state", "last_modified"].contains(&name.as_str()));
        }
        assert_eq!(after, before, "{path}");
        let (status, page) = stand.send("GET", "folders/f/content", &[], Value::Null).await;
        assert_eq!((status.as_u16(), &page["total"]), (200, &json!(1)));
    }
}

fn before(event: Event) -> Point {
    Point { when: When::Before, event }
}

fn after(event: Event) -> Point {
    Point { when: When::After, event }
}

fn refuse(_: Call) -> Result<Call, Refusal> {
    Err(Refusal::bad_request("HookStatus", "no"))
}

/// Writes past the request, as another client would while a script runs.
fn interfere(store: &Arc<Memory>, id: &str) {
    commit(store, |overlay| put_asset(overlay, id));
}

fn put_asset(overlay: &mut Overlay, id: &str) {
    let now = Clock::system().now();
    let fields = Map::from_iter([("name".to_owned(), json!({"default": "theirs"}))]);
    let asset = Asset { fields, classification: None, created: now, modified: now };
    overlay.put(Key::asset("L", id), Record::Asset(asset));
}

/// Another client's commit, which compares nothing.
fn commit(store: &Arc<Memory>, change: impl FnOnce(&mut Overlay)) {
    let mut overlay = Overlay::new(store.clone());
    change(&mut overlay);
    let committed = block_on(store.commit(overlay.changes()));
    committed.expect("nothing is compared");
}

#[tokio::test]
async fn every_point_has_its_name_and_its_turn() {
    let mut stand = Stand::new();
    let events = [
        Event::CreateAsset,
        Event::UpdateAsset,
        Event::DeleteAsset,
        Event::CreateFolder,
        Event::UpdateFolder,
        Event::DeleteFolder,
    ];
    let points: Vec<_> =
        events.into_iter().flat_map(|event| [before(event), after(event)]).collect();
    let played = stand.play(&points, Ok);
    let any = [("if-match", "*")];
    for kind in ["content/x", "folders/y"] {
        assert_eq!(stand.put(kind, json!({})).await.0, 201);
        assert_eq!(stand.put(kind, json!({})).await.0, 200);
        assert_eq!(stand.send("PATCH", kind, &any, json!({})).await.0, 200);
        assert_eq!(stand.send("DELETE", kind, &[], json!({})).await.0, 204);
    }
    let called = played.called.lock().expect("no panic").clone();
    let expected = [("content", "x"), ("folder", "y")].into_iter().flat_map(|(kind, id)| {
        ["Create", "Create", "Update", "Delete"].into_iter().flat_map(move |what| {
            ["before", "after"]
                .map(|when| format!("dw.ocapi.data.content.{kind}.{when}{what} L/{id}"))
        })
    });
    assert_eq!(called, expected.collect::<Vec<_>>());
}

#[tokio::test]
async fn a_before_hook_changes_the_document_and_it_is_checked_again() {
    let mut stand = Stand::new();
    stand.play(&[before(Event::CreateAsset)], |mut call| {
        call.document.insert("name".into(), json!({"default": "hooked"}));
        Ok(call)
    });
    let (status, document) = stand.put("content/a", json!({"template": "t"})).await;
    assert_eq!(status, 201);
    assert_eq!([&document["name"]["default"], &document["template"]], ["hooked", "t"]);
    for (field, value, fault) in [
        ("name", json!(7), "TypeDecodingException"),
        ("nope", json!(7), "UnknownPropertyException"),
        ("id", json!("other"), "IdConflictException"),
    ] {
        stand.play(&[before(Event::CreateAsset)], move |mut call| {
            call.document.insert(field.into(), value.clone());
            Ok(call)
        });
        let (status, document) = stand.put("content/b", json!({})).await;
        assert_eq!((status.as_u16(), &document["fault"]["type"]), (400, &json!(fault)));
        assert_eq!(stand.name("b").await, Value::Null, "nothing is written");
    }
}

#[tokio::test]
async fn an_after_hooks_changes_of_the_document_are_dropped() {
    let mut stand = Stand::new();
    stand.play(&[after(Event::CreateAsset)], |mut call| {
        call.document.insert("name".into(), json!({"default": "late"}));
        Ok(call)
    });
    stand.put("content/a", json!({"name": {"default": "sent"}})).await;
    assert_eq!(stand.name("a").await, json!({"default": "sent"}));
}

#[tokio::test]
async fn a_hook_that_fails_leaves_nothing_behind() {
    for point in [before(Event::CreateAsset), after(Event::CreateAsset)] {
        let mut stand = Stand::new();
        stand.play(&[point], refuse);
        let (status, document) = stand.put("content/a", json!({})).await;
        assert_eq!(
            (status.as_u16(), &document["fault"]["type"]),
            (400, &json!("HookStatusException"))
        );
        assert_eq!(document["_v"], "23.2");
        stand.play(&[], Ok);
        assert_eq!(stand.send("GET", "content/a", &[], Value::Null).await.0, 404);
    }
}

#[tokio::test]
async fn what_a_hook_writes_to_the_overlay_is_committed_with_the_request() {
    let mut stand = Stand::new();
    stand.put("content/other", json!({"name": {"default": "old"}})).await;
    stand.play(&[after(Event::CreateAsset)], |mut call| {
        let mut asset = |id: &str| block_on(call.overlay.asset("L", id)).expect("read");
        assert!(asset("a").is_some(), "it sees the new asset");
        let mut other = asset("other").expect("it exists");
        other.fields.insert("name".into(), json!({"default": "new"}));
        call.overlay.put(Key::asset("L", "other"), Record::Asset(other));
        Ok(call)
    });
    assert_eq!(stand.put("content/a", json!({})).await.0, 201);
    assert_eq!(stand.name("other").await, json!({"default": "new"}));
}
