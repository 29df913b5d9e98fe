'use strict';

const { define } = require('../../internal/bean');
const { text } = require('../../internal/converted');
const { written } = require('../../internal/messageFormat');

const LEVELS = ['debug', 'info', 'warn', 'error', 'fatal'];

/** A category of the log: `Logger.getLogger('checkout').info('order {0}', number)`. */
class Log {
    #category;

    constructor(category) {
        this.#category = text(category) || '';
    }

    write(level, message, values) {
        host.call('log.write', { level, category: this.#category, message: written(message, values) });
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

module.exports = define(Log, 'dw.system.Log', { is: enabled });
