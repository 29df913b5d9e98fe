'use strict';

/** What maps hold, as collections of which something can be taken: then the map hasn't it either. */

const { held } = require('./bean');
const { same } = require('./equality');
const ArrayList = require('dw/util/ArrayList');
const LinkedHashSet = require('dw/util/LinkedHashSet');
const MapEntry = require('dw/util/MapEntry');

/** The view of a map, of which `read(key, value)` are the elements. */
function viewOf(Class, map, read) {
    const view = new Class();
    Object.defineProperty(view, held, { get: () => Array.from(map[held], ([key, value]) => read(key, value)) });
    const removeWhere = (test) => {
        const gone = Array.from(map[held]).filter(([key, value]) => test(read(key, value)));
        gone.forEach(([key]) => map.remove(key));
        return gone.length > 0;
    };
    const own = {
        add() { throw new Error('A view of a map takes nothing: the map does'); },
        getLength: () => map.size(),
        remove: (element) => {
            const found = Array.from(map[held]).find(([key, value]) => same(read(key, value), element));
            if (found !== undefined) {
                map.remove(found[0]);
            }
            return found !== undefined;
        },
        removeAll: (elements) => removeWhere((each) => Array.from(elements).some((element) => same(each, element))),
        retainAll: (elements) => removeWhere((each) => !Array.from(elements).some((element) => same(each, element))),
        clear: () => map.clear(),
        [Symbol.iterator]: () => view[held][Symbol.iterator]()
    };
    own.add1 = own.add;
    Reflect.ownKeys(own).forEach((name) => Object.defineProperty(view, name, { value: own[name] }));
    return view;
}

const keysOf = (map) => viewOf(LinkedHashSet, map, (key) => key);
const valuesOf = (map, Class = ArrayList) => viewOf(Class, map, (key, value) => value);
const entriesOf = (map, entry = (key) => new MapEntry(map, key)) => viewOf(LinkedHashSet, map, entry);

module.exports = { keysOf, valuesOf, entriesOf };
