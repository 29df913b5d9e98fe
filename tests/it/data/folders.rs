//! `/libraries/{library_id}/folders/{folder_id}`, method by method.

use super::stand::{LIBRARY, Stand, ids};
use serde_json::json;

fn path(id: &str) -> String {
    format!("{LIBRARY}/folders/{id}")
}

#[tokio::test]
async fn put_creates_and_get_reads_it() {
    let stand = Stand::start().await;
    let body = json!({"name": {"default": "News"}, "page_keywords": {"de": "neu"}, "template": "t", "c_x": 1});
    let answer = stand.put(&path("news"), body).await;
    assert!(answer.header("location").ends_with(&path("news")));
    let created = answer.ok(201);
    assert_eq!(created["_type"], "content_folder");
    assert_eq!(created["online"], false);
    assert_eq!(created["parent_folder_id"], "root");
    for (link, end) in [
        ("link", path("news")),
        ("parent_link", path("root")),
        ("sub_folders_link", format!("{}/sub_folders", path("news"))),
    ] {
        assert!(created[link].as_str().expect("a link").ends_with(&end), "{link}");
    }
    assert_eq!(stand.get(&path("news")).await, created);
}

#[tokio::test]
async fn put_replaces_and_leaves_sub_folders_and_assignments() {
    let stand = Stand::start().await;
    stand.folder("a", "root").await;
    stand.folder("b", "a").await;
    stand.asset("x").await;
    stand.assign("x", "a", json!({})).await;
    let body = json!({"online": true, "id": "a", "parent_folder_id": null});
    let replaced = stand.put(&path("a"), body).await;
    assert_eq!(replaced.header("location"), "");
    assert_eq!(replaced.ok(200)["online"], true);
    assert_eq!(ids(&stand.get(&format!("{}/sub_folders", path("a"))).await), ["b"]);
    assert_eq!(ids(&stand.get(&format!("{}/content", path("a"))).await), ["x"]);
}

#[tokio::test]
async fn patch_changes_moves_and_renames() {
    let stand = Stand::start().await;
    for (id, parent) in [("a", "root"), ("b", "root"), ("c", "a")] {
        stand.folder(id, parent).await;
    }
    stand.asset("x").await;
    stand.assign("x", "a", json!({"default": true, "position": 1.5})).await;
    let before = stand.get(&format!("{LIBRARY}/content/x")).await;
    let change = json!({"id": "z", "parent_folder_id": "b", "online": true});
    let changed = stand.patch(&path("a"), change).await.ok(200);
    assert_eq!([&changed["id"], &changed["parent_folder_id"]], ["z", "b"]);
    stand.send("GET", &path("a")).await.fails(404, "FolderNotFound");
    assert_eq!(stand.get(&path("c")).await["parent_folder_id"], "z");
    let assignment = stand.get(&format!("{LIBRARY}/folder_assignments/x/z")).await;
    assert_eq!(assignment["position"], 1.5);
    let after = stand.get(&format!("{LIBRARY}/content/x")).await;
    assert_eq!(after["classification_folder_id"], "z");
    assert_ne!(after["_resource_state"], before["_resource_state"]);
    let taken = stand.patch(&path("z"), json!({"id": "b"})).await;
    taken.fault(400, "ContentFolderIdAlreadyInUse", json!({"folderId": "b"}));
}

#[tokio::test]
async fn delete_takes_the_subtree_and_leaves_the_assets() {
    let stand = Stand::start().await;
    for (id, parent) in [("a", "root"), ("b", "a"), ("c", "b"), ("other", "root")] {
        stand.folder(id, parent).await;
    }
    stand.asset("x").await;
    stand.assign("x", "c", json!({"default": true})).await;
    stand.assign("x", "other", json!({})).await;
    assert_eq!(stand.send("DELETE", &path("a")).await.status, 204);
    for id in ["a", "b", "c"] {
        stand.send("GET", &path(id)).await.fails(404, "FolderNotFound");
    }
    let asset = stand.get(&format!("{LIBRARY}/content/x")).await;
    assert!(asset.get("classification_folder_id").is_none());
    assert_eq!(ids(&stand.get(&format!("{LIBRARY}/content/x/folders")).await), ["other"]);
    assert_eq!(ids(&stand.get(&format!("{}/sub_folders", path("root"))).await), ["other"]);
}

#[tokio::test]
async fn every_library_has_a_root_that_stays() {
    let stand = Stand::start().await;
    let root = stand.get("/libraries/Storefront/folders/root").await;
    assert_eq!(root["online"], true);
    assert!(root.get("parent_folder_id").is_none() && root.get("parent_link").is_none());
    let removed = stand.send("DELETE", &path("root")).await;
    removed.fails(405, "MethodNotAllowed");
    assert!(!removed.header("allow").contains("DELETE"));
    let violation = |path| json!({"document": "content_folder", "path": path});
    let renamed = stand.patch(&path("root"), json!({"id": "top"})).await;
    renamed.fault(400, "PropertyConstraintViolation", violation("$.id"));
    stand.folder("a", "root").await;
    let moved = stand.patch(&path("root"), json!({"parent_folder_id": "a"})).await;
    moved.fault(400, "PropertyConstraintViolation", violation("$.parent_folder_id"));
    let replaced = stand.put(&path("root"), json!({"name": {"default": "Top"}})).await.ok(200);
    assert_eq!([&replaced["online"], &replaced["name"]["default"]], [&json!(true), &json!("Top")]);
}

#[tokio::test]
async fn a_folder_is_never_below_itself() {
    let stand = Stand::start().await;
    for (id, parent) in [("a", "root"), ("b", "a"), ("c", "b")] {
        stand.folder(id, parent).await;
    }
    let violation = json!({"document": "content_folder", "path": "$.parent_folder_id"});
    for parent in [json!("a"), json!("b"), json!("c"), json!(null)] {
        let body = json!({"parent_folder_id": parent});
        let refused = stand.patch(&path("a"), body.clone()).await;
        refused.fault(400, "PropertyConstraintViolation", violation.clone());
        if !parent.is_null() {
            let refused = stand.put(&path("a"), body).await;
            refused.fault(400, "PropertyConstraintViolation", violation.clone());
        }
    }
    let refused = stand.put(&path("new"), json!({"parent_folder_id": "new"})).await;
    refused.fails(404, "ParentFolderNotFound");
}

#[tokio::test]
async fn folders_lie_so_deep_and_no_deeper() {
    let stand = Stand::start().await;
    stand.folder("f1", "root").await;
    for depth in 2..=200 {
        stand.folder(&format!("f{depth}"), &format!("f{}", depth - 1)).await;
    }
    let deeper = json!({"parent_folder_id": "f200"});
    let refused = stand.put(&path("f201"), deeper.clone()).await;
    refused.fails(400, "PropertyConstraintViolation");
    assert!(refused.text.contains("a folder with fewer than 200 folders above it."));
    stand.folder("f201", "f199").await;
    stand.patch(&path("f201"), deeper).await.fails(400, "PropertyConstraintViolation");
}
