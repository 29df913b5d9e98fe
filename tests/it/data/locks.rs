//! Locks of content assets, and the sandbox's own address that sets them.

use super::stand::{Answer, LIBRARY, Stand};
use reqwest::RequestBuilder;
use serde_json::json;

const ASSET: &str = "/libraries/SharedLibrary/content/a";

fn lock(stand: &Stand, verb: &str, id: &str) -> RequestBuilder {
    let verb = reqwest::Method::from_bytes(verb.as_bytes()).expect("a method");
    let path = format!("/-/sandbox/libraries/SharedLibrary/content/{id}/lock");
    let request = stand.http.request(verb, format!("{}{path}", stand.origin()));
    request.basic_auth("admin", Some("haltscope-demo"))
}

#[tokio::test]
async fn resource_locked() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    let body = json!({"user": "editor"});
    Answer::of(lock(&stand, "PUT", "a").json(&body)).await.ok(204);
    let locked = json!({"componentName": "Content", "id": "a"});
    for verb in ["PUT", "DELETE"] {
        stand.send(verb, ASSET).await.fault(412, "ResourceLocked", locked.clone());
    }
    let patch = stand.ask("PATCH", ASSET).header("if-match", "x");
    Answer::of(patch).await.fault(412, "ResourceLocked", locked);
    stand.get(ASSET).await;
    stand.folder("f", "root").await;
    stand.assign("a", "f", json!({"default": true})).await;

    let editor = stand.user_token("editor", "green tea").await;
    let put = stand.http.put(format!("{}/s/-/dw/data/v23_2{ASSET}", stand.origin()));
    Answer::of(put.bearer_auth(&editor)).await.ok(200);
    let admin = stand.user_token("admin", "haltscope-demo").await;
    let put = stand.http.put(format!("{}/s/-/dw/data/v23_2{ASSET}", stand.origin()));
    Answer::of(put.bearer_auth(&admin)).await.fails(412, "ResourceLocked");
}

#[tokio::test]
async fn locks_are_set_shown_and_released() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    let show = async || Answer::of(lock(&stand, "GET", "a")).await.ok(200);
    assert_eq!(show().await, json!({"locked": false}));
    Answer::of(lock(&stand, "PUT", "a")).await.ok(204);
    assert_eq!(show().await, json!({"locked": true, "user": "admin"}));
    Answer::of(lock(&stand, "PUT", "a").json(&json!({"user": "editor"}))).await.ok(204);
    assert_eq!(show().await, json!({"locked": true, "user": "editor"}));
    Answer::of(lock(&stand, "DELETE", "a")).await.ok(204);
    Answer::of(lock(&stand, "DELETE", "a")).await.ok(204);
    assert_eq!(show().await, json!({"locked": false}));
    stand.put(ASSET, json!({})).await.ok(200);
}

#[tokio::test]
async fn a_lock_follows_its_asset() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    Answer::of(lock(&stand, "PUT", "a").json(&json!({"user": "editor"}))).await.ok(204);
    let editor = stand.user_token("editor", "green tea").await;
    let url = format!("{}/s/-/dw/data/v23_2{ASSET}", stand.origin());
    let rename = stand.http.patch(url).bearer_auth(editor).header("if-match", "*");
    Answer::of(rename.json(&json!({"id": "b"}))).await.ok(200);
    stand.send("PUT", &format!("{LIBRARY}/content/b")).await.fails(412, "ResourceLocked");
    stand.asset("a").await;
    stand.send("PUT", ASSET).await.ok(200);
}

#[tokio::test]
async fn only_admins_may() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    let path = format!("{}/-/sandbox{ASSET}/lock", stand.origin());
    let bearer = stand.http.get(&path).bearer_auth(&stand.token);
    let editor = stand.http.get(&path).basic_auth("editor", Some("green tea"));
    let wrong = stand.http.get(&path).basic_auth("admin", Some("wrong"));
    for request in [bearer, editor, wrong, stand.http.get(&path)] {
        Answer::of(request).await.fails(401, "NotAuthorized");
    }
    Answer::of(lock(&stand, "GET", "none")).await.fails(404, "ContentNotFound");
    Answer::of(lock(&stand, "POST", "a")).await.fails(405, "MethodNotAllowed");
    let foreign = lock(&stand, "PUT", "a").header("origin", "https://app.shop.test");
    Answer::of(foreign).await.fails(401, "UnauthorizedOrigin");
}
