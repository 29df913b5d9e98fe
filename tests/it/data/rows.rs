//! Section 4.3, row by row: what a success answers, wholly. What rows do beside that stands in the
//! module of the resource.

use super::stand::{Answer, BASE, LIBRARY, Stand, names};
use serde_json::{Value, json};

const ASSET: &str = "/libraries/SharedLibrary/content/a";
const FOLDER: &str = "/libraries/SharedLibrary/folders/f";
const ASSIGNMENT: &str = "/libraries/SharedLibrary/folder_assignments/a/f";
/// What every document has.
const FRAME: [&str; 3] = ["_resource_state", "_type", "_v"];

/// A single resource: status, headers, frame, and its fields by name.
fn check_resource(stand: &Stand, answer: &Answer, status: u16, path: &str, fields: &[&str]) {
    let row = &answer.row;
    assert_eq!(answer.status, status, "{row}: {}", answer.text);
    check_document_headers(answer);
    let state = answer.header("x-dw-resource-state").to_owned();
    assert!(state.len() == 64 && state.bytes().all(|b| b.is_ascii_hexdigit()), "{row}: {state}");
    assert_eq!(answer.header("etag"), format!("\"{state}\""), "{row}");
    let location = format!("{}{BASE}{path}", stand.origin());
    let expected = if status == 201 { location.as_str() } else { "" };
    assert_eq!(answer.header("location"), expected, "{row}");
    let document = answer.json();
    assert_eq!([&document["_v"], &document["_resource_state"]], ["23.2", state.as_str()], "{row}");
    let mut expected = [&FRAME, fields].concat();
    expected.sort_unstable();
    assert_eq!(names(&document), expected, "{row}");
}

fn check_document_headers(answer: &Answer) {
    let row = &answer.row;
    assert_eq!(answer.header("content-type"), "application/json;charset=UTF-8", "{row}");
    let caching = "max-age=0,no-cache,no-store,must-revalidate";
    assert_eq!(answer.header("cache-control"), caching, "{row}");
}

fn check_asset(stand: &Stand, answer: &Answer, status: u16, fields: &[&str]) {
    assert_eq!(answer.json()["_type"], "content_asset", "{}", answer.row);
    let own = ["creation_date", "id", "last_modified", "link"];
    check_resource(stand, answer, status, ASSET, &[&own, fields].concat());
}

fn check_folder(stand: &Stand, answer: &Answer, status: u16, fields: &[&str]) {
    assert_eq!(answer.json()["_type"], "content_folder", "{}", answer.row);
    let own = [
        "creation_date",
        "id",
        "last_modified",
        "link",
        "online",
        "parent_folder_id",
        "parent_link",
        "sub_folders_link",
    ];
    check_resource(stand, answer, status, FOLDER, &[&own, fields].concat());
}

fn check_assignment(stand: &Stand, answer: &Answer, status: u16, fields: &[&str]) {
    assert_eq!(answer.json()["_type"], "content_folder_assignment", "{}", answer.row);
    let own = ["content_id", "content_link", "default", "folder_id", "folder_link"];
    check_resource(stand, answer, status, ASSIGNMENT, &[&own, fields].concat());
}

/// 204 without a body, and the thing is gone.
async fn check_deleted(stand: &Stand, path: &str, gone: &str) {
    let answer = stand.send("DELETE", path).await;
    assert_eq!((answer.status, answer.text.as_str()), (204, ""), "{}", answer.row);
    assert_eq!(answer.header("content-type"), "", "{}", answer.row);
    stand.send("GET", path).await.fails(404, gone);
}

/// One page: status, headers, frame, fields by name, and those of its one hit.
async fn check_listing(stand: &Stand, path: &str, kind: &str, hit: &[&str]) {
    let answer = stand.send("GET", &format!("{LIBRARY}{path}?start=1&count=1")).await;
    let row = answer.row.clone();
    check_document_headers(&answer);
    let page = answer.ok(200);
    assert_eq!(page["_type"], kind, "{row}");
    let fields = ["count", "hits", "next", "previous", "start", "total"];
    assert_eq!(names(&page), [&FRAME[..], &fields].concat(), "{row}");
    let numbers = [&page["start"], &page["count"], &page["total"]];
    assert_eq!(numbers, [1, 1, 3], "{row}");
    let mut expected = [&["_resource_state", "_type", "id"], hit].concat();
    expected.sort_unstable();
    assert_eq!(names(&page["hits"][0]), expected, "{row}");
}

async fn patch(stand: &Stand, path: &str, body: Value) -> Answer {
    let state = stand.get(path).await["_resource_state"].as_str().expect("a state").to_owned();
    let request = stand.ask("PATCH", path).header("if-match", format!("\"{state}\""));
    let mut body = body;
    body["_resource_state"] = state.into();
    Answer::of(request.json(&body)).await
}

#[tokio::test]
async fn get_content_asset() {
    let stand = Stand::with_assignment().await;
    check_asset(&stand, &stand.send("GET", ASSET).await, 200, &[]);
}

#[tokio::test]
async fn put_content_asset() {
    let stand = Stand::start().await;
    let body = json!({"name": {"default": "A"}, "online": {"default": true}});
    let created = stand.put(ASSET, body).await;
    check_asset(&stand, &created, 201, &["name", "online"]);
    let replaced = stand.put(ASSET, json!({"template": "t"})).await;
    check_asset(&stand, &replaced, 200, &["template"]);
}

