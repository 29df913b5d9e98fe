//! The Data API over PostgreSQL against `pgbench` on the same server, and two sandboxes against one, all in turns of one
//! run: `cargo bench --bench database`. Where the machine has no PostgreSQL it says so and ends.
//!
//! `pgbench` sends the statements that the sandbox sends for the same request when it comes alone, prepared, over as many
//! connections as there are clients; its own work is all that it does besides. The sandbox lets requests that come
//! together share statements, of which it sends a few at a time: on a machine that is busy with other things the scheduler
//! gives `pgbench`'s many processes more of it. Each sandbox is a process of its own, the
//! clients are this one. What counts is the best of the rounds. Two sandboxes can do more than one only where there are
//! cores for both, so the processor time of each is told.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

#[path = "content/library.rs"]
mod library;
#[path = "../tests/it/testkit/mod.rs"]
#[allow(dead_code, unused_imports, reason = "shared with the tests, which use all of it")]
mod testkit;
#[path = "content/wire.rs"]
#[allow(dead_code, reason = "shared with a benchmark that uses all of it")]
mod wire;

use futures::future::join_all;
use haltscope::sandbox::store::{Postgres, PostgresAddress};
use library::ASSETS;
use std::{fs, path::Path, process::Command, sync::Arc, thread, time::Duration};
use testkit::cluster::{self, Cluster, Flush};
use testkit::process::Process;
use wire::{Peer, Request};

const CLIENTS: usize = 32;
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(4);

/// What the sandbox asks for a document that it has rendered before.
const READ: &str = "
\\set number random(0, 9999)
SELECT 2::int2, 0::int8, c.library, c.kind, c.id, c.other, c.revision, NULL::text, NULL::float8
FROM unnest(ARRAY['SharedLibrary'], ARRAY[1::int2], ARRAY['asset-' || :number], ARRAY[''])
    AS w (library, kind, id, other)
JOIN content c ON c.library = w.library AND c.kind = w.kind AND c.id = w.id AND c.other = w.other;
";

/// What the sandbox asks and writes for a PATCH.
const PATCH: &str = "
\\set number random(0, 9999)
SELECT 1::int2, 0::int8, c.library, c.kind, c.id, c.other, c.revision, c.document, NULL::float8
FROM unnest(ARRAY['SharedLibrary', 'SharedLibrary'], ARRAY[1::int2, 4::int2],
    ARRAY['asset-' || :number, 'asset-' || :number], ARRAY['', '']) AS w (library, kind, id, other)
JOIN content c ON c.library = w.library AND c.kind = w.kind AND c.id = w.id AND c.other = w.other;
WITH fits AS (SELECT NOT EXISTS (SELECT 1
    FROM unnest(ARRAY['SharedLibrary'], ARRAY[4::int2], ARRAY['asset-' || :number], ARRAY[''],
        ARRAY[NULL::int8]) AS s (library, kind, id, other, revision)
    LEFT JOIN content c ON c.library = s.library AND c.kind = s.kind AND c.id = s.id
        AND c.other = s.other
    WHERE c.revision IS DISTINCT FROM s.revision) AS fit),
written AS (INSERT INTO content
    SELECT c.library, c.kind, c.id, c.other, nextval('revision'), c.parent, c.place, c.document
    FROM fits, content c
    WHERE fits.fit AND c.library = 'SharedLibrary' AND c.kind = 1 AND c.id = 'asset-' || :number
        AND c.other = ''
    ON CONFLICT (library, kind, id, other) DO UPDATE SET revision = excluded.revision,
        parent = excluded.parent, place = excluded.place, document = excluded.document
    RETURNING library, kind, id, other, revision)
SELECT fits.fit, w.* FROM fits LEFT JOIN written w ON true;
";

#[tokio::main]
async fn main() {
    let Some(cluster) = Cluster::start(Flush::Always) else { return };
    let text = cluster.address();
    let address = PostgresAddress::read(&text).expect("an address");
    let store = Postgres::connect(&address).await.expect("a store");
    library::fill_store(Arc::new(store)).await;
    let bench = Bench { cluster: &cluster, schema: address.schema() };
    let sandboxes = [Served::start(&text).await, Served::start(&text).await];
    let (one, two) = (&sandboxes[..1], &sandboxes[..]);
    let kinds = [("GET by key", Request::get as Make, READ), ("PATCH", Request::patch, PATCH)];
    println!("{CLIENTS} clients, best of {ROUNDS} rounds of {} s", ROUND.as_secs());
    println!(
        "{:<12} {:>10} {:>8} {:>8} {:>10} {:>8}",
        "", "pgbench/s", "one/s", "ratio", "two/s", "two:one"
    );
    for (name, make, script) in kinds {
        let (mut yardstick, mut single, mut double) =
            (0.0_f64, Measured::default(), Measured::default());
        for _ in 0..ROUNDS {
            yardstick = yardstick.max(bench.rate(script));
            single = single.better(measure(one, make).await);
            double = double.better(measure(two, make).await);
        }
        let (ratio, gain) = (single.rate / yardstick, double.rate / single.rate);
        println!(
            "{name:<12} {yardstick:>10.0} {:>8.0} {ratio:>8.2} {:>10.0} {gain:>8.2}",
            single.rate, double.rate
        );
        for (what, measured) in [("one", single), ("two", double)] {
            println!("    {what}: {}", measured.processors);
        }
    }
}

