//! The `server` module: routes, middleware, overlays.

use super::{Browser, SITE, sent, storefront};
use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use haltscope::sandbox::storefront::{Spoken, Storefront, StorefrontOptions, router};
use haltscope::script::{Cartridges, Files, Owner};
use std::sync::Arc;

const BASE: &str = "\
var server = require('server');
server.get('Show', function (req, res, next) { res.json({ steps: ['base'], q: req.querystring.q, text: String(req.querystring), id: req.locale.id }); next(); });
server.post('Save', function (req, res, next) { res.json({ form: req.form, method: req.httpMethod }); next(); });
server.get('Old', function (req, res, next) { res.redirect('/elsewhere'); next(); });
server.get('Fail', function (req, res, next) { next(new Error('stop here')); });
server.get('Never', function (req, res, next) { next(); }, function (req, res) { res.print('unfinished'); });
server.get('Empty', function (req, res, next) { next(); });
server.use('Status', function (req, res, next) { res.setStatusCode(201); res.setContentType('text/plain'); res.setHttpHeader('X-A', 'b');
  res.cacheExpiration(24); res.print('made'); next(); });
server.get('Secure', server.middleware.https, function (req, res, next) { res.print('secret'); next(); });
server.get('Events', function (req, res, next) {
  this.on('route:BeforeComplete', function (req, res) { var data = res.getViewData(); data.steps.push('before complete'); res.setViewData(data); });
  res.json({ steps: ['first'] }); next();
}, function (req, res, next) { res.getViewData().steps.push('second'); next(); });
module.exports = server.exports();";

const OVERLAY: &str = "\
var server = require('server');
server.extend(module.superModule);
server.prepend('Show', function (req, res, next) { req.seen = 'prepended'; next(); });
server.append('Show', function (req, res, next) {
  var data = res.getViewData(); data.steps.push(req.seen, 'appended'); res.setViewData({ more: true }); next(); });
server.replace('Old', function (req, res, next) { res.setRedirectStatus(301); res.redirect(require('dw/web/URLUtils').url('Test-Show', 'q', 'a b')); next(); });
module.exports = server.exports();";

fn browser(overlays: &[(&str, &str)]) -> Browser {
    let mut files = overlays.to_vec();
    files.push(("base/cartridge/controllers/Test.js", BASE));
    Browser::of(&storefront(&files))
}

fn document(body: &str) -> serde_json::Value {
    serde_json::from_str(body).unwrap_or_else(|cause| panic!("{cause}: {body}"))
}

#[tokio::test]
async fn routes_answer_json_with_the_views_own_data() {
    let page = browser(&[]).get("de/Test-Show?q=a%20b").await;
    assert_eq!(page.headers[header::CONTENT_TYPE], "application/json;charset=UTF-8");
    assert_eq!(
        document(page.is_fine().body.as_str()),
        serde_json::json!({
            "action": "Test-Show", "queryString": "q=a%20b", "locale": "de",
            "steps": ["base"], "q": "a b", "text": "q=a%20b", "id": "de",
        })
    );
}

#[tokio::test]
async fn asynchronous_steps_are_waited_for_and_their_errors_fail_the_page() {
    const ASYNC: &str = "\
var server = require('server');
function later(value) { return Promise.resolve().then(function () { return value; }); }
server.get('Show', async function (req, res, next) { res.json({ first: await later(1) }); next(); },
  async function (req, res, next) { res.setViewData({ second: await later(await later(2)) }); next(); });
server.get('Fail', async function (req, res, next) { await later(1); throw new Error('stop here, later'); });
server.get('Next', async function (req, res, next) { await later(1); next(new Error('given to next')); });
server.get('Deep', async function (req, res, next) { await later(1); next(); }, async function () { await later(1); null.x(); });
server.get('Endless', async function (req, res, next) { await new Promise(function () {}); next(); });
server.get('Queued', function (req, res, next) { res.print('now '); next(); later('queued').then(function (text) { response.writer.print(text); }); });
module.exports = server.exports();";
    let mut browser = browser(&[("brand/cartridge/controllers/Test.js", ASYNC)]);
    let view = document(&browser.get("Test-Show").await.is_fine().body);
    assert_eq!((&view["first"], &view["second"]), (&1.into(), &2.into()));
    for (route, said) in [
        ("Fail", "stop here, later"),
        ("Next", "given to next"),
        ("Deep", "null"),
        ("Endless", "never settles"),
    ] {
        let page = browser.get(&format!("Test-{route}")).await;
        assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR, "{route}");
        page.shows(said);
        if route != "Endless" {
            page.shows("brand/cartridge/controllers/Test.js");
        }
    }
    assert_eq!(browser.get("Test-Queued").await.is_fine().body, "now queued");
}

