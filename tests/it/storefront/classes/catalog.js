var Stores = require('dw/catalog/StoreMgr');

test('a store tells where it is', function () {
    var store = Stores.getStore('berlin');
    equal([store.ID, store.name, store.city, store.countryCode.value, store.postalCode, store.stateCode, store.phone], ['berlin', 'Berlin', 'Berlin', 'DE', '10115', 'BE', '030']);
    equal([store.storeHours.markup, store.storeEvents, store.image, store.custom.floor, store.storeLocatorEnabled], ['9-18', null, null, 2, true]);
    equal([store.storeGroups[0].ID, store.storeGroups[0].stores.length, store.storeGroups[0].custom.size, Stores.getStore('none')], ['cities', 2, 2, null]);
    equal(Stores.getStoreGroup('none'), null);
});

test('stores are found around a place, the nearest one first', function () {
    var found = Stores.searchStoresByCoordinates(52.5, 13.4, 'km', 300);
    equal(found.keySet().toArray().map(function (store) { return store.ID; }), ['berlin', 'hamburg']);
    equal(Math.round(found.get(Stores.getStore('hamburg'))), 256);
    equal(Math.round(Stores.searchStoresByCoordinates(52.5, 13.4, 'mi', 300).get(Stores.getStore('hamburg'))), 159);
    equal(Stores.searchStoresByCoordinates(52.5, 13.4, 'km', 300, 'custom.floor = {0}', 2).length, 1);
    equal([Stores.searchStoresByPostalCode('DE', '10115', 'km', 10).length, Stores.searchStoresByPostalCode('DE', '99999', 'km', 10).length], [1, 0]);
    Stores.setStoreIDToSession('berlin');
    equal(Stores.storeIDFromSession, 'berlin');
});

test('prices come from price books', function () {
    var Books = require('dw/catalog/PriceBookMgr');
    var book = Books.getPriceBook('fern-and-flint-sale');
    equal([book.ID, book.currencyCode, book.parentPriceBook.ID, book.parentPriceBook.parentPriceBook, book.online, Books.getPriceBook('none')], ['fern-and-flint-sale', 'EUR', 'fern-and-flint-list', null, true, null]);
    equal([Books.allPriceBooks.length, Books.sitePriceBooks.length, Books.applicablePriceBooks.length], [2, 2, 0]);
    Books.setApplicablePriceBooks(book);
    equal(Books.getApplicablePriceBooks().toArray().map(String), ['[PriceBook id=fern-and-flint-sale]']);
    var model = dw.catalog.ProductMgr.getProduct('KM01004-01').priceModel;
    equal([model.priceInfo.priceBook.ID, model.basePriceQuantity.value], ['fern-and-flint-sale', 1]);
    reads(model.priceInfo.price, model.price);
    reads(model.pricePerUnit, model.price);
    equal(model.getPriceBookPriceInfo('none'), null);
});

test('a hit stands for the variants that were looked for', function () {
    var Search = require('dw/catalog/ProductSearchModel');
    var search = new Search();
    search.setCategoryID('kitchen-mugs');
    search.addRefinementValues('color', 'moss');
    search.search();
    var hits = search.productSearchHits.asList().toArray();
    var variants = hits.reduce(function (all, hit) { return all.concat(hit.representedProducts.toArray()); }, []);
    equal([hits.length > 0, variants.every(function (variant) { return variant.custom.color.value === 'moss'; })], [true, true]);
    var hit = hits.filter(function (each) { return each.product.master; })[0];
    equal([hit.getRepresentedVariationValues('color').toArray().map(function (value) { return value.ID; }), hit.firstRepresentedProduct.custom.color.value], [['moss'], 'moss']);
    equal([hit.representedProductIDs.length < hit.product.variants.length, hit.minPrice.value <= hit.maxPrice.value], [true, true]);
    reads(hit.minPrice, hit.representedProducts.toArray().map(function (variant) { return variant.priceModel.price; }).sort(function (a, b) { return a.compareTo(b); })[0]);
});

