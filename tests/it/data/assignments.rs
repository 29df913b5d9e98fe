//! `/libraries/{library_id}/folder_assignments/{content_id}/{folder_id}`, method by method.

use super::stand::{Answer, LIBRARY, Stand, ids};
use serde_json::json;

async fn stand() -> Stand {
    let stand = Stand::start().await;
    for id in ["a", "b"] {
        stand.folder(id, "root").await;
        stand.asset(id).await;
    }
    stand
}

fn path(asset: &str, folder: &str) -> String {
    format!("{LIBRARY}/folder_assignments/{asset}/{folder}")
}

#[tokio::test]
async fn put_creates_with_or_without_a_body_and_get_reads_it() {
    let stand = stand().await;
    let answer = stand.send("PUT", &path("a", "b")).await;
    assert!(answer.header("location").ends_with(&path("a", "b")));
    let created = answer.ok(201);
    assert_eq!(created["_type"], "content_folder_assignment");
    assert_eq!([&created["content_id"], &created["folder_id"]], ["a", "b"]);
    assert_eq!(created["default"], false);
    assert!(created.get("position").is_none());
    assert!(created["content_link"].as_str().expect("a link").ends_with("/content/a"));
    assert!(created["folder_link"].as_str().expect("a link").ends_with("/folders/b"));
    assert_eq!(stand.get(&path("a", "b")).await, created);
}

#[tokio::test]
async fn put_replaces_default_and_position() {
    let stand = stand().await;
    let body = json!({"default": true, "position": 2.5, "content_id": "a", "folder_id": "b"});
    assert_eq!(stand.put(&path("a", "b"), body).await.ok(201)["position"], 2.5);
    let replaced = stand.put(&path("a", "b"), json!({})).await.ok(200);
    assert_eq!(replaced["default"], false);
    assert!(replaced.get("position").is_none());
    let asset = stand.get(&format!("{LIBRARY}/content/a")).await;
    assert!(asset.get("classification_folder_id").is_none());
}

/// Whichever store keeps it: a zero has no sign.
#[tokio::test]
async fn a_position_of_minus_zero_is_zero() {
    let stand = stand().await;
    let put = stand.put(&path("a", "b"), json!({"position": -0.0})).await.ok(201);
    assert_eq!(put["position"].to_string(), "0");
    let patched = stand.patch(&path("a", "b"), json!({"position": -0.0})).await.ok(200);
    assert_eq!(patched["position"].to_string(), "0");
}

#[tokio::test]
async fn patch_changes_position_and_default_without_if_match() {
    let stand = stand().await;
    let state =
        stand.put(&path("a", "b"), json!({"position": 1})).await.ok(201)["_resource_state"].clone();
    let body = json!({"_resource_state": state, "default": true});
    let changed = Answer::of(stand.ask("PATCH", &path("a", "b")).json(&body)).await.ok(200);
    assert_eq!([&changed["default"], &changed["position"]], [&json!(true), &json!(1)]);
    let refused = Answer::of(stand.ask("PATCH", &path("a", "b")).json(&body)).await;
    refused.fails(409, "ResourceStateConflict");
    let cleared = stand.patch(&path("a", "b"), json!({"position": null})).await.ok(200);
    assert!(cleared.get("position").is_none());
    assert_eq!(cleared["default"], true);
}

#[tokio::test]
async fn delete_ends_it() {
    let stand = stand().await;
    stand.assign("a", "b", json!({"default": true})).await;
    assert_eq!(stand.send("DELETE", &path("a", "b")).await.status, 204);
    let gone = json!({"libraryId": "SharedLibrary", "contentId": "a", "folderId": "b"});
    stand.send("GET", &path("a", "b")).await.fault(404, "AssignmentNotFound", gone);
    let asset = stand.get(&format!("{LIBRARY}/content/a")).await;
    assert!(asset.get("classification_folder_id").is_none());
}

#[tokio::test]
async fn an_asset_has_one_default_at_most() {
    let stand = stand().await;
    stand.assign("a", "a", json!({"default": true, "position": 7})).await;
    let before = stand.get(&format!("{LIBRARY}/content/a")).await;
    assert_eq!(before["classification_folder_id"], "a");
    assert!(before["classification_folder_link"].as_str().expect("a link").ends_with("/folders/a"));
    stand.assign("a", "b", json!({"default": true})).await;
    let former = stand.get(&path("a", "a")).await;
    assert_eq!([&former["default"], &former["position"]], [&json!(false), &json!(7)]);
    let after = stand.get(&format!("{LIBRARY}/content/a")).await;
    assert_eq!(after["classification_folder_id"], "b");
    assert_ne!(after["_resource_state"], before["_resource_state"]);
    stand.send("DELETE", &path("a", "b")).await.ok(204);
    assert_eq!(stand.get(&path("a", "a")).await["default"], false, "none is promoted");
}

#[tokio::test]
async fn positions_order_a_folders_assets() {
    let stand = stand().await;
    for (asset, body) in [
        ("n2", json!({})),
        ("n1", json!({})),
        ("p3", json!({"position": 10})),
        ("p2", json!({"position": 2.0})),
        ("p1", json!({"position": 2})),
        ("p0", json!({"position": 0.5})),
    ] {
        stand.asset(asset).await;
        stand.assign(asset, "a", body).await;
    }
    let listing = stand.get(&format!("{LIBRARY}/folders/a/content")).await;
    assert_eq!(ids(&listing), ["p0", "p1", "p2", "p3", "n1", "n2"]);
}
