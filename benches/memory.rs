//! Memory of a script thread that is held with a whole storefront loaded: `cargo bench --bench memory -- FOLDER…`.
//!
//! The folders hold cartridges; without any it is the sample. Many threads are held in `Product-Show` at once,
//! before the route's own steps and after them. With a debugger attached they halt at a breakpoint; without one the
//! log holds them. At rest, they have been halted for a while. Everything was compiled before.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

use axum::{Router, body::Body, http::Request};
use haltscope::{
    sandbox::storefront::{Storefront, StorefrontOptions, find_cartridges, router},
    script::{Breakpoint, Cartridges, Files, Limits, Owner, ThreadState},
};
use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
    process::{Command, Stdio},
    sync::{Arc, Condvar, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tower::ServiceExt;

/// So many threads are held at once.
const THREADS: usize = 40;
/// The debugger.
const ME: Owner = Owner(1);
/// Of the sample catalogue.
const PAGE: &str = "/on/demandware.store/Sites-Storefront-Site/default/Product-Show?pid=KM01001";
/// A cartridge above all others; its lines with a call of `Logger` are where threads are held.
const CARTRIDGE: &str = "held";
const CONTROLLER: &str = "cartridge/controllers/Product.js";
const SCRIPT: &str = "'use strict';
var server = require('server');
var Logger = require('dw/system/Logger');
server.extend(module.superModule);
server.prepend('Show', function (req, res, next) {
    Logger.error('held at the start');
    next();
});
server.append('Show', function (req, res, next) {
    Logger.error('held at the end');
    next();
});
module.exports = server.exports();
";
/// The two places: in the log, and in the script.
const PLACES: [(&str, u32); 2] = [("held at the start", 6), ("held at the end", 10)];

const PLAIN: &str = "plain";
const AT_REST: &str = "at rest";
const FORMS: [&str; 3] = [PLAIN, "attached", AT_REST];
const EVER: Duration = Duration::from_hours(1);
/// Who hasn't given back anything for so long is at rest.
const QUIET: Duration = Duration::from_secs(3);
/// The argument before the name of the one figure that a process measures.
const ONE: &str = "one";

static LOG: Log =
    Log { state: Mutex::new(State { holding: "", held: 0 }), changed: Condvar::new() };

/// A log that holds whoever writes a certain text into it.
struct Log {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// What must be in a line; nobody is held for an empty text.
    holding: &'static str,
    held: usize,
}

impl Log {
    fn hold(&self, text: &'static str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.holding = text;
        self.changed.notify_all();
    }

    fn wait_until(&self, is_so: impl Fn(&State) -> bool) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(state, |state| !is_so(state)));
    }

    fn add(&self, line: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.holding.is_empty() || !line.contains(state.holding) {
            return;
        }
        state.held += 1;
        self.changed.notify_all();
        drop(state);
        self.wait_until(|state| state.holding.is_empty());
        self.state.lock().unwrap_or_else(PoisonError::into_inner).held -= 1;
        self.changed.notify_all();
    }
}

/// What the log's lines are written to.
struct Writer;

impl Write for Writer {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        LOG.add(&String::from_utf8_lossy(line));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let one = arguments.next_if(|it| it == ONE).and_then(|_| arguments.next());
    let folders: Vec<PathBuf> =
        arguments.filter(|it| !it.starts_with("--")).map(PathBuf::from).collect();
    match one {
        Some(one) => measure(&one, &folders),
        None => print(&folders),
    }
}

fn print(folders: &[PathBuf]) {
    println!("| a thread of `Product-Show` | plain | attached | at rest |");
    println!("| --- | ---: | ---: | ---: |");
    for (index, (place, _)) in PLACES.iter().enumerate() {
        let [plain, attached, rest] = FORMS.map(|form| alone(&format!("{form}{index}"), folders));
        println!("| {place} | {plain} KiB | {attached} KiB | {rest} KiB |");
    }
}

/// A figure out of a process of its own, in which no others have left memory behind.
fn alone(one: &str, folders: &[PathBuf]) -> String {
    let program = std::env::current_exe().expect("this program");
    let mut command = Command::new(program);
    let output = command.args([ONE, one]).args(folders).stderr(Stdio::inherit()).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "it fails");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn measure(one: &str, folders: &[PathBuf]) {
    tracing_subscriber::fmt().with_max_level(tracing::Level::ERROR).with_writer(|| Writer).init();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let figures = PLACES
        .iter()
        .enumerate()
        .flat_map(|(index, place)| FORMS.map(|form| (form, format!("{form}{index}"), *place)));
    let (form, _, place) = figures.into_iter().find(|(_, name, _)| name == one).expect("a figure");
    let stand = Stand::new(form, folders, place);
    let each = runtime.expect("a runtime").block_on(async {
        match form {
            PLAIN => stand.plain().await,
            _ => stand.attached(form == AT_REST).await,
        }
    });
    println!("{each}");
}

