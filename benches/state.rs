//! Snapshots of 10,000 assets and 1,000 orders: `cargo bench --bench state`.
//!
//! On `SQLite` a snapshot is held against what a file copy of its size takes on the same disk, made durable; what
//! counts is the time, of which there may be 200 ms for each. Over HTTP it is what a test suite sees: one change,
//! then a restore, 100 times.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

use haltscope::sandbox::{
    Sandbox, SandboxOptions,
    store::{
        Asset, CheckpointName, Key, Library, Memory, Overlay, PutBack, Record, Sqlite, Store,
        Timestamp,
    },
};
use serde_json::{Map, Value, json};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

const ASSETS: usize = 10_000;
const ORDERS: usize = 1_000;
const RESTORES: u32 = 100;
const LIBRARY: &str = "SharedLibrary";
const NOW: Timestamp = Timestamp(1_800_000_000_000);
/// What taking one, or putting one back, may take.
const MOST: Duration = Duration::from_millis(200);

#[tokio::main]
async fn main() -> ExitCode {
    let folder = tempfile::tempdir().expect("a folder");
    let mut is_met = true;
    let memory: Arc<dyn Store> = Arc::new(Memory::new());
    let sqlite: Arc<dyn Store> =
        Arc::new(Sqlite::open(&folder.path().join("store")).expect("a store"));
    for (kind, store) in [("memory", &memory), ("sqlite", &sqlite)] {
        is_met &= stores(kind, store).await;
    }
    let file = folder.path().join("full");
    memory.checkpoints().export(&name("full"), &file).await.expect("exported");
    println!("a durable copy of the file: {:>8.1?}", copied(&file, &folder.path().join("copy")));
    for data in [None, Some(folder.path().join("served"))] {
        per_test(&file, data.as_deref()).await;
    }
    // Without optimisation all of it takes several times as long.
    if is_met || cfg!(debug_assertions) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn name(text: &str) -> CheckpointName {
    text.parse().expect("a name")
}

/// Takes and puts back what differs wholly, and what hardly differs.
async fn stores(kind: &str, store: &Arc<dyn Store>) -> bool {
    store.provide(&[Library::named(LIBRARY)], NOW).await.expect("provided");
    let kept = store.checkpoints();
    let beside = beside();
    kept.take(&name("empty"), beside.clone(), NOW).await.expect("taken");
    let mut overlay = Overlay::new(Arc::clone(store));
    (0..ASSETS).for_each(|number| overlay.put(key(number), asset(number)));
    store.commit(overlay.changes()).await.expect("nobody else writes");
    let start = Instant::now();
    kept.take(&name("full"), beside, NOW).await.expect("taken");
    let take = start.elapsed();
    kept.put_back(&name("empty"), PutBack::SameShop).await.expect("put back");
    let start = Instant::now();
    kept.beside(&name("full")).await.expect("read");
    kept.put_back(&name("full"), PutBack::SameShop).await.expect("put back");
    let restore = start.elapsed();
    let mut small = Duration::ZERO;
    for number in 0..10 {
        let mut overlay = Overlay::new(Arc::clone(store));
        overlay.put(key(number), asset(ASSETS + number));
        store.commit(overlay.changes()).await.expect("nobody else writes");
        let start = Instant::now();
        kept.put_back(&name("full"), PutBack::SameShop).await.expect("put back");
        small += start.elapsed() / 10;
    }
    println!("{kind}: take {take:>8.1?}, restore all {restore:>8.1?}, restore one {small:>8.1?}");
    take < MOST && restore < MOST
}

fn key(number: usize) -> Key {
    Key::asset(LIBRARY, format!("asset-{number:05}").as_str())
}

fn asset(number: usize) -> Record {
    let body = format!("<p>Asset {number}</p>").repeat(50);
    let fields = json!({
        "name": {"default": format!("Asset {number}"), "de": format!("Inhalt {number}")},
        "online": {"default": true}, "template": "rendering/content",
        "c_body": {"default": {"_type": "markup_text", "source": body}},
    });
    let Value::Object(fields) = fields else { unreachable!("it is an object") };
    Record::Asset(Asset { fields, classification: None, created: NOW, modified: NOW })
}

/// What a sandbox keeps beside its libraries, with orders as its scripts leave them.
fn beside() -> Vec<u8> {
    let mut orders = Map::new();
    for number in 1..=ORDERS {
        let line = |line: usize| {
            json!({
                "uuid": format!("{number}-{line}"), "product": format!("KM{line:05}"), "quantity": 2,
                "unit_price": "14.50", "created": "2026-11-23T07:00:00.000Z", "custom": {"note": "a gift"},
                "options": [], "adjustments": [{"uuid": "a", "promotion": "spring", "amount": "-1.00"}],
            })
        };
        let number = format!("{number:08}");
        let address = json!({
            "firstName": "Ada", "lastName": "Lovelace", "address1": "12 St James's Square",
            "city": "London", "postalCode": "SW1Y 4JH", "countryCode": "GB", "phone": "020 7930 7705",
        });
        let order = json!({
            "number": number, "status": 3, "lines": (0..4).map(line).collect::<Vec<_>>(),
            "billing": address, "shipments": [{"uuid": "s", "address": address, "method": "standard"}],
            "payments": [{"method": "CREDIT_CARD", "amount": "54.00", "custom": {}}], "custom": {},
        });
        orders.insert(number, order);
    }
    let orders = json!({"numbers": ORDERS, "orders": orders, "taken": {}});
    json!({"clock": "machine", "sites": {"Storefront": {"orders": orders}}})
        .to_string()
        .into_bytes()
}

fn copied(from: &Path, to: &Path) -> Duration {
    let bytes = fs::read(from).expect("a file");
    let start = Instant::now();
    let copy = || -> io::Result<()> {
        let mut file = File::create_new(to)?;
        file.write_all(&bytes)?;
        file.sync_all()
    };
    copy().expect("copied");
    start.elapsed()
}

/// What each of many tests pays that begins with a restore.
async fn per_test(from: &Path, data: Option<&Path>) {
    let options = SandboxOptions {
        data: data.map(Into::into),
        from: Some(from.to_str().expect("text").to_owned()),
        ..SandboxOptions::on_free_ports()
    };
    let kind = if data.is_some() { "sqlite" } else { "memory" };
    let start = Instant::now();
    let sandbox = Sandbox::start(options).await.expect("it starts");
    println!("{kind}: started from the file in {:>8.1?}", start.elapsed());
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let root = format!("http://{}/-/sandbox", sandbox.http_addr());
    let ask = async |method: &str, path: &str, body: String| {
        let request = http.request(method.parse().expect("a method"), format!("{root}/{path}"));
        let request = request.basic_auth("admin", Some("haltscope-demo")).body(body);
        let answer = request.send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.text().await.expect("a body"));
    };
    let start = Instant::now();
    ask("POST", "snapshots", json!({"name": "before"}).to_string()).await;
    println!("{kind}: take over HTTP {:>8.1?}", start.elapsed());
    let (mut times, all) = (Vec::new(), Instant::now());
    for number in 0..RESTORES {
        let lock = format!("libraries/{LIBRARY}/content/asset-{number:05}/lock");
        ask("PUT", &lock, String::new()).await;
        let start = Instant::now();
        ask("POST", "snapshots/before/restore", String::new()).await;
        times.push(start.elapsed());
    }
    times.sort();
    let (middle, slowest) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{kind}: {RESTORES} changes and restores in {:.1?}; a restore {middle:.1?}, the slowest {slowest:.1?}",
        all.elapsed()
    );
    sandbox.shutdown().await;
}
