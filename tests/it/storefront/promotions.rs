//! Promotions of a site archive: each kind of rule gives a basket what it says, and takes it back.

use super::{Browser, archived, archived_with, storefront_of};
use haltscope::sandbox::Shop;

const CATALOGUE: &str = r#"<catalog catalog-id="shop">
  <category category-id="root"><online-flag>true</online-flag></category>
  <category category-id="cups"><online-flag>true</online-flag><parent>root</parent></category>
  <category category-id="pens"><online-flag>true</online-flag><parent>root</parent></category>
  <product product-id="cup"><display-name xml:lang="x-default">Cup</display-name><brand>Kiln</brand></product>
  <product product-id="mug"><brand>Kiln</brand><custom-attributes><custom-attribute attribute-id="glaze">blue</custom-attribute><custom-attribute attribute-id="code">007</custom-attribute></custom-attributes></product>
  <product product-id="pen"><options><option option-id="ink"><option-values>
    <option-value value-id="gold" default="true"><option-value-prices><option-value-price currency="USD">4.00</option-value-price></option-value-prices></option-value>
  </option-values></option></options></product>
  <product product-id="gift"/>
  <category-assignment category-id="cups" product-id="cup"/><category-assignment category-id="cups" product-id="mug"/>
  <category-assignment category-id="pens" product-id="pen"/><category-assignment category-id="root" product-id="gift"/>
</catalog>"#;

const PRICES: &str = r#"<pricebooks><pricebook><header pricebook-id="list"><currency>USD</currency></header><price-tables>
  <price-table product-id="cup"><amount quantity="1">10.00</amount></price-table><price-table product-id="mug"><amount quantity="1">20.00</amount></price-table>
  <price-table product-id="pen"><amount quantity="1">5.00</amount></price-table><price-table product-id="gift"><amount quantity="1">3.00</amount></price-table>
</price-tables></pricebook></pricebooks>"#;

const CLUB: &str = r#"<pricebooks><pricebook><header pricebook-id="club"><currency>USD</currency></header><price-tables>
  <price-table product-id="cup"><amount quantity="1">7.00</amount></price-table></price-tables></pricebook></pricebooks>"#;

const PREFERENCES: &str = r#"<preferences><standard-preferences><all-instances>
  <preference preference-id="SitePriceBooks">list</preference></all-instances></standard-preferences></preferences>"#;

const SHIPPING: &str = r#"<shipping>
  <shipping-method method-id="ground" default="true"><online-flag>true</online-flag><price-table><amount order-value="0">8</amount></price-table></shipping-method>
  <shipping-method method-id="air"><online-flag>true</online-flag><price-table><amount order-value="0">20</amount></price-table></shipping-method></shipping>"#;

const TAX: &str = r#"<tax><tax-classes><tax-class class-id="standard" default="true"/><tax-class class-id="low"/></tax-classes>
  <tax-jurisdictions><tax-jurisdiction jurisdiction-id="US"><address-mappings><address-mapping key1="US" key2="-"/></address-mappings></tax-jurisdiction>
  <tax-jurisdiction jurisdiction-id="US-MA"><address-mappings><address-mapping key1="US" key2="MA"/></address-mappings></tax-jurisdiction>
  <tax-jurisdiction jurisdiction-id="Default" default="true"/></tax-jurisdictions>
  <tax-rates><tax-rate jurisdiction-id="Default" class-id="standard">0.1</tax-rate><tax-rate jurisdiction-id="US-MA" class-id="standard">0.05</tax-rate></tax-rates></tax>"#;

const SOURCES: &str = r#"<sourcecodes>
  <sourcecode-group group-id="mail"><enabled-flag>true</enabled-flag><active-redirect><product-redirect product-id="cup"/></active-redirect>
    <code-specs><code-spec>mail[1..9]</code-spec><code-spec>letter*</code-spec></code-specs><pricebooks><pricebook pricebook-id="club"/></pricebooks></sourcecode-group>
  <sourcecode-group group-id="old"><enabled-flag>true</enabled-flag><online-to>2001-01-01Z</online-to>
    <inactive-redirect><default-redirect/></inactive-redirect><code-specs><code-spec>old</code-spec></code-specs></sourcecode-group></sourcecodes>"#;

