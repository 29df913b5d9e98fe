'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');
const { origin } = require('../../internal/origin');
const { addressOf } = require('../../internal/staticFiles');
const URL = require('dw/web/URL');

/** The address of a file at a place outside of the platform, which may have the address for HTTP alone. */
function elsewhere({ httpUrl, httpsUrl }, protocol, path) {
    const place = (protocol === 'https' && httpsUrl) || httpUrl || httpsUrl;
    return URL.of(`${place.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`);
}

/** An image or another file, with its addresses. */
class MediaFile {
    /**
     * `{ path, alt, title, viewType, external, owner }`: a path among the static files, of the site or of the catalogue or
     * library `owner`, or a whole address; with `external`, `{ httpUrl, httpsUrl }`, a path below that place elsewhere.
     */
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    /** The address by a protocol, or by none; with what is to be done to the image as parameters: the sandbox shows it as it is. */
    #of(protocol, transformation) {
        const { path, external, owner } = this[held];
        if (/^https?:\/\//.test(path)) {
            return URL.of(path);
        }
        if (external) {
            return elsewhere(external, protocol || request.httpProtocol, path);
        }
        const url = URL.of((protocol === null ? '' : origin(protocol)) + addressOf(owner || null, path));
        const names = transformation ? Object.keys(transformation) : [];
        return names.reduce((found, name) => found.append(name, transformation[name]), url);
    }

    getURL() {
        return this.#of(null);
    }

    getUrl() {
        return this.getURL();
    }

    getAbsURL() {
        return this.#of(request.httpProtocol);
    }

    getHttpURL() {
        return this.#of('http');
    }

    getHttpsURL() {
        return this.#of('https');
    }

    getImageURL(transformation) {
        return this.#of(null, transformation);
    }

    getAbsImageURL(transformation) {
        return this.#of(request.httpProtocol, transformation);
    }

    getHttpImageURL(transformation) {
        return this.#of('http', transformation);
    }

    getHttpsImageURL(transformation) {
        return this.#of('https', transformation);
    }

    toString() {
        return String(this.getURL());
    }
}

module.exports = define(MediaFile, 'dw.content.MediaFile', {
    get: Object.assign({
        URL: true,
        url: true,
        absURL: true,
        httpURL: true,
        httpsURL: true
    }, facts(['alt', 'title', 'viewType']))
});
