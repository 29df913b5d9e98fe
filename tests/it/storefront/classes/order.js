var BasketMgr = require('dw/order/BasketMgr');
var Status = require('dw/system/Status');

function filled() {
    return wrap(function () {
        var basket = BasketMgr.currentOrNewBasket;
        basket.productLineItems.toArray().forEach(function (line) { basket.removeProductLineItem(line); });
        basket.shipments.toArray().forEach(function (shipment) { if (!shipment.default) { basket.removeShipment(shipment); } });
        basket.createProductLineItem('KM01002-01', basket.defaultShipment).setQuantityValue(2);
        basket.defaultShipment.setShippingMethod(dw.order.ShippingMgr.defaultShippingMethod);
        dw.order.ShippingMgr.applyShippingCost(basket);
        return basket;
    });
}

test('net, gross and tax go together', function () {
    var basket = filled();
    ['merchandizeTotal', 'adjustedMerchandizeTotal', 'shippingTotal', 'adjustedShippingTotal'].forEach(function (name) {
        reads(basket[name + 'NetPrice'].add(basket[name + 'Tax']).toNumberString(), basket[name + 'GrossPrice'].toNumberString());
    });
    reads(basket.totalNetPrice.add(basket.totalTax), basket.totalGrossPrice);
    reads(basket.merchandizeTotalGrossPrice.toNumberString(), '37.80');
    reads(basket.merchandizeTotalTax.toNumberString(), '6.30');
    var line = basket.productLineItems[0];
    reads(line.adjustedNetPrice.add(line.adjustedTax), line.adjustedGrossPrice);
});

test('a line has several taxes', function () {
    wrap(function () {
        var LineItemTax = dw.order.LineItemTax;
        var basket = filled();
        var line = basket.productLineItems[0];
        line.setTaxes(new dw.util.ArrayList([new LineItemTax('STATE', 0.06), new LineItemTax('CITY', 0.04, new dw.value.Money(1, basket.currencyCode))]));
        equal(line.taxes.toArray().map(function (tax) { return [tax.taxId, tax.taxRate, tax.taxValue && tax.taxValue.value]; }), [['STATE', 0.06, null], ['CITY', 0.04, 1]]);
        equal(Math.round(line.taxRate * 100), 10);
        // 6 % of what the price of 37.80 is without 10 % of it.
        equal(line.tax.value, 3.06);
        line.updateTaxAmount(new dw.value.Money(2, basket.currencyCode));
        equal([line.taxes.length, line.tax.value], [0, 2]);
        var many = new dw.util.ArrayList();
        for (var i = 0; i < 11; i++) { many.add(new LineItemTax('T' + i, 0.01)); }
        fails(function () { line.setTaxes(many); }, 'at most 10');
        fails(function () { return new LineItemTax('x', 'much'); }, 'a rate');
        line.setTaxes(null);
        equal([line.taxes.length, line.tax.value], [0, 0]);
    });
});

test('only what has a way to be shipped has a cost, and only products have to be shipped', function () {
    wrap(function () {
        var ShippingMgr = dw.order.ShippingMgr;
        var basket = filled();
        var shipment = basket.defaultShipment;
        var gift = basket.createShipment('gift');
        basket.createGiftCertificateLineItem(25, 'bob@example.test').setShipment(gift);
        ShippingMgr.applyShippingCost(basket);
        equal([shipment.shippingTotalPrice.value > 0, gift.shippingTotalPrice.value, gift.shippingMethod], [true, 0, null]);
        equal([gift.totalGrossPrice.value, gift.totalTax.value, gift.merchandizeTotalPrice.value], [25, 0, 0]);
        reads(shipment.totalGrossPrice, basket.totalGrossPrice.subtract(gift.totalGrossPrice));
        shipment.setShippingMethod(null);
        ShippingMgr.applyShippingCost(basket);
        equal([shipment.shippingMethod, shipment.standardShippingLineItem.price.available, basket.shippingTotalPrice.available], [null, false, false]);
        equal([basket.totalGrossPrice.available, basket.merchandizeTotalPrice.available], [false, true]);
        basket.customerEmail = 'bob@example.test';
        fails(function () { dw.order.OrderMgr.createOrder(basket); }, 'totalNetPrice is not available');
        shipment.setShippingMethod(ShippingMgr.defaultShippingMethod);
        basket.createShipment('empty');
        ShippingMgr.applyShippingCost(basket);
        var order = dw.order.OrderMgr.createOrder(basket);
        equal(order.shipments.toArray().map(function (it) { return it.ID; }), [shipment.ID, 'gift']);
    });
});

test('what is paid may not be known yet', function () {
    wrap(function () {
        var basket = filled();
        basket.defaultShipment.setShippingMethod(null);
        dw.order.ShippingMgr.applyShippingCost(basket);
        var amounts = [basket.totalGrossPrice, null, dw.value.Money.NOT_AVAILABLE].map(function (amount) {
            return basket.createPaymentInstrument('CREDIT_CARD', amount).paymentTransaction.amount;
        });
        equal(amounts.map(function (amount) { return [amount.available, amount.value]; }), [[false, 0], [false, 0], [false, 0]]);
        var transaction = basket.paymentInstruments[0].paymentTransaction;
        transaction.setAmount(new dw.value.Money(12.5, basket.currencyCode));
        reads(transaction.amount.toNumberString(), '12.50');
        transaction.setAmount(basket.totalGrossPrice);
        equal([transaction.amount.available, transaction.amount.toString()], [false, 'N/A']);
        basket.removeAllPaymentInstruments();
    });
});

test('a tax is set by rate or amount', function () {
    wrap(function () {
        var line = filled().productLineItems[0];
        line.updateTax(0.05);
        reads(line.tax.toNumberString(), '1.80');
        equal([line.taxRate, line.taxClassID], [0.05, 'standard']);
        reads(line.lineItemCtnr.merchandizeTotalTax.toNumberString(), '1.80');
        line.updateTax(0.1, line.price.divide(2));
        reads(line.taxBasis.toNumberString(), '18.90');
        line.updateTaxAmount(line.price.newMoney(3));
        reads(line.tax.toNumberString(), '3.00');
        line.updateTax(null);
        equal([line.taxRate, line.tax.available, line.lineItemCtnr.merchandizeTotalTax.available], [null, false, false]);
        equal([line.netPrice.available, line.grossPrice.available], [false, true]);
    });
});

test('lines go in several shipments', function () {
    wrap(function () {
        var basket = filled();
        var gift = basket.createShipment('gift');
        fails(function () { basket.createShipment('gift'); }, 'already');
        var line = basket.createProductLineItem('KM01002-02', gift);
        equal([basket.shipments.length, gift.default, gift.productLineItems.length, basket.defaultShipment.productLineItems.length], [2, false, 1, 1]);
        equal(line.shipment.ID, 'gift');
        reads(gift.merchandizeTotalPrice, line.price);
        basket.productLineItems[0].setShipment(gift);
        equal([gift.productLineItems.length, basket.defaultShipment.productLineItems.length], [2, 0]);
        basket.removeShipment(gift);
        equal([basket.shipments.length, basket.getShipment('gift'), basket.productLineItems.length], [1, null, 0]);
        filled();
        fails(function () { basket.removeShipment(basket.defaultShipment); }, 'default shipment');
        basket.defaultShipment.trackingNumber = 'T1';
        basket.defaultShipment.setShippingStatus(2);
        reads([basket.defaultShipment.trackingNumber, basket.defaultShipment.shippingStatus.value], 'T1,2');
    });
});

test('a line gets another product', function () {
    wrap(function () {
        var line = filled().productLineItems[0];
        var uuid = line.UUID;
        Object.assign(line, { gift: true, giftMessage: 'Hello', categoryID: 'kitchen', externalLineItemStatus: 'new', manufacturerName: 'Old', manufacturerSKU: 'O1', minOrderQuantityValue: 2 });
        line.custom.fromStoreId = 's1';
        line.createShippingLineItem();
        line.createPriceAdjustment('off', new dw.campaign.AmountDiscount(1));
        line.replaceProduct(dw.catalog.ProductMgr.getProduct('KM01003-01'));
        equal([line.productID, line.quantityValue, line.UUID === uuid, line.position], ['KM01003-01', 2, true, 1]);
        equal([line.gift, line.giftMessage, line.categoryID, line.externalLineItemStatus, line.custom.fromStoreId, line.shipment.ID],
            [true, 'Hello', 'kitchen', 'new', 's1', BasketMgr.currentBasket.defaultShipment.ID]);
        equal([line.basePrice.available, line.price.available, line.priceAdjustments.length, line.shippingLineItem], [false, false, 0, null]);
        equal([line.manufacturerName, line.manufacturerSKU, line.minOrderQuantityValue], [null, 'KM01003-01', 1]);
        line.setPriceValue(line.product.priceModel.price.value);
        reads(line.price.toNumberString(), '19.00');
        fails(function () { line.replaceProduct(null); }, 'dw.catalog.Product');
        equal([line.optionProductLineItems.length, line.bundledProductLineItems.length, line.parent, line.optionID], [0, 0, null, null]);
        line.manufacturerName = 'Mill';
        line.position = 3;
        equal([line.manufacturerName, line.position, line.minOrderQuantityValue], ['Mill', 3, 1]);
    });
});

