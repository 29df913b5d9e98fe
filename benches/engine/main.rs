//! What halting scripts costs: `cargo bench --bench engine`, a part of it with `-- slowdowns`.
//!
//! The yardstick is in the same run: the plain form of each script. What computes is measured by the
//! processor time that it took, what waits by the clock; each figure is the best of many rounds. So a
//! busy machine shows less than a slow engine would.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

mod shop;

use haltscope::script::{EvalPatience, Limits, Page, Step, ThreadInfo, ThreadState, instrumented};
use rustix::time::ClockId;
use shop::{ME, Shop, clock, long_script};
use std::time::{Duration, Instant};

/// Names of the workloads and the figures of the prototype they are held against.
const SLOWDOWNS: [(&str, &str, &str); 5] = [
    ("loop over module variables", "moduleLoop", "4-5"),
    ("`let` per iteration", "letLoop", "8 (4)"),
    ("array callbacks", "callbacks", "5 (2)"),
    ("call-bound recursion", "recursion", "30 (13)"),
    ("call-bound recursion, strict", "strictRecursion", "30 (13)"),
];

/// What storefronts do all day.
const DAILY: [(&str, &str); 5] = [
    ("JSON", "documents"),
    ("price closures", "prices"),
    ("regular expressions", "patterns"),
    ("category tree", "categories"),
    ("HTML", "markup"),
];

fn row(what: &str, value: &str, prototype: &str) {
    println!("| {what:<56} | {value:>37} | {prototype:>16} |");
}

fn micros(time: Duration) -> String {
    format!("{:.1} µs", time.as_secs_f64() * 1e6)
}

/// The best of the waiting times and the one in the middle.
fn spread(mut times: Vec<Duration>) -> String {
    times.sort();
    format!("{}, half of them {}", micros(times[0]), micros(times[times.len() / 2]))
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        row("what", "value", "prototype");
        row("---", "---:", "---:");
        if asked("runtimes") {
            runtimes().await;
        }
        if asked("slowdowns") {
            slowdowns().await;
        }
        if asked("probes") {
            probes().await;
        }
        if asked("conditions") {
            conditions().await;
        }
        if asked("loading") {
            loading().await;
        }
        if asked("wide") {
            wide().await;
        }
        if asked("reach") {
            reach().await;
        }
        if asked("steps") {
            steps().await;
        }
        // Before a crowd leaves memory behind.
        if asked("rest") {
            rest().await;
        }
        if asked("crowd") {
            crowd().await;
        }
    });
}

/// Whether a part is measured: one that is named after `--`, or all of them.
fn asked(part: &str) -> bool {
    let mut names = std::env::args().skip(1).filter(|name| !name.starts_with("--")).peekable();
    names.peek().is_none() || names.any(|name| name == part)
}

/// Who hasn't given back anything for so long is at rest.
const QUIET: Duration = Duration::from_secs(3);

/// What happens once in a process is measured so often, each time anew.
const ROUNDS: usize = 9;

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// The shortest of so many rounds.
fn best_of(rounds: usize, mut round: impl FnMut()) -> Duration {
    let time = |()| {
        let before = clock(ClockId::ThreadCPUTime);
        round();
        clock(ClockId::ThreadCPUTime).saturating_sub(before)
    };
    std::iter::repeat_n((), rounds).map(time).min().unwrap_or_default()
}

async fn runtimes() {
    let bare = best_of(300, || {
        let runtime = rquickjs::Runtime::new().expect("a runtime");
        drop(rquickjs::Context::full(&runtime).expect("a context"));
    });
    row("runtime and context made and dropped", &micros(bare), "67-88 µs");
    let shop = Shop::new();
    let plain = shop.best_whole("elsewhere.js").await;
    shop.control().attach(ME);
    let attached = shop.best_whole("elsewhere.js").await;
    let value = format!("{}, {}", micros(plain), micros(attached));
    row("whole script thread: plain, instrumented", &value, "");
}

