//! What platform modules ask of the storefront: the other end of their `host.call`.

use super::{
    catalogue::{Catalogue, Query},
    hooks::HookScripts,
    libraries::Libraries,
    resources,
    state::{Caches, Customers, Orders},
    templates::{self, Page},
};
use crate::script::{Cartridges, Host, HostError, ThreadId};
use rand::{
    distr::{Alphanumeric, SampleString},
    seq::IndexedRandom,
};
use secrecy::SecretString;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The length of ids such as those of line items.
const ID_LENGTH: usize = 26;
const TOKEN_LENGTH: usize = 40;

/// The storefront's side of its scripts.
#[derive(Debug)]
pub(super) struct Services {
    pub(super) site: String,
    pub(super) cartridges: Arc<Cartridges>,
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) libraries: Libraries,
    pub(super) include_mark: String,
    pub(super) orders: Orders,
    pub(super) customers: Customers,
    pub(super) caches: Caches,
}

impl Host for Services {
    fn call(&self, thread: ThreadId, name: &str, arguments: Value) -> Result<Value, HostError> {
        let (room, _) = name.split_once('.').unwrap_or((name, ""));
        let ask = Ask { name, arguments };
        match room {
            "catalog" | "inventory" | "shipping" | "payment" => self.catalogue(&ask),
            "order" | "customer" | "cache" => self.kept(&ask),
            "template" | "resource" | "hook" => self.cartridge(ask),
            "content" => self.libraries.answer(&ask),
            "log" => self.log(thread, &ask),
            "random" => random(&ask),
            _ => Err(ask.unknown()),
        }
    }
}

impl Services {
    fn catalogue(&self, ask: &Ask<'_>) -> Result<Value, HostError> {
        let catalogue = &self.catalogue;
        match ask.name {
            "catalog.product" => answer(catalogue.product(ask.text("id")?, ask.text("locale")?)),
            "catalog.category" => answer(catalogue.category(ask.text("id")?, ask.text("locale")?)),
            "catalog.search" => {
                let query: Query = serde_json::from_value(ask.arguments.clone())
                    .map_err(|cause| HostError::new(format!("This is no search: {cause}")))?;
                Ok(catalogue.search(&query))
            }
            "catalog.promotions" => Ok(catalogue.setting("promotions.json")),
            "shipping.methods" => Ok(catalogue.setting("shipping.json")),
            "payment.methods" => Ok(catalogue.setting("payment.json")),
            "inventory.stock" => answer(self.stock(ask.text("id")?)),
            _ => Err(ask.unknown()),
        }
    }

    /// The pieces that are left of a product, or of all variants of a master.
    fn stock(&self, id: &str) -> u64 {
        let left = |id: &String| {
            self.catalogue.stock(id).unwrap_or(0).saturating_sub(self.orders.taken(id))
        };
        self.catalogue.stock_keepers(id).iter().map(left).sum()
    }

    fn kept(&self, ask: &Ask<'_>) -> Result<Value, HostError> {
        match ask.name {
            "order.number" => answer(self.orders.next_number()),
            "order.get" => answer(self.orders.get(ask.text("number")?)),
            "order.list" => answer(self.orders.all()),
            "customer.get" => answer(self.customers.get(ask.text("number")?)),
            "customer.find" => answer(self.customers.find(ask.text("login")?)),
            "customer.create" => self
                .customers
                .create(ask.text("login")?, &ask.secret("password")?)
                .map_err(HostError::new),
            "customer.authenticate" => {
                answer(self.customers.authenticate(ask.text("login")?, &ask.secret("password")?))
            }
            "cache.get" => answer(self.caches.get(ask.text("cache")?, ask.text("key")?)),
            "cache.put" => {
                let value = ask.arguments.get("value").cloned();
                self.caches.put(ask.text("cache")?, ask.text("key")?, value);
                Ok(Value::Null)
            }
            "cache.remove" => {
                self.caches.put(ask.text("cache")?, ask.text("key")?, None);
                Ok(Value::Null)
            }
            _ => Err(ask.unknown()),
        }
    }

