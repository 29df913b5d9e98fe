var Mgr = require('dw/object/CustomObjectMgr');

test('a custom object is found by its key, in the next request too', function () {
    wrap(function () {
        var note = Mgr.createCustomObject('Note', 'a');
        note.custom.text = 'first';
        note.custom.rank = 2;
    });
    equal(Mgr.getCustomObject('Note', 'a').custom.text, 'first');
});

test('what was made is still there', function () {
    var note = Mgr.getCustomObject('Note', 'a');
    equal(note.custom.text, 'first');
    equal(note.type, 'Note');
    equal(note.UUID.length > 0 && note.creationDate instanceof Date && note.lastModified >= note.creationDate, true);
    equal(note instanceof dw.object.ExtensibleObject, true);
    equal(Mgr.getCustomObject('Note', 'b'), null);
    equal(Mgr.getCustomObject('Other', 'a'), null);
    equal(Mgr.getCustomObject('Note', {}.none), null);
    fails(function () { Mgr.getCustomObject('Note', null); }, 'needs the key');
    fails(function () { wrap(function () { Mgr.createCustomObject('Note', 'a'); }); }, 'already');
});

test('a transaction that fails takes objects back', function () {
    fails(function () {
        wrap(function () {
            Mgr.createCustomObject('Note', 'c');
            Mgr.getCustomObject('Note', 'a').custom.text = 'second';
            throw new Error('no');
        });
    }, 'no');
    equal(Mgr.getCustomObject('Note', 'c'), null);
    equal(Mgr.getCustomObject('Note', 'a').custom.text, 'first');
});

test('objects are queried', function () {
    wrap(function () {
        ['b', 'c', 'd'].forEach(function (key, index) {
            var note = Mgr.createCustomObject('Note', key);
            note.custom.rank = index;
            note.custom.text = key === 'd' ? null : 'Text ' + key;
            note.custom.tags = ['x', key];
        });
    });
    function ranks(query, sorting) {
        var values = Array.prototype.slice.call(arguments, 2);
        var found = Mgr.queryCustomObjects.apply(Mgr, ['Note', query, sorting].concat(values));
        return found.asList().toArray().map(function (note) { return note.custom.rank; });
    }
    equal(ranks('custom.rank > {0}', 'custom.rank desc', 0), [2, 2, 1]);
    equal(ranks('custom.text ILIKE \'text*\' AND NOT custom.rank = 0', null), [1]);
    equal(ranks('custom.text LIKE \'text*\'', null), []);
    equal(ranks('custom.text = NULL OR (custom.rank <= 0)', 'custom.rank asc'), [0, 2]);
    equal(ranks('custom.tags = {0}', null, 'c'), [1]);
    equal(Mgr.queryCustomObject('Note', 'custom.text = "Text b"').custom.rank, 0);
    equal(Mgr.queryCustomObject('Note', 'custom.rank = 99'), null);
    equal(Mgr.queryCustomObjects('Note', 'custom.rank > {0} AND custom.rank < {1}', null, [0, 2]).count, 1);
    equal(Mgr.getAllCustomObjects('Note').count, 4);
    equal([ranks('custom.rank = 1E0 AND creationDate >= 2007-05-31', null), ranks('creationDate < 2007-05-31', null)], [[1], []]);
    equal(['2107-05-31', '2107-05-31T08:30', '2107-05-31T08:30:00+Z', '2107-05-31T08:30:00.5+0200'].map(function (date) {
        return ranks('custom.rank = 2 AND creationDate <' + date + ' AND NOT creationDate>=' + date, null).length;
    }), [2, 2, 2, 2]);
    fails(function () { ranks('creationDate > 2007-13-01', null); }, 'there is no date 2007-13-01');
    // No metadata say what attributes there are.
    equal(ranks('custom.rnk = 1', 'creationDate asc, custom.rnk desc'), []);
    fails(function () { ranks('rank = 1', null); }, 'Note has no attribute rank');
    equal(Mgr.queryCustomObjects('Unheard', 'custom.any = 1 AND UUID = NULL', 'lastModified desc').count, 0);
    fails(function () { ranks('custom.rank >', null); }, 'a value is missing');
    fails(function () { ranks('custom.rank = {1}', null, 1); }, 'no argument {1}');
    fails(function () { ranks('custom.rank = 1 1', null); }, 'left at its end');
});

