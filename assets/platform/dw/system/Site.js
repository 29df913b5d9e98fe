'use strict';

const { define, manager } = require('../../internal/bean');
const context = require('../../internal/context');
const ArrayList = require('dw/util/ArrayList');
const zones = require('../../internal/zones');
const Calendar = require('dw/util/Calendar');
const SitePreferences = require('dw/system/SitePreferences');

const CONSTANTS = { SITE_STATUS_ONLINE: 1, SITE_STATUS_MAINTENANCE: 3, SITE_STATUS_PROTECTED: 5 };
const STATUS = {
    online: CONSTANTS.SITE_STATUS_ONLINE,
    maintenance: CONSTANTS.SITE_STATUS_MAINTENANCE,
    protected: CONSTANTS.SITE_STATUS_PROTECTED
};

/** The site a request is for. */
class Site {
    #document;
    #preferences;

    constructor(document) {
        this.#document = document;
        this.#preferences = new SitePreferences(document.id, document.preferences);
    }

    static getCurrent() {
        current = current || new Site(context.site);
        return current;
    }

    static getSite(id) {
        return all().find((site) => site.getID() === id) || null;
    }

    /** Now, by the clocks of the site. */
    static getCalendar() {
        const calendar = new Calendar();
        calendar.setTimeZone(Site.getCurrent().getTimezone());
        return calendar;
    }

    static getAllSites() {
        return new ArrayList(all());
    }

    getID() {
        return this.#document.id;
    }

    getName() {
        return this.#document.name;
    }

    getDefaultLocale() {
        return this.#document.defaultLocale;
    }

    getAllowedLocales() {
        return new ArrayList(this.#document.locales);
    }

    getDefaultCurrency() {
        return this.#document.currency;
    }

    getCurrencyCode() {
        return this.getDefaultCurrency();
    }

    getAllowedCurrencies() {
        return new ArrayList(this.#document.currencies);
    }

    getHttpHostName() {
        return context.request.host;
    }

    getHttpsHostName() {
        return context.request.host;
    }

    getTimezone() {
        return this.#document.timezone;
    }

    /** Milliseconds by which the site's clocks are ahead now. */
    getTimezoneOffset() {
        return zones.at(this.getTimezone(), new Date()).offset;
    }

    /** Orders are managed by the platform itself. */
    isOMSEnabled() {
        return false;
    }

    /** The realm, `sandbox` here, and the site. */
    getEinsteinSiteID() {
        return `sandbox_${this.getID()}`;
    }

    getPreferences() {
        return this.#preferences;
    }

    /** As the archive says, online without one. */
    getStatus() {
        return STATUS[this.#document.status];
    }

    /** Those of the start page. */
    getPageMetaTags() {
        return require('../../internal/metaTags').ofSite(this);
    }

    getPageMetaTag(id) {
        return require('../../internal/metaTags').find(this.getPageMetaTags(), id);
    }

    getCustomPreferenceValue(name) {
        return this.#preferences.custom[name];
    }

    setCustomPreferenceValue(name, value) {
        this.#preferences.custom[name] = value;
    }

    toString() {
        return `[Site id=${this.getID()}]`;
    }
}

let current = null;
let others = null;

/** The sites that the sandbox serves. */
function all() {
    others = others || host.call('site.all', null).filter(({ id }) => id !== context.site.id).map((document) => new Site(document));
    const isOne = context.site.id !== 'Sites-Site';
    return isOne ? [Site.getCurrent()].concat(others) : others;
}

define(Site, 'dw.system.Site', {
    changes: ['setCustomPreferenceValue'],
    get: {
        ID: true,
        name: true,
        defaultLocale: true,
        allowedLocales: true,
        defaultCurrency: true,
        currencyCode: true,
        allowedCurrencies: true,
        httpHostName: true,
        httpsHostName: true,
        timezone: true,
        timezoneOffset: true,
        preferences: true,
        einsteinSiteID: true,
        status: true,
        pageMetaTags: true,
        // What a class has, its objects have too; cartridges write `site.current`.
        current: () => Site.getCurrent(),
        calendar: () => Site.getCalendar()
    },
    is: { OMSEnabled: true },
    apart: ['pageMetaTags', 'current', 'calendar', 'currencyCode', 'einsteinSiteID', 'OMSEnabled']
});

module.exports = manager(Site, 'dw.system.Site', {
    current: true,
    allSites: true,
    calendar: true
}, CONSTANTS);
