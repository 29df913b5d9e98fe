//! What scripts can use: collections, money, texts, globals.

use super::{Browser, check, storefront};

#[tokio::test]
async fn lists_behave_as_the_platforms() {
    check(
        "var ArrayList = require('dw/util/ArrayList'); var list = new ArrayList('b', 'a'); list.add('c'); list.addAt(0, 'z');\n\
         print(list); print(list.length + ' ' + list.size() + ' ' + list.empty + ' ' + list[1] + ' ' + list[9] + ' ' + list.get(0));\n\
         print(list.first + list.last); list.sort(); print(list.join('')); list.reverse(); print(list.toArray());\n\
         for (var item of list) { print(item); } var it = list.iterator(); while (it.hasNext()) { it.next(); }\n\
         try { it.next(); } catch (error) { print(error.message); } try { list.get(9); } catch (error) { print(error); }\n\
         print(list.contains('a') + ' ' + list.indexOf('q') + ' ' + list.remove('a') + ' ' + list.contains('a'));\n\
         print(new ArrayList([1, 2]).equals(new ArrayList(1, 2))); print(ArrayList); print(list instanceof require('dw/util/Collection'));",
        &["[z, b, a, c]", "4 4 false b undefined z", "zc", "abcz", "z,c,b,a", "z", "c", "b", "a",
          "NoSuchElementException: the iterator has no more elements", "RangeError: Index: 9, Size: 4",
          "true -1 true false", "true", "[JavaClass dw.util.ArrayList]", "true"],
    )
    .await;
}

#[tokio::test]
async fn maps_and_sets_behave_as_the_platforms() {
    check(
        "var HashMap = require('dw/util/HashMap'), HashSet = require('dw/util/HashSet'), Money = require('dw/value/Money');\n\
         var map = new HashMap(); print(map.put('a', 1)); print(map.put('a', 2)); map.b = undefined; map.put('c', null);\n\
         print(map + ' ' + map.a + ' ' + map.get('x') + ' ' + map.containsKey('c') + ' ' + map.length);\n\
         for (var entry of map.entrySet()) { print(entry.key + '=' + entry.value); } print(map.keySet()); print(map.remove('a') + ' ' + map.isEmpty());\n\
         var set = new HashSet(); print(set.add('x') + ' ' + set.add('x') + ' ' + set.length); set.add(new Money(1, 'EUR'));\n\
         print(set.contains(new Money(1, 'EUR')));\n\
         var sorted = new (require('dw/util/SortedMap'))(); sorted.put('b', 1); sorted.put('a', 2); print(sorted + sorted.firstKey());\n\
         print(new (require('dw/util/SortedSet'))(new (require('dw/util/ArrayList'))(3, 1, 2)));",
        &["null", "1", "{a=2, b=null, c=null} 2 null true 3", "a=2", "b=null", "c=null", "[a, b, c]", "2 false", "true false 1", "true", "{a=2, b=1}a", "[1, 2, 3]"],
    )
    .await;
}

#[tokio::test]
async fn a_parameter_may_be_declared_again() {
    check(
        "function f(list, more) {\n  let list = list || [1];\n  { let more = 2; list.push(more); }\n  return list.concat(more);\n}\n\
         print(f(null, 3)); print(f([0], 4));",
        &["1,2,3", "0,2,4"],
    )
    .await;
}