test('an object goes', function () {
    wrap(function () { Mgr.remove(Mgr.getCustomObject('Note', 'b')); });
    equal(Mgr.getCustomObject('Note', 'b'), null);
});

test('and stays away', function () {
    equal(Mgr.getCustomObject('Note', 'b'), null);
    equal(Mgr.getAllCustomObjects('Note').count, 3);
});

test('types tell their attributes', function () {
    var type = require('dw/object/SystemObjectMgr').describe('Product');
    equal(type.ID, 'Product');
    equal(type.system, true);
    equal(type.getSystemAttributeDefinition('brand').ID, 'brand');
    equal(type.getSystemAttributeDefinition('brand').valueTypeCode, dw.object.ObjectAttributeDefinition.VALUE_TYPE_STRING);
    equal(type.getCustomAttributeDefinition('nothing'), null);
    equal(Mgr.describe('Note').system, false);
});

test('all objects of a system type are queried', function () {
    var objects = require('dw/object/SystemObjectMgr');
    equal(objects.querySystemObjects('Profile', '', null).count, 0);
    equal(objects.querySystemObjects('Profile', 'email = {0} AND lastLoginTime > {1}', 'customerNo desc', 'a', new Date()).count, 0);
    fails(function () { objects.querySystemObjects('Profile', 'mail = {0}', null, 'a'); }, 'Profile has no attribute mail; those that archives define are written custom.');
    fails(function () { objects.querySystemObject('Store', 'town = {0} AND custom.none = 1', 'a'); }, 'Store has no attribute town');
    equal(objects.querySystemObject('Store', 'city = {0} AND custom.none = 1', 'a'), null);
    fails(function () { dw.order.OrderMgr.searchOrders('orderNo = {0}', 'ordered desc', '1'); }, 'Order has no attribute ordered');
    fails(function () { dw.customer.CustomerMgr.searchProfiles('name = {0}', null, 'a'); }, 'Profile has no attribute name');
    fails(function () { dw.customer.ProductListMgr.queryProductLists('nme = {0}', null, 'a'); }, 'ProductList has no attribute nme');
    fails(function () { objects.getAllSystemObjects('Nothing'); }, 'not emulated');
});

test('metadata define a type', function () {
    var type = Mgr.describe('ContactRequest');
    var ids = type.attributeDefinitions.toArray().map(function (it) { return it.ID; });
    equal([type.displayName, type.system, ids], ['Letters to the shop', false, ['requestId', 'firstName', 'lastName', 'email', 'topic', 'comment']]);
    var key = type.getCustomAttributeDefinition('requestId');
    var topic = type.getCustomAttributeDefinition('topic');
    equal([key.key, key.mandatory, key.displayName, topic.key, topic.mandatory], [true, false, 'Number', false, true]);
    equal([topic.valueTypeCode, topic.values[0].value, topic.values[0].displayValue, topic.defaultValue.value], [33, 'order', 'An order', 'other']);
    equal([type.getAttributeGroup('sender').attributeDefinitions.length, topic.attributeGroups.length, type.getAttributeGroup('none')], [3, 0, null]);
});

test('the key of an object is an attribute of it', function () {
    wrap(function () { Mgr.createCustomObject('ContactRequest', 'r1'); });
    equal(Mgr.getCustomObject('ContactRequest', 'r1').custom.requestId, 'r1');
    equal(Mgr.queryCustomObject('ContactRequest', 'custom.requestId = {0}', 'r1').type, 'ContactRequest');
});

test('what has no UUID in the data has one nevertheless', function () {
    var product = dw.catalog.ProductMgr.getProduct('KM01001');
    equal([product.UUID.length > 0, product.UUID === dw.catalog.ProductMgr.getProduct('KM01001').UUID, product.UUID === dw.catalog.CatalogMgr.siteCatalog.root.UUID], [true, true, false]);
});

test('an ID is the key', function () {
    var key = function (type, id) { return dw.object.SystemObjectMgr.describe(type).getSystemAttributeDefinition(id).key; };
    equal([key('Product', 'ID'), key('Product', 'name'), key('Order', 'orderNo'), key('Profile', 'customerNo')], [true, false, true, true]);
});

test('groups of source codes are queried', function () {
    equal(dw.object.SystemObjectMgr.querySystemObjects('SourceCodeGroup', '', null).count, 0);
});
