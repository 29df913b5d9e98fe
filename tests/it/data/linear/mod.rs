//! Linearizability: whatever concurrent clients are answered could have been answered to one
//! client after the other, in an order that keeps to the time.
//!
//! [`checker`] searches for that order, [`content`] says what one call does, [`clients`] make the
//! histories. `HALTSCOPE_HISTORIES=10000` makes that many instead of [`HISTORIES`].

mod checker;
mod clients;
mod content;
mod seeded;

use super::stand::{Stand, accounts};
use checker::order;
use content::Content;
use futures::{StreamExt, stream};
use haltscope::sandbox::{Clock, PlainHttp, SandboxOptions};
use std::{path::PathBuf, sync::Arc, time::SystemTime};

/// How many histories a run makes, for each kind of store.
const HISTORIES: u64 = 150;
/// How many of them at a time, each over assets of its own.
const AT_A_TIME: usize = 4;

#[tokio::test(flavor = "multi_thread")]
async fn histories_of_a_store_in_memory_are_linearizable() {
    check(None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn histories_of_a_store_in_a_folder_are_linearizable() {
    let folder = tempfile::tempdir().expect("a folder");
    check(Some(folder.path().to_owned())).await;
}

async fn check(data: Option<PathBuf>) {
    let now = SystemTime::now();
    let options = SandboxOptions {
        accounts: accounts(),
        // A long run outlasts its token otherwise.
        clock: Clock::new(move || now),
        plain_http: PlainHttp::Allowed,
        data,
        ..SandboxOptions::on_free_ports()
    };
    let stand = Arc::new(Stand::with(options).await);
    clients::prepare(&stand).await;
    let wanted = std::env::var("HALTSCOPE_HISTORIES").ok();
    let count = wanted.map_or(HISTORIES, |count| count.parse().expect("a number of histories"));
    let mut histories = stream::iter(0..count)
        .map(|seed| {
            let stand = Arc::clone(&stand);
            async move { (seed, clients::run(stand, seed).await) }
        })
        .buffer_unordered(AT_A_TIME);
    while let Some((seed, assets)) = histories.next().await {
        for history in assets {
            let found = order(&Content::default(), &history);
            assert!(found.is_some(), "seed {seed}: no order explains {history:#?}");
        }
    }
}
