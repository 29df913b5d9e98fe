//! Groups of a master's variants that have values in common.

use super::{Browser, archived, storefront_of};

const CATALOGUE: &str = r#"<catalog catalog-id="shop"><category category-id="root"/>
  <category category-id="tea"><parent>root</parent><online-flag>true</online-flag></category>
  <product product-id="cup"><display-name xml:lang="x-default">Cup</display-name><brand>Kiln</brand><variations><attributes>
      <variation-attribute attribute-id="color" variation-attribute-id="color"><variation-attribute-values>
        <variation-attribute-value value="red"/><variation-attribute-value value="blue"/></variation-attribute-values></variation-attribute>
      <variation-attribute attribute-id="size" variation-attribute-id="size"><variation-attribute-values>
        <variation-attribute-value value="S"/><variation-attribute-value value="L"/></variation-attribute-values></variation-attribute></attributes>
    <variants><variant product-id="red-s"/><variant product-id="red-l"/><variant product-id="blue-s"/></variants>
    <variation-groups><variation-group product-id="red"/><variation-group product-id="blue"/></variation-groups></variations>
    <images><image-group view-type="large"><image path="any.png"/></image-group>
      <image-group view-type="large"><variation attribute-id="color" value="red"/><image path="red.png"/></image-group></images></product>
  <product product-id="red"><custom-attributes><custom-attribute attribute-id="color">red</custom-attribute></custom-attributes></product>
  <product product-id="blue"><custom-attributes><custom-attribute attribute-id="color">blue</custom-attribute></custom-attributes></product>
  <product product-id="red-s"><custom-attributes><custom-attribute attribute-id="color">red</custom-attribute><custom-attribute attribute-id="size">S</custom-attribute></custom-attributes></product>
  <product product-id="red-l"><custom-attributes><custom-attribute attribute-id="color">red</custom-attribute><custom-attribute attribute-id="size">L</custom-attribute></custom-attributes></product>
  <product product-id="blue-s"><custom-attributes><custom-attribute attribute-id="color">blue</custom-attribute><custom-attribute attribute-id="size">S</custom-attribute></custom-attributes></product>
  <category category-id="pots"><parent>root</parent></category>
  <category-assignment category-id="tea" product-id="red"/><category-assignment category-id="pots" product-id="cup"/></catalog>"#;

const PRICES: &str = r#"<pricebooks><pricebook><header pricebook-id="list"><currency>USD</currency></header><price-tables>
  <price-table product-id="red-s"><amount quantity="1">8</amount></price-table><price-table product-id="red-l"><amount quantity="1">10</amount></price-table>
  <price-table product-id="blue-s"><amount quantity="1">5</amount></price-table></price-tables></pricebook></pricebooks>"#;

const STOCK: &str = r#"<inventory><inventory-list><header list-id="stock"/><records>
  <record product-id="red-l"><allocation>2</allocation></record><record product-id="blue-s"><allocation>2</allocation></record></records></inventory-list></inventory>"#;

const PREFERENCES: &str = r#"<preferences><standard-preferences><all-instances><preference preference-id="SitePriceBooks">list</preference>
  <preference preference-id="SiteInventoryList">stock</preference></all-instances></standard-preferences></preferences>"#;

const CONTROLLER: &str = "exports.Run = function () {
        var product = function (id) { return dw.catalog.ProductMgr.getProduct(id); }, group = product('red'), model = group.variationModel;
        var ids = function (list) { return list.toArray().map(function (it) { return it.ID; }).join('+'); };
        function print() { response.writer.println(Array.prototype.slice.call(arguments).join(' ')); }
        print(group instanceof dw.catalog.VariationGroup, group.variationGroup, group.variant, group.master, group.masterProduct.ID, ids(product('cup').variationGroups));
        print(group.name, group.brand, ids(group.variants), group.getImage('large').URL.toString().split('/').pop());
        print(group.priceModel.minPrice, group.priceModel.maxPrice, group.priceModel.priceRange, group.priceModel.price.available);
        print(group.availabilityModel.orderable, group.availabilityModel.inStock);
        print(ids(group.categories), group.primaryCategory.ID, ids(product('blue').categories), product('blue').primaryCategory.ID);
        print(model.master.ID, model.getSelectedValue(model.getProductVariationAttribute('color')).ID, model.getSelectedValue(model.getProductVariationAttribute('size')));
        var search = new dw.catalog.ProductSearchModel();
        search.categoryID = 'tea';
        search.search();
        var hit = search.productSearchHits.next();
        print(search.count, hit.productID, hit.hitType, ids(hit.representedProducts), hit.minPrice, hit.maxPrice);
    };
    exports.Run.public = true;";

#[tokio::test]
async fn a_group_has_the_variants_that_are_what_it_says() {
    let shop = archived(&[
        ("catalogs/shop/catalog.xml", CATALOGUE),
        ("pricebooks/list.xml", PRICES),
        ("inventory-lists/stock.xml", STOCK),
        (
            "sites/Storefront/site.xml",
            r#"<site site-id="Storefront"><currency>USD</currency></site>"#,
        ),
        ("sites/Storefront/preferences.xml", PREFERENCES),
    ]);
    let shop = storefront_of(&[("app/cartridge/controllers/Test.js", CONTROLLER)], shop);
    let page = Browser::of(&shop).get("Test-Run").await;
    let found: Vec<_> = page.is_fine().body.lines().map(str::to_owned).collect();
    assert_eq!(
        found,
        [
            "true true false false cup red+blue",
            "Cup Kiln red-s+red-l red.png",
            "USD 8.00 USD 10.00 true false",
            "true true",
            "tea tea pots pots",
            "cup red ",
            "1 red variation_group red-s+red-l USD 8.00 USD 10.00",
        ]
    );
}
