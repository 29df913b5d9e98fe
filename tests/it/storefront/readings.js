'use strict';

/** Properties that change what they are read of: the debugger reads none of them by itself. */
var ALTERING = ['BasketMgr.currentOrNewBasket', 'Reader.lines', 'Reader.string', 'FileReader.lines', 'FileReader.string',
    'XMLStreamReader.elementText', 'XMLStreamReader.XMLObject'];
/** Those of the time, which goes on. */
var TIMES = ['System.calendar', 'Site.calendar'];
/** As many objects of a class are read. */
var MOST = 2;

var waiting = [];
var met = {};
var told = [];

function className(value) {
    var found = /^\[JavaClass dw\.(?:.*\.)?(\w+)\]$/.exec(String(typeof value === 'function' ? value : value.constructor));
    return found === null ? null : found[1];
}

function meet(value) {
    if (value === null || typeof value !== 'object') {
        return;
    }
    if (Array.isArray(value) || typeof value.toArray === 'function') {
        Array.from(Array.isArray(value) ? value : value.toArray()).slice(0, MOST).filter((each) => each !== value).forEach(meet);
    }
    var name = className(value);
    if (name !== null && (met[name] || 0) < MOST) {
        met[name] = (met[name] || 0) + 1;
        waiting.push(value);
    }
}

function gettersOf(object) {
    var end = typeof object === 'function' ? Function.prototype : Object.prototype;
    var names = [];
    for (var holder = object; holder !== null && holder !== end; holder = Object.getPrototypeOf(holder)) {
        var all = Object.getOwnPropertyDescriptors(holder);
        names = names.concat(Object.keys(all).filter((name) => all[name].get !== undefined));
    }
    return Array.from(new Set(names)).sort();
}

function textOf(value) {
    if (value !== null && typeof value === 'object' && typeof value.toArray === 'function') {
        return '[' + value.toArray().slice(0, 20).map(String).join() + ']';
    }
    return typeof value + ' ' + String(value);
}

/** The texts of an object's properties by name; `found` gets their values. */
function readings(object, found) {
    var name = className(object);
    return gettersOf(object).map((getter) => name + '.' + getter).filter((path) => !ALTERING.concat(TIMES).includes(path)).map((path) => {
        try {
            var value = object[path.split('.')[1]];
            found.push(value);
            return path + ': ' + textOf(value);
        } catch (error) {
            return path + ' fails: ' + error.message;
        }
    });
}

function check(object) {
    var found = [];
    var first = readings(object, found);
    var second = readings(object, []);
    first.forEach((text, index) => { if (text !== second[index]) { told.push(text + ' -> ' + second[index].split(': ')[1]); } });
    found.forEach(meet);
}

function classes(folder) {
    return Object.keys(folder).reduce((all, name) => all.concat(/^[a-z]/.test(name) ? classes(folder[name]) : [folder[name]]), []);
}

function xml(text) {
    var reader = new dw.io.XMLStreamReader(new dw.io.Reader(text));
    reader.next();
    return reader;
}

function written(name, text) {
    var file = new dw.io.File('TEMP/' + name);
    var writer = new dw.io.FileWriter(file, 'UTF-8');
    writer.write(text);
    writer.close();
    return [file, writer];
}

function goods() {
    var product = dw.catalog.ProductMgr.getProduct('KM01001-01');
    var search = new dw.catalog.ProductSearchModel();
    search.setCategoryID('root');
    search.setRecursiveCategorySearch(true);
    search.search();
    var pages = new dw.content.ContentSearchModel();
    pages.setSearchPhrase('a');
    pages.search();
    var suggested = new dw.suggest.SuggestModel();
    suggested.setSearchPhrase('mug');
    return [product, product.variationModel, product.optionModel, search, search.productSearchHits.next(), search.refinements, pages, suggested];
}

function visitor() {
    var customer = dw.customer.CustomerMgr.createCustomer('ada@example.test', 'green tea, please');
    customer.profile.wallet.createPaymentInstrument('CREDIT_CARD');
    var list = dw.customer.ProductListMgr.createProductList(customer, 10);
    return [customer, customer.addressBook.createAddress('home'), list, list.createProductItem(dw.catalog.ProductMgr.getProduct('KM01001-01'))];
}

