'use strict';

const { held, manager } = require('../../internal/bean');
const experience = require('../../internal/experience');
const { around } = require('../../internal/renderSettings');
const { within } = require('../../internal/visibility');

const PAGE_NEEDED = 'A page is found by its ID or by a category, not by';

function pageOf(document) {
    return document === null ? null : new (require('dw/experience/Page'))(document);
}

function assigned(kind, { ID: id }, mustBeVisible, aspect) {
    return pageOf(experience.assigned(kind, id, aspect, (document) => !mustBeVisible || experience.isVisible(document)));
}

/** The aspect attributes among what a page is rendered with; nothing if there are none. */
function aspectsOf(given) {
    return given.length > 1 ? given[0] : null;
}

/** What a failed component says in the log: itself, the error, and where that came from. */
function told({ ID: id, typeID }, error) {
    const { fileName, lineNumber } = Object(error);
    const place = fileName ? ` (${fileName}:${lineNumber})` : '';
    host.call('log.write', { level: 'error', category: 'experience', message: `The component ${id} of type ${typeID} shows nothing: ${error}${place}` });
}

/** The component's element; nothing if its script fails, for the rest of the page is none the worse for it. */
function component(each, settings) {
    try {
        return element(each, settings);
    } catch (error) {
        if (error instanceof experience.TooDeep) {
            throw error;
        }
        told(each, error);
        return '';
    }
}

function element(each, settings) {
    const ComponentScriptContext = require('dw/experience/ComponentScriptContext');
    // A component refines them for itself, not for those behind it.
    const own = settings.getComponentRenderSettings(each).copy();
    const inner = experience.rendered('components', each.typeID, new ComponentScriptContext(each, own));
    return around(own, `experience-component experience-${each.typeID.replace(/\./g, '-')}`, inner);
}

/** Pages of the Page Designer, as the site's library has them. */
class PageMgr {
    /** `(type, configuration)`: an editor for attributes of the type `custom`, as `init` of its type's script has made it ready. */
    static getCustomEditor(type, configuration) {
        return require('../../internal/editors').editor(String(type), configuration);
    }

    /** `(id)`, or as for a category. */
    static getPage(id, ...ofCategory) {
        if (ofCategory.length > 0) {
            return PageMgr.getPageByCategory(id, ...ofCategory);
        }
        if (typeof id !== 'string' && id !== null && id !== undefined) {
            throw new TypeError(`${PAGE_NEEDED} ${id}`);
        }
        return pageOf(experience.page(id));
    }

    /** The category's own page for an aspect, else that of the nearest one above. */
    static getPageByCategory(category, mustBeVisible, aspect) {
        for (let at = category; at; at = at.parent) {
            const found = assigned('category', at, mustBeVisible, aspect);
            if (found !== null) {
                return found;
            }
        }
        return null;
    }

    /** The product's own page for an aspect; its categories aren't asked. */
    static getPageByProduct(product, mustBeVisible, aspect) {
        return assigned('product', product, mustBeVisible, aspect);
    }

    /** `(id, parameters)` or `(id, aspect attributes, parameters)`: what the script of the page's type writes. */
    static renderPage(id, ...given) {
        const page = PageMgr.getPage(id);
        if (page === null) {
            throw new Error(`There is no page ${id}`);
        }
        const PageScriptContext = require('dw/experience/PageScriptContext');
        const scriptContext = new PageScriptContext(page, given[given.length - 1] || '');
        return within(aspectsOf(given), () => experience.rendered('pages', page.typeID, scriptContext));
    }

    static renderRegion(region, settings = new (require('dw/experience/RegionRenderSettings'))()) {
        const inner = region.visibleComponents.toArray().map((each) => component(each, settings));
        return around(settings, `experience-region experience-${region.ID}`, inner.join(''));
    }

    /** `(id, parameters)` or `(id, aspect attributes, parameters)`: the page with what is visible of it, as JSON. */
    static serializePage(id, ...given) {
        const page = PageMgr.getPage(id);
        if (page === null) {
            throw new Error(`There is no page ${id}`);
        }
        const serial = (document) => ({
            id: document.id, type_id: document.type, name: document.name, data: document.data,
            regions: experience.regionIds(document).map((region) => ({ id: region, components: experience.visibleIn(document, region).map(serial) }))
        });
        return JSON.stringify(within(aspectsOf(given), () => serial(page[held])));
    }
}

module.exports = manager(PageMgr, 'dw.experience.PageMgr');
