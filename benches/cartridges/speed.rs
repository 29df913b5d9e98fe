//! How long things take: medians of several runs, and how often what is attached takes as long as what isn't.

use crate::{stand::Stand, visitor::Visitor};
use haltscope::{
    sandbox::{ArchiveSites, Shop, read_archives, storefront},
    script::Cartridges,
};
use reqwest::Method;
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Pages that are asked for first, uncounted: the first ones compile what the others find.
const WARMING: usize = 3;
/// Times that plain and attached take turns, so that what else the machine does meets both.
const TURNS: usize = 5;
/// Times that an archive is read, and cartridges are looked at.
const RUNS: usize = 5;

/// A page, plain and with a debugger attached that has two breakpoints in scripts which it doesn't run.
pub async fn print_pages(stand: &Stand, page: &str, count: usize) {
    let [mut plain, mut attached, mut ratios] = [const { Vec::new() }; 3];
    for _ in 0..TURNS {
        let without = times(stand, page, count).await;
        let mut debugger = stand.visitor();
        attach(stand, &mut debugger).await;
        let with = times(stand, page, count).await;
        let gone = debugger.debug(Method::DELETE, "client", None).await;
        assert_eq!(gone.status, 204, "{}", gone.body);
        ratios.push(middle(&mut with.clone()) / middle(&mut without.clone()));
        plain.extend(without);
        attached.extend(with);
    }
    println!("\n{:<34} {:>9} {:>9} {:>6}", format!("{page}, ms"), "median", "worst", "ratio");
    println!("{:<34} {:>9.1} {:>9.1}", "plain", middle(&mut plain), worst(&plain));
    let (median, worst) = (middle(&mut attached), worst(&attached));
    let ratio = middle(&mut ratios);
    println!("{:<34} {median:>9.1} {worst:>9.1} {ratio:>6.2}", "attached, two breakpoints");
}

async fn attach(stand: &Stand, debugger: &mut Visitor) {
    let made = debugger.debug(Method::POST, "client", None).await;
    assert_eq!(made.status, 204, "{}", made.body);
    let set = debugger.debug(Method::POST, "breakpoints", Some(stand.breakpoints())).await;
    assert_eq!(set.status, 200, "{}", set.body);
}

/// Milliseconds of so many pages.
async fn times(stand: &Stand, page: &str, count: usize) -> Vec<f64> {
    let mut visitor = stand.visitor();
    for _ in 0..WARMING {
        visitor.get(page).await;
    }
    let mut times = Vec::new();
    for _ in 0..count.max(1) {
        let begun = Instant::now();
        let answer = visitor.get(page).await;
        times.push(ms(begun.elapsed()));
        assert_eq!(answer.status, 200, "{page}: {}", answer.body);
    }
    times
}

/// Reading archives, which is what an import is but for keeping it.
pub fn print_import(archives: &[PathBuf], site: &str) {
    let bytes: u64 = archives.iter().map(|archive| xml_below(archive)).sum();
    let sites = ArchiveSites { served: vec![site.to_owned()], ..ArchiveSites::default() };
    let mut times = runs(|| {
        read_archives(archives, Shop::default(), &sites).expect("the archives");
    });
    let megabytes = bytes / 1_000_000;
    println!("\nimport of {megabytes} MB of XML: {:.0} ms", middle(&mut times));
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
    let mut times = Vec::new();
    let mut findings = 0;
    for _ in 0..RUNS {
        let begun = Instant::now();
        let looked = storefront::check(cartridges).await.expect("the platform's modules load");
        findings = looked.findings.len();
        times.push(ms(begun.elapsed()));
    }
    let named = cartridges.list().filter_map(|name| cartridges.cartridge(name));
    let files: usize = named.map(|files| files.list().len()).sum();
    let took = middle(&mut times);
    let per_thousand = took * 1000.0 / f64::from(u32::try_from(files).unwrap_or(u32::MAX));
    println!(
        "\ncheck of {files} files: {took:.0} ms, {per_thousand:.0} ms for 1,000; {findings} findings"
    );
}

fn runs(mut work: impl FnMut()) -> Vec<f64> {
    let mut timed = || {
        let begun = Instant::now();
        work();
        ms(begun.elapsed())
    };
    (0..RUNS).map(|_| timed()).collect()
}

/// The one in the middle.
fn middle(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

fn worst(times: &[f64]) -> f64 {
    times.iter().copied().fold(0.0, f64::max)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
