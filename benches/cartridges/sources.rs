//! What the scripts and templates of a path look like before anything runs.

use haltscope::{sandbox::storefront::Finding, script::Cartridges};
use std::collections::BTreeMap;

/// How many scripts, templates and forms the path has, their faults, and what they use that isn't emulated.
pub fn print(cartridges: &Cartridges, findings: &[Finding]) {
    let files = cartridges.list().filter_map(|name| cartridges.cartridge(name));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in files.flat_map(haltscope::script::Files::list) {
        if let Some(kind) = kind(&path) {
            *counts.entry(kind).or_default() += 1;
        }
    }
    let is_lacking = |it: &&Finding| it.what.ends_with("is not emulated");
    let mut lacking: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in findings.iter().filter(is_lacking) {
        *lacking.entry(&finding.what).or_default() += 1;
    }
    let faults: Vec<&Finding> = findings.iter().filter(|it| !is_lacking(it)).collect();
    println!("{:<12} {:>7} {:>7}", "", "all", "faults");
    for (name, count) in counts {
        let number = faults.iter().filter(|it| kind_of(it) == Some(name)).count();
        println!("{name:<12} {count:>7} {number:>7}");
    }
    println!("{:<12} {:>7}", "lacking", lacking.len());
    for (what, count) in lacking {
        println!("{count:>6} {what}");
    }
    for Finding { file, line, what, .. } in faults {
        println!("  {}:{line}: {what}", file.display());
    }
}

fn kind_of(finding: &Finding) -> Option<&'static str> {
    let path = finding.file.to_string_lossy();
    let at = path.rfind("/cartridge/").map_or(0, |at| at + 1);
    kind(&path[at..])
}

/// What a cartridge's file is to the server.
fn kind(path: &str) -> Option<&'static str> {
    let inner = path.strip_prefix("cartridge/")?;
    let (folder, _) = inner.split_once('/')?;
    let (_, end) = path.rsplit_once('.')?;
    match (folder, end) {
        ("client" | "static" | "js", _) => None,
        (_, "js" | "ds") => Some("scripts"),
        (_, "isml") => Some("templates"),
        ("forms", "xml") => Some("forms"),
        (_, "properties") => Some("bundles"),
        _ => None,
    }
}
