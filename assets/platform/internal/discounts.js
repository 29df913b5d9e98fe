'use strict';

/** The class for what a rule gives, by the name of its field; the value is what the class is made of. */
const CLASSES = [
    ['percentage', 'PercentageDiscount', Number],
    ['amount', 'AmountDiscount', Number],
    ['fixedPrice', 'FixedPriceDiscount', Number],
    ['free', 'FreeDiscount'],
    ['freeShipping', 'FreeShippingDiscount'],
    ['fixedPriceShipping', 'FixedPriceShippingDiscount', Number],
    ['priceBookPrice', 'PriceBookPriceDiscount', ({ pricebookId }) => pricebookId],
    ['percentOffOptions', 'PercentageOptionDiscount', ({ percentage }) => Number(percentage)],
    ['totalFixedPrice', 'TotalFixedPriceDiscount', Number],
    ['totalAmount', 'AmountDiscount', Number],
    ['totalPercentage', 'PercentageDiscount', Number],
    ['bonus', 'BonusDiscount', ({ productId }) => productId || []],
    ['bonusChoice', 'BonusChoiceDiscount', (choice) => choice]
];

function kindOf(document) {
    return CLASSES.find(([name]) => document[name] !== undefined && document[name] !== null);
}

/** Which of its promotion's tiers a rule's discount is: the one of the highest threshold is 0. */
function tierOf(document, promotion) {
    const tiers = promotion ? promotion.tiers() : [];
    const index = tiers.indexOf(document);
    return index < 0 ? null : tiers.length - 1 - index;
}

/** A discount as rules have it, `{ percentage: 10 }` for example, of a promotion; null for what is no discount. */
function discountOf(document, promotion, quantity) {
    const found = kindOf(document);
    if (found === undefined) {
        return null;
    }
    const [name, Class, read] = found;
    const made = read === undefined ? [promotion] : [read(document[name]), promotion];
    return new (require(`dw/campaign/${Class}`))(...made).granted(quantity, tierOf(document, promotion));
}

/** What of a rule's discount is kept with what it took off. */
function keptOf(document) {
    const found = kindOf(document);
    return found === undefined ? null : { [found[0]]: document[found[0]] };
}

/** What a price book says that a piece of a product costs; null if nothing. */
function bookPrice({ pricebookId }, product) {
    const price = product ? product.priceModel.getPriceBookPrice(pricebookId) : null;
    return price !== null && price.available ? price.value : null;
}

/** What is wanted off `price` for so many pieces, by the kind of discount; `minor` makes an amount a number of smallest units. */
const TAKEN = {
    percentage: ({ percentage }, { price }) => (price * percentage) / 100,
    amount: ({ amount }, { count, minor }) => minor(amount) * count,
    fixedPrice: ({ fixedPrice }, { price, count, minor }) => price - minor(fixedPrice) * count,
    free: (document, { price }) => price,
    priceBookPrice: ({ priceBookPrice }, { price, count, product, minor }) => {
        const other = bookPrice(priceBookPrice, product);
        return other === null ? 0 : price - minor(other) * count;
    }
};

/** What a rule's discount takes off: never more than the price, and nothing that would make it dearer. In smallest units, as `price`. */
function taken(document, piece) {
    const [kind] = kindOf(document) || [];
    const wanted = kind in TAKEN ? TAKEN[kind](document, piece) : 0;
    return Math.max(0, Math.min(Math.round(piece.price), Math.round(wanted)));
}

/** The rule's form of a discount that is about a price; null for others. */
function documentOf(discount) {
    const forms = {
        PERCENTAGE: () => ({ percentage: discount.percentage }),
        AMOUNT: () => ({ amount: discount.amount }),
        FIXED_PRICE: () => ({ fixedPrice: discount.fixedPrice }),
        FREE: () => ({ free: true }),
        PRICE_BOOK_PRICE: () => ({ priceBookPrice: { pricebookId: discount.priceBookID } })
    };
    const form = forms[discount.type];
    return form === undefined ? null : form();
}

/**
 * What a script's discount takes off money, that of so many pieces or of something else: a fixed price is that of a piece, an
 * amount is off all of them.
 */
function takenOff(discount, price, pieces, product) {
    const document = documentOf(discount);
    const scale = 10 ** require('dw/util/Currency').getCurrency(price.currencyCode).defaultFractionDigits;
    const minor = (amount) => Math.round(amount * scale);
    const count = document !== null && 'fixedPrice' in document ? pieces : 1;
    const amount = document === null ? 0 : taken(document, { price: minor(price.value), count, product, minor });
    return price.newMoney(amount / scale);
}

module.exports = { discountOf, documentOf, keptOf, kindOf, taken, takenOff };