    fn cartridge(&self, mut ask: Ask<'_>) -> Result<Value, HostError> {
        match ask.name {
            "resource.message" => answer(resources::message(
                &self.cartridges,
                ask.text("bundle")?,
                ask.text("key")?,
                ask.text("locale")?,
            )),
            "hook.scripts" => {
                let found = HookScripts::find(&self.cartridges, ask.text("name")?);
                found.log_problems();
                answer(found.scripts)
            }
            "template.render" => {
                let view = ask.arguments.get_mut("view").map(Value::take).unwrap_or_default();
                let Value::Object(view) = view else {
                    return Err(HostError::new("A template needs an object as its view"));
                };
                let page = self.page(ask.text("locale")?);
                let rendered = templates::render(&page, ask.text("template")?, view);
                rendered.map(Value::String).map_err(HostError::new)
            }
            _ => Err(ask.unknown()),
        }
    }

    fn page(&self, locale: &str) -> Page {
        Page {
            site: self.site.clone(),
            locale: locale.to_owned(),
            cartridges: Arc::clone(&self.cartridges),
            include_mark: self.include_mark.clone(),
        }
    }

    fn log(&self, thread: ThreadId, ask: &Ask<'_>) -> Result<Value, HostError> {
        if ask.name == "log.enabled" {
            return answer(is_enabled(ask.text("level")?));
        }
        if ask.name != "log.write" {
            return Err(ask.unknown());
        }
        let (category, message) = (ask.text("category")?, shown(ask.text("message")?));
        let site = &self.site;
        match ask.text("level")? {
            "debug" => tracing::debug!(target: "script", %site, %thread, category, "{message}"),
            "info" => tracing::info!(target: "script", %site, %thread, category, "{message}"),
            "warn" => tracing::warn!(target: "script", %site, %thread, category, "{message}"),
            _ => tracing::error!(target: "script", %site, %thread, category, "{message}"),
        }
        Ok(Value::Null)
    }
}

fn is_enabled(level: &str) -> bool {
    match level {
        "debug" => tracing::enabled!(target: "script", tracing::Level::DEBUG),
        "info" => tracing::enabled!(target: "script", tracing::Level::INFO),
        "warn" => tracing::enabled!(target: "script", tracing::Level::WARN),
        _ => tracing::enabled!(target: "script", tracing::Level::ERROR),
    }
}

/// A script's text must not steer the terminal that shows the log.
fn shown(text: &str) -> String {
    let plain = |letter: char| !letter.is_control() || matches!(letter, '\n' | '\t');
    text.chars().map(|letter| if plain(letter) { letter } else { '\u{fffd}' }).collect()
}

fn random(ask: &Ask<'_>) -> Result<Value, HostError> {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    match ask.name {
        "random.id" => {
            let mut random = rand::rng();
            let letters = (0..ID_LENGTH).filter_map(|_| LETTERS.choose(&mut random));
            answer(letters.map(|letter| char::from(*letter)).collect::<String>())
        }
        "random.token" => answer(Alphanumeric.sample_string(&mut rand::rng(), TOKEN_LENGTH)),
        _ => Err(ask.unknown()),
    }
}

fn answer(value: impl Serialize) -> Result<Value, HostError> {
    serde_json::to_value(value).map_err(|cause| HostError::new(cause.to_string()))
}

/// A question with its arguments.
pub(super) struct Ask<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: Value,
}

impl Ask<'_> {
    pub(super) fn text(&self, key: &str) -> Result<&str, HostError> {
        self.arguments
            .get(key)
            .and_then(Value::as_str)
            .ok_or_else(|| HostError::new(format!("{} needs the text {key}", self.name)))
    }

    fn secret(&self, key: &str) -> Result<SecretString, HostError> {
        self.text(key).map(SecretString::from)
    }

    pub(super) fn unknown(&self) -> HostError {
        HostError::new(format!("The storefront doesn't know {}", self.name))
    }
}

/// The part of a script's input that is the same for all requests of a site.
pub fn site_document(site: &str) -> Value {
    json!({
        "id": site,
        "name": site,
        "currency": "EUR",
        "locales": super::locale::ALLOWED,
        "preferences": { "productsPerPage": 12 },
    })
}
