'use strict';

/**
 * The classes that a description's types are for scripts: a part is `x.name`, `x.getName()` and `x.setName(value)`, one
 * that comes several times is a list, an enumeration has its values as constants.
 */

const { callable, held } = require('../bean');
const { capitalised, constantOf, propertiesOf } = require('./names');
const ArrayList = require('dw/util/ArrayList');

const INDEX = /^(?:0|[1-9]\d*)$/;

/** A list of parts; `list[0] = part` puts one in its place. */
class Parts extends ArrayList {}

Object.setPrototypeOf(Parts.prototype, new Proxy(Object.create(ArrayList.prototype), {
    set(target, name, value, list) {
        if (typeof name !== 'string' || !INDEX.test(name)) {
            return Reflect.set(target, name, value, list);
        }
        list[held][Number(name)] = value;
        return true;
    }
}));

function listOf(value) {
    if (value === null || value === undefined) {
        return new Parts();
    }
    return value instanceof Parts ? value : new Parts(typeof value === 'object' && Symbol.iterator in value ? Array.from(value) : [value]);
}

/** One of the values of a type that has no others. */
class Constant {
    #value;
    #name;

    constructor(value) {
        this.#value = value;
        this.#name = constantOf(value);
    }

    value() {
        return this.#value;
    }

    getValue() {
        return this.#value;
    }

    name() {
        return this.#name;
    }

    equals(other) {
        return other === this;
    }

    toString() {
        return this.#name;
    }
}

/** What makes the classes of one description, each when it is first asked for. */
class Classes {
    #types;
    #shown;
    #made = new Map();

    /** `types` by their keys; `shown` is what the description is called. */
    constructor(types, shown) {
        this.#types = types;
        this.#shown = shown;
    }

    /** The description of a type with a key, or nothing. */
    type(key) {
        return Object.hasOwn(this.#types, key) ? this.#types[key] : undefined;
    }

    /** Whether a type stands in an element, and no other can name it. */
    isNameless(key) {
        return key.includes('}#');
    }

    /** The key of the type that a value was made of, or nothing. */
    keyOf(value) {
        const Class = typeof value === 'object' && value !== null ? value.constructor : undefined;
        return Class && this.#made.has(Class.key) && this.#made.get(Class.key).prototype === Class.prototype ? Class.key : undefined;
    }

    /** All parts of a type, those of its base first. */
    partsOf(key) {
        const type = this.type(key);
        if (type === undefined) {
            return [];
        }
        return (type.base ? this.partsOf(type.base) : []).concat(type.parts || []);
    }

    /** The plain type of what stands in an element besides its attributes, or nothing. */
    textOf(key) {
        const type = this.type(key);
        return type && (type.text || (type.base ? this.textOf(type.base) : undefined));
    }

    of(key) {
        if (!this.#made.has(key)) {
            const type = this.type(key);
            this.#made.set(key, type.values ? this.#enumeration(type) : this.#structure(key, type));
        }
        return this.#made.get(key);
    }

    #name(type) {
        return `${this.#shown}.${capitalised(type.name)}`;
    }

    #enumeration(type) {
        const constants = type.values.map((value) => new Constant(value));
        const byValue = (text) => {
            const found = constants.find((each) => each.value() === String(text));
            if (found === undefined) {
                throw new TypeError(`${this.#name(type)} has no value ${text}: it has ${type.values.join(', ')}`);
            }
            return found;
        };
        const Class = { fromValue: byValue, fromString: byValue, values: () => constants.slice(), toString: () => `[JavaClass ${this.#name(type)}]` };
        Class.valueOf = (...given) => {
            if (given.length === 0) {
                return Class;
            }
            const found = constants.find((each) => each.name() === given[0]);
            return found === undefined ? byValue(given[0]) : found;
        };
        constants.forEach((each) => {
            [each.value(), each.name()].forEach((name) => Object.defineProperty(Class, name, { value: each, enumerable: name === each.name(), configurable: true }));
        });
        return Class;
    }

    #structure(key, type) {
        const Parent = type.base && this.type(type.base) ? this.of(type.base) : Object;
        const Class = class extends Parent {
            constructor() {
                super();
                if (!Object.hasOwn(this, held)) {
                    Object.defineProperty(this, held, { value: {} });
                }
            }
        };
        Object.defineProperty(Class, 'name', { value: capitalised(type.name) });
        Object.defineProperty(Class, 'key', { value: key });
        Object.defineProperty(Class, 'toString', { value: () => `[JavaClass ${this.#name(type)}]` });
        Object.defineProperty(Class.prototype, 'toString', { value: () => `[${this.#name(type)}]`, writable: true, configurable: true, enumerable: false });
        const own = (type.parts || []).concat(type.text ? [{ name: 'value', type: type.text }] : []);
        own.forEach((part) => define(Class.prototype, part));
        choices(own).forEach((parts) => this.#choice(Class.prototype, parts));
        Object.keys(this.#types).filter((each) => this.#types[each].outer === key).forEach((inner) => {
            Object.defineProperty(Class, capitalised(this.#types[inner].name), { get: () => this.of(inner), configurable: true });
        });
        const getters = (Parent.getters || []).concat(own.map((part) => part.name));
        Object.defineProperty(Class, 'getters', { value: getters });
        host.define(Class, { type: this.#name(type), getters });
        return callable(Class);
    }

    /** One of several parts under the names of all of them: `x.setAOrB(value)`. */
    #choice(target, parts) {
        const name = parts.slice(0, 3).map((part) => capitalised(part.name)).join('Or');
        accessor(target, name, (object) => {
            const part = parts.find((each) => object[held][each.name] !== undefined && object[held][each.name] !== null);
            return part === undefined ? null : object[held][part.name];
        }, (object, value) => {
            const key = this.keyOf(value);
            const part = parts.find((each) => each.type === key) || parts.find((each) => key !== undefined && this.#isA(key, each.type)) || parts[0];
            parts.forEach((each) => { delete object[held][each.name]; });
            object[held][part.name] = part.list ? listOf(value) : value;
        });
    }

    #isA(key, wanted) {
        for (let each = key; each; each = this.type(each) && this.type(each).base) {
            if (each === wanted) {
                return true;
            }
        }
        return false;
    }
}

/** The parts of each choice between two and more. */
function choices(parts) {
    const byChoice = new Map();
    parts.filter((part) => part.choice).forEach((part) => byChoice.set(part.choice, (byChoice.get(part.choice) || []).concat([part])));
    return Array.from(byChoice.values()).filter((each) => each.length > 1);
}

function accessor(target, name, read, write) {
    const get = function () { return read(this); };
    const set = function (value) { write(this, value); };
    propertiesOf(name).forEach((each) => {
        Object.defineProperty(target, each, { get, set, configurable: true, enumerable: false });
        Object.entries({ get, set, is: get }).forEach(([prefix, value]) => {
            Object.defineProperty(target, prefix + capitalised(each), { value, writable: true, configurable: true, enumerable: false });
        });
    });
}

function define(target, part) {
    const read = (object) => {
        const values = object[held];
        if (part.list && !(values[part.name] instanceof Parts)) {
            values[part.name] = listOf(values[part.name]);
        }
        return values[part.name] === undefined ? null : values[part.name];
    };
    accessor(target, part.name, read, (object, value) => { object[held][part.name] = part.list ? listOf(value) : value; });
    // A loop over an object of the class goes through the names of its parts.
    Object.defineProperty(target, propertiesOf(part.name)[0], { enumerable: true });
}

module.exports = { Classes, Constant, listOf };
