'use strict';

const { manager } = require('../../internal/bean');

/** Why a source code wasn't taken. */
class SourceCodeStatusCodes {}

module.exports = manager(SourceCodeStatusCodes, 'dw.campaign.SourceCodeStatusCodes', {}, { CODE_INVALID: 'CODE_INVALID', CODE_INACTIVE: 'CODE_INACTIVE' });
