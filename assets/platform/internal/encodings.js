'use strict';

/** Texts as bytes and back: UTF-8, ISO-8859-1, US-ASCII and UTF-16; Base64 and hexadecimal digits of bytes. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Arguments of one call. */
const MOST = 8192;

function joined(codes) {
    let text = '';
    for (let at = 0; at < codes.length; at += MOST) {
        text += String.fromCharCode.apply(null, codes.slice(at, at + MOST));
    }
    return text;
}

function ofBinary(text) {
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at += 1) {
        bytes[at] = text.charCodeAt(at);
    }
    return bytes;
}

function narrow(text, most) {
    const bytes = ofBinary(text);
    for (let at = 0; at < text.length; at += 1) {
        bytes[at] = text.charCodeAt(at) > most ? 63 : bytes[at];
    }
    return bytes;
}

/** Surrogates that stand alone have no bytes in UTF-8; they become U+FFFD. */
function wellFormed(text) {
    return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF]/g, (found) => (found.length === 2 ? found : '\uFFFD'));
}

function wide(text, first, second) {
    const bytes = new Uint8Array(text.length * 2);
    for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        bytes[at * 2 + first] = code >> 8;
        bytes[at * 2 + second] = code & 255;
    }
    return bytes;
}

function fromWide(bytes, first, second) {
    const codes = [];
    for (let at = 0; at + 1 < bytes.length; at += 2) {
        codes.push(bytes[at + first] * 256 + bytes[at + second]);
    }
    return joined(codes);
}

/** The code point that starts at a place, with how many bytes it has; U+FFFD for what is none. */
function pointAt(bytes, at) {
    const lead = bytes[at];
    if (lead < 0x80) {
        return [lead, 1];
    }
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4) {
        return [0xfffd, 1];
    }
    let point = lead & (0xff >> (length + 1));
    for (let next = 1; next < length; next += 1) {
        const byte = bytes[at + next];
        if (byte === undefined || (byte & 0xc0) !== 0x80) {
            return [0xfffd, next];
        }
        point = point * 64 + (byte & 0x3f);
    }
    const isShortest = point >= [0, 0, 0x80, 0x800, 0x10000][length];
    const isPoint = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    return [isShortest && isPoint ? point : 0xfffd, length];
}

function fromUtf8(bytes) {
    const codes = [];
    for (let at = 0; at < bytes.length;) {
        const [point, length] = pointAt(bytes, at);
        at += length;
        if (point > 0xffff) {
            codes.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff));
        } else {
            codes.push(point);
        }
    }
    return joined(codes);
}

const ENCODINGS = {
    UTF8: [(text) => ofBinary(unescape(encodeURIComponent(wellFormed(text)))), fromUtf8],
    ISO88591: [(text) => narrow(text, 255), joined],
    USASCII: [(text) => narrow(text, 127), (bytes) => joined(bytes.map((byte) => (byte > 127 ? 0xfffd : byte)))],
    UTF16BE: [(text) => wide(text, 0, 1), (bytes) => fromWide(bytes, 0, 1)],
    UTF16LE: [(text) => wide(text, 1, 0), (bytes) => fromWide(bytes, 1, 0)]
};
const ALIASES = { LATIN1: 'ISO88591', ASCII: 'USASCII', UTF16: 'UTF16BE', ISO8859: 'ISO88591' };

function named(encoding) {
    const plain = String(encoding || 'UTF-8').toUpperCase().replace(/[^A-Z0-9]/g, '');
    const known = ENCODINGS[ALIASES[plain] || plain];
    if (known === undefined) {
        throw new Error(`The encoding ${encoding} is not emulated by the sandbox`);
    }
    return known;
}

function encoded(text, encoding) {
    return named(encoding)[0](String(text));
}

function decoded(bytes, encoding) {
    return named(encoding)[1](Array.from(bytes));
}

/** Base64 with its padding. */
function toBase64(bytes) {
    const parts = [];
    for (let at = 0; at < bytes.length; at += 3) {
        const [one, two, three] = [bytes[at], bytes[at + 1], bytes[at + 2]];
        parts.push(LETTERS[one >> 2], LETTERS[((one & 3) << 4) | ((two || 0) >> 4)],
            two === undefined ? '=' : LETTERS[((two & 15) << 2) | ((three || 0) >> 6)],
            three === undefined ? '=' : LETTERS[three & 63]);
    }
    return parts.join('');
}

/** Bytes of Base64, its web-safe form too; other letters are passed over. */
function fromBase64(text) {
    const bytes = [];
    let bits = 0;
    let count = 0;
    for (const letter of String(text).replace(/-/g, '+').replace(/_/g, '/').replace(/=.*$/, '')) {
        const value = LETTERS.indexOf(letter);
        if (value >= 0) {
            bits = ((bits << 6) | value) & 0xffffff;
            count += 6;
            if (count >= 8) {
                count -= 8;
                bytes.push((bits >> count) & 255);
            }
        }
    }
    return Uint8Array.from(bytes);
}

function toHex(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text) {
    if (!/^(?:[0-9a-f]{2})*$/i.test(String(text))) {
        throw new Error(`${text} has other letters than pairs of hexadecimal digits`);
    }
    return Uint8Array.from(String(text).match(/../g) || [], (digits) => parseInt(digits, 16));
}

module.exports = { encoded, decoded, toBase64, fromBase64, toHex, fromHex };
