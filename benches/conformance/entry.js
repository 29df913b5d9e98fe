// Runs the module under test. A storefront's own script finds a stand-in for everything that it
// requires or is handed, and each function that it exports is called once.
var LONGEST = 20000;
var ENOUGH = 'enough of the stand-in';

function bound(left) {
    return function use() {
        left -= 1;
        if (left < 0) throw new Error(ENOUGH);
    };
}

function standIn() {
    var use = bound(LONGEST);
    var more = false;
    var depth = 0;
    var any;
    function call(_, self, list) {
        use();
        if (depth > 3) return any;
        depth += 1;
        try {
            list.forEach(function (each) {
                if (typeof each === 'function' && each !== any) each(any, any, any);
            });
        } finally {
            depth -= 1;
        }
        return any;
    }
    var special = {
        length: 1,
        then: undefined,
        toJSON: function () { return 'any'; },
        hasNext: function () { use(); more = !more; return more; }
    };
    any = new Proxy(function () {}, {
        apply: call,
        construct: function (target, list) { return call(target, any, list); },
        get: function (_, name) {
            use();
            if (name === Symbol.toPrimitive) return function (hint) { return hint === 'number' ? 1 : 'any'; };
            if (name === Symbol.iterator) return function () { return [any][Symbol.iterator](); };
            return Object.hasOwn(special, name) ? special[name] : any;
        },
        set: function () { use(); return true; }
    });
    return any;
}

// Where it was enough tells nothing: whoever looks at the values of a halt uses it as well.
function isEnough(error) {
    return Boolean(error) && error.message === ENOUGH;
}

function told(name, action) {
    try {
        return name + ': ' + typeof action();
    } catch (error) {
        if (isEnough(error)) return name + ': ' + ENOUGH;
        return name + ': ' + error + ' ' + (error && error.lineNumber) + ' ' + (error && error.stack);
    }
}

function callAll(name, value, any) {
    var results = [];
    if (typeof value === 'function') {
        results.push(told(name, function () { return value(any, any, any, any); }));
        results.push(told('new ' + name, function () { return new value(any, any, any, any); }));
    }
    var holders = [value, typeof value === 'function' ? value.prototype : null];
    holders.forEach(function (holder) {
        if (!holder || typeof holder !== 'object' && typeof holder !== 'function') return;
        Object.getOwnPropertyNames(holder).forEach(function (key) {
            var member = Object.getOwnPropertyDescriptor(holder, key).value;
            if (typeof member !== 'function' || key === 'constructor') return;
            results.push(told(key, function () { return member.call(holder, any, any, any, any); }));
        });
    });
    return results.join('; ');
}

exports.run = function (input) {
    if (!input.names) {
        var run = host.requirePath('/app/a.js').run;
        return typeof run === 'function' ? String(run()) : 'no run';
    }
    var any = standIn();
    input.names.forEach(function (name) { globalThis[name] = any; });
    var value;
    try {
        value = host.requirePath('/app/a.js');
    } catch (error) {
        if (isEnough(error)) return ENOUGH;
        throw error;
    }
    return callAll('exports', value, any);
};