test('a search is refined, and its addresses say how', function () {
    var Search = require('dw/catalog/ProductSearchModel');
    var search = new Search();
    search.setSearchPhrase('mug');
    search.setRefinementValues('color', 'sky|moss');
    equal([search.getRefinementValue('color'), search.getRefinementValues('color').length, search.isRefinedByAttributeValue('color', 'moss')], ['sky', 2, true]);
    search.setRefinementValues('color', null);
    search.search();
    var hit = search.productSearchHits.next();
    equal(search.getProductSearchHit(hit.product).productID, hit.productID);
    equal([hit.firstRepresentedProductID === hit.firstRepresentedProduct.ID, hit.representedProductIDs.length === hit.representedProducts.length], [true, true]);
    equal([search.isRefinedByPromotion(), search.isRefinedByPriceRange(null, null), search instanceof dw.catalog.SearchModel], [false, true, true]);
    equal([String(search.urlRefinePrice('Search-Show', 1, 2)).split('?')[1], String(search.urlRelaxPrice('Search-Show')).split('?')[1]], ['q=mug&pmin=1&pmax=2', 'q=mug']);
    equal(String(search.urlRefinePromotion('Search-Show', 'p')).split('?')[1], 'q=mug&pmid=p');
    equal(String(Search.urlForCategory('Search-Show', 'kitchen')).split('?')[1], 'cgid=kitchen');
    var several = new Search();
    several.setSearchPhrase('');
    several.setCategoryID('root');
    several.setProductIDs(['KM01002-01']);
    several.search();
    equal([several.count, several.products.next().ID], [1, 'KM01002']);
    several.excludeHitType('master');
    several.search();
    equal(several.count, 0);
});

test('some words lead elsewhere', function () {
    var redirect = dw.catalog.SearchModel.getSearchRedirect('Help ');
    equal([redirect.location, redirect.status], ['/help', 301]);
    equal(dw.catalog.SearchModel.getSearchRedirect('mug'), null);
});

test('products and categories tell what data say of them', function () {
    var product = dw.catalog.ProductMgr.getProduct('KM01002');
    equal([product.bundledProducts.length, product.productSetProducts.length, product.bundle, product.productSet, product.optionProduct, product.variationGroup], [0, 0, false, false, false, false]);
    equal([product.getImage('large'), product.getImages('large').length, product.getBundledProductQuantity(product), product.onlineFlag, product.categorized], [null, 0, null, true, true]);
    equal([product.activeData.unitsMonth, product.activeData.getRevenueDay(), product.activeData.availableDate, product.activeData instanceof dw.object.ActiveData], [null, null, null, true]);
    equal([product.EAN, product.UPC, product.manufacturerName, product.template, product.activeData.empty], [null, null, null, null, true]);
    var category = product.primaryCategory;
    equal([category.image, category.thumbnail, category.template, category.defaultSortingRule.ID, category.onlineFlag, category.isDirectSubCategoryOf(category.parent)], [null, null, null, 'best-matches', true, true]);
    equal(product.attributeModel.getAttributeDefinition('brand').ID, 'brand');
    equal(product.attributeModel.getDisplayValue(product.attributeModel.getAttributeDefinition('brand')), product.brand);
});

test('orders of a search are chosen', function () {
    var options = dw.catalog.CatalogMgr.sortingOptions;
    equal([options[0].ID, options[0].sortingRule.ID, dw.catalog.CatalogMgr.getSortingOption('none')], ['best-matches', 'best-matches', null]);
});

test('members of platform objects are their own', function () {
    var own = Object.prototype.hasOwnProperty;
    var list = new dw.util.ArrayList(1);
    equal([own.call(list, 'iterator'), own.call(list, 'nothing'), list.hasOwnProperty('length'), own.call(session, 'setTrackingAllowed')], [true, false, true, true]);
    equal([own.call({ a: 1 }, 'a'), own.call({}, 'toString'), own.call(list, 'toString'), Object.hasOwnProperty.call(session.custom, 'x')], [true, false, false, false]);
});

