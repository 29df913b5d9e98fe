//! Groups of customers of a site archive: lists of members, rules, and what is for groups only.

use super::{Browser, archived, storefront_of};
use haltscope::sandbox::Shop;

const CUSTOMERS: &str = r#"<customers>
  <customer customer-no="C7"><credentials><login>ada@example.test</login><password encrypted="false">green tea, please</password><enabled-flag>true</enabled-flag></credentials>
    <profile><first-name>Ada</first-name><last-name>King</last-name><email>ada@example.test</email><birthday>1990-06-01Z</birthday><gender>2</gender>
      <creation-date>2020-02-03T10:00:00.000Z</creation-date><custom-attributes><custom-attribute attribute-id="tier">gold</custom-attribute></custom-attributes></profile>
    <addresses><address address-id="home" preferred="true"><city>Jena</city><postal-code>07743</postal-code><country-code>DE</country-code></address></addresses>
    <customer-groups><customer-group group-id="Staff"/></customer-groups></customer>
  <customer customer-no="C8"><credentials><login>bob@example.test</login>
    <password encrypted="true" encryptionScheme="scrypt">$s0$b0401$bqkutW4x877v/wWcmC+Xkw==$mAtW38GoEc/R08nIUV/q0GJobTa2Z2/nkIgqBttOkfg=</password></credentials><profile><last-name>Roe</last-name></profile></customer>
</customers>"#;

const CATALOGUE: &str = r#"<catalog catalog-id="shop"><category category-id="root"/></catalog>"#;

/// The visitor has been here since yesterday, in a way.
const CONTROLLER: &str = r"
    var CustomerMgr = require('dw/customer/CustomerMgr'), Transaction = require('dw/system/Transaction');
    function ids(list) { return list.toArray().map(function (it) { return it.ID; }).join('+'); }
    function print(value) { response.writer.println(String(value)); }
    function enter(login, password) {
        Transaction.wrap(function () { CustomerMgr.loginCustomer(CustomerMgr.authenticateCustomer(login, password), false); });
    }
    exports.Ada = function () {
        var day = 86400000, now = new Date();
        enter('ada@example.test', 'green tea, please');
        session.custom.flag = true; session.custom.number = 5; session.custom.text = 'green tea';
        session.custom.now = now; session.custom.before = new Date(now - day); session.custom.after = new Date(now.getTime() + day);
        session.custom.last = new Date(now.getFullYear() - 1, 5, 1); session.custom.next = new Date(now.getFullYear() + 1, 5, 1);
        print(ids(customer.customerGroups));
    };
    exports.Ada.public = true;
    exports.Run = function () { /* tests */ };
    exports.Run.public = true;
";

/// With those files of the site's own folder.
fn shop(files: &[(&str, &str)]) -> Shop {
    let site = ("site.xml", "<site site-id=\"Storefront\"><currency>USD</currency></site>");
    let own = [("customers.xml", CUSTOMERS), site, ("../../catalogs/shop/catalog.xml", CATALOGUE)];
    let all = files.iter().copied().chain(own);
    let all: Vec<_> =
        all.map(|(name, content)| (format!("sites/Storefront/{name}"), content)).collect();
    let all: Vec<_> = all.iter().map(|(path, content)| (path.as_str(), *content)).collect();
    archived(&all)
}

/// Lines of a controller's function on a shop with those groups.
async fn lines(groups: &str, statements: &str) -> Vec<String> {
    let groups = format!("<customer-groups>{groups}</customer-groups>");
    let controller = CONTROLLER.replace("/* tests */", statements);
    let files = [("app/cartridge/controllers/Test.js", controller.as_str())];
    let storefront = storefront_of(&files, shop(&[("customer-groups.xml", &groups)]));
    let page = Browser::of(&storefront).get("Test-Run").await;
    page.is_fine();
    page.body.lines().map(str::to_owned).collect()
}