test('each line bears its share of a discount', function () {
    wrap(function () {
        var basket = filled();
        basket.createProductLineItem('KM01003-01', basket.defaultShipment);
        var adjustment = basket.createPriceAdjustment('ten', new dw.campaign.AmountDiscount(10));
        equal([basket.priceAdjustments[0] === adjustment, basket.priceAdjustments.contains(adjustment)], [true, true]);
        var ofLine = basket.productLineItems[0].createPriceAdjustment('one', new dw.campaign.AmountDiscount(0));
        reads(basket.productLineItems[0].priceAdjustments[0] === ofLine, true);
        basket.productLineItems[0].removePriceAdjustment(ofLine);
        var prices = adjustment.proratedPrices.values().toArray();
        reads(prices.reduce(function (sum, price) { return sum.add(price); }).toNumberString(), '-10.00');
        equal([adjustment.custom !== null, adjustment.isCustom(), adjustment.manual, adjustment.campaignID], [true, true, false, null]);
        equal(basket.productLineItems[0].proratedPrice.value < basket.productLineItems[0].adjustedPrice.value, true);
        basket.removePriceAdjustment(adjustment);
    });
});

test('notes stay', function () {
    wrap(function () {
        var basket = filled();
        basket.addNote('first', 'text');
        equal([basket.notes[0].subject, basket.notes[0].text, basket.notes[0].creationDate instanceof Date], ['first', 'text', true]);
        basket.removeNote(basket.notes[0]);
        equal(basket.notes.length, 0);
    });
});

test('gift certificates are made and spent', function () {
    var Mgr = require('dw/order/GiftCertificateMgr');
    wrap(function () {
        var certificate = Mgr.createGiftCertificate(50, 'CODE-1234');
        certificate.recipientName = 'Ada';
        fails(function () { Mgr.createGiftCertificate(50, 'CODE-1234'); }, 'already');
        var basket = filled();
        var instrument = basket.createPaymentInstrument('GIFT_CERTIFICATE', basket.totalGrossPrice.newMoney(20));
        instrument.setGiftCertificateCode('CODE-1234');
        equal([basket.giftCertificatePaymentInstruments.length, instrument.maskedGiftCertificateCode], [1, '*****1234']);
        equal(Mgr.redeemGiftCertificate(instrument).error, false);
        reads([certificate.balance.toNumberString(), certificate.status], '30.00,' + dw.order.GiftCertificate.STATUS_PARTIALLY_REDEEMED);
        instrument.paymentTransaction.setAmount(basket.totalGrossPrice.newMoney(40));
        equal(Mgr.redeemGiftCertificate(instrument).code, Mgr.GC_ERROR_INSUFFICIENT_BALANCE);
        certificate.setEnabled(false);
        equal(Mgr.redeemGiftCertificate(instrument).code, Mgr.GC_ERROR_DISABLED);
        basket.removeAllPaymentInstruments();
        equal(Mgr.createGiftCertificate(5).giftCertificateCode.length, 16);
    });
});

test('and kept', function () {
    var certificate = require('dw/order/GiftCertificateMgr').getGiftCertificateByCode('CODE-1234');
    equal([certificate.recipientName, certificate.enabled, certificate.maskedGiftCertificateCode], ['Ada', false, '*****1234']);
    wrap(function () {
        var basket = filled();
        var line = basket.createGiftCertificateLineItem(25, 'a@example.test');
        line.message = 'Enjoy';
        reads([basket.giftCertificateTotalPrice.toNumberString(), line.recipientEmail, line.shipment.ID], '25.00,a@example.test,me');
        // What is given isn't merchandise, and yet to be paid.
        reads([basket.merchandizeTotalPrice, basket.getAdjustedMerchandizeTotalPrice(false)].map(function (price) { return price.toNumberString(); }), '37.80,37.80');
        reads(basket.totalGrossPrice, basket.adjustedMerchandizeTotalPrice.add(basket.adjustedShippingTotalPrice).add(basket.giftCertificateTotalPrice));
        basket.removeGiftCertificateLineItem(line);
        equal(basket.giftCertificateLineItems.length, 0);
    });
});

test('cards are told by their numbers', function () {
    var Mgr = require('dw/order/PaymentMgr');
    var card = Mgr.getPaymentCard('Visa');
    var year = new Date().getFullYear() + 1;
    equal([card.name, card.active, Mgr.getPaymentCard('None')], ['Visa', true, null]);
    equal(card.verify(1, year, '4111 1111 1111 1111', '123').error, false);
    var status = card.verify(13, year, '4111111111111112', '12');
    equal(status.items.toArray().map(function (item) { return item.code; }).filter(Boolean), ['CREDITCARD_INVALID_EXPIRATION_DATE', 'CREDITCARD_INVALID_CARD_NUMBER', 'CREDITCARD_INVALID_SECURITY_CODE']);
    equal(card.verify(1, year, '5111111111111118').error, true);
    var method = Mgr.getPaymentMethod('CREDIT_CARD');
    equal(method.getApplicablePaymentCards(customer, 'DE', 10).toArray().map(function (each) { return each.cardType; }), ['Visa', 'Master Card', 'Amex', 'Discover']);
});

test('an order is found, failed and revived', function () {
    var Mgr = require('dw/order/OrderMgr');
    wrap(function () {
        var basket = filled();
        basket.customerEmail = 'a@example.test';
        var instrument = basket.createPaymentInstrument('CREDIT_CARD', basket.totalGrossPrice);
        instrument.setCreditCardNumber('4111111111111111');
        var order = Mgr.createOrder(basket, Mgr.createOrderSequenceNo());
        order.custom.source = 'test';
        order.cancelDescription = 'none';
        order.setCancelCode('X');
        equal([Mgr.failOrder(order, false).error, Mgr.undoCancelOrder(order).code, Mgr.undoFailOrder(order).error], [false, 'ORDER_NOT_CANCELLED', false]);
        Mgr.placeOrder(order);
        order.paymentTransaction.setType(dw.order.PaymentTransaction.TYPE_CAPTURE);
        reads(order.capturedAmount, order.totalGrossPrice);
        equal([order.refundedAmount.value, order.originalOrderNo === order.orderNo, order.replacedOrder, order.customerLocaleID], [0, true, null, 'default']);
    });
});

test('and kept with all it had', function () {
    var Mgr = require('dw/order/OrderMgr');
    var order = Mgr.searchOrder('customerEmail = {0} AND status = {1}', 'a@example.test', dw.order.Order.ORDER_STATUS_NEW);
    equal([order.custom.source, order.cancelDescription, order.cancelCode.value, order.status.value], ['test', 'none', 'X', 3]);
    equal([Mgr.searchOrders('status = 8', null).count, Mgr.queryOrder('orderNo = {0}', order.orderNo) === order], [0, true]);
    wrap(function () { order.setShippingStatus(dw.order.Order.SHIPPING_STATUS_SHIPPED); });
    equal(order.shippingStatus.value, 2);
});

test('cards that apply are the cards there are', function () {
    var card = dw.order.PaymentMgr.getPaymentCard('Visa');
    reads(dw.order.PaymentMgr.getPaymentMethod('CREDIT_CARD').getApplicablePaymentCards(customer, 'US', 10).contains(card), true);
});

test('a way to ship has a name, a currency and a cost', function () {
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        var model = dw.order.ShippingMgr.getShipmentShippingModel(basket.defaultShipment);
        equal([model.applicableShippingMethods.length, model.inapplicableShippingMethods.length], [3, 0]);
        equal([model.getShippingCost(model.applicableShippingMethods[0]).amount.toString(), model.applicableShippingMethods[0].currencyCode], ['EUR 4.90', 'EUR']);
    });
});

