'use strict';

var server = require('server');
var URLUtils = require('dw/web/URLUtils');
var contactHelpers = require('*/cartridge/scripts/helpers/contactHelpers');
var csrf = require('*/cartridge/scripts/middleware/csrf');

/** The letter's form; after it was sent, under which number. */
server.get('Landing', csrf.generateToken, function (req, res, next) {
    var form = server.forms.getForm('contact');
    form.clear();
    contactHelpers.prefill(form, req.currentCustomer.profile);
    res.render('contact/contact', { contactForm: form, number: contactHelpers.known(req.querystring.number) });
    next();
});

/** Keeps what was written. Cartridges further left may refuse a field until the route completes. */
server.post('Subscribe', csrf.validateRequest, csrf.generateToken, function (req, res, next) {
    var form = server.forms.getForm('contact');
    this.on('route:BeforeComplete', function () {
        var number = contactHelpers.keep(form);
        if (number) {
            form.clear();
            res.redirect(URLUtils.url('ContactUs-Landing', 'number', number));
        } else {
            res.render('contact/contact', { contactForm: form, number: null });
        }
    });
    next();
});

module.exports = server.exports();