/// What expressions are.
async fn check(groups: &str, expected: &[(&str, &str)]) {
    let printed: Vec<_> = expected.iter().map(|(it, _)| format!("print({it});")).collect();
    let found = lines(groups, &printed.concat()).await;
    for ((expression, expected), found) in expected.iter().zip(found) {
        assert_eq!(found, *expected, "{expression}");
    }
}

fn condition(path: &str, operator: &str, value: &str) -> String {
    format!(
        "<condition><attribute-path>{path}</attribute-path><operator>{operator}</operator>{value}</condition>"
    )
}

/// The parts of a rule: groups of conditions, included or excluded.
fn any_of(kind: &str, groups: &[(&str, &str)]) -> String {
    let groups = groups
        .iter()
        .map(|(mode, it)| format!("<condition-group match-mode=\"{mode}\">{it}</condition-group>"));
    format!("<{kind}>{}</{kind}>", groups.collect::<String>())
}

fn group(id: &str, rule: &str) -> String {
    format!(
        "<customer-group group-id=\"{id}\"><membership-rule>{rule}</membership-rule></customer-group>"
    )
}

/// Whether Ada, who is logged in, is in groups of those rules.
async fn check_rules(rules: &[(String, bool)]) {
    let groups = rules.iter().enumerate().map(|(n, (rule, _))| group(&format!("g{n}"), rule));
    let groups = format!(
        "<customer-groups><customer-group group-id=\"Staff\"/>{}</customer-groups>",
        groups.collect::<String>()
    );
    let files = [("app/cartridge/controllers/Test.js", CONTROLLER)];
    let storefront = storefront_of(&files, shop(&[("customer-groups.xml", &groups)]));
    let page = Browser::of(&storefront).get("Test-Ada").await;
    page.is_fine();
    let found: Vec<&str> = page.body.trim().split('+').collect();
    for (n, (rule, expected)) in rules.iter().enumerate() {
        assert_eq!(found.contains(&format!("g{n}").as_str()), *expected, "{rule}");
    }
}

