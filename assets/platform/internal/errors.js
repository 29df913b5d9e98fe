'use strict';

/** The errors that the platform throws besides those of the language. */
function errorClass(name, Parent) {
    const Class = class extends Parent {};
    Object.defineProperty(Class, 'name', { value: name });
    Object.defineProperty(Class.prototype, 'name', { value: name, writable: true, configurable: true });
    return Class;
}

const SystemError = errorClass('SystemError', Error);

/** What a call's value can't be. */
function illegal(message) {
    return new Error(`IllegalArgumentException: ${message}`);
}

/** A value as errors name it: a text in quotes, an object by the name of its class. */
function told(value) {
    if (typeof value === 'string') {
        return JSON.stringify(value.slice(0, 40));
    }
    if (typeof value === 'function') {
        return 'a function';
    }
    const Class = typeof value === 'object' && value !== null ? value.constructor : null;
    return typeof Class === 'function' && Class.name ? `[object ${Class.name}]` : String(value);
}

/** What a function was called with that it can't take. */
function unfit(name, wanted, value) {
    return new TypeError(`${name} needs ${wanted}, not ${told(value)}`);
}

/** The value, if it has a method of the class that is needed. */
function fit(name, wanted, value, method) {
    if (value === null || value === undefined || typeof value[method] !== 'function') {
        throw unfit(name, `a ${wanted}`, value);
    }
    return value;
}

const APIException = errorClass('APIException', SystemError);

/** What data forbid, such as a second object of one key. */
function forbidden(message) {
    return Object.assign(new APIException(message), { javaName: 'MetaDataException' });
}

module.exports = {
    fit,
    forbidden,
    illegal,
    told,
    unfit,
    SystemError,
    APIException,
    ConversionError: errorClass('ConversionError', SystemError),
    Fault: errorClass('Fault', SystemError),
    IOError: errorClass('IOError', SystemError),
    StopIteration: errorClass('StopIteration', Error),
    XMLStreamError: errorClass('XMLStreamError', SystemError)
};
