'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');
const URLUtils = require('dw/web/URLUtils');

/** The protocols that an address has whatever that of the request is. */
const PROTOCOLS = { httpStatic: 'http', httpsStatic: 'https' };

/** The address of a file at a place outside of the platform, which may have the address for HTTP alone. */
function elsewhere({ httpUrl, httpsUrl }, protocol, path) {
    const place = (protocol === 'https' && httpsUrl) || httpUrl || httpsUrl;
    return require('dw/web/URL').of(`${place.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`);
}

/** An image or another file, with its addresses. */
class MediaFile {
    /**
     * `{ path, alt, title, viewType, external }`: a path among the static files, or a whole address; with `external`,
     * `{ httpUrl, httpsUrl }`, a path below that place elsewhere.
     */
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    #of(kind, transformation) {
        const { path, external } = this[held];
        if (/^https?:\/\//.test(path)) {
            return require('dw/web/URL').of(path);
        }
        if (external) {
            return elsewhere(external, PROTOCOLS[kind] || request.httpProtocol, path);
        }
        const url = URLUtils[kind](path);
        const names = transformation ? Object.keys(transformation) : [];
        return names.reduce((found, name) => found.append(name, transformation[name]), url);
    }

    getURL() {
        return this.#of('staticURL');
    }

    getUrl() {
        return this.getURL();
    }

    getAbsURL() {
        return this.#of('absStatic');
    }

    getHttpURL() {
        return this.#of('httpStatic');
    }

    getHttpsURL() {
        return this.#of('httpsStatic');
    }

    /** With what is to be done to the image as parameters; the sandbox shows it as it is. */
    getImageURL(transformation) {
        return this.#of('staticURL', transformation);
    }

    getAbsImageURL(transformation) {
        return this.#of('absStatic', transformation);
    }

    getHttpImageURL(transformation) {
        return this.#of('httpStatic', transformation);
    }

    getHttpsImageURL(transformation) {
        return this.#of('httpsStatic', transformation);
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
