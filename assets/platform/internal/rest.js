'use strict';

/** Answers of REST APIs: what is made of them, and how they are written. */

const { illegal } = require('./errors');

const rendered = new WeakSet();

/** What is to be put in the place of another answer, in a text that is JSON. */
function mark() {
    return host.call('value.mark', null);
}

/** A status from `least` to `most`. */
function checkedStatus(status, least, most) {
    const code = typeof status === 'number' ? status : Number(status);
    if (!Number.isInteger(code) || code < least || code > most) {
        throw illegal(`a status is a number from ${least} to ${most}, not ${status}`);
    }
    return code;
}

/** JSON in which the places of other answers have no quotes. */
function json(value) {
    const text = JSON.stringify(value);
    if (text === undefined) {
        throw new Error(`${value} can't be written as JSON`);
    }
    return text.split(`"${mark()}`).map((part, index) => (index === 0 ? part : mark() + part.replace('-->"', '-->'))).join('');
}

/** Sends an answer, which is done once; nothing is sent when `body` is undefined. */
function render(answer, status, contentType, body) {
    if (rendered.has(answer)) {
        throw new Error('IllegalStateException: the response is already rendered');
    }
    const text = body === undefined ? '' : json(body);
    rendered.add(answer);
    response.setStatus(status);
    response.setContentType(contentType);
    response.writer.print(text);
}

module.exports = { checkedStatus, mark, render };
