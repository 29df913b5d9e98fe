'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

/** A list that is worked on at both ends. */
class LinkedList extends ArrayList {
    addFirst(element) {
        this[held].unshift(element);
    }

    addLast(element) {
        this[held].push(element);
    }

    removeFirst() {
        return this.removeAt(0);
    }

    removeLast() {
        return this.removeAt(this[held].length - 1);
    }
}

module.exports = define(LinkedList, 'dw.util.LinkedList', {
    size: (list) => list.getLength(),
    at: (list, index) => list[held][index]
});
