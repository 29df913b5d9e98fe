//! A browser that is to know its customer again.

use super::{Browser, Page, archived, turned};
use axum::http::header;
use haltscope::sandbox::Shop;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

const CONTROLLER: &str = "var Mgr = require('dw/customer/CustomerMgr');
    var BasketMgr = require('dw/order/BasketMgr');
    var Transaction = require('dw/system/Transaction');
    function shown() {
        var basket = BasketMgr.currentBasket;
        response.writer.print([customer.registered, customer.authenticated, customer.anonymous, customer.externallyAuthenticated,
            session.customerAuthenticated, session.userName, customer.profile && customer.profile.email,
            basket && basket.productLineItems.length, basket && basket.customerEmail, BasketMgr.storedBasket && 'stored'].join('|'));
    }
    exports.Show = function () { shown(); };
    exports.Register = function () {
        Transaction.wrap(function () { Mgr.createCustomer('ada@example.test', 'white tea, please').profile.email = 'ada@example.test'; });
    };
    exports.In = function () {
        var found = Mgr.authenticateCustomer('ada@example.test', 'white tea, please');
        Mgr.loginCustomer(found, request.httpParameterMap.remember.booleanValue);
        shown();
    };
    exports.Out = function () { Mgr.logoutCustomer(request.httpParameterMap.remember.booleanValue); shown(); };
    exports.Remove = function () { Transaction.wrap(function () { Mgr.removeCustomer(customer); }); shown(); };
    exports.Add = function () {
        Transaction.wrap(function () {
            var basket = BasketMgr.currentOrNewBasket;
            basket.createProductLineItem('KM01001-01', basket.defaultShipment);
            basket.customerEmail = 'typed@example.test';
        });
        shown();
    };
    exports.Empty = function () { BasketMgr.deleteBasket(BasketMgr.currentBasket); };
    exports.Cookies = function () {
        var names = [];
        for (var i = 0; i < request.httpCookies.cookieCount; i += 1) { names.push(request.httpCookies[i].name); }
        response.writer.print(names.join() + '|' + request.httpHeaders.cookie);
    };
    exports.Forge = function () {
        var Cookie = require('dw/web/Cookie');
        response.addHttpCookie(new Cookie(request.httpParameterMap.name.value, 'x'));
    };
    Object.keys(exports).forEach(function (name) { exports[name].public = true; });";

const HOUR: u64 = 60 * 60;

const GUEST: &str = "false|false|true|false|false|storefront||||";
const LOGGED_IN: &str = "true|true|false|false|true|registered|ada@example.test|||";
const KNOWN: &str = "true|false|false|false|false|storefront|ada@example.test|||";

/// The line that a page sets the customer's cookie with.
fn customer_line(page: &Page) -> Option<String> {
    let mut lines = page.headers.get_all(header::SET_COOKIE).iter();
    lines
        .find_map(|line| line.to_str().ok().filter(|line| line.starts_with("dwcustomer_")))
        .map(str::to_owned)
}

async fn remembered() -> (Browser, Arc<AtomicU64>) {
    remembered_in(Shop::default()).await
}

async fn remembered_in(shop: Shop) -> (Browser, Arc<AtomicU64>) {
    let (shop, now) = turned(CONTROLLER, shop);
    let mut browser = Browser::of(&shop);
    browser.get("Test-Register").await.is_fine();
    let page = browser.get("Test-In?remember=true").await;
    assert_eq!(page.is_fine().body, LOGGED_IN);
    let line = customer_line(&page).expect("the browser is told");
    assert!(line.ends_with("; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax"), "{line}");
    (browser, now)
}

#[tokio::test]
async fn a_customer_is_known_again_without_being_logged_in() {
    let (mut browser, now) = remembered().await;
    let page = browser.get("Test-Show").await;
    assert_eq!((page.body.as_str(), customer_line(&page)), (LOGGED_IN, None));

    // Half an hour later the session is over.
    now.fetch_add(HOUR, Ordering::SeqCst);
    assert_eq!(browser.get("Test-Show").await.body, KNOWN);
    assert_eq!(browser.get("Test-Show").await.body, KNOWN, "the session goes on so");

    // So it is when the browser was closed.
    browser.cookies.remove("sid-Storefront");
    assert_eq!(browser.get("Test-Show").await.body, KNOWN);

    now.fetch_add(180 * 24 * HOUR, Ordering::SeqCst);
    let page = browser.get("Test-Show").await;
    assert_eq!(page.body, GUEST, "180 days later");
    assert!(customer_line(&page).expect("it goes").contains("; Max-Age=0;"));
    assert_eq!(customer_line(&browser.get("Test-Show").await), None);
}

#[tokio::test]
async fn a_customer_finds_the_basket_of_a_session_that_is_over() {
    let (mut browser, now) = remembered().await;
    browser.get("Test-Add").await.is_fine();
    now.fetch_add(HOUR, Ordering::SeqCst);
    let page = browser.get("Test-Show").await;
    assert_eq!(page.is_fine().body, KNOWN, "nobody has logged in");
    let page = browser.get("Test-In").await;
    let found = LOGGED_IN.replace("|||", "|1|ada@example.test|");
    assert_eq!(page.is_fine().body, found, "without what was typed");
    assert_eq!(browser.get("Test-Show").await.body, found);

    // Another basket that he comes with stays, and the earlier one is beside it.
    now.fetch_add(HOUR, Ordering::SeqCst);
    browser.cookies.clear();
    browser.get("Test-Add").await.is_fine();
    let page = browser.get("Test-In").await;
    assert_eq!(page.is_fine().body, LOGGED_IN.replace("|||", "|1|ada@example.test|stored"));
}

