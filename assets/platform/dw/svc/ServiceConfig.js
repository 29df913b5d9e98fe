'use strict';

const { held, define } = require('../../internal/bean');
const shop = require('../../internal/shop');
const ServiceCredential = require('dw/svc/ServiceCredential');
const ServiceProfile = require('dw/svc/ServiceProfile');

/** What the shop knows of a service; one that no data describe has a credential and a profile with nothing in them. */
class ServiceConfig {
    #credential = null;
    #profile = null;

    constructor(id) {
        Object.defineProperty(this, held, { value: shop.find('service', id) || { id, serviceType: null, enabled: true } });
    }

    getServiceType() {
        return this[held].serviceType || 'HTTP';
    }

    getCredential() {
        const id = this[held].credentialId || this[held].id;
        this.#credential = this.#credential || new ServiceCredential(shop.find('service-credential', id) || { id });
        return this.#credential;
    }

    getProfile() {
        const id = this[held].profileId || this[held].id;
        this.#profile = this.#profile || new ServiceProfile(shop.find('service-profile', id) || { id });
        return this.#profile;
    }

    isMocked() {
        return Boolean(this[held].mockModeEnabled);
    }

    isEnabled() {
        return this[held].enabled !== false;
    }

    toString() {
        return `[ServiceConfig id=${this[held].id}]`;
    }
}

['isMocked', 'isEnabled'].forEach((name) => Object.defineProperty(ServiceConfig.prototype, name, { enumerable: false }));

module.exports = define(ServiceConfig, 'dw.svc.ServiceConfig', {
    get: {
        ID: (config) => config[held].id,
        serviceType: true,
        credential: true,
        profile: true
    }
});