test('a gift certificate pays, and discounts on shipping are made for the whole', function () {
    wrap(function () {
        var basket = filled();
        var instrument = basket.createGiftCertificatePaymentInstrument('CODE-9', new dw.value.Money(3, 'EUR'));
        equal([instrument.paymentMethod, instrument.giftCertificateCode, instrument.paymentTransaction.amount.value], ['GIFT_CERTIFICATE', 'CODE-9', 3]);
        basket.removePaymentInstrument(instrument);
        basket.createGiftCertificateLineItem(25, 'you@example.com');
        equal([basket.allGiftCertificateLineItems.length, basket.giftCertificateTotalPrice.value], [1, 25]);
        reads(basket.giftCertificateTotalNetPrice.add(basket.giftCertificateTotalTax), basket.giftCertificateTotalGrossPrice);
        basket.removeGiftCertificateLineItem(basket.giftCertificateLineItems[0]);
        var before = basket.adjustedShippingTotalPrice.value;
        var adjustment = basket.createShippingPriceAdjustment('less', new dw.campaign.AmountDiscount(1));
        equal([basket.shippingPriceAdjustments.length, Math.round(before - basket.adjustedShippingTotalPrice.value)], [1, 1]);
        reads(basket.adjustedShippingTotalNetPrice.add(basket.adjustedShippingTotalTax), basket.adjustedShippingTotalGrossPrice);
        equal([adjustment.taxRate, basket.defaultShipment.shippingPriceAdjustments.length], [basket.defaultShipment.standardShippingLineItem.taxRate, 0]);
        basket.removeShippingPriceAdjustment(adjustment);
        equal(basket.shippingPriceAdjustments.length, 0);
        equal(basket.getAllProductQuantities().get(basket.productLineItems[0].product).value, 2);
    });
});

test('a discount on the shipping of a shipment is no discount on all shipping', function () {
    wrap(function () {
        var basket = filled();
        var shipment = basket.defaultShipment;
        var before = basket.adjustedShippingTotalPrice.value;
        var own = shipment.standardShippingLineItem.createShippingPriceAdjustment('own', new dw.campaign.AmountDiscount(1));
        equal([basket.shippingPriceAdjustments.empty, basket.getShippingPriceAdjustmentByPromotionID('own')], [true, null]);
        equal([shipment.shippingPriceAdjustments.length, shipment.getShippingPriceAdjustmentByPromotionID('own').price.value], [1, -1]);
        var whole = basket.createShippingPriceAdjustment('whole', new dw.campaign.AmountDiscount(1));
        equal(basket.shippingPriceAdjustments.toArray().map(function (each) { return each.promotionID; }), ['whole']);
        equal(basket.allShippingPriceAdjustments.toArray().map(function (each) { return each.promotionID; }), ['own', 'whole']);
        equal([Math.round(before - basket.adjustedShippingTotalPrice.value), Math.round(before - shipment.adjustedShippingTotalPrice.value)], [2, 1]);
        reads(basket.totalNetPrice.add(basket.totalTax), basket.totalGrossPrice);
        basket.removeShippingPriceAdjustment(own);
        basket.removeShippingPriceAdjustment(whole);
        equal([basket.allShippingPriceAdjustments.length, basket.adjustedShippingTotalPrice.value], [0, before]);
    });
});

test('all lines of a basket or a shipment include the discounts of its lines', function () {
    wrap(function () {
        var basket = filled(), Amount = dw.campaign.AmountDiscount;
        var shipment = basket.defaultShipment;
        basket.productLineItems[0].createPriceAdjustment('product', new Amount(1));
        shipment.standardShippingLineItem.createShippingPriceAdjustment('freight', new Amount(1));
        basket.createPriceAdjustment('goods', new Amount(1));
        basket.createShippingPriceAdjustment('shipping', new Amount(1));
        function adjustments(of) {
            return of.allLineItems.toArray().filter(function (line) { return line instanceof dw.order.PriceAdjustment; }).map(function (line) { return line.promotionID; });
        }
        equal(adjustments(basket), ['product', 'goods', 'freight', 'shipping']);
        equal(adjustments(shipment), ['product', 'freight']);
        basket.allLineItems.toArray().forEach(function (line) { line.updateTax(0.5); });
        equal(basket.totalTax.available, true);
        basket.removePriceAdjustment(basket.getPriceAdjustmentByPromotionID('goods'));
        basket.allShippingPriceAdjustments.toArray().forEach(function (each) { basket.removeShippingPriceAdjustment(each); });
    });
});

test('what is shipped has a text', function () {
    wrap(function () {
        var basket = filled();
        var standard = basket.defaultShipment.standardShippingLineItem;
        var own = basket.productLineItems[0].createShippingLineItem();
        own.surcharge = true;
        equal([standard.lineItemText, own.lineItemText], ['Shipping', 'Item Shipping Cost (Surcharge)']);
        standard.lineItemText = 'By hand';
        equal([basket.defaultShipment.standardShippingLineItem.lineItemText, basket.defaultShipment.createShippingLineItem('WRAP').lineItemText], ['By hand', 'WRAP']);
        basket.defaultShipment.removeShippingLineItem(basket.defaultShipment.getShippingLineItem('WRAP'));
        standard.lineItemText = 'Shipping';
        basket.productLineItems[0].removeShippingLineItem();
    });
});

test('temporary baskets stand beside that of the session', function () {
    wrap(function () {
        var own = filled();
        var made = BasketMgr.createTemporaryBasket();
        made.createProductLineItem('KM01002-01', made.defaultShipment);
        equal([made.temporary, own.temporary, made.UUID === own.UUID, BasketMgr.currentBasket.UUID === own.UUID], [true, false, false, true]);
        equal([BasketMgr.getTemporaryBasket(made.UUID).productLineItems.length, BasketMgr.temporaryBaskets.length, BasketMgr.getTemporaryBasket('none')], [1, 1, null]);
    });
});

test('temporary baskets last for the session, and only so many', function () {
    equal(BasketMgr.temporaryBaskets.toArray().map(function (basket) { return basket.productLineItems[0].productID; }), ['KM01002-01']);
    fails(function () { for (var count = 0; count < 5; count += 1) { BasketMgr.createTemporaryBasket(); } }, 'at most 4');
    BasketMgr.temporaryBaskets.toArray().slice(1).forEach(function (basket) { BasketMgr.deleteTemporaryBasket(basket); });
    var order = wrap(function () { return dw.order.OrderMgr.createOrder(BasketMgr.temporaryBaskets[0]); });
    equal([order.productLineItems.length, BasketMgr.temporaryBaskets.length], [1, 0]);
});

test('a basket is made of an order and of nothing else', function () {
    [undefined, null, '00000001', {}].forEach(function (order) {
        fails(function () { dw.order.BasketMgr.createBasketFromOrder(order); }, 'A basket is made of an order (dw.order.Order), not of');
    });
});

test('an order is failed before it is placed and cancelled after', function () {
    var Mgr = require('dw/order/OrderMgr');
    var BasketMgr = require('dw/order/BasketMgr');
    wrap(function () {
        var order = Mgr.createOrder(filled(), 'ONCE');
        equal([Mgr.cancelOrder(order).code, Mgr.getOrder('ONCE') === order], ['ORDER_NOT_PLACED', true]);
        var other = filled();
        fails(function () { Mgr.createOrder(other, 'ONCE'); }, 'There is an order ONCE already');
        // Another basket stays.
        equal([Mgr.failOrder(order, true).getDetail('basket'), BasketMgr.currentBasket === other, Mgr.failOrder(order).code], [null, true, 'ORDER_NOT_CREATED']);
        var second = Mgr.createOrder(other);
        var status = Mgr.failOrder(second, true);
        equal([status.getDetail('basket') === BasketMgr.currentBasket, BasketMgr.currentBasket.productLineItems.length > 0], [true, true]);
        try {
            Mgr.createOrder(null);
        } catch (error) {
            equal([error instanceof APIException, error.type], [true, 'CreateOrderException']);
        }
    });
});

test('quantities are those that a product is ordered in', function () {
    wrap(function () {
        var basket = filled();
        var line = basket.productLineItems[0];
        equal([line.updateQuantity(3), line.updateQuantity(0), line.quantityValue], [3, 1, 1]);
        fails(function () { line.setQuantityValue(null); }, "can't have the quantity null");
        equal(basket.createProductLineItem(line.productID, new dw.value.Quantity(4, ''), basket.defaultShipment).quantityValue, 4);
    });
});

test('shares of a discount add up to it', function () {
    wrap(function () {
        var basket = filled();
        var adjustment = basket.createPriceAdjustment('thirds', new dw.campaign.AmountDiscount(10));
        var sum = adjustment.proratedPrices.values().toArray().reduce(function (all, price) { return all.add(price); });
        reads(sum, adjustment.price);
        var line = basket.productLineItems[0];
        reads(line.getAdjustedPrice(true), line.proratedPrice);
        equal(line.getAdjustedPrice(true).value < line.getAdjustedPrice(false).value, true);
    });
});

