'use strict';

/**
 * Methods of arrays and texts as functions of their constructors, `Array.map(list, change)` and `String.concat(a, b)`: the
 * platform's engine has them, and cartridges go through collections with them.
 */

const METHODS = [
    [Array, ['concat', 'every', 'filter', 'find', 'findIndex', 'forEach', 'indexOf', 'join', 'lastIndexOf', 'map', 'pop', 'push', 'reduce',
        'reduceRight', 'reverse', 'shift', 'slice', 'some', 'sort', 'splice', 'unshift']],
    [String, ['charAt', 'charCodeAt', 'concat', 'equalsIgnoreCase', 'indexOf', 'lastIndexOf', 'localeCompare', 'match', 'replace', 'search',
        'slice', 'split', 'substr', 'substring', 'toLocaleLowerCase', 'toLowerCase', 'toUpperCase']]
];

function install() {
    const { call } = Function.prototype;
    METHODS.forEach(([Class, names]) => names.forEach((name) => {
        const value = call.bind(Class.prototype[name]);
        Object.defineProperty(Class, name, { value, writable: true, configurable: true, enumerable: false });
    }));
}

module.exports = { install };
