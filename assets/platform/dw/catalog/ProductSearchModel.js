'use strict';

const { define } = require('../../internal/bean');
const { number, text } = require('../../internal/converted');
const products = require('../../internal/products');
const prices = require('../../internal/prices');
const { withRefinements } = require('../../internal/searched');
const { searchMode } = require('../../internal/searchModes');
const ArrayList = require('dw/util/ArrayList');
const ProductSearchHit = require('dw/catalog/ProductSearchHit');
const ProductInventoryMgr = require('dw/catalog/ProductInventoryMgr');
const ProductSearchRefinements = require('dw/catalog/ProductSearchRefinements');
const SearchModel = require('dw/catalog/SearchModel');
const SearchStatus = require('dw/system/SearchStatus');
const SeekableIterator = require('dw/util/SeekableIterator');
const URL = require('dw/web/URL');

const MOST = 30;
const MOST_LISTS = 10;
/** What is found by a search that wasn't made. */
const NOTHING = { ids: [], represented: {}, rule: null };
/** How a promotion may concern a product. */
const CONCERNS = {
    bonus: (promotion, product) => promotion.gives(product),
    discounted: (promotion, product) => promotion.promotionClass === 'PRODUCT' && promotion.discounts(product),
    qualifying: (promotion, product) => promotion.isQualifiedBy(product)
};

function price(amount, which) {
    return amount === null || amount === undefined ? null : number(amount, `The ${which} price`);
}

/** IDs that a search is for: at most 30, or as many as are allowed. */
function some(ids, what, most = MOST) {
    const all = ids === null || ids === undefined ? [] : Array.from(ids, String);
    if (all.length > most) {
        throw new TypeError(`A search is for at most ${most} ${what}, not for ${all.length}`);
    }
    return all;
}

/** A search for products: by words, in a category, refined, in an order. */
class ProductSearchModel extends SearchModel {
    #category = null;
    #priceMin = null;
    #priceMax = null;
    #rule = null;
    #recursive = true;
    #orderable = false;
    #option = null;
    #promotions = [];
    #promotionType = null;
    #product = null;
    #products = [];
    #types = [];
    #without = [];
    #lists = [];
    #stores = null;
    #mode = null;
    #refining = null;
    #result = null;

    getCategoryID() {
        return this.#category;
    }

    setCategoryID(id) {
        this.#category = text(id);
    }

    /** The root if the search is in no category; null if the category isn't online, or isn't there. */
    getCategory() {
        const category = this.#asksFor();
        return category !== null && category.online ? category : null;
    }

    /** The category that was said, online or not. */
    #asksFor() {
        return products.category(this.#category === null ? 'root' : this.#category);
    }

    getPriceMin() {
        return this.#priceMin;
    }

    setPriceMin(amount) {
        this.#priceMin = price(amount, 'lowest');
    }

    getPriceMax() {
        return this.#priceMax;
    }

    setPriceMax(amount) {
        this.#priceMax = price(amount, 'highest');
    }

    setSortingRule(rule) {
        this.#rule = rule;
    }

    getSortingRule() {
        return this.#rule;
    }

    /** The rule stands before it. */
    setSortingOption(option) {
        this.#option = option;
    }

