'use strict';

const { define } = require('../../internal/bean');
const { XMLStreamError, fit } = require('../../internal/errors');

function escaped(text) {
    return String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function escapedValue(text) {
    return escaped(text).replace(/"/g, '&quot;');
}

/** Writes XML piece by piece. Elements may be given as `(name)`, `(namespace, name)` or `(prefix, name, namespace)`. */
class XMLStreamWriter {
    #writer;
    #open = [];
    #isInTag = false;
    #isEmpty = false;
    #prefixes = new Map();
    #defaultNamespace = null;

    constructor(writer) {
        this.#writer = fit(new.target.name, 'Writer', writer, 'write');
    }

    /** Each piece goes through here; `kind` tells a subclass what it is. */
    piece(text) {
        this.#writer.write(text);
    }

    depth() {
        return this.#open.length;
    }

    #finishTag() {
        if (this.#isInTag) {
            this.#isInTag = false;
            this.#writer.write(this.#isEmpty ? '/>' : '>');
            if (this.#isEmpty) {
                this.#open.pop();
            }
        }
    }

    #name(parts) {
        if (parts.length === 1) {
            return String(parts[0]);
        }
        const [prefix, name] = parts.length === 2 ? [this.getPrefix(parts[0]), parts[1]] : parts;
        return prefix ? `${prefix}:${name}` : String(name);
    }

    #start(parts, isEmpty) {
        this.#finishTag();
        const name = this.#name(parts);
        this.piece(`<${name}`, 'start');
        this.#open.push(name);
        this.#isInTag = true;
        this.#isEmpty = isEmpty;
    }

    /** `(version)`, `(encoding, version)` or nothing. */
    writeStartDocument(...given) {
        const [encoding, version] = given.length < 2 ? [null, given[0] || '1.0'] : given;
        this.#writer.write(`<?xml version="${version}"${encoding ? ` encoding="${encoding}"` : ''}?>`);
        this.piece('', 'document');
    }

    writeEndDocument() {
        this.#finishTag();
        while (this.#open.length > 0) {
            this.writeEndElement();
        }
    }

    writeStartElement(...parts) {
        this.#start(parts, false);
    }

    writeEmptyElement(...parts) {
        this.#start(parts, true);
    }

    writeEndElement() {
        this.#finishTag();
        if (this.#open.length === 0) {
            throw new XMLStreamError('There is no element to be ended');
        }
        const name = this.#open.pop();
        this.piece(`</${name}>`, 'end');
    }

    writeAttribute(...given) {
        const value = given.pop();
        if (!this.#isInTag) {
            throw new XMLStreamError(`The attribute ${given.join(':')} stands in no element's start`);
        }
        const parts = given.length === 3 ? [given[0], given[2], given[1]] : given;
        this.#writer.write(` ${this.#name(parts)}="${escapedValue(value)}"`);
    }

    writeNamespace(prefix, uri) {
        if (prefix === null || prefix === '' || prefix === 'xmlns') {
            this.writeDefaultNamespace(uri);
            return;
        }
        this.setPrefix(prefix, uri);
        this.#writer.write(` xmlns:${prefix}="${escapedValue(uri)}"`);
    }

    writeDefaultNamespace(uri) {
        this.#writer.write(` xmlns="${escapedValue(uri)}"`);
    }

    writeCharacters(text) {
        this.#finishTag();
        this.piece(escaped(text), 'text');
    }

    writeCData(text) {
        this.#finishTag();
        this.piece(`<![CDATA[${String(text).split(']]>').join(']]]]><![CDATA[>')}]]>`, 'text');
    }

    writeRaw(text) {
        this.#finishTag();
        this.piece(String(text), 'text');
    }

    writeComment(text) {
        this.#finishTag();
        this.piece(`<!--${text}-->`, 'comment');
    }

    writeDTD(text) {
        this.#finishTag();
        this.piece(String(text), 'comment');
    }

    writeEntityRef(name) {
        this.#finishTag();
        this.piece(`&${name};`, 'text');
    }

    writeProcessingInstruction(target, data) {
        this.#finishTag();
        this.piece(`<?${target}${data === undefined || data === null ? '' : ` ${data}`}?>`, 'comment');
    }

    getPrefix(uri) {
        return this.#prefixes.get(uri) || null;
    }

    setPrefix(prefix, uri) {
        this.#prefixes.set(uri, prefix);
    }

    getDefaultNamespace() {
        return this.#defaultNamespace;
    }

    setDefaultNamespace(uri) {
        this.#defaultNamespace = uri;
    }

    flush() {
        this.#writer.flush();
    }

    /** The writer below stays open. */
    close() {
        this.#finishTag();
        this.#writer.flush();
    }
}

['piece', 'depth'].forEach((name) => Object.defineProperty(XMLStreamWriter.prototype, name, { enumerable: false }));

module.exports = define(XMLStreamWriter, 'dw.io.XMLStreamWriter', {
    get: { defaultNamespace: true }
});
