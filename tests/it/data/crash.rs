//! What was acknowledged survives a kill of the program, and nothing is half done. The benchmark
//! `crash` kills more often.

use crate::testkit::{
    cluster::{Cluster, Flush},
    crash::{Place, kill},
};

const KILLS: u32 = 9;
const SEED: u64 = 1;

#[tokio::test(flavor = "multi_thread")]
async fn kills_lose_nothing_and_leave_nothing_half_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let tally = kill(KILLS, SEED, &Place::Folder(folder.path())).await;
    assert_eq!((tally.under_load, tally.starting), (8, 1));
    assert!(tally.acknowledged > 0, "nobody came to write: {tally:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_of_a_sandbox_lose_nothing_in_a_database() {
    let Some(cluster) = Cluster::start(Flush::Never) else { return };
    let tally = kill(KILLS, SEED, &Place::Database(&cluster)).await;
    assert_eq!((tally.under_load, tally.starting), (8, 1));
    assert!(tally.acknowledged > 0, "nobody came to write: {tally:?}");
}
