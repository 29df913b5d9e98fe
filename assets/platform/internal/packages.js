'use strict';

/** What isn't declared, but some scripts use all the same. */
const UNDECLARED = ['util/LinkedList'];

/** The names below a path: `{ order: null, … }` with what is below each. */
function tree(classes) {
    const root = {};
    classes.forEach((path) => {
        path.split('/').reduce((found, name) => {
            found[name] = found[name] || {};
            return found[name];
        }, root);
    });
    return root;
}

/** A package whose classes are loaded at their first use; a class it doesn't have is undefined. */
function packageOf(path, below) {
    const members = {};
    const known = {};
    Object.keys(below).forEach((name) => {
        const inner = path === '' ? name : `${path}/${name}`;
        const isClass = Object.keys(below[name]).length === 0;
        const load = () => (isClass ? require(`dw/${inner}`) : packageOf(inner, below[name]));
        Object.defineProperty(members, name, {
            enumerable: true,
            get() {
                known[name] = known[name] || load();
                return known[name];
            }
        });
    });
    const shown = `[JavaPackage ${`dw/${path}`.replace(/\/$/, '').replace(/\//g, '.')}]`;
    Object.defineProperty(members, 'toString', { value: () => shown });
    return members;
}

module.exports = { packages: packageOf('', tree(host.declared.classes().concat(UNDECLARED))) };
