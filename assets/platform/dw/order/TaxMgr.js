'use strict';

const { manager } = require('../../internal/bean');
const shop = require('../../internal/shop');
const context = require('../../internal/context');

const POLICIES = { TAX_POLICY_GROSS: 0, TAX_POLICY_NET: 1 };

/** The tax table of a shop whose archive has none. */
const USUAL = {
    classes: [{ id: 'standard', default: 'true' }, { id: 'exempt' }],
    jurisdictions: [{ id: 'default', default: 'true' }],
    rates: [{ id: 'default|standard', value: 0.2 }, { id: 'default|exempt', value: 0 }]
};

let read = null;

function table() {
    if (read === null) {
        const classes = shop.list('tax-class');
        read = classes.length === 0 ? USUAL : { classes, jurisdictions: shop.list('tax-jurisdiction'), rates: shop.list('tax-rate') };
    }
    return read;
}

/** The ID of the one that is marked as the default one, else of the only one. */
function defaultOf(documents) {
    const marked = documents.find((document) => String(document.default) === 'true');
    const found = marked || (documents.length === 1 ? documents[0] : null);
    return found === null ? null : found.id;
}

/** How many parts of an address a mapping names; nothing if one is another. */
function fit({ key1, key2, key3, key4 }, location) {
    const country = location.countryCode;
    const others = [location.stateCode, location.postalCode, location.city].filter(Boolean).map((part) => part.toLowerCase());
    const keys = [key2, key3, key4].filter((key) => key && key !== '-').map((key) => key.toLowerCase());
    const isThere = String(key1).toLowerCase() === String(country).toLowerCase() && keys.every((key) => others.includes(key));
    return isThere ? 1 + keys.length : 0;
}

/** The site's tax table: rates by class and jurisdiction, as the archive's `tax.xml` has them. */
class TaxMgr {
    static getTaxationPolicy() {
        return context.site.taxation === 'net' ? POLICIES.TAX_POLICY_NET : POLICIES.TAX_POLICY_GROSS;
    }

    static getDefaultTaxClassID() {
        return defaultOf(table().classes);
    }

    static getDefaultTaxJurisdictionID() {
        return defaultOf(table().jurisdictions);
    }

    static getTaxExemptTaxClassID() {
        return 'TAX_EXEMPT';
    }

    static getCustomRateTaxClassID() {
        return 'CUSTOM_TAX_CLASS';
    }

    /** The jurisdiction whose mappings name most of an address; null if none does. */
    static getTaxJurisdictionID(location) {
        if (location === null || location === undefined) {
            return null;
        }
        const { jurisdictions } = table();
        if (jurisdictions.every(({ addressMapping }) => !addressMapping)) {
            return TaxMgr.getDefaultTaxJurisdictionID();
        }
        const rated = jurisdictions.map(({ id, addressMapping }) => ({ id, fit: Math.max(0, ...(addressMapping || []).map((mapping) => fit(mapping, location))) }));
        const best = rated.reduce((found, each) => (each.fit > (found === null ? 0 : found.fit) ? each : found), null);
        return best === null ? null : best.id;
    }

    /** Null for a class or a jurisdiction that the table hasn't. */
    static getTaxRate(taxClass, jurisdiction) {
        if (taxClass === TaxMgr.getTaxExemptTaxClassID()) {
            return 0;
        }
        const found = table().rates.find(({ id }) => id === `${jurisdiction}|${taxClass}`);
        return found === undefined ? null : Number(found.value);
    }
}

module.exports = manager(TaxMgr, 'dw.order.TaxMgr', {
    taxationPolicy: true,
    defaultTaxClassID: true,
    defaultTaxJurisdictionID: true,
    taxExemptTaxClassID: true,
    customRateTaxClassID: true
}, POLICIES);
