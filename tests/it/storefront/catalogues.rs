//! What classes of the catalogue read of several catalogues, price books and inventory lists, and what scripts change there.

use super::{Browser, archived, storefront_of};
use haltscope::sandbox::storefront::Storefront;
use std::sync::Arc;

/// Path and content of the archive's files.
const FILES: [(&str, &str); 7] = [
    (
        "catalogs/shop/catalog.xml",
        r#"<catalog catalog-id="shop"><category category-id="root"/>
  <category category-id="tea"><parent>root</parent><online-flag>true</online-flag><category-links>
    <category-link category-id="pots" type="accessory"/><category-link category-id="old" type="other"/><category-link category-id="none" type="other"/></category-links></category>
  <category category-id="pots"><parent>root</parent><online-flag>true</online-flag><search-rank>2</search-rank></category>
  <category category-id="old"><parent>root</parent><online-flag>false</online-flag></category>
  <category-assignment category-id="tea" product-id="leaf"><position>2</position></category-assignment>
  <category-assignment category-id="tea" product-id="gone"><position>1</position></category-assignment>
  <category-assignment category-id="pots" product-id="pot"/></catalog>"#,
    ),
    (
        "catalogs/all/catalog.xml",
        r#"<catalog catalog-id="all"><category category-id="root"/><category category-id="hot"><parent>root</parent><display-name xml:lang="x-default">Hot</display-name></category>
  <category category-id="cold"><parent>hot</parent></category>
  <product product-id="leaf"><variations><variants><variant product-id="leaf-s"/><variant product-id="leaf-l" default="true"/></variants></variations><unit-quantity>2.0</unit-quantity>
    <product-links><product-link product-id="pot" type="cross-sell"/><product-link product-id="spare" type="newer-version"/><product-link product-id="none" type="other"/></product-links></product>
  <product product-id="leaf-s"><unit-quantity>5.0</unit-quantity></product><product product-id="leaf-l"><unit-quantity>20.0</unit-quantity></product>
  <product product-id="gone"><online-flag>true</online-flag><online-to>2001-01-01T00:00:00.000Z</online-to></product>
  <product product-id="pot"><store-receipt-name xml:lang="x-default">POT</store-receipt-name><custom-attributes><custom-attribute attribute-id="note">plain</custom-attribute><custom-attribute attribute-id="old">yes</custom-attribute></custom-attributes>
    <product-links><product-link product-id="leaf" type="accessory"/></product-links></product>
  <product product-id="spare"/>
  <category-assignment category-id="hot" product-id="leaf"/><category-assignment category-id="cold" product-id="spare"/>
  <recommendation source-id="pot" source-type="product" target-id="leaf" type="1"/></catalog>"#,
    ),
    (
        "pricebooks/books.xml",
        r#"<pricebooks><pricebook><header pricebook-id="list"><currency>USD</currency></header><price-tables>
  <price-table product-id="leaf"><amount quantity="1">6</amount></price-table><price-table product-id="leaf-s"><amount quantity="1">5</amount></price-table>
  <price-table product-id="leaf-l"><amount quantity="1">10</amount></price-table>
  <price-table product-id="pot"><amount quantity="1">40</amount><amount quantity="10">30</amount><price-info>of the maker</price-info></price-table></price-tables></pricebook>
<pricebook><header pricebook-id="sale"><currency>USD</currency><parent>list</parent><online-from>2001-01-01T00:00:00.000Z</online-from></header><price-tables>
  <price-table product-id="pot"><online-from>2990-01-01T00:00:00.000Z</online-from><amount quantity="1">1</amount></price-table></price-tables></pricebook>
<pricebook><header pricebook-id="past"><currency>USD</currency><online-to>2001-01-01T00:00:00.000Z</online-to></header><price-tables>
  <price-table product-id="pot"><amount quantity="1">2</amount></price-table></price-tables></pricebook>
<pricebook><header pricebook-id="club"><currency>USD</currency><parent>list</parent></header><price-tables>
  <price-table product-id="spare"><amount quantity="1">3</amount></price-table>
  <price-table product-id="leaf-l"><amount quantity="1">9</amount><percentage quantity="10">50</percentage></price-table>
  <price-table product-id="leaf-l"><online-from>2001-01-01T00:00:00.000Z</online-from><online-to>2990-01-01T00:00:00.000Z</online-to><amount quantity="1">8</amount></price-table>
  <price-table product-id="leaf-s"><online-to>2001-01-01T00:00:00.000Z</online-to><amount quantity="1">1</amount></price-table>
  <price-table product-id="leaf-s"><percentage quantity="1">20</percentage></price-table></price-tables></pricebook></pricebooks>"#,
    ),
    (
        "inventory-lists/lists.xml",
        r#"<inventory><inventory-list><header list-id="stock"/><records><record product-id="pot"><allocation>5</allocation></record></records></inventory-list>
<inventory-list><header list-id="jena"><default-instock>true</default-instock><description>Jena</description></header><records>
  <record product-id="pot"><allocation>2</allocation></record></records></inventory-list></inventory>"#,
    ),
    (
        "sites/Storefront/stores.xml",
        r#"<stores><store store-id="jena"><name>Jena</name><inventory-list-id>jena</inventory-list-id></store></stores>"#,
    ),
    ("sites/Storefront/site.xml", r#"<site site-id="Storefront"><currency>USD</currency></site>"#),
    (
        "sites/Storefront/preferences.xml",
        r#"<preferences><standard-preferences><all-instances><preference preference-id="SiteCatalog">shop</preference><preference preference-id="SiteInventoryList">stock</preference>
  <preference preference-id="SitePriceBooks">sale:past</preference><preference preference-id="SiteCurrencies">USD</preference></all-instances></standard-preferences></preferences>"#,
    ),
];

/// A storefront with those functions of a controller.
fn storefront(functions: &str) -> Arc<Storefront> {
    let controller = format!(
        "var catalog = dw.catalog, Transaction = dw.system.Transaction;
         function product(id) {{ return catalog.ProductMgr.getProduct(id); }}
         function category(id) {{ return catalog.CatalogMgr.getCategory(id); }}
         function list(all, read) {{ return all.toArray().map(read); }}
         function id(it) {{ return it.ID; }}
         function print(value) {{ response.writer.println(JSON.stringify(value)); }}
         {functions}
         Object.keys(exports).forEach(function (name) {{ exports[name].public = true; }});"
    );
    storefront_of(&[("app/cartridge/controllers/Test.js", &controller)], archived(&FILES))
}

async fn check(expected: &[(&str, &str)]) {
    let lines = expected.iter().map(|(it, _)| format!("print({it});"));
    let lines = lines.collect::<Vec<_>>().join("\n");
    let shop = storefront(&format!("exports.Run = function () {{ {lines} }};"));
    let page = Browser::of(&shop).get("Test-Run").await;
    page.is_fine();
    for ((expression, expected), found) in expected.iter().zip(page.body.lines()) {
        assert_eq!(found, *expected, "{expression}");
    }
}

/// What requests of one visitor print, one after the other.
async fn told(functions: &str, requests: &[(&str, &str)]) {
    let mut browser = Browser::of(&storefront(functions));
    for (name, expected) in requests {
        let page = browser.get(&format!("Test-{name}")).await;
        page.is_fine();
        assert_eq!(page.body.trim(), *expected, "{name}");
    }
}

#[tokio::test]
async fn products_and_categories_lead_to_others() {
    let product =
        "function (it) { return [it.sourceProduct.ID, it.targetProduct.ID, it.typeCode]; }";
    let category =
        "function (it) { return [it.sourceCategory.ID, it.targetCategory.ID, it.typeCode]; }";
    check(&[
        (&format!("list(product('leaf').allProductLinks, {product})"), r#"[["leaf","pot",1],["leaf","spare",5]]"#),
        (&format!("list(product('leaf').productLinks, {product})"), r#"[["leaf","pot",1]]"#),
        (&format!("list(product('leaf').getAllProductLinks(catalog.ProductLink.LINKTYPE_NEWER_VERSION), {product})"), r#"[["leaf","spare",5]]"#),
        // A variant without links has those of its master.
        (&format!("list(product('leaf-s').productLinks, {product})"), r#"[["leaf","pot",1]]"#),
        (&format!("list(product('leaf').allIncomingProductLinks, {product})"), r#"[["pot","leaf",4]]"#),
        (&format!("list(product('spare').incomingProductLinks, {product})"), r#"[["leaf","spare",5]]"#),
        (&format!("list(product('pot').getIncomingProductLinks(8), {product})"), "[]"),
        (&format!("list(category('tea').outgoingCategoryLinks, {category})"), r#"[["tea","pots",2],["tea","old",1]]"#),
        (&format!("list(category('tea').getOutgoingCategoryLinks(1), {category})"), r#"[["tea","old",1]]"#),
        (&format!("list(category('tea').onlineOutgoingCategoryLinks, {category})"), r#"[["tea","pots",2]]"#),
        (&format!("list(category('pots').incomingCategoryLinks, {category})"), r#"[["tea","pots",2]]"#),
        (&format!("list(category('pots').onlineIncomingCategoryLinks, {category})"), r#"[["tea","pots",2]]"#),
    ])
    .await;
}

#[tokio::test]
async fn a_category_has_what_is_assigned_to_it_in_its_order() {
    check(&[
        ("[list(category('tea').products, id), list(category('tea').onlineProducts, id), category('tea').hasOnlineProducts(), category('old').hasOnlineProducts()]", r#"[["gone","leaf"],["leaf"],true,false]"#),
        ("[list(category('tea').categoryAssignments, function (it) { return it.product.ID; }), category('tea').onlineCategoryAssignments.length]", r#"[["gone","leaf"],1]"#),
        ("list(category('root').products, id)", "[]"),
        ("list(catalog.ProductMgr.queryAllSiteProductsSorted().asList(), id)", r#"["gone","leaf","leaf-l","leaf-s","pot"]"#),
        ("[catalog.ProductMgr.queryAllSiteProducts().count, catalog.ProductMgr.queryAllSiteProducts().asList(3, 1).length]", "[5,1]"),
    ])
    .await;
}

#[tokio::test]
async fn other_catalogues_have_their_own_trees() {
    check(&[
        ("[catalog.CatalogMgr.siteCatalog.ID, catalog.CatalogMgr.getCatalog('shop') === catalog.CatalogMgr.siteCatalog, catalog.CatalogMgr.getCatalog('none'), catalog.CatalogMgr.getCatalog('shop').root === category('root')]", r#"["shop",true,null,true]"#),
        ("(function (all) { var hot = all.root.subCategories[0]; return [all.ID, all.displayName, all.description, hot.displayName, hot.subCategories[0].parent === hot, list(hot.products, id)]; }(catalog.CatalogMgr.getCatalog('all')))", r#"["all",null,null,"Hot",true,["leaf"]]"#),
        ("category('hot')", "null"),
        ("list(product('leaf').allCategories, id).concat(list(product('leaf').allCategoryAssignments, function (it) { return it.category.ID; }), list(product('leaf').categories, id))", r#"["tea","hot","tea","hot","tea"]"#),
        ("list(catalog.ProductMgr.queryProductsInCatalogSorted(catalog.CatalogMgr.getCatalog('all')).asList(), id)", r#"["leaf","leaf-l","leaf-s","spare"]"#),
        ("[product('pot').getAllRecommendations(catalog.CatalogMgr.siteCatalog).length, list(product('pot').getAllRecommendations(catalog.CatalogMgr.getCatalog('all'), 1), function (it) { return [it.recommendedItemID, it.catalog.ID]; })]", r#"[0,[["leaf","all"]]]"#),
    ])
    .await;
}

#[tokio::test]
async fn prices_are_those_of_books_that_are_online_and_of_books_above_them() {
    check(&[
        ("[String(product('pot').priceModel.price), product('pot').priceModel.priceInfo.priceBook.ID, list(product('pot').priceModel.priceInfos, function (it) { return it.priceBook.ID; })]", r#"["USD 40.00","list",["list"]]"#),
        ("list(catalog.PriceBookMgr.sitePriceBooks, id)", r#"["sale","past"]"#),
        ("list(catalog.PriceBookMgr.allPriceBooks, function (it) { return [it.ID, it.online, it.onlineFrom && it.onlineFrom.getUTCFullYear(), it.onlineTo && it.onlineTo.getUTCFullYear()]; })",
            r#"[["list",true,null,null],["sale",true,2001,null],["past",false,null,2001],["club",true,null,null]]"#),
        ("[product('pot').priceModel.getPriceBookPrice('sale').available, product('pot').priceModel.getPriceBookPrice('past').available, String(product('spare').priceModel.getPriceBookPrice('club')), product('spare').priceModel.price.available]", r#"[false,false,"USD 3.00",false]"#),
        ("(function (info) { return [info.priceInfo, info.percentage, info.onlineFrom, String(info.price)]; }(product('pot').priceModel.getPriceInfo(new dw.value.Quantity(10, ''))))", r#"["of the maker",25,null,"USD 30.00"]"#),
        ("[String(product('pot').priceModel.getPrice(new dw.value.Quantity(0.5, ''))), String(product('pot').priceModel.getPriceBookPriceInfo('list', new dw.value.Quantity(12, '')).price)]", r#"["USD 40.00","USD 30.00"]"#),
    ])
    .await;
}

#[tokio::test]
async fn prices_per_unit_go_by_the_quantity_of_a_piece() {
    check(&[
        ("(function (it) { return [it.minPricePerUnit, it.maxPricePerUnit].map(String); }(product('leaf').priceModel))", r#"["USD 0.50","USD 3.00"]"#),
        ("(function (it) { return [it.pricePerUnit, it.minPricePerUnit, it.getPriceBookPricePerUnit('list'), it.getPriceBookPricePerUnit('none').available].map(String); }(product('leaf-s').priceModel))", r#"["USD 1.00","USD 1.00","USD 1.00","false"]"#),
        ("[product('leaf').priceModel.getMinPriceBookPricePerUnit('list'), product('leaf').priceModel.getMaxPriceBookPricePerUnit('list')].map(String)", r#"["USD 0.50","USD 3.00"]"#),
        ("product('leaf').variationModel.defaultVariant.ID", r#""leaf-l""#),
    ])
    .await;
}

#[tokio::test]
async fn price_books_that_a_script_sets_apply_to_its_session() {
    told(
        "exports.Set = function () { catalog.PriceBookMgr.setApplicablePriceBooks(catalog.PriceBookMgr.getPriceBook('club')); print('set'); };
         exports.Read = function () { print([String(product('spare').priceModel.price), String(product('pot').priceModel.price), list(catalog.PriceBookMgr.applicablePriceBooks, id)]); };
         exports.Unset = function () { catalog.PriceBookMgr.setApplicablePriceBooks(); print(product('spare').priceModel.price.available); };",
        &[("Set", "\"set\""), ("Read", r#"["USD 3.00","USD 40.00",["club"]]"#), ("Unset", "false"), ("Read", r#"["N/A","USD 40.00",[]]"#)],
    )
    .await;
}

#[tokio::test]
async fn a_book_has_prices_for_a_time_and_in_percent() {
    let prices = "function (info) { return [info.price.toString(), info.percentage, info.onlineFrom && info.onlineFrom.getTime()]; }";
    let at = "function (id, quantity) { return product(id).priceModel.getPriceBookPriceInfo('club', new dw.value.Quantity(quantity, '')); }";
    check(&[
        (&format!("({prices})(({at})('leaf-l', 1))"), r#"["USD 8.00",0,978307200000]"#),
        // A fifth less than in the book above.
        (&format!("({prices})(({at})('leaf-s', 1))"), r#"["USD 4.00",0,null]"#),
    ])
    .await;
}

#[tokio::test]
async fn a_script_assigns_price_books_to_the_site() {
    told(
        "var Books = catalog.PriceBookMgr; function club() { return Books.getPriceBook('club'); } function books() { return list(Books.sitePriceBooks, id); }
         exports.Assign = function () { print([Transaction.wrap(function () { return Books.assignPriceBookToSite(club(), 'Storefront'); }), product('spare').priceModel.price.toString(), books()]); };
         exports.Read = function () { print([product('spare').priceModel.price.toString(), books()]); };
         exports.Undo = function () { Transaction.begin(); Books.unassignPriceBookFromSite(club(), 'Storefront'); var before = books(); Transaction.rollback(); print([before.length, books().length]); };
         exports.Unassign = function () { Transaction.wrap(function () { Books.unassignPriceBookFromAllSites(club()); }); print([product('spare').priceModel.price.available, books()]); };
         exports.Refuse = function () { [function () { Books.assignPriceBookToSite(club(), 'Other'); }, function () { Books.unassignPriceBookFromSite(null, 'Storefront'); }].forEach(function (it) { try { Transaction.wrap(it); print('taken'); } catch (e) { print(e.message); } }); };",
        &[
            ("Assign", r#"[true,"USD 3.00",["sale","past","club"]]"#),
            ("Read", r#"["USD 3.00",["sale","past","club"]]"#),
            ("Undo", "[2,3]"),
            ("Unassign", r#"[false,["sale","past"]]"#),
            ("Read", r#"["N/A",["sale","past"]]"#),
            ("Refuse", "\"There is no storefront site Other\"\n\"The price book must not be null\""),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_search_is_for_what_stores_have() {
    let found = "function (change) { var search = new catalog.ProductSearchModel(); search.setCategoryID('root'); change(search); search.search(); return [list(search.productSearchHits.asList(), function (hit) { return hit.productID; }).sort(), search.url('Search-Show').toString().split('?')[1]]; }";
    let filter = "new catalog.StoreInventoryFilter('city', new dw.util.ArrayList(new catalog.StoreInventoryFilterValue('Jena', 'jena')))";
    check(&[
        (&format!("({found})(function () {{}})[0]"), r#"["leaf","pot"]"#),
        (&format!("({found})(function (search) {{ search.setInventoryListIDs(new dw.util.ArrayList('stock', 'none')); }})"), r#"[["pot"],"cgid=root&ilids=stock%7Cnone"]"#),
        (&format!("({found})(function (search) {{ search.setStoreInventoryFilter({filter}); }})"), r#"[["leaf","pot"],"cgid=root&city=Jena"]"#),
        (&format!("(function (it) {{ return [it.semanticURLParameter, it.storeInventoryFilterValues[0].semanticInventoryID, it.storeInventoryFilterValues[0].inventoryListID]; }})({filter})"), r#"["city","Jena","jena"]"#),
        ("(function (search) { search.setInventoryListIDs(new dw.util.ArrayList('stock')); try { search.setInventoryListIDs(new Array(11)); } catch (e) { return [e.name, search.inventoryIDs.toArray(), search.storeInventoryFilter]; } }(new catalog.ProductSearchModel()))", r#"["TypeError",["stock"],null]"#),
    ])
    .await;
}

#[tokio::test]
async fn each_inventory_list_has_its_own_records() {
    let levels = "function (list) { var record = list.getRecord('pot'); return [list.ID, list.description, list.defaultInStockFlag, record && record.ATS.value, list.getRecord('leaf')]; }";
    check(&[
        (&format!("({levels})(catalog.ProductInventoryMgr.inventoryList)"), r#"["stock",null,false,5,null]"#),
        (&format!("({levels})(catalog.StoreMgr.getStore('jena').inventoryList)"), r#"["jena","Jena",true,2,null]"#),
        ("[catalog.ProductInventoryMgr.getInventoryList('none'), catalog.ProductInventoryMgr.getInventoryList(null)]", "[null,null]"),
        ("(function (jena) { return [product('pot').availabilityModel.isInStock(3), product('pot').getAvailabilityModel(jena).isInStock(3), product('spare').availabilityModel.inStock, product('spare').getAvailabilityModel(jena).inStock]; }(catalog.ProductInventoryMgr.getInventoryList('jena')))", "[true,false,false,true]"),
    ])
    .await;
}

#[tokio::test]
async fn what_was_met_in_a_transaction_that_was_taken_back_is_kept_when_it_changes_later() {
    told(
        "function record() { return catalog.ProductInventoryMgr.inventoryList.getRecord('pot'); }
         exports.Set = function () { Transaction.begin(); var it = record(); it.setAllocation(9); Transaction.rollback(); var before = it.allocation.value;
             Transaction.wrap(function () { it.setAllocation(3); }); print([before, it.allocation.value, record().allocation.value]); };
         exports.Read = function () { print(record().allocation.value); };",
        &[("Set", "[5,3,3]"), ("Read", "3")],
    )
    .await;
}

#[tokio::test]
async fn stock_that_a_script_sets_is_kept() {
    told(
        "function record() { return catalog.ProductInventoryMgr.inventoryList.getRecord('pot'); }
         exports.Set = function () { Transaction.wrap(function () { record().setAllocation(7); record().backorderable = true; record().preorderBackorderAllocation = 4; record().inStockDate = new Date(86400000); record().custom.by = 'job'; });
             Transaction.begin(); record().perpetual = true; Transaction.rollback(); print(record().ATS.value); };
         exports.Read = function () { var it = record(); print([it.ATS.value, it.allocation.value, it.backorderable, it.perpetual, it.inStockDate.getTime(), it.custom.by, it.allocationResetDate.getTime() > Date.now() - 3600000, product('pot').availabilityModel.isOrderable(11)]); };
         exports.Turn = function () { var it = record(); Transaction.wrap(function () { it.preorderable = true; it.backorderable = false; }); print([it.preorderable, it.backorderable]); };
         exports.Refuse = function () { [function () { record().setAllocation(-1); }, function () { record().setAllocation(1, new Date(0)); }].forEach(function (it) { try { Transaction.wrap(it); print('taken'); } catch (e) { print(e.name); } }); };",
        &[
            ("Set", "11"),
            ("Read", r#"[11,7,true,false,86400000,"job",true,true]"#),
            ("Turn", "[true,false]"),
            ("Refuse", "\"TypeError\"\n\"TypeError\""),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_scripts_change_of_products_and_categories_is_kept() {
    told(
        "exports.Set = function () { var pot = product('pot'), pots = category('pots');
             Transaction.wrap(function () { pot.setOnlineFlag(false); pot.searchRank = 3; pot.custom.note = 'new'; pot.custom.since = new Date(5); pot.custom.old = undefined; pots.displayMode = catalog.Category.DISPLAY_MODE_MERGED; pots.custom.seen = 1; });
             try { Transaction.wrap(function () { pot.custom.note = 'lost'; pot.setSearchableFlag(false); throw new Error('no'); }); } catch (e) { print([pot.custom.note, pot.searchableFlag]); } };
         exports.Read = function () { var pot = product('pot'), pots = category('pots'); print([pot.onlineFlag, pot.online, pot.searchRank, pot.custom.note, pot.custom.since.getTime(), pot.custom.old, pots.displayMode, pots.searchRank, pots.custom.seen, pots.hasOnlineProducts(), pot.lastModified > new Date(Date.now() - 3600000)]); };",
        &[("Set", r#"["new",true]"#), ("Read", r#"[false,false,3,"new",5,null,1,2,1,false,true]"#)],
    )
    .await;
    check(&[
        ("[product('pot').storeReceiptName, product('pot').storeTaxClass, product('pot').searchableIfUnavailableFlag, product('pot').retailSet, product('pot').image, product('pot').assignedToCategory(category('pots')), product('pot').includedInBundle(product('leaf'))]", r#"["POT",null,null,false,null,true,false]"#),
        ("[category('tea').displayMode, category('tea').searchPlacement]", "[null,null]"),
    ])
    .await;
}
