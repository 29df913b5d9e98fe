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
    equal(Mgr.renderPage('home', '{"a":1}'), '<h1>Hello {"a":1}</h1><section class="experience-region experience-main">' +
        '<span class="own &#34;x&#34;">some <i>words</i></span>' +
        '<p class="own &#34;x&#34;">An image /on/demandware.static/Sites-Storefront-Site/-/default/a.png 0.2 0.5 640' +
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

test('categories and products have pages', function () {
    var product = dw.catalog.ProductMgr.getProduct('KM01002');
    equal([Mgr.getPageByCategory(product.primaryCategory, false, 'plp'), Mgr.getPageByCategory(product.primaryCategory, true, 'plp').ID, Mgr.getPageByProduct(product, true, 'plp').ID], [null, 'kitchen', 'kitchen']);
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
