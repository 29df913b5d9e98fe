//! Pages that were put together in the Page Designer.

use super::super::Browser;
use axum::http::StatusCode;

#[tokio::test]
async fn a_page_shows_its_regions_and_their_components() {
    let page = Browser::of_sample().get("Page-Show?cid=a-day-at-the-mill").await;
    page.is_fine().shows("<title>A day at Fern &amp; Flint").shows("<h1>A day at the mill</h1>");
    page.shows("From the first kettle").shows("<em>nobody</em>").shows("Fern &amp; Flint</a>");
    let at = |text: &str| page.body.find(text).unwrap_or_else(|| panic!("no {text}"));
    // In the order of their positions: a text, two columns with a text each, products; the margin.
    let parts =
        ["Morning</h2>", "Noon</h2>", "Evening</h2>", ">Mugs</a>", "<aside>", "<blockquote>"];
    let places = parts.map(at);
    assert!(places.is_sorted(), "{places:?}");
    page.shows("<section class=\"experience-component columns halves\">");
    page.shows("<div class=\"experience-component experience-story-text\">");
    page.shows("<div class=\"experience-region story-margin\">");
    // Three mugs, and the lamp in the margin.
    assert_eq!(page.body.matches("class=\"tile\"").count(), 4);
}

#[tokio::test]
async fn a_page_is_shown_in_the_language_of_its_address() {
    let page = Browser::of_sample().get("de/Page-Show?cid=a-day-at-the-mill").await;
    page.is_fine().shows("Ein Tag in der Mühle").shows("Am Mittag").shows(">Becher</a>");
    page.shows("<blockquote><p>Wir behalten");
}

#[tokio::test]
async fn what_is_no_page_or_not_online_isnt_shown() {
    let mut browser = Browser::of_sample();
    for id in ["a-night-at-the-mill", "mill-morning", "nothing"] {
        let page = browser.get(&format!("Page-Show?cid={id}")).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{id}");
    }
}
