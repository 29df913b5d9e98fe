'use strict';

var tests = [];

function test(name, body) {
    tests.push([name, body]);
}

function shown(value) {
    if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean') {
        return String(value);
    }
    if (typeof value === 'string') {
        return JSON.stringify(value);
    }
    if (Array.isArray(value)) {
        return '[' + value.map(shown).join(', ') + ']';
    }
    if (typeof value === 'object' && typeof value.toArray === 'function') {
        return shown(value.toArray());
    }
    return Object.getPrototypeOf(value) === Object.prototype ? JSON.stringify(value) : '<' + String(value) + '>';
}

function equal(actual, expected) {
    if (shown(actual) !== shown(expected)) {
        throw new Error(shown(actual) + ' instead of ' + shown(expected));
    }
}

/** What is expected of an object is compared as its text. */
function reads(actual, expected) {
    equal(String(actual), String(expected));
}

function fails(body, part) {
    var message = null;
    try {
        body();
    } catch (error) {
        message = String(error.message || error);
    }
    if (message === null || message.indexOf(part) < 0) {
        throw new Error((message === null ? 'nothing was thrown' : shown(message)) + ' instead of an error with ' + shown(part));
    }
}

/** Changes that are kept. */
function wrap(body) {
    return require('dw/system/Transaction').wrap(body);
}

/* tests */

exports.Run = function () {
    var entry = tests[Number(request.httpParameterMap.n.value)];
    if (!entry) {
        response.writer.print('end');
        return;
    }
    try {
        entry[1]();
        response.writer.print('ok');
    } catch (error) {
        response.writer.print(entry[0] + ': ' + error + '\n' + error.stack);
    }
};
exports.Run.public = true;
