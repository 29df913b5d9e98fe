'use strict';

/** A file that pages show: its address is that of static files, of the site or of their `owner`, unless it is one already. */
function imageOf(path, texts = {}) {
    const MediaFile = require('dw/content/MediaFile');
    return new MediaFile(Object.assign({ path: String(path) }, texts));
}

module.exports = { imageOf };
