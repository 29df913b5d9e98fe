'use strict';

exports.init = function (editor) {
    editor.dependencies.put('self', require('dw/experience/PageMgr').getCustomEditor('parts.round', null));
};
