'use strict';

/**
 * Tests that show some visitors something else, as the archive has them: who takes part in one, and in which of its segments.
 *
 * Nobody is noted anywhere: who it is decides, so that a visitor is in the same segment for as long as his session lasts,
 * and a registered customer for ever in tests that never forget theirs.
 */

const context = require('./context');
const { isListed } = require('./customerGroups');
const { hashOf } = require('./hashes');
const shop = require('./shop');

const ENOUGH = 10007;

function isRunning({ enabled, startDate, endDate }) {
    const now = Date.now();
    return enabled === true && !(now < Date.parse(startDate)) && !(now >= Date.parse(endDate));
}

function clicks() {
    const { first, last = [] } = context.session.clicks || {};
    return first ? [first].concat(last) : [];
}

/** Whether a visitor has asked for what lets people take part; without any such thing all do. */
function isTriggered({ categoryPageView, homePageView, pipelineCall }) {
    const has = (name, test = () => true) => clicks().some((click) => click.pipelineName === name && test(click));
    if (categoryPageView) {
        const ids = categoryPageView.categoryId || [];
        return has('Search-Show', ({ parameters }) => parameters.some(([name, value]) => name === 'cgid' && ids.includes(value)));
    }
    if (homePageView) {
        return has('Home-Show') || has('Default-Start');
    }
    return !pipelineCall || has(`${pipelineCall.pipelineName}-${pipelineCall.startNode}`);
}

/** Who it is that takes part. */
function participant({ expiration }) {
    const customer = require('./visitors').current();
    return expiration === 'never' && customer.registered ? customer.profile.customerNo : context.session.id;
}

/** The segment of the visitor: their shares needn't add up to a hundred. */
function segmentOf(test) {
    const { controlSegment = {}, testSegment: others = [], participation = {} } = test;
    const segments = [Object.assign({ isControl: true }, controlSegment)].concat(others);
    const total = segments.reduce((sum, { allocationPercent = 0 }) => sum + allocationPercent, 0);
    const place = ((Math.abs(hashOf(`${test.id} ${participant(participation)}`)) % ENOUGH) / ENOUGH) * total;
    let reached = 0;
    return segments.find(({ allocationPercent = 0 }) => {
        reached += allocationPercent;
        return place < reached;
    }) || null;
}

/** `[{ test, segment }]` of what the visitor takes part in. */
function assigned() {
    return shop.list('ab-test')
        .filter((test) => isRunning(test) && isListed(require('./visitors').current(), test.customerGroups) && isTriggered(test.participation || {}))
        .map((test) => ({ test, segment: segmentOf(test) })).filter(({ segment }) => segment !== null);
}

module.exports = { assigned };
