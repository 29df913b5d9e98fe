'use strict';

const { held, define } = require('../../internal/bean');
const records = require('../../internal/records');
const ArrayList = require('dw/util/ArrayList');
const MarkupText = require('dw/content/MarkupText');

/** What a content slot shows: its template gets it as `slotcontent`. */
class SlotContent {
    #items;

    constructor(document, items) {
        Object.defineProperty(this, held, { value: document });
        this.#items = items;
    }

    getSlotID() {
        return this[held].slotId;
    }

    getContent() {
        return new ArrayList(this.#items);
    }

    getCalloutMsg() {
        const text = this[held].calloutMsg;
        return text === undefined || text === null ? null : new MarkupText(text);
    }

    getCustom() {
        return records.custom(this[held]);
    }

    /** Recommendations come from the platform's own service, which the sandbox doesn't have. */
    getRecommenderName() {
        return null;
    }

    toString() {
        return `[SlotContent slotID=${this.getSlotID()}]`;
    }
}

module.exports = define(SlotContent, 'dw.campaign.SlotContent', {
    get: {
        slotID: true,
        content: true,
        calloutMsg: true,
        custom: true,
        recommenderName: true
    }
});
