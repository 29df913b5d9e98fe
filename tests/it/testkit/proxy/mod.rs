//! A line with faults: it stands between a client and a real sandbox, hands requests on, and
//! loses, delays, spoils or replaces what a [`Plan`] says. What went through is kept as a
//! [`Record`], so that a test can tell what each side knows.

mod fault;
mod plan;
mod record;
mod serve;
mod server;
mod target;
mod wire;

pub use fault::{Fault, Line, Spoiling, Trouble};
pub use plan::{Entry, NoEntry, Plan};
pub use record::{Record, Told};
pub use server::Server;
pub use target::Target;

use record::Weather;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// The proxy; it ends when dropped.
pub struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: JoinHandle<()>,
}

struct Shared {
    server: Arc<Server>,
    state: Mutex<State>,
    weather: watch::Sender<Option<Weather>>,
}

struct State {
    plan: Plan,
    counts: BTreeMap<Target, u32>,
    record: Record,
}

impl Proxy {
    /// Listens on a free port of the loopback interface.
    pub async fn start(server: Arc<Server>, plan: Plan) -> Self {
        let state = State { plan, counts: BTreeMap::new(), record: Record::new() };
        let weather = watch::Sender::new(None);
        let shared = Arc::new(Shared { server, state: Mutex::new(state), weather });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let accepting = tokio::spawn(accept(listener, Arc::clone(&shared)));
        Self { address, shared, accepting }
    }

    /// As in `http://127.0.0.1:1234`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The whole line is in that state from now on.
    pub fn set_line(&self, line: Line) {
        self.shared.set_line(line, None);
    }

    /// From now on everything goes well, but for the requests of that kind.
    pub fn heal(&self, but_for: Target) {
        self.shared.state().plan.entries.retain(|entry| entry.target == but_for);
        self.shared.open_line();
    }

    /// Nobody listens any more, and all connections are closed.
    pub async fn die(&mut self) {
        self.accepting.abort();
        // Its end closes the listener and drops the connections' tasks.
        let _ = (&mut self.accepting).await;
    }

    /// Looks at what went through so far.
    pub fn with_record<T>(&self, look: impl FnOnce(&Record) -> T) -> T {
        look(&self.shared.state().record)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        // A byte of a dripping answer is a packet.
        if stream.set_nodelay(true).is_ok() {
            connections.spawn(serve::serve(Arc::clone(&shared), stream));
        }
        while connections.try_join_next().is_some() {}
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic under the lock")
    }

    fn set_line(&self, line: Line, time: Option<Duration>) {
        let from = Instant::now();
        let weather = Weather { line, from, until: time.map(|time| from + time) };
        self.end_weather(from);
        self.state().record.weather.push(weather);
        self.weather.send_replace(Some(weather));
    }

    fn open_line(&self) {
        self.end_weather(Instant::now());
        self.weather.send_replace(None);
    }

    /// What was before lasted until now at most.
    fn end_weather(&self, now: Instant) {
        if let Some(last) = self.state().record.weather.last_mut() {
            last.until = Some(last.until.map_or(now, |until| until.min(now)));
        }
    }

    /// The line's state; nothing while it is open.
    fn line(&self) -> Option<Line> {
        let now = Instant::now();
        let weather = (*self.weather.borrow())?;
        weather.until.is_none_or(|until| now < until).then_some(weather.line)
    }

    /// Waits while the line is silent.
    async fn comes_through(&self) {
        let mut changes = self.weather.subscribe();
        loop {
            let weather = *changes.borrow_and_update();
            let silent = weather.filter(|weather| weather.line == Line::Silent);
            let Some(silent) = silent.filter(|it| it.until.is_none_or(|it| Instant::now() < it))
            else {
                return;
            };
            let over = async {
                match silent.until {
                    Some(until) => tokio::time::sleep_until(until.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = over => {}
                _ = changes.changed() => {}
            }
        }
    }
}
