'use strict';

const { manager } = require('../../internal/bean');
const { failed } = require('../../internal/missing');
const { queried } = require('../../internal/query');
const shop = require('../../internal/shop');
const ObjectTypeDefinition = require('dw/object/ObjectTypeDefinition');
const SeekableIterator = require('dw/util/SeekableIterator');

/** Where the objects of a type are found. */
const SOURCES = {
    Order: () => require('dw/order/OrderMgr').searchOrders('', null).asList().toArray(),
    Profile: () => require('dw/customer/CustomerMgr').queryProfiles('', null).asList().toArray(),
    Store: () => require('dw/catalog/StoreMgr').all(),
    GiftCertificate: () => require('dw/order/GiftCertificateMgr').all(),
    Product: () => require('dw/catalog/ProductMgr').queryAllSiteProducts().asList().toArray(),
    SourceCodeGroup: () => shop.list('source-code-group').map((document) => new (require('dw/campaign/SourceCodeGroup'))(document)),
    ProductList: () => require('dw/customer/ProductListMgr').all()
};

function objectsOf(type) {
    if (!Object.prototype.hasOwnProperty.call(SOURCES, type)) {
        throw failed(`A query for all objects of type ${type}`);
    }
    return SOURCES[type]();
}

/** The class of a type. */
function pathOf(type) {
    return host.declared.classes().find((name) => name.split('/').pop() === String(type));
}

/** Queries for the platform's own objects, and what attributes they have. */
class SystemObjectMgr {
    static describe(type) {
        const path = pathOf(type);
        return ObjectTypeDefinition.of(type, path === undefined ? null : path);
    }

    static getAllSystemObjects(type) {
        return new SeekableIterator(objectsOf(type));
    }

    static querySystemObjects(type, query, sorting, ...values) {
        return new SeekableIterator(queried({ type: String(type), path: pathOf(type) }, objectsOf(type), query, sorting, values));
    }

    static querySystemObject(type, query, ...values) {
        return queried({ type: String(type), path: pathOf(type) }, objectsOf(type), query, null, values)[0] || null;
    }
}

module.exports = manager(SystemObjectMgr, 'dw.object.SystemObjectMgr');
