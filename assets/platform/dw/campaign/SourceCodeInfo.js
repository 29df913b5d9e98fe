'use strict';

const { held, define } = require('../../internal/bean');
const { isNow } = require('../../internal/promotions/offers');
const { targetOf } = require('../../internal/redirects');
const shop = require('../../internal/shop');
const SourceCodeGroup = require('dw/campaign/SourceCodeGroup');

const STATUSES = { STATUS_INVALID: 0, STATUS_INACTIVE: 1, STATUS_ACTIVE: 2 };

/** Whether a code is one of `summer`, `mail*` or `mail[1..100]`. */
function isOf(code, spec) {
    const range = /^(.*)\[(\d+)\.\.(\d+)\]$/.exec(spec);
    if (range) {
        const [, prefix, from, to] = range;
        const number = code.toLowerCase().startsWith(prefix.toLowerCase()) ? code.slice(prefix.length) : '';
        return /^\d+$/.test(number) && Number(number) >= Number(from) && Number(number) <= Number(to);
    }
    return spec.endsWith('*') ? code.toLowerCase().startsWith(spec.slice(0, -1).toLowerCase()) : code.toLowerCase() === spec.toLowerCase();
}

/** The code by which a visitor came, and what it stands for. */
class SourceCodeInfo {
    constructor(code) {
        const group = shop.list('source-code-group').find(({ codeSpec }) => (codeSpec || []).some((spec) => isOf(code, spec)));
        Object.defineProperty(this, held, { value: { code, group: group || null } });
    }

    getCode() {
        return this[held].code;
    }

    getGroup() {
        return this[held].group === null ? null : new SourceCodeGroup(this[held].group);
    }

    getStatus() {
        const { group } = this[held];
        if (group === null) {
            return STATUSES.STATUS_INVALID;
        }
        const times = { startDate: group.startDate || group.onlineFrom, endDate: group.endDate || group.onlineTo };
        return group.enabled !== false && isNow(times) ? STATUSES.STATUS_ACTIVE : STATUSES.STATUS_INACTIVE;
    }

    /** Where a visitor with this code is led; null if nothing says so. */
    getRedirect() {
        const { group } = this[held];
        const isActive = this.getStatus() === STATUSES.STATUS_ACTIVE;
        return group === null ? null : targetOf(isActive ? group.activeRedirect : group.inactiveRedirect);
    }

    toString() {
        return `[SourceCodeInfo code=${this.getCode()}]`;
    }
}

module.exports = define(SourceCodeInfo, 'dw.campaign.SourceCodeInfo', {
    get: {
        code: true,
        group: true,
        status: true,
        redirect: true
    },
    constants: STATUSES,
    apart: ['group', 'redirect']
});
