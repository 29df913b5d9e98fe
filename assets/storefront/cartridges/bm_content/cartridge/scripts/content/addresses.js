'use strict';

var SPELLED_OUT = { 'ä': 'ae', 'ö': 'oe', 'ü': 'ue', 'ß': 'ss', 'é': 'e', 'è': 'e', 'ê': 'e', 'à': 'a', 'ç': 'c', '&': ' and ' };

/** `Über uns` becomes `ueber-uns`. */
function addressOf(name) {
    return name.toLowerCase()
        .replace(/[äöüßéèêàç&]/g, function (letter) { return SPELLED_OUT[letter]; })
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
}

/** Gives each locale that has a name but no address yet one that is made of its name. */
function complete(document) {
    var names = document.name || {};
    var addresses = document.page_url || {};
    Object.keys(names).forEach(function (locale) {
        if (names[locale] && !addresses[locale]) {
            addresses[locale] = addressOf(names[locale]);
        }
    });
    if (Object.keys(addresses).length > 0) {
        document.page_url = addresses;
    }
}

module.exports = { addressOf: addressOf, complete: complete };
