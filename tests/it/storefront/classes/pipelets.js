var Pipelet = require('dw/system/Pipelet');
var CustomerMgr = require('dw/customer/CustomerMgr');
var ProductList = require('dw/customer/ProductList');
var ProductMgr = require('dw/catalog/ProductMgr');

function run(name, input, settings) {
    return new Pipelet(name, settings).execute(input);
}

/** Of an answer what leaves by the error exit. */
function refused(name, input, settings) {
    equal(run(name, input, settings).result, PIPELET_ERROR);
}

function basketWith(product) {
    var basket = run('GetBasket', null, { Create: true }).Basket;
    run('AddProductToBasket', { Basket: basket, Product: ProductMgr.getProduct(product), Quantity: 2 });
    return basket;
}

test('one that the sandbox has not is missing by name', function () {
    fails(function () { run('ImportCatalog'); }, 'The pipelet ImportCatalog is not emulated by the sandbox');
    refused('SendGoogleSiteMap', { FileName: 'sitemap_0.xml' });
});

test('a basket is there once it is made', function () {
    refused('GetBasket');
    refused('GetBasket', null, { Create: 'false' });
    var answer = run('GetBasket', null, { Create: 'true' });
    equal([answer.result, answer.StoredBasket], [PIPELET_NEXT, null]);
    equal(run('GetBasket').Basket.UUID, answer.Basket.UUID);
});

test('a product that is in the basket is there once more', function () {
    var basket = basketWith('KM01002-01');
    var again = run('AddProductToBasket', { Basket: basket, Product: ProductMgr.getProduct('KM01002-01'), Quantity: new dw.value.Quantity(1, '') });
    equal([again.result, again.ProductLineItem.quantityValue, basket.productLineItems.length], [PIPELET_NEXT, 3, 1]);
    var shipment = run('CreateShipment', { Basket: basket, ID: 'gift' }).Shipment;
    refused('CreateShipment', { Basket: basket, ID: 'gift' });
    var other = run('AddProductToBasket', { Basket: basket, Product: ProductMgr.getProduct('KM01002-01'), Shipment: shipment });
    equal([other.ProductLineItem.shipment.ID, other.ProductLineItem.quantityValue, basket.productLineItems.length], ['gift', 1, 2]);
    refused('AddProductToBasket', { Basket: basket, Product: null });
    refused('AddProductToBasket', { Basket: basket, Product: ProductMgr.getProduct('KM01002-01'), Quantity: 0 });
    equal(run('StartCheckout', { Basket: basket }).result, PIPELET_NEXT);
});

test('coupons and gift certificates go into a basket', function () {
    var basket = basketWith('KM01002-01');
    refused('AddCouponToBasket2', { Basket: basket, CouponCode: 'none' });
    var line = run('AddGiftCertificateToBasket', {
        Basket: basket, Amount: 25, RecipientEmail: 'eve@example.test', RecipientName: 'Eve', SenderName: 'Ada', Message: 'Cheers', Shipment: null
    }).GiftCertificateLineItem;
    equal([line.recipientName, line.senderName, line.message, line.price.value], ['Eve', 'Ada', 'Cheers', 25]);
    equal(run('RemoveGiftCertificateLineItem', { GiftCertificateLineItem: line }).result, PIPELET_NEXT);
    equal(basket.giftCertificateLineItems.length, 0);
    var certificate = run('CreateGiftCertificate', { Amount: 10, RecipientEmail: 'eve@example.test', SenderName: 'Ada' }).GiftCertificate;
    equal([certificate.amount.value, certificate.recipientEmail, certificate.senderName], [10, 'eve@example.test', 'Ada']);
});

test('what a pipelet has begun when it fails is undone', function () {
    var basket = basketWith('KM01002-01');
    var before = basket.productLineItems.length;
    fails(function () {
        wrap(function () {
            run('AddProductToBasket', { Basket: basket, Product: ProductMgr.getProduct('KM01002-02') });
            run('LoginCustomer', { Login: 'x' });
            throw new Error('no');
        });
    }, 'no');
    equal(run('GetBasket').Basket.productLineItems.length, before);
});

