test('discounts are of a type and a promotion', function () {
    var promotion = dw.campaign.PromotionMgr.getPromotion('blanket-weeks');
    equal([new dw.campaign.AmountDiscount(3).amount, new dw.campaign.AmountDiscount(3).getAmount(), new dw.campaign.AmountDiscount(3).type], [3, 3, 'AMOUNT']);
    equal([new dw.campaign.PercentageDiscount(3).type, new dw.campaign.FixedPriceDiscount(3).fixedPrice, new dw.campaign.PercentageDiscount(1).promotion], ['PERCENTAGE', 3, null]);
    equal([promotion.exclusivity, promotion.tags.length, promotion.startDate, promotion.campaign, promotion.basedOnCustomerGroups, promotion.details.markup], ['NO', 0, null, null, false, promotion.name]);
});

test('a promotion tells what a product would cost', function () {
    var product = dw.catalog.ProductMgr.getProduct('KM01002-01');
    reads(dw.campaign.PromotionMgr.getPromotion('mugs-in-pairs').getPromotionalPrice(product).toNumberString(), '15.12');
    equal(dw.campaign.PromotionMgr.getPromotion('big-basket').getPromotionalPrice(product).available, false);
});

test('an adjustment knows its discount', function () {
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        basket.createProductLineItem('KM01002-01', basket.defaultShipment).setQuantityValue(2);
        dw.campaign.PromotionMgr.applyDiscounts(basket);
        var adjustment = basket.productLineItems[0].priceAdjustments[0];
        equal([adjustment.appliedDiscount.percentage, adjustment.appliedDiscount.promotion.ID, adjustment.isCustom()], [20, 'mugs-in-pairs', false]);
    });
});

test('a plan tells what is nearly reached', function () {
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        basket.createProductLineItem('KM01002-01', basket.defaultShipment);
        var plan = dw.campaign.PromotionMgr.getDiscounts(basket);
        var near = plan.approachingOrderDiscounts.toArray().concat(plan.getApproachingShippingDiscounts(basket.defaultShipment).toArray());
        reads(near.length > 0, true);
        near.forEach(function (each) {
            equal([each.distanceFromConditionThreshold.add(each.merchandiseTotal).equals(each.conditionThreshold), each.discount.promotion.promotionClass === 'PRODUCT'], [true, false]);
        });
        equal([plan.orderDiscounts.length, plan.getShippingDiscounts(basket.defaultShipment).length], [0, 0]);
    });
});
