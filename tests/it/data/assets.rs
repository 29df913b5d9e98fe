//! `/libraries/{library_id}/content/{content_id}`, method by method.

use super::stand::{Answer, BASE, LIBRARY, Stand};
use serde_json::{Value, json};

const ASSET: &str = "/libraries/SharedLibrary/content/about";

fn document() -> Value {
    json!({
        "name": {"default": "About", "de": "Über uns", "de-AT": "Über uns"},
        "online": {"default": true, "default@Storefront": false},
        "template": "content/page",
        "site_map_change_frequency": {"default": "weekly"},
        "site_map_included": {"default": 1},
        "site_map_priority": {"default": 0.5},
        "c_body": {"default": {"source": "<p>ö</p>"}},
        "c_count": 3, "c_list": [1, "two", true], "c_text": {"default": "x"},
    })
}

#[tokio::test]
async fn put_creates_and_get_reads_it() {
    let stand = Stand::start().await;
    let answer = stand.put(ASSET, document()).await;
    let link = format!("{}{BASE}{ASSET}", stand.origin());
    assert_eq!(answer.header("location"), link);
    assert_eq!(answer.header("content-type"), "application/json;charset=UTF-8");
    let (etag, state) =
        (answer.header("etag").to_owned(), answer.header("x-dw-resource-state").to_owned());
    let created = answer.ok(201);
    assert_eq!(etag, format!("\"{state}\""));
    assert_eq!(created["_resource_state"], state);
    assert!(state.len() == 64 && state.bytes().all(|byte| byte.is_ascii_hexdigit()));
    for (name, value) in document().as_object().expect("an object") {
        if name != "c_body" {
            assert_eq!(created[name], *value, "{name}");
        }
    }
    assert_eq!(
        created["c_body"]["default"],
        json!({"_type": "markup_text", "source": "<p>ö</p>", "markup": "<p>ö</p>"})
    );
    assert_eq!(
        [&created["_v"], &created["_type"], &created["id"]],
        ["23.2", "content_asset", "about"]
    );
    assert_eq!(created["link"], link);
    let date = created["creation_date"].as_str().expect("a date");
    assert!(date.ends_with('Z') && date.len() == 24, "{date}");
    assert_eq!(stand.get(ASSET).await, created);
}

#[tokio::test]
async fn put_replaces_all_but_relations_and_creation() {
    let stand = Stand::start().await;
    let created = stand.put(ASSET, document()).await.ok(201);
    stand.folder("f", "root").await;
    stand.assign("about", "f", json!({"default": true})).await;
    let answer = stand.put(ASSET, json!({"id": "about", "name": {"fr": "A"}})).await;
    assert_eq!(answer.header("location"), "");
    let replaced = answer.ok(200);
    assert_eq!(replaced["name"], json!({"fr": "A"}));
    assert_eq!(replaced["creation_date"], created["creation_date"]);
    assert_eq!(replaced["classification_folder_id"], "f");
    assert!(replaced.get("template").is_none());
    assert_ne!(replaced["_resource_state"], created["_resource_state"]);
}

#[tokio::test]
async fn patch_merges_key_by_key_and_clears_with_null() {
    let stand = Stand::start().await;
    stand.put(ASSET, document()).await.ok(201);
    let change = json!({
        "name": {"de": null, "fr": "À propos"}, "template": null, "c_list": ["new"],
        "online": {"default@Storefront": true}, "c_text": {"default": null},
    });
    let changed = stand.patch(ASSET, change).await.ok(200);
    assert_eq!(changed["name"], json!({"default": "About", "de-AT": "Über uns", "fr": "À propos"}));
    assert_eq!(changed["online"], json!({"default": true, "default@Storefront": true}));
    assert_eq!(changed["c_list"], json!(["new"]));
    assert_eq!(changed["site_map_priority"], json!({"default": 0.5}));
    assert!(changed.get("template").is_none() && changed.get("c_text").is_none());
    assert_eq!(stand.get(ASSET).await, changed);
}

#[tokio::test]
async fn patch_with_another_id_renames_and_relations_follow() {
    let stand = Stand::start().await;
    stand.put(ASSET, document()).await.ok(201);
    stand.folder("f", "root").await;
    stand.assign("about", "f", json!({"default": true, "position": 2})).await;
    let renamed = stand.patch(ASSET, json!({"id": "about-us"})).await.ok(200);
    assert_eq!(renamed["id"], "about-us");
    assert_eq!(renamed["classification_folder_id"], "f");
    stand.send("GET", ASSET).await.fails(404, "ContentNotFound");
    let moved = stand.get(&format!("{LIBRARY}/folder_assignments/about-us/f")).await;
    assert_eq!([&moved["default"], &moved["position"]], [&json!(true), &json!(2)]);
    stand.asset("about").await;
    let again = stand.patch(ASSET, json!({"id": "about-us"})).await;
    again.fault(400, "ContentIdAlreadyInUse", json!({"contentId": "about-us"}));
}

