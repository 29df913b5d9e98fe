'use strict';

/** Values of a description's classes as XML, and back. */

const { Constant, listOf } = require('./classes');
const { held } = require('../bean');
const { escaped, isElement, quoted } = require('../xmlNodes');
const { kindOf, read, write } = require('./kinds');

const ENVELOPES = { 11: 'http://schemas.xmlsoap.org/soap/envelope/', 12: 'http://www.w3.org/2003/05/soap-envelope' };
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const SCHEMA = 'http://www.w3.org/2001/XMLSchema';
/** Values in values. */
const DEEPEST = 100;

function spaceAndName(key) {
    const [, space, name] = /^\{([^}]*)\}#?(.*)$/.exec(key);
    return [space, name];
}

function isSet(value) {
    return value !== null && value !== undefined;
}

/** Writes values; the prefixes that it needs stand in the envelope. */
class Writer {
    #classes;
    #prefixes = new Map();
    #isEncoded;

    constructor(classes, isEncoded) {
        this.#classes = classes;
        this.#isEncoded = isEncoded;
    }

    #named(space, name) {
        if (!space) {
            return name;
        }
        if (!this.#prefixes.has(space)) {
            this.#prefixes.set(space, `n${this.#prefixes.size + 1}`);
        }
        return `${this.#prefixes.get(space)}:${name}`;
    }

    /** The start of the envelope's tag declares all that its parts have needed. */
    envelope(version, headers, body) {
        const declared = Array.from(this.#prefixes, ([space, prefix]) => ` xmlns:${prefix}="${quoted(space)}"`).join('');
        const header = headers.length === 0 ? '' : `<soap:Header>${headers.join('')}</soap:Header>`;
        return `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${ENVELOPES[version]}"${declared}>${header}<soap:Body>${body}</soap:Body></soap:Envelope>`;
    }

    /** An element around what is written already. */
    around(space, name, inner) {
        const tag = this.#named(space, name);
        return `<${tag}>${inner}</${tag}>`;
    }

    element(space, name, type, value, depth = 0) {
        if (depth > DEEPEST) {
            throw new TypeError(`Values for ${name} are nested deeper than ${DEEPEST}`);
        }
        const tag = this.#named(space, name);
        const key = this.#classes.keyOf(value);
        const actual = key === undefined ? type : key;
        const described = this.#classes.type(actual);
        if (described === undefined || described.values) {
            return this.#plain(tag, described ? 'string' : type, value);
        }
        const differs = actual === type || this.#classes.isNameless(actual) ? '' : ` ${this.#named(INSTANCE, 'type')}="${this.#named(...spaceAndName(actual))}"`;
        const parts = this.#classes.partsOf(actual);
        const text = this.#classes.textOf(actual);
        const attributes = parts.filter((part) => part.attribute).map((part) => this.#attribute(part, this.#value(value, part)));
        const elements = parts.filter((part) => !part.attribute).map((part) => this.#part(part, this.#value(value, part), depth));
        const inner = text ? escaped(this.#text(text, typeof value === 'object' ? this.#value(value, { name: 'value' }) : value)) : elements.join('');
        return inner === '' ? `<${tag}${attributes.join('')}${differs}/>` : `<${tag}${attributes.join('')}${differs}>${inner}</${tag}>`;
    }

    #plain(tag, type, value) {
        const kind = type === 'anyType' ? kindOf(value) : type;
        const isTold = type === 'anyType' || this.#isEncoded;
        const told = isTold && kind[0] !== '{' ? ` ${this.#named(INSTANCE, 'type')}="${this.#named(SCHEMA, kind)}"` : '';
        return `<${tag}${told}>${escaped(this.#text(kind, value))}</${tag}>`;
    }

    #text(kind, value) {
        if (!isSet(value)) {
            return '';
        }
        return value instanceof Constant ? value.value() : write(kind, value);
    }

    #value(value, part) {
        return this.#classes.keyOf(value) === undefined ? Object(value)[part.name] : value[held][part.name];
    }

    #attribute(part, value) {
        return isSet(value) ? ` ${this.#named(part.space, part.name)}="${quoted(this.#text(part.type, value))}"` : '';
    }

    #part(part, value, depth) {
        const values = part.list ? Array.from(listOf(value)) : [value];
        return values.filter(isSet).map((each) => this.element(part.space, part.name, part.type, each, depth + 1)).join('');
    }
}

/** Reads values out of the elements of an answer. */
class Reader {
    #classes;
    /** Elements that others refer to, as older servers answer. */
    #shared = new Map();

    constructor(classes, body) {
        this.#classes = classes;
        body.c.filter(isElement).forEach((node) => {
            const id = attributeOf(node, 'id');
            if (id !== undefined) {
                this.#shared.set(`#${id}`, node);
            }
        });
    }

    value(type, node, scope, depth = 0) {
        if (depth > DEEPEST) {
            throw new TypeError(`An answer's values are nested deeper than ${DEEPEST}`);
        }
        const shared = this.#shared.get(attributeOf(node, 'href'));
        if (shared !== undefined) {
            return this.value(type, shared, scope, depth + 1);
        }
        const seen = Object.assign({}, scope, node.d);
        if (/^(?:true|1)$/.test(attributeOf(node, 'nil', INSTANCE) || '')) {
            return null;
        }
        const actual = this.#told(type, attributeOf(node, 'type', INSTANCE), seen);
        const described = this.#classes.type(actual);
        if (described === undefined) {
            return node.c.some(isElement) ? null : read(actual, textOf(node));
        }
        const Class = this.#classes.of(actual);
        return described.values ? constant(Class, textOf(node)) : this.#object(actual, new Class(), node, seen, depth);
    }

    /** The type that an element tells itself, if it is known. */
    #told(type, told, scope) {
        if (told === undefined) {
            return type;
        }
        const [prefix, name] = told.includes(':') ? told.split(':') : ['', told];
        const space = scope[prefix] || '';
        const key = `{${space}}${name}`;
        return this.#classes.type(key) ? key : space === SCHEMA && type === 'anyType' ? name : type;
    }

    #object(key, object, node, scope, depth) {
        this.#classes.partsOf(key).forEach((part) => {
            if (part.attribute) {
                const text = attributeOf(node, part.name);
                if (text !== undefined) {
                    object[held][part.name] = this.#text(part.type, text);
                }
                return;
            }
            const found = node.c.filter((child) => isElement(child) && child.n === part.name);
            const values = found.map((child) => this.value(part.type, child, scope, depth + 1));
            if (part.list) {
                object[held][part.name] = listOf(part.name === 'item' && found.length === 0 ? this.#items(part, node, scope, depth) : values);
            } else if (values.length > 0) {
                [object[held][part.name]] = values;
            }
        });
        const text = this.#classes.textOf(key);
        if (text) {
            object[held].value = this.#text(text, textOf(node));
        }
        return object;
    }

    /** Elements of encoded arrays have any names. */
    #items(part, node, scope, depth) {
        return node.c.filter(isElement).map((child) => this.value(part.type, child, scope, depth + 1));
    }

    #text(type, text) {
        const described = this.#classes.type(type);
        return described && described.values ? constant(this.#classes.of(type), text) : read(type, text);
    }
}

function constant(Class, text) {
    return Class.values().find((each) => each.value() === text.trim()) || null;
}

function attributeOf(node, name, space) {
    const found = node.a.find((each) => each.n === name && (space === undefined || each.u === space));
    return found === undefined ? undefined : found.v;
}

function textOf(node) {
    return node.c.filter((child) => typeof child === 'string').join('');
}

module.exports = { Reader, Writer, spaceAndName, textOf };
