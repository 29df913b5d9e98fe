'use strict';

const { define } = require('../../internal/bean');
const { COUNTRIES, LANGUAGES, isKnown } = require('../../internal/localeNames');

/** A language and perhaps a country, such as `de_AT`; its names are in that language. */
class Locale {
    #language;
    #country;

    constructor(id) {
        [this.#language, this.#country = ''] = String(id).split(/[_-]/);
    }

    /** Nothing where there is no such language or country, unless the site has that locale. */
    static getLocale(id) {
        const locale = id ? new Locale(id) : null;
        const isThere = locale !== null && (locale.#isKnown() || require('dw/system/Site').current.allowedLocales.contains(String(id)));
        return isThere ? locale : null;
    }

    #isKnown() {
        return this.#language === 'default' || isKnown(this.#language, this.#country);
    }

    /** Empty for what is said where no locale says otherwise. */
    getID() {
        if (this.#language === 'default') {
            return '';
        }
        return this.#country ? `${this.#language}_${this.#country}` : this.#language;
    }

    getLanguage() {
        return this.#language === 'default' ? 'en' : this.#language;
    }

    getCountry() {
        return this.#country;
    }

    getISO3Language() {
        return this.#names()[1];
    }

    getISO3Country() {
        return COUNTRIES[this.#country] || '';
    }

    getDisplayLanguage() {
        return this.#names()[0];
    }

    getDisplayCountry() {
        return this.#names()[2][this.#country] || this.#country;
    }

    getDisplayName() {
        return this.#country ? `${this.getDisplayLanguage()} (${this.getDisplayCountry()})` : this.getDisplayLanguage();
    }

    #names() {
        const language = this.getLanguage();
        return LANGUAGES[language] || [language, '', {}];
    }

    toString() {
        return this.getID();
    }
}

module.exports = define(Locale, 'dw.util.Locale', {
    get: {
        ID: true,
        language: true,
        country: true,
        ISO3Language: true,
        ISO3Country: true,
        displayLanguage: true,
        displayCountry: true,
        displayName: true
    }
});