#[tokio::test]
async fn money_is_exact() {
    check(
        "var Money = require('dw/value/Money'); var a = new Money(0.1, 'EUR'), b = new Money('0.2', 'EUR');\n\
         print([a.add(b).value, a.add(b), a + 1]); print(new Money(19.99, 'EUR').multiply(3)); print(new Money(10, 'EUR').divide(3));\n\
         print(new Money(10, 'EUR').divide(3).multiply(3)); print(new Money('1.005', 'EUR').toNumberString()); print(new Money(1234567.5, 'USD').toFormattedString());\n\
         print(new Money(-5, 'EUR').toFormattedString() + ' ' + new Money(5, 'JPY').toFormattedString());\n\
         print([Money.NOT_AVAILABLE, Money.NOT_AVAILABLE.available, a.add(Money.NOT_AVAILABLE)]);\n\
         try { a.add(new Money(1, 'USD')); } catch (error) { print(error.message); }\n\
         print(Money.prorate(new Money(10, 'EUR'), a, a, a)); print([new Money(80, 'EUR').addPercent(25), new Money(80, 'EUR').subtractRate(0.1)]);\n\
         print(a.compareTo(b) + ' ' + a.equals(new Money('0.10', 'EUR')) + ' ' + new Money(1, 'EUR').percentOf(new Money(4, 'EUR')));",
        &["0.3,EUR 0.30,1.1", "EUR 59.97", "EUR 3.33", "EUR 10.00", "1.01", "$1,234,567.50", "-€5.00 ¥5", "N/A,false,N/A",
          "Money of different currencies: EUR and USD", "EUR 3.33,EUR 3.33,EUR 3.34", "EUR 100.00,EUR 72.00", "-1 true 25"],
    )
    .await;
}

#[tokio::test]
async fn texts_dates_and_numbers_are_formatted() {
    check(
        "var S = require('dw/util/StringUtils'), Calendar = require('dw/util/Calendar'), Decimal = require('dw/util/Decimal');\n\
         print(S.format('{1} {0} {2}', 'a', 'b')); print(S.formatNumber(1234.5, '#,##0.00') + ' ' + S.formatNumber(0.256, '0.0%') + ' ' + S.formatInteger(1e6));\n\
         print(S.trim('  a ') + S.pad('a', 3) + '|' + S.pad('a', -3) + ' ' + S.truncate('one two three', 9, 'WORD', '…') + ' ' + S.garble('4111', '*', 2));\n\
         print(S.stringToHtml('<a b=\"c\">') + ' ' + S.decodeString('&lt;&amp;')); print(S.encodeBase64('häh') + ' ' + S.decodeBase64('aMOkaA=='));\n\
         var c = new Calendar(new Date(Date.UTC(2024, 0, 31, 13, 5))); c.add(Calendar.MONTH, 1);\n\
         print(S.formatCalendar(c, 'EEE dd MMM yyyy hh:mm a') + ' ' + c.get(Calendar.DAY_OF_WEEK)); print(new Decimal('1').divide(3).round(4) + ' ' + new Decimal(0.1).add(0.2));",
        &["b a {2}", "1,234.50 25.6% 1,000,000", "aa  |  a one two… **11", "&lt;a b=&quot;c&quot;&gt; <&", "aMOkaA== häh",
          "Thu 29 Feb 2024 01:05 PM 5", "0.3333 0.3"],
    )
    .await;
}

#[tokio::test]
async fn globals_are_there() {
    check(
        "print([null, undefined, '', ' ', [], new dw.util.ArrayList()].map(empty)); print([0, false, 'a', [1], {}].map(empty));\n\
         importPackage(dw.system); print(Status + ' ' + Site.current); importClass(dw.util.HashMap); print(new HashMap());\n\
         print(dw + ' ' + dw.catalog + ' ' + Object.keys(dw.system).includes('Transaction')); print(require('dw/system').Status === Status);\n\
         print(request + ' ' + response + ' ' + customer + ' ' + String(session).slice(0, 12)); print(typeof dw.system.Nothing + ' ' + 'a'.equals('a'));\n\
         print(session.customer === customer); print(typeof host + ' ' + typeof module + ' ' + typeof require);\n\
         out.print('via out\\n'); print(pdict.CurrentHttpParameterMap === request.httpParameterMap); out = ['own']; print(out);",
        &["true,true,true,true,true,true", "false,false,false,false,false", "[JavaClass dw.system.Status] [Site id=Storefront]", "{}",
          "[JavaPackage dw] [JavaPackage dw.catalog] true", "true",
          "[Request GET /on/demandware.store/Sites-Storefront-Site/default/Test-Run] [Response status=200] [Customer anonymous] [Session id=",
          "undefined true", "true", "undefined object function", "via out", "true", "own"],
    )
    .await;
}

