'use strict';

const { define } = require('../../internal/bean');
const { termsOf } = require('../../internal/completed');
const { text } = require('../../internal/converted');
const { searchMode } = require('../../internal/searchModes');
const BrandSuggestions = require('dw/suggest/BrandSuggestions');
const CatalogMgr = require('dw/catalog/CatalogMgr');
const CategorySuggestions = require('dw/suggest/CategorySuggestions');
const ContentSearchModel = require('dw/content/ContentSearchModel');
const ContentSuggestions = require('dw/suggest/ContentSuggestions');
const ProductSearchModel = require('dw/catalog/ProductSearchModel');
const ProductSuggestions = require('dw/suggest/ProductSuggestions');
const SeekableIterator = require('dw/util/SeekableIterator');

const USUALLY = 5;

function below(category) {
    const inner = category.onlineSubCategories.toArray();
    return inner.concat(inner.flatMap(below));
}

/** Whether each word is the beginning of one of a name. */
function isNamed(name, terms) {
    const words = termsOf(String(name).toLowerCase());
    return terms.every((term) => words.some((word) => word.startsWith(term)));
}

/**
 * Suggestions for the beginning of a phrase: products and content assets that are found by it, and categories by their
 * names. Nobody
 * keeps what others have searched for, and there are no suggestions by hand.
 */
class SuggestModel {
    #phrase = '';
    #category = null;
    #most = USUALLY;
    #filtered = true;
    #refining = [];
    #mode = null;
    #isAsked = false;

    setSearchPhrase(phrase) {
        this.#phrase = phrase === null || phrase === undefined ? '' : String(phrase).trim();
    }

    setCategoryID(id) {
        this.#category = text(id);
    }

    /** Products that are suggested have one of the values, which may hold several, divided by `|`. */
    addRefinementValues(id, values) {
        this.#refining.push(['addRefinementValues', id, values]);
    }

    setRefinementValues(id, values) {
        this.#refining.push(['setRefinementValues', id, values]);
    }

    removeRefinementValues(id, values) {
        this.#refining.push(['removeRefinementValues', id, values]);
    }

    /** `lexical` or `semantic`, as it was asked for; null if it wasn't. */
    getSearchMode() {
        return this.#mode;
    }

    setSearchMode(mode) {
        this.#mode = searchMode(mode);
    }

    /** Words alone are compared, whatever was asked for; null before anything was. */
    getEffectiveSearchMode() {
        return this.#isAsked ? 'lexical' : null;
    }

    setMaxSuggestions(most) {
        this.#most = Math.min(Math.max(0, Number(most)), SuggestModel.MAX_SUGGESTIONS);
    }

    isFilteredByFolder() {
        return this.#filtered;
    }

    setFilteredByFolder(isWanted) {
        this.#filtered = Boolean(isWanted);
    }

    /** What is found for the phrase, else for what it may be a misspelling of. */
    #hits() {
        const hits = this.#found(this.#phrase);
        const corrected = hits.length === 0 && this.#phrase !== '' ? host.call('catalog.corrected', { phrase: this.#phrase }) : null;
        return corrected === null ? hits : this.#found(corrected);
    }

    #found(phrase) {
        this.#isAsked = true;
        const search = new ProductSearchModel();
        search.setSearchPhrase(phrase);
        this.#refining.forEach(([change, id, values]) => search[change](id, values));
        if (this.#category !== null) {
            search.setCategoryID(this.#category);
        }
        search.search();
        return this.#first(search.productSearchHits);
    }

    #first(found) {
        const first = [];
        while (found.hasNext() && first.length < this.#most) {
            first.push(found.next());
        }
        return first;
    }

    /** Nothing for an empty phrase, or if nothing was found. */
    getProductSuggestions() {
        const hits = this.#phrase === '' ? [] : this.#hits();
        return hits.length === 0 ? null : new ProductSuggestions(hits, hits.map((hit) => hit.product.name), this.#phrase);
    }

    getCategorySuggestions() {
        const terms = termsOf(this.#phrase.toLowerCase());
        const known = terms.length === 0 ? [] : below(CatalogMgr.siteCatalog.root);
        const found = known.filter((category) => isNamed(category.displayName, terms)).slice(0, this.#most);
        return found.length === 0 ? null : new CategorySuggestions(found, found.map((category) => category.displayName), this.#phrase);
    }

    getContentSuggestions() {
        const search = new ContentSearchModel();
        search.setSearchPhrase(this.#phrase);
        search.setFilteredByFolder(this.#filtered);
        search.search();
        const found = this.#phrase === '' ? [] : this.#first(search.content);
        return found.length === 0 ? null : new ContentSuggestions(found, found.map((content) => content.name), this.#phrase);
    }

    /** The brands that begin so, of what is found; never nothing, since scripts don't expect that of brands. */
    getBrandSuggestions() {
        const wanted = this.#phrase.toLowerCase();
        const brands = wanted === '' ? [] : this.#hits().map((hit) => hit.product.brand).filter(Boolean);
        const found = Array.from(new Set(brands)).filter((brand) => brand.toLowerCase().startsWith(wanted));
        return new BrandSuggestions(found, found, this.#phrase, found);
    }

    getCustomSuggestions() {
        return null;
    }

    getPopularSearchPhrases() {
        return new SeekableIterator([]);
    }

    getRecentSearchPhrases() {
        return new SeekableIterator([]);
    }

    toString() {
        return `[SuggestModel phrase=${this.#phrase}]`;
    }
}

module.exports = define(SuggestModel, 'dw.suggest.SuggestModel', {
    get: {
        searchMode: true,
        effectiveSearchMode: true,
        productSuggestions: true,
        categorySuggestions: true,
        contentSuggestions: true,
        brandSuggestions: true,
        customSuggestions: true,
        popularSearchPhrases: true,
        recentSearchPhrases: true
    },
    is: { filteredByFolder: true },
    constants: { MAX_SUGGESTIONS: 10 }
});
