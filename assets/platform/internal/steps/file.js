'use strict';

/** The file that a step which exports writes. */

const { attributesOf } = require('../elements');
const File = require('dw/io/File');
const FileWriter = require('dw/io/FileWriter');
const Status = require('dw/system/Status');

/** Where the sandbox tells a step its file, which is named by more parameters than one. */
const PLACE = 'path';

/** Writes elements as a file with that root; answers the step's status, which says how many there are of what. */
function written(parameters, [root, attributes], elements, what) {
    const file = new File(parameters.get(PLACE));
    new File(file.fullPath.replace(/\/[^/]*$/, '')).mkdirs();
    const writer = new FileWriter(file);
    writer.writeLine('<?xml version="1.0" encoding="UTF-8"?>');
    writer.writeLine(`<${root}${attributesOf(attributes)}>`);
    elements.forEach((element) => writer.writeLine(element));
    writer.writeLine(`</${root}>`);
    writer.close();
    return new Status(Status.OK, 'OK', `${elements.length} ${what} in ${file.fullPath}`);
}

module.exports = written;
