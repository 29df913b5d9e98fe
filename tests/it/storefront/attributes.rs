//! Custom attributes are what metadata say, whoever has set them.

use super::{Browser, archived, storefront_of};
use haltscope::sandbox::Shop;

const TYPES: &str = r#"<metadata><custom-type type-id="Note"><storage-scope>site</storage-scope>
  <key-definition attribute-id="id"><type>string</type></key-definition>
  <attribute-definitions>
    <attribute-definition attribute-id="kind"><type>enum-of-string</type><value-definitions>
      <value-definition default="true"><display xml:lang="x-default">First one</display><value>1</value></value-definition>
      <value-definition><display xml:lang="x-default">Second one</display><display xml:lang="de">Zweites</display><value>2</value></value-definition></value-definitions></attribute-definition>
    <attribute-definition attribute-id="rank"><type>enum-of-int</type><value-definitions>
      <value-definition><display xml:lang="x-default">Low</display><value>1</value></value-definition>
      <value-definition><display xml:lang="x-default">High</display><value>2</value></value-definition></value-definitions></attribute-definition>
    <attribute-definition attribute-id="kinds"><type>enum-of-string</type><select-multiple-flag>true</select-multiple-flag><value-definitions>
      <value-definition><display xml:lang="x-default">First one</display><value>1</value></value-definition>
      <value-definition><display xml:lang="x-default">Second one</display><value>2</value></value-definition></value-definitions></attribute-definition>
    <attribute-definition attribute-id="count"><type>int</type></attribute-definition>
    <attribute-definition attribute-id="day"><type>date</type></attribute-definition>
    <attribute-definition attribute-id="open"><type>boolean</type></attribute-definition>
    <attribute-definition attribute-id="words"><type>set-of-string</type></attribute-definition>
    <attribute-definition attribute-id="line"><type>string</type></attribute-definition>
    <attribute-definition attribute-id="page"><type>html</type></attribute-definition>
  </attribute-definitions></custom-type></metadata>"#;

const EXTENSION: &str = r#"<metadata><type-extension type-id="Basket"><custom-attribute-definitions>
  <attribute-definition attribute-id="kind"><type>enum-of-string</type><value-definitions>
    <value-definition><display xml:lang="x-default">A gift</display><value>gift</value></value-definition></value-definitions></attribute-definition>
  </custom-attribute-definitions></type-extension></metadata>"#;

fn shop() -> Shop {
    archived(&[
        ("meta/custom-objecttype-definitions.xml", TYPES),
        ("meta/system-objecttype-extensions.xml", EXTENSION),
    ])
}

/// What requests of one visitor print, each a function of a controller.
async fn check(requests: &[(&str, &str, &str)]) {
    let functions = requests.iter().map(|(name, body, _)| {
        format!("exports.{name} = function () {{ Transaction.wrap(function () {{ {body} }}); }}; exports.{name}.public = true;\n")
    });
    let controller = format!(
        "var Transaction = require('dw/system/Transaction'), Mgr = require('dw/object/CustomObjectMgr');
         function note() {{ return Mgr.getCustomObject('Note', 'a').custom; }}
         function print(value) {{ response.writer.print(JSON.stringify(value)); }}
         {}",
        functions.collect::<String>()
    );
    let shop = storefront_of(&[("app/cartridge/controllers/Test.js", &controller)], shop());
    let mut browser = Browser::of(&shop);
    for (name, _, expected) in requests {
        let locale = if name.ends_with("German") { "de/" } else { "" };
        let page = browser.get(&format!("{locale}Test-{name}")).await;
        page.is_fine();
        assert_eq!(page.body, *expected, "{name}");
    }
}

const READ: &str = "var it = note(); print([it.kind.value, it.kind.displayValue, it.rank.value, it.rank.displayValue, it.kinds.map(function (each) { return each.displayValue; }),
    it.count, it.day.getTime(), it.open, it.words, it.line, it.page.source, it.page.markup]);";

