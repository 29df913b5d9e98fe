'use strict';

const { held, define } = require('../../internal/bean');
const { text } = require('../../internal/converted');
const { imagesOf } = require('../../internal/images');
const { isShown } = require('../../internal/online');
const products = require('../../internal/products');
const ArrayList = require('dw/util/ArrayList');
const LinkedHashMap = require('dw/util/LinkedHashMap');
const ProductVariationAttribute = require('dw/catalog/ProductVariationAttribute');
const ProductVariationAttributeValue = require('dw/catalog/ProductVariationAttributeValue');
const URLUtils = require('dw/web/URLUtils');

function idOf(entry) {
    return entry && typeof entry === 'object' ? entry.ID : entry;
}

/** The variants of a master and a choice among them: by default that of the variant or the group it was asked of. */
class ProductVariationModel {
    #master;
    #selected = {};
    #isOfVariant;

    constructor(product) {
        const document = product[held];
        const isPart = document.type === 'variant' || document.type === 'group';
        this.#master = isPart ? products.product(document.master) : product;
        this.#isOfVariant = document.type === 'variant';
        if (isPart) {
            Object.assign(this.#selected, document.values);
        }
    }

    #attributes() {
        return this.#master[held].attributes || [];
    }

    /** Of the variants that are online and have a value for each attribute. */
    #documents() {
        const isComplete = ({ values }) => this.#attributes().every(({ id }) => values[id] !== undefined && values[id] !== null);
        return (this.#master[held].variants || []).filter((document) => isShown(document) && isComplete(document));
    }