#[tokio::test]
async fn forms_are_read_and_methods_are_checked() {
    let mut browser = browser(&[]);
    let page = browser.post("Test-Save", &[("a", "1"), ("b", "2"), ("b", "3")]).await;
    assert_eq!(document(&page.body)["form"], serde_json::json!({ "a": "1", "b": ["2", "3"] }));
    let page = browser.get("Test-Save").await;
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    page.shows("Params do not match route");
}

#[tokio::test]
async fn an_overlay_puts_steps_before_and_after_and_replaces_routes() {
    let mut browser = browser(&[("brand/cartridge/controllers/Test.js", OVERLAY)]);
    let page = browser.get("Test-Show?q=1").await;
    let view = document(&page.is_fine().body);
    assert_eq!(view["steps"], serde_json::json!(["base", "prepended", "appended"]));
    assert_eq!((&view["more"], &view["q"]), (&true.into(), &"1".into()));
    let page = browser.get("Test-Old").await;
    assert_eq!(page.status, StatusCode::MOVED_PERMANENTLY);
    assert_eq!(
        page.location(),
        "/on/demandware.store/Sites-Storefront-Site/default/Test-Show?q=a%20b"
    );
}

#[tokio::test]
async fn instrumented_scripts_do_the_same() {
    let mut files = vec![("brand/cartridge/controllers/Test.js", OVERLAY)];
    files.push(("base/cartridge/controllers/Test.js", BASE));
    let shop = storefront(&files);
    shop.engine().control().attach(Owner(1));
    let page = Browser::of(&shop).get("Test-Show?q=1").await;
    assert_eq!(
        document(&page.is_fine().body)["steps"],
        serde_json::json!(["base", "prepended", "appended"])
    );
}

#[tokio::test]
async fn an_error_given_to_next_ends_the_route() {
    let page = browser(&[]).get("Test-Fail").await;
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    page.shows("Error: stop here").shows("/base/cartridge/controllers/Test.js:5");
}

#[tokio::test]
async fn a_route_that_never_ends_prints_nothing() {
    let page = browser(&[]).get("Test-Never").await;
    assert_eq!((page.status, page.body.as_str()), (StatusCode::OK, ""));
    browser(&[]).get("Test-Empty").await.shows("Cannot render template without name or data");
}

#[tokio::test]
async fn status_type_headers_and_caching_are_set() {
    let page = browser(&[]).get("Test-Status").await;
    assert_eq!((page.status, page.body.as_str()), (StatusCode::CREATED, "made"));
    assert_eq!(page.headers[header::CONTENT_TYPE], "text/plain;charset=UTF-8");
    assert_eq!(page.headers["x-a"], "b");
    assert_eq!(page.headers[header::CACHE_CONTROL], "public, max-age=86400");
}

#[tokio::test]
async fn https_is_asked_for() {
    let page = browser(&[]).get("Test-Secure").await;
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    page.hides("secret");
}

#[tokio::test]
async fn steps_share_the_view_and_events_come_last() {
    let page = browser(&[]).get("Test-Events").await;
    assert_eq!(
        document(&page.body)["steps"],
        serde_json::json!(["first", "second", "before complete"])
    );
}

#[tokio::test]
async fn mistakes_in_routes_are_named() {
    for (code, reason) in [
        ("server.get(1, function () {});", "First argument should be a string"),
        ("server.get('A', 'x');", "Middleware chain can only contain functions"),
        (
            "server.get('A', function () {}); server.get('A', function () {});",
            "Route with this name already exists",
        ),
        ("server.append('A', function () {});", "Route with this name does not exist"),
        ("server.extend({});", "Cannot extend non valid server object"),
        ("server.extend(module.superModule);", "Cannot extend non valid server object"),
    ] {
        let controller = format!("var server = require('server'); {code}");
        let shop = storefront(&[("app/cartridge/controllers/Test.js", &controller)]);
        let page = Browser::of(&shop).get("Test-Show").await;
        assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR, "{code}");
        page.shows(reason);
    }
}

