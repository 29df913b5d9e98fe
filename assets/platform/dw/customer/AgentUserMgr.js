'use strict';

const { manager } = require('../../internal/bean');
const context = require('../../internal/context');
const visitors = require('../../internal/visitors');
const AgentUserStatusCodes = require('dw/customer/AgentUserStatusCodes');
const Status = require('dw/system/Status');

function refused(code) {
    return new Status(Status.ERROR, code);
}

function done() {
    return new Status(Status.OK, AgentUserStatusCodes.LOGIN_SUCCESSFUL);
}

/** Why nobody may come or go as an agent now; nothing if he may. */
function obstacle() {
    if (!context.request.method) {
        return refused(AgentUserStatusCodes.NO_STOREFRONT);
    }
    return request.httpSecure ? null : refused(AgentUserStatusCodes.INSECURE_CONNECTION);
}

/** The merchant's own people, who act for customers: the users of the sandbox. */
class AgentUserMgr {
    /** The session is the agent's from then on, and nothing of the one before is in it. */
    static loginAgentUser(login, password) {
        const why = obstacle();
        if (why !== null) {
            return why;
        }
        if (!host.call('agent.authenticate', { login: String(login), password: String(password) })) {
            return refused(AgentUserStatusCodes.CREDENTIALS_INVALID);
        }
        session.begin(String(login));
        visitors.left(false);
        require('dw/order/BasketMgr').leave();
        return done();
    }

    static loginOnBehalfOfCustomer(customer) {
        const why = obstacle();
        if (why !== null) {
            return why;
        }
        if (!session.userAuthenticated) {
            return refused(AgentUserStatusCodes.AGENT_USER_NOT_AVAILABLE);
        }
        if (!customer || !customer.registered) {
            return refused(AgentUserStatusCodes.CUSTOMER_UNREGISTERED);
        }
        if (!customer.profile.credentials.enabled) {
            return refused(AgentUserStatusCodes.CUSTOMER_DISABLED);
        }
        visitors.entered(customer, false);
        return done();
    }

    /** Of the agent and of the customer. */
    static logoutAgentUser() {
        const why = obstacle();
        if (why !== null) {
            return why;
        }
        if (!session.userAuthenticated) {
            return refused(AgentUserStatusCodes.AGENT_USER_NOT_AVAILABLE);
        }
        visitors.left(false);
        session.dismiss();
        return new Status(Status.OK);
    }
}

module.exports = manager(AgentUserMgr, 'dw.customer.AgentUserMgr');
