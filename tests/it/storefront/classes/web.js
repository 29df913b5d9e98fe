
test('the click stream begins with the first page', function () {
    var stream = session.getClickStream();
    var first = stream.first;
    equal([stream.clicks.length, stream.enabled, stream.partial, stream.last === null], [1, true, false, false]);
    equal([first.pipelineName, first.host, first.getParameter('nothing'), first.url.indexOf(first.path)], ['Test-Run', 'localhost', null, 0]);
    equal(first.timestamp <= Date.now() && first.timestamp > Date.now() - 600000, true);
});

test('and goes on with the next ones', function () {
    var clicks = session.clickStream.clicks;
    equal([clicks.length, clicks[0].url === session.clickStream.first.url, session.clickStream.last.url], [2, true, clicks[1].url]);
    equal(clicks[1].url, clicks[1].path + '?' + clicks[1].queryString);
    session.setTrackingAllowed(false);
});

test('but not of who is not to be tracked', function () {
    equal([session.clickStream.clicks.length, session.clickStream.enabled, session.clickStream.first.pipelineName], [2, false, 'Test-Run']);
});

test('a request tells its ID in a header too', function () {
    equal([request.httpHeaders['x-is-requestid'], request.requestID.slice(-5)], [request.requestID, '-0-00']);
});

test('a flow goes on at the address of the request', function () {
    var URLUtils = require('dw/web/URLUtils');
    equal(String(URLUtils.httpContinue()), 'http://localhost' + request.httpPath);
    equal(String(URLUtils.httpsContinue()), 'https://localhost' + request.httpPath);
});

test('an amount is a number in an address', function () {
    var price = new dw.value.Money(199.5, 'USD');
    var url = dw.web.URLUtils.url('Product-HitTile', 'minprice', price).append('maxprice', price.multiply(2));
    equal(url.toString().split('?')[1], 'minprice=199.50&maxprice=399.00');
    equal(dw.web.URLUtils.url('Search-Show', 'price', dw.value.Money.NOT_AVAILABLE, 'q', null).toString().split('?')[1], 'price=N%2FA&q=');
});

test('files and images have addresses, wherever they belong', function () {
    var URLUtils = require('dw/web/URLUtils');
    var place = '/on/demandware.static/Sites-Storefront-Site/-/' + request.locale + '/';
    function plain(url) { return String(url).replace(/[/]dw[0-9a-f]{8}[/]/, '/dw/'); }
    var other = '/on/demandware.static/-/';
    equal(plain(URLUtils.staticURL(URLUtils.CONTEXT_CATALOG, 'shop', 'a/b.png')), other + 'Sites-shop/default/dw/a/b.png');
    equal(plain(URLUtils.imageURL(URLUtils.CONTEXT_CATALOG, null, 'a.png', { scaleWidth: 10 })),
        other + 'Sites-' + dw.catalog.CatalogMgr.siteCatalog.ID + '/default/dw/a.png?scaleWidth=10');
    equal(plain(URLUtils.httpsStatic(URLUtils.CONTEXT_LIBRARY, null, '/a.png')), 'https://localhost' + other + 'Library-Sites-SharedLibrary/default/dw/a.png');
    equal(plain(URLUtils.absStatic('ContextSite', 'Storefront', 'a.png')), String(URLUtils.absStatic('a.png')));
    equal(String(URLUtils.staticURL('ContextCatalog', 'one', 'a.png')) === String(URLUtils.staticURL('ContextCatalog', 'one', '/a.png')), true);
    equal(String(URLUtils.imageURL('a.png', { scaleWidth: 10, format: 'jpg' })), place + 'a.png?scaleWidth=10&format=jpg');
    equal(String(URLUtils.imageURL('a.png', null)), place + 'a.png');
    equal(String(URLUtils.httpImage(URLUtils.CONTEXT_SITE, 'Storefront', 'a.png', { scaleWidth: 10 })), 'http://localhost' + place + 'a.png?scaleWidth=10');
    equal(String(URLUtils.absImage('a.png', {})), String(URLUtils.absStatic('a.png')));
    equal(String(URLUtils.httpsImage('a.png', {})), String(URLUtils.httpsStatic('a.png')));
});

test('a cookie takes what can be made a number or a text', function () {
    var cookie = new dw.web.Cookie('seen', 5);
    cookie.setMaxAge('3600');
    cookie.setVersion(1.5);
    cookie.setPath(7);
    cookie.setDomain(null);
    cookie.setSecure('yes');
    cookie.value = 6;
    equal([cookie.value, cookie.maxAge, cookie.version, cookie.path, cookie.domain, cookie.secure], ['6', 3600, 1, '7', null, true]);
    fails(function () { cookie.setMaxAge('long'); }, 'maxAge of a cookie is a number, not long');
    fails(function () { cookie.setMaxAge(4294967296); }, 'maxAge of a cookie is out of range: 4294967296');
    response.addHttpCookie(cookie);
});

test('a text is found by anything that has a text', function () {
    equal([dw.web.Resource.msg(5, 'account', null), dw.web.Resource.msg('none', 5, 'other')], [5, 'other']);
});

test('whether an address has a session is passed over', function () {
    var Utils = require('dw/web/URLUtils');
    ['url', 'abs', 'http', 'https'].forEach(function (name) {
        reads(Utils[name](false, 'A-B', 'x', '1'), Utils[name]('A-B', 'x', '1'));
    });
});

test('addresses of the web root, and of the host that there is', function () {
    var Utils = dw.web.URLUtils;
    var root = String(Utils.webRoot());
    equal([String(Utils.httpWebRoot()).indexOf('http://'), String(Utils.httpsWebRoot()).indexOf('https://')], [0, 0]);
    equal([Utils.absWebRoot(), Utils.httpWebRoot(), Utils.httpsWebRoot()].map(function (url) { return String(url).slice(-root.length) === root; }), [true, true, true]);
    reads(Utils.sessionRedirect(request.httpHost, Utils.url('Cart-Show')), Utils.https('Cart-Show'));
    reads(Utils.sessionRedirectHttpOnly(request.httpHost, null), Utils.http('Home-Show'));
    fails(function () { Utils.sessionRedirect('elsewhere.example', null); }, 'not elsewhere.example');
    equal(request.httpParameterMap.n.rawValues.length, 1);
});

test('parameters are gone through by their names', function () {
    var gone = function (map) {
        var found = [];
        for (var name in map) {
            found.push(name + '=' + map[name]);
        }
        return found;
    };
    var sent = request.httpParameterMap;
    equal([gone(sent), gone(sent.getParameterMap('n')), gone(sent.getParameterMap('other'))], [['n=' + sent.n.value], ['=' + sent.n.value], []]);
    equal([sent.hasOwnProperty('n'), 'none' in sent], [true, false]);
});

test('an address of the storefront gets no token of the Business Manager', function () {
    var url = dw.web.URLUtils.url('Cart-Show', 'a', 'b');
    var before = url.toString();
    equal([url.appendCSRFTokenBM() === url, url.toString()], [true, before]);
});

test('nothing is an empty value in an address', function () {
    equal(String(dw.web.URLUtils.url('A-B').append('scope', null)).split('?')[1], 'scope=');
});

test('a message has a key', function () {
    var Resource = dw.web.Resource;
    fails(function () { Resource.msg(null, 'shop', 'text'); }, 'Resource.msg needs a key, not null');
    fails(function () { Resource.msgf(null, 'shop', null, 1); }, 'Resource.msg needs a key, not null');
    equal([Resource.msg('none', 'shop', null), Resource.msg('none', 'shop', 'text')], ['none', 'text']);
});
