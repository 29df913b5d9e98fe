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