/// Fills a basket, applies promotions twice (the second time must change nothing), and tells what came of it.
const CONTROLLER: &str = r"
    var PromotionMgr = require('dw/campaign/PromotionMgr'), BasketMgr = require('dw/order/BasketMgr'), ShippingMgr = require('dw/order/ShippingMgr');
    function both(before, after) { return before.toNumberString() + (before.equals(after) ? '' : '>' + after.toNumberString()); }
    function ids(list) { return list.toArray().map(function (it) { return it.ID; }).join('+'); }
    exports.Run = function () {
        var map = request.httpParameterMap;
        require('dw/system/Transaction').wrap(function () {
            var basket = BasketMgr.currentOrNewBasket;
            basket.getAllProductLineItems().toArray().forEach(function (line) { if (!line.bonusProductLineItem && !line.parent) { basket.removeProductLineItem(line); } });
            map.basket.value.split(',').filter(Boolean).forEach(function (part) {
                basket.createProductLineItem(part.split(':')[0], basket.defaultShipment).setQuantityValue(Number(part.split(':')[1]));
            });
            if (map.coupon.submitted) { basket.createCouponLineItem(map.coupon.value, true); }
            var method = ShippingMgr.getAllShippingMethods().toArray().filter(function (it) { return it.ID === (map.method.value || 'ground'); })[0];
            basket.defaultShipment.setShippingMethod(method);
            ShippingMgr.applyShippingCost(basket);
            var plan = PromotionMgr.getDiscounts(basket);
            PromotionMgr.applyDiscounts(basket);
            basket.bonusDiscountLineItems.toArray().forEach(function (it) { it.custom.mark = 'kept'; });
            PromotionMgr.applyDiscounts(basket);
            var refused = [];
            map.choose.value && map.choose.value.split(',').forEach(function (id) {
                try { basket.createBonusProductLineItem(basket.bonusDiscountLineItems[0], dw.catalog.ProductMgr.getProduct(id), null, basket.defaultShipment); } catch (error) { refused.push(error.message); }
            });
            PromotionMgr.applyDiscounts(basket);
            var told = refused.concat(basket.getAllProductLineItems().toArray().map(function (line) {
                var name = line.optionProductLineItem ? line.optionID : line.productID;
                var by = line.priceAdjustments.toArray().map(function (it) { return it.promotionID; }).join('+');
                return name + ' ' + line.quantityValue + ' ' + both(line.price, line.adjustedPrice) + (by && by !== 'p' ? ' by ' + by : '') + (line.bonusProductLineItem ? ' free' : '');
            }));
            var goods = basket.getAdjustedMerchandizeTotalPrice(false);
            if (!goods.equals(basket.adjustedMerchandizeTotalPrice)) { told.push('order ' + both(goods, basket.adjustedMerchandizeTotalPrice)); }
            if (!basket.shippingTotalPrice.equals(basket.adjustedShippingTotalPrice)) { told.push('shipping ' + both(basket.shippingTotalPrice, basket.adjustedShippingTotalPrice)); }
            basket.bonusDiscountLineItems.toArray().forEach(function (it) { told.push('choose ' + it.maxBonusItems + ' of ' + ids(it.bonusProducts) + ' ' + it.custom.mark); });
            plan.approachingOrderDiscounts.toArray().concat(plan.getApproachingShippingDiscounts(basket.defaultShipment).toArray()).forEach(function (it) {
                told.push('near ' + it.distanceFromConditionThreshold.toNumberString());
            });
            basket.couponLineItems.toArray().forEach(function (it) { told.push('coupon ' + it.statusCode); });
            response.writer.print(told.join('; '));
        });
    };
    exports.Run.public = true;
    exports.Tax = function () {
        var TaxMgr = require('dw/order/TaxMgr'), ShippingLocation = require('dw/order/ShippingLocation'), basket = BasketMgr.currentOrNewBasket;
        var places = [{ countryCode: 'US', stateCode: 'MA' }, { countryCode: 'us', stateCode: 'NY' }, { countryCode: 'FR' }].map(function (it) { return TaxMgr.getTaxJurisdictionID(new ShippingLocation(it)); });
        require('dw/system/Transaction').wrap(function () {
            basket.createProductLineItem('cup', basket.defaultShipment).updateTax(TaxMgr.getTaxRate('standard', places[0]));
            basket.defaultShipment.setShippingMethod(ShippingMgr.defaultShippingMethod);
            ShippingMgr.applyShippingCost(basket);
        });
        var line = basket.productLineItems[0];
        response.writer.print([places, TaxMgr.defaultTaxJurisdictionID, TaxMgr.getTaxRate('low', 'US'), TaxMgr.taxationPolicy === TaxMgr.TAX_POLICY_NET,
            line.netPrice.toNumberString(), line.tax.toNumberString(), line.grossPrice.toNumberString(),
            basket.totalNetPrice.toNumberString(), basket.totalTax.toNumberString(), basket.totalGrossPrice.toNumberString()].join(' '));
    };
    exports.Tax.public = true;
    exports.Source = function () {
        var set = request.httpParameterMap.set.value, status = set ? session.setSourceCode(set) : null, info = session.sourceCodeInfo;
        response.writer.print([status && (status.error ? status.code : 'OK'), info && [info.code, info.group.ID, info.status, ids(info.group.priceBooks), String(info.redirect.location).split('/').pop()].join(' ')].join('|'));
    };
    exports.Source.public = true;
    exports.LastSource = function () {
        var last = session.lastReceivedSourceCodeInfo, taken = session.sourceCodeInfo;
        response.writer.print([last && last.code + ' ' + last.status + ' ' + (last.group && last.group.ID), taken && taken.code].join('|'));
    };
    exports.LastSource.public = true;
    exports.Told = function () {
        var plan = PromotionMgr.activePromotions, product = dw.catalog.ProductMgr.getProduct('cup'), promotion = PromotionMgr.getPromotion('p');
        response.writer.print([ids(plan.promotions), ids(PromotionMgr.activeCustomerPromotions.promotions), ids(plan.getProductPromotions(product)),
            ids(plan.getProductPromotionsForDiscountedProduct(product)), promotion && [promotion.active, promotion.basedOnCoupons, promotion.campaign.ID, promotion.exclusivity, promotion.getPromotionalPrice(product)].join(' ')].join('|'));
    };
    exports.Told.public = true;
";

/// A promotion `p` with a rule, in a running campaign.
fn promotion(rule: &str) -> String {
    format!(
        "<promotion promotion-id=\"p\"><enabled-flag>true</enabled-flag>{rule}</promotion>{ASSIGNED}"
    )
}

const CAMPAIGN: &str = r#"<campaign campaign-id="c"><enabled-flag>true</enabled-flag><customer-groups><customer-group group-id="Everyone"/></customer-groups></campaign>"#;
const ASSIGNED: &str = r#"<promotion-campaign-assignment promotion-id="p" campaign-id="c"/>"#;

fn shop(promotions: &str, taxation: &str) -> Shop {
    preferring(PREFERENCES, promotions, taxation)
}

/// A shop whose site has those preferences.
fn preferring(preferences: &str, promotions: &str, taxation: &str) -> Shop {
    mistaken(preferences, promotions, taxation, &[])
}

/// The same with mistakes in its archive.
fn mistaken(preferences: &str, promotions: &str, taxation: &str, mistakes: &[&str]) -> Shop {
    let promotions = format!("<promotions>{CAMPAIGN}{promotions}</promotions>");
    let site = format!(
        "<site site-id=\"Storefront\"><currency>USD</currency><taxation>{taxation}</taxation></site>"
    );
    let coupons = r#"<coupons><coupon coupon-id="ten"><enabled-flag>true</enabled-flag><single-code>TEN</single-code></coupon>
      <coupon coupon-id="off"><enabled-flag>false</enabled-flag><single-code>OFF</single-code></coupon></coupons>"#;
    let files = [
        ("catalogs/shop/catalog.xml", CATALOGUE),
        ("pricebooks/list.xml", PRICES),
        ("pricebooks/club.xml", CLUB),
        ("sites/Storefront/shipping.xml", SHIPPING),
        ("sites/Storefront/tax.xml", TAX),
        ("sites/Storefront/coupons.xml", coupons),
        ("sites/Storefront/sourcecodes.xml", SOURCES),
        ("sites/Storefront/promotions.xml", &promotions),
        ("sites/Storefront/site.xml", &site),
        ("sites/Storefront/preferences.xml", preferences),
    ];
    archived_with(&files, mistakes)
}

fn browser(promotions: &str) -> Browser {
    browsing(shop(promotions, "net"))
}

fn browsing(shop: Shop) -> Browser {
    Browser::of(&storefront_of(&[("app/cartridge/controllers/Test.js", CONTROLLER)], shop))
}

async fn page(browser: &mut Browser, path: &str) -> String {
    let page = browser.get(path).await;
    page.is_fine();
    page.body
}

