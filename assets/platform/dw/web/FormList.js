'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const FormGroup = require('dw/web/FormGroup');
const FormListItem = require('dw/web/FormListItem');

function isChecked(item, name) {
    return Boolean(name) && item[name] !== undefined && item[name].isChecked();
}

/** The same fields for each of many objects: `form.items[0].quantity`. */
class FormList extends FormGroup {
    #items = [];

    constructor(definition, parent) {
        super({ id: definition.id, attributes: definition.attributes, children: [] }, parent);
        this.#definition = definition;
    }

    #definition;

    elements() {
        return this.#items;
    }

    #add() {
        const index = this.#items.length;
        const item = new FormListItem({ id: `i${index}`, children: this.#definition.children }, this);
        this.#items.push(item);
        Object.defineProperty(this, index, { value: item, enumerable: true, configurable: true });
        return item;
    }

    checkedAs() {
        return 'formlist';
    }

    copyFrom(objects) {
        this.clearFormElement();
        this.bind(objects);
        for (const object of objects || []) {
            this.#add().copyFrom(object);
        }
    }

    remember(kept) {
        kept.rows[this.getHtmlName()] = this.#items.length;
        super.remember(kept);
    }

    recall(kept) {
        for (let rows = kept.rows[this.getHtmlName()] || 0; rows > 0; rows -= 1) {
            this.#add();
        }
        super.recall(kept);
    }

    /** Each item copies back to its own object: the list of them may be another one by now. */
    accept() {
        this.#items.forEach((item) => item.accept());
    }

    copyTo(objects) {
        Array.from(objects || []).slice(0, this.#items.length).forEach((object, index) => this.#items[index].copyTo(object));
    }

    clearFormElement() {
        this.#items.forEach((item, index) => delete this[index]);
        this.#items = [];
    }

    getSelectManyItems() {
        return new ArrayList(this.#items.filter((item) => isChecked(item, this.attribute('selectmany-fieldid'))));
    }

    getSelectManyObjects() {
        return new ArrayList(Array.from(this.getSelectManyItems(), (item) => item.getObject()));
    }

    getSelectOneItem() {
        return this.#items.find((item) => isChecked(item, this.attribute('selectone-fieldid'))) || null;
    }

    getSelectOneObject() {
        const item = this.getSelectOneItem();
        return item && item.getObject();
    }
}

module.exports = define(FormList, 'dw.web.FormList', {
    get: {
        selectManyItems: true,
        selectManyObjects: true,
        selectOneItem: true,
        selectOneObject: true
    },
    apart: ['selectManyObjects', 'selectOneObject']
});
