'use strict';

const { define } = require('../../internal/bean');
const context = require('../../internal/context');
const sessionValues = require('../../internal/sessionValues');
const Currency = require('dw/util/Currency');

function visitor() {
    return require('../../internal/visitors').current();
}

/** A visit: what is kept between the requests of one browser. */
class Session {
    #document;
    #custom;
    #privacy;
    #currency;
    #forms = null;

    constructor(document) {
        this.#document = document;
        this.#custom = sessionValues.made(document.custom);
        this.#privacy = sessionValues.made(document.privacy);
        this.#currency = Currency.getCurrency(document.currency || context.site.currency);
    }

    getSessionID() {
        return this.#document.id;
    }

    getCustom() {
        return this.#custom;
    }

    getPrivacy() {
        return this.#privacy;
    }

    getCurrency() {
        return this.#currency;
    }

    setCurrency(currency) {
        this.#currency = currency;
    }

    getForms() {
        if (this.#forms === null) {
            this.#forms = new (require('dw/web/Forms'))(this.#document.forms);
        }
        return this.#forms;
    }

    /** Null if no source code brought the visitor here. */
    getSourceCodeInfo() {
        const code = this.#document.source_code || null;
        return code === null ? null : new (require('dw/campaign/SourceCodeInfo'))(code);
    }

    /** The code that was told last, whether or not it is active; null if none was. */
    getLastReceivedSourceCodeInfo() {
        const code = this.#document.last_source_code || null;
        return code === null ? null : new (require('dw/campaign/SourceCodeInfo'))(code);
    }

    /** Takes a code that is active; nothing takes the one of before away. */
    setSourceCode(code) {
        const Status = require('dw/system/Status');
        const SourceCodeInfo = require('dw/campaign/SourceCodeInfo');
        if (code === null || code === undefined) {
            this.#document.source_code = null;
            return new Status(Status.OK);
        }
        const info = new SourceCodeInfo(String(code));
        this.#document.last_source_code = info.code;
        const why = [[SourceCodeInfo.STATUS_INVALID, 'CODE_INVALID'], [SourceCodeInfo.STATUS_INACTIVE, 'CODE_INACTIVE']].find(([status]) => status === info.status);
        if (why !== undefined) {
            return new Status(Status.ERROR, why[1]);
        }
        this.#document.source_code = info.code;
        return new Status(Status.OK);
    }

    getCustomer() {
        return context.inJob ? null : visitor();
    }

    isCustomerAuthenticated() {
        return visitor().isAuthenticated();
    }

    isCustomerExternallyAuthenticated() {
        return visitor().isExternallyAuthenticated();
    }

    /** Whether one of the merchant's own people acts for the visitor. */
    isUserAuthenticated() {
        return Boolean(this.#document.agent);
    }

    /** The agent's login; without one, that of the user whom the platform has for guests, or for customers. */
    getUserName() {
        return this.#document.agent || (this.isCustomerAuthenticated() ? 'registered' : 'storefront');
    }

    /** From now on it is that agent's, and nothing of what was before is in it. */
    begin(agent) {
        this.forget(false);
        Object.assign(this.#document, { agent, clicks: null, source_code: null, last_source_code: null });
    }

    /** From now on it is no agent's. */
    dismiss() {
        this.#document.agent = null;
    }

    isTrackingAllowed() {
        return this.#document.tracking !== false;
    }

    setTrackingAllowed(allowed) {
        this.#document.tracking = Boolean(allowed);
    }

    getClickStream() {
        return new (require('dw/web/ClickStream'))(this.#document.clicks, this.isTrackingAllowed());
    }

    /** What a customer leaves who logs out: nothing private, and nothing at all unless the shop is to remember him: then it is another session. */
    forget(isRemembered) {
        const gone = isRemembered ? [this.#privacy] : [this.#privacy, this.#custom];
        gone.forEach((values) => Object.keys(values).forEach((name) => delete values[name]));
        this.#document.forms = {};
        require('dw/web/Forms').forget();
        if (!isRemembered) {
            this.#renew();
        }
    }

    /** From now on it has another ID, which the answer's cookie tells. An include has no such answer, and a token names its session. */
    #renew() {
        const { request: document } = context;
        if (document.method && !document.include && !document.scapi) {
            Object.assign(this.#document, { id: host.call('random.token', null), guard: null });
        }
    }

    /** What the next request of this session starts from. */
    kept() {
        return {
            id: this.#document.id,
            custom: sessionValues.kept(this.#custom),
            privacy: sessionValues.kept(this.#privacy),
            currency: this.#currency.currencyCode,
            tracking: this.isTrackingAllowed(),
            referrer: this.#document.referrer,
            geolocation: this.#document.geolocation || null,
            clicks: this.#document.clicks,
            source_code: this.#document.source_code || null,
            last_source_code: this.#document.last_source_code || null,
            agent: this.#document.agent || null,
            forms: this.#forms === null ? this.#document.forms || {} : require('dw/web/Forms').kept()
        };
    }

    toString() {
        return `[Session id=${this.getSessionID()}]`;
    }
}

Object.defineProperty(Session.prototype, 'forget', { enumerable: false });

module.exports = define(Session, 'dw.system.Session', {
    get: {
        sessionID: true,
        custom: true,
        privacy: true,
        currency: true,
        customer: true,
        forms: true,
        sourceCodeInfo: true,
        lastReceivedSourceCodeInfo: true,
        clickStream: true,
        userName: true
    },
    apart: ['forms', 'sourceCodeInfo', 'lastReceivedSourceCodeInfo'],
    is: {
        customerAuthenticated: true,
        customerExternallyAuthenticated: true,
        userAuthenticated: true,
        trackingAllowed: true
    }
});