#[tokio::test]
async fn a_server_beside_the_cartridges_wins() {
    let shop = storefront(&[
        ("app/cartridge/controllers/Test.js", "exports.Show = require('server').show;"),
        (
            "modules/server.js",
            "exports.show = function () { response.writer.print('our own'); }; exports.show.public = true;",
        ),
    ]);
    assert_eq!(Browser::of(&shop).get("Test-Show").await.body, "our own");
}

#[tokio::test]
async fn a_form_is_a_view_of_what_the_session_has() {
    const FORM: &str = "<form><group formid='customer'> \
        <field formid='email' type='string' label='E-mail' mandatory='true' max-length='20' \
            binding='email' missing-error='missing' range-error='long' value-error='taken'/> \
        <field formid='news' type='boolean' checked='true'/></group> \
        <field formid='topic' type='string'><options><option optionid='a' value='1'/> \
            <option optionid='b' value='2'/></options></field> \
        <action formid='save' valid-form='true'/></form>";
    const CONTROLLER: &str = "\
var server = require('server');
server.post('Save', function (req, res, next) {
  var form = server.forms.getForm('profile'), email = form.customer.email, told = { email: '' };
  form.copyTo(told); form.customer.copyTo(told);
  res.json({ valid: form.valid, field: [email.htmlName, email.htmlValue, email.value, email.label, email.mandatory, email.maxLength, email.error, email.valid],
    news: form.customer.news.checked, options: form.topic.options.map(function (option) { return [option.htmlValue, option.selected]; }),
    all: form.toObject(), told: told, same: form.base === session.forms.profile && 'profile' in session.forms && !('none' in session.forms), save: [form.save.submitted, form.save.triggered],
    triggered: [request.triggeredForm.formId, request.triggeredForm.submittedAction.formId, request.triggeredFormAction && request.triggeredFormAction.formId, request.triggeredForm.valid] });
  next(); });
server.get('Judge', function (req, res, next) {
  var form = server.forms.getForm('profile'), states = [form.customer.email.htmlValue];
  form.clear(); states.push(form.customer.email.htmlValue, form.valid);
  form.copyFrom({ email: 'a' }); form.customer.copyFrom({ email: 'b@c' }); states.push(form.customer.email.value);
  form.customer.email.value = 'd'; states.push(form.customer.email.htmlValue);
  form.customer.email.valid = false; states.push(form.customer.email.error, form.valid, form.customer.valid);
  form.customer.email.error = 'other'; form.error = 'whole'; states.push(session.forms.profile.customer.email.error, form.error);
  res.json({ states: states, triggered: request.triggeredForm }); next(); });
server.get('None', function (req, res, next) { server.forms.getForm('nothing'); next(); });
module.exports = server.exports();";
    let mut browser = Browser::of(&storefront(&[
        ("app/cartridge/controllers/Test.js", CONTROLLER),
        ("app/cartridge/forms/default/profile.xml", FORM),
    ]));
    let sent = [
        ("dwfrm_profile_customer_email", "<a@example.test> or so"),
        ("dwfrm_profile_topic", "2"),
        ("dwfrm_profile_save", "go"),
    ];
    let view = document(&browser.post("Test-Save", &sent).await.is_fine().body);
    let long = sent[0].1;
    assert_eq!(view["valid"], false);
    assert_eq!(
        view["field"],
        serde_json::json!([sent[0].0, long, long, "E-mail", true, 20, "long", false])
    );
    assert_eq!(view["options"], serde_json::json!([["1", false], ["2", true]]));
    let all = serde_json::json!({ "customer": { "email": long, "news": false }, "topic": "2" });
    assert_eq!((&view["all"], &view["news"]), (&all, &false.into()));
    assert_eq!((&view["told"]["email"], &view["same"]), (&long.into(), &true.into()));
    assert_eq!(view["save"], serde_json::json!([true, false]));
    assert_eq!(view["triggered"], serde_json::json!(["profile", "save", null, false]));
    let view = document(&browser.get("Test-Judge").await.is_fine().body);
    assert_eq!(
        view["states"],
        serde_json::json!([long, null, true, "b@c", "d", "taken", false, false, "other", "whole"])
    );
    // A page may call its fields and buttons by the names that browsers don't know yet.
    let sent = [("dwfrm_profile_customer_email_d05", "d@e"), ("dwfrm_profile_save_d04", "go")];
    let view = document(&browser.post("Test-Save", &sent).await.is_fine().body);
    assert_eq!((&view["told"]["email"], &view["triggered"][2]), (&"d@e".into(), &"save".into()));
    browser.get("Test-None").await.shows("No cartridge has a form nothing");
}

