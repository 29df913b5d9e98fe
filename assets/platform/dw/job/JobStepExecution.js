'use strict';

const { define } = require('../../internal/bean');

/** A step of a job that runs: the second argument of its function, and the last one of each function of a chunk-oriented step. */
class JobStepExecution {
    #document;
    #job;
    #parameters;

    constructor(document, job, parameters) {
        this.#document = document;
        this.#job = job;
        this.#parameters = parameters;
    }

    getID() {
        return this.#document.execution;
    }

    getStepID() {
        return this.#document.id;
    }

    getStepTypeID() {
        return this.#document.type;
    }

    getJobExecution() {
        return this.#job;
    }

    /** Null if the step has no such parameter. */
    getParameterValue(name) {
        return this.#parameters.get(name);
    }
}

module.exports = define(JobStepExecution, 'dw.job.JobStepExecution', {
    get: {
        ID: true,
        stepID: true,
        stepTypeID: true,
        jobExecution: true
    }
});