/// What promotions make of baskets.
async fn check(promotions: &str, expected: &[(&str, &str)]) {
    gives(&mut browser(promotions), promotions, expected).await;
}

async fn gives(browser: &mut Browser, promotions: &str, expected: &[(&str, &str)]) {
    for (basket, expected) in expected {
        let found = page(browser, &format!("Test-Run?basket={basket}")).await;
        assert_eq!(found, *expected, "{basket} with {promotions}");
    }
}

/// What a promotion makes of baskets in a site with one more preference.
async fn check_preferring(preference: (&str, &str), promotion: &str, expected: &[(&str, &str)]) {
    let (id, value) = preference;
    let more = format!("<preference preference-id=\"{id}\">{value}</preference></all-instances>");
    let preferences = PREFERENCES.replace("</all-instances>", &more);
    gives(&mut browsing(preferring(&preferences, promotion, "net")), id, expected).await;
}

#[tokio::test]
async fn a_campaign_for_stores_alone_gives_visitors_nothing() {
    let off = rule("order", &simple("<amount>1</amount>"));
    let told = "exports.Run = function () { var it = dw.campaign.PromotionMgr.getPromotion('p').campaign; response.writer.print([it.applicableOnline, it.applicableInStore, it.stores.toArray().map(function (store) { return store.ID; }), dw.campaign.PromotionMgr.activePromotions.promotions.length].join(' ')); }; exports.Run.public = true;";
    for (scope, expected) in [
        ("", "true false  1"),
        ("<campaign-scope><applicable-online/></campaign-scope>", "true false  1"),
        (
            "<campaign-scope><applicable-online/><applicable-in-store/></campaign-scope>",
            "true true  1",
        ),
        (
            "<campaign-scope><applicable-in-store><stores><store store-id=\"one\"/></stores></applicable-in-store></campaign-scope>",
            "false true one 0",
        ),
    ] {
        let campaign = CAMPAIGN.replace("<customer-groups>", &format!("{scope}<customer-groups>"));
        let promotions = format!("<promotions>{campaign}{off}</promotions>");
        let shop = archived(&[
            ("sites/Storefront/promotions.xml", &promotions),
            (
                "sites/Storefront/stores.xml",
                "<stores><store store-id=\"one\"><name>One</name></store></stores>",
            ),
        ]);
        let files = [("app/cartridge/controllers/Test.js", told)];
        let found = page(&mut Browser::of(&storefront_of(&files, shop)), "Test-Run").await;
        assert_eq!(found, expected, "{scope}");
    }
}

#[tokio::test]
async fn a_campaign_names_stores_and_groups_of_stores() {
    let promotions = format!(
        "<promotions>{}</promotions>",
        CAMPAIGN.replace("</campaign>", "<source-codes><source-code group-id=\"mail\"/></source-codes><store-groups><store-group store-group-id=\"near\"/><store-group store-group-id=\"none\"/></store-groups></campaign>"),
    );
    let stores = r#"<stores><store store-id="one"><name>One</name></store><store store-id="two"/>
      <store-group store-group-id="near"><name>Near</name><stores><store store-id="two"/></stores></store-group></stores>"#;
    let shop = archived(&[
        ("sites/Storefront/promotions.xml", &promotions),
        ("sites/Storefront/stores.xml", stores),
        ("sites/Storefront/sourcecodes.xml", SOURCES),
    ]);
    let told = "exports.Run = function () { var it = dw.campaign.PromotionMgr.getCampaign('c'), group = it.storeGroups[0], store = dw.catalog.StoreMgr.getStore('two');
        response.writer.print([it.storeGroups.length, group.ID, group.name, group.stores[0].ID, store.storeGroups[0].ID, dw.catalog.StoreMgr.getStore('one').storeGroups.length, it.sourceCodeGroups[0].ID].join(' ')); }; exports.Run.public = true;";
    let files = [("app/cartridge/controllers/Test.js", told)];
    let found = page(&mut Browser::of(&storefront_of(&files, shop)), "Test-Run").await;
    assert_eq!(found, "1 near Near two near 0 mail");
}

#[tokio::test]
async fn promotions_of_a_product_are_those_of_orders_and_shipping_too() {
    let off = "<amount>1</amount>";
    for (promotions, expected) in [
        (qualifying("order", "cup", &from("order-total", "10", off)), "p"),
        (qualifying("shipping", "cup", &from("shipment-total", "10", off)), "p"),
        (qualifying("order", "mug", &from("order-total", "10", off)), ""),
        (rule("order", &simple(off)), ""),
        (
            rule(
                "order",
                &simple(
                    "<bonus><bonus-products><product-id>cup</product-id></bonus-products></bonus>",
                ),
            ),
            "p",
        ),
    ] {
        let told = page(&mut browser(&promotions), "Test-Told").await;
        assert_eq!(told.split('|').nth(2), Some(expected), "{promotions}: {told}");
    }
}

fn ids(list: &str) -> String {
    let ids = list.replace(' ', "</product-id><product-id>");
    format!(
        "<included-products><condition-group><product-id-condition operator=\"is equal\"><product-id>{ids}</product-id></product-id-condition></condition-group></included-products>"
    )
}

fn rule(class: &str, content: &str) -> String {
    promotion(&format!("<{class}-promotion-rule>{content}</{class}-promotion-rule>"))
}

fn discounted(list: &str, more: &str) -> String {
    rule("product", &format!("<discounted-products>{}</discounted-products>{more}", ids(list)))
}

fn qualifying(class: &str, list: &str, more: &str) -> String {
    rule(class, &format!("<qualifying-products>{}</qualifying-products>{more}", ids(list)))
}

fn simple(discount: &str) -> String {
    format!("<simple-discount>{discount}</simple-discount>")
}

fn from(condition: &str, threshold: &str, discount: &str) -> String {
    format!(
        "<discounts condition-type=\"{condition}\"><discount><threshold>{threshold}</threshold>{discount}</discount></discounts>"
    )
}

