'use strict';

const { manager } = require('../../internal/bean');
const { assigned } = require('../../internal/abTests');
const ABTestSegment = require('dw/campaign/ABTestSegment');
const ArrayList = require('dw/util/ArrayList');

/** Which tests of the archive the visitor takes part in. */
class ABTestMgr {
    static isParticipant(testID, segmentID) {
        return ABTestMgr.getAssignedTestSegments().toArray().some((segment) => segment.ABTest.ID === testID && segment.ID === segmentID);
    }

    static getAssignedTestSegments() {
        return new ArrayList(assigned().map(({ test, segment }) => new ABTestSegment(test, segment)));
    }
}

module.exports = manager(ABTestMgr, 'dw.campaign.ABTestMgr', {
    assignedTestSegments: true
});
