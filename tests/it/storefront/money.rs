//! What baskets and orders come to: discounts and who bears them, shipping, taxes, prices and what is left in stock.

use super::{Browser, archived, storefront_of};
use haltscope::sandbox::Shop;

const CATALOGUE: &str = r#"<catalog catalog-id="shop">
  <category category-id="root"><online-flag>true</online-flag></category>
  <product product-id="ten"/><product product-id="five"/><product product-id="twenty"><brand>Bolt</brand></product>
  <product product-id="sold-out"/><product product-id="listed"/>
  <product product-id="bundle"><bundled-products><bundled-product product-id="ten"><quantity>2</quantity></bundled-product>
    <bundled-product product-id="five"><quantity>1</quantity></bundled-product></bundled-products></product>
  <product product-id="master"><variations><attributes>
      <variation-attribute attribute-id="color" variation-attribute-id="color"><variation-attribute-values>
        <variation-attribute-value value="red"/><variation-attribute-value value="blue"/><variation-attribute-value value="green"/></variation-attribute-values></variation-attribute>
      <variation-attribute attribute-id="size" variation-attribute-id="size"><variation-attribute-values>
        <variation-attribute-value value="S"/><variation-attribute-value value="L"/></variation-attribute-values></variation-attribute></attributes>
    <variants><variant product-id="red-s"/><variant product-id="blue-l"/><variant product-id="green-l"/></variants></variations></product>
  <product product-id="red-s"><custom-attributes><custom-attribute attribute-id="color">red</custom-attribute><custom-attribute attribute-id="size">S</custom-attribute></custom-attributes></product>
  <product product-id="blue-l"><custom-attributes><custom-attribute attribute-id="color">blue</custom-attribute><custom-attribute attribute-id="size">L</custom-attribute></custom-attributes></product>
  <product product-id="green-l"><online-flag>false</online-flag><custom-attributes><custom-attribute attribute-id="color">green</custom-attribute><custom-attribute attribute-id="size">L</custom-attribute></custom-attributes></product>
</catalog>"#;

const PRICES: &str = r#"<pricebooks>
  <pricebook><header pricebook-id="list"><currency>USD</currency></header><price-tables>
    <price-table product-id="ten"><amount quantity="1">10.00</amount></price-table><price-table product-id="five"><amount quantity="1">5.00</amount></price-table>
    <price-table product-id="twenty"><amount quantity="1">20.00</amount></price-table><price-table product-id="sold-out"><amount quantity="1">3.00</amount></price-table>
    <price-table product-id="listed"><amount quantity="1">100.00</amount></price-table><price-table product-id="bundle"><amount quantity="1">22.00</amount></price-table>
    <price-table product-id="master"><amount quantity="1">30.00</amount></price-table><price-table product-id="red-s"><amount quantity="1">28.00</amount></price-table></price-tables></pricebook>
  <pricebook><header pricebook-id="base"><currency>USD</currency></header><price-tables>
    <price-table product-id="five"><amount quantity="1">4.00</amount></price-table></price-tables></pricebook>
  <pricebook><header pricebook-id="sale"><currency>USD</currency><parent>base</parent></header><price-tables>
    <price-table product-id="listed"><amount quantity="1">90.00</amount></price-table><price-table product-id="five"><amount quantity="1">4.50</amount></price-table></price-tables></pricebook>
  <pricebook><header pricebook-id="club"><currency>USD</currency></header><price-tables>
    <price-table product-id="listed"><amount quantity="1">70.00</amount></price-table></price-tables></pricebook></pricebooks>"#;

const PREFERENCES: &str = r#"<preferences><standard-preferences><all-instances>
  <preference preference-id="SitePriceBooks">list:sale</preference><preference preference-id="SiteInventoryList">stock</preference>
  <preference preference-id="SiteCurrencies">USD:EUR</preference></all-instances></standard-preferences></preferences>"#;

