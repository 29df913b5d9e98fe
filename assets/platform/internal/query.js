'use strict';

/**
 * The platform's query language: `custom.size >= {0} AND (status = 3 OR NOT name ILIKE 'a*')`. Values are
 * numbered arguments, numbers, dates such as `2007-05-31` and `2007-05-31T08:30:00+Z`, texts in quotes, `true`, `false`
 * and `NULL`; `*` and `?` are the wildcards of LIKE, and of ILIKE, which takes no heed of case.
 */

const queryable = require('./queryable');

const DATE = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:\+?Z|[+-]\d\d:?\d\d)?)?(?![\w-])/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/;
const TOKEN = new RegExp(
    `\\s*(?:(\\{\\d+\\})|('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*")|(${DATE.source}|${NUMBER.source})|(<=|>=|!=|<>|=|<|>|\\(|\\))|([\\w.$-]+))`,
    'y'
);

/** Conditions within conditions. */
const DEEPEST = 100;

function refused(query, reason) {
    return new Error(`The query "${query}" can't be read: ${reason}`);
}

function tokens(query) {
    const found = [];
    TOKEN.lastIndex = 0;
    while (query.slice(TOKEN.lastIndex).trim() !== '') {
        const at = TOKEN.lastIndex;
        const match = TOKEN.exec(query);
        if (match === null) {
            throw refused(query, `nothing fits at "${query.slice(at, at + 20)}"`);
        }
        found.push(match.slice(1));
    }
    return found;
}

function plain(value) {
    if (value === null || value === undefined) {
        return null;
    }
    if (value instanceof Date) {
        return value.getTime();
    }
    return typeof value === 'object' && typeof value.valueOf === 'function' ? value.valueOf() : value;
}

/** A number or a date as it is written; a date without a zone is one of UTC. */
function literal(query, text) {
    const [, day, time, zone] = /^(\d+-\d+-\d+)(?:T([\d:.]+)(.*))?$/.exec(text) || [];
    if (day === undefined) {
        return Number(text);
    }
    const offset = /^\+?Z$/.test(zone || 'Z') ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2');
    const date = new Date(`${day}T${time || '00:00'}${offset}`);
    if (Number.isNaN(date.getTime())) {
        throw refused(query, `there is no date ${text}`);
    }
    return date;
}

function pattern(text, flags) {
    const escaped = String(text).replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/[*%]/g, '.*').replace(/\?/g, '.');
    return new RegExp(`^${escaped}$`, flags);
}

function order(left, right) {
    if (left === right) {
        return 0;
    }
    if (left === null || right === null) {
        return left === null ? -1 : 1;
    }
    if (typeof left === 'number' || typeof right === 'number') {
        return Number(left) - Number(right);
    }
    return String(left) < String(right) ? -1 : Number(String(left) > String(right));
}

const COMPARISONS = {
    '=': (left, right) => order(left, right) === 0,
    '!=': (left, right) => order(left, right) !== 0,
    '<>': (left, right) => order(left, right) !== 0,
    '<': (left, right) => left !== null && right !== null && order(left, right) < 0,
    '<=': (left, right) => left !== null && right !== null && order(left, right) <= 0,
    '>': (left, right) => left !== null && right !== null && order(left, right) > 0,
    '>=': (left, right) => left !== null && right !== null && order(left, right) >= 0,
    LIKE: (left, right) => left !== null && pattern(right, 's').test(String(left)),
    ILIKE: (left, right) => left !== null && pattern(right, 'si').test(String(left))
};

/** Attributes hold one value or several; one of several is enough. */
function compared(operator, value, wanted) {
    const compare = COMPARISONS[operator];
    if (value && typeof value === 'object' && typeof value !== 'string' && typeof value[Symbol.iterator] === 'function') {
        return Array.from(value).some((each) => compare(plain(each), wanted));
    }
    return compare(plain(value), wanted);
}

/** The value of `custom.size` or `status` of an object. */
function valueAt(object, path) {
    return path.split('.').reduce((found, name) => (found === null || found === undefined ? null : found[name]), object);
}

class Reader {
    constructor(query, values, check) {
        this.query = query;
        this.check = check;
        this.values = values;
        this.tokens = tokens(query);
        this.at = 0;
        this.depth = 0;
    }

    word() {
        const token = this.tokens[this.at];
        return token === undefined ? null : String(token[3] || token[4] || '').toUpperCase();
    }

    takes(word) {
        const fits = this.word() === word;
        this.at += Number(fits);
        return fits;
    }

