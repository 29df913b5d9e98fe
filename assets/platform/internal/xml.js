'use strict';

/**
 * XML as values of scripts (E4X): `XML`, `XMLList`, `Namespace`, `QName`.
 *
 * `XML` and `XMLList` are views of nodes: `x.name` are the children of that name, `x['@id']` is the attribute, and what
 * has the name of a method can be called as well. What scripts write as XML comes here by `e4x.js`.
 */

const { nodeOf, uriOf, Namespace, QName, keyOf, fits } = require('./xmlNames');
const {
    settings, isText, isElement, linked, parsed, fragments, copied, written, hasElements, textOf, attributesOf, elementsOf, partsOf, below, adopt,
    childNamed, setAttribute, setChild
} = require('./xmlNodes');

/** What may stand among children: nodes of views, texts of anything else. */
function nodesOf(value) {
    if (value && value[nodeOf]) {
        return value[nodeOf].nodes.map((node) => (node.owner ? node.v : copied(node)));
    }
    return [String(value)];
}

const METHODS = {
    length: (view) => view.nodes.length,
    toString: (view) => (view.nodes.length > 1 || view.nodes.some(hasElements)
        ? view.nodes.map((node) => written(node)).join('\n') : view.nodes.map(textOf).join('')),
    toXMLString: (view) => view.nodes.map((node) => written(node)).join('\n'),
    toSource: (view) => METHODS.toXMLString(view),
    valueOf: (view) => view.self,
    toJSON: (view) => METHODS.toString(view),
    children: (view) => listOf(view.nodes.flatMap((node) => node.c || [])),
    child: (view, name) => (/^\d+$/.test(String(name)) ? listOf(view.nodes.flatMap((node) => (node.c || []).slice(Number(name), Number(name) + 1)))
        : listOf(view.nodes.flatMap((node) => partsOf(node, String(name))))),
    elements: (view, name = '*') => listOf(view.nodes.flatMap((node) => elementsOf(node, name))),
    descendants: (view, name = '*') => listOf(view.nodes.flatMap((node) => below(node, String(name)))),
    attribute: (view, name) => listOf(view.nodes.flatMap((node) => attributesOf(node, `@${name}`))),
    attributes: (view) => listOf(view.nodes.flatMap((node) => attributesOf(node, '@*'))),
    text: (view) => listOf(view.nodes.flatMap((node) => (node.c || []).filter(isText))),
    comments: (view) => listOf(view.nodes.flatMap((node) => (node.c || []).filter((child) => child.x !== undefined))),
    processingInstructions: (view, name = '*') => listOf(view.nodes.flatMap((node) => (node.c || [])
        .filter((child) => child.t !== undefined && (name === '*' || child.t === String(name))))),
    parent: (view) => parentOf(view),
    name: (view) => (one(view).n === undefined ? one(view).t || null : new QName(one(view).u || '', one(view).n)),
    localName: (view) => (one(view).n === undefined ? one(view).t || null : one(view).n),
    namespace: (view, prefix) => namespaceOf(one(view), prefix),
    nodeKind: (view) => kindOf(one(view)),
    hasSimpleContent: (view) => isSimple(view),
    hasComplexContent: (view) => view.nodes.length > 1 || view.nodes.some(hasElements),
    hasOwnProperty: (view, name) => hasPart(view, String(name)),
    propertyIsEnumerable: (view, name) => Number(name) >= 0 && Number(name) < view.nodes.length,
    copy: (view) => (view.isList ? listOf(view.nodes.map((node) => copied(node))) : viewOf(copied(one(view)))),
    contains: (view, other) => view.nodes.some((node) => written(node) === String(other.toXMLString ? other.toXMLString() : other)),
    appendChild: (view, value) => changed(view, (node, nodes) => node.c.push(...nodes), value),
    prependChild: (view, value) => changed(view, (node, nodes) => node.c.unshift(...nodes), value),
    setChildren: (view, value) => changed(view, (node, nodes) => { node.c = nodes; }, value),
    insertChildAfter: (view, child, value) => changed(view, (node, nodes) => node.c.splice(placeOf(node, child, -1) + 1, 0, ...nodes), value),
    insertChildBefore: (view, child, value) => changed(view, (node, nodes) => node.c.splice(placeOf(node, child, node.c.length), 0, ...nodes), value),
    replace: (view, name, value) => replaced(view, String(name), value),
    childIndex: (view) => (one(view).up ? one(view).up.c.indexOf(one(view)) : -1),
    setName: (view, name) => {
        const { local, uri } = keyOf(name);
        Object.assign(one(view), { n: local }, name instanceof QName ? { u: uri || null } : {});
    },
    setLocalName: (view, name) => { one(view).n = String(name); },
    setNamespace: (view, namespace) => { Object.assign(one(view), { u: uriOf(namespace), p: namespace.prefix || null }); },
    addNamespace: (view, namespace) => { one(view).d[namespace.prefix || ''] = uriOf(namespace); return view.self; },
    removeNamespace: (view, namespace) => { delete one(view).d[namespace.prefix]; return view.self; },
    namespaceDeclarations: (view) => Object.keys(one(view).d).map((prefix) => new Namespace(prefix, one(view).d[prefix])),
    inScopeNamespaces: (view) => inScope(one(view)),
    normalize: (view) => view.self,
    /** The elements for which a condition holds. */
    '()': (view, condition) => listOf(view.nodes.filter((node) => condition(viewOf(node))))
};

