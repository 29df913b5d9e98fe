//! Reading properties of the platform's objects changes nothing: the debugger reads them wherever it shows one.

use super::{Browser, storefront};
use serde_json::{Value, json};

#[tokio::test]
async fn what_the_debugger_reads_stays_as_it_is() {
    let shop = storefront(&[("app/cartridge/controllers/Test.js", include_str!("readings.js"))]);
    let page = Browser::of(&shop).get("Test-Run").await;
    let found: Value = serde_json::from_str(&page.is_fine().body).expect("JSON");
    assert_eq!(found["told"], json!([]));
    assert!(
        found["met"].as_u64().is_some_and(|it| it >= 130),
        "objects of {} classes",
        found["met"]
    );
}
