//! The Data API against yardsticks of the same run: `cargo bench --bench content`.
//!
//! A read is held against a bare axum server that answers JSON of the same size over the same
//! HTTPS, a durable write against one thread's 4 KB write and `fdatasync` on the same disk. Server
//! and client share this process in both cases, and the rounds of both take turns; what counts is
//! the best of them, so a busy machine shows less than a slow server would. Start and memory are
//! those of the program itself.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

#[path = "content/bare.rs"]
mod bare;
#[path = "content/library.rs"]
mod library;
#[path = "../tests/it/testkit/mod.rs"]
#[allow(dead_code, unused_imports, reason = "shared with the tests, which use all of it")]
mod testkit;
#[path = "content/wire.rs"]
mod wire;

use haltscope::sandbox::{Sandbox, SandboxOptions};
use library::{ASSETS, FOLDER};
use std::{
    fs::{self, File},
    os::unix::fs::FileExt,
    path::Path,
    time::{Duration, Instant},
};
use testkit::process::Process;
use wire::{Peer, Request};

/// How long each round of each figure takes.
const ROUND: Duration = Duration::from_millis(700);
const ROUNDS: usize = 5;
const READERS: usize = 8;
const WRITERS: usize = 32;
/// What a listing answers by default (section 4.4).
const COUNT: usize = 25;

/// A line of the table.
struct Figure {
    name: &'static str,
    value: f64,
    unit: &'static str,
    yardstick: f64,
    /// What the value divided by the yardstick must reach, or may not exceed.
    bound: Bound,
}

enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

impl Figure {
    /// Prints it; whether it is met.
    fn report(&self) -> bool {
        let ratio = self.value / self.yardstick;
        let (sign, bound, is_met) = match self.bound {
            Bound::AtLeast(bound) => (">=", bound, ratio >= bound),
            Bound::AtMost(bound) => ("<=", bound, ratio <= bound),
        };
        let Self { name, value, unit, yardstick, .. } = self;
        let verdict = if is_met { "met" } else { "MISSED" };
        println!(
            "{name:<42} {value:>9.1} {yardstick:>9.1} {unit:<4} {ratio:>6.2} {sign} {bound:<4} {verdict}"
        );
        is_met
    }
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    library::fill(folder.path());
    println!("{:<42} {:>9} {:>9} {:<4} {:>6}", "", "measured", "yardstick", "unit", "ratio");
    let mut figures = starts(folder.path());
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    figures.extend(runtime.block_on(rates(folder.path())));
    let missed = figures.iter().filter(|figure| !figure.report()).count();
    assert_eq!(missed, 0, "figures are missed");
}

/// Start and memory of the program.
fn starts(full: &Path) -> Vec<Figure> {
    let best = |start: &dyn Fn() -> f64| (0..10).map(|_| start()).fold(f64::INFINITY, f64::min);
    let empty = best(&|| {
        let folder = tempfile::tempdir().expect("a folder");
        ready(folder.path()).0
    });
    let full_time = best(&|| ready(full).0);
    let (_, process) = ready(full);
    std::thread::sleep(Duration::from_secs(1));
    let memory = process.memory("VmRSS");
    let at_most = |name, value, unit, yardstick| Figure {
        name,
        value,
        unit,
        yardstick,
        bound: Bound::AtMost(1.0),
    };
    vec![
        at_most("ready, new folder", empty, "ms", 50.0),
        at_most("ready, 10,000 assets", full_time, "ms", 150.0),
        at_most("memory when idle, 10,000 assets", memory, "MB", 30.0),
    ]
}

/// Milliseconds from the start to the ready line.
fn ready(folder: &Path) -> (f64, Process) {
    let folder = folder.to_str().expect("a path of text");
    let start = Instant::now();
    let mut process = Process::on_free_ports(&["--json", "--data", folder]);
    process.ready();
    (start.elapsed().as_secs_f64() * 1e3, process)
}

async fn rates(folder: &Path) -> Vec<Figure> {
    let options = SandboxOptions { data: Some(folder.into()), ..SandboxOptions::on_free_ports() };
    let sandbox = Sandbox::start(options).await.expect("it starts");
    let pem = fs::read(sandbox.ca_file()).expect("the CA's certificate");
    let peer = Peer::trusting(sandbox.https_addr(), &pem);
    let token = wire::token(&peer).await;
    let asset = Request::get(&token, "/content/asset-5000");
    let listing = Request::get(&token, &format!("/folders/{FOLDER}/content"));
    let (asset_size, listing_size) = (peer.size(&asset).await, peer.size(&listing).await);
    println!("an asset has {asset_size} bytes, a listing {listing_size}");
    let (bare_address, bare_pem) = bare::serve(asset_size).await;
    let bare_peer = Peer::trusting(bare_address, &bare_pem);
    let bare_request = Request::plain("/");
    assert_eq!(bare_peer.size(&bare_request).await, asset_size);

    // Of its own for each connection, so that together they read all assets, or all pages.
    let share = |number: usize, all: usize| (number..all).step_by(READERS);
    let any_asset = |number| {
        let get = |asset| Request::get(&token, &format!("/content/asset-{asset}"));
        share(number, ASSETS).map(get).collect()
    };
    let any_page = |number| {
        let page = |page| format!("/folders/{FOLDER}/content?start={}", page * COUNT);
        share(number, ASSETS / COUNT).map(|part| Request::get(&token, &page(part))).collect()
    };
    let patch = |connection: usize| {
        let path = format!("/content/asset-{}", connection * (ASSETS / WRITERS));
        vec![Request::patch(&token, &path)]
    };
    let one = |request: &Request| {
        let request = request.clone();
        move |_| vec![request.clone()]
    };
    let [mut bare, mut asset_rate, mut listing_rate, mut patches, mut flushes] = [0.0_f64; 5];
    let [mut any_assets, mut any_pages] = [0.0_f64; 2];
    for _ in 0..ROUNDS {
        bare = bare.max(bare_peer.rate(READERS, ROUND, one(&bare_request)).await);
        asset_rate = asset_rate.max(peer.rate(READERS, ROUND, one(&asset)).await);
        any_assets = any_assets.max(peer.rate(READERS, ROUND, any_asset).await);
        listing_rate = listing_rate.max(peer.rate(READERS, ROUND, one(&listing)).await);
        any_pages = any_pages.max(peer.rate(READERS, ROUND, any_page).await);
        patches = patches.max(peer.rate(WRITERS, ROUND, patch).await);
        flushes = flushes.max(flush_rate(folder));
    }
    let at_least = |name, value, yardstick, bound| Figure {
        name,
        value,
        unit: "/s",
        yardstick,
        bound: Bound::AtLeast(bound),
    };
    vec![
        at_least("GET of an asset : bare JSON", asset_rate, bare, 0.5),
        at_least("GET of all 10,000 in turn : bare JSON", any_assets, bare, 0.4),
        at_least("listing 25 of 10,000 : bare JSON", listing_rate, bare, 0.25),
        at_least("listing all 400 pages in turn : bare JSON", any_pages, bare, 0.1),
        at_least("durable PATCH, 32 connections : fdatasync", patches, flushes, 1.0),
    ]
}

/// How often a second one thread makes 4 KB durable.
fn flush_rate(folder: &Path) -> f64 {
    let file = File::create(folder.join("yardstick")).expect("a file");
    let (start, mut count) = (Instant::now(), 0.0);
    while start.elapsed() < ROUND {
        file.write_all_at(&[7; 4096], 0).expect("written");
        file.sync_data().expect("flushed");
        count += 1.0;
    }
    count / start.elapsed().as_secs_f64()
}
