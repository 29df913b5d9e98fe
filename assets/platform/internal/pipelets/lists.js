'use strict';

/** Pipelets of lists of products: from their input and settings to what they answer, or null for their error exit. */

const { is } = require('./exits');

function lists() {
    return require('dw/customer/ProductListMgr');
}

/** Whether a text begins with what is sought, whatever its case; `*` at the end says the same. */
function begins(sought) {
    const start = String(sought).toLowerCase().replace(/\*$/, '');
    return (text) => text !== null && text !== undefined && String(text).toLowerCase().startsWith(start);
}

const exactly = (sought) => (value) => String(value) === String(sought);
const sameDay = (sought) => (date) => Boolean(date) && date.toDateString() === sought.toDateString();
const registrant = (name) => (list) => list.registrant && list.registrant[name];
const owner = (name) => (list) => list.owner && list.owner.profile && list.owner.profile[name];

/** What lists are searched by: how a value is compared, and with what of a list. */
const CRITERIA = {
    Type: [exactly, (list) => list.type],
    EventType: [exactly, (list) => list.eventType],
    EventName: [begins, (list) => list.name],
    EventCity: [exactly, (list) => list.eventCity],
    EventState: [exactly, (list) => list.eventState],
    EventCountry: [exactly, (list) => list.eventCountry],
    EventDate: [sameDay, (list) => list.eventDate],
    EventMonth: [exactly, (list) => list.eventDate && list.eventDate.getMonth() + 1],
    EventYear: [exactly, (list) => list.eventDate && list.eventDate.getFullYear()],
    RegistrantFirstName: [begins, registrant('firstName')],
    RegistrantLastName: [begins, registrant('lastName')],
    OwnerFirstName: [begins, owner('firstName')],
    OwnerLastName: [begins, owner('lastName')],
    OwnerEmail: [begins, owner('email')]
};

function isGiven(value) {
    return value !== undefined && value !== null && value !== '';
}

module.exports = {
    GetProductList({ ProductListID: id, ProductList: list, Customer: customer, Type: type }, { Create: create }) {
        if (list || isGiven(id)) {
            const found = list || lists().getProductList(id);
            return found && { ProductList: found };
        }
        if (!customer || !isGiven(type)) {
            return null;
        }
        const found = lists().getProductList(customer, type) || (is(create) ? lists().createProductList(customer, type) : null);
        return found && { ProductList: found };
    },

    GetProductLists({ Customer: customer, Type: type, EventType: event }) {
        const given = [customer, isGiven(type) ? type : undefined, isGiven(event) ? event : undefined];
        return { ProductLists: lists().getProductLists(...given) };
    },

    /** Without anything to search by nothing is found; only public lists are, unless all are wanted. */
    SearchProductLists(input, { PublicOnly: publicOnly }) {
        const SeekableIterator = require('dw/util/SeekableIterator');
        const wanted = Object.keys(CRITERIA).filter((name) => isGiven(input[name]));
        const tests = wanted.map((name) => {
            const [compare, of] = CRITERIA[name];
            const matches = compare(input[name]);
            return (list) => matches(of(list));
        });
        const isVisible = (list) => (publicOnly !== undefined && !is(publicOnly)) || list.public;
        const found = tests.length === 0 ? [] : lists().all().filter((list) => isVisible(list) && tests.every((test) => test(list)));
        return { ProductLists: new SeekableIterator(found) };
    },

    CreateProductList: ({ Customer: customer, Type: type }) => ({ ProductList: lists().createProductList(customer, type) }),

    RemoveProductList({ ProductList: list }) {
        lists().removeProductList(list);
        return {};
    },

    CreateProductListRegistrant({ ProductList: list }, { CreateCoRegistrant: second }) {
        if (is(second) ? list.coRegistrant : list.registrant) {
            return null;
        }
        return { ProductListRegistrant: is(second) ? list.createCoRegistrant() : list.createRegistrant() };
    },

    AddProductToProductList({ Product: product, ProductList: list, Quantity: quantity, ProductOptionModel: model, Priority: priority }, settings) {
        const known = is(settings.DisallowRepeats) ? list.productItems.toArray().find((item) => item.productID === product.ID) : undefined;
        if (known) {
            return { ProductListItem: known };
        }
        const item = list.createProductItem(product);
        item.setQuantityValue(Number(quantity && quantity.value ? quantity.value : quantity || 1));
        item.priority = priority || 0;
        if (model) {
            item.setProductOptionModel(model);
        }
        return { ProductListItem: item };
    },

    /** A list has one at most. */
    AddGiftCertificateToProductList({ ProductList: list, Priority: priority }) {
        const item = list.giftCertificateItem || list.createGiftCertificateItem();
        item.priority = priority || 0;
        return { ProductListItem: item };
    },

    RemoveProductListItem({ ProductListItem: item }) {
        item.list.removeItem(item);
        return {};
    }
};
