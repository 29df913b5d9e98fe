//! Every row of section 7.1, with its arguments, and the order of checks.

use super::stand::{Answer, BASE, LIBRARY, Stand};
use serde_json::{Value, json};

const ASSET: &str = "/libraries/SharedLibrary/content/a";
const FOLDER: &str = "/libraries/SharedLibrary/folders/f";

#[tokio::test]
async fn id_conflict() {
    let stand = Stand::start().await;
    for (path, body, arguments) in [
        (ASSET.to_owned(), json!({"id": "x"}), json!({"bodyID": "x", "urlID": "a"})),
        (FOLDER.to_owned(), json!({"id": "x"}), json!({"bodyID": "x", "urlID": "f"})),
        (
            format!("{LIBRARY}/folder_assignments/a/f"),
            json!({"content_id": "x"}),
            json!({"bodyID": "x", "urlID": "a"}),
        ),
        (
            format!("{LIBRARY}/folder_assignments/a/f"),
            json!({"folder_id": "x"}),
            json!({"bodyID": "x", "urlID": "f"}),
        ),
    ] {
        stand.put(&path, body).await.fault(400, "IdConflict", arguments);
    }
}

#[tokio::test]
async fn content_id_already_in_use() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    stand.asset("b").await;
    let renamed = stand.patch(ASSET, json!({"id": "b"})).await;
    renamed.fault(400, "ContentIdAlreadyInUse", json!({"contentId": "b"}));
    stand.patch(ASSET, json!({"id": "a"})).await.ok(200);
    stand.patch(ASSET, json!({"id": "c"})).await.ok(200);
}

#[tokio::test]
async fn content_folder_id_already_in_use() {
    let stand = Stand::start().await;
    stand.folder("f", "root").await;
    stand.folder("g", "root").await;
    for taken in ["g", "root"] {
        let renamed = stand.patch(FOLDER, json!({"id": taken})).await;
        renamed.fault(400, "ContentFolderIdAlreadyInUse", json!({"folderId": taken}));
    }
    stand.patch(FOLDER, json!({"id": "f"})).await.ok(200);
    stand.patch(FOLDER, json!({"id": "h"})).await.ok(200);
}

#[tokio::test]
async fn secure_communication_required() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    stand.folder("f", "root").await;
    stand.assign("a", "f", json!({})).await;
    let plain = async |verb: &str, path: &str| {
        let url = format!("{}{BASE}{path}", stand.plain_origin());
        let verb = reqwest::Method::from_bytes(verb.as_bytes()).expect("a method");
        Answer::of(stand.http.request(verb, url).bearer_auth(&stand.token)).await
    };
    for verb in ["GET", "PUT", "DELETE"] {
        plain(verb, ASSET).await.fault(403, "SecureCommunicationRequired", json!({}));
        let same = async |verb| stand.send(verb, ASSET).await.status;
        assert_ne!(same(verb).await, 403, "{verb} over HTTPS");
        stand.put(ASSET, json!({})).await;
    }
    assert_eq!(plain("HEAD", ASSET).await.status, 403);
    stand.assign("a", "f", json!({})).await;
    for (verb, path, status) in [
        ("PATCH", ASSET.to_owned(), 409),
        ("OPTIONS", ASSET.to_owned(), 204),
        ("GET", format!("{ASSET}/folders"), 200),
        ("GET", FOLDER.to_owned(), 200),
        ("PUT", FOLDER.to_owned(), 200),
        ("GET", format!("{FOLDER}/content"), 200),
        ("GET", format!("{FOLDER}/sub_folders"), 200),
        ("GET", format!("{LIBRARY}/folder_assignments/a/f"), 200),
        ("PUT", format!("{LIBRARY}/folder_assignments/a/f"), 200),
        ("DELETE", format!("{LIBRARY}/folder_assignments/a/f"), 204),
        ("DELETE", FOLDER.to_owned(), 204),
    ] {
        assert_eq!(plain(verb, &path).await.status, status, "{verb} {path}");
    }
}

