test('discounts are of a type and a promotion', function () {
    var promotion = dw.campaign.PromotionMgr.getPromotion('blanket-weeks');
    equal([new dw.campaign.AmountDiscount(3).amount, new dw.campaign.AmountDiscount(3).getAmount(), new dw.campaign.AmountDiscount(3).type], [3, 3, 'AMOUNT']);
    equal([new dw.campaign.PercentageDiscount(3).type, new dw.campaign.FixedPriceDiscount(3).fixedPrice, new dw.campaign.PercentageDiscount(1).promotion], ['PERCENTAGE', 3, null]);
    equal([promotion.exclusivity, promotion.tags.length, promotion.startDate, promotion.basedOnCustomerGroups, promotion.details.markup], ['CLASS', 0, null, true, promotion.name]);
});

test('a promotion without a condition tells what a product would cost', function () {
    var blanket = dw.catalog.ProductMgr.getProduct('LB08001');
    var before = blanket.priceModel.price;
    reads([before.toNumberString(), dw.campaign.PromotionMgr.getPromotion('blanket-weeks').getPromotionalPrice(blanket).toNumberString()], '58.50,49.72');
    var mug = dw.catalog.ProductMgr.getProduct('KM01002-01');
    equal([['blanket-weeks', mug], ['mugs-in-pairs', mug], ['big-basket', mug]].map(function (it) {
        return dw.campaign.PromotionMgr.getPromotion(it[0]).getPromotionalPrice(it[1]).available;
    }), [false, false, false]);
});

test('promotions are of campaigns', function () {
    var PromotionMgr = dw.campaign.PromotionMgr;
    var campaign = PromotionMgr.getPromotion('welcome').campaign;
    equal([campaign.ID, campaign.active, campaign.startDate, campaign.promotions.length, campaign.customerGroups[0].ID], ['always', true, null, 6, 'Everyone']);
    equal([PromotionMgr.campaigns.length, PromotionMgr.getCampaign('none'), campaign.equals(PromotionMgr.getCampaign('always'))], [1, null, true]);
    equal([PromotionMgr.getActivePromotionsForCampaign(campaign).promotions.length, PromotionMgr.getActiveCustomerPromotionsForCampaign(campaign).promotions.length], [6, 5]);
    var before = new Date(0), after = new Date(86400000);
    equal([PromotionMgr.getActivePromotionsForCampaign(campaign, before, after).promotions.length, PromotionMgr.getActivePromotionsForCampaign(campaign, after, before).promotions.length], [6, 0]);
    equal([PromotionMgr.getActiveCustomerPromotionsForCampaign(campaign, before, null).promotions.length, PromotionMgr.getActiveCustomerPromotionsForCampaign(campaign, after, after).promotions.length], [5, 0]);
    fails(function () { PromotionMgr.getActivePromotionsForCampaign(null, before, after); }, 'campaign must not be null');
    equal([PromotionMgr.getUpcomingPromotions(24).promotions.length, PromotionMgr.getUpcomingCustomerPromotions(24).promotions.length, PromotionMgr.promotions.length], [0, 0, 6]);
    reads(PromotionMgr.getPromotion('welcome').conditionalDescription.markup, PromotionMgr.getPromotion('welcome').details.markup);
});

test('coupons are found by ID and by code', function () {
    var CouponMgr = dw.campaign.CouponMgr;
    var coupon = CouponMgr.getCouponByCode('welcome10');
    equal([coupon.ID, coupon.type, coupon.enabled, wrap(function () { return coupon.nextCouponCode; }), coupon.promotions[0].ID, coupon.redemptionLimitPerCode], ['welcome', 'SINGLE_CODE', true, 'WELCOME10', 'welcome', null]);
    equal([CouponMgr.getCoupon('none'), CouponMgr.getCouponByCode('none'), CouponMgr.coupons.length, coupon.equals(CouponMgr.getCoupon('welcome'))], [null, null, 1, true]);
});

test('a code is in the basket once, in any case where case does not count', function () {
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        basket.createCouponLineItem('Welcome10', true);
        fails(function () { basket.createCouponLineItem('WELCOME10', true); }, 'already');
        var line = basket.getCouponLineItem('WELCOME10');
        equal([line.couponCode, line.valid, line.basedOnCampaign, line.statusCode], ['Welcome10', true, true, dw.campaign.CouponStatusCodes.NO_APPLICABLE_PROMOTION]);
        basket.removeCouponLineItem(line);
    });
});

