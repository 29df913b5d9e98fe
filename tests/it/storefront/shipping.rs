//! Ways to ship of a site archive: what goes by them, where to, and what it costs.

use super::{Browser, archived, storefront_of};

const CATALOGUE: &str = r#"<catalog catalog-id="shop"><category category-id="root"/>
  <category category-id="glass"><parent>root</parent></category><category category-id="vases"><parent>glass</parent></category>
  <product product-id="cup"/><product product-id="vase"/><product product-id="desk"/>
  <category-assignment category-id="vases" product-id="vase"/><category-assignment category-id="root" product-id="desk"/></catalog>"#;

const PRICES: &str = r#"<pricebooks><pricebook><header pricebook-id="list"><currency>USD</currency></header><price-tables>
  <price-table product-id="cup"><amount quantity="1">10.00</amount></price-table><price-table product-id="vase"><amount quantity="1">40.00</amount></price-table>
  <price-table product-id="desk"><amount quantity="1">200.00</amount></price-table></price-tables></pricebook></pricebooks>"#;

const PREFERENCES: &str = r#"<preferences><standard-preferences><all-instances><preference preference-id="SitePriceBooks">list</preference></all-instances></standard-preferences></preferences>"#;

const SHIPPING: &str = r#"<shipping>
  <shipping-method method-id="ground" default="true"><online-flag>true</online-flag><price-table><amount order-value="0">5</amount><amount order-value="100">8</amount></price-table>
    <product-cost-groups>
      <product-cost-group><products><included-products><condition-group><category-condition><category-id>glass</category-id></category-condition></condition-group></included-products></products>
        <cost-per-item><surcharge>2.50</surcharge></cost-per-item></product-cost-group>
      <product-cost-group><products><included-products><condition-group><product-id-condition><product-id>desk</product-id></product-id-condition></condition-group></included-products></products>
        <cost-per-item><fixed-cost>30</fixed-cost></cost-per-item></product-cost-group>
    </product-cost-groups>
    <excluded-addresses><included-addresses><condition-group match-mode="all"><condition><attribute-path>shipment.shippingAddress.stateCode</attribute-path><operator>is-equal</operator><string>AK</string><string>HI</string></condition></condition-group></included-addresses></excluded-addresses></shipping-method>
  <shipping-method method-id="drone"><online-flag>true</online-flag><price-table><percentage order-value="0">20</percentage></price-table>
    <excluded-products><included-products><condition-group><category-condition><category-id>glass</category-id></category-condition></condition-group></included-products></excluded-products>
    <included-addresses><included-addresses><condition-group match-mode="all"><condition><attribute-path>shipment.shippingAddress.countryCode</attribute-path><operator>is-equal</operator><string>US</string></condition></condition-group></included-addresses></included-addresses></shipping-method>
</shipping>"#;

/// What goes by which method, and what it costs: `products`, `state` and `country` say what and where.
const CONTROLLER: &str = r"
    var BasketMgr = require('dw/order/BasketMgr'), ShippingMgr = require('dw/order/ShippingMgr'), ProductMgr = require('dw/catalog/ProductMgr');
    function ids(list) { return list.toArray().map(function (it) { return it.ID; }).join('+'); }
    exports.Basket = function () {
        var map = request.httpParameterMap, basket = BasketMgr.currentOrNewBasket, shipment = basket.defaultShipment;
        require('dw/system/Transaction').wrap(function () {
            basket.allProductLineItems.toArray().forEach(function (line) { basket.removeProductLineItem(line); });
            map.products.value.split(' ').forEach(function (part) { basket.createProductLineItem(part.split(':')[0], shipment).setQuantityValue(Number(part.split(':')[1] || 1)); });
            if (map.state.submitted) { var address = shipment.createShippingAddress(); address.stateCode = map.state.value || null; address.countryCode = map.country.value || null; }
            shipment.setShippingMethod(ShippingMgr.defaultShippingMethod);
            ShippingMgr.applyShippingCost(basket);
            ShippingMgr.applyShippingCost(basket);
        });
        var model = ShippingMgr.getShipmentShippingModel(shipment);
        var costs = model.applicableShippingMethods.toArray().map(function (it) { return it.ID + ' ' + model.getShippingCost(it).amount.toNumberString(); });
        var lines = basket.productLineItems.toArray().filter(function (it) { return it.shippingLineItem; }).map(function (it) {
            return it.productID + ' ' + it.shippingLineItem.price.toNumberString() + (it.shippingLineItem.surcharge ? ' more' : '');
        });
        response.writer.print([costs.join(', '), lines.join(', '), basket.shippingTotalPrice.toNumberString(), basket.allLineItems.length].join('; '));
    };
    exports.Basket.public = true;
    exports.Product = function () {
        response.writer.print(['cup', 'vase', 'desk'].map(function (id) {
            var model = ShippingMgr.getProductShippingModel(ProductMgr.getProduct(id)), cost = model.getShippingCost(ShippingMgr.defaultShippingMethod);
            return [ids(model.applicableShippingMethods), ids(model.inapplicableShippingMethods), ids(model.shippingMethodsWithShippingCost),
                cost && cost.amount.toNumberString() + ' ' + cost.surcharge + ' ' + cost.fixedPrice].join('|');
        }).join('; '));
    };
    exports.Product.public = true;