async fn slowdowns() {
    row("slowdown", "attached, breakpoint here / elsewhere", "armed (attached)");
    for (what, name, prototype) in SLOWDOWNS {
        let shop = Shop::new();
        let plain = shop.best("work.js", name).await.as_secs_f64();
        shop.control().attach(ME);
        let attached = shop.best("work.js", name).await.as_secs_f64() / plain;
        shop.break_at(44, None);
        let same = shop.best("work.js", name).await.as_secs_f64() / plain;
        shop.break_in("elsewhere.js", 2, None);
        let other = shop.best("work.js", name).await.as_secs_f64() / plain;
        let value = format!("{attached:.1} x, {same:.1} x / {other:.1} x");
        row(&format!("slowdown: {what}"), &value, prototype);
    }
    for (what, name) in DAILY {
        let shop = Shop::new();
        let plain = shop.best("daily.js", name).await.as_secs_f64();
        shop.control().attach(ME);
        let attached = shop.best("daily.js", name).await.as_secs_f64() / plain;
        shop.break_in("elsewhere.js", 2, None);
        let other = shop.best("daily.js", name).await.as_secs_f64() / plain;
        row(&format!("slowdown: {what}"), &format!("{attached:.1} x, - / {other:.1} x"), "");
    }
}

async fn probes() {
    let shop = Shop::new();
    let plain = shop.best("work.js", "moduleLoop").await;
    shop.control().attach(ME);
    let attached = shop.best("work.js", "moduleLoop").await;
    // Two hooks in each of a million rounds.
    let each = attached.saturating_sub(plain).as_secs_f64() * 1e9 / 2e6;
    row("unarmed probe", &format!("{each:.1} ns"), "22 ns");
}

async fn conditions() {
    for (what, name, line, condition) in [
        ("false conditional breakpoint, a hit", "conditional", 53, "i < 0"),
        ("the same in a function that is entered each time", "visits", 58, "item < 0"),
    ] {
        let shop = Shop::new();
        shop.control().attach(ME);
        let without = shop.best("work.js", name).await;
        shop.break_at(line, Some(condition));
        let with = shop.best("work.js", name).await;
        let each = with.saturating_sub(without) / 20_000;
        row(what, &micros(each), "2.3 µs");
    }
}

async fn loading() {
    for (what, attach) in [("2,200 lines: plain", false), ("2,200 lines: instrumented", true)] {
        let mut first = Duration::ZERO;
        let shops: [Shop; 10] = std::array::from_fn(|_| Shop::new());
        for shop in &shops {
            if attach {
                shop.control().attach(ME);
            }
            first += shop.whole("long.js", 1).await / 10;
        }
        let later = shops[0].whole("long.js", 250).await;
        let value = format!("{}, {}", micros(first), micros(later));
        row(&format!("{what}, first thread and later ones"), &value, "");
    }
    let text = String::from_utf8(long_script()).expect("it is text");
    let rewrite = best_of(50, || drop(instrumented(&text).expect("it is well-formed")));
    row("instrument 2,200 lines", &micros(rewrite), "1.4 ms");
}

async fn wide() {
    for (what, script) in [("1,000", "wide.js"), ("2,000", "wider.js")] {
        let first = async |attach: bool| {
            let shop = Shop::new();
            if attach {
                shop.control().attach(ME);
            }
            shop.whole(script, 1).await
        };
        let (mut plain, mut attached) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            plain.push(first(false).await);
            attached.push(first(true).await);
        }
        let (plain, attached) = (median(plain), median(attached));
        let what = format!("{what} variables and functions in a scope: plain, attached");
        row(&what, &format!("{}, {}", micros(plain), micros(attached)), "");
    }
}

