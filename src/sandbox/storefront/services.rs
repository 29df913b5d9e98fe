//! What platform modules ask of the storefront: the other end of their `host.call`.

use super::{
    ask::Ask,
    at_once::AtOnce,
    caches::Caches,
    catalogue::Query,
    cookies::OwnCookies,
    forms,
    goods::Goods,
    holdings::Holdings,
    hooks::Hooks,
    includes::Changing,
    libraries::Libraries,
    locale::fallbacks,
    native::Natives,
    records,
    resources::Bundles,
    rest_apis::RestApis,
    state::{Entry, Remembered},
    steps::Watched,
    templates,
    urls::{Objects, Page},
    web_references::WebReferences,
};
use crate::{
    sandbox::{Clock, accounts::Accounts, seed::Statics, shop::Shop, store::Timestamp},
    script::{Cartridges, Host, HostError, ThreadId},
};
use parking_lot::RwLock;
use rand::{
    distr::{Alphanumeric, SampleString},
    seq::IndexedRandom,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// When a product is in stock again: by the day, or by the time of that day, of which a file says either or both.
fn in_stock(record: &Value) -> Option<&str> {
    let day = record["inStockDate"].as_str();
    // `2030-01-31Z` is no date to scripts.
    let day = day.map(|day| if day.contains('T') { day } else { day.trim_end_matches('Z') });
    let time = record["inStockDatetime"].as_str();
    time.filter(|time| day.is_none_or(|day| time.starts_with(day))).or(day)
}

/// The length of ids such as those of line items.
const ID_LENGTH: usize = 26;
const TOKEN_LENGTH: usize = 40;

/// The storefront's side of its scripts.
#[derive(Debug)]
pub(super) struct Services {
    pub(super) site: String,
    pub(super) cookies: OwnCookies,
    /// What archives and imports say.
    pub(super) holdings: RwLock<Arc<Holdings>>,
    /// How often an import has changed that.
    pub(super) edition: AtomicU64,
    pub(super) cartridges: Arc<Cartridges>,
    pub(super) bundles: Bundles,
    pub(super) caches: Caches,
    pub(super) hooks: Hooks,
    pub(super) libraries: Libraries,
    pub(super) include_mark: String,
    /// What stands before the address of an answer that is a value in JSON.
    pub(super) value_mark: String,
    pub(super) rest_apis: RestApis,
    pub(super) statics: Arc<Statics>,
    pub(super) remembered: Remembered,
    pub(super) clock: Clock,
    pub(super) natives: Arc<Natives>,
    /// Who may act for customers.
    pub(super) agents: Arc<Accounts>,
    pub(super) changing: Changing,
    pub(super) documents: BTreeMap<String, Value>,
    pub(super) web_references: WebReferences,
    /// Steps of jobs that run on the site's scripts.
    pub(super) watched: Watched,
    pub(super) at_once: AtOnce,
}

impl Host for Services {
    fn call(&self, thread: ThreadId, name: &str, arguments: Value) -> Result<Value, HostError> {
        let (room, _) = name.split_once('.').unwrap_or((name, ""));
        let ask = Ask { name, arguments };
        match room {
            "catalog" | "inventory" | "shipping" | "payment" => self.catalogue(&ask),
            "order" | "cache" | "tally" => self.kept(&ask),
            "customer" => self.customer(thread, &ask),
            "basket" | "transaction" => self.transaction(thread, &ask),
            "agent" if name == "agent.authenticate" => {
                let user = self.agents.user(ask.text("login")?);
                let password = ask.secret("password")?;
                answer(user.is_some_and(|user| user.has_password(&password)))
            }
            "template" | "form" | "resource" | "hook" | "reference" => self.cartridge(&ask),
            "record" | "shop" => self.recorded(&ask),
            "file" | "xml" | "net" | "ftp" | "crypto" | "zone" | "instance" => {
                self.natives.answer(&ask)
            }
            "content" => self.libraries.answer(&ask),
            "redirect" => self.moved(&ask),
            "address" if name == "address.short" => {
                let wanted = (ask.text("action")?, ask.text("locale")?, ask.text("query")?);
                let goods = self.goods();
                answer(self.held().urls.short(wanted, &self.objects(&goods)))
            }
            "site" if name == "site.facts" => Ok(Value::clone(&self.held().facts.document)),
            "site" if name == "site.all" => Ok(self.remembered.records.shared().sites().into()),
            // Where the archives have records of a kind, without the sample.
            "site" if name == "site.archived" => {
                Ok(self.held().shop.scopes(ask.text("kind")?).collect())
            }
            "value" if name == "value.mark" => answer(&self.value_mark),
            "site" => records::answer(&self.all_records(), &self.site, &ask),
            "log" => self.log(thread, &ask),
            "step" => self.counted(thread, &ask),
            "random" => random(&ask),
            _ => Err(ask.unknown()),
        }
    }

    /// What archives and imports say, which is read once.
    fn lasts(&self, name: &str) -> bool {
        let (room, _) = name.split_once('.').unwrap_or((name, ""));
        // Searches look at what was sold since.
        matches!(room, "catalog" | "shipping" | "payment" | "site" | "shop")
            && name != "catalog.search"
    }

    fn edition(&self) -> u64 {
        self.edition.load(Ordering::Acquire)
    }

    fn now(&self) -> i64 {
        self.clock.now().0
    }
}

impl Services {
    /// Where an address leads.
    fn moved(&self, ask: &Ask<'_>) -> Result<Value, HostError> {
        match ask.name {
            "redirect.find" => {
                answer(self.held().redirects.find(ask.text("origin")?, self.clock.now()))
            }
            "redirect.mapped" => answer(self.held().mappings.find(ask.text("origin")?)),
            _ => Err(ask.unknown()),
        }
    }

    /// The page of an address, which begins below the site's own part of it.
    pub(super) fn page(&self, origin: &str) -> Option<Page> {
        let goods = self.goods();
        self.held().urls.find(origin, &self.objects(&goods))
    }

    fn objects<'o>(&'o self, goods: &'o Goods) -> Objects<'o> {
        Objects {
            site: &self.site,
            assortment: &goods.assortment,
            edition: self.edition(),
            libraries: &self.libraries,
        }
    }

    /// All records, the sample's too where it has a part in them.
    pub(super) fn all_records(&self) -> Arc<Shop> {
        Arc::clone(&self.goods().shop)
    }

    /// What the site has now.
    pub(super) fn held(&self) -> Arc<Holdings> {
        Arc::clone(&self.holdings.read())
    }

    /// From now on the site has that, and scripts ask for it anew.
    pub(super) fn hold(&self, holdings: Holdings) {
        *self.holdings.write() = Arc::new(holdings);
        self.edition.fetch_add(1, Ordering::Release);
    }

    pub(super) fn goods(&self) -> Arc<Goods> {
        self.held().goods(&self.site)
    }

    fn catalogue(&self, ask: &Ask<'_>) -> Result<Value, HostError> {
        let goods = self.goods();
        let catalogue = &goods.assortment;
        match ask.name {
            "catalog.product" => answer(catalogue.product(ask.text("id")?, ask.text("locale")?)),
            "catalog.productAttributeGroups" => {
                answer(catalogue.attribute_groups_of_product(ask.text("id")?, ask.text("locale")?))
            }
            "catalog.categoryAttributeGroups" => {
                answer(catalogue.attribute_groups_of_category(ask.text("id")?, ask.text("locale")?))
            }
            "catalog.category" => {
                let catalogue_id = ask.arguments.get("catalogue").and_then(Value::as_str);
                answer(catalogue.category(catalogue_id, ask.text("id")?, ask.text("locale")?))
            }
            "catalog.products" => answer(catalogue.products_in(ask.text("catalogue")?)),
            "catalog.assignments" => answer(catalogue.assignments(ask.text("id")?)),
            "catalog.recommended" => {
                let locale = ask.text("locale")?;
                answer(catalogue.recommended(ask.text("catalogue")?, ask.text("id")?, locale))
            }
            "catalog.linkingProducts" => answer(catalogue.linking_products(ask.text("id")?)),
            "catalog.linkingCategories" => {
                answer(catalogue.linking_categories(ask.text("catalogue")?, ask.text("id")?))
            }
            "catalog.search" => {
                let mut query: Query = serde_json::from_value(ask.arguments.clone())
                    .map_err(|cause| HostError::new(format!("This is no search: {cause}")))?;
                query.stock = self.stock_now(&goods);
                Ok(catalogue.search(&query))
            }
            "catalog.common" => {
                let ids = ask.arguments["ids"].as_array().into_iter().flatten();
                answer(catalogue.common(ids.filter_map(Value::as_str)))
            }
            "catalog.terms" => Ok(catalogue.terms(ask.text("phrase")?, ask.text("locale")?)),
            "catalog.corrected" => answer(catalogue.corrected(ask.text("phrase")?)),
            "catalog.below" => {
                let query: Query = serde_json::from_value(ask.arguments.clone())
                    .map_err(|cause| HostError::new(format!("This is no search: {cause}")))?;
                Ok(catalogue.found_below(&query, ask.text("below")?))
            }
            "catalog.promotions" => Ok(catalogue.promotions()),
            "shipping.methods" => Ok(catalogue.shipping_methods()),
            "payment.methods" => Ok(catalogue.payment_methods()),
            "inventory.list" => answer(catalogue.inventory_list()),
            "inventory.record" => {
                let list = ask.arguments.get("list").and_then(Value::as_str);
                Ok(self.inventory(list.or(catalogue.inventory_list()), ask.text("id")?))
            }
            _ => Err(ask.unknown()),
        }
    }

    /// An inventory record of a list, of a master with those of its variants, which tell whether these are online.
    fn inventory(&self, list: Option<&str>, id: &str) -> Value {
        let goods = self.goods();
        let catalogue = &goods.assortment;
        let mut record = self.record(list, id);
        let keepers = catalogue.stock_keepers(id);
        if keepers.iter().any(|keeper| keeper != id) {
            let of_variant = |id: &String| {
                let mut record = self.record(list, id);
                for (name, value) in catalogue.online(id) {
                    record[name] = value;
                }
                record
            };
            record["variants"] = keepers.iter().map(of_variant).collect();
        }
        record
    }

    /// An inventory record as `dw/catalog/ProductInventoryRecord` reads it.
    fn record(&self, list: Option<&str>, id: &str) -> Value {
        let goods = self.goods();
        let catalogue = &goods.assortment;
        let said = list.and_then(|list| catalogue.inventory(list, id));
        let header = list.and_then(|list| self.goods().shop.document("inventory-list", list, list));
        let header = header.unwrap_or_default();
        let is_there = said.is_some() || list.is_none();
        let said = said.unwrap_or_default();
        let keepers = catalogue.stock_keepers(id);
        let first: f64 = keepers.iter().filter_map(|id| catalogue.stock(list, id)).sum();
        let taken: f64 = keepers.iter().map(|id| self.taken(list, id)).sum();
        json!({
            "id": id,
            "list": list,
            "isThere": is_there,
            "taken": taken,
            "allocation": first,
            "perpetual": said["perpetual"] == true,
            "handling": said["preorderBackorderHandling"],
            "later": said["preorderBackorderAllocation"].as_f64().unwrap_or(0.0),
            "inStockDate": in_stock(&said),
            "onOrder": said["onOrder"].as_f64().unwrap_or(0.0),
            "countsOnOrder": header["onOrder"] == true,
            "bundlesAlone": header["useBundleInventoryOnly"] == true,
            "allocated": said["allocationTimestamp"],
            "custom": said["custom"],
        })
    }

    /// How much of a product orders took out of an inventory list: lines that name none take it out of the site's.
    pub(super) fn taken(&self, list: Option<&str>, id: &str) -> f64 {
        let (orders, goods) = (&self.remembered.orders, self.goods());
        let own = goods.assortment.inventory_list();
        let unnamed = if list == own { orders.taken(None, id) } else { 0.0 };
        unnamed + list.map_or(0.0, |list| orders.taken(Some(list), id))
    }

    fn kept(&self, ask: &Ask<'_>) -> Result<Value, HostError> {
        match ask.name {
            "order.number" => answer(self.remembered.orders.next_number()),
            "order.get" => answer(self.remembered.orders.get(ask.text("number")?)),
            "order.list" => answer(self.remembered.orders.all()),
            "cache.defined" => {
                let found = self.caches.find(&self.cartridges, ask.text("cache")?);
                found.map(|it| it.is_some().into()).map_err(HostError::new)
            }
            "cache.get" => {
                let now = self.clock.now();
                answer(self.remembered.caches.get(ask.text("cache")?, ask.text("key")?, now))
            }
            "cache.put" => {
                let (cache, now) = (ask.text("cache")?, self.clock.now());
                let defined = self.caches.find(&self.cartridges, cache).ok().flatten();
                let seconds = defined.and_then(|it| it.expire_after_seconds);
                let until =
                    seconds.map(|it| Timestamp(now.0.saturating_add(i64::from(it) * 1_000)));
                let value = ask.arguments.get("value").cloned();
                let entry = value.map(|value| Entry { value, until });
                self.remembered.caches.put(cache, ask.text("key")?, entry);
                Ok(Value::Null)
            }
            "tally.full" => {
                let number =
                    |key: &str| ask.arguments.get(key).and_then(Value::as_u64).unwrap_or(0);
                let millis = i64::try_from(number("millis")).unwrap_or(i64::MAX);
                let (name, now) = (ask.text("name")?, self.clock.now());
                answer(self.remembered.tallies.is_full(name, number("most"), millis, now))
            }
            "tally.add" => {
                self.remembered.tallies.add(ask.text("name")?, self.clock.now());
                Ok(Value::Null)
            }
            "cache.remove" => {
                self.remembered.caches.put(ask.text("cache")?, ask.text("key")?, None);
                Ok(Value::Null)
            }
            _ => Err(ask.unknown()),
        }
    }

    /// The documents of a kind with their IDs: those that the options have, else those of an archive that are the
    /// site's or everybody's. A price book is a scope of its own.
    fn documents_of(&self, kind: &str, locale: &str) -> Value {
        if let Some(own) = self.documents.get(kind) {
            return own.clone();
        }
        let locales = fallbacks(locale);
        let is_meant =
            |scope: &&str| kind == "pricebook" || *scope == self.site || scope.is_empty();
        let shop = self.all_records();
        let scopes = shop.scopes(kind).filter(is_meant);
        let all = scopes.flat_map(|scope| shop.documents(kind, scope));
        let seen = all.map(|(id, document)| {
            let mut document = shop.seen(document, &self.site, &locales);
            if let Some(fields) = document.as_object_mut() {
                fields.insert("id".to_owned(), json!(id));
            }
            document
        });
        seen.collect()
    }

    fn recorded(&self, ask: &Ask<'_>) -> Result<Value, HostError> {
        match ask.name {
            "record.get" => {
                answer(self.remembered.records.get(ask.text("kind")?, ask.text("key")?))
            }
            "record.list" => answer(self.remembered.records.list(ask.text("kind")?)),
            "shop.list" => Ok(self.documents_of(ask.text("kind")?, ask.text("locale")?)),
            _ => Err(ask.unknown()),
        }
    }

    fn cartridge(&self, ask: &Ask<'_>) -> Result<Value, HostError> {
        match ask.name {
            "resource.message" => {
                let wanted = (ask.text("bundle")?, ask.text("key")?);
                answer(self.bundles.message(&self.cartridges, wanted, ask.text("locale")?))
            }
            "hook.scripts" => answer(self.hooks.find(&self.cartridges, ask.text("name")?).scripts),
            "template.find" => {
                let name = ask.text("template")?;
                answer(templates::path(&self.cartridges, name, ask.text("locale")?))
            }
            "form.definition" => {
                let (name, locale) = (ask.text("name")?, ask.text("locale")?);
                forms::definition(&self.cartridges, name, locale).map_err(HostError::new)
            }
            "reference.described" => {
                let wanted = (ask.text("folder")?, ask.text("name")?);
                self.web_references.find(&self.cartridges, wanted)
            }
            "template.mark" => answer(&self.include_mark),
            _ => Err(ask.unknown()),
        }
    }

    fn log(&self, thread: ThreadId, ask: &Ask<'_>) -> Result<Value, HostError> {
        let watch = self.watched.of(thread);
        if ask.name == "log.enabled" {
            let level = ask.text("level")?;
            // A job's log has all but what is for debugging.
            return answer(is_enabled(level) || (watch.is_some() && level != "debug"));
        }
        if ask.name != "log.write" {
            return Err(ask.unknown());
        }
        let (category, message) = (ask.text("category")?, shown(ask.text("message")?));
        let (site, level) = (&self.site, ask.text("level")?);
        if let Some(watch) = watch.filter(|_| level != "debug" || is_enabled(level)) {
            watch.says(level, category, &message);
        }
        match level {
            "debug" => tracing::debug!(target: "script", %site, %thread, category, "{message}"),
            "info" => tracing::info!(target: "script", %site, %thread, category, "{message}"),
            "warn" => tracing::warn!(target: "script", %site, %thread, category, "{message}"),
            _ => tracing::error!(target: "script", %site, %thread, category, "{message}"),
        }
        Ok(Value::Null)
    }
}

impl Services {
    /// A chunk of a step is done: `step.counted` with its counts.
    fn counted(&self, thread: ThreadId, ask: &Ask<'_>) -> Result<Value, HostError> {
        let counts = serde_json::from_value(ask.arguments.clone()).map_err(|_| ask.unknown())?;
        self.watched.of(thread).into_iter().for_each(|watch| watch.counts(counts));
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

pub(super) fn answer(value: impl Serialize) -> Result<Value, HostError> {
    serde_json::to_value(value).map_err(|cause| HostError::new(cause.to_string()))
}
