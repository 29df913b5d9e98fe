//! A sandbox with a script that halts, and the faulty line before it.

use crate::testkit::proxy::{Plan, Proxy, Server};
use haltscope::api::debugger::{Breakpoint, BreakpointList, MemberList, ScriptThread, ThreadList};
use haltscope::sandbox::{Accounts, Right, SandboxOptions, User};
use reqwest::{Method, Response, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// The debugger client that the program is by default.
pub const CLIENT: &str = "haltscope";
pub const USER: &str = "ada";
pub const PASSWORD: &str = "green tea";
/// The script of both pages.
pub const SCRIPT: &str = "/app_play/cartridge/controllers/Play.js";
const SOURCE: &str = "'use strict';

function add(tally, round) {
    var sum = tally + round;
    return sum;
}

function Long() {
    var tally = 0;
    for (var round = 0; round < 200; round += 1) {
        tally = add(tally, round);
        tally = tally % 1000;
    }
    response.writer.print('tally ' + tally);
}

function Short() {
    var tally = 1;
    tally = add(tally, 2);
    tally = add(tally, 3);
    response.writer.print('tally ' + tally);
}

exports.Long = Long;
exports.Long.public = true;
exports.Short = Short;
exports.Short.public = true;
";
/// Where the pages halt: in each round of `Long`, and once in `Short`.
pub const HALTS: [u32; 2] = [11, 19];

/// Server and line; needs a tokio runtime.
pub struct Stand {
    pub home: TempDir,
    pub server: Arc<Server>,
    pub proxy: Proxy,
    http: reqwest::Client,
}

impl Stand {
    /// A server that lets halted threads sleep for so long.
    pub async fn start(plan: Plan, halt_timeout: Duration) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        write(home.path(), "app_play/cartridge/controllers/Play.js", SOURCE);
        let settings = format!("halt_timeout = \"{}s\"\n", halt_timeout.as_secs());
        write(home.path(), ".config/haltscope/settings.toml", &settings);
        let mut options = SandboxOptions::on_free_ports();
        options.cartridges = vec![home.path().to_owned()];
        options.halt_timeout = halt_timeout;
        // A key is verified without the work that a password takes.
        let user = User::new(USER).with_access_key(&PASSWORD.into());
        options.accounts = Accounts::none().with(user.permitted_to(Right::Debugger));
        let server = Server::start(options).await;
        let proxy = Proxy::start(Arc::clone(&server), plan).await;
        let http =
            reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none());
        Self { home, server, proxy, http: http.build().expect("an HTTP client") }
    }

    /// The server itself.
    pub fn direct(&self) -> Direct {
        Direct { http: self.http.clone(), server: Arc::clone(&self.server) }
    }
}

/// A way to the server that knows no faults. It speaks as the program's own debugger client.
#[derive(Clone)]
pub struct Direct {
    http: reqwest::Client,
    server: Arc<Server>,
}

impl Direct {
    /// All script threads; nothing if the client doesn't exist.
    pub async fn threads(&self) -> Option<Vec<ScriptThread>> {
        let list: ThreadList = self.read("/threads").await?;
        Some(list.script_threads)
    }

    /// The client's breakpoints; nothing if it doesn't exist.
    pub async fn breakpoints(&self) -> Option<Vec<Breakpoint>> {
        let list: BreakpointList = self.read("/breakpoints").await?;
        Some(list.breakpoints)
    }

    /// The variables of a halted thread's innermost frame.
    pub async fn variables(&self, thread: u64) -> Option<MemberList> {
        self.read(&format!("/threads/{thread}/frames/0/variables")).await
    }

    /// Sends a debugger request.
    pub async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Option<Response> {
        let url = format!("http://{}/s/-/dw/debugger/v2_0{path}", self.server.address());
        let request = self.http.request(method, url).header("x-dw-client-id", CLIENT);
        let request = request.basic_auth(USER, Some(PASSWORD));
        match body {
            Some(body) => request.json(body).send().await.ok(),
            None => request.send().await.ok(),
        }
    }

    /// Visits a storefront page; gives its status once it has come.
    pub async fn visit(self, page: &str) -> Option<StatusCode> {
        let path = format!("/on/demandware.store/Sites-Storefront-Site/default/Play-{page}");
        let url = format!("http://{}{path}", self.server.address());
        Some(self.http.get(url).send().await.ok()?.status())
    }

    async fn read<T: DeserializeOwned>(&self, path: &str) -> Option<T> {
        let answer = self.send(Method::GET, path, None).await?;
        answer.error_for_status().ok()?.json().await.ok()
    }
}

fn write(home: &Path, file: &str, text: &str) {
    let file = home.join(file);
    fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder");
    fs::write(file, text).expect("written");
}
