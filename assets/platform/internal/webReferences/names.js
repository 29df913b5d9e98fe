'use strict';

/** How names of XML become names of scripts, as the platform's binding makes them. */

function capitalised(name) {
    return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `Amount` is the property `amount`; `VCI` stays. */
function decapitalised(name) {
    return /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** `purchase-id` without what no name has: `purchaseId`. */
function joined(name) {
    return name.split(/[^A-Za-z0-9$]+/).filter((word) => word !== '').map((word, index) => (index === 0 ? word : capitalised(word))).join('');
}

/** All names that a part goes by: the one in XML, and those of the property that is made of it. */
function propertiesOf(name) {
    const all = [name, decapitalised(name), joined(name), decapitalised(joined(name))];
    return all.filter((each, index) => all.indexOf(each) === index);
}

/** `semi-black` and `semiBlack` are the constant `SEMI_BLACK`. */
function constantOf(value) {
    const words = value.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z])([A-Z][a-z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
    return words.replace(/^_|_$/g, '').toUpperCase();
}

/** Names that differ in capitals or in what stands between words are the same class. */
function alike(name) {
    return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

module.exports = { capitalised, decapitalised, propertiesOf, constantOf, alike };
