'use strict';

const { manager } = require('../../internal/bean');
const Log = require('dw/system/Log');

const root = new Log('');

/** The log of scripts: functions for the root category, and a Log for others. */
class Logger {
    static getLogger(first, second) {
        return new Log(second === undefined ? first : `${first}.${second}`);
    }

    static getRootLogger() {
        return root;
    }
}

['debug', 'info', 'warn', 'error', 'fatal'].forEach((level) => {
    Logger[level] = function (message, ...values) { root.write(level, message, values); };
    Logger[`is${level.charAt(0).toUpperCase()}${level.slice(1)}Enabled`] = () => root.isEnabled(level);
    Object.defineProperty(Logger, `${level}Enabled`, { configurable: true, enumerable: false, get: () => root.isEnabled(level) });
});

module.exports = manager(Logger, 'dw.system.Logger', {
    rootLogger: () => root
});
