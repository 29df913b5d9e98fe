//! Coupons of a site archive: codes, limits of their redemption, and what an order does to them.

use super::{Browser, archived, storefront_of};
use haltscope::sandbox::Shop;

const CATALOGUE: &str = r#"<catalog catalog-id="shop"><category category-id="root"><online-flag>true</online-flag></category>
  <product product-id="cup"/><category-assignment category-id="root" product-id="cup"/></catalog>"#;
const PRICES: &str = r#"<pricebooks><pricebook><header pricebook-id="list"><currency>USD</currency></header><price-tables>
  <price-table product-id="cup"><amount quantity="1">10.00</amount></price-table></price-tables></pricebook></pricebooks>"#;
const PROMOTIONS: &str = r#"<promotions><campaign campaign-id="c"><enabled-flag>true</enabled-flag></campaign>
  <promotion promotion-id="p"><enabled-flag>true</enabled-flag><exclusivity>no</exclusivity><order-promotion-rule><discounts condition-type="order-total"><discount><threshold>5</threshold><percentage>10</percentage></discount></discounts></order-promotion-rule></promotion>
  <promotion-campaign-assignment promotion-id="p" campaign-id="c"><qualifiers match-mode="any"><coupons/></qualifiers><coupons><coupon coupon-id="it"/></coupons></promotion-campaign-assignment></promotions>"#;

/// Each function answers with what became of it.
const CONTROLLER: &str = r"
    var BasketMgr = require('dw/order/BasketMgr'), OrderMgr = require('dw/order/OrderMgr'), CouponMgr = require('dw/campaign/CouponMgr');
    var PromotionMgr = require('dw/campaign/PromotionMgr'), ShippingMgr = require('dw/order/ShippingMgr');
    var wrap = require('dw/system/Transaction').wrap, map = request.httpParameterMap;
    function outcome(status) { return status.error ? status.code : 'OK'; }
    function told(work) {
        return function () {
            var said;
            try { said = wrap(work); } catch (e) { said = e.errorCode || e.message; }
            response.writer.print(String(said));
        };
    }
    function calculated(basket) {
        PromotionMgr.applyDiscounts(basket);
        var saved = basket.getAdjustedMerchandizeTotalPrice(false).subtract(basket.adjustedMerchandizeTotalPrice).toNumberString();
        return basket.couponLineItems.toArray().map(function (it) { return it.couponCode + ' ' + it.statusCode + (it.valid ? '' : '!'); }).join(',') + ' ' + saved;
    }
    /** Puts codes into a basket of an address. */
    exports.Enter = told(function () {
        var basket = BasketMgr.currentOrNewBasket;
        if (basket.productLineItems.empty) { basket.createProductLineItem('cup', basket.defaultShipment); }
        if (map.email.submitted) { basket.setCustomerEmail(map.email.value); }
        map.codes.value.split(',').filter(Boolean).forEach(function (code) { basket.createCouponLineItem(code, true); });
        return calculated(basket);
    });
    exports.Order = told(function () {
        var basket = BasketMgr.currentBasket;
        basket.updateTotals();
        var order = OrderMgr.createOrder(basket);
        session.custom.order = order.orderNo;
        if (map.fail.submitted) { return 'failed ' + outcome(OrderMgr.failOrder(order, true)); }
        return outcome(OrderMgr.placeOrder(order));
    });
    exports.Do = told(function () { return outcome(OrderMgr[map.what.value](OrderMgr.getOrder(map.order.value || session.custom.order))); });
    exports.Tell = told(function () {
        var coupon = CouponMgr.getCoupon('it');
        var redeemed = CouponMgr.getRedemptions('it', map.code.value).toArray();
        return [coupon.type, coupon.codePrefix, coupon.redemptionLimitPerCode, coupon.redemptionLimitPerCustomer, coupon.redemptionLimitPerTimeFrame, coupon.redemptionLimitTimeFrame,
            redeemed.map(function (it) { return it.customerEmail + ' ' + (it.orderNo === session.custom.order) + ' ' + (it.redemptionDate <= new Date()); })].join('|');
    });
    exports.Next = told(function () { return CouponMgr.getCoupon('it').nextCouponCode; });
    ['Enter', 'Order', 'Do', 'Tell', 'Next'].forEach(function (name) { exports[name].public = true; });
";

