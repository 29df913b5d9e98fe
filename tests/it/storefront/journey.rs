//! A visitor buys something, as with a browser.

use super::{Browser, Page};
use axum::http::StatusCode;
use haltscope::sandbox::storefront::{Storefront, StorefrontOptions};
use haltscope::script::Owner;

mod account;
mod bonus;
mod cart;
mod checkout;
mod contact;
mod designed;
mod home;
mod product;
mod stores;

/// What a visitor tells to have something sent; the last part of each field's name.
const ADDRESS: [(&str, &str); 6] = [
    ("shipping_email", "ada@example.test"),
    ("shipping_address_firstName", "Ada"),
    ("shipping_address_lastName", "Lovelace"),
    ("shipping_address_address1", "St James's Square 12"),
    ("shipping_address_postalCode", "10115"),
    ("shipping_address_city", "Berlin"),
];
const CARD: [(&str, &str); 2] =
    [("paymentMethod", "CREDIT_CARD"), ("number", "4111 1111 1111 1111")];
const INVOICE: [(&str, &str); 1] = [("paymentMethod", "INVOICE")];

/// Orders what is in the cart, by express.
async fn order(browser: &mut Browser, payment: &[(&str, &str)]) -> Page {
    let checkout = browser.get("Checkout-Begin").await;
    let mut written = ADDRESS.to_vec();
    written.push(("shipping_method", "express"));
    written.extend(payment);
    browser.fill(&checkout, "Checkout-PlaceOrder", &written).await
}

#[tokio::test]
async fn from_the_home_page_to_an_order() {
    buy(Browser::of_sample()).await;
}

#[tokio::test]
async fn from_the_home_page_to_an_order_with_a_debugger_attached() {
    let shop = Storefront::new(StorefrontOptions::sample("Storefront"));
    shop.engine().control().attach(Owner(1));
    buy(Browser::of(&shop)).await;
}

async fn buy(mut browser: Browser) {
    let start = browser.get("/").await;
    assert_eq!(start.status, StatusCode::FOUND);
    let home = browser.get(start.location()).await;
    home.is_fine()
        .shows("Plain things, well made")
        .shows("20 % off from two mugs on")
        .shows("Mugs");
    home.shows("/de/Home-Show\" lang=\"de\">Deutsch</a>");

    let found = browser.get("Search-Show?q=heron%20mug").await;
    found.is_fine().shows("Product-Show?pid=KM01001").shows("Heron Mug");

    let master = browser.get("Product-Show?pid=KM01001").await;
    master.is_fine().shows("Please choose").hides("Cart-AddProduct");
    let chosen = browser.get("Product-Show?pid=KM01001&dwvar_KM01001_color=snow").await;
    chosen.is_fine().shows("Cart-AddProduct");
    let variant = chosen.input("pid");
    assert_eq!(variant, "KM01001-03");

    let cart = browser.submit("Cart-AddProduct", &[("pid", &variant), ("quantity", "1")]).await;
    cart.is_fine()
        .shows("Heron Mug is in your cart.")
        .shows("€14.50")
        .shows("€4.90")
        .shows("€19.40");
    cart.shows("€60.50 more and shipping is free.").shows("<span class=\"count\">1</span>");
    cart.shows("class=\"picture snow\"");

    let cart = browser.submit("Cart-AddProduct", &[("pid", &variant), ("quantity", "2")]).await;
    // Three mugs are 43.50; 20 % of that are 8.70.
    cart.shows("20 % off from two mugs on (-€8.70)").shows("€34.80").shows("€39.70");

    let done = order(&mut browser, &CARD).await;
    done.is_fine()
        .shows("We have your order 00000001; the confirmation goes to ada@example.test.")
        .shows("3 × Heron Mug");
    done.shows("************1111")
        .shows("You earned 3 leaves.")
        .shows("Ada Lovelace")
        .shows("<br>Germany")
        .hides("4111 1111");
    // Express shipping: 34.80 + 12.90.
    done.shows("€47.70");

    browser.get("Cart-Show").await.shows("Your cart is empty.");
    browser.get("Product-Show?pid=KM01001-03").await.shows("9 in stock");
}

