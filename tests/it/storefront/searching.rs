//! Searches of a shop that an archive brings: what visitors find, what they can narrow it by, and what it costs.

use super::{Browser, archived, imported, storefront_of};
use haltscope::sandbox::storefront::Storefront;
use std::sync::Arc;

/// Path and content of the archive's files.
const FILES: [(&str, &str); 10] = [
    (
        "catalogs/shop/catalog.xml",
        r#"<catalog catalog-id="shop"><category category-id="root"><refinement-definitions>
    <refinement-definition type="price"><bucket-definitions>
      <price-bucket currency="USD"><display-name xml:lang="x-default">cheap</display-name><threshold>10</threshold></price-bucket>
      <price-bucket currency="USD"><display-name xml:lang="x-default">dear</display-name><threshold>100</threshold></price-bucket>
      <price-bucket currency="EUR"><display-name xml:lang="x-default">billig</display-name><threshold>15</threshold></price-bucket>
      <price-bucket currency="EUR"><display-name xml:lang="x-default">teuer</display-name><threshold>100</threshold></price-bucket></bucket-definitions></refinement-definition></refinement-definitions></category>
  <category category-id="tea"><display-name xml:lang="x-default">Tea things</display-name><parent>root</parent><online-flag>true</online-flag><refinement-definitions>
    <refinement-definition type="attribute" attribute-id="manufacturerName" system="true"><sort-direction>descending</sort-direction></refinement-definition>
    <refinement-definition type="attribute" attribute-id="grams" bucket-type="thresholds"><bucket-definitions>
      <threshold-bucket><display-name xml:lang="x-default">to 15</display-name><threshold xml:lang="x-default">15</threshold></threshold-bucket>
      <threshold-bucket><display-name xml:lang="x-default">to 150</display-name><threshold xml:lang="x-default">150</threshold><description xml:lang="x-default">heavy</description></threshold-bucket></bucket-definitions></refinement-definition></refinement-definitions></category>
  <category category-id="closed"><parent>root</parent><online-flag>false</online-flag></category>
  <product product-id="cup"><display-name xml:lang="x-default">Tea cup</display-name><manufacturer-name>Acme</manufacturer-name><custom-attributes><custom-attribute attribute-id="grams">9</custom-attribute></custom-attributes><classification-category catalog-id="shop">closed</classification-category></product>
  <product product-id="pot"><display-name xml:lang="x-default">Tea pot</display-name><manufacturer-name>Zed</manufacturer-name><custom-attributes><custom-attribute attribute-id="grams">100</custom-attribute></custom-attributes></product>
  <product product-id="tray"><display-name xml:lang="x-default">Tea tray</display-name><manufacturer-name>Acme</manufacturer-name><custom-attributes><custom-attribute attribute-id="grams">20</custom-attribute></custom-attributes></product>
  <product product-id="set"><display-name xml:lang="x-default">Tea set</display-name><product-set-products><product-set-product product-id="cup"/><product-set-product product-id="pot"/></product-set-products></product>
  <product product-id="box"><display-name xml:lang="x-default">Box</display-name><bundled-products><bundled-product product-id="cup"><quantity>1</quantity></bundled-product></bundled-products></product>
  <category-assignment category-id="tea" product-id="cup"><primary-flag>true</primary-flag></category-assignment><category-assignment category-id="tea" product-id="pot"/>
  <category-assignment category-id="tea" product-id="tray"/><category-assignment category-id="tea" product-id="set"/></catalog>"#,
    ),
    (
        "pricebooks/books.xml",
        r#"<pricebooks><pricebook><header pricebook-id="usd"><currency>USD</currency></header><price-tables><price-table product-id="cup"><amount quantity="1">5</amount></price-table>
  <price-table product-id="pot"><amount quantity="1">8</amount></price-table><price-table product-id="tray"><amount quantity="1">20</amount></price-table></price-tables></pricebook>
<pricebook><header pricebook-id="eur"><currency>EUR</currency></header><price-tables><price-table product-id="cup"><amount quantity="1">10</amount></price-table>
  <price-table product-id="pot"><amount quantity="1">16</amount></price-table><price-table product-id="tray"><amount quantity="1">12</amount></price-table></price-tables></pricebook>
<pricebook><header pricebook-id="club"><currency>USD</currency><parent>usd</parent></header><price-tables><price-table product-id="tray"><amount quantity="1">2</amount></price-table></price-tables></pricebook></pricebooks>"#,
    ),
    (
        "inventory-lists/lists.xml",
        r#"<inventory><inventory-list><header list-id="stock"><on-order>true</on-order><use-bundle-inventory-only>true</use-bundle-inventory-only></header><records>
  <record product-id="pot"><allocation>5</allocation><on-order>2</on-order></record><record product-id="cup"><allocation>0</allocation></record><record product-id="box"><allocation>3</allocation></record></records></inventory-list>
<inventory-list><header list-id="plain"/><records><record product-id="pot"><allocation>5</allocation><on-order>2</on-order></record><record product-id="box"><allocation>3</allocation></record></records></inventory-list></inventory>"#,
    ),
    (
        "sites/Storefront/sort.xml",
        r#"<sort><sorting-rule rule-id="cheap"><sorting-attributes><price><direction>ascending</direction></price></sorting-attributes></sorting-rule>
  <sorting-rule rule-id="light"><sorting-attributes><attribute><attribute-path>product.custom.grams</attribute-path><direction>ascending</direction></attribute></sorting-attributes></sorting-rule>
  <sorting-rule rule-id="there"><sorting-attributes><availability-status/><price><direction>ascending</direction></price></sorting-attributes></sorting-rule>
  <sorting-rule rule-id="covered"><sorting-attributes><attribute><attribute-path>product.availabilityModel.skuCoverage</attribute-path><direction>descending</direction></attribute>
    <attribute><attribute-path>product.ID</attribute-path><direction>ascending</direction></attribute></sorting-attributes></sorting-rule>
  <sorting-rule rule-id="many"><sorting-attributes><attribute><attribute-path>product.availabilityModel.ats</attribute-path><direction>ascending</direction></attribute>
    <attribute><attribute-path>product.ID</attribute-path><direction>descending</direction></attribute></sorting-attributes></sorting-rule>
  <sorting-rule-assignment category-id="root" rule-id="cheap"/><keyword-search-sorting-rule-assignment rule-id="light"/></sort>"#,
    ),
    (
        "sites/Storefront/search2.xml",
        r#"<search><stopword-list xml:lang="x-default"><stopwords>the, of</stopwords></stopword-list><synonym-list xml:lang="de-DE"><synonyms>Tasse, cup</synonyms></synonym-list>
  <synonym-list><synonyms>mug, cup</synonyms></synonym-list>
  <category-exclusion-list xml:lang="x-default"><category-exclusions>Tea things</category-exclusions></category-exclusion-list></search>"#,
    ),
    (
        "sites/Storefront/stores.xml",
        r#"<stores><store store-id="near"><postal-code>02108</postal-code><country-code>US</country-code><latitude>42.36</latitude><longitude>-71.06</longitude><store-locator-enabled-flag>true</store-locator-enabled-flag></store>
  <store store-id="coded"><postal-code>02139</postal-code><country-code>US</country-code><store-locator-enabled-flag>true</store-locator-enabled-flag></store>
  <store store-id="lost"><postal-code>10001</postal-code><country-code>US</country-code><store-locator-enabled-flag>true</store-locator-enabled-flag></store></stores>"#,
    ),
    (
        "sites/Storefront/geolocations/US.xml",
        r#"<geolocations country-code="US"><geolocation postal-code="02139"><longitude>-71.10</longitude><latitude>42.37</latitude></geolocation></geolocations>"#,
    ),
    (
        "sites/Storefront/sourcecodes.xml",
        r#"<sourcecodes><sourcecode-group group-id="members"><enabled-flag>true</enabled-flag><code-specs><code-spec>club</code-spec></code-specs><pricebooks><pricebook pricebook-id="club"/></pricebooks></sourcecode-group></sourcecodes>"#,
    ),
    ("sites/Storefront/site.xml", r#"<site site-id="Storefront"><currency>USD</currency></site>"#),
    (
        "sites/Storefront/preferences.xml",
        r#"<preferences><standard-preferences><all-instances><preference preference-id="SiteCatalog">shop</preference><preference preference-id="SiteInventoryList">stock</preference>
  <preference preference-id="SitePriceBooks">usd:eur</preference><preference preference-id="SiteCurrencies">USD:EUR</preference></all-instances></standard-preferences></preferences>"#,
    ),
];

fn storefront(lines: &str) -> Arc<Storefront> {
    let controller = format!(
        "var catalog = dw.catalog, Search = catalog.ProductSearchModel;
         function print(value) {{ response.writer.println(JSON.stringify(value)); }}
         function searched(change) {{ var search = new Search(); change(search); search.search(); return search; }}
         function ids(change) {{ return searched(change).productSearchHits.asList().toArray().map(function (hit) {{ return hit.productID; }}); }}
         function words(phrase) {{ return ids(function (it) {{ it.setSearchPhrase(phrase); }}); }}
         function tea(change) {{ return function (it) {{ it.setCategoryID('tea'); if (change) change(it); }}; }}
         function values(change, attribute) {{ return searched(change).refinements.getRefinementValues(attribute, 0, 0).toArray().map(function (it) {{ return it.displayValue + ':' + it.hitCount; }}); }}
         function product(id) {{ return catalog.ProductMgr.getProduct(id); }}
         function near(code) {{ return catalog.StoreMgr.searchStoresByPostalCode('US', code, 'mi', 50).keySet().toArray().map(function (it) {{ return it.ID; }}); }}
         exports.Run = function () {{ {lines} }};
         exports.Run.public = true;"
    );
    storefront_of(&[("app/cartridge/controllers/Test.js", &controller)], archived(&FILES))
}

/// What each expression is, in JSON; all of them in one request, in their order.
async fn check(expected: &[(&str, &str)]) {
    let lines = expected.iter().map(|(it, _)| format!("print({it});"));
    let shop = storefront(&lines.collect::<Vec<_>>().join("\n"));
    let page = Browser::of(&shop).get("Test-Run").await;
    page.is_fine();
    for ((expression, expected), found) in expected.iter().zip(page.body.lines()) {
        assert_eq!(found, *expected, "{expression}");
    }
    assert_eq!(page.body.lines().count(), expected.len());
}

#[tokio::test]
async fn a_search_reckons_in_the_currency_of_the_session() {
    let between = "tea(function (it) { it.setPriceMin(0); it.setPriceMax(12); })";
    check(&[
        (&format!("ids({between})"), r#"["cup","set","pot"]"#),
        ("values(tea(), 'price')", r#"["cheap:3","dear:1"]"#),
        ("ids(tea())", r#"["cup","set","pot","tray"]"#),
        ("session.setCurrency(dw.util.Currency.getCurrency('EUR')) || 0", "0"),
        (&format!("ids({between})"), r#"["cup","set","tray"]"#),
        ("values(tea(), 'price')", r#"["billig:3","teuer:2"]"#),
        ("ids(tea())", r#"["cup","set","tray","pot"]"#),
    ])
    .await;
}

#[tokio::test]
async fn a_search_reckons_by_the_price_books_of_the_session() {
    let cheap = "ids(tea(function (it) { it.setPriceMax(3); }))";
    check(&[
        (cheap, "[]"),
        ("session.setSourceCode('club').status", "0"),
        (cheap, r#"["tray"]"#),
        ("session.setSourceCode(null).status", "0"),
        (cheap, "[]"),
        ("catalog.PriceBookMgr.setApplicablePriceBooks(catalog.PriceBookMgr.getPriceBook('club')) || 0", "0"),
        (cheap, r#"["tray"]"#),
        ("ids(tea())", r#"["tray","cup","set","pot"]"#),
        ("catalog.PriceBookMgr.setApplicablePriceBooks(catalog.PriceBookMgr.getPriceBook('eur')) || 0", "0"),
        ("ids(tea(function (it) { it.setPriceMin(0); }))", "[]"),
    ])
    .await;
}

#[tokio::test]
async fn words_are_refined_and_sorted_by_what_was_found() {
    let pot = "function (it) { it.setSearchPhrase('pot'); }";
    check(&[
        (
            &format!("searched({pot}).refinements.refinementDefinitions.toArray().map(function (it) {{ return it.attributeID; }})"),
            r#"["price","manufacturerName","grams"]"#,
        ),
        (&format!("[searched({pot}).refinementCategory.ID, searched({pot}).effectiveSortingRule.ID]"), r#"["tea","light"]"#),
        ("searched(tea()).effectiveSortingRule.ID", r#""cheap""#),
        ("searched(function () {}).effectiveSortingRule", "null"),
        ("words('tea')", r#"["cup","tray","pot","set"]"#),
        ("values(tea(), 'manufacturerName')", r#"["Zed:1","Acme:2"]"#),
        ("values(tea(), 'grams')", r#"["to 15:1","to 150:2"]"#),
        ("ids(tea(function (it) { it.addRefinementValues('grams', 'to 150'); }))", r#"["pot","tray"]"#),
        ("ids(tea(function (it) { it.addRefinementValues('manufacturerName', 'Zed'); }))", r#"["pot"]"#),
        ("searched(tea()).refinements.getRefinementValue('grams', 'to 150').description", r#""heavy""#),
    ])
    .await;
}

#[tokio::test]
async fn a_rule_sorts_by_what_is_in_stock() {
    let by = |rule: &str| {
        format!(
            "ids(tea(function (it) {{ it.setSortingRule(catalog.CatalogMgr.getSortingRule('{rule}')); }}))"
        )
    };
    check(&[
        (&by("there"), r#"["set","pot","cup","tray"]"#),
        (&by("covered"), r#"["pot","set","cup","tray"]"#),
        (&by("many"), r#"["tray","cup","set","pot"]"#),
    ])
    .await;
}

#[tokio::test]
async fn dictionaries_of_the_archive_say_what_words_mean() {
    check(&[
        ("words('mug')", r#"["cup"]"#),
        ("words('the cup of')", r#"["cup"]"#),
        ("words('things')", "[]"),
        ("words('tasse')", "[]"),
        ("request.setLocale('de_DE')", "true"),
        ("words('tasse')", r#"["cup"]"#),
        ("words('mug')", "[]"),
    ])
    .await;
}

#[tokio::test]
async fn a_search_tells_its_category_and_takes_the_types_that_were_said_last() {
    let types = "tea(function (it) { it.addHitTypeRefinement('product'); it.addHitTypeRefinement('set'); })";
    let without =
        "tea(function (it) { it.addHitTypeRefinement('product'); it.excludeHitType('set'); })";
    check(&[
        ("String(searched(function (it) { it.setCategoryID('closed'); }).category)", r#""null""#),
        ("searched(tea()).category.ID", r#""tea""#),
        ("(function (it) { it.setCategoryID('closed'); return it.search().statusCode === dw.system.SearchStatus.OFFLINE_CATEGORY; })(new Search())", "true"),
        (&format!("ids({types})"), r#"["set"]"#),
        (&format!("ids({without})"), r#"["cup","pot","tray"]"#),
        ("[searched(tea()).refinedByCategory, searched(function (it) { it.setSearchPhrase('tea'); }).refinedByCategory]", "[true,false]"),
    ])
    .await;
}

#[tokio::test]
async fn products_stores_and_stock_are_as_the_archive_says() {
    check(&[
        ("product('cup').classificationCategory.ID", r#""closed""#),
        ("product('pot').classificationCategory", "null"),
        ("near('02139')", r#"["coded","near"]"#),
        ("near('02108')", "[]"),
        ("product('pot').availabilityModel.inventoryRecord.ATS.value", "3"),
        ("catalog.ProductInventoryMgr.getInventoryList('plain').getRecord('pot').ATS.value", "5"),
        ("product('box').availabilityModel.inStock", "true"),
        ("product('box').getAvailabilityModel(catalog.ProductInventoryMgr.getInventoryList('plain')).inStock", "false"),
    ])
    .await;
}

#[test]
fn what_no_search_looks_at_is_told() {
    let search = r#"<search><synonym-list xml:lang="en-US"><synonyms>mug, cup</synonyms></synonym-list>
  <compound-word-list xml:lang="en-US"><compound-words>tea-cup</compound-words></compound-word-list>
  <common-phrase-list xml:lang="en-US"/><suggestion-list xml:lang="en-US"/><index-settings/></search>"#;
    let (read, _folder) = imported(&[("sites/Storefront/search2.xml", search)]);
    let told: Vec<String> = read.left_out.iter().map(|(_, what)| what.to_string()).collect();
    let expected = "<compound-word-list> (1, line 2), <common-phrase-list> (1, line 3), \
        <index-settings> (1, line 3), <suggestion-list> (1, line 3)";
    assert_eq!(told, [expected]);
}
