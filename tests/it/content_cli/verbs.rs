//! Reading and writing assets, folders and assignments.

use super::stand::Stand;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn an_asset_is_put_read_patched_and_deleted() {
    let stand = Stand::start().await;
    let body = stand.file("asset.json", r#"{"name": {"default": "Hello"}, "template": "a"}"#);
    let put = stand
        .content(&["asset", "put", "imprint", &body, "--field", "name.de=Hallo", "--json"])
        .await
        .json();
    assert_eq!(put["name"], json!({"default": "Hello", "de": "Hallo"}));
    assert_eq!(put["id"], "imprint");

    let patched = stand
        .content(&["asset", "patch", "imprint", "--field", "online.default=true", "--json"])
        .await
        .json();
    assert_eq!(patched["online"], json!({"default": true}));
    assert_eq!(patched["name"]["de"], "Hallo");
    assert_ne!(patched["_resource_state"], put["_resource_state"]);

    let read = stand.content(&["--json", "asset", "get", "imprint"]).await.json();
    assert_eq!(read, patched);
    let text = stand.content(&["asset", "get", "imprint"]).await.ok();
    let lines: Vec<_> = text.lines().collect();
    let has = |name: &str, value: &str| {
        lines.iter().any(|line| line.split_whitespace().collect::<Vec<_>>() == [name, value])
    };
    assert!(has("name.de", "Hallo") && has("online.default", "true"), "{text}");

    let deleted = stand.content(&["asset", "delete", "imprint"]).await;
    assert_eq!((deleted.code, deleted.stdout.as_str()), (Some(0), ""), "{}", deleted.stderr);
    stand.content(&["asset", "get", "imprint"]).await.fails(1, &["ContentNotFoundException"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_come_from_stdin_behind_a_secret_too() {
    let stand = Stand::start().await;
    let variables: Vec<_> =
        stand.variables().into_iter().filter(|(name, _)| *name != "SFCC_CLIENT_SECRET").collect();
    let stdin =
        format!("{}\n{{\"name\": {{\"default\": \"x\"}}}}", haltscope::sandbox::BUILTIN_CLIENT);
    let arguments = ["content", "asset", "put", "a", "-", "--client-secret-stdin", "--json"];
    let put = stand.fed(&arguments, &variables, &stdin).await.json();
    assert_eq!(put["name"]["default"], "x");
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_and_assignments_have_the_same_verbs() {
    let stand = Stand::start().await;
    stand.content(&["asset", "put", "a b/ü", "--field", "name.default=x"]).await.ok();
    let folder =
        stand.content(&["folder", "put", "top", "--field", "online=true", "--json"]).await.json();
    assert_eq!(folder["parent_folder_id"], "root");
    let patched = stand
        .content(&["folder", "patch", "top", "--field", "name.default=Top", "--json"])
        .await
        .json();
    assert_eq!((&patched["online"], &patched["name"]["default"]), (&json!(true), &json!("Top")));

    let pair = ["a b/ü", "top"];
    let assigned = stand.content(&["assignment", "put", pair[0], pair[1], "--json"]).await.json();
    assert_eq!(assigned["default"], false);
    let moved = stand
        .content(&["assignment", "patch", pair[0], pair[1], "--field", "position=2.5", "--json"])
        .await
        .json();
    assert_eq!(moved["position"], 2.5);
    let read = stand.content(&["assignment", "get", pair[0], pair[1], "--json"]).await.json();
    assert_eq!(read, moved);
    let gone = stand.content(&["assignment", "delete", pair[0], pair[1]]).await;
    assert_eq!(gone.code, Some(0), "{}", gone.stderr);
    stand
        .content(&["assignment", "get", pair[0], pair[1]])
        .await
        .fails(1, &["AssignmentNotFoundException", "a b/ü", "folderId: \"top\"", "assignment put"]);
    assert_eq!(stand.content(&["folder", "delete", "top"]).await.code, Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_library_is_named_before_or_behind_the_verb() {
    let stand = Stand::start().await;
    let put = ["asset", "put", "a", "--field", "template=x", "--library", "Storefront"];
    stand.content(&put).await.ok();
    stand.content(&["--library", "Storefront", "asset", "get", "a"]).await.ok();
    stand.content(&["asset", "get", "a"]).await.fails(1, &["ContentNotFound", "SharedLibrary"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_body_says_by_mistake_is_refused_or_changes_nothing() {
    let stand = Stand::start().await;
    let source = ["asset", "put", "m", "--field", "c_body.default.source=<p>keep</p>"];
    stand.content(&source).await.ok();
    let markup = ["asset", "patch", "m", "--field", "c_body.default.markup=zz", "--json"];
    let patched = stand.content(&markup).await.json();
    assert_eq!(patched["c_body"]["default"]["source"], "<p>keep</p>", "markup is read-only");
    for (body, words) in [
        ("{\"_resource_state\":5,\"template\":\"t\"}", "_resource_state is no text"),
        ("{\"_resource_state\":\"\",\"template\":\"t\"}", "_resource_state is empty"),
        (
            "{\"name\":{\"default\":\"one\"},\n\"name\":{\"default\":\"two\"}}",
            "the key \"name\" stands twice at line 2",
        ),
        ("[1]", "a JSON object is needed"),
    ] {
        let file = stand.file("body.json", body);
        stand.content(&["asset", "patch", "m", &file]).await.fails(2, &[words]);
    }
    let now = stand.content(&["asset", "get", "m", "--json"]).await.json();
    assert_eq!((now.get("template"), now.get("name")), (None, None), "{now}");
    let missing = ["asset", "patch", "m", "none.json"];
    stand.content(&missing).await.fails(2, &["can't read none.json", "or - for stdin"]);
    let long = "x".repeat(257);
    stand.content(&["asset", "get", &long]).await.fails(2, &["1 to 256 characters"]);
}
