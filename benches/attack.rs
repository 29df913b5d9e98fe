//! Good requests while others attack: `cargo bench --bench attack`.
//!
//! The program serves as a process of its own. Good requests come at a fixed pace, so that one that is
//! held up holds up the next ones too, and is counted from when it was due. Quiet and loaded rounds
//! take turns in one run; what counts is the best round of each, so a busy machine shows less than a
//! slow sandbox would. Then what one-byte chunks cost.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

#[path = "attack/chunks.rs"]
mod chunks;
#[path = "attack/crowd.rs"]
mod crowd;
#[path = "attack/good.rs"]
mod good;
#[path = "../tests/it/testkit/mod.rs"]
#[allow(dead_code, unused_imports, reason = "shared with the tests, which use all of it")]
mod testkit;

use crowd::{Crowd, Manner};
use good::{Times, Visitor};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{net::SocketAddr, time::Duration};
use testkit::process::Process;

/// How long each round takes, once the crowd is there.
const ROUND: Duration = Duration::from_secs(2);
const ROUNDS: usize = 10;
/// What the 99th percentile may be, compared with that of quiet rounds.
const BOUND: f64 = 2.0;
/// Connections of this process at a time.
const FILES: u64 = 12_000;

/// Who attacks.
const CROWDS: &[(&str, &[(Manner, usize)])] = &[
    ("1,024 dripping", &[(Manner::Dripping, 1024)]),
    ("1,000 slow", &[(Manner::Slow, 1000)]),
    ("2,000 at once", &[(Manner::AtOnce, 2000)]),
    ("all of them", &[(Manner::Dripping, 1024), (Manner::Slow, 1000), (Manner::AtOnce, 2000)]),
    ("more than seats: 5,000 dripping", &[(Manner::Dripping, 5000)]),
];

fn main() {
    allow_many_files();
    let mut process = Process::on_free_ports(&["--json"]);
    let ready = process.ready();
    let addresses = ["http", "https"].map(|scheme| {
        let url = ready[scheme].as_str().expect("an address");
        url.split("://").last().and_then(|at| at.parse::<SocketAddr>().ok()).expect("an address")
    });
    let visitor = Visitor::new(addresses[0]);
    println!(
        "{:<50} {:>13} {:>13} {:>7}",
        "milliseconds, median and p99", "quiet", "loaded", "ratio"
    );
    let crowds = CROWDS.iter().map(|(name, parts)| compare(name, parts, &visitor, addresses));
    let mut missed: usize = crowds.sum();
    missed += chunks::report(&process, addresses[0]);
    let memory = process.memory("VmHWM");
    println!("{:<50} {memory:>27.0} MB", "most memory of the sandbox in all of this");
    assert_eq!(missed, 0, "figures are missed");
}

/// Rounds without and with the crowd, in turns; how many figures are missed.
fn compare(
    name: &str,
    parts: &[(Manner, usize)],
    visitor: &Visitor,
    addresses: [SocketAddr; 2],
) -> usize {
    let (mut quiet, mut loaded, mut told) = (Vec::new(), Vec::new(), String::new());
    for _ in 0..ROUNDS {
        quiet.push(visitor.round(ROUND));
        let crowd = Crowd::gather(parts, addresses);
        loaded.push(visitor.round(ROUND));
        told = crowd.leave();
    }
    let (quiet, loaded) = (Times::best(&quiet), Times::best(&loaded));
    let mut missed = 0;
    for (kind, quiet, loaded) in
        [("kept connection", quiet.kept, loaded.kept), ("new connections", quiet.new, loaded.new)]
    {
        let ratio = loaded.p99 / quiet.p99;
        let verdict = if ratio < BOUND { "met" } else { "MISSED" };
        missed += usize::from(ratio >= BOUND);
        let name = format!("{name}: {kind}");
        println!("{name:<50} {quiet:>13} {loaded:>13} {ratio:>6.2}x {verdict}");
    }
    println!("  in the last round {told}");
    missed
}

fn allow_many_files() {
    let limits = getrlimit(Resource::Nofile);
    let wanted = limits.maximum.map_or(FILES, |maximum| maximum.min(FILES));
    if limits.current.is_some_and(|current| current < wanted) {
        setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limits }).expect("files");
    }
}
