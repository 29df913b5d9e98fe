//! How a sandbox starts: what it needs is opened, then filled with what the options name, then served.

use super::{
    SHARED_LIBRARY, Sandbox, SandboxError,
    accounts::Logins,
    authority::{Authority, AuthorityError, LOOPBACK_NAMES},
    begin::{self, Prepared},
    bodies::Bodies,
    clock::Dial,
    data::{DataApi, Hooks},
    debugger::{self, Debugger},
    gate::Gate,
    hooks::ScriptHooks,
    jobs::Jobs,
    listen::{Connections, Protocol},
    oauth::{OAuth, Tokens},
    operations::Operations,
    options::{Data, SandboxOptions},
    parts::Parts,
    private,
    scapi::Scapi,
    seats::{self, SEATS},
    seed::{LeftOut, Statics},
    service::Service,
    shop::Shop,
    shopper::Shoppers,
    state::{Beside, State},
    store::{CheckpointName, Memory, Postgres, Sqlite, Store},
    storefront::{self, Libraries, SiteFacts, Spoken, Storefront, StorefrontOptions},
    webdav::WebDav,
};
use crate::script::Limits;
use std::{io, net::SocketAddr, panic::resume_unwind, path::PathBuf, sync::Arc};
use tokio::{
    net::{TcpListener, TcpSocket},
    sync::Mutex,
    task::{JoinHandle, spawn_blocking},
};
use tokio_rustls::TlsAcceptor;

/// What is there before anything is filled.
pub(super) struct Opened {
    options: SandboxOptions,
    parts: Parts,
    /// What was kept beside the snapshot that it starts from.
    beside: Option<Beside>,
    dial: Dial,
    ports: Ports,
    /// Keys and files take their time; what the store holds doesn't wait for them.
    authority: JoinHandle<Result<Authority, AuthorityError>>,
}

/// What is there before anybody is served.
pub(super) struct Filled {
    /// With the sites of the shop.
    options: SandboxOptions,
    parts: Parts,
    beside: Option<Beside>,
    dial: Dial,
    ports: Ports,
    authority: Authority,
    shop: Arc<Shop>,
    gate: Arc<Gate>,
    storefront: Arc<Storefront>,
    data: DataApi,
    left_out: Vec<(PathBuf, LeftOut)>,
}

/// Both ports are listened on, though nobody is accepted yet.
struct Ports {
    plain: TcpListener,
    secured: TcpListener,
    http: SocketAddr,
    https: SocketAddr,
}

impl Opened {
    /// Opens the store, the ports and the authority that the options name.
    pub(super) async fn new(options: SandboxOptions) -> Result<Self, SandboxError> {
        if let Some(Data::Folder(folder)) = &options.data {
            private::secure(folder)?;
        }
        let store = open_store(&options).await?;
        let beside = begin::start_from(options.from.as_deref(), &store).await?;
        let logins = Arc::new(Logins::new(options.accounts.clone()));
        let tokens = Arc::new(Tokens::new(&store.secret("token").await?));
        let kept = Parts { store, logins, tokens };
        let dial = Dial::new(options.clock.clone());
        let ports = Ports::of(&options)?;
        let data = options.data.clone();
        let authority = spawn_blocking(move || authority_of(data.as_ref()));
        let numbers = Some([ports.http.port(), ports.https.port()]);
        let spoken = Spoken { ports: numbers, ..options.spoken };
        let options = SandboxOptions { clock: dial.clock(), spoken, ..options };
        Ok(Self { options, parts: kept, beside, dial, ports, authority })
    }

    /// Fills the store, and makes the storefront of the site that is served first.
    pub(super) async fn filled(self) -> Result<Filled, SandboxError> {
        let Self { options, parts, beside, dial, ports, authority } = self;
        let given = options.clone();
        let prepared = begin::prepare(options, &parts.store).await?;
        let shop = Arc::new(prepared.imported.shop.clone());
        let gate = Arc::new(Gate::default());
        let statics = Arc::clone(&prepared.imported.statics);
        let storefront = storefront(&prepared.options, &parts.store, statics, (&shop, &gate))?;
        // Large, and mostly nothing to do.
        Box::pin(begin::fill_seed(&given, &parts)).await?;
        let data = parts.data_api(&prepared.options).await?;
        let unplaced = begin::fill(&prepared, &data).await?;
        let Prepared { options, imported } = prepared;
        let authority = authority.await.unwrap_or_else(|end| resume_unwind(end.into_panic()))?;
        let mut left_out = imported.left_out;
        left_out.extend(unplaced);
        Ok(Filled {
            options,
            parts,
            beside,
            dial,
            ports,
            authority,
            shop,
            gate,
            storefront,
            data,
            left_out,
        })
    }
}