/// As a key or in an expression it is its value.
#[tokio::test]
async fn what_is_written_of_a_choice_is_its_text() {
    check(
        "var choice = new dw.value.EnumValue('a', 'Shown'); print(choice + ' ' + String(choice) + ' ' + choice.toString());\n\
         print(choice); response.writer.print(choice); response.writer.println(choice); response.writer.write(choice); print('');\n\
         out.print(choice); out.println(choice); out.write(choice); out.print('\\n');",
        &["a a Shown", "Shown", "ShownShown", "Shown", "ShownShown", "Shown"],
    )
    .await;
}

#[tokio::test]
async fn values_are_made_without_new_too() {
    check(
        "print(String(dw.value.Money(1.5, 'EUR')) + ' ' + (dw.value.Money(1, 'EUR') instanceof dw.value.Money)); print(String(dw.value.Money));\n\
         print(dw.util.Calendar(new Date(0)).get(dw.util.Calendar.YEAR)); print(dw.web.URLUtils.url(dw.web.URLAction('Home-Show'), dw.web.URLParameter('a', 1)));\n\
         print(dw.value.Money(2, 'EUR').add(new dw.value.Money(1, 'EUR')).equals(new dw.value.Money(3, 'EUR')) + ' ' + dw.value.Money.NOT_AVAILABLE.available);",
        &["EUR 1.50 true", "[JavaClass dw.value.Money]", "1970", "/on/demandware.store/Sites-Storefront-Site/default/Home-Show?a=1", "true false"],
    )
    .await;
}

#[tokio::test]
async fn an_imported_package_leaves_the_languages_own_names() {
    check(
        "importPackage(dw.util); print(new Map([[1, 2]]).get(1) + ' ' + new Set([1, 1]).size); print(Calendar === dw.util.Calendar);\n\
         print(dw.catalog.CatalogMgr.siteCatalog.root.onlineSubCategories.length > 0);",
        &["2 1", "true", "true"],
    )
    .await;
}

#[tokio::test]
async fn beans_are_properties_and_getters() {
    check(
        "var product = require('dw/catalog/ProductMgr').getProduct('KM01001-02');\n\
         print(product.name === product.getName() && product.ID === product.getID() && product.variant === product.isVariant());\n\
         print(product + ' ' + product.masterProduct + ' ' + product.primaryCategory + ' ' + String(product.priceModel.price) + ' ' + product.custom.material + ' ' + product.custom.nothing);\n\
         product.name = 'changed'; print(product.name); print(product.variationModel.getSelectedValue('color').displayValue);\n\
         var cookie = new dw.web.Cookie('a', 'b'); cookie.setMaxAge(5); print(cookie.maxAge + cookie.getMaxAge()); cookie.maxAge = 7; print(cookie.getMaxAge());\n\
         print(Object.keys(product).length + ' ' + JSON.stringify(product));",
        &["true", "[Product sku=KM01001-02] [Product sku=KM01001] [Category id=kitchen-mugs] EUR 14.50 stoneware null", "Heron Mug", "Moss", "10", "7", "0 {}"],
    )
    .await;
}

#[tokio::test]
async fn every_class_of_the_packages_can_be_required() {
    check(
        "var count = 0; Object.keys(dw).forEach(function (group) { Object.keys(dw[group]).forEach(function (name) {\n\
           var Class = dw[group][name]; count += 1; if (String(Class) !== '[JavaPackage dw.' + group + '.' + name + ']' && String(Class) !== '[JavaClass dw.' + group + '.' + name + ']') { print(group + '.' + name + ' is ' + Class); } }); });\n\
         print(count > 90);",
        &["true"],
    )
    .await;
}

