test('bytes are read as numbers', function () {
    var bytes = new dw.util.Bytes('\u00ff\u0001\u0002\u0003', 'ISO-8859-1');
    equal([bytes.length, bytes.byteAt(0), bytes.shortAt(0), bytes.intAt(0), bytes.bytesAt(1, 2).length], [4, 255, -255, -16711165, 2]);
    equal([bytes.reverse().byteAt(0), new dw.util.Bytes('a\u20ac', 'UTF-16BE').toString('UTF-16BE'), new dw.util.Bytes('\ud83d\ude00').toString()], [3, 'a\u20ac', '\ud83d\ude00']);
    fails(function () { bytes.intAt(1); }, 'none at 1');
    fails(function () { return new dw.util.Bytes('a', 'EBCDIC'); }, 'not emulated');
});

test('the first of what was found is itself', function () {
    var SeekableIterator = dw.util.SeekableIterator;
    equal([new SeekableIterator(['a', 'b']).first(), new SeekableIterator([]).first(), new SeekableIterator(['a', 'b']).first(1).toArray()], ['a', null, ['a']]);
});

test('the keys of a collection are its indices', function () {
    equal([Object.keys(new dw.util.ArrayList('x', 'y')), Object.keys(new dw.util.HashSet(['x'])), Object.keys(new dw.util.ArrayList()), Object.keys({ a: 1 }), Object.keys(['z'])], [['0', '1'], ['0'], [], ['a'], ['0']]);
});

test('what is missing stays out of an address', function () {
    reads(String(dw.web.URLUtils.url('A-B', 'x', undefined, 'y', null, 'z', 0)).split('?')[1], 'x=&y=&z=0');
});
