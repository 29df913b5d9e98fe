'use strict';

/** Named character entities of HTML. */

/** Those of the characters 160 to 255, in their order. */
const LATIN = ('nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot '
    + 'cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave '
    + 'Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute '
    + 'acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml '
    + 'divide oslash ugrave uacute ucirc uuml yacute thorn yuml').split(' ');

/** Greek letters from 913 on, the small ones 32 further; between rho and sigma stands nothing among the capitals. */
const GREEK = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega'.split(' ');

const OTHERS = {
    OElig: 338, oelig: 339, Scaron: 352, scaron: 353, Yuml: 376, fnof: 402, circ: 710, tilde: 732, ensp: 8194, emsp: 8195, thinsp: 8201,
    zwnj: 8204, zwj: 8205, lrm: 8206, rlm: 8207, ndash: 8211, mdash: 8212, lsquo: 8216, rsquo: 8217, sbquo: 8218, ldquo: 8220, rdquo: 8221,
    bdquo: 8222, dagger: 8224, Dagger: 8225, bull: 8226, hellip: 8230, permil: 8240, prime: 8242, Prime: 8243, lsaquo: 8249, rsaquo: 8250,
    oline: 8254, frasl: 8260, euro: 8364, trade: 8482, larr: 8592, uarr: 8593, rarr: 8594, darr: 8595, harr: 8596, forall: 8704, part: 8706,
    exist: 8707, empty: 8709, isin: 8712, prod: 8719, sum: 8721, minus: 8722, radic: 8730, infin: 8734, cap: 8745, cup: 8746, int: 8747,
    sim: 8764, cong: 8773, asymp: 8776, ne: 8800, equiv: 8801, le: 8804, ge: 8805, sub: 8834, sup: 8835, loz: 9674, spades: 9824,
    clubs: 9827, hearts: 9829, diams: 9830
};

const MARKUP = { amp: 38, lt: 60, gt: 62, quot: 34, apos: 39 };

const CODES = Object.assign({}, OTHERS, MARKUP);
LATIN.forEach((name, index) => { CODES[name] = 160 + index; });
GREEK.forEach((name, index) => {
    CODES[name] = 945 + index;
    if (name !== 'sigmaf') {
        CODES[name.charAt(0).toUpperCase() + name.slice(1)] = 913 + index;
    }
});

/** The text that is safe in HTML, with the names of HTML 3.2. */
function toHtml(text) {
    const named = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
    return text.replace(/[&<>"\u00a0-\u00ff]/g, (letter) => `&${named[letter] || LATIN[letter.charCodeAt(0) - 160]};`);
}

function toXml(text) {
    const named = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
    return text.replace(/[&<>"']/g, (letter) => `&${named[letter]};`);
}

/** The text behind entities: with a number, or by one of the names. */
function decoded(text, codes) {
    return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w+));/g, (entity, decimal, hexadecimal, name) => {
        const code = name === undefined ? Number(decimal || `0x${hexadecimal}`) : Object.prototype.hasOwnProperty.call(codes, name) ? codes[name] : undefined;
        return code === undefined || code > 0x10ffff ? entity : String.fromCodePoint(code);
    });
}

const fromHtml = (text) => decoded(text, CODES);
const fromXml = (text) => decoded(text, MARKUP);

module.exports = { toHtml, toXml, fromHtml, fromXml };
