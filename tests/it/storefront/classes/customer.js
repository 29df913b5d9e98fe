var Mgr = require('dw/customer/CustomerMgr');
var Lists = require('dw/customer/ProductListMgr');
var ProductList = require('dw/customer/ProductList');

function ada() { return Mgr.getCustomerByLogin('ada@example.test'); }

test('a customer registers', function () {
    wrap(function () {
        var customer = Mgr.createCustomer('ada@example.test', 'green tea, please');
        customer.profile.firstName = 'Ada';
        customer.profile.gender = 2;
        customer.profile.phoneBusiness = '1';
        customer.profile.birthday = new Date(1990, 5, 1);
        customer.profile.setSaluation('Ms');
        customer.profile.taxID = '123456789';
    });
    equal(Mgr.registeredCustomerCount, 1);
});

test('a profile keeps what it was told', function () {
    var profile = ada().profile;
    equal([profile.firstName, profile.gender.value, profile.female, profile.male, profile.phoneBusiness, profile.salutation], ['Ada', 2, true, false, '1', 'Ms']);
    equal([profile.birthday.getMonth(), profile.nextBirthday > new Date(), profile.taxIDMasked], [5, true, '*****6789']);
    equal(profile.customer.profile.customerNo, profile.customerNo);
    equal([profile.creationDate <= new Date(), profile.lastLoginTime], [true, null]);
});

test('passwords and logins change', function () {
    dw.system.Transaction.begin();
    var credentials = ada().profile.credentials;
    equal([credentials.login, credentials.enabled, credentials.locked, credentials.passwordSet], ['ada@example.test', true, false, true]);
    equal(credentials.setPassword('black tea, please', 'wrong', true).error, true);
    equal(credentials.setPassword('short', 'green tea, please', true).error, true);
    equal(credentials.setPassword('black tea, please', 'green tea, please', true).error, false);
    equal(Mgr.authenticateCustomer('ada@example.test', 'green tea, please').authenticated, false);
    equal(Mgr.authenticateCustomer('ada@example.test', 'black tea, please').authenticated, true);
    equal([credentials.setLogin('eve@example.test', 'wrong'), credentials.setLogin('eve@example.test', null), credentials.setLogin('eve@example.test', 'black tea, please')], [false, false, true]);
    equal(Mgr.getCustomerByLogin('eve@example.test') !== null, true);
    credentials.setLogin('ada@example.test');
    dw.system.Transaction.commit();
});

test('a token sets a password once', function () {
    var credentials = ada().profile.credentials;
    dw.system.Transaction.begin();
    var token = credentials.createResetPasswordToken();
    equal(Mgr.getCustomerByToken(token).profile.firstName, 'Ada');
    equal(Mgr.getCustomerByToken('x'), null);
    equal([credentials.setPasswordWithToken(token, 'short').error, credentials.setPasswordWithToken(token, 'white tea, please').error], [true, false]);
    equal(credentials.setPasswordWithToken(token, 'white tea, please').error, true);
    equal(Mgr.authenticateCustomer('ada@example.test', 'white tea, please').authenticated, true);
    dw.system.Transaction.commit();
});

test('who is disabled does not enter', function () {
    wrap(function () { ada().profile.credentials.setEnabledFlag(false); });
});

test('and may again', function () {
    equal(Mgr.authenticateCustomer('ada@example.test', 'white tea, please').status, 'ERROR_CUSTOMER_DISABLED');
    wrap(function () { ada().profile.credentials.setEnabledFlag(true); });
});

test('a wallet holds cards', function () {
    var wallet = ada().profile.wallet;
    wrap(function () {
        var card = wallet.createPaymentInstrument('CREDIT_CARD');
        card.setCreditCardNumber('4111111111111111');
        card.creditCardToken = 'tok';
        card.custom.note = 'mine';
        wallet.createPaymentInstrument('BANK_TRANSFER').setBankAccountNumber('DE0012345678');
    });
    equal([wallet.paymentInstruments.length, wallet.getPaymentInstruments('CREDIT_CARD').length], [2, 1]);
    reads(wallet.defaultPaymentInstrument.maskedCreditCardNumber, '************1111');
    equal(wallet.getPaymentInstruments('BANK_TRANSFER')[0].bankAccountNumberLastDigits, '5678');
});

