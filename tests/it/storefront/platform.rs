//! What scripts ask of the platform: status, hooks, transactions, sites, addresses, orders.

use super::{Browser, archived, check, run, storefront, storefront_of};
use axum::http::header;
use haltscope::script::declared;

#[tokio::test]
async fn a_status_is_that_of_its_first_error() {
    check(
        "var Status = require('dw/system/Status'), StatusItem = require('dw/system/StatusItem'); var status = new Status(); print(status + ' ' + status.error + ' ' + status.code);\n\
         status.addItem(new StatusItem(Status.ERROR, 'B', 'no {0}', 'x')); status.addDetail('why', 1); print(status + ' ' + status.message + ' ' + status.getDetail('why') + ' ' + status.status + ' ' + status.items.length);",
        &["[Status OK] false null", "[Status ERROR code=B] no x 1 1 1"],
    )
    .await;
}

#[tokio::test]
async fn a_transaction_that_fails_takes_everything_back() {
    check(
        "var T = require('dw/system/Transaction'), B = require('dw/order/BasketMgr'); print(B.currentBasket);\n\
         try { T.wrap(function () { B.currentOrNewBasket.createProductLineItem('KM01002-01'); throw new Error('no'); }); } catch (error) { print(error.message); }\n\
         print(B.currentBasket); var basket = B.currentOrNewBasket; T.wrap(function () { basket.createProductLineItem('KM01002-01').custom.note = 'kept'; });\n\
         T.begin(); basket.productLineItems[0].quantityValue = 5; basket.defaultShipment.createShippingAddress().city = 'Berlin'; T.rollback();\n\
         print(basket.productLineItems[0].quantity + ' ' + basket.productLineItems[0].custom.note + ' ' + basket.defaultShipment.shippingAddress);\n\
         print(T.wrap(function () { return T.wrap(function () { return 'inner'; }); })); try { T.commit(); } catch (error) { print(error.message); }\n\
         var told = function (work) { try { T.wrap(work); } catch (error) { print(error.message); } };\n\
         told(function () { T.wrap(function () { basket.productLineItems[0].quantityValue = 7; throw new Error('the true reason'); }); });\n\
         told(function () { told(function () { throw new Error('caught'); }); basket.productLineItems[0].quantityValue = 8; });\n\
         T.wrap(function () { basket.productLineItems[0].custom.note = 'new'; }); print(basket.productLineItems[0].quantity + ' ' + basket.productLineItems[0].custom.note);",
        &["null", "no", "null", "1 kept null", "inner", "Transaction.commit() without Transaction.begin()",
          "the true reason", "caught", "The transaction can only be rolled back: one in it was", "1 new"],
    )
    .await;
}

#[tokio::test]
async fn hooks_run_until_one_answers() {
    let controller = "exports.Run = function () { var H = require('dw/system/HookMgr'); var out = [];\n\
        out.push(H.hasHook('app.sum'), H.hasHook('app.none'), H.callHook('app.sum', 'sum', 1, 2), H.callHook('app.none', 'x'), H.callHook('app.sum', 'missing'), session.custom.order);\n\
        try { H.callHook('app.fail', 'fail'); } catch (error) { out.push(error.message); } response.writer.print(out.join(' ')); }; exports.Run.public = true;";
    let package = r#"{"hooks":"./cartridge/hooks.json"}"#;
    let shop = storefront(&[
        ("one/cartridge/controllers/Test.js", controller),
        ("one/package.json", package),
        (
            "one/cartridge/hooks.json",
            r#"{"hooks":[{"name":"app.sum","script":"./first.js"},{"name":"app.fail","script":"./fail"}]}"#,
        ),
        (
            "one/cartridge/first.js",
            "'use strict'; exports.called = 'first'; exports.sum = function () { session.custom.order = this.called; };",
        ),
        ("one/cartridge/fail.js", "exports.fail = function () { throw new Error('passes'); };"),
        ("two/package.json", package),
        (
            "two/cartridge/hooks.json",
            r#"{"hooks":[{"name":"app.sum","script":"./second.js"},{"name":"app.sum","script":"./third.js"}]}"#,
        ),
        (
            "two/cartridge/second.js",
            "exports.sum = function (a, b) { session.custom.order += ' second'; return a + b; };",
        ),
        (
            "two/cartridge/third.js",
            "exports.sum = function () { session.custom.order += ' third'; };",
        ),
    ]);
    let page = Browser::of(&shop).get("Test-Run").await;
    assert_eq!(page.is_fine().body, "true false 3   first second passes");
}

