//! Requests that run at the same time: what one changes isn't undone by another, and a basket becomes one order.

use super::{Browser, debugger::halted, storefront};
use haltscope::sandbox::storefront::Storefront;
use haltscope::script::{Breakpoint, Owner};
use std::sync::Arc;

const ME: Owner = Owner(3);

/// With `wait` a request halts when it has met the basket, the order or the customer.
const CONTROLLER: &str = "var Transaction = dw.system.Transaction, OrderMgr = dw.order.OrderMgr, CustomerMgr = dw.customer.CustomerMgr, BasketMgr = dw.order.BasketMgr;
function met(what) {
    if (request.httpParameterMap.wait.value) {
        session.custom.waited = String(what);
    }
}
function tell(value) { response.writer.print(value); }
exports.Fill = function () {
    Transaction.wrap(function () {
        var basket = BasketMgr.currentOrNewBasket;
        basket.createProductLineItem('KM01002-01', basket.defaultShipment);
        basket.defaultShipment.setShippingMethod(dw.order.ShippingMgr.defaultShippingMethod);
        dw.order.ShippingMgr.applyShippingCost(basket);
        basket.allLineItems.toArray().forEach(function (line) { line.updateTax(0); });
        basket.updateTotals();
    });
    tell(BasketMgr.currentBasket.UUID);
};
exports.Order = function () {
    var basket = BasketMgr.currentBasket;
    met(basket.UUID);
    try {
        tell(Transaction.wrap(function () { var made = OrderMgr.createOrder(basket); OrderMgr.placeOrder(made); return made.orderNo; }));
    } catch (error) {
        tell(error.message);
    }
};
exports.Look = function () {
    var found = OrderMgr.searchOrders('status = 3', null).asList().length;
    met(CustomerMgr.getCustomerByLogin('ada@example.test'));
    tell(found);
};
exports.Change = function () {
    Transaction.wrap(function () {
        OrderMgr.cancelOrder(OrderMgr.getOrder('00000001'));
        CustomerMgr.getCustomerByLogin('ada@example.test').profile.firstName = 'Ada';
    });
};
exports.Name = function () {
    var profile = CustomerMgr.getCustomerByLogin('ada@example.test').profile;
    met(profile.lastName);
    Transaction.wrap(function () { profile.lastName = 'King'; });
};
exports.Register = function () { Transaction.wrap(function () { CustomerMgr.createCustomer('ada@example.test', 'green tea, please'); }); };
exports.Read = function () {
    var order = OrderMgr.getOrder('00000001'), ada = CustomerMgr.getCustomerByLogin('ada@example.test');
    tell([order && order.status.value, ada && ada.profile.firstName, ada && ada.profile.lastName].join());
};
Object.keys(exports).forEach(function (name) { exports[name].public = true; });
";

fn shop() -> Arc<Storefront> {
    storefront(&[("app/cartridge/controllers/Test.js", CONTROLLER)])
}

/// What a request prints that halts on its way while `meanwhile` is asked by another one.
async fn told(
    browser: &Browser,
    shop: &Arc<Storefront>,
    action: &str,
    meanwhile: &str,
) -> [String; 2] {
    let control = shop.engine().control();
    control.attach(ME);
    let line = CONTROLLER.lines().position(|line| line.contains("custom.waited")).expect("there");
    let breakpoint = Breakpoint {
        id: 1,
        path: "/app/cartridge/controllers/Test.js".to_owned(),
        line: u32::try_from(line + 1).expect("a line"),
        condition: None,
    };
    control.set_breakpoints(ME, vec![breakpoint]);
    let (mut one, mut other) = (browser.twin(), browser.twin());
    let action = format!("Test-{action}?wait=1");
    let waiting = tokio::spawn(async move { one.get(&action).await.is_fine().body.clone() });
    let thread = halted(shop).await.id;
    let second = other.get(&format!("Test-{meanwhile}")).await.is_fine().body.clone();
    control.resume(thread).expect("halted");
    [waiting.await.expect("it ends"), second]
}

#[tokio::test]
async fn a_basket_becomes_one_order() {
    let shop = shop();
    let mut browser = Browser::of(&shop);
    let first = browser.get("Test-Fill").await.is_fine().body.clone();
    let told = told(&browser, &shop, "Order", "Order").await;
    assert_eq!(told, ["Another request has made an order of the basket", "00000001"]);
    assert_eq!(browser.get("Test-Look").await.is_fine().body, "1");
    let second = browser.get("Test-Fill").await.is_fine().body.clone();
    assert_ne!(first, second);
    assert_eq!(browser.get("Test-Order").await.is_fine().body, "00000002");
}

#[tokio::test]
async fn whoever_only_looks_undoes_nothing() {
    let shop = shop();
    let mut browser = Browser::of(&shop);
    for action in ["Register", "Fill", "Order"] {
        browser.get(&format!("Test-{action}")).await.is_fine();
    }
    assert_eq!(told(&browser, &shop, "Look", "Change").await[0], "1");
    assert_eq!(browser.get("Test-Read").await.is_fine().body, "6,Ada,");
}

#[tokio::test]
async fn changes_of_two_requests_to_a_customer_stay_both() {
    let shop = shop();
    let mut browser = Browser::of(&shop);
    for action in ["Register", "Fill", "Order"] {
        browser.get(&format!("Test-{action}")).await.is_fine();
    }
    told(&browser, &shop, "Name", "Change").await;
    assert_eq!(browser.get("Test-Read").await.is_fine().body, "6,Ada,King");
}
