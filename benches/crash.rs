//! Kills the program while it writes, 200 times or as often as the argument says, and looks for
//! what was lost or half done, in a folder and, where there is a PostgreSQL, in a database:
//! `cargo bench --bench crash -- 200`. A second argument is the seed.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/it/testkit/mod.rs"]
#[allow(dead_code, unused_imports, reason = "shared with the tests, which use all of it")]
mod testkit;

use std::time::Instant;
use testkit::cluster::{Cluster, Flush};
use testkit::crash::{self, Place};

const KILLS: u32 = 200;

#[tokio::main]
async fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<u32>().ok());
    let kills = numbers.next().unwrap_or(KILLS);
    let seed = numbers.next().map_or_else(|| rand::random::<u32>().into(), u64::from);
    println!("{kills} kills, seed {seed}");
    let folder = tempfile::tempdir().expect("a folder");
    report("a folder", kills, seed, &Place::Folder(folder.path())).await;
    if let Some(cluster) = Cluster::start(Flush::Always) {
        report("a database", kills, seed, &Place::Database(&cluster)).await;
    }
}

async fn report(what: &str, kills: u32, seed: u64, place: &Place<'_>) {
    let start = Instant::now();
    let tally = crash::kill(kills, seed, place).await;
    println!("{what}: {tally:#?}\nnothing lost, nothing half done, in {:.0?}", start.elapsed());
}
