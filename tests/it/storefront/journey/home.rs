//! The start page's slots, and what the shop tells browsers.

use super::super::Browser;

#[tokio::test]
async fn slots_show_what_their_configurations_hold() {
    let mut browser = Browser::of_sample();
    let home = browser.get("Home-Show").await;
    home.is_fine().shows("What we use ourselves</h2>").shows("Gorse Espresso Cup");
    home.shows("Page-Show?cid=a-day-at-the-mill\">a day at the mill</a>");
    let german = browser.get("de/Home-Show").await;
    german.is_fine().shows("Was wir selbst benutzen").shows("einem Tag in der Mühle");

    // Who is registered is shown other favourites.
    super::account::register(&mut browser, &[]).await.shows("Hello, Ada.");
    let home = browser.get("Home-Show").await;
    home.is_fine().shows("For you, who come again</h2>").hides("What we use ourselves");
    home.shows("Heron Teapot");
}

#[tokio::test]
async fn what_is_new_is_shown_and_campaigns_without_a_category_lead_to_all_products() {
    let mut browser = Browser::of_sample();
    let home = browser.get("Home-Show").await;
    let (_, newest) = home.is_fine().body.split_once("New this season").expect("the newest");
    assert_eq!(newest.matches("class=\"tile\"").count(), 8);
    home.shows("Search-Show\">Free shipping from €75 on</a>");
    let all = browser.get("Search-Show").await;
    all.is_fine().shows("<h1>Search <small>").hides("Nothing fits.");
    assert_eq!(all.body.matches("class=\"tile\"").count(), 12);
    browser.get("Search-Show?cgid=nothing").await.is_fine().shows("Nothing fits.");
}

#[tokio::test]
async fn every_answer_says_how_browsers_should_take_it() {
    let mut browser = Browser::of_sample();
    for page in ["Home-Show", "Product-Variation?pid=KM01001", "Cart-MiniCartShow"] {
        let page = browser.get(page).await;
        assert_eq!(page.is_fine().headers["x-content-type-options"], "nosniff");
        assert_eq!(page.headers["referrer-policy"], "strict-origin-when-cross-origin");
    }
}
