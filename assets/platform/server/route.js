'use strict';

const Events = require('./events');

function errorOf(reason) {
    return reason instanceof Error ? reason : new Error(reason);
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

    /** The exported function. Each `next()` calls the next one of the chain, `next(error)` ends it. */
    getRoute() {
        const route = this;
        return function () {
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
                step.call(route, route.req, route.res, next);
            }

            route.emit('route:Start', route.req, route.res);
            next();
        };
    }

    done() {
        this.emit('route:BeforeComplete', this.req, this.res);
        this.emit(this.res.redirectUrl ? 'route:Redirect' : 'route:Complete', this.req, this.res);
    }
}

module.exports = Route;