test('and keeps them', function () {
    var wallet = ada().profile.wallet;
    equal([wallet.paymentInstruments[0].creditCardToken, wallet.paymentInstruments[0].custom.note], ['tok', 'mine']);
    wrap(function () { wallet.removePaymentInstrument(wallet.paymentInstruments[0]); });
    equal(wallet.paymentInstruments.length, 1);
});

test('customers are queried', function () {
    wrap(function () { Mgr.createCustomer('bob@example.test', 'green tea, please').profile.firstName = 'Bob'; });
    equal(Mgr.queryProfiles('firstName LIKE {0}', 'firstName desc', '*').asList().toArray().map(function (profile) { return profile.firstName; }), ['Bob', 'Ada']);
    equal(Mgr.searchProfile('email = {0}', 'bob@example.test').firstName, 'Bob');
    var names = [];
    Mgr.processProfiles(function (profile) { names.push(profile.firstName); }, 'firstName = {0}', 'Ada');
    equal(names, ['Ada']);
    fails(function () { wrap(function () { Mgr.removeCustomer(Mgr.getCustomerByLogin('bob@example.test')); }); }, "isn't logged in");
    Mgr.loginCustomer('bob@example.test', 'green tea, please', false);
    wrap(function () { Mgr.removeCustomer(customer); });
    fails(function () { wrap(function () { Mgr.removeCustomer(customer); }); }, 'Only a registered customer');
    equal(Mgr.registeredCustomerCount, 1);
    equal([Mgr.passwordConstraints.minLength, Mgr.siteCustomerList.ID, Mgr.getCustomerList('none')], [8, 'Storefront', null]);
});

test('somebody else vouches for a customer', function () {
    wrap(function () {
        var customer = Mgr.createExternallyAuthenticatedCustomer('google', 'g1');
        customer.profile.email = 'carl@example.test';
        equal(Mgr.createExternallyAuthenticatedCustomer('google', 'g1'), null);
    });
    equal(Mgr.getExternallyAuthenticatedCustomerProfile('google', 'g1').email, 'carl@example.test');
    equal(Mgr.getExternallyAuthenticatedCustomerProfile('google', 'g2'), null);
    var customer = Mgr.loginExternallyAuthenticatedCustomer('google', 'g1', false);
    equal([customer.authenticated, customer.externallyAuthenticated, customer.externalProfiles.length], [true, true, 1]);
    equal(customer.profile.lastLoginTime instanceof Date, true);
    Mgr.logoutCustomer(false);
});

test('a guest has no external profiles, a customer has a list of them', function () {
    var guest = Mgr.logoutCustomer(false);
    equal([guest.externalProfiles, guest.getExternalProfile('google', 'g1'), guest.externallyAuthenticated], [null, null, false]);
    equal(ada().externalProfiles.length, 0);
});

test('a list of products has items', function () {
    wrap(function () {
        var list = Lists.createProductList(ada(), ProductList.TYPE_WISH_LIST);
        list.name = 'wishes';
        list.public = true;
        var item = list.createProductItem(dw.catalog.ProductMgr.getProduct('KM01002-01'));
        item.quantityValue = 3;
        item.custom.note = 'soon';
        list.createRegistrant().email = 'ada@example.test';
    });
    equal(Lists.getProductLists(ada(), ProductList.TYPE_GIFT_REGISTRY).length, 0);
});

