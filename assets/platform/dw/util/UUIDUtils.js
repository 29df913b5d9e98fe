'use strict';

const { manager } = require('../../internal/bean');

/** Ids that never repeat: 26 small letters and digits. */
class UUIDUtils {
    static createUUID() {
        return host.call('random.id', null);
    }
}

module.exports = manager(UUIDUtils, 'dw.util.UUIDUtils');
