'use strict';

var server = require('server');
var CustomerMgr = require('dw/customer/CustomerMgr');
var URLUtils = require('dw/web/URLUtils');
var accountHelpers = require('*/cartridge/scripts/helpers/accountHelpers');
var addressHelpers = require('*/cartridge/scripts/helpers/addressHelpers');
var csrf = require('*/cartridge/scripts/middleware/csrf');
var orderHelpers = require('*/cartridge/scripts/helpers/orderHelpers');
var userLoggedIn = require('*/cartridge/scripts/middleware/userLoggedIn');

/** How many orders the account's own page shows. */
var LATEST = 3;

function showEntrance(req, res) {
    var goal = accountHelpers.goal(req.querystring.rurl);
    res.render('account/entrance', {
        loginUrl: goal.over('Account-Login'),
        registerUrl: goal.over('Account-Register'),
        loginForm: server.forms.getForm('login'),
        profileForm: server.forms.getForm('profile')
    });
}

function showAccount(req, res) {
    var visitor = req.currentCustomer.raw;
    res.render('account/dashboard', {
        profile: req.currentCustomer.profile,
        address: addressHelpers.list(visitor)[0] || null,
        orders: orderHelpers.history(visitor, LATEST)
    });
}

/** Passwords don't stay in the session after the page that they were sent to. */
function forget(route, form) {
    route.on('route:Complete', function () { form.clear(); });
}

server.get('Show', csrf.generateToken, function (req, res, next) {
    if (req.currentCustomer.raw.authenticated) {
        showAccount(req, res);
    } else {
        server.forms.getForm('login').clear();
        server.forms.getForm('profile').clear();
        showEntrance(req, res);
    }
    next();
});

server.post('Login', csrf.validateRequest, csrf.generateToken, function (req, res, next) {
    var form = server.forms.getForm('login');
    if (accountHelpers.login(form)) {
        form.clear();
        res.redirect(accountHelpers.goal(req.querystring.rurl).url);
    } else {
        showEntrance(req, res);
        forget(this, form);
    }
    next();
});

/** What other cartridges append may refuse a field too, so it is done when all of them were asked. */
server.post('Register', csrf.validateRequest, csrf.generateToken, function (req, res, next) {
    var form = server.forms.getForm('profile');
    this.on('route:BeforeComplete', function () {
        if (accountHelpers.register(form)) {
            form.clear();
            res.redirect(accountHelpers.goal(req.querystring.rurl).url);
        } else {
            showEntrance(req, res);
        }
    });
    forget(this, form);
    next();
});

server.get('EditProfile', userLoggedIn.validateLoggedIn, csrf.generateToken, function (req, res, next) {
    var form = server.forms.getForm('profile');
    form.clear();
    form.customer.copyFrom(req.currentCustomer.raw.profile);
    res.render('account/profile', { profileForm: form });
    next();
});

server.post('SaveProfile', csrf.validateRequest, userLoggedIn.validateLoggedIn, csrf.generateToken, function (req, res, next) {
    var form = server.forms.getForm('profile');
    this.on('route:BeforeComplete', function () {
        if (accountHelpers.change(req.currentCustomer.raw.profile, form)) {
            form.clear();
            res.redirect(URLUtils.url('Account-Show'));
        } else {
            res.render('account/profile', { profileForm: form });
        }
    });
    forget(this, form);
    next();
});

server.post('Logout', csrf.validateRequest, function (req, res, next) {
    CustomerMgr.logoutCustomer();
    res.redirect(URLUtils.url('Home-Show'));
    next();
});

module.exports = server.exports();
