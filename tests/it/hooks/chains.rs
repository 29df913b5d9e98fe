//! Several hooks of one point, and what they may reach.

use super::stand::{Cartridges, asset, folder};
use haltscope::sandbox::SandboxOptions;
use serde_json::{Value, json};

const POINT: &str = "content.beforeCreate";

/// A hook that notes its name, and may end the chain with a value.
fn noting(name: &str, returned: &str) -> String {
    format!(
        "var Status = require('dw/system/Status');\n\
        exports.beforeCreate = function (library, create) {{\n\
        create.c_ran = (create.c_ran || []).concat('{name}'); {returned} }};"
    )
}

async fn ran(order: &[&str], cartridges: &Cartridges) -> Value {
    let cartridge_path = order.iter().map(|name| (*name).to_owned()).collect();
    let change = |options| SandboxOptions { cartridge_path, ..options };
    let stand = cartridges.start_with(change).await;
    stand.put(&asset("a"), json!({})).await.ok(201)["c_ran"].clone()
}

#[tokio::test]
async fn hooks_of_two_cartridges_run_in_the_order_of_the_path() {
    let cartridges = Cartridges::new().with("app_a", &[POINT], &noting("a", "")).with(
        "app_b",
        &[POINT, POINT],
        &noting("b", "return null;"),
    );
    assert_eq!(ran(&["app_a", "app_b"], &cartridges).await, json!(["a", "b", "b"]));
    assert_eq!(ran(&["app_b", "app_a"], &cartridges).await, json!(["b", "b", "a"]));
    assert_eq!(ran(&["app_a"], &cartridges).await, json!(["a"]));
}

#[tokio::test]
async fn a_status_ends_the_chain_across_cartridges() {
    for (returned, expected) in [
        ("return new Status(Status.OK);", json!(["a"])),
        ("return new Status();", json!(["a"])),
        ("return false;", json!(["a"])),
        ("return null;", json!(["a", "b"])),
        ("return undefined;", json!(["a", "b"])),
    ] {
        let cartridges = Cartridges::new().with("app_a", &[POINT], &noting("a", returned)).with(
            "app_b",
            &[POINT],
            &noting("b", ""),
        );
        assert_eq!(ran(&["app_a", "app_b"], &cartridges).await, expected, "{returned}");
    }
}

#[tokio::test]
async fn a_script_that_doesnt_parse_fails_the_request_and_the_chain() {
    let cartridges = Cartridges::new()
        .with("app_a", &[POINT], "exports.beforeCreate = function ( {")
        .with("app_b", &[POINT], &noting("b", ""));
    let stand = cartridges.start().await;
    let answer = stand.put(&asset("a"), json!({})).await;
    answer.fails(500, "HookInternalServerError");
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
    stand.put(&folder("f"), json!({})).await.ok(201);
}

#[tokio::test]
async fn a_transaction_keeps_what_it_wraps_and_takes_back_what_fails() {
    let script = "\
var Transaction = require('dw/system/Transaction');
exports.afterCreate = function (library, content) {
    content.custom.outside = 'kept';
    Transaction.wrap(function () { content.custom.wrapped = 'kept'; });
    try {
        Transaction.wrap(function () { content.custom.failed = 'x'; throw new Error('no'); });
    } catch (e) { content.custom.caught = e.message; }
    content.custom.answer = Transaction.wrap(function () { return 42; });
    Transaction.begin();
    content.custom.open = 'kept in the end';
};";
    let cartridges = Cartridges::one(&["content.afterCreate"], script);
    let stand = cartridges.start().await;
    let created = stand.put(&asset("a"), json!({})).await.ok(201);
    let custom = ["c_outside", "c_wrapped", "c_failed", "c_caught", "c_answer", "c_open"];
    let custom = custom.map(|name| created[name].clone());
    let expected = [
        json!("kept"),
        json!("kept"),
        Value::Null,
        json!("no"),
        json!(42),
        json!("kept in the end"),
    ];
    assert_eq!(custom, expected);
}

#[tokio::test]
async fn a_hook_reads_other_assets_and_folders_and_writes_their_attributes() {
    let script = "\
var ContentMgr = require('dw/content/ContentMgr');
exports.afterCreate = function (library, content) {
    var other = ContentMgr.getContent(library, 'other');
    var menu = ContentMgr.getFolder(library, 'menu');
    if (!other || !menu) { return; }
    content.custom.saw = [other.name, menu.displayName, String(menu.parent),
        String(ContentMgr.getContent(library, 'nothing')), ContentMgr.getContent(library, content.ID) === content];
    other.custom.count = (other.custom.count || 0) + 1;
    menu.custom.last = content.ID;
};";
    let cartridges = Cartridges::one(&["content.afterCreate"], script);
    let stand = cartridges.start().await;
    stand.put(&asset("other"), json!({"name": {"default": "Other"}})).await.ok(201);
    stand.put(&folder("menu"), json!({"name": {"default": "Menu"}})).await.ok(201);
    for id in ["a", "b"] {
        let created = stand.put(&asset(id), json!({})).await.ok(201);
        let saw = json!(["Other", "Menu", "[Folder id=root]", "null", true]);
        assert_eq!(created["c_saw"], saw);
    }
    assert_eq!(stand.get(&asset("other")).await["c_count"], 2);
    assert_eq!(stand.get(&folder("menu")).await["c_last"], "b");
}

#[tokio::test]
async fn arguments_other_than_the_document_are_read_only() {
    let script = "\
exports.afterCreate = function (library, content) {
    ['name', 'ID', 'online', 'template'].forEach(function (name) {
        try { content[name] = 'changed'; } catch (e) { content.custom.refused = e.name; }
    });
    try { library.ID = 'changed'; } catch (e) { content.custom.refused = e.name; }
};";
    let cartridges = Cartridges::one(&["content.afterCreate"], script);
    let stand = cartridges.start().await;
    let sent = json!({"name": {"default": "sent"}, "template": "t"});
    let created = stand.put(&asset("a"), sent).await.ok(201);
    assert_eq!([&created["id"], &created["template"]], ["a", "t"]);
    assert_eq!(created["name"], json!({"default": "sent"}));
}
