test('a site tells its status, its currencies and its locale', function () {
    var site = dw.system.Site.current;
    equal([site.status, dw.system.Site.SITE_STATUS_ONLINE], [1, 1]);
    equal([site.allowedCurrencies[0], site.allowedLocales.contains(site.defaultLocale)], [site.defaultCurrency, true]);
    equal(dw.system.System.preferences.custom.nothing, null);
    equal(dw.system.System.preferences instanceof dw.system.OrganizationPreferences, true);
});

test('a hook of Apple Pay answers a status, a redirect and an event', function () {
    var Result = require('dw/extensions/applepay/ApplePayHookResult');
    var status = new dw.system.Status(dw.system.Status.ERROR);
    var result = new Result(status, null);
    result.setEvent('failed', { reason: Result.REASON_FAILURE });
    equal([result.status === status, result.redirect, result.eventName, result.eventDetail.reason], [true, null, 'failed', 'Failure']);
});

test('nobody acts for the visitor', function () {
    equal([session.userAuthenticated, session.isUserAuthenticated(), session.userName], [false, false, 'storefront']);
    equal(require('dw/customer/AgentUserMgr').loginAgentUser('admin', 'haltscope-demo').code, 'INSECURE_CONNECTION');
    equal([session.customerExternallyAuthenticated, session.isCustomerExternallyAuthenticated()], [false, false]);
});

test('a logger tells whether somebody listens', function () {
    var Logger = require('dw/system/Logger');
    equal([Logger.debugEnabled, Logger.infoEnabled, Logger.warnEnabled, Logger.errorEnabled],
        [Logger.isDebugEnabled(), Logger.isInfoEnabled(), Logger.isWarnEnabled(), Logger.isErrorEnabled()]);
});

test('a custom attribute that is set to undefined has no value', function () {
    session.custom.nothing = undefined;
    equal([session.custom.nothing, Object.prototype.hasOwnProperty.call(session.custom, 'nothing')], [null, false]);
});

test('a log is written to under whatever name it was asked for', function () {
    [undefined, null, 5, {}].forEach(function (category) {
        var log = dw.system.Logger.getLogger(category);
        log.warn('heard {0}', 1);
        equal(typeof log.isWarnEnabled(), 'boolean');
    });
});

test('a response takes what can be made a number or a text', function () {
    response.setStatus('404');
    equal(response.status, 404);
    response.setStatus(200.9);
    equal(response.status, 200);
    response.redirect('/', '301');
    equal(response.status, 301);
    [undefined, null, 'soon', {}].forEach(function (status) {
        fails(function () { response.setStatus(status); }, 'The status of a response is a number, not');
    });
    response.setContentType({ toString: function () { return 'text/plain'; } });
    equal(response.contentType, 'text/plain');
    [undefined, null, 'name=value', {}].forEach(function (cookie) {
        fails(function () { response.addHttpCookie(cookie); }, 'A response takes cookies of dw.web.Cookie, not');
    });
    response.setStatus(200);
});

test('a hook is asked for by anything that has a text', function () {
    equal([dw.system.HookMgr.hasHook(5), dw.system.HookMgr.hasHook(undefined), dw.system.HookMgr.callHook(null, 'x')], [false, false, undefined]);
});

test('a log tells where a script is', function () {
    var context = dw.system.Log.NDC;
    equal([context.peek(), context.pop()], ['', '']);
    context.push('outer');
    dw.system.Log.getNDC().push('inner');
    equal([context.peek(), context.pop(), context.peek()], ['inner', 'inner', 'outer']);
    context.remove();
    equal(context.peek(), '');
});

test('a site is among all sites, and tells the time', function () {
    var Site = dw.system.Site;
    equal([Site.getSite(Site.current.ID) === Site.current, Site.getSite('nowhere'), Site.allSites.contains(Site.current)], [true, null, true]);
    equal(Site.current.getCalendar() instanceof dw.util.Calendar, true);
});

test('a preference that a script sets is read again', function () {
    dw.system.Transaction.wrap(function () { dw.system.Site.current.setCustomPreferenceValue('since', new Date(5)); });
    equal(dw.system.Site.current.preferences.custom.since.getTime(), 5);
    try {
        dw.system.Transaction.wrap(function () {
            dw.system.Site.current.setCustomPreferenceValue('since', null);
            throw new Error('never mind');
        });
    } catch (error) {
        equal(dw.system.Site.current.getCustomPreferenceValue('since').getTime(), 5);
    }
});

test('classes are made without new too', function () {
    equal([dw.system.Status(dw.system.Status.ERROR, 'X').code, dw.util.ArrayList([1, 2]).length], ['X', 2]);
    equal(dw.io.File('IMPEX/src').name, 'src');
    equal(dw.crypto.MessageDigest('SHA-256').digest('a').length, 64);
    equal([String(dw.crypto.KeyRef('key')), dw.util.HashMap().length], ['[KeyRef alias=key]', 0]);
    equal([dw.crypto.KeyRef('key') instanceof dw.crypto.KeyRef, dw.util.LinkedHashMap() instanceof dw.util.Map], [true, true]);
    fails(function () { dw.catalog.Product(); }, 'class constructors must be invoked with \'new\'');
    equal(new dw.util.LinkedList() instanceof dw.util.ArrayList, true);
    [dw.util.HashMap, dw.util.LinkedHashMap, dw.util.ArrayList].forEach(function (Class) {
        equal([new Class().constructor === Class, Class().constructor === Class], [true, true]);
    });
});