#[tokio::test]
async fn delete_takes_assignments_along() {
    let stand = Stand::start().await;
    stand.put(ASSET, document()).await.ok(201);
    stand.folder("f", "root").await;
    stand.assign("about", "f", json!({})).await;
    let answer = stand.send("DELETE", ASSET).await;
    assert_eq!((answer.status, answer.text.as_str()), (204, ""));
    assert_eq!(stand.get(&format!("{LIBRARY}/folders/f/content")).await["total"], 0);
    stand.asset("about").await;
    assert_eq!(stand.get(&format!("{ASSET}/folders")).await["total"], 0);
}

#[tokio::test]
async fn head_answers_the_state_alone() {
    let stand = Stand::start().await;
    let state = stand.put(ASSET, document()).await.ok(201)["_resource_state"].clone();
    let answer = stand.send("HEAD", ASSET).await;
    assert_eq!(answer.status, 204);
    assert_eq!(answer.header("x-dw-resource-state"), state);
    assert_eq!(answer.header("etag"), format!("\"{}\"", state.as_str().expect("text")));
    assert_eq!(stand.send("HEAD", "/libraries/SharedLibrary/content/none").await.status, 404);
}

#[tokio::test]
async fn options_needs_no_token() {
    let stand = Stand::start().await;
    for (path, allow) in [
        (ASSET, "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"),
        ("/libraries/x/content/y/folders", "GET, HEAD, OPTIONS"),
        ("/libraries/x/folders/root", "GET, HEAD, PUT, PATCH, OPTIONS"),
    ] {
        let url = format!("{}{BASE}{path}", stand.origin());
        let answer = Answer::of(stand.http.request(reqwest::Method::OPTIONS, url)).await;
        assert_eq!((answer.status, answer.header("allow")), (204, allow), "{path}");
    }
}

#[tokio::test]
async fn post_stands_for_other_methods() {
    let stand = Stand::start().await;
    let header =
        |verb: &str| stand.ask("POST", ASSET).header("x-dw-http-method-override", verb.to_owned());
    Answer::of(header("PUT").json(&document())).await.ok(201);
    assert_eq!(Answer::of(header("HEAD")).await.status, 204);
    assert_eq!(Answer::of(header("OPTIONS")).await.status, 204);
    let both = stand.ask("POST", &format!("{ASSET}?method=DELETE"));
    let both = both.header("x-dw-http-method-override", "PUT");
    assert_eq!(Answer::of(both).await.status, 204, "the parameter wins");
    stand.send("GET", ASSET).await.fails(404, "ContentNotFound");
    for verb in ["GET", "POST", "put", "TRACE", ""] {
        Answer::of(header(verb)).await.fault(
            400,
            "IllegalHttpMethodOverride",
            json!({"method": verb}),
        );
    }
    let plain = stand.send("POST", ASSET).await;
    plain.fault(405, "MethodNotAllowed", json!({"method": "POST"}));
    assert_eq!(plain.header("allow"), "GET, HEAD, PUT, PATCH, DELETE, OPTIONS");
}

#[tokio::test]
async fn both_shapes_and_all_versions_serve_the_same() {
    let stand = Stand::start().await;
    stand.put(ASSET, document()).await.ok(201);
    for (base, version) in [
        ("/dw/data/v23_2", "23.2"),
        ("/s/-/dw/data/v17_1", "17.1"),
        ("/s/Storefront/dw/data/v25_6", "25.6"),
    ] {
        let document = Answer::of(stand.ask_at("GET", &format!("{base}{ASSET}"))).await.ok(200);
        assert_eq!(document["_v"], version);
        assert_eq!(document["link"], format!("{}{base}{ASSET}", stand.origin()));
    }
}

#[tokio::test]
async fn ids_are_data_whatever_they_hold() {
    let stand = Stand::start().await;
    for id in ["a%2Fb", "%C3%B6%20%3F%23%25", "..%2F..", "%27%22%3B--", &"x".repeat(256)] {
        let path = format!("{LIBRARY}/content/{id}");
        let created = stand.put(&path, json!({})).await;
        let location = created.header("location").to_owned();
        let created = created.ok(201);
        let followed = stand.http.get(location).bearer_auth(&stand.token);
        assert_eq!(Answer::of(followed).await.ok(200), created);
        assert_eq!(stand.get(&path).await["id"], created["id"]);
    }
}
