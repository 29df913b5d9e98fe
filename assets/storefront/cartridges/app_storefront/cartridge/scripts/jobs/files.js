'use strict';

var CSVStreamWriter = require('dw/io/CSVStreamWriter');
var File = require('dw/io/File');
var FileWriter = require('dw/io/FileWriter');

/** Begins a CSV file in a folder of IMPEX: `write(cells)` adds a row, `close()` ends it. */
function begin(folder, name) {
    var target = new File([File.IMPEX, folder].join(File.SEPARATOR));
    target.mkdirs();
    var file = new FileWriter(new File(target, name), 'UTF-8');
    var rows = new CSVStreamWriter(file);
    return {
        write: function (cells) {
            rows.writeNext(cells);
        },
        close: function () {
            rows.close();
            file.close();
        }
    };
}

module.exports = { begin: begin };
