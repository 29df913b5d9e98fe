//! From a key to its frame, from the start to the first frame, what a halt asks for, and what an
//! idle screen costs.
//!
//! The real loop runs on a screen in memory: a script of 10,000 lines, a list of 100,000 members
//! open, and an instance that answers after two seconds; then an object of a million members whose
//! previews arrive meanwhile. `cargo bench --bench frames`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "../tests/it/testkit/mod.rs"]
#[allow(dead_code, unused_imports, reason = "shared with the tests, which use all of it")]
mod testkit;

use haltscope::session::Options;
use std::time::{Duration, Instant};
use testkit::instance::Play;
use testkit::screen::{Runner, Start};

const KEYS: usize = 2_000;
const BUDGET: Duration = Duration::from_millis(8);
const FIRST_FRAME: Duration = Duration::from_millis(50);
const IDLE: Duration = Duration::from_secs(5);
/// A key that shows nothing for so long never will.
const STUCK: Duration = Duration::from_secs(10);
/// How long somebody looks at a halt.
const LOOKS: Duration = Duration::from_secs(1);
/// Sequential round trips until a step's stack and variables are shown.
const ROUND_TRIPS: u32 = 2;

#[tokio::main]
async fn main() {
    println!("{:<44} {:>10} {:>10} {:>10}  budget", "", "median", "p99", "worst");
    start().await;
    for size in [(80, 24), (120, 40), (200, 60)] {
        keys(size).await;
        previews(size).await;
    }
    requests().await;
    idle().await;
}

/// What one halt asks the instance for while somebody looks at it for a second, and how many round
/// trips the step to it took.
async fn requests() {
    let runner = Runner::halted().await;
    let count = || runner.instance.count("GET ");
    let (mut counts, mut trips) = (Vec::new(), Vec::new());
    for turn in 0..10 {
        let before = count();
        runner.press("n");
        runner.shows(&format!("stepped to Cart.js:{}", 6 + turn)).await;
        trips.extend(round_trips(&runner.screen.text()));
        tokio::time::sleep(LOOKS).await;
        counts.push(count() - before);
    }
    counts.sort_unstable();
    let most = *counts.last().unwrap_or(&0);
    // The list and the variables of the step, two polls while it is looked at.
    let bound = Options::PREVIEWS + 4;
    let verdict = if most <= bound { "met" } else { "MISSED" };
    println!(
        "{:<44} {:>10} {most:>10} {:>10}  {bound} {verdict}",
        "requests per halt, median and most",
        counts[counts.len() / 2],
        ""
    );
    let previews = runner.instance.count("/members");
    println!("{:<44} {previews:>10}  in {} halts", "of them previews", counts.len());
    assert_eq!(trips.len(), counts.len(), "each step says how many round trips it took");
    let most = trips.into_iter().max().unwrap_or_default();
    let verdict = if most <= ROUND_TRIPS { "met" } else { "MISSED" };
    println!(
        "{:<44} {:>10} {most:>10} {:>10}  {ROUND_TRIPS} {verdict}",
        "round trips a step, most", "", ""
    );
}

/// What the result line says of a step: `stepped to Cart.js:6 (3 ms, 2 round trips)`.
fn round_trips(screen: &str) -> Option<u32> {
    let (before, _) = screen.split_once(" round trips)")?;
    before.rsplit(' ').next()?.parse().ok()
}

async fn start() {
    let mut times = Vec::new();
    for _ in 0..20 {
        let begun = Instant::now();
        let runner = Runner::start(Start::default());
        runner.screen.frame().await;
        times.push(begun.elapsed());
    }
    report("start to first frame, 120x40", times, FIRST_FRAME);
}

async fn keys(size: (u16, u16)) {
    let runner = open(size).await;
    for (name, pane, keys) in [
        ("down and up in the source", "0", ["j", "k"]),
        ("half pages in the source", "0", ["ctrl-d", "ctrl-u"]),
        ("down and up in 100,000 members", "1", ["j", "k"]),
        ("half pages in 100,000 members", "1", ["ctrl-d", "ctrl-u"]),
        ("next pane and back", "1", ["tab", "backtab"]),
    ] {
        runner.press(pane);
        runner.screen.frame().await;
        let times = timed(&runner, keys).await;
        report(&format!("{name}, {}x{}", size.0, size.1), times, BUDGET);
    }
}