fn shop(coupon: &str) -> Shop {
    let coupons = format!(
        "<coupons><coupon coupon-id=\"it\"><enabled-flag>true</enabled-flag>{coupon}</coupon>\
         <coupon coupon-id=\"idle\"><enabled-flag>true</enabled-flag><single-code>IDLE</single-code></coupon>\
         <coupon coupon-id=\"off\"><enabled-flag>false</enabled-flag><single-code>OFF</single-code></coupon>\
         <coupon-codes coupon-id=\"it\"><code>Z</code></coupon-codes></coupons>"
    );
    let site = "<site site-id=\"Storefront\"><currency>USD</currency></site>";
    archived(&[
        ("catalogs/shop/catalog.xml", CATALOGUE),
        ("pricebooks/list.xml", PRICES),
        ("sites/Storefront/coupons.xml", &coupons),
        ("sites/Storefront/promotions.xml", PROMOTIONS),
        ("sites/Storefront/site.xml", site),
    ])
}

/// What a browser gets of a shop with that coupon, address by address.
async fn check(coupon: &str, expected: &[(&str, &str)]) {
    let files = [("app/cartridge/controllers/Test.js", CONTROLLER)];
    let mut browser = Browser::of(&storefront_of(&files, shop(coupon)));
    for (path, expected) in expected {
        let page = browser.get(&format!("Test-{path}")).await;
        page.is_fine();
        assert_eq!(page.body, *expected, "{coupon}: {path}");
    }
}

const LIST: &str = "<multiple-codes><code>A</code><code>B</code></multiple-codes>";

/// Limits as they stand before the codes.
fn limits(of: &str) -> String {
    format!("<redemption-limits>{of}</redemption-limits>")
}

#[tokio::test]
async fn codes_are_refused_by_the_reason() {
    check(
        "<single-code>One</single-code>",
        &[
            ("Enter?codes=NONE", "COUPON_CODE_UNKNOWN"),
            ("Enter?codes=one", "COUPON_CODE_UNKNOWN"),
            ("Enter?codes=OFF", "COUPON_DISABLED"),
            ("Enter?codes=IDLE", "NO_ACTIVE_PROMOTION"),
            ("Enter?codes=One", "One APPLIED 1.00"),
            ("Enter?codes=One", "COUPON_CODE_ALREADY_IN_BASKET"),
            ("Order", "OK"),
            ("Enter?codes=One", "One APPLIED 1.00"),
            ("Tell?code=One", "SINGLE_CODE||||||null true true"),
        ],
    )
    .await;
    check(
        "<case-insensitive>true</case-insensitive><single-code>One</single-code>",
        &[("Enter?codes=oNE", "oNE APPLIED 1.00")],
    )
    .await;
    check(
        LIST,
        &[
            ("Enter?codes=A", "A APPLIED 1.00"),
            ("Enter?codes=B", "COUPON_ALREADY_IN_BASKET"),
            ("Tell?code=A", "MULTIPLE_CODES||||||"),
        ],
    )
    .await;
    let several =
        limits("<allow-multiple-codes-per-order>true</allow-multiple-codes-per-order>") + LIST;
    check(
        &several,
        &[(
            "Enter?codes=A,B,Z",
            "A APPLIED,B NO_APPLICABLE_PROMOTION,Z NO_APPLICABLE_PROMOTION 1.00",
        )],
    )
    .await;
}

#[tokio::test]
async fn a_code_is_redeemed_with_its_order_and_given_back_with_it() {
    let once = limits("<limit-per-code>1</limit-per-code>");
    let single = format!("{once}<single-code>ONE</single-code>");
    check(
        &single,
        &[
            ("Enter?codes=ONE&email=a@x.test", "ONE APPLIED 1.00"),
            ("Order", "OK"),
            ("Tell?code=ONE", "SINGLE_CODE||1||||a@x.test true true"),
            ("Enter?codes=ONE", "REDEMPTION_LIMIT_EXCEEDED"),
            ("Do?what=cancelOrder", "OK"),
            ("Enter?codes=ONE", "ONE APPLIED 1.00"),
            ("Do?what=undoCancelOrder", "OK"),
            // The code that was entered meanwhile is of no use any more.
            ("Enter?codes=", "ONE REDEMPTION_LIMIT_EXCEEDED! 0.00"),
            ("Order", "The coupon code ONE isn't valid: REDEMPTION_LIMIT_EXCEEDED"),
        ],
    )
    .await;
    check(
        &(once + LIST),
        &[
            ("Enter?codes=A", "A APPLIED 1.00"),
            ("Order?fail=true", "failed OK"),
            // The basket is there again, with its code.
            ("Enter?codes=", "A APPLIED 1.00"),
            ("Order", "OK"),
            ("Enter?codes=A", "COUPON_CODE_ALREADY_REDEEMED"),
            ("Enter?codes=B", "B APPLIED 1.00"),
        ],
    )
    .await;
}