test('that are still there', function () {
    var list = Lists.getProductList(ada(), ProductList.TYPE_WISH_LIST);
    equal([list.name, list.isPublic(), list.anonymous, list.owner.profile.firstName, list.registrant.email], ['wishes', true, false, 'Ada', 'ada@example.test']);
    var item = list.items[0];
    equal([item.productID, item.product.ID, item.quantityValue, item.quantity.value, item.custom.note, item.list === list], ['KM01002-01', 'KM01002-01', 3, 3, 'soon', true]);
    equal([list.getItem(item.ID) === item, list.getItem('x'), Lists.getProductList(list.ID) === list], [true, null, true]);
    equal([item.public, list.publicItems.length], [true, 1]);
    wrap(function () {
        item.public = false;
        equal(list.publicItems.length, 0);
        equal(item.createPurchase(2, 'Bob').purchaserName, 'Bob');
        equal(item.purchasedQuantityValue, 2);
        list.removeItem(item);
    });
    equal(list.items.length, 0);
    equal(Lists.queryProductLists('type = {0}', null, 10).count, 1);
    wrap(function () { Lists.removeProductList(list); });
    equal(ada().getProductLists(10).length, 0);
});

test('nobody knows what was not analysed', function () {
    equal([ada().activeData.empty, ada().activeData.orders, ada().orderHistory.orderCount], [true, null, 0]);
});

test('a login by another provider that nobody began does not end', function () {
    var OAuthLoginFlowMgr = require('dw/customer/oauth/OAuthLoginFlowMgr');
    equal([OAuthLoginFlowMgr.initiateOAuthLogin(''), OAuthLoginFlowMgr.finalizeOAuthLogin(), OAuthLoginFlowMgr.obtainAccessToken()], [null, null, null]);
    equal(OAuthLoginFlowMgr.obtainUserInfo('Google', null), null);
});

test('nobody has no number', function () {
    var CustomerMgr = require('dw/customer/CustomerMgr');
    equal([CustomerMgr.getCustomerByCustomerNumber(undefined), CustomerMgr.getCustomerByCustomerNumber(null), CustomerMgr.getCustomerByCustomerNumber(7)], [null, null, null]);
});

test('an order is of who is logged in', function () {
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        ada().profile.email = 'ada@mail.test';
        equal([basket.customerNo, basket.customerEmail, basket.customerName], [null, null, null]);
        Mgr.loginCustomer(Mgr.authenticateCustomer('ada@example.test', 'white tea, please'));
        equal([basket.customerNo, basket.customerEmail, basket.customerName], [ada().profile.customerNo, 'ada@mail.test', 'Ada']);
        basket.createProductLineItem('KM01002-01', basket.defaultShipment);
        var order = dw.order.OrderMgr.createOrder(basket);
        dw.order.OrderMgr.placeOrder(order);
        equal([order.customerNo, order.customer === ada(), ada().orderHistory.orderCount], [ada().profile.customerNo, true, 1]);
        equal([order.customerEmail, order.customerName], ['ada@mail.test', 'Ada']);
    });
});

test('older scripts log customers in by login and password', function () {
    var Mgr = require('dw/customer/CustomerMgr');
    wrap(function () { Mgr.createCustomer('old@example.com', 'Green tea 1!'); });
    equal(Mgr.loginCustomer('old@example.com', 'wrong', false), null);
    equal([Mgr.loginCustomer('old@example.com', 'Green tea 1!', false).profile.credentials.login, customer.authenticated], ['old@example.com', true]);
    Mgr.logoutCustomer(false);
});

test('nobody is known by a login that is none', function () {
    var CustomerMgr = dw.customer.CustomerMgr;
    [null, undefined, 5, {}].forEach(function (login) {
        equal(CustomerMgr.getCustomerByLogin(login), null);
        equal(CustomerMgr.authenticateCustomer(login, 'a password').authenticated, false);
        equal(CustomerMgr.authenticateCustomer('vera@example.com', login).authenticated, false);
    });
});

test('a list that is none is not removed', function () {
    fails(function () { wrap(function () { dw.customer.ProductListMgr.removeProductList({}); }); }, 'there is none without a key');
});

