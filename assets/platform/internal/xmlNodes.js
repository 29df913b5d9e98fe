'use strict';

/**
 * Nodes of XML. An element is `{ n, u, p, a, d, c, up }`: local name, namespace, prefix, attributes `[{ n, u, p, v }]`,
 * declared namespaces by prefix, children (nodes and texts) and the node above; a comment is `{ x }`, an instruction
 * `{ t, v }`. An attribute that is a value knows its element as `owner`.
 */

const { keyOf, fits, spaces } = require('./xmlNames');

/** What is left out when XML is read, and how it is written. */
const settings = { ignoreComments: true, ignoreProcessingInstructions: true, ignoreWhitespace: true, prettyPrinting: true, prettyIndent: 2 };

const isText = (node) => typeof node === 'string';
const isElement = (node) => typeof node === 'object' && node.c !== undefined;

function isKept(child) {
    if (isText(child)) {
        return !settings.ignoreWhitespace || child.trim() !== '';
    }
    return isElement(child) || (child.x !== undefined ? !settings.ignoreComments : !settings.ignoreProcessingInstructions);
}

/** The node with the ways up, and without what is left out. */
function linked(node, up) {
    node.up = up;
    node.c = node.c.filter(isKept);
    node.c.forEach((child) => {
        if (isElement(child)) {
            linked(child, node);
        } else if (!isText(child)) {
            child.up = node;
        }
    });
    return node;
}

/** The element of a text. Without a namespace of its own it has the default one. */
function parsed(text) {
    const uri = spaces[spaces.length - 1];
    if (uri === '') {
        return linked(host.call('xml.parse', { text: String(text) }), null);
    }
    const bare = String(text).replace(/^\s*<\?xml[^]*?\?>/, '');
    const around = host.call('xml.parse', { text: `<list xmlns="${escaped(uri).replace(/"/g, '&quot;')}">${bare}</list>` });
    return linked(around.c.find(isElement), null);
}

/** The nodes of a text that is no document. */
function fragments(text) {
    const around = parsed(`<list>${text}</list>`);
    around.c.filter((child) => !isText(child)).forEach((child) => { child.up = null; });
    return around.c;
}

function copied(node, up = null) {
    if (isText(node)) {
        return node;
    }
    const copy = Object.assign({}, node, { up });
    if (node.c) {
        copy.a = node.a.map((attribute) => Object.assign({}, attribute));
        copy.d = Object.assign({}, node.d);
        copy.c = node.c.map((child) => copied(child, copy));
    }
    return copy;
}

