'use strict';

const { isStandIn } = require('./standIn');

/** Whether a class or its instances have a name, without asking for its value. */
function has(Class, name) {
    if (name === 'new') {
        return true;
    }
    return name in Class || (Class.prototype !== undefined && name in Class.prototype);
}

/** The names of all declared members of a class, those of its parents too. */
function declaredNames(path) {
    const names = [];
    for (let next = path; next !== undefined; next = host.declared.parent(next)) {
        names.push(...host.declared.members(next));
    }
    return names;
}

/** Whether a class is its constants alone: what stands for it has them all. */
function isConstants(path) {
    const names = host.declared.members(path);
    const isConstant = (name) => {
        const [kind, value] = host.declared.member(path, name);
        return kind === 'constant' && value !== undefined;
    };
    return names.length > 0 && names.every(isConstant);
}

/** The declared classes that have a module here: `{ 'order/Order': [names of what it lacks] }`. */
function list() {
    const listed = {};
    host.declared.classes().forEach((path) => {
        const Class = require(`dw/${path}`);
        if (!isStandIn(Class)) {
            listed[path] = declaredNames(path).filter((name) => !has(Class, name));
        } else if (isConstants(path)) {
            listed[path] = [];
        }
    });
    return listed;
}

module.exports = { list };
