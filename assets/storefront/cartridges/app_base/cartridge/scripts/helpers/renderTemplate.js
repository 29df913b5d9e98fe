'use strict';

var HashMap = require('dw/util/HashMap');
var Template = require('dw/util/Template');

/** A template with a view as a text, for answers that hold a piece of a page. */
function render(template, view) {
    var values = new HashMap();
    Object.keys(view).forEach(function (name) {
        values.put(name, view[name]);
    });
    return new Template(template).render(values).text;
}

module.exports = { render: render };
