var order = new XML('<order no="7"><item id="a"><price>5</price></item><item id="b"><price>15</price><note>x</note></item><note>text</note></order>');

test('a text without an element may be a section or a comment', function () {
    var section = new XML('<![CDATA[a < b]]>');
    equal([String(section), section.nodeKind()], ['a < b', 'text']);
    var around = new XML('<x/>');
    around.appendChild(section);
    equal([String(around), around.hasSimpleContent()], ['a < b', true]);
    equal(new XML('<!-- c --><a>1</a>').toString(), '1');
});

test('attributes, children and descendants', function () {
    equal([String(order.@no), String(order.item[1].@id), order.item.@id.length(), String(order..price[1])], ['7', 'b', 2, '15']);
    equal([order..@id.toXMLString(), order.*.length(), order.@*.length(), String(order.item.price)], ['a\nb', 3, 1, '<price>5</price>\n<price>15</price>']);
    equal([order.@['n' + 'o'] == '7', order.@nothing == undefined, order.@nothing.length(), empty(order.@nothing), empty(order)], [true, true, 0, true, false]);
    var ids = [];
    for each (var item in order.item) {
        ids.push(item.@id.toString());
    }
    for (var index in order.item) {
        ids.push(index);
    }
    equal(ids, ['a', 'b', '0', '1']);
});

test('each of what methods, filters and lists of their own give', function () {
    var shelf = <shelf><i n="1">a</i><i n="2">b</i></shelf>;
    function each(values) {
        var found = [];
        for each (var it in values) {
            found.push(String(it));
        }
        return found.join();
    }
    equal([each(shelf.children()), each(shelf.i), each(shelf.elements('i')), each(shelf..i), each(shelf.i.(@n > 1))], ['a,b', 'a,b', 'a,b', 'a,b', 'b']);
    equal([each(shelf.i.(@n > 2)), each(shelf.attributes()), each(shelf.i.attributes())], ['', '', '1,2']);
    equal([each(new XMLList('<a>x</a><b>y</b>')), each(new XML('<a>x</a>'))], ['x,y', 'x']);
});

test('filters', function () {
    var wanted = 'b';
    equal(String(order.item.(@id == wanted).price), '15');
    equal(order.item.(price > 10 && note == 'x').@id.toString(), 'b');
    equal([order.*.(localName() == 'note').toString(), order.item.(hasOwnProperty('note')).length(), order.item.(@id == 'q').length()], ['text', 1, 0]);
    equal(order.(item.(@id == wanted).length() == 1).@no.toString(), '7');
    fails(function () { return order.item.(other == 1); }, 'other');
});