test('a plan is applied without what was taken out of it', function () {
    wrap(function () {
        var PromotionMgr = dw.campaign.PromotionMgr;
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        var line = basket.createProductLineItem('KM01002-01', basket.defaultShipment);
        line.setQuantityValue(2);
        var plan = PromotionMgr.getDiscounts(basket);
        var discount = plan.getProductDiscounts(line)[0];
        equal([discount.type, discount.quantity, discount.promotionTier, plan.bonusDiscounts.length], [dw.campaign.Discount.TYPE_PERCENTAGE, 2, null, 0]);
        equal([discount.itemPromotionTiers.length, discount.itemPromotionTiers.get(1), discount.itemPromotionTiers.get(2)], [2, 0, 0]);
        plan.removeDiscount(discount);
        PromotionMgr.applyDiscounts(plan);
        equal(line.priceAdjustments.length, 0);
        PromotionMgr.applyDiscounts(basket);
        equal([line.getPriceAdjustmentByPromotionIDAndCouponCode('mugs-in-pairs', null) !== null, line.getPriceAdjustmentByPromotionIDAndCouponCode('mugs-in-pairs', 'X')], [true, null]);
        equal([PromotionMgr.activePromotions.getPaymentMethodPromotions({ ID: 'CREDIT_CARD' }).length, PromotionMgr.activePromotions.getPaymentCardPromotions({ cardType: 'Visa' }).length], [0, 0]);
        var none = PromotionMgr.activePromotions;
        none.removePromotion(PromotionMgr.getPromotion('mugs-in-pairs'));
        equal(PromotionMgr.getDiscounts(basket, none).getProductDiscounts(line).length, 0);
    });
});

test('each kind of discount has its class', function () {
    var campaign = dw.campaign;
    equal([campaign.FreeDiscount, campaign.FreeShippingDiscount, campaign.FixedPriceShippingDiscount, campaign.PriceBookPriceDiscount, campaign.PercentageOptionDiscount,
        campaign.TotalFixedPriceDiscount, campaign.BonusDiscount, campaign.BonusChoiceDiscount].map(function (Class) { return Class.TYPE; }),
    ['FREE', 'FREE_SHIPPING', 'FIXED_PRICE_SHIPPING', 'PRICE_BOOK_PRICE', 'PERCENTAGE_OFF_OPTIONS', 'TOTAL_FIXED_PRICE', 'BONUS', 'BONUS_CHOICE']);
    var total = new campaign.TotalFixedPriceDiscount(5);
    equal([total.totalFixedPrice, total.getTotalFixedPrice(), total.type, String(total), String(campaign.TotalFixedPriceDiscount)], [5, 5, 'TOTAL_FIXED_PRICE', '[TotalFixedPriceDiscount 5]', '[JavaClass dw.campaign.TotalFixedPriceDiscount]']);
    equal([new campaign.FixedPriceShippingDiscount(3).fixedPrice, new campaign.Discount() instanceof campaign.Discount], [3, true]);
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

test('of a choice only what is offered can be taken', function () {
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        basket.createProductLineItem('KT05002-01', basket.defaultShipment);
        dw.campaign.PromotionMgr.applyDiscounts(basket);
        var offer = basket.bonusDiscountLineItems[0];
        var take = function (id) { return basket.createBonusProductLineItem(offer, dw.catalog.ProductMgr.getProduct(id), null, null); };
        equal([offer.promotionID, offer.maxBonusItems, offer.bonusProducts.length], ['cup-with-teapot', 1, 4]);
        fails(function () { take('KM01008'); }, 'give the product KM01008');
        var line = take('KM01032');
        equal([line.bonusProductLineItem, line.quantityValue, line.price.value, line.bonusDiscountLineItem.UUID === offer.UUID], [true, 1, 0, true]);
        // How many may be taken is for scripts to see to.
        equal([take('KM01040').price.value, offer.bonusProductLineItems.length], [0, 2]);
    });
});

test('what was offered before is known again', function () {
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        basket.createProductLineItem('KT05002-01', basket.defaultShipment);
        var coupon = basket.createCouponLineItem('WELCOME10', true);
        dw.campaign.PromotionMgr.applyDiscounts(basket);
        var [offers, coupons, discounts] = [basket.bonusDiscountLineItems, basket.couponLineItems, basket.priceAdjustments];
        var isKnown = function () { return [offers.contains(basket.bonusDiscountLineItems[0]), coupons.contains(basket.couponLineItems[0]), coupons[0] === coupon]; };
        equal(isKnown().concat(offers.length, discounts.length, discounts.contains(basket.priceAdjustments[0])), [true, true, true, 1, 1, true]);
        // The same product once more makes no other offer of it.
        basket.createProductLineItem('KM01032', basket.defaultShipment);
        dw.campaign.PromotionMgr.applyDiscounts(basket);
        equal(isKnown(), [true, true, true]);
        basket.removeCouponLineItem(coupon);
    });
});

test('a shop without tests has nobody who takes part in one', function () {
    equal([dw.campaign.ABTestMgr.isParticipant('test', 'segment'), dw.campaign.ABTestMgr.assignedTestSegments.length], [false, 0]);
});