/// A million objects, each of which is read for what its row says: how long a key takes while their
/// previews arrive. A step between gives each hundred keys a new halt with new previews to be read.
async fn previews(size: (u16, u16)) {
    let start = Start { size, lines: 10_000, ..Start::default() };
    let runner = Runner::start(start);
    runner.shows("WAITING").await;
    runner.instance.play(|part| part.play = Play::ORDERS);
    runner.instance.halt(5);
    runner.shows("orders").await;
    runner.press("1 j j j j l");
    runner.shows("[0]").await;
    runner.press("# 5 0 0 0 0 0 enter");
    runner.shows("[500000]").await;
    let mut times = Vec::with_capacity(KEYS);
    for turn in 0..KEYS / 100 {
        runner.press("n");
        runner.shows(&format!("stepped to Cart.js:{}", 6 + turn)).await;
        // They are read when nothing else is: from then on they come while keys are pressed.
        runner.shows("{number: ").await;
        for index in 0..100 {
            let before = runner.screen.text();
            let pressed = Instant::now();
            runner.press(if index % 2 == 0 { "pagedown" } else { "pageup" });
            // A preview's frame is no answer to the key: other rows are.
            while items(&runner.screen.text()) == items(&before) {
                assert!(pressed.elapsed() < STUCK, "no other rows:\n{}", runner.screen.text());
                runner.screen.frame().await;
            }
            times.push(pressed.elapsed());
        }
    }
    let read = runner.instance.count("orders[");
    assert!(read > 0, "previews were read:\n{}", runner.screen.text());
    report(&format!("a million objects with previews, {}x{}", size.0, size.1), times, BUDGET);
    println!("{:<44} {read:>10}", "  of them read meanwhile");
}

/// The items of the list that are seen, as `[500012]`.
fn items(screen: &str) -> Vec<String> {
    let is_item = |word: &&str| {
        let index = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
        index.is_some_and(|index| index.parse::<u64>().is_ok())
    };
    screen.split_whitespace().filter(is_item).map(str::to_owned).collect()
}

/// A halted thread, the list open, the end of the script shown once, a step under way.
async fn open(size: (u16, u16)) -> Runner {
    let start = Start { size, lines: 10_000, ..Start::default() };
    let runner = Runner::halted_with(start).await;
    runner.press("1 j j l");
    runner.shows("[0]").await;
    runner.press("# 9 9 9 9 9 enter");
    runner.shows("[99999]").await;
    runner.instance.play(|part| part.latency = Duration::from_secs(2));
    runner.press("n");
    runner.shows("STEPPING").await;
    runner
}

/// The first half of the keys goes one way, the second half back.
async fn timed(runner: &Runner, [there, back]: [&str; 2]) -> Vec<Duration> {
    let mut times = Vec::with_capacity(KEYS);
    for index in 0..KEYS {
        let key = if index % 200 < 100 { there } else { back };
        // A frame that the clock had drawn meanwhile is not this key's.
        let _ = tokio::time::timeout(Duration::ZERO, runner.screen.frame()).await;
        let pressed = Instant::now();
        runner.press(key);
        runner.screen.frame().await;
        times.push(pressed.elapsed());
    }
    times
}

async fn idle() {
    let runner = Runner::halted().await;
    let (used, since) = (cpu_time(), Instant::now());
    tokio::time::sleep(IDLE).await;
    let share =
        100.0 * cpu_time().saturating_sub(used).as_secs_f64() / since.elapsed().as_secs_f64();
    println!(
        "{:<44} {share:>9.2}%  (of one core; at most 1 %)",
        "idle with a halted thread, 120x40"
    );
    drop(runner);
}

/// What this process has used of the processors, by the kernel's count.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok());
    let ticks = ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0);
    Duration::from_millis(ticks * 10)
}

fn report(name: &str, mut times: Vec<Duration>, budget: Duration) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    let text = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1_000.0);
    let verdict = if at(99) < budget { "met" } else { "MISSED" };
    let (median, high, worst) = (text(at(50)), text(at(99)), text(times[times.len() - 1]));
    println!("{name:<44} {median:>10} {high:>10} {worst:>10}  {} {verdict}", text(budget));
}