test('an address has a choice more or less', function () {
    var model = dw.catalog.ProductMgr.getProduct('KM01002-01').variationModel;
    var color = model.getProductVariationAttribute('color');
    reads(model.urlSelectVariationValue('Product-Show', color, 'rust'), dw.web.URLUtils.abs('Product-Show', 'pid', 'KM01002', 'dwvar_KM01002_color', 'rust'));
    reads(model.urlUnselectVariationValue('Product-Show', color), dw.web.URLUtils.abs('Product-Show', 'pid', 'KM01002', 'dwvar_KM01002_color', ''));
    equal(String(model.url('Product-Show', color, 'rust')).split('?')[1], 'pid=KM01002&dwvar_KM01002_color=rust');
    equal([model.getImages('large').length, model.getImage('large'), model.variationGroups.length], [0, null, 0]);
});

test('categories below one are told with what a search finds in them', function () {
    var search = new dw.catalog.ProductSearchModel();
    search.setCategoryID('root');
    search.search();
    var values = search.refinements.getNextLevelCategoryRefinementValues(dw.catalog.CatalogMgr.getCategory('kitchen'));
    var told = values.toArray().map(function (value) { return [value.ID, value.value, value.displayValue, value.hitCount > 0]; });
    equal(told[0], ['kitchen-mugs', 'kitchen-mugs', dw.catalog.CatalogMgr.getCategory('kitchen-mugs').displayName, true]);
    equal(search.refinements.getNextLevelCategoryRefinementValues(null).toArray().some(function (value) { return value.ID === 'kitchen'; }), true);
    equal([search.refinedByAttribute, search.isRefinedByAttribute()], [false, false]);
    var color = search.refinements.refinementDefinitions.toArray().filter(function (it) { return it.attributeID === 'color'; })[0];
    search.addRefinementValues('color', 'moss');
    equal([search.refinedByAttribute, search.refinements.getRefinementValue(color, 'moss').value, search.refinements.getRefinementValue('color', 'none')], [true, 'moss', null]);
    equal([search.refinements.promotionRefinementDefinition, dw.catalog.SearchRefinements.SORT_VALUE_COUNT], [null, 1]);
    equal(search.refinements instanceof dw.catalog.SearchRefinements, true);
});

test('a product tells whether it is in the catalogue of the site', function () {
    var variant = dw.catalog.ProductMgr.getProduct('KM01001-02');
    equal([variant.assignedToSiteCatalog, variant.isSiteProduct(), variant.masterProduct.assignedToSiteCatalog], [true, true, true]);
});

test('a search tells the deepest category of all that it found', function () {
    function common(phrase) {
        var search = new dw.catalog.ProductSearchModel();
        search.setSearchPhrase(phrase);
        search.search();
        return search.deepestCommonCategory.ID;
    }
    equal([common('heron mug'), common('nothing at all')], ['kitchen-mugs', 'root']);
});

test('a search that names no category is in the root', function () {
    var search = new dw.catalog.ProductSearchModel();
    search.setSearchPhrase('mug');
    equal([search.category.ID, search.category.parent, search.categoryID, search.categorySearch], ['root', null, null, false]);
    search.setCategoryID('nowhere');
    equal(search.category, null);
});

test('a search takes what can be made a number or a text', function () {
    var search = new dw.catalog.ProductSearchModel();
    search.setCategoryID(undefined);
    equal(search.categoryID, null);
    search.setSearchPhrase(5);
    search.setPriceMin('10');
    search.setPriceMax(null);
    equal([search.searchPhrase, search.priceMin, search.priceMax, search.refinedByPrice], ['5', 10, null, true]);
    search.search();
    fails(function () { search.setPriceMax('much'); }, 'The highest price is a number, not much');
});

test('a product is assigned to its categories', function () {
    var mug = dw.catalog.ProductMgr.getProduct('KM01001');
    var assignments = mug.categoryAssignments;
    equal(assignments.toArray().map(function (it) { return [it.category.ID, it.product === mug, it.name, it.image, it.custom.none]; }), [['kitchen-mugs', true, null, null, null]]);
    equal([mug.allCategoryAssignments.length, mug.primaryCategoryAssignment.category.ID, mug.getCategoryAssignment(dw.catalog.CatalogMgr.getCategory('kitchen'))], [1, 'kitchen-mugs', null]);
});