#[tokio::test]
async fn library_not_found() {
    let stand = Stand::start().await;
    for path in [
        "content/a",
        "content/a/folders",
        "folders/f",
        "folders/f/content",
        "folders/f/sub_folders",
        "folder_assignments/a/f",
    ] {
        let verbs: &[&str] = match path.matches('/').count() {
            1 => &["GET", "PUT", "PATCH", "DELETE"],
            _ if path.starts_with("folder_") => &["GET", "PUT", "PATCH", "DELETE"],
            _ => &["GET"],
        };
        for verb in verbs {
            let answer = stand.send(verb, &format!("/libraries/none/{path}")).await;
            answer.fault(404, "LibraryNotFound", json!({"libraryId": "none"}));
        }
    }
}

#[tokio::test]
async fn content_not_found() {
    let stand = Stand::start().await;
    let arguments = json!({"libraryId": "SharedLibrary", "contentId": "a"});
    stand.folder("f", "root").await;
    for (verb, path) in [
        ("GET", ASSET.to_owned()),
        ("PATCH", ASSET.to_owned()),
        ("DELETE", ASSET.to_owned()),
        ("GET", format!("{ASSET}/folders")),
        ("GET", format!("{LIBRARY}/folder_assignments/a/f")),
        ("PUT", format!("{LIBRARY}/folder_assignments/a/f")),
        ("PATCH", format!("{LIBRARY}/folder_assignments/a/f")),
        ("DELETE", format!("{LIBRARY}/folder_assignments/a/f")),
    ] {
        stand.send(verb, &path).await.fault(404, "ContentNotFound", arguments.clone());
    }
}

/// The row `NotFoundException`: the fault table's name for it is answered ("beyond the
/// specification", 0).
#[tokio::test]
async fn not_found_of_a_deleted_asset_is_content_not_found() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    stand.send("DELETE", ASSET).await.ok(204);
    let arguments = json!({"libraryId": "SharedLibrary", "contentId": "a"});
    stand.send("DELETE", ASSET).await.fault(404, "ContentNotFound", arguments);
}

#[tokio::test]
async fn folder_not_found() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    let arguments = json!({"libraryId": "SharedLibrary", "folderId": "f"});
    for (verb, path) in [
        ("GET", FOLDER.to_owned()),
        ("PATCH", FOLDER.to_owned()),
        ("DELETE", FOLDER.to_owned()),
        ("GET", format!("{FOLDER}/content")),
        ("GET", format!("{FOLDER}/sub_folders")),
        ("PATCH", format!("{LIBRARY}/folder_assignments/a/f")),
    ] {
        stand.send(verb, &path).await.fault(404, "FolderNotFound", arguments.clone());
    }
    stand.folder("f", "root").await;
    let moved = stand.patch(FOLDER, json!({"parent_folder_id": "none"})).await;
    moved.fault(404, "FolderNotFound", json!({"libraryId": "SharedLibrary", "folderId": "none"}));
}

#[tokio::test]
async fn parent_folder_not_found() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    let arguments = |folder: &str| json!({"libraryId": "SharedLibrary", "folderId": folder});
    for verb in ["GET", "PUT", "DELETE"] {
        let answer = stand.send(verb, &format!("{LIBRARY}/folder_assignments/a/f")).await;
        answer.fault(404, "ParentFolderNotFound", arguments("f"));
    }
    let answer = stand.put(FOLDER, json!({"parent_folder_id": "none"})).await;
    answer.fault(404, "ParentFolderNotFound", arguments("none"));
}

#[tokio::test]
async fn assignment_not_found() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    stand.folder("f", "root").await;
    let arguments = json!({"libraryId": "SharedLibrary", "contentId": "a", "folderId": "f"});
    for verb in ["GET", "PATCH", "DELETE"] {
        let answer = stand.send(verb, &format!("{LIBRARY}/folder_assignments/a/f")).await;
        answer.fault(404, "AssignmentNotFound", arguments.clone());
    }
}

#[tokio::test]
async fn if_match_required() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    stand.folder("f", "root").await;
    for path in [ASSET, FOLDER] {
        stand.send("PATCH", path).await.fault(409, "IfMatchRequired", json!({}));
        let empty = stand.ask("PATCH", path).header("if-match", "");
        Answer::of(empty).await.fails(409, "IfMatchRequired");
    }
}

