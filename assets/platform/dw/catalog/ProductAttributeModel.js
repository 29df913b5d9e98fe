'use strict';

const { define } = require('../../internal/bean');
const { isNothing } = require('../../internal/unset');
const ArrayList = require('dw/util/ArrayList');

/** The attributes of products: those of one product, or those that all have. */
class ProductAttributeModel {
    #product;

    constructor(product = null) {
        this.#product = product;
    }

    #type() {
        return require('dw/object/SystemObjectMgr').describe('Product');
    }

    getAttributeGroups() {
        return this.#type().attributeGroups;
    }

    getAttributeGroup(id) {
        return this.#type().getAttributeGroup(id);
    }

    getAttributeDefinition(id) {
        return this.#type().getCustomAttributeDefinition(id) || this.#type().getSystemAttributeDefinition(id);
    }

    getAttributeDefinitions(group) {
        return group.attributeDefinitions;
    }

    /** Those whose values the product has. */
    getVisibleAttributeDefinitions(group) {
        return new ArrayList(group.attributeDefinitions.toArray().filter((definition) => !isNothing(this.getValue(definition))));
    }

    getVisibleAttributeGroups() {
        return new ArrayList(this.getAttributeGroups().toArray().filter((group) => this.getVisibleAttributeDefinitions(group).length > 0));
    }

    getValue(definition) {
        if (this.#product === null) {
            return null;
        }
        // A system attribute that isn't emulated has no value.
        if (definition.system && !(definition.ID in this.#product)) {
            return null;
        }
        const value = definition.system ? this.#product[definition.ID] : this.#product.custom[definition.ID];
        return value === undefined ? null : value;
    }

    getDisplayValue(definition) {
        const value = this.getValue(definition);
        const shown = (each) => (each !== null && typeof each === 'object' && each.displayValue !== undefined ? each.displayValue : each);
        return Array.isArray(value) ? value.map(shown) : shown(value);
    }
}

module.exports = define(ProductAttributeModel, 'dw.catalog.ProductAttributeModel', {
    get: {
        attributeGroups: (model) => model.getAttributeGroups(),
        visibleAttributeGroups: (model) => model.getVisibleAttributeGroups()
    },
    apart: ['attributeGroups', 'visibleAttributeGroups']
});
