'use strict';

/**
 * XML as values of scripts (E4X): `XML`, `XMLList`, `Namespace`, `QName`.
 *
 * A node is `{ n, u, p, a, d, c, up }`: local name, namespace, prefix, attributes `[{ n, u, p, v }]`, declared
 * namespaces by prefix, children (nodes and texts) and the node above; a comment is `{ x }`, an instruction
 * `{ t, v }`. `XML` and `XMLList` are views of nodes: `x.name` are the children of that name, `x['@id']` is the
 * attribute, and what has the name of a method can be called as well.
 */

const nodeOf = Symbol('node');
const isText = (node) => typeof node === 'string';
const isElement = (node) => typeof node === 'object' && node.c !== undefined;

class QName {
    constructor(namespace, name) {
        const [uri, local] = name === undefined ? [null, namespace] : [namespace, name];
        this.uri = uri === null ? '' : String(uri.uri === undefined ? uri : uri.uri);
        this.localName = String(local);
    }

    toString() {
        return this.uri === '' ? this.localName : `${this.uri}::${this.localName}`;
    }
}

class Namespace {
    constructor(prefix, uri) {
        this.prefix = uri === undefined ? '' : String(prefix);
        this.uri = String(uri === undefined ? prefix || '' : uri);
    }

    toString() {
        return this.uri;
    }
}

function linked(node, up) {
    node.up = up;
    (node.c || []).forEach((child) => {
        if (isElement(child)) {
            linked(child, node);
        }
    });
    return node;
}

