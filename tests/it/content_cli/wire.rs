//! What the typed client sends: all fifteen rows of section 4.3, as they go over the wire.

use axum::{
    Json, Router,
    body::to_bytes,
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header::ETAG},
    response::{IntoResponse, Response},
};
use haltscope::api::{address::Address, paging::Page};
use haltscope::client::ClientConfig;
use haltscope::client::content::{Base, Library, Listing, Resource, Written};
use haltscope::client::token::{Grant, TokenSource};
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex};

/// A request as it came.
#[derive(Clone, Debug)]
struct Came {
    line: String,
    headers: HeaderMap,
    body: Value,
}

impl Came {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }
}

type Log = Arc<Mutex<Vec<Came>>>;

/// Gives a token, and one document for everything else.
async fn serve() -> (Library, Log) {
    let log = Log::default();
    let router = Router::new().fallback(answer).with_state(Arc::clone(&log));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let config = ClientConfig::new(Address::parse(&address).expect("an address"), "me".into());
    let grant = Grant::ClientCredentials { secret: "green tea".into() };
    let tokens = TokenSource::new(config.clone(), "pipeline", grant).expect("a source");
    (Library::new(config, tokens, "Library 1").expect("a library"), log)
}

async fn answer(State(log): State<Log>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.expect("a body");
    let line = format!("{} {}", head.method, head.uri);
    let body = serde_json::from_slice(&body).unwrap_or_default();
    let is_token = line.ends_with("/access_token");
    log.lock().expect("no panic").push(Came { line, headers: head.headers, body });
    if is_token {
        let token = json!({"access_token": "t0ken", "expires_in": 1800, "token_type": "Bearer"});
        return Json(token).into_response();
    }
    match head.method.as_str() {
        "DELETE" => StatusCode::NO_CONTENT.into_response(),
        "PUT" => (StatusCode::CREATED, Json(json!({"_resource_state": "new"}))).into_response(),
        _ => ([(ETAG, "\"tag\"")], Json(json!({"_resource_state": "now"}))).into_response(),
    }
}

/// The rows of a kind of resource: GET, PUT, PATCH, DELETE.
async fn use_all(library: &Library, resource: &Resource) {
    let fields = Map::from_iter([("template".to_owned(), json!("x"))]);
    let read = library.get(resource).await.expect("read");
    assert_eq!(read.base(), Base { state: "now".into(), etag: "\"tag\"".into() });
    let written = library.put(resource, &fields).await.expect("written");
    assert!(matches!(written, Written::Created(_)));
    library.patch(resource, &fields, &read.base()).await.expect("changed");
    library.delete(resource, &read.base()).await.expect("deleted");
}

#[tokio::test]
async fn the_fifteen_rows_go_over_the_wire_as_specified() {
    const BASE: &str = "/s/-/dw/data/v23_2/libraries/Library%201";
    let (library, log) = serve().await;
    let (asset, folder) = ("a b/ü".to_owned(), "f".to_owned());
    let assignment = Resource::Assignment { asset: asset.clone(), folder: folder.clone() };
    use_all(&library, &Resource::Asset(asset.clone())).await;
    use_all(&library, &assignment).await;
    use_all(&library, &Resource::Folder(folder.clone())).await;
    for listing in
        [Listing::FoldersOf(asset), Listing::AssetsIn(folder.clone()), Listing::FoldersIn(folder)]
    {
        library.page(&listing, Page { start: 50, count: 25 }).await.expect("a page");
    }

    let came = log.lock().expect("no panic").clone();
    assert_eq!(came[0].line, "POST /dwsso/oauth2/access_token", "a token is asked for once");
    let rows = [
        ("content/a%20b%2F%C3%BC", "asset"),
        ("folder_assignments/a%20b%2F%C3%BC/f", "assignment"),
        ("folders/f", "folder"),
    ];
    for (index, (path, kind)) in rows.into_iter().enumerate() {
        let [get, put, patch, delete] = &came[1 + 4 * index..5 + 4 * index] else {
            panic!("four rows");
        };
        for (row, verb) in [(get, "GET"), (put, "PUT"), (patch, "PATCH"), (delete, "DELETE")] {
            assert_eq!(row.line, format!("{verb} {BASE}/{path}"));
        }
        assert_eq!(put.body, json!({"template": "x"}), "{kind}");
        assert_eq!(patch.body, json!({"template": "x", "_resource_state": "now"}), "{kind}");
        let tag = if kind == "assignment" { "" } else { "\"tag\"" };
        assert_eq!(patch.header("if-match"), tag, "{kind}");
        assert_eq!(delete.header("x-dw-resource-state"), "now", "{kind}");
        assert_eq!((&get.body, &delete.body), (&Value::Null, &Value::Null), "{kind}");
        for row in [put, patch] {
            assert_eq!(row.header("content-type"), "application/json", "{kind}");
        }
    }
    let listings = ["content/a%20b%2F%C3%BC/folders", "folders/f/content", "folders/f/sub_folders"];
    for (row, path) in came[13..].iter().zip(listings) {
        assert_eq!(row.line, format!("GET {BASE}/{path}?start=50&count=25"));
    }
    assert_eq!(came.len(), 1 + 15);
    assert!(came[1..].iter().all(|row| row.header("authorization") == "Bearer t0ken"));
}
