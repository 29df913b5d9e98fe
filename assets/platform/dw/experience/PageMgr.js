'use strict';

const { held, manager } = require('../../internal/bean');
const experience = require('../../internal/experience');
const { around } = require('../../internal/renderSettings');

const PAGE_NEEDED = 'A page is found by its ID or by a category, not by';

function pageOf(document) {
    return document === null ? null : new (require('dw/experience/Page'))(document);
}

function component(each, settings) {
    const ComponentScriptContext = require('dw/experience/ComponentScriptContext');
    // A component refines them for itself, not for those behind it.
    const own = settings.getComponentRenderSettings(each).copy();
    const inner = experience.rendered('components', each.typeID, new ComponentScriptContext(each, own));
    return around(own, `experience-component experience-${each.typeID.replace(/\./g, '-')}`, inner);
}

/** Pages of the Page Designer, as the site's library has them. */
class PageMgr {
    static getPage(id) {
        if (typeof id !== 'string' && id !== null && id !== undefined) {
            throw new TypeError(`${PAGE_NEEDED} ${id}`);
        }
        return pageOf(experience.page(id));
    }

    /** The category's own page, or that of the nearest one above if `inherits`. */
    static getPageByCategory(category, inherits, aspect) {
        for (let at = category; at; at = inherits ? at.parent : null) {
            const found = pageOf(experience.assigned('category', at.ID, aspect));
            if (found !== null) {
                return found;
            }
        }
        return null;
    }

    static getPageByProduct(product, inherits, aspect) {
        const own = pageOf(experience.assigned('product', product.ID, aspect));
        return own === null && inherits ? PageMgr.getPageByCategory(product.primaryCategory, true, aspect) : own;
    }

    /** `(id, parameters)` or `(id, aspect attributes, parameters)`: what the script of the page's type writes. */
    static renderPage(id, ...given) {
        const page = PageMgr.getPage(id);
        if (page === null) {
            throw new Error(`There is no page ${id}`);
        }
        const PageScriptContext = require('dw/experience/PageScriptContext');
        return experience.rendered('pages', page.typeID, new PageScriptContext(page, given[given.length - 1] || ''));
    }

    static renderRegion(region, settings = new (require('dw/experience/RegionRenderSettings'))()) {
        const inner = region.visibleComponents.toArray().map((each) => component(each, settings));
        return around(settings, `experience-region experience-${region.ID}`, inner.join(''));
    }

    static serializePage(id) {
        const page = PageMgr.getPage(id);
        if (page === null) {
            throw new Error(`There is no page ${id}`);
        }
        const serial = (document) => ({
            id: document.id, type_id: document.type, name: document.name, data: document.data,
            regions: experience.regionIds(document).map((region) => ({ id: region, components: experience.componentsIn(document, region).map(serial) }))
        });
        return JSON.stringify(serial(page[held]));
    }
}

module.exports = manager(PageMgr, 'dw.experience.PageMgr');
