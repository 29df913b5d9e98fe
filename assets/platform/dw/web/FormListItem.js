'use strict';

const { define } = require('../../internal/bean');
const FormGroup = require('dw/web/FormGroup');

/** One element of a list in a form. */
class FormListItem extends FormGroup {
    getItemIndex() {
        return Number(this.getFormId().slice(1));
    }
}

module.exports = define(FormListItem, 'dw.web.FormListItem', { get: { itemIndex: true } });
