'use strict';

/** Listeners by event name. */
class Events {
    #listeners = Object.create(null);

    on(name, listener) {
        this.#listeners[name] = (this.#listeners[name] || []).concat({ listener, once: false });
        return this;
    }

    once(name, listener) {
        this.#listeners[name] = (this.#listeners[name] || []).concat({ listener, once: true });
        return this;
    }

    off(name) {
        delete this.#listeners[name];
        return this;
    }

    emit(name, ...values) {
        const called = this.#listeners[name] || [];
        this.#listeners[name] = called.filter((entry) => !entry.once);
        called.forEach((entry) => entry.listener.apply(this, values));
        return called.length > 0;
    }
}

module.exports = Events;