test('a basket becomes an order, which is placed once', function () {
    var basket = basketWith('KM01002-01');
    wrap(function () {
        basket.removeAllPaymentInstruments();
        basket.customerEmail = 'a@example.test';
        basket.shipments.toArray().forEach(function (it) { it.setShippingMethod(dw.order.ShippingMgr.defaultShippingMethod); });
        dw.order.ShippingMgr.applyShippingCost(basket);
    });
    var order = run('CreateOrder2', { Basket: basket, OrderNo: 'P1' }).Order;
    equal([order.orderNo, order.productLineItems.length > 0, dw.order.OrderMgr.getOrder('P1').orderNo], ['P1', true, 'P1']);
    refused('CreateOrder2', { Basket: null });
    equal([run('PlaceOrder', { Order: order }).result, order.status.value], [PIPELET_NEXT, dw.order.Order.ORDER_STATUS_NEW]);
    refused('PlaceOrder', { Order: order });
    refused('GetBasket');
});

test('products are found, and what is chosen of their options', function () {
    equal(run('GetProduct', { ProductID: 'KM01002-01' }).Product.ID, 'KM01002-01');
    refused('GetProduct', { ProductID: 'none' });
    refused('GetProduct', {});
    equal(run('UpdateProductOptionSelections', { Product: ProductMgr.getProduct('KM01002-01') }).ProductOptionModel.options.length, 0);
    refused('UpdateProductOptionSelections', {});
});

test('redirects without a target go by the error exit', function () {
    refused('SearchRedirectURL', { SearchPhrase: 'tea' });
    refused('SearchRedirectURL', {});
    refused('SourceCodeRedirectURL');
});

test('customers register, sign in and out, and get other passwords', function () {
    var customer = run('CreateCustomer', { Login: 'ada@example.test', Password: 'green tea, please' }).Customer;
    refused('CreateCustomer', { Login: 'bea@example.test', Password: 'short' });
    equal(run('GetCustomer', { Login: 'ada@example.test' }).Customer.profile.customerNo, customer.profile.customerNo);
    equal(run('GetCustomer', { CustomerNo: customer.profile.customerNo }).result, PIPELET_NEXT);
    refused('GetCustomer', { Login: 'none@example.test' });
    refused('LoginCustomer', { Login: 'ada@example.test', Password: 'wrong', RememberMe: false });
    equal(run('LoginCustomer', { Login: 'ada@example.test', Password: 'green tea, please', RememberMe: true }).Customer.authenticated, true);
    run('LogoutCustomer');
    equal(session.customer.authenticated, false);
    var token = run('GenerateResetPasswordToken', { Customer: customer }).ResetPasswordToken;
    refused('ValidateResetPasswordToken', { Token: 'none' });
    equal(run('ValidateResetPasswordToken', { Token: token }).Customer.profile.customerNo, customer.profile.customerNo);
    refused('ResetCustomerPasswordWithToken', { Customer: customer, Token: token, Password: 'short' });
    equal(run('ResetCustomerPasswordWithToken', { Customer: customer, Token: token, Password: 'black tea, please' }).result, PIPELET_NEXT);
    equal(run('SetCustomerPassword', { Customer: customer, Password: 'white tea, please' }).result, PIPELET_NEXT);
    equal(run('LoginCustomer', { Login: 'ada@example.test', Password: 'white tea, please' }).result, PIPELET_NEXT);
    var password = run('ResetCustomerPassword', { Customer: customer }).Password;
    equal(run('LoginCustomer', { Login: 'ada@example.test', Password: password }).result, PIPELET_NEXT);
});

test('a provider leads back, and vouches for nobody whom it was not asked about', function () {
    equal(run('InitiateOAuthLogin', { OAuthProviderID: 'Google' }).AuthorizationURL.indexOf('Login-OAuthReentry?code=') > 0, true);
    refused('InitiateOAuthLogin', { OAuthProviderID: null });
    refused('FinalizeOAuthLogin');
});

test('addresses and cards of a customer', function () {
    var customer = CustomerMgr.getCustomerByLogin('ada@example.test');
    wrap(function () { customer.profile.addressBook.createAddress('home').setCity('Leeds'); });
    equal(run('GetCustomerAddress', { Customer: customer, AddressID: 'home' }).Address.city, 'Leeds');
    refused('GetCustomerAddress', { Customer: customer, AddressID: 'work' });
    equal(run('GetCustomerPaymentInstruments', { Customer: customer, PaymentMethod: 'CREDIT_CARD' }).PaymentInstruments.length, 0);
    refused('GetCustomerPaymentInstruments', { Customer: null });
    refused('VerifyPaymentCard', { PaymentCard: null });
    var card = dw.order.PaymentMgr.getPaymentCard('Visa');
    var year = new Date().getFullYear() + 1;
    var given = { PaymentCard: card, CardNumber: '4111111111111111', ExpirationMonth: 1, ExpirationYear: year, CardSecurityCode: '12' };
    equal(run('VerifyPaymentCard', given, { VerifySecurityCode: false }).result, PIPELET_NEXT);
    var answer = run('VerifyPaymentCard', given, { VerifySecurityCode: true });
    equal([answer.result, answer.Status.error], [PIPELET_ERROR, true]);
});