/// Path, operator, what it is compared with, and whether it holds for Ada.
const ROWS: &[(&str, &str, &str, bool)] = &[
    ("customer.registered", "is-true", "", true),
    ("customer.registered", "is-false", "", false),
    ("customer.profile.email", "ends-with", "<string>@example.test</string>", true),
    (
        "customer.profile.login",
        "is-equal",
        "<string>eve</string><string>ada@example.test</string>",
        true,
    ),
    ("customer.profile.salutation", "exists", "", false),
    ("customer.profile.salutation", "does-not-exist", "", true),
    ("customer.profile.salutation", "is-not-equal", "<string>x</string>", true),
    ("customer.profile.gender", "is-equal", "<int>2</int>", true),
    ("customer.profile.birthday", "is-on", "<date>1990-06-01Z</date>", true),
    ("customer.profile.birthday", "is-after", "<date>1990-05-31</date>", true),
    ("customer.profile.birthday", "is-before", "<date>1990-06-01</date>", false),
    (
        "customer.profile.birthday",
        "is-in-range",
        "<date-range><from>1990-06-01</from><to>1990-06-02</to></date-range>",
        true,
    ),
    (
        "customer.profile.nextBirthday",
        "is-in-the-next-x-days",
        "<number-of-days>366</number-of-days>",
        true,
    ),
    (
        "customer.profile.creationDate",
        "is-in-the-last-x-days",
        "<number-of-days>2</number-of-days>",
        false,
    ),
    (
        "customer.profile.creationDate",
        "is-not-in-the-last-x-days",
        "<number-of-days>2</number-of-days>",
        true,
    ),
    ("customer.profile.custom.tier", "is-equal", "<string>gold</string>", true),
    ("customer.profile.custom.none", "is-equal", "<string>gold</string>", false),
    ("customer.addressBook.preferredAddress.city", "starts-with", "<string>Je</string>", true),
    ("customer.addressBook.preferredAddress.countryCode", "is-equal", "<string>DE</string>", true),
    (
        "customer.addressBook.preferredAddress.postalCode",
        "is-not-equal",
        "<string>07743</string>",
        false,
    ),
    ("customer.customerGroups", "is-equal", "<string>Staff</string>", true),
    ("customer.customerGroups", "is-not-equal", "<string>Registered</string>", false),
    ("customer.activeData.orderValueMonth", "is-greater-than", "<number>200.0</number>", false),
    ("customer.activeData.orders", "does-not-exist", "", true),
    ("session.custom.flag", "is-true", "", true),
    ("session.custom.flag", "is-equal", "<string>true</string>", true),
    ("session.custom.number", "is-greater-than", "<number>4.5</number>", true),
    ("session.custom.number", "is-less-than", "<number>5</number>", false),
    ("session.custom.number", "is-greater-than-or-equal", "<int>5</int>", true),
    ("session.custom.number", "is-less-than-or-equal", "<int>4</int>", false),
    (
        "session.custom.number",
        "is-in-range",
        "<int-range><min>5</min><max>9</max></int-range>",
        true,
    ),
    (
        "session.custom.number",
        "is-not-in-range",
        "<number-range><min>5.5</min><max>9</max></number-range>",
        true,
    ),
    ("session.custom.text", "contains", "<string>tea</string>", true),
    ("session.custom.text", "does-not-contain", "<string>tea</string>", false),
    ("session.custom.now", "is-today", "", true),
    ("session.custom.before", "is-yesterday", "", true),
    ("session.custom.before", "is-in-the-last-x-days", "<number-of-days>1</number-of-days>", true),
    ("session.custom.after", "is-in-the-last-x-days", "<number-of-days>1</number-of-days>", false),
    ("session.custom.after", "is-tomorrow", "", true),
    (
        "session.custom.after",
        "is-not-in-the-next-x-days",
        "<number-of-days>1</number-of-days>",
        false,
    ),
    ("session.custom.now", "is-in-the-current", "<time-period>week</time-period>", true),
    ("session.custom.now", "is-in-the-current", "<time-period>month</time-period>", true),
    ("session.custom.last", "is-in-the-last", "<time-period>year</time-period>", true),
    ("session.custom.next", "is-in-the-next", "<time-period>year</time-period>", true),
    ("session.custom.next", "is-in-the-current", "<time-period>year</time-period>", false),
    ("session.authenticated", "is-true", "", true),
    ("session.agentUserAuthenticated", "is-true", "", false),
    ("session.currency", "is-equal", "<string>USD</string>", true),
    ("session.sourceCodeGroup", "exists", "", false),
    ("session.referrerHost", "exists", "", false),
    ("request.locale", "is-equal", "<string>default</string>", true),
    ("request.geolocation.countryCode", "exists", "", false),
    ("session.custom.text", "is-more-or-less", "<string>x</string>", false),
];

#[tokio::test]
async fn a_condition_holds_for_what_it_means() {
    let rules = ROWS.iter().map(|(path, operator, value, expected)| {
        let condition = condition(path, operator, value);
        (any_of("included-customers", &[("all", &condition)]), *expected)
    });
    let rules: Vec<_> = rules.collect();
    check_rules(&rules).await;
}

#[tokio::test]
async fn conditions_are_joined_as_their_groups_say() {
    let yes = condition("customer.registered", "is-true", "");
    let no = condition("customer.registered", "is-false", "");
    let mixed = format!("{yes}{no}");
    let included = |groups: &[(&str, &str)]| any_of("included-customers", groups);
    let excluded = |groups: &[(&str, &str)]| any_of("excluded-customers", groups);
    check_rules(&[
        (included(&[("all", &mixed)]), false),
        (included(&[("any", &mixed)]), true),
        (included(&[("all", &no), ("all", &yes)]), true),
        (included(&[("all", &yes)]) + &excluded(&[("all", &no)]), true),
        (included(&[("all", &yes)]) + &excluded(&[("any", &mixed)]), false),
    ])
    .await;
}