/// A storefront, and where its threads are to be held.
struct Stand {
    shop: Arc<Storefront>,
    browser: Router,
    text: &'static str,
    line: u32,
}

impl Stand {
    fn new(form: &str, folders: &[PathBuf], (text, line): (&'static str, u32)) -> Self {
        let sample = StorefrontOptions::sample("Storefront");
        let found = if folders.is_empty() {
            Arc::clone(&sample.cartridges)
        } else {
            Arc::new(find_cartridges(folders, &[]).expect("cartridges"))
        };
        let usual = Limits::default();
        let pack_after = if form == AT_REST { usual.pack_after } else { EVER };
        let limits = Limits { halt_timeout: EVER, pack_after, ..usual };
        let options =
            StorefrontOptions { cartridges: Arc::new(below_ours(&found)), limits, ..sample };
        let shop = Storefront::new(options);
        let browser = router(Arc::clone(&shop), Vec::new(), Arc::default());
        Self { shop, browser, text, line }
    }

    /// KiB for each thread without a debugger.
    async fn plain(&self) -> usize {
        self.visit().await;
        LOG.hold(self.text);
        let before = resident();
        let visits = self.many_visits();
        tokio::task::spawn_blocking(|| LOG.wait_until(|state| state.held == THREADS))
            .await
            .expect("held");
        let each = resident().saturating_sub(before) / THREADS;
        LOG.hold("");
        ended(visits).await;
        each
    }

    /// KiB for each thread with one; all of them have been at rest for a while, or none has.
    async fn attached(&self, at_rest: bool) -> usize {
        let control = self.shop.engine().control();
        control.attach(ME);
        let path = format!("/{CARTRIDGE}/{CONTROLLER}");
        let breakpoint = Breakpoint { id: 1, path, line: self.line, condition: None };
        control.set_breakpoints(ME, vec![breakpoint]);
        let first = tokio::spawn(visit(self.browser.clone()));
        self.halted(1).await;
        self.resume();
        ended(vec![first]).await;
        let before = resident();
        let visits = self.many_visits();
        self.halted(THREADS).await;
        if at_rest {
            rested().await;
        }
        let each = resident().saturating_sub(before) / THREADS;
        self.resume();
        ended(visits).await;
        each
    }

    fn many_visits(&self) -> Vec<tokio::task::JoinHandle<()>> {
        (0..THREADS).map(|_| tokio::spawn(visit(self.browser.clone()))).collect()
    }

    async fn visit(&self) {
        visit(self.browser.clone()).await;
    }

    async fn halted(&self, count: usize) {
        let control = self.shop.engine().control();
        let mut changes = control.changes();
        let is_halted = |state: &ThreadState| matches!(state, ThreadState::Halted(_));
        while control.threads().iter().filter(|it| is_halted(&it.state)).count() < count {
            changes.changed().await.expect("the engine is there");
        }
    }

    fn resume(&self) {
        let control = self.shop.engine().control();
        for thread in control.threads() {
            control.resume(thread.id).expect("it is halted");
        }
    }
}

async fn visit(browser: Router) {
    let request = Request::get(PAGE).header("host", "localhost").body(Body::empty());
    let answer = browser.oneshot(request.expect("a request")).await.expect("it never fails");
    assert!(answer.status().is_success(), "{PAGE} answers {}", answer.status());
}

async fn ended(visits: Vec<tokio::task::JoinHandle<()>>) {
    for visit in visits {
        visit.await.expect("the page is shown");
    }
}

/// The cartridges with ours above them.
fn below_ours(found: &Cartridges) -> Cartridges {
    let ours = Files::memory([(CONTROLLER, SCRIPT.as_bytes())]);
    let all = found.list().filter_map(|name| Some((name, found.cartridge(name)?)));
    let path = all.fold(Cartridges::new().with(CARTRIDGE, ours), |path, (name, files)| {
        path.with(name, files.clone())
    });
    found.modules().iter().fold(path, |path, files| path.with_modules(files.clone()))
}

/// Waits until nothing is given back any more.
async fn rested() {
    let (mut least, mut since) = (resident(), Instant::now());
    while since.elapsed() < QUIET {
        tokio::time::sleep(QUIET / 30).await;
        let now = resident();
        if now < least {
            (least, since) = (now, Instant::now());
        }
    }
}

/// Resident memory of this process in KiB.
fn resident() -> usize {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
