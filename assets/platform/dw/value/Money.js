'use strict';

const { define } = require('../../internal/bean');
const { hashOf } = require('../../internal/hashes');
const numbers = require('../../internal/numbers');
const Decimal = require('dw/util/Decimal');

function currentLocale() {
    return typeof request === 'undefined' ? 'default' : request.locale;
}

/** An amount with no more digits than its currency has. */
function withDigits(amount, digits) {
    const rounded = amount.round(digits);
    return rounded.compareTo(amount) === 0 ? amount : rounded;
}

/**
 * An amount in a currency: what it is made of is rounded half up to the currency's digits, adding and multiplying never
 * round; `toNumberString()` and `toFormattedString()` do. `Money.NOT_AVAILABLE` is contagious.
 */
class Money {
    #amount = null;
    #currency;

    constructor(value, currencyCode) {
        this.#currency = currencyCode || 'N/A';
        if (value !== null && value !== undefined) {
            this.#amount = withDigits(new Decimal(value), numbers.fractionDigits(this.#currency));
        }
    }

    #with(amount) {
        const money = new Money(null, this.#currency);
        money.#amount = amount === null || amount === undefined ? null : new Decimal(amount);
        return money;
    }

    #combined(other, combine) {
        if (!this.available || !other.available) {
            return Money.NOT_AVAILABLE;
        }
        this.#sameCurrency(other);
        return this.#with(combine(this.#amount, other.#amount));
    }

    #sameCurrency(other) {
        if (!this.isOfSameCurrency(other)) {
            throw new Error(`Money of different currencies: ${this.#currency} and ${other.#currency}`);
        }
    }

    #changed(change) {
        return this.available ? this.#with(change(this.#amount)) : Money.NOT_AVAILABLE;
    }

    add(other) {
        return this.#combined(other, (left, right) => left.add(right));
    }

    subtract(other) {
        return this.#combined(other, (left, right) => left.subtract(right));
    }

    multiply(factor) {
        const number = factor && typeof factor === 'object' && 'value' in factor ? factor.value : factor;
        return this.#changed((amount) => amount.multiply(number));
    }

    divide(divisor) {
        return this.#changed((amount) => amount.divide(divisor));
    }

    addPercent(percent) {
        return this.#changed((amount) => amount.addPercent(percent));
    }

    subtractPercent(percent) {
        return this.#changed((amount) => amount.subtractPercent(percent));
    }

    addRate(rate) {
        return this.#changed((amount) => amount.add(amount.multiply(rate)));
    }

    subtractRate(rate) {
        return this.#changed((amount) => amount.subtract(amount.multiply(rate)));
    }

    /** Nothing if one of them is unavailable. */
    percentOf(other) {
        if (other === null || other === undefined || !other.available || !this.available) {
            return null;
        }
        this.#sameCurrency(other);
        return other.value === 0 ? null : this.#amount.multiply(100).divide(other.#amount).get();
    }

    percentLessThan(other) {
        const part = this.percentOf(other);
        return part === null ? null : 100 - part;
    }

    newMoney(decimal) {
        return this.#with(decimal);
    }

    isOfSameCurrency(other) {
        return this.#currency === other.#currency;
    }

    /** What is unavailable counts as 0. */
    compareTo(other) {
        if (!this.available || !other.available) {
            return Math.sign(this.value - other.value);
        }
        this.#sameCurrency(other);
        return this.#amount.compareTo(other.#amount);
    }

    hashCode() {
        return hashOf(this.available ? `${this.#amount.hashCode()} ${this.#currency}` : '');
    }

    equals(other) {
        return other instanceof Money && this.available === other.available
            && (!this.available || (this.isOfSameCurrency(other) && this.compareTo(other) === 0));
    }

    isAvailable() {
        return this.#amount !== null;
    }

    getValue() {
        return this.#amount === null ? 0 : this.#amount.get();
    }

    getValueOrNull() {
        return this.#amount === null ? null : this.#amount.get();
    }

    getDecimalValue() {
        return this.#amount;
    }

    getCurrencyCode() {
        return this.#currency;
    }

    #rounded() {
        return this.#amount.round(numbers.fractionDigits(this.#currency)).toString();
    }

    toNumberString() {
        return this.available ? this.#rounded() : 'N/A';
    }

    toFormattedString() {
        return this.available ? numbers.money(this.#rounded(), this.#currency, currentLocale()) : 'N/A';
    }

    toString() {
        return this.available ? `${this.#currency} ${this.#rounded()}` : 'N/A';
    }

    valueOf() {
        return this.getValue();
    }

    /**
     * Spreads a discount over amounts in proportion to them; the cents that rounding leaves over go to
     * the last one, so that the parts always add up to the discount. The amounts may come in one array.
     */
    static prorate(discount, ...values) {
        const amounts = values.flat();
        if (amounts.length === 0) {
            return [];
        }
        const total = amounts.reduce((sum, amount) => sum.add(amount));
        const digits = numbers.fractionDigits(discount.#currency);
        let open = discount;
        return amounts.map((amount, index) => {
            if (index === amounts.length - 1 || total.value === 0) {
                const rest = open;
                open = discount.subtract(discount);
                return rest;
            }
            const share = discount.#with(discount.#amount.multiply(amount.#amount).divide(total.#amount).round(digits));
            open = open.subtract(share);
            return share;
        });
    }
}

Object.defineProperty(Money, 'NOT_AVAILABLE', { value: new Money(null, 'N/A'), enumerable: true });

module.exports = define(Money, 'dw.value.Money', {
    get: {
        value: true,
        currencyCode: true,
        decimalValue: true,
        valueOrNull: true
    },
    is: { available: true }
});