/// Controllers of older storefronts go through the fields of a form by their numbers.
#[tokio::test]
async fn what_stands_in_a_form_has_a_number() {
    const FORM: &str = "<form><group formid='gift'><field formid='from' type='string'/> \
        <field formid='amount' type='number'/></group><list formid='lines'><field formid='name' type='string' \
        binding='name'/></list><action formid='save' valid-form='true'/></form>";
    const CONTROLLER: &str = "exports.Show = function () {
  var form = session.forms.gifts, told = [], i;
  for (i = 0; i < form.gift.getChildCount(); i++) told.push(form.gift[i].formId);
  form.lines.copyFrom([{ name: 'a' }, { name: 'b' }]);
  for (i = 0; i < form.lines.childCount; i++) told.push(form.lines[i].name.value, form.lines[i][0].value);
  for (i in form.gift) told.push(i);
  response.writer.print(told.concat(form[0] === form.gift, form[2] === form.save, form[3]).join(' ')); };
exports.Show.public = true;";
    let mut browser = Browser::of(&storefront(&[
        ("app/cartridge/controllers/Test.js", CONTROLLER),
        ("app/cartridge/forms/default/gifts.xml", FORM),
    ]));
    let page = browser.get("Test-Show").await;
    assert_eq!(page.is_fine().body, "from amount a a b b from amount true true ");
}

#[tokio::test]
async fn controllers_may_use_each_other() {
    let shop = storefront(&[
        (
            "app/cartridge/controllers/One.js",
            "var server = require('server'); server.get('Show', function (q, s, n) { s.print('one'); n(); }); module.exports = server.exports();",
        ),
        (
            "app/cartridge/controllers/Two.js",
            "var one = require('*/cartridge/controllers/One'); var server = require('server'); \
            server.get('Show', function (q, s, n) { s.print('two'); n(); }); module.exports = server.exports(); \
            module.exports.Both = function () { one.Show(); module.exports.Show(); }; module.exports.Both.public = true;",
        ),
    ]);
    assert_eq!(Browser::of(&shop).get("Two-Both").await.body, "onetwo");
}

#[tokio::test]
async fn half_a_character_fails_no_page_and_deep_data_arrives() {
    const TEXTS: &str = "\
var server = require('server');
var half = 'Tee 🍵'.substring(0, 5);
server.get('Print', function (req, res, next) { res.print(half); next(); });
server.get('Write', function (req, res, next) { response.writer.print(half); res.print(''); next(); });
server.get('Json', function (req, res, next) { res.json({ half: half }); next(); });
server.get('Log', function (req, res, next) {
  var log = require('dw/system/Logger'); log.info(half); log.error('{0}', half); log.getLogger(half, half).warn(half); res.print('logged'); next(); });
server.get('Deep', function (req, res, next) {
  var deep = 'end'; for (var i = 0; i < 500; i++) deep = { in: deep }; res.json({ deep: deep }); next(); });
module.exports = server.exports();";
    let mut browser = browser(&[("brand/cartridge/controllers/Test.js", TEXTS)]);
    assert_eq!(browser.get("Test-Print").await.is_fine().body, "Tee \u{fffd}");
    assert_eq!(browser.get("Test-Write").await.is_fine().body, "Tee \u{fffd}");
    browser.get("Test-Json").await.is_fine().shows("\"half\": \"Tee ");
    assert_eq!(browser.get("Test-Log").await.is_fine().body, "logged");
    let deep = browser.get("Test-Deep").await;
    assert_eq!(deep.is_fine().body.matches("\"in\"").count(), 500);
    deep.shows("\"end\"");
}

