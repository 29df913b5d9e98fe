//! Storefront requests: from a URL to a controller and back to a page.
//!
//! [`Storefront`] runs each request as a script thread of its [`Engine`]; [`router`] serves it. The scripts'
//! `dw` modules, JavaScript below `assets/platform`, ask this room for products, templates, texts and
//! hooks, and leave sessions and orders here. The sample storefront stands below `assets/storefront`.

mod address;
mod answer;
mod ask;
mod asked;
mod at_once;
mod bounds;
mod caches;
mod catalogue;
mod categorize;
mod check;
mod cookies;
mod customers;
mod deltas;
mod designer;
mod endpoints;
mod exports;
mod files;
mod folders;
mod forms;
mod goods;
mod holdings;
mod hooks;
mod hosts;
mod imports;
mod includes;
mod kept;
mod libraries;
mod life;
mod locale;
mod mappings;
mod multipart;
mod native;
#[cfg(test)]
mod outside;
mod packages;
mod page;
mod pieces;
mod records;
mod redirects;
mod resources;
mod rest_apis;
mod run;
mod sample;
mod services;
mod site;
mod state;
mod step_types;
mod steps;
mod templates;
mod urls;
mod visit;
mod web_references;

pub use categorize::Categorized;
pub use check::{Finding, Looked, Severity, check};
pub use endpoints::{Answered, Called, Caller, EndpointTimes, Request as ApiRequest, Shopper};
pub use folders::{CartridgesError, find_cartridges};
pub use goods::with_sample;
pub use hooks::HookScripts;
pub use hosts::{AllowedHost, AllowedHostError};
pub use imports::{Import, NotImported};
pub(super) use includes::NO_VALUE;
pub use libraries::{Libraries, View};
pub use native::Placed;
pub(super) use page::mark as mark_failure;
pub use rest_apis::{Body as ApiBody, Endpoint, Scheme, Security, Wanted, is_scope};
pub use sample::{SampleCartridge, sample_cartridges, sample_content, sample_path};
pub use site::{SiteFacts, Spoken};
pub use state::{CustomerId, Image};
pub(super) use step_types::all_declared;
pub use step_types::{Declared, Function, Place, StepType, StepTypes, Work};
pub use steps::{Counts, RunningStep, Step, StepEnd, StepStatus, StepWatch};
pub(super) use templates::names as template_names;

use super::{Clock, accounts::Accounts, bodies::Bodies, gate::Gate, seed::Statics, shop::Shop};
use crate::script::{Cartridges, Engine, Limits};
use at_once::AtOnce;
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, Uri, header},
    response::Response,
    routing::{any, get},
};
use cookies::OwnCookies;
use holdings::Holdings;
use includes::Changing;
use native::{KeptFiles, Natives, StagedFiles};
use parking_lot::RwLock;
use rand::distr::{Alphanumeric, SampleString};
use rest_apis::RestApis;
use serde_json::Value;
use serde_json::value::RawValue;
use services::Services;
use state::{Remembered, Shared};
use std::{
    collections::BTreeMap,
    io,
    panic::resume_unwind,
    sync::{Arc, atomic::AtomicU64},
};
use steps::Watched;
use tokio::task::spawn_blocking;
use visit::{Instead, Refused, Visit};
use web_references::WebReferences;

/// An image that is ready to be put back.
pub struct Staged {
    image: Image,
    files: StagedFiles,
}

/// What a storefront is made of.
#[derive(Clone, Debug)]
pub struct StorefrontOptions {
    /// The site's ID, which stands in its addresses.
    pub site: String,
    /// The cartridge path.
    pub cartridges: Arc<Cartridges>,
    /// What is sold, and what else an archive says of the sites.
    pub shop: Arc<Shop>,
    /// The images and the like that archives bring.
    pub statics: Arc<Statics>,
    /// What the command line says of the sites.
    pub spoken: Spoken,
    /// What its scripts may use.
    pub limits: Limits,
    /// How long endpoints of custom APIs may run.
    pub endpoint_times: EndpointTimes,
    /// Hosts that its scripts may call.
    pub hosts: Vec<AllowedHost>,
    /// Who may act for customers.
    pub agents: Accounts,
    /// What the shop has besides catalogue and content: lists of documents by kind, such as `store`.
    pub documents: BTreeMap<String, Value>,
    /// Tells dates and lifetimes.
    pub clock: Clock,
    /// Whom its scripts have to pass.
    pub gate: Arc<Gate>,
}