#[tokio::test]
async fn coupons_and_quantities_change_the_cart() {
    let mut browser = Browser::of_sample();
    let cart = browser.submit("Cart-AddProduct", &[("pid", "KM01002-01"), ("quantity", "1")]).await;
    let (token, uuid) = (cart.input("csrf_token"), cart.input("uuid"));
    let csrf = ("csrf_token", token.as_str());

    let cart = browser.submit("Cart-AddCoupon", &[csrf, ("code", "nothing")]).await;
    cart.shows("We don’t know the code NOTHING.");
    let cart = browser.submit("Cart-AddCoupon", &[csrf, ("code", "welcome10")]).await;
    // 10 % of 18.90, half a cent up.
    cart.shows("The code WELCOME10 is in.").shows("-€1.89").shows("€21.91");
    let cart = browser.submit("Cart-AddCoupon", &[csrf, ("code", "WELCOME10")]).await;
    cart.shows("is in already");

    let cart =
        browser.submit("Cart-UpdateQuantity", &[csrf, ("uuid", &uuid), ("quantity", "9999")]).await;
    cart.shows("We have only 36 of it.").shows("value=\"36\"");
    // The button that removes sends the field beside it, too.
    let sent = [csrf, ("uuid", uuid.as_str()), ("quantity", "36"), ("remove", "true")];
    cart.shows("name=\"remove\" value=\"true\"");
    let cart = browser.submit("Cart-UpdateQuantity", &sent).await;
    cart.shows("Your cart is empty.");
}

#[tokio::test]
async fn a_form_from_elsewhere_changes_nothing() {
    let mut browser = Browser::of_sample();
    let cart = browser.submit("Cart-AddProduct", &[("pid", "KM01002-01")]).await;
    let uuid = cart.input("uuid");
    for token in [None, Some(("csrf_token", "guessed"))] {
        let form: Vec<_> =
            [("uuid", uuid.as_str()), ("quantity", "0")].into_iter().chain(token).collect();
        let page = browser.post("Cart-UpdateQuantity", &form).await;
        assert_eq!(page.status, StatusCode::FORBIDDEN);
    }
    browser.get("Cart-Show").await.shows("Alder Espresso Cup");
}

#[tokio::test]
async fn what_cant_be_sold_is_refused() {
    let mut browser = Browser::of_sample();
    for (pid, quantity, message) in [
        ("KM01001", "1", "We don’t sell KM01001 like this."),
        ("NOTHING", "1", "We don’t sell NOTHING like this."),
        ("KM01001-02", "3", "We have only 2 of it."),
        ("KM01001-02", "-1", "We have only 2 of it."),
    ] {
        let page = browser.submit("Cart-AddProduct", &[("pid", pid), ("quantity", quantity)]).await;
        page.is_fine().shows(message);
    }
}

#[tokio::test]
async fn searches_page_and_refine() {
    let mut browser = Browser::of_sample();
    let first = browser.get("Search-Show?cgid=kitchen-mugs").await;
    first.is_fine().shows("42 products").shows("start=12").shows("Colour");
    assert_eq!(first.body.matches("class=\"tile\"").count(), 12);
    let last = browser.get("Search-Show?cgid=kitchen-mugs&start=36&sz=12").await;
    assert_eq!(last.body.matches("class=\"tile\"").count(), 6);
    let refined = browser.get("Search-Show?cgid=kitchen-mugs&prefn1=color&prefv1=moss").await;
    refined.is_fine().hides("42 products").shows("aria-current=\"true\"");
    let none = browser.get("Search-Show?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E").await;
    none.is_fine().shows("&lt;script&gt;").hides("<script>alert").shows("Nothing fits.");
}

#[tokio::test]
async fn prices_are_bounded_within_the_rest_of_a_search() {
    let mut browser = Browser::of_sample();
    // The header's own form is to the same page; the one with the bounds comes behind it.
    let start =
        "Search-Show?cgid=kitchen-mugs&srule=price-low-to-high&prefn1=color&prefv1=moss|ink";
    let page = browser.get(start).await;
    let (_, bounds) = page.body.split_once("price-range").expect("the form with the bounds");
    let bounds = format!("<form class=\"{}", bounds.split_once("</form>").expect("its end").0);
    let page = Page { body: bounds + "</form>", ..page };
    let page = browser.fill(&page, "Search-Show", &[("pmin", "14.5"), ("pmax", "18")]).await;
    page.is_fine().shows("value=\"14.5\"").shows("€14.50").hides("€18.90").hides("€12.50");
    // What was chosen before still is, in its colour and order.
    assert_eq!(page.body.matches("aria-current=\"true\"").count(), 2);
    page.shows("class=\"picture moss\"").hides("class=\"picture sky\"");
    page.shows("class=\"selected\" href=\"").shows("Price, low to high");
}

#[tokio::test]
async fn an_address_of_nothing_is_a_page_of_the_shop() {
    let mut browser = Browser::of_sample();
    let page = browser.get("/nothing/here.html").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    page.shows("We looked for “/nothing/here.html” and found nothing.").shows("Fern &amp; Flint");
}

