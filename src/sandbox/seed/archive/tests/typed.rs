//! Custom attributes, which have the types that `meta/*.xml` defines.

use super::import;
use serde_json::json;

#[test]
fn attributes_have_the_types_that_meta_files_define_wherever_those_stand() {
    let meta = "<metadata><type-extension type-id=\"Product\"><custom-attribute-definitions>\
        <attribute-definition attribute-id=\"size\"><type>enum-of-string</type><value-definitions><value-definition><display xml:lang=\"x-default\">Large</display><value>L</value></value-definition></value-definitions></attribute-definition>\
        <attribute-definition attribute-id=\"count\"><type>int</type></attribute-definition>\
        <attribute-definition attribute-id=\"from\"><type>datetime</type></attribute-definition>\
        <attribute-definition attribute-id=\"note\"><type>html</type><localizable-flag>true</localizable-flag></attribute-definition>\
        <attribute-definition attribute-id=\"text\"><type>string</type></attribute-definition>\
        <attribute-definition attribute-id=\"tags\"><type>set-of-int</type></attribute-definition><attribute-definition attribute-id=\"sums\"><type>set-of-int</type></attribute-definition>\
        <attribute-definition attribute-id=\"none\"><type>set-of-int</type></attribute-definition><attribute-definition attribute-id=\"unsaid\"><type>int</type></attribute-definition>\
        </custom-attribute-definitions></type-extension></metadata>";
    let custom = |id: &str, value: &str| {
        format!("<custom-attribute attribute-id=\"{id}\">{value}</custom-attribute>")
    };
    let attributes = [
        ("size", "L"),
        ("count", "7"),
        ("from", "2026-01-02T03:04:05.000Z"),
        ("note", "n"),
        ("text", "true"),
        ("tags", "3"),
        ("sums", "<value/><value>4</value>"),
        ("none", "<value/>"),
        ("unsaid", "<value/><value> </value>"),
    ];
    let xml = format!(
        "<catalog catalog-id=\"c\"><product product-id=\"p\"><custom-attributes>{}</custom-attributes></product></catalog>",
        attributes.map(|(id, value)| custom(id, value)).concat()
    );
    let imported =
        import(&[("a/catalogs/c/catalog.xml", &xml), ("z/meta/types.xml", meta)]).expect("read");
    let document = imported.shop.document("product", "c", "p").expect("a product");
    let expected = json!({
        "size": {"@enum": "L", "@of": "Product.size"},
        "count": 7,
        "from": {"@date": "2026-01-02T03:04:05.000Z"},
        "note": {"$": {"default": {"@markup": "n"}}},
        "text": "true",
        "tags": [3],
        "sums": [4],
        "none": [],
    });
    assert_eq!(document["custom"], expected);
    let read = imported.shop.read(("product", "c", "p"), "Any", &["default"]).expect("a product");
    assert_eq!(read["custom"]["size"]["@display"], "Large");
}

#[test]
fn custom_objects_have_the_attributes_of_their_type() {
    let meta = "<metadata><custom-type type-id=\"Note\"><key-definition attribute-id=\"key\"><type>string</type></key-definition><attribute-definitions><attribute-definition attribute-id=\"count\"><type>int</type></attribute-definition></attribute-definitions></custom-type></metadata>";
    let xml = "<custom-objects><custom-object type-id=\"Note\" object-id=\"n1\"><object-attribute attribute-id=\"count\">7</object-attribute></custom-object></custom-objects>";
    let files = [("meta/custom.xml", meta), ("sites/Ref/custom-objects/Note.xml", xml)];
    let imported = import(&files).expect("read");
    let expected = json!({ "typeId": "Note", "objectId": "n1", "custom": {"count": 7} });
    assert_eq!(imported.shop.document("custom-object", "Note", "n1"), Some(expected));
    assert_eq!(
        imported.shop.document("attribute", "Note", "count"),
        Some(json!({"attributeId": "count", "type": "int"}))
    );
}

#[test]
fn attributes_are_true_or_false_in_whatever_letters() {
    let meta = "<metadata><custom-type type-id=\"Note\"><key-definition attribute-id=\"key\"><type>string</type></key-definition><attribute-definitions><attribute-definition attribute-id=\"a\"><type>boolean</type></attribute-definition><attribute-definition attribute-id=\"b\"><type>boolean</type></attribute-definition></attribute-definitions></custom-type></metadata>";
    let object = "<custom-objects><custom-object type-id=\"Note\" object-id=\"n1\"><object-attribute attribute-id=\"a\">True</object-attribute><object-attribute attribute-id=\"b\">FALSE</object-attribute></custom-object></custom-objects>";
    let path = "sites/Ref/custom-objects/Note.xml";
    let imported = import(&[("meta/custom.xml", meta), (path, object)]).expect("read");
    let document = imported.shop.document("custom-object", "Note", "n1").expect("an object");
    assert_eq!(document["custom"], json!({ "a": true, "b": false }));
}
