//! A session and its runtime on an address, without a screen.

use haltscope::api::address::Address;
use haltscope::api::ids::DebuggerId;
use haltscope::client::{Client, ClientConfig, Credentials};
use haltscope::runtime::{Clock, Driver, HttpWire, Parts, Project};
use haltscope::session::{Command, ConnectionCommand, Options, Saved, Session, Storefront, Time};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A driver that has not attached yet; logs in as the sandbox's built-in user.
pub fn driver(url: &str) -> Driver {
    driver_with(url, Saved::default())
}

/// The same with a project's state.
pub fn driver_with(url: &str, saved: Saved) -> Driver {
    driver_at(url, saved, Clock::system())
}

/// The same by another clock.
pub fn driver_at(url: &str, saved: Saved, clock: Clock) -> Driver {
    let (session, parts) = session_parts(url, saved, clock);
    Driver::start(session, parts)
}

/// A session on an address, and what its runtime works with.
pub fn session_parts(url: &str, saved: Saved, clock: Clock) -> (Session, Parts) {
    let id = DebuggerId::from("haltscope");
    let address = Address::parse(url).expect("an address");
    let mut config = ClientConfig::new(address, id.clone());
    config.credentials = Some(Credentials {
        username: "admin".to_owned(),
        password: "haltscope-demo".to_owned().into(),
    });
    let storefront = Storefront {
        origin: url.to_owned(),
        site: "Storefront".to_owned(),
        is_site_assumed: false,
        locale: "default".to_owned(),
    };
    let options = Options {
        instance: Some("test".to_owned()),
        debugger_id: id,
        storefront: Some(storefront),
        ..Options::default()
    };
    let parts = Parts {
        wire: Some(Arc::new(HttpWire::new(Client::new(config).expect("a client")))),
        clock,
        project: Project::default(),
        state: None,
    };
    (Session::new(options, saved), parts)
}

/// The same with scripts in a folder, at an instance where halted threads live so long.
pub fn session_at(url: &str, folder: &Path, halt_timeout: Duration) -> (Session, Parts) {
    let (session, mut parts) = session_parts(url, Saved::default(), Clock::system());
    parts.project = Project { roots: vec![folder.to_owned()], ..Project::default() };
    let options = Options { halt_timeout, ..session.options().clone() };
    (Session::new(options, Saved::default()), parts)
}

/// The system's clock until it is stopped: after that nothing is due any more.
pub struct StopClock {
    system: Clock,
    stopped: Arc<OnceLock<Time>>,
}

impl StopClock {
    pub fn start() -> Self {
        Self { system: Clock::system(), stopped: Arc::default() }
    }

    pub fn clock(&self) -> Clock {
        let (system, stopped) = (self.system.clone(), Arc::clone(&self.stopped));
        Clock::new(move || stopped.get().copied().unwrap_or_else(|| system.now()))
    }

    pub fn stop(&self) {
        self.stopped.get_or_init(|| self.system.now());
    }
}

/// A driver that is attaching.
pub fn attaching(url: &str) -> Driver {
    let mut driver = driver(url);
    driver.command(Command::Connection(ConnectionCommand::Attach));
    driver
}
