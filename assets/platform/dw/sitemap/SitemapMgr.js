'use strict';

const { manager } = require('../../internal/bean');
const { illegal } = require('../../internal/errors');
const { table } = require('../../internal/tables');
const ArrayList = require('dw/util/ArrayList');
const File = require('dw/io/File');
const FileReader = require('dw/io/FileReader');
const LinkedHashMap = require('dw/util/LinkedHashMap');
const SitemapFile = require('dw/sitemap/SitemapFile');

/** Those of the site, by host and name. */
function files() {
    return table('sitemap', (document) => new SitemapFile(document));
}

function keyOf(host, name) {
    return `${host}/${name}`;
}

function remove(file) {
    files().remove(keyOf(file.hostName, file.fileName));
}

/** The sitemaps that scripts add to those of the platform's own job. */
class SitemapMgr {
    static getCustomSitemapFiles() {
        const hosts = new LinkedHashMap();
        files().all().forEach((file) => {
            if (!hosts.containsKey(file.hostName)) {
                hosts.put(file.hostName, new ArrayList());
            }
            hosts.get(file.hostName).add(file);
        });
        return hosts;
    }

    /** The text of a file, of the platform's own or one that scripts have added; null if there is none. */
    static getSitemap(fileName) {
        return require('../../internal/sitemaps').read(fileName);
    }

    /** A copy of the file as it is now, in the place of one with its name. */
    static addCustomSitemapFile(hostName, file) {
        if (typeof hostName !== 'string' || hostName === '') {
            throw illegal(`a sitemap is for a host, not ${hostName}`);
        }
        if (!(file instanceof File) || !file.file) {
            throw illegal(`a sitemap is a file that is there, not ${file instanceof File ? file.fullPath : file}`);
        }
        const reader = new FileReader(file, 'UTF-8');
        const text = reader.readString() || '';
        reader.close();
        const key = keyOf(hostName, file.name);
        files().remove(key);
        files().create(key, { host: hostName, name: file.name, text });
    }

    static deleteCustomSitemapFile(sitemapFile) {
        if (!(sitemapFile instanceof SitemapFile)) {
            throw illegal(`what is deleted is a dw.sitemap.SitemapFile, not ${sitemapFile}`);
        }
        remove(sitemapFile);
    }

    /** Those of a host, or of all of them. */
    static deleteCustomSitemapFiles(hostName) {
        files().all().filter((file) => hostName === undefined || file.hostName === hostName).forEach(remove);
    }
}

module.exports = manager(SitemapMgr, 'dw.sitemap.SitemapMgr', { customSitemapFiles: true });
