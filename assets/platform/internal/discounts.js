'use strict';

/** The class for what a rule gives, by the name of its field; the value is what the class is made of. */
const CLASSES = [
    ['percentage', 'PercentageDiscount', Number],
    ['amount', 'AmountDiscount', Number],
    ['fixedPrice', 'FixedPriceDiscount', Number],
    ['free', 'FreeDiscount'],
    ['freeShipping', 'FreeShippingDiscount'],
    ['priceFromPriceBook', 'PriceBookPriceDiscount', ({ priceBookId }) => priceBookId],
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

/** A discount as rules have it, `{ percentage: 10 }` for example, of a promotion; null for what is no discount. */
function discountOf(document, promotion, quantity) {
    const found = kindOf(document);
    if (found === undefined) {
        return null;
    }
    const [name, Class, read] = found;
    const made = read === undefined ? [promotion] : [read(document[name]), promotion];
    return new (require(`dw/campaign/${Class}`))(...made).granted(quantity, document.threshold || document.eligibleQuantity || null);
}

/** What of a rule's discount is kept with what it took off. */
function keptOf(document) {
    const found = kindOf(document);
    return found === undefined ? null : { [found[0]]: document[found[0]] };
}

module.exports = { discountOf, keptOf, kindOf };
