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
