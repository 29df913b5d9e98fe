var Mgr = require('dw/experience/PageMgr');

test('a page has its type, its attributes and its regions', function () {
    var page = Mgr.getPage('home');
    equal([page.ID, page.typeID, page.name, page.pageTitle, page.isVisible(), page.hasVisibilityRules()], ['home', 'landing', 'Home', 'Welcome', true, false]);
    equal([page.getAttribute('headline'), page.getAttribute('tone'), page.getAttribute('none')], ['Hello', 'calm', null]);
    equal([page.getAttribute('note'), page.classificationFolder, page.folders.length, page.aspectTypeID], ['plain', null, 0, null]);
    equal([page.getRegion('main').size, page.getRegion('empty').size, page.getRegion('none')], [2, 0, null]);
    equal([Mgr.getPage('c1'), Mgr.getPage('plain')], [null, null]);
    equal([Mgr.getPage('none'), Mgr.getPage('old').isVisible(), Mgr.getPage('old').hasVisibilityRules()], [null, false, true]);
});

test('the scripts of its types write it', function () {
    equal(Mgr.renderPage('home', '{"a":1}').replace(/dw[0-9a-f]{8}/, 'dw'), '<h1>Hello {"a":1}</h1><section class="experience-region experience-main">' +
        '<span class="own &#34;x&#34;">some <i>words</i></span>' +
        '<p class="own &#34;x&#34;">An image /on/demandware.static/-/Library-Sites-SharedLibrary/default/dw/a.png 0.2 0.5 640' +
        '<div class="experience-region experience-inner"><span class="experience-component experience-parts-words">some <i>words</i></span></div></p></section>');
    fails(function () { Mgr.renderPage('none', ''); }, 'no page none');
    fails(function () { Mgr.renderPage('old', ''); }, 'no script of the type gone');
});

test('a page is told as JSON', function () {
    var page = JSON.parse(Mgr.serializePage('home'));
    equal([page.id, page.type_id, page.regions[0].components[0].type_id], ['home', 'landing', 'parts.words']);
    equal(page.regions[0].components[1].regions[0].components[0].data.words, 'some <i>words</i>');
});

test('what a locale does not say is said by default', function () {
    request.setLocale('de_DE');
    var page = Mgr.getPage('home');
    equal([page.getAttribute('headline'), page.getAttribute('note'), page.getAttribute('tone')], ['Hallo', 'plain', 'calm']);
});

test('a page may be hidden in a locale', function () {
    equal(Mgr.getPage('abroad').isVisible(), true);
});

test('where it is hidden it is not visible', function () {
    request.setLocale('de_DE');
    equal(Mgr.getPage('abroad').isVisible(), false);
});

var VISIBLE = ['r-open', 'r-guests', 'r-campaign', 'r-promotion', 'r-nothing', 'r-odd'];

function ids(collection) {
    return collection.toArray().map(function (it) { return it.ID; });
}

test('rules say when and to whom a component is shown', function () {
    var page = Mgr.getPage('ruled');
    equal(ids(page.getRegion('main').visibleComponents), VISIBLE);
    equal(Mgr.renderPage('ruled', '{}').trim().split(' '), VISIBLE);
    equal([page.getRegion('main').size, ids(page.getRegion('one').visibleComponents)], [6, ['r-open']]);
    var told = JSON.parse(Mgr.serializePage('ruled', '{}')).regions[0].components;
    equal(told.map(function (it) { return it.id; }), VISIBLE);
});

test('rules ask the locale', function () {
    request.setLocale('de_DE');
    equal(ids(Mgr.getPage('ruled').getRegion('main').visibleComponents).indexOf('r-german'), 2);
});

test('rules ask the aspect that a page is rendered with', function () {
    var aspects = new (require('dw/util/HashMap'))();
    aspects.put('category', dw.catalog.CatalogMgr.getCategory('kitchen-mugs'));
    equal(Mgr.renderPage('ruled', aspects, '{}').indexOf('r-aspect') > 0, true);
    aspects.put('category', 'glasses');
    equal(Mgr.renderPage('ruled', aspects, '{}').indexOf('r-aspect'), -1);
    equal(Mgr.renderPage('ruled', '{}').indexOf('r-aspect'), -1);
});

