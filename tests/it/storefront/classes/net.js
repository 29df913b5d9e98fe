test('a host that was not named is not called', function () {
    var client = new dw.net.HTTPClient();
    fails(function () { client.send(); }, 'open() comes first');
    client.open('GET', 'https://api.example.test/a');
    client.setTimeout(100);
    fails(function () { client.send(); }, 'The sandbox makes no calls to api.example.test');
    equal([client.statusCode, client.text, client.errorText, client.getResponseHeader('x'), client.timeout], [0, null, null, null, 100]);
    equal(client.allResponseHeaders.size(), 0);
});

test('what the sandbox can\'t check it doesn\'t promise', function () {
    fails(function () { new dw.net.HTTPClient().setHostNameVerification(false); }, 'not emulated');
});

test('a mail is checked and written to the log', function () {
    var Mail = require('dw/net/Mail');
    var mail = new Mail().addTo('a@example.test').setFrom('b@example.test').setSubject('Hello');
    equal([mail.send().error, mail.send().code], [true, 'MAIL']);
    mail.setContent('<p>hello</p>', 'text/html', 'UTF-8').addCc('c@example.test');
    equal([mail.send().error, mail.to, mail.cc, mail.subject, mail.from], [false, ['a@example.test'], ['c@example.test'], 'Hello', 'b@example.test']);
    mail.setTo(new dw.util.ArrayList('x@example.test'));
    equal(mail.to, ['x@example.test']);
    equal([Mail.validateAddress('a@b'), Mail.validateAddress('a b')], [true, false]);
});

test('files are moved from nowhere', function () {
    var client = new dw.net.SFTPClient();
    equal([client.connect('files.example.test', 'a', 'b'), client.connected], [false, false]);
    equal(client.errorMessage, 'The sandbox makes no calls to files.example.test; --allow-net files.example.test allows them');
    equal([client.cd('in'), client.errorMessage], [false, 'the connection is closed']);
    var other = new dw.net.FTPClient();
    equal([other.connect('files.example.test'), other.replyCode], [false, 421]);
});

test('files of other servers are out of reach', function () {
    var client = new dw.net.WebDAVClient('https://files.example.test/in', 'a', 'b');
    equal([client.statusText, client.propfind('/a', 1), client.get('a.txt'), client.put('/a', 'b'), client.del('/a')], [null, null, null, false, false]);
    equal([client.succeeded(), client.statusCode, client.DEPTH_1], [false, 403, 1]);
    equal(client.statusText, 'The sandbox makes no calls to files.example.test; --allow-net files.example.test allows them');
    equal([client.getResponseHeader('ETag'), client.allResponseHeaders.length], [null, 0]);
});

test('parts of a request have names and contents', function () {
    var part = new dw.net.HTTPRequestPart('a', 'b', 'UTF-8');
    equal([part.name, part.stringValue, part.encoding, part.fileValue, part.bytesValue], ['a', 'b', 'UTF-8', null, null]);
});

test('what is known of files on other servers', function () {
    var file = new dw.net.SFTPFileInfo('a.csv', 3, false, 1577923200);
    equal([file.name, file.size, file.directory, file.modificationTime.getTime()], ['a.csv', 3, false, 1577923200000]);
    var folder = new dw.net.FTPFileInfo('in', 0, true, new Date(5));
    equal([folder.getName(), folder.getSize(), folder.getDirectory(), folder.getTimestamp().getTime()], ['in', 0, true, 5]);
});

test('a choice in a mail is as it is shown', function () {
    var choice = new dw.value.EnumValue('a', 'Shown');
    equal(new dw.net.Mail().setSubject(choice).setFrom(choice).addTo(choice).setListUnsubscribe(choice).subject, 'Shown');
});
