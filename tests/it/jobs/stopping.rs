//! Imports that somebody stops: their job ends, and what they were to change is as it was.

use super::{
    imports::CATALOG,
    stand::{Works, told},
};
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::fmt::Write;

/// A catalogue that takes far longer to import than to stop.
pub(super) fn catalogue() -> String {
    let mut text = CATALOG.to_owned();
    for number in 0..200_000 {
        let _infallible = write!(
            text,
            "<product product-id=\"S{number}\"><online-flag>true</online-flag></product>"
        );
    }
    text + "</catalog>"
}

impl Works {
    async fn upload(&self, folder: &str, content: String) {
        let at = |name: &str| {
            let folder = format!("/on/demandware.servlet/webdav/Sites/Impex/src/{folder}");
            format!("{}{folder}{name}", self.stand.origin())
        };
        for (verb, name, body) in [("MKCOL", "", String::new()), ("PUT", "/a.xml", content)] {
            let request = self.stand.http.request(verb.parse().expect("a method"), at(name));
            let request = request.basic_auth("admin", Some("haltscope-demo")).body(body);
            assert_eq!(request.send().await.expect("an answer").status(), StatusCode::CREATED);
        }
    }

    /// Begins an import of what was uploaded; answers its ID.
    async fn begin_import(&self, type_id: &str, folder: &str, sites: &[&str]) -> String {
        let parameters = json!({ "WorkingFolder": folder });
        let step = json!({ "step_type": type_id, "parameters": parameters, "sites": sites });
        let begun = self.own("POST", "/jobs/executions", Some(step)).await.ok(202);
        begun["id"].as_str().expect("an ID").to_owned()
    }

    /// What a script finds.
    async fn found(&self, script: &str) -> String {
        let look = json!({ "step_type": "custom.Look", "parameters": { "Script": script } });
        let begun = self.own("POST", "/jobs/executions", Some(look)).await.ok(202);
        let ended = self.ended(begun["id"].as_str().expect("an ID")).await;
        let line = told(&ended)[0].clone();
        line.strip_prefix("custom.Look Storefront OK ")
            .unwrap_or_else(|| panic!("{line}"))
            .to_owned()
    }

    async fn stop(&self, id: &str) {
        self.own("DELETE", &format!("/jobs/executions/{id}"), None).await.ok(204);
    }
}

fn end(execution: &Value) -> [&str; 2] {
    [&execution["execution_status"], &execution["exit_status"]["message"]]
        .map(|it| it.as_str().unwrap_or_default())
}

const PRODUCTS: &str = "['S0', 'S199999'].map(function (id) { return !!require('dw/catalog/ProductMgr').getProduct(id); }).join()";
const FILES: &str = "new (require('dw/io/File'))('/IMPEX/src/stop').list().join()";

#[tokio::test]
async fn an_import_ends_with_its_job_and_leaves_its_file_where_it_is() {
    let works = Works::start("").await;
    works.upload("stop", catalogue()).await;
    let id = works.begin_import("ImportCatalog", "stop", &[]).await;
    works.stop(&id).await;
    assert_eq!(end(&works.ended(&id).await), ["aborted", "it was stopped"]);
    assert_eq!(
        (works.found(PRODUCTS).await, works.found(FILES).await),
        ("false,false".into(), "a.xml".into())
    );
}

#[tokio::test]
async fn a_reset_waits_for_no_import() {
    let works = Works::start("").await;
    works.upload("stop", catalogue()).await;
    let id = works.begin_import("ImportCatalog", "stop", &[]).await;
    works.own("POST", "/reset", None).await.ok(200);
    assert_eq!(end(&works.ended(&id).await), ["aborted", "it was stopped"]);
    assert_eq!(works.found(PRODUCTS).await, "false,false");
    works.upload("stop", format!("{CATALOG}<product product-id=\"S0\"/></catalog>")).await;
    let again = works.begin_import("ImportCatalog", "stop", &[]).await;
    assert_eq!(end(&works.ended(&again).await), ["finished", "1 imported"]);
    assert_eq!(works.found(PRODUCTS).await, "true,false");
}

#[tokio::test]
async fn of_more_than_is_kept_nothing_is_imported() {
    let works = Works::start("").await;
    let text = "x".repeat(5 << 20);
    let object = |number: usize| {
        format!(
            "<custom-object type-id=\"Note\" object-id=\"n{number}\">\
            <object-attribute attribute-id=\"text\">{text}</object-attribute></custom-object>"
        )
    };
    let all: String = (0..14).map(object).collect();
    works.upload("stop", format!("<custom-objects>{all}</custom-objects>")).await;
    let id = works.begin_import("ImportCustomObjects", "stop", &["Storefront"]).await;
    let ended = works.ended(&id).await;
    let why = "with it, there would be more than 64 MiB of them";
    assert_eq!((end(&ended), &ended["status"]), (["finished", why], &json!("WARN")));
    let count = "String(require('dw/object/CustomObjectMgr').getAllCustomObjects('Note').count)";
    assert_eq!(works.found(count).await, "0");
}
