//! What classes of the catalogue read of a site archive: images, variations, options, bundles, sets, stock, prices.

use super::{Browser, archived, imported, storefront_of};
use axum::http::StatusCode;
use haltscope::sandbox::storefront::{Storefront, StorefrontOptions};
use haltscope::sandbox::{Imported, Shop};
use haltscope::script::{Cartridges, Files};
use std::sync::Arc;

/// Path and content of the archive's files.
const FILES: [(&str, &str); 18] = [
    (
        "catalogs/shop/catalog.xml",
        r#"<catalog catalog-id="shop"><header><image-settings><internal-location base-path="/images"/></image-settings></header>
  <category category-id="root"><online-flag>true</online-flag><attribute-groups><attribute-group group-id="map"><display-name xml:lang="x-default">In maps</display-name>
    <attribute attribute-id="siteMapIncluded" system="true"/></attribute-group><attribute-group group-id="more"><attribute attribute-id="grip" system="false"/></attribute-group></attribute-groups><refinement-definitions>
    <refinement-definition type="attribute" attribute-id="color" system="false"><display-name xml:lang="x-default">By colour</display-name><cutoff-threshold>5</cutoff-threshold></refinement-definition>
    <refinement-definition type="category" bucket-type="none"><display-name xml:lang="x-default">By kind</display-name></refinement-definition></refinement-definitions>
    <product-detail-page-meta-tag-rules><page-meta-tag-rule rule-id="what"/><page-meta-tag-rule rule-id="about"/><page-meta-tag-rule rule-id="kind"/><page-meta-tag-rule rule-id="faulty"/></product-detail-page-meta-tag-rules>
    <product-listing-page-meta-tag-rules><page-meta-tag-rule rule-id="root"/><page-meta-tag-rule rule-id="address"/></product-listing-page-meta-tag-rules></category>
  <category category-id="cups"><display-name xml:lang="x-default">Cups</display-name><online-flag>true</online-flag><parent>root</parent><sitemap-priority>0.5</sitemap-priority>
    <product-listing-page-meta-tag-rules><page-meta-tag-rule rule-id="list"/></product-listing-page-meta-tag-rules>
    <page-attributes><page-title xml:lang="x-default">All cups</page-title><page-url xml:lang="x-default">cups</page-url></page-attributes>
    <attribute-groups><attribute-group group-id="more"><attribute attribute-id="inks" system="false"/><attribute attribute-id="grip" system="false"/></attribute-group></attribute-groups>
    <custom-attributes><custom-attribute attribute-id="showInMenu">true</custom-attribute><custom-attribute attribute-id="banner">banners/cups.jpg</custom-attribute></custom-attributes></category>
  <category category-id="old"><online-flag>false</online-flag><parent>root</parent></category>
  <product product-id="cup"><display-name xml:lang="x-default">Cup</display-name>
    <images><image-group view-type="large"><image path="cup.jpg"/><image path="cup2.jpg"/></image-group>
      <image-group view-type="large"><variation attribute-id="color" value="r"/><image path="red.jpg"><alt xml:lang="x-default">A red one</alt></image></image-group>
      <image-group view-type="swatch"><variation attribute-id="color" value="b"/><image path="b.png"/></image-group></images>
    <variations><attributes><variation-attribute attribute-id="color" variation-attribute-id="color"><display-name xml:lang="x-default">Colour</display-name>
      <variation-attribute-values><variation-attribute-value value="r"><display-value xml:lang="x-default">Red</display-value></variation-attribute-value>
      <variation-attribute-value value="b"><display-value xml:lang="x-default">Blue</display-value></variation-attribute-value></variation-attribute-values></variation-attribute></attributes>
    <variants><variant product-id="cup-r"/><variant product-id="cup-b"/></variants></variations></product>
  <product product-id="cup-r"><custom-attributes><custom-attribute attribute-id="color">r</custom-attribute></custom-attributes></product>
  <product product-id="cup-b"><custom-attributes><custom-attribute attribute-id="color">b</custom-attribute></custom-attributes></product>
  <product product-id="pen"><ean>42</ean><min-order-quantity>2</min-order-quantity><step-quantity>2</step-quantity><unit>box</unit><available-flag>true</available-flag>
    <tax-class-id>low</tax-class-id><sitemap-included-flag>true</sitemap-included-flag><classification-category>cups</classification-category>
    <custom-attributes><custom-attribute attribute-id="grip">soft</custom-attribute><custom-attribute attribute-id="uses"><value>home</value></custom-attribute>
      <custom-attribute attribute-id="inks"><value>black</value><value>gold</value></custom-attribute></custom-attributes><page-attributes><page-url xml:lang="x-default">pens/best</page-url></page-attributes>
    <options><option option-id="ink"><display-name xml:lang="x-default">Ink</display-name><option-values>
      <option-value value-id="black" default="true"><display-value xml:lang="x-default">Black</display-value><option-value-prices><option-value-price currency="USD">0.0</option-value-price></option-value-prices></option-value>
      <option-value value-id="gold"><display-value xml:lang="x-default">Gold</display-value><option-value-prices><option-value-price currency="USD">3.5</option-value-price></option-value-prices></option-value>
    </option-values></option></options></product>
  <product product-id="gone"><available-flag>false</available-flag><online-flag>false</online-flag></product>
  <product product-id="desk"><bundled-products><bundled-product product-id="pen"><quantity>4</quantity></bundled-product></bundled-products></product>
  <product product-id="all"><product-set-products><product-set-product product-id="pen"/><product-set-product product-id="cup-r"/></product-set-products></product>
  <category-assignment category-id="cups" product-id="cup"/>
  <category-assignment category-id="old" product-id="cup"/>
  <recommendation source-id="cup" source-type="product" target-id="pen" type="1"><display-name xml:lang="x-default">A pen with it</display-name><callout-message xml:lang="x-default">&lt;b&gt;Write&lt;/b&gt;</callout-message></recommendation>
  <recommendation source-id="cup" source-type="product" target-id="cup-r" target-type="product" type="up-sell"/>
  <recommendation source-id="cup" source-type="product" target-id="none" type="1"/>
  <recommendation source-id="cup" source-type="product" target-id="cup-b" type="7"/>
  <recommendation source-id="cups" source-type="category" target-id="cup" type="3"/>
</catalog>"#,
    ),
    (
        "pagemetatag.xml",
        r#"<page-meta-tags><page-meta-tag-definitions><page-meta-tag-definition meta-tag-id="title" type="title"/>
  <page-meta-tag-definition meta-tag-id="description" type="name"/><page-meta-tag-definition meta-tag-id="og:url" type="property"/></page-meta-tag-definitions>
<page-meta-tag-rules><home-page-meta-tag-rules><page-meta-tag-rule rule-id="home" meta-tag-id="title"><rule xml:lang="x-default">Welcome to ${Site.displayName}${Host.none}</rule></page-meta-tag-rule></home-page-meta-tag-rules>
<product-detail-page-meta-tag-rules>
  <page-meta-tag-rule rule-id="what" meta-tag-id="title"><rule xml:lang="x-default">${Product.name} for ${ProductPrice.currency} ${IF ProductPrice.min EQ ProductPrice.max THEN ProductPrice.min ELSE ProductPrice.min AND('-') ProductPrice.max} in ${Category.displayName}</rule></page-meta-tag-rule>
  <page-meta-tag-rule rule-id="about" meta-tag-id="description"><rule xml:lang="x-default">${Product.pageDescription ELSE Constant('Buy '') AND Product.name AND Constant('.')}</rule></page-meta-tag-rule>
  <page-meta-tag-rule rule-id="kind" meta-tag-id="keywords"><rule xml:lang="x-default">${IF Product.name AND (Product.brand OR Product.UPC) THEN Constant('branded') ELSE Constant('plain')}</rule></page-meta-tag-rule>
  <page-meta-tag-rule rule-id="faulty" meta-tag-id="robots"><rule xml:lang="x-default">${IF Product.name THEN}</rule></page-meta-tag-rule>
</product-detail-page-meta-tag-rules>
<product-listing-page-meta-tag-rules>
  <page-meta-tag-rule rule-id="root" meta-tag-id="title"><rule xml:lang="x-default">hidden by the nearer one</rule></page-meta-tag-rule>
  <page-meta-tag-rule rule-id="list" meta-tag-id="title"><rule xml:lang="x-default">${Category.pageTitle OR Category.displayName}${IF SearchRefinement.color OR SearchRefinement.size THEN Constant(', refined') ELSE Constant('')}</rule></page-meta-tag-rule>
  <page-meta-tag-rule rule-id="address" meta-tag-id="og:url"><rule xml:lang="x-default">${OriginalRequestURL}</rule></page-meta-tag-rule>
</product-listing-page-meta-tag-rules></page-meta-tag-rules></page-meta-tags>"#,
    ),
    (
        "pricebooks/list.xml",
        r#"<pricebooks><pricebook><header pricebook-id="list"><currency>USD</currency></header><price-tables>
  <price-table product-id="pen"><amount quantity="1">5.00</amount><amount quantity="10">4.00</amount></price-table>
  <price-table product-id="cup-r"><amount quantity="1">9.00</amount></price-table><price-table product-id="cup-b"><amount quantity="1">8.00</amount></price-table>
</price-tables></pricebook></pricebooks>"#,
    ),
    (
        "pricebooks/sale.xml",
        r#"<pricebooks><pricebook><header pricebook-id="sale"><currency>USD</currency><parent>list</parent></header><price-tables>
  <price-table product-id="cup-r"><amount quantity="1">7.00</amount></price-table></price-tables></pricebook></pricebooks>"#,
    ),
    (
        "inventory-lists/stock.xml",
        r#"<inventory><inventory-list><header list-id="stock"/><records>
  <record product-id="pen"><allocation>3</allocation><allocation-timestamp>2020-03-04T00:00:00.000Z</allocation-timestamp><on-order>2</on-order><preorder-backorder-handling>backorder</preorder-backorder-handling><preorder-backorder-allocation>4</preorder-backorder-allocation><in-stock-date>2030-01-02Z</in-stock-date><in-stock-datetime>2030-01-02T03:00:00.000Z</in-stock-datetime></record>
  <record product-id="cup-r"><allocation>5</allocation><perpetual>true</perpetual></record><record product-id="gone"><allocation>5</allocation></record>
</records></inventory-list></inventory>"#,
    ),
    (
        "sites/Storefront/shipping.xml",
        r#"<shipping><shipping-method method-id="ground" default="true"><display-name xml:lang="x-default">Ground</display-name><online-flag>true</online-flag><tax-class-id>low</tax-class-id>
  <custom-attributes><custom-attribute attribute-id="arrives" xml:lang="x-default">Soon</custom-attribute></custom-attributes>
  <price-table><amount order-value="0">1</amount><amount order-value="20">3.5</amount></price-table></shipping-method>
  <shipping-method method-id="eur"><online-flag>true</online-flag><currency>EUR</currency><price-table><amount order-value="0">9</amount></price-table></shipping-method></shipping>"#,
    ),
    ("catalogs/shop/static/default/images/cup.jpg", "a cup"),
    ("catalogs/other/static/default/images/cup.jpg", "another cup"),
    ("libraries/SharedLibrary/static/de/banner.jpg", "ein Banner"),
    ("sites/Storefront/library/static/default/note.txt", "a note"),
    (
        "geolocations/de.xml",
        r#"<geolocations country-code="DE"><geolocation postal-code="07743"><city xml:lang="x-default">Jena</city><longitude>11.58</longitude><latitude>50.92</latitude></geolocation></geolocations>"#,
    ),
    (
        "sites/Storefront/stores.xml",
        r#"<stores><store store-id="weimar"><name>Weimar</name><country-code>DE</country-code><postal-code>99423</postal-code><latitude>50.98</latitude><longitude>11.33</longitude><store-locator-enabled-flag>true</store-locator-enabled-flag></store></stores>"#,
    ),
    (
        "meta/system-objecttype-extensions.xml",
        r#"<metadata><type-extension type-id="Category"><custom-attribute-definitions>
  <attribute-definition attribute-id="showInMenu"><type>boolean</type></attribute-definition><attribute-definition attribute-id="banner"><type>image</type></attribute-definition>
</custom-attribute-definitions></type-extension><type-extension type-id="Product"><system-attribute-definitions>
  <attribute-definition attribute-id="siteMapIncluded"><visible-flag>true</visible-flag></attribute-definition><attribute-definition attribute-id="minOrderQuantity"><visible-flag>false</visible-flag></attribute-definition>
</system-attribute-definitions><custom-attribute-definitions>
  <attribute-definition attribute-id="grip"><type>enum-of-string</type><visible-flag>true</visible-flag><order-required-flag>true</order-required-flag><value-definitions><value-definition><display xml:lang="x-default">Soft grip</display><value>soft</value></value-definition></value-definitions></attribute-definition>
  <attribute-definition attribute-id="uses"><type>enum-of-string</type><visible-flag>true</visible-flag><select-multiple-flag>true</select-multiple-flag><value-definitions><value-definition><display xml:lang="x-default">At home</display><value>home</value></value-definition></value-definitions></attribute-definition>
  <attribute-definition attribute-id="inks"><type>set-of-string</type><visible-flag>true</visible-flag></attribute-definition></custom-attribute-definitions><group-definitions>
  <attribute-group group-id="kept"><attribute attribute-id="minOrderQuantity" system="true"/><attribute attribute-id="ID" system="true"/></attribute-group>
  <attribute-group group-id="what"><attribute attribute-id="uses"/><attribute attribute-id="grip"/><attribute attribute-id="inks"/></attribute-group><attribute-group group-id="map">
  <attribute attribute-id="siteMapPriority" system="true"/><attribute attribute-id="storeTaxClass" system="true"/>
</attribute-group></group-definitions></type-extension><type-extension type-id="SitePreferences"><custom-attribute-definitions>
  <attribute-definition attribute-id="mode"><type>enum-of-string</type><value-definitions><value-definition><display xml:lang="x-default">Live</display><value>live</value></value-definition></value-definitions></attribute-definition>
  <attribute-definition attribute-id="tone"><type>enum-of-int</type><value-definitions><value-definition default="true"><display xml:lang="x-default">Loud</display><value>7</value></value-definition></value-definitions></attribute-definition>
  <attribute-definition attribute-id="chosen"><type>enum-of-string</type><value-definitions><value-definition><value>a</value></value-definition></value-definitions></attribute-definition>
  <attribute-definition attribute-id="marks"><type>enum-of-string</type><select-multiple-flag>true</select-multiple-flag></attribute-definition>
  <attribute-definition attribute-id="hosts"><type>set-of-string</type></attribute-definition>
  <attribute-definition attribute-id="limit"><type>int</type><default-value>5</default-value></attribute-definition>
  <attribute-definition attribute-id="isOpen"><type>boolean</type><default-value>false</default-value></attribute-definition>
  <attribute-definition attribute-id="note"><type>string</type></attribute-definition></custom-attribute-definitions></type-extension></metadata>"#,
    ),
    (
        "sites/Storefront/sort.xml",
        r#"<sort><sorting-rule rule-id="by-name"><sorting-attributes><attribute><attribute-path>product.name</attribute-path><direction>ascending</direction></attribute></sorting-attributes></sorting-rule>
  <sorting-rule rule-id="best"><sorting-attributes><category-position/></sorting-attributes></sorting-rule><sorting-rule-assignment category-id="root" rule-id="best"/>
  <sorting-options><sorting-option option-id="z-a"><rule-id>by-name</rule-id><display-name xml:lang="x-default">By name</display-name></sorting-option>
  <sorting-option option-id="best"><rule-id>best</rule-id><display-name xml:lang="x-default">Best matches</display-name></sorting-option></sorting-options></sort>"#,
    ),
    (
        "sites/Storefront/preferences.xml",
        r#"<preferences><standard-preferences><all-instances><preference preference-id="SiteCatalog">shop</preference><preference preference-id="SiteInventoryList">stock</preference></all-instances></standard-preferences><custom-preferences><all-instances><preference preference-id="chosen">a</preference><preference preference-id="voice">loud</preference><preference preference-id="since">1970-01-02T00:00:00.000Z</preference></all-instances></custom-preferences></preferences>"#,
    ),
    (
        "meta/custom-objecttype-definitions.xml",
        r#"<metadata><type-extension type-id="SitePreferences"><custom-attribute-definitions>
  <attribute-definition attribute-id="voice"><type>enum-of-string</type><value-definitions><value-definition><display xml:lang="x-default">Loud</display><value>loud</value></value-definition></value-definitions></attribute-definition>
  <attribute-definition attribute-id="since"><type>datetime</type></attribute-definition></custom-attribute-definitions></type-extension>
  <custom-type type-id="Note"><key-definition attribute-id="number"><type>string</type></key-definition><attribute-definitions>
  <attribute-definition attribute-id="written"><type>datetime</type></attribute-definition><attribute-definition attribute-id="count"><type>int</type></attribute-definition>
  <attribute-definition attribute-id="kind"><type>enum-of-string</type><value-definitions><value-definition><display xml:lang="x-default">About tea</display><value>t</value></value-definition></value-definitions></attribute-definition>
  <attribute-definition attribute-id="words"><type>set-of-string</type></attribute-definition><attribute-definition attribute-id="text"><type>html</type></attribute-definition>
  <attribute-definition attribute-id="open"><type>boolean</type></attribute-definition><attribute-definition attribute-id="none"><type>string</type></attribute-definition></attribute-definitions></custom-type></metadata>"#,
    ),
    (
        "sites/Storefront/custom-objects/Note.xml",
        r#"<custom-objects><custom-object type-id="Note" object-id="n1"><object-attribute attribute-id="written">2024-05-06T07:08:09.000Z</object-attribute><object-attribute attribute-id="count">7</object-attribute>
  <object-attribute attribute-id="kind">t</object-attribute><object-attribute attribute-id="words"><value>a</value><value>b</value></object-attribute><object-attribute attribute-id="text">&lt;b&gt;Tea&lt;/b&gt;</object-attribute>
  <object-attribute attribute-id="open">false</object-attribute><object-attribute attribute-id="none"/></custom-object>
  <custom-object type-id="Note" object-id="n2"><object-attribute attribute-id="count">2</object-attribute></custom-object>
  <custom-object type-id="Note" object-id="n3"><object-attribute attribute-id="count">1</object-attribute></custom-object></custom-objects>"#,
    ),
    (
        "sites/Storefront/promotions.xml",
        r#"<promotions><campaign campaign-id="c"><enabled-flag>true</enabled-flag></campaign><promotion promotion-id="pens"><enabled-flag>true</enabled-flag><product-promotion-rule>
  <discounted-products><included-products><condition-group><product-id-condition operator="is equal"><product-id>pen</product-id></product-id-condition></condition-group></included-products></discounted-products>
  <simple-discount><percentage>20.0</percentage></simple-discount></product-promotion-rule></promotion><promotion-campaign-assignment promotion-id="pens" campaign-id="c"/></promotions>"#,
    ),
];

fn shop() -> Shop {
    read().0.shop
}

/// What is read of the archive, and where it stands.
fn read() -> (Imported, tempfile::TempDir) {
    let site = (
        "sites/Storefront/site.xml",
        r#"<site site-id="Storefront"><name>Shop</name><currency>USD</currency><home-page-meta-tag-rules><page-meta-tag-rule rule-id="home"/></home-page-meta-tag-rules></site>"#,
    );
    imported(&FILES.into_iter().chain([site]).collect::<Vec<_>>())
}

/// What expressions are, as JSON.
async fn check(expected: &[(&str, &str)]) {
    let lines = expected.iter().map(|(it, _)| format!("print(JSON.stringify({it}));"));
    let lines = lines.collect::<Vec<_>>().join("\n");
    let controller = format!(
        "var ProductMgr = require('dw/catalog/ProductMgr'), CatalogMgr = require('dw/catalog/CatalogMgr'), Quantity = require('dw/value/Quantity'), Books = require('dw/catalog/PriceBookMgr');
         function product(id) {{ return ProductMgr.getProduct(id); }}
         function list(all, read) {{ return all.toArray().map(read); }}
         function id(it) {{ return it.ID; }}
         function path(image) {{ return String(image.URL).split('/').pop(); }}
         function print(value) {{ response.writer.println(value); }}
         exports.Run = function () {{ {lines} }}; exports.Run.public = true;"
    );
    let shop = storefront_of(&[("app/cartridge/controllers/Test.js", &controller)], shop());
    let page = Browser::of(&shop).get("Test-Run").await;
    page.is_fine();
    for ((expression, expected), found) in expected.iter().zip(page.body.lines()) {
        assert_eq!(found, *expected, "{expression}");
    }
}

#[tokio::test]
async fn products_have_the_images_of_what_was_chosen() {
    check(&[
        ("list(product('cup').getImages('large'), path)", r#"["cup.jpg","cup2.jpg"]"#),
        ("list(product('cup-r').getImages('large'), path)", r#"["red.jpg"]"#),
        ("list(product('cup-b').getImages('large'), path)", r#"["cup.jpg","cup2.jpg"]"#),
        ("product('cup-r').getImage('large').alt", r#""A red one""#),
        ("(function (m) { var color = m.getProductVariationAttribute('color'), value = function (id) { return m.getAllValues(color).toArray().filter(function (it) { return it.ID === id; })[0]; };
            return [m.getImage('large', color, value('r')), m.getImage('large', color, value('b')), m.getImage('swatch', color, value('b'))].map(path); }(product('cup-r').variationModel))",
            r#"["red.jpg","cup.jpg","b.png"]"#),
        ("path(product('cup').getImage('large', 1))", r#""cup2.jpg""#),
        ("product('cup').getImage('none')", "null"),
        ("[product('cup').variationModel.master.ID, product('cup-r').variationModel.master.ID, product('pen').variationModel.master]", r#"["cup","cup",null]"#),
        ("(function (m) { m.setSelectedAttributeValue('color', 'b'); return list(m.getImages('swatch'), path); }(product('cup').variationModel))", r#"["b.png"]"#),
        ("(function (m) { return list(m.getAllValues(m.getProductVariationAttribute('color')), function (v) { return [v.value, v.displayValue, v.description, list(v.getImages('swatch'), path)]; }); }(product('cup').variationModel))",
            r#"[["r","Red",null,[]],["b","Blue",null,["b.png"]]]"#),
        ("(function (a) { return [a.ID, a.attributeID, a.displayName]; }(product('cup').variationModel.productVariationAttributes[0]))", r#"["color","color","Colour"]"#),
    ]).await;
}

#[tokio::test]
async fn products_say_what_the_archive_says() {
    check(&[
        ("(function (p) { return [p.EAN, p.minOrderQuantity.value, p.stepQuantity.value, p.unit, p.taxClassID, p.pageURL, p.availableFlag, p.online, p.searchable]; }(product('pen')))",
            r#"["42",2,2,"box","low","pens/best",true,true,true]"#),
        ("(function (p) { return [p.online, p.availableFlag, p.availabilityModel.orderable, p.availabilityModel.availabilityStatus]; }(product('gone')))", r#"[false,false,false,"NOT_AVAILABLE"]"#),
        ("[list(product('cup').categories, id), list(product('cup').onlineCategories, id)]", r#"[["cups","old"],["cups"]]"#),
        ("(function (p) { return [p.bundle, list(p.bundledProducts, id), p.getBundledProductQuantity(product('pen')).value]; }(product('desk')))", r#"[true,["pen"],4]"#),
        ("(function (p) { return [p.productSet, list(p.productSetProducts, id)]; }(product('all')))", r#"[true,["pen","cup-r"]]"#),
        ("(function (p) { return [p.bundled, p.productSetProduct, list(p.bundles, id), list(p.productSets, id), p.bundle, p.productSet]; }(product('pen')))", r#"[true,true,["desk"],["all"],false,false]"#),
        ("(function (c) { return [c.pageTitle, c.pageURL, c.custom.showInMenu, path(c.custom.banner), c.online]; }(CatalogMgr.getCategory('cups')))", r#"["All cups","cups",true,"cups.jpg",true]"#),
        ("list(CatalogMgr.getCategory('root').onlineSubCategories, id)", r#"["cups"]"#),
    ]).await;
}

#[tokio::test]
async fn what_a_site_map_and_groups_of_attributes_say_is_that_of_the_archive() {
    check(&[
        ("(function (p) { return [p.siteMapIncluded, p.siteMapChangeFrequency, p.siteMapPriority, p.facebookEnabled]; }(product('pen')))", "[1,null,null,false]"),
        ("CatalogMgr.getCategory('cups').siteMapPriority", "0.5"),
        ("list(product('pen').attributeModel.visibleAttributeGroups, function (g) { return [g.ID, list(product('pen').attributeModel.getVisibleAttributeDefinitions(g), id)]; })", r#"[["what",["uses","grip","inks"]],["map",["siteMapIncluded"]],["more",["inks","grip"]]]"#),
        ("list(product('pen').attributeModel.getVisibleAttributeDefinitions(product('pen').attributeModel.getAttributeGroup('what')), function (d) { return [d.ID, d.multiValueType, d.setValueType, product('pen').attributeModel.getDisplayValue(d)]; })",
            r#"[["uses",true,false,["At home"]],["grip",false,false,"Soft grip"],["inks",true,true,["black","gold"]]]"#),
        ("list(product('cup').attributeModel.visibleAttributeGroups, id)", "[]"),
        ("list(product('pen').attributeModel.attributeGroups, function (g) { return [g.ID, g.displayName, g.attributeDefinitions.length]; })", r#"[["kept","kept",2],["what","what",3],["map","In maps",1],["more","more",2]]"#),
        ("list(product('cup').attributeModel.attributeGroups, id)", r#"["kept","what","map"]"#),
        ("list(product('pen').attributeModel.orderRequiredAttributeDefinitions, id)", r#"["grip"]"#),
        // What no product says anything of is shown where its attributes are asked for alone.
        ("(function (model) { return list(model.visibleAttributeGroups, function (g) { return [g.ID, list(model.getVisibleAttributeDefinitions(g), id)]; }); }(CatalogMgr.getCategory('cups').productAttributeModel))",
            r#"[["what",["uses","grip","inks"]],["map",["siteMapIncluded"]],["more",["inks","grip"]]]"#),
        ("list(new (require('dw/catalog/ProductAttributeModel'))().attributeGroups, id)", r#"["kept","what","map"]"#),
    ]).await;
}

#[tokio::test]
async fn page_meta_tags_follow_the_rules_of_the_archive() {
    let tags = "function (it) { return it.pageMetaTags.map(function (tag) { return [tag.ID, tag.content, tag.title, tag.name, tag.property]; }); }";
    let search = "(function (model) { model.setCategoryID('cups'); return model; }(new (require('dw/catalog/ProductSearchModel'))()))";
    check(&[
        (&format!("({tags}(require('dw/system/Site').current))"), r#"[["title","Welcome to Shop",true,false,false]]"#),
        (&format!("({tags}(product('cup')))"),
            r#"[["title","Cup for USD 7.00-8.00 in Cups",true,false,false],["description","Buy 'Cup.",false,true,false],["keywords","plain",false,true,false]]"#),
        (&format!("({tags}(product('cup-r')))[0][1]"), r#""Cup for USD 7.00 in Cups""#),
        (&format!("(function (m) {{ return [m.pageMetaTags.length, m.getPageMetaTag('title').content, m.getPageMetaTag('og:url').content === String(request.httpURL), m.getPageMetaTag('none')]; }}({search}))"),
            r#"[2,"All cups",true,null]"#),
        (&format!("(function (m) {{ m.addRefinementValues('color', 'r'); return m.getPageMetaTag('title').content; }}({search}))"), r#""All cups, refined""#),
    ]).await;
}

#[tokio::test]
async fn objects_of_the_archive_are_as_their_type_says() {
    let notes = "require('dw/object/CustomObjectMgr')";
    let read = "function (it) { return [it.custom.number, it.custom.written instanceof Date && it.custom.written.toISOString(), it.custom.kind.value, it.custom.kind.displayValue, it.custom.count, it.custom.words, it.custom.text.source, it.custom.open, it.custom.none]; }";
    let first =
        r#"["n1","2024-05-06T07:08:09.000Z","t","About tea",7,["a","b"],"<b>Tea</b>",false,null]"#;
    check(&[
        (&format!("({read}({notes}.getCustomObject('Note', 'n1')))"), first),
        (&format!("[{notes}.getAllCustomObjects('Note').count, {notes}.getCustomObject('Note', 'none'), {notes}.queryCustomObjects('Note', 'custom.count > {{0}}', 'custom.count desc', 1).asList().toArray().map(function (it) {{ return it.custom.number; }})]"),
            r#"[3,null,["n1","n2"]]"#),
        (&format!("{notes}.queryCustomObject('Note', 'custom.number = {{0}}', 'n3').custom.count"), "1"),
        ("(function (it) { return [it.value, it.displayValue]; }(require('dw/system/Site').current.getCustomPreferenceValue('voice')))", r#"["loud","Loud"]"#),
        ("require('dw/system/Site').current.preferences.custom.since.getTime()", "86400000"),
    ])
    .await;
}

#[tokio::test]
async fn custom_attributes_are_the_same_values_in_the_next_request() {
    let controller = "var Objects = require('dw/object/CustomObjectMgr'); var Transaction = require('dw/system/Transaction');
        exports.Write = function () { session.custom.at = new Date(5); Transaction.wrap(function () { var note = Objects.createCustomObject('Note', 'n9'); note.custom.written = new Date(7); note.custom.kind = Objects.getCustomObject('Note', 'n1').custom.kind; }); response.writer.print('ok'); }; exports.Write.public = true;
        exports.Read = function () { var note = Objects.getCustomObject('Note', 'n9'); response.writer.print([session.custom.at.getTime(), note.custom.written.getTime(), note.custom.kind.displayValue].join(' ')); }; exports.Read.public = true;";
    let shop = storefront_of(&[("app/cartridge/controllers/Test.js", controller)], shop());
    let mut browser = Browser::of(&shop);
    browser.get("Test-Write").await.is_fine();
    assert_eq!(browser.get("Test-Read").await.body.trim(), "5 7 About tea");
}

#[tokio::test]
async fn orders_of_a_search_are_those_of_the_archive() {
    check(&[
        ("list(CatalogMgr.sortingOptions, function (it) { return [it.ID, it.displayName, it.sortingRule.ID]; })", r#"[["z-a","By name","by-name"],["best","Best matches","best"]]"#),
        ("[list(CatalogMgr.sortingRules, id), CatalogMgr.getSortingRule('newest'), CatalogMgr.getSortingOption('z-a').sortingRule.ID, CatalogMgr.getSortingOption('none')]", r#"[["by-name","best"],null,"by-name",null]"#),
        ("[CatalogMgr.getCategory('cups').defaultSortingRule.ID, CatalogMgr.getCategory('root').defaultSortingRule.ID]", r#"["best","best"]"#),
    ]).await;
}

#[tokio::test]
async fn options_and_prices_are_those_of_the_archive() {
    check(&[
        ("list(product('pen').optionModel.options, function (o) { return [o.ID, o.displayName, o.defaultValue.ID, list(o.optionValues, function (v) { return v.displayValue; })]; })",
            r#"[["ink","Ink","black",["Black","Gold"]]]"#),
        ("(function (p) { var model = p.optionModel; var ink = model.getOption('ink'); model.setSelectedOptionValue(ink, model.getOptionValue(ink, 'gold')); return [p.priceModel.price.toString(), p.getPriceModel(model).price.toString()]; }(product('pen')))",
            r#"["USD 5.00","USD 8.50"]"#),
        ("(function (p, promotion) { var model = p.optionModel; var ink = model.getOption('ink'); model.setSelectedOptionValue(ink, model.getOptionValue(ink, 'gold')); return [promotion.getPromotionalPrice(p).toString(), promotion.getPromotionalPrice(p, model).toString()]; }(product('pen'), require('dw/campaign/PromotionMgr').getPromotion('pens')))",
            r#"["USD 4.00","USD 7.50"]"#),
        ("(function (m) { return [m.price.available, m.minPrice.toString(), m.maxPrice.toString(), m.priceRange, m.priceInfo, m.getMinPriceBookPrice('list').toString()]; }(product('cup').priceModel))",
            r#"[false,"USD 7.00","USD 8.00",true,null,"USD 8.00"]"#),
        ("(function (m) { return [m.price.toString(), m.priceInfo.priceBook.ID, m.priceInfo.priceBook.parentPriceBook.ID, m.getPriceBookPrice('list').toString(), m.getPriceBookPrice('none').available]; }(product('cup-r').priceModel))",
            r#"["USD 7.00","sale","list","USD 9.00",false]"#),
        ("(function (t) { return list(t.quantities, function (q) { return [q.value, t.getPrice(q).toString(), t.getPercentage(q), t.getPriceBook(q).ID]; }).concat(t.getNextQuantity(new Quantity(1, '')).value, t.getNextQuantity(new Quantity(10, ''))); }(product('pen').priceModel.priceTable))",
            r#"[[1,"USD 5.00",0,"list"],[10,"USD 4.00",20,"list"],10,null]"#),
        ("(function () { Books.setApplicablePriceBooks(Books.getPriceBook('list')); var price = product('cup-r').priceModel.price.toString(); var set = list(Books.applicablePriceBooks, id); Books.setApplicablePriceBooks(); return [price, set, Books.applicablePriceBooks.length, product('cup-r').priceModel.price.toString()]; }())",
            r#"["USD 9.00",["list"],0,"USD 7.00"]"#),
        ("[product('gone').priceModel.price.available, product('gone').priceModel.minPrice.available, product('gone').priceModel.priceRange]", "[false,false,false]"),
        ("[product('all').priceModel.minPrice.toString(), product('all').priceModel.maxPrice.toString()]", r#"["USD 5.00","USD 7.00"]"#),
    ]).await;
}

#[tokio::test]
async fn lines_tell_what_was_chosen_and_have_the_usual_with_another_product() {
    let told = "function (line) { return [line.productName, line.lineItemText, line.optionValueID, line.quantityValue, line.price.toString()]; }";
    let line = format!(
        "(function () {{ var told = {told}; return require('dw/system/Transaction').wrap(function () {{
            var basket = require('dw/order/BasketMgr').currentOrNewBasket;
            var model = product('pen').optionModel; var ink = model.getOption('ink');
            model.setSelectedOptionValue(ink, model.getOptionValue(ink, 'gold'));
            var line = basket.createProductLineItem(product('pen'), model, basket.defaultShipment);
            line.setQuantityValue(2);
            line.replaceProduct(product('pen'));
            var below = line.optionProductLineItems;
            var replaced = told(below[0]);
            below[0].updateOptionValue(model.getOptionValue(ink, 'gold'));
            return [below.length, replaced, told(below[0])];
        }}); }}())"
    );
    check(&[(
        &line,
        r#"[1,["Ink: Black","Ink: Black","black",2,"USD 0.00"],["Ink: Gold","Ink: Gold","gold",2,"USD 7.00"]]"#,
    )])
    .await;
}

#[tokio::test]
async fn stock_may_be_ordered_before_it_is_there() {
    let levels = "function (l) { return [l.inStock.value, l.preorder.value, l.backorder.value, l.notAvailable.value, l.count]; }";
    let of = |quantity: u32| {
        format!("({levels}(product('pen').availabilityModel.getAvailabilityLevels({quantity})))")
    };
    let (some, all, more) = (of(2), of(5), of(9));
    check(&[
        (&some, "[2,0,0,0,1]"),
        (&all, "[3,0,2,0,2]"),
        (&more, "[3,0,4,2,3]"),
        ("(function (m) { return [m.inStock, m.isInStock(4), m.isOrderable(7), m.isOrderable(8), m.availabilityStatus, m.SKUCoverage]; }(product('pen').availabilityModel))", r#"[true,false,true,false,"IN_STOCK",1]"#),
        ("(function (r) { return [r.ATS.value, r.allocation.value, r.stockLevel.value, r.preorderBackorderAllocation.value, r.backorderable, r.preorderable, r.perpetual, r.inStockDate.getUTCFullYear(), r.inStockDate.getUTCHours()]; }(product('pen').availabilityModel.inventoryRecord))",
            "[7,3,3,4,true,false,false,2030,3]"),
        ("(function (r) { return [r.onHand.value, r.onOrder.value, r.reserved.value, r.turnover.value, r.allocationResetDate.getUTCFullYear()]; }(product('pen').availabilityModel.inventoryRecord))", "[3,2,0,0,2020]"),
        ("product('cup-r').availabilityModel.inventoryRecord.perpetual", "true"),
        ("(function () { try { product('pen').availabilityModel.getAvailabilityLevels(0); } catch (e) { return e.message; } }())", r#""A quantity is above 0, not 0""#),
        ("(function (m) { return [m.inventoryRecord, m.inStock, m.isOrderable(1000000), m.availability, m.SKUCoverage, m.timeToOutOfStock]; }(product('cup').availabilityModel))", "[null,true,false,0.5,0.5,0]"),
        ("(function (m) { return [m.inStock, m.orderable, m.isOrderable(2), m.availabilityStatus, m.availability, m.SKUCoverage]; }(product('desk').availabilityModel))", r#"[false,true,false,"BACKORDER",1,1]"#),
        ("(function (m) { return [m.inStock, m.availabilityStatus, m.availability, m.SKUCoverage]; }(product('all').availabilityModel))", r#"[true,"IN_STOCK",1,1]"#),
        ("(function (m) { return [m.availability, m.isInStock(1), m.SKUCoverage]; }(product('gone').availabilityModel))", "[0,false,0]"),
        ("product('cup-r').availabilityModel.timeToOutOfStock", "1"),
    ]).await;
}

#[tokio::test]
async fn what_is_found_is_refined_by_attribute_and_by_category() {
    let search = "function () { var model = new (require('dw/catalog/ProductSearchModel'))(); model.setCategoryID('root'); model.search(); return model.refinements; }";
    let values = format!(
        "(function (refinements) {{ return list(refinements.refinementDefinitions, function (d) {{ return [d.displayName, d.cutoffThreshold, list(refinements.getAllRefinementValues(d), function (v) {{ return [v.ID, v.value]; }})]; }}); }}(({search})()))"
    );
    let expected = r#"[["By colour",5,[["color","b"],["color","r"]]],["By kind",0,[["cups","cups"],["old","old"]]]]"#;
    check(&[(&values, expected)]).await;
}

#[tokio::test]
async fn ways_to_ship_cost_what_their_tables_say() {
    let basket = "function (quantity) { var basket = require('dw/order/BasketMgr').getCurrentOrNewBasket(); var T = require('dw/system/Transaction'); T.begin(); var line = basket.createProductLineItem('cup-r', basket.defaultShipment); line.setQuantityValue(quantity); basket.updateTotals(); T.commit(); return require('dw/order/ShippingMgr').getShipmentShippingModel(basket.defaultShipment); }";
    let of = |read: &str, quantity: u32| format!("({read}(({basket})({quantity})))");
    let cost = "function (model) { return list(model.applicableShippingMethods, function (m) { return [m.ID, m.displayName, m.currencyCode, m.taxClassID, m.defaultMethod, model.getShippingCost(m).amount.toString()]; }); }";
    let (small, large) = (of(cost, 1), of(cost, 4));
    let other = of("function (model) { return list(model.inapplicableShippingMethods, id); }", 1);
    check(&[
        (&small, r#"[["ground","Ground","USD","low",true,"USD 1.00"]]"#),
        (&large, r#"[["ground","Ground","USD","low",true,"USD 3.50"]]"#),
        (&other, r#"["eur"]"#),
        ("require('dw/order/ShippingMgr').allShippingMethods[0].custom.arrives", r#""Soon""#),
    ])
    .await;
}

#[tokio::test]
async fn what_the_catalogue_recommends_is_there_and_can_be_ordered() {
    let targets = "function (it) { return it.recommendedItemID + ' ' + it.recommendationType; }";
    check(&[
        // The pen is in no category of the site, and nobody knows of the last one.
        (&format!("list(product('cup').recommendations, {targets})"), r#"["cup-r 2","cup-b 7"]"#),
        (&format!("list(product('cup').getRecommendations(2), {targets})"), r#"["cup-r 2"]"#),
        (&format!("list(product('cup').orderableRecommendations, {targets})"), r#"["cup-r 2"]"#),
        (
            &format!("list(product('cup').getAllRecommendations(CatalogMgr.siteCatalog), {targets})"),
            r#"["pen 1","cup-r 2","none 1","cup-b 7"]"#,
        ),
        (&format!("list(product('cup').getAllRecommendations(CatalogMgr.siteCatalog, 7), {targets})"), r#"["cup-b 7"]"#),
        (&format!("list(CatalogMgr.getCategory('cups').recommendations, {targets})"), r#"["cup 3"]"#),
        ("product('cup-r').recommendations.length", "0"),
        (
            "[product('cup').getAllRecommendations(CatalogMgr.siteCatalog)[0]].map(function (it) { return [it.name, it.calloutMsg.markup, it.sourceItem.ID, it.recommendedItem.ID, it.catalog.ID, it.shortDescription]; })[0]",
            r#"["A pen with it","<b>Write</b>","cup","pen","shop",null]"#,
        ),
    ])
    .await;
}

#[tokio::test]
async fn images_are_served_where_their_addresses_lead() {
    let (read, _folder) = read();
    let controller = "function product(id) { return require('dw/catalog/ProductMgr').getProduct(id); }
        exports.Run = function () {
            var URLUtils = require('dw/web/URLUtils');
            [product('cup').getImage('large'), URLUtils.staticURL('ContextCatalog', 'other', 'images/cup.jpg'), URLUtils.staticURL('ContextLibrary', null, '/banner.jpg'),
                dw.catalog.CatalogMgr.getCategory('cups').custom.banner].forEach(function (it) { response.writer.println(it); });
        };
        exports.Run.public = true;";
    let files = Files::memory([("cartridge/controllers/Test.js", controller.as_bytes())]);
    let options = StorefrontOptions {
        shop: Arc::new(read.shop),
        statics: read.statics,
        cartridges: Arc::new(Cartridges::new().with("app", files)),
        ..StorefrontOptions::sample("Storefront")
    };
    let mut browser = Browser::of(&Storefront::new(options));
    for (path, expected) in [
        ("Sites-Storefront-Site/-/default/images/cup.jpg", Some("a cup")),
        ("Sites-Storefront-Site/-/de_DE/images/cup.jpg", Some("a cup")),
        ("Sites-Storefront-Site/-/de/banner.jpg", Some("ein Banner")),
        ("Sites-Storefront-Site/-/default/banner.jpg", None),
        ("Sites-Storefront-Site/-/default/images/../images/cup.jpg", None),
        ("Sites-Storefront-Site/-/default/images", None),
        ("-/Sites-shop/default/images/cup.jpg", Some("a cup")),
        ("-/Sites-shop/de_DE/dw0123abcd/images/cup.jpg", Some("a cup")),
        ("-/Sites-other/default/dw0123abcd/images/cup.jpg", Some("another cup")),
        ("Sites-Storefront-Site/Sites-other/default/images/cup.jpg", Some("another cup")),
        ("-/Sites-none/default/images/cup.jpg", None),
        ("-/Library-Sites-SharedLibrary/de/dw0123abcd/banner.jpg", Some("ein Banner")),
        ("-/Sites-SharedLibrary-Library/de/banner.jpg", Some("ein Banner")),
        ("-/Library-Sites-SharedLibrary/default/banner.jpg", None),
        ("-/Sites-Storefront-Library/default/dw0123abcd/note.txt", Some("a note")),
        ("-/-/default/images/cup.jpg", None),
    ] {
        let page = browser.get(&format!("/on/demandware.static/{path}")).await;
        let found = (page.status == StatusCode::OK).then_some(page.body.as_str());
        assert_eq!(found, expected, "{path}");
    }
    let page = browser.get("de/Test-Run").await;
    let addresses: Vec<_> = page.is_fine().body.lines().map(str::to_owned).collect();
    let owned = "/on/demandware.static/-";
    let expected = [
        (format!("{owned}/Sites-shop/default/"), "/images/cup.jpg", Some("a cup")),
        (format!("{owned}/Sites-other/default/"), "/images/cup.jpg", Some("another cup")),
        (format!("{owned}/Library-Sites-SharedLibrary/de/"), "/banner.jpg", Some("ein Banner")),
        (format!("{owned}/Sites-shop/default/"), "/banners/cups.jpg", None),
    ];
    assert_eq!(addresses.len(), expected.len(), "{addresses:?}");
    for (address, (start, end, content)) in addresses.iter().zip(expected) {
        assert!(address.starts_with(&start) && address.ends_with(end), "{address}");
        let page = browser.get(address).await;
        let found = (page.status == StatusCode::OK).then_some(page.body.as_str());
        assert_eq!(found, content, "{address}");
    }
}

#[tokio::test]
async fn stores_are_looked_for_around_postal_codes_of_the_archive() {
    let found = "(function (code, far) { return require('dw/catalog/StoreMgr').searchStoresByPostalCode('DE', code, 'km', far).keySet().toArray().map(function (it) { return it.ID; }); })";
    check(&[
        (&format!("{found}('07743', 30)"), r#"["weimar"]"#),
        (&format!("{found}('07743', 10)"), "[]"),
        (&format!("{found}('01067', 1000)"), "[]"),
    ])
    .await;
}

#[tokio::test]
async fn preferences_that_nobody_has_set_are_what_their_definitions_say() {
    let of = |name: &str, read: &str| {
        format!(
            "(function (it) {{ return {read}; }}(require('dw/system/Site').current.getCustomPreferenceValue('{name}')))"
        )
    };
    let shown = "[it.value, it.displayValue, empty(it)]";
    let rows = [
        (of("mode", shown), "[null,null,false]"),
        (of("tone", shown), r#"[7,"Loud",false]"#),
        (of("chosen", shown), r#"["a","a",false]"#),
        (of("marks", "it"), "[]"),
        (of("hosts", "it"), "[]"),
        (of("limit", "it"), "5"),
        (of("isOpen", "it"), "false"),
        (of("note", "it"), "null"),
        (of("nobody", "it"), "null"),
    ];
    check(&rows.each_ref().map(|(it, expected)| (it.as_str(), *expected))).await;
    check(&[("[product('cup').custom.grip.value, product('cup').custom.inks, product('cup').custom.none]", "[null,[],null]")]).await;
}

#[tokio::test]
async fn a_service_sends_the_password_of_its_archive() {
    let services = r#"<services><service-credential service-credential-id="c"><url>http://127.0.0.1/</url><user-id>ann</user-id><password>tea</password></service-credential>
      <service-credential service-credential-id="none"><url>http://127.0.0.1/</url><password/></service-credential>
      <service service-id="s"><service-type>HTTP</service-type><enabled>true</enabled><credential-id>c</credential-id></service>
      <service service-id="n"><service-type>HTTP</service-type><enabled>true</enabled><credential-id>none</credential-id></service></services>"#;
    let controller = "exports.Run = function () { var of = function (id) { return require('dw/svc/LocalServiceRegistry').createService(id, {}).configuration.credential; };
        response.writer.print(of('s').user + ':' + of('s').password + ' ' + of('n').password); }; exports.Run.public = true;";
    let files = [("app/cartridge/controllers/Test.js", controller)];
    let shop = storefront_of(&files, archived(&[("services.xml", services)]));
    assert_eq!(Browser::of(&shop).get("Test-Run").await.is_fine().body, "ann:tea null");
}
