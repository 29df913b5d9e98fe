'use strict';

const { manager } = require('../../internal/bean');

/** Where the platform asks itself if nothing is registered for an extension point. */
const OLDER = { 'dw.order.calculate': 'dw.ocapi.shop.basket.calculate' };

function registered(extensionPoint) {
    return host.call('hook.scripts', { name: String(extensionPoint) });
}

function called(extensionPoint) {
    const own = registered(extensionPoint);
    return own.length > 0 || !Object.hasOwn(OLDER, extensionPoint) ? own : registered(OLDER[extensionPoint]);
}

/** What a script's hook answers: a function of what the script exports, which `this` is in it. */
function answered(script, extensionPoint, name, values) {
    const functions = host.requirePath(script);
    if (functions && typeof functions[name] === 'function') {
        return functions[name](...values);
    }
    // At points of their own scripts can ask for a whole script alone: they call what few of them have.
    const level = String(extensionPoint).startsWith('dw.') ? 'error' : 'warn';
    host.call('log.write', { level, category: 'hooks', message: `${script} exports no function ${name}` });
    return undefined;
}

/** Calls the functions that cartridges registered for an extension point in their `hooks.json`. */
class HookMgr {
    static hasHook(extensionPoint) {
        return registered(extensionPoint).length > 0;
    }

    /**
     * Calls the hooks of `extensionPoint` in the order of the cartridge path until one answers something
     * other than undefined or null, and answers that. Errors of a hook pass through.
     */
    static callHook(extensionPoint, name, ...values) {
        for (const script of called(extensionPoint)) {
            const result = answered(script, extensionPoint, name, values);
            if (result !== undefined && result !== null) {
                return result;
            }
        }
        return undefined;
    }
}

module.exports = manager(HookMgr, 'dw.system.HookMgr');