#[tokio::test]
async fn the_whole_shop_speaks_french() {
    let mut browser = Browser::of_sample();
    for (page, said) in [
        ("fr/Search-Show?cgid=kitchen-mugs", ["42 produits", "Couleur", "Mousse"]),
        ("fr/Product-Show?pid=KM01001", ["Veuillez choisir", "Couleur", "Ciel"]),
        ("fr/Cart-Show", ["Votre panier est vide.", "Continuer vos achats", "Boutiques"]),
        ("fr/Stores-Find", ["Nos boutiques", "Allemagne", "Dans un rayon de"]),
        ("fr/Account-Show", ["Se connecter", "S’inscrire", "Mot de passe"]),
    ] {
        let page = browser.get(page).await;
        page.is_fine();
        for text in said {
            page.shows(text);
        }
    }
}

#[tokio::test]
async fn the_shop_speaks_the_language_of_its_address() {
    let mut browser = Browser::of_sample();
    let page = browser.get("de_DE/Product-Show?pid=KM01001-01").await;
    page.is_fine()
        .shows("Heron Becher")
        .shows("14,50\u{a0}€")
        .shows("In den Warenkorb")
        .shows("lang=\"de\"");
    page.shows("/de_DE/Cart-AddProduct").shows("Schlichte Dinge, gut gemacht");
    let page = browser.get("fr/Home-Show").await;
    page.is_fine().shows("Panier").shows("Tasses").shows("Boutique".to_lowercase().as_str());
    browser.get("xx/Home-Show").await.is_fine().shows("Cart").shows("Plain things, well made");
}

#[tokio::test]
async fn products_seen_before_are_shown_again() {
    let mut browser = Browser::of_sample();
    browser.get("Product-Show?pid=KM01001").await.hides("Seen before");
    let page = browser.get("Product-Show?pid=KM01002").await;
    page.shows("Seen before").shows("Heron Mug");
}

#[tokio::test]
async fn an_unknown_product_is_a_page_of_the_shop() {
    let page = Browser::of_sample().get("Product-Show?pid=NOTHING").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    page.shows("We looked for “NOTHING” and found nothing.");
}

#[tokio::test]
async fn a_classic_controller_overrides_another() {
    let mut browser = Browser::of_sample();
    browser.get("Newsletter-Show").await.is_fine().shows("Letters from the workshop");
    let page = browser.post("Newsletter-Subscribe", &[("email", "nobody")]).await;
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
    let page = browser.post("Newsletter-Subscribe", &[("email", "ada@example.test")]).await;
    page.is_fine().shows("Thank you, ada@example.test.");
}

#[tokio::test]
async fn an_address_that_leads_elsewhere_keeps_the_visitor() {
    let mut browser = Browser::of_sample();
    let added = browser.post("Cart-AddProduct", &[("pid", "KM01002-01")]).await;
    let cookies: Vec<_> = added.headers.get_all("set-cookie").iter().collect();
    let [cookie] = cookies[..] else { panic!("one cookie: {cookies:?}") };
    let cookie = cookie.to_str().expect("ASCII");
    assert!(cookie.starts_with("sid-Storefront=") && cookie.contains("; Path=/;"), "{cookie}");
}

#[tokio::test]
async fn a_search_is_headed_by_what_was_looked_for() {
    let mut browser = Browser::of_sample();
    browser
        .get("Search-Show?q=teapot")
        .await
        .shows("<h1>teapot <small>")
        .hides("Reset all filters");
    let mugs = browser.get("Search-Show?cgid=kitchen-mugs&prefn1=color&prefv1=moss").await;
    mugs.shows("<h1>Mugs").shows("Reset all filters").shows("Search-Show?cgid=kitchen-mugs\"");
}

#[tokio::test]
async fn only_what_is_still_to_be_chosen_is_asked_for() {
    let mut browser = Browser::of_sample();
    browser.get("Product-Show?pid=KB02001").await.shows("Please choose: Colour, Size</p>");
    let chosen = browser.get("Product-Show?pid=KB02001&dwvar_KB02001_color=sky").await;
    chosen.shows("Please choose: Size</p>");
    let cart = browser.submit("Cart-AddProduct", &[("pid", "KM01002-01")]).await;
    let csrf = ("csrf_token", cart.input("csrf_token"));
    let told = browser.submit("Cart-AddCoupon", &[(csrf.0, &csrf.1), ("code", " ")]).await;
    told.shows("Please write the code.");
}