test('a search tells how it went', function () {
    var Search = dw.catalog.ProductSearchModel, Status = dw.system.SearchStatus;
    function status(phrase, category) {
        var search = new Search();
        search.setSearchPhrase(phrase);
        search.setCategoryID(category);
        var found = search.search();
        return [found.statusCode, typeof found.description, search.count > 0, found instanceof Status];
    }
    equal(status('mug', null), [Status.SUCCESSFUL, 'string', true, true]);
    equal(status(null, null), [Status.EMPTY_QUERY, 'string', false, true]);
    equal(status(null, 'nowhere'), [Status.NO_CATEGORY, 'string', false, true]);
    equal(status(null, 'root'), [Status.ROOT_SEARCH, 'string', true, true]);
});

test('a search is sorted by what was chosen, or by the rule of its category', function () {
    var search = new dw.catalog.ProductSearchModel();
    search.setCategoryID('kitchen-mugs');
    equal([search.effectiveSortingRule, search.sortingRule], [null, null]);
    search.search();
    equal([search.effectiveSortingRule.ID, search.sortingRule], [search.category.defaultSortingRule.ID, null]);
    var other = dw.catalog.CatalogMgr.sortingOptions.toArray().filter(function (it) { return it.sortingRule.ID !== search.effectiveSortingRule.ID; })[0];
    search.setSortingOption(other);
    search.search();
    equal([search.effectiveSortingRule.ID, search.sortingRule], [other.sortingRule.ID, null]);
    search.setSortingRule(search.category.defaultSortingRule);
    search.search();
    equal(search.effectiveSortingRule.ID, search.category.defaultSortingRule.ID);
});

test('a search is for what promotions concern', function () {
    var Search = dw.catalog.ProductSearchModel;
    function found(ids, type, category) {
        var search = new Search();
        search.setCategoryID(category || 'living-blankets');
        search.setPromotionIDs(ids);
        search.setPromotionProductType(type);
        search.search();
        equal([search.promotionID, search.promotionIDs.length, search.isRefinedByPromotion(ids[0])], [ids[0], ids.length, true]);
        return search.productSearchHits.asList().toArray().map(function (hit) { return hit.product; });
    }
    var promotion = dw.campaign.PromotionMgr.getPromotion('blanket-weeks');
    var discounted = found(['blanket-weeks', 'none'], Search.PROMOTION_PRODUCT_TYPE_DISCOUNTED);
    var plan = dw.campaign.PromotionMgr.activePromotions;
    equal(discounted.length > 0 && discounted.every(function (product) {
        return [product].concat(product.variants.toArray()).some(function (each) { return plan.getProductPromotionsForDiscountedProduct(each).contains(promotion); });
    }), true);
    equal([found(['none']).length, found(['blanket-weeks'], 'bonus').length, found(['blanket-weeks']).length], [0, 0, discounted.length]);
    equal(found(['blanket-weeks'], 'discounted', 'kitchen-knives').length, 0);
    fails(function () { new Search().setPromotionIDs(new Array(31)); }, 'at most 30 promotions, not for 31');
    fails(function () { new Search().setProductIDs(new Array(31)); }, 'at most 30 products, not for 31');
});

