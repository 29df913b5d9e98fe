//! The cart's coupons, and the small one in the header of every page.

use super::super::Browser;
use axum::http::StatusCode;

#[tokio::test]
async fn a_coupon_is_taken_out_again() {
    let mut browser = Browser::of_sample();
    let cart = browser.submit("Cart-AddProduct", &[("pid", "KM01002-01"), ("quantity", "1")]).await;
    let cart = browser.fill(&cart, "Cart-AddCoupon", &[("code", "welcome10")]).await;
    cart.shows("-€1.89").shows("€21.91");

    let cart = browser.fill(&cart, "Cart-RemoveCouponLineItem", &[]).await;
    cart.is_fine().shows("The code WELCOME10 is out again.").hides("-€1.89").shows("€23.80");
    cart.hides("Cart-RemoveCouponLineItem");
    // It can be put in again.
    let cart = browser.fill(&cart, "Cart-AddCoupon", &[("code", "welcome10")]).await;
    cart.shows("The code WELCOME10 is in.").shows("-€1.89");
}

#[tokio::test]
async fn a_coupon_that_isnt_there_changes_nothing() {
    let mut browser = Browser::of_sample();
    let cart = browser.submit("Cart-AddProduct", &[("pid", "KM01002-01"), ("quantity", "1")]).await;
    let cart = browser.fill(&cart, "Cart-AddCoupon", &[("code", "welcome10")]).await;
    let token = cart.input("csrf_token");
    let unknown = [("csrf_token", token.as_str()), ("uuid", "unknown")];
    let cart = browser.submit("Cart-RemoveCouponLineItem", &unknown).await;
    cart.is_fine().hides("out again").shows("-€1.89");
    let forged = browser.post("Cart-RemoveCouponLineItem", &[("uuid", "unknown")]).await;
    assert_eq!(forged.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn every_page_tells_how_much_is_in_the_cart() {
    let mut browser = Browser::of_sample();
    browser.get("Home-Show").await.is_fine().hides("<span class=\"count\">");
    browser.get("Cart-MiniCartShow").await.is_fine().shows("Your cart is empty.");
    for (pid, quantity) in [("KM01002-01", "2"), ("KM01001-03", "1")] {
        browser.submit("Cart-AddProduct", &[("pid", pid), ("quantity", quantity)]).await;
    }
    let home = browser.get("Home-Show").await;
    home.is_fine().shows("<span class=\"count\">3</span>").shows("Cart-MiniCartShow\"><a");

    let flyout = browser.get("Cart-MiniCartShow").await;
    flyout.is_fine().hides("<html").shows("2 × ").shows("Heron Mug").shows("3 pieces, together");
    // Three mugs are 52.30, and 20 % less.
    flyout.shows("€41.84").shows("Checkout-Begin");
    // It belongs into pages, not in their place.
    let alone = browser.get("Cart-MiniCart").await;
    assert_ne!(alone.status, StatusCode::OK);
}
