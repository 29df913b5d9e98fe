//! The real sandbox with a script to be halted, behind a line that can be cut.

use crate::testkit::cartridge::Served;
use crate::testkit::patience::{PATIENCE, unhurried};
use haltscope::sandbox::SandboxOptions;
use serde_json::Value;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The script, as the server names it.
pub const SCRIPT: &str = "/app_play/cartridge/controllers/Play.js";

/// Lines that the rows name.
pub const IN_ADD: u32 = 4;
pub const IN_WALK: u32 = 9;
pub const ONE_LINE_LOOP: u32 = 15;
pub const MANY_ARE_MADE: u32 = 22;
pub const IN_LOOP: u32 = 28;
pub const BEHIND_THE_LOOP: u32 = 30;
pub const RES_IS_MADE: u32 = 35;
pub const IN_FAIL: u32 = 40;

pub const LISTS_ARE_MADE: u32 = 51;

/// The lists there, and what all front ends show for them.
pub const LISTS: &[(&str, &str)] = &[
    ("none", "[]"),
    ("numbers", "[3] 1, 2, 3"),
    ("texts", "[2] \"a\", \"b\""),
    ("noList", "[]"),
    ("list", "[2] 1, \"x\""),
    ("noSet", "[]"),
    ("noMap", "HashMap(0) {}"),
    ("map", "HashMap(1) {k=v}"),
    ("oneOfAll", "[1] 1"),
    ("noneOfAll", "[]"),
    ("nothing", "{}"),
];

const SOURCE: &str = "'use strict';

function add(a, b) {
    var sum = a + b;
    return sum;
}

function Walk() {
    var one = add(1, 2);
    response.writer.print('sum ' + one);
}

function Round() {
    var total = 0;
    for (var i = 0; i < 60; i += 1) { total += i; }
    response.writer.print('total ' + total);
}

function Many() {
    var many = [], mug = { ID: 'KM01001', name: 'Heron Mug', glaze: { colour: 'green' } };
    for (var i = 0; i < 1204; i += 1) { many.push('entry ' + i); }
    response.writer.print('many ' + many.length);
}

function Loop() {
    var sum = 0;
    for (var i = 0; i < 2000; i += 1) {
        sum += i;
    }
    response.writer.print('looped ' + sum);
}

function Change() {
    var res = { view: null };
    res.view = 'walk';
    response.writer.print('view ' + res.view);
}

function Fail() {
    var one = 1;
    one.nothing();
}

function Lists() {
    var none = [], numbers = [1, 2, 3], texts = ['a', 'b'], nothing = {};
    var noList = new (require('dw/util/ArrayList'))(), noMap = new (require('dw/util/HashMap'))();
    var list = new (require('dw/util/ArrayList'))([1, 'x']);
    var noSet = new (require('dw/util/HashSet'))(), map = new (require('dw/util/HashMap'))();
    map.put('k', 'v');
    var oneOfAll = new Set([1]), noneOfAll = new Set(), lastOne = { x: 1 };
    response.writer.print('lists ' + none.length);
}

exports.Lists = Lists;
exports.Lists.public = true;
exports.Change = Change;
exports.Change.public = true;
exports.Fail = Fail;
exports.Fail.public = true;
exports.Walk = Walk;
exports.Walk.public = true;
exports.Round = Round;
exports.Round.public = true;
exports.Many = Many;
exports.Many.public = true;
exports.Loop = Loop;
exports.Loop.public = true;
";

/// A sandbox and the line to it.
pub struct World {
    served: Served,
    line: Line,
    http: reqwest::Client,
    pub halt_timeout: Duration,
}

impl World {
    pub async fn new() -> Self {
        Self::with_halt_timeout(unhurried().halt_timeout).await
    }

    /// Where halted threads live only so long.
    pub async fn with_halt_timeout(halt_timeout: Duration) -> Self {
        let options = SandboxOptions { halt_timeout, ..unhurried() };
        let served = Served::start(SCRIPT, SOURCE, options).await;
        let line = Line::to(served.sandbox.http_addr()).await;
        let http = reqwest::Client::builder().no_proxy().build().expect("an HTTP client");
        Self { served, line, http, halt_timeout }
    }

    /// Where the scripts are.
    pub fn folder(&self) -> &Path {
        self.served.folder.path()
    }

    /// The script on this machine.
    pub fn script(&self) -> PathBuf {
        self.served.folder.path().join(SCRIPT.trim_start_matches('/'))
    }

    /// The instance, over the line that can be cut.
    pub fn url(&self) -> String {
        format!("http://{}", self.line.address)
    }

    /// Sends a storefront request past the line; its page comes in the background.
    pub fn visit(&self, function: &str) -> JoinHandle<String> {
        self.visit_as(function, "", "")
    }

    /// The same, as somebody whom cookies and the header `X-Dev` tell apart.
    pub fn visit_as(&self, function: &str, cookie: &str, header: &str) -> JoinHandle<String> {
        let path = format!("/on/demandware.store/Sites-Storefront-Site/default/Play-{function}");
        let request = self.http.get(format!("{}{path}", self.served.url()));
        let told = [("cookie", cookie), ("x-dev", header)].into_iter();
        let request = told
            .filter(|(_, value)| !value.is_empty())
            .fold(request, |request, (name, value)| request.header(name, value));
        tokio::spawn(async move {
            let answer = request.send().await.expect("an answer");
            answer.text().await.expect("a page")
        })
    }

    /// Another program under the same id deletes the debugger client.
    pub async fn remove_client(&self) {
        let answer = self.debugger(reqwest::Method::DELETE, "client").await;
        assert!(answer.is_ok(), "{answer:?}");
    }

    /// Whether the server knows a debugger client of that id.
    pub async fn has_client(&self) -> bool {
        self.debugger(reqwest::Method::GET, "threads").await.is_ok()
    }

    async fn debugger(&self, method: reqwest::Method, path: &str) -> Result<Value, Value> {
        let root = format!("{}/s/-/dw/debugger/v2_0/{path}", self.served.url());
        let request = self.http.request(method, root).basic_auth("admin", Some("haltscope-demo"));
        let answer = request.header("x-dw-client-id", "haltscope").send().await.expect("an answer");
        let is_well = answer.status().is_success();
        let document = answer.json().await.unwrap_or_default();
        if is_well { Ok(document) } else { Err(document) }
    }

    /// From now on nobody answers.
    pub fn cut(&self) {
        self.line.whole.send_replace(false);
    }

    /// Somebody answers again.
    pub fn mend(&self) {
        self.line.whole.send_replace(true);
    }
}

/// Waits for a page of the storefront.
pub async fn page(page: JoinHandle<String>) -> String {
    let page = tokio::time::timeout(PATIENCE, page).await;
    page.expect("the page comes in time").expect("the page comes")
}

/// Passes connections on while it is whole; drops all of them when it is cut.
struct Line {
    address: SocketAddr,
    whole: watch::Sender<bool>,
}

impl Line {
    async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        let (whole, is_whole) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass_on(client, target, is_whole.clone()));
            }
        });
        Self { address, whole }
    }
}

async fn pass_on(mut client: TcpStream, target: SocketAddr, mut is_whole: watch::Receiver<bool>) {
    if !*is_whole.borrow() {
        return;
    }
    let Ok(mut server) = TcpStream::connect(target).await else { return };
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => {}
        _ = is_whole.wait_for(|whole| !whole) => {}
    }
}