function parsed(text) {
    return linked(host.call('xml.parse', { text: String(text) }), null);
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

function named(node) {
    return node.p ? `${node.p}:${node.n}` : node.n;
}

function startOf(node) {
    const declared = Object.keys(node.d || {}).map((prefix) => ` xmlns${prefix ? `:${prefix}` : ''}="${escaped(node.d[prefix])}"`);
    const attributes = node.a.map((attribute) => ` ${named(attribute)}="${escaped(attribute.v).replace(/"/g, '&quot;')}"`);
    return `<${named(node)}${attributes.join('')}${declared.join('')}`;
}

/** With two blanks for each level; an element with nothing but a text stays on its line. */
function written(node, indent = '') {
    if (isText(node)) {
        return indent + escaped(node);
    }
    if (node.v !== undefined && node.owner) {
        return escaped(node.v);
    }
    if (!isElement(node)) {
        return indent + (node.x === undefined ? `<?${node.t} ${node.v}?>` : `<!--${node.x}-->`);
    }
    const children = node.c.filter((child) => !isText(child) || child.trim() !== '');
    const start = indent + startOf(node);
    if (children.length === 0) {
        return `${start}/>`;
    }
    if (children.every(isText)) {
        return `${start}>${escaped(children.join(''))}</${named(node)}>`;
    }
    const inner = children.map((child) => written(isText(child) ? child.trim() : child, `${indent}  `));
    return `${start}>\n${inner.join('\n')}\n${indent}</${named(node)}>`;
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
    return hasElements(node) ? written(node) : (node.c || []).filter(isText).join('');
}

function fits(node, name) {
    const wanted = name instanceof QName ? name : null;
    const local = wanted ? wanted.localName : String(name).replace(/^.*::/, '');
    return (local === '*' || node.n === local) && (wanted === null || wanted.uri === '' || node.u === wanted.uri);
}

function attributesOf(node, name) {
    return isElement(node) ? node.a.filter((each) => fits(each, name)).map((each) => Object.assign(each, { owner: node })) : [];
}

function elementsOf(node, name) {
    return isElement(node) ? node.c.filter((child) => isElement(child) && fits(child, name)) : [];
}

function below(node, name, found = []) {
    (node.c || []).forEach((child) => {
        if (isElement(child)) {
            if (fits(child, name)) {
                found.push(child);
            }
            below(child, name, found);
        } else if (name === '*') {
            found.push(child);
        }
    });
    return found;
}

/** What may stand among children: nodes of views, texts of anything else. */
function nodesOf(value) {
    if (value && value[nodeOf]) {
        return value[nodeOf].nodes.map((node) => (node.owner ? node.v : copied(node)));
    }
    return value === null || value === undefined ? [] : [String(value)];
}

function adopt(node, children) {
    children.filter((child) => typeof child === 'object').forEach((child) => { child.up = node; });
    return children;
}

function childNamed(node, name) {
    const child = { n: String(name), u: node.u, p: node.p, a: [], d: {}, c: [], up: node };
    node.c.push(child);
    return child;
}

function setAttribute(node, name, value) {
    const known = node.a.find((each) => fits(each, name));
    if (known) {
        known.v = String(value);
    } else {
        node.a.push({ n: name, u: null, p: null, v: String(value) });
    }
}

function setChild(node, name, value) {
    const [first, ...others] = elementsOf(node, name);
    const values = nodesOf(value);
    node.c = node.c.filter((child) => !others.includes(child));
    if (values.length > 0 && values.every(isElement)) {
        const at = first ? node.c.indexOf(first) : node.c.length;
        node.c.splice(at, first ? 1 : 0, ...adopt(node, values));
    } else {
        const target = first || childNamed(node, name);
        target.c = adopt(target, values);
    }
}

const METHODS = {
    length: (view) => view.nodes.length,
    toString: (view) => (view.nodes.length > 1 || view.nodes.some(hasElements)
        ? view.nodes.map((node) => written(node)).join('\n') : view.nodes.map(textOf).join('')),
    toXMLString: (view) => view.nodes.map((node) => written(node)).join('\n'),
    valueOf: (view) => view.self,
    toJSON: (view) => METHODS.toString(view),
    children: (view) => listOf(view.nodes.flatMap((node) => node.c || [])),
    child: (view, name) => (/^\d+$/.test(String(name)) ? listOf(view.nodes.flatMap((node) => (node.c || []).slice(Number(name), Number(name) + 1)))
        : listOf(view.nodes.flatMap((node) => elementsOf(node, name)))),
    elements: (view, name = '*') => listOf(view.nodes.flatMap((node) => elementsOf(node, name))),
    descendants: (view, name = '*') => listOf(view.nodes.flatMap((node) => below(node, name))),
    attribute: (view, name) => listOf(view.nodes.flatMap((node) => attributesOf(node, name))),
    attributes: (view) => listOf(view.nodes.flatMap((node) => attributesOf(node, '*'))),
    text: (view) => listOf(view.nodes.flatMap((node) => (node.c || []).filter(isText))),
    comments: (view) => listOf(view.nodes.flatMap((node) => (node.c || []).filter((child) => child.x !== undefined))),
    parent: (view) => (view.nodes.length === 1 && view.nodes[0].up ? viewOf(view.nodes[0].up) : view.nodes[0] && view.nodes[0].owner
        ? viewOf(view.nodes[0].owner) : undefined),
    name: (view) => (one(view).n === undefined ? null : new QName(one(view).u || '', one(view).n)),
    localName: (view) => (one(view).n === undefined ? null : one(view).n),
    namespace: (view) => new Namespace(one(view).p || '', one(view).u || ''),
    nodeKind: (view) => kindOf(one(view)),
    hasSimpleContent: (view) => view.nodes.length < 2 && !view.nodes.some(hasElements),
    hasComplexContent: (view) => view.nodes.length > 1 || view.nodes.some(hasElements),
    copy: (view) => (view.isList ? listOf(view.nodes.map((node) => copied(node))) : viewOf(copied(one(view)))),
    contains: (view, other) => view.nodes.some((node) => written(node) === String(other.toXMLString ? other.toXMLString() : other)),
    appendChild: (view, value) => changed(view, (node, nodes) => node.c.push(...nodes), value),
    prependChild: (view, value) => changed(view, (node, nodes) => node.c.unshift(...nodes), value),
    setChildren: (view, value) => changed(view, (node, nodes) => { node.c = nodes; }, value),
    insertChildAfter: (view, child, value) => changed(view, (node, nodes) => node.c.splice(placeOf(node, child, -1) + 1, 0, ...nodes), value),
    insertChildBefore: (view, child, value) => changed(view, (node, nodes) => node.c.splice(placeOf(node, child, node.c.length), 0, ...nodes), value),
    childIndex: (view) => (one(view).up ? one(view).up.c.indexOf(one(view)) : -1),
    setName: (view, name) => { one(view).n = String(name).replace(/^.*:/, ''); },
    setLocalName: (view, name) => { one(view).n = String(name); },
    setNamespace: (view, namespace) => { Object.assign(one(view), { u: namespace.uri, p: namespace.prefix || null }); },
    addNamespace: (view, namespace) => { one(view).d[namespace.prefix] = namespace.uri; return view.self; },
    removeNamespace: (view, namespace) => { delete one(view).d[namespace.prefix]; return view.self; },
    namespaceDeclarations: (view) => Object.keys(one(view).d).map((prefix) => new Namespace(prefix, one(view).d[prefix])),
    normalize: (view) => view.self
};

function one(view) {
    if (view.nodes.length !== 1) {
        throw new TypeError(`This needs one XML value, not ${view.nodes.length}`);
    }
    return view.nodes[0];
}

function kindOf(node) {
    if (isText(node)) {
        return 'text';
    }
    return node.owner ? 'attribute' : isElement(node) ? 'element' : node.x === undefined ? 'processing-instruction' : 'comment';
}

function placeOf(node, child, otherwise) {
    return child && child[nodeOf] ? node.c.indexOf(child[nodeOf].nodes[0]) : otherwise;
}

function changed(view, change, value) {
    const node = one(view);
    change(node, adopt(node, nodesOf(value)));
    return view.self;
}

function property(view, name) {
    if (/^\d+$/.test(name)) {
        const node = view.nodes[Number(name)];
        return node === undefined ? undefined : viewOf(node);
    }
    const found = name[0] === '@' ? view.nodes.flatMap((node) => attributesOf(node, name.slice(1)))
        : view.nodes.flatMap((node) => (name === '*' ? node.c || [] : elementsOf(node, name)));
    return listOf(found, view, name);
}

const TRAPS = {
    get(target, name) {
        if (name === nodeOf) {
            return target.view;
        }
        if (name === Symbol.toPrimitive) {
            return () => METHODS.toString(target.view);
        }
        if (name === Symbol.iterator) {
            return () => target.view.nodes.map((node) => viewOf(node))[Symbol.iterator]();
        }
        if (typeof name !== 'string' || name === 'constructor' || name === 'then') {
            return name === 'then' ? undefined : Reflect.get(target, name);
        }
        // Methods that are names of no element in use stay plain functions.
        return ['toString', 'valueOf', 'toJSON'].includes(name) ? () => METHODS[name](target.view) : property(target.view, name);
    },
    set(target, name, value) {
        const { view } = target;
        if (/^\d+$/.test(name)) {
            const node = view.nodes[Number(name)];
            if (node && node.up) {
                node.up.c.splice(node.up.c.indexOf(node), 1, ...adopt(node.up, nodesOf(value)));
            }
            return true;
        }
        if (name[0] === '@') {
            setAttribute(one(view), name.slice(1), value);
        } else {
            setChild(one(view), name, value);
        }
        return true;
    },
    deleteProperty(target, name) {
        target.view.nodes.filter(isElement).forEach((node) => {
            if (name[0] === '@') {
                node.a = node.a.filter((each) => !fits(each, name.slice(1)));
            } else {
                node.c = node.c.filter((child) => !(isElement(child) && fits(child, name)));
            }
        });
        return true;
    },
    has: (target, name) => (typeof name === 'string' ? (/^\d+$/.test(name) ? Number(name) < target.view.nodes.length
        : property(target.view, name)[nodeOf].nodes.length > 0) : name === nodeOf),
    ownKeys: (target) => Object.keys(target.view.nodes).concat('prototype'),
    getOwnPropertyDescriptor(target, name) {
        if (name === 'prototype') {
            return Reflect.getOwnPropertyDescriptor(target, name);
        }
        return target.view.nodes[name] === undefined ? undefined : { value: viewOf(target.view.nodes[name]), enumerable: true, configurable: true };
    },
    apply(target, self, values) {
        const { from, name } = target.view;
        if (!from || !Object.prototype.hasOwnProperty.call(METHODS, name)) {
            throw new TypeError(`${name || 'XML'} is not a function`);
        }
        return METHODS[name](from, ...values);
    },
    getPrototypeOf: (target) => (target.view.isList ? XMLList.prototype : XML.prototype)
};

function made(view) {
    const target = function () {};
    target.view = view;
    view.self = new Proxy(target, TRAPS);
    return view.self;
}

function viewOf(node) {
    return made({ nodes: [node], isList: false });
}

function listOf(nodes, from, name) {
    return made({ nodes, isList: true, from, name });
}

/** XML of a text, or another XML value copied: `new XML('<a/>')`. */
function XML(value = '') {
    if (value && value[nodeOf]) {
        return viewOf(copied(one(value[nodeOf])));
    }
    const text = String(value === null ? '' : value).trim();
    return viewOf(text.startsWith('<') ? parsed(text) : text);
}

function XMLList(value = '') {
    if (value && value[nodeOf]) {
        return listOf(value[nodeOf].nodes.slice());
    }
    const text = String(value === null ? '' : value).replace(/^\s*<\?xml.*?\?>/, '');
    return listOf(text.trim() === '' ? [] : parsed(`<list>${text}</list>`).c.filter((child) => !isText(child) || child.trim() !== ''));
}

Object.assign(XML, { ignoreComments: true, ignoreProcessingInstructions: true, ignoreWhitespace: true, prettyPrinting: true, prettyIndent: 2 });

module.exports = { XML, XMLList, Namespace, QName, viewOf, linked };