impl StorefrontOptions {
    /// The built-in sample storefront.
    pub fn sample(site: impl Into<String>) -> Self {
        let cartridges = Arc::new(sample::cartridges());
        Self {
            site: site.into(),
            cartridges,
            shop: Arc::default(),
            statics: Arc::default(),
            spoken: Spoken::default(),
            limits: Limits::default(),
            endpoint_times: EndpointTimes::default(),
            hosts: Vec::new(),
            agents: Accounts::none(),
            documents: BTreeMap::new(),
            clock: Clock::system(),
            gate: Arc::default(),
        }
    }
}

/// A site that answers requests with its scripts.
#[derive(Debug)]
pub struct Storefront {
    services: Arc<Services>,
    gate: Arc<Gate>,
    engine: Engine,
    /// The cartridges of jobs.
    whole: Arc<Cartridges>,
    endpoint_times: EndpointTimes,
    /// Whether its image has the files, which all sites share.
    keeps_files: bool,
}

/// What a site's scripts reach besides its libraries.
struct Reach {
    shop: Arc<Shop>,
    statics: Arc<Statics>,
    facts: SiteFacts,
    natives: Arc<Natives>,
    agents: Arc<Accounts>,
    documents: BTreeMap<String, Value>,
    clock: Clock,
    shared: Arc<Shared>,
}

