'use strict';

/** What isn't declared, but some scripts use all the same. */
const UNDECLARED = ['system/Pipelet', 'util/LinkedList'];

/** The names in a package, each with whether it is a package itself. */
function namesIn(path) {
    const start = path === '' ? '' : `${path}/`;
    const found = {};
    host.declared.classes().concat(UNDECLARED).filter((name) => name.startsWith(start)).forEach((name) => {
        const below = name.slice(start.length).split('/');
        found[below[0]] = found[below[0]] || below.length > 1;
    });
    return found;
}

/** A package whose classes are loaded at their first use; a class it doesn't have is undefined. */
function packageOf(path) {
    const members = {};
    const known = {};
    Object.entries(namesIn(path)).forEach(([name, isPackage]) => {
        Object.defineProperty(members, name, {
            enumerable: true,
            get() {
                const inner = path === '' ? name : `${path}/${name}`;
                known[name] = known[name] || (isPackage ? packageOf(inner) : require(`dw/${inner}`));
                return known[name];
            }
        });
    });
    const shown = `[JavaPackage ${`dw/${path}`.replace(/\/$/, '').replace(/\//g, '.')}]`;
    Object.defineProperty(members, 'toString', { value: () => shown });
    return members;
}

module.exports = { packages: packageOf('') };
