//! The Data API over PostgreSQL against `pgbench` on the same server, both in turns of one run:
//! `cargo bench --bench database`. Where the machine has no PostgreSQL it says so and ends.
//!
//! `pgbench` sends the statements that the sandbox sends for the same request, prepared, over as many
//! connections as there are clients; its own work is all that it does besides. The sandbox and its clients share
//! this process. What counts is the best of the rounds.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

#[path = "../tests/it/support/cluster.rs"]
#[allow(dead_code, reason = "shared with the tests, which use all of it")]
mod cluster;
#[path = "content/library.rs"]
mod library;
#[path = "content/wire.rs"]
#[allow(dead_code, reason = "shared with a benchmark that uses all of it")]
mod wire;

use cluster::{Cluster, Flush};
use haltscope::sandbox::{
    Data, Sandbox, SandboxOptions,
    store::{Postgres, PostgresAddress},
};
use library::ASSETS;
use std::{fs, path::Path, process::Command, sync::Arc, time::Duration};
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
    let address = PostgresAddress::read(&cluster.address()).expect("an address");
    let store = Postgres::connect(&address).await.expect("a store");
    library::fill_store(Arc::new(store)).await;
    let data = Some(Data::Database(address.clone()));
    let options = SandboxOptions { data, ..SandboxOptions::on_free_ports() };
    let sandbox = Sandbox::start(options).await.expect("it starts");
    let pem = fs::read(sandbox.ca_file()).expect("the CA's certificate");
    let peer = Peer::trusting(sandbox.https_addr(), &pem);
    let token = wire::token(&peer).await;
    let share = |number: usize| (number..ASSETS).step_by(CLIENTS);
    let content = |asset: usize| format!("/content/asset-{asset}");
    let reads = |number| share(number).map(|asset| Request::get(&token, &content(asset))).collect();
    let patches =
        |number| share(number).map(|asset| Request::patch(&token, &content(asset))).collect();
    let bench = Bench { cluster: &cluster, schema: address.schema() };
    let [mut read, mut patch, mut read_yardstick, mut patch_yardstick] = [0.0_f64; 4];
    for _ in 0..ROUNDS {
        read = read.max(peer.rate(CLIENTS, ROUND, reads).await);
        read_yardstick = read_yardstick.max(bench.rate(READ));
        patch = patch.max(peer.rate(CLIENTS, ROUND, patches).await);
        patch_yardstick = patch_yardstick.max(bench.rate(PATCH));
    }
    println!("{:<24} {:>10} {:>10} {:>6}", "", "sandbox/s", "pgbench/s", "ratio");
    for (name, value, yardstick) in
        [("GET by key", read, read_yardstick), ("PATCH, 32 clients", patch, patch_yardstick)]
    {
        println!("{name:<24} {value:>10.0} {yardstick:>10.0} {:>6.2}", value / yardstick);
    }
    sandbox.shutdown().await;
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
