'use strict';

const { held, define } = require('../../internal/bean');
const { texts } = require('../../internal/fields');
const LineItem = require('dw/order/LineItem');

/** A gift certificate that somebody buys. */
class GiftCertificateLineItem extends LineItem {
    getShipment() {
        return this.owner.getShipment(this[held].shipment) || this.owner.getDefaultShipment();
    }

    setShipment(shipment) {
        this[held].shipment = shipment.ID;
    }

    getProductListItem() {
        const { list, item } = this[held].list_item || {};
        const found = list ? require('dw/customer/ProductListMgr').getProductList(list) : null;
        return found && found.getItem(item);
    }

    setProductListItem(item) {
        this[held].list_item = item ? { list: item.list.ID, item: item.ID } : null;
    }
}

module.exports = define(GiftCertificateLineItem, 'dw.order.GiftCertificateLineItem', {
    get: Object.assign(texts(['giftCertificateID', 'message', 'recipientEmail', 'recipientName', 'senderName']), {
        shipment: true,
        productListItem: true
    }),
    apart: ['shipment', 'productListItem']
});
