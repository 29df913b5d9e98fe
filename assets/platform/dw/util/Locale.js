'use strict';

const { define } = require('../../internal/bean');

const LANGUAGES = { en: 'English', de: 'German', fr: 'French', es: 'Spanish', it: 'Italian', ja: 'Japanese' };
const COUNTRIES = { US: 'United States', GB: 'United Kingdom', DE: 'Germany', AT: 'Austria', FR: 'France', ES: 'Spain',
    IT: 'Italy', JP: 'Japan', CH: 'Switzerland' };

/** A language and perhaps a country, such as `de_AT`. */
class Locale {
    #language;
    #country;

    constructor(id) {
        [this.#language, this.#country = ''] = String(id).split(/[_-]/);
    }

    static getLocale(id) {
        return id ? new Locale(id) : null;
    }

    getID() {
        return this.#country ? `${this.#language}_${this.#country}` : this.#language;
    }

    getLanguage() {
        return this.#language === 'default' ? 'en' : this.#language;
    }

    getCountry() {
        return this.#country;
    }

    getDisplayLanguage() {
        return LANGUAGES[this.getLanguage()] || this.getLanguage();
    }

    getDisplayCountry() {
        return COUNTRIES[this.#country] || this.#country;
    }

    getDisplayName() {
        return this.#country ? `${this.getDisplayLanguage()} (${this.getDisplayCountry()})` : this.getDisplayLanguage();
    }

    toString() {
        return this.getID();
    }
}

module.exports = define(Locale, 'dw.util.Locale', {
    get: {
        ID: (locale) => locale.getID(),
        language: (locale) => locale.getLanguage(),
        country: (locale) => locale.getCountry(),
        displayLanguage: (locale) => locale.getDisplayLanguage(),
        displayCountry: (locale) => locale.getDisplayCountry(),
        displayName: (locale) => locale.getDisplayName()
    }
});
