//! Hooks of orders that cartridges register, as they succeed.

use super::{Browser, archived, storefront, storefront_of};

const PACKAGE: &str = r#"{"hooks":"./cartridge/hooks.json"}"#;

/// A cartridge's `hooks.json` with extension points that one script answers.
fn registered(points: &[&str]) -> String {
    let hooks = points.iter().map(|it| format!(r#"{{"name":"{it}","script":"./answers.js"}}"#));
    format!(r#"{{"hooks":[{}]}}"#, hooks.collect::<Vec<_>>().join(","))
}

/// What a controller prints for which a script answers the hooks.
async fn told(points: &[&str], hooks: &str, run: &str) -> String {
    let controller = format!(
        "var Transaction = dw.system.Transaction, OrderMgr = dw.order.OrderMgr, Status = dw.system.Status;
         function filled() {{ var basket = dw.order.BasketMgr.currentOrNewBasket;
             basket.createProductLineItem('KM01002-01', basket.defaultShipment);
             basket.defaultShipment.setShippingMethod(dw.order.ShippingMgr.defaultShippingMethod);
             dw.order.ShippingMgr.applyShippingCost(basket); basket.allLineItems.toArray().forEach(function (line) {{ line.updateTax(0); }});
             basket.updateTotals(); return basket; }}
         function placed() {{ return Transaction.wrap(function () {{ var order = OrderMgr.createOrder(filled()); OrderMgr.placeOrder(order); return order; }}); }}
         exports.Run = function () {{ var told = []; {run} response.writer.print(JSON.stringify(told)); }};
         exports.Run.public = true;"
    );
    let shop = storefront(&[
        ("app/package.json", PACKAGE),
        ("app/cartridge/hooks.json", &registered(points)),
        ("app/cartridge/answers.js", &format!("var Status = require('dw/system/Status'); {hooks}")),
        ("app/cartridge/controllers/Test.js", &controller),
    ]);
    let page = Browser::of(&shop).get("Test-Run").await;
    page.is_fine();
    page.body.trim().to_owned()
}

#[tokio::test]
async fn the_number_of_an_order_is_that_of_the_hook() {
    let hooks = "exports.createOrderNo = function () { var kind = session.custom.kind;
        return kind === 'none' ? ' ' : kind === 'same' ? 'WEB-1' : kind === 'long' ? new Array(52).join('9') : 'WEB-' + dw.order.OrderMgr.createOrderSequenceNo(); };";
    let run = "var refused = function (kind) { session.custom.kind = kind; try { told.push(placed().orderNo); } catch (e) { told.push(e.message.slice(0, 37)); } };
        var order = placed(); told.push(/^WEB-[0-9]+$/.test(order.orderNo), OrderMgr.getOrder(order.orderNo) === order, /^WEB-/.test(OrderMgr.createOrderNo()), /^WEB-/.test(OrderMgr.createOrderSequenceNo()));
        session.custom.kind = 'none'; told.push(/^[0-9]+$/.test(placed().orderNo)); refused('same'); refused('same'); refused('long');";
    let told = told(&["dw.order.createOrderNo"], hooks, run).await;
    let expected = r#"[true,true,true,false,true,"WEB-1","There is an order WEB-1 already","The number of an order has at most 50"]"#;
    assert_eq!(told, expected);
}

#[tokio::test]
async fn payments_are_authorized_captured_and_given_back_by_hooks() {
    let points = ["validateAuthorization", "reauthorize", "capture", "refund"]
        .map(|it| format!("dw.order.payment.{it}"));
    let hooks = "exports.validateAuthorization = function (order) { return new Status(order.custom.authorized ? Status.OK : Status.ERROR); };
        exports.reauthorize = function (order) { dw.system.Transaction.wrap(function () { order.custom.authorized = true; }); return new Status(Status.OK, 'again'); };
        exports.capture = function (invoice) { invoice.custom.by = 'capture'; return new Status(Status.OK); };
        exports.refund = function (invoice) { invoice.custom.by = 'refund'; return new Status(Status.OK); };";
    let run = "var order = placed(); var first = order.reauthorize(), second = order.reauthorize();
        told.push(first.error, first.code, second.error, second.code === 'again');
        var invoice = Transaction.wrap(function () { var sent = order.createShippingOrder(); sent.createShippingOrderItem(order.productLineItems[0].orderItem, null); return sent.createInvoice('I1'); });
        told.push(invoice.account(), invoice.status.value, invoice.custom.by, invoice.account(), order.productLineItems[0].orderItem.capturedAmount.equals(invoice.items[0].grossPrice));
        var credit = Transaction.wrap(function () { var made = order.createAppeasement(); made.addItems(new dw.value.Money(1, 'EUR'), [order.productLineItems[0].orderItem]); made.reasonCode = 'late'; made.setStatus('COMPLETED'); return made.createInvoice(); });
        told.push(credit.account(), credit.status.value, credit.custom.by);";
    let told = told(&points.each_ref().map(String::as_str), hooks, run).await;
    let expected =
        r#"[false,"again",false,false,true,"PAID","capture",false,true,true,"PAID","refund"]"#;
    assert_eq!(told, expected);
}

#[tokio::test]
async fn what_was_authorized_is_released_when_the_order_is_cancelled() {
    let hooks = "exports.releaseAuthorization = function (order) {
        session.custom.noted = [session.custom.noted, order.orderNo.length > 0, order.status.displayValue].filter(Boolean).join(' ');
        return new Status(order.custom.refused ? Status.ERROR : Status.OK); };";
    let run = "function paid(change) { return Transaction.wrap(function () {
            var basket = filled(), made = basket.createPaymentInstrument('CREDIT_CARD', basket.totalGrossPrice);
            change(made.paymentTransaction);
            var order = OrderMgr.createOrder(basket); OrderMgr.placeOrder(order); return order; }); }
        function cancelled(order) { session.custom.noted = null; var status = Transaction.wrap(function () { return OrderMgr.cancelOrder(order); });
            told.push(status.error + ' ' + order.status.displayValue + ' ' + String(session.custom.noted)); }
        cancelled(paid(function (it) { it.transactionID = 'A1'; }));
        cancelled(paid(function (it) { it.type = 'AUTH'; }));
        cancelled(paid(function (it) { it.transactionID = 'A1'; it.type = 'CAPTURE'; }));
        cancelled(paid(function () {}));
        var order = paid(function (it) { it.type = 'AUTH'; }); Transaction.wrap(function () { order.custom.refused = true; }); cancelled(order);
        cancelled(order);";
    let told = told(&["dw.order.payment.releaseAuthorization"], hooks, run).await;
    let released = "false CANCELLED true CANCELLED";
    let plain = "false CANCELLED null";
    let expected = [released, released, plain, plain, released, "true CANCELLED null"];
    assert_eq!(serde_json::from_str::<Vec<String>>(&told).expect("a list"), expected);
}