impl Storefront {
    /// A storefront with empty sessions, the sample catalogue and an empty content library.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub fn new(options: StorefrontOptions) -> Arc<Self> {
        let libraries = Libraries::empty("SharedLibrary");
        Self::with_libraries(options, libraries)
    }

    /// A storefront with empty sessions and the sample catalogue.
    pub fn with_libraries(options: StorefrontOptions, libraries: Libraries) -> Arc<Self> {
        let StorefrontOptions { site, cartridges, shop, spoken, limits, .. } = options;
        let StorefrontOptions { gate, endpoint_times, .. } = options;
        let StorefrontOptions { statics, hosts, agents, documents, clock, .. } = options;
        let facts = SiteFacts::of(&shop, &site, &spoken);
        let shared = Arc::new(Shared::of(&shop));
        let (natives, agents) = (Arc::new(Natives::new(hosts)), Arc::new(agents));
        let reach = Reach { shop, statics, facts, natives, agents, documents, clock, shared };
        let services = Self::services(site, reach, cartridges, libraries);
        let engine = Engine::new(limits, Arc::<Services>::clone(&services));
        let whole = Arc::new(services.cartridges.whole());
        Arc::new(Self { services, gate, engine, whole, endpoint_times, keeps_files: true })
    }

    /// Another site on the same engine, with sessions, orders and customers of its own; files, and custom objects of the
    /// organization, are the same ones.
    pub fn beside(
        &self,
        site: String,
        facts: SiteFacts,
        cartridges: Arc<Cartridges>,
        libraries: Libraries,
    ) -> Arc<Self> {
        let services = &self.services;
        let reach = Reach {
            shop: Arc::clone(&services.held().shop),
            statics: Arc::clone(&services.statics),
            facts,
            natives: Arc::clone(&services.natives),
            agents: Arc::clone(&services.agents),
            documents: BTreeMap::new(),
            clock: services.clock.clone(),
            shared: Arc::clone(services.remembered.records.shared()),
        };
        let services = Self::services(site, reach, cartridges, libraries);
        let engine = self.engine.serving(Arc::<Services>::clone(&services));
        let whole = Arc::new(services.cartridges.whole());
        let (gate, endpoint_times) = (Arc::clone(&self.gate), self.endpoint_times);
        Arc::new(Self { services, gate, engine, whole, endpoint_times, keeps_files: false })
    }

    fn services(
        site: String,
        reach: Reach,
        cartridges: Arc<Cartridges>,
        libraries: Libraries,
    ) -> Arc<Services> {
        let Reach { shop, statics, facts, natives, agents, documents, clock, shared } = reach;
        shared.tell_site(&facts.document);
        let remembered = Remembered::of(&shop, &site, &facts.customers, shared);
        let mark = Alphanumeric.sample_string(&mut rand::rng(), 16);
        Arc::new(Services {
            cookies: OwnCookies::of(&site),
            site,
            cartridges,
            holdings: RwLock::new(Arc::new(Holdings::new(shop, facts))),
            edition: AtomicU64::default(),
            bundles: resources::Bundles::default(),
            caches: caches::Caches::default(),
            hooks: hooks::Hooks::default(),
            libraries,
            include_mark: format!("<!--include {mark} "),
            value_mark: format!("<!--value {mark} "),
            rest_apis: RestApis::default(),
            statics,
            remembered,
            clock,
            natives,
            agents,
            web_references: WebReferences::default(),
            watched: Watched::default(),
            at_once: AtOnce::default(),
            changing: Changing::default(),
            documents,
        })
    }

    /// The engine its scripts run on; its control is the debugger's side.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Whom its scripts have to pass.
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    /// What it remembers of its visitors, but for caches, and of the first site the scripts' files; [`Image`] reads it.
    /// An error of the kind "file too large" when those are too much to be kept.
    pub fn image(&self) -> io::Result<Box<RawValue>> {
        let files =
            if self.keeps_files { self.services.natives.files()? } else { KeptFiles::default() };
        Ok(self.services.remembered.image(&files)?)
    }

    /// Does of an image what may fail; nothing is changed yet.
    pub fn stage(image: Image) -> io::Result<Staged> {
        let files = Natives::stage(&image.files)?;
        Ok(Staged { image, files })
    }

    /// Remembers an image and nothing else. No script may run meanwhile.
    pub fn put_back(&self, staged: Staged) {
        if self.keeps_files {
            self.services.natives.put_back(&staged.files);
        }
        self.services.remembered.put_back(staged.image);
        self.hold_later();
    }

    /// The content libraries its scripts read.
    pub fn libraries(&self) -> &Libraries {
        &self.services.libraries
    }

    /// Where its scripts are found.
    pub fn cartridges(&self) -> &Arc<Cartridges> {
        &self.services.cartridges
    }

    /// The same, and those that the path doesn't name behind them.
    pub fn all_cartridges(&self) -> &Cartridges {
        &self.whole
    }

    /// What its cartridges register for an extension point.
    pub fn hook_scripts(&self, extension_point: &str) -> HookScripts {
        self.services.hooks.find(self.cartridges(), extension_point)
    }

    /// The jobs of its archive, by their IDs; of the sample, if it is that and the archive has none.
    pub fn jobs(&self, is_sample: bool) -> Vec<(String, Value)> {
        let services = &self.services;
        let of = |shop: &Shop| -> Vec<_> {
            shop.documents("job", "").map(|(id, document)| (id.to_owned(), document)).collect()
        };
        let own = of(&services.held().shop);
        if own.is_empty() && is_sample { of(&services.all_records()) } else { own }
    }

    /// The part of a script's input that is the same for all requests.
    pub fn document(&self) -> Arc<Value> {
        Arc::clone(&self.services.held().facts.document)
    }

    /// What answers an address which names no controller: the page whose short address it is, or the script that says where
    /// an address leads which an archive has a redirect for, or which is none of the shop's.
    fn instead(&self, method: &Method, uri: &Uri) -> Option<Instead> {
        let origin = redirects::origin(self.site(), uri)?;
        let is_known = visit::place(self.site(), uri.path()).is_ok();
        let page = if is_known { None } else { self.services.page(&origin) };
        let named = page.as_ref().map(|page| page.origin(uri.query()));
        let is_get = method == Method::GET;
        let held = self.services.held();
        let moved = |origin: &String| {
            let now = self.services.clock.now();
            held.redirects.find(origin, now).filter(|_| is_get)
        };
        let mut old = [Some(&origin), named.as_ref()].into_iter().flatten();
        let old = old.find_map(|origin| Some((origin.clone(), moved(origin)?)));
        match (page, &old) {
            (Some(page), None) => return Instead::page(self.site(), page, uri),
            (Some(_), Some((origin, _))) if Some(origin) == named.as_ref() => {
                let locale = redirects::locale(origin)?.to_owned();
                return Instead::redirect(self.site(), locale, Some(origin));
            }
            _ => {}
        }
        let moved = old.map(|(_, document)| document);
        let is_meant = if self.tells_redirects() {
            is_get && (moved.is_some() || !is_known)
        } else {
            moved.is_some_and(redirects::leads)
                || (is_get && !is_known && held.mappings.find(&origin).is_some())
        };
        let locale = redirects::locale(&origin).unwrap_or(held.facts.default_locale()).to_owned();
        Instead::redirect(self.site(), locale, None).filter(|_| is_meant)
    }

    /// Whether a cartridge has a script for redirects; without one the sandbox follows those of the archive itself.
    fn tells_redirects(&self) -> bool {
        self.has_controller("RedirectURL")
    }

    /// Whether a cartridge has a controller of that name.
    fn has_controller(&self, controller: &str) -> bool {
        let script = |cartridge: &str| {
            let path = format!("/{cartridge}/cartridge/controllers/{controller}.js");
            self.cartridges().stamp(&path).is_some()
        };
        self.cartridges().list().any(script)
    }

    fn default_locale(&self) -> String {
        self.services.held().facts.default_locale().to_owned()
    }

    /// The site's ID.
    pub fn site(&self) -> &str {
        &self.services.site
    }
}

