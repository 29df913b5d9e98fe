'use strict';

/** The document behind a platform object; a symbol, so that no script and no listing meets it. */
module.exports = Symbol('held');
