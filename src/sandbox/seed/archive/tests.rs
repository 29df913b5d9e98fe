use super::*;
use serde_json::{Value, json};
use std::fs;

mod idle;
mod mistakes;
mod packed;
mod typed;

/// An archive in a folder: path and content of each file.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, content) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, content).expect("a file");
    }
    folder
}

fn import(files: &[(&str, &str)]) -> Result<Imported, String> {
    let folder = folder(files);
    let paths = [folder.path().to_owned()];
    read(&paths, Shop::default(), &ArchiveSites::default())
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

/// The document of a record that a file alone gives.
fn check(path: &str, content: &str, at: (&str, &str, &str), expected: &Value) {
    let imported = import(&[(path, content)]).expect("read");
    assert_eq!(imported.shop.document(at.0, at.1, at.2).as_ref(), Some(expected), "{path}");
    assert!(imported.left_out.is_empty(), "{:?}", imported.left_out);
}

#[track_caller]
fn check_refused(path: &str, content: &str, expected: &str) {
    assert_eq!(import(&[(path, content)]).expect_err("refused"), expected);
}

const CATALOG: &str = "catalogs/c/catalog.xml";

#[test]
fn days_of_schedules_are_read() {
    let jobs = r#"<jobs><job job-id="a"><triggers><run-recurring enabled="true"><recurrence><date-from>2023-01-01Z</date-from><interval>1d</interval>
        <day-of-week><weekday>Monday</weekday><weekday>Sunday</weekday></day-of-week></recurrence></run-recurring></triggers></job></jobs>"#;
    let read = import(&[("jobs.xml", jobs)]).expect("read");
    assert!(read.left_out.is_empty(), "{:?}", read.left_out);
    let job = read.shop.document("job", "", "a").expect("a job");
    assert_eq!(
        job["triggers"]["runRecurring"]["recurrence"]["weekday"],
        json!(["Monday", "Sunday"])
    );
}

#[test]
fn rules_of_addresses_that_cant_be_read_and_what_has_no_effect_are_told() {
    let rules = "<url-rules>\n<product-rule>[ product ]</product-rule>\n<category-rule>[ attribute, ID ]</category-rule>\n\
        <category-search-refinement-url-enabled>true</category-search-refinement-url-enabled>\n\
        <folder-search-refinement-url-enabled>false</folder-search-refinement-url-enabled></url-rules>";
    let read = import(&[("sites/S/url-rules.xml", rules)]).expect("read");
    let told: Vec<_> = read.left_out.iter().map(|(_, it)| it.to_string()).collect();
    assert_eq!(
        told,
        [
            "<product-rule> that is none: \"product\" is none of its words (1, line 2), <category-search-refinement-url-enabled> that is true (1, line 4)"
        ]
    );
    let kept = read.shop.document("url-rules", "S", "S").expect("rules");
    assert_eq!(kept, json!({ "categoryRule": "[ attribute, ID ]" }));
}

#[test]
fn files_are_read_in_the_encoding_that_they_declare() {
    let folder = folder(&[]);
    let head = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>";
    let catalogue = b"<catalog catalog-id=\"c\"><category category-id=\"a\"><display-name xml:lang=\"x-default\">B\xfccher</display-name></category></catalog>";
    let library = b"<library library-id=\"l\"><content content-id=\"a\"><display-name xml:lang=\"x-default\">\xdcber uns</display-name><type>page.about</type></content></library>";
    for (name, content) in
        [("catalog.xml", catalogue.as_slice()), ("library.xml", library.as_slice())]
    {
        fs::write(folder.path().join(name), [head.as_bytes(), content].concat()).expect("a file");
    }
    let imported =
        read(&[folder.path().to_owned()], Shop::default(), &ArchiveSites::default()).expect("read");
    let category = imported.shop.document("category", "c", "a").expect("a category");
    assert_eq!(category["displayName"], json!({ "$": { "default": "Bücher" } }));
    let page = imported.shop.document("page", "l", "a").expect("a page");
    assert_eq!(page["displayName"], json!({ "$": { "default": "Über uns" } }));
}

#[test]
fn a_product_with_everything_that_stands_in_catalogues() {
    let xml = r#"<?xml version="1.0" encoding="UTF-8"?>
<catalog xmlns="http://www.demandware.com/xml/impex/catalog/2006-10-31" catalog-id="c">
  <product product-id="p1">
    <ean/>
    <min-order-quantity>1</min-order-quantity>
    <display-name xml:lang="x-default">Mug &amp; more</display-name>
    <display-name xml:lang="de-DE">Becher</display-name>
    <online-flag>true</online-flag>
    <online-flag site-id="Two">false</online-flag>
    <images><image-group view-type="large"><variation attribute-id="color" value="red"/><image path="a.jpg"><alt xml:lang="x-default">A</alt></image></image-group></images>
    <page-attributes><page-title xml:lang="x-default">T</page-title></page-attributes>
    <custom-attributes>
      <custom-attribute attribute-id="plain">007</custom-attribute>
      <custom-attribute attribute-id="flag">true</custom-attribute>
      <custom-attribute attribute-id="list"><value>a</value><value>b</value></custom-attribute>
      <custom-attribute attribute-id="plain" site-id="Two">8</custom-attribute>
      <custom-attribute attribute-id="text" xml:lang="fr">F</custom-attribute>
    </custom-attributes>
    <variations><attributes><shared-variation-attribute attribute-id="color" variation-attribute-id="color"/></attributes><variants><variant product-id="v1" default="true"/></variants></variations>
    <bundled-products><bundled-product product-id="p2"><quantity>2.5</quantity></bundled-product></bundled-products>
    <classification-category catalog-id="other">mugs</classification-category>
  </product>
</catalog>"#;
    let expected = json!({
        "productId": "p1",
        "minOrderQuantity": 1,
        "displayName": {"$": {"default": "Mug & more", "de_DE": "Becher"}},
        "online": true,
        "sites": {"Two": {"online": false, "custom": {"plain": "8"}}},
        "imageGroup": [{
            "viewType": "large",
            "variation": [{"attributeId": "color", "value": "red"}],
            "image": [{"path": "a.jpg", "alt": {"$": {"default": "A"}}}],
        }],
        "pageTitle": {"$": {"default": "T"}},
        "custom": {"plain": "007", "flag": true, "list": ["a", "b"], "text": {"$": {"fr": "F"}}},
        "sharedVariationAttribute": [{"attributeId": "color", "variationAttributeId": "color"}],
        "variant": [{"productId": "v1", "default": "true"}],
        "bundledProduct": [{"productId": "p2", "quantity": 2.5}],
        "classificationCategory": {"catalogId": "other", "value": "mugs"},
    });
    check(CATALOG, xml, ("product", "c", "p1"), &expected);
}

#[test]
fn records_in_lists_have_the_scope_of_their_header() {
    let xml = "<pricebooks><pricebook><header pricebook-id=\"usd\"><currency>USD</currency></header>\
        <price-tables><price-table product-id=\"p\"><amount quantity=\"1\">9.50</amount></price-table></price-tables>\
        </pricebook><pricebook><header pricebook-id=\"eur\"><currency>EUR</currency></header>\
        <price-tables><price-table product-id=\"p\"><amount quantity=\"1\">8</amount></price-table></price-tables>\
        </pricebook></pricebooks>";
    let amount =
        |value: Value| json!({ "productId": "p", "amount": [{"quantity": "1", "value": value}] });
    let timed = xml.replacen(
        "</price-table>",
        "</price-table><price-table product-id=\"p\"><online-to>2020-01-01T00:00:00.000Z</online-to>\
        <amount quantity=\"1\">7</amount></price-table>",
        1,
    );
    let mut expected = amount(json!(7));
    expected["onlineTo"] = json!("2020-01-01T00:00:00.000Z");
    let id = "p||2020-01-01T00:00:00.000Z";
    check("pricebooks/a.xml", &timed, ("price", "usd", id), &expected);
    check("pricebooks/a.xml", &timed, ("price", "usd", "p"), &amount(json!(9.5)));
    check("pricebooks/a.xml", xml, ("price", "usd", "p"), &amount(json!(9.5)));
    check("pricebooks/a.xml", xml, ("price", "eur", "p"), &amount(json!(8)));
    check(
        "pricebooks/a.xml",
        xml,
        ("pricebook", "eur", "eur"),
        &json!({ "pricebookId": "eur", "currency": "EUR" }),
    );
}

#[test]
fn files_of_a_site_belong_to_it() {
    let xml = "<stores><store store-id=\"s\"><name>Kaufhaus</name><latitude>50.9</latitude></store></stores>";
    let expected = json!({ "storeId": "s", "name": "Kaufhaus", "latitude": 50.9 });
    check("demo/sites/Ref/stores.xml", xml, ("store", "Ref", "s"), &expected);
    let xml = "<slot-configurations><slot-configuration slot-id=\"s\" context=\"category\" context-id=\"k\" configuration-id=\"c\"><content><html><body xml:lang=\"x-default\"> <b/></body></html></content></slot-configuration></slot-configurations>";
    assert!(
        import(&[("sites/Ref/slots.xml", xml)]).expect("read").left_out[0]
            .1
            .to_string()
            .contains("<b> in <body>")
    );
}

#[test]
fn sorting_steps_keep_their_order() {
    let xml = "<sort><sorting-rule rule-id=\"r\"><sorting-attributes><price><direction>descending</direction></price><text-relevance/></sorting-attributes></sorting-rule></sort>";
    let steps = json!([{"kind": "price", "direction": "descending"}, {"kind": "text-relevance"}]);
    check(
        "sites/Ref/sort.xml",
        xml,
        ("sorting-rule", "Ref", "r"),
        &json!({"ruleId": "r", "sortingAttributes": steps}),
    );
}

#[test]
fn what_has_no_place_is_told_with_its_line() {
    let xml = "<catalog catalog-id=\"c\">\n<product product-id=\"p\">\n<wonder/>\n<ean colour=\"red\">1</ean></product>\n<wonders><product/></wonders></catalog>";
    let imported = import(&[
        (CATALOG, xml),
        ("sites/Ref/feeds.xml", "<!-- -->\n<feeds/>"),
        ("version.txt", "1"),
    ]);
    let told: Vec<String> =
        imported.expect("read").left_out.iter().map(|(_, it)| it.to_string()).collect();
    let expected = [
        "<wonder> in <product> (1, line 3), <wonders> (1, line 5)",
        "<feeds> (1, line 2)",
        "files that aren't XML (1)",
    ];
    // An attribute of an element that has none is told too, as its last part.
    assert_eq!(told[1..], expected[1..]);
    assert!(told[0].starts_with("<wonder> in <product> (1, line 3)"), "{}", told[0]);
}

#[test]
fn a_later_archive_changes_and_deletes() {
    let one = folder(&[(
        CATALOG,
        "<catalog catalog-id=\"c\"><product product-id=\"p\"><ean>1</ean><upc>2</upc></product><product product-id=\"q\"/></catalog>",
    )]);
    let two = folder(&[(
        CATALOG,
        "<catalog catalog-id=\"c\"><product product-id=\"p\"><ean>3</ean></product><product product-id=\"q\" mode=\"delete\"/></catalog>",
    )]);
    let paths = [one.path().to_owned(), two.path().to_owned()];
    let shop = read(&paths, Shop::default(), &ArchiveSites::default()).expect("read").shop;
    assert_eq!(
        shop.document("product", "c", "p"),
        Some(json!({"productId": "p", "ean": "3", "upc": "2"}))
    );
    assert_eq!(shop.document("product", "c", "q"), None);
}

#[test]
fn data_of_a_site_that_nobody_serves_is_told_or_given_to_another_one() {
    let preferences = |id: &str| {
        format!(
            "<preferences><standard-preferences><all-instances><preference preference-id=\"{id}\">x</preference></all-instances></standard-preferences></preferences>"
        )
    };
    let site = "<site site-id=\"Own\"><name>Own</name></site>";
    let folder = folder(&[
        ("meta/sites/yours/preferences.xml", &preferences("A")),
        ("sites/Own/preferences.xml", &preferences("B")),
        ("sites/Own/site.xml", site),
        ("sites/Ref/preferences.xml", &preferences("C")),
    ]);
    let read_for = |renamed: &[(&str, &str)]| {
        let renamed = renamed.iter().map(|(from, to)| ((*from).into(), (*to).into())).collect();
        let sites = ArchiveSites { served: vec!["Ref".into()], renamed };
        read(&[folder.path().to_owned()], Shop::default(), &sites).expect("read")
    };
    let told = |imported: &Imported| -> Vec<String> {
        let below = |path: &Path| path.strip_prefix(folder.path()).expect("below").to_owned();
        let all = imported.left_out.iter();
        all.map(|(path, what)| format!("{}: {what}", below(path).display())).collect()
    };
    let alone = read_for(&[]);
    assert_eq!(
        told(&alone),
        [
            "meta/sites/yours: all, as nobody serves the site yours: `--site yours` does, `--archive-site yours=Ref` gives it to Ref (1)"
        ]
    );
    let given = read_for(&[("yours", "Ref"), ("Own", "Ref")]);
    assert_eq!(told(&given), ["sites/Own/site.xml: settings of the other site (1)"]);
    let of_ref = |imported: &Imported| {
        let document = imported.shop.document("preferences", "Ref", "Ref").expect("preferences");
        let all = document["standardPreferences"]["preference"].as_array().expect("a list").clone();
        let mut ids: Vec<_> = all.iter().filter_map(|it| it["preferenceId"].as_str()).collect();
        ids.sort_unstable();
        ids.concat()
    };
    assert_eq!((of_ref(&alone).as_str(), of_ref(&given).as_str()), ("C", "ABC"));
}

#[test]
fn a_custom_value_that_is_not_of_its_type_is_left_out_and_told() {
    let meta = "<metadata><custom-type type-id=\"Facts\"><attribute-definitions>\
        <attribute-definition attribute-id=\"share\"><type>double</type></attribute-definition>\
        <attribute-definition attribute-id=\"organic\"><type>boolean</type></attribute-definition>\
        </attribute-definitions></custom-type></metadata>";
    let objects = "<custom-objects>\n<custom-object type-id=\"Facts\" object-id=\"a\">\n\
        <object-attribute attribute-id=\"share\">0.5mg</object-attribute>\n\
        <object-attribute attribute-id=\"organic\">maybe</object-attribute>\n\
        <object-attribute attribute-id=\"name\">A</object-attribute></custom-object>\n\
        <custom-object type-id=\"Facts\" object-id=\"b\">\n\
        <object-attribute attribute-id=\"share\">0.5</object-attribute></custom-object></custom-objects>";
    let files =
        [("meta/custom-objecttype-definitions.xml", meta), ("custom-objects/f.xml", objects)];
    let imported = import(&files).expect("read");
    let custom = |id| imported.shop.document("custom-object", "Facts", id).expect("it is there");
    assert_eq!(custom("a")["custom"], json!({ "name": "A" }));
    assert_eq!(custom("b")["custom"], json!({ "share": 0.5 }));
    let told: Vec<String> = imported.left_out.iter().map(|(_, it)| it.to_string()).collect();
    assert_eq!(
        told,
        ["values of share that aren't of its type (1, line 3), \
          values of organic that aren't of its type (1, line 4), \
          no archive defines the custom attribute name of Facts (1, line 5)"]
    );
}

#[test]
fn a_library_is_one_whatever_its_file_is_called() {
    let xml = "<?xml version=\"1.0\"?>\n<!-- of the site -->\n<library><folder folder-id=\"f\"><online-flag>true</online-flag></folder><content content-id=\"a\"><searchable-flag>true</searchable-flag><custom-attributes><custom-attribute attribute-id=\"body\" xml:lang=\"x-default\">Hello</custom-attribute></custom-attributes></content></library>";
    let imported = import(&[("sites/S/content-assets.xml", xml)]).expect("read");
    assert!(imported.left_out.is_empty(), "{:?}", imported.left_out);
    let [library] = imported.libraries.as_slice() else { panic!("{:?}", imported.libraries) };
    assert_eq!(library.library.as_deref(), Some("S"));
    let told = format!("{library:?}");
    assert!(told.contains("Hello") && told.contains("searchable"), "{told}");
    let broken = import(&[("sites/S/assets.xml", "<library><content>")]).expect_err("refused");
    assert!(broken.starts_with("sites/S/assets.xml: line 1: "), "{broken}");
}

#[test]
fn pages_of_the_page_designer_are_records_beside_the_content() {
    let xml = "<library library-id=\"L\"><content content-id=\"page\"><type>page.storePage</type><config>{}</config><data xml:lang=\"x-default\">{\"a\":1}</data><content-links><content-link content-id=\"c\" type=\"page.storePage.main\"><position>1.0</position></content-link></content-links></content><content content-id=\"plain\"/></library>";
    let imported = import(&[("libraries/L/library.xml", xml)]).expect("read");
    let expected = json!({
        "contentId": "page",
        "type": "page.storePage",
        "config": "{}",
        "data": {"$": {"default": "{\"a\":1}"}},
        "contentLink": [{"contentId": "c", "type": "page.storePage.main", "position": 1.0}],
    });
    assert_eq!(imported.shop.document("page", "L", "page"), Some(expected));
    assert_eq!(imported.shop.document("page", "L", "plain"), None);
    assert_eq!((imported.libraries.len(), imported.left_out.len()), (1, 0));
}

#[test]
fn a_mistake_is_told_with_file_and_line() {
    check_refused(
        CATALOG,
        "<catalog catalog-id=\"c\">\n<product/></catalog>",
        "catalogs/c/catalog.xml: line 2: <product> has no product-id",
    );
    check_refused(
        CATALOG,
        "<catalog catalog-id=\"c\">\n<product product-id=\"p\">\n<online-flag>maybe</online-flag></product></catalog>",
        "catalogs/c/catalog.xml: line 3: <online-flag> is true or false, not \"maybe\"",
    );
    check_refused(
        "a.xml",
        "\n\n<!DOCTYPE a [<!ENTITY b \"c\">]><catalog/>",
        "a.xml: line 3: a document type isn't read: XML of this kind has none",
    );
    check_refused("a.xml", "<catalog>&b;</catalog>", "a.xml: line 1: there is no entity &b;");
    check_refused(
        "a.xml",
        "<?xml version=\"1.0\" encoding=\"EBCDIC\"?><catalog/>",
        "a.xml: line 1: there is no encoding of the name EBCDIC",
    );
    check_refused(
        "a.xml",
        "<catalog>\n<product product-id=\"p\">",
        "a.xml: line 2: the file ends too early",
    );
    check_refused("a.xml", "", "a.xml: line 1: the file holds no element");
    let deep = "<a>".repeat(70);
    check_refused("a.xml", &deep, "a.xml: line 1: more than 64 elements stand in each other");
}

#[test]
fn a_date_that_is_none_is_told_with_file_and_line() {
    let slots = "sites/S/slots.xml";
    let told = |file: &str, element: &str| {
        format!(
            "{file}: line 2: <{element}> is a date such as 2026-01-31T08:00:00.000Z, not \"31.1.\""
        )
    };
    for (path, content, element) in [
        (
            CATALOG,
            "<catalog catalog-id=\"c\"><product product-id=\"p\">\n<online-from>31.1.</online-from></product></catalog>",
            "online-from",
        ),
        (
            "promotions.xml",
            "<promotions><campaign campaign-id=\"a\">\n<end-date>31.1.</end-date></campaign></promotions>",
            "end-date",
        ),
        (
            slots,
            "<slot-configurations><slot-configuration slot-id=\"a\" configuration-id=\"b\" context=\"global\" assigned-to-site=\"true\"><schedule>\n<start-date>31.1.</start-date></schedule></slot-configuration></slot-configurations>",
            "start-date",
        ),
        (
            "pricebooks/b.xml",
            "<pricebooks><pricebook><header pricebook-id=\"b\"/><price-tables><price-table product-id=\"p\">\n<online-from>31.1.</online-from><amount>1</amount></price-table></price-tables></pricebook></pricebooks>",
            "online-from",
        ),
    ] {
        check_refused(path, content, &told(path, element));
    }
    let empty =
        "<catalog catalog-id=\"c\"><product product-id=\"p\"><online-from/></product></catalog>";
    check(CATALOG, empty, ("product", "c", "p"), &json!({ "productId": "p" }));
}

#[test]
fn categories_are_in_a_place_that_there_is() {
    let category = |id: &str, parent: &str| {
        format!("\n<category category-id=\"{id}\"><parent>{parent}</parent></category>")
    };
    let file = |inner: &str| format!("<catalog catalog-id=\"c\">{inner}</catalog>");
    let circle = file(&[category("a", "b"), category("b", "c")].concat());
    let rest = file(&category("c", "a"));
    let files = [(CATALOG, circle.as_str()), ("catalogs/d/catalog.xml", rest.as_str())];
    assert_eq!(
        import(&files).expect_err("refused"),
        format!("{CATALOG}: line 2: category a is below itself: a in b in c in a")
    );
    let missing =
        file(&[category("a", "root"), category("b", "none"), category("d", "b")].concat());
    let imported = import(&[(CATALOG, &missing)]).expect("read");
    let told: Vec<_> = imported.left_out.iter().map(|(_, what)| what.to_string()).collect();
    assert_eq!(told, ["place of category b, whose parent none isn't there (1, line 3)"]);

    // Its parent may come in a later file.
    let files = [(CATALOG, rest.as_str()), ("catalogs/d/catalog.xml", missing.as_str())];
    let imported = import(&files).expect("read");
    assert_eq!(imported.left_out.len(), 1, "{:?}", imported.left_out);
}

#[test]
fn a_record_without_end_is_refused() {
    let record =
        |inside: String| format!("<catalog><product product-id=\"p\">{inside}</product></catalog>");
    let text = record("1".repeat(33 << 20));
    check_refused("a.xml", &text, "a.xml: line 1: more than 32 MiB stand between two tags");
    let texts = record(format!("<ean>{}</ean>", "1".repeat(1 << 20)).repeat(33));
    check_refused("a.xml", &texts, "a.xml: line 1: the record is larger than 32 MiB");
}
