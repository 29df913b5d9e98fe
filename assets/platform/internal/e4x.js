'use strict';

/** What the syntax of XML in scripts becomes: a literal is a call of it, `__xml`<a b=${c}/>``; operators are its members. */

const { nodeOf, spaces, uriOf } = require('./xmlNames');
const { fragments, escaped, quoted, written } = require('./xmlNodes');
const { XML, viewOf, listOf, METHODS } = require('./xml');

/** Literals of so many texts are remembered as far as their places go. */
const known = new Map();
const MOST = 1000;

/** Where the place behind a text is: in a tag, at the value of an attribute, among children. */
function placesOf(texts) {
    let text = '';
    return texts.slice(0, -1).map((part) => {
        text = (text + part).replace(/<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>/g, '');
        const tag = text.replace(/"[^"]*"|'[^']*'/g, '""').lastIndexOf('<');
        const inTag = tag >= 0 && !text.replace(/"[^"]*"|'[^']*'/g, '""').slice(tag).includes('>');
        const place = !inTag ? 'child' : /=\s*$/.test(text) ? 'value' : 'name';
        text += place === 'value' ? '""' : 'x';
        return place;
    });
}

function writtenAs(place, value) {
    const view = value && value[nodeOf];
    if (place === 'value') {
        return `"${quoted(value)}"`;
    }
    if (place === 'name' || !view) {
        return place === 'name' ? String(value) : escaped(value);
    }
    return view.nodes.map((node) => (node.owner ? escaped(node.v) : written(node))).join('');
}

function literal(texts, ...values) {
    if (!known.has(texts)) {
        if (known.size >= MOST) {
            known.clear();
        }
        known.set(texts, placesOf(texts));
    }
    const places = known.get(texts);
    const whole = texts.reduce((made, part, index) => made + writtenAs(places[index - 1], values[index - 1]) + part);
    const text = whole.replace(/^<\?xml [^]*?\?>\s*/, '');
    if (/^<>/.test(text)) {
        return listOf(fragments(text.slice('<>'.length, -'</>'.length)));
    }
    return text.startsWith('<![') ? viewOf(text.slice('<![CDATA['.length, -']]>'.length)) : new XML(text);
}

const viewIn = (value) => (value === null || value === undefined ? undefined : value[nodeOf]);

function plus(left, right) {
    const [one, other] = [viewIn(left), viewIn(right)];
    return one && other ? listOf(one.nodes.concat(other.nodes)) : left + right;
}

/** Nothing is what a list without nodes is, and XML with elements is what is written the same way. */
function same(left, right) {
    const [one, other] = [viewIn(left), viewIn(right)];
    if (one && other) {
        return one.nodes.length === other.nodes.length && one.nodes.every((node, index) => {
            const [a, b] = [viewOf(node), viewOf(other.nodes[index])];
            return a.hasSimpleContent() && b.hasSimpleContent() ? String(a) === String(b) : a.toXMLString() === b.toXMLString();
        });
    }
    if ((one && one.isList && right === undefined) || (other && other.isList && left === undefined)) {
        return (one || other).nodes.length === 0;
    }
    // The script has written `==`.
    // eslint-disable-next-line eqeqeq
    return left == right;
}

function hasName(element, name) {
    return element[nodeOf] && element[name][nodeOf].nodes.length > 0;
}

module.exports = Object.assign(literal, {
    uri: uriOf,
    plus,
    same,
    add(object, name, value) {
        object[name] = plus(object[name], value);
        return object[name];
    },
    kind: (value) => (viewIn(value) ? 'xml' : typeof value),
    /** A name in a filter: of the element, else what `around` has. */
    named: (element, name, around) => (hasName(element, name) ? element[name] : around()),
    called: (element, name, around) => (Object.hasOwn(METHODS, name) ? element[name] : around()),
    enter: () => { spaces.push(spaces[spaces.length - 1]); },
    leave: () => { spaces.pop(); }
});

Object.defineProperty(module.exports, 'space', {
    get: () => spaces[spaces.length - 1],
    set: (namespace) => { spaces[spaces.length - 1] = uriOf(namespace); }
});
