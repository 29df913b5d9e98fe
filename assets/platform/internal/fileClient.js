'use strict';

const { shared } = require('./bean');

/** What FTP and SFTP clients have in common: which host is meant, and how long it may take. */
class FileClient {
    #timeout = 0;

    getTimeout() {
        return this.#timeout;
    }

    /** In milliseconds; 0 is the sandbox's own limit. */
    setTimeout(milliseconds) {
        this.#timeout = Number(milliseconds);
    }

    /** `(host, [port], [user, password])`, with what is to be used where nothing is given. */
    login(usual, name, ...given) {
        const [port, user, password] = given.length === 2 ? [undefined].concat(given) : given;
        const isNamed = user !== undefined && user !== null;
        return { host: String(name), port: Number(port) || usual.port, user: isNamed ? String(user) : usual.user, password: isNamed ? String(password) : usual.password };
    }
}

['login'].forEach((name) => Object.defineProperty(FileClient.prototype, name, { enumerable: false }));

module.exports = shared(FileClient);
