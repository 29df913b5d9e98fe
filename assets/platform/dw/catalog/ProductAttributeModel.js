'use strict';

const { held, define } = require('../../internal/bean');
const { attributeGroups } = require('../../internal/products');
const { isNothing } = require('../../internal/unset');
const ArrayList = require('dw/util/ArrayList');
const ObjectAttributeGroup = require('dw/object/ObjectAttributeGroup');

/** The attributes of products: those that all have, and those of the categories that a product or a category is in. */
class ProductAttributeModel {
    #product;
    #category;
    #groups = null;

    constructor(product = null, category = null) {
        this.#product = product;
        this.#category = category;
    }

    #type() {
        return require('dw/object/SystemObjectMgr').describe('Product');
    }

    /** The groups of categories as archives have them, from the uppermost category down. */
    #ofCategories() {
        if (this.#product !== null) {
            return attributeGroups.ofProduct(this.#product.ID);
        }
        return this.#category === null ? [] : attributeGroups.ofCategory(this.#category.ID);
    }

    /** Those that all products have come first; one of a category takes the place of one above it that has its ID. */
    getAttributeGroups() {
        if (this.#groups === null) {
            const type = this.#type();
            const own = this.#ofCategories().map((group) => new ObjectAttributeGroup(group.groupId, group, type));
            const all = type.attributeGroups.toArray().concat(own);
            this.#groups = all.filter((group, at) => !all.slice(at + 1).some((later) => later.ID === group.ID));
        }
        return new ArrayList(this.#groups);
    }

    getAttributeGroup(id) {
        return this.getAttributeGroups().toArray().find((group) => group.ID === id) || null;
    }

    getAttributeDefinition(id) {
        return this.#type().getCustomAttributeDefinition(id) || this.#type().getSystemAttributeDefinition(id);
    }

    getAttributeDefinitions(group) {
        return group.attributeDefinitions;
    }

    /** Those that metadata mark as visible; of a product's model those whose values the product has. */
    getVisibleAttributeDefinitions(group) {
        const isShown = (definition) => definition[held].visible === true && (this.#product === null || !isNothing(this.getValue(definition)));
        return new ArrayList(group.attributeDefinitions.toArray().filter(isShown));
    }

    /** Those that metadata mark as required for orders, of all groups. */
    getOrderRequiredAttributeDefinitions() {
        const definitions = this.getAttributeGroups().toArray().flatMap((group) => group.attributeDefinitions.toArray());
        const isFirst = (definition, at) => definitions.findIndex((other) => other.ID === definition.ID) === at;
        return new ArrayList(definitions.filter((definition, at) => definition[held].orderRequired === true && isFirst(definition, at)));
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
        attributeGroups: true,
        visibleAttributeGroups: true,
        orderRequiredAttributeDefinitions: true
    },
    apart: ['attributeGroups', 'visibleAttributeGroups', 'orderRequiredAttributeDefinitions']
});