#[tokio::test]
async fn products_are_discounted_without_a_condition() {
    for (discount, expected) in [
        ("<percentage>15</percentage>", "cup 2 20.00>17.00; mug 1 20.00"),
        ("<amount>3</amount>", "cup 2 20.00>14.00; mug 1 20.00"),
        ("<amount>30</amount>", "cup 2 20.00>0.00; mug 1 20.00"),
        ("<fixed-price>4.5</fixed-price>", "cup 2 20.00>9.00; mug 1 20.00"),
        ("<fixed-price>45</fixed-price>", "cup 2 20.00; mug 1 20.00"),
        (
            "<price-book-price><pricebook-id>club</pricebook-id></price-book-price>",
            "cup 2 20.00>14.00; mug 1 20.00",
        ),
    ] {
        check(&discounted("cup", &simple(discount)), &[("cup:2,mug:1", expected)]).await;
    }
    let few = "<max-applications>1</max-applications>";
    check(
        &discounted("cup mug", &format!("{}{few}", simple("<percentage>50</percentage>"))),
        &[("cup:2,mug:2", "cup 2 20.00; mug 2 40.00>30.00")],
    )
    .await;
    check(
        &rule("product", &simple("<percent-off-options><percentage>25</percentage><product-options><option-id>ink</option-id></product-options></percent-off-options>")),
        &[("pen:2", "pen 2 10.00; ink 2 8.00>6.00"), ("cup:1", "cup 1 10.00")],
    )
    .await;
}

#[tokio::test]
async fn products_are_discounted_from_a_number_or_an_amount_on() {
    check(
        &qualifying(
            "product",
            "cup",
            &from("product-quantity", "2", "<percentage>20</percentage>"),
        ),
        &[("cup:1", "cup 1 10.00"), ("cup:2,mug:1", "cup 2 20.00>16.00; mug 1 20.00")],
    )
    .await;
    check(
        &qualifying("product", "cup mug", &from("product-amount", "50", "<amount>1</amount>")),
        &[
            ("cup:2,mug:1", "cup 2 20.00; mug 1 20.00"),
            ("cup:1,mug:2", "cup 1 10.00>9.00; mug 2 40.00>38.00"),
        ],
    )
    .await;
    let tiers = "<discounts condition-type=\"product-quantity\"><discount><threshold>4</threshold><percentage>30</percentage></discount><discount><threshold>2</threshold><percentage>10</percentage></discount></discounts>";
    check(
        &qualifying("product", "cup", tiers),
        &[("cup:3", "cup 3 30.00>27.00"), ("cup:4", "cup 4 40.00>28.00"), ("cup:1", "cup 1 10.00")],
    )
    .await;
    let same = format!(
        "<identical-products>true</identical-products>{}",
        from("product-quantity", "2", "<percentage>10</percentage>")
    );
    check(
        &qualifying("product", "cup mug", &same),
        &[
            ("cup:1,mug:1", "cup 1 10.00; mug 1 20.00"),
            ("cup:2,mug:1", "cup 2 20.00>18.00; mug 1 20.00"),
        ],
    )
    .await;
}

#[tokio::test]
async fn who_buys_some_gets_others() {
    let bogo =
        "<bogo><threshold>2</threshold><free/><eligible-quantity>1</eligible-quantity></bogo>";
    check(
        &qualifying("product", "cup mug", bogo),
        &[
            ("cup:2", "cup 2 20.00"),
            // The dearest qualify, the next one is free.
            ("cup:1,mug:2", "cup 1 10.00>0.00; mug 2 40.00"),
            ("cup:6", "cup 6 60.00>40.00"),
        ],
    )
    .await;
    check(
        &qualifying("product", "cup mug", &format!("{bogo}<max-applications>1</max-applications>")),
        &[("cup:6", "cup 6 60.00>50.00")],
    )
    .await;
    let other = format!(
        "<discounted-products>{}</discounted-products><bogo><threshold>1</threshold><percentage>50</percentage><eligible-quantity>1</eligible-quantity></bogo>",
        ids("pen")
    );
    check(
        &qualifying("product", "mug", &other),
        &[
            ("mug:1,pen:2", "mug 1 20.00; pen 2 10.00>7.50; ink 2 8.00"),
            ("cup:1,pen:1", "cup 1 10.00; pen 1 5.00; ink 1 4.00"),
        ],
    )
    .await;
    let dearer = format!(
        "<discounted-products>{}</discounted-products><bogo><threshold>1</threshold><free/><eligible-quantity>1</eligible-quantity></bogo>",
        ids("mug")
    );
    // What is given is no dearer than what it is given for.
    check(
        &qualifying("product", "pen cup", &dearer),
        &[("cup:1,mug:1", "cup 1 10.00; mug 1 20.00")],
    )
    .await;
    let part = |quantity: u8, id: &str| {
        format!(
            "<product-constraint><quantity>{quantity}</quantity><product-specification>{}</product-specification></product-constraint>",
            ids(id)
        )
    };
    let combined = format!(
        "<qualifying-products-combination><product-constraints>{}{}</product-constraints></qualifying-products-combination><discounted-products-combination><product-constraints>{}</product-constraints></discounted-products-combination><bogo><threshold>1</threshold><fixed-price>1</fixed-price><eligible-quantity>1</eligible-quantity></bogo>",
        part(2, "cup"),
        part(1, "mug"),
        part(1, "pen")
    );
    check(
        &rule("product", &combined),
        &[
            ("cup:2,mug:1,pen:2", "cup 2 20.00; mug 1 20.00; pen 2 10.00>6.00; ink 2 8.00"),
            ("cup:1,mug:1,pen:1", "cup 1 10.00; mug 1 20.00; pen 1 5.00; ink 1 4.00"),
        ],
    )
    .await;
}

#[tokio::test]
async fn preferences_say_what_who_buys_some_gets() {
    let bogo =
        "<bogo><threshold>2</threshold><free/><eligible-quantity>1</eligible-quantity></bogo>";
    let any = qualifying("product", "cup mug gift", bogo);
    let basket = "cup:1,mug:2,gift:1";
    let next = [(basket, "cup 1 10.00>0.00; mug 2 40.00; gift 1 3.00")];
    check(&any, &next).await;
    let behavior = "PromotionBogoDiscountBehavior";
    check_preferring((behavior, "NextMostExpensive"), &any, &next).await;
    let least = [(basket, "cup 1 10.00; mug 2 40.00; gift 1 3.00>0.00")];
    check_preferring((behavior, "LeastExpensive"), &any, &least).await;

    let dearer = format!(
        "<discounted-products>{}</discounted-products><bogo><threshold>1</threshold><free/><eligible-quantity>1</eligible-quantity></bogo>",
        ids("mug")
    );
    let dearer = qualifying("product", "cup", &dearer);
    let eligibility = "PromotionBogoDiscountEligibility";
    let basket = "cup:1,mug:1";
    check_preferring((eligibility, "MaxPrice"), &dearer, &[(basket, "cup 1 10.00; mug 1 20.00")])
        .await;
    let given = [(basket, "cup 1 10.00; mug 1 20.00>0.00")];
    check_preferring((eligibility, "AllProducts"), &dearer, &given).await;
}