    #explicitRule() {
        return this.#rule || (this.#option && this.#option.sortingRule);
    }

    /** The rule that what was found is sorted by; none before it is searched. */
    getEffectiveSortingRule() {
        if (this.#result === null) {
            return null;
        }
        return this.#result.rule === null ? null : require('dw/catalog/CatalogMgr').getSortingRule(this.#result.rule);
    }

    isRefinedByPrice() {
        return this.#priceMin !== null || this.#priceMax !== null;
    }

    isRefinedSearch() {
        return this.isRefinedByPrice() || this.isRefinedByAttribute();
    }

    isRecursiveCategorySearch() {
        return this.#recursive;
    }

    setRecursiveCategorySearch(recursive) {
        this.#recursive = Boolean(recursive);
    }

    isOrderableProductsOnly() {
        return this.#orderable;
    }

    setOrderableProductsOnly(orderable) {
        this.#orderable = Boolean(orderable);
    }

    getPromotionID() {
        return this.#promotions.length > 0 ? this.#promotions[0] : null;
    }

    setPromotionID(id) {
        this.#promotions = id === null || id === undefined ? [] : [String(id)];
    }

    getPromotionIDs() {
        return new ArrayList(this.#promotions);
    }

    /** At most 30. */
    setPromotionIDs(ids) {
        this.#promotions = some(ids, 'promotions');
    }

    getPromotionProductType() {
        return this.#promotionType;
    }

    setPromotionProductType(type) {
        this.#promotionType = text(type);
    }

    getInventoryIDs() {
        return new ArrayList(this.#lists);
    }

    /** What is found is in stock in one of these lists: at most 10. */
    setInventoryListIDs(ids) {
        this.#lists = some(ids, 'inventory lists', MOST_LISTS);
    }

    getStoreInventoryFilter() {
        return this.#stores;
    }

    /** The same by lists that addresses have other names for. */
    setStoreInventoryFilter(filter) {
        if (filter !== null && filter !== undefined) {
            some(filter.storeInventoryFilterValues, 'stores', MOST_LISTS);
        }
        this.#stores = filter || null;
    }

    /** The category whose refinements there are. */
    getRefinementCategory() {
        return this.#refining || this.getDeepestCommonCategory();
    }

    setRefinementCategory(category) {
        this.#refining = category || null;
    }

    criteria() {
        const given = [this.#category, this.#product, this.isRefinedByPrice() ? 'price' : null].concat(this.#promotions, this.#products);
        return super.criteria().concat(given.filter(Boolean));
    }

    getProductID() {
        return this.#product;
    }

    setProductID(id) {
        this.#product = text(id);
    }

    isRefinedCategorySearch() {
        return this.isCategorySearch() && this.isRefinedSearch();
    }

    isRefinedByCategory() {
        return this.#category !== null;
    }

    /** `lexical` or `semantic`, as it was asked for; null if it wasn't. */
    getSearchMode() {
        return this.#mode;
    }

    setSearchMode(mode) {
        this.#mode = searchMode(mode);
    }

    /** Words alone are compared, whatever was asked for; null before a search. */
    getEffectiveSearchMode() {
        return this.#result === null ? null : 'lexical';
    }

    /** Results come in the order of the sorting rule, the same for everybody. */
    isPersonalizedSort() {
        return false;
    }

    getSearchRedirect(phrase = this.getSearchPhrase()) {
        return ProductSearchModel.getSearchRedirect(phrase);
    }

    /** Several products instead of one. */
    setProductIDs(ids) {
        this.#products = some(ids, 'products');
    }

    getProductIDs() {
        return new ArrayList(this.#products);
    }

    getProducts() {
        return new SeekableIterator(this.#found().ids.map(products.product));
    }

    /** The hit of a product that was found, or of its master. */
    getProductSearchHit(product) {
        const ids = [product.ID].concat(product.variant ? product.masterProduct.ID : []);
        const found = this.#found().ids.find((id) => ids.includes(id));
        return found === undefined ? null : this.#hit(found);
    }

    /** In the place of the types that were said before, to be found or to be left out. */
    addHitTypeRefinement(...types) {
        [this.#types, this.#without] = [types, []];
    }

    excludeHitType(...types) {
        [this.#types, this.#without] = [[], types];
    }

    isRefinedByPriceRange(from, to) {
        return this.#priceMin === from && this.#priceMax === to;
    }

    isRefinedByPromotion(id) {
        return id === undefined ? this.#promotions.length > 0 : this.#promotions.includes(id);
    }

    /** Some addresses are absolute, where others are paths. */
    #absolute(action) {
        return this.url(URL.begunAbsolute(action));
    }

    urlRefinePrice(action, from, to) {
        const url = this.#absolute(action).remove('pmin').remove('pmax');
        [['pmin', from], ['pmax', to]].filter(([, amount]) => amount !== null && amount !== undefined).forEach(([name, amount]) => url.append(name, amount));
        return url;
    }

    urlRelaxPrice(action) {
        return this.urlRefinePrice(action, null, null);
    }

    urlRefinePromotion(action, id) {
        return this.#absolute(action).remove('pmid').append('pmid', id);
    }

    urlRelaxPromotion(action) {
        return this.#absolute(action).remove('pmid');
    }

    urlRelaxCategory(action) {
        const parent = this.getCategory() && this.getCategory().parent;
        const url = this.#absolute(action).remove('cgid');
        return parent && !parent.root ? url.append('cgid', parent.ID) : url;
    }

    static urlForCategory(action, id) {
        return URL.begunAbsolute(action).append('cgid', id);
    }

    static urlForProduct(action, categoryID, productID) {
        return ProductSearchModel.urlForCategory(action, categoryID).append('pid', productID);
    }

    static urlForRefine(action, attributeID, value) {
        return URL.begunAbsolute(action).append('prefn1', attributeID).append('prefv1', value);
    }

    /** What the phrase may mean, if no product has one of its words. */
    getSearchPhraseSuggestions() {
        const corrected = this.getSuggestedSearchPhrase();
        return new (require('dw/suggest/SearchPhraseSuggestions'))(corrected === null ? [] : [corrected], this.getSearchPhrase());
    }

    getSuggestedSearchPhrase() {
        return this.getSearchPhrase() ? host.call('catalog.corrected', { phrase: this.getSearchPhrase() }) : null;
    }

    getSuggestedSearchPhrases() {
        return this.getSearchPhraseSuggestions().getSuggestedPhrases().asList();
    }

    getPageMetaTags() {
        return require('../../internal/metaTags').ofProductSearch(this);
    }

    getPageMetaTag(id) {
        return require('../../internal/metaTags').find(this.getPageMetaTags(), id);
    }

    /** The deepest category that all products that were found are in, or below it; the root if nothing was found. */
    getDeepestCommonCategory() {
        return products.category(host.call('catalog.common', { ids: this.#found().ids }));
    }

    /** Whether a product that was found is meant: in the category itself, to be had, with the ID. */
    #isMeant(id) {
        const product = products.product(id);
        const isInside = this.#recursive || this.#category === null || product.categories.toArray().some((category) => category.ID === this.#category);
        const isThere = !this.#orderable || product.availabilityModel.orderable;
        const type = new ProductSearchHit(id).hitType;
        const isOfType = (this.#types.length === 0 || this.#types.includes(type)) && !this.#without.includes(type);
        const isWanted = this.#products.length === 0 || this.#products.some((each) => each === id || product.variants.toArray().some((variant) => variant.ID === each));
        return isInside && isThere && isOfType && isWanted && this.#isInStock(product) && this.#isPromoted(product) && (this.#product === null || this.#product === id);
    }

    /** The inventory lists in one of which it has to be. */
    #inventories() {
        return this.#lists.concat(this.#stores === null ? [] : this.#stores.storeInventoryFilterValues.toArray().map((value) => value.inventoryListID));
    }

    #isInStock(product) {
        const ids = this.#inventories();
        const lists = ids.map((id) => ProductInventoryMgr.getInventoryList(id)).filter(Boolean);
        return ids.length === 0 || lists.some((list) => product.getAvailabilityModel(list).inStock);
    }

    /** Whether one of the promotions that are looked for concerns it, or one of its variants, as the type says. */
    #isPromoted(product) {
        if (this.#promotions.length === 0) {
            return true;
        }
        const { PromotionMgr } = dw.campaign;
        const promotions = this.#promotions.map((id) => PromotionMgr.getPromotion(id)).filter(Boolean);
        const kinds = this.#promotionType in CONCERNS ? [this.#promotionType] : Object.keys(CONCERNS);
        const members = [product].concat(product.variants.toArray());
        return promotions.some((promotion) => members.some((member) => kinds.some((kind) => CONCERNS[kind](promotion, member))));
    }

    isCategorySearch() {
        return this.#category !== null && !this.getSearchPhrase();
    }

    isEmptyQuery() {
        return !this.getSearchPhrase() && this.#category === null && !this.isRefinedSearch();
    }

    #asked() {
        return {
            phrase: this.getSearchPhrase(),
            category: this.#category,
            refinements: this.refinedValues(),
            price_min: this.#priceMin,
            price_max: this.#priceMax,
            ranges: this.ranges(),
            sort: this.#explicitRule() ? this.#explicitRule().ID : null,
            order: Object.entries(this.order()),
            refining: this.#refining === null ? null : this.#refining.ID,
            locale: request.locale,
            currency: prices.currency(),
            books: prices.applying().slice().sort()
        };
    }

    /** The name of the status that a search has. */
    #status() {
        const isForNothing = this.isEmptyQuery() && this.#product === null && this.#products.length === 0 && this.#promotions.length === 0;
        const category = this.#asksFor();
        if (isForNothing) {
            return 'EMPTY_QUERY';
        }
        if (category === null) {
            return 'NO_CATEGORY';
        }
        if (!category.online) {
            return 'OFFLINE_CATEGORY';
        }
        return this.isCategorySearch() && category.root ? 'ROOT_SEARCH' : 'SUCCESSFUL';
    }

    search() {
        const status = this.#status();
        const isMade = ['SUCCESSFUL', 'ROOT_SEARCH'].includes(status);
        // As it is now: what is set later is for the next search.
        const asked = JSON.parse(JSON.stringify(this.#asked()));
        this.#result = isMade ? Object.assign(host.call('catalog.search', asked), { asked }) : NOTHING;
        if (!this.#recursive || this.#orderable || this.#inventories().length > 0 || this.#promotions.length > 0 || this.#product !== null || this.#products.length > 0 || this.#types.length > 0 || this.#without.length > 0) {
            this.#result.ids = this.#result.ids.filter((id) => this.#isMeant(id));
        }
        return new SearchStatus(status);
    }

    #hit(id) {
        return new ProductSearchHit(id, this.#found().represented[id]);
    }

    #found() {
        return this.#result || NOTHING;
    }

    getCount() {
        return this.#found().ids.length;
    }

    getProductSearchHits() {
        return new SeekableIterator(this.#found().ids.map((id) => this.#hit(id)));
    }

    getRefinements() {
        const found = this.#found();
        const below = (id) => (found.asked ? host.call('catalog.below', Object.assign({ below: id }, found.asked)) : []);
        const offers = () => {
            found.offers = found.offers || (found.asked ? host.call('catalog.refinements', found.asked) : []);
            return found.offers;
        };
        return new ProductSearchRefinements(this, offers, below);
    }

    address(action, refinements = this.refinedValues()) {
        const url = URL.begun(action);
        this.#appendBasics(url);
        return withRefinements(url, refinements, this.ranges(), this.order());
    }

    #appendBasics(url) {
        const basics = { q: this.getSearchPhrase(), cgid: this.#category, pmin: this.#priceMin, pmax: this.#priceMax,
            srule: this.#rule ? this.#rule.ID : null, sopt: this.#rule || !this.#option ? null : this.#option.ID,
            ilids: this.#lists.length > 0 ? this.#lists.join('|') : null };
        Object.keys(basics).filter((name) => basics[name] !== null).forEach((name) => url.append(name, basics[name]));
        if (this.#stores !== null) {
            url.append(this.#stores.semanticURLParameter, this.#stores.storeInventoryFilterValues.toArray().map((value) => value.semanticInventoryID).join('|'));
        }
    }

    urlRefineCategory(action, id) {
        return this.#absolute(action).remove('cgid').append('cgid', id);
    }

    /** The address without what says how to sort. */
    #unsorted(action) {
        return this.urlDefaultSort(URL.begunAbsolute(action)).remove('srule').remove('sopt');
    }

    urlSortingRule(action, rule) {
        return this.#unsorted(action).append('srule', rule.ID);
    }

    urlSortingOption(action, option) {
        return this.#unsorted(action).append('sopt', option.ID);
    }

    toString() {
        return `[ProductSearchModel phrase=${this.getSearchPhrase()} category=${this.#category}]`;
    }
}

module.exports = define(ProductSearchModel, 'dw.catalog.ProductSearchModel', {
    get: {
        categoryID: true,
        category: true,
        priceMin: true,
        priceMax: true,
        sortingRule: true,
        effectiveSortingRule: true,
        inventoryIDs: true,
        storeInventoryFilter: true,
        searchMode: true,
        effectiveSearchMode: true,
        refinementCategory: true,
        promotionID: true,
        promotionIDs: true,
        promotionProductType: true,
        productIDs: true,
        products: true,
        productID: true,
        orderableProductsOnly: { get: (model) => model.isOrderableProductsOnly() },
        searchPhraseSuggestions: true,
        suggestedSearchPhrase: true,
        suggestedSearchPhrases: true,
        pageMetaTags: true,
        deepestCommonCategory: true,
        count: true,
        productSearchHits: true,
        refinements: true
    },
    is: {
        recursiveCategorySearch: true,
        refinedCategorySearch: true,
        refinedByCategory: true,
        personalizedSort: true,
        refinedByPrice: true,
        categorySearch: true,
        refinedByPromotion: true
    },
    apart: ['refinementCategory']
});
