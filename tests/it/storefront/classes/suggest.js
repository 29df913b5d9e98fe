function suggested(phrase) {
    var model = new dw.suggest.SuggestModel();
    model.setFilteredByFolder(false);
    model.setMaxSuggestions(3);
    model.setSearchPhrase(phrase);
    return model;
}

test('suggestions are of products, categories, brands and content', function () {
    var model = suggested('mug');
    equal([model.productSuggestions.hasSuggestions(), model.categorySuggestions.suggestedCategories.next().category.ID, model.filteredByFolder], [true, 'kitchen-mugs', false]);
    reads(model.productSuggestions.suggestedProducts.next().productSearchHit.product.ID.length > 0, true);
    equal([model.contentSuggestions, model.brandSuggestions.hasSuggestions()], [null, false]);
    var brand = suggested('mug').productSuggestions.suggestedProducts.next().productSearchHit.product.brand;
    var brands = suggested(brand.split(' ')[0]).brandSuggestions;
    equal([brands.hasSuggestions(), brands.searchPhraseSuggestions.suggestedPhrases.next().phrase], [true, brand]);
});

test('nothing is suggested for nothing', function () {
    var model = suggested('  ');
    equal([model.productSuggestions, model.categorySuggestions, model.contentSuggestions, model.brandSuggestions.hasSuggestedPhrases()], [null, null, null, false]);
});

test('words of a phrase are completed', function () {
    var terms = suggested('mu').productSuggestions.suggestedTerms;
    var words = terms.next();
    equal([words.originalTerm, words.empty, terms.hasNext()], ['mu', false, false]);
    var first = words.firstTerm;
    equal([first.value.indexOf('mu'), first.completed, first.exactMatch, first.corrected, first.additional], [0, true, false, false, false]);
    equal([suggested('mug').productSuggestions.searchPhraseSuggestions.suggestedTerms.next().terms.next().value.slice(0, 3), suggested('mug').productSuggestions.hasSuggestedTerms()], ['mug', true]);
});

test('the phrase itself is completed and corrected, not named after what was found', function () {
    function phrases(suggestions) {
        return suggestions.searchPhraseSuggestions.suggestedPhrases.asList().toArray().map(function (it) { return it.phrase + (it.exactMatch ? '!' : ''); });
    }
    ['Mug', 'mug'].forEach(function (phrase) {
        equal([phrases(suggested(phrase).productSuggestions), phrases(suggested(phrase).categorySuggestions)], [[phrase + '!'], ['mugs']]);
    });
    equal(phrases(suggested('Heron mu').productSuggestions), ['Heron mug']);
    equal(phrases(suggested('heron mgu').productSuggestions), ['heron mug']);
});

test('categories are found by any words of their names', function () {
    ['lights', 'desk li'].forEach(function (phrase) {
        equal(suggested(phrase).categorySuggestions.suggestedCategories.next().category.ID, 'desk-lights');
    });
    equal(suggested('desk mugs').categorySuggestions, null);
});

test('a misspelled phrase is corrected to words that products have', function () {
    function searched(phrase) {
        var search = new dw.catalog.ProductSearchModel();
        search.setSearchPhrase(phrase);
        search.search();
        return search;
    }
    var search = searched('heron mgu');
    equal([search.count, search.suggestedSearchPhrase, search.getSuggestedSearchPhrases()[0].phrase], [0, 'heron mug', 'heron mug']);
    equal(search.searchPhraseSuggestions.suggestedPhrases.next().exactMatch, false);
    var terms = search.searchPhraseSuggestions.suggestedTerms;
    equal([terms.next().firstTerm.exactMatch, terms.next().firstTerm.corrected], [true, true]);
    ['mug', 'mu', 'qqqqqqq', '', null].forEach(function (phrase) {
        var other = searched(phrase);
        equal([other.suggestedSearchPhrase, other.searchPhraseSuggestions.hasSuggestedPhrases()], [null, false]);
    });
    equal(suggested('mgu').productSuggestions.suggestedProducts.next().productSearchHit.product.name.toLowerCase().indexOf('mug') >= 0, true);
});

test('products are suggested that have the values looked for', function () {
    function suggested(change) {
        var model = new dw.suggest.SuggestModel();
        model.setSearchPhrase('mug');
        change(model);
        var found = model.productSuggestions;
        return found === null ? 0 : found.suggestedProducts.asList().length;
    }
    var all = suggested(function () {});
    equal([all > 0, suggested(function (model) { model.addRefinementValues('color', 'none'); })], [true, 0]);
    equal(suggested(function (model) { model.setRefinementValues('color', 'none'); model.removeRefinementValues('color', 'none'); }), all);
});

test('searches compare words, whatever mode was asked for', function () {
    [new dw.catalog.ProductSearchModel(), suggested('mug')].forEach(function (model) {
        equal([model.searchMode, model.effectiveSearchMode], [null, null]);
        model.searchMode = 'semantic';
        equal(model.getSearchMode(), 'semantic');
        fails(function () { model.setSearchMode('magic'); }, 'lexical or semantic');
        if (model.search) {
            model.setSearchPhrase('mug');
            model.search();
        } else {
            model.getProductSuggestions();
        }
        equal(model.getEffectiveSearchMode(), 'lexical');
    });
});