impl Ports {
    fn of(options: &SandboxOptions) -> Result<Self, SandboxError> {
        let plain = bind(options.listen)?;
        let secured = bind(options.tls_listen)?;
        let http = local(&plain, options.listen)?;
        let https = local(&secured, options.tls_listen)?;
        Ok(Self { plain, secured, http, https })
    }
}

impl Filled {
    /// Answers from now on.
    pub(super) async fn served(mut self) -> Result<Sandbox, SandboxError> {
        let others = other_sites(&self.options, &self.parts.store, &self.storefront, &self.shop);
        let sites: Vec<_> = std::iter::once(&self.storefront).chain(&others).cloned().collect();
        for shop in &sites {
            shop.stand_by();
        }
        let bodies = Arc::new(Bodies::default());
        let state = self.state(&sites).await?;
        let engine = self.storefront.engine().clone();
        let Self { options, parts, ports, authority, shop, gate, storefront, .. } = self;
        let Self { mut data, left_out, .. } = self;
        let Parts { store, logins, tokens } = parts.clone();
        let clock = options.clock.clone();
        // What their tokens stand for ends with the process, too.
        let key = rand::random();
        let shoppers = Shoppers::new(Arc::clone(&logins), &key, clock.clone(), sites.clone());
        let scapi = Arc::new(Scapi::new(
            sites.clone(),
            Arc::clone(&bodies),
            (Arc::clone(&logins), Arc::clone(&tokens)),
            clock.clone(),
            shoppers,
        ));
        let content = parts.data_api(&options).await?;
        let is_sample = options.cartridges.is_empty();
        let jobs = Jobs::new(sites, is_sample, gate, clock.clone(), content);
        let kept_in = store.kind();
        let operations = Operations {
            bodies: Arc::clone(&bodies),
            ..Operations::new(Arc::clone(&logins), state, Arc::clone(&jobs), kept_in)
        };
        let files = WebDav::new(&logins, &tokens, clock.clone(), &storefront);
        let users = Arc::clone(&logins);
        let debugger = Debugger::new(engine.clone(), users, Arc::clone(&bodies), options.patience);
        let mut hosts = LOOPBACK_NAMES.map(str::to_owned).to_vec();
        hosts.extend(options.hosts.iter().cloned());
        let Ports { plain, secured, http, https } = ports;
        let oauth = OAuth::new(logins, tokens, store, clock, &hosts, [http, https]);
        data.hooks = hooks(&options, &storefront);
        data.jobs = Some(jobs.clone());
        data.bodies = Arc::clone(&bodies);
        let service = Service {
            hosts,
            debugger: debugger::router(Arc::clone(&debugger)),
            data: Arc::new(data),
            oauth,
            operations: Arc::new(operations),
            scapi,
            files,
            storefront: storefront::router(storefront, others, bodies),
        };
        let tls = TlsAcceptor::from(authority.server());
        let connections = Connections::new(service, tls, seats::room());
        connections.run(sweep(Arc::clone(&debugger)));
        connections.accept(plain, Protocol::Plain);
        connections.accept(secured, Protocol::Tls);
        let (site, defined_sites) =
            (options.site, shop.scopes("site").map(str::to_owned).collect());
        Ok(Sandbox {
            http,
            https,
            site,
            defined_sites,
            authority,
            connections,
            debugger,
            jobs,
            engine,
            left_out,
        })
    }

    /// The whole state of these sites, as it was kept beside a snapshot; a store without a seed has one from now on.
    async fn state(&mut self, sites: &[Arc<Storefront>]) -> Result<State, SandboxError> {
        let state = State {
            store: Arc::clone(&self.parts.store),
            sites: sites.to_vec(),
            gate: Arc::clone(&self.gate),
            control: self.storefront.engine().control().clone(),
            dial: self.dial.clone(),
            libraries: begin::libraries(&self.options),
            turn: Mutex::default(),
        };
        if let Some(beside) = self.beside.take() {
            state.remember(state.stage(beside).await?);
        }
        if !begin::has(&state.store, &CheckpointName::seed()).await? {
            state.keep(&CheckpointName::seed()).await?;
        }
        Ok(state)
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
