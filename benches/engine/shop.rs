//! A small shop of scripts around the engine, and what they cost there.

use haltscope::script::{
    Breakpoint, Call, Cartridges, Control, Engine, Entry, Files, Host, HostError, Job, Limits,
    Owner, Platform, Script, ThreadId, ThreadInfo, ThreadState,
};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The debugger.
pub const ME: Owner = Owner(1);
const ENTRY: &[u8] = b"exports.run = function (input) {
  var run = host.requirePath('/app/' + input.script)[input.name];
  host.call('start');
  var result = run();
  host.call('stop');
  return result;
};";

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

/// What storefronts do all day.
const DAILY: &str = "var products = [];
for (var p = 0; p < 200; p++) {
  products.push({ id: 'P' + p, name: 'Mug ' + p, price: p * 1.5, categories: ['root', 'c' + p % 7], tags: { a: p, b: [p, p + 1] } });
}
exports.documents = function () {
  var sum = 0;
  for (var round = 0; round < 40; round++) {
    sum += JSON.parse(JSON.stringify(products)).length;
  }
  return sum;
};
function rounded(value) {
  return Math.round(value * 100) / 100;
}
function pricing(rate) {
  var discount = function (price) { return price > 100 ? price * 0.9 : price; };
  return function (product) { return rounded(discount(product.price) * (1 + rate)); };
}
exports.prices = function () {
  var total = 0;
  for (var round = 0; round < 150; round++) {
    var price = pricing(round / 1000);
    products.forEach(function (product) { total += price(product); });
  }
  return total;
};
exports.patterns = function () {
  var found = 0;
  for (var round = 0; round < 60; round++) {
    products.forEach(function (product) {
      if (/^mug\\s(\\d+)$/i.test(product.name) && product.name.replace(/[aeiou]/g, '*').length > 3) found++;
    });
  }
  return found;
};
function tree(depth, width) {
  var children = [];
  if (depth > 0) {
    for (var i = 0; i < width; i++) children.push(tree(depth - 1, width));
  }
  return { depth: depth, children: children };
}
function count(category) {
  return category.children.reduce(function (sum, child) { return sum + count(child); }, 1);
}
exports.categories = function () {
  return count(tree(6, 5));
};
exports.markup = function () {
  var html = '';
  for (var round = 0; round < 30; round++) {
    html = products.map(function (product) {
      return '<li id=\"' + product.id + '\"><b>' + product.name.replace('&', '&amp;') + '</b> ' + product.price.toFixed(2) + '</li>';
    }).join('');
  }
  return html.length;
};
";

/// So many variables and functions in one scope.
pub fn wide_script(count: usize) -> Vec<u8> {
    let one = |n: usize| format!("  var v{n} = {n};\n  function f{n}(a) {{ return a + v{n}; }}\n");
    let text: String = (0..count).map(one).collect();
    format!("exports.nothing = function () {{\n{text}  return f1(1);\n}};\n").into_bytes()
}

/// A script that nothing else uses, for breakpoints elsewhere.
const ELSEWHERE: &[u8] = b"exports.nothing = function () {\n  return 1;\n};\n";

/// 2,200 lines of functions with blocks and loops.
pub fn long_script() -> Vec<u8> {
    let block = |n: usize| {
        format!(
            "function part{n}(a, b) {{\n  var sum = 0;\n  for (var i = 0; i < a; i++) {{\n    if (i % 2) {{\n      \
             let twice = i * 2;\n      sum += twice + b;\n    }} else {{\n      sum -= i;\n    }}\n  }}\n  return sum;\n}}\n"
        )
    };
    let text: String = (0..184).map(block).collect();
    (text + "exports.nothing = function () {\n  return 1;\n};\n").into_bytes()
}

pub fn clock(id: ClockId) -> Duration {
    Duration::try_from(clock_gettime(id)).expect("these clocks start at zero")
}

/// Measures what the last script computed, between its entry's two calls.
#[derive(Default)]
struct Stopwatch {
    started: Mutex<Duration>,
    taken: Mutex<Duration>,
}

