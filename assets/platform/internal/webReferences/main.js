'use strict';

/** The web services that cartridges describe, as the globals `webreferences` and `webreferences2`. */

const { Classes } = require('./classes');
const { alike, capitalised } = require('./names');
const { clientOf } = require('./ports');

/** What one description offers: `getDefaultService()`, `getService(service, port)`, and its classes by their names. */
function referenceOf(folder, name, described, kinds) {
    const { types, elements, services } = described;
    const classes = new Classes(types, `${folder}.${name}`);
    const description = { classes, elements };
    const keys = new Map();
    Object.keys(types).filter((key) => !types[key].outer).forEach((key) => {
        const called = alike(types[key].name);
        // A named type comes before one that stands in an element of the same name.
        if (!keys.has(called) || classes.isNameless(keys.get(called))) {
            keys.set(called, key);
        }
    });
    const ports = services.flatMap((service) => service.ports.map((port) => ({ service: service.name, port })));
    const offered = (wanted) => `it offers ${ports.map(({ service, port }) => `${service} ${port.name}`).join(', ') || 'none'}, not ${wanted}`;
    class Factory {}
    keys.forEach((key) => {
        const made = capitalised(types[key].name);
        Factory.prototype[`create${made}`] = () => (types[key].values ? null : new (classes.of(key))());
    });
    const members = {
        getDefaultService() {
            if (ports.length === 0) {
                throw new Error(`${described.file} describes no service that is called by SOAP`);
            }
            return clientOf(description, ports[0].port, kinds.Client);
        },
        getService(service, port) {
            const found = ports.find((each) => each.service === String(service) && each.port.name === String(port));
            if (found === undefined) {
                throw new Error(`${described.file} has no such service: ${offered(`${service} ${port}`)}`);
            }
            return clientOf(description, found.port, kinds.Client);
        }
    };
    const factory = function () { return new Factory(); };
    const reference = new kinds.Reference();
    const answer = (key) => {
        if (key === 'defaultService') {
            return members.getDefaultService();
        }
        if (key === 'ObjectFactory') {
            return factory;
        }
        if (Object.hasOwn(members, key)) {
            return members[key];
        }
        return keys.has(alike(key)) ? classes.of(keys.get(alike(key))) : undefined;
    };
    /** Classes may be asked for with their package, `reference.com.example.Class`. */
    const packageOf = (target) => new Proxy(target, {
        get(it, key) {
            if (typeof key === 'symbol' || key in it) {
                return Reflect.get(it, key);
            }
            const found = answer(key);
            return found === undefined && /^[a-z]\w*$/.test(key) && key !== 'then' && key !== 'toJSON' ? packageOf({}) : found;
        },
        has: (it, key) => key in it || (typeof key === 'string' && answer(key) !== undefined)
    });
    return packageOf(reference);
}

/** A global whose names are those of descriptions; one that no cartridge has fails by name. */
function references(folder, load) {
    const known = new Map();
    return new Proxy({}, {
        get(target, name) {
            if (typeof name === 'symbol' || name in target) {
                return Reflect.get(target, name);
            }
            if (!known.has(name)) {
                const described = host.call('reference.described', { folder, name });
                if (described === null) {
                    throw new ReferenceError(`${folder}.${name}: no cartridge of the path has cartridge/${folder}/${name}.wsdl`);
                }
                known.set(name, referenceOf(folder, name, described, load()));
            }
            return known.get(name);
        }
    });
}

module.exports = {
    webreferences: references('webreferences', () => ({ Reference: require('dw/rpc/WebReference'), Client: require('dw/rpc/Stub') })),
    webreferences2: references('webreferences2', () => ({ Reference: require('dw/ws/WebReference2'), Client: require('dw/ws/Port') }))
};