#[tokio::test]
async fn invalid_if_match() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    stand.folder("f", "root").await;
    for path in [ASSET, FOLDER] {
        let state = stand.get(path).await["_resource_state"].as_str().expect("a state").to_owned();
        for tag in
            ["\"x\"".to_owned(), format!("W/\"{state}\""), "\"open".into(), state[1..].into()]
        {
            let request = stand.ask("PATCH", path).header("if-match", &tag);
            Answer::of(request).await.fault(412, "InvalidIfMatch", json!({"ifMatch": tag}));
        }
        for tag in [format!("\"{state}\""), "*".to_owned()] {
            let request = stand.ask("PATCH", path).header("if-match", &tag);
            Answer::of(request).await.ok(200);
        }
        let outdated = stand.ask("PUT", path).header("if-match", &state);
        Answer::of(outdated).await.fails(412, "InvalidIfMatch");
        let outdated = stand.ask("DELETE", path).header("if-match", &state);
        Answer::of(outdated).await.fails(412, "InvalidIfMatch");
    }
    let nothing = stand.ask("PUT", &format!("{LIBRARY}/content/new")).header("if-match", "*");
    Answer::of(nothing).await.fault(412, "InvalidIfMatch", json!({"ifMatch": "*"}));
}

#[tokio::test]
async fn if_none_match_is_ignored() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    for (verb, status) in [("GET", 200), ("PUT", 200), ("DELETE", 204)] {
        let request = stand.ask(verb, ASSET).header("if-none-match", "*");
        Answer::of(request.header("if-modified-since", "Fri, 01 Jan 2100 00:00:00 GMT"))
            .await
            .ok(status);
    }
}

#[tokio::test]
async fn a_sent_state_must_be_the_present_one() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    let state = stand.get(ASSET).await["_resource_state"].clone();
    let conflict = json!({"client": "old", "server": state});
    let put = stand.put(ASSET, json!({"_resource_state": "old"})).await;
    put.fault(409, "ResourceStateConflict", conflict.clone());
    let delete = stand.ask("DELETE", ASSET).header("x-dw-resource-state", "old");
    Answer::of(delete).await.fault(409, "ResourceStateConflict", conflict.clone());
    let delete = stand.ask("DELETE", ASSET).json(&json!({"_resource_state": "old"}));
    Answer::of(delete).await.fault(409, "ResourceStateConflict", conflict.clone());
    let both = stand.ask("PUT", ASSET).header("x-dw-resource-state", state.as_str().expect("text"));
    let both = both.json(&json!({"_resource_state": "old"}));
    Answer::of(both).await.fault(409, "ResourceStateConflict", conflict);
    let missing =
        stand.put(&format!("{LIBRARY}/content/n"), json!({"_resource_state": "old"})).await;
    let arguments = json!({"client": "old", "server": "not_exists"});
    missing.fault(409, "ResourceStateConflict", arguments);
    let fresh = json!({"_resource_state": "not_exists"});
    stand.put(&format!("{LIBRARY}/content/n"), fresh.clone()).await.ok(201);
    stand.put(&format!("{LIBRARY}/content/n"), fresh).await.fault(
        409,
        "ResourceAlreadyExists",
        json!({}),
    );
    let delete =
        stand.ask("DELETE", ASSET).header("x-dw-resource-state", state.as_str().expect("text"));
    Answer::of(delete).await.ok(204);
}

/// Of every fault with status 404; [`Answer::fault`] checks it with each row too.
#[tokio::test]
async fn each_404_has_the_documented_status_text() {
    let stand = Stand::start().await;
    stand.asset("a").await;
    stand.folder("f", "root").await;
    for (path, kind) in [
        ("/dw/data/v23_2/libraries/none/content/a", "LibraryNotFound"),
        ("/dw/data/v23_2/libraries/SharedLibrary/content/none", "ContentNotFound"),
        ("/dw/data/v23_2/libraries/SharedLibrary/folders/none", "FolderNotFound"),
        (
            "/dw/data/v23_2/libraries/SharedLibrary/folder_assignments/a/none",
            "ParentFolderNotFound",
        ),
        ("/dw/data/v23_2/libraries/SharedLibrary/folder_assignments/a/f", "AssignmentNotFound"),
        ("/dw/data/v23_2/libraries", "ResourcePathNotFound"),
        ("/dw/data/v1_1/libraries", "VersionNotFound"),
        ("/s/Other/dw/data/v23_2/libraries", "UnknownSite"),
        ("/dw/shop/v23_2/products/a", "ResourcePathNotFound"),
    ] {
        let answer = Answer::of(stand.ask_at("GET", path)).await;
        answer.fails(404, kind);
        assert_eq!(answer.reason, "Requested resource not found", "{}", answer.row);
    }
}

