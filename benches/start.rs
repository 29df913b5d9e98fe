//! From `haltscope demo` to a halted thread with its variables on the first screen, in a terminal.
//! `cargo bench --bench start`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "../tests/it/testkit/mod.rs"]
#[allow(dead_code, unused_imports, reason = "shared with the tests, which use all of it")]
mod testkit;

use std::time::Duration;
use testkit::terminal::{Size, Terminal};

const STARTS: usize = 10;
const BUDGET: Duration = Duration::from_secs(2);

fn main() {
    println!("{:>8} {:>10} {:>10} {:>10}", "size", "median", "worst", "budget");
    let mut met = true;
    for size in [Size::LARGE, Size::SMALL] {
        let mut times: Vec<_> = (0..STARTS).map(|_| start(size)).collect();
        times.sort_unstable();
        let (median, worst) = (times[STARTS / 2], times[STARTS - 1]);
        println!(
            "{:>8} {median:>10.0?} {worst:>10.0?} {BUDGET:>10.0?}",
            format!("{}x{}", size.0, size.1)
        );
        met &= worst < BUDGET;
    }
    assert!(met, "the budget is not met");
}

fn start(size: Size) -> Duration {
    let home = tempfile::tempdir().expect("a folder");
    let terminal = Terminal::haltscope(size, home.path(), &["demo"], &[]);
    terminal.wait_for("HALTED with source and variables", |text| {
        let shown = ["HALTED", "selectedVariation", "local", "[Product sku=KM01001]"];
        shown.iter().all(|words| text.contains(words))
    })
}