#[tokio::test]
async fn who_buys_more_gets_more_of_others() {
    let tiers = |exact: &str| {
        let tier = |threshold: u8, eligible: u8| {
            format!(
                "<bogo><threshold>{threshold}</threshold><free/><eligible-quantity>{eligible}</eligible-quantity></bogo>"
            )
        };
        let tiers = format!("{}{}", tier(1, 1), tier(3, 2));
        qualifying(
            "product",
            "cup mug",
            &format!("<bogo-discounts {exact}>{tiers}</bogo-discounts>"),
        )
    };
    check(
        &tiers(""),
        &[
            ("cup:1", "cup 1 10.00"),
            ("cup:2", "cup 2 20.00>10.00"),
            // The largest tier comes first, even if it can't be had whole.
            ("cup:4", "cup 4 40.00>30.00"),
            ("cup:5", "cup 5 50.00>30.00"),
            ("cup:7", "cup 7 70.00>40.00"),
        ],
    )
    .await;
    check(
        &tiers("require-exact-eligible-quantity=\"true\""),
        &[
            // Four are too few for three and two, and enough for two times one and one.
            ("cup:4", "cup 4 40.00>20.00"),
            ("cup:5", "cup 5 50.00>30.00"),
            ("cup:7", "cup 7 70.00>40.00"),
        ],
    )
    .await;
}

#[tokio::test]
async fn several_cost_so_much_together() {
    let total = "<total-discounts><discount><total-fixed-price>20</total-fixed-price><eligible-quantity>2</eligible-quantity></discount><discount><total-fixed-price>30</total-fixed-price><eligible-quantity>4</eligible-quantity></discount></total-discounts>";
    check(
        &discounted("cup mug", total),
        &[
            ("cup:1", "cup 1 10.00"),
            ("mug:2", "mug 2 40.00>20.00"),
            ("mug:4", "mug 4 80.00>30.00"),
            ("cup:1,mug:1", "cup 1 10.00>6.67; mug 1 20.00>13.33"),
            // It makes nothing dearer.
            ("cup:2", "cup 2 20.00"),
        ],
    )
    .await;
    let constraint = |id: &str| {
        format!(
            "<product-constraint><quantity>1</quantity><product-specification>{}</product-specification></product-constraint>",
            ids(id)
        )
    };
    let combination = format!(
        "<discounted-products-combination><product-constraints>{}{}</product-constraints></discounted-products-combination>{}",
        constraint("cup"),
        constraint("mug"),
        simple("<total-fixed-price>24</total-fixed-price>")
    );
    check(
        &rule("product", &combination),
        &[
            ("cup:2", "cup 2 20.00"),
            ("cup:2,mug:1", "cup 2 20.00>18.00; mug 1 20.00>16.00"),
            ("cup:2,mug:2", "cup 2 20.00>16.00; mug 2 40.00>32.00"),
        ],
    )
    .await;
}

#[tokio::test]
async fn presents_come_and_go_with_what_qualifies_for_them() {
    let bonus = "<bonus><bonus-products><product-id>gift</product-id></bonus-products></bonus>";
    check(
        &qualifying("product", "cup", &from("product-quantity", "2", bonus)),
        &[
            ("cup:1", "cup 1 10.00"),
            ("cup:4", "cup 4 40.00; gift 2 0.00 free"),
            ("mug:1", "mug 1 20.00"),
        ],
    )
    .await;
    check(
        &rule("order", &from("order-total", "30", bonus)),
        &[("cup:3", "cup 3 30.00; gift 1 0.00 free"), ("cup:2", "cup 2 20.00")],
    )
    .await;
    let choice = "<bonus-choice><bonus-products><bonus-product product-id=\"gift\"><bonus-product-price>1</bonus-product-price></bonus-product><bonus-product product-id=\"pen\"><bonus-product-price>0</bonus-product-price></bonus-product></bonus-products><max-bonus-items>2</max-bonus-items></bonus-choice>";
    check(
        &rule("order", &from("order-total", "30", choice)),
        &[("cup:3", "cup 3 30.00; choose 2 of gift+pen kept"), ("cup:2", "cup 2 20.00")],
    )
    .await;
}

#[tokio::test]
async fn visitors_choose_presents_by_the_tier_that_they_reach() {
    let choice = |max: u8| {
        format!(
            "<bonus-choice><bonus-product-rule>{}</bonus-product-rule><max-bonus-items>{max}</max-bonus-items></bonus-choice>",
            ids("gift mug")
        )
    };
    let tier = |threshold: u8, max: u8| {
        format!("<discount><threshold>{threshold}</threshold>{}</discount>", choice(max))
    };
    let tiers = format!(
        "<discounts condition-type=\"product-quantity\">{}{}</discounts>",
        tier(2, 1),
        tier(4, 3)
    );
    let promotion = qualifying("product", "cup", &tiers);
    for (basket, expected) in [
        ("cup:1", "cup 1 10.00"),
        ("cup:2", "cup 2 20.00; choose 1 of  kept"),
        ("cup:5", "cup 5 50.00; choose 3 of  kept"),
        ("cup:2&choose=gift", "cup 2 20.00; gift 1 0.00 free; choose 1 of  kept"),
        (
            "cup:2&choose=mug,gift",
            "cup 2 20.00; mug 1 0.00 free; gift 1 0.00 free; choose 1 of  kept",
        ),
        (
            "cup:2&choose=pen",
            "The promotion p doesn't give the product pen; cup 2 20.00; choose 1 of  kept",
        ),
    ] {
        check(&promotion, &[(basket, expected)]).await;
    }
}

#[tokio::test]
async fn free_shipping_is_near_whichever_way_is_chosen() {
    let upsell = "<enable-upsells>true</enable-upsells><upsell-threshold>15</upsell-threshold>";
    let air = "<shipping-methods><method-id>air</method-id></shipping-methods>";
    let free = from("shipment-total", "40", "<free/>");
    check(
        &rule("shipping", &format!("{air}{free}{upsell}")),
        &[
            ("cup:3", "cup 3 30.00; near 10.00"),
            ("cup:3&method=air", "cup 3 30.00; near 10.00"),
            ("cup:4", "cup 4 40.00"),
            ("cup:4&method=air", "cup 4 40.00; shipping 20.00>0.00"),
        ],
    )
    .await;
}

