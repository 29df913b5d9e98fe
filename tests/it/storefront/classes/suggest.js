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

test('a search corrects nothing', function () {
    var search = new dw.catalog.ProductSearchModel();
    equal([search.suggestedSearchPhrase, search.getSuggestedSearchPhrases().length, search.searchPhraseSuggestions.suggestedTerms.hasNext()], [null, 0, false]);
});
