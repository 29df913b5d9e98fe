//! What is checked before there is an order, and whose it is.

use super::super::Browser;
use super::{ADDRESS, CARD, INVOICE, order};
use axum::http::StatusCode;

async fn with_a_cup() -> Browser {
    let mut browser = Browser::of_sample();
    browser.submit("Cart-AddProduct", &[("pid", "KM01002-01")]).await;
    browser
}

#[tokio::test]
async fn a_declined_card_gives_the_cart_back() {
    let mut browser = with_a_cup().await;
    let declined = [CARD[0], ("number", "4000 0000 0000 0002")];
    let page = order(&mut browser, &declined).await;
    page.is_fine().shows("The card was declined.").shows("Alder Espresso Cup").hides("0002\"");
    let page = order(&mut browser, &INVOICE).await;
    page.shows("We have your order 00000002; the confirmation goes");
}

#[tokio::test]
async fn a_checkout_form_says_what_is_missing() {
    let mut browser = with_a_cup().await;
    let page = browser.get("Checkout-Begin").await;
    page.shows("maxlength=\"50\"").shows(" required");
    let wrong = [
        ("shipping_email", "no"),
        ("shipping_address_firstName", "<Ada>"),
        ("shipping_address_postalCode", "??"),
        INVOICE[0],
    ];
    let page = browser.fill(&page, "Checkout-PlaceOrder", &wrong).await;
    page.is_fine()
        .shows("This is no e-mail address.")
        .shows("This is no postal code.")
        .shows("Please fill this in.")
        .shows("&lt;Ada&gt;");
    page.hides("<Ada>").hides("Thank you!");
    let page = browser.get("de/Checkout-Begin").await;
    let page = browser.fill(&page, "Checkout-PlaceOrder", &[("shipping_email", "")]).await;
    page.is_fine().shows("Bitte ausfüllen.").shows("Straße und Nummer");
}

#[tokio::test]
async fn what_a_request_leaves_out_is_missing_too() {
    let mut browser = with_a_cup().await;
    let token = browser.get("Checkout-Begin").await.input("csrf_token");
    let form = [("csrf_token", token.as_str()), ("dwfrm_billing_paymentMethod", "INVOICE")];
    let page = browser.post("Checkout-PlaceOrder", &form).await;
    page.is_fine().shows("Please fill this in.").shows("Please choose how to ship.");
    let page = order(&mut browser, &[("paymentMethod", "BARTER")]).await;
    page.is_fine().shows("Please choose how to pay.");
}

#[tokio::test]
async fn a_card_needs_a_number_that_is_one() {
    let mut browser = with_a_cup().await;
    for number in ["", "4111 1111 1111 1112", "<b>", "4111"] {
        let page = order(&mut browser, &[CARD[0], ("number", number)]).await;
        page.is_fine().shows("This is no card number.").hides("<b>\"").hides("1111 1112");
    }
    order(&mut browser, &CARD).await.shows("************1111");
}

#[tokio::test]
async fn a_bill_goes_to_its_own_address() {
    let mut browser = with_a_cup().await;
    let apart = [("sameAddress", "false"), INVOICE[0]];
    let page = order(&mut browser, &apart).await;
    assert_eq!(page.is_fine().body.matches("Please fill this in.").count(), 5);
    let bill: Vec<_> = ADDRESS[1..]
        .iter()
        .map(|(name, value)| (name.replace("shipping_", "billing_"), *value))
        .collect();
    let mut written = apart.to_vec();
    written.extend(bill.iter().map(|(name, value)| (name.as_str(), *value)));
    written.push(("billing_address_firstName", "Augusta"));
    order(&mut browser, &written).await.shows("We have your order 00000001").shows("Ada Lovelace");
}

#[tokio::test]
async fn much_isnt_sold_by_invoice() {
    let mut browser = Browser::of_sample();
    for pid in ["KM01001-01", "KM01002-01"] {
        let pieces = [("pid", pid), ("quantity", "20")];
        browser.submit("Cart-AddProduct", &pieces).await.is_fine();
    }
    order(&mut browser, &INVOICE).await.shows("By invoice you can buy for €500.00 at most.");
}

#[tokio::test]
async fn an_order_is_for_its_owner_alone() {
    let mut browser = with_a_cup().await;
    order(&mut browser, &INVOICE).await.is_fine();
    let page = browser.get("Order-Confirm?ID=00000001&token=guessed").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    let page = browser.get("Order-Confirm?ID=00000001").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
}