test('XML that is set is its text', function () {
    var basket = filled();
    var reply = new XML('<reply><city>Ulm</city><code id="7">ok</code></reply>');
    wrap(function () {
        var instrument = basket.createPaymentInstrument('CREDIT_CARD', basket.totalGrossPrice);
        instrument.creditCardHolder = reply.city;
        instrument.paymentTransaction.transactionID = reply.code.@id;
        basket.createBillingAddress().setCity(reply.city);
    });
    var instrument = basket.paymentInstruments[0];
    equal([instrument.creditCardHolder, instrument.paymentTransaction.transactionID, basket.billingAddress.city], ['Ulm', '7', 'Ulm']);
    wrap(function () { basket.removeAllPaymentInstruments(); });
});

test('what a script holds is what a rollback leaves', function () {
    var Transaction = require('dw/system/Transaction');
    var basket = filled();
    wrap(function () { basket.createPaymentInstrument('CREDIT_CARD', basket.totalGrossPrice); basket.createBillingAddress(); });
    var line = basket.productLineItems[0];
    var instrument = basket.paymentInstruments[0];
    var address = basket.billingAddress;
    Transaction.begin();
    line.setQuantityValue(3);
    line.custom.note = 'lost';
    instrument.paymentTransaction.setTransactionID('lost');
    basket.defaultShipment.custom.gift = 'lost';
    address.setCity('Lost');
    basket.createProductLineItem('KM01003-01', basket.defaultShipment);
    Transaction.rollback();
    equal([line.quantityValue, line.custom.note, instrument.paymentTransaction.transactionID, basket.defaultShipment.custom.gift, address.city, basket.productLineItems.length],
        [2, null, '', null, null, 1]);
    wrap(function () { line.setQuantityValue(5); instrument.paymentTransaction.setTransactionID('kept'); address.setCity('Kept'); });
    equal([basket.productLineItems[0].quantityValue, basket.paymentInstruments[0].paymentTransaction.transactionID, basket.billingAddress.city], [5, 'kept', 'Kept']);
    wrap(function () { basket.removeAllPaymentInstruments(); });
});

test('shipments are in the order of their IDs, and have numbers once they are placed', function () {
    var Mgr = require('dw/order/OrderMgr');
    wrap(function () {
        var basket = filled();
        basket.createShipment('zz');
        basket.createShipment('aa');
        equal(basket.shipments.toArray().map(function (shipment) { return shipment.ID; }), ['me', 'aa', 'zz']);
        ['aa', 'zz'].forEach(function (id) { basket.removeShipment(basket.getShipment(id)); });
        var order = Mgr.createOrder(basket);
        equal(order.defaultShipment.shipmentNo, null);
        Mgr.placeOrder(order);
        equal(order.defaultShipment.shipmentNo.length > 0, true);
    });
});

test('a line of what is in no catalogue', function () {
    wrap(function () {
        var basket = filled();
        var line = basket.createProductLineItem('ENGRAVING', basket.defaultShipment);
        equal([line.product, line.productID, line.productName, line.catalogProduct, line.quantityValue, line.minOrderQuantityValue, line.price.available], [null, 'ENGRAVING', null, false, 1, 1, false]);
        line.setPriceValue(5);
        line.productName = 'Engraving';
        equal([line.price.value, basket.productQuantities.length, basket.createProductLineItem('ENGRAVING', new dw.value.Quantity(2.4, ''), basket.defaultShipment).quantityValue], [5, 1, 2]);
        fails(function () { basket.createProductLineItem(null, basket.defaultShipment); }, 'product or the ID');
        basket.productLineItems[2].setPriceValue(5);
        var order = dw.order.OrderMgr.createOrder(basket);
        equal([order.invoiceNo, order.productLineItems[1].productName], [null, 'Engraving']);
        dw.order.OrderMgr.placeOrder(order);
        equal(order.invoiceNo, order.orderNo);
    });
});

test('lines have places, also once one is gone', function () {
    wrap(function () {
        var basket = filled();
        var second = basket.createProductLineItem('KM01003-01', basket.defaultShipment), third = basket.createProductLineItem('KM01001-01', basket.defaultShipment);
        equal([basket.productLineItems[0].position, second.position, third.position], [1, 2, 3]);
        basket.removeProductLineItem(second);
        equal(third.position, 2);
        third.position = 7;
        equal(third.position, 7);
    });
});

test('a script has price adjustments of its own', function () {
    wrap(function () {
        var basket = filled(), line = basket.productLineItems[0], Amount = dw.campaign.AmountDiscount;
        var own = line.createPriceAdjustment('loyal', new Amount(1));
        equal([own.isCustom(), own.manual, own.promotion, own.price.value], [true, false, null, -1]);
        own.manual = true;
        equal(own.isManual(), true);
        fails(function () { line.createPriceAdjustment('loyal', new Amount(1)); }, 'already');
        fails(function () { line.createPriceAdjustment('mugs-in-pairs'); }, 'is a promotion');
        fails(function () { basket.createPriceAdjustment(null); }, 'an ID');
        var freight = basket.defaultShipment.standardShippingLineItem;
        freight.createShippingPriceAdjustment('freight', new Amount(1));
        fails(function () { freight.createShippingPriceAdjustment('freight', new Amount(1)); }, 'already');
        dw.campaign.PromotionMgr.applyDiscounts(basket);
        equal([line.getPriceAdjustmentByPromotionID('loyal').isCustom(), freight.shippingPriceAdjustments.length], [true, 1]);
        basket.createProductLineItem('KM01001-01', basket.defaultShipment).setQuantityValue(2);
        dw.campaign.PromotionMgr.applyDiscounts(basket);
        var given = basket.productLineItems[1].priceAdjustments[0];
        equal([given.promotionID, given.isCustom(), given.manual], ['mugs-in-pairs', false, false]);
        fails(function () { given.setManual(true); }, 'isn\'t a script\'s');
        basket.removeAllPaymentInstruments();
    });
});

test('products are counted, those that are given if it is asked for', function () {
    wrap(function () {
        var basket = filled(), mug = dw.catalog.ProductMgr.getProduct('KM01002-01');
        basket.giveProduct(mug, 'gift', null);
        equal([basket.getProductQuantities().get(mug).value, basket.getProductQuantities(true).get(mug).value, basket.productQuantities.get(mug).value], [2, 3, 2]);
    });
});

test('a card number is whole while the request lasts', function () {
    wrap(function () {
        var basket = filled(), card = basket.createPaymentInstrument('CREDIT_CARD', basket.totalGrossPrice);
        equal([card.creditCardNumber, card.maskedCreditCardNumber, card.creditCardNumberLastDigits], [null, null, null]);
        card.creditCardNumber = '3700 000000 00002';
        equal([card.creditCardNumber, card.maskedCreditCardNumber, card.creditCardNumberLastDigits], ['370000000000002', '***********0002', '0002']);
        equal([card.getMaskedCreditCardNumber(6), card.getCreditCardNumberLastDigits(2)], ['*********000002', '02']);
        var order = dw.order.OrderMgr.createOrder(basket);
        equal(order.paymentInstruments[0].creditCardNumber, '370000000000002');
        session.custom.paidWith = order.orderNo;
    });
});

test('in the next request it is masked', function () {
    var card = dw.order.OrderMgr.getOrder(session.custom.paidWith).paymentInstruments[0];
    equal([card.creditCardNumber, card.maskedCreditCardNumber, card.creditCardNumberLastDigits, card.getCreditCardNumberLastDigits(9)], ['***********0002', '***********0002', '0002', '0002']);
});

test('a country has its name', function () {
    wrap(function () {
        var address = filled().defaultShipment.createShippingAddress();
        address.setCountryCode('ch');
        equal([address.countryCode.value, address.countryCode.displayValue], ['ch', 'Switzerland']);
        address.countryCode = new dw.value.EnumValue('DE');
        equal([address.countryCode.value, address.countryCode.toString(), address.countryCode == 'DE', { DE: 'its own' }[address.countryCode]], ['DE', 'Germany', true, 'its own']);
        request.setLocale('de_DE');
        equal([address.countryCode.displayValue, dw.catalog.StoreMgr.getStore('none')], ['Deutschland', null]);
        request.setLocale('default');
        address.countryCode = 'XX';
        equal(address.countryCode.displayValue, 'XX');
        address.countryCode = null;
        equal([address.countryCode.value, address.countryCode.displayValue], ['', null]);
    });
});

function placed(number) {
    return wrap(function () {
        var order = dw.order.OrderMgr.createOrder(filled(), number);
        dw.order.OrderMgr.placeOrder(order);
        return order;
    });
}