#[tokio::test]
async fn lists_of_members_come_from_customers_and_from_assignments() {
    let groups = r#"<customer-group group-id="Staff"><description>Who works here</description></customer-group><customer-group group-id="Club"/>
      <group-assignment group-id="Club" customer-no="C7"/><group-assignment group-id="Gone" customer-no="C7"/>"#;
    check(
        groups,
        &[
            ("ids(CustomerMgr.getCustomerGroups())", "Everyone+Registered+Unregistered+Staff+Club"),
            ("[CustomerMgr.getCustomerGroup('Staff').description, CustomerMgr.getCustomerGroup('Staff').ruleBased, CustomerMgr.getCustomerGroup('None')]", "Who works here,false,"),
            ("ids(customer.customerGroups)", "Everyone+Unregistered"),
            ("ids(CustomerMgr.getCustomerByCustomerNumber('C7').customerGroups)", "Everyone+Registered+Staff+Club"),
            ("ids(CustomerMgr.getCustomerByLogin('bob@example.test').customerGroups)", "Everyone+Registered"),
            ("CustomerMgr.authenticateCustomer('bob@example.test', 'Test123!').authenticated", "true"),
            ("CustomerMgr.authenticateCustomer('bob@example.test', 'Test123?').authenticated", "false"),
            ("(enter('ada@example.test', 'green tea, please'), customer.profile.addressBook.preferredAddress.ID)", "home"),
            ("[customer.isMemberOfCustomerGroup('Club'), customer.isMemberOfCustomerGroup(CustomerMgr.getCustomerGroup('Club'))]", "true,true"),
            ("[customer.isMemberOfCustomerGroups('Club', 'Staff'), customer.isMemberOfCustomerGroups('Club', 'None'), customer.isMemberOfAnyCustomerGroup('None', 'Staff')]", "true,false,true"),
            ("(Transaction.wrap(function () { CustomerMgr.getCustomerGroup('Club').unassignCustomer(customer); }), customer.isMemberOfCustomerGroup('Club'))", "false"),
            ("(Transaction.wrap(function () { CustomerMgr.getCustomerGroup('Club').assignCustomer(customer); }), ids(customer.customerGroups))", "Everyone+Registered+Staff+Club"),
        ],
    )
    .await;
}

#[tokio::test]
async fn only_lists_take_members_and_only_registered_ones() {
    let rule = any_of(
        "included-customers",
        &[("all", &condition("customer.customerGroups", "is-equal", "<string>Loop</string>"))],
    );
    let groups = format!("{}<customer-group group-id=\"Club\"/>", group("Loop", &rule));
    let refused = |what: &str| {
        format!(
            "(function () {{ try {{ Transaction.wrap(function () {{ {what}; }}); }} catch (e) {{ return e.message; }} }}())"
        )
    };
    let [of_rule, built_in, anonymous] = [
        "CustomerMgr.getCustomerGroup('Loop').assignCustomer(CustomerMgr.getCustomerByLogin('bob@example.test'))",
        "CustomerMgr.getCustomerGroup('Everyone').unassignCustomer(CustomerMgr.getCustomerByLogin('bob@example.test'))",
        "CustomerMgr.getCustomerGroup('Club').assignCustomer(customer)",
    ]
    .map(refused);
    check(
        &groups,
        &[
            (&of_rule, "The members of the customer group Loop are told by a rule"),
            (&built_in, "The members of the customer group Everyone are told by a rule"),
            (&anonymous, "Only registered customers are in the customer group Club"),
            // A rule that asks for its own group has no members.
            ("customer.isMemberOfCustomerGroup('Loop')", "false"),
        ],
    )
    .await;
}

