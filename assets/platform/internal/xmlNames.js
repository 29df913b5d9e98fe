'use strict';

/**
 * Names of XML as keys of properties: `name`, `@name`, `uri::name`, `@uri::name`, `*::name`, `*`. Elements without a
 * namespace of their own in the key are those of the default namespace, attributes those of none.
 */

/** Under which a value of XML holds what it shows. */
const nodeOf = Symbol('node');

/** The default namespaces of the functions that run; the last one counts. */
const spaces = [''];

function uriOf(namespace) {
    return namespace === null || namespace === undefined ? '' : String(namespace.uri === undefined ? namespace : namespace.uri);
}

/** `new Namespace(uri)`, `new Namespace(prefix, uri)`, or another one's copy. */
function Namespace(prefix, uri) {
    if (!new.target) {
        return new Namespace(prefix, uri);
    }
    const other = uri === undefined && prefix instanceof Namespace ? prefix : null;
    this.prefix = other ? other.prefix : uri === undefined || prefix === undefined ? '' : String(prefix);
    this.uri = uri === undefined ? uriOf(prefix) : uriOf(uri);
}

Namespace.prototype.toString = function () { return this.uri; };

/** `new QName(name)`, `new QName(namespace, name)`; a namespace that is null stands for any. */
function QName(namespace, name) {
    if (!new.target) {
        return new QName(namespace, name);
    }
    const isAlone = name === undefined;
    const local = isAlone ? namespace : name;
    const other = local instanceof QName ? local : null;
    this.localName = other ? other.localName : String(local === undefined ? '' : local);
    if (isAlone) {
        this.uri = other ? other.uri : this.localName === '*' ? null : spaces[spaces.length - 1];
    } else {
        this.uri = namespace === null ? null : uriOf(namespace);
    }
}

QName.prototype.toString = function () {
    return this.uri === '' ? this.localName : `${this.uri === null ? '*' : this.uri}::${this.localName}`;
};

/** What a key says. A `uri` that is null is any. */
function keyOf(key) {
    const text = String(key);
    const isAttribute = text[0] === '@';
    const name = isAttribute ? text.slice(1) : text;
    const at = name.lastIndexOf('::');
    const local = at < 0 ? name : name.slice(at + 2);
    const space = at < 0 ? null : name.slice(0, at);
    if (at < 0) {
        return { isAttribute, local, uri: local === '*' ? null : isAttribute ? '' : spaces[spaces.length - 1] };
    }
    return { isAttribute, local, uri: space === '*' ? null : space };
}

function fits(node, { local, uri }) {
    return (local === '*' || node.n === local) && (uri === null || (node.u || '') === uri);
}

module.exports = { nodeOf, spaces, uriOf, Namespace, QName, keyOf, fits };
