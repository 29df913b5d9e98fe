'use strict';

const { manager } = require('../../internal/bean');
const pages = require('../../internal/pages');

/** Renders a template with a view: `ISML.renderTemplate('product/detail', { product: product })`. */
class ISML {
    static renderTemplate(template, view) {
        response.writer.print(pages.rendered(template, view));
    }
}

module.exports = manager(ISML, 'dw.template.ISML');