#[tokio::test]
async fn addresses_are_built_and_encoded() {
    check(
        "var U = require('dw/web/URLUtils'), URLAction = require('dw/web/URLAction'), URLParameter = require('dw/web/URLParameter');\n\
         print(U.url('Cart-Show', 'a', 'b c&d')); print(U.https('Cart-Show')); print(U.abs('Cart-Show').append('x', 1).remove('x')); print(U.staticURL('/css/a.css'));\n\
         print(U.url(new URLAction('Cart-Show', 'Other', 'de'), new URLParameter('q', 'ä'))); print(U.url('A-B').https().relative() + ' ' + U.url('A-B').setAnchor('top')); print(request.httpURL);",
        &["/on/demandware.store/Sites-Storefront-Site/default/Cart-Show?a=b%20c%26d",
          "https://localhost/on/demandware.store/Sites-Storefront-Site/default/Cart-Show",
          "http://localhost/on/demandware.store/Sites-Storefront-Site/default/Cart-Show",
          "/on/demandware.static/Sites-Storefront-Site/-/default/css/a.css",
          "/on/demandware.store/Sites-Other-Site/de/Cart-Show?q=%C3%A4",
          "/on/demandware.store/Sites-Storefront-Site/default/A-B /on/demandware.store/Sites-Storefront-Site/default/A-B#top",
          "http://localhost/on/demandware.store/Sites-Storefront-Site/default/Test-Run"],
    )
    .await;
}

#[tokio::test]
async fn a_basket_becomes_an_order() {
    check(
        "var O = require('dw/order/OrderMgr'), B = require('dw/order/BasketMgr'), P = require('dw/campaign/PromotionMgr'), S = require('dw/order/ShippingMgr'), Order = require('dw/order/Order'); dw.system.Transaction.begin();\n\
         try { O.createOrder(B.currentOrNewBasket); } catch (error) { print(error.message); } var basket = B.currentOrNewBasket; var line = basket.createProductLineItem('KM01001-01');\n\
         line.quantityValue = 3; basket.defaultShipment.setShippingMethod(S.defaultShippingMethod); S.applyShippingCost(basket); P.applyDiscounts(basket); P.applyDiscounts(basket);\n\
         print([line.price, line.adjustedPrice, line.priceAdjustments.length, line.priceAdjustments[0].promotionID].join(' '));\n\
         print([basket.totalGrossPrice, '=', basket.totalNetPrice, '+', basket.totalTax, 'with', basket.adjustedShippingTotalPrice].join(' '));\n\
         var order = O.createOrder(basket); print(order + ' ' + order.status.displayValue + ' ' + B.currentBasket + ' ' + (O.getOrder(order.orderNo) === order) + ' ' + O.getOrder(order.orderNo, 'x'));\n\
         print(O.placeOrder(order).error + ' ' + order.status.displayValue + ' ' + (order.status == Order.ORDER_STATUS_NEW) + ' ' + O.placeOrder(order).code); print(O.failOrder(order, true).code + ' ' + B.currentBasket); print(O.cancelOrder(order).error + ' ' + order.status.displayValue);",
        &["An order needs a basket with a product or a gift certificate in it", "EUR 43.50 EUR 34.80 1 mugs-in-pairs", "EUR 39.70 = EUR 33.08 + EUR 6.62 with EUR 4.90",
          "[Order orderNo=00000001] CREATED null true null", "false NEW true ORDER_NOT_CREATED", "ORDER_NOT_CREATED null", "false CANCELLED"],
    )
    .await;
}

#[tokio::test]
async fn the_catalogue_is_walked() {
    check(
        "var C = require('dw/catalog/CatalogMgr'), Model = require('dw/catalog/ProductSearchModel'); var root = C.siteCatalog.root; print(root + ' ' + root.subCategories.length + ' ' + root.subCategories[0].subCategories.length);\n\
         var mugs = C.getCategory('kitchen-mugs'); print(mugs.displayName + ' ' + mugs.parent.displayName + ' ' + mugs.products.length + ' ' + C.getCategory('nothing'));\n\
         var model = new Model(); model.setSearchPhrase('heron'); model.setCategoryID('kitchen'); model.addRefinementValues('material', 'stoneware'); model.search();\n\
         var hits = model.productSearchHits; print(model.count + ' ' + hits.count + ' ' + hits.next().product.name + ' ' + model.refinedSearch);\n\
         for (var definition of model.refinements.refinementDefinitions) { print(definition.attributeID); }\n\
         print(require('dw/catalog/ProductMgr').queryAllSiteProducts().count); print(require('dw/catalog/ProductMgr').getProduct('nothing'));",
        &["[Category id=root] 6 5", "Mugs Kitchen 42 null", "2 2 Heron Bowl true", "category", "color", "size", "brand", "material", "5367", "null"],
    )
    .await;
}

#[tokio::test]
async fn caches_and_sites_are_shared_by_requests() {
    let controller = "exports.Run = function () { var cache = require('dw/system/CacheMgr').getCache('c'); var loaded = 0;\n\
        var value = cache.get('k', function () { loaded += 1; return { n: 1 }; }); response.writer.print(value.n + ' ' + loaded + ' ' + require('dw/system/Site').current.getCustomPreferenceValue('productsPerPage')); };\n\
        exports.Run.public = true;";
    let preferences = r#"<preferences><custom-preferences><all-instances><preference preference-id="productsPerPage">24</preference></all-instances></custom-preferences></preferences>"#;
    let shop = archived(&[("sites/Storefront/preferences.xml", preferences)]);
    let files = with_caches(controller);
    let shop = storefront_of(&files, shop);
    assert_eq!(Browser::of(&shop).get("Test-Run").await.body, "1 1 24");
    assert_eq!(Browser::of(&shop).get("Test-Run").await.body, "1 0 24");
    assert_eq!(Browser::of(&storefront(&files)).get("Test-Run").await.body, "1 1 null");
}

