'use strict';

const { define } = require('../../internal/bean');
const { XMLStreamError, fit } = require('../../internal/errors');
const constants = require('dw/io/XMLStreamConstants');
const { copiedView } = require('../../internal/xmlViews');

const { START_ELEMENT, END_ELEMENT, PROCESSING_INSTRUCTION, CHARACTERS, COMMENT, SPACE, START_DOCUMENT, END_DOCUMENT } = constants;

/** The events of an element, its children's between its own. */
function* eventsOf(node) {
    if (typeof node === 'string') {
        yield { type: CHARACTERS, text: node };
    } else if (node.x !== undefined) {
        yield { type: COMMENT, text: node.x };
    } else if (node.t !== undefined) {
        yield { type: PROCESSING_INSTRUCTION, target: node.t, data: node.v };
    } else {
        yield { type: START_ELEMENT, node };
        for (const child of node.c) {
            yield* eventsOf(child);
        }
        yield { type: END_ELEMENT, node };
    }
}

function parsed(text) {
    try {
        return host.call('xml.document', { text });
    } catch (error) {
        throw new XMLStreamError(error.message);
    }
}

function* document(text) {
    const { before, root, after } = parsed(text);
    for (const node of before.concat([root], after)) {
        yield* eventsOf(node);
    }
    yield { type: END_DOCUMENT };
}

/** Reads XML forward, event by event. */
class XMLStreamReader {
    #reader;
    #events = null;
    #event = { type: START_DOCUMENT };
    #declaration = {};

    constructor(reader) {
        this.#reader = fit('XMLStreamReader', 'Reader', reader, 'readString');
    }

    #open() {
        if (this.#events === null) {
            const text = (this.#reader.readString() || '').replace(/^\uFEFF/, '');
            const found = /^<\?xml\s([^]*?)\?>/.exec(text);
            const part = (name) => { const value = new RegExp(`${name}\\s*=\\s*["']([^"']*)`).exec(found ? found[1] : ''); return value && value[1]; };
            this.#declaration = { version: part('version'), encoding: part('encoding'), standalone: part('standalone') };
            this.#events = document(text);
        }
        return this.#events;
    }

    hasNext() {
        return this.#event.type !== END_DOCUMENT;
    }

    next() {
        const { value, done } = this.#open().next();
        if (done) {
            throw new XMLStreamError('There is no event after the document\'s end');
        }
        this.#event = value;
        return value.type;
    }

    /** The next start or end of an element; what stands before it must be blank. */
    nextTag() {
        let type = this.next();
        while ((type === CHARACTERS && this.isWhiteSpace()) || type === COMMENT || type === PROCESSING_INSTRUCTION) {
            type = this.next();
        }
        if (type !== START_ELEMENT && type !== END_ELEMENT) {
            throw new XMLStreamError('An element\'s start or end was expected');
        }
        return type;
    }

    getEventType() {
        return this.#event.type;
    }

    isStartElement() {
        return this.#event.type === START_ELEMENT;
    }

    isEndElement() {
        return this.#event.type === END_ELEMENT;
    }

    isCharacters() {
        return this.#event.type === CHARACTERS;
    }

    isWhiteSpace() {
        return (this.isCharacters() || this.#event.type === SPACE) && this.#event.text.trim() === '';
    }

    hasName() {
        return this.#event.node !== undefined;
    }

    hasText() {
        return this.#event.text !== undefined;
    }

    #node() {
        if (!this.hasName()) {
            throw new XMLStreamError('There is no element here');
        }
        return this.#event.node;
    }

    getLocalName() {
        return this.#node().n;
    }

    getPrefix() {
        return this.#node().p || null;
    }

    getNamespaceURI() {
        return this.#node().u || null;
    }

