//! Stores around a postal code or a place.

use super::super::{Browser, Page};
use axum::http::StatusCode;

/// The stores of a page, as the page orders them.
fn stores(page: &Page) -> Vec<&str> {
    let after = page.is_fine().body.split("storeID=").skip(1);
    after.map(|rest| rest.split('"').next().expect("a first part")).collect()
}

async fn find(query: &str) -> Page {
    Browser::of_sample().get(&format!("Stores-Find?{query}")).await
}

#[tokio::test]
async fn all_stores_are_shown_to_who_asks_for_none() {
    let page = find("").await;
    assert_eq!(stores(&page).len(), 6);
    page.shows("6 stores")
        .hides("km away")
        .shows("Tue–Sat 10–17")
        .shows("mailto:bath@example.test");
}

#[tokio::test]
async fn stores_are_found_around_a_postal_code() {
    let mut browser = Browser::of_sample();
    let page = browser.get("Stores-Find").await;
    let near = [("postalCode", "10115"), ("radius", "300")];
    let page = browser.fill(&page, "Stores-Find", &near).await;
    assert_eq!(stores(&page), ["berlin", "mill", "hamburg"]);
    page.shows("3 stores").shows("1.7 km away").shows("value=\"10115\"").shows("\"300\" selected");

    let close = browser.fill(&page, "Stores-Find", &[("radius", "25")]).await;
    assert_eq!(stores(&close), ["berlin"]);
    close.shows("One store");
    // The same code means another place in another country.
    let none = browser.fill(&page, "Stores-Find", &[("country", "AT")]).await;
    assert!(stores(&none).is_empty());
    none.shows("There is no store here.").shows("All our stores");
}

#[tokio::test]
async fn stores_are_found_around_a_place() {
    let page = find("lat=48.2&long=16.4&radius=400").await;
    assert_eq!(stores(&page), ["vienna", "munich"]);
    page.shows("3.9 km away");
    // What is no place is none.
    assert_eq!(stores(&find("lat=north&long=16.4").await).len(), 6);
    assert_eq!(stores(&find("lat=91&long=0").await).len(), 6);
    assert!(stores(&find("lat=-48&long=16").await).is_empty());
}

#[tokio::test]
async fn a_store_has_a_page() {
    let mut browser = Browser::of_sample();
    let page = browser.get("Stores-Details?storeID=hamburg").await;
    page.is_fine().shows("<h1>Fern &amp; Flint Hamburg</h1>").shows("20354 Hamburg");
    page.shows("Germany").shows("Mon–Sat 10–18").shows("lat=53.5527");
    let german = browser.get("de/Stores-Details?storeID=hamburg").await;
    german.is_fine().shows("Mo–Sa 10–18").shows("Deutschland");
    let none = browser.get("Stores-Details?storeID=%3Cb%3E").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
    none.shows("&lt;b&gt;").hides("“<b>");
}

#[tokio::test]
async fn every_page_leads_to_the_stores() {
    Browser::of_sample().get("Home-Show").await.is_fine().shows("/Stores-Find\">Stores</a>");
}
