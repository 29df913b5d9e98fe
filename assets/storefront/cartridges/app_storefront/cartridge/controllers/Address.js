'use strict';

var server = require('server');
var Transaction = require('dw/system/Transaction');
var URLUtils = require('dw/web/URLUtils');
var addressBook = require('*/cartridge/scripts/helpers/addressBook');
var addressHelpers = require('*/cartridge/scripts/helpers/addressHelpers');
var csrf = require('*/cartridge/scripts/middleware/csrf');
var userLoggedIn = require('*/cartridge/scripts/middleware/userLoggedIn');

function missing(res, id) {
    res.setStatusCode(404);
    res.render('notFound', { what: id });
}

/** The address that a request is about; without it the route ends. */
function known(req, res, next) {
    var id = req.form.addressId || req.querystring.addressId;
    if (!addressHelpers.find(req.currentCustomer.raw, id)) {
        missing(res, id);
        return this.done();
    }
    return next();
}

server.get('List', userLoggedIn.validateLoggedIn, csrf.generateToken, function (req, res, next) {
    res.render('account/addresses', { addresses: addressHelpers.list(req.currentCustomer.raw) });
    next();
});

server.get('AddAddress', userLoggedIn.validateLoggedIn, csrf.generateToken, function (req, res, next) {
    var form = server.forms.getForm('addressBook');
    form.clear();
    res.render('account/address', { addressForm: form, addressId: null });
    next();
});

server.get('EditAddress', userLoggedIn.validateLoggedIn, known, csrf.generateToken, function (req, res, next) {
    var form = server.forms.getForm('addressBook');
    form.clear();
    addressBook.fill(form, req.currentCustomer.raw, req.querystring.addressId);
    res.render('account/address', { addressForm: form, addressId: req.querystring.addressId });
    next();
});

/** With `addressId` in the query an address of the book changes, without it there is a new one. */
server.post('SaveAddress', csrf.validateRequest, userLoggedIn.validateLoggedIn, csrf.generateToken, function (req, res, next) {
    var form = server.forms.getForm('addressBook');
    var id = req.querystring.addressId || null;
    var visitor = req.currentCustomer.raw;

    if (id && !addressHelpers.find(visitor, id)) {
        missing(res, id);
        return next();
    }
    this.on('route:BeforeComplete', function () {
        if (addressBook.save(form, visitor, id)) {
            form.clear();
            res.redirect(URLUtils.url('Address-List'));
        } else {
            res.render('account/address', { addressForm: form, addressId: id });
        }
    });
    return next();
});

server.post('DeleteAddress', csrf.validateRequest, userLoggedIn.validateLoggedIn, known, function (req, res, next) {
    var book = req.currentCustomer.raw.profile.addressBook;
    Transaction.wrap(function () {
        book.removeAddress(book.getAddress(req.form.addressId));
    });
    res.redirect(URLUtils.url('Address-List'));
    next();
});

server.post('SetDefault', csrf.validateRequest, userLoggedIn.validateLoggedIn, known, function (req, res, next) {
    var book = req.currentCustomer.raw.profile.addressBook;
    Transaction.wrap(function () {
        book.setPreferredAddress(book.getAddress(req.form.addressId));
    });
    res.redirect(URLUtils.url('Address-List'));
    next();
});

module.exports = server.exports();