#[tokio::test]
async fn patch_content_asset() {
    let stand = Stand::with_assignment().await;
    let changed = patch(&stand, ASSET, json!({"name": {"default": "B"}})).await;
    assert_eq!(changed.json()["name"], json!({"default": "B"}));
    check_asset(&stand, &changed, 200, &["name"]);
}

#[tokio::test]
async fn delete_content_asset() {
    let stand = Stand::with_assignment().await;
    check_deleted(&stand, ASSET, "ContentNotFound").await;
}

#[tokio::test]
async fn get_folders_of_a_content_asset() {
    let stand = Stand::with_assignment().await;
    for id in ["g", "h"] {
        stand.folder(id, "root").await;
        stand.assign("a", id, json!({})).await;
    }
    let hit = ["link", "parent_link", "sub_folders_link"];
    check_listing(&stand, "/content/a/folders", "content_folder_result", &hit).await;
}

#[tokio::test]
async fn get_folder_assignment() {
    let stand = Stand::with_assignment().await;
    check_assignment(&stand, &stand.send("GET", ASSIGNMENT).await, 200, &[]);
}

#[tokio::test]
async fn put_folder_assignment() {
    let stand = Stand::with_assignment().await;
    stand.send("DELETE", ASSIGNMENT).await.ok(204);
    let created = stand.put(ASSIGNMENT, json!({"default": true})).await;
    assert_eq!(created.json()["default"], true);
    check_assignment(&stand, &created, 201, &[]);
    let replaced = stand.put(ASSIGNMENT, json!({"position": 1})).await;
    check_assignment(&stand, &replaced, 200, &["position"]);
}

#[tokio::test]
async fn patch_folder_assignment() {
    let stand = Stand::with_assignment().await;
    let state = stand.get(ASSIGNMENT).await["_resource_state"].clone();
    let body = json!({"_resource_state": state, "position": 1.5, "default": true});
    let changed = Answer::of(stand.ask("PATCH", ASSIGNMENT).json(&body)).await;
    let document = changed.json();
    assert_eq!([&document["position"], &document["default"]], [&json!(1.5), &json!(true)]);
    check_assignment(&stand, &changed, 200, &["position"]);
}

#[tokio::test]
async fn delete_folder_assignment() {
    let stand = Stand::with_assignment().await;
    check_deleted(&stand, ASSIGNMENT, "AssignmentNotFound").await;
}

#[tokio::test]
async fn get_content_folder() {
    let stand = Stand::with_assignment().await;
    check_folder(&stand, &stand.send("GET", FOLDER).await, 200, &[]);
}

#[tokio::test]
async fn put_content_folder() {
    let stand = Stand::start().await;
    let created = stand.put(FOLDER, json!({"page_description": {"default": "D"}})).await;
    check_folder(&stand, &created, 201, &["page_description"]);
    let replaced = stand.put(FOLDER, json!({"page_keywords": {"de": "K"}})).await;
    check_folder(&stand, &replaced, 200, &["page_keywords"]);
}

#[tokio::test]
async fn patch_content_folder() {
    let stand = Stand::with_assignment().await;
    let changed = patch(&stand, FOLDER, json!({"online": true})).await;
    assert_eq!(changed.json()["online"], true);
    check_folder(&stand, &changed, 200, &[]);
}

#[tokio::test]
async fn delete_content_folder() {
    let stand = Stand::with_assignment().await;
    check_deleted(&stand, FOLDER, "FolderNotFound").await;
}

#[tokio::test]
async fn get_content_of_a_content_folder() {
    let stand = Stand::with_assignment().await;
    for id in ["b", "c"] {
        stand.asset(id).await;
        stand.assign(id, "f", json!({})).await;
    }
    check_listing(&stand, "/folders/f/content", "content_asset_result", &["link"]).await;
}

#[tokio::test]
async fn get_sub_folders_of_a_content_folder() {
    let stand = Stand::with_assignment().await;
    for id in ["g", "h", "i"] {
        stand.folder(id, "f").await;
    }
    let hit = ["link", "parent_link", "sub_folders_link"];
    check_listing(&stand, "/folders/f/sub_folders", "content_folder_result", &hit).await;
}

/// "Beyond the specification", 2.1: HEAD is allowed wherever GET is.
#[tokio::test]
async fn head_of_every_resource() {
    let stand = Stand::with_assignment().await;
    for path in [ASSET, FOLDER, ASSIGNMENT] {
        let state = stand.get(path).await["_resource_state"].as_str().expect("a state").to_owned();
        let answer = stand.send("HEAD", path).await;
        assert_eq!((answer.status, answer.text.as_str()), (204, ""), "{}", answer.row);
        assert_eq!(answer.header("etag"), format!("\"{state}\""), "{}", answer.row);
        assert_eq!(answer.header("x-dw-resource-state"), state, "{}", answer.row);
    }
    for path in ["/content/a/folders", "/folders/f/content", "/folders/f/sub_folders"] {
        let answer = stand.send("HEAD", &format!("{LIBRARY}{path}")).await;
        assert_eq!((answer.status, answer.text.as_str()), (204, ""), "{}", answer.row);
    }
    for path in ["/content/none", "/folders/none", "/folder_assignments/a/root"] {
        let answer = stand.send("HEAD", &format!("{LIBRARY}{path}")).await;
        assert_eq!(answer.status, 404, "{}", answer.row);
        assert_eq!(answer.reason, "Requested resource not found", "{}", answer.row);
    }
}