test('a guest\'s order is of whom its bill is for, unless the basket says another', function () {
    [[null, 'Bob Roe'], ['Mrs Roe', 'Mrs Roe']].forEach(function (pair) {
        var Transaction = require('dw/system/Transaction');
        Transaction.begin();
        var basket = dw.order.BasketMgr.currentOrNewBasket, address = basket.createBillingAddress();
        address.firstName = 'Bob';
        address.lastName = 'Roe';
        basket.createProductLineItem('KM01002-01', basket.defaultShipment);
        basket.customerName = pair[0];
        equal(basket.customerName, pair[0]);
        equal(dw.order.OrderMgr.createOrder(basket).customerName, pair[1]);
        Transaction.rollback();
    });
});

test('the lines of an order have items with a status', function () {
    var order = placed('ITEMS');
    equal(filled().productLineItems[0].orderItem, null);
    var goods = order.productLineItems[0].orderItem;
    var freight = order.defaultShipment.standardShippingLineItem.orderItem;
    equal([goods.itemID, goods.type.value, goods.status.value], ['1', 'PRODUCT', 'NEW']);
    equal([freight.itemID, freight.type.value, freight.lineItem.ID], ['2', 'SERVICE', 'STANDARD_SHIPPING']);
    equal(order.getOrderItem('1') === goods, true);
    fails(function () { order.getOrderItem('9'); }, 'has no item 9');
    wrap(function () {
        fails(function () { goods.setStatus('SENT'); }, 'There is no status SENT');
        goods.setStatus(dw.order.OrderItem.STATUS_CONFIRMED);
        equal([order.status.value, order.confirmationStatus.value, freight.status.value], [order.ORDER_STATUS_OPEN, 0, 'NEW']);
        freight.setStatus('CONFIRMED');
        equal(order.confirmationStatus.value, order.CONFIRMATION_STATUS_CONFIRMED);
        goods.setStatus('SHIPPED');
        freight.setStatus('CANCELLED');
        equal(order.status.value, order.ORDER_STATUS_COMPLETED);
        goods.setStatus('OPEN');
        order.setOrderStatus(order.ORDER_STATUS_CANCELLED);
        equal([goods.status.value, freight.status.value], ['CANCELLED', 'CANCELLED']);
        fails(function () { order.setOrderStatus(order.ORDER_STATUS_COMPLETED); }, 'not 5');
        var service = order.createServiceItem('wrapping', 'OPEN');
        equal([service.lineItem.ID, service.status.value, order.defaultShipment.shippingLineItems.length], ['wrapping', 'OPEN', 2]);
        service.lineItem.setPriceValue(3);
        reads(order.defaultShipment.getShippingLineItem('wrapping').price.toNumberString(), '3.00');
        order.defaultShipment.removeShippingLineItem(service.lineItem);
        equal(order.defaultShipment.shippingLineItems.length, 1);
    });
});

test('what a customer may send back is confirmed, returned and billed', function () {
    var ReturnCase = require('dw/order/ReturnCase');
    var order = placed('RETURNED');
    var line = order.productLineItems[0];
    wrap(function () {
        var empty = order.createReturnCase(false);
        equal([empty.returnCaseNumber, empty.RMA, empty.status.value], ['RETURNED#RC1', false, 'NEW']);
        empty.confirm();
        equal(empty.status.value, ReturnCase.STATUS_CANCELLED);
        var found = order.createReturnCase('RMA1', true);
        fails(function () { order.createReturnCase('RMA1', true); }, 'RMA1 already');
        fails(function () { found.createReturn(); }, 'nothing of it can be returned');
        var item = found.createItem(line.orderItem.itemID);
        fails(function () { found.createItem(line.orderItem.itemID); }, 'already');
        equal([item.status.value, item.authorizedQuantity.available, item.reasonCode.value, item.note], ['NEW', false, null, null]);
        item.setAuthorizedQuantity(new dw.value.Quantity(2, ''));
        item.setReasonCode('too small');
        item.custom.label = 'L1';
        found.confirm();
        fails(function () { item.setNote('late'); }, 'it can\'t be changed any more');
        fails(function () { found.confirm(); }, 'CONFIRMED');
        fails(function () { item.setStatus('NEW'); }, 'What is CONFIRMED can\'t be NEW');
        item.custom.label = 'L2';
        var back = found.createReturn();
        var part = item.createReturnItem(back.returnNumber);
        reads(part.grossPrice.toNumberString(), '37.80');
        fails(function () { part.setReturnedQuantity(3); }, 'there are 2 pieces left');
        part.setReturnedQuantity(1);
        part.setReasonCode(item.reasonCode);
        reads([part.grossPrice.toNumberString(), part.tax.toNumberString(), part.netPrice.toNumberString()], '18.90,3.15,15.75');
        reads([line.orderItem.returnedQuantity, part.reasonCode, part.basePrice.toNumberString()], '1,too small,18.90');
        equal([back.returnCase.returnCaseNumber, part.returnCaseItem.itemID === item.itemID], ['RMA1', true]);
        item.setStatus('PARTIAL_RETURNED');
        equal([found.status.value, found.returns.length, item.returnItems.length], ['PARTIAL_RETURNED', 1, 1]);
        back.setStatus('COMPLETED');
        fails(function () { part.setNote('late'); }, 'COMPLETED');
        var invoice = back.createInvoice();
        fails(function () { back.createInvoice('other'); }, 'has the invoice');
        equal([invoice.invoiceNumber, invoice.type.value, invoice.status.value, back.invoice === invoice], ['RETURNED#R1', 'RETURN', 'NOT_PAID', true]);
        reads([invoice.grandTotal.grossPrice.toNumberString(), invoice.productSubtotal.tax.toNumberString(), invoice.serviceSubtotal.netPrice.value], '18.90,3.15,0');
        equal([invoice.items.length, invoice.items[0].quantity.value, order.invoiceItems.length], [1, 1, 1]);
    });
});

test('the documents of an order are still there', function () {
    var order = dw.order.OrderMgr.getOrder('RETURNED');
    var found = order.getReturnCase('RMA1');
    equal([order.returnCases.length, order.getReturnCase('none'), found.RMA], [2, null, true]);
    equal([found.items[0].custom.label, found.items[0].status.value, found.items[0].authorizedQuantity.value], ['L2', 'PARTIAL_RETURNED', 2]);
    equal(order.getReturnCaseItem(found.items[0].itemID) === found.items[0], true);
    equal([order.returns.length, order.returnItems[0].returnNumber, order.invoices[0].items.length], [1, 'RETURNED#R1', 1]);
    dw.system.Transaction.begin();
    order.createReturnCase('RMA2', true).createItem(order.productLineItems[0].orderItem.itemID);
    found.custom.seen = true;
    dw.system.Transaction.rollback();
    equal([order.getReturnCase('RMA2'), found.custom.seen, order.getReturnCase('RMA1') === found], [null, null, true]);
});

test('taxes of what came back are a script\'s', function () {
    var TaxGroup = require('dw/order/TaxGroup');
    wrap(function () {
        var order = placed('TAXED');
        var found = order.createReturnCase(true);
        var item = found.createItem(order.productLineItems[0].orderItem.itemID);
        equal(item.taxItems.length, 1);
        reads([item.taxItems[0].amount.toNumberString(), item.taxItems[0].taxGroup.taxType], '6.30,standard');
        found.confirm();
        var part = found.createReturn('R').createItem(item.itemID);
        part.setTaxBasis(new dw.value.Money(2.47, 'EUR'));
        part.addTaxItem(1, TaxGroup.create('city', 'City', 'Of the city', 0.1));
        part.addTaxItem(0.5, TaxGroup.create('state', 'State', '', 0.05));
        reads([part.tax.toNumberString(), part.taxItems.length, part.taxItems[0].taxGroup.caption], '1.50,2,City');
        part.applyPriceRate(1, 2, false);
        reads([part.taxBasis.toNumberString(), part.tax.toNumberString()], '1.23,0.75');
        var total = found.returns[0].createInvoice('R9').grandTotal;
        reads([total.tax.toNumberString(), total.taxItems.length, total.taxItems[1].taxGroup.rate], '0.75,2,0.05');
    });
});

