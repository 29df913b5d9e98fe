//! Customers with an account: their profile, their addresses, their orders.

use super::super::{Browser, Page};
use super::INVOICE;
use axum::http::StatusCode;

const ADA: [(&str, &str); 5] = [
    ("firstName", "Ada"),
    ("lastName", "Lovelace"),
    ("customer_email", "ada@example.test"),
    ("login_password", "green tea please"),
    ("confirmation", "green tea please"),
];
const HOME: [(&str, &str); 7] = [
    ("addressId", "Home"),
    ("firstName", "Ada"),
    ("lastName", "Lovelace"),
    ("address1", "St James's Square 12"),
    ("postalCode", "SW1Y 4JH"),
    ("city", "London"),
    ("countryCode", "GB"),
];

pub(super) async fn register(browser: &mut Browser, changed: &[(&str, &str)]) -> Page {
    let page = browser.get("Account-Show").await;
    let written: Vec<_> = ADA.into_iter().chain(changed.iter().copied()).collect();
    browser.fill(&page, "Account-Register", &written).await
}

async fn registered() -> Browser {
    let mut browser = Browser::of_sample();
    register(&mut browser, &[]).await.is_fine().shows("Hello, Ada.");
    browser
}

/// Adds an address to the book, or changes what was written of it.
async fn keep(browser: &mut Browser, page: &str, changed: &[(&str, &str)]) -> Page {
    let page = browser.get(page).await;
    let written: Vec<_> = HOME.into_iter().chain(changed.iter().copied()).collect();
    browser.fill(page.is_fine(), "Address-SaveAddress", &written).await
}

#[tokio::test]
async fn visitors_register_log_in_and_out() {
    let mut browser = Browser::of_sample();
    let short = [("login_password", "short"), ("confirmation", "short")];
    let page = register(&mut browser, &short).await;
    page.is_fine().shows("A password needs at least 8 characters").shows("value=\"Ada\"");
    page.hides("short\"");
    let other = register(&mut browser, &[("confirmation", "green tea plaese")]).await;
    other.shows("This isn’t the same password.").hides("Hello");
    let wrong = [("firstName", ""), ("customer_email", "ada@"), ("phone", "call me")];
    let page = register(&mut browser, &wrong).await;
    page.shows("Please fill this in.").shows("This is no e-mail address.");
    page.shows("This is no phone number.");
    register(&mut browser, &[]).await.shows("Hello, Ada.");

    let account = browser.get("Account-Show").await;
    browser.fill(&account, "Account-Logout", &[]).await.is_fine();
    browser.get("Account-Show").await.hides("Hello, Ada.");
    register(&mut browser, &[]).await.shows("There is an account with this e-mail already.");
    let page = login(&mut browser, "ada@example.test", "wrong password").await;
    page.is_fine().shows("don’t fit").hides("wrong password");
    login(&mut browser, "ada@example.test", "green tea please").await.shows("Hello, Ada.");
}

async fn login(browser: &mut Browser, email: &str, password: &str) -> Page {
    let page = browser.get("Account-Show").await;
    let written = [("login_email", email), ("login_password", password)];
    browser.fill(&page, "Account-Login", &written).await
}

#[tokio::test]
async fn a_profile_changes_with_its_password() {
    let mut browser = registered().await;
    let page = browser.get("Account-EditProfile").await;
    page.is_fine().shows("value=\"ada@example.test\"");
    let new = [("firstName", "<i>Augusta</i>"), ("customer_email", "augusta@example.test")];
    let wrong = [new[0], new[1], ("password", "something else")];
    let page = browser.fill(&page, "Account-SaveProfile", &wrong).await;
    page.is_fine().shows("This isn’t your password.").shows("value=\"&lt;i&gt;Augusta");
    let right = [new[0], new[1], ("password", "green tea please")];
    let page = browser.fill(&page, "Account-SaveProfile", &right).await;
    page.shows("Hello, &lt;i&gt;Augusta&lt;/i&gt;.").shows("augusta@example.test");
    browser.fill(&page, "Account-Logout", &[]).await;
    login(&mut browser, "ada@example.test", "green tea please").await.shows("don’t fit");
    login(&mut browser, "augusta@example.test", "green tea please").await.shows("Hello");
}

