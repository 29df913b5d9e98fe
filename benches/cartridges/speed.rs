//! How long things take.

use crate::{given::Given, goods::Goods, stand::Stand, visitor::Visitor};
use haltscope::{
    sandbox::{Shop, read_archives, storefront},
    script::Cartridges,
};
use reqwest::Method;
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

/// Pages that are asked for first, uncounted: the first ones compile what the others find.
const WARMING: usize = 3;

/// The product page, plain and with a debugger attached whose one breakpoint is in a script of nobody's.
pub async fn print_pages(stand: &Stand, goods: &Goods, count: usize) {
    let product = goods.value("pid").unwrap_or_default();
    let page = format!("Product-Show?pid={product}");
    let plain = times(stand, &page, count).await;
    let mut debugger = stand.visitor();
    attach(&mut debugger).await;
    let attached = times(stand, &page, count).await;
    let gone = debugger.debug(Method::DELETE, "client", None).await;
    assert_eq!(gone.status, 204, "{}", gone.body);
    let ratio = attached.0.as_secs_f64() / plain.0.as_secs_f64();
    println!("\n{:<26} {:>9} {:>9} {:>6}", "product page, ms", "median", "worst", "ratio");
    for (name, (median, worst)) in [("plain", plain), ("attached, a breakpoint", attached)] {
        println!("{name:<26} {:>9.1} {:>9.1}", ms(median), ms(worst));
    }
    println!("{:<26} {:>9} {:>9} {ratio:>6.2}", "", "", "");
}

async fn attach(debugger: &mut Visitor) {
    let made = debugger.debug(Method::POST, "client", None).await;
    assert_eq!(made.status, 204, "{}", made.body);
    let elsewhere = r#"{"breakpoints":[{"line_number":6,"script_path":"/bench_loader/cartridge/controllers/BenchLoader.js"}]}"#;
    let set = debugger.debug(Method::POST, "breakpoints", Some(elsewhere)).await;
    assert_eq!(set.status, 200, "{}", set.body);
}

/// Median and worst of so many.
async fn times(stand: &Stand, page: &str, count: usize) -> (Duration, Duration) {
    let mut visitor = stand.visitor();
    for _ in 0..WARMING {
        visitor.get(page).await;
    }
    let mut times = Vec::new();
    for _ in 0..count.max(1) {
        let begun = Instant::now();
        let answer = visitor.get(page).await;
        times.push(begun.elapsed());
        assert_eq!(answer.status, 200, "{page}: {}", answer.body);
    }
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() - 1])
}

/// Reading the archives, which is what an import is but for keeping it.
pub fn print_import(given: &Given) {
    let bytes: u64 = given.site_archive.iter().map(|archive| xml_below(archive)).sum();
    let begun = Instant::now();
    let sites = [given.site.clone()];
    read_archives(&given.site_archive, Shop::default(), &sites).expect("the archives");
    let took = begun.elapsed();
    let megabytes = bytes / 1_000_000;
    println!("\nimport of {megabytes} MB of XML: {:.0} ms", ms(took));
}

/// Bytes of a folder's XML files.
fn xml_below(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| {
            let path = entry.path();
            if path.is_dir() {
                return xml_below(&path);
            }
            let is_xml = path.extension().is_some_and(|end| end == "xml");
            if is_xml { entry.metadata().map_or(0, |it| it.len()) } else { 0 }
        })
        .sum()
}

/// What `haltscope sandbox --check` does.
pub async fn print_check(cartridges: &Cartridges) {
    let begun = Instant::now();
    let findings = storefront::check(cartridges).await.expect("the platform's modules load");
    let took = begun.elapsed();
    let named = cartridges.list().filter_map(|name| cartridges.cartridge(name));
    let files: usize = named.map(|files| files.list().len()).sum();
    let per_thousand = ms(took) * 1000.0 / f64::from(u32::try_from(files).unwrap_or(u32::MAX));
    println!(
        "\ncheck of {files} files: {:.0} ms, {per_thousand:.0} ms for 1,000; {} findings",
        ms(took),
        findings.len()
    );
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