test('addresses of a search for an action are absolute, those on a URL are what it is', function () {
    var Search = dw.catalog.ProductSearchModel, Utils = dw.web.URLUtils;
    var search = new Search();
    search.setSearchPhrase('mug');
    var option = dw.catalog.CatalogMgr.sortingOptions[0];
    var given = Utils.url('Search-Show', 'a', 'b');
    [
        [function (on) { return Search.urlForCategory(on, 'c'); }, 'cgid=c'],
        [function (on) { return Search.urlForProduct(on, 'c', 'p'); }, 'cgid=c&pid=p'],
        [function (on) { return Search.urlForRefine(on, 'color', 'red'); }, 'prefn1=color&prefv1=red'],
        [function (on) { return search.urlRefineCategory(on, 'c'); }, 'q=mug&cgid=c'],
        [function (on) { return search.urlRelaxCategory(on); }, 'q=mug'],
        [function (on) { return search.urlRefinePrice(on, 1, 2); }, 'q=mug&pmin=1&pmax=2'],
        [function (on) { return search.urlRelaxPrice(on); }, 'q=mug'],
        [function (on) { return search.urlRefinePromotion(on, 'p'); }, 'q=mug&pmid=p'],
        [function (on) { return search.urlRelaxPromotion(on); }, 'q=mug'],
        [function (on) { return search.urlSortingOption(on, option); }, 'q=mug&sopt=' + option.ID],
        [function (on) { return search.urlSortingRule(on, option.sortingRule); }, 'q=mug&srule=' + option.sortingRule.ID]
    ].forEach(function (entry) {
        reads(entry[0]('Search-Show'), Utils.abs('Search-Show') + '?' + entry[1]);
        reads(entry[0](given), Utils.url('Search-Show') + '?a=b&' + entry[1]);
    });
    reads(search.url('Search-Show'), Utils.url('Search-Show', 'q', 'mug'));
    reads(search.url(given), Utils.url('Search-Show', 'a', 'b', 'q', 'mug'));
    reads(given, Utils.url('Search-Show', 'a', 'b'));
});

test('a search is for a range of values', function () {
    var search = new dw.catalog.ProductSearchModel();
    search.setCategoryID('kitchen-mugs');
    search.setRefinementValues('color', 'sky');
    search.setRefinementValueRange('color', 'a', 'n');
    equal([search.getRefinementValues('color').length, search.getRefinementMinValue('color'), search.getRefinementMaxValue('color'), search.getRefinementMinValue('size')], [0, 'a', 'n', null]);
    equal([search.isRefinementByValueRange('color'), search.isRefinementByValueRange('color', 'a', 'n'), search.isRefinementByValueRange('color', 'a', 'o'), search.refinedSearch, search.canRelax()], [true, true, false, true, true]);
    search.search();
    var hits = search.productSearchHits.asList().toArray();
    equal([hits.length > 0, hits.every(function (hit) { return hit.representedProducts.toArray().every(function (product) { return product.custom.color.value >= 'a' && product.custom.color.value <= 'n'; }); })], [true, true]);
    reads(search.url('Search-Show').toString().split('?')[1], 'cgid=kitchen-mugs&prefn1=color&prefmin1=a&prefmax1=n');
    reads(search.urlRefineAttributeValueRange('Search-Show', 'color', 'b', null).toString().split('?')[1], 'cgid=kitchen-mugs&prefn1=color&prefmin1=b');
    search.setRefinementValueRange('color', null, null);
    equal([search.isRefinementByValueRange('color'), search.refinedSearch, search.canRelax()], [false, false, false]);
});

test('a search is sorted by attributes, or by an option', function () {
    var Search = dw.catalog.ProductSearchModel;
    function names(change) {
        var search = new Search();
        search.setCategoryID('kitchen-mugs');
        change(search);
        search.search();
        return search.productSearchHits.asList().toArray().map(function (hit) { return hit.product.name; });
    }
    var up = names(function (search) { search.setSortingCondition('name', Search.SORT_DIRECTION_ASCENDING); });
    var down = names(function (search) { search.setSortingCondition('name', Search.SORT_DIRECTION_DESCENDING); });
    equal([up.length > 1, up.slice().sort(), down], [true, up, up.slice().reverse()]);
    var search = new Search();
    search.setSearchPhrase('mug');
    search.setSortingCondition('price', Search.SORT_DIRECTION_DESCENDING);
    equal([search.getSortingCondition('price'), search.getSortingCondition('name')], [2, 0]);
    function query(url) { return String(url).split('?')[1]; }
    reads(query(search.url('Search-Show')), 'q=mug&psortb1=price&psortd1=2');
    reads(query(search.urlSort('Search-Show', 'name', 1)), 'q=mug&psortb1=name&psortd1=1');
    reads(query(search.urlDefaultSort('Search-Show')), 'q=mug');
    reads(query(search.urlSortingRule('Search-Show', new dw.catalog.SortingRule('best'))), 'q=mug&srule=best');
    search.setSortingCondition('price', Search.SORT_DIRECTION_NONE);
    var option = dw.catalog.CatalogMgr.sortingOptions[0];
    search.setSortingOption(option);
    reads(query(search.url('Search-Show')), 'q=mug&sopt=' + option.ID);
    reads(query(search.urlSortingOption('Search-Show', option)), 'q=mug&sopt=' + option.ID);
});

