'use strict';

/** The classes of each `dw` package. */
const CLASSES = {
    campaign: ['AmountDiscount', 'DiscountPlan', 'FixedPriceDiscount', 'PercentageDiscount', 'Promotion', 'PromotionMgr', 'PromotionPlan'],
    catalog: ['Catalog', 'CatalogMgr', 'Category', 'Product', 'ProductAvailabilityModel', 'ProductInventoryRecord', 'ProductMgr',
        'ProductPriceModel', 'ProductSearchHit', 'ProductSearchModel', 'ProductSearchRefinementDefinition',
        'ProductSearchRefinementValue', 'ProductSearchRefinements', 'ProductVariationAttribute',
        'ProductVariationAttributeValue', 'ProductVariationModel', 'SortingRule', 'Variant'],
    content: ['Content', 'ContentMgr', 'Folder', 'Library', 'MarkupText'],
    customer: ['AuthenticationStatus', 'Customer', 'CustomerGroup', 'CustomerMgr', 'Profile'],
    io: ['PrintWriter'],
    order: ['Basket', 'BasketMgr', 'CouponLineItem', 'LineItem', 'LineItemCtnr', 'Order', 'OrderAddress', 'OrderMgr',
        'OrderPaymentInstrument', 'PaymentInstrument', 'PaymentMethod', 'PaymentMgr', 'PaymentProcessor', 'PaymentTransaction',
        'PriceAdjustment', 'ProductLineItem', 'Shipment', 'ShipmentShippingModel', 'ShippingLineItem', 'ShippingMethod', 'ShippingMgr'],
    system: ['Cache', 'CacheMgr', 'HookMgr', 'Log', 'Logger', 'Request', 'Response', 'Session', 'Site', 'SitePreferences', 'Status',
        'StatusItem', 'System', 'Transaction'],
    template: ['ISML'],
    util: ['ArrayList', 'Assert', 'Bytes', 'Calendar', 'Collection', 'Currency', 'Decimal', 'HashMap', 'HashSet', 'Iterator',
        'LinkedHashMap', 'LinkedHashSet', 'LinkedList', 'List', 'Locale', 'Map', 'MapEntry', 'PropertyComparator',
        'SeekableIterator', 'Set', 'SortedMap', 'SortedSet', 'StringUtils', 'Template', 'UUIDUtils'],
    value: ['EnumValue', 'MimeEncodedText', 'Money', 'Quantity'],
    web: ['CSRFProtection', 'Cookie', 'Cookies', 'HttpParameter', 'HttpParameterMap', 'PagingModel', 'Resource', 'URL', 'URLAction',
        'URLParameter', 'URLUtils']
};

/** A package whose classes are loaded at their first use; a class it doesn't have is named by the error. */
function packageOf(name) {
    const classes = {};
    (CLASSES[name] || []).forEach((type) => {
        Object.defineProperty(classes, type, { enumerable: true, get: () => require(`dw/${name}/${type}`) });
    });
    Object.defineProperty(classes, 'toString', { value: () => `[JavaPackage dw.${name}]` });
    return classes;
}

const packages = {};
Object.keys(CLASSES).forEach((name) => {
    packages[name] = packageOf(name);
});
Object.defineProperty(packages, 'toString', { value: () => '[JavaPackage dw]' });

module.exports = { packages, CLASSES };