test('literals take values as names, attributes and children', function () {
    var name = 'line', id = '<"&', inner = <b>{1 + 1}</b>;
    var made = <order xmlns:s="urn:s" no={id}>
        <{name} id='x'>{id}</{name}>
        {inner}{[1, 2].length}
        <s:note/>
        <!-- {left as it is} -->
        <![CDATA[{a} & <b>]]>
    </order>;
    equal([String(made.@no), String(made.line), String(made.b), made.line.@id == 'x', made.children().length()], [id, id, '2', true, 5]);
    equal(made.toXMLString(), '<order no="&lt;&quot;&amp;" xmlns:s="urn:s">\n  <line id="x">&lt;"&amp;</line>\n  <b>2</b>\n  2\n  <s:note/>\n' +
        '  {a} &amp; &lt;b&gt;\n</order>');
    var list = <><a/><b>{'c'}</b></>;
    equal([list.length(), list[1].toString(), <![CDATA[<x> {y}]]>.toString()], [2, 'c', '<x> {y}']);
    equal(<a b="{x}">`$\</a>.toXMLString().length > 0 ? String(<a b="{x}"/>.@b) : '', '{x}');
});

test('what is set is there', function () {
    var made = <order/>;
    made.@no = 8;
    made.note = 'one';
    made.note.@lang = 'en';
    made.amount.@value = '5';
    made.a.b.c = 'deep';
    made.item += <item id="1"/>;
    made.item += <item id="2"/>;
    made.item[2] = <item id="3"/>;
    made.item[0].@id = 'first';
    equal(made.toXMLString(), '<order no="8">\n  <note lang="en">one</note>\n  <amount value="5"/>\n  <a>\n    <b>\n      <c>deep</c>\n    </b>\n  </a>\n' +
        '  <item id="first"/>\n  <item id="2"/>\n  <item id="3"/>\n</order>');
    delete made.item[1];
    delete made.note.@lang;
    delete made.a;
    equal([made.item.@id.toXMLString(), made.note.toXMLString(), made.a.length()], ['first\n3', '<note>one</note>', 0]);
    made.note = <note>two</note>;
    made.item = 'all';
    equal(made.toXMLString(), '<order no="8">\n  <note>two</note>\n  <amount value="5"/>\n  <item id="first">all</item>\n</order>');
    made.insertChildBefore(made.note[0], <first/>);
    made.prependChild(<zero/>);
    made.replace('amount', <sum/>);
    equal(made.*.length() + made.children()[1].localName() + made.sum.length(), '5first1');
});

test('operators know XML', function () {
    var one = <a>x</a>, list = one + <b/>;
    list += <c/>;
    equal([list.length(), typeof one, typeof list, typeof one.nothing, typeof undeclared, typeof 'a'], [3, 'xml', 'xml', 'xml', 'undefined', 'string']);
    equal([one == <a>x</a>, one == 'x', one != <a>y</a>, one.b == undefined, <a><b/></a> == <a><b/></a>], [true, true, true, true, true]);
    equal([one + 'y', 'y' + one, Number(<a>4</a>) + 1, <a>4</a> * 2, one.toUpperCase === undefined], ['xy', 'yx', 5, 8, false]);
    equal([one instanceof XML, list instanceof XMLList, JSON.stringify({ a: one })], [true, true, '{"a":"x"}']);
    var text = <r><a> x </a></r>;
    equal([text.a.trim(), text.a.indexOf('x')], ['x', 1]);
});

test('namespaces', function () {
    var soap = new Namespace('s', 'urn:soap'), other = new Namespace('urn:other');
    var made = new XML('<s:Envelope xmlns:s="urn:soap" s:id="1"><s:Body><x xmlns="urn:other">y</x><x>z</x></s:Body></s:Envelope>');
    equal([String(made.soap::Body.other::x), made.Body.length(), made.*::Body.length(), String(made.@soap::id), made.@id.length()], ['y', 0, 1, '1', 0]);
    equal([made.soap::Body.x.toString(), made.soap::['Bo' + 'dy'].*.length(), made..other::x.length(), made..*::x.length()], ['z', 2, 1, 2]);
    equal([made.name().uri, made.name().localName, String(made.name()), made.namespace().prefix, made.namespace('s').uri], ['urn:soap', 'Envelope', 'urn:soap::Envelope', 's', 'urn:soap']);
    equal(made.soap::Body.x.toXMLString() + made.soap::Body.other::x.toXMLString(), '<x>z</x><x xmlns="urn:other">y</x>');
    equal(made.child(new QName(soap, 'Body')).length() + made.descendants(new QName('urn:other', 'x')).length(), 2);
    function inOther() {
        default xml namespace = other;
        return made..x.length() + <x/>.toXMLString();
    }
    equal([inOther(), made..x.toString()], ['1<x xmlns="urn:other"/>', 'z']);
    made.soap::Body.soap::Fault = 'f';
    equal(made.soap::Body.soap::Fault.toXMLString(), '<s:Fault xmlns:s="urn:soap">f</s:Fault>');
});

test('comments, instructions and blanks are left out unless they are wanted', function () {
    var text = '<a> <!-- b --><c/> </a>';
    equal(new XML(text).children().length(), 1);
    XML.ignoreComments = XML.ignoreWhitespace = XML.prettyPrinting = false;
    var all = new XML(text);
    equal([all.comments().length(), all.toXMLString()], [1, text]);
    XML.setSettings(XML.defaultSettings());
    equal([XML.prettyPrinting, all.toXMLString()], [true, '<a>\n  <!-- b -->\n  <c/>\n</a>']);
});

test('XML that cannot be read is refused with its line', function () {
    var name = 'b';
    fails(function () { return <{name}></c>; }, 'no XML');
    fails(function () { return <x:a/>; }, 'no XML');
    var deep = '';
    for (var i = 0; i < 300; i++) {
        deep += '<a>';
    }
    fails(function () { return new XML(deep); }, 'XML');
});

test('a declaration of XML may stand before a literal', function () {
    var name = 'Ann';
    var made = <?xml version="1.0" encoding="UTF-8"?>
        <customers xmlns="http://example.test/customers">
            <customer>{name}</customer>
        </customers>;
    equal([made.localName(), String(made.*), made.toXMLString().indexOf('<?')], ['customers', 'Ann', -1]);
    equal(String((<?xml version="1.0"?><a b="c"/>).@b), 'c');
});
