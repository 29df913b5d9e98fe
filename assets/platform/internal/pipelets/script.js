'use strict';

/** Where a script is: in the cartridge that is named before it, else in the first on the path that has it. */
function found(file) {
    const [script, cartridge] = String(file || '').split(':').reverse();
    const path = `cartridge/scripts/${script.replace(/^\//, '')}`;
    return cartridge ? `/${cartridge}/${path}` : host.find(path);
}

/**
 * Runs the function `execute` of the script that `ScriptFile` names, with the input as its dictionary, in which it
 * leaves what it answers. What it throws is the error exit if `OnError` says so.
 */
function run(input, settings) {
    const path = found(settings.ScriptFile);
    const execute = path === null ? undefined : host.declarations(path).execute;
    if (typeof execute !== 'function') {
        throw new Error(`No script ${settings.ScriptFile} has a function execute`);
    }
    const dictionary = Object.assign({}, input);
    try {
        return Object.assign(dictionary, { isError: execute(dictionary) === PIPELET_ERROR });
    } catch (error) {
        if (settings.OnError !== 'PIPELET_ERROR') {
            throw error;
        }
        return Object.assign(dictionary, { isError: true });
    }
}

module.exports = run;
