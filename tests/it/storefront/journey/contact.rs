//! Letters to the shop.

use super::super::{Browser, Page};
use axum::http::StatusCode;
use haltscope::sandbox::storefront::{Storefront, StorefrontOptions, sample_cartridges};
use haltscope::script::{Cartridges, Files};
use std::sync::Arc;

/// Tells the letters that the shop has.
const LETTERS: &str = "exports.Run = function () {
    var all = require('dw/object/CustomObjectMgr').getAllCustomObjects('ContactRequest').asList().toArray();
    all.forEach(function (it) { response.writer.println([it.custom.firstName, it.custom.lastName, it.custom.email, it.custom.topic.displayValue, it.custom.comment, it.custom.requestId].join('|')); });
};
exports.Run.public = true;";

const LETTER: [(&str, &str); 5] = [
    ("firstName", "Ada"),
    ("lastName", "Lovelace"),
    ("email", "ada@example.test"),
    ("topic", "repair"),
    ("comment", "The handle of <my> mug\ncame off."),
];

/// The sample with a controller that tells its letters.
fn shop() -> Browser {
    let own = vec![("cartridge/controllers/Letters.js".to_owned(), LETTERS.as_bytes().to_vec())];
    let path = Cartridges::new().with("app_look", Files::memory(own));
    let path = sample_cartridges()
        .into_iter()
        .filter(|cartridge| cartridge.name != "bm_content")
        .fold(path, |path, it| path.with(it.name, Files::memory(it.files)));
    let cartridges = Arc::new(path);
    let options = StorefrontOptions { cartridges, ..StorefrontOptions::sample("Storefront") };
    Browser::of(&Storefront::new(options))
}

async fn send(browser: &mut Browser, changed: &[(&str, &str)]) -> Page {
    let page = browser.get("ContactUs-Landing").await;
    let written: Vec<_> = LETTER.into_iter().chain(changed.iter().copied()).collect();
    browser.fill(page.is_fine(), "ContactUs-Subscribe", &written).await
}

#[tokio::test]
async fn a_letter_is_kept() {
    let mut browser = shop();
    let page = send(&mut browser, &[]).await;
    page.is_fine().shows("Thank you. We keep your letter as ").hides("Lovelace");
    let letters = browser.get("Letters-Run").await.body;
    let (text, number) = letters.trim_end().rsplit_once('|').expect("a letter");
    assert_eq!(text, "Ada|Lovelace|ada@example.test|A repair|The handle of <my> mug\ncame off.");
    page.shows(&format!("as {number}."));
    // What isn't there is not thanked for.
    let other = browser.get("ContactUs-Landing?number=%3Cb%3E").await;
    other.is_fine().hides("Thank you").hides("<b>");
}

#[tokio::test]
async fn a_letter_that_isnt_whole_is_shown_again() {
    let mut browser = shop();
    let page = send(&mut browser, &[("email", "ada@"), ("lastName", "")]).await;
    page.is_fine().shows("This is no e-mail address.").shows("Please fill this in.");
    page.shows("of &lt;my&gt; mug").shows("value=\"repair\" selected").hides("Thank you");
    let page = send(&mut browser, &[("topic", "weather")]).await;
    page.is_fine().shows("Please fill this in.").hides("Thank you");
    let long = "a".repeat(1001);
    send(&mut browser, &[("comment", &long)]).await.shows("This is too long.");
    let forged = browser.post("ContactUs-Subscribe", &LETTER).await;
    assert_eq!(forged.status, StatusCode::FORBIDDEN);
    assert_eq!(browser.get("Letters-Run").await.body, "");
}

#[tokio::test]
async fn a_customer_writes_less() {
    let mut browser = shop();
    super::account::register(&mut browser, &[]).await.shows("Hello, Ada.");
    let page = browser.get("ContactUs-Landing").await;
    page.is_fine().shows("value=\"Ada\"").shows("value=\"ada@example.test\"");
    browser.get("de/ContactUs-Landing").await.is_fine().shows("Schreiben Sie uns");
}