function escaped(text) {
    return String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function quoted(text) {
    return String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;').replace(/\n/g, '&#xA;').replace(/\r/g, '&#xD;')
        .replace(/\t/g, '&#x9;');
}

function named(node) {
    return node.p ? `${node.p}:${node.n}` : node.n;
}

/** What a node declares, and what it needs that nobody around it has. */
function declarations(node, known) {
    const declared = Object.assign({}, node.d);
    const seen = Object.assign({}, known, declared);
    node.a.concat([node]).forEach((it) => {
        const prefix = it.p || '';
        // An attribute without a prefix has no namespace, whatever the default one is.
        const isNeeded = it === node ? (seen[prefix] || '') !== (node.u || '') : it.p && it.p !== 'xml' && seen[prefix] !== it.u;
        if (isNeeded) {
            declared[prefix] = it.u || '';
            seen[prefix] = declared[prefix];
        }
    });
    return { declared, seen };
}

function startOf(node, declared) {
    const spaced = Object.keys(declared).map((prefix) => ` xmlns${prefix ? `:${prefix}` : ''}="${quoted(declared[prefix])}"`);
    const attributes = node.a.map((attribute) => ` ${named(attribute)}="${quoted(attribute.v)}"`);
    return `<${named(node)}${attributes.join('')}${spaced.join('')}`;
}

function writtenElement(node, indent, known) {
    const { declared, seen } = declarations(node, known);
    const isPretty = settings.prettyPrinting;
    const children = isPretty ? node.c.filter((child) => !isText(child) || child.trim() !== '') : node.c;
    const start = indent + startOf(node, declared);
    if (children.length === 0) {
        return `${start}/>`;
    }
    const end = `</${named(node)}>`;
    if (!isPretty) {
        return `${start}>${children.map((child) => written(child, '', seen)).join('')}${end}`;
    }
    if (children.every(isText)) {
        return `${start}>${escaped(children.join('').trim())}${end}`;
    }
    const further = indent + ' '.repeat(settings.prettyIndent);
    return `${start}>\n${children.map((child) => written(isText(child) ? child.trim() : child, further, seen)).join('\n')}\n${indent}${end}`;
}

/** With blanks for each level; an element with nothing but a text stays on its line. */
function written(node, indent = '', known = { xml: 'http://www.w3.org/XML/1998/namespace' }) {
    if (isText(node)) {
        return indent + escaped(node);
    }
    if (node.owner) {
        return quoted(node.v);
    }
    if (!isElement(node)) {
        return indent + (node.x === undefined ? `<?${node.t} ${node.v}?>` : `<!--${node.x}-->`);
    }
    return writtenElement(node, indent, known);
}

function hasElements(node) {
    return isElement(node) && node.c.some(isElement);
}

function textOf(node) {
    if (isText(node)) {
        return node;
    }
    if (node.owner) {
        return node.v;
    }
    if (!isElement(node)) {
        return node.x === undefined ? node.v : node.x;
    }
    return hasElements(node) ? written(node) : node.c.filter(isText).join('');
}

function attributesOf(node, name) {
    const key = keyOf(name);
    return isElement(node) ? node.a.filter((each) => fits(each, key)).map((each) => Object.assign(each, { owner: node })) : [];
}

function elementsOf(node, name) {
    const key = keyOf(name);
    return isElement(node) ? node.c.filter((child) => isElement(child) && fits(child, key)) : [];
}

/** What a property of that name shows of a node. */
function partsOf(node, name) {
    if (name[0] === '@') {
        return attributesOf(node, name);
    }
    return name === '*' ? node.c || [] : elementsOf(node, name);
}

/** Everything below a node that a name fits. */
function below(node, name, found = []) {
    if (name[0] === '@') {
        found.push(...attributesOf(node, name));
    }
    (node.c || []).forEach((child) => {
        if (name === '*' || (name[0] !== '@' && isElement(child) && fits(child, keyOf(name)))) {
            found.push(child);
        }
        if (isElement(child)) {
            below(child, name, found);
        }
    });
    return found;
}

function adopt(node, children) {
    children.filter((child) => typeof child === 'object').forEach((child) => { child.up = node; });
    return children;
}

/** A new child of that name; in the default namespace if the name has none. */
function childNamed(node, name) {
    const { local, uri } = keyOf(name);
    const known = uri && node.u === uri ? node.p : null;
    const child = { n: local, u: uri || null, p: known, a: [], d: {}, c: [], up: node };
    node.c.push(child);
    return child;
}

function setAttribute(node, name, value) {
    const key = keyOf(name);
    const known = node.a.find((each) => fits(each, key));
    if (known) {
        known.v = String(value);
        return;
    }
    const prefix = Object.keys(node.d).find((each) => each !== '' && node.d[each] === key.uri);
    node.a.push({ n: key.local, u: key.uri || null, p: key.uri ? prefix || 'ns' : null, v: String(value) });
}

/** Puts elements in the place of those of that name, or the text into the first one. */
function setChild(node, name, values) {
    const [first, ...others] = partsOf(node, name);
    if (values.some(isElement) || (values.length === 0 && first)) {
        const at = first ? node.c.indexOf(first) : node.c.length;
        node.c = node.c.filter((child) => child !== first && !others.includes(child));
        node.c.splice(at, 0, ...adopt(node, values));
        return;
    }
    node.c = node.c.filter((child) => !others.includes(child));
    const target = first || childNamed(node, name);
    target.c = values.filter((value) => value !== '');
}

module.exports = {
    settings, isText, isElement, linked, parsed, fragments, copied, escaped, quoted, written, hasElements, textOf, attributesOf, elementsOf,
    partsOf, below, adopt, childNamed, setAttribute, setChild
};
