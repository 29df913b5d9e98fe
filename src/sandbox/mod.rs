//! The local service that implements the platform's APIs.
//!
//! A connection ([`listen`]) has one of the [`seats`] and keeps its [`pace`]; each request passes the rules of [`service`], its
//! body finds room ([`bodies`]), and it comes to the [`debugger`] API, the [Data API](data) over its
//! [`store`], the token endpoints ([`oauth`]), the [custom APIs](scapi) or the [`mod@storefront`]. Scripts run in
//! [`crate::script`]. What the libraries hold from the start comes from [seeds](seed).

mod accounts;
mod authority;
mod begin;
mod bodies;
mod breaker;
mod clock;
mod data;
mod debugger;
mod faults;
mod gate;
mod hooks;
mod import;
mod jobs;
mod json;
mod listen;
mod method;
mod oauth;
mod operations;
mod options;
#[cfg(test)]
mod outside;
mod pace;
mod parameters;
mod private;
mod refusal;
mod scapi;
mod seats;
mod seed;
mod select;
mod service;
mod settings;
mod shop;
mod shopper;
mod state;
pub mod store;
pub mod storefront;
mod target;
mod trail;
mod transport;
mod unread;
mod url_rule;
mod whole;
mod wildcard;

pub use accounts::{
    Accounts, ApiClient, BUILTIN_CLIENT, Permission, Permissions, PublicKey, PublicKeyError,
    ResourcePattern, Right, Scopes, User,
};
pub use authority::{AuthorityError, Flaw};
pub use bodies::Bodies;
pub use clock::Clock;
pub use data::PlainHttp;
pub use debugger::Patience;
pub use method::Method;
pub use options::{Data, SandboxError, SandboxOptions, Site};
pub use private::NotPrivate;
pub use seats::OPEN_FILES;
pub use seed::{ArchiveSites, Imported, LeftOut, Place, Seed, SeedError, Statics, read_archives};
pub use select::Selector;
pub use settings::{Settings, SettingsError, SettingsFault};
pub use shop::Shop;
pub use transport::Transport;

