//! Linearizability: whatever concurrent clients are answered could have been answered to one
//! client after the other, in an order that keeps to the time.
//!
//! [`checker`] searches for that order, [`content`] says what one call does, [`clients`] make the
//! histories. `HALTSCOPE_HISTORIES=10000` makes that many instead of [`HISTORIES`], as for two programs over one database:
//! `HALTSCOPE_HISTORIES=10000 cargo test --test it data::linear::histories_of_two_programs -- --nocapture`.

mod checker;
mod clients;
mod content;
mod ends;
mod seeded;

use super::stand::{Stand, accounts, database};
use crate::testkit::cluster;
use checker::order;
use content::Content;
use ends::{End, Served};
use futures::{StreamExt, future::join_all, stream};
use haltscope::sandbox::{Clock, Data, PlainHttp, SandboxOptions};
use std::{sync::Arc, time::SystemTime};

/// How many histories a run makes, for each kind of store.
const HISTORIES: u64 = 150;
/// How many of them at a time, each over assets of its own.
const AT_A_TIME: usize = 4;

#[tokio::test(flavor = "multi_thread")]
async fn histories_of_a_store_in_memory_are_linearizable() {
    check(&[None]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn histories_of_a_store_in_a_folder_are_linearizable() {
    let folder = tempfile::tempdir().expect("a folder");
    check(&[Some(folder.path().into())]).await;
}

/// Half of the clients speak to one sandbox and half to the other.
#[tokio::test(flavor = "multi_thread")]
async fn histories_of_two_sandboxes_over_one_database_are_linearizable() {
    let Some(cluster) = cluster::shared() else { return };
    let data = database(&cluster.address());
    check(&[Some(data.clone()), Some(data)]).await;
}

/// The same with a program of its own for each half.
#[tokio::test(flavor = "multi_thread")]
async fn histories_of_two_programs_over_one_database_are_linearizable() {
    let Some(cluster) = cluster::shared() else { return };
    let (address, folder) = (cluster.address(), tempfile::tempdir().expect("a folder"));
    let both = join_all((0..2).map(|_| Served::start(&address, folder.path()))).await;
    let (ends, _programs): (Vec<_>, Vec<_>) = both.into_iter().map(Served::parts).unzip();
    explain(ends).await;
}

async fn check(sandboxes: &[Option<Data>]) {
    let now = SystemTime::now();
    let mut stands = Vec::new();
    for data in sandboxes {
        let options = SandboxOptions {
            accounts: accounts(),
            // A long run outlasts its token otherwise.
            clock: Clock::new(move || now),
            plain_http: PlainHttp::Allowed,
            data: data.clone(),
            ..SandboxOptions::on_free_ports()
        };
        stands.push(Stand::with(options).await);
    }
    explain(stands.iter().map(End::of).collect()).await;
}

/// Makes the histories and looks for an order of each.
#[expect(clippy::print_stderr, reason = "the count is for those who ask for many")]
async fn explain(ends: Vec<End>) {
    clients::prepare(&ends[0]).await;
    let ends: Arc<[End]> = ends.into();
    let wanted = std::env::var("HALTSCOPE_HISTORIES").ok();
    let count = wanted.map_or(HISTORIES, |count| count.parse().expect("a number of histories"));
    let mut histories = stream::iter(0..count)
        .map(|seed| {
            let ends = Arc::clone(&ends);
            async move { (seed, clients::run(ends, seed).await) }
        })
        .buffer_unordered(AT_A_TIME);
    let (mut explained, mut calls) = (0, 0);
    while let Some((seed, assets)) = histories.next().await {
        for history in assets {
            let found = order(&Content::default(), &history);
            assert!(found.is_some(), "seed {seed}: no order explains {history:#?}");
            calls += history.len();
        }
        explained += 1;
    }
    eprintln!("{explained} histories of {calls} calls, each with an order that explains it");
}
