'use strict';

/** Loads the script that `id` names and says "loaded", or why it can't be. */
exports.Script = function () {
    var says = 'loaded';
    try {
        require(request.httpParameterMap.get('id').stringValue);
    } catch (error) {
        says = error + '\n' + error.stack;
    }
    response.setContentType('text/plain');
    response.writer.print(says);
};
exports.Script.public = true;
