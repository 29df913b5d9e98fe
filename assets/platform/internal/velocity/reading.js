'use strict';

const { failed } = require('../missing');
const { Reader, expression, reference } = require('./expressions');

/**
 * A Velocity template as a list of parts: a text, or `{ kind: 'reference', tree, quiet, source }`,
 * `{ kind: 'set', target, value }`, `{ kind: 'if', branches: [[condition, parts]], otherwise }`,
 * `{ kind: 'foreach', name, list, parts }`, `{ kind: 'break' }`, `{ kind: 'stop' }`.
 */

const DIRECTIVE = /#(?:\{([a-z]+)\}|([a-z]+))/y;
const NEWLINE = /[ \t]*\r?\n/y;
const ABSENT = ['parse', 'include', 'macro', 'define', 'evaluate'];

function set(reader) {
    reader.expect('(');
    reader.skip();
    const found = reader.text.charAt(reader.at) === '$' ? reference(reader) : null;
    if (found === null) {
        throw reader.fault('#set sets no reference');
    }
    reader.expect('=');
    const value = expression(reader);
    reader.expect(')');
    reader.find(NEWLINE);
    return { kind: 'set', target: found.tree, value };
}

function condition(reader) {
    reader.expect('(');
    const found = expression(reader);
    reader.expect(')');
    return found;
}

function choice(reader) {
    const branches = [[condition(reader), []]];
    let otherwise = [];
    let [inner, end] = parts(reader, ['elseif', 'else', 'end']);
    branches[0][1] = inner;
    while (end === 'elseif') {
        const next = condition(reader);
        [inner, end] = parts(reader, ['elseif', 'else', 'end']);
        branches.push([next, inner]);
    }
    if (end === 'else') {
        [otherwise] = parts(reader, ['end']);
    }
    return { kind: 'if', branches, otherwise };
}

function loop(reader) {
    reader.expect('(');
    reader.skip();
    const found = reader.text.charAt(reader.at) === '$' ? reference(reader) : null;
    reader.skip();
    if (found === null || found.tree[2].length > 0 || !reader.find(/in\b/y)) {
        throw reader.fault('#foreach is written #foreach($each in $list)');
    }
    const list = expression(reader);
    reader.expect(')');
    const [inner] = parts(reader, ['end']);
    return { kind: 'foreach', name: found.tree[1], list, parts: inner };
}

const DIRECTIVES = { set, if: choice, foreach: loop, break: () => ({ kind: 'break' }), stop: () => ({ kind: 'stop' }) };

/** Reads over a comment; null where none begins, else the text that stands in its place. */
function comment(reader) {
    const marks = [['##', '\n', ''], ['#*', '*#', ''], ['#[[', ']]#', null]];
    const mark = marks.find(([begin]) => reader.text.startsWith(begin, reader.at));
    if (mark === undefined) {
        return null;
    }
    const [begin, end, instead] = mark;
    const found = reader.text.indexOf(end, reader.at + begin.length);
    const until = found === -1 ? reader.text.length : found;
    const inner = reader.text.slice(reader.at + begin.length, until);
    reader.at = Math.min(reader.text.length, until + end.length);
    return instead === null ? inner : instead;
}

/** `[parts, the directive that ends them]`; none of `ends` means the end of the template. */
function parts(reader, ends) {
    const all = [];
    for (;;) {
        const sign = /[$#\\]/.exec(reader.text.slice(reader.at));
        const until = sign === null ? reader.text.length : reader.at + sign.index;
        all.push(reader.text.slice(reader.at, until));
        reader.at = until;
        if (sign === null) {
            if (ends.length > 0) {
                throw reader.fault('#end is missing');
            }
            return [all, null];
        }
        const end = part(reader, ends, all);
        if (end !== null) {
            return [all, end];
        }
    }
}

/** Reads what begins at a sign; the directive if it is one of `ends`. */
function part(reader, ends, all) {
    const sign = reader.text.charAt(reader.at);
    if (sign === '\\') {
        const next = reader.text.charAt(reader.at + 1);
        all.push(next === '$' || next === '#' ? next : `\\${next}`);
        reader.at += 2;
        return null;
    }
    if (sign === '$') {
        const found = reference(reader);
        all.push(found === null ? '$' : Object.assign({ kind: 'reference' }, found));
        reader.at += found === null ? 1 : 0;
        return null;
    }
    const instead = comment(reader);
    if (instead !== null) {
        all.push(instead);
        return null;
    }
    return directive(reader, ends, all);
}

function directive(reader, ends, all) {
    const before = reader.at;
    const name = (reader.find(DIRECTIVE) || '').replace(/[#{}]/g, '');
    if (ends.includes(name)) {
        if (name === 'end') {
            reader.find(NEWLINE);
        }
        return name;
    }
    if (ABSENT.includes(name) && /^\s*\(/.test(reader.text.slice(reader.at))) {
        throw failed(`#${name} in a Velocity template`);
    }
    if (Object.hasOwn(DIRECTIVES, name)) {
        all.push(DIRECTIVES[name](reader));
    } else {
        reader.at = before + 1;
        all.push('#');
    }
    return null;
}

function read(template) {
    return parts(new Reader(String(template)), [])[0];
}

module.exports = { read };