test('a site says whether it manages orders, and what other services know it by', function () {
    var site = dw.system.Site.current;
    equal([site.OMSEnabled, site.isOMSEnabled(), site.einsteinSiteID], [false, false, 'sandbox_' + site.ID]);
    equal([site.preferences.sourceCodeURLParameterName, site.preferences.getSourceCodeURLParameterName()], ['src', 'src']);
});

test('a status may have no item yet', function () {
    var Status = dw.system.Status, status = new Status();
    equal([status.items.length, status.error, status.status, status.code, status.message, status.details.length], [0, false, 0, null, null, 0]);
    fails(function () { status.addDetail('a', 1); }, 'addItem comes before addDetail');
    status.addItem(new dw.system.StatusItem(Status.OK, 'FINE'));
    equal([status.code, new Status(Status.OK).items.length], ['FINE', 1]);
});

test('the mode of compatibility is a number', function () {
    equal(dw.system.System.compatibilityMode, 2107);
});

test('what the shop keeps is changed in a transaction alone', function () {
    var needed = 'needs a transaction';
    var basket = dw.order.BasketMgr.currentOrNewBasket;
    fails(function () { basket.createProductLineItem('KM01002-01', basket.defaultShipment); }, 'LineItemCtnr.createProductLineItem ' + needed);
    fails(function () { basket.custom.source = 'test'; }, 'Basket.custom.source ' + needed);
    fails(function () { basket.setCustomerEmail('a@example.test'); }, 'LineItemCtnr.setCustomerEmail ' + needed);
    fails(function () { basket.customerEmail = 'a@example.test'; }, 'LineItemCtnr.setCustomerEmail ' + needed);
    fails(function () { dw.object.CustomObjectMgr.createCustomObject('Note', 'z'); }, 'CustomObjectMgr.createCustomObject ' + needed);
    fails(function () { dw.customer.CustomerMgr.createCustomer('z@example.test', 'Green-tea-1!'); }, 'CustomerMgr.createCustomer ' + needed);
    fails(function () { dw.catalog.ProductMgr.getProduct('KM01002-01').custom.note = 'x'; }, 'Product.custom.note ' + needed);
    fails(function () { dw.system.Site.current.setCustomPreferenceValue('note', 'x'); }, 'Site.setCustomPreferenceValue ' + needed);
    fails(function () { dw.order.OrderMgr.createOrder(basket); }, 'OrderMgr.createOrder ' + needed);
    fails(function () { dw.campaign.PromotionMgr.applyDiscounts(basket); }, 'PromotionMgr.applyDiscounts ' + needed);
    equal([basket.productLineItems.length, basket.customerEmail, basket.custom.source, dw.customer.CustomerMgr.getCustomerByLogin('z@example.test')], [0, null, null, null]);
    wrap(function () {
        basket.custom.source = 'test';
        basket.customerEmail = 'a@example.test';
        basket.createShipment('other').createShippingAddress().setCity('Jena');
    });
    var address = basket.getShipment('other').shippingAddress;
    fails(function () { address.city = 'Rome'; }, 'OrderAddress.setCity ' + needed);
    fails(function () { address.custom.floor = 1; }, 'OrderAddress.custom.floor ' + needed);
    // What is set already doesn't change.
    address.city = 'Jena';
    basket.setCustomerEmail('a@example.test');
    basket.custom.source = 'test';
    equal([basket.custom.source, basket.customerEmail, address.city], ['test', 'a@example.test', 'Jena']);
});

test('what a session holds needs no transaction', function () {
    session.custom.seen = 1;
    session.privacy.seen = 2;
    request.custom.seen = 3;
    session.setCurrency(dw.util.Currency.getCurrency('EUR'));
    dw.catalog.PriceBookMgr.setApplicablePriceBooks();
    equal([session.custom.seen, session.privacy.seen, request.custom.seen, dw.order.BasketMgr.currentOrNewBasket.currencyCode], [1, 2, 3, 'EUR']);
});

test('nothing changes after a transaction has ended', function () {
    var Transaction = dw.system.Transaction;
    var basket = dw.order.BasketMgr.currentOrNewBasket;
    Transaction.begin();
    Transaction.begin();
    Transaction.commit();
    basket.customerName = 'Ada';
    Transaction.commit();
    fails(function () { basket.customerName = 'Bob'; }, 'needs a transaction');
    equal(basket.customerName, 'Ada');
});

test('what a status and a request are told as XML is its text', function () {
    var x = <a>some</a>;
    var status = new dw.system.Status(dw.system.Status.ERROR, x, x);
    equal([status.code, status.message], ['some', 'some']);
    var item = new dw.system.StatusItem();
    item.setCode(x);
    item.setMessage(x);
    equal([item.code, item.message], ['some', 'some']);
    var before = request.locale;
    equal([request.setLocale(<l>{before}</l>), request.locale], [true, before]);
});