const SHIPPING: &str = r#"<shipping>
  <shipping-method method-id="ground" default="true"><online-flag>true</online-flag><currency>USD</currency>
    <price-table><amount order-value="0">9</amount><amount order-value="50">6</amount><amount order-value="100">0</amount></price-table>
    <product-cost-groups>
      <product-cost-group><products><included-products><condition-group><product-id-condition><product-id>ten</product-id></product-id-condition></condition-group></included-products></products><cost-per-item><surcharge>5</surcharge></cost-per-item></product-cost-group>
      <product-cost-group><products><included-products><condition-group><product-id-condition><product-id>ten</product-id></product-id-condition></condition-group></included-products></products><cost-per-item><surcharge>3</surcharge></cost-per-item></product-cost-group>
    </product-cost-groups></shipping-method>
  <shipping-method method-id="euro" default="true"><online-flag>true</online-flag><currency>EUR</currency><price-table><amount order-value="0">4</amount></price-table></shipping-method>
  <shipping-method method-id="members"><online-flag>true</online-flag><currency>USD</currency><customer-groups><customer-group group-id="Registered"/></customer-groups><price-table><amount order-value="0">1</amount></price-table></shipping-method>
  <shipping-method method-id="near"><online-flag>true</online-flag><currency>USD</currency><price-table><amount order-value="0">2</amount></price-table>
    <excluded-addresses><included-addresses><condition-group match-mode="any"><condition><attribute-path>shipment.shippingAddress.stateCode</attribute-path><operator>is-equal</operator><string>AK</string></condition></condition-group></included-addresses></excluded-addresses></shipping-method></shipping>"#;

const TAX: &str = r#"<tax><tax-classes><tax-class class-id="standard" default="true"/></tax-classes>
  <tax-jurisdictions><tax-jurisdiction jurisdiction-id="Default" default="true"/></tax-jurisdictions>
  <tax-rates><tax-rate jurisdiction-id="Default" class-id="standard">0.1</tax-rate></tax-rates></tax>"#;

const STOCK: &str = r#"<inventory>
  <inventory-list><header list-id="stock"><default-instock>false</default-instock></header><records>
    <record product-id="ten"><allocation>50</allocation></record><record product-id="five"><allocation>50</allocation></record><record product-id="twenty"><allocation>50</allocation></record>
    <record product-id="listed"><allocation>50</allocation></record><record product-id="red-s"><allocation>50</allocation></record><record product-id="blue-l"><allocation>50</allocation></record>
    <record product-id="bundle"><allocation>50</allocation></record><record product-id="sold-out"><allocation>0</allocation></record></records></inventory-list>
  <inventory-list><header list-id="shop"><default-instock>false</default-instock></header><records>
    <record product-id="ten"><allocation>1</allocation></record><record product-id="sold-out"><allocation>5</allocation></record></records></inventory-list></inventory>"#;

const SOURCES: &str = r#"<sourcecodes><sourcecode-group group-id="vip"><enabled-flag>true</enabled-flag><code-specs><code-spec>VIP*</code-spec></code-specs>
  <pricebooks><pricebook pricebook-id="club"/></pricebooks></sourcecode-group></sourcecodes>"#;

/// Products of a rule, by their IDs.
fn products(tag: &str, ids: &str) -> String {
    let ids: Vec<_> = ids.split(' ').map(|id| format!("<product-id>{id}</product-id>")).collect();
    let ids = ids.concat();
    format!(
        "<{tag}><included-products><condition-group><product-id-condition>{ids}</product-id-condition></condition-group></included-products></{tag}>"
    )
}

/// A promotion that a coupon of its name brings.
fn promotion(id: &str, exclusivity: &str, rule: &str) -> String {
    format!(
        "<promotion promotion-id=\"{id}\"><enabled-flag>true</enabled-flag><exclusivity>{exclusivity}</exclusivity>{rule}</promotion>"
    )
}