#[tokio::test]
async fn orders_are_discounted_after_their_lines() {
    let upsell = "<enable-upsells>true</enable-upsells><upsell-threshold>15</upsell-threshold>";
    check(
        &rule(
            "order",
            &format!("{}{upsell}", from("order-total", "40", "<percentage>10</percentage>")),
        ),
        &[
            ("cup:1", "cup 1 10.00"),
            ("cup:3", "cup 3 30.00; near 10.00"),
            ("cup:2,mug:1", "cup 2 20.00; mug 1 20.00; order 40.00>36.00"),
        ],
    )
    .await;
    let only = "<discount-only-qualifying-products>true</discount-only-qualifying-products>";
    check(
        &qualifying(
            "order",
            "mug",
            &format!("{only}{}", from("order-total", "20", "<percentage>50</percentage>")),
        ),
        &[("cup:1,mug:1", "cup 1 10.00; mug 1 20.00; order 30.00>20.00"), ("cup:4", "cup 4 40.00")],
    )
    .await;
    let without = format!("<excluded-products>{}</excluded-products>", ids("mug"));
    let expected =
        [("cup:1,mug:1", "cup 1 10.00; mug 1 20.00; order 30.00>20.00"), ("mug:1", "mug 1 20.00")];
    let off = from("order-total", "10", "<amount>30</amount>");
    check(&rule("order", &format!("{without}{off}")), &expected).await;
    // As older archives say it.
    let without = without.replace("excluded-products", "non-qualifying-products");
    check(&rule("order", &format!("{without}{off}")), &expected).await;
    check(
        &rule(
            "order",
            &format!(
                "{}<payment-methods><method-id>CREDIT_CARD</method-id></payment-methods>",
                simple("<percentage>50</percentage>")
            ),
        ),
        &[("cup:1", "cup 1 10.00")],
    )
    .await;
    check(
        &qualifying("order", "mug", &simple("<percentage>50</percentage>")),
        &[("cup:1", "cup 1 10.00"), ("cup:1,mug:1", "cup 1 10.00; mug 1 20.00; order 30.00>15.00")],
    )
    .await;
}

#[tokio::test]
async fn shipping_is_discounted_by_method_and_content() {
    let free = format!(
        "<shipping-methods><method-id>ground</method-id></shipping-methods>{}",
        from("shipment-total", "20", "<free/>")
    );
    check(
        &rule("shipping", &free),
        &[
            ("cup:1", "cup 1 10.00"),
            ("cup:2", "cup 2 20.00; shipping 8.00>0.00"),
            ("cup:2&method=air", "cup 2 20.00"),
        ],
    )
    .await;
    let others = "<prohibit-nonqualifying-products>false</prohibit-nonqualifying-products>";
    check(
        &qualifying(
            "shipping",
            "mug",
            &format!("{others}{}", from("product-quantity", "1", "<fixed-price>2</fixed-price>")),
        ),
        &[
            ("cup:1", "cup 1 10.00"),
            ("cup:1,mug:1", "cup 1 10.00; mug 1 20.00; shipping 8.00>2.00"),
        ],
    )
    .await;
    // Without a word nothing else may be shipped with what qualifies.
    for alone in ["", &others.replace("false", "true")] {
        let half = from("product-quantity", "1", "<percentage>50</percentage>");
        check(
            &qualifying("shipping", "mug", &format!("{alone}{half}")),
            &[
                ("mug:1", "mug 1 20.00; shipping 8.00>4.00"),
                ("cup:1,mug:1", "cup 1 10.00; mug 1 20.00"),
            ],
        )
        .await;
    }
}

#[tokio::test]
async fn thresholds_of_shipping_are_reached_after_the_discounts_of_the_order() {
    let promotions = format!(
        "<promotion promotion-id=\"half\"><enabled-flag>true</enabled-flag><order-promotion-rule>{}</order-promotion-rule></promotion><promotion-campaign-assignment promotion-id=\"half\" campaign-id=\"c\"/>{}",
        simple("<percentage>50</percentage>"),
        rule("shipping", &from("shipment-total", "20", "<free/>"))
    );
    check(
        &promotions,
        &[
            ("cup:3", "cup 3 30.00; order 30.00>15.00"),
            ("cup:4", "cup 4 40.00; order 40.00>20.00; shipping 8.00>0.00"),
        ],
    )
    .await;
}

#[tokio::test]
async fn promotions_of_another_currency_do_not_run() {
    let of = |currency: &str| {
        promotion(&format!(
            "<currency>{currency}</currency><product-promotion-rule>{}</product-promotion-rule>",
            simple("<percentage>10</percentage>")
        ))
    };
    check(&of("EUR"), &[("cup:1", "cup 1 10.00")]).await;
    check(&of("USD"), &[("cup:1", "cup 1 10.00>9.00")]).await;
}

/// Two promotions of 10 % and 20 % for cups, each with what else it says.
fn two(first: &str, second: &str) -> String {
    let one = |id: &str, percentage: u8, more: &str| {
        format!(
            "<promotion promotion-id=\"{id}\"><enabled-flag>true</enabled-flag>{more}<product-promotion-rule><discounted-products>{}</discounted-products><simple-discount><percentage>{percentage}</percentage></simple-discount></product-promotion-rule></promotion><promotion-campaign-assignment promotion-id=\"{id}\" campaign-id=\"c\"/>",
            ids("cup")
        )
    };
    format!("{}{}", one("ten", 10, first), one("twenty", 20, second))
}

#[tokio::test]
async fn promotions_go_together_unless_they_exclude_each_other() {
    let class = "<exclusivity>class</exclusivity>";
    let no = "<exclusivity>no</exclusivity>";
    for (first, second, expected) in [
        // The best one first, the next one of what is left.
        (no, no, "cup 1 10.00>7.20 by twenty+ten"),
        (class, no, "cup 1 10.00>9.00 by ten"),
        (class, class, "cup 1 10.00>8.00 by twenty"),
        ("<rank>1</rank>", "<rank>2</rank>", "cup 1 10.00>7.20 by ten+twenty"),
        (
            "<exclusivity>class</exclusivity><rank>1</rank>",
            "<exclusivity>class</exclusivity><rank>2</rank>",
            "cup 1 10.00>9.00 by ten",
        ),
        ("<exclusivity>global</exclusivity>", class, "cup 1 10.00>9.00 by ten"),
        // Each says for itself, or for its group, what it goes together with.
        (
            "<exclusivity-group>g</exclusivity-group>",
            "<mutually-exclusive-promotions><mutually-exclusive-promotion>g</mutually-exclusive-promotion></mutually-exclusive-promotions>",
            "cup 1 10.00>8.00 by twenty",
        ),
        (
            "<exclusivity>class</exclusivity><combinable-promotions><combinable-promotion>twenty</combinable-promotion></combinable-promotions>",
            class,
            "cup 1 10.00>7.20 by twenty+ten",
        ),
    ] {
        check(&two(first, second), &[("cup:1", expected)]).await;
    }
}

