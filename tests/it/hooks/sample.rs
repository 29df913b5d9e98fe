//! The hooks of the sample: all twelve points keep the shop's own content in order.

use super::stand::{asset, folder};
use crate::data::stand::{Stand, accounts};
use haltscope::sandbox::SandboxOptions;
use serde_json::{Value, json};

async fn start() -> Stand {
    let path = ["bm_content", "app_brand", "app_storefront", "app_base"];
    let cartridge_path = path.map(str::to_owned).to_vec();
    let options = SandboxOptions::on_free_ports();
    Stand::with(SandboxOptions { accounts: accounts(), cartridge_path, ..options }).await
}

fn refused(point: &str, code: &str, message: &str) -> Value {
    let point = format!("dw.ocapi.data.content.{point}");
    json!({
        "extensionPoint": point, "statusCode": code, "statusMsg": message, "statusDetails": {},
    })
}

fn page(name: &Value) -> Value {
    json!({"name": name, "online": {"default": true}, "c_storefrontPlace": "legal"})
}

#[tokio::test]
async fn a_page_gets_addresses_and_revisions() {
    let stand = start().await;
    let name = json!({"default": "About us", "de": "Über uns & Bücher"});
    let created = stand.put(&asset("about"), page(&name)).await.ok(201);
    assert_eq!(created["page_url"], json!({"default": "about-us", "de": "ueber-uns-and-buecher"}));
    assert_eq!(created["c_storefrontRevision"], 1);
    let change = json!({"name": {"fr": "À propos"}, "page_url": {"de": "wir"}});
    let updated = stand.patch(&asset("about"), change).await.ok(200);
    let addresses = json!({"default": "about-us", "de": "wir", "fr": "a-propos"});
    assert_eq!(updated["page_url"], addresses);
    assert_eq!(updated["c_storefrontRevision"], 2);
}

#[tokio::test]
async fn a_page_without_a_name_or_a_place_is_refused() {
    let stand = start().await;
    let answer = stand.put(&asset("a"), page(&json!({"de": "Über uns"}))).await;
    let arguments = refused("content.beforeCreate", "NAME_MISSING", "The page a needs a name.");
    answer.fault(400, "HookStatus", arguments);
    let answer = stand.put(&asset("a"), json!({"c_storefrontPlace": "roof"})).await;
    let message = "The storefront has no place roof.";
    answer.fault(400, "HookStatus", refused("content.beforeCreate", "UNKNOWN_PLACE", message));
    stand.put(&asset("a"), json!({"c_storefrontPlace": "banner"})).await.ok(201);
}

#[tokio::test]
async fn legal_pages_stay_online_and_listed_pages_stay() {
    let stand = start().await;
    stand.put(&asset("terms"), page(&json!({"default": "Terms"}))).await.ok(201);
    let answer = stand.patch(&asset("terms"), json!({"online": {"de": false}})).await;
    let message = "The law wants terms to be online.";
    answer.fault(400, "HookStatus", refused("content.beforeUpdate", "LEGAL_PAGE", message));
    let list = json!({"name": {"default": "Footer"}, "c_storefrontNavigation": "footer"});
    stand.put(&folder("footer"), list).await.ok(201);
    stand.assign("terms", "footer", json!({})).await;
    let answer = stand.send("DELETE", &asset("terms")).await;
    let message = "The navigation leads here by the folder footer.";
    answer.fault(400, "HookStatus", refused("content.beforeDelete", "IN_NAVIGATION", message));
    let assignment = "/libraries/SharedLibrary/folder_assignments/terms/footer";
    stand.send("DELETE", assignment).await.ok(204);
    stand.send("DELETE", &asset("terms")).await.ok(204);
}

#[tokio::test]
async fn a_list_of_the_navigation_is_named_and_hidden_only_when_it_is_empty() {
    let stand = start().await;
    let answer = stand.put(&folder("f"), json!({"c_storefrontNavigation": "main"})).await;
    let message = "The folder f needs a name.";
    answer.fault(400, "HookStatus", refused("folder.beforeCreate", "NAME_MISSING", message));
    let answer = stand.put(&folder("f"), json!({"c_storefrontNavigation": "left"})).await;
    let message = "The navigation has no list left.";
    answer.fault(400, "HookStatus", refused("folder.beforeCreate", "UNKNOWN_LIST", message));
    let list =
        json!({"name": {"default": "Help"}, "online": true, "c_storefrontNavigation": "main"});
    let created = stand.put(&folder("f"), list).await.ok(201);
    assert_eq!(created["page_url"], json!({"default": "help"}));
    assert_eq!(created["c_storefrontRevision"], 1);
    stand.put(&asset("a"), json!({"online": {"default": true}})).await.ok(201);
    stand.assign("a", "f", json!({})).await;
    let answer = stand.patch(&folder("f"), json!({"online": false})).await;
    let message = "Customers still read what is in f.";
    answer.fault(400, "HookStatus", refused("folder.beforeUpdate", "NOT_EMPTY", message));
    let answer = stand.send("DELETE", &folder("f")).await;
    let message = "Take what is in f out of it first.";
    answer.fault(400, "HookStatus", refused("folder.beforeDelete", "NOT_EMPTY", message));
    stand.send("DELETE", &asset("a")).await.ok(204);
    let hidden = stand.patch(&folder("f"), json!({"online": false})).await.ok(200);
    assert_eq!(hidden["c_storefrontRevision"], 2);
    stand.send("DELETE", &folder("f")).await.ok(204);
}

#[tokio::test]
async fn content_that_is_not_the_shops_passes_untouched() {
    let stand = start().await;
    for (path, document) in [
        (asset("a"), json!({"name": {"default": "A"}, "c_body": {"de": {"source": "<p>"}}})),
        (folder("f"), json!({"online": false, "c_colour": "red"})),
    ] {
        let sent = document.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
        let created = stand.put(&path, document).await.ok(201);
        let custom = |document: &Value| {
            let names = document.as_object().expect("an object").keys().cloned();
            names.filter(|name| name.starts_with("c_") || name == "page_url").collect::<Vec<_>>()
        };
        assert!(custom(&created).iter().all(|name| sent.contains(name)), "{created}");
        let updated = stand.patch(&path, json!({"name": {"fr": "F"}})).await.ok(200);
        assert_eq!(custom(&updated), custom(&created));
        stand.send("DELETE", &path).await.ok(204);
    }
}

#[tokio::test]
async fn the_hooks_run_only_where_the_path_asks_for_them() {
    let stand = Stand::start().await;
    let created = stand.put(&asset("a"), page(&json!({"default": "A"}))).await.ok(201);
    assert!(created.get("c_storefrontRevision").is_none() && created.get("page_url").is_none());
}
