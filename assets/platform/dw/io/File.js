'use strict';

const { define } = require('../../internal/bean');
const disk = require('../../internal/disk');
const ArrayList = require('dw/util/ArrayList');

const ROOTS = { IMPEX: 'IMPEX', TEMP: 'TEMP', CATALOGS: 'CATALOGS', LIBRARIES: 'LIBRARIES', STATIC: 'STATIC', DYNAMIC: 'DYNAMIC',
    CUSTOMERPI: 'CUSTOMERPI', CUSTOMER_SNAPSHOTS: 'CUSTOMERSNAPSHOTS', REALMDATA: 'REALMDATA' };

function refused(path, reason) {
    return new Error(`The file ${path} can't be used: ${reason}`);
}

/** `IMPEX/src/a.xml` of a path, as segments; what climbs out of its folder is refused. */
function segmentsOf(path) {
    const segments = String(path).split('/').filter((part) => part !== '' && part !== '.');
    if (segments.includes('..') || /[\0\\]/.test(path)) {
        throw refused(path, 'it leads out of its folder');
    }
    const roots = Object.values(ROOTS);
    if (!roots.includes(segments[0])) {
        throw refused(path, `a path starts with one of ${roots.join(', ')}`);
    }
    return segments;
}

/** A file or a folder below the instance's own folders. */
class File {
    #segments;

    /** `new File('IMPEX/src/a.xml')`, or a folder and a path below it. */
    constructor(first, second) {
        const path = second === undefined ? String(first) : `${first instanceof File ? first.fullPath : first}/${second}`;
        this.#segments = segmentsOf(path);
    }

    static getRootDirectory(name, ...below) {
        return new File([name].concat(below).join('/'));
    }

    #ask(what, more) {
        return disk(what, Object.assign({ path: this.#segments.join('/') }, more));
    }

    #info() {
        return this.#ask('info') || { directory: false, size: 0, modified: 0, missing: true };
    }

    getName() {
        return this.#segments[this.#segments.length - 1];
    }

    getFullPath() {
        return `/${this.#segments.join('/')}`;
    }

    /** The path below its root folder. */
    getPath() {
        return this.#segments.length === 1 ? '/' : `/${this.#segments.slice(1).join('/')}`;
    }

    getRootDirectoryType() {
        return this.#segments[0];
    }

    exists() {
        return !this.#info().missing;
    }

    isDirectory() {
        return this.#info().directory;
    }

    isFile() {
        return this.exists() && !this.isDirectory();
    }

    length() {
        return this.#info().size;
    }

    lastModified() {
        return this.#info().modified;
    }

    createNewFile() {
        return this.#ask('create');
    }

    mkdir() {
        return this.#ask('mkdir');
    }

    mkdirs() {
        return this.#ask('mkdirs');
    }

    /** A folder must be empty. */
    remove() {
        return this.#ask('remove');
    }

    renameTo(target) {
        const renamed = this.#ask('rename', { to: target.fullPath.slice(1) });
        return renamed;
    }

    copyTo(target) {
        this.#ask('copy', { to: target.fullPath.slice(1) });
        return target;
    }

    md5() {
        return this.#ask('md5');
    }

    zip(target) {
        this.#ask('zip', { to: target.fullPath.slice(1) });
    }

    unzip(folder) {
        this.#ask('unzip', { to: folder.fullPath.slice(1) });
    }

    gzip(target) {
        this.#ask('gzip', { to: target.fullPath.slice(1) });
    }

    gunzip(folder) {
        this.#ask('gunzip', { to: folder.fullPath.slice(1) });
    }

    /** The names of what is in a folder; nothing for a file. */
    list() {
        return this.isDirectory() ? this.#ask('list') : null;
    }

    /** What is in a folder, or what of it a function wants; nothing for a file. */
    listFiles(wanted) {
        const names = this.list();
        const files = names && names.map((name) => new File(this, name));
        return files && new ArrayList(typeof wanted === 'function' ? files.filter((file) => wanted(file)) : files);
    }

    equals(other) {
        return other instanceof File && other.fullPath === this.getFullPath();
    }

    toString() {
        return this.getFullPath();
    }
}

module.exports = define(File, 'dw.io.File', {
    get: {
        fullPath: true,
        name: true,
        path: true,
        rootDirectoryType: true
    },
    is: { directory: true, file: true },
    constants: Object.assign({ SEPARATOR: '/' }, ROOTS)
});