function basket() {
    var made = dw.order.BasketMgr.getCurrentOrNewBasket();
    made.customerEmail = 'ada@example.test';
    made.createProductLineItem('KM01001-01', made.defaultShipment).setQuantityValue(2);
    made.createGiftCertificateLineItem(5, 'bob@example.test');
    made.createBillingAddress();
    made.defaultShipment.createShippingAddress();
    made.defaultShipment.setShippingMethod(dw.order.ShippingMgr.defaultShippingMethod);
    dw.order.ShippingMgr.applyShippingCost(made);
    made.createPriceAdjustment('less', new dw.campaign.AmountDiscount(1));
    made.createPaymentInstrument('CREDIT_CARD', new dw.value.Money(1, made.currencyCode));
    made.updateTotals();
    return made;
}

function order() {
    var made = dw.order.OrderMgr.createOrder(dw.order.BasketMgr.getCurrentBasket());
    dw.order.OrderMgr.placeOrder(made);
    return [made, made.createReturnCase(true), made.createShippingOrder(), made.createAppeasement(), dw.order.GiftCertificateMgr.createGiftCertificate(5)];
}

/** One of each class that no other leads to. */
function others() {
    var map = new dw.util.SortedMap();
    map.put('a', 1);
    var numbers = new dw.util.ArrayList([1, 2, 3]);
    var text = new dw.io.StringWriter();
    return [
        new dw.io.Reader('one\ntwo'), xml('<a>b</a>'), new dw.io.CSVStreamReader(new dw.io.Reader('a,b\nc,d')), text,
        new dw.io.CSVStreamWriter(text), new dw.io.XMLStreamWriter(text), new dw.io.XMLIndentingStreamWriter(text), new dw.io.PrintWriter(text),
        new dw.util.HashMap(), map, map.keySet(), map.entrySet(), new dw.util.SortedSet([2, 1]), new dw.util.LinkedList([1]), numbers, numbers.iterator(),
        new dw.util.MappingKey('a', 'b'), new dw.util.Bytes('abc'), new dw.util.Decimal(1.5), new dw.util.Calendar(new Date(0)), dw.util.Locale.getLocale('en_US'),
        new dw.web.PagingModel(numbers), new dw.web.PagingModel(numbers.iterator(), 3), new dw.web.Cookie('a', 'b'), dw.web.URLUtils.url('Home-Show', 'a', 'b'),
        new dw.value.Quantity(1, 'kg'), new dw.value.MimeEncodedText('a'), new dw.system.Status(1, 'CODE', 'text'),
        new dw.net.HTTPClient(), new dw.net.FTPClient(), new dw.net.SFTPClient(), new dw.net.Mail(), new dw.net.HTTPRequestPart('a', 'b'),
        new dw.net.WebDAVClient('http://example.test'), new dw.campaign.PercentageDiscount(1), new dw.campaign.FixedPriceDiscount(1), new dw.campaign.FreeDiscount(),
        new dw.crypto.SecureRandom(), new dw.crypto.MessageDigest('SHA-256'), dw.content.ContentMgr.siteLibrary, dw.object.SystemObjectMgr.describe('Product'),
        dw.svc.LocalServiceRegistry.createService('http', { parseResponse: function () {} }), dw.system.Logger.getLogger('a'), request.httpParameterMap.get('a')
    ];
}

exports.Run = function () {
    classes(dw).forEach(check);
    [request, response, session, customer].forEach(meet);
    dw.system.Transaction.wrap(function () {
        [].concat(goods(), visitor(), written('rows', 'one\ntwo'), new dw.io.FileReader(new dw.io.File('TEMP/rows')),
            new dw.io.RandomAccessFileReader(new dw.io.File('TEMP/rows')), others()).forEach(meet);
        check(basket());
        order().forEach(meet);
        while (waiting.length > 0) {
            check(waiting.pop());
        }
    });
    response.writer.print(JSON.stringify({ met: Object.keys(met).length, told: told }));
};
exports.Run.public = true;