    getNamespaceCount() {
        return Object.keys(this.#node().d).length;
    }

    getNamespacePrefix(index) {
        return Object.keys(this.#node().d)[index] || null;
    }

    getText() {
        return this.hasText() ? this.#event.text : null;
    }

    getTextStart() {
        return 0;
    }

    getTextLength() {
        return (this.getText() || '').length;
    }

    getPITarget() {
        return this.#event.target || null;
    }

    getPIData() {
        return this.#event.data || null;
    }

    getLineNumber() {
        return this.hasName() ? this.#event.node.l : -1;
    }

    getColumnNumber() {
        return this.hasName() ? this.#event.node.k : -1;
    }

    getAttributeCount() {
        return this.#node().a.length;
    }

    #attribute(index) {
        const found = this.#node().a[index];
        if (found === undefined) {
            throw new RangeError(`The element ${this.getLocalName()} has no attribute ${index}`);
        }
        return found;
    }

    getAttributeLocalName(index) {
        return this.#attribute(index).n;
    }

    getAttributeNamespace(index) {
        return this.#attribute(index).u || null;
    }

    getAttributePrefix(index) {
        return this.#attribute(index).p || null;
    }

    getAttributeType() {
        return 'CDATA';
    }

    isAttributeSpecified(index) {
        return this.#attribute(index) !== undefined;
    }

    /** `(index)`, or `(namespace, name)`; any namespace if it is null. */
    getAttributeValue(first, name) {
        if (name === undefined) {
            return this.#attribute(first).v;
        }
        const found = this.#node().a.find((each) => each.n === name && (first === null || first === '' || each.u === first));
        return found === undefined ? null : found.v;
    }

    /** The text of an element without children; the reader stands at its end afterwards. */
    getElementText() {
        if (!this.isStartElement()) {
            throw new XMLStreamError('A text is read from the start of its element');
        }
        const parts = [];
        for (let type = this.next(); type !== END_ELEMENT; type = this.next()) {
            if (type === START_ELEMENT) {
                throw new XMLStreamError(`The element ${this.getLocalName()} stands where only a text was expected`);
            }
            parts.push(type === CHARACTERS ? this.#event.text : '');
        }
        return parts.join('');
    }

    readElementText() {
        return this.getElementText();
    }

    /** The whole element as XML; the reader stands at its end afterwards. */
    readXMLObject() {
        const node = this.#node();
        if (!this.isStartElement()) {
            throw new XMLStreamError('XML is read from the start of its element');
        }
        while (!(this.isEndElement() && this.#event.node === node)) {
            this.next();
        }
        return copiedView(node);
    }

    getXMLObject() {
        return this.readXMLObject();
    }

    require(type, namespace, name) {
        const fits = this.#event.type === type && (!namespace || this.getNamespaceURI() === namespace) && (!name || this.getLocalName() === name);
        if (!fits) {
            throw new XMLStreamError(`Another event was expected than ${this.#event.type}`);
        }
    }

    getVersion() {
        this.#open();
        return this.#declaration.version;
    }

    getEncoding() {
        this.#open();
        return this.#declaration.encoding;
    }

    getCharacterEncodingScheme() {
        return this.getEncoding();
    }

    isStandalone() {
        this.#open();
        return this.#declaration.standalone === 'yes';
    }

    standaloneSet() {
        this.#open();
        return this.#declaration.standalone !== null;
    }

    /** The reader below stays open. */
    close() {
        this.#events = [][Symbol.iterator]();
        this.#event = { type: END_DOCUMENT };
    }

    toString() {
        return '[XMLStreamReader]';
    }
}

const own = Object.getOwnPropertyNames(XMLStreamReader.prototype);
const plain = (prefix, name) => (/^[A-Z]{2}/.test(name.slice(prefix.length)) ? name.slice(prefix.length)
    : name[prefix.length].toLowerCase() + name.slice(prefix.length + 1));
const takesNothing = (name) => XMLStreamReader.prototype[name].length === 0 && name !== 'getAttributeType';
own.filter((name) => /^(get|is)[A-Z]/.test(name) && takesNothing(name)).forEach((getter) => {
    const name = plain(/^is/.test(getter) ? 'is' : 'get', getter);
    // Most fail at most events: the debugger doesn't list them.
    Object.defineProperty(XMLStreamReader.prototype, name, { configurable: true, get: XMLStreamReader.prototype[getter] });
});

module.exports = define(XMLStreamReader, 'dw.io.XMLStreamReader', { get: { elementText: { alters: true }, XMLObject: { alters: true } } });
