'use strict';

const { manager } = require('../../internal/bean');
const { unfit } = require('../../internal/errors');
const { written } = require('../../internal/messageFormat');

function found(key, bundle) {
    return host.call('resource.message', { key: String(key), bundle: String(bundle || 'global'), locale: request.locale });
}

/** Texts from the `.properties` bundles of the cartridges, in the request's locale. */
class Resource {
    /** The text of `key`; without one the `fallback`, or the key itself. */
    static msg(key, bundle, fallback) {
        if (key === null) {
            throw unfit('Resource.msg', 'a key', key);
        }
        const text = key === undefined ? null : found(key, bundle);
        if (text !== null) {
            return text;
        }
        return fallback === null || fallback === undefined ? key : fallback;
    }

    static msgf(key, bundle, fallback, ...values) {
        return written(Resource.msg(key, bundle, fallback), values);
    }
}

module.exports = manager(Resource, 'dw.web.Resource');
