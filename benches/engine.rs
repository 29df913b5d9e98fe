//! What halting scripts costs: `cargo bench --bench engine`.
//!
//! The yardstick is in the same run: the plain form of each script. What computes is measured by the
//! processor time that the process used, what waits by the clock; each figure is the best of many
//! rounds. So a busy machine shows less than a slow engine would.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

use haltscope::script::{
    Breakpoint, Cartridges, Control, Engine, Entry, Files, Host, HostError, Job, Limits, Owner,
    Page, Platform, Script, Step, ThreadId, ThreadInfo, ThreadState, instrumented,
};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

const ME: Owner = Owner(1);
const ENTRY: &[u8] = b"exports.run = function (input) {
  return host.requirePath('/app/' + input.script)[input.name]();
};";

/// Names of the workloads and the figures of the prototype they are held against.
const SLOWDOWNS: [(&str, &str, &str); 5] = [
    ("loop over module variables", "moduleLoop", "4-5"),
    ("`let` per iteration", "letLoop", "8 (4)"),
    ("array callbacks", "callbacks", "5 (2)"),
    ("call-bound recursion", "recursion", "30 (13)"),
    ("call-bound recursion, strict", "strictRecursion", "30 (13)"),
];

const WORK: &str = "var total = 0, n = 0;
exports.moduleLoop = function () {
  total = 0;
  for (n = 0; n < 1000000; n++) {
    total = total + n % 7;
  }
  return total;
};
exports.letLoop = function () {
  let sum = 0;
  for (let i = 0; i < 1000000; i++) {
    let square = i * i;
    sum += square % 7;
  }
  return sum;
};
var list = [];
for (var k = 0; k < 1000; k++) list.push(k);
exports.callbacks = function () {
  var found = 0;
  for (var round = 0; round < 300; round++) {
    found += list.map(x => x * 2).filter(function (x) {
      return x % 3 === 0;
    }).length;
  }
  return found;
};
function fib(x) {
  if (x < 2) return x;
  return fib(x - 1) + fib(x - 2);
}
exports.recursion = function () {
  return fib(24);
};
function strictFib(x) {
  'use strict';
  if (x < 2) return x;
  return strictFib(x - 1) + strictFib(x - 2);
}
exports.strictRecursion = function () {
  return strictFib(24);
};
exports.nothing = function () {
  return 1;
};
exports.endless = function () {
  for (;;) {
    total++;
  }
};
exports.conditional = function () {
  for (var i = 0; i < 20000; i++) {
    total = i;
  }
  return total;
};
function visit(item) {
  total = item;
}
exports.visits = function () {
  for (var i = 0; i < 20000; i++) {
    visit(i);
  }
  return total;
};
";

/// A script that nothing else uses, for breakpoints elsewhere.
const ELSEWHERE: &[u8] = b"exports.nothing = function () {\n  return 1;\n};\n";

struct Nothing;

impl Host for Nothing {
    fn call(&self, _: ThreadId, name: &str, _: Value) -> Result<Value, HostError> {
        Err(HostError::new(name))
    }
}

struct Shop {
    engine: Engine,
    cartridges: Arc<Cartridges>,
}

impl Shop {
    fn new() -> Self {
        let limits = Limits { run_time: Duration::from_mins(10), ..Limits::default() };
        let platform = Platform::files(Files::memory([("entry.js", ENTRY)]));
        let files = [
            ("work.js".to_owned(), WORK.as_bytes().to_vec()),
            ("elsewhere.js".to_owned(), ELSEWHERE.to_vec()),
            ("long.js".to_owned(), long_script()),
        ];
        let cartridges = Arc::new(Cartridges::new().with("app", Files::memory(files)));
        Self { engine: Engine::with_platform(limits, Arc::new(Nothing), platform), cartridges }
    }

    fn control(&self) -> &Control {
        self.engine.control()
    }

    fn start(&self, script: &str, name: &str) -> Script {
        let entry = Entry { module: "entry".to_owned(), function: "run".to_owned() };
        let input = json!({ "script": script, "name": name });
        self.engine.start(Job { cartridges: Arc::clone(&self.cartridges), entry, input })
    }

    /// Processor time of one run, with everything around it.
    async fn time(&self, script: &str, name: &str) -> Duration {
        let before = processor();
        let running = self.start(script, name);
        running.outcome.await.expect("the workload ends well");
        since(before)
    }

    /// What a run of a function that does nothing costs, the end of its thread included.
    async fn shortest(&self, script: &str) -> Duration {
        let mut best = Duration::MAX;
        for _ in 0..5 {
            let before = processor();
            for _ in 0..20 {
                let running = self.start(script, "nothing");
                running.outcome.await.expect("the workload ends well");
            }
            best = best.min(since(before) / 20);
        }
        best
    }

    /// The best of a few runs.
    async fn best(&self, name: &str) -> Duration {
        let mut best = Duration::MAX;
        for _ in 0..5 {
            best = best.min(self.time("work.js", name).await);
        }
        best
    }

