//! A session and its runtime on an address, without a screen.

use haltscope::api::address::Address;
use haltscope::api::ids::DebuggerId;
use haltscope::client::{Client, ClientConfig, Credentials};
use haltscope::runtime::{Clock, Driver, HttpWire, Parts, Project};
use haltscope::session::{Command, ConnectionCommand, Options, Saved, Session, Storefront};
use std::sync::Arc;

/// A driver that has not attached yet; logs in as the sandbox's built-in user.
pub fn driver(url: &str) -> Driver {
    driver_with(url, Saved::default())
}

/// The same with a project's state.
pub fn driver_with(url: &str, saved: Saved) -> Driver {
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
        clock: Clock::system(),
        project: Project::default(),
        state: None,
    };
    Driver::start(Session::new(options, saved), parts)
}

/// A driver that is attaching.
pub fn attaching(url: &str) -> Driver {
    let mut driver = driver(url);
    driver.command(Command::Connection(ConnectionCommand::Attach));
    driver
}