    #attribute(id) {
        return this.#attributes().find((attribute) => attribute.id === id) || { id, values: [] };
    }

    /** The values of an attribute that variants have. */
    #values(id) {
        const known = new Set(this.#documents().map(({ values }) => values[id]));
        return this.#attribute(id).values.filter((value) => known.has(value));
    }

    #value(id, value) {
        return new ProductVariationAttributeValue(this.#attribute(id), value, this.#master[held]);
    }

    #fitting(chosen) {
        const names = Object.keys(chosen);
        return this.#documents().filter((variant) => names.every((name) => variant.values[name] === chosen[name]));
    }

    /** Null for what is neither master nor variant. */
    getMaster() {
        return this.#master.master ? this.#master : null;
    }

    /** All that can be chosen, or those with the values of a map. */
    getVariants(filter) {
        const wanted = filter === undefined || filter === null ? [] : Array.from(filter.keySet(), (id) => [id, String(filter.get(id))]);
        return new ArrayList(this.#fitting(Object.fromEntries(wanted)).map((variant) => products.product(variant.id)));
    }

    /** The one that the master names, else one that there is. */
    getDefaultVariant() {
        const documents = this.#documents();
        const named = (this.#master[held].variant || []).find((variant) => variant.default === 'true');
        const available = documents.find((variant) => named !== undefined && variant.id === named.productId)
            || documents.find((variant) => variant.stock > 0) || documents[0];
        return available ? products.product(available.id) : null;
    }

    getProductVariationAttributes() {
        return new ArrayList(this.#attributes().map((attribute) => new ProductVariationAttribute(attribute)));
    }

    getProductVariationAttribute(id) {
        return this.#values(id).length ? new ProductVariationAttribute(this.#attribute(id)) : null;
    }

    getAllValues(attribute) {
        const id = idOf(attribute);
        return new ArrayList(this.#values(id).map((value) => this.#value(id, value)));
    }

    /** The values of variants with what is chosen of the attributes before this one; none while one of these is open. */
    getFilteredValues(attribute) {
        const id = idOf(attribute);
        const ids = this.#attributes().map((each) => each.id);
        const before = ids.slice(0, Math.max(0, ids.indexOf(id)));
        if (!before.every((each) => each in this.#selected)) {
            return new ArrayList();
        }
        const offered = this.#fitting(Object.fromEntries(before.map((each) => [each, this.#selected[each]]))).map((variant) => variant.values[id]);
        return new ArrayList(this.getAllValues(id).toArray().filter((entry) => offered.includes(entry.value)));
    }

    getSelectedValue(attribute) {
        const id = idOf(attribute);
        return id in this.#selected ? this.#value(id, this.#selected[id]) : null;
    }

    isSelectedAttributeValue(attribute, value) {
        return this.#selected[idOf(attribute)] === idOf(value);
    }

    /** Chooses a value; one that the attribute doesn't have is ignored, and so is any where a variant is all that is chosen. */
    setSelectedAttributeValue(attributeID, valueID) {
        const wanted = text(valueID);
        if (!this.#isOfVariant && this.#values(attributeID).includes(wanted)) {
            this.#selected[attributeID] = wanted;
        }
    }

    getSelectedVariant() {
        const complete = this.#attributes().every((attribute) => attribute.id in this.#selected);
        const fitting = complete ? this.#fitting(this.#selected) : [];
        return fitting.length === 1 ? products.product(fitting[0].id) : null;
    }

    getSelectedVariants() {
        return new ArrayList(this.#fitting(this.#selected).map((variant) => products.product(variant.id)));
    }

    getVariationValue(product, attribute) {
        const value = (product[held].values || {})[idOf(attribute)];
        return value === undefined ? null : this.#value(idOf(attribute), value);
    }

    hasOrderableVariants(attribute, value) {
        const chosen = Object.assign({}, this.#selected, { [idOf(attribute)]: idOf(value) });
        return this.#fitting(chosen).some((variant) => products.product(variant.id).availabilityModel.orderable);
    }

    /** `(attribute)`, or with something before it: `(prefix, attribute)`. */
    getHtmlName(first, second) {
        const [prefix, attribute] = second === undefined ? ['', first] : [first, second];
        return `${prefix}dwvar_${this.#master.ID}_${idOf(attribute)}`;
    }

    /** The absolute address of `action` with this value chosen beside the others. */
    urlSelectVariationValue(action, attribute, value) {
        const chosen = Object.assign({}, this.#selected, { [idOf(attribute)]: idOf(value) });
        const url = URLUtils.abs(action, 'pid', this.#master.ID);
        Object.keys(chosen).forEach((id) => url.append(this.getHtmlName(id), chosen[id]));
        return url.toString();
    }

    /** The absolute address with an empty value of that attribute beside the others, which takes the choice back. */
    urlUnselectVariationValue(action, attribute) {
        return this.urlSelectVariationValue(action, attribute, '');
    }

    /** The address with pairs of attributes and values chosen beside what is chosen; pairs that say nothing are left out. */
    url(action, ...pairs) {
        const url = URLUtils.url(action, 'pid', this.#master.ID);
        const chosen = Object.assign({}, this.#selected);
        for (let at = 0; at + 1 < pairs.length; at += 2) {
            const [id, value] = [idOf(pairs[at]), idOf(pairs[at + 1])];
            if (this.#values(id).some((known) => String(known) === String(value))) {
                chosen[id] = value;
            }
        }
        Object.keys(chosen).forEach((id) => url.append(this.getHtmlName(id), chosen[id]));
        return url;
    }

    /** The definitions of the attributes that variants differ in. */
    getAttributeDefinitions() {
        const model = this.#master.attributeModel;
        return new ArrayList(this.#attributes().map(({ attribute, id }) => model.getAttributeDefinition(attribute || id)).filter(Boolean));
    }

    getVariationGroups() {
        return this.#master.getVariationGroups();
    }

    /** Those of the variant that was chosen, else those of the master for what was chosen. */
    getImages(viewType) {
        const variant = this.getSelectedVariant();
        const own = variant === null ? null : variant.getImages(viewType);
        return own !== null && own.length > 0 ? own : imagesOf(this.#master[held], viewType, this.#selected);
    }

    /** By its number, or the first one for a value of an attribute beside what is chosen: `getImage('large', color, red)`. */
    getImage(viewType, index = 0, value = null) {
        if (typeof index === 'number') {
            return this.getImages(viewType).toArray()[index] || null;
        }
        const chosen = Object.assign({}, this.#selected, { [idOf(index)]: idOf(value) });
        return imagesOf(this.#master[held], viewType, chosen).toArray()[0] || null;
    }

    getAttributeSelections() {
        const map = new LinkedHashMap();
        map.putAll(this.#selected);
        return map;
    }

    toString() {
        return `[ProductVariationModel master=${this.#master.ID}]`;
    }
}

module.exports = define(ProductVariationModel, 'dw.catalog.ProductVariationModel', {
    get: {
        master: true,
        productVariationAttributes: true,
        selectedVariant: true,
        selectedVariants: true,
        defaultVariant: true,
        variants: true,
        variationGroups: true,
        attributeDefinitions: true
    },
    apart: ['attributeDefinitions']
});
