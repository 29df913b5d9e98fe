//! Safety levels and rules keep changes from being sent; scopes are asked for and answered.

use super::stand::Stand;
use crate::testkit::program::Outcome;
use serde_json::{Value, json};

async fn under(stand: &Stand, level: &str, arguments: &[&str]) -> Outcome {
    let mut variables = stand.variables();
    variables.push(("SFCC_SAFETY_LEVEL", level.to_owned()));
    stand.fed(&[&["content"], arguments].concat(), &variables, "").await
}

const PUT: [&str; 5] = ["asset", "put", "a", "--field", "online.default=true"];

#[tokio::test(flavor = "multi_thread")]
async fn each_level_refuses_its_writes_and_nothing_else() {
    let stand = Stand::start().await;
    stand.content(&PUT).await.ok();
    let export = stand.path().join("all.json").display().to_string();
    stand.content(&["export", &export, "--asset", "a"]).await;
    let patch = ["asset", "patch", "a", "--field", "online.default=false"];
    for level in ["NO_DELETE", "NO_UPDATE", "READ_ONLY"] {
        let refused = under(&stand, level, &["asset", "delete", "a", "--yes"]).await;
        refused.fails(1, &["DELETE /s/-/dw/data/", level, "SFCC_SAFETY_LEVEL", "haltscope config"]);
        under(&stand, level, &["asset", "get", "a", "--json"]).await.json();
    }
    under(&stand, "NO_UPDATE", &PUT).await.ok();
    under(&stand, "NO_UPDATE", &[&patch[..], &["--json"]].concat()).await.json();
    for write in [&PUT[..], &patch, &["import", &export]] {
        let refused = under(&stand, "READ_ONLY", write).await;
        refused.fails(1, &["is refused by safety level READ_ONLY (SFCC_SAFETY_LEVEL)"]);
    }
    let unchanged = under(&stand, "READ_ONLY", &["asset", "get", "a", "--json"]).await.json();
    assert_eq!(unchanged["online"], json!({"default": false}));
    under(&stand, "NONE", &["asset", "delete", "a", "--yes"]).await;
    stand.content(&["asset", "get", "a"]).await.fails(1, &["ContentNotFound"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_of_the_instance_allow_block_and_want_a_confirmation() {
    let stand = Stand::start().await;
    let dw_json = json!({"hostname": stand.server(), "safety": {"level": "READ_ONLY", "rules": [
        {"path": "/s/-/dw/data/*/libraries/*/content/draft-*", "action": "allow"},
        {"command": "content:folder:*", "action": "block"},
        {"method": "PUT", "action": "confirm"},
    ]}});
    stand.file("dw.json", &dw_json.to_string());
    let variables: Vec<_> =
        stand.variables().into_iter().filter(|it| it.0 != "SFCC_SERVER").collect();
    let run = async |arguments: &[&str]| {
        stand.fed(&[&["content"], arguments].concat(), &variables, "").await
    };
    run(&["asset", "put", "draft-1", "--field", "online.default=true"]).await.ok();
    run(&["folder", "get", "root"])
        .await
        .fails(1, &["content:folder:get is refused", "safety.rules[1]"]);
    let unasked = run(&PUT).await;
    unasked.fails(1, &["needs a confirmation by a safety rule (PUT;", "started in a terminal"]);
    run(&["asset", "delete", "draft-1", "--yes"]).await.ok_quietly();
    run(&["asset", "patch", "a", "--field", "x=1"])
        .await
        .fails(1, &["READ_ONLY (\"safety.level\" in "]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_json_where_json_is_asked_for() {
    let stand = Stand::start().await;
    let refused = under(&stand, "READ_ONLY", &[&PUT[..], &["--json"]].concat()).await;
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
    let error: Value = serde_json::from_str(&refused.stderr).expect("JSON");
    assert_eq!(error["error"]["code"], 1);
    assert!(error["error"]["message"].as_str().expect("a text").contains("READ_ONLY"));
    let fault = stand.content(&["asset", "get", "none", "--json"]).await;
    let fault: Value = serde_json::from_str(&fault.stderr).expect("JSON");
    assert_eq!(fault["error"]["type"], "ContentNotFoundException");
    let wrong = under(&stand, "READONLY", &PUT).await;
    wrong.fails(2, &["SFCC_SAFETY_LEVEL must be one of NONE, NO_DELETE, NO_UPDATE, READ_ONLY"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn scopes_are_asked_for_and_answered() {
    let stand = Stand::start().await;
    let mut variables = stand.variables();
    let plain = stand.fed(&["token", "--json"], &variables, "").await.json();
    assert_eq!(plain["scope"], Value::Null);
    let asked = ["token", "--json", "--scope", "mail,sfcc.orders", "--scope", "roles"];
    let answered = stand.fed(&asked, &variables, "").await.json();
    assert_eq!(answered["scope"], "mail sfcc.orders roles");
    variables.push(("SFCC_OAUTH_SCOPES", "mail".to_owned()));
    let answered = stand.fed(&["token", "--json"], &variables, "").await.json();
    assert_eq!(answered["scope"], "mail");
    let library = ["content", "asset", "put", "a", "--field", "online.default=true"];
    stand.fed(&library, &variables, "").await.ok();
    let broken = stand.fed(&["token", "--scope", "m\"il"], &variables, "").await;
    broken.fails(1, &["invalid_scope"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_library_is_the_configured_one_unless_a_flag_names_another() {
    let stand = Stand::start().await;
    stand.file("package.json", r#"{"b2c": {"contentLibrary": "NoSuchLibrary"}}"#);
    let missing = stand.content(&["asset", "get", "a"]).await;
    missing.fails(1, &["LibraryNotFound", "NoSuchLibrary"]);
    let named = stand.content(&["--library", "SharedLibrary", "asset", "get", "a"]).await;
    named.fails(1, &["ContentNotFound"]);
}