#[tokio::test]
async fn a_route_that_demands_https_leads_there() {
    let script = b"var server = require('server');
        function other(req, res, next) { next(); }
        server.get('Secure', other, server.middleware.https, function (req, res, next) { res.print('secret'); next(); });
        server.get('Plain', other, function (req, res, next) { res.print('plain'); next(); });
        module.exports = server.exports();";
    let path = "cartridge/controllers/Test.js".to_owned();
    let options = StorefrontOptions {
        cartridges: Arc::new(
            Cartridges::new().with("app", Files::memory([(path, script.to_vec())])),
        ),
        spoken: Spoken { ports: Some([8080, 8443]), ..Spoken::default() },
        ..StorefrontOptions::sample("Storefront")
    };
    let shop = router(Storefront::new(options), Vec::new(), Arc::default());
    for (action, host, status, expected) in [
        ("Test-Secure?a=1&b=2", "localhost:8080", 302, Some("https://localhost:8443")),
        ("Test-Plain", "localhost:8080", 200, None),
        // Behind another port nobody knows where HTTPS is.
        ("Test-Secure", "localhost", 500, None),
    ] {
        let path = format!("{SITE}/default/{action}");
        let request = Request::builder().uri(&path).header(header::HOST, host);
        let page = sent(shop.clone(), request.body(Body::empty()).expect("a request")).await;
        assert_eq!(page.status.as_u16(), status, "{action} {host}");
        let location = page.headers.get(header::LOCATION).map(|it| it.to_str().expect("ASCII"));
        assert_eq!(location, expected.map(|base| base.to_owned() + &path).as_deref(), "{action}");
    }
}

/// The older storefront asks for the action first, and lets its lists take what was typed.
#[tokio::test]
async fn a_list_copies_back_in_the_next_request_whatever_is_asked_first() {
    const LINES: &str = r#"<form><list formid="shipments"><list formid="items" binding="productLineItems">
        <field formid="quantity" type="integer" binding="quantityValue"/></list></list>
        <list formid="orders"><action formid="show" valid-form="false"/></list><action formid="save"/></form>"#;
    const CONTROLLER: &str = "\
var wrap = require('dw/system/Transaction').wrap, BasketMgr = require('dw/order/BasketMgr'), OrderMgr = require('dw/order/OrderMgr');
exports.Show = function () {
    wrap(function () {
        var basket = BasketMgr.currentOrNewBasket;
        basket.createProductLineItem('KM01002-01', basket.defaultShipment);
        session.forms.lines.shipments.copyFrom(basket.shipments);
    });
    response.writer.print(session.forms.lines.shipments[0].items[0].quantity.value);
};
exports.Save = function () {
    var action = request.triggeredFormAction.formId;
    wrap(function () { session.forms.lines.accept(); });
    response.writer.print(action + BasketMgr.currentBasket.productLineItems[0].quantityValue);
};
exports.Order = function () {
    wrap(function () { session.forms.lines.orders.copyFrom([OrderMgr.createOrder(BasketMgr.currentBasket, 'N1')]); });
    response.writer.print('ordered');
};
exports.Open = function () { response.writer.print(request.triggeredFormAction.object.orderNo); };
exports.Show.public = exports.Save.public = exports.Order.public = exports.Open.public = true;";
    let mut browser = Browser::of(&storefront(&[
        ("app/cartridge/controllers/Test.js", CONTROLLER),
        ("app/cartridge/forms/default/lines.xml", LINES),
    ]));
    assert_eq!(browser.get("Test-Show").await.is_fine().body, "1");
    let sent = [("dwfrm_lines_shipments_i0_items_i0_quantity", "3"), ("dwfrm_lines_save", "x")];
    assert_eq!(browser.post("Test-Save", &sent).await.is_fine().body, "save3");
    assert_eq!(browser.get("Test-Order").await.is_fine().body, "ordered");
    let sent = [("dwfrm_lines_orders_i0_show", "x")];
    assert_eq!(browser.post("Test-Open", &sent).await.is_fine().body, "N1");
}