function one(view) {
    if (view.nodes.length !== 1) {
        throw new TypeError(`This needs one XML value, not ${view.nodes.length}`);
    }
    return view.nodes[0];
}

function isSimple(view) {
    return view.nodes.length < 2 && !view.nodes.some(hasElements);
}

function kindOf(node) {
    if (isText(node)) {
        return 'text';
    }
    return node.owner ? 'attribute' : isElement(node) ? 'element' : node.x === undefined ? 'processing-instruction' : 'comment';
}

function parentOf(view) {
    const above = new Set(view.nodes.map((node) => node.owner || node.up));
    const [found] = above;
    return above.size === 1 && found ? viewOf(found) : undefined;
}

function inScope(node) {
    const found = new Map();
    for (let each = node.owner || node; each; each = each.up) {
        Object.keys(each.d || {}).filter((prefix) => !found.has(prefix)).forEach((prefix) => found.set(prefix, new Namespace(prefix, each.d[prefix])));
    }
    return Array.from(found.values());
}

function namespaceOf(node, prefix) {
    if (prefix === undefined) {
        return isText(node) || node.n === undefined ? null : new Namespace(node.p || '', node.u || '');
    }
    return inScope(node).find((each) => each.prefix === String(prefix));
}

function placeOf(node, child, otherwise) {
    return child && child[nodeOf] ? node.c.indexOf(child[nodeOf].nodes[0]) : otherwise;
}

function changed(view, change, value) {
    const node = target(view);
    change(node, adopt(node, nodesOf(value)));
    return view.self;
}

function replaced(view, name, value) {
    const node = one(view);
    const index = /^\d+$/.test(name);
    if (index ? Number(name) < node.c.length : partsOf(node, name).length > 0) {
        if (index) {
            node.c.splice(Number(name), 1, ...adopt(node, nodesOf(value)));
        } else {
            setChild(node, name, nodesOf(value));
        }
    }
    return view.self;
}

function hasPart(view, name) {
    return /^\d+$/.test(name) ? Number(name) < view.nodes.length : view.nodes.some((node) => partsOf(node, name).length > 0);
}

/** The element that a view stands for: what isn't there yet is made, as `order.amount` in `order.amount.value = 1`. */
function target(view) {
    if (view.nodes.length === 0 && view.from && view.name !== '*' && view.name[0] !== '@') {
        view.nodes.push(childNamed(target(view.from), view.name));
    }
    return one(view);
}

function property(view, name) {
    if (/^\d+$/.test(name)) {
        const node = view.nodes[Number(name)];
        return node === undefined ? undefined : viewOf(node);
    }
    return listOf(view.nodes.flatMap((node) => partsOf(node, name)), view, name);
}

/** `list[1] = value`; behind the last one it is a further one. */
function setIndex(view, index, value) {
    const node = view.nodes[index];
    const values = nodesOf(value);
    if (node === undefined) {
        const above = view.nodes.length > 0 ? view.nodes[view.nodes.length - 1].up : target(view.from);
        const last = view.nodes[view.nodes.length - 1];
        const added = values.some(isElement) ? adopt(above, values) : [Object.assign(childNamed(above, view.name), { c: values })];
        above.c = above.c.filter((child) => !added.includes(child));
        above.c.splice(last ? above.c.indexOf(last) + 1 : above.c.length, 0, ...added);
        view.nodes.push(...added);
    } else if (node.owner) {
        node.v = String(value);
    } else if (isElement(node) && !values.some(isElement)) {
        node.c = values.filter((text) => text !== '');
    } else if (node.up) {
        node.up.c.splice(node.up.c.indexOf(node), 1, ...adopt(node.up, values));
        view.nodes.splice(index, 1, ...values);
    }
}

function set(view, name, value) {
    if (/^\d+$/.test(name)) {
        setIndex(view, Number(name), value);
    } else if (name[0] === '@') {
        const isList = value && value[nodeOf] && value[nodeOf].nodes.length > 1;
        setAttribute(target(view), name, isList ? value[nodeOf].nodes.map(textOf).join(' ') : value);
    } else {
        setChild(target(view), name, nodesOf(value));
    }
}

