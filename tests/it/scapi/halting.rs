//! Endpoints that halt.

use super::stand::{Apis, SCRIPT};
use crate::testkit::patience::PATIENCE;
use serde_json::{Value, json};
use tokio::time::timeout;

#[tokio::test]
async fn an_endpoint_halts_and_answers_when_it_goes_on() {
    let apis = Apis::start().await;
    let token = apis.guest().await;
    let line =
        SCRIPT.lines().position(|line| line.contains("// @tell")).expect("a marked line") + 1;
    let script = "/app_api/cartridge/rest-apis/things/script.js";
    apis.debugger("POST", "/client", None).await.ok(204);
    let body = json!({"breakpoints": [{"script_path": script, "line_number": line}]});
    apis.debugger("POST", "/breakpoints", Some(body)).await.ok(200);
    let debugging = async {
        let thread = timeout(PATIENCE, halted(&apis)).await.expect("it halts");
        let frames = thread["call_stack"].as_array().expect("frames");
        let places: Vec<_> = frames
            .iter()
            .map(|it| (&it["location"]["function_name"], &it["location"]["script_path"]))
            .collect();
        assert_eq!(places[0], (&json!("tell()"), &json!(script)), "{thread}");
        assert!(places.iter().all(|(_, path)| **path == script), "nothing of ours: {thread}");
        let id = thread["id"].as_i64().expect("an ID");
        let path = format!(
            "/threads/{id}/frames/0/eval?expr=told.path.id%20%2B%20request.clientId.length"
        );
        let seen = apis.debugger("GET", &path, None).await.ok(200);
        assert_eq!(seen["result"], "tea30");
        apis.debugger("POST", &format!("/threads/{id}/resume"), None).await.ok(200);
    };
    let (answer, ()) = tokio::join!(apis.get("/things/tea?siteId=Storefront", &token), debugging);
    assert_eq!(answer.ok(200)["path"]["id"], "tea");
}

async fn halted(apis: &Apis) -> Value {
    loop {
        let threads = apis.debugger("GET", "/threads", None).await.ok(200);
        let thread = threads["script_threads"][0].clone();
        if thread["status"] == "halted" {
            return thread;
        }
        tokio::task::yield_now().await;
    }
}