test('what is sent goes by its shipping order', function () {
    var ShippingOrder = require('dw/order/ShippingOrder');
    wrap(function () {
        var order = placed('SENT');
        order.defaultShipment.createShippingAddress().setCity('Bonn');
        var line = order.productLineItems[0];
        var sent = order.createShippingOrder();
        equal([sent.status.value, sent.items.empty, sent.shipDate], ['CONFIRMED', true, null]);
        fails(function () { sent.createShippingOrderItem(line.orderItem, new dw.value.Quantity(3, '')); }, 'has 2 pieces, not 3');
        var first = sent.createShippingOrderItem(line.orderItem, new dw.value.Quantity(1, ''));
        equal([order.productLineItems.length, line.quantityValue, first.lineItem.quantityValue], [2, 1, 1]);
        reads([first.grossPrice.toNumberString(), order.merchandizeTotalPrice.toNumberString()], '18.90,37.80');
        equal([first.orderItem.splitSourceItem === line.orderItem, line.orderItem.splitItems.length], [true, 1]);
        var freight = sent.createShippingOrderItem(order.defaultShipment.standardShippingLineItem.orderItem, null);
        equal([sent.items.length, sent.items.select(ShippingOrder.QUALIFIER_PRODUCTITEMS).length, sent.items.asMap().get(freight.itemID) === freight], [2, 1, true]);
        var sorted = sent.items.sort(ShippingOrder.ORDERBY_ITEMID);
        equal([sorted[0] === first, sorted.sort(dw.util.FilteringCollection.ORDERBY_REVERSE)[0] === freight], [true, true]);
        fails(function () { first.setStatus('SHIPPED'); }, 'What is CONFIRMED can\'t be SHIPPED');
        sent.setStatusWarehouse();
        fails(function () { sent.setStatusWarehouse(); }, 'is WAREHOUSE');
        equal(order.notes.toArray().pop().text, 'Shipping order SENT#SO1 status changed to WAREHOUSE.');
        var parcel = sent.addTrackingInfo('p1');
        parcel.carrier = 'Mail';
        var ref = first.addTrackingRef('p1', new dw.value.Quantity(1, ''));
        equal([parcel.trackingRefs[0] === ref, ref.trackingInfo === parcel, ref.quantity.value, sent.trackingInfos[0].carrier], [true, true, 1, 'Mail']);
        first.setStatus('SHIPPED');
        freight.setStatus('CANCELLED');
        equal([sent.status.value, first.orderItem.status.value, line.orderItem.status.value], ['SHIPPED', 'SHIPPED', 'NEW']);
        equal([line.orderItem.shippingOrderItem, first.orderItem.shippingOrderItem === first], [null, true]);
        sent.setShippingAddress(order.defaultShipment.shippingAddress);
        equal(sent.shippingAddress.city, 'Bonn');
        fails(function () { sent.setShippingAddress(filled().createBillingAddress()); }, 'doesn\'t have this address');
    });
});

test('an item of a shipping order is split', function () {
    wrap(function () {
        var order = placed('SPLIT');
        var sent = order.createShippingOrder('S1');
        var all = sent.createShippingOrderItem(order.productLineItems[0].orderItem, null);
        equal([all.split(new dw.value.Quantity(2, '')) === all, all.quantity.value], [true, 2]);
        fails(function () { all.split(new dw.value.Quantity(3, '')); }, 'has 2 pieces');
        var part = all.split(new dw.value.Quantity(1, ''), false);
        equal([part.orderItem === all.orderItem, order.productLineItems.length, all.quantity.value], [true, 1, 1]);
        reads([part.grossPrice.toNumberString(), all.grossPrice.toNumberString()], '18.90,18.90');
        part.setParentItem(all);
        fails(function () { all.setParentItem(part); }, 'can\'t be above');
        equal(sent.createInvoice().items.toArray().filter(function (item) { return item.parentItem !== null; }).length, 1);
    });
});

test('invoices count what is captured and given back', function () {
    var order = placed('BILLED');
    var invoice = wrap(function () {
        var payment = order.createPaymentInstrument('CARD', order.totalGrossPrice);
        var sent = order.createShippingOrder();
        sent.createShippingOrderItem(order.productLineItems[0].orderItem, null);
        var made = sent.createInvoice('I1');
        made.addCaptureTransaction(payment, new dw.value.Money(20, 'EUR'));
        made.addRefundTransaction(payment, new dw.value.Money(5, 'EUR'));
        reads([made.capturedAmount.value, made.refundedAmount.value, order.capturedAmount.value, payment.refundedAmount.value], '20,5,20,5');
        equal([made.paymentTransactions.select(dw.order.Invoice.QUALIFIER_REFUND).length, made.paymentTransactions[0].paymentInstrument.UUID === payment.UUID], [1, true]);
        made.items[0].setRefundedAmount(new dw.value.Money(5, 'EUR'));
        reads([order.productLineItems[0].orderItem.refundedAmount.value, order.productLineItems[0].orderItem.appeasedAmount.value], '5,0');
        fails(function () { made.account(); }, 'can\'t be called in a transaction');
        return made;
    });
    equal([invoice.account(), invoice.status.value], [false, 'FAILED']);
    fails(function () { wrap(function () { dw.order.OrderMgr.createShippingOrders(order); }); }, 'transaction');
    var status = dw.order.OrderMgr.createShippingOrders(order);
    equal([status.error, status.code, order.reauthorize().error], [true, 'HOOK_MISSING', true]);
});

test('an appeasement is shared by the items', function () {
    wrap(function () {
        var order = placed('APPEASED');
        var made = order.createAppeasement();
        equal([made.appeasementNumber, made.status.value, made.reasonNote], ['APPEASED#A1', 'OPEN', null]);
        made.addItems(new dw.value.Money(10, 'EUR'), [order.productLineItems[0].orderItem, order.defaultShipment.standardShippingLineItem.orderItem]);
        reads(made.grandTotal.grossPrice.toNumberString(), '10.00');
        equal(made.items[0].grossPrice.value > made.items[1].grossPrice.value, true);
        made.reasonCode = 'late';
        made.setStatus('COMPLETED');
        fails(function () { made.addItems(new dw.value.Money(1, 'EUR'), [order.productLineItems[0].orderItem]); }, 'COMPLETED');
        var invoice = made.createInvoice();
        equal([invoice.type.value, order.getAppeasement('APPEASED#A1').invoiceNumber, made.reasonCode.value], ['APPEASEMENT', 'APPEASED#A1', 'late']);
    });
});

test('a salutation was misspelt once', function () {
    wrap(function () {
        var address = filled().createBillingAddress();
        address.setSaluation('Dr.');
        equal(address.salutation, 'Dr.');
    });
});

test('taxes are told by their rates', function () {
    wrap(function () {
        var basket = filled();
        basket.createProductLineItem('KM01004-01', basket.defaultShipment).updateTax(0.07);
        basket.createPriceAdjustment('off', new dw.campaign.AmountDiscount(1));
        basket.updateOrderLevelPriceAdjustmentTax();
        var totals = basket.taxTotalsPerTaxRate;
        var rates = totals.keySet().toArray();
        equal([rates[0] instanceof dw.util.Decimal, rates.slice().sort(function (a, b) { return a.get() - b.get(); }).map(String)], [true, rates.map(String)]);
        reads(totals.values().toArray().reduce(function (all, tax) { return all.add(tax); }), basket.totalTax);
        reads(totals.get(rates.filter(function (rate) { return rate.get() === 0.07; })[0]), basket.productLineItems[1].tax);
    });
});

test('a shipment has totals of its own', function () {
    wrap(function () {
        var shipment = filled().defaultShipment;
        reads(shipment.totalGrossPrice, shipment.adjustedMerchandizeTotalGrossPrice.add(shipment.adjustedShippingTotalGrossPrice));
        reads(shipment.totalNetPrice.add(shipment.totalTax), shipment.totalGrossPrice);
    });
});

test('a line may have quantities of its own', function () {
    wrap(function () {
        var line = filled().productLineItems[0];
        line.minOrderQuantityValue = 3;
        line.stepQuantityValue = 3;
        line.setManufacturerSKU('M-1');
        line.setQuantityValue(0);
        equal([line.minOrderQuantityValue, line.stepQuantityValue, line.manufacturerSKU, line.quantityValue], [3, 3, 'M-1', 3]);
        line.minOrderQuantityValue = null;
        equal(line.minOrderQuantity.available, false);
        fails(function () { line.stepQuantityValue = 0; }, 'A quantity is above 0, not 0');
    });
});