/// A controller of a cartridge that defines the cache `c`.
fn with_caches(controller: &str) -> [(&str, &str); 3] {
    [
        ("app/package.json", r#"{"caches":"./caches.json"}"#),
        ("app/caches.json", r#"{"caches":[{"id":"c","expireAfterSeconds":60}]}"#),
        ("app/cartridge/controllers/Test.js", controller),
    ]
}

#[tokio::test]
async fn a_cache_is_defined_and_keeps_null() {
    let controller = "exports.Run = function () { var Mgr = require('dw/system/CacheMgr'), cache = Mgr.getCache('c'), loaded = 0, out = [];\n\
        function load() { loaded += 1; return null; }\n\
        out.push(cache.get('n', load), cache.get('n', load), loaded, cache.get('none') === undefined); cache.put('n', undefined); out.push(cache.get('n') === undefined);\n\
        out.push(cache.get('u', function () {}) === undefined, cache.get('u', function () { return 1; }));\n\
        try { Mgr.getCache('d'); } catch (e) { out.push(e.message); } response.writer.print(JSON.stringify(out)); };\n\
        exports.Run.public = true;";
    let page = Browser::of(&storefront(&with_caches(controller))).get("Test-Run").await;
    assert_eq!(page.body, r#"[null,null,1,true,true,true,1,"No caches.json defines the cache d"]"#);
}

#[tokio::test]
async fn a_cache_keeps_what_is_deep_and_nothing_that_is_too_large() {
    let controller = "exports.Run = function () { var cache = require('dw/system/CacheMgr').getCache('c'), deep = [], levels = 0;\n\
        for (var i = 0; i < 1000; i += 1) { deep = [deep]; } cache.put('deep', deep);\n\
        for (var it = cache.get('deep'); it.length; it = it[0]) { levels += 1; }\n\
        function load() { return 'x'.repeat(150000); } cache.put('large', 'small'); cache.put('large', load());\n\
        response.writer.print([levels, cache.get('large'), cache.get('large', load).length, cache.get('large')].join()); };\n\
        exports.Run.public = true;";
    let page = Browser::of(&storefront(&with_caches(controller))).get("Test-Run").await;
    assert_eq!(page.body, "1000,,150000,");
}

/// Of every class, also where one reads in another way than its parent.
#[tokio::test]
async fn a_property_is_the_method_that_reads_it() {
    let classes: Vec<_> = declared().classes().collect();
    let names = serde_json::to_string(&classes).expect("JSON");
    let body = format!("var classes = {names};\n") + PROPERTIES;
    check(&body, &["", "true"]).await;
}

/// Prints those that aren't, and whether there are many that are.
const PROPERTIES: &str = "var wrong = [], count = 0;
function propertyOf(object, name) {
    return Object.getOwnPropertyDescriptor(object, name) || propertyOf(Object.getPrototypeOf(object), name);
}
function look(Class, path, name) {
    var rest = name.charAt(0).toUpperCase() + name.slice(1), target = Class.prototype, get = propertyOf(target, name).get;
    var methods = ['get' + rest, 'is' + rest].filter(function (method) { return method in target; });
    if (get && methods.length > 0) {
        count += 1;
        if (!methods.some(function (method) { return target[method] === get; })) { wrong.push(path + '.' + name); }
    }
}
classes.forEach(function (path) {
    var Class = require('dw/' + path);
    for (var target = Class.prototype; target && target !== Object.prototype; target = Object.getPrototypeOf(target)) {
        Object.getOwnPropertyNames(target).forEach(function (name) { look(Class, path, name); });
    }
});
print(wrong.join(' ')); print(count > 2000);";

#[tokio::test]
async fn a_sitemap_is_sent_as_it_is() {
    let page = run(
        "var File = require('dw/io/File'), file = new File('IMPEX/src/mine.xml'); file.createNewFile();\n\
         var writer = new (require('dw/io/FileWriter'))(file); writer.write('<urlset/>'); writer.close();\n\
         require('dw/system/Transaction').wrap(function () { require('dw/sitemap/SitemapMgr').addCustomSitemapFile('a.test', file); });\n\
         print(new dw.system.Pipelet('SendGoogleSiteMap').execute({ FileName: 'mine.xml' }).result === PIPELET_NEXT);",
    )
    .await;
    assert_eq!(page.is_fine().body, "<urlset/>true\n");
    assert_eq!(page.headers[header::CONTENT_TYPE], "text/xml;charset=UTF-8");
}
