'use strict';

/**
 * The `server` module: controllers as routes of middleware.
 *
 * `server.get('Show', …, function (req, res, next) { … next(); }); module.exports = server.exports();`
 */

const Request = require('./server/request');
const Response = require('./server/response');
const Route = require('./server/route');
const middleware = require('./server/middleware');
const render = require('./server/render');

function checkedName(name) {
    if (typeof name !== 'string' || name === '') {
        throw new Error('First argument should be a string');
    }
    return name;
}

function checkedSteps(steps) {
    steps.forEach((step) => {
        if (typeof step !== 'function') {
            throw new Error('Middleware chain can only contain functions');
        }
    });
    return steps;
}

function Server() {
    this.routes = {};
}

Server.prototype = {
    constructor: Server,

    middleware,

    /** Only controllers with forms need what forms are made of. */
    get forms() {
        return require('./server/forms');
    },

    /** Adds a route for any HTTP method. */
    use(name, ...steps) {
        checkedName(name);
        if (this.routes[name]) {
            throw new Error('Route with this name already exists');
        }
        const req = new Request();
        const res = new Response(req);
        const route = new Route(name, checkedSteps(steps), req, res);
        route.once('route:Complete', function (request, response) {
            render.applyRenderings(response);
        });
        route.once('route:Redirect', function (request, response) {
            render.redirect(response);
        });
        this.routes[name] = route;
        return route;
    },

    get(name, ...steps) {
        return this.use(name, middleware.get, ...steps);
    },

    post(name, ...steps) {
        return this.use(name, middleware.post, ...steps);
    },

    /** What the controller exports: each route as a public function. The next controller starts empty. */
    exports() {
        const functions = {};
        Object.keys(this.routes).forEach((name) => {
            functions[name] = this.routes[name].getRoute();
            functions[name].public = true;
        });
        Object.defineProperty(functions, '__routes', { value: this.routes, enumerable: true });
        this.routes = {};
        return functions;
    },

    /** Takes over the routes that an overridden controller exported. */
    extend(exported) {
        if (!exported || !exported.__routes) {
            throw new Error('Cannot extend non valid server object');
        }
        if (Object.keys(exported.__routes).length === 0) {
            throw new Error('Cannot extend controller without routes');
        }
        this.routes = exported.__routes;
    },

    known(name) {
        const route = this.routes[checkedName(name)];
        if (!route) {
            throw new Error('Route with this name does not exist');
        }
        return route;
    },

    prepend(name, ...steps) {
        const route = this.known(name);
        route.chain = checkedSteps(steps).concat(route.chain);
    },

    append(name, ...steps) {
        const route = this.known(name);
        route.chain = route.chain.concat(checkedSteps(steps));
    },

    replace(name, ...steps) {
        this.known(name);
        delete this.routes[name];
        this.use(name, ...steps);
    },

    getRoute(name) {
        return this.routes[name];
    }
};

Object.defineProperty(Server.prototype, 'known', { enumerable: false });

module.exports = new Server();
