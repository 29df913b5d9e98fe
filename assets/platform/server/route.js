'use strict';

const Events = require('./events');

function errorOf(reason) {
    return reason instanceof Error ? reason : new Error(reason);
}

/** Waits for asynchronous steps, also for those that run meanwhile; the first that fails fails the route. */
function all(steps) {
    const known = steps.length;
    return Promise.all(steps).then(() => (steps.length > known ? all(steps) : undefined));
}

/** A name and the chain of functions that answer its requests, one after the other. */
class Route extends Events {
    constructor(name, chain, req, res) {
        super();
        this.name = name;
        this.chain = chain;
        this.req = req;
        this.res = res;
    }

    /**
     * The exported function. Each `next()` calls the next one of the chain, `next(error)` ends it. It returns a
     * promise if one of the chain is asynchronous.
     */
    getRoute() {
        const route = this;
        return function () {
            const waited = [];
            let index = 0;

            function next(error) {
                if (error) {
                    throw errorOf(error);
                }
                if (index > 0) {
                    route.emit('route:Step', route.req, route.res);
                }
                if (index === route.chain.length) {
                    route.done();
                    return;
                }
                const step = route.chain[index];
                index += 1;
                const returned = step.call(route, route.req, route.res, next);
                if (returned instanceof Promise) {
                    waited.push(returned);
                }
            }

            route.emit('route:Start', route.req, route.res);
            next();
            return waited.length > 0 ? all(waited) : undefined;
        };
    }

    done() {
        this.emit('route:BeforeComplete', this.req, this.res);
        this.emit(this.res.redirectUrl ? 'route:Redirect' : 'route:Complete', this.req, this.res);
    }
}

module.exports = Route;
