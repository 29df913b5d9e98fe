'use strict';

/**
 * What editors may do to the folders of the shop's navigation: those that say which list shows them,
 * `c_storefrontNavigation` is `main` or `footer`. All other folders pass untouched.
 */

var Logger = require('dw/system/Logger');
var Status = require('dw/system/Status');
var addresses = require('~/cartridge/scripts/content/addresses');

var LISTS = ['main', 'footer'];

var log = Logger.getLogger('content');

function refusal(code, message, value) {
    return new Status(Status.ERROR, code, message, value);
}

/** The navigation shows a folder by its name. */
exports.beforeCreate = function beforeCreate(library, create) {
    var list = create.c_storefrontNavigation;
    if (!list) {
        return null;
    }
    if (LISTS.indexOf(list) < 0) {
        return refusal('UNKNOWN_LIST', 'The navigation has no list {0}.', list);
    }
    if (!create.name || !create.name.default) {
        return refusal('NAME_MISSING', 'The folder {0} needs a name.', create.id);
    }
    addresses.complete(create);
    return null;
};

exports.afterCreate = function afterCreate(library, folder) {
    if (folder.custom.storefrontNavigation) {
        folder.custom.storefrontRevision = 1;
        log.info('the navigation of {0} has a folder {1}', library.ID, folder.ID);
    }
    return null;
};

/** A list of the navigation is emptied before it is hidden. */
exports.beforeUpdate = function beforeUpdate(library, folder, update) {
    var isHidden = update.online === false && folder.online;
    if (folder.custom.storefrontNavigation && isHidden && !folder.onlineContent.empty) {
        return refusal('NOT_EMPTY', 'Customers still read what is in {0}.', folder.ID);
    }
    return null;
};

exports.afterUpdate = function afterUpdate(library, folder) {
    if (folder.custom.storefrontNavigation) {
        folder.custom.storefrontRevision = (folder.custom.storefrontRevision || 0) + 1;
    }
    return null;
};

exports.beforeDelete = function beforeDelete(library, folder) {
    if (folder.custom.storefrontNavigation && !folder.content.empty) {
        return refusal('NOT_EMPTY', 'Take what is in {0} out of it first.', folder.ID);
    }
    return null;
};

exports.afterDelete = function afterDelete(library) {
    log.debug('a folder less in the library {0}', library.ID);
    return null;
};
