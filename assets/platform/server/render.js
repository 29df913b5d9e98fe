'use strict';

const ISML = require('dw/template/ISML');
const { plain } = require('../internal/view');

const UNITS = { minutes: 60, hours: 3600 };

const PRINTERS = {
    isml(res, rendering) {
        ISML.renderTemplate(rendering.view, res.getViewData());
    },
    json(res) {
        response.setContentType('application/json');
        response.writer.print(JSON.stringify(plain(res.getViewData()), null, 2));
    },
    /** The script of the page's type gets what routes have collected as its parameters. */
    page(res, rendering) {
        const parameters = JSON.stringify(plain(res.getViewData()));
        const given = res.aspects && !res.aspects.empty ? [res.aspects, parameters] : [parameters];
        response.writer.print(require('dw/experience/PageMgr').renderPage(rendering.view, ...given));
    },
    xml(res, rendering) {
        response.setContentType('application/xml');
        response.writer.print(rendering.view);
    }
};

function applyCache(res) {
    const seconds = Number(res.cachePeriod) * (UNITS[res.cachePeriodUnit] || UNITS.hours);
    if (seconds > 0) {
        response.setHttpHeader('Cache-Control', `${res.personalized ? 'private' : 'public'}, max-age=${Math.round(seconds)}`);
    }
}

/** Prints what a complete route collected. */
function applyRenderings(res) {
    if (res.renderings.length === 0) {
        throw new Error('Cannot render template without name or data');
    }
    applyCache(res);
    res.renderings.forEach((rendering) => {
        if (rendering.type === 'print') {
            response.writer.print(rendering.message);
        } else {
            PRINTERS[rendering.subType](res, rendering);
        }
    });
}

function redirect(res) {
    if (res.redirectStatus) {
        response.redirect(res.redirectUrl, res.redirectStatus);
    } else {
        response.redirect(res.redirectUrl);
    }
}

module.exports = { applyRenderings, redirect };