test('lists of products are made, searched and removed', function () {
    var customer = CustomerMgr.getCustomerByLogin('ada@example.test');
    wrap(function () {
        customer.profile.firstName = 'Ada';
        customer.profile.lastName = 'Byron';
    });
    refused('GetProductList', { Customer: customer, Type: ProductList.TYPE_GIFT_REGISTRY }, { Create: false });
    var list = run('CreateProductList', { Customer: customer, Type: ProductList.TYPE_GIFT_REGISTRY }).ProductList;
    equal(run('GetProductList', { ProductListID: list.ID }).ProductList.ID, list.ID);
    equal(run('GetProductLists', { Customer: customer, Type: ProductList.TYPE_GIFT_REGISTRY }).ProductLists.length, 1);
    equal(run('GetProductList', { Customer: customer, Type: ProductList.TYPE_WISH_LIST }, { Create: true }).ProductList.type, ProductList.TYPE_WISH_LIST);
    var registrant = run('CreateProductListRegistrant', { ProductList: list }).ProductListRegistrant;
    wrap(function () {
        registrant.firstName = 'Ada';
        registrant.lastName = 'Byron';
        list.eventCity = 'Leeds';
        list.eventDate = new Date(2030, 5, 1);
    });
    refused('CreateProductListRegistrant', { ProductList: list }, { CreateCoRegistrant: false });
    equal(run('CreateProductListRegistrant', { ProductList: list }, { CreateCoRegistrant: true }).result, PIPELET_NEXT);
    function found(input, settings) {
        return run('SearchProductLists', input, settings).ProductLists.asList().length;
    }
    equal([found({}), found({ RegistrantLastName: 'byr' })], [0, 0]);
    equal(found({ RegistrantLastName: 'byr' }, { PublicOnly: false }), 1);
    wrap(function () { list.setPublic(true); });
    equal([found({ RegistrantLastName: 'BYR*' }), found({ RegistrantLastName: 'yron' }), found({ OwnerFirstName: 'ad', EventMonth: 6, EventYear: 2030 })], [1, 0, 1]);
    equal([found({ EventCity: 'Leeds' }), found({ EventCity: 'Lee' }), found({ EventDate: new Date(2030, 5, 1, 9) })], [1, 0, 1]);
    equal(run('RemoveProductList', { ProductList: list }).result, PIPELET_NEXT);
    refused('GetProductList', { ProductListID: list.ID });
});

test('a list takes products and a gift certificate', function () {
    var customer = CustomerMgr.getCustomerByLogin('ada@example.test');
    var list = run('GetProductList', { Customer: customer, Type: ProductList.TYPE_WISH_LIST }, { Create: true }).ProductList;
    var product = ProductMgr.getProduct('KM01002-01');
    var item = run('AddProductToProductList', { Product: product, ProductList: list, Quantity: 3, Priority: 2 }).ProductListItem;
    equal([item.quantityValue, item.priority], [3, 2]);
    equal(run('AddProductToProductList', { Product: product, ProductList: list }, { DisallowRepeats: true }).ProductListItem.ID, item.ID);
    equal(list.productItems.length, 1);
    run('AddGiftCertificateToProductList', { ProductList: list, Priority: 1 });
    run('AddGiftCertificateToProductList', { ProductList: list, Priority: 1 });
    equal([list.items.length, list.giftCertificateItem.priority], [2, 1]);
    run('RemoveProductListItem', { ProductListItem: item });
    equal(list.items.length, 1);
});

test('a script of a pipeline is run with its dictionary', function () {
    equal(run('Script', { First: 'Ada' }, { ScriptFile: 'app:old/Named.ds', Transactional: false }).Name, 'Ada of Storefront');
    equal(run('Script', { First: 'Ada' }, { ScriptFile: 'old/Named.ds' }).result, PIPELET_NEXT);
    refused('Script', { First: '' }, { ScriptFile: 'old/Named.ds' });
    refused('Script', { First: 'fail' }, { ScriptFile: 'old/Named.ds', OnError: 'PIPELET_ERROR' });
    fails(function () { run('Script', { First: 'fail' }, { ScriptFile: 'old/Named.ds' }); }, 'failed');
    fails(function () { run('Script', {}, { ScriptFile: 'old/None.ds' }); }, 'No script old/None.ds has a function execute');
});