#[tokio::test]
async fn addresses_are_added_changed_preferred_and_deleted() {
    let mut browser = registered().await;
    let page = browser.get("Address-List").await;
    page.is_fine().shows("There is no address in your book yet.");
    keep(&mut browser, "Address-AddAddress", &[("city", "")]).await.shows("Please fill this in.");
    let list = keep(&mut browser, "Address-AddAddress", &[]).await;
    list.is_fine().shows("<h2>Home").shows("SW1Y 4JH London").shows("used first");
    let again = keep(&mut browser, "Address-AddAddress", &[]).await;
    again.shows("You have an address of this name already.");
    let work = [("addressId", "Work & <co>"), ("city", "Bath")];
    let list = keep(&mut browser, "Address-AddAddress", &work).await;
    list.shows("Work &amp; &lt;co&gt;").shows("SW1Y 4JH Bath");

    let renamed = keep(
        &mut browser,
        "Address-EditAddress?addressId=Home",
        &[("addressId", "Town"), ("phone", "+44 20 7000 0000")],
    );
    renamed.await.shows("<h2>Town").hides("<h2>Home");
    let form = browser.get("Address-EditAddress?addressId=Town").await;
    form.shows("value=\"+44 20 7000 0000\"").shows("value=\"GB\" selected");

    // The page's first form of that kind is for the one that isn't preferred yet.
    let list = browser.get("Address-List").await;
    let list = browser.fill(&list, "Address-SetDefault", &[]).await;
    let first = list.body.split("<h2>").nth(1).expect("an address");
    assert!(first.contains("Work &amp;") && first.contains("used first"), "{first}");
    let list = browser.fill(&list, "Address-DeleteAddress", &[]).await;
    list.hides("Work &amp;").shows("<h2>Town").shows("used first");
    let gone = browser.get("Address-EditAddress?addressId=Home").await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_account_is_for_who_is_logged_in() {
    let mut browser = Browser::of_sample();
    for page in [
        "Account-EditProfile",
        "Address-List",
        "Address-AddAddress",
        "Address-EditAddress?addressId=Home",
        "Order-History",
        "Order-Details?orderID=00000001",
    ] {
        let page = browser.get(page).await;
        assert_eq!(page.status, StatusCode::FOUND);
        assert!(page.location().ends_with("/Account-Show"), "{}", page.location());
    }
}

#[tokio::test]
async fn a_customer_orders_to_an_address_of_the_book() {
    let mut browser = registered().await;
    keep(&mut browser, "Address-AddAddress", &[]).await;
    browser.submit("Cart-AddProduct", &[("pid", "KM01002-01")]).await;
    let page = browser.get("Checkout-Begin").await;
    page.is_fine().shows("value=\"ada@example.test\"").shows("SW1Y 4JH London");
    let unknown = [INVOICE[0], ("addressId", "Elsewhere")];
    let page = browser.fill(&page, "Checkout-PlaceOrder", &unknown).await;
    page.shows("This address isn’t in your book.");
    let page = browser.get("Checkout-Begin").await;
    let home = [INVOICE[0], ("addressId", "Home")];
    let done = browser.fill(&page, "Checkout-PlaceOrder", &home).await;
    done.is_fine().shows("We have your order 00000001; the confirmation goes to ada@example.test.");
    done.shows("St James&#39;s Square 12").shows("SW1Y 4JH London");

    browser.get("Account-Show").await.shows("00000001");
    browser.get("Order-History").await.shows("orderID=00000001").shows("One piece");
    let order = browser.get("Order-Details?orderID=00000001").await;
    order.is_fine().shows("Alder Espresso Cup").shows("SW1Y 4JH London");
    let unknown = browser.get("Order-Details?orderID=00000002").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_address_that_was_added_on_the_way_to_the_checkout_is_the_one_that_is_chosen() {
    let mut browser = registered().await;
    browser.submit("Cart-AddProduct", &[("pid", "KM01002-01")]).await;
    browser.get("Checkout-Begin").await.is_fine().hides("value=\"Home\"");
    keep(&mut browser, "Address-AddAddress", &[]).await;
    let page = browser.get("Checkout-Begin").await;
    page.is_fine().shows("value=\"Home\" checked");

    // One that is gone isn't, and what was written is kept.
    let list = browser.get("Address-List").await;
    browser.fill(&list, "Address-DeleteAddress", &[]).await;
    keep(&mut browser, "Address-AddAddress", &[("addressId", "Mill")]).await;
    let page = browser.get("Checkout-Begin").await;
    page.is_fine().shows("value=\"Mill\" checked");
    let other = [INVOICE[0], ("addressId", ""), ("shipping_address_address1", "Lane 1")];
    let page = browser.fill(&page, "Checkout-PlaceOrder", &other).await;
    page.is_fine().shows("Please fill this in.");
    let page = browser.get("Checkout-Begin").await;
    page.is_fine().shows("value=\"Lane 1\"").hides("value=\"Mill\" checked");
}

#[tokio::test]
async fn who_logs_in_on_the_way_to_the_checkout_comes_back_to_it() {
    let mut browser = registered().await;
    let account = browser.get("Account-Show").await;
    browser.fill(&account, "Account-Logout", &[]).await;
    browser.submit("Cart-AddProduct", &[("pid", "KM01002-01")]).await;
    let checkout = browser.get("Checkout-Begin").await;
    checkout
        .is_fine()
        .shows("2-4 days")
        .shows(">1 day<")
        .shows("the same day")
        .shows("Account-Show?rurl=checkout\">Have an account? Log in.");
    let entrance = browser.get("Account-Show?rurl=checkout").await;
    let wrong = [("login_email", "ada@example.test"), ("login_password", "black tea")];
    let entrance = browser.fill(&entrance, "Account-Login", &wrong).await;
    entrance.is_fine().shows("don’t fit");
    let right = [("login_email", "ada@example.test"), ("login_password", "green tea please")];
    let checkout = browser.fill(&entrance, "Account-Login", &right).await;
    checkout.is_fine().shows("<h1>Checkout</h1>").shows("value=\"ada@example.test\"");
    checkout.shows("Alder Espresso Cup").hides("Have an account?");
}

#[tokio::test]
async fn who_registers_on_the_way_to_the_checkout_comes_back_to_it_and_nobody_goes_astray() {
    let mut browser = Browser::of_sample();
    browser.submit("Cart-AddProduct", &[("pid", "KM01002-01")]).await;
    let entrance = browser.get("Account-Show?rurl=checkout").await;
    let checkout = browser.fill(&entrance, "Account-Register", &ADA).await;
    checkout.is_fine().shows("<h1>Checkout</h1>");
    for goal in ["https://elsewhere.test/", "constructor", ""] {
        let mut browser = Browser::of_sample();
        let entrance = browser.get(&format!("Account-Show?rurl={goal}")).await;
        entrance.is_fine().hides("elsewhere").hides("rurl=");
        browser.fill(&entrance, "Account-Register", &ADA).await.shows("Hello, Ada.");
    }
}
