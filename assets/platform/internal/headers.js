'use strict';

const { held, define } = require('./bean');
const { entriesOf, valuesOf } = require('./mapViews');
const ArrayList = require('dw/util/ArrayList');
const LinkedHashMap = require('dw/util/LinkedHashMap');
const MapEntry = require('dw/util/MapEntry');

/** What neither the debugger's listing nor a text of all headers tells: who sends a request proves himself with it. */
const SECRET = ['authorization', 'cookie'];

function shown(headers) {
    return Array.from(headers[held]).filter(([name]) => !SECRET.includes(name));
}

/** A header that a script gets with its value, and the debugger and texts without. */
class SecretEntry extends MapEntry {
    toString() {
        return String(this.key);
    }
}

define(SecretEntry, 'dw.util.MapEntry', { hides: ['value'] });

/** Whose values they are. */
const owners = new WeakMap();

/** The values of headers. */
class Values extends ArrayList {
    toString() {
        return `[${shown(owners.get(this)).map(([, value]) => value).join(', ')}]`;
    }
}

define(Values, 'dw.util.ArrayList', {
    hides: ['first', 'last'],
    size: (values) => shown(owners.get(values)).length,
    at: (values, index) => shown(owners.get(values))[index][1]
});

/** The headers of a request, by their names in small letters. */
class Headers extends LinkedHashMap {
    constructor(headers) {
        super();
        this.putAll(headers);
    }

    clone() {
        return new Headers(Object.fromEntries(this[held]));
    }

    values() {
        const values = valuesOf(this, Values);
        owners.set(values, this);
        return values;
    }

    entrySet() {
        return entriesOf(this, (name) => (SECRET.includes(name) ? new SecretEntry(this, name) : new MapEntry(this, name)));
    }

    toString() {
        return `{${shown(this).map(([name, value]) => `${name}=${value}`).join(', ')}}`;
    }
}

module.exports = define(Headers, 'dw.util.LinkedHashMap', {
    size: (headers) => shown(headers).length,
    at: (headers, index) => {
        const [key, value] = shown(headers)[index];
        return { key, value };
    }
});
