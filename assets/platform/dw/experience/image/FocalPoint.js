'use strict';

const { held, define } = require('../../../internal/bean');

const MIDDLE = 0.5;

/** The point of an image that matters, from its upper left corner on, each way from 0 to 1. */
class FocalPoint {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }
}

const part = (name) => (point) => (point[held][name] === undefined ? MIDDLE : point[held][name]);

module.exports = define(FocalPoint, 'dw.experience.image.FocalPoint', { get: { x: part('x'), y: part('y') } });