fn promotions() -> String {
    let ids =
        ["tenth", "not-bolt", "one-more", "present", "tiers", "fifth", "blue", "spread", "idle"];
    let (class, no) = ("class", "no");
    let rules = [
        promotion(
            "tenth",
            no,
            "<order-promotion-rule><simple-discount><percentage>20</percentage></simple-discount></order-promotion-rule>",
        ),
        promotion(
            "not-bolt",
            no,
            "<order-promotion-rule><excluded-products><included-products><condition-group><brand-condition><brand>Bolt</brand></brand-condition></condition-group></included-products></excluded-products><simple-discount><percentage>10</percentage></simple-discount></order-promotion-rule>",
        ),
        promotion(
            "one-more",
            no,
            &format!(
                "<product-promotion-rule>{}{}<bogo><threshold>1</threshold><free/><eligible-quantity>1</eligible-quantity></bogo></product-promotion-rule>",
                products("qualifying-products", "ten"),
                products("discounted-products", "five")
            ),
        ),
        promotion(
            "present",
            no,
            &format!(
                "<product-promotion-rule>{}<simple-discount><bonus><bonus-products><product-id>sold-out</product-id></bonus-products></bonus></simple-discount></product-promotion-rule>",
                products("qualifying-products", "listed")
            ),
        ),
        promotion(
            "tiers",
            class,
            &format!(
                "<product-promotion-rule>{}<discounts condition-type=\"product-quantity\"><discount><threshold>1</threshold><percentage>5</percentage></discount><discount><threshold>10</threshold><percentage>50</percentage></discount></discounts></product-promotion-rule>",
                products("qualifying-products", "ten")
            ),
        ),
        promotion(
            "fifth",
            class,
            &format!(
                "<product-promotion-rule>{}<simple-discount><percentage>20</percentage></simple-discount></product-promotion-rule>",
                products("discounted-products", "ten")
            ),
        ),
        promotion(
            "blue",
            no,
            &format!(
                "<product-promotion-rule>{}<simple-discount><percentage>20</percentage></simple-discount></product-promotion-rule>",
                products("discounted-products", "blue-l")
            ),
        ),
        promotion(
            "spread",
            no,
            &format!(
                "<prorate-across-eligible-items-flag>true</prorate-across-eligible-items-flag><product-promotion-rule>{}<simple-discount><amount>3</amount></simple-discount></product-promotion-rule>",
                products("discounted-products", "ten twenty")
            ),
        ),
        promotion(
            "idle",
            no,
            "<order-promotion-rule><simple-discount><percentage>20</percentage></simple-discount></order-promotion-rule>",
        ),
    ];
    let named = &ids[..ids.len() - 1];
    let campaigns = named.iter().map(|id| format!("<campaign campaign-id=\"c-{id}\"><enabled-flag>true</enabled-flag><coupons><coupon coupon-id=\"{id}\"/></coupons></campaign>"));
    let assigned = named.iter().map(|id| {
        format!("<promotion-campaign-assignment promotion-id=\"{id}\" campaign-id=\"c-{id}\"/>")
    });
    let all = campaigns.chain(rules).chain(assigned).collect::<String>();
    format!("<promotions>{all}</promotions>")
}

fn shop() -> Shop {
    let site =
        "<site site-id=\"Storefront\"><currency>USD</currency><taxation>net</taxation></site>";
    let ids = ["tenth", "not-bolt", "one-more", "present", "tiers", "fifth", "blue", "spread"];
    let coupon = |id: &&str| {
        format!(
            "<coupon coupon-id=\"{id}\"><enabled-flag>true</enabled-flag><single-code>{id}</single-code></coupon>"
        )
    };
    let coupons = format!("<coupons>{}</coupons>", ids.iter().map(coupon).collect::<String>());
    let payments = r#"<payment-settings><payment-method method-id="CLUB"><enabled-flag>true</enabled-flag><customer-groups><customer-group group-id="Registered"/></customer-groups></payment-method></payment-settings>"#;
    archived(&[
        ("catalogs/shop/catalog.xml", CATALOGUE),
        ("pricebooks/all.xml", PRICES),
        ("inventory-lists/all.xml", STOCK),
        ("sites/Storefront/preferences.xml", PREFERENCES),
        ("sites/Storefront/shipping.xml", SHIPPING),
        ("sites/Storefront/tax.xml", TAX),
        ("sites/Storefront/sourcecodes.xml", SOURCES),
        ("sites/Storefront/promotions.xml", &promotions()),
        ("sites/Storefront/coupons.xml", &coupons),
        ("sites/Storefront/payment-methods.xml", payments),
        ("sites/Storefront/site.xml", site),
    ])
}