function removeNode(node) {
    const parts = node.owner ? node.owner.a : node.up ? node.up.c : [];
    const at = parts.indexOf(node);
    if (at >= 0) {
        parts.splice(at, 1);
    }
}

const TRAPS = {
    get(held, name) {
        const { view } = held;
        if (name === nodeOf) {
            return view;
        }
        if (name === Symbol.toPrimitive) {
            return () => METHODS.toString(view);
        }
        if (name === Symbol.iterator) {
            return () => view.nodes.map((node) => viewOf(node))[Symbol.iterator]();
        }
        if (typeof name !== 'string' || name === 'constructor' || name === 'then') {
            return name === 'constructor' ? (view.isList ? XMLList : XML) : undefined;
        }
        // Methods that are names of no element in use stay plain functions.
        return ['toString', 'valueOf', 'toJSON', '()'].includes(name) ? (...values) => METHODS[name](view, ...values) : property(view, name);
    },
    set(held, name, value) {
        set(held.view, String(name), value);
        return true;
    },
    deleteProperty({ view }, name) {
        const parts = /^\d+$/.test(name) ? view.nodes.slice(Number(name), Number(name) + 1) : view.nodes.flatMap((node) => partsOf(node, name).slice());
        parts.forEach(removeNode);
        view.nodes = view.nodes.filter((node) => !parts.includes(node));
        return true;
    },
    has: ({ view }, name) => (typeof name === 'string' ? hasPart(view, name) : name === nodeOf || name === Symbol.iterator),
    ownKeys: (held) => Object.keys(held.view.nodes).concat(typeof held === 'function' ? 'prototype' : []),
    getOwnPropertyDescriptor(held, name) {
        if (name === 'prototype' && typeof held === 'function') {
            return Reflect.getOwnPropertyDescriptor(held, name);
        }
        const node = held.view.nodes[name];
        return node === undefined ? undefined : { value: viewOf(node), enumerable: true, configurable: true };
    },
    apply({ view: { from, name } }, self, values) {
        if (from && Object.hasOwn(METHODS, name)) {
            return METHODS[name](from, ...values);
        }
        // A value without elements has the methods of its text.
        if (from && isSimple(from) && typeof String.prototype[name] === 'function') {
            return String.prototype[name].apply(METHODS.toString(from), values);
        }
        throw new TypeError(`${name || 'XML'} is not a function`);
    },
    getPrototypeOf: ({ view }) => (view.isList ? XMLList.prototype : XML.prototype)
};

/** What a property answers may be a method. */
function made(view) {
    const held = view.from ? function () {} : {};
    held.view = view;
    view.self = new Proxy(held, TRAPS);
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
        return !new.target && !value[nodeOf].isList ? value : viewOf(copied(one(value[nodeOf])));
    }
    const text = String(value === null ? '' : value).trim();
    if (/^<!(?:\[CDATA\[|--)/.test(text)) {
        const nodes = fragments(text);
        return nodes.length === 1 ? viewOf(nodes[0]) : viewOf(parsed(text));
    }
    return viewOf(text.startsWith('<') ? parsed(text) : text);
}

function XMLList(value = '') {
    if (value && value[nodeOf]) {
        return !new.target && value[nodeOf].isList ? value : listOf(value[nodeOf].nodes.slice());
    }
    const text = String(value === null ? '' : value).replace(/^\s*<\?xml.*?\?>/, '');
    return listOf(text.trim() === '' ? [] : fragments(text));
}

Object.keys(settings).forEach((name) => {
    Object.defineProperty(XML, name, { get: () => settings[name], set: (value) => { settings[name] = value; }, enumerable: true });
});
const DEFAULTS = Object.freeze(Object.assign({}, settings));
XML.settings = () => Object.assign({}, settings);
XML.defaultSettings = () => Object.assign({}, DEFAULTS);
XML.setSettings = (wanted) => { Object.assign(settings, wanted || DEFAULTS); };

const shown = { getters: [], size: (xml) => xml[nodeOf].nodes.length, at: (xml, index) => viewOf(xml[nodeOf].nodes[index]) };
host.define(XMLList, Object.assign({ type: 'XMLList' }, shown));
host.define(XML, {
    type: 'XML',
    getters: [],
    size: (xml) => partsShown(xml).length,
    at: (xml, index) => partsShown(xml)[index]
});

/** The attributes and the children of an element. */
function partsShown(xml) {
    const [node] = xml[nodeOf].nodes;
    const attributes = attributesOf(node, '@*').map((each) => ({ key: `@${each.n}`, value: each.v }));
    const children = isElement(node) ? node.c.map((child) => ({ key: isElement(child) ? child.n : '', value: viewOf(child) })) : [];
    return attributes.concat(children);
}

module.exports = { XML, XMLList, Namespace, QName, viewOf, listOf, linked, METHODS, fits };