type Make = fn(&str, &str) -> Request;

/// A sandbox in a process of its own.
struct Served {
    process: Process,
    peer: Peer,
    token: String,
}

impl Served {
    async fn start(data: &str) -> Self {
        let mut process = Process::on_free_ports(&["--json", "--data", data]);
        let ready = process.ready();
        let text = |key: &str| ready[key].as_str().expect("a text").to_owned();
        let address = text("https").trim_start_matches("https://").parse().expect("an address");
        let pem = fs::read(text("ca_file")).expect("the CA's certificate");
        let peer = Peer::trusting(address, &pem);
        let token = wire::token(&peer).await;
        Self { process, peer, token }
    }

    /// Seconds of processor time until now.
    fn seconds(&self) -> f64 {
        seconds(&self.process.account("stat"))
    }
}

/// What a round came to.
#[derive(Default)]
struct Measured {
    /// Answers a second.
    rate: f64,
    /// Who had the processors meanwhile.
    processors: String,
}

impl Measured {
    fn better(self, other: Self) -> Self {
        if other.rate > self.rate { other } else { self }
    }
}

/// All clients for a round, spread over the sandboxes.
async fn measure(sandboxes: &[Served], make: Make) -> Measured {
    let clients = CLIENTS / sandboxes.len();
    // No two clients ask for the same asset.
    let before: Vec<f64> = sandboxes.iter().map(Served::seconds).collect();
    let (own, all) = (own_seconds(), all_seconds());
    let rates = sandboxes.iter().enumerate().map(|(place, sandbox)| {
        let requests = move |number: usize| {
            let share = (place * clients + number..ASSETS).step_by(CLIENTS);
            share.map(|asset| make(&sandbox.token, &format!("/content/asset-{asset}"))).collect()
        };
        sandbox.peer.rate(clients, ROUND, requests)
    });
    let rate = join_all(rates).await.into_iter().sum();
    let spent: Vec<f64> =
        sandboxes.iter().zip(before).map(|(sandbox, before)| sandbox.seconds() - before).collect();
    let (own, all) = (own_seconds() - own, all_seconds() - all);
    let each: Vec<String> = spent.iter().map(|seconds| format!("{seconds:.1} s")).collect();
    let rest = all - own - spent.iter().sum::<f64>();
    let processors = format!(
        "sandboxes {}, clients {own:.1} s, database and all else {rest:.1} s of {} s on {} cores",
        each.join(" and "),
        ROUND.as_secs() * cores(),
        cores(),
    );
    Measured { rate, processors }
}

fn cores() -> u64 {
    thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}

fn own_seconds() -> f64 {
    seconds(&fs::read_to_string("/proc/self/stat").expect("Linux's account of it"))
}

/// User and system time in a process's `stat`.
fn seconds(stat: &str) -> f64 {
    let fields: Vec<_> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    ticks(&fields[11..13])
}

/// What all processes have had: user, nice and system.
fn all_seconds() -> f64 {
    let all = fs::read_to_string("/proc/stat").expect("Linux's account of it");
    let fields: Vec<_> = all.lines().next().unwrap_or_default().split_whitespace().collect();
    ticks(&fields[1..4])
}

/// Linux counts in hundredths of a second here.
fn ticks(fields: &[&str]) -> f64 {
    fields.iter().filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

struct Bench<'a> {
    cluster: &'a Cluster,
    schema: &'a str,
}

impl Bench<'_> {
    /// How many times a second `pgbench` does a script.
    fn rate(&self, script: &str) -> f64 {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("script.sql");
        fs::write(&file, script).expect("written");
        let options =
            format!("-c search_path={} -c default_transaction_isolation=serializable", self.schema);
        let clients = CLIENTS.to_string();
        let seconds = ROUND.as_secs().to_string();
        let done = Command::new(cluster::binaries().expect("the server runs").join("pgbench"))
            .args(["-n", "-M", "prepared", "-c", &clients, "-j", "2", "-T", &seconds])
            .args(["--max-tries", "100", "-U", "haltscope", "-h"])
            .arg(self.cluster.folder())
            .arg("-f")
            .arg(Path::new(&file))
            .arg("postgres")
            .env("PGOPTIONS", options)
            .output()
            .expect("pgbench runs");
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        let rate = said
            .lines()
            .find_map(|line| line.strip_prefix("tps = "))
            .and_then(|rest| rest.split_whitespace().next().and_then(|number| number.parse().ok()));
        rate.unwrap_or_else(|| panic!("{said}{}", String::from_utf8_lossy(&done.stderr)))
    }
}
