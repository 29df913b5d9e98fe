'use strict';

/** The sitemaps that crawlers get: those that the platform's own job makes of the shop, and those that scripts add. */

const { group, text } = require('./elements');
const { held } = require('./bean');
const { table } = require('./tables');
const CatalogMgr = require('dw/catalog/CatalogMgr');
const ContentMgr = require('dw/content/ContentMgr');
const ProductMgr = require('dw/catalog/ProductMgr');
const SitemapMgr = require('dw/sitemap/SitemapMgr');
const URLUtils = require('dw/web/URLUtils');

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const INDEX = 'sitemap_index.xml';
/** Addresses in one file. */
const MOST = 50000;

/** What the job has made, by the names of files. */
function made() {
    return table('made-sitemap', (document) => document);
}

function added() {
    return SitemapMgr.getCustomSitemapFiles().values().toArray().flatMap((files) => files.toArray());
}

/** The text of a file; null if there is none. */
function read(name) {
    const own = made().get(String(name));
    const found = own === null ? added().find((file) => file.fileName === String(name)) : undefined;
    return own !== null ? own.text : found === undefined ? null : found[held].text;
}

/** `[address, last change]` as an element. */
function entry(element, [address, changed]) {
    return group(element, [text('loc', String(address)), text('lastmod', changed && changed.toISOString().slice(0, 10))]);
}

function written(root, element, entries) {
    const lines = entries.map((each) => entry(element, each));
    return ['<?xml version="1.0" encoding="UTF-8"?>', `<${root} xmlns="${XMLNS}">`].concat(lines, `</${root}>`, '').join('\n');
}

function categories(category) {
    return category.onlineSubCategories.toArray().flatMap((it) => [[URLUtils.abs('Search-Show', 'cgid', it.ID), it.lastModified]].concat(categories(it)));
}

/** A variant is found by its master. */
function products() {
    return Array.from(ProductMgr.queryAllSiteProducts().asList())
        .filter((it) => it.online && it.searchable && !it.variant && !it.variationGroup)
        .map((it) => [URLUtils.abs('Product-Show', 'pid', it.ID), it.lastModified]);
}

function pages(folder) {
    const own = folder.onlineContent.toArray().filter((it) => it.searchable).map((it) => [URLUtils.abs('Page-Show', 'cid', it.ID), it.lastModified]);
    return own.concat(...folder.onlineSubFolders.toArray().map(pages));
}

/** Each address once. */
function addresses() {
    const catalog = CatalogMgr.getSiteCatalog();
    const { root } = ContentMgr.getSiteLibrary() || {};
    const all = [[URLUtils.abs('Home-Show'), null]].concat(catalog ? categories(catalog.root) : [], products(), root ? pages(root) : []);
    return Array.from(new Map(all.map((each) => [String(each[0]), each])).values());
}

/** Makes the files anew; answers how many addresses stand in them. */
function make() {
    const all = addresses();
    const texts = new Map();
    for (let at = 0; at < all.length; at += MOST) {
        texts.set(`sitemap_${at / MOST}.xml`, written('urlset', 'url', all.slice(at, at + MOST)));
    }
    const names = Array.from(texts.keys()).concat(added().map((file) => file.fileName));
    const where = URLUtils.abs('Home-Show').toString().replace(/^(\w+:\/\/[^/]*).*/, '$1');
    texts.set(INDEX, written('sitemapindex', 'sitemap', Array.from(new Set(names), (name) => [`${where}/${name}`, null])));
    made().all().forEach((file) => made().remove(file.name));
    texts.forEach((content, name) => made().create(name, { name, text: content }));
    return all.length;
}

module.exports = { make, read };
