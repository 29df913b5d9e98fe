//! Products: by their variants, as JSON and as pieces of pages.

use super::super::{Browser, Page};
use axum::http::StatusCode;
use serde_json::Value;

fn document(page: &Page) -> Value {
    serde_json::from_str(&page.body).unwrap_or_else(|cause| panic!("{cause}: {}", page.body))
}

#[tokio::test]
async fn a_variation_is_told_as_json() {
    let mut browser = Browser::of_sample();
    let master = document(&browser.get("Product-Variation?pid=KM01001").await);
    let product = &master["product"];
    assert_eq!((&product["type"], &product["id"]), (&"master".into(), &"KM01001".into()));
    assert_eq!((&product["isComplete"], &product["color"]), (&false.into(), &Value::Null));
    let values = product["attributes"][0]["values"].as_array().expect("values");
    let ids: Vec<_> = values.iter().map(|value| value["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["sky", "moss", "snow"]);

    let chosen = values[2]["url"].as_str().expect("an address").replace("-Show?", "-Variation?");
    let chosen = chosen.strip_prefix("http://localhost").expect("an absolute address");
    let variant = document(&browser.get(chosen).await);
    let product = &variant["product"];
    assert_eq!((&product["type"], &product["id"]), (&"variant".into(), &"KM01001-03".into()));
    assert_eq!((&product["isOrderable"], &product["stock"]), (&true.into(), &12.into()));
    assert_eq!(product["price"]["now"], "€14.50");
    assert_eq!(product["promotions"][0]["text"], "20 % off from two mugs on");
    assert_eq!(product["attributes"][0]["values"][2]["isSelected"], true);
    assert_eq!(product["breadcrumbs"][1]["name"], "Mugs");
}

#[tokio::test]
async fn a_quick_view_is_a_piece_of_a_page() {
    let mut browser = Browser::of_sample();
    let list = browser.get("Search-Show?q=heron%20mug").await;
    list.is_fine().shows("data-quick-view=\"").shows("Product-ShowQuickView?pid=KM01001");
    let quick = browser.get("Product-ShowQuickView?pid=KM01001&dwvar_KM01001_color=snow").await;
    let view = document(quick.is_fine());
    let body = view["renderedTemplate"].as_str().expect("a piece").to_owned();
    assert!(!body.contains("<html") && body.contains("<h1>Heron Mug</h1>"), "{body}");
    let target = view["productUrl"].as_str().expect("an address");
    assert!(target.ends_with("Product-Show?pid=KM01001-03"), "{target}");
    // What is in it can be bought as from the page.
    let piece = Page { body, ..quick };
    let cart = browser.fill(&piece, "Cart-AddProduct", &[("quantity", "2")]).await;
    cart.is_fine().shows("Heron Mug is in your cart.").shows("<span class=\"count\">2</span>");
}

#[tokio::test]
async fn a_dearer_price_from_before_is_told() {
    let mut browser = Browser::of_sample();
    browser.get("Product-Show?pid=KM01001").await.hides("<s>");
    browser.get("Product-Show?pid=KM01004").await.shows("<s>€11.90</s> ");
}

#[tokio::test]
async fn what_isnt_sold_is_no_product() {
    let mut browser = Browser::of_sample();
    for page in ["Product-Variation?pid=NOTHING", "Product-ShowQuickView?pid=%3Cb%3E"] {
        let page = browser.get(page).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND);
        assert_eq!(document(&page)["error"], true);
    }
    let page = browser.get("Product-Show?pid=%3Cb%3E").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    page.shows("&lt;b&gt;").hides("“<b>");
}
