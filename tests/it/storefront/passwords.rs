//! What the customer list of a site wants of passwords.

use super::{Browser, archived, storefront_of, turned};
use haltscope::sandbox::Shop;
use std::sync::atomic::Ordering;

const CONTROLLER: &str = "var Mgr = require('dw/customer/CustomerMgr');
    function tried(password) {
        try {
            require('dw/system/Transaction').wrap(function () { Mgr.createCustomer('ada' + Math.random() + '@example.test', password); });
            return 'registered';
        } catch (error) { return error.message; }
    }
    exports.Run = function () {
        var rules = Mgr.passwordConstraints;
        response.writer.println([rules.minLength, rules.minSpecialChars, rules.forceLetters, rules.forceMixedCase, rules.forceNumbers,
            rules.getMinLength(), rules.isForceMixedCase(), Mgr.siteCustomerList.ID, Mgr.siteCustomerList.description].join());
        ['', 'tea', 'green tea', 'Green tea', 'Green tea 1', 'GREEN-TEA-1', 'Green tea 1!', '12345678-', 'Grün-Tee-١'].forEach(function (password) {
            response.writer.println(Mgr.isAcceptablePassword(password) + '|' + tried(password));
        });
        require('dw/system/Transaction').wrap(function () {
            var credentials = Mgr.createCustomer('eve@example.test', 'Green tea 1!').profile.credentials;
            ['short', 'Black tea 1!'].forEach(function (password) {
                var status = credentials.setPassword(password, 'Green tea 1!', true);
                response.writer.println([status.error, status.message].join('|'));
            });
            var status = credentials.setPasswordWithToken(credentials.createResetPasswordToken(), 'Green tea');
            response.writer.println([status.error, status.message].join('|'));
        });
    };
    exports.Run.public = true;";

async fn lines(files: &[(&str, &str)]) -> Vec<String> {
    let shop = if files.is_empty() { Shop::default() } else { archived(files) };
    let shop = storefront_of(&[("app/cartridge/controllers/Test.js", CONTROLLER)], shop);
    let page = Browser::of(&shop).get("Test-Run").await;
    page.is_fine().body.lines().map(str::to_owned).collect()
}

const RULES: &str = "<min-password-length>9</min-password-length><min-password-special-chars>1</min-password-special-chars>\
    <force-password-contains-alpha>true</force-password-contains-alpha><force-password-contains-numeric>true</force-password-contains-numeric>\
    <force-password-mixed-case>true</force-password-mixed-case><max-password-age>90</max-password-age>";

const PREFERENCES: (&str, &str) = (
    "sites/Storefront/preferences.xml",
    "<preferences><standard-preferences><all-instances><preference preference-id=\"SiteCustomerList\">Shared</preference></all-instances></standard-preferences></preferences>",
);

const EXPECTED: [&str; 13] = [
    "9,1,true,true,true,9,true,Shared,All of them",
    "false|There is no password",
    "false|A password needs at least 9 characters, at least 1 special character, a digit, capital and small letters",
    "false|A password needs at least 1 special character, a digit, capital and small letters",
    "false|A password needs at least 1 special character, a digit",
    "false|A password needs at least 1 special character",
    "false|A password needs capital and small letters",
    "true|registered",
    "false|A password needs a letter, capital and small letters",
    "true|registered",
    "true|A password needs at least 9 characters, at least 1 special character, a digit, capital and small letters",
    "false|",
    "true|A password needs at least 1 special character, a digit",
];

#[tokio::test]
async fn passwords_are_what_the_header_of_the_list_wants() {
    let list = format!(
        "<customer-list list-id=\"Shared\"><header><description>All of them</description>{RULES}</header></customer-list>"
    );
    let found = lines(&[PREFERENCES, ("customer-lists/Shared.xml", &list)]).await;
    assert_eq!(found, EXPECTED);
}

#[tokio::test]
async fn lists_of_a_file_say_it_too() {
    let lists = format!(
        "<customer-lists><customer-list list-id=\"Other\"><min-password-length>20</min-password-length></customer-list>\
         <customer-list list-id=\"Shared\"><description>All of them</description>{RULES}</customer-list></customer-lists>"
    );
    assert_eq!(lines(&[PREFERENCES, ("customer-lists.xml", &lists)]).await, EXPECTED);
}

#[tokio::test]
async fn without_a_list_their_length_counts() {
    let found = lines(&[]).await;
    assert_eq!(found[0], "8,0,false,false,false,8,false,Storefront,");
    assert_eq!(found[2], "false|A password needs at least 8 characters");
    assert_eq!(found[3], "true|registered");
}

const AGEING: &str = "var Mgr = require('dw/customer/CustomerMgr'), wrap = require('dw/system/Transaction').wrap;
    function told(password) {
        var status = Mgr.authenticateCustomer('ada@example.test', password);
        response.writer.print([status.status, status.customer !== null, Mgr.isPasswordExpired('ada@example.test'),
            Mgr.isPasswordExpired('nobody'), Mgr.loginCustomer(status, false) !== null].join('|'));
    }
    exports.Register = function () { wrap(function () { Mgr.createCustomer('ada@example.test', 'green tea'); }); };
    exports.In = function () { told(request.httpParameterMap.password.value); };
    exports.Old = function () { response.writer.print(Mgr.loginCustomer('ada@example.test', 'green tea', false) !== null); };
    exports.Change = function () {
        wrap(function () { Mgr.getCustomerByLogin('ada@example.test').profile.credentials.setPassword('black tea', 'green tea', true); });
    };
    Object.keys(exports).forEach(function (name) { exports[name].public = true; });";

#[tokio::test]
async fn a_password_is_good_for_as_many_days_as_the_list_says() {
    const DAY: u64 = 24 * 60 * 60;
    let list = "<customer-list list-id=\"Shared\"><header><max-password-age>90</max-password-age></header></customer-list>";
    let shop = archived(&[PREFERENCES, ("customer-lists/Shared.xml", list)]);
    let (shop, now) = turned(AGEING, shop);
    let mut browser = Browser::of(&shop);
    browser.get("Test-Register").await.is_fine();
    let expired = "ERROR_PASSWORD_EXPIRED|false|true|false|false";
    let good = "AUTH_OK|true|false|false|true";
    for (days, path, expected) in [
        (89, "Test-In?password=green+tea", good),
        (2, "Test-In?password=green+tea", expired),
        (0, "Test-In?password=other", "ERROR_PASSWORD_MISMATCH|false|true|false|false"),
        // Who asks in the old way isn't told.
        (0, "Test-Old", "true"),
        (0, "Test-Change", ""),
        (0, "Test-In?password=black+tea", good),
        (91, "Test-In?password=black+tea", expired),
    ] {
        now.fetch_add(days * DAY, Ordering::SeqCst);
        assert_eq!(browser.get(path).await.is_fine().body, expected, "{path} after {days} days");
    }
}