test('refinements are those of the category that is said, else of what all that was found has in common', function () {
    var search = new dw.catalog.ProductSearchModel();
    search.setCategoryID('kitchen-mugs');
    search.search();
    equal(search.refinementCategory.ID, search.deepestCommonCategory.ID);
    search.setRefinementCategory(dw.catalog.CatalogMgr.getCategory('kitchen'));
    equal(search.refinementCategory.ID, 'kitchen');
});

test('kinds of hits have names', function () {
    var Hit = dw.catalog.ProductSearchHit;
    equal([Hit.HIT_TYPE_SIMPLE, Hit.HIT_TYPE_PRODUCT_MASTER, Hit.HIT_TYPE_SLICING_GROUP], ['product', 'master', 'slicing_group']);
});

test('addresses of a search keep all that it is for', function () {
    var model = new dw.catalog.ProductSearchModel();
    model.setCategoryID('root');
    model.setPriceMin(5);
    model.addRefinementValues('size', '1');
    var address = function (url) { return String(url).replace(/^.*Search-Show/, ''); };
    equal(address(model.urlRefineAttribute('Search-Show', 'color', 'red')), '?cgid=root&pmin=5&prefn1=size&prefv1=1&prefn2=color&prefv2=red');
    equal(address(model.urlRefineAttributeValue('Search-Show', 'size', '2')), '?cgid=root&pmin=5&prefn1=size&prefv1=1%7C2');
    equal(address(model.urlRelaxAttribute('Search-Show', 'size')), '?cgid=root&pmin=5');
    equal(address(model.urlRelaxAttributeValue('Search-Show', 'size', '1')), '?cgid=root&pmin=5');
    equal(address(model.urlRefineAttributeValueRange('Search-Show', 'weight', 1, 2)), '?cgid=root&pmin=5&prefn1=size&prefv1=1&prefn2=weight&prefmin2=1&prefmax2=2');
    equal([model.refinedByAttribute, model.refinedSearch, model.canRelax()], [true, true, true]);
});

test('attributes may have any name', function () {
    [new dw.catalog.ProductSearchModel(), new dw.content.ContentSearchModel()].forEach(function (model) {
        ['constructor', 'toString', '__proto__', 'valueOf'].forEach(function (name) {
            equal([model.isRefinedByAttribute(name), model.getRefinementValues(name).length, model.getSortingCondition(name)], [false, 0, 0]);
            model.addRefinementValues(name, 'x');
            equal([model.isRefinedByAttributeValue(name, 'x'), model.getRefinementValue(name)], [true, 'x']);
            model.setRefinementValueRange(name, 1, 2);
            equal([model.getRefinementMinValue(name), model.getRefinementMaxValue(name), model.getRefinementValues(name).length], ['1', '2', 0]);
            model.setRefinementValueRange(name, null, null);
            equal(model.refinedByAttribute, false);
        });
    });
});

test('what a search is told as XML is its text', function () {
    var x = <a>some</a>;
    var search = new dw.catalog.ProductSearchModel();
    search.setProductID(x);
    search.setPromotionProductType(x);
    search.setCategoryID(x);
    search.setSearchPhrase(x);
    equal([search.productID, search.promotionProductType, search.categoryID, search.searchPhrase], ['some', 'some', 'some', 'some']);
    var content = new dw.content.ContentSearchModel();
    content.setFolderID(x);
    content.setContentID(x);
    equal([content.folderID, content.contentID], ['some', 'some']);
    dw.catalog.StoreMgr.setStoreIDToSession(x);
    equal(dw.catalog.StoreMgr.storeIDFromSession, 'some');
    dw.catalog.StoreMgr.setStoreIDToSession(null);
});
