//! The state as a whole: reset, snapshots and the clock, over both stores.

mod clock;
mod hostile;
mod snapshots;
mod stand;

use stand::Shop;

/// Runs a check over a sandbox in memory and one in a folder.
async fn each(check: impl AsyncFn(Shop)) {
    check(Shop::open(None).await).await;
    let folder = tempfile::tempdir().expect("a folder");
    check(Shop::open(Some(folder.path())).await).await;
}
