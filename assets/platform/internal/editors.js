'use strict';

/**
 * Editors of the Page Designer for attributes of the type `custom`: `cartridge/experience/editors/….json` says what an editor
 * needs, and `init` of the script beside it, if there is one, what else.
 */

const CustomEditor = require('dw/experience/CustomEditor');
const CustomEditorResources = require('dw/experience/CustomEditorResources');
const HashMap = require('dw/util/HashMap');
const URLUtils = require('dw/web/URLUtils');

/** An editor may need others, those further ones. */
const DEEPEST = 20;
let depth = 0;

/** Addresses of files of the cartridges; those that lead elsewhere already stay. */
function absolute(path) {
    if (/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(path)) {
        return path;
    }
    const relative = `/${path.replace(/^\/+/, '')}`;
    return (request.httpSecure ? URLUtils.httpsStatic(relative) : URLUtils.httpStatic(relative)).toString();
}

function listed(resources, name) {
    const all = resources && resources[name];
    return Array.isArray(all) ? all.map((path) => absolute(String(path))) : [];
}

/** What `init` has added is an address too. */
function resolve(list) {
    const all = list.toArray().map((path) => absolute(String(path)));
    list.clear();
    all.forEach((path) => list.add1(path));
}

function definitionOf(type) {
    const path = `cartridge/experience/editors/${type.replace(/\./g, '/')}`;
    const file = host.find(`${path}.json`);
    if (file === null) {
        throw new Error(`There is no custom editor ${type}: no cartridge of the path has ${path}.json`);
    }
    return { definition: host.requirePath(file), script: host.find(path) };
}

/** The values of objects are read as those of maps are. */
function mapOf(configuration) {
    if (configuration === null || configuration === undefined || typeof configuration.keySet === 'function') {
        return configuration;
    }
    const map = new HashMap();
    Object.keys(configuration).forEach((name) => map.put(name, configuration[name]));
    return map;
}

/** The editor of a type, as its script has made it ready. */
function editor(type, configuration) {
    const { definition, script } = definitionOf(type);
    const { resources } = definition;
    const made = new CustomEditor(mapOf(configuration), new CustomEditorResources(listed(resources, 'scripts'), listed(resources, 'styles')));
    if (depth >= DEEPEST) {
        throw new Error(`The custom editor ${type} is one of those that need each other without end`);
    }
    depth += 1;
    try {
        const exports = script === null || script.endsWith('.json') ? {} : host.requirePath(script);
        if (typeof exports.init === 'function') {
            exports.init(made);
        }
    } finally {
        depth -= 1;
    }
    resolve(made.resources.scripts);
    resolve(made.resources.styles);
    return made;
}

module.exports = { editor };
