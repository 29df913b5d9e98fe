//! What a folder keeps between two runs.

use super::stand::{Answer, LIBRARY, Stand, accounts};
use haltscope::sandbox::{Sandbox, SandboxError, SandboxOptions, Settings};
use serde_json::json;
use std::path::Path;

fn options(folder: &Path) -> SandboxOptions {
    let data = Some(folder.into());
    SandboxOptions { accounts: accounts(), data, ..SandboxOptions::on_free_ports() }
}

#[tokio::test]
async fn libraries_states_and_tokens_outlive_the_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Stand::with(options(folder.path())).await;
    let asset = format!("{LIBRARY}/content/a");
    first.put(&asset, json!({"name": {"default": "A"}})).await.ok(201);
    first.folder("f", "root").await;
    first.assign("a", "f", json!({"default": true, "position": 2})).await;
    let (document, token) = (first.get(&asset).await, first.token.clone());
    let (http, ca_file) = (first.http.clone(), first.sandbox.ca_file().to_owned());
    assert!(ca_file.starts_with(folder.path()));
    first.sandbox.shutdown().await;

    let mut second = Stand::with(options(folder.path())).await;
    second.token = token;
    second.http = http;
    let again = second.get(&asset).await;
    for name in ["_resource_state", "name", "creation_date", "classification_folder_id"] {
        assert_eq!(again[name], document[name], "{name}");
    }
    assert_eq!(second.get(&format!("{LIBRARY}/folder_assignments/a/f")).await["position"], 2);
    let state = document["_resource_state"].as_str().expect("a state");
    let patch = second.ask("PATCH", &asset).header("if-match", state);
    Answer::of(patch).await.ok(200);
}

#[tokio::test]
async fn a_damaged_folder_is_refused_before_anything_listens() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("content.db");
    std::fs::write(&file, "a letter to somebody, much longer than a header").expect("written");
    let refused = Sandbox::start(options(folder.path())).await.err().expect("refused");
    assert!(matches!(refused, SandboxError::Data(_)), "{refused}");
    assert!(refused.to_string().contains("damaged"), "{refused}");
    let kept = std::fs::read_to_string(&file).expect("it is there");
    assert!(kept.starts_with("a letter"));
}

#[tokio::test]
async fn a_settings_file_makes_accounts_libraries_and_sites() {
    const SETTINGS: &str = "
        hosts = ['shop.test']
        data_api.allow_plain_http = true
        [[clients]]
        id = 'mine'
        secret = 's'
        resources = [{ resource_id = '/libraries/Main/**', methods = ['get', 'put'] }]
        [[libraries]]
        id = 'Main'
        [[sites]]
        id = 'Second'
    ";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("settings.toml");
    std::fs::write(&file, SETTINGS).expect("written");
    let settings = Settings::read(&file, "Storefront", &[]).expect("it makes sense");
    let stand = Stand::with(settings.apply(SandboxOptions::on_free_ports())).await;
    let token = stand.client_token("mine", "s").await;
    let ask = |library: &str, base: &str, host: &str| {
        let path = format!("{base}/dw/data/v23_2/libraries/{library}/folders/root");
        let request = stand.http.get(format!("{}{path}", stand.plain_origin()));
        request.bearer_auth(&token).header("host", host.to_owned())
    };
    let root = Answer::of(ask("Main", "/s/Second", "shop.test:81")).await.ok(200);
    let link = root["link"].as_str().expect("a link");
    assert!(link.starts_with("http://shop.test:81/s/Second/dw/data/v23_2/libraries/Main"));
    Answer::of(ask("Second", "", "localhost")).await.fails(403, "ClientAccessForbidden");
    stand.get("/libraries/Second/folders/root").await;
    Answer::of(ask("Main", "/s/Third", "localhost")).await.fails(404, "UnknownSite");
    Answer::of(ask("Main", "", "other.test")).await.fails(400, "InvalidHostHeader");
    let site = stand.put("/libraries/Main/content/a", json!({"online": {"de@Second": true}})).await;
    site.ok(201);
}