#[tokio::test]
async fn rows_of_a_form_are_there_in_the_next_request() {
    const CART: &str = r#"<form form-error="form.wrong"><list formid="items" binding="productLineItems" selectmany-fieldid="chosen">
        <field formid="quantity" type="integer" binding="quantityValue" min="1"/><field formid="chosen" type="boolean"/>
        <action formid="remove" valid-form="false"/></list>
        <field formid="month" type="integer"><options><option optionid="01" value="01"/><option optionid="02" value="02"/></options></field>
        <field formid="card" type="string" masked="4" whitespace="remove"/><field formid="day" type="date" format="yyyy-MM-dd" min="now"/>
        <field formid="store"/><include formid="to" name="address" binding="defaultShipment"/>
        <action formid="save"/></form>"#;
    const ADDRESS: &str = r#"<form><field formid="id" binding="ID"/></form>"#;
    const CONTROLLER: &str = "\
var form = session.forms.cart;
function print(value) { response.writer.print(JSON.stringify(value)); }
exports.Show = function () {
    dw.system.Transaction.wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        ['KM01002-01', 'KM01003-01'].forEach(function (id) { basket.createProductLineItem(id, basket.defaultShipment); });
        form.copyFrom(basket);
    });
    var names = new dw.util.LinkedHashMap(); names.put('a', 'Jena'); form.store.setOptions(names);
    print([form.items.childCount, form.to.id.value]);
};
exports.Do = function () {
    var action = form.triggeredAction, submitted = form.submittedAction;
    print({
        rows: form.items.childCount, submitted: submitted && submitted.formId, triggered: action && action.formId, object: action && action.object && action.object.productID,
        own: form.object === dw.order.BasketMgr.currentBasket, chosen: form.items.selectManyObjects.length, valid: form.valid, error: form.error,
        month: [form.month.value, form.month.selectedOption && form.month.selectedOption.optionId, form.month.options[1].htmlValue],
        card: [form.card.value, form.card.htmlValue], day: form.day.valid, stores: form.store.options.optionsCount
    });
};
exports.Show.public = exports.Do.public = true;";
    let mut browser = Browser::of(&storefront(&[
        ("app/cartridge/controllers/Test.js", CONTROLLER),
        ("app/cartridge/forms/default/cart.xml", CART),
        ("app/cartridge/forms/default/address.xml", ADDRESS),
        ("app/cartridge/templates/resources/forms.properties", "form.wrong=Look again\n"),
    ]));
    assert_eq!(browser.get("Test-Show").await.is_fine().body, r#"[2,"me"]"#);
    let sent = [
        ("dwfrm_cart_items_i1_remove", "x"),
        ("dwfrm_cart_items_i1_chosen", "true"),
        ("dwfrm_cart_items_i0_quantity", "3"),
        ("dwfrm_cart_month", "2"),
        ("dwfrm_cart_card", "4111 1111 1111 1111"),
        ("dwfrm_cart_day", "2020-01-01"),
    ];
    let told = document(&browser.post("Test-Do", &sent).await.is_fine().body);
    let expected = serde_json::json!({
        "rows": 2, "submitted": "remove", "triggered": "remove", "object": "KM01003-01", "own": true, "chosen": 1,
        "valid": false, "error": "Look again", "month": [2, "02", "2"], "card": ["4111111111111111", "************1111"],
        "day": false, "stores": 1,
    });
    assert_eq!(told, expected);
    // An action needs a valid form unless it says otherwise, and a card that comes back masked is the same.
    let sent = [
        ("dwfrm_cart_save", "x"),
        ("dwfrm_cart_day", "2020-01-01"),
        ("dwfrm_cart_card", "************1111"),
    ];
    let told = document(&browser.post("Test-Do", &sent).await.is_fine().body);
    assert_eq!(
        (&told["submitted"], &told["triggered"]),
        (&"save".into(), &serde_json::Value::Null)
    );
    assert_eq!(told["card"][0], "4111111111111111");
    let sent = [("dwfrm_cart_save", "x"), ("dwfrm_cart_day", "2999-01-01")];
    let told = document(&browser.post("Test-Do", &sent).await.is_fine().body);
    assert_eq!((&told["triggered"], &told["error"]), (&"save".into(), &serde_json::Value::Null));
}
