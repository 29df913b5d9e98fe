'use strict';

const { manager } = require('../../internal/bean');
const context = require('../../internal/context');
const { rendered } = require('../../internal/velocity/rendering');

function isWriter(value) {
    return value instanceof require('dw/io/Writer');
}

/** What a file holds. */
function content(file) {
    const FileReader = require('dw/io/FileReader');
    const reader = new FileReader(file);
    try {
        return reader.getString();
    } finally {
        reader.close();
    }
}

/** Renders into a writer, which may stand in the place of the values, or into the page. */
function write(template, given, writer) {
    const into = isWriter(given) ? given : writer || response.writer;
    into.write(rendered(template, isWriter(given) ? {} : given));
}

/** Renders Velocity templates: `Velocity.render('Hello $name', { name: 'you' })`. */
class Velocity {
    /** `(text[, values][, writer])`. */
    static render(text, values, writer) {
        write(text, values, writer);
    }

    /** `(file[, values][, writer])`; the name of one is that of a file in the site's folder below `DYNAMIC`. */
    static renderTemplate(file, values, writer) {
        const File = require('dw/io/File');
        const meant = file instanceof File ? file : new File(`DYNAMIC/${context.site.id}/${file}`);
        if (!meant.exists()) {
            throw new Error(`There is no Velocity template ${meant.fullPath}`);
        }
        write(content(meant), values, writer);
    }

    /** What stands in a page for what an action answers. */
    static remoteInclude(action, ...parameters) {
        const url = require('dw/web/URLUtils').url(action, ...parameters);
        return `${host.call('template.mark', null)}${url}-->`;
    }
}

module.exports = manager(Velocity, 'dw.template.Velocity', {});
