'use strict';

/** What a server of WebDAV answers when it is asked what it has. */

const WebDAVFileInfo = require('dw/net/WebDAVFileInfo');

/** The elements of a name in another one, at any depth. */
function within(node, name) {
    const children = node.c.filter((child) => typeof child === 'object' && child.n !== undefined);
    return children.flatMap((child) => (child.n === name ? [child] : within(child, name)));
}

function text(node, name) {
    const [found] = within(node, name);
    return found === undefined ? null : found.c.filter((child) => typeof child === 'string').join('').trim();
}

/** An address, or its path alone, as a path that people read. */
function pathOf(address) {
    const path = address.replace(/^[a-z]+:\/\/[^/]*/i, '');
    try {
        return decodeURI(path);
    } catch (ignored) {
        // A server may write its addresses otherwise.
        return path;
    }
}

/** The files and folders that an answer lists. */
function listed(answer) {
    const root = host.call('xml.parse', { text: answer });
    return within(root, 'response').map((response) => new WebDAVFileInfo({
        path: pathOf(text(response, 'href') || ''),
        type: text(response, 'getcontenttype'),
        created: text(response, 'creationdate'),
        modified: text(response, 'getlastmodified'),
        size: text(response, 'getcontentlength'),
        isFolder: within(response, 'collection').length > 0
    }));
}

module.exports = { listed };