    fn break_at(&self, line: u32, condition: Option<&str>) {
        self.break_in("work.js", line, condition);
    }

    fn break_in(&self, script: &str, line: u32, condition: Option<&str>) {
        let (path, condition) = (format!("/app/{script}"), condition.map(str::to_owned));
        self.control().set_breakpoints(ME, vec![Breakpoint { id: 1, path, line, condition }]);
    }

    async fn halted(&self, id: ThreadId) {
        let mut changes = self.control().changes();
        while let Ok(ThreadInfo { state: ThreadState::Running, .. }) = self.control().thread(id) {
            changes.changed().await.expect("the engine is there");
        }
    }
}

/// 2,200 lines of functions with blocks and loops.
fn long_script() -> Vec<u8> {
    let block = |n: usize| {
        format!(
            "function part{n}(a, b) {{\n  var sum = 0;\n  for (var i = 0; i < a; i++) {{\n    if (i % 2) {{\n      \
             let twice = i * 2;\n      sum += twice + b;\n    }} else {{\n      sum -= i;\n    }}\n  }}\n  return sum;\n}}\n"
        )
    };
    let text: String = (0..184).map(block).collect();
    (text + "exports.nothing = function () {\n  return 1;\n};\n").into_bytes()
}

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
        runtimes().await;
        slowdowns().await;
        probes().await;
        conditions().await;
        loading().await;
        reach().await;
        steps().await;
        crowd().await;
    });
}

/// The processor time that this process has used.
fn processor() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("it never goes back")
}

/// The processor time used since then.
fn since(before: Duration) -> Duration {
    processor().saturating_sub(before)
}

/// The shortest of so many rounds.
fn best_of(rounds: u32, mut round: impl FnMut()) -> Duration {
    let time = |()| {
        let before = processor();
        round();
        since(before)
    };
    std::iter::repeat_n((), rounds as usize).map(time).min().unwrap_or_default()
}

async fn runtimes() {
    let bare = best_of(300, || {
        let runtime = rquickjs::Runtime::new().expect("a runtime");
        drop(rquickjs::Context::full(&runtime).expect("a context"));
    });
    row("runtime and context made and dropped", &micros(bare), "67-88 µs");
    let shop = Shop::new();
    let plain = shop.shortest("elsewhere.js").await;
    shop.control().attach(ME);
    let attached = shop.shortest("elsewhere.js").await;
    let value = format!("{}, {}", micros(plain), micros(attached));
    row("whole script thread: plain, instrumented", &value, "");
}

async fn slowdowns() {
    row("slowdown", "attached, breakpoint here / elsewhere", "armed (attached)");
    for (what, name, prototype) in SLOWDOWNS {
        let shop = Shop::new();
        let plain = shop.best(name).await.as_secs_f64();
        shop.control().attach(ME);
        let attached = shop.best(name).await.as_secs_f64() / plain;
        shop.break_at(44, None);
        let same = shop.best(name).await.as_secs_f64() / plain;
        shop.break_in("elsewhere.js", 2, None);
        let other = shop.best(name).await.as_secs_f64() / plain;
        let value = format!("{attached:.1} x, {same:.1} x / {other:.1} x");
        row(&format!("slowdown: {what}"), &value, prototype);
    }
}

async fn probes() {
    let shop = Shop::new();
    let plain = shop.best("moduleLoop").await;
    shop.control().attach(ME);
    let attached = shop.best("moduleLoop").await;
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
        let without = shop.best(name).await;
        shop.break_at(line, Some(condition));
        let with = shop.best(name).await;
        let each = with.saturating_sub(without) / 20_000;
        row(what, &micros(each), "2.3 µs");
    }
}

async fn loading() {
    for (what, attach) in [("2,200 lines: plain", false), ("2,200 lines: instrumented", true)] {
        let shop = Shop::new();
        if attach {
            shop.control().attach(ME);
        }
        let first = shop.time("long.js", "nothing").await;
        let known = shop.shortest("long.js").await;
        let value = format!("{}, {}", micros(first), micros(known));
        row(&format!("{what}, first thread and later ones"), &value, "");
    }
    let text = String::from_utf8(long_script()).expect("it is text");
    let rewrite = best_of(50, || drop(instrumented(&text).expect("it is well-formed")));
    row("instrument 2,200 lines", &micros(rewrite), "1.4 ms");
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
    let shop = Shop::new();
    shop.control().attach(ME);
    shop.break_at(44, None);
    let before = resident();
    let started = Instant::now();
    let scripts: Vec<_> = (0..500).map(|_| shop.start("work.js", "nothing")).collect();
    for script in &scripts {
        shop.halted(script.id).await;
    }
    let halted = started.elapsed();
    let each = resident().saturating_sub(before) / scripts.len();
    for script in &scripts {
        shop.control().eval(script.id, 0, "total").await.expect("it is halted");
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
        "500 threads halted / inspected and ended",
        &format!("{halted:.0?} / {:.0?}", started.elapsed()),
        "",
    );
}

/// Resident memory of this process in KiB.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