test('a login that nobody has is told from a wrong password', function () {
    var Mgr = require('dw/customer/CustomerMgr');
    wrap(function () { Mgr.createCustomer('told@example.test', 'Green-tea-1!'); });
    equal([Mgr.authenticateCustomer('nobody@example.test', 'x').status, Mgr.authenticateCustomer('told@example.test', 'x').status],
        ['ERROR_CUSTOMER_NOT_FOUND', 'ERROR_PASSWORD_MISMATCH']);
});

test('a list of products has one ID', function () {
    wrap(function () {
        var list = require('dw/customer/ProductListMgr').createProductList(customer, dw.customer.ProductList.TYPE_WISH_LIST);
        equal([list.UUID === list.ID, require('dw/customer/ProductListMgr').getProductList(list.UUID) === null], [true, false]);
    });
});

test('an agent needs a login, and a customer to act for', function () {
    var Agents = require('dw/customer/AgentUserMgr');
    var Codes = require('dw/customer/AgentUserStatusCodes');
    session.custom.before = 'kept by nobody';
    var refused = Agents.loginAgentUser('admin', 'wrong');
    equal([refused.error, refused.code, session.userAuthenticated], [true, Codes.CREDENTIALS_INVALID, false]);
    equal(Agents.loginAgentUser('nobody', 'haltscope-demo').code, Codes.CREDENTIALS_INVALID);
    equal([Agents.loginOnBehalfOfCustomer(ada()).code, Agents.logoutAgentUser().code], [Codes.AGENT_USER_NOT_AVAILABLE, Codes.AGENT_USER_NOT_AVAILABLE]);
    require('dw/order/BasketMgr').getCurrentOrNewBasket();
    var status = Agents.loginAgentUser('admin', 'haltscope-demo');
    equal([status.error, status.code, session.userAuthenticated, session.userName], [false, Codes.LOGIN_SUCCESSFUL, true, 'admin']);
    equal([session.custom.before, require('dw/order/BasketMgr').currentBasket, customer.authenticated], [null, null, false]);
    equal(Agents.loginOnBehalfOfCustomer(customer).code, Codes.CUSTOMER_UNREGISTERED);
    equal(Agents.loginOnBehalfOfCustomer(null).code, Codes.CUSTOMER_UNREGISTERED);
    equal([Agents.loginOnBehalfOfCustomer(ada()).error, session.customer.profile.email, session.userName], [false, ada().profile.email, 'admin']);
});

test('an agent stays one until he leaves, with the customer', function () {
    equal([session.userAuthenticated, session.userName, customer.authenticated], [true, 'admin', true]);
    equal(require('dw/customer/AgentUserMgr').logoutAgentUser().error, false);
    equal([session.userAuthenticated, session.userName, session.customer.authenticated], [false, 'storefront', false]);
});

test('a customer who logs in is a registered one', function () {
    equal([session.userName, session.customer.anonymous], ['storefront', true]);
});

function login() {
    return wrap(function () { return Mgr.loginCustomer(Mgr.authenticateCustomer('ada@example.test', 'white tea, please'), false); });
}

test('a guest who logs in keeps what is in the basket, not what he said of himself', function () {
    Mgr.logoutCustomer(false);
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        basket.customerEmail = 'guest@example.test';
        basket.createBillingAddress().firstName = 'Guest';
        basket.defaultShipment.createShippingAddress().firstName = 'Guest';
        basket.createPaymentInstrument('CREDIT_CARD', null);
        basket.createProductLineItem('KM01002-01', basket.defaultShipment);
        login();
        equal([basket.customerEmail, basket.billingAddress, basket.defaultShipment.shippingAddress, basket.paymentInstruments.length], ['ada@mail.test', null, null, 0]);
        equal([dw.order.BasketMgr.currentBasket.productLineItems.length, dw.order.BasketMgr.storedBasket], [1, null]);
        session.custom.kept = 'k';
        session.privacy.secret = 's';
    });
});

