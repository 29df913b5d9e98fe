//! From a key to its frame, from the start to the first frame, and what an idle screen costs.
//!
//! The real loop runs on a screen in memory: a script of 10,000 lines, a list of 100,000 members
//! open, and an instance that answers after two seconds. `cargo bench --bench frames`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "../tests/it/tui/instance.rs"]
#[allow(dead_code, reason = "shared with the tests, which use all of it")]
mod instance;
#[path = "../tests/it/tui/runner.rs"]
#[allow(dead_code, reason = "shared with the tests, which use all of it")]
mod runner;

use runner::{Runner, Start};
use std::time::{Duration, Instant};

const KEYS: usize = 2_000;
const BUDGET: Duration = Duration::from_millis(16);
const FIRST_FRAME: Duration = Duration::from_millis(50);
const IDLE: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() {
    println!("{:<44} {:>10} {:>10} {:>10}  budget", "", "median", "p99", "worst");
    start().await;
    for size in [(80, 24), (120, 40), (200, 60)] {
        keys(size).await;
    }
    idle().await;
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

/// A halted thread, the list open, the end of the script shown once, a step under way.
async fn open(size: (u16, u16)) -> Runner {
    let start = Start { size, lines: 10_000, ..Start::default() };
    let runner = Runner::halted_with(start).await;
    runner.press("1 j j l");
    runner.shows("[0]").await;
    runner.press("# 9 9 9 9 9 enter");
    runner.shows("[99999]").await;
    runner.instance.slow_down(Duration::from_secs(2));
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
