'use strict';

const container = require('./container');
const ledger = require('./ledger');
const { reader } = require('./met');
const inPieces = require('./pieces');

/** All tables that this thread has used. */
const tables = [];

/**
 * Objects that the shop keeps between requests, by kind and key: custom objects, product lists, gift
 * certificates. The same key is the same object all through a request; what changed is kept at its end.
 */
class Table {
    constructor(kind, wrap) {
        this.kind = kind;
        this.wrap = wrap;
        this.live = new Map();
        this.removed = new Set();
        this.isWhole = false;
        this.read = reader();
        tables.push(this);
        ledger.register(this);
    }

    remembered(key, document) {
        if (!this.live.has(key)) {
            ledger.watch(document);
            this.live.set(key, { document, object: this.wrap(document, key), before: JSON.stringify(document) });
        }
        return this.live.get(key).object;
    }

    get(key) {
        if (this.live.has(key)) {
            return this.live.get(key).object;
        }
        const document = this.removed.has(key) || this.isWhole ? null : host.call('record.get', { kind: this.kind, key });
        return document === null ? null : this.remembered(key, document);
    }

    all() {
        if (!this.isWhole) {
            const { kind } = this;
            const keys = host.call('record.keys', { kind }).filter((key) => !this.removed.has(key));
            inPieces(keys, (some) => host.call('record.some', { kind, keys: some }), (key, document) => this.remembered(key, document));
            this.isWhole = true;
        }
        return Array.from(this.live.values(), (entry) => entry.object);
    }

    create(key, fields) {
        const now = new Date().toISOString();
        const document = Object.assign({ uuid: host.call('random.id', null), created: now, modified: now, custom: {} }, fields);
        this.removed.delete(key);
        const object = this.remembered(key, document);
        this.live.get(key).before = null;
        return object;
    }

    remove(key) {
        if (typeof key !== 'string') {
            throw new TypeError(`Nothing is removed of ${this.kind}: there is none without a key`);
        }
        this.live.delete(key);
        this.removed.add(key);
    }

    snapshot() {
        const entries = Array.from(this.live);
        const texts = this.read(entries.map(([, entry]) => entry.document));
        const live = entries.map(([key, entry], index) => [key, entry, texts[index]]);
        return { live, removed: Array.from(this.removed), isWhole: this.isWhole };
    }

    /** What was met since is as it was met, since scripts may hold it; what was made since is gone. */
    restore({ live, removed, isWhole }) {
        const known = new Set(live.map(([key]) => key));
        const met = Array.from(this.live).filter(([key, { before }]) => !known.has(key) && before !== null);
        const all = live.concat(met.map(([key, entry]) => [key, entry, entry.before]));
        this.live = new Map(all.map(([key, entry, document]) => {
            container.replaced(entry.document, document);
            return [key, entry];
        }));
        this.removed = new Set(removed);
        this.isWhole = isWhole;
    }

    changes() {
        const changed = Array.from(this.live).filter(([, entry]) => JSON.stringify(entry.document) !== entry.before);
        const kept = changed.map(([key, { document, before }]) => {
            if (before !== null) {
                document.modified = new Date().toISOString();
            }
            return { kind: this.kind, key, document };
        });
        return kept.concat(Array.from(this.removed, (key) => ({ kind: this.kind, key, document: null })));
    }
}

const named = new Map();

/** The table of a kind; `wrap(document, key)` makes its objects. */
function table(kind, wrap) {
    if (!named.has(kind)) {
        named.set(kind, new Table(kind, wrap));
    }
    return named.get(kind);
}

/** What the shop keeps: `{ kind, key, document }`, without a document if it is gone. */
function kept() {
    container.keepCustom();
    return [].concat(...tables.map((each) => each.changes()));
}

module.exports = { table, kept };