test('who logs out leaves nothing behind', function () {
    Mgr.logoutCustomer(true);
    equal([session.custom.kept, session.privacy.secret, 'secret' in session.privacy, dw.order.BasketMgr.currentBasket, customer.authenticated], ['k', null, false, null, false]);
    session.privacy.secret = 's';
    Mgr.logoutCustomer();
    equal([session.custom.kept, session.privacy.secret], [null, null]);
});

test('and has the basket again', function () {
    equal([session.custom.kept, dw.order.BasketMgr.currentBasket], [null, null]);
    login();
    equal(dw.order.BasketMgr.currentBasket.productLineItems[0].productID, 'KM01002-01');
    Mgr.logoutCustomer(false);
});

test('or beside that of the guest whom he was', function () {
    wrap(function () {
        var basket = dw.order.BasketMgr.currentOrNewBasket;
        basket.createProductLineItem('KM01001-01', basket.defaultShipment);
    });
    login();
    equal([dw.order.BasketMgr.currentBasket, dw.order.BasketMgr.storedBasket].map(function (basket) { return basket.productLineItems[0].productID; }), ['KM01001-01', 'KM01002-01']);
    wrap(function () { Mgr.createCustomer('second@example.test', 'white tea, please'); });
    session.privacy.secret = 's';
    Mgr.loginCustomer(Mgr.authenticateCustomer('second@example.test', 'white tea, please'), false);
    equal([session.privacy.secret, dw.order.BasketMgr.currentBasket, customer.profile.email], [null, null, 'second@example.test']);
    Mgr.logoutCustomer(false);
});

test('an address is as old as it is', function () {
    wrap(function () {
        var address = ada().addressBook.createAddress('new one');
        equal(Math.abs(address.creationDate - new Date()) < 60000, true);
        ada().addressBook.removeAddress(address);
    });
});

test('what is taken back of customers is not there any more', function () {
    fails(function () {
        wrap(function () {
            Mgr.createCustomer('gone@example.test', 'green tea, please');
            ada().profile.firstName = 'Eve';
            ada().profile.credentials.setLogin('gone-too@example.test');
            ada().profile.credentials.setPassword('red tea, please', null, false);
            throw new Error('no');
        });
    }, 'no');
    equal([Mgr.getCustomerByLogin('gone@example.test'), Mgr.getCustomerByLogin('gone-too@example.test'), ada().profile.firstName, ada().profile.credentials.login],
        [null, null, 'Ada', 'ada@example.test']);
    equal(Mgr.authenticateCustomer('ada@example.test', 'red tea, please').authenticated, false);
    fails(function () {
        wrap(function () {
            Mgr.loginCustomer('ada@example.test', 'white tea, please', false);
            Mgr.removeCustomer(ada());
            equal(Mgr.getCustomerByLogin('ada@example.test'), null);
            throw new Error('not this');
        });
    }, 'not this');
    equal(Mgr.getCustomerByLogin('ADA@example.test').profile.firstName, 'Ada');
    wrap(function () { Mgr.createCustomer('gone@example.test', 'green tea, please'); });
    equal(Mgr.getCustomerByLogin('gone@example.test') !== null, true);
});

test('lists are found by the address that they are sent to', function () {
    wrap(function () {
        var home = ada().profile.addressBook.createAddress('for-lists'), other = ada().profile.addressBook.createAddress('for-none');
        var list = dw.customer.ProductListMgr.createProductList(ada(), dw.customer.ProductList.TYPE_GIFT_REGISTRY);
        list.setShippingAddress(home);
        equal([dw.customer.ProductListMgr.getProductLists(home).length, dw.customer.ProductListMgr.getProductLists(other).length], [1, 0]);
        list.setPostEventShippingAddress(home);
        home.setID('for-all-lists');
        equal([list.shippingAddress, list.postEventShippingAddress].map(function (address) { return address && address.ID; }), ['for-all-lists', 'for-all-lists']);
        list.eventDate = new Date('no date');
        equal(list.eventDate.getTime(), 0);
        list.eventDate = null;
        equal(list.eventDate, null);
    });
});

