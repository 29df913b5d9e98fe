'use strict';

/** A discount as documents have it: `{ percent }`, `{ amount }` or `{ fixed }`, of a promotion. */
function discountOf({ percent, amount, fixed }, promotion) {
    const [Class, value] = percent !== undefined ? [require('dw/campaign/PercentageDiscount'), percent]
        : fixed !== undefined ? [require('dw/campaign/FixedPriceDiscount'), fixed] : [require('dw/campaign/AmountDiscount'), amount];
    return new Class(Number(value), promotion);
}

module.exports = { discountOf };