#[tokio::test]
async fn shipping_orders_are_created_by_hooks_and_then_told() {
    let points = [
        "prepareCreateShippingOrders",
        "createShippingOrders",
        "afterStatusChange",
        "notifyStatusChange",
    ]
    .map(|it| format!("dw.order.shippingorder.{it}"));
    let hooks = "var Transaction = require('dw/system/Transaction'); function noted(what) { session.custom.noted = (session.custom.noted || '') + what + ' '; return new Status(Status.OK); }
        exports.prepareCreateShippingOrders = function (order) { return order.custom.held ? new Status(Status.ERROR, 'HELD') : noted('prepared'); };
        exports.createShippingOrders = function (order) { var made = order.createShippingOrder('S1'); made.createShippingOrderItem(order.productLineItems[0].orderItem, null); return noted('created'); };
        exports.afterStatusChange = function (sent) { sent.custom.told = true; return noted('after ' + sent.shippingOrderNumber); };
        exports.notifyStatusChange = function (sent) { return noted('notified ' + sent.custom.told); };";
    let run = "var order = placed(); Transaction.wrap(function () { order.custom.held = true; });
        told.push(OrderMgr.createShippingOrders(order).code, order.shippingOrders.length);
        Transaction.wrap(function () { order.custom.held = false; });
        told.push(OrderMgr.createShippingOrders(order).error, order.shippingOrders.length, session.custom.noted);";
    let told = told(&points.each_ref().map(String::as_str), hooks, run).await;
    assert_eq!(told, r#"["HELD",0,false,1,"prepared created after S1 notified true "]"#);
}

#[tokio::test]
async fn a_basket_is_calculated_by_the_older_hook_where_there_is_no_other() {
    let hooks = "exports.calculate = function (basket) { return new Status(Status.OK, 'calculated ' + basket.productLineItems.length); };";
    let run = "var HookMgr = dw.system.HookMgr; told.push(HookMgr.hasHook('dw.order.calculate'), Transaction.wrap(function () { return HookMgr.callHook('dw.order.calculate', 'calculate', filled()).code; }));";
    let told = told(&["dw.ocapi.shop.basket.calculate"], hooks, run).await;
    assert_eq!(told, r#"[false,"calculated 1"]"#);
}

#[tokio::test]
async fn a_processor_has_the_preferences_of_the_archive_or_of_its_group() {
    let shop = archived(&[
        (
            "sites/Storefront/payment-processors.xml",
            r#"<payment-processors><payment-processor processor-id="PAY"><preferences><all-instances>
  <custom-attribute attribute-id="merchant">M1</custom-attribute><custom-attribute attribute-id="mode">live</custom-attribute></all-instances>
  <development><custom-attribute attribute-id="mode">test</custom-attribute></development></preferences></payment-processor></payment-processors>"#,
        ),
        (
            "meta/system-objecttype-extensions.xml",
            r#"<metadata><type-extension type-id="SitePreferences"><custom-attribute-definitions><attribute-definition attribute-id="shopKey"><type>string</type></attribute-definition>
  <attribute-definition attribute-id="other"><type>string</type></attribute-definition></custom-attribute-definitions><group-definitions>
  <attribute-group group-id="PAY"><attribute attribute-id="shopKey"/></attribute-group></group-definitions></type-extension></metadata>"#,
        ),
        (
            "sites/Storefront/preferences.xml",
            r#"<preferences><custom-preferences><all-instances><preference preference-id="shopKey">K1</preference><preference preference-id="other">O1</preference></all-instances></custom-preferences></preferences>"#,
        ),
    ]);
    let controller = "exports.Run = function () { var made = Object.create(null); dw.system.Transaction.wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket; var payment = basket.createPaymentInstrument('ANY', new dw.value.Money(1, 'EUR')); payment.paymentTransaction.setPaymentProcessor(new dw.order.PaymentProcessor('PAY')); made = payment.paymentTransaction.paymentProcessor; });
        response.writer.print(['merchant', 'mode', 'shopKey', 'other', 'none'].map(function (name) { return made.getPreferenceValue(name); }).join(' ')); };
        exports.Run.public = true;";
    let shop = storefront_of(&[("app/cartridge/controllers/Test.js", controller)], shop);
    let page = Browser::of(&shop).get("Test-Run").await;
    page.is_fine();
    assert_eq!(page.body.trim(), "M1 test K1");
}
