var WSUtil = require('dw/ws/WSUtil');

test('what is set up of a client is kept', function () {
    var port = {};
    WSUtil.setProperty(dw.ws.Port.ENDPOINT_ADDRESS_PROPERTY, 'https://a.example.test', port);
    WSUtil.setHTTPRequestHeader(port, 'a', 'b');
    WSUtil.setRequestTimeout(5, port);
    WSUtil.setConnectionTimeout(6, port);
    WSUtil.setAllowChunking(port, false);
    WSUtil.addSOAPHeader(port, '<a/>', false, null);
    WSUtil.clearSOAPHeaders(port);
    WSUtil.setUserNamePassword('a', 'b', port);
    WSUtil.setWSSecurityConfig(port, new dw.util.HashMap(), null);
    equal([WSUtil.getProperty(dw.ws.Port.ENDPOINT_ADDRESS_PROPERTY, port), WSUtil.getProperty('x', port), WSUtil.getResponseProperty('x', port)], ['https://a.example.test', null, null]);
    equal([WSUtil.getHTTPRequestHeader(port, 'a'), WSUtil.getRequestTimeout(port), WSUtil.getConnectionTimeout(port), WSUtil.isAllowChunking(port)], ['b', 5, 6, false]);
    equal([WSUtil.WS_ACTION, WSUtil.createHolder('e').value], ['action', 'e']);
    fails(function () { WSUtil.setProperty('a', 'b', null); }, 'client of a web service');
});

test('a described type is a class', function () {
    var tea = webreferences2.Tea;
    var leaf = new tea.Leaf();
    leaf.id = 3;
    leaf.setKind(tea.LeafKind.SEMI_BROKEN);
    equal([leaf.getId(), leaf.kind.value(), String(leaf.kind), leaf.kind === tea.LeafKind.fromValue('semiBroken')], [3, 'semiBroken', 'SEMI_BROKEN', true]);
    // Without `new`, by the factory, with a package, and as a class of another.
    equal([String(tea.Leaf()), String(new tea.ObjectFactory().createLeaf()), String(new tea.com.example.BlackLeaf())],
        ['[webreferences2.Tea.Leaf]', '[webreferences2.Tea.Leaf]', '[webreferences2.Tea.BlackLeaf]']);
    equal([new tea.BlackLeaf() instanceof tea.Leaf, new tea.PourRequest.Note().value], [true, null]);
    var cup = new tea.Cup();
    cup.isHot = true;
    equal([cup.is_hot, cup.getIsHot(), cup.price], [true, true, null]);
    // A loop goes through the names of the parts.
    var names = [];
    for (var name in leaf) { names.push(name); }
    equal([names.indexOf('id') >= 0, names.indexOf('kind') >= 0, names.indexOf('getId'), Object.keys(leaf)], [true, true, -1, names]);
    equal(Object.keys(new tea.BlackLeaf()).filter(function (each) { return names.indexOf(each) >= 0; }).length, names.length);
    fails(function () { tea.LeafKind.fromValue('dust'); }, 'it has whole, semiBroken');
    equal([tea.Coffee, 'Leaf' in tea, 'Coffee' in tea], [undefined, true, false]);
});

test('a part that comes several times is a list', function () {
    var cup = webreferences2.Tea.Cup();
    cup.leaf.add(new webreferences2.Tea.Leaf());
    cup.getLeaf()[1] = new webreferences2.Tea.Leaf();
    equal([cup.leaf.length, cup.leaf instanceof dw.util.ArrayList, cup.leaf.get(1) === cup.leaf[1]], [2, true, true]);
    cup.leaf = [new webreferences2.Tea.BlackLeaf()];
    equal([cup.leaf.size(), String(cup.leaf[0])], [1, '[webreferences2.Tea.BlackLeaf]']);
});

test('one of several parts goes by the names of all', function () {
    var tea = webreferences2.Tea;
    var request = new tea.PourRequest();
    request.setGreenOrBlack(new tea.BlackLeaf());
    equal([request.green, String(request.black), String(request.greenOrBlack)], [null, '[webreferences2.Tea.BlackLeaf]', '[webreferences2.Tea.BlackLeaf]']);
    request.setGreenOrBlack(new tea.Leaf());
    equal([String(request.green), request.black], ['[webreferences2.Tea.Leaf]', null]);
});

test('a client has the operations of its port', function () {
    var port = webreferences2.Tea.getDefaultService();
    equal([port instanceof dw.ws.Port, typeof port.brew, typeof port.pour, typeof port.Pour], [true, 'function', 'function', 'function']);
    equal(typeof webreferences2.Tea.getService('TeaService', 'TeaPort').brew, 'function');
    fails(function () { webreferences2.Tea.getService('TeaService', 'Cold'); }, 'it offers TeaService TeaPort, not TeaService Cold');
    fails(function () { port.brew([], 1); }, 'The sandbox makes no calls to tea.example.test');
    var old = webreferences.Old.getDefaultService();
    old._setProperty(dw.rpc.Stub.ENDPOINT_ADDRESS_PROPERTY, 'https://new.example.test');
    old.setTimeout(7);
    equal([old instanceof dw.rpc.Stub, old.timeout, old._getProperty('x')], [true, 7, null]);
    fails(function () { old.list(1, 'a'); }, 'The sandbox makes no calls to new.example.test');
});

test('what no cartridge describes, or not well, is named', function () {
    fails(function () { return webreferences2.Coffee; }, 'no cartridge of the path has cartridge/webreferences2/Coffee.wsdl');
    fails(function () { return webreferences2.Faulty; }, '/app/cartridge/webreferences2/Faulty.wsdl');
});

test('a service with a client of its own is one of SOAP, and mocked', function () {
    var Registry = require('dw/svc/LocalServiceRegistry');
    var made = 0;
    var callback = {
        initServiceClient: function () { made += 1; return webreferences2.Tea.getDefaultService(); },
        createRequest: function (service, kind) { var leaf = new webreferences2.Tea.Leaf(); leaf.kind = kind; return [service.serviceClient, leaf]; },
        execute: function (service, request) { return service.serviceClient.brew([request[1]], 90); },
        mockCall: function (service, request) { return request[1].kind; },
        parseResponse: function (service, answer) { return answer; }
    };
    var service = Registry.createService('tea.soap', callback);
    var result = service.call('whole');
    equal([service instanceof dw.svc.SOAPService, result.status, result.object, made], [true, 'OK', 'whole', 1]);
    delete callback.mockCall;
    result = Registry.createService('tea.soap', callback).call('whole');
    equal([result.status, result.unavailableReason], ['SERVICE_UNAVAILABLE', 'DISABLED']);
});
