'use strict';

const { text } = require('../converted');
const { failed } = require('../missing');
const loops = require('../loops');
const { read } = require('./reading');

/** What ends a loop, or the whole template. */
const BREAK = Symbol('break');
const STOP = Symbol('stop');

/** What Velocity brings besides what a script gives. */
const TOOLS = ['alternator', 'class', 'context', 'convert', 'date', 'display', 'esc', 'field', 'link', 'log', 'math', 'mill', 'number', 'params', 'render', 'sorter', 'text', 'xml'];

/** Methods that templates call as on the platform's own lists and texts. */
const METHODS = {
    size: (it) => it.length,
    length: (it) => it.length,
    isEmpty: (it) => it.length === 0,
    get: (it, at) => it[at],
    contains: (it, other) => it.includes(other),
    equals: (it, other) => it === other
};

const isNothing = (value) => value === undefined || value === null;
const isTrue = (value) => !isNothing(value) && value !== false;

const OPERATORS = {
    equals: (left, right) => left === right || (!isNothing(left) && !isNothing(right) && String(left) === String(right)),
    differs: (left, right) => !OPERATORS.equals(left, right),
    atMost: (left, right) => left <= right,
    atLeast: (left, right) => left >= right,
    below: (left, right) => left < right,
    above: (left, right) => left > right,
    plus: (left, right) => left + right,
    minus: (left, right) => left - right,
    times: (left, right) => left * right,
    over: (left, right) => (Number.isInteger(left) && Number.isInteger(right) ? Math.trunc(left / right) : left / right),
    rest: (left, right) => left % right
};

function property(owner, name) {
    const value = owner[name];
    const getter = `get${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return value === undefined && typeof owner[getter] === 'function' ? owner[getter]() : value;
}

function called(owner, name, values) {
    if (typeof owner[name] === 'function') {
        return owner[name](...values);
    }
    const isPlain = typeof owner === 'string' || Array.isArray(owner);
    return isPlain && Object.hasOwn(METHODS, name) ? METHODS[name](owner, ...values) : undefined;
}

/** A template while it is rendered; `values` are the references by name. */
class Rendering {
    constructor(values) {
        this.values = values;
        this.written = [];
    }

    render(parts) {
        for (const part of parts) {
            const end = typeof part === 'string' ? this.#write(part) : this.#part(part);
            if (end !== undefined) {
                return end;
            }
        }
        return undefined;
    }

    #write(text) {
        this.written.push(text);
    }

    #part(part) {
        switch (part.kind) {
            case 'reference': {
                const value = text(this.#value(part.tree));
                return this.#write(value === null ? (part.quiet ? '' : part.source) : value);
            }
            case 'set':
                return this.#set(part.target, this.#value(part.value));
            case 'if': {
                const branch = part.branches.find(([condition]) => isTrue(this.#value(condition)));
                return this.render(branch === undefined ? part.otherwise : branch[1]);
            }
            case 'foreach':
                return this.#loop(part);
            default:
                return part.kind === 'break' ? BREAK : STOP;
        }
    }

    #loop({ name, list, parts }) {
        const all = Array.from(loops.elementsOf(this.#value(list)));
        const before = [this.values[name], this.values.foreach, this.values.velocityCount];
        let end;
        for (let index = 0; index < all.length && end === undefined; index += 1) {
            this.values[name] = all[index];
            this.values.foreach = { index, count: index + 1, hasNext: index + 1 < all.length, first: index === 0, last: index + 1 === all.length };
            this.values.velocityCount = index + 1;
            end = this.render(parts);
        }
        [this.values[name], this.values.foreach, this.values.velocityCount] = before;
        return end === BREAK ? undefined : end;
    }

    #set([, name, steps], value) {
        if (steps.length === 0) {
            this.values[name] = value;
            return;
        }
        const owner = this.#reference(name, steps.slice(0, -1));
        const [kind, last] = steps[steps.length - 1];
        if (!isNothing(owner) && kind !== 'method') {
            owner[kind === 'index' ? this.#value(last) : last] = value;
        }
    }

    #reference(name, steps) {
        if (!(name in this.values) && TOOLS.includes(name)) {
            throw failed(`$${name} of the Velocity tools`);
        }
        return steps.reduce((owner, [kind, what, given]) => {
            if (isNothing(owner)) {
                return undefined;
            }
            if (kind === 'method') {
                return called(owner, what, given.map((it) => this.#value(it)));
            }
            return kind === 'index' ? owner[this.#value(what)] : property(owner, what);
        }, this.values[name]);
    }

    #value([kind, first, second]) {
        switch (kind) {
            case 'value':
                return first;
            case 'text': {
                const inner = new Rendering(this.values);
                inner.render(first);
                return inner.written.join('');
            }
            case 'list':
                return first.map((it) => this.#value(it));
            case 'range': {
                const [from, to] = [Number(this.#value(first)), Number(this.#value(second))];
                return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => (to < from ? from - index : from + index));
            }
            case 'map':
                return Object.fromEntries(first.map(([key, value]) => [this.#value(key), this.#value(value)]));
            case 'reference':
                return this.#reference(first, second);
            case 'not':
                return !isTrue(this.#value(first));
            case 'or':
                return isTrue(this.#value(first)) || isTrue(this.#value(second));
            case 'and':
                return isTrue(this.#value(first)) && isTrue(this.#value(second));
            default:
                return OPERATORS[kind](this.#value(first), this.#value(second));
        }
    }
}

/** What a template makes of values by their names. */
function rendered(template, values) {
    const rendering = new Rendering(Object.assign(Object.create(null), values));
    rendering.render(read(template));
    return rendering.written.join('');
}

module.exports = { rendered };