use crate::script::{Engine, Limits, ThreadInfo, ThreadState};
use accounts::Logins;
use authority::{Authority, LOOPBACK_NAMES};
use begin::Prepared;
use clock::Dial;
use data::{DataApi, Hooks};
use debugger::Debugger;
use gate::Gate;
use hooks::ScriptHooks;
use jobs::Jobs;
use listen::{Connections, Protocol};
use oauth::{OAuth, Tokens};
use operations::Operations;
use scapi::Scapi;
use seats::SEATS;
use service::Service;
use shopper::Shoppers;
use state::State;
use std::{
    io,
    net::SocketAddr,
    panic::resume_unwind,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use store::{CheckpointName, Memory, Postgres, Sqlite, Store, StoreError};
use storefront::{Libraries, SiteFacts, Spoken, Storefront, StorefrontOptions};
use tokio::net::{TcpListener, TcpSocket};
use tokio::{sync::Mutex, task::spawn_blocking, time::timeout};
use tokio_rustls::TlsAcceptor;

/// How long a script may take to notice that it is stopped.
const PATIENCE: Duration = Duration::from_secs(2);

/// The shared library that every sandbox has.
const SHARED_LIBRARY: &str = "SharedLibrary";

/// A running sandbox. Dropping it ends it at once; [`Sandbox::shutdown`] lets requests finish.
pub struct Sandbox {
    http: SocketAddr,
    https: SocketAddr,
    site: String,
    authority: Authority,
    connections: Arc<Connections>,
    debugger: Arc<Debugger>,
    engine: Engine,
    left_out: Vec<(PathBuf, LeftOut)>,
}

impl Sandbox {
    /// Listens and answers from then on. Runs on the current tokio runtime.
    pub async fn start(options: SandboxOptions) -> Result<Self, SandboxError> {
        options.check()?;
        if let Some(Data::Folder(folder)) = &options.data {
            private::secure(folder)?;
        }
        let store = open_store(&options).await?;
        let beside = begin::start_from(options.from.as_deref(), &store).await?;
        let logins = Arc::new(Logins::new(options.accounts.clone()));
        let tokens = Arc::new(Tokens::new(&store.secret("token").await?));
        let dial = Dial::new(options.clock.clone());
        let plain = bind(options.listen)?;
        let secured = bind(options.tls_listen)?;
        let (http, https) = (local(&plain, options.listen)?, local(&secured, options.tls_listen)?);
        let spoken = Spoken { ports: Some([http.port(), https.port()]), ..options.spoken };
        let options = SandboxOptions { clock: dial.clock(), spoken, ..options };
        // Keys and files take their time; what the store holds doesn't wait for them.
        let data = options.data.clone();
        let authority = spawn_blocking(move || authority_of(data.as_ref()));
        let parts = Parts {
            store: Arc::clone(&store),
            logins: Arc::clone(&logins),
            tokens: Arc::clone(&tokens),
        };
        let given = options.clone();
        let prepared = begin::prepare(options, &store).await?;
        let shop = Arc::new(prepared.imported.shop.clone());
        let gate = Arc::new(Gate::default());
        let statics = Arc::clone(&prepared.imported.statics);
        let storefront = storefront(&prepared.options, &store, statics, (&shop, &gate))?;
        // Large, and mostly nothing to do.
        Box::pin(begin::fill_seed(&given, &parts)).await?;
        let mut data = parts.data_api(&prepared.options).await?;
        let unplaced = begin::fill(&prepared, &data).await?;
        let Prepared { options, imported } = prepared;
        let authority = authority.await.unwrap_or_else(|end| resume_unwind(end.into_panic()))?;
        let others = other_sites(&options, &store, &storefront, &shop);
        std::iter::once(&storefront).chain(&others).for_each(|shop| shop.stand_by());
        let engine = storefront.engine().clone();
        let bodies = Arc::new(Bodies::default());
        let kept_in = store.kind();
        let state = State {
            store: Arc::clone(&store),
            sites: std::iter::once(&storefront).chain(&others).cloned().collect(),
            gate,
            control: engine.control().clone(),
            dial,
            libraries: begin::libraries(&options),
            turn: Mutex::default(),
        };
        if let Some(beside) = beside {
            state.remember(state.stage(beside).await?);
        }
        if !begin::has(&store, &CheckpointName::seed()).await? {
            state.keep(&CheckpointName::seed()).await?;
        }
        let is_sample = options.cartridges.is_empty();
        let (sites, gate) = (state.sites.clone(), Arc::clone(&state.gate));
        // What their tokens stand for ends with the process, too.
        let key = rand::random();
        let clock = options.clock.clone();
        let shoppers = Shoppers::new(Arc::clone(&logins), &key, clock, sites.clone());
        let scapi = Arc::new(Scapi::new(
            sites.clone(),
            Arc::clone(&bodies),
            (Arc::clone(&logins), Arc::clone(&tokens)),
            options.clock.clone(),
            shoppers,
        ));
        let content = parts.data_api(&options).await?;
        let jobs = Jobs::new(sites, is_sample, gate, options.clock.clone(), content);
        let operations = Operations {
            bodies: Arc::clone(&bodies),
            ..Operations::new(Arc::clone(&logins), state, Arc::clone(&jobs), kept_in)
        };
        let users = Arc::clone(&logins);
        let debugger = Debugger::new(engine.clone(), users, Arc::clone(&bodies), options.patience);
        let mut hosts = LOOPBACK_NAMES.map(str::to_owned).to_vec();
        hosts.extend(options.hosts.iter().cloned());
        let clock = options.clock.clone();
        let oauth = OAuth::new(logins, tokens, store, clock, &hosts, [http, https]);
        data.hooks = hooks(&options, &storefront);
        data.jobs = Some(jobs);
        data.bodies = Arc::clone(&bodies);
        let service = Service {
            hosts,
            debugger: debugger::router(Arc::clone(&debugger)),
            data: Arc::new(data),
            oauth,
            operations: Arc::new(operations),
            scapi,
            storefront: storefront::router(storefront, others, bodies),
        };
        let tls = TlsAcceptor::from(authority.server());
        let connections = Connections::new(service, tls, seats::room());
        connections.run(sweep(Arc::clone(&debugger)));
        connections.accept(plain, Protocol::Plain);
        connections.accept(secured, Protocol::Tls);
        let mut left_out = imported.left_out;
        left_out.extend(unplaced);
        let site = options.site;
        Ok(Self { http, https, site, authority, connections, debugger, engine, left_out })
    }

    /// Where plain HTTP is served.
    pub fn http_addr(&self) -> SocketAddr {
        self.http
    }

    /// Where HTTPS is served.
    pub fn https_addr(&self) -> SocketAddr {
        self.https
    }

    /// The certificate (PEM) that clients trust to reach HTTPS; gone with the sandbox.
    pub fn ca_file(&self) -> &Path {
        self.authority.file()
    }

    /// The site's ID.
    pub fn site(&self) -> &str {
        &self.site
    }

    /// What site archives say and the sandbox has no place for, by file.
    pub fn left_out(&self) -> &[(PathBuf, LeftOut)] {
        &self.left_out
    }

    /// No new requests; running ones finish (at most 10 s), halted threads are ended.
    pub async fn shutdown(self) {
        self.connections.close();
        self.end_threads(|thread| thread.state != ThreadState::Running).await;
        // What halts from now on runs on: its debugger can't come back for it.
        self.debugger.detach_all();
        self.connections.drain().await;
        self.end_threads(|_| true).await;
        // Threads may still hold the store, which another sandbox may wait for.
        drop(timeout(PATIENCE, self.engine.settled()).await);
    }

    async fn end_threads(&self, which: impl Fn(&ThreadInfo) -> bool) {
        let control = self.engine.control();
        let threads = control.threads().into_iter().filter(which);
        let ends = threads.map(|thread| control.stop(thread.id, PATIENCE));
        futures::future::join_all(ends).await;
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.connections.abandon();
    }
}

fn storefront(
    options: &SandboxOptions,
    store: &Arc<dyn Store>,
    statics: Arc<Statics>,
    (shop, gate): (&Arc<Shop>, &Arc<Gate>),
) -> Result<Arc<Storefront>, SandboxError> {
    let own = options.sites.iter().find(|site| site.id == options.site);
    let library = own.map_or(SHARED_LIBRARY, |site| &site.library);
    let sample = StorefrontOptions::sample(options.site.clone());
    let cartridges = Arc::new(options.cartridges()?);
    let SandboxOptions { halt_timeout, run_time, eval_time, endpoint_times, .. } = *options;
    let limits = Limits { run_time, halt_timeout, eval_time, ..sample.limits };
    let libraries = Libraries::new(Arc::clone(store), library);
    let (shop, gate, spoken) = (Arc::clone(shop), Arc::clone(gate), options.spoken.clone());
    let (hosts, clock) = (options.allow_net.clone(), options.clock.clone());
    let agents = options.accounts.clone();
    let options = StorefrontOptions {
        cartridges,
        shop,
        statics,
        spoken,
        limits,
        endpoint_times,
        hosts,
        agents,
        clock,
        gate,
        ..sample
    };
    Ok(Storefront::with_libraries(options, libraries))
}

/// The further sites of the settings. One whose cartridges aren't there has its libraries all the
/// same, but no pages.
fn other_sites(
    options: &SandboxOptions,
    store: &Arc<dyn Store>,
    own: &Storefront,
    shop: &Shop,
) -> Vec<Arc<Storefront>> {
    let others = options.sites.iter().filter(|site| site.id != options.site);
    let served = others.filter_map(|site| match options.cartridges_of(&site.cartridge_path) {
        Ok(cartridges) => {
            let libraries = Libraries::new(Arc::clone(store), &site.library);
            let facts = SiteFacts::of(shop, &site.id, &options.spoken);
            Some(own.beside(site.id.clone(), facts, Arc::new(cartridges), libraries))
        }
        Err(error) => {
            tracing::warn!(site = site.id, %error, "the site has no storefront");
            None
        }
    });
    served.collect()
}

/// The hooks of the storefront's cartridges.
fn hooks(options: &SandboxOptions, storefront: &Arc<Storefront>) -> Arc<dyn Hooks> {
    let (storefront, clock) = (Arc::clone(storefront), options.clock.clone());
    Arc::new(ScriptHooks::new(storefront, options.site_ids().into(), clock))
}

/// What the libraries' API is made of, whatever the options.
#[derive(Clone)]
struct Parts {
    store: Arc<dyn Store>,
    logins: Arc<Logins>,
    tokens: Arc<Tokens>,
}

impl Parts {
    /// The libraries' API, without hooks.
    async fn data_api(&self, options: &SandboxOptions) -> Result<DataApi, StoreError> {
        let (store, logins) = (Arc::clone(&self.store), Arc::clone(&self.logins));
        let (tokens, clock) = (Arc::clone(&self.tokens), options.clock.clone());
        let mut data = DataApi::new(store, logins, tokens, clock).await?;
        data.sites = options.site_ids();
        data.plain_http = options.plain_http;
        Ok(data)
    }
}

/// In memory, in a folder or in a database.
async fn open_store(options: &SandboxOptions) -> Result<Arc<dyn Store>, SandboxError> {
    Ok(match &options.data {
        Some(Data::Folder(folder)) => Arc::new(Sqlite::open(folder)?),
        Some(Data::Database(address)) => Arc::new(Postgres::connect(address).await?),
        None => Arc::new(Memory::new()),
    })
}

fn authority_of(data: Option<&Data>) -> Result<Authority, AuthorityError> {
    match data {
        Some(Data::Folder(folder)) => Authority::kept(folder),
        // Each sandbox of a database has its own.
        Some(Data::Database(_)) | None => Authority::create(),
    }
}

async fn sweep(debugger: Arc<Debugger>) {
    debugger.sweep().await;
}

fn bind(address: SocketAddr) -> Result<TcpListener, SandboxError> {
    listen_on(address).map_err(|source| SandboxError::Listen { address, source })
}

/// Who comes while all seats are taken has a place to wait, too.
fn listen_on(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(u32::try_from(SEATS).unwrap_or(u32::MAX))
}

fn local(listener: &TcpListener, address: SocketAddr) -> Result<SocketAddr, SandboxError> {
    listener.local_addr().map_err(|source| SandboxError::Listen { address, source })
}
