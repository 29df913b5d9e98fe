'use strict';

/**
 * What editors may do to the shop's own content. An asset is the shop's if it says where it is shown:
 * `c_storefrontPlace` is `page`, `legal` or `banner`. All other assets pass untouched.
 */

var Logger = require('dw/system/Logger');
var Status = require('dw/system/Status');
var addresses = require('~/cartridge/scripts/content/addresses');

var PLACES = ['page', 'legal', 'banner'];

var log = Logger.getLogger('content');

function refusal(code, message, value) {
    return new Status(Status.ERROR, code, message, value);
}

function goesOffline(online) {
    return Object.keys(online || {}).some(function (locale) {
        return online[locale] === false;
    });
}

function navigationOf(content) {
    var folders = content.folders.iterator();
    while (folders.hasNext()) {
        var folder = folders.next();
        if (folder.custom.storefrontNavigation) {
            return folder;
        }
    }
    return null;
}

/** A page needs a name; its addresses are made of it. */
exports.beforeCreate = function beforeCreate(library, create) {
    var place = create.c_storefrontPlace;
    if (!place) {
        return null;
    }
    if (PLACES.indexOf(place) < 0) {
        return refusal('UNKNOWN_PLACE', 'The storefront has no place {0}.', place);
    }
    if (place !== 'banner') {
        if (!create.name || !create.name.default) {
            return refusal('NAME_MISSING', 'The page {0} needs a name.', create.id);
        }
        addresses.complete(create);
    }
    return null;
};

exports.afterCreate = function afterCreate(library, content) {
    if (content.custom.storefrontPlace) {
        content.custom.storefrontRevision = 1;
        log.info('{0} is in the library {1}', content.ID, library.ID);
    }
    return null;
};

/** Legal pages stay where customers can read them. A new name makes a new address unless one comes with it. */
exports.beforeUpdate = function beforeUpdate(library, content, update) {
    var place = content.custom.storefrontPlace;
    if (place === 'legal' && goesOffline(update.online)) {
        return refusal('LEGAL_PAGE', 'The law wants {0} to be online.', content.ID);
    }
    if (place && place !== 'banner') {
        addresses.complete(update);
    }
    return null;
};

exports.afterUpdate = function afterUpdate(library, content) {
    if (content.custom.storefrontPlace) {
        content.custom.storefrontRevision = (content.custom.storefrontRevision || 0) + 1;
    }
    return null;
};

/** What the navigation leads to can't go. */
exports.beforeDelete = function beforeDelete(library, content) {
    if (!content.custom.storefrontPlace) {
        return null;
    }
    var folder = navigationOf(content);
    if (folder) {
        return refusal('IN_NAVIGATION', 'The navigation leads here by the folder {0}.', folder.ID);
    }
    return null;
};

exports.afterDelete = function afterDelete(library) {
    log.debug('something less in the library {0}', library.ID);
    return null;
};
