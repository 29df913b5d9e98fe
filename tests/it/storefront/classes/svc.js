var Registry = require('dw/svc/LocalServiceRegistry');

test('a service is mocked as its script says', function () {
    var service = Registry.createService('payment.http', {
        createRequest: function (svc, amount) { svc.setRequestMethod('PUT').addHeader('X', 'y'); return 'amount=' + amount; },
        parseResponse: function (svc, response) { return JSON.parse(response.text); },
        mockCall: function (svc, request) { return { text: JSON.stringify({ sent: request, method: svc.requestMethod }) }; }
    });
    var result = service.call(7);
    equal([result.ok, result.status, result.isMockResult(), result.error], [true, 'OK', true, 0]);
    equal(result.object, { sent: 'amount=7', method: 'PUT' });
    equal([service.requestData, service.response === result.object], ['amount=7', true]);
});

test('this of a function is what stands beside it, and the service', function () {
    var service = Registry.createService('payment.http', {
        prefix: 'v2/',
        createRequest: function (svc, id) {
            this.setURL(this.configuration.credential.URL + '/' + this.prefix + id);
            this.requestMethod = 'PUT';
            this.sent = id;
            return this.URL;
        },
        parseResponse: function (svc, response) { return [response, this.sent, svc.requestMethod, svc === this, 'parseResponse' in this, 'URL' in this]; },
        mockCall: function (svc, request) { return request; }
    });
    var result = service.call('a'); if (!result.ok) { throw new Error(result.errorMessage); } equal(result.object, ['https://pay.example.test/v1/v2/a', 'a', 'PUT', false, true, true]);
});

test('a whole call is mocked', function () {
    var service = Registry.createService('payment.http', {
        createRequest: function () { throw new Error('not asked'); },
        mockFull: function (svc, a, b) { return a + b; }
    });
    equal([service.call(1, 2).object, service.response], [3, 3]);
});

test('without a mock a host that may not be called is told', function () {
    var result = Registry.createService('payment.http', { createRequest: function () { return ''; } }).call();
    equal([result.ok, result.status, result.unavailableReason], [false, 'SERVICE_UNAVAILABLE', 'DISABLED']);
    equal(result.errorMessage, 'The sandbox makes no calls to pay.example.test; --allow-net pay.example.test allows them');
});

test('a service without an address says so', function () {
    ['nobody', 'form'].forEach(function (id) {
        var result = Registry.createService(id, { createRequest: function () { return ''; } }).call();
        equal([result.ok, result.status, result.unavailableReason], [false, 'SERVICE_UNAVAILABLE', 'CONFIG_PROBLEM']);
        equal(result.errorMessage, 'The service ' + id + ' has no address: no credential of it has a URL, and nobody has set one');
    });
    var odd = Registry.createService('nobody', { createRequest: function (service) { service.setURL('there'); return ''; } }).call();
    equal([odd.unavailableReason, odd.errorMessage], ['CONFIG_PROBLEM', 'The service nobody can\'t be called at there, which is no address']);
});

test('what a service is comes from the shop\'s data', function () {
    var service = Registry.createService('payment.http', {});
    var config = service.configuration;
    equal([config.ID, config.serviceType, config.credential.ID, config.credential.URL], ['payment.http', 'HTTP', 'payment.cred', 'https://pay.example.test/v1']);
    equal([config.credential.user, config.credential.password, config.credential.custom.region, config.profile.timeoutMillis], ['shop', 'tea', 'eu', 1500]);
    equal([service.URL, service.setURL('https://x.test/').URL, service.credentialID], ['https://pay.example.test/v1', 'https://x.test/', 'payment.cred']);
    service.setCredentialID('other.cred');
    equal(service.setURL(null).URL, 'https://other.example.test/');
    fails(function () { service.setCredentialID('none'); }, 'no service credential none');
    reads(Registry.createService('form', {}), '[HTTPFormService form]');
    reads(Registry.createService('generic', {}), '[Service generic]');
    equal(Registry.createService('nobody', {}).configuration.credential.URL, '');
});

test('a service that no data define where others are', function () {
    fails(function () { Registry.createService('payment.http.US', {}); }, 'There is no service payment.http.US: no archive defines it (<service service-id="payment.http.US"> in services.xml)');
});

test('a service is called by its script alone', function () {
    var service = Registry.createService('generic', { createRequest: function (svc, a) { return a; }, execute: function (svc, request) { return request * 2; } });
    equal(service.call(21).object, 42);
    var broken = Registry.createService('generic', { execute: function () { throw new Error('no way'); } });
    equal([broken.call().status, broken.call().errorMessage], ['ERROR', 'no way']);
    fails(function () { broken.setThrowOnError().call(); }, 'no way');
    equal(broken.throwOnError, true);
});

test('a service that is switched off or mocked by its data', function () {
    equal(Registry.createService('off', { mockCall: function () { return 1; } }).call().status, 'SERVICE_UNAVAILABLE');
    equal(Registry.createService('mocked', { execute: function () { return 'real'; }, mockCall: function () { return 'mock'; } }).call().object, 'mock');
    equal(Registry.createService('generic', { execute: function () { return 'real'; }, mockCall: function () { return 'mock'; } }).setMock().call().object, 'mock');
});

test('services by name', function () {
    var Services = require('dw/svc/ServiceRegistry');
    equal(Services.isConfigured('generic'), false);
    fails(function () { Services.get('generic'); }, 'not configured');
    Services.configure('generic', { execute: function () { return 'done'; } });
    equal([Services.get('generic').call().object, Services.getDefinition('generic').serviceName], ['done', 'generic']);
});

test('files are moved nowhere', function () {
    var result = Registry.createService('files', { createRequest: function (svc) { svc.setOperation('list', '/in'); } }).call();
    equal(result.errorMessage, 'The sandbox makes no calls to files.example.test; --allow-net files.example.test allows them');
});

test('a service may be called so often, and fail so often', function () {
    function call(fails) {
        var result = Registry.createService('limited', { execute: function () { if (fails) { throw new Error('no'); } return 'done'; } }).call();
        return result.ok ? 'OK' : [result.status, result.unavailableReason].join(' ').trim();
    }
    equal([call(false), call(true), call(true), call(false)], ['OK', 'ERROR', 'ERROR', 'SERVICE_UNAVAILABLE CIRCUIT_BROKEN']);
    function often() { return Registry.createService('often', { execute: function () { return 'done'; } }).call(); }
    equal([often().ok, often().ok, often().unavailableReason, often().status], [true, true, 'RATE_LIMITED', 'SERVICE_UNAVAILABLE']);
    function free() { return Registry.createService('free', { execute: function () { throw new Error('no'); } }).call().status; }
    equal([free(), free(), free()], ['ERROR', 'ERROR', 'ERROR']);
    equal(Registry.createService('often', { mockFull: function () { return 'mock'; } }).setMock().call().object, 'mock');
});

test('redirects are followed unless a script says otherwise', function () {
    equal(new dw.net.HTTPClient().allowRedirect, true);
});