impl Stopwatch {
    pub fn taken(&self) -> Duration {
        *self.taken.lock().expect("nothing panics while measuring")
    }
}

impl Host for Stopwatch {
    fn call(&self, Call { name, .. }: Call<'_>) -> Result<Value, HostError> {
        let now = clock(ClockId::ThreadCPUTime);
        let mut started = self.started.lock().expect("nothing panics while measuring");
        match name {
            "start" => *started = now,
            _ => *self.taken.lock().expect("as above") = now.saturating_sub(*started),
        }
        Ok(Value::Null)
    }
}

pub struct Shop {
    engine: Engine,
    cartridges: Arc<Cartridges>,
    stopwatch: Arc<Stopwatch>,
}

impl Shop {
    pub fn new() -> Self {
        Self::with(&Limits::default())
    }

    /// With these limits, but for time and threads, of which there are enough.
    pub fn with(limits: &Limits) -> Self {
        let limits = Limits { run_time: Duration::from_mins(10), threads: 4_000, ..limits.clone() };
        let platform = Platform::files(Files::memory([("entry.js", ENTRY)]));
        let files = [
            ("work.js".to_owned(), WORK.as_bytes().to_vec()),
            ("elsewhere.js".to_owned(), ELSEWHERE.to_vec()),
            ("long.js".to_owned(), long_script()),
            ("daily.js".to_owned(), DAILY.as_bytes().to_vec()),
            ("wide.js".to_owned(), wide_script(1000)),
            ("wider.js".to_owned(), wide_script(2000)),
        ];
        let cartridges = Arc::new(Cartridges::new().with("app", Files::memory(files)));
        let stopwatch = Arc::new(Stopwatch::default());
        let host: Arc<dyn Host> = Arc::<Stopwatch>::clone(&stopwatch);
        Self { engine: Engine::with_platform(limits, host, platform), cartridges, stopwatch }
    }

    pub fn control(&self) -> &Control {
        self.engine.control()
    }

    pub fn start(&self, script: &str, name: &str) -> Script {
        let entry = Entry { module: "entry".to_owned(), function: "run".to_owned() };
        let input = json!({ "script": script, "name": name });
        self.engine.start(Job {
            cartridges: Arc::clone(&self.cartridges),
            entry,
            input,
            run_time: None,
        })
    }

    /// What a run of `nothing` costs with its whole thread, on the average of so many.
    pub async fn whole(&self, script: &str, rounds: u32) -> Duration {
        let before = clock(ClockId::ProcessCPUTime);
        for _ in 0..rounds {
            let running = self.start(script, "nothing");
            running.outcome.await.expect("the workload ends well");
        }
        clock(ClockId::ProcessCPUTime).saturating_sub(before) / rounds
    }

    /// The best of a few such averages.
    pub async fn best_whole(&self, script: &str) -> Duration {
        let mut best = Duration::MAX;
        for _ in 0..4 {
            best = best.min(self.whole(script, 250).await);
        }
        best
    }

    /// What a workload itself computes, in the best of a few runs.
    pub async fn best(&self, script: &str, name: &str) -> Duration {
        let mut best = Duration::MAX;
        for _ in 0..5 {
            self.start(script, name).outcome.await.expect("the workload ends well");
            best = best.min(self.stopwatch.taken());
        }
        best
    }

    pub fn break_at(&self, line: u32, condition: Option<&str>) {
        self.break_in("work.js", line, condition);
    }

    pub fn break_in(&self, script: &str, line: u32, condition: Option<&str>) {
        let (path, condition) = (format!("/app/{script}"), condition.map(str::to_owned));
        self.control().set_breakpoints(ME, vec![Breakpoint { id: 1, path, line, condition }]);
    }

    pub async fn halted(&self, id: ThreadId) {
        let mut changes = self.control().changes();
        while let Ok(ThreadInfo { state: ThreadState::Running, .. }) = self.control().thread(id) {
            changes.changed().await.expect("the engine is there");
        }
    }
}
