//! Storefront requests: from a URL to a controller and back to a page.
//!
//! [`Storefront`] runs each request as a script thread of its [`Engine`]; [`router`] serves it. The scripts'
//! `dw` modules, JavaScript below `assets/platform`, ask this room for products, templates, texts and
//! hooks, and leave sessions and orders here. The sample storefront stands below `assets/storefront`.

mod address;
mod catalogue;
mod files;
mod folders;
mod hooks;
mod libraries;
mod locale;
mod page;
mod resources;
mod run;
mod sample;
mod services;
mod state;
mod templates;
mod visit;

pub use folders::{CartridgesError, find_cartridges};
pub use hooks::hook_scripts;
pub use libraries::{Libraries, View};
pub use sample::{SampleCartridge, sample_cartridges, sample_content, sample_path};
pub use services::site_document;

use crate::script::{Cartridges, Engine, Limits};
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::Response,
    routing::{any, get},
};
use rand::distr::{Alphanumeric, SampleString};
use services::Services;
use state::Sessions;
use std::sync::Arc;
use visit::{Refused, Visit};

/// What a storefront is made of.
#[derive(Clone, Debug)]
pub struct StorefrontOptions {
    /// The site's ID, which stands in its addresses.
    pub site: String,
    /// The cartridge path.
    pub cartridges: Arc<Cartridges>,
    /// What its scripts may use.
    pub limits: Limits,
}

impl StorefrontOptions {
    /// The built-in sample storefront.
    pub fn sample(site: impl Into<String>) -> Self {
        let cartridges = Arc::new(sample::cartridges());
        Self { site: site.into(), cartridges, limits: Limits::default() }
    }
}

/// A site that answers requests with its scripts.
#[derive(Debug)]
pub struct Storefront {
    services: Arc<Services>,
    sessions: Sessions,
    engine: Engine,
}

impl Storefront {
    /// A storefront with empty sessions, the sample catalogue and an empty content library.
    pub fn new(options: StorefrontOptions) -> Arc<Self> {
        let libraries = Libraries::empty("SharedLibrary");
        Self::with_libraries(options, libraries)
    }

    /// A storefront with empty sessions and the sample catalogue.
    pub fn with_libraries(options: StorefrontOptions, libraries: Libraries) -> Arc<Self> {
        let mark = Alphanumeric.sample_string(&mut rand::rng(), 16);
        let services = Arc::new(Services {
            site: options.site,
            cartridges: options.cartridges,
            catalogue: sample::shared_catalogue(),
            libraries,
            include_mark: format!("<!--include {mark} "),
            orders: state::Orders::default(),
            customers: state::Customers::default(),
            caches: state::Caches::default(),
        });
        let engine = Engine::new(options.limits, Arc::<Services>::clone(&services));
        Arc::new(Self { services, sessions: Sessions::default(), engine })
    }

    /// The engine its scripts run on; its control is the debugger's side.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The content libraries its scripts read.
    pub fn libraries(&self) -> &Libraries {
        &self.services.libraries
    }

    /// Where its scripts are found.
    pub fn cartridges(&self) -> &Arc<Cartridges> {
        &self.services.cartridges
    }

    /// The site's ID.
    pub fn site(&self) -> &str {
        &self.services.site
    }
}

/// Serves `/`, which leads to `Home-Show`, the site's controllers and its static files.
pub fn router(storefront: Arc<Storefront>) -> Router {
    Router::new()
        .route("/", get(home))
        .route("/on/demandware.store/{*rest}", any(controller))
        .route("/on/demandware.static/{*rest}", get(file))
        .fallback(|| async { page::told(StatusCode::NOT_FOUND, "The shop begins at /.") })
        .with_state(storefront)
}

async fn home(State(storefront): State<Arc<Storefront>>) -> Response {
    let target = address::controller(storefront.site(), "default", "Home-Show", &[]);
    let mut response = page::plain(StatusCode::FOUND, "text/plain;charset=UTF-8", Body::empty());
    // A site's ID has only letters that may stand in a header.
    if let Ok(target) = HeaderValue::try_from(target) {
        response.headers_mut().insert(header::LOCATION, target);
    }
    response
}

async fn file(State(storefront): State<Arc<Storefront>>, request: Request) -> Response {
    files::answer(storefront.cartridges(), storefront.site(), request.uri().path())
}

async fn controller(State(storefront): State<Arc<Storefront>>, request: Request) -> Response {
    match Visit::read(storefront.site(), request).await {
        Ok(visit) => run::answer(storefront, visit).await,
        Err(Refused::NotFound(reason)) => page::told(StatusCode::NOT_FOUND, &reason),
        Err(Refused::Status(status, reason)) => {
            let mut response = page::told(status, reason);
            if status == StatusCode::METHOD_NOT_ALLOWED {
                let allowed = HeaderValue::from_static("GET, HEAD, POST");
                response.headers_mut().insert(header::ALLOW, allowed);
            }
            response
        }
    }
}