/// What scripts of tests have: `filled({ id: quantity }, [coupon])` makes the basket anew and reckons it as storefronts do.
const KIT: &str = r"
    var BasketMgr = dw.order.BasketMgr, OrderMgr = dw.order.OrderMgr, ShippingMgr = dw.order.ShippingMgr, PromotionMgr = dw.campaign.PromotionMgr;
    var Money = dw.value.Money, wrap = require('dw/system/Transaction').wrap;
    function product(id) { return dw.catalog.ProductMgr.getProduct(id); }
    function method(id) { return ShippingMgr.allShippingMethods.toArray().filter(function (it) { return it.ID === id; })[0]; }
    function reckoned(basket) {
        PromotionMgr.applyDiscounts(basket); ShippingMgr.applyShippingCost(basket); PromotionMgr.applyDiscounts(basket);
        basket.updateTotals();
        return basket;
    }
    function filled(items, coupons) {
        var basket = BasketMgr.currentOrNewBasket;
        basket.allProductLineItems.toArray().forEach(function (line) { if (!line.parent) { basket.removeProductLineItem(line); } });
        basket.couponLineItems.toArray().forEach(function (it) { basket.removeCouponLineItem(it); });
        Object.keys(items).forEach(function (id) { basket.createProductLineItem(id, basket.defaultShipment).setQuantityValue(items[id]); });
        (coupons || []).forEach(function (code) { basket.createCouponLineItem(code, true); });
        basket.defaultShipment.setShippingMethod(method('ground'));
        return reckoned(basket);
    }
    function each(list, read) { return list.toArray().map(read); }
    function amount(money) { return money.available ? money.toNumberString() : 'none'; }
    function lines(basket) { return each(basket.allProductLineItems, function (it) { return it.productID + ' ' + it.quantityValue; }).join(); }
    function failure(work) { try { return String(work()); } catch (error) { return error.type || error.message; } }
    function map(pairs) { return each(pairs.entrySet(), function (it) { return it.key.productID + ' ' + amount(it.value); }).join(); }
";

/// What scripts tell, one request after the other, all in one visit.
async fn told(scripts: &[&str]) -> Vec<String> {
    let actions = scripts.iter().enumerate().map(|(index, script)| {
        format!("exports.Run{index} = function () {{ var told; wrap(function () {{ {script} }}); response.writer.print([].concat(told).join(' | ')); }}; exports.Run{index}.public = true;\n")
    });
    let controller = KIT.to_owned() + &actions.collect::<String>();
    let files = [("app/cartridge/controllers/Test.js", controller.as_str())];
    let mut browser = Browser::of(&storefront_of(&files, shop()));
    let mut all = Vec::new();
    for index in 0..scripts.len() {
        let page = browser.get(&format!("Test-Run{index}")).await;
        all.push(page.is_fine().body.clone());
    }
    all
}

async fn tells(script: &str, expected: &str) {
    assert_eq!(told(&[script]).await, [expected], "{script}");
}

#[tokio::test]
async fn shipping_costs_by_what_is_left_to_pay() {
    // 100 of goods would go for nothing; 20 % less is 80.
    tells(
        "var basket = filled({ listed: 1, five: 2 }, ['tenth']); var shipment = basket.defaultShipment; \
         told = [amount(basket.shippingTotalPrice), amount(ShippingMgr.getShipmentShippingModel(shipment).getShippingCost(method('ground')).amount), amount(shipment.adjustedMerchandizeTotalPrice), amount(shipment.getAdjustedMerchandizeTotalPrice(true))];",
        "6.00 | 6.00 | 98.00 | 78.40",
    )
    .await;
    tells(
        "var line = filled({ ten: 2 }).productLineItems[0]; told = [amount(line.shippingLineItem.price), line.shippingLineItem.surcharge];",
        "6.00 | true",
    )
    .await;
}