/// The sites of a sandbox; there is one at least.
#[derive(Clone)]
struct Shops {
    own: Arc<Storefront>,
    others: Arc<[Arc<Storefront>]>,
    bodies: Arc<Bodies>,
}

impl Shops {
    /// The site that an address names; the sandbox's own one says what is wrong with any other.
    fn of(&self, path: &str) -> &Arc<Storefront> {
        let named = match path.strip_prefix("/s/") {
            Some(rest) => rest.split('/').next(),
            None => path.split('/').nth(3).and_then(address::site_of),
        };
        let other = self.others.iter().find(|shop| Some(shop.site()) == named);
        other.unwrap_or(&self.own)
    }
}

/// Serves `/`, which leads to `Home-Show` of the first site, and of all sites controllers and static
/// files.
pub fn router(own: Arc<Storefront>, others: Vec<Arc<Storefront>>, bodies: Arc<Bodies>) -> Router {
    Router::new()
        .route("/", get(home))
        .route("/on/demandware.store/{*rest}", any(controller))
        .route("/on/demandware.static/{*rest}", get(file))
        .fallback(unknown)
        .with_state(Shops { own, others: others.into(), bodies })
}

async fn home(State(shops): State<Shops>) -> Response {
    let target = address::controller(shops.own.site(), &shops.own.default_locale(), "Home-Show");
    let mut response = page::plain(StatusCode::FOUND, "text/plain;charset=UTF-8", Body::empty());
    // A site's ID has only letters that may stand in a header.
    if let Ok(target) = HeaderValue::try_from(target) {
        response.headers_mut().insert(header::LOCATION, target);
    }
    response
}

async fn file(State(shops): State<Shops>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let shop = Arc::clone(shops.of(parts.uri.path()));
    let reading = spawn_blocking(move || {
        files::answer(shop.cartridges(), &shop.services.statics, shop.site(), &parts)
    });
    reading.await.unwrap_or_else(|end| resume_unwind(end.into_panic()))
}

/// What no address of the shop's is may be one that it once had.
async fn unknown(State(shops): State<Shops>, request: Request) -> Response {
    let storefront = Arc::clone(shops.of(request.uri().path()));
    match instead(&storefront, request.method().clone(), request.uri().clone()).await {
        None => page::told(StatusCode::NOT_FOUND, "The shop begins at /."),
        instead => answered(storefront, request, instead, &shops.bodies).await,
    }
}

async fn controller(State(shops): State<Shops>, request: Request) -> Response {
    let storefront = Arc::clone(shops.of(request.uri().path()));
    let instead = instead(&storefront, request.method().clone(), request.uri().clone()).await;
    answered(storefront, request, instead, &shops.bodies).await
}

/// What answers a request whose address names no controller, found where looking through a catalogue may take its time.
async fn instead(storefront: &Arc<Storefront>, method: Method, uri: Uri) -> Option<Instead> {
    if !storefront.services.held().urls.looks_through() {
        return storefront.instead(&method, &uri);
    }
    let storefront = Arc::clone(storefront);
    let looking = spawn_blocking(move || storefront.instead(&method, &uri));
    looking.await.unwrap_or_else(|end| resume_unwind(end.into_panic()))
}

async fn answered(
    storefront: Arc<Storefront>,
    request: Request,
    instead: Option<Instead>,
    bodies: &Bodies,
) -> Response {
    match Visit::read(storefront.site(), request, instead, bodies).await {
        Ok(visit) => answer::answer(storefront, visit).await,
        Err(Refused::NotFound(reason)) => page::told(StatusCode::NOT_FOUND, &reason),
        Err(Refused::Status(status, reason)) => {
            let mut response = page::told(status, reason);
            if status == StatusCode::METHOD_NOT_ALLOWED {
                let allowed = HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE");
                response.headers_mut().insert(header::ALLOW, allowed);
            }
            response
        }
    }
}
