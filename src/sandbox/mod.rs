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
mod check;
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
mod named;
mod oauth;
mod operations;
mod options;
#[cfg(test)]
mod outside;
mod pace;
mod parameters;
mod parts;
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
mod start;
mod state;
pub mod store;
pub mod storefront;
mod target;
mod trail;
mod transport;
mod unread;
mod url_rule;
mod webdav;
mod whole;
mod whose;
mod wildcard;
mod xml;
mod zipped;

pub use accounts::{
    Accounts, ApiClient, BUILTIN_CLIENT, Permission, Permissions, PublicKey, PublicKeyError,
    ResourcePattern, Right, Scopes, User,
};
pub use authority::{AuthorityError, Flaw};
pub use bodies::Bodies;
pub use check::{Checked, check};
pub use clock::Clock;
pub use data::PlainHttp;
pub use debugger::Patience;
pub use method::Method;
pub use options::{Data, SandboxError, SandboxOptions, Site};
pub use private::NotPrivate;
pub use seats::OPEN_FILES;
pub use seed::{
    ArchiveSites, Elsewhere, Imported, LeftOut, Place, Remark, Seed, SeedError, Statics,
    read_archives,
};
pub use select::Selector;
pub use settings::{Settings, SettingsError, SettingsFault};
pub use shop::Shop;
pub use transport::Transport;

use crate::script::{Engine, ThreadInfo, ThreadState};
use authority::Authority;
use debugger::Debugger;
use jobs::Jobs;
use listen::Connections;
use start::Opened;
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::time::timeout;

/// How long a script may take to notice that it is stopped.
const PATIENCE: Duration = Duration::from_secs(2);

/// The shared library that every sandbox has.
const SHARED_LIBRARY: &str = "SharedLibrary";

/// A running sandbox. Dropping it ends it at once; [`Sandbox::shutdown`] lets requests finish.
pub struct Sandbox {
    http: SocketAddr,
    https: SocketAddr,
    site: String,
    defined_sites: Vec<String>,
    authority: Authority,
    connections: Arc<Connections>,
    debugger: Arc<Debugger>,
    jobs: Arc<Jobs>,
    engine: Engine,
    left_out: Vec<(PathBuf, LeftOut)>,
}

impl Sandbox {
    /// Listens and answers from then on. Runs on the current tokio runtime.
    pub async fn start(options: SandboxOptions) -> Result<Self, SandboxError> {
        options.check()?;
        // Large, and mostly nothing to do.
        let filled = Box::pin(Opened::new(options).await?.filled()).await?;
        Box::pin(filled.served()).await
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

    /// The IDs of the sites that archives define.
    pub fn defined_sites(&self) -> &[String] {
        &self.defined_sites
    }

    /// What site archives say and the sandbox has no place for, and what is wrong in them, by file.
    pub fn left_out(&self) -> &[(PathBuf, LeftOut)] {
        &self.left_out
    }

    /// No new requests; running ones finish (at most 10 s), halted threads and jobs are ended.
    pub async fn shutdown(self) {
        self.connections.close();
        self.end_threads(|thread| thread.state != ThreadState::Running).await;
        // What halts from now on runs on: its debugger can't come back for it.
        self.debugger.detach_all();
        self.connections.drain().await;
        self.jobs.end().await;
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