#[tokio::test]
async fn ways_to_ship_are_those_of_the_currency_the_visitor_and_the_address() {
    tells(
        "var ids = function (list) { return each(list, function (it) { return it.ID; }).join(); }; var model = ShippingMgr.getShipmentShippingModel(filled({ ten: 1 }).defaultShipment); var there = new dw.util.HashMap(); there.put('stateCode', 'AK'); \
         told = [ids(ShippingMgr.allShippingMethods), ShippingMgr.defaultShippingMethod.ID, ids(model.getApplicableShippingMethods()), ids(model.getApplicableShippingMethods({ stateCode: 'AK' })), ids(model.getApplicableShippingMethods(there)), ids(model.getInapplicableShippingMethods({ stateCode: 'AK' }))]; \
         session.setCurrency(dw.util.Currency.getCurrency('EUR')); told.push(ids(ShippingMgr.allShippingMethods), ShippingMgr.defaultShippingMethod.ID); session.setCurrency(dw.util.Currency.getCurrency('USD'));",
        "ground,near | ground | ground,near | ground | ground | euro,members,near | euro | euro",
    )
    .await;
}

#[tokio::test]
async fn a_tax_that_a_script_has_set_is_the_one_that_is_paid() {
    tells(
        "var basket = filled({ listed: 1 }); var line = basket.productLineItems[0]; line.updateTaxAmount(new Money(5, 'USD')); \
         told = [line.tax, line.adjustedTax, basket.adjustedMerchandizeTotalTax].map(amount); line.updateTax(0.1, new Money(50, 'USD')); told.push(amount(line.adjustedTax)); \
         line.updateTax(0.1); told.push(amount(line.taxBasis), amount(line.adjustedTax), amount(basket.adjustedMerchandizeTotalTax));",
        "5.00 | 5.00 | 5.00 | 5.00 | 90.00 | 9.00 | 9.00",
    )
    .await;
    tells(
        "var basket = filled({ listed: 1 }); var line = basket.productLineItems[0]; var off = line.createPriceAdjustment('mine', new dw.campaign.AmountDiscount(10)); told = [off.taxRate, amount(line.adjustedTax)]; \
         off.updateTaxAmount(new Money(-2, 'USD')); told.push(amount(line.adjustedTax)); basket.shipments[0].standardShippingLineItem.updateTax(0.05); \
         var freight = basket.createShippingPriceAdjustment('freight', new dw.campaign.AmountDiscount(2)); basket.updateOrderLevelPriceAdjustmentTax(); told.push(freight.taxRate, amount(freight.tax));",
        "0.1 | 8.00 | 7.00 | 0.05 | -0.10",
    )
    .await;
}

#[tokio::test]
async fn discounts_are_borne_by_the_lines_that_they_are_for() {
    tells(
        "var basket = filled({ ten: 1, twenty: 1 }, ['not-bolt']); told = each(basket.productLineItems, function (it) { return amount(it.proratedPrice); }).concat(map(basket.priceAdjustments[0].proratedPrices));",
        "9.00 | 20.00 | ten -1.00",
    )
    .await;
    tells(
        "var basket = filled({ ten: 1, five: 1 }, ['one-more']); told = each(basket.productLineItems, function (it) { return amount(it.adjustedPrice) + ' ' + amount(it.proratedPrice); }).concat(map(basket.productLineItems[1].priceAdjustments[0].proratedPrices));",
        "10.00 7.14 | 0.00 2.86 | ten -2.86,five -1.14",
    )
    .await;
    tells(
        "var basket = filled({ ten: 1, twenty: 1, five: 1 }, ['spread']); told = each(basket.productLineItems, function (it) { return amount(it.adjustedPrice) + ' ' + amount(it.proratedPrice); }).concat(map(basket.productLineItems[0].priceAdjustments[0].proratedPrices));",
        "7.00 8.00 | 17.00 16.00 | 4.00 4.00 | ten -1.00,twenty -2.00",
    )
    .await;
    tells(
        "var basket = filled({ ten: 1, twenty: 1 }); var line = basket.productLineItems[0]; var off = line.createPriceAdjustment('mine', new dw.campaign.AmountDiscount(1)); \
         var freight = basket.createShippingPriceAdjustment('freight', new dw.campaign.AmountDiscount(1)); var all = basket.createPriceAdjustment('all', new dw.campaign.AmountDiscount(3)); \
         told = [map(off.proratedPrices), freight.proratedPrices.size(), map(all.proratedPrices), line.proratedPriceAdjustmentPrices.size()];",
        "ten -1.00 | 0 | ten -0.93,twenty -2.07 | 2",
    )
    .await;
    tells(
        "var line = filled({ ten: 3 }).productLineItems[0]; told = [amount(line.createPriceAdjustment('fixed', new dw.campaign.FixedPriceDiscount(8)).price), amount(line.createPriceAdjustment('off', new dw.campaign.AmountDiscount(2)).price)];",
        "-6.00 | -2.00",
    )
    .await;
}

