'use strict';

const { held, manager } = require('../../internal/bean');
const changing = require('../../internal/changing');
const context = require('../../internal/context');
const { queried } = require('../../internal/query');
const { table } = require('../../internal/tables');
const ArrayList = require('dw/util/ArrayList');
const ProductList = require('dw/customer/ProductList');
const SeekableIterator = require('dw/util/SeekableIterator');


function lists() {
    return table('product-list', (document) => new ProductList(document));
}

/** Whose lists: a customer's number, or the session of somebody who has none. */
function ownerOf(customer) {
    return customer.registered ? { owner: customer.profile.customerNo } : { session: context.session.id };
}

function belongs(list, { owner, session }) {
    return owner === undefined ? list[held].session === session : list[held].owner === owner;
}

/** Wish lists, gift registries and other lists of products. */
class ProductListMgr {
    static createProductList(customer, type) {
        const id = host.call('random.id', null);
        return lists().create(id, Object.assign({ ID: id, uuid: id, type: Number(type), items: [] }, ownerOf(customer)));
    }

    static removeProductList(list) {
        lists().remove(list.ID);
    }

    /** `(id)`, or `(customer, type)` for the first list of that type. */
    static getProductList(first, type) {
        if (type === undefined) {
            return lists().get(String(first));
        }
        return ProductListMgr.getProductLists(first, type).first;
    }

    /** `(customer)`, `(customer, type)`, `(customer, type, eventType)`, or `(address)` for those that are sent to it. */
    static getProductLists(first, type, eventType) {
        if (first instanceof require('dw/customer/CustomerAddress')) {
            const isMeant = (list) => [list.shippingAddress, list.postEventShippingAddress].some((address) => address !== null && address.UUID === first.UUID);
            return new ArrayList(lists().all().filter(isMeant));
        }
        const owner = ownerOf(first);
        const isMeant = (list) => (type === undefined || list.type === Number(type)) && (eventType === undefined || list.eventType === eventType);
        return new ArrayList(lists().all().filter((list) => belongs(list, owner) && isMeant(list)));
    }

    static queryProductLists(query, sorting, ...values) {
        return new SeekableIterator(queried({ type: 'ProductList', path: 'customer/ProductList' }, lists().all(), query, sorting, values));
    }

    static all() {
        return lists().all();
    }
}


module.exports = manager(changing(ProductListMgr, ['createProductList', 'removeProductList']), 'dw.customer.ProductListMgr');