async fn reach() {
    let shop = Shop::new();
    shop.control().attach(ME);
    let (mut armed, mut stopped) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        shop.control().set_breakpoints(ME, Vec::new());
        let script = shop.start("work.js", "endless");
        tokio::time::sleep(Duration::from_millis(5)).await;
        let started = Instant::now();
        shop.break_at(48, None);
        shop.halted(script.id).await;
        armed.push(started.elapsed());
        shop.control().set_breakpoints(ME, Vec::new());
        shop.control().resume(script.id).expect("it is halted");
        tokio::time::sleep(Duration::from_millis(5)).await;
        let started = Instant::now();
        shop.control().stop(script.id, Duration::from_secs(9)).await.expect("it runs");
        stopped.push(started.elapsed());
    }
    row("stop a running loop, until its thread is gone", &spread(stopped), "< 100 µs");
    row("arm a breakpoint on a running loop, until it halts", &spread(armed), "600-1500 µs");
}

async fn steps() {
    let shop = Shop::new();
    shop.control().attach(ME);
    shop.break_at(48, None);
    let script = shop.start("work.js", "endless");
    shop.halted(script.id).await;
    let (mut step, mut variables) = (Duration::MAX, Duration::MAX);
    for _ in 0..500 {
        let started = Instant::now();
        let halted = shop.control().step(script.id, Step::Over, Duration::from_secs(9)).await;
        assert!(matches!(halted, Ok(ThreadInfo { state: ThreadState::Halted(_), .. })));
        step = step.min(started.elapsed());
        let started = Instant::now();
        shop.control().variables(script.id, 0, Page::ALL).await.expect("it is halted");
        variables = variables.min(started.elapsed());
    }
    row("step, until it halts again", &micros(step), "");
    row("variables of a frame", &micros(variables), "");
}

async fn crowd() {
    // Nobody is at rest while others begin.
    let shop = Shop::with(&Limits { pack_after: Duration::from_hours(1), ..Limits::default() });
    shop.control().attach(ME);
    shop.break_at(44, None);
    let before = resident();
    let started = Instant::now();
    let scripts: Vec<_> = (0..3000).map(|_| shop.start("work.js", "nothing")).collect();
    for script in &scripts {
        shop.halted(script.id).await;
    }
    let halted = started.elapsed();
    let each = resident().saturating_sub(before) / scripts.len();
    let minute = Duration::from_mins(1);
    let patience = EvalPatience { turn: minute, answer: minute };
    for script in &scripts {
        shop.control().eval(script.id, 0, "total", patience).await.expect("it is halted");
        shop.control().variables(script.id, 0, Page::ALL).await.expect("it is halted");
    }
    for script in &scripts {
        shop.control().resume(script.id).expect("it is halted");
    }
    for script in scripts {
        script.outcome.await.expect("it ends well");
    }
    row("memory of a halted thread", &format!("{each} KiB"), "305-415 KiB");
    row(
        "3,000 threads halted at once / inspected and ended",
        &format!("{halted:.1?} / {:.1?}", started.elapsed()),
        "3,000 at once",
    );
}

/// Threads that nobody has asked anything for a while.
async fn rest() {
    let shop = Shop::new();
    shop.control().attach(ME);
    shop.break_at(44, None);
    let before = resident();
    let scripts: Vec<_> = (0..300).map(|_| shop.start("work.js", "nothing")).collect();
    for script in &scripts {
        shop.halted(script.id).await;
    }
    let (mut least, mut since) = (resident(), Instant::now());
    while since.elapsed() < QUIET {
        tokio::time::sleep(QUIET / 30).await;
        let now = resident();
        if now < least {
            (least, since) = (now, Instant::now());
        }
    }
    let each = least.saturating_sub(before) / scripts.len();
    let (mut first, mut next) = (Vec::new(), Vec::new());
    for script in &scripts {
        for times in [&mut first, &mut next] {
            let started = Instant::now();
            shop.control().variables(script.id, 0, Page::ALL).await.expect("it is halted");
            times.push(started.elapsed());
        }
        shop.control().resume(script.id).expect("it is halted");
    }
    for script in scripts {
        script.outcome.await.expect("it ends well");
    }
    row("memory of a halted thread at rest", &format!("{each} KiB"), "");
    row(
        "variables of a frame at rest / asked again",
        &format!("{} / {}", spread(first), spread(next)),
        "",
    );
}

/// Resident memory of this process in KiB.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
