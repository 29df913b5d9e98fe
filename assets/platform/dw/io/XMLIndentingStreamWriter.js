'use strict';

const { define } = require('../../internal/bean');
const XMLStreamWriter = require('dw/io/XMLStreamWriter');

/** Writes each element on a line of its own; texts stay within theirs. */
class XMLIndentingStreamWriter extends XMLStreamWriter {
    #indent = '  ';
    #newLine = '\n';
    #within = [];

    getIndent() {
        return this.#indent;
    }

    setIndent(indent) {
        this.#indent = indent;
    }

    getNewLine() {
        return this.#newLine;
    }

    setNewLine(newLine) {
        this.#newLine = newLine;
    }

    #line() {
        return this.#newLine + this.#indent.repeat(this.depth());
    }

    /** `#within` knows of each open element what stands in it: elements, a text, or nothing yet. */
    piece(text, kind) {
        const depth = this.depth();
        const [own, ended] = [this.#within[depth], this.#within[depth + 1]];
        this.#within.length = depth + 1;
        this.#within[depth] = kind === 'text' ? 'text' : own || 'element';
        const isFirst = depth === 0 && own === undefined;
        const onLine = kind === 'end' ? ended === 'element' : kind !== 'text' && kind !== 'document' && !isFirst && own !== 'text';
        super.piece(onLine ? this.#line() + text : text);
    }
}

module.exports = define(XMLIndentingStreamWriter, 'dw.io.XMLIndentingStreamWriter', {
    get: {
        indent: true,
        newLine: true
    }
});
