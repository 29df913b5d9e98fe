//! What forms send so that no other page can send them.

use super::{Browser, turned};
use haltscope::sandbox::Shop;
use std::{collections::HashSet, sync::atomic::Ordering};

const CONTROLLER: &str = "var CSRF = require('dw/web/CSRFProtection');
    exports.Form = function () { response.writer.print([CSRF.generateToken(), CSRF.generateToken(), CSRF.tokenName, CSRF.getTokenName()].join('|')); };
    exports.Take = function () { response.writer.print(CSRF.validateRequest()); };
    exports.Out = function () { require('dw/customer/CustomerMgr').logoutCustomer(false); };
    Object.keys(exports).forEach(function (name) { exports[name].public = true; });";

async fn tokens(browser: &mut Browser) -> Vec<String> {
    let page = browser.get("Test-Form").await;
    let all: Vec<_> = page.is_fine().body.split('|').map(str::to_owned).collect();
    assert_eq!(all[2..], ["csrf_token", "csrf_token"]);
    all[..2].to_vec()
}

async fn takes(browser: &mut Browser, token: &str) -> bool {
    let page = browser.get(&format!("Test-Take?csrf_token={token}")).await;
    page.is_fine().body == "true"
}

#[tokio::test]
async fn each_token_is_another_one_and_good_for_its_session_and_an_hour() {
    let (shop, now) = turned(CONTROLLER, Shop::default());
    let mut browser = Browser::of(&shop);
    let first = tokens(&mut browser).await;
    now.fetch_add(20 * 60, Ordering::SeqCst);
    let second = tokens(&mut browser).await;
    let all: HashSet<&String> = first.iter().chain(&second).collect();
    assert_eq!(all.len(), 4);
    for token in all {
        assert!(takes(&mut browser, token).await, "{token}");
        assert!(takes(&mut browser, token).await, "as often as it is sent");
        assert!(!takes(&mut Browser::of(&shop), token).await, "another session sent it");
    }
    for forged in ["", "x", &first[0][1..], &first[0].replace(&first[0][10..20], "0123456789")] {
        assert!(!takes(&mut browser, forged).await, "{forged}");
    }
    for _ in 0..2 {
        now.fetch_add(20 * 60 - 1, Ordering::SeqCst);
        assert!(takes(&mut browser, &first[0]).await);
    }
    now.fetch_add(2, Ordering::SeqCst);
    assert!(!takes(&mut browser, &first[0]).await, "an hour later");
    assert!(takes(&mut browser, &second[0]).await, "40 minutes later");
    browser.get("Test-Out").await.is_fine();
    assert!(!takes(&mut browser, &second[0]).await, "it is another session");
}