#[tokio::test]
async fn promotions_go_by_the_tier_that_is_reached() {
    tells(
        "told = [2, 10].map(function (pieces) { return each(filled({ ten: pieces }, ['tiers', 'fifth']).productLineItems[0].priceAdjustments, function (it) { return it.promotionID + ' ' + amount(it.price); }).join(); });",
        "fifth -4.00 | tiers -50.00",
    )
    .await;
}

#[tokio::test]
async fn a_present_that_is_not_there_is_not_given() {
    tells(
        "var basket = filled({ listed: 1 }, ['present']); told = [lines(basket), PromotionMgr.getDiscounts(basket).bonusDiscounts[0].bonusProducts.length, failure(function () { return OrderMgr.createOrder(basket).status.displayValue; })];",
        "listed 1 | 0 | CREATED",
    )
    .await;
}

#[tokio::test]
async fn what_an_order_takes_is_gone_and_no_more_can_be_ordered() {
    let stock =
        "function left(id) { return product(id).availabilityModel.inventoryRecord.ATS.value; }";
    let make = "OrderMgr.createOrder(basket).orderNo";
    let scripts = [
        format!(
            "{stock} var basket = filled({{ ten: 30 }}); var order = OrderMgr.createOrder(basket); session.custom.number = order.orderNo; told = [left('ten')];"
        ),
        format!(
            "{stock} var basket = filled({{ ten: 21 }}); told = [left('ten'), failure(function () {{ return {make}; }})];"
        ),
        format!(
            "{stock} var basket = BasketMgr.currentBasket; BasketMgr.deleteBasket(basket); OrderMgr.failOrder(OrderMgr.getOrder(session.custom.number)); told = [left('ten'), lines(BasketMgr.currentBasket)];"
        ),
        format!(
            "var basket = filled({{ ten: 30 }}); basket.createProductLineItem('ten', basket.defaultShipment).setQuantityValue(25); told = failure(function () {{ return {make}; }});"
        ),
        format!(
            "{stock} var basket = filled({{ bundle: 3 }}); told = [lines(basket)]; OrderMgr.placeOrder(OrderMgr.createOrder(basket)); told.push(left('ten'), left('five'));"
        ),
    ];
    let scripts: Vec<_> = scripts.iter().map(String::as_str).collect();
    assert_eq!(
        told(&scripts).await,
        [
            "20",
            "20 | CreateOrderException",
            "50 | ten 30",
            "CreateOrderException",
            "bundle 3,ten 6,five 3 | 44 | 47"
        ]
    );
}

#[tokio::test]
async fn a_line_is_taken_from_the_inventory_list_that_it_names() {
    let script = |id: &str, pieces: u32| {
        format!(
            "var basket = filled({{ '{id}': {pieces} }}); var list = dw.catalog.ProductInventoryMgr.getInventoryList('shop'); \
             basket.productLineItems[0].setProductInventoryList(list); reckoned(basket); \
             told = [failure(function () {{ return OrderMgr.createOrder(basket).status.displayValue; }}), list.getRecord('{id}').ATS.value];"
        )
    };
    tells(&script("ten", 2), "CreateOrderException | 1").await;
    tells(&script("sold-out", 2), "CREATED | 3").await;
}