#[tokio::test]
async fn conditions_are_of_categories_brands_attributes_and_prices() {
    for (condition, expected) in [
        (
            "<category-condition catalog-id=\"shop\"><category-id>cups</category-id></category-condition>",
            "cup 1 10.00>9.00; mug 1 20.00>18.00; pen 1 5.00; ink 1 4.00",
        ),
        (
            "<category-condition catalog-id=\"shop\"><category-id>root</category-id></category-condition>",
            "cup 1 10.00>9.00; mug 1 20.00>18.00; pen 1 5.00>4.50; ink 1 4.00",
        ),
        (
            "<brand-condition operator=\"is equal\"><brand>Kiln</brand></brand-condition><price-condition operator=\"greater than\"><price>15</price></price-condition>",
            "cup 1 10.00; mug 1 20.00>18.00; pen 1 5.00; ink 1 4.00",
        ),
        (
            "<attribute-condition attribute-id=\"glaze\" operator=\"equals\"><attribute-value>blue</attribute-value></attribute-condition>",
            "cup 1 10.00; mug 1 20.00>18.00; pen 1 5.00; ink 1 4.00",
        ),
        (
            "<attribute-condition attribute-id=\"glaze\" operator=\"does not exist\"/>",
            "cup 1 10.00>9.00; mug 1 20.00; pen 1 5.00>4.50; ink 1 4.00",
        ),
        (
            "<price-condition operator=\"ends with\"><price-ending>0.00</price-ending></price-condition>",
            "cup 1 10.00>9.00; mug 1 20.00>18.00; pen 1 5.00; ink 1 4.00",
        ),
        (
            "<category-condition catalog-id=\"shop\" operator=\"is exactly\"><category-id>root</category-id></category-condition>",
            "cup 1 10.00; mug 1 20.00; pen 1 5.00; ink 1 4.00",
        ),
        (
            "<category-condition catalog-id=\"shop\" operator=\"is sibling of\"><category-id>pens</category-id></category-condition>",
            "cup 1 10.00>9.00; mug 1 20.00>18.00; pen 1 5.00; ink 1 4.00",
        ),
        (
            "<category-condition catalog-id=\"shop\" operator=\"is direct child of\"><category-id>root</category-id></category-condition><product-id-condition operator=\"ends with\"><product-id>ug</product-id></product-id-condition>",
            "cup 1 10.00; mug 1 20.00>18.00; pen 1 5.00; ink 1 4.00",
        ),
        (
            "<pricebook-condition><pricebook-id>list</pricebook-id></pricebook-condition>",
            "cup 1 10.00>9.00; mug 1 20.00>18.00; pen 1 5.00>4.50; ink 1 4.00",
        ),
        (
            "<pricebook-condition operator=\"storefront price in\"><pricebook-id>club</pricebook-id></pricebook-condition>",
            "cup 1 10.00; mug 1 20.00; pen 1 5.00; ink 1 4.00",
        ),
        (
            "<option-condition option-id=\"ink\" operator=\"is equal\"><option-value-id>gold</option-value-id></option-condition>",
            "cup 1 10.00; mug 1 20.00; pen 1 5.00>4.50; ink 1 4.00",
        ),
        (
            "<option-condition option-id=\"ink\" operator=\"does not exist\"/>",
            "cup 1 10.00>9.00; mug 1 20.00>18.00; pen 1 5.00; ink 1 4.00",
        ),
        (
            "<product-set-condition operator=\"exists\"/>",
            "cup 1 10.00; mug 1 20.00; pen 1 5.00; ink 1 4.00",
        ),
        (
            "<inventory-condition operator=\"greater than\"><ats>5</ats></inventory-condition>",
            "cup 1 10.00>9.00; mug 1 20.00>18.00; pen 1 5.00>4.50; ink 1 4.00",
        ),
        // A text that looks like a number is a text.
        (
            "<attribute-condition attribute-id=\"code\" operator=\"equals\"><attribute-value>7</attribute-value></attribute-condition>",
            "cup 1 10.00; mug 1 20.00; pen 1 5.00; ink 1 4.00",
        ),
        // What isn't there isn't large enough.
        (
            "<attribute-condition attribute-id=\"code\" operator=\"greater or equal\"><attribute-value>7</attribute-value></attribute-condition>",
            "cup 1 10.00; mug 1 20.00>18.00; pen 1 5.00; ink 1 4.00",
        ),
    ] {
        let products = format!(
            "<discounted-products><included-products><condition-group>{condition}</condition-group></included-products></discounted-products>"
        );
        check(
            &rule("product", &format!("{products}{}", simple("<percentage>10</percentage>"))),
            &[("cup:1,mug:1,pen:1", expected)],
        )
        .await;
    }
    let excluded = format!(
        "<global-promotion-settings><global-excluded-products>{}</global-excluded-products></global-promotion-settings>",
        ids("mug")
    );
    let everything = rule("product", &simple("<percentage>10</percentage>"));
    check(&format!("{excluded}{everything}"), &[("cup:1,mug:1", "cup 1 10.00>9.00; mug 1 20.00")])
        .await;
    let still = rule(
        "product",
        &format!(
            "<disable-global-excluded-products>true</disable-global-excluded-products>{}",
            simple("<percentage>10</percentage>")
        ),
    );
    check(&format!("{excluded}{still}"), &[("cup:1,mug:1", "cup 1 10.00>9.00; mug 1 20.00>18.00")])
        .await;
}

#[tokio::test]
async fn options_can_be_left_out_of_all_of_them() {
    let excluded = "<global-promotion-settings><global-excluded-product-options><product-option-id>ink</product-option-id></global-excluded-product-options></global-promotion-settings>";
    let anyway = "<disable-global-excluded-products>true</disable-global-excluded-products>";
    let options = simple("<percent-off-options><percentage>25</percentage></percent-off-options>");
    let tenth = simple("<percentage>10</percentage>");
    for (class, also, discount, expected) in [
        ("product", "", &options, "pen 1 5.00; ink 1 4.00"),
        ("product", anyway, &options, "pen 1 5.00; ink 1 4.00>3.00"),
        ("order", "", &tenth, "pen 1 5.00; ink 1 4.00; order 9.00>8.50"),
        ("order", anyway, &tenth, "pen 1 5.00; ink 1 4.00; order 9.00>8.10"),
    ] {
        let ruled = rule(class, &format!("{also}{discount}"));
        check(&format!("{excluded}{ruled}"), &[("pen:1", expected)]).await;
    }
}

