'use strict';

const { manager } = require('../../internal/bean');

const RATES = { standard: 0, exempt: 0 };

/** Taxes: prices are gross, and one jurisdiction without a rate of its own is for all addresses. */
class TaxMgr {
    static getTaxationPolicy() {
        return TaxMgr.TAX_POLICY_GROSS;
    }

    static getDefaultTaxClassID() {
        return 'standard';
    }

    static getDefaultTaxJurisdictionID() {
        return 'default';
    }

    static getTaxExemptTaxClassID() {
        return 'exempt';
    }

    static getCustomRateTaxClassID() {
        return 'CUSTOM_TAX_CLASS';
    }

    static getTaxJurisdictionID(location) {
        return location === null || location === undefined ? null : TaxMgr.getDefaultTaxJurisdictionID();
    }

    static getTaxRate(taxClass, jurisdiction) {
        const isKnown = jurisdiction === 'default' && Object.hasOwn(RATES, taxClass);
        return isKnown ? RATES[taxClass] : null;
    }
}

module.exports = manager(TaxMgr, 'dw.order.TaxMgr', {
    taxationPolicy: () => TaxMgr.getTaxationPolicy(),
    defaultTaxClassID: () => TaxMgr.getDefaultTaxClassID(),
    defaultTaxJurisdictionID: () => TaxMgr.getDefaultTaxJurisdictionID(),
    taxExemptTaxClassID: () => TaxMgr.getTaxExemptTaxClassID(),
    customRateTaxClassID: () => TaxMgr.getCustomRateTaxClassID()
}, { TAX_POLICY_GROSS: 0, TAX_POLICY_NET: 1 });
