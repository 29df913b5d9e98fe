'use strict';

const { illegal, told } = require('./errors');

/** A number that is one of a class's constants, `{ NAME: number }`; who gives a method another one is told which there are. */
function chosen(method, constants, value) {
    const number = Number(value);
    if (!Object.values(constants).includes(number)) {
        throw illegal(`${method}() takes ${Object.keys(constants).join(', ')}, not ${told(value)}`);
    }
    return number;
}

module.exports = { chosen };
