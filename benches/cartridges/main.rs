//! How other people's storefronts fare in the sandbox: `cargo bench --bench cartridges -- FOLDER…`. Without folders
//! the speed of the built-in sample is told: its product page plain and with a debugger attached, the import of a
//! generated catalogue of 10 MB, and the look at 1,000 files of cartridges.
//!
//! Each folder that holds a `cartridge` somewhere below the given ones is looked at, once for each content: which
//! scripts and templates parse, what of the platform the scripts use and how much of that is emulated, and what
//! is used most often of the rest. What doesn't parse is named with its line.
//!
//! With `--cartridge-path A:B` the folders are a storefront's: a sandbox in this process serves it, with the site
//! archives that `--site-archive` names. Each script is loaded, each route of the controllers asked for, first by a
//! visitor who says nothing, then by one with a basket who gives the parameters that the controller reads. What
//! fails is told with the script's line. `--pages N` measures pages, `--import` the archives, `--check` the look
//! at the cartridges. The folders stay as they are.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

mod answers;
mod counted;
mod generated;
mod given;
mod goods;
mod lap;
mod loading;
mod log;
mod routes;
mod sources;
mod speed;
mod stand;
mod visitor;

use clap::Parser;
use counted::Counted;
use given::Given;
use haltscope::{sandbox::storefront, script::Emulated};

/// Bytes of the sample's catalogue, and files of its cartridges, that are measured.
const CATALOGUE: usize = 10_000_000;
const FILES: usize = 1_000;
/// Product pages in a turn.
const PAGES: usize = 40;

fn main() {
    let given = Given::parse();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        if given.folders.is_empty() {
            measure(&given).await;
        } else if given.cartridge_path.is_empty() {
            count(&given).await;
        } else {
            serve(&given).await;
        }
    });
}

/// The sample's figures.
async fn measure(given: &Given) {
    let page = product_page(&goods::Goods::of(given));
    speed::print_pages(&stand::Stand::sample().await, &page, given.pages.unwrap_or(PAGES)).await;
    let folder = tempfile::tempdir().expect("a folder");
    let archive = generated::archive(&folder.path().join("archive"), CATALOGUE);
    speed::print_import(&[archive], &given.site);
    let cartridges = generated::cartridges(&folder.path().join("cartridges"), FILES);
    speed::print_check(&cartridges).await;
}

fn product_page(goods: &goods::Goods) -> String {
    format!("Product-Show?pid={}", goods.value("pid").unwrap_or_default())
}

/// The table over all cartridges below the folders.
async fn count(given: &Given) {
    let emulated = Emulated::ask().await.expect("the platform's modules load");
    let mut counted = Counted::default();
    for folder in &given.folders {
        counted.look_below(folder, &emulated);
    }
    counted.print();
}

/// The tables of one storefront.
async fn serve(given: &Given) {
    let log = log::listen();
    let path = given.cartridge_path.join(":");
    println!("{path}");
    let cartridges = given.options().cartridges().expect("the cartridges of the path");
    let looked = storefront::check(&cartridges).await.expect("the platform's modules load");
    sources::print(&cartridges, &looked.findings);

    let stand = stand::Stand::start(given).await;
    loading::print(&loading::load_all(&stand, &cartridges).await);

    let goods = goods::Goods::of(given);
    let routes = routes::of(&cartridges);
    let _ = log.take();
    let bare = lap::Lap::run(lap::Manner::Bare, &stand, &routes, &goods).await;
    let furnished = lap::Lap::run(lap::Manner::Furnished, &stand, &routes, &goods).await;
    lap::print(&[bare, furnished]);
    log.print();

    if let Some(pages) = given.pages {
        speed::print_pages(&stand, &product_page(&goods), pages).await;
    }
    if given.import {
        speed::print_import(&given.site_archive, &given.site);
    }
    if given.check {
        speed::print_check(&cartridges).await;
    }
}
