'use strict';

exports.init = function (editor) {
    var HashMap = require('dw/util/HashMap');
    var inner = new HashMap();
    inner.put('of', editor.configuration.get('name'));
    editor.configuration.put('seen', editor.configuration.options.length);
    editor.dependencies.put('plain', require('dw/experience/PageMgr').getCustomEditor('parts.plain', inner));
    editor.resources.scripts.add('late.js');
};