#[tokio::test]
async fn only_who_qualifies_gets_them() {
    let tenth = |assignment: &str| {
        format!(
            "<promotion promotion-id=\"p\"><enabled-flag>true</enabled-flag><exclusivity>no</exclusivity><product-promotion-rule><discounted-products>{}</discounted-products><simple-discount><percentage>10</percentage></simple-discount></product-promotion-rule></promotion><promotion-campaign-assignment promotion-id=\"p\" campaign-id=\"c\">{assignment}</promotion-campaign-assignment>",
            ids("cup")
        )
    };
    let coupon = tenth(
        "<qualifiers match-mode=\"any\"><coupons/></qualifiers><coupons><coupon coupon-id=\"ten\"/></coupons>",
    );
    check(
        &coupon,
        &[
            ("cup:1", "cup 1 10.00"),
            ("cup:1&coupon=TEN", "cup 1 10.00>9.00; coupon APPLIED"),
            ("mug:1", "mug 1 20.00; coupon NO_APPLICABLE_PROMOTION"),
        ],
    )
    .await;
    for (groups, expected) in [
        (
            "match-mode=\"any\"><customer-group group-id=\"Everyone\"/><customer-group group-id=\"Registered\"/>",
            "cup 1 10.00>9.00",
        ),
        (
            "match-mode=\"all\"><customer-group group-id=\"Everyone\"/><customer-group group-id=\"Registered\"/>",
            "cup 1 10.00",
        ),
        (
            "match-mode=\"all\"><customer-group group-id=\"Everyone\"/><customer-group group-id=\"Unregistered\"/>",
            "cup 1 10.00>9.00",
        ),
    ] {
        let groups = tenth(&format!("<customer-groups {groups}</customer-groups>"));
        check(&groups, &[("cup:1", expected)]).await;
    }
    let nobody = tenth("<customer-groups><customer-group group-id=\"Nobody\"/></customer-groups>");
    let mistake = "sites/Storefront/promotions.xml:1: the assignment of promotion p names a customer group that no archive has: Nobody";
    let mut shopper = browsing(mistaken(PREFERENCES, &nobody, "net", &[mistake]));
    assert_eq!(page(&mut shopper, "Test-Run?basket=cup:1").await, "cup 1 10.00");
    for (group, expected) in [("Registered", "cup 1 10.00"), ("Unregistered", "cup 1 10.00>9.00")] {
        let groups = tenth(&format!(
            "<customer-groups><customer-group group-id=\"{group}\"/></customer-groups>"
        ));
        check(&groups, &[("cup:1", expected)]).await;
    }
    for (schedule, expected) in [
        ("<start-date>2001-01-01T00:00:00.000Z</start-date>", "cup 1 10.00>9.00"),
        ("<end-date>2001-01-01T00:00:00.000Z</end-date>", "cup 1 10.00"),
        ("<start-date>2999-01-01T00:00:00.000Z</start-date>", "cup 1 10.00"),
        (
            "<recurrence><day-of-week><weekday>Monday</weekday><weekday>Tuesday</weekday><weekday>Wednesday</weekday><weekday>Thursday</weekday><weekday>Friday</weekday><weekday>Saturday</weekday><weekday>Sunday</weekday></day-of-week></recurrence>",
            "cup 1 10.00>9.00",
        ),
        (
            "<recurrence><time-of-day><time-from>00:00:00.000Z</time-from></time-of-day></recurrence>",
            "cup 1 10.00>9.00",
        ),
        (
            "<recurrence><time-of-day><time-to>00:00:00.000Z</time-to></time-of-day></recurrence>",
            "cup 1 10.00",
        ),
    ] {
        check(&tenth(&format!("<schedule>{schedule}</schedule>")), &[("cup:1", expected)]).await;
    }
    let mut shopper = browser(&coupon);
    assert_eq!(page(&mut shopper, "Test-Told").await, "p||p|p|true true c NO USD 9.00");
    for (code, why) in [("NONE", "is of no coupon"), ("OFF", "is switched off")] {
        let refused = shopper.get(&format!("Test-Run?basket=cup:1&coupon={code}")).await;
        assert!(refused.body.contains(why), "{}", refused.body);
    }
}

#[tokio::test]
async fn taxes_are_those_of_the_shops_table_and_policy() {
    let files = [("app/cartridge/controllers/Test.js", CONTROLLER)];
    for (policy, expected) in [
        ("net", "US-MA,US, Default  true 10.00 0.50 10.50 18.00 1.30 19.30"),
        ("gross", "US-MA,US, Default  false 9.52 0.48 10.00 16.79 1.21 18.00"),
    ] {
        let mut browser = Browser::of(&storefront_of(&files, shop("", policy)));
        assert_eq!(page(&mut browser, "Test-Tax").await, expected, "{policy}");
    }
}

#[tokio::test]
async fn who_came_by_a_source_code_gets_what_it_stands_for() {
    let promotion = format!(
        "<promotion promotion-id=\"p\"><enabled-flag>true</enabled-flag><product-promotion-rule><discounted-products>{}</discounted-products><simple-discount><percentage>10</percentage></simple-discount></product-promotion-rule></promotion><promotion-campaign-assignment promotion-id=\"p\" campaign-id=\"c\"><source-codes><source-code group-id=\"mail\"/></source-codes></promotion-campaign-assignment>",
        ids("cup")
    );
    let mut shopper = browser(&promotion);
    for (path, expected) in [
        ("Test-Source", "|"),
        ("Test-Source?set=mail10", "CODE_INVALID|"),
        ("Test-Source?set=OLD", "CODE_INACTIVE|"),
        ("Test-Run?basket=cup:1", "cup 1 10.00"),
        ("Test-Source?src=mail7", "|mail7 mail 2 club Product-Show?pid=cup"),
        ("Test-Run?basket=cup:1", "cup 1 7.00>6.30"),
        ("Test-Source?set=Letters", "OK|Letters mail 2 club Product-Show?pid=cup"),
    ] {
        assert_eq!(page(&mut shopper, path).await, expected, "{path}");
    }
}

#[tokio::test]
async fn the_last_source_code_is_kept_though_it_is_not_taken() {
    let mut shopper = browser("");
    for (path, expected) in [
        ("Test-LastSource", "|"),
        ("Test-LastSource?src=mail7", "mail7 2 mail|mail7"),
        ("Test-LastSource?src=OLD", "OLD 1 old|mail7"),
        ("Test-LastSource?src=none", "none 0 null|mail7"),
        ("Test-LastSource", "none 0 null|mail7"),
    ] {
        assert_eq!(page(&mut shopper, path).await, expected, "{path}");
    }
}
