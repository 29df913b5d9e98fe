'use strict';

const { define } = require('../../internal/bean');

/** A kept object with fields that are nobody's business. */
class EncryptedObject extends require('dw/object/ExtensibleObject') {}

module.exports = define(EncryptedObject, 'dw.customer.EncryptedObject', {});