/// Requests with everything wrong fail at the first check; each repair leads to the next.
#[tokio::test]
async fn checks_stand_in_their_documented_order() {
    let stand = Stand::start().await;
    let bad = json!({"_v": "1", "nope": 1, "id": "x"});
    let body = |value: &Value| value.to_string();
    let change = |path: &str| stand.ask("PATCH", path);
    let fails = async |request: reqwest::RequestBuilder, status, kind: &str| {
        Answer::of(request).await.fails(status, kind);
    };
    fails(change("/libraries/none/content").body("x"), 404, "ResourcePathNotFound").await;
    fails(stand.ask("POST", ASSET).body("x"), 405, "MethodNotAllowed").await;
    let anonymous = stand.http.patch(format!("{}{BASE}{ASSET}", stand.origin()));
    fails(anonymous.body("x"), 401, "AuthorizationHeaderMissing").await;
    let plain = stand.http.put(format!("{}{BASE}{ASSET}", stand.plain_origin()));
    fails(plain.body("x"), 403, "SecureCommunicationRequired").await;
    let path = "/libraries/none/content/a?select=(";
    let nobody = stand.client_token("nobody", "nobody").await;
    let forbidden = stand.http.patch(format!("{}{BASE}{path}", stand.origin()));
    let forbidden = forbidden.bearer_auth(nobody).header("content-type", "text/xml").body("x");
    fails(forbidden, 403, "ClientAccessForbidden").await;
    let xml = change(path).header("content-type", "text/xml").body("x");
    fails(xml, 415, "UnsupportedContentType").await;
    fails(change(path).body("x".repeat(5_000_001)), 413, "RequestEntityTooLarge").await;
    fails(change(path).body("x"), 400, "MalformedSelector").await;
    let path = "/libraries/none/content/a";
    fails(change(path).body("x"), 400, "BodyDecoding").await;
    fails(change(path).body(body(&bad)), 400, "UnknownProperty").await;
    fails(change(path).body(body(&json!({"_v": "1"}))), 400, "UnexpectedVersion").await;
    fails(stand.ask("PUT", path).body(body(&json!({"id": "x"}))), 400, "IdConflict").await;
    fails(change(path).body("{}"), 404, "LibraryNotFound").await;
    fails(change(ASSET).body("{}"), 404, "ContentNotFound").await;
    stand.asset("a").await;
    stand.asset("b").await;
    let stale = json!({"_resource_state": "old", "id": "b"});
    fails(change(ASSET).body(body(&stale)), 409, "IfMatchRequired").await;
    let matched = |tag: &str| change(ASSET).header("if-match", tag.to_owned());
    let lock = format!("{}/-/sandbox{ASSET}/lock", stand.origin());
    let lock = |verb| stand.http.request(verb, &lock).basic_auth("admin", Some("haltscope-demo"));
    Answer::of(lock(reqwest::Method::PUT)).await.ok(204);
    fails(change(ASSET).body(body(&stale)), 409, "IfMatchRequired").await;
    fails(matched("x").body(body(&stale)), 412, "ResourceLocked").await;
    Answer::of(lock(reqwest::Method::DELETE)).await.ok(204);
    fails(matched("x").body(body(&stale)), 412, "InvalidIfMatch").await;
    fails(matched("*").body(body(&stale)), 409, "ResourceStateConflict").await;
    fails(matched("*").body(body(&json!({"id": "b"}))), 400, "ContentIdAlreadyInUse").await;
}
