//! Seeded runs with the built binary.
//!
//! ```sh
//! HALTSCOPE_RUNS=300 cargo test --test it faulty -- --ignored
//! ```
//!
//! `HALTSCOPE_SEED` is the first seed (1), `HALTSCOPE_LANES` how many runs go on at once (2),
//! `HALTSCOPE_HALT_TIMEOUT` the server's limit in seconds (12), `HALTSCOPE_SHRINK` how many runs
//! may be spent on making a failing case smaller (0), `HALTSCOPE_PATIENCE` how many seconds screen
//! and server may take to agree once the line is well (30). A case that was printed is played again
//! by `HALTSCOPE_CASE=file`.

use super::case::Case;
use super::flaw::Kind;
use super::run::{Pace, Report, play};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// Few faults that pass in seconds, one of each sort.
const SLICE: [&str; 3] = [
    "visit Long\nsettle\npress n\nsettle\npress n\nsettle\nquit\n---\n\
     list threads 4: fault 503 before\nstep 1: late 300ms after",
    "visit Long\nsettle\npress n\nsettle\npress c\nsettle\nctrl-c\n---\n\
     step 1: drop after\nvariables 1: truncated",
    "visit Short\nsettle\npress s\nsettle\npress f\nsettle\nterm\n---\n\
     list threads 3: line down for 500ms",
];

#[test]
fn a_few_faults_leave_no_trace() {
    // Nothing expires, and nothing is late, on a busy machine either.
    let minute = Duration::from_mins(1);
    let pace = Pace { halt_timeout: minute, patience: minute, slack: minute / 3 };
    for case in SLICE {
        let case: Case = case.parse().expect("a case");
        let report = play(&case, pace);
        assert!(report.flaws.is_empty(), "{}", told(&case, &report));
    }
}

#[test]
#[ignore = "takes minutes; see the module's documentation"]
fn seeded_runs_show_no_flaw() {
    let pace = Pace {
        halt_timeout: Duration::from_secs(number("HALTSCOPE_HALT_TIMEOUT", 12)),
        patience: Duration::from_secs(number("HALTSCOPE_PATIENCE", 30)),
        slack: Duration::from_secs(2),
    };
    if let Ok(file) = std::env::var("HALTSCOPE_CASE") {
        let text = std::fs::read_to_string(file).expect("a readable file");
        let case: Case = text.parse().expect("a case");
        let report = play(&case, pace);
        assert!(report.flaws.is_empty(), "{}", told(&case, &report));
        return;
    }
    let first = number("HALTSCOPE_SEED", 1);
    let lanes = Lanes {
        pace,
        next: AtomicU64::new(first),
        end: first + number("HALTSCOPE_RUNS", 20),
        sum: Mutex::default(),
    };
    thread::scope(|scope| {
        for _ in 0..number("HALTSCOPE_LANES", 2) {
            scope.spawn(|| lanes.run());
        }
    });
    let sum = lanes.sum.into_inner().expect("no panic");
    say(&sum.to_string());
    assert!(sum.failed.is_empty(), "seeds that failed: {:?}", sum.failed);
}

struct Lanes {
    pace: Pace,
    next: AtomicU64,
    end: u64,
    sum: Mutex<Sum>,
}

#[derive(Default)]
struct Sum {
    runs: usize,
    requests: usize,
    faulty: usize,
    calm: Vec<Duration>,
    excused: Vec<&'static str>,
    failed: BTreeSet<(Kind, u64)>,
}

impl Lanes {
    fn run(&self) {
        loop {
            let seed = self.next.fetch_add(1, Ordering::Relaxed);
            if seed >= self.end {
                return;
            }
            let case = Case::from_seed(seed);
            let report = play(&case, self.pace);
            self.add(seed, &report);
            if let Some(flaw) = report.flaws.first() {
                say(&format!("seed {seed} fails\n{}", told(&case, &report)));
                self.shrink(&case, flaw.kind);
            }
        }
    }

    fn add(&self, seed: u64, report: &Report) {
        let mut sum = self.sum.lock().expect("no panic");
        sum.runs += 1;
        sum.requests += report.requests[0];
        sum.faulty += report.requests[1];
        sum.calm.push(report.calm_after);
        sum.excused.extend(&report.excused);
        sum.failed.extend(report.flaws.iter().map(|flaw| (flaw.kind, seed)));
    }

    /// Says the smallest case with such a flaw that is found in so many runs.
    fn shrink(&self, case: &Case, kind: Kind) {
        let mut left = number("HALTSCOPE_SHRINK", 0);
        if left == 0 {
            return;
        }
        let fails = |case: &Case| {
            left = left.saturating_sub(1);
            left > 0 && play(case, self.pace).flaws.iter().any(|flaw| flaw.kind == kind)
        };
        let smaller = case.shrunk(fails);
        say(&format!("{kind:?} still, made smaller:\n{smaller}"));
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { runs, requests, faulty, .. } = self;
        let mut calm = self.calm.clone();
        calm.sort_unstable();
        let at = |percent: usize| calm.get(calm.len() * percent / 100).copied().unwrap_or_default();
        writeln!(f, "{runs} runs, {requests} requests, {faulty} with a fault of their own")?;
        writeln!(f, "calm after {:.1?} in the median, {:.1?} in one of ten", at(50), at(90))?;
        for excuse in self.excused.iter().collect::<BTreeSet<_>>() {
            let count = self.excused.iter().filter(|other| *other == excuse).count();
            writeln!(f, "{count} threads died: {excuse}")?;
        }
        for (kind, seed) in &self.failed {
            writeln!(f, "{kind:?} in seed {seed}")?;
        }
        Ok(())
    }
}

fn told(case: &Case, report: &Report) -> String {
    let mut text = String::new();
    for flaw in &report.flaws {
        writeln!(text, "{flaw}").expect("a String takes any text");
    }
    format!("{text}\n{case}\n{}", report.story)
}

fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable} is a number")),
        Err(_) => otherwise,
    }
}

/// What is said while it runs; the harness keeps back what tests print.
fn say(text: &str) {
    writeln!(std::io::stderr(), "{text}").expect("stderr is open");
}
