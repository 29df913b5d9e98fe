'use strict';

const { define } = require('../../internal/bean');
const { spoken, text } = require('../../internal/converted');
const ArrayList = require('dw/util/ArrayList');
const Status = require('dw/system/Status');

const LISTS = ['to', 'cc', 'bcc', 'replyTo'];
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;

/** A mail. The sandbox sends none: it writes what it would have sent to the log. */
class Mail {
    #lists = { to: [], cc: [], bcc: [], replyTo: [] };
    #from = null;
    #subject = null;
    #content = null;
    #headers = {};
    #attachments = [];

    static validateAddress(address) {
        return ADDRESS.test(String(address));
    }

    list(name) {
        return this.#lists[name];
    }

    getFrom() {
        return this.#from;
    }

    setFrom(address) {
        this.#from = text(address);
        return this;
    }

    getSubject() {
        return this.#subject;
    }

    setSubject(subject) {
        this.#subject = text(subject);
        return this;
    }

    /** A text with its type and encoding, or what a template rendered. */
    setContent(content, type, encoding) {
        const isText = typeof content === 'string';
        this.#content = isText ? { text: content, type: type || 'text/plain', encoding: encoding || 'UTF-8' }
            : { text: content.text, type: content.mimeType, encoding: content.encoding };
        return this;
    }

    addAttachment(file) {
        this.#attachments.push(file);
        return this;
    }

    setListUnsubscribe(value) {
        this.#headers['List-Unsubscribe'] = text(value);
        return this;
    }

    setListUnsubscribePost(value) {
        this.#headers['List-Unsubscribe-Post'] = text(value);
        return this;
    }

    /** An error without sender, addressee or content. */
    send() {
        const lacking = [[this.#from, 'sender'], [this.#lists.to.length, 'addressee'], [this.#content, 'content']].find(([there]) => !there);
        if (lacking) {
            return new Status(Status.ERROR, 'MAIL', 'The mail has no {0}', lacking[1]);
        }
        const message = `mail from ${this.#from} to ${this.#lists.to.join(', ')}: ${this.#subject || ''} (${this.#content.text.length} letters of ${this.#content.type}${
            this.#attachments.length ? `, ${this.#attachments.length} attachments` : ''}); not sent`;
        host.call('log.write', { level: 'info', category: 'mail', message });
        return new Status(Status.OK);
    }

    toString() {
        return `[Mail ${this.#subject}]`;
    }
}

Object.defineProperty(Mail.prototype, 'list', { enumerable: false });
const lists = {};
LISTS.forEach((name) => {
    const capital = name[0].toUpperCase() + name.slice(1);
    const put = (mail, addresses) => {
        mail.list(name).splice(0, mail.list(name).length, ...Array.from(addresses, spoken));
        return mail;
    };
    Object.defineProperty(Mail.prototype, `add${capital}`, { configurable: true, value(address) { this.list(name).push(spoken(address)); return this; } });
    Object.defineProperty(Mail.prototype, `set${capital}`, { configurable: true, value(addresses) { return put(this, addresses); } });
    lists[name] = (mail) => new ArrayList(mail.list(name));
});

module.exports = define(Mail, 'dw.net.Mail', {
    get: Object.assign(lists, { from: true, subject: true })
});
