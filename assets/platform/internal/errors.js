'use strict';

/** The errors that the platform throws besides those of the language. */
function errorClass(name, Parent) {
    const Class = class extends Parent {};
    Object.defineProperty(Class, 'name', { value: name });
    Object.defineProperty(Class.prototype, 'name', { value: name, writable: true, configurable: true });
    return Class;
}

const SystemError = errorClass('SystemError', Error);

module.exports = {
    SystemError,
    APIException: errorClass('APIException', SystemError),
    ConversionError: errorClass('ConversionError', SystemError),
    Fault: errorClass('Fault', SystemError),
    IOError: errorClass('IOError', SystemError),
    StopIteration: errorClass('StopIteration', Error),
    XMLStreamError: errorClass('XMLStreamError', SystemError)
};
