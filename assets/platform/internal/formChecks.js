'use strict';

/**
 * What the scripts of a form's definition find: an element's `validation="${require('~/cartridge/scripts/check').email(formfield)}"`
 * sees the element under the name of its kind, and requires as a script in the definition's place does.
 */

const EXPRESSION = /^\s*\$\{([\s\S]*)\}\s*$/;

function compiled(element, name) {
    const [, code] = EXPRESSION.exec(element.attribute('validation')) || [null, null];
    const { file } = element.definition();
    const told = `The validation of ${element.getFormId()} in ${file}`;
    if (code === null) {
        throw new SyntaxError(`${told} is written \${…}, not ${element.attribute('validation')}`);
    }
    try {
        return new Function('require', name, `return (${code});`);
    } catch (error) {
        throw new SyntaxError(`${told}: ${error.message}`);
    }
}

/** `{ valid, message, data }` of an element that a script checks; null for any other. `name` is what its script calls it. */
function found(element, name) {
    if ((element.attribute('validation') || '').trim() === '') {
        return null;
    }
    const answer = compiled(element, name)(host.requireFrom(element.definition().file), element);
    const Result = require('dw/web/FormElementValidationResult');
    return answer instanceof Result ? { valid: answer.valid, message: answer.message, data: answer.data }
        : { valid: answer !== false, message: null, data: null };
}

module.exports = { found };
