'use strict';

const { manager } = require('../../internal/bean');
const { plain } = require('../../internal/view');
const context = require('../../internal/context');

/** What templates are handed nests no deeper. */
const DEEPEST = 100;

function rendered(template, view) {
    return host.call('template.render', {
        template: String(template).replace(/\.(?:isml|html)$/, ''),
        locale: request.locale,
        site: context.site.id,
        view: plain(view || {}, DEEPEST)
    });
}

/** Renders a template with a view: `ISML.renderTemplate('product/detail', { product: product })`. */
class ISML {
    static renderTemplate(template, view) {
        response.writer.print(rendered(template, view));
    }
}

module.exports = manager(ISML, 'dw.template.ISML');