#[tokio::test]
async fn a_reservation_holds_pieces_back_for_its_basket() {
    let controller = KIT.to_owned()
        + "function left() { return product('ten').availabilityModel.inventoryRecord; } \
           exports.Fill = function () { wrap(function () { filled({ ten: Number(request.httpParameterMap.n.value) }); }); response.writer.print('ok'); }; exports.Fill.public = true; \
           exports.Reserve = function () { var basket = BasketMgr.currentBasket; var status = basket.reserveInventory(5, request.httpParameterMap.less.value === 'true'); \
             response.writer.print([status.code, left().ATS.value, left().reserved.value, each(basket.productLineItems, function (it) { return it.quantityValue + ' ' + it.reserved; }), basket.inventoryReservationExpiry > new Date(), failure(function () { wrap(function () { basket.reserveInventory(); }); })].join(' | ')); }; exports.Reserve.public = true; \
           exports.Order = function () { wrap(function () { response.writer.print([failure(function () { return OrderMgr.createOrder(BasketMgr.currentBasket).status.displayValue; }), left().ATS.value, left().reserved.value].join(' | ')); }); }; exports.Order.public = true; \
           exports.Release = function () { BasketMgr.currentBasket.releaseInventory(); response.writer.print(left().ATS.value + ' ' + BasketMgr.currentBasket.inventoryReservationExpiry); }; exports.Release.public = true;";
    let shop = storefront_of(&[("app/cartridge/controllers/Test.js", controller.as_str())], shop());
    let (mut one, mut other) = (Browser::of(&shop), Browser::of(&shop));
    let refused =
        "Basket.reserveInventory() has a transaction of its own: it can't be called in one";
    one.get("Test-Fill?n=40").await.is_fine();
    assert_eq!(
        one.get("Test-Reserve").await.is_fine().body,
        format!(" | 10 | 40 | 40 true | true | {refused}")
    );
    other.get("Test-Fill?n=20").await.is_fine();
    assert_eq!(
        other.get("Test-Reserve").await.is_fine().body,
        format!("INVENTORY_RESERVATION_FAILED | 10 | 40 | 20 false | false | {refused}")
    );
    assert_eq!(other.get("Test-Order").await.is_fine().body, "CreateOrderException | 10 | 40");
    assert_eq!(
        other.get("Test-Reserve?less=true").await.is_fine().body,
        format!("ITEM_QUANTITY_REDUCED | 0 | 50 | 10 true | true | {refused}")
    );
    assert_eq!(other.get("Test-Release").await.is_fine().body, "10 null");
    assert_eq!(one.get("Test-Order").await.is_fine().body, "CREATED | 10 | 0");
}

#[tokio::test]
async fn prices_come_from_all_books_that_apply() {
    let prices = "var prices = function (id) { var model = product(id).priceModel; return amount(model.price) + ' ' + each(model.priceInfos, function (it) { return it.priceBook.ID; }).join(); };";
    let scripts = [
        format!("{prices} told = ['listed', 'five', 'master', 'red-s'].map(prices);"),
        "told = session.setSourceCode('VIP1').status;".to_owned(),
        format!("{prices} told = prices('listed');"),
        format!(
            "{prices} dw.catalog.PriceBookMgr.setApplicablePriceBooks(dw.catalog.PriceBookMgr.getPriceBook('sale')); told = ['listed', 'five', 'ten'].map(prices);"
        ),
    ];
    let scripts: Vec<_> = scripts.iter().map(String::as_str).collect();
    assert_eq!(
        told(&scripts).await,
        [
            "90.00 sale | 4.00 base | 30.00 list | 28.00 list",
            "0",
            "70.00 club",
            "90.00 sale | 4.00 base | none "
        ]
    );
}

#[tokio::test]
async fn variants_that_are_offline_are_no_choice() {
    tells(
        "var model = product('master').variationModel; var values = function (id) { return each(model.getAllValues(id), function (it) { return it.value; }).join(); }; var names = function (list) { return each(list, function (it) { return it.ID; }).join(); }; \
         var wish = new dw.util.HashMap(); wish.put('color', 'blue'); var filtered = function (id) { return each(model.getFilteredValues(model.getProductVariationAttribute(id)), function (it) { return it.value; }).join(); }; \
         told = [names(model.variants), values('color'), names(model.getVariants(wish)), filtered('color'), filtered('size')]; \
         model.setSelectedAttributeValue('color', 'blue'); told.push(filtered('size'), String(model.url('Product-Show', 'size', 'L', 'size', 'none')).split('?')[1], model.getHtmlName('x_', model.getProductVariationAttribute('color'))); \
         var own = product('red-s').variationModel; own.setSelectedAttributeValue('color', 'blue'); told.push(own.selectedVariant.ID);",
        "red-s,blue-l | red,blue | blue-l | red,blue |  | L | pid=master&dwvar_master_color=blue&dwvar_master_size=L | x_dwvar_master_color | red-s",
    )
    .await;
}