    any() {
        let left = this.all();
        while (this.takes('OR')) {
            const [one, other] = [left, this.all()];
            left = (object) => one(object) || other(object);
        }
        return left;
    }

    all() {
        let left = this.one();
        while (this.takes('AND')) {
            const [one, other] = [left, this.one()];
            left = (object) => one(object) && other(object);
        }
        return left;
    }

    one() {
        this.depth += 1;
        if (this.depth > DEEPEST) {
            throw refused(this.query, 'its conditions are nested too deep');
        }
        const condition = this.condition();
        this.depth -= 1;
        return condition;
    }

    condition() {
        if (this.takes('NOT')) {
            const inner = this.one();
            return (object) => !inner(object);
        }
        if (this.takes('(')) {
            const inner = this.any();
            if (!this.takes(')')) {
                throw refused(this.query, 'a parenthesis stays open');
            }
            return inner;
        }
        return this.comparison();
    }

    comparison() {
        const token = this.tokens[this.at];
        const path = token && token[4];
        if (!path) {
            throw refused(this.query, 'an attribute is missing');
        }
        this.check(path);
        this.at += 1;
        const operator = this.word();
        if (!Object.prototype.hasOwnProperty.call(COMPARISONS, operator || '')) {
            throw refused(this.query, `no comparison follows ${path}`);
        }
        this.at += 1;
        const wanted = plain(this.value());
        return (object) => compared(operator, valueAt(object, path), wanted);
    }

    value() {
        const token = this.tokens[this.at];
        if (token === undefined) {
            throw refused(this.query, 'a value is missing');
        }
        this.at += 1;
        const [argument, text, number, , word] = token;
        if (argument) {
            return this.argument(Number(argument.slice(1, -1)));
        }
        if (text) {
            return text.slice(1, -1).replace(/\\(.)/g, '$1');
        }
        if (number) {
            return literal(this.query, number);
        }
        const known = { NULL: null, TRUE: true, FALSE: false };
        const name = String(word).toUpperCase();
        if (!Object.prototype.hasOwnProperty.call(known, name)) {
            throw refused(this.query, `${word} is no value`);
        }
        return known[name];
    }

    argument(index) {
        if (index >= this.values.length) {
            throw refused(this.query, `there is no argument {${index}}`);
        }
        return this.values[index];
    }
}

/** Whether an object fits a query; no query fits everything. One array counts as all of the values. */
function condition(query, values, check) {
    if (query === null || query === undefined || String(query).trim() === '') {
        return () => true;
    }
    const isOne = values.length === 1 && Array.isArray(values[0]);
    const reader = new Reader(String(query), isOne ? values[0] : values, check);
    const fits = reader.any();
    if (reader.at < reader.tokens.length) {
        throw refused(query, 'something is left at its end');
    }
    return fits;
}

/** Compares by `creationDate desc, custom.rank asc`; nothing keeps the order. */
function sorting(text, check) {
    const parts = String(text || '').split(',').map((part) => part.trim().split(/\s+/)).filter(([path]) => path);
    parts.forEach(([path]) => check(path));
    return (left, right) => {
        for (const [path, direction] of parts) {
            const found = order(plain(valueAt(left, path)), plain(valueAt(right, path)));
            if (found !== 0) {
                return String(direction).toLowerCase() === 'desc' ? -found : found;
            }
        }
        return 0;
    };
}

/** A map of wanted values instead of a query: `{ 'custom.size': 'L' }`. */
function wantedValues(map, check) {
    const pairs = typeof map.entrySet === 'function'
        ? Array.from(map.entrySet(), (entry) => [entry.key, entry.value]) : Object.entries(map);
    pairs.forEach(([path]) => check(String(path)));
    return (object) => pairs.every(([path, value]) => compared('=', valueAt(object, path), plain(value)));
}

/**
 * What of `objects` fits, in order: the arguments are those of `queryX(query | map, sorting, …values)`. `kind` tells what
 * they are, `{ type, path }` as `queryable` takes it: an attribute that they don't have is an error.
 */
function queried(kind, objects, query, sort, values) {
    const check = queryable(kind, objects);
    const fits = query !== null && typeof query === 'object' ? wantedValues(query, check) : condition(query, values, check);
    return objects.filter(fits).sort(sorting(sort, check));
}

/** Which of `objects` fit a query. */
function fitting(kind, objects, query, values) {
    return objects.filter(condition(query, values, queryable(kind, objects)));
}

module.exports = { fitting, queried };
