//! What the log says of hooks that can't be called or fail, as a developer sees it on stderr.

use super::stand::{Cartridges, folder};
use crate::{data::stand::BASE, testkit::process::Process};
use haltscope::sandbox::BUILTIN_CLIENT;
use serde_json::{Value, json};

const POINT: &str = "folder.beforeCreate";

/// A sandbox as a process of its own with these cartridges. Folders may be written unencrypted.
struct Logged {
    _cartridges: Cartridges,
    process: Process,
    http: reqwest::Client,
    origin: String,
    token: String,
}

impl Logged {
    async fn start(cartridges: Cartridges) -> Self {
        let path = cartridges.folder().to_str().expect("text");
        let mut process = Process::on_free_ports(&["--json", "--cartridges", path]);
        let origin = process.ready()["http"].as_str().expect("an address").to_owned();
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        let token = http.post(format!("{origin}/dwsso/oauth2/access_token"));
        let token = token.basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
        let token = token.form(&[("grant_type", "client_credentials")]).send().await;
        let token: Value = token.expect("an answer").json().await.expect("a document");
        let token = token["access_token"].as_str().expect("a token").to_owned();
        Self { _cartridges: cartridges, process, http, origin, token }
    }

    /// Writes a folder; the answer's status.
    async fn put(&self, id: &str) -> u16 {
        let request = self.http.put(format!("{}{BASE}{}", self.origin, folder(id)));
        let answer = request.bearer_auth(&self.token).json(&json!({})).send().await;
        answer.expect("an answer").status().as_u16()
    }
}

/// The only line of the log that holds all of these.
fn line<'a>(log: &'a str, parts: &[&str]) -> &'a str {
    let mut lines = log.lines().filter(|line| parts.iter().all(|part| line.contains(part)));
    match (lines.next(), lines.next()) {
        (Some(line), None) => line,
        (None, _) => panic!("no line with {parts:?} in\n{log}"),
        (Some(_), Some(_)) => panic!("several lines with {parts:?} in\n{log}"),
    }
}

#[tokio::test]
async fn a_hook_that_cant_be_called_is_logged_once_and_the_request_goes_on() {
    let script = "exports.beforeUpdate = function () {};";
    let missing = r#"{"hooks": [
        {"name": "dw.ocapi.data.content.folder.beforeCreate", "script": "./gone.js"},
        {"name": "dw.ocapi.data.content.folder.beforeCreate", "script": "./other.js"}
    ]}"#;
    let cartridges = Cartridges::new()
        .with("app_export", &[POINT], script)
        .with_list("app_file", missing)
        .file("app_file/cartridge/scripts/other.js", "exports.beforeCreate = 'no function';");
    let logged = Logged::start(cartridges).await;
    assert_eq!(logged.put("f").await, 201);
    let log = logged.process.log();
    let file = line(&log, &["/app_file/cartridge/scripts/gone.js"]);
    assert!(file.contains("ERROR") && file.contains("/app_file/cartridge/scripts/hooks.json"));
    for script in ["/app_export/cartridge/scripts/hooks.js", "/app_file/cartridge/scripts/other.js"]
    {
        let export = line(&log, &[script, "beforeCreate"]);
        assert!(export.contains("ERROR") && export.contains("exports no function"), "{export}");
    }
}

#[tokio::test]
async fn a_failing_hook_is_logged_with_its_point_and_its_stack() {
    let script = "exports.beforeCreate = function () {\n  throw new Error('as wished');\n};";
    let logged = Logged::start(Cartridges::one(&[POINT], script)).await;
    assert_eq!(logged.put("f").await, 500);
    let log = logged.process.log();
    let error = line(&log, &["as wished"]);
    assert!(error.contains("ERROR") && error.contains("dw.ocapi.data.content.folder.beforeCreate"));
    line(&log, &["/app_own/cartridge/scripts/hooks.js:2"]);
}

#[tokio::test]
async fn a_hook_that_returns_no_status_is_warned_of() {
    let logged =
        Logged::start(Cartridges::one(&[POINT], "exports.beforeCreate = () => 'done';")).await;
    assert_eq!(logged.put("f").await, 201);
    let log = logged.process.log();
    let warning = line(&log, &["folder.beforeCreate returned done instead of a Status"]);
    assert!(warning.contains("WARN"), "{warning}");
}

#[tokio::test]
async fn lists_that_are_no_lists_are_logged_and_register_nothing() {
    let cartridges = Cartridges::new()
        .with_list("app_list", "[1, 2]")
        .with_list("app_text", "{\"hooks\": [")
        .file("app_none/package.json", r#"{"hooks": "./cartridge/nothing.json"}"#)
        .file("app_none/cartridge/a.txt", "")
        .file("app_outside/package.json", r#"{"hooks": "../../../etc/hooks.json"}"#)
        .file("app_outside/cartridge/a.txt", "")
        .file("app_broken/package.json", "{\"hooks\": ")
        .file("app_broken/cartridge/a.txt", "");
    let logged = Logged::start(cartridges).await;
    assert_eq!(logged.put("f").await, 201);
    let log = logged.process.log();
    for named in [
        "/app_list/cartridge/scripts/hooks.json",
        "/app_text/cartridge/scripts/hooks.json",
        "/app_none/cartridge/nothing.json",
        "/app_outside/package.json",
        "/app_broken/package.json",
    ] {
        // Each point looks for its scripts, before and after; what is faulty is told once.
        let lines = log.lines().filter(|line| line.contains("ERROR") && line.contains(named));
        assert_eq!(lines.count(), 1, "{named} in\n{log}");
    }
}
