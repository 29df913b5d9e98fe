'use strict';

const SecureEncoder = require('dw/util/SecureEncoder');

/** The element around a region or a component: its name and its attributes. */
class RenderSettings {
    #tagName = 'div';
    #attributes = null;

    getTagName() {
        return this.#tagName;
    }

    setTagName(name) {
        if (!/^[A-Za-z][\w-]*$/.test(name)) {
            throw new Error(`${name} is no name of an element`);
        }
        this.#tagName = name;
        return this;
    }

    /** The same again, which may be changed by itself. */
    copy() {
        const copy = new this.constructor();
        copy.#tagName = this.#tagName;
        copy.#attributes = this.#attributes;
        return copy;
    }

    getAttributes() {
        return this.#attributes;
    }

    setAttributes(attributes) {
        this.#attributes = attributes;
        return this;
    }
}

/** What stands in an element with a class of its own, and with the attributes that settings have. */
function around(settings, name, inner) {
    const own = Object.assign({ class: name }, settings.getAttributes());
    const attributes = Object.keys(own).map((key) => ` ${key}="${SecureEncoder.forHtmlInDoubleQuoteAttribute(String(own[key]))}"`);
    return `<${settings.getTagName()}${attributes.join('')}>${inner}</${settings.getTagName()}>`;
}

module.exports = { RenderSettings, around };
