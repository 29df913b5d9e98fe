'use strict';

const { manager } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

/** Tests that show some customers something else: none runs in the sandbox, so that everybody sees what all others do. */
class ABTestMgr {
    static isParticipant() {
        return false;
    }

    static getAssignedTestSegments() {
        return new ArrayList();
    }
}

module.exports = manager(ABTestMgr, 'dw.campaign.ABTestMgr', {
    assignedTestSegments: () => ABTestMgr.getAssignedTestSegments()
});