";

fn browser() -> Browser {
    let shop = archived(&[
        ("catalogs/shop/catalog.xml", CATALOGUE),
        ("pricebooks/list.xml", PRICES),
        ("sites/Storefront/preferences.xml", PREFERENCES),
        ("sites/Storefront/shipping.xml", SHIPPING),
        (
            "sites/Storefront/site.xml",
            "<site site-id=\"Storefront\"><currency>USD</currency><taxation>net</taxation></site>",
        ),
    ]);
    Browser::of(&storefront_of(&[("app/cartridge/controllers/Test.js", CONTROLLER)], shop))
}

async fn check(rows: &[(&str, &str)]) {
    for (query, expected) in rows {
        let page = browser().get(&format!("Test-{query}")).await;
        assert_eq!(page.is_fine().body, *expected, "{query}");
    }
}

#[tokio::test]
async fn a_product_may_cost_more_or_something_of_its_own() {
    check(&[
        ("Basket?products=cup", "ground 5.00, drone 2.00; ; 5.00; 2"),
        ("Basket?products=vase:3+cup", "ground 8.00; vase 7.50 more; 15.50; 4"),
        ("Basket?products=desk+cup", "ground 5.00, drone 42.00; desk 30.00; 35.00; 4"),
    ])
    .await;
}

#[tokio::test]
async fn a_way_is_for_some_addresses() {
    check(&[
        ("Basket?products=cup&state=AK&country=US", "drone 2.00; ; 5.00; 2"),
        ("Basket?products=cup&state=MA&country=DE", "ground 5.00; ; 5.00; 2"),
        ("Basket?products=cup&state=", "ground 5.00; ; 5.00; 2"),
    ])
    .await;
}

#[tokio::test]
async fn without_a_way_to_ship_there_is_no_cost() {
    let controller = "exports.Run = function () { var basket = require('dw/order/BasketMgr').currentOrNewBasket;\n\
        require('dw/system/Transaction').wrap(function () { basket.createProductLineItem('cup', basket.defaultShipment); require('dw/order/ShippingMgr').applyShippingCost(basket); basket.updateTotals(); });\n\
        var shipment = basket.defaultShipment, freight = shipment.standardShippingLineItem;\n\
        response.writer.print([shipment.shippingMethod, freight.price, freight.adjustedPrice.available, shipment.shippingTotalPrice, basket.adjustedShippingTotalPrice, basket.merchandizeTotalPrice, basket.totalGrossPrice].join()); }; exports.Run.public = true;";
    let shop = archived(&[
        ("catalogs/shop/catalog.xml", CATALOGUE),
        ("pricebooks/list.xml", PRICES),
        ("sites/Storefront/preferences.xml", PREFERENCES),
        (
            "sites/Storefront/site.xml",
            "<site site-id=\"Storefront\"><currency>USD</currency><taxation>net</taxation></site>",
        ),
    ]);
    let shop = storefront_of(&[("app/cartridge/controllers/Test.js", controller)], shop);
    let mut browser = Browser::of(&shop);
    for _ in 0..2 {
        let page = browser.get("Test-Run").await;
        page.is_fine().shows(",N/A,false,N/A,N/A,USD ");
    }
}

#[tokio::test]
async fn a_product_tells_how_it_may_go() {
    let cup = "ground+drone|||";
    let vase = "ground|drone|ground|2.50 true false";
    let desk = "ground+drone||ground|30.00 false true";
    check(&[("Product", &format!("{cup}; {vase}; {desk}"))]).await;
}

#[tokio::test]
async fn a_way_may_rest_on_another_one() {
    let shipping = r#"<shipping><shipping-method method-id="ground"><online-flag>true</online-flag><customer-groups><customer-group group-id="Everyone"/><customer-group group-id="none"/></customer-groups></shipping-method>
      <shipping-method method-id="lift"><online-flag>true</online-flag><base-method>ground</base-method></shipping-method>
      <shipping-method method-id="old"><online-flag>false</online-flag><base-method>ground</base-method></shipping-method>
      <shipping-method method-id="lost"><online-flag>true</online-flag><base-method>none</base-method></shipping-method></shipping>"#;
    let controller = r"
        function ids(list) { return list.toArray().map(function (it) { return it.ID; }).join('+'); }
        exports.Run = function () {
            response.writer.print(dw.order.ShippingMgr.allShippingMethods.toArray().map(function (it) {
                return [it.ID, it.baseMethod && it.baseMethod.ID, ids(it.dependentMethods), ids(it.customerGroups)].join(' ');
            }).join(', '));
        };
        exports.Run.public = true;";
    let archive = archived(&[("sites/Storefront/shipping.xml", shipping)]);
    let shop = storefront_of(&[("app/cartridge/controllers/Test.js", controller)], archive);
    let page = Browser::of(&shop).get("Test-Run").await;
    page.is_fine();
    assert_eq!(page.body.trim(), "ground  lift+old Everyone, lift ground  , lost");
}
