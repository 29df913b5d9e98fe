'use strict';

/** The file that a step which exports writes. */

const { attributesOf } = require('../elements');
const File = require('dw/io/File');
const FileWriter = require('dw/io/FileWriter');
const Status = require('dw/system/Status');

/** Where the sandbox tells a step its file, which is named by more parameters than one. */
const PLACE = 'path';

/** Writes a file line by line; answers the step's status, which says how many there are of what. */
function put(parameters, all, count, what) {
    const file = new File(parameters.get(PLACE));
    new File(file.fullPath.replace(/\/[^/]*$/, '')).mkdirs();
    const writer = new FileWriter(file);
    all.forEach((line) => writer.writeLine(line));
    writer.close();
    return new Status(Status.OK, 'OK', `${count} ${what} in ${file.fullPath}`);
}

/** A file of elements with that root. */
function written(parameters, [root, attributes], elements, what) {
    const begin = ['<?xml version="1.0" encoding="UTF-8"?>', `<${root}${attributesOf(attributes)}>`];
    return put(parameters, begin.concat(elements, `</${root}>`), elements.length, what);
}

/** A file of plain lines. */
function lines(parameters, all, what) {
    return put(parameters, all, all.length, what);
}

module.exports = { written, lines };
