'use strict';

const { define, manager } = require('../../internal/bean');
const { text } = require('../../internal/converted');
const { written } = require('../../internal/messageFormat');
const LogNDC = require('dw/system/LogNDC');

/** That of the request. */
const context = new LogNDC();

const LEVELS = ['debug', 'info', 'warn', 'error', 'fatal'];

/** A category of the log: `Logger.getLogger('checkout').info('order {0}', number)`. */
class Log {
    #category;

    constructor(category) {
        this.#category = text(category) || '';
    }

    static getNDC() {
        return context;
    }

    write(level, message, values) {
        host.call('log.write', { level, category: this.#category, message: values.length === 0 ? String(message) : written(message, values) });
    }

    isEnabled(level) {
        return host.call('log.enabled', { level, category: this.#category });
    }

    toString() {
        return `[Log category=${this.#category}]`;
    }
}

LEVELS.forEach((level) => {
    const write = function (message, ...values) { this.write(level, message, values); };
    Object.defineProperty(Log.prototype, level, { value: write, writable: true, configurable: true });
});

const enabled = {};
LEVELS.slice(0, 4).forEach((level) => {
    enabled[`${level}Enabled`] = (log) => log.isEnabled(level);
});

define(Log, 'dw.system.Log', { is: enabled });

module.exports = manager(Log, 'dw.system.Log', { NDC: true });