#[tokio::test]
async fn ways_to_ship_and_to_pay_are_for_groups_countries_and_amounts() {
    let shipping = r#"<shipping><shipping-method method-id="all" default="true"><online-flag>true</online-flag><price-table><amount order-value="0">1</amount></price-table></shipping-method>
      <shipping-method method-id="club"><online-flag>true</online-flag><customer-groups><customer-group>Registered</customer-group></customer-groups><price-table><amount order-value="0">0</amount></price-table></shipping-method></shipping>"#;
    let payment = r#"<payment-settings><payment-method method-id="ALL"><enabled-flag>true</enabled-flag></payment-method>
      <payment-method method-id="CLUB"><enabled-flag>true</enabled-flag><customer-groups><customer-group group-id="Registered"/></customer-groups></payment-method>
      <payment-method method-id="DE"><enabled-flag>true</enabled-flag><countries><country country-code="DE"/></countries></payment-method>
      <payment-method method-id="EUR"><enabled-flag>true</enabled-flag><currencies><currency>EUR</currency></currencies></payment-method>
      <payment-method method-id="SMALL"><enabled-flag>true</enabled-flag><ranges><range currency="USD"><max-purchase-amount>10</max-purchase-amount></range><range currency="EUR"><max-purchase-amount>1</max-purchase-amount></range></ranges></payment-method>
      <payment-method method-id="OFF"><enabled-flag>false</enabled-flag></payment-method>
    </payment-settings>"#;
    let controller = CONTROLLER.replace(
        "/* tests */",
        "var Pay = require('dw/order/PaymentMgr'), basket = require('dw/order/BasketMgr').currentOrNewBasket;
         function ways() { return ids(require('dw/order/ShippingMgr').getShipmentShippingModel(basket.defaultShipment).applicableShippingMethods); }
         print([ways(), ids(Pay.getApplicablePaymentMethods(customer, 'US', 5)), ids(Pay.getApplicablePaymentMethods(customer, 'DE', 11))]);
         enter('ada@example.test', 'green tea, please');
         print([ways(), ids(Pay.getApplicablePaymentMethods(customer, 'US', 11))]);
         print([Pay.getPaymentMethod('OFF').active, Pay.getPaymentMethod('ALL').active, Pay.getPaymentMethod('NONE'), Pay.activePaymentMethods.length]);",
    );
    let files = [("app/cartridge/controllers/Test.js", controller.as_str())];
    let shop = shop(&[("shipping.xml", shipping), ("payment-methods.xml", payment)]);
    let page = Browser::of(&storefront_of(&files, shop)).get("Test-Run").await;
    page.is_fine();
    assert_eq!(page.body, "all,ALL+SMALL,ALL+DE\nall+club,ALL+CLUB\nfalse,true,,5\n");
}

#[tokio::test]
async fn ways_to_pay_have_texts_images_and_attributes() {
    let payment = r#"<payment-settings><payment-method method-id="PAL"><name xml:lang="x-default">Pal</name><description xml:lang="x-default">Pay <b>soon</b></description><description xml:lang="de">Bald</description>
        <image>/images/pal.png</image><enabled-flag>true</enabled-flag><custom-attributes><custom-attribute attribute-id="token">t1</custom-attribute></custom-attributes></payment-method>
      <payment-method method-id="BARE"><enabled-flag>true</enabled-flag></payment-method>
      <payment-card card-type="Visa"><description xml:lang="x-default">A card</description><custom-attributes><custom-attribute attribute-id="code">VI</custom-attribute></custom-attributes></payment-card></payment-settings>"#
        .replace("<b>soon</b>", "&lt;b&gt;soon&lt;/b&gt;");
    let controller = CONTROLLER.replace(
        "/* tests */",
        "var Pay = require('dw/order/PaymentMgr'), pal = Pay.getPaymentMethod('PAL'), bare = Pay.getPaymentMethod('BARE'), card = Pay.getPaymentCard('Visa');
         print([pal.description, pal.image.URL, pal.custom.token, pal.custom.other]);
         print([bare.description, bare.image, bare.custom.token, card.description, card.custom.code]);",
    );
    let files = [("app/cartridge/controllers/Test.js", controller.as_str())];
    let shop = storefront_of(&files, shop(&[("payment-methods.xml", &payment)]));
    let path = "/on/demandware.static/Sites-Storefront-Site/-";
    for (locale, text) in [("default", "Pay <b>soon</b>"), ("de", "Bald")] {
        let page = Browser::of(&shop).get(&format!("{locale}/Test-Run")).await;
        page.is_fine();
        assert_eq!(page.body, format!("{text},{path}/{locale}/images/pal.png,t1,\n,,,A card,VI\n"));
    }
}
