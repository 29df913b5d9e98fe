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

const APIException = errorClass('APIException', SystemError);

/** What data forbid, such as a second object of one key. */
function forbidden(message) {
    return Object.assign(new APIException(message), { javaName: 'MetaDataException' });
}

module.exports = {
    forbidden,
    illegal,
    SystemError,
    APIException,
    ConversionError: errorClass('ConversionError', SystemError),
    Fault: errorClass('Fault', SystemError),
    IOError: errorClass('IOError', SystemError),
    StopIteration: errorClass('StopIteration', Error),
    XMLStreamError: errorClass('XMLStreamError', SystemError)
};