#[tokio::test]
async fn a_basket_waits_as_long_as_the_site_keeps_baskets() {
    let preferences = "<preferences><standard-preferences><all-instances>\
        <preference preference-id=\"BasketLifetime\">240</preference></all-instances></standard-preferences></preferences>";
    let shop = archived(&[("sites/Storefront/preferences.xml", preferences)]);
    let (mut browser, now) = remembered_in(shop).await;
    let found = LOGGED_IN.replace("|||", "|1|ada@example.test|");
    for logs_out in [false, true] {
        for (hours, expected) in [(3, found.as_str()), (4, LOGGED_IN)] {
            browser.get("Test-In").await.is_fine();
            browser.get("Test-Add").await.is_fine();
            if logs_out {
                browser.get("Test-Out").await.is_fine();
            } else {
                // Half an hour later the session is over, and the basket waits from the next request on.
                now.fetch_add(HOUR, Ordering::SeqCst);
                browser.get("Test-Show").await.is_fine();
            }
            now.fetch_add(hours * HOUR, Ordering::SeqCst);
            let page = browser.get("Test-In").await;
            assert_eq!(page.is_fine().body, expected, "{hours} hours later, {logs_out}");
            browser.get("Test-Empty").await.is_fine();
        }
    }
}

#[tokio::test]
async fn who_logs_out_may_be_known_further_on_or_not() {
    let (mut browser, _) = remembered().await;
    assert_eq!(browser.get("Test-Out?remember=true").await.body, KNOWN);
    assert_eq!(browser.get("Test-Show").await.body, KNOWN);
    let page = browser.get("Test-Out").await;
    assert_eq!(page.body, GUEST);
    assert!(customer_line(&page).expect("it goes").contains("; Max-Age=0;"));
    assert_eq!(browser.get("Test-Show").await.body, GUEST);
    assert_eq!(browser.cookies.len(), 1);

    // A login that doesn't remember has no such cookie; a logout that does has.
    let page = browser.get("Test-In").await;
    assert_eq!((page.body.as_str(), customer_line(&page)), (LOGGED_IN, None));
    let page = browser.get("Test-Out?remember=true").await;
    assert_eq!(page.body, KNOWN);
    assert!(customer_line(&page).is_some());
    let page = browser.get("Test-In").await;
    assert!(customer_line(&page).expect("it goes").contains("; Max-Age=0;"));
}

#[tokio::test]
async fn nobody_is_known_by_a_cookie_of_another_kind() {
    let (mut browser, _) = remembered().await;
    browser.cookies.remove("sid-Storefront");
    let (name, token) = browser.cookies.pop_first().expect("the customer's");
    for other in ["", "x", "a.b.c", &token[..token.len() - 2]] {
        browser.cookies = [(name.clone(), other.to_owned())].into();
        assert_eq!(browser.get("Test-Show").await.body, GUEST, "{other}");
    }
    let mut elsewhere = Browser::of(&turned(CONTROLLER, Shop::default()).0);
    elsewhere.get("Test-Register").await.is_fine();
    elsewhere.cookies = [(name.clone(), token.clone())].into();
    assert_eq!(elsewhere.get("Test-Show").await.body, GUEST, "another storefront signed it");

    // Who removes himself isn't known any more.
    browser.cookies = [(name.clone(), token.clone())].into();
    let page = browser.get("Test-Remove").await;
    assert!(page.body.contains("only who is can be removed"), "{}", page.body);
    browser.get("Test-In?remember=true").await.is_fine();
    let page = browser.get("Test-Remove").await;
    assert_eq!(page.is_fine().body, GUEST);
    browser.cookies = [(name, token)].into();
    assert_eq!(browser.get("Test-Show").await.body, GUEST);
}

#[tokio::test]
async fn scripts_neither_see_nor_set_the_cookie() {
    let (mut browser, _) = remembered().await;
    browser.cookies.insert("own".to_owned(), "1".to_owned());
    assert_eq!(browser.get("Test-Cookies").await.body, "own|own=1");
    let name = browser.cookies.keys().find(|name| name.starts_with("dwcustomer_")).cloned();
    let page = browser.get(&format!("Test-Forge?name={}", name.expect("the cookie"))).await;
    assert_eq!(customer_line(page.is_fine()), None);
    assert!(browser.get("Test-Forge?name=mine").await.headers.contains_key(header::SET_COOKIE));
}

#[tokio::test]
async fn what_one_who_is_known_puts_into_the_basket_is_his() {
    let (mut browser, now) = remembered().await;
    now.fetch_add(HOUR, Ordering::SeqCst);
    let known = "true|false|false|false|false|storefront|ada@example.test|1|typed@example.test|";
    assert_eq!(browser.get("Test-Add").await.is_fine().body, known);
    let page = browser.get("Test-In?remember=true").await;
    assert!(page.body.ends_with("|1|typed@example.test|"), "{}", page.body);
    assert!(customer_line(&page).is_some(), "the 180 days begin again");
    assert_eq!(browser.get("Test-Out?remember=true").await.body, KNOWN, "it waits for the login");
    browser.get("Test-Add").await.is_fine();
    let page = browser.get("Test-In").await;
    assert!(page.body.ends_with("|1|typed@example.test|stored"), "{}", page.body);
}
