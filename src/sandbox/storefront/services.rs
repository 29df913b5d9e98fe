//! What platform modules ask of the storefront: the other end of their `host.call`.

mod caches;
mod stock;

use super::{
    ask::Ask,
    asked::{self, Asked},
    at_once::AtOnce,
    caches::Caches,
    catalogue::Query,
    cookies::OwnCookies,
    files, forms,
    goods::Goods,
    holdings::Holdings,
    hooks::Hooks,
    includes::Changing,
    libraries::Libraries,
    locale::fallbacks,
    native::{self, Natives},
    pieces, records,
    resources::Bundles,
    rest_apis::RestApis,
    state::Remembered,
    steps::{StepWatch, Watched},
    templates,
    urls::{Objects, Page},
    web_references::WebReferences,
};
use crate::{
    sandbox::{Clock, accounts::Accounts, seed::Statics, shop::Shop},
    script::{Call, Cartridges, Host, HostError, ThreadId},
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
    fn call_for_text(&self, call: Call<'_>) -> Result<String, HostError> {
        match Asked::of(call.name) {
            Some(Asked::Xml(what)) => native::xml::answer(what, &Ask::of(call)),
            _ => self.call(call).map(|answer| answer.to_string()),
        }
    }

    fn call(&self, call: Call<'_>) -> Result<Value, HostError> {
        let (thread, ask) = (call.thread, Ask::of(call));
        match Asked::of(ask.name).ok_or_else(|| ask.unknown())? {
            Asked::Catalog(what) => self.catalogue(what, &ask),
            Asked::Inventory(what) => self.stock(what, &ask),
            Asked::Shipping(asked::Shipping::Methods) => {
                Ok(self.goods().assortment.shipping_methods())
            }
            Asked::Payment(asked::Payment::Methods) => {
                Ok(self.goods().assortment.payment_methods())
            }
            Asked::Order(what) => self.order(what, &ask),
            Asked::Cache(what) => self.cached(thread, what, &ask),
            Asked::Tally(what) => self.counted_often(what, &ask),
            Asked::Customer(what) => self.customer(thread, what, &ask),
            Asked::Basket(asked::Basket::Claim) => self.claim(thread, &ask),
            Asked::Transaction(what) => Ok(self.transaction(thread, what)),
            Asked::Agent(asked::Agent::Authenticate) => {
                let user = self.agents.user(ask.text("login")?);
                let password = ask.secret("password")?;
                answer(user.is_some_and(|user| user.has_password(&password)))
            }
            Asked::Template(what) => self.template(what, &ask),
            Asked::Form(asked::Form::Definition) => {
                let (name, locale) = (ask.text("name")?, ask.text("locale")?);
                forms::definition(&self.cartridges, name, locale).map_err(HostError::new)
            }
            Asked::Resource(asked::Resource::Message) => {
                let wanted = (ask.text("bundle")?, ask.text("key")?);
                answer(self.bundles.message(&self.cartridges, wanted, ask.text("locale")?))
            }
            Asked::Hook(asked::Hook::Scripts) => {
                answer(self.hooks.find(&self.cartridges, ask.text("name")?).scripts)
            }
            Asked::Reference(asked::Reference::Described) => {
                let wanted = (ask.text("folder")?, ask.text("name")?);
                self.web_references.find(&self.cartridges, wanted)
            }
            Asked::Record(what) => self.recorded(what, &ask),
            Asked::Shop(asked::Shop::List) => {
                Ok(self.documents_of(ask.text("kind")?, ask.text("locale")?))
            }
            Asked::File(what) => self.natives.file(what, &ask),
            // It is answered as text.
            Asked::Xml(_) => Err(ask.unknown()),
            Asked::Net(what) => self.natives.net(what, &ask),
            Asked::Ftp(what) => self.natives.ftp(what, &ask),
            Asked::Crypto(what) => native::crypto(what, &ask),
            Asked::Zone(what) => native::zone(what, &ask),
            Asked::Instance(asked::Instance::Started) => answer(self.natives.started()),
            Asked::Content(what) => self.libraries.answer(what, &ask),
            Asked::Redirect(what) => self.moved(what, &ask),
            Asked::Address(asked::Address::Short) => {
                let wanted = (ask.text("action")?, ask.text("locale")?, ask.text("query")?);
                let goods = self.goods();
                answer(self.held().urls.short(wanted, &self.objects(&goods)))
            }
            Asked::Site(what) => self.of_site(what, &ask),
            Asked::Records(what) => records::answer(&self.all_records(), &self.site, what, &ask),
            Asked::Value(asked::Value::Mark) => answer(&self.value_mark),
            Asked::Log(what) => self.log(thread, what, &ask),
            Asked::Step(asked::Step::Counted) => self.counted(thread, &ask),
            Asked::Random(what) => random(what),
        }
    }

    /// What archives and imports say, which is read once.
    fn lasts(&self, name: &str) -> bool {
        // Searches look at what was sold since.
        let asked = Asked::of(name);
        !matches!(asked, Some(Asked::Catalog(asked::Catalog::Search)))
            && matches!(
                asked,
                Some(
                    Asked::Catalog(_)
                        | Asked::Shipping(_)
                        | Asked::Payment(_)
                        | Asked::Site(_)
                        | Asked::Records(_)
                        | Asked::Shop(_)
                )
            )
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
    fn moved(&self, what: asked::Redirect, ask: &Ask<'_>) -> Result<Value, HostError> {
        let (held, origin) = (self.held(), ask.text("origin")?);
        match what {
            asked::Redirect::Find => answer(held.redirects.find(origin, self.clock.now())),
            asked::Redirect::Mapped => answer(held.mappings.find(origin)),
        }
    }

    fn of_site(&self, what: asked::Site, ask: &Ask<'_>) -> Result<Value, HostError> {
        match what {
            asked::Site::Facts => Ok(Value::clone(&self.held().facts.document)),
            asked::Site::Static => {
                let file = (ask.text("owner")?, ask.text("path")?);
                answer(files::locale_of(&self.statics, file, ask.text("locale")?))
            }
            asked::Site::All => Ok(self.remembered.records.shared().sites().into()),
            // Where the archives have records of a kind, without the sample.
            asked::Site::Archived => Ok(self.held().shop.scopes(ask.text("kind")?).collect()),
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

    fn catalogue(&self, what: asked::Catalog, ask: &Ask<'_>) -> Result<Value, HostError> {
        let goods = self.goods();
        let catalogue = &goods.assortment;
        match what {
            asked::Catalog::Product => {
                answer(catalogue.product(ask.text("id")?, ask.text("locale")?))
            }
            asked::Catalog::ProductAttributeGroups => {
                answer(catalogue.attribute_groups_of_product(ask.text("id")?, ask.text("locale")?))
            }
            asked::Catalog::CategoryAttributeGroups => {
                answer(catalogue.attribute_groups_of_category(ask.text("id")?, ask.text("locale")?))
            }
            asked::Catalog::Category => {
                let catalogue_id = ask.arguments.get("catalogue").and_then(Value::as_str);
                answer(catalogue.category(catalogue_id, ask.text("id")?, ask.text("locale")?))
            }
            asked::Catalog::Products => answer(catalogue.products_in(ask.text("catalogue")?)),
            asked::Catalog::Assignments => answer(catalogue.assignments(ask.text("id")?)),
            asked::Catalog::Recommended => {
                let locale = ask.text("locale")?;
                answer(catalogue.recommended(ask.text("catalogue")?, ask.text("id")?, locale))
            }
            asked::Catalog::LinkingProducts => answer(catalogue.linking_products(ask.text("id")?)),
            asked::Catalog::LinkingCategories => {
                answer(catalogue.linking_categories(ask.text("catalogue")?, ask.text("id")?))
            }
            asked::Catalog::Search => {
                let mut query = query_of(ask)?;
                query.stock = self.stock_now(&goods);
                Ok(catalogue.search(&query))
            }
            asked::Catalog::Refinements => Ok(catalogue.refinements(&query_of(ask)?)),
            asked::Catalog::Common => {
                let ids = ask.arguments["ids"].as_array().into_iter().flatten();
                answer(catalogue.common(ids.filter_map(Value::as_str)))
            }
            asked::Catalog::Terms => Ok(catalogue.terms(ask.text("phrase")?, ask.text("locale")?)),
            asked::Catalog::Corrected => answer(catalogue.corrected(ask.text("phrase")?)),
            asked::Catalog::Below => Ok(catalogue.found_below(&query_of(ask)?, ask.text("below")?)),
            asked::Catalog::Promotions => Ok(catalogue.promotions()),
        }
    }

    fn order(&self, what: asked::Order, ask: &Ask<'_>) -> Result<Value, HostError> {
        match what {
            asked::Order::Number => answer(self.remembered.orders.next_number()),
            asked::Order::Get => answer(self.remembered.orders.get(ask.text("number")?)),
            asked::Order::Keys => answer(self.remembered.orders.numbers()),
            asked::Order::Some => {
                let orders = &self.remembered.orders;
                Ok(pieces::read(ask, |number| Some(orders.get(number)?.to_string())))
            }
        }
    }

    fn counted_often(&self, what: asked::Tally, ask: &Ask<'_>) -> Result<Value, HostError> {
        match what {
            asked::Tally::Full => {
                let number =
                    |key: &str| ask.arguments.get(key).and_then(Value::as_u64).unwrap_or(0);
                let millis = i64::try_from(number("millis")).unwrap_or(i64::MAX);
                let (name, now) = (ask.text("name")?, self.clock.now());
                answer(self.remembered.tallies.is_full(name, number("most"), millis, now))
            }
            asked::Tally::Add => {
                self.remembered.tallies.add(ask.text("name")?, self.clock.now());
                Ok(Value::Null)
            }
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

    fn recorded(&self, what: asked::Record, ask: &Ask<'_>) -> Result<Value, HostError> {
        match what {
            asked::Record::Get => {
                answer(self.remembered.records.get(ask.text("kind")?, ask.text("key")?))
            }
            asked::Record::Keys => answer(self.remembered.records.keys(ask.text("kind")?)),
            asked::Record::Some => {
                let (records, kind) = (&self.remembered.records, ask.text("kind")?);
                Ok(pieces::read(ask, |key| records.text(kind, key)))
            }
        }
    }

    fn template(&self, what: asked::Template, ask: &Ask<'_>) -> Result<Value, HostError> {
        match what {
            asked::Template::Find => {
                let name = ask.text("template")?;
                answer(templates::path(&self.cartridges, name, ask.text("locale")?))
            }
            asked::Template::Mark => answer(&self.include_mark),
        }
    }

    fn log(&self, thread: ThreadId, what: asked::Log, ask: &Ask<'_>) -> Result<Value, HostError> {
        let (watch, level) = (self.watched.of(thread), ask.text("level")?);
        match what {
            // A job's log has all but what is for debugging.
            asked::Log::Enabled => {
                answer(is_enabled(level) || (watch.is_some() && level != "debug"))
            }
            asked::Log::Write => {
                let said = (ask.text("category")?, ask.text("message")?);
                self.write(thread, watch, level, said);
                Ok(Value::Null)
            }
        }
    }

    fn write(
        &self,
        thread: ThreadId,
        watch: Option<Arc<dyn StepWatch>>,
        level: &str,
        (category, message): (&str, &str),
    ) {
        let (message, site) = (shown(message), &self.site);
        if let Some(watch) = watch.filter(|_| level != "debug" || is_enabled(level)) {
            watch.says(level, category, &message);
        }
        match level {
            "debug" => tracing::debug!(target: "script", %site, %thread, category, "{message}"),
            "info" => tracing::info!(target: "script", %site, %thread, category, "{message}"),
            "warn" => tracing::warn!(target: "script", %site, %thread, category, "{message}"),
            _ => tracing::error!(target: "script", %site, %thread, category, "{message}"),
        }
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

fn query_of(ask: &Ask<'_>) -> Result<Query, HostError> {
    let refused = |why: String| HostError::new(format!("This is no search: {why}"));
    let query: Query = serde_json::from_value(ask.arguments.clone())
        .map_err(|cause| refused(cause.to_string()))?;
    query.check().map_err(refused)?;
    Ok(query)
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

fn random(what: asked::Random) -> Result<Value, HostError> {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    match what {
        asked::Random::Id => {
            let mut random = rand::rng();
            let letters = (0..ID_LENGTH).filter_map(|_| LETTERS.choose(&mut random));
            answer(letters.map(|letter| char::from(*letter)).collect::<String>())
        }
        asked::Random::Token => answer(Alphanumeric.sample_string(&mut rand::rng(), TOKEN_LENGTH)),
    }
}

pub(super) fn answer(value: impl Serialize) -> Result<Value, HostError> {
    serde_json::to_value(value).map_err(|cause| HostError::new(cause.to_string()))
}