test('scripts of before ask the manager of campaigns', function () {
    var CampaignMgr = require('dw/campaign/CampaignMgr');
    var mug = dw.catalog.ProductMgr.getProduct('KM01002-01');
    equal([CampaignMgr.getCampaignByID('always').ID, CampaignMgr.getPromotionByID('welcome').ID, CampaignMgr.getPromotionByID('none')], ['always', 'welcome', null]);
    equal([CampaignMgr.getPromotionByCouponCode('welcome10').ID, CampaignMgr.getPromotion('none')], ['welcome', null]);
    var ids = function (promotions) { return promotions.toArray().map(function (promotion) { return promotion.ID; }); };
    equal([ids(CampaignMgr.getPromotions(mug)).indexOf('mugs-in-pairs') >= 0, ids(CampaignMgr.getConditionalPromotions(mug)).indexOf('mugs-in-pairs') >= 0], [true, true]);
    equal([CampaignMgr.applicablePromotions.length, ids(CampaignMgr.getApplicablePromotions(mug)).indexOf('welcome')], [5, -1]);
});

test('who redeemed a code can be masked', function () {
    var CouponMgr = dw.campaign.CouponMgr;
    var site = dw.system.Site.current.ID;
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        basket.createProductLineItem('KM01002-01', basket.defaultShipment).setQuantityValue(20);
        basket.createCouponLineItem('WELCOME10', true);
        basket.defaultShipment.setShippingMethod(dw.order.ShippingMgr.defaultShippingMethod);
        dw.order.ShippingMgr.applyShippingCost(basket);
        dw.campaign.PromotionMgr.applyDiscounts(basket);
        basket.customerEmail = 'me@mask.example';
        var order = dw.order.OrderMgr.createOrder(basket);
        equal(CouponMgr.maskRedemptions('none', 'me@mask.example').code, CouponMgr.MR_ERROR_INVALID_SITE_ID);
        equal(CouponMgr.maskRedemptions(site, 'me@mask.example').error, false);
        var found = CouponMgr.getRedemptions('welcome', 'WELCOME10').toArray().filter(function (it) { return it.orderNo === order.orderNo; });
        equal([found.length, found[0].customerEmail, order.customerEmail], [1, '**@****.*******', 'me@mask.example']);
    });
});

test('promotions of one class are applied by themselves', function () {
    var CampaignMgr = require('dw/campaign/CampaignMgr');
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        var line = basket.createProductLineItem('KM01002-01', basket.defaultShipment);
        line.setQuantityValue(20);
        basket.createCouponLineItem('WELCOME10', true);
        basket.defaultShipment.setShippingMethod(dw.order.ShippingMgr.defaultShippingMethod);
        dw.order.ShippingMgr.applyShippingCost(basket);
        var promotions = CampaignMgr.getApplicablePromotions(basket);
        equal([CampaignMgr.applyProductPromotions(basket, promotions), CampaignMgr.applyProductPromotions(basket, promotions)], [true, false]);
        equal([line.priceAdjustments.length, basket.priceAdjustments.length, basket.allShippingPriceAdjustments.length], [1, 0, 0]);
        equal([CampaignMgr.applyOrderPromotions(basket, promotions), line.priceAdjustments.length, basket.priceAdjustments.length > 0, basket.allShippingPriceAdjustments.length], [true, 1, true, 0]);
        CampaignMgr.applyShippingPromotions(basket, promotions);
        var order = basket.priceAdjustments.length, shipping = basket.allShippingPriceAdjustments.length;
        equal([shipping > 0, CampaignMgr.applyProductPromotions(basket, new dw.util.ArrayList())], [true, true]);
        equal([line.priceAdjustments.length, basket.priceAdjustments.length, basket.allShippingPriceAdjustments.length], [0, order, shipping]);
    });
});

test('a plan gives only what the basket qualifies for', function () {
    wrap(function () {
        var PromotionMgr = dw.campaign.PromotionMgr;
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        basket.removeAllPaymentInstruments();
        basket.couponLineItems.toArray().forEach(function (line) { basket.removeCouponLineItem(line); });
        basket.createProductLineItem('KM01002-01', basket.defaultShipment).setQuantityValue(20);
        var ids = function (plan) { return plan.promotions.toArray().map(function (it) { return it.ID; }); };
        equal([ids(PromotionMgr.getActiveCustomerPromotions()).indexOf('welcome'), ids(PromotionMgr.getActiveCustomerPromotions(true)).indexOf('welcome') >= 0], [-1, true]);
        var given = function () {
            var plan = PromotionMgr.getDiscounts(basket, PromotionMgr.getActivePromotions());
            return plan.orderDiscounts.toArray().map(function (it) { return it.promotion.ID; }).indexOf('welcome') >= 0;
        };
        equal(given(), false);
        basket.createCouponLineItem('WELCOME10', true);
        equal(given(), true);
    });
});