#[tokio::test]
async fn an_order_that_gave_its_code_back_gets_it_only_if_nobody_has_it() {
    check(
        &(limits("<limit-per-code>1</limit-per-code>") + "<single-code>ONE</single-code>"),
        &[
            ("Enter?codes=ONE", "ONE APPLIED 1.00"),
            ("Order?fail=true", "failed OK"),
            ("Tell?code=ONE", "SINGLE_CODE||1||||"),
            ("Order", "OK"),
            ("Do?what=undoFailOrder&order=00000001", "COUPON_INVALID"),
            ("Do?what=cancelOrder", "OK"),
            ("Do?what=undoFailOrder&order=00000001", "OK"),
        ],
    )
    .await;
}

#[tokio::test]
async fn customers_redeem_as_often_as_they_may() {
    for (limit, status) in [
        ("<limit-per-customer>1</limit-per-customer>", "CUSTOMER_REDEMPTION_LIMIT_EXCEEDED"),
        (
            "<limit-per-time-frame><limit>1</limit><time-frame>5</time-frame></limit-per-time-frame>",
            "TIMEFRAME_REDEMPTION_LIMIT_EXCEEDED",
        ),
    ] {
        check(
            &(limits(limit) + "<single-code>ONE</single-code>"),
            &[
                ("Enter?codes=ONE&email=a@x.test", "ONE APPLIED 1.00"),
                ("Order", "OK"),
                // Who has not said who it is may enter it.
                ("Enter?codes=ONE", "ONE APPLIED 1.00"),
                ("Enter?codes=&email=B@x.test", "ONE APPLIED 1.00"),
                ("Enter?codes=&email=A@x.test", &format!("ONE {status}! 0.00")),
                ("Enter?codes=&email=B@x.test", "ONE APPLIED 1.00"),
                ("Order", "OK"),
                ("Enter?codes=ONE&email=b@x.test", status),
            ],
        )
        .await;
    }
    let none =
        "<limit-per-time-frame><limit>1</limit><time-frame>0</time-frame></limit-per-time-frame>";
    check(
        &(limits(none) + "<single-code>ONE</single-code>"),
        &[
            ("Enter?codes=ONE&email=a@x.test", "ONE APPLIED 1.00"),
            ("Order", "OK"),
            ("Enter?codes=ONE&email=a@x.test", "ONE APPLIED 1.00"),
            ("Tell?code=TWO", "SINGLE_CODE||||1||"),
        ],
    )
    .await;
}

#[tokio::test]
async fn codes_are_given_out_one_after_the_other() {
    check("<single-code>ONE</single-code>", &[("Next", "ONE"), ("Next", "ONE")]).await;
    check(LIST, &[("Next", "A"), ("Next", "B"), ("Next", "Z"), ("Next", "null")]).await;
    let system = "<system-codes><max-number-of-codes>2</max-number-of-codes><code-length>12</code-length><include-dashes>true</include-dashes></system-codes>";
    let files = [("app/cartridge/controllers/Test.js", CONTROLLER)];
    let mut browser = Browser::of(&storefront_of(&files, shop(system)));
    let mut codes = Vec::new();
    for _ in 0..2 {
        codes.push(browser.get("Test-Next").await.body);
    }
    assert!(
        codes.iter().all(|code| code.len() == 14 && code.matches('-').count() == 2),
        "{codes:?}"
    );
    assert_ne!(codes[0], codes[1]);
    let entered = browser.get(&format!("Test-Enter?codes={}", codes[1])).await.body;
    assert_eq!(entered, format!("{} APPLIED 1.00", codes[1]));
    for (path, expected) in [
        ("Next", "null"),
        ("Enter?codes=BCDF-BCDF-BCDF", "COUPON_CODE_UNKNOWN"),
        ("Tell?code=x", "SYSTEM_CODES||||||"),
    ] {
        assert_eq!(browser.get(&format!("Test-{path}")).await.body, expected, "{path}");
    }
    let prefixed = "<system-codes><max-number-of-codes>9</max-number-of-codes><code-prefix>SUMMER</code-prefix></system-codes>";
    // An archive doesn't say which codes of a prefix there are.
    check(
        prefixed,
        &[
            ("Enter?codes=SUMMER", "COUPON_CODE_UNKNOWN"),
            ("Enter?codes=SUMMERX1", "SUMMERX1 APPLIED 1.00"),
            ("Tell?code=x", "SYSTEM_CODES|SUMMER|||||"),
        ],
    )
    .await;
}
