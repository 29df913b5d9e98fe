'use strict';

var server = require('server');
var CustomerMgr = require('dw/customer/CustomerMgr');
var Resource = require('dw/web/Resource');
var Transaction = require('dw/system/Transaction');
var URLUtils = require('dw/web/URLUtils');
var csrf = require('*/cartridge/scripts/middleware/csrf');

server.get('Show', csrf.generateToken, function (req, res, next) {
    res.render('account', { profile: req.currentCustomer.profile || null, message: req.querystring.message || null });
    next();
});

server.post('Register', csrf.validateRequest, function (req, res, next) {
    var form = req.form;
    var message = null;

    try {
        Transaction.wrap(function () {
            var registered = CustomerMgr.createCustomer(form.email, form.password);
            registered.profile.firstName = form.firstName;
            registered.profile.lastName = form.lastName;
        });
        CustomerMgr.loginCustomer(CustomerMgr.authenticateCustomer(form.email, form.password));
    } catch (error) {
        message = error.message;
    }
    var target = URLUtils.url('Account-Show');
    res.redirect(message ? target.append('message', message) : target);
    next();
});

server.post('Login', csrf.validateRequest, function (req, res, next) {
    var status = CustomerMgr.authenticateCustomer(req.form.email, req.form.password);
    var target = URLUtils.url('Account-Show');

    if (status.authenticated) {
        CustomerMgr.loginCustomer(status);
    } else {
        target.append('message', Resource.msg('account.mismatch', 'account', null));
    }
    res.redirect(target);
    next();
});

server.post('Logout', csrf.validateRequest, function (req, res, next) {
    CustomerMgr.logoutCustomer();
    res.redirect(URLUtils.url('Home-Show'));
    next();
});

module.exports = server.exports();
