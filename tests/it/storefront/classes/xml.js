var Reader = require('dw/io/XMLStreamReader');
var Constants = require('dw/io/XMLStreamConstants');

function writer(Class) {
    var out = new dw.io.StringWriter();
    return { out: out, xml: new dw.io[Class](out) };
}

test('XML is written piece by piece', function () {
    var made = writer('XMLStreamWriter');
    var xml = made.xml;
    xml.writeStartDocument('UTF-8', '1.0');
    xml.writeStartElement('orders');
    xml.writeDefaultNamespace('http://a');
    xml.writeStartElement('order');
    xml.writeAttribute('no', '1 < "2"');
    xml.writeCharacters('a & b');
    xml.writeCData('c]]>d');
    xml.writeComment('e');
    xml.writeEmptyElement('f');
    xml.writeAttribute('g', 'h');
    xml.writeRaw('<i/>');
    xml.writeEntityRef('amp');
    xml.writeProcessingInstruction('t', 'd');
    xml.writeEndElement();
    xml.writeEndDocument();
    xml.close();
    equal(made.out.toString(), '<?xml version="1.0" encoding="UTF-8"?><orders xmlns="http://a"><order no="1 &lt; &quot;2&quot;">a &amp; b' +
        '<![CDATA[c]]]]><![CDATA[>d]]><!--e--><f g="h"/><i/>&amp;<?t d?></order></orders>');
    fails(function () { xml.writeEndElement(); }, 'no element');
    fails(function () { xml.writeAttribute('a', 'b'); }, 'no element\'s start');
});

test('prefixes are known by their namespaces', function () {
    var made = writer('XMLStreamWriter');
    made.xml.setPrefix('p', 'http://p');
    equal(made.xml.getPrefix('http://p'), 'p');
    made.xml.writeStartElement('http://p', 'a');
    made.xml.writeNamespace('p', 'http://p');
    made.xml.writeEndElement();
    equal(made.out.toString(), '<p:a xmlns:p="http://p"></p:a>');
});

test('elements stand on lines of their own', function () {
    var made = writer('XMLIndentingStreamWriter');
    var xml = made.xml;
    xml.writeStartDocument();
    xml.writeStartElement('a');
    xml.writeStartElement('b');
    xml.writeCharacters('text');
    xml.writeEndElement();
    xml.writeStartElement('c');
    xml.writeEndElement();
    xml.writeEndElement();
    xml.close();
    equal(made.out.toString(), '<?xml version="1.0"?>\n<a>\n  <b>text</b>\n  <c></c>\n</a>');
    xml.indent = '\t';
    equal([xml.indent, xml.newLine], ['\t', '\n']);
});

test('XML is read event by event', function () {
    var reader = new Reader(new dw.io.Reader('<?xml version="1.0" encoding="UTF-8"?>\n<a x="1" p:y="2" xmlns:p="u">t<b/><!--c--></a>'));
    equal([reader.eventType, reader.hasNext(), reader.version, reader.encoding], [Constants.START_DOCUMENT, true, '1.0', 'UTF-8']);
    equal(reader.next(), Constants.START_ELEMENT);
    equal([reader.localName, reader.attributeCount, reader.getAttributeLocalName(1), reader.getAttributePrefix(1), reader.getAttributeNamespace(1)], ['a', 2, 'y', 'p', 'u']);
    equal([reader.getAttributeValue(0), reader.getAttributeValue(null, 'y'), reader.getAttributeValue('v', 'y'), reader.lineNumber], ['1', '2', null, 2]);
    equal([reader.next(), reader.text, reader.isCharacters(), reader.isWhiteSpace()], [Constants.CHARACTERS, 't', true, false]);
    equal([reader.next(), reader.startElement, reader.localName], [Constants.START_ELEMENT, true, 'b']);
    equal([reader.next(), reader.endElement], [Constants.END_ELEMENT, true]);
    equal([reader.next(), reader.text], [Constants.COMMENT, 'c']);
    equal([reader.next(), reader.next(), reader.hasNext()], [Constants.END_ELEMENT, Constants.END_DOCUMENT, false]);
});

test('texts of elements, and whole elements', function () {
    var reader = new Reader(new dw.io.Reader('<list><name>one &amp; two</name><item id="1"><sub>x</sub></item><end/></list>'));
    reader.next();
    reader.nextTag();
    reader.require(Constants.START_ELEMENT, null, 'name');
    equal(reader.getElementText(), 'one & two');
    reader.next();
    var item = reader.readXMLObject();
    equal([String(item['@id']), String(item.sub), reader.isEndElement(), reader.localName], ['1', 'x', true, 'item']);
    fails(function () { reader.require(Constants.START_ELEMENT, null, 'item'); }, 'Another event');
    reader.close();
    equal(reader.hasNext(), false);
});

test('what is no XML, or declares entities, is refused', function () {
    fails(function () { new Reader(new dw.io.Reader('<a><b></a>')).next(); }, 'no XML');
    fails(function () { new Reader(new dw.io.Reader('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).next(); }, 'entities');
});

test('XML is a value of scripts', function () {
    var xml = new XML('<order no="7"><item><id>a</id></item><item><id>b</id></item><note>text</note></order>');
    equal([String(xml['@no']), xml.item.length(), String(xml.item[1].id), String(xml.note), xml.nothing.length()], ['7', 2, 'b', 'text', 0]);
    var ids = [];
    for (var item of xml.item) {
        ids.push(item.id.toString());
    }
    equal(ids, ['a', 'b']);
    equal([xml.children().length(), String(xml.descendants('id')[0]), xml.localName(), xml.hasComplexContent()], [3, 'a', 'order', true]);
    equal(xml.attribute('no').toString(), '7');
    xml.note = 'other';
    xml['@no'] = 8;
    xml.appendChild(new XML('<last/>'));
    delete xml.item;
    equal(xml.toXMLString(), '<order no="8">\n  <note>other</note>\n  <last/>\n</order>');
    equal([xml.item.length(), xml.note.text().toString(), xml.last.parent().localName()], [0, 'other', 'order']);
    equal(new XMLList('<a/><b/>').length(), 2);
    fails(function () { return new XML('<a>'); }, 'no XML');
});
