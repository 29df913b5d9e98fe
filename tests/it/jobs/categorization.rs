//! Categories: products that rules assign to them, and where they stand after an import.

use super::imports::{CATALOG, flow, import, look, of, ran, write};

const LISTED: &str = "['new', 'teas'].map(function (id) { return id + ':' + \
    require('dw/catalog/CatalogMgr').getCategory(id).products.toArray().map(function (it) { return it.ID; }).sort().join('+'); }).join(';')";

/// A catalogue with products of these names and brands, and two categories with rules.
fn catalogue(products: &[(&str, &str, &str)]) -> String {
    let products: Vec<_> = products
        .iter()
        .map(|(id, name, brand)| {
            format!("<product product-id=\"{id}\"><display-name xml:lang=\"x-default\">{name}</display-name><online-flag>true</online-flag><brand>{brand}</brand></product>")
        })
        .collect();
    let products = products.concat();
    let rule = |id: &str, more: &str, conditions: &str| {
        format!("<categorization-rule id=\"{id}\" {more}>{conditions}</categorization-rule>")
    };
    let is = |attribute: &str, operator: &str, value: &str| {
        format!(
            "<categorization-condition id=\"c\" attribute-id=\"{attribute}\" operator=\"{operator}\"><attribute-value>{value}</attribute-value></categorization-condition>"
        )
    };
    let new = [
        rule(
            "a",
            "enabled-flag=\"true\" exclusion=\"false\"",
            &(is("brand", "equals", "Oolong") + &is("name", "contains", "Infusion")),
        ),
        rule("b", "", &is("ID", "is_one_of", "T4,T5")),
        rule("off", "enabled-flag=\"false\"", &is("ID", "equals", "T3")),
    ];
    let teas = [
        rule("a", "", &is("name", "contains", "Infusion")),
        rule("no", "exclusion=\"true\"", &is("brand", "equals", "Ersatz")),
    ];
    format!(
        "{CATALOG}<category category-id=\"new\"><online-flag>true</online-flag><parent>root</parent><categorization-rules-and-excluded-products>\
           <categorization-rules xml:lang=\"x-default\" primary-category-assignment=\"true\">{}</categorization-rules>\
           <categorization-excluded-products><categorization-excluded-product product-id=\"T5\"/></categorization-excluded-products></categorization-rules-and-excluded-products></category>\
         <category category-id=\"teas\"><online-flag>true</online-flag><parent>root</parent><categorization-rules-and-excluded-products>\
           <categorization-rules>{}</categorization-rules></categorization-rules-and-excluded-products></category>\
         {products}<category-assignment category-id=\"new\" product-id=\"T3\"/></catalog>",
        new.concat(),
        teas.concat()
    )
}

fn categorize(id: &str, catalog: &str, category: &str) -> String {
    let parameters = [("CatalogID", catalog), ("CategoryID", category)];
    import(id, "ExecuteCategorizationRules", &parameters)
}

#[tokio::test]
async fn rules_assign_products_to_their_categories() {
    let first = catalogue(&[
        ("T1", "Green Infusion", "Oolong"),
        ("T2", "Green Cup", "Oolong"),
        ("T3", "Black Infusion", "Ersatz"),
        ("T4", "Kettle", "Iron"),
        ("T5", "White Infusion", "Other"),
    ]);
    let second = catalogue(&[("T1", "Green Brew", "Oolong")]);
    let own = "fern-and-flint";
    let imported = |id: &str, folder: &str| {
        flow("Sites", &[import(id, "ImportCatalog", &[("WorkingFolder", folder)])])
    };
    let (_works, execution) = ran(&[
        flow("Storefront", &[write("a/one.xml", &first), write("b/two.xml", &second)]),
        imported("One", "a"),
        flow("Sites", &[categorize("Only", own, "new")]),
        flow("Storefront", &[look("First", LISTED)]),
        flow("Sites", &[categorize("All", own, "ALL"), categorize("Again", own, "ALL")]),
        flow(
            "Storefront",
            &[
                look("Second", LISTED),
                look(
                    "Primary",
                    "require('dw/catalog/ProductMgr').getProduct('T1').primaryCategory.ID",
                ),
            ],
        ),
        imported("Two", "b"),
        flow("Sites", &[categorize("Later", own, "ALL")]),
        flow("Storefront", &[look("Third", LISTED), categorize("Site", own, "ALL")]),
        flow("Sites", &[categorize("No", own, "none"), categorize("Nowhere", "none", "ALL")]),
    ])
    .await;
    let said = |categories: usize, assigned: usize, out: usize| {
        format!(
            "Organization OK categories with rules: {categories}; products assigned: {assigned}, taken out: {out}"
        )
    };
    for (id, expected) in [
        ("Only", said(1, 2, 0)),
        ("First", "Storefront OK new:T1+T3+T4;teas:".to_owned()),
        ("All", said(2, 2, 0)),
        ("Again", said(2, 0, 0)),
        ("Second", "Storefront OK new:T1+T3+T4;teas:T1+T5".to_owned()),
        ("Primary", "Storefront OK new".to_owned()),
        ("Later", said(2, 0, 2)),
        ("Third", "Storefront OK new:T3+T4;teas:T5".to_owned()),
        (
            "No",
            "Organization ERROR there is no category none in the catalogue fern-and-flint"
                .to_owned(),
        ),
        ("Nowhere", "Organization ERROR there is no catalogue none with categories".to_owned()),
    ] {
        assert_eq!(of(&execution, &[id]), [expected], "{id}");
    }
    assert!(of(&execution, &["Site"])[0].contains("isn't for sites"));
}

#[tokio::test]
async fn an_import_puts_no_category_below_itself() {
    let category = |id: &str, parent: &str| {
        format!(
            "<category category-id=\"{id}\"><online-flag>true</online-flag><parent>{parent}</parent></category>\n"
        )
    };
    let good = format!("{CATALOG}{}</catalog>", category("a", "root") + &category("b", "a"));
    let circle = format!("{CATALOG}{}</catalog>", category("c", "b") + &category("a", "c"));
    let missing = format!("{CATALOG}{}</catalog>", category("d", "none"));
    let imported =
        |id: &str, folder: &str| import(id, "ImportCatalog", &[("WorkingFolder", folder)]);
    let files = [write("a/1.xml", &good), write("b/2.xml", &circle), write("c/3.xml", &missing)];
    let (_works, execution) = ran(&[
        flow("Storefront", &files),
        flow("Sites", &[imported("Good", "a"), imported("Circle", "b"), imported("Missing", "c")]),
        flow("Storefront", &[look("After", "['a', 'c'].map(function (id) { var it = require('dw/catalog/CatalogMgr').getCategory(id); return it && it.parent.ID; }).join()")]),
    ])
    .await;
    let lines = of(&execution, &["Circle", "Missing", "After"]);
    assert_eq!(
        lines[0],
        "Organization WARN /IMPEX/src/b/2.xml: line 1: category c is below itself: c in b in a in c"
    );
    assert!(lines[1].starts_with("Organization OK"), "{lines:?}");
    assert_eq!(lines[2], "Storefront OK root,");
}
