//! Products that a promotion lets a visitor choose.

use super::super::{Browser, Page};
use super::{INVOICE, order};
use axum::http::StatusCode;

const TEAPOT: &str = "KT05002-01";
const OFFER: &str = "A cup of your choice with a teapot";

async fn with_teapots(count: &str) -> (Browser, Page) {
    let mut browser = Browser::of_sample();
    let cart = browser.submit("Cart-AddProduct", &[("pid", TEAPOT), ("quantity", count)]).await;
    cart.is_fine().shows(OFFER).shows("Gorse Espresso Cup").shows("I take this one");
    (browser, cart)
}

async fn choose(browser: &mut Browser, cart: &Page, pid: &str) -> Page {
    browser.fill(cart, "Cart-AddBonusProducts", &[("pid", pid)]).await
}

/// The lines of a cart: each a row of its table.
fn lines(cart: &Page) -> Vec<&str> {
    cart.body.split("<tr>").skip(1).collect()
}

#[tokio::test]
async fn a_present_is_chosen_and_ordered() {
    let (mut browser, cart) = with_teapots("1").await;
    // What is sold out isn't given either.
    cart.hides("Osprey Mug");
    let cart = choose(&mut browser, &cart, "KM01032").await;
    cart.is_fine().shows("Gorse Espresso Cup is in your cart.").shows("Rather this one");
    let [teapot, cup] = lines(&cart)[..] else { panic!("two lines: {}", cart.body) };
    assert!(teapot.contains("Alder Coffee Pot") && teapot.contains("€29.00"), "{teapot}");
    assert!(cup.contains("Gorse Espresso Cup") && cup.contains("a present"), "{cup}");
    assert!(cup.contains("<b>€0.00</b>") && !cup.contains("type=\"number\""), "{cup}");
    assert!(!cup.contains("<s>"), "no other price is crossed out: {cup}");
    // It costs nothing: what is to pay are the pot and its way.
    cart.shows("€33.90");

    let done = order(&mut browser, &INVOICE).await;
    done.is_fine().shows("1 × Alder Coffee Pot").shows("1 × Gorse Espresso Cup");
    browser.get("Product-Show?pid=KM01032").await.shows("24 in stock");
}

#[tokio::test]
async fn another_choice_takes_the_place_of_the_first() {
    let (mut browser, cart) = with_teapots("1").await;
    let cart = choose(&mut browser, &cart, "KM01032").await;
    let cart = choose(&mut browser, &cart, "KM01001-01").await;
    let [_, cup] = lines(&cart)[..] else { panic!("two lines: {}", cart.body) };
    assert!(cup.contains("Heron Mug"), "{cup}");
    cart.shows("value=\"KM01001-01\" required checked");
    // One that is bought is a line of its own.
    let cart = browser.submit("Cart-AddProduct", &[("pid", "KM01001-01")]).await;
    assert_eq!(lines(&cart).len(), 3);
    cart.shows("€14.50");
}

#[tokio::test]
async fn a_present_goes_with_what_qualifies_for_it() {
    let (mut browser, cart) = with_teapots("1").await;
    choose(&mut browser, &cart, "KM01032").await;
    browser.submit("Cart-AddProduct", &[("pid", "KM01002-01")]).await;
    let cart = browser.get("Cart-Show").await;
    assert_eq!(lines(&cart).len(), 3);
    // The first line is the teapot.
    let cart = browser.fill(&cart, "Cart-UpdateQuantity", &[("quantity", "0")]).await;
    let [cup] = lines(&cart)[..] else { panic!("one line: {}", cart.body) };
    assert!(cup.contains("Alder Espresso Cup"), "{cup}");
    cart.hides(OFFER).hides("Gorse");
}

#[tokio::test]
async fn fewer_teapots_give_fewer_presents() {
    let (mut browser, cart) = with_teapots("2").await;
    let cart = choose(&mut browser, &cart, "KM01032").await;
    cart.shows("I take this one");
    let cart = choose(&mut browser, &cart, "KM01040").await;
    cart.shows("Rather this one");
    assert_eq!(lines(&cart).len(), 3);
    let cart = browser.fill(&cart, "Cart-UpdateQuantity", &[("quantity", "1")]).await;
    let [_, cup] = lines(&cart)[..] else { panic!("two lines: {}", cart.body) };
    assert!(cup.contains("Orchard Mug"), "{cup}");
}

#[tokio::test]
async fn only_what_is_offered_is_given() {
    let (mut browser, cart) = with_teapots("1").await;
    let other = choose(&mut browser, &cart, "KM01008").await;
    other.is_fine().shows("KM01008 isn’t among the presents.");
    assert_eq!(lines(&other).len(), 1);
    let sold_out = choose(&mut browser, &cart, "KM01016").await;
    sold_out.shows("We have only 0 of it.");
    let uuid = cart.input("uuid");
    let forged = [("uuid", uuid.as_str()), ("pid", "KM01032")];
    let page = browser.post("Cart-AddBonusProducts", &forged).await;
    assert_eq!(page.status, StatusCode::FORBIDDEN);
    let token = cart.input("csrf_token");
    let elsewhere = [("csrf_token", token.as_str()), ("uuid", "other"), ("pid", "KM01032")];
    let page = browser.submit("Cart-AddBonusProducts", &elsewhere).await;
    page.shows("KM01032 isn’t among the presents.");
}
