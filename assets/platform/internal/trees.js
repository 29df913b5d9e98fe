'use strict';

/** What leads to a category or folder, the root first. */
function path(node) {
    return node === null ? [] : path(node.parent).concat(node);
}

/** The deepest of what leads to all of these; null if nothing does. */
exports.deepestCommon = function (nodes) {
    const [first = [], ...others] = nodes.map(path);
    const common = first.filter((node, depth) => others.every((other) => other[depth] && other[depth].ID === node.ID));
    return common.length > 0 ? common[common.length - 1] : null;
};
