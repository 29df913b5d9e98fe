'use strict';

const { define } = require('../../internal/bean');

/** A job that runs. Its steps share `context`, a map of simple values. */
class JobExecution {
    #document;
    #context;

    constructor(document, context) {
        this.#document = document;
        this.#context = context;
    }

    getID() {
        return this.#document.execution;
    }

    getJobID() {
        return this.#document.id;
    }

    getContext() {
        return this.#context;
    }
}

module.exports = define(JobExecution, 'dw.job.JobExecution', {
    get: {
        ID: true,
        jobID: true,
        context: true
    }
});
