'use strict';

/**
 * Runs one step of a job.
 *
 * `run` gets `{ session, request, organization, step }` and returns what the step leaves: its status as
 * `{ error, code, message }`, where `message` of an error that nothing caught has its stack, the job's context, the counts
 * of a chunk-oriented step, and what it changed. What it committed before an error stays.
 */

const { fallback } = require('../internal/bean');
const context = require('../internal/context');
const ledger = require('../internal/ledger');
const place = require('../internal/organization');
const tables = require('../internal/tables');
const visitors = require('../internal/visitors');
const ArrayList = require('dw/util/ArrayList');
const HashMap = require('dw/util/HashMap');
const JobExecution = require('dw/job/JobExecution');
const JobStepExecution = require('dw/job/JobStepExecution');
const OrderMgr = require('dw/order/OrderMgr');
const Status = require('dw/system/Status');
const Transaction = require('dw/system/Transaction');

const OK = { error: false, code: 'OK', message: null };
function mapOf(entries) {
    const map = new HashMap();
    entries.forEach(([key, value]) => map.put(key, value));
    return map;
}

/** What scripts may read of anything without meaning a parameter. */
const NO_PARAMETERS = ['then', 'toJSON'];

/**
 * Scripts ask a map of parameters for a name by `in` too, which no map of the platform's own tells; a parameter that has
 * no value is null.
 */
function named(map) {
    map.keySet().toArray().forEach((name) => {
        Object.defineProperty(map, name, { get: () => map.get(name), set: (value) => map.put(name, value), configurable: true, enumerable: false });
    });
    const unset = (given, name) => (NO_PARAMETERS.includes(name) ? undefined : given.get(name));
    return Object.setPrototypeOf(map, fallback(Object.getPrototypeOf(map), unset));
}

/** The parameters of a step; those with a pattern are to be written so. */
function parametersOf({ parameters, patterns }) {
    const map = mapOf(parameters.map(([name, value]) => [name, read(value)]));
    patterns.filter(([name]) => map.containsKey(name)).forEach(([name, pattern]) => {
        if (!new RegExp(`^(?:${pattern})$`).test(map.get(name))) {
            throw new Error(`the parameter ${name} is "${map.get(name)}", which isn't written as ${pattern}`);
        }
    });
    return named(map);
}

/** A value that came as JSON. */
function read(value) {
    return value !== null && typeof value === 'object' ? new Date(value['@date']) : value;
}

function isSimple(value) {
    return value === null || value instanceof Date || ['string', 'number', 'boolean'].includes(typeof value);
}

function written(value) {
    return value instanceof Date ? { '@date': value.toISOString() } : value;
}

/** What the steps after this one find in the job's context. */
function left(map) {
    const entries = Array.from(map.keySet().toArray(), (key) => [String(key), map.get(key)]);
    entries.filter(([, value]) => !isSimple(value)).forEach(([key]) => {
        const message = `${key} in the context of the job is no simple value: later steps don't find it`;
        host.call('log.write', { level: 'warn', category: 'jobs', message });
    });
    return entries.filter(([, value]) => isSimple(value)).map(([key, value]) => [key, written(value)]);
}

function work(isTransactional, run) {
    return isTransactional ? Transaction.wrap(run) : run();
}

/** What is told of an error: itself, and where it was in the cartridges. */
function logged(error) {
    const isError = error instanceof Error;
    const stack = (isError && error.stack) || '';
    const places = stack.split('\n').filter((line) => line.trim() !== '' && !line.includes('(platform:'));
    const message = [isError ? `${error.name}: ${error.message}` : String(error)].concat(places).join('\n');
    host.call('log.write', { level: 'error', category: 'jobs', message });
    return message;
}

/** What a step need not have. */
const OPTIONAL = ['beforeStep', 'totalCount', 'beforeChunk', 'afterChunk', 'afterStep'];

/** The functions of a step, by what they are for. */
function functionsOf({ module, functions }) {
    const exports = require(module);
    const found = {};
    OPTIONAL.forEach((purpose) => { found[purpose] = () => undefined; });
    functions.forEach(([purpose, name]) => {
        if (!exports || typeof exports[name] !== 'function') {
            throw new Error(`${module} exports no function ${name}`);
        }
        found[purpose] = (...values) => exports[name](...values);
    });
    return found;
}

/** An error's code is always ERROR. */
function statusOf(result) {
    if (!(result instanceof Status)) {
        return OK;
    }
    const { error, code, message } = result;
    return { error, code: error ? 'ERROR' : code || 'OK', message };
}

function runTask({ execute }, step, given) {
    return statusOf(work(step.transactional, () => execute(...given)));
}

function isNothing(value) {
    return value === undefined || value === null;
}

/** Reads and works on so many items at most; answers whether there may be more. */
function workOnItems(functions, { chunkSize, counts }, given) {
    const items = new ArrayList();
    let number = 0;
    let item;
    while (number < chunkSize && !isNothing(item = functions.read(...given))) {
        number += 1;
        const made = functions.process(item, ...given);
        if (isNothing(made)) {
            counts.filtered += 1;
        } else {
            // What is an array comes to the write function as a list.
            items.add1(Array.isArray(made) ? new ArrayList(made) : made);
        }
    }
    if (!items.empty) {
        functions.write(items, ...given);
        counts.written += items.length;
    }
    return number === chunkSize;
}

/** Runs `run`, then what comes after it, which is told whether it went well; of two errors the first counts. */
function followed(run, after) {
    let result;
    try {
        result = run();
    } catch (error) {
        try {
            after(false);
        } catch (another) {
            logged(another);
        }
        throw error;
    }
    after(true);
    return result;
}

function runChunk(functions, step, given) {
    functions.beforeChunk(...given);
    return followed(() => workOnItems(functions, step, given), (isDone) => functions.afterChunk(isDone, ...given));
}

function runChunks(functions, step, given) {
    followed(() => {
        functions.beforeStep(...given);
        const total = Number(functions.totalCount(...given));
        step.counts.total = total >= 0 && total <= Number.MAX_SAFE_INTEGER ? Math.trunc(total) : null;
        let isMore = true;
        while (isMore) {
            isMore = work(step.transactional, () => runChunk(functions, step, given));
            host.call('step.counted', step.counts);
        }
    }, (isDone) => functions.afterStep(isDone, ...given));
    return OK;
}

/** Errors that nothing caught end the step, not what it did before. */
function statusAfter(run) {
    try {
        return run();
    } catch (error) {
        ledger.abandon();
        return { error: true, code: 'ERROR', message: logged(error) };
    }
}

function run(input) {
    const { session, request, organization, step } = input;
    Object.assign(context, { session, request, site: place(organization), inJob: true });
    const shared = mapOf(step.job.context.map(([key, value]) => [key, read(value)]));
    step.counts = { written: 0, filtered: 0, total: null };
    const status = statusAfter(() => {
        const parameters = parametersOf(step);
        const execution = new JobStepExecution(step, new JobExecution(step.job, shared), parameters);
        const runAll = step.chunkSize === null ? runTask : runChunks;
        return runAll(functionsOf(step), step, [parameters, execution]);
    });
    return () => {
        ledger.close();
        return {
            status,
            context: left(shared),
            counts: step.chunkSize === null ? null : step.counts,
            orders: OrderMgr.kept(),
            profiles: visitors.keptProfiles(),
            records: tables.kept()
        };
    };
}

module.exports = { run };