test('who was first met in a transaction that was taken back is kept afterwards', function () {
    var Transaction = dw.system.Transaction;
    Transaction.begin();
    var met = ada();
    met.profile.companyName = 'Lost';
    Transaction.rollback();
    equal(met.profile.companyName, null);
    wrap(function () { met.profile.companyName = 'Kept'; });
    equal(ada() === met, true);
});

test('as he was changed there', function () {
    equal(ada().profile.companyName, 'Kept');
});

test('a transaction that is taken back leaves what the ones before it left', function () {
    var Transaction = dw.system.Transaction;
    var profile = ada().profile;
    function undone(change) {
        Transaction.begin();
        change();
        Transaction.rollback();
    }
    undone(function () { profile.jobTitle = 'Lost'; });
    wrap(function () { profile.jobTitle = 'Kept'; profile.custom.tier = 'gold'; profile.addressBook.createAddress('undone').setCity('Jena'); });
    undone(function () { profile.jobTitle = 'Lost'; });
    undone(function () { profile.custom.tier = 'lost'; profile.custom.more = 1; });
    undone(function () { profile.addressBook.getAddress('undone').setCity('Lost'); profile.addressBook.getAddress('undone').custom.floor = 3; });
    var address = profile.addressBook.getAddress('undone');
    equal([profile.jobTitle, profile.custom.tier, profile.custom.more, address.city, address.custom.floor], ['Kept', 'gold', null, 'Jena', null]);
    wrap(function () { address.custom.floor = 2; delete profile.custom.tier; });
    undone(function () { address.custom.floor = 3; profile.custom.tier = 'lost'; });
    equal([profile.addressBook.getAddress('undone').custom.floor, profile.custom.tier], [2, null]);
    Mgr.loginCustomer(Mgr.authenticateCustomer('ada@example.test', 'white tea, please'), false);
    undone(function () { profile.jobTitle = 'Lost'; });
    equal([customer.authenticated, customer.profile.jobTitle], [true, 'Kept']);
    Mgr.logoutCustomer(true);
});

test('what is set as XML is kept as its text', function () {
    var x = <customer><a>some</a></customer>;
    function keeps(object, names) {
        names.forEach(function (name) {
            object[name] = x.a;
            equal([name, object[name] && object[name].value === undefined ? object[name] : object[name].value], [name, 'some']);
        });
    }
    wrap(function () {
        var customer = Mgr.createCustomer('xml@example.test', 'green tea, please');
        keeps(customer, ['note']);
        keeps(customer.profile, ['firstName', 'email', 'taxIDType', 'salutation']);
        keeps(customer.profile.addressBook.createAddress(<id>home</id>), ['city', 'countryCode', 'salutation', 'ID']);
        var external = customer.createExternalProfile('Provider', 'id');
        keeps(external, ['email']);
        customer.profile.credentials.setAuthenticationProviderID(x.a);
        customer.profile.credentials.setExternalID(x.a);
        equal([customer.profile.credentials.authenticationProviderID, customer.profile.credentials.externalID], ['some', 'some']);
        var list = Lists.createProductList(customer, ProductList.TYPE_WISH_LIST);
        keeps(list, ['name', 'description', 'eventCity']);
        Lists.removeProductList(list);
    });
});

test('what is declared as a text of a customer is kept as one', function () {
    wrap(function () {
        var profile = Mgr.createCustomer('eve@texts.test', 'green tea, please').profile;
        profile.phoneHome = 123;
        profile.companyName = { toString: function () { return 'Fern'; } };
        profile.jobTitle = [1, 2];
        profile.setTaxIDType(4);
        profile.suffix = undefined;
        var address = profile.addressBook.createAddress('home');
        address.postalCode = 12345;
        profile.customer.setNote(6);
        equal([profile.phoneHome, profile.companyName, profile.jobTitle, profile.taxIDType.value, profile.suffix, address.postalCode, profile.customer.note],
            ['123', 'Fern', '1,2', '4', null, '12345', '6']);
    });
});