test('rules are for pages too', function () {
    var page = Mgr.getPage('p-members');
    equal([page.isVisible(), page.hasVisibilityRules(), Mgr.getPage('ruled').hasVisibilityRules()], [false, true, false]);
    var mugs = dw.catalog.CatalogMgr.getCategory('kitchen-mugs');
    equal([Mgr.getPageByCategory(mugs, false, 'plp').ID, Mgr.getPageByCategory(mugs, true, 'plp').ID, Mgr.getPage(mugs, true, 'plp').ID], ['p-members', 'kitchen', 'kitchen']);
});

test('a component whose script fails shows nothing, and the others are shown', function () {
    equal(Mgr.renderPage('torn', '{}'), 't-first t-last ');
    fails(function () { Mgr.renderPage('faulty', '{}'); }, "cartridge/experience/pages/faulty.json can't be read as JSON: trailing comma at line 3");
    equal(Mgr.renderRegion(Mgr.getPage('torn').getRegion('main')).split('<div').length, 4);
    fails(function () { Mgr.renderPage('round', '{}'); }, 'nested too deep');
});

test('categories and products have pages', function () {
    var product = dw.catalog.ProductMgr.getProduct('KM01002');
    equal([product.primaryCategory.ID, Mgr.getPageByCategory(product.primaryCategory, true, 'plp').ID, Mgr.getPageByProduct(product, true, 'plp')], ['kitchen-mugs', 'kitchen', null]);
    equal(Mgr.getPageByProduct(product, true, 'pdp'), null);
});

test('a region\'s elements have settings', function () {
    var Settings = require('dw/experience/RegionRenderSettings');
    var Own = require('dw/experience/ComponentRenderSettings');
    var settings = new Settings().setTagName('ul').setAttributes({ id: 'r' });
    var component = Mgr.getPage('home').getRegion('main').visibleComponents[1];
    var own = new Own().setTagName('li');
    equal([settings.tagName, settings.getComponentRenderSettings(component) === settings.defaultComponentRenderSettings], ['ul', true]);
    settings.setComponentRenderSettings(component, own);
    equal([settings.getComponentRenderSettings(component) === own, component.ID, component.typeID], [true, 'c1', 'parts.picture']);
    equal(Mgr.renderRegion(Mgr.getPage('home').getRegion('main'), settings).slice(0, 61), '<ul class="experience-region experience-main" id="r"><span cl');
    equal(component.getAttribute('image').path, '/a.png');
    fails(function () { settings.setTagName('a b'); }, 'no name of an element');
});

test('what a script makes of a map is read by its template', function () {
    var map = new (require('dw/util/HashMap'))();
    map.action = '.';
    map.put('page', { ID: 'home' });
    equal([map.get('action'), map.length, map.page.ID, Object.keys(map).length, map.containsKey('action')], ['.', 2, 'home', 0, true]);
});

test('an editor has its configuration, what it needs, and what its script adds', function () {
    var given = new (require('dw/util/HashMap'))();
    given.put('name', 'blue');
    given.put('options', [1, 2]);
    var editor = Mgr.getCustomEditor('parts.picker', given);
    equal([editor.configuration.name, editor.getConfiguration().get('seen'), given.containsKey('seen')], ['blue', 2, false]);
    var start = 'https://localhost/on/demandware.static/Sites-Storefront-Site/-/default/';
    equal(editor.resources.scripts.toArray().map(function (it) { return it.replace(/^https?:\/\/[^/]+/, 'https://localhost'); }),
        [start + 'experience/picker.js', 'https://localhost/lib.js', start + 'late.js']);
    equal([editor.resources.getStyles().length, editor.resources.styles.get(0).slice(-22)], [1, '/experience/picker.css']);
    var plain = editor.dependencies.get('plain');
    equal([plain.configuration.of, plain.dependencies.empty, plain.resources.scripts.empty], ['blue', true, true]);
    equal([editor instanceof dw.experience.CustomEditor, editor.resources instanceof dw.experience.CustomEditorResources], [true, true]);
});

test('an editor that is not there, or needs itself, is told by name', function () {
    fails(function () { Mgr.getCustomEditor('parts.none', null); }, 'There is no custom editor parts.none: no cartridge of the path has cartridge/experience/editors/parts/none.json');
    fails(function () { Mgr.getCustomEditor('parts.round', null); }, 'parts.round is one of those that need each other without end');
});
