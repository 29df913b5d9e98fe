'use strict';

/** The text for the locale of the request, of `{ locale: text }`: of the locale, else its language, else the default one. */
function localized(texts) {
    if (texts === null || typeof texts !== 'object') {
        return texts;
    }
    const { locale } = request;
    const found = [locale, locale.split('_')[0], 'default'].find((name) => name in texts);
    return found === undefined ? null : texts[found];
}

module.exports = { localized };
