test('a media file has addresses', function () {
    var card = new dw.content.MediaFile({ path: '/images/a.png', alt: 'An a', viewType: 'large' });
    equal([String(card.URL), String(card.url), card.alt, card.title, card.viewType], ['/on/demandware.static/Sites-Storefront-Site/-/default/images/a.png',
        '/on/demandware.static/Sites-Storefront-Site/-/default/images/a.png', 'An a', null, 'large']);
    equal([String(card.absURL), String(card.httpsURL).split(':')[0]], ['http://localhost/on/demandware.static/Sites-Storefront-Site/-/default/images/a.png', 'https']);
    equal(String(card.getImageURL({ scaleWidth: 10 })).split('?')[1], 'scaleWidth=10');
    equal(String(card.getAbsImageURL({}).toString()).split(':')[0], 'http');
});

test('a search for content in an empty library finds nothing', function () {
    var Search = require('dw/content/ContentSearchModel');
    var search = new Search();
    search.setRecursiveFolderSearch(true);
    search.setFilteredByFolder(false);
    search.setSearchPhrase('help');
    search.setFolderID('none');
    equal([search.folderID, search.folder, search.recursiveFolderSearch, search.filteredByFolder, search.emptyQuery], ['none', null, true, false, false]);
    search.search();
    equal([search.count, search.content.hasNext()], [0, false]);
    equal(String(search.url('Search-Content')).split('?')[1], 'q=help&fdid=none');
    equal(String(Search.urlForContent('Page-Show', 'a')).split('?')[1], 'cid=a');
});