#[tokio::test]
async fn a_master_s_page_tells_the_promotions_of_its_variants() {
    tells(
        "filled({ ten: 1 }, ['blue', 'present']); var plan = PromotionMgr.activeCustomerPromotions, ids = function (list) { return each(list, function (it) { return it.ID; }).join(); }; \
         told = [ids(plan.getProductPromotions(product('master'))), ids(plan.getProductPromotionsForDiscountedProduct(product('master'))), ids(plan.getProductPromotionsForDiscountedProduct(product('sold-out'))), ids(plan.getProductPromotionsForQualifyingProduct(product('listed'))), ids(plan.getProductPromotions(product('red-s')))];",
        "blue | blue | present | present | ",
    )
    .await;
}

#[tokio::test]
async fn promotions_without_a_campaign_are_none() {
    tells(
        "told = [PromotionMgr.getPromotion('idle'), PromotionMgr.promotions.length, amount(filled({ ten: 1 }).createPriceAdjustment('idle', new dw.campaign.AmountDiscount(1)).price), \
         each(dw.order.PaymentMgr.getApplicablePaymentMethods(null, null, null), function (it) { return it.ID; }).indexOf('CLUB') >= 0, each(dw.order.PaymentMgr.getApplicablePaymentMethods(customer, null, null), function (it) { return it.ID; }).indexOf('CLUB') >= 0];",
        " | 8 | -1.00 | true | false",
    )
    .await;
}

#[tokio::test]
async fn what_was_on_a_list_is_bought_with_an_order_and_not_with_one_that_is_given_up() {
    tells(
        "var list = dw.customer.ProductListMgr.createProductList(customer, dw.customer.ProductList.TYPE_CUSTOM_1); var item = list.createProductItem(product('ten')); \
         var order = function () { var basket = filled({}); basket.createProductLineItem(item, null, basket.defaultShipment); var made = OrderMgr.createOrder(reckoned(basket)); return made; }; \
         var first = order(); told = [item.purchasedQuantityValue, item.purchases[0].orderNo === first.orderNo]; OrderMgr.failOrder(first, false); told.push(item.purchasedQuantityValue); \
         var second = order(); OrderMgr.placeOrder(second); told.push(item.purchasedQuantityValue); OrderMgr.cancelOrder(second); told.push(item.purchasedQuantityValue);",
        "1 | true | 0 | 1 | 0",
    )
    .await;
}

#[tokio::test]
async fn a_failed_order_leaves_its_basket_to_its_session() {
    tells(
        "var basket = filled({ ten: 2 }); var card = basket.createPaymentInstrument('CREDIT_CARD', basket.totalGrossPrice); card.setCreditCardNumber('4111111111111111'); \
         var order = OrderMgr.createOrder(basket); OrderMgr.failOrder(order); var again = BasketMgr.currentBasket; \
         told = [lines(again), again.paymentInstruments.length, again.paymentInstruments[0].creditCardNumber, order.status.displayValue]; \
         BasketMgr.deleteBasket(again); var other = OrderMgr.createOrder(filled({ ten: 1 })); OrderMgr.failOrder(other, false); told.push(BasketMgr.currentBasket);",
        "ten 2 | 1 | ************1111 | FAILED | ",
    )
    .await;
}

#[tokio::test]
async fn gift_certificates_have_codes_of_their_own() {
    tells(
        "told = [null, ''].map(function (code) { return dw.order.GiftCertificateMgr.createGiftCertificate(50, code).giftCertificateCode.length; });",
        "16 | 16",
    )
    .await;
}