test('an order is exported once it is placed', function () {
    wrap(function () {
        var basket = filled();
        basket.customerEmail = 'a@example.test';
        basket.customerName = 'Ada & Co';
        var address = basket.createBillingAddress();
        address.city = 'Jena';
        address.countryCode = 'DE';
        var card = basket.createPaymentInstrument('CREDIT_CARD', basket.totalGrossPrice);
        card.creditCardNumber = '4111111111111111';
        card.creditCardType = 'Visa';
        basket.createPriceAdjustment('off', new dw.campaign.AmountDiscount(1));
        var order = dw.order.OrderMgr.createOrder(basket, 'EXPORTED');
        fails(function () { return order.orderExportXML; }, 'isn\'t placed');
        dw.order.OrderMgr.placeOrder(order);
        order.custom.parts = ['a', 'b'];
        order.custom.at = new Date(0);
        var text = order.getOrderExportXML(null, null);
        equal([text, text.indexOf('<?xml')], [order.orderExportXML, 0]);
        var xml = new XML(text.replace(/^<[?].*[?]>/, '').replace(/ xmlns="[^"]*"/, ''));
        equal([String(xml.@['order-no']), String(xml.currency), String(xml.taxation), String(xml.status['order-status']), String(xml.status['payment-status']), String(xml.status['shipping-status'])],
            ['EXPORTED', order.currencyCode, 'gross', 'NEW', 'NOT_PAID', 'NOT_SHIPPED']);
        equal([String(xml.customer['customer-name']), String(xml.customer['billing-address'].city), String(xml.customer['billing-address']['country-code'])], ['Ada & Co', 'Jena', 'DE']);
        var line = xml['product-lineitems']['product-lineitem'][0];
        equal([String(line['product-id']), String(line.quantity), String(line['gross-price']), String(line['shipment-id'])],
            ['KM01002-01', '2.0', order.productLineItems[0].grossPrice.toNumberString(), order.defaultShipment.shipmentNo]);
        equal([String(xml.shipments.shipment.totals['shipment-total']['gross-price']) !== '', String(xml.totals['order-total']['gross-price']), String(xml.totals['merchandize-total']['price-adjustments']['price-adjustment'][0]['promotion-id'])], [true, order.totalGrossPrice.toNumberString(), 'off']);
        equal([String(xml.payments.payment['credit-card']['card-number']), String(xml.payments.payment.amount)], ['************1111', order.paymentInstrument.paymentTransaction.amount.toNumberString()]);
        equal(Array.from(xml['custom-attributes']['custom-attribute'], function (it) { return String(it.@['attribute-id']) + '=' + (it.value.length() ? it.value.length() : String(it)); }), ['parts=2', 'at=1970-01-01T00:00:00.000Z']);
        fails(function () { order.getOrderExportXML('AES', 'x'); }, 'AES is no algorithm');
    });
});

test('an order is exported in the order of its schema', function () {
    wrap(function () {
        var basket = filled();
        basket.customerEmail = 'a@example.test';
        basket.setChannelType(basket.CHANNEL_TYPE_FACEBOOKADS);
        basket.createBillingAddress().jobTitle = 'Analyst';
        var line = basket.productLineItems[0];
        line.gift = true;
        line.giftMessage = 'For you';
        line.custom.engraved = 'A & B';
        line.createPriceAdjustment('less', new dw.campaign.PercentageDiscount(10)).custom.why = 'kindness';
        line.createShippingLineItem().priceValue = 2;
        basket.createGiftCertificateLineItem(25, 'eve@example.test').message = 'Tea';
        basket.createPriceAdjustment('off', new dw.campaign.AmountDiscount(1)).manual = true;
        var paid = basket.createPaymentInstrument('VOUCHER', basket.totalGrossPrice);
        paid.custom.number = 'V-1';
        paid.paymentTransaction.setType(dw.order.PaymentTransaction.TYPE_AUTH);
        var order = dw.order.OrderMgr.createOrder(basket, 'ORDERLY');
        dw.order.OrderMgr.placeOrder(order);
        order.addNote('Said', 'on the phone');
        order.externalOrderNo = 'E-1';
        order.cancelCode = 'late';
        order.sourceCode = 'spring';
        order.custom.own = 'x';
        var xml = new XML(order.orderExportXML.replace(/^<[?].*[?]>/, '').replace(/ xmlns="[^"]*"/, ''));
        var names = function (element) { return Array.from(element.children(), function (it) { return it.localName(); }).join(' '); };
        var line = xml['product-lineitems']['product-lineitem'][0];
        var taken = line['price-adjustments']['price-adjustment'][0];
        var prices = 'net-price tax gross-price base-price lineitem-text tax-basis ';
        equal(names(xml).replace(' remoteHost', ''), 'order-date created-by original-order-no currency customer-locale taxation source-code invoice-no customer status business-type channel-type ' +
            'current-order-no cancel-code product-lineitems giftcertificate-lineitems shipping-lineitems shipments totals payments notes external-order-no custom-attributes');
        equal(names(line), prices + 'position product-id product-name quantity tax-rate min-order-quantity step-quantity brand shipment-id shipping-lineitem gift gift-message custom-attributes price-adjustments');
        equal(names(taken), prices + 'promotion-id discount custom-attributes');
        equal(names(line['shipping-lineitem']), prices + 'quantity tax-rate type');
        equal([String(line['shipping-lineitem']['lineitem-text']), String(xml['shipping-lineitems']['shipping-lineitem']['lineitem-text'])], ['Item Shipping Cost', 'Shipping']);
        equal([String(taken.discount.percentage), String(line['custom-attributes']['custom-attribute']), String(line['shipping-lineitem'].type)], ['10', 'A & B', 'fixed-price']);
        equal(names(xml.totals['merchandize-total']['price-adjustments']['price-adjustment'][0]), prices + 'promotion-id manual discount created-by');
        equal([names(xml['giftcertificate-lineitems']['giftcertificate-lineitem'][0]).replace(prices, ''), names(xml.customer), names(xml.status)],
            ['recipient-email message shipment-id', 'guest customer-email billing-address', 'order-status shipping-status confirmation-status payment-status export-status']);
        equal([names(xml.payments.payment), names(xml.payments.payment['custom-method']), String(xml.payments.payment['transaction-type'])], ['custom-method amount transaction-type', 'method-name custom-attributes', 'AUTH']);
        equal([String(xml['channel-type']), String(xml.notes.note.subject), names(xml.notes.note), String(xml['source-code'].code)], ['FacebookAds', 'Said', 'created-by creation-date subject text', 'spring']);
    });
});

test('a code is put into an order too, once', function () {
    var order = placed('WITHCODE');
    wrap(function () {
        var line = order.createCouponLineItem('THANKS');
        equal([line.couponCode, line.basedOnCampaign, order.couponLineItems.length, order.getCouponLineItem('THANKS') !== null], ['THANKS', false, 1, true]);
        fails(function () { order.createCouponLineItem('THANKS'); }, 'in the basket already');
        fails(function () { order.createCouponLineItem('NEVER-WAS', true); }, 'is of no coupon');
    });
});

test('the status of a shipment goes by its older names too', function () {
    var Shipment = dw.order.Shipment;
    equal([Shipment.SHIPMENT_NOTSHIPPED, Shipment.SHIPMENT_SHIPPED], [Shipment.SHIPPING_STATUS_NOTSHIPPED, Shipment.SHIPPING_STATUS_SHIPPED]);
});

test('an amount of tax leaves the rate as it is', function () {
    wrap(function () {
        var line = filled().productLineItems[0];
        line.updateTax(0.1);
        line.updateTaxAmount(new dw.value.Money(5, 'EUR'));
        equal([line.taxRate, line.tax.value, line.grossPrice.subtract(line.netPrice).value], [0.1, 5, 5]);
    });
});

test('a quantity goes by the least and the steps of its line', function () {
    wrap(function () {
        var line = filled().productLineItems[0];
        line.minOrderQuantityValue = 2;
        line.stepQuantityValue = 3;
        equal([1, 0, 2, 5, 7, 8.5].map(function (quantity) { return line.updateQuantity(quantity); }), [2, 2, 2, 5, 5, 8]);
        line.stepQuantityValue = 0.1;
        equal(line.updateQuantity(2.3), 2.3);
    });
});

test('a price adjustment of a script tells its discount', function () {
    wrap(function () {
        var basket = filled();
        var adjustment = basket.createPriceAdjustment('ten', new dw.campaign.PercentageDiscount(10));
        equal([adjustment.appliedDiscount.type, adjustment.appliedDiscount.percentage, adjustment.appliedDiscount instanceof dw.campaign.PercentageDiscount], ['PERCENTAGE', 10, true]);
        var off = basket.productLineItems[0].createPriceAdjustment('off', new dw.campaign.AmountDiscount(3));
        equal([off.appliedDiscount.amount, basket.createPriceAdjustment('none').appliedDiscount], [3, null]);
        basket.removePriceAdjustment(adjustment);
    });
});

test('an order takes from the stock at once, and gives back', function () {
    wrap(function () {
        var record = function () { return dw.catalog.ProductMgr.getProduct('KM01002-01').availabilityModel.inventoryRecord; };
        var before = record().stockLevel.value;
        var order = dw.order.OrderMgr.createOrder(filled());
        equal(record().stockLevel.value, before - 2);
        dw.order.OrderMgr.placeOrder(order);
        equal([record().stockLevel.value, record().ATS.value], [before - 2, before - 2]);
        dw.order.OrderMgr.cancelOrder(order);
        equal(record().stockLevel.value, before);
    });
});

test('an order becomes what it may become', function () {
    wrap(function () {
        var Order = dw.order.Order;
        var order = dw.order.OrderMgr.createOrder(filled());
        fails(function () { order.setStatus(Order.ORDER_STATUS_FAILED); }, 'IllegalArgumentException: Order.setStatus() doesn\'t take 8');
        fails(function () { order.setStatus(Order.ORDER_STATUS_CANCELLED); }, 'IllegalArgumentException');
        dw.order.OrderMgr.placeOrder(order);
        fails(function () { order.setStatus(Order.ORDER_STATUS_CREATED); }, 'IllegalArgumentException');
        [Order.ORDER_STATUS_OPEN, Order.ORDER_STATUS_CANCELLED, Order.ORDER_STATUS_COMPLETED].forEach(function (status) {
            order.setStatus(status);
            equal(order.status.value, status);
        });
    });
});

test('only a number that was just set is whole', function () {
    wrap(function () {
        var instrument = filled().createPaymentInstrument('CREDIT_CARD', null);
        equal(instrument.permanentlyMasked, false);
        instrument.creditCardNumber = '4111111111111111';
        equal(instrument.isPermanentlyMasked(), false);
    });
});

test('and masked from then on', function () {
    var instruments = BasketMgr.currentBasket.getPaymentInstruments('CREDIT_CARD').toArray();
    equal(instruments[instruments.length - 1].permanentlyMasked, true);
});

test('a shipment has the lines of options too', function () {
    wrap(function () {
        var basket = filled();
        var all = basket.defaultShipment.allLineItems.toArray();
        equal(basket.allProductLineItems.toArray().every(function (line) { return all.indexOf(line) >= 0; }), true);
    });
});

test('the order of a guest is no visitor\'s', function () {
    var order = placed('GUEST');
    equal([order.customer.registered, order.customer.profile, order.customer.ID === customer.ID], [false, null, true]);
});

test('the guest of an order is not who comes later', function () {
    var Mgr = dw.customer.CustomerMgr;
    wrap(function () {
        Mgr.createCustomer('later@example.test', 'green tea, please');
        Mgr.loginCustomer(Mgr.authenticateCustomer('later@example.test', 'green tea, please'), false);
    });
    var order = dw.order.OrderMgr.getOrder('GUEST');
    equal([customer.registered, order.customer.registered, order.customer.ID === customer.ID], [true, false, false]);
    Mgr.logoutCustomer(false);
});

test('payments that the platform would take are not set up', function () {
    var Payments = require('dw/extensions/payments/SalesforcePaymentsMgr');
    var basket = filled();
    equal([Payments.paymentsSiteConfig, Payments.getPaymentsSiteConfig(), Payments.getPaymentsZone('us'), Payments.getPaymentIntent(basket), Payments.getPayPalOrder(basket)],
        [null, null, null, null, null]);
    equal([Payments.getSavedPaymentMethods(customer).length, Payments.REFUND_REASON_FRAUDULENT], [0, 'fraudulent']);
    fails(function () { Payments.createPaymentIntent(basket, basket.defaultShipment, null, null, false, {}); }, 'createPaymentIntent is not emulated');
});

test('what is set as XML is kept as its text', function () {
    var x = <order><a>some</a></order>;
    function keeps(object, names) {
        names.forEach(function (name) {
            object[name] = x.a;
            equal([name, object[name] && object[name].value === undefined ? object[name] : object[name].value], [name, 'some']);
        });
    }
    wrap(function () {
        var basket = filled(), line = basket.productLineItems[0], shipment = basket.defaultShipment;
        keeps(basket, ['customerEmail', 'customerName']);
        keeps(line, ['lineItemText', 'taxClassID', 'productName', 'categoryID', 'productInventoryListID', 'giftMessage', 'externalLineItemStatus']);
        keeps(shipment, ['giftMessage', 'trackingNumber']);
        keeps(shipment.createShippingAddress(), ['firstName', 'countryCode', 'salutation']);
        shipment.shippingAddress.setSaluation(<b>Ms</b>);
        equal(shipment.shippingAddress.salutation, 'Ms');
        var payment = basket.createPaymentInstrument(<m>GIFT_CERTIFICATE</m>, basket.totalGrossPrice);
        equal(payment.paymentMethod, 'GIFT_CERTIFICATE');
        keeps(payment, ['creditCardHolder', 'creditCardType', 'giftCertificateCode', 'creditCardToken', 'bankAccountHolder']);
        keeps(payment.paymentTransaction, ['transactionID', 'type', 'accountID']);
        keeps(basket.createGiftCertificateLineItem(5, <to>ada@example.test</to>), ['recipientName', 'message']);
        var coupon = basket.createPriceAdjustment(<p>mine</p>);
        equal(coupon.promotionID, 'mine');
        keeps(coupon, ['lineItemText', 'reasonCode']);
        basket.setCustomerNo(<n>7</n>);
        equal(basket.customerNo, '7');
        equal(basket.giftCertificateLineItems[0].recipientEmail, 'ada@example.test');
        basket.removeAllPaymentInstruments();
        basket.removeGiftCertificateLineItem(basket.giftCertificateLineItems[0]);
        basket.removePriceAdjustment(coupon);
    });
});

test('a status is one of those there are', function () {
    var order = wrap(function () { return dw.order.OrderMgr.createOrder(filled()); });
    var setters = ['setStatus', 'setConfirmationStatus', 'setPaymentStatus', 'setExportStatus', 'setShippingStatus'];
    wrap(function () {
        setters.forEach(function (setter) {
            [99, 'READY', undefined, {}].forEach(function (status) {
                fails(function () { order[setter](status); }, 'IllegalArgumentException: Order.' + setter + '() takes ');
            });
        });
        fails(function () { order.setPaymentStatus(99); }, 'PAYMENT_STATUS_NOTPAID, PAYMENT_STATUS_PARTPAID, PAYMENT_STATUS_PAID, not 99');
        fails(function () { order.defaultShipment.setShippingStatus(1); }, 'SHIPPING_STATUS_NOTSHIPPED, SHIPPING_STATUS_SHIPPED, not 1');
        order.setPaymentStatus('2');
        order.setExportStatus(order.exportStatus);
        order.defaultShipment.setShippingStatus(dw.order.Shipment.SHIPPING_STATUS_SHIPPED);
        var gift = dw.order.GiftCertificateMgr.createGiftCertificate(5);
        fails(function () { gift.setStatus(4); }, 'STATUS_REDEEMED, not 4');
        gift.setStatus(dw.order.GiftCertificate.STATUS_REDEEMED);
        equal([order.defaultShipment.shippingStatus.value, dw.order.Shipment.SHIPMENT_SHIPPED, gift.status], [2, 2, 3]);
    });
    equal([order.paymentStatus.displayValue, order.exportStatus.displayValue, order.confirmationStatus.displayValue, order.shippingStatus.displayValue], ['PAID', 'NOTEXPORTED', 'NOTCONFIRMED', 'NOTSHIPPED']);
});

test('a discount of what is not known yet is nothing', function () {
    wrap(function () {
        var basket = filled();
        basket.productLineItems[0].setPriceValue(null);
        equal(basket.merchandizeTotalPrice.available, false);
        [new dw.campaign.PercentageDiscount(10), new dw.campaign.AmountDiscount(1), null].forEach(function (discount, index) {
            var adjustment = basket.createPriceAdjustment('less-' + index, discount || undefined);
            reads(adjustment.price, new dw.value.Money(0, basket.currencyCode));
            basket.removePriceAdjustment(adjustment);
        });
    });
});

test('what is declared as a text is kept as one', function () {
    wrap(function () {
        var basket = filled();
        var address = basket.createBillingAddress();
        address.postalCode = 12345;
        address.salutation = { toString: function () { return 'Dr'; } };
        address.city = undefined;
        basket.setCustomerEmail(5);
        basket.setCustomerName(['a', 'b']);
        basket.defaultShipment.setGiftMessage(7);
        basket.productLineItems[0].setLineItemText(8);
        var instrument = basket.createPaymentInstrument('CREDIT_CARD', null);
        instrument.setCreditCardType(9);
        instrument.creditCardValidFromYear = '2024';
        equal([address.postalCode, address.salutation, address.city, basket.customerEmail, basket.customerName], ['12345', 'Dr', null, '5', 'a,b']);
        equal([basket.defaultShipment.giftMessage, basket.productLineItems[0].lineItemText, instrument.creditCardType, instrument.creditCardValidFromYear], ['7', '8', '9', 2024]);
        basket.removePaymentInstrument(instrument);
        basket.setCustomerEmail(null);
        equal(basket.customerEmail, null);
    });
});