#[tokio::test]
async fn what_cannot_be_deleted_stays_without_an_error() {
    check(
        "'use strict'; var field = {plain: 1}; Object.defineProperty(field, 'value', {get: function () { return 7; }});\n\
         print(delete field.value); print(delete field['plain']); print(JSON.stringify(Object.getOwnPropertyNames(field)) + field.value);\n\
         try { delete null.value; } catch (error) { print(error instanceof TypeError); } var text = 'text'; print(delete text.length);",
        &["false", "true", "[\"value\"]7", "true", "false"],
    )
    .await;
}

#[tokio::test]
async fn an_object_answers_for_methods_that_it_does_not_have() {
    check(
        "function Model(inner) { this.inner = inner; } Model.prototype.own = function () { return 'own'; };\n\
         Model.prototype.__noSuchMethod__ = function (name, args) { return this.inner + '.' + name + '(' + args.join() + ')'; };\n\
         function Cart() { Model.call(this, 'cart'); } Cart.prototype = Object.create(Model.prototype);\n\
         var cart = new Cart(); print(cart.own()); print(cart.getTotal(1, 2)); print(typeof cart.getTotal); print(cart.getTotal ? 'is' : 'is not');\n\
         print(cart.getTotal == null); print('getTotal' in cart); print(empty(cart.getTotal)); print(JSON.stringify(cart)); var kept = cart.getName; print(kept('a'));\n\
         cart.total = 5; print(cart.total); try { ({}).getTotal(); } catch (error) { print(error.name); } print(({}).__noSuchMethod__);\n\
         for (var name in { a: 1 }) { print(name); } var late = {}; late.__noSuchMethod__ = function (name) { return name; }; print(late.anything());",
        &["own", "cart.getTotal(1,2)", "undefined", "is not", "true", "false", "true", r#"{"inner":"cart"}"#, "cart.getName(a)", "5",
          "TypeError", "", "a", "anything"],
    )
    .await;
}

#[tokio::test]
async fn this_is_the_module_in_a_function_that_was_called_by_its_name() {
    for strict in ["'use strict';", ""] {
        let controller = format!(
            "{strict} var depth = 0;\nfunction count(n) {{ this.depth += 1; return n > 0 ? this.count(n - 1) : depth; }}\n\
             exports.Run = function () {{ var own = {{ count: function () {{ return typeof this.count; }} }}; \
             response.writer.print([count(3), depth, own.count()].join(' ')); }};\nexports.Run.public = true;"
        );
        let shop = storefront(&[("app/cartridge/controllers/Test.js", &controller)]);
        let page = Browser::of(&shop).get("Test-Run").await;
        assert_eq!(page.is_fine().body, "4 4 function", "{strict}");
    }
}

#[tokio::test]
async fn a_strict_script_may_assign_to_a_name_of_nobody() {
    let controller = "'use strict';\nfunction read() { answer = 42; }\nexports.Run = function () { read(); response.writer.print(answer + ' ' + typeof other); };\nexports.Run.public = true;";
    let shop = storefront(&[("app/cartridge/controllers/Test.js", controller)]);
    assert_eq!(Browser::of(&shop).get("Test-Run").await.is_fine().body, "42 undefined");
}

#[tokio::test]
async fn what_a_script_calls_as_the_platform_calls_its_own_ends_no_request() {
    let controller = "exports.Run = function () { response.writer.print(require('~/cartridge/scripts/own')() + ' ' + session.currency.currencyCode + ' ' + request.httpMethod); };\n\
        exports.Run.public = true;";
    let own = "module.exports = function () { var before = session.currency.currencyCode; session = null; request = 5; response = { status: request }; customer = response.status;\n\
        return [before, session, customer].join(); };";
    let files =
        [("app/cartridge/controllers/Test.js", controller), ("app/cartridge/scripts/own.js", own)];
    let page = Browser::of(&storefront(&files)).get("Test-Run").await;
    assert_eq!(page.is_fine().body, "EUR,,5 EUR GET");
}
