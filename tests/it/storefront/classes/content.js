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
    equal([search.refinements.refinementDefinitions.length, search.refinements.matchingFolders.length, search.deepestCommonFolder], [0, 0, null]);
    equal([search.refinedByAttribute, search.refinedFolderSearch], [false, false]);
    equal(String(search.url('Search-Content')).split('?')[1], 'q=help&fdid=none');
    equal(String(Search.urlForContent('Page-Show', 'a')).split('?')[1], 'cid=a');
});

test('markup has special links, its source as they were written', function () {
    var MarkupText = dw.content.MarkupText;
    function markup(text) { return new MarkupText(text).markup; }
    var shop = '://localhost/on/demandware.store/Sites-Storefront-Site/default/';
    equal(markup('<a href="$url(\'Page-Show\', \'cid\', \'a b\')$">'), '<a href="http' + shop + 'Page-Show?cid=a%20b">');
    equal([markup("$httpUrl('A-B')$"), markup('$httpsUrl("A-B")$')], ['http' + shop + 'A-B', 'https' + shop + 'A-B']);
    equal(markup('<img src="images/a.png?$staticlink$"> <img src=/b.png?$staticlink$>'),
        '<img src="/on/demandware.static/Sites-Storefront-Site/-/default/images/a.png"> <img src=/on/demandware.static/Sites-Storefront-Site/-/default/b.png>');
    equal(markup("$httpsURL('A-B', 'c', true, 'd', 1)$"), 'https' + shop + 'A-B?c=true&d=1');
    equal(markup('$url(A-B)$'), 'http' + shop + 'A-B');
    equal(['$5 and $6', '$url()$', '$uri(\'A-B\')$', '$url(\'A-B\')'].map(markup), ['$5 and $6', '$url()$', '$uri(\'A-B\')$', '$url(\'A-B\')']);
    var text = new MarkupText("$url('A-B')$");
    equal([text.source, String(text) === text.markup, JSON.stringify(text)], ["$url('A-B')$", true, '"$url(\'A-B\')$"']);
});

test('content is looked for in a library', function () {
    fails(function () { dw.content.ContentMgr.getContent('FernAndFlint', 'about-us'); }, 'Content is in a library (dw.content.Library), not in FernAndFlint');
    equal(dw.content.ContentMgr.getContent(null, 'about-us'), null);
});
