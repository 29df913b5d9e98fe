'use strict';

const { held, define } = require('../../internal/bean');
const offers = require('../../internal/promotions/offers');
const records = require('../../internal/records');
const shop = require('../../internal/shop');
const ArrayList = require('dw/util/ArrayList');

function date(text) {
    return text ? new Date(text) : null;
}

/** Promotions that run for the same time and the same customers. */
class Campaign {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getDescription() {
        return this[held].description || null;
    }

    getStartDate() {
        return date(this[held].startDate);
    }

    getEndDate() {
        return date(this[held].endDate);
    }

    isEnabled() {
        return this[held].enabled !== false;
    }

    isActive() {
        return this.isEnabled() && offers.isNow(this[held]);
    }

    /** Whether it is for visitors of the site; one that doesn't say where it is for is for them alone. */
    isApplicableOnline() {
        const { scope } = this[held];
        return scope === undefined || scope.online;
    }

    isApplicableInStore() {
        const { scope } = this[held];
        return scope !== undefined && scope.inStore;
    }

    getStores() {
        const { stores = [] } = this[held].scope || {};
        return new ArrayList(stores.map((id) => require('dw/catalog/StoreMgr').getStore(id)).filter((store) => store !== null));
    }

    getStoreGroups() {
        const StoreGroup = require('dw/catalog/StoreGroup');
        return new ArrayList((this[held].storeGroups || []).map((id) => StoreGroup.of(id)).filter((group) => group !== null));
    }

    getSourceCodeGroups() {
        const SourceCodeGroup = require('dw/campaign/SourceCodeGroup');
        const ids = this[held].sourceCodes || [];
        return new ArrayList(shop.list('source-code-group').filter(({ id }) => ids.includes(id)).map((group) => new SourceCodeGroup(group)));
    }

    getPromotions() {
        const isOfIt = (promotion) => promotion[held].assignments.some(({ campaign }) => campaign === this.getID());
        return new ArrayList(offers.all().promotions.filter(isOfIt));
    }

    getCoupons() {
        const Coupon = require('dw/campaign/Coupon');
        const ids = this[held].coupons || [];
        return new ArrayList(offers.all().coupons.filter(({ id }) => ids.includes(id)).map((document) => new Coupon(document)));
    }

    getCustomerGroups() {
        return new ArrayList(require('../../internal/customerGroups').named(this[held].customerGroups));
    }

    getCustom() {
        return records.custom(this[held], 'Campaign');
    }

    equals(other) {
        return other instanceof Campaign && other.ID === this.getID();
    }

    toString() {
        return `[Campaign id=${this.getID()}]`;
    }
}

module.exports = define(Campaign, 'dw.campaign.Campaign', {
    get: {
        ID: true,
        description: true,
        startDate: true,
        endDate: true,
        promotions: true,
        coupons: true,
        customerGroups: true,
        stores: true,
        storeGroups: true,
        sourceCodeGroups: true,
        custom: true
    },
    is: {
        enabled: true,
        active: true,
        applicableOnline: true,
        applicableInStore: true
    },
    apart: ['promotions', 'coupons', 'stores', 'storeGroups', 'sourceCodeGroups']
});
