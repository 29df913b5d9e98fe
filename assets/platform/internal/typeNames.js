'use strict';

/** The declared name of an object's class, for example `order/Order`; the nearest one that is declared. */
function typePath(object) {
    for (let Class = object.constructor; typeof Class === 'function'; Class = Object.getPrototypeOf(Class)) {
        const found = /^\[JavaClass dw\.(.*)\]$/.exec(String(Class));
        if (found) {
            return found[1].replace(/\./g, '/');
        }
    }
    return null;
}

/** What metadata call an object's type: the declared name of its class. */
function typeName(object) {
    return typePath(object).split('/').pop();
}

module.exports = { typePath, typeName };