#[tokio::test]
async fn what_scripts_set_is_read_as_metadata_say_then_and_later() {
    let set = format!(
        "var it = Mgr.createCustomObject('Note', 'a').custom; it.kind = '2'; it.rank = 2; it.kinds = new dw.util.ArrayList('1', '2'); it.count = 5.7;
         it.day = new Date(5); it.open = true; it.words = ['a', 'b']; it.line = 7; it.page = '<b>x</b>'; {READ}"
    );
    let expected = r#"["2","Second one",2,"High",["First one","Second one"],5,5,true,["a","b"],"7","<b>x</b>","<b>x</b>"]"#;
    let german = r#"["2","Zweites"]"#;
    check(&[
        ("Set", &set, expected),
        ("Read", READ, expected),
        ("German", "print([note().kind.value, note().kind.displayValue]);", german),
        ("Unset", "note().kind = undefined; note().rank = null; print([note().kind.value, note().rank.value]);", r#"["1",null]"#),
        ("Money", "note().line = new dw.value.Money(8504, 'USD').divide(100); print(note().line);", r#""USD 85.04""#),
        ("Url", "note().line = dw.web.URLUtils.url('Home-Show'); print(note().line.slice(-10));", r#""/Home-Show""#),
        ("Unset2", "print([note().kind.value, note().rank.value]);", r#"["1",null]"#),
    ])
    .await;
}

#[tokio::test]
async fn xml_is_taken_for_its_text() {
    let set = "var it = Mgr.createCustomObject('Note', 'a').custom, reply = new XML('<r><state>PAID</state><n no=\"5\">7</n></r>');
        it.line = reply.state; it.count = reply.n.@no; it.page = reply.nothing; print([it.line, it.count, it.page.source]);";
    check(&[
        ("Xml", set, r#"["PAID",5,""]"#),
        ("Read", "var it = note(); print([it.line, it.count]);", r#"["PAID",5]"#),
    ])
    .await;
}

#[tokio::test]
async fn what_scripts_change_of_a_list_or_a_date_that_they_read_changes_nothing() {
    check(&[(
        "Change",
        "var it = Mgr.createCustomObject('Note', 'a').custom, words = ['a']; it.words = words; words.push('b'); it.words.push('c'); it.day = new Date(5);
         it.day.setTime(6); print([it.words, it.day.getTime(), Object.keys(it), 'words' in it, delete it.words, it.words, 'words' in it]);",
        r#"[["a"],5,["id","words","day"],true,true,[],false]"#,
    )])
    .await;
}

#[tokio::test]
async fn a_date_that_is_none_is_the_first_moment_of_1970() {
    check(&[(
        "Change",
        "var it = Mgr.createCustomObject('Note', 'a').custom; it.day = new Date('none'); print(it.day.getTime());",
        "0",
    )])
    .await;
}

#[tokio::test]
async fn a_parameter_is_taken_for_its_text() {
    let set = "var it = Mgr.createCustomObject('Note', 'a').custom, map = request.httpParameterMap;
        it.line = map.q; it.count = map.n; print([it.line, it.count]); it.line = map.nothing; print(it.line);";
    let controller = format!(
        "var Transaction = require('dw/system/Transaction'), Mgr = require('dw/object/CustomObjectMgr');
         function print(value) {{ response.writer.print(JSON.stringify(value)); }}
         exports.Set = function () {{ Transaction.wrap(function () {{ {set} }}); }}; exports.Set.public = true;"
    );
    let shop = storefront_of(&[("app/cartridge/controllers/Test.js", &controller)], shop());
    let page = Browser::of(&shop).get("Test-Set?q=tea&n=5").await;
    page.is_fine();
    assert_eq!(page.body, "[\"tea\",5]\"\"");
}

#[tokio::test]
async fn queries_name_attributes_that_metadata_define() {
    let source = r#"<custom-type type-id=\"Note\"> in meta/custom-objecttype-definitions.xml"#;
    let unknown = format!(
        "\"IllegalArgumentException: Note has no attribute custom.rnk: no archive defines it ({source})\""
    );
    let told = |query: &str| {
        format!("try {{ print({query}); }} catch (error) {{ print(error.message); }}")
    };
    let sorted =
        told("Mgr.queryCustomObjects('Note', '', 'creationDate asc, custom.rnk desc').count");
    let negated = told("Mgr.queryCustomObject('Note', 'NOT (custom.rank = 1 OR custom.rnk = 1)')");
    let by_values = told("Mgr.queryCustomObjects('Note', { 'custom.rnk': 1 }, null).count");
    let known = told("Mgr.queryCustomObjects('Note', 'custom.rank = 1', 'custom.count asc').count");
    check(&[
        ("Sorted", &sorted, &unknown),
        ("Negated", &negated, &unknown),
        ("Values", &by_values, &unknown),
        ("Known", &known, "0"),
    ])
    .await;
}

#[tokio::test]
async fn what_isnt_of_the_type_is_refused() {
    let refused = "var it = Mgr.createCustomObject('Note', 'a').custom;
        print([['count', 'abc'], ['kind', 'zz'], ['rank', 3], ['day', 'noday'], ['open', 'x'], ['words', 'nolist'], ['kinds', '1'], ['line', { a: 1 }], ['line', new Array(4002).join('x')], ['other', 1]]
            .map(function (each) { try { it[each[0]] = each[1]; return each[0]; } catch (e) { return e.message.slice(0, 70); } }).concat(Object.keys(it)));";
    let of = |name: &str, kind: &str| {
        format!("IllegalArgumentException: The custom attribute {name} of Note is {kind}")
    };
    let mut expected: Vec<String> = [
        ("count", "int, which \"abc\" isn't"),
        ("kind", "enum-of-string, which \"zz\" isn't"),
        ("rank", "enum-of-int, which 3 isn't"),
        ("day", "date, which \"noday\" isn't"),
        ("open", "boolean, which \"x\" isn't"),
        ("words", "set-of-string, which \"nolist\" isn't"),
        ("kinds", "a list of enum-of-string, which \"1\" isn't"),
        ("line", "string, which [object Object] isn't"),
        ("line", "string, which \"xxxxxxxxxxxxxxxxxxxxxxxx"),
    ]
    .map(|(name, kind)| of(name, kind))
    .to_vec();
    expected.push(
        "IllegalArgumentException: Objects of type Note have no custom attribute other".to_owned(),
    );
    let mut expected: Vec<String> =
        expected.iter().map(|it| it.chars().take(70).collect()).collect();
    expected.push("id".to_owned());
    let expected = serde_json::to_string(&expected).expect("JSON");
    check(&[("Refuse", refused, &expected)]).await;
}

#[tokio::test]
async fn what_the_platform_has_itself_is_typed_too_and_what_metadata_leave_alone_takes_all() {
    check(&[
        (
            "Set",
            "var basket = dw.order.BasketMgr.getCurrentOrNewBasket(); basket.custom.kind = 'gift'; basket.defaultShipment.custom.any = { a: [1] };
             print([basket.custom.kind.displayValue, basket.defaultShipment.custom.any]);",
            r#"["A gift",{"a":[1]}]"#,
        ),
        (
            "Read",
            "var basket = dw.order.BasketMgr.currentBasket; print([basket.custom.kind.value, basket.custom.kind.displayValue, basket.defaultShipment.custom.any]);",
            r#"["gift","A gift",{"a":[1]}]"#,
        ),
    ])
    .await;
}

#[tokio::test]
async fn objects_are_of_types_that_metadata_define() {
    check(&[(
        "Types",
        "print(['createCustomObject', 'getCustomObject', 'getAllCustomObjects', 'queryCustomObjects', 'describe'].map(function (name) {
            try { Mgr[name]('Nothing', 'a', null); return 'fine'; } catch (e) { return e.message; } }).filter(function (it, index, all) { return all.indexOf(it) === index; }));",
        r#"["IllegalArgumentException: There is no type of custom objects Nothing in the archive's metadata"]"#,
    )])
    .await;
}
