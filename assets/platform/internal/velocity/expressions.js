'use strict';

/**
 * Expressions of Velocity templates, as trees: `['value', it]`, `['text', parts]`, `['list', all]`, `['range', from, to]`,
 * `['map', pairs]`, `['reference', name, steps]`, `['not', it]`, `[operator, left, right]`. A step of a reference is
 * `['property', name]`, `['method', name, arguments]` or `['index', it]`.
 */

/** The operators by how tightly they bind, the loosest first. */
const LEVELS = [
    { '||': 'or', or: 'or' },
    { '&&': 'and', and: 'and' },
    { '==': 'equals', eq: 'equals', '!=': 'differs', ne: 'differs' },
    { '<=': 'atMost', le: 'atMost', '>=': 'atLeast', ge: 'atLeast', '<': 'below', lt: 'below', '>': 'above', gt: 'above' },
    { '+': 'plus', '-': 'minus' },
    { '*': 'times', '/': 'over', '%': 'rest' }
];
const WORDS = { true: true, false: false, null: null };
const NAME = /[A-Za-z][\w-]*/y;
const NUMBER = /-?\d+(?:\.\d+)?/y;

/** Where a template is read; a fault of it names the line. */
class Reader {
    constructor(text) {
        this.text = text;
        this.at = 0;
    }

    fault(what) {
        const line = this.text.slice(0, this.at).split('\n').length;
        return new Error(`Velocity template, line ${line}: ${what}`);
    }

    skip() {
        while (/\s/.test(this.text.charAt(this.at))) {
            this.at += 1;
        }
    }

    /** What a pattern with the flag `y` finds here, or null. */
    find(pattern) {
        const wanted = pattern;
        wanted.lastIndex = this.at;
        const found = wanted.exec(this.text);
        if (found === null) {
            return null;
        }
        this.at += found[0].length;
        return found[0];
    }

    /** Whether a text stands here, which is then read. */
    take(text) {
        const isHere = this.text.startsWith(text, this.at);
        this.at += isHere ? text.length : 0;
        return isHere;
    }

    expect(text) {
        this.skip();
        if (!this.take(text)) {
            throw this.fault(`${text} is missing`);
        }
    }
}

function operatorOf(reader, level) {
    reader.skip();
    const sign = Object.keys(level).find((name) => reader.text.startsWith(name, reader.at)
        && !(/\w/.test(name) && /[\w-]/.test(reader.text.charAt(reader.at + name.length))));
    reader.at += sign === undefined ? 0 : sign.length;
    return sign === undefined ? null : level[sign];
}

function expression(reader, depth = 0) {
    if (depth === LEVELS.length) {
        return unary(reader);
    }
    let left = expression(reader, depth + 1);
    for (let operator = operatorOf(reader, LEVELS[depth]); operator !== null; operator = operatorOf(reader, LEVELS[depth])) {
        left = [operator, left, expression(reader, depth + 1)];
    }
    return left;
}

function unary(reader) {
    reader.skip();
    return reader.take('!') || reader.find(/not\b/y) ? ['not', unary(reader)] : primary(reader);
}

/** What stands between signs, divided by commas. */
function several(reader, end, each) {
    const all = [];
    reader.skip();
    while (!reader.take(end)) {
        all.push(each());
        reader.skip();
        if (!reader.take(',') && !reader.text.startsWith(end, reader.at)) {
            throw reader.fault(`${end} is missing`);
        }
        reader.skip();
    }
    return all;
}

function list(reader) {
    reader.skip();
    if (reader.take(']')) {
        return ['list', []];
    }
    const first = expression(reader);
    reader.skip();
    if (reader.take('..')) {
        const last = expression(reader);
        reader.expect(']');
        return ['range', first, last];
    }
    return ['list', reader.take(']') ? [first] : [first].concat(rest(reader))];
}

function rest(reader) {
    reader.expect(',');
    return several(reader, ']', () => expression(reader));
}

function pair(reader) {
    const key = expression(reader);
    reader.expect(':');
    return [key, expression(reader)];
}

function primary(reader) {
    if (reader.take('(')) {
        const inner = expression(reader);
        reader.expect(')');
        return inner;
    }
    if (reader.take('[')) {
        return list(reader);
    }
    if (reader.take('{')) {
        return ['map', several(reader, '}', () => pair(reader))];
    }
    const quote = reader.text.charAt(reader.at);
    if (quote === '\'' || quote === '"') {
        return text(reader, quote);
    }
    if (quote === '$') {
        const found = reference(reader);
        if (found !== null) {
            return found.tree;
        }
    }
    const number = reader.find(NUMBER);
    if (number !== null) {
        return ['value', Number(number)];
    }
    const word = reader.find(NAME);
    if (word !== null && Object.hasOwn(WORDS, word)) {
        return ['value', WORDS[word]];
    }
    throw reader.fault(`${word === null ? quote || 'the end' : word} is no value`);
}

/** A text; between double quotes it is a template. A doubled quote is one. */
function text(reader, quote) {
    const start = reader.at + 1;
    let end = reader.text.indexOf(quote, start);
    while (end !== -1 && reader.text.charAt(end + 1) === quote) {
        end = reader.text.indexOf(quote, end + 2);
    }
    if (end === -1) {
        throw reader.fault(`${quote} is missing`);
    }
    reader.at = end + 1;
    const inner = reader.text.slice(start, end).split(quote + quote).join(quote);
    return quote === '"' ? ['text', require('./reading').read(inner)] : ['value', inner];
}

function steps(reader, isFormal) {
    const all = [];
    for (;;) {
        const before = reader.at;
        const name = reader.take('.') ? reader.find(NAME) : null;
        if (name !== null) {
            const isCall = reader.take('(');
            all.push(isCall ? ['method', name, several(reader, ')', () => expression(reader))] : ['property', name]);
        } else if (before === reader.at && reader.take('[')) {
            all.push(['index', expression(reader)]);
            reader.expect(']');
        } else {
            reader.at = before;
            if (isFormal) {
                reader.expect('}');
            }
            return all;
        }
    }
}

/** `{ tree, quiet, source }` of a reference that begins at the dollar here; null, and nothing is read, if none does. */
function reference(reader) {
    const start = reader.at;
    const [, quiet, brace] = /^\$(!?)(\{?)/.exec(reader.text.slice(start, start + 3));
    reader.at += 1 + quiet.length + brace.length;
    const name = reader.find(NAME);
    if (name === null) {
        reader.at = start;
        return null;
    }
    const tree = ['reference', name, steps(reader, brace !== '')];
    return { tree, quiet: quiet !== '', source: reader.text.slice(start, reader.at) };
}

module.exports = { Reader, expression, reference };
