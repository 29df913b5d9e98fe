//! Scripts that nobody has written: made and mutated from a seed, prepared, run under small
//! limits, halted, inspected and stopped. None ends the process, and none outlives its limits.
//!
//! `HALTSCOPE_CASES=1000000 cargo test --release --test it script::mutants::survive` runs as many as
//! one likes, `HALTSCOPE_SEED` others.

use super::support::{ME, Shop, breakpoint};
use super::survival::{apart, bodies, own_time};
use crate::testkit::patience::{EVER, PATIENCE, evaluated};
use haltscope::script::{Limits, Page, ScriptErrorKind, Step, ThreadId};
use std::env;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// So many belong to every run of the tests.
const CASES: u64 = 200;
/// What was wrong once, behind what its halts and questions are drawn from: a seed means another text as soon as there is
/// another attack.
const ONCE_WRONG: [(u64, &str); 3] = [
    // A question for which there was no memory was never answered.
    (
        11_008_053_066_937_246_227,
        "var a = new Array(500000).fill(1); for (;;) a.lastIndexOf(2);
Error.prepareStackTrace = function (e, s) { return s; }; new Error('x').stack;
'some text'.replace(/(s|t)+?/g, function (m) { return m + m; }).split('');
arguments[0] = this; return a;
for (var k = 0; k < 5; k++) { a.push(k); }
var { length: l, ...rest } = a, [h = l, ...t] = [];
function* g() { try {  a; } finally { yield 1; } }
for (;;) 'a'.padStart(8000000, 'ab');",
    ),
    // A number of very many digits was written at each question, which takes long.
    (
        3_326_683_751_174_937_165,
        "var a = 2n ** 500000n - 1n; for (;;) a * a / 3n;
var p = Promise.resolve();
for (;;) p = p.then(function () {});
Object.defineProperty(Array.prototype, 0, { get: f, set: f, configurable: true });
for (var k = 0; k < 5; k++) { a.push(k); }",
    ),
    // A text of lists in lists was made on and on without memory.
    (
        3_326_683_751_174_787_566,
        "var o = { a: a, get b() { return o; }, toString: function () { return 'o'; } };
for (var y in o) delete o[y];
var a = 1; for (var k = 0; k < 64; k++) a = [a, a]; return JSON.stringify(a).length;",
    ),
];
const RUN_TIME: Duration = Duration::from_millis(12);
/// Beyond the limits, in processor time of the whole process; halts are inspected meanwhile.
const GRACE: Duration = Duration::from_secs(2);
/// A case halts no more often.
const HALTS: u32 = 4;

/// What scripts are made of besides the attacks.
const PIECES: &[&str] = &[
    "var a = [3, 1, 2];",
    "for (var k = 0; k < 5; k++) { a.push(k); }",
    "function f(n) { return n ? f(n - 1) : a; }",
    "f(3);",
    "try { f(1e5); } catch (e) { a = e; } finally { f(1); }",
    "var o = { a: a, get b() { return o; }, toString: function () { return 'o'; } };",
    "class C extends Array { static s = 1; #p = 2; m() { return super.concat(this.#p); } }",
    "new C().m().map(String).sort().reverse().join();",
    "function* g() { try { yield* a; } finally { yield 1; } }",
    "for (var x of g()) { if (x) break; }",
    "for (var y in o) delete o[y];",
    "(async function () { await a; for await (var z of g()) throw z; })();",
    "var p = new Proxy(o, { get: Reflect.get, has: function () { return true; } });",
    "with (p) { a; }",
    "JSON.parse(JSON.stringify(o, null, 2));",
    "'some text'.replace(/(s|t)+?/g, function (m) { return m + m; }).split('');",
    "label: for (;;) { switch (a.length) { case 0: break label; default: a.length = 0; } }",
    "eval('var e1 = ' + 'a'.repeat(3) + ' = 1');",
    "var { length: l, ...rest } = a, [h = l, ...t] = [];",
    "a.flat(Infinity).concat(o).slice(-2).fill(p).copyWithin(0, 1);",
    "`${a}${`${o}`}`.normalize().localeCompare(o);",
    "new Map([[a, o]]).forEach(function (v, k, m) { m.set(v, k); });",
    "Object.defineProperty(Array.prototype, 0, { get: f, set: f, configurable: true });",
    "Error.prepareStackTrace = function (e, s) { return s; }; new Error('x').stack;",
    "while (1) { a = [a, a]; }",
    "10n ** 1000n % 7n;",
    "arguments[0] = this; return a;",
];

const WORDS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ".",
    "?.",
    "=>",
    "...",
    "`",
    "${",
    "/",
    "'",
    "=",
    "+",
    "**",
    "??",
    "a",
    "o",
    "f",
    "this",
    "null",
    "-1",
    "0",
    "4294967295",
    "9007199254740991",
    "1e9",
    "'x'",
    "new ",
    "await ",
    "yield ",
    "function ",
    "class ",
    "return ",
    "var ",
    "let ",
    "async ",
    "super",
    "static ",
    "in ",
    "of ",
    "typeof ",
    "\u{2028}",
    "\\u{61}",
    "#p",
    "0n",
    "//",
    "/*",
    "<!--",
    "arguments",
    "eval",
    "length",
    "constructor",
    "__proto__",
    "prototype",
];

const ASKED: &[&str] = &[
    "a",
    "o.toString()",
    "[].join.call({ length: 2 ** 53 - 1 }, '')",
    "f(1e6)",
    "throw a",
    "a = o",
    "(",
    "p",
];

/// Numbers from a seed.
pub struct Chance(pub u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % end).unwrap_or_default()
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of.get(self.below(of.len())).copied().unwrap_or_default()
    }
}

/// The text of a case.
fn script(chance: &mut Chance, attacks: &[&str]) -> String {
    let mut lines = Vec::new();
    for _ in 0..=chance.below(8) {
        let line = if chance.below(3) == 0 { chance.one(attacks) } else { chance.one(PIECES) };
        lines.push(line.to_owned());
    }
    for _ in 0..chance.below(4) {
        let at = chance.below(lines.len());
        if let Some(line) = lines.get_mut(at) {
            *line = mutated(chance, line);
        }
    }
    module(&lines.join("\n"))
}

fn module(body: &str) -> String {
    format!("exports.run = function () {{ function same(it) {{ return it; }}\n{body}\n}};")
}

fn mutated(chance: &mut Chance, line: &str) -> String {
    let mut parts: Vec<&str> = line.split_inclusive(|next: char| !next.is_alphanumeric()).collect();
    let (from, to) = (chance.below(parts.len()), chance.below(parts.len()));
    match chance.below(4) {
        0 => drop(parts.remove(from)),
        1 => parts.swap(from, to),
        2 => parts.insert(to, parts[from]),
        _ => parts.insert(from, chance.one(WORDS)),
    }
    parts.concat()
}

#[test]
fn survive() {
    let record = apart("script::mutants::cases", "mutants");
    let last = record.lines.join("\n");
    assert!(record.ended, "this ended the process, never ended or was late:\n{last}");
}

#[tokio::test]
#[ignore = "runs in the process that the test above starts"]
async fn cases() {
    let Some(path) = env::var_os(super::survival::RECORD) else { return };
    let (cases, seed) =
        (asked("HALTSCOPE_CASES").unwrap_or(CASES), asked("HALTSCOPE_SEED").unwrap_or(1));
    let attacks = bodies();
    let known = ONCE_WRONG.into_iter().map(|(state, body)| (state, Chance(state), module(body)));
    let made = (seed..seed.saturating_add(cases)).map(|case| {
        let mut chance = Chance(case);
        let text = script(&mut chance, &attacks);
        (case, chance, text)
    });
    for (case, mut chance, text) in known.chain(made) {
        fs::write(Path::new(&path), format!("seed {case}\n{text}")).expect("the record is written");
        let start = own_time();
        let ended = tokio::time::timeout(PATIENCE, live(&mut chance, &text)).await;
        let taken = own_time().saturating_sub(start);
        assert!(ended.is_ok(), "seed {case} never ended");
        assert!(taken < RUN_TIME + GRACE, "seed {case} took {taken:?}");
    }
}

/// A number that whoever runs the tests has set.
pub fn asked(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

/// One case from its start to its end.
async fn live(chance: &mut Chance, text: &str) {
    let short = Duration::from_millis(6);
    let limits = Limits {
        memory: 8 << 20,
        stack: 1 << 20,
        threads: 64,
        run_time: RUN_TIME,
        halt_timeout: EVER,
        // Of some, all that they have is packed whenever nobody asks anything.
        pack_after: if text.len().is_multiple_of(4) { Duration::ZERO } else { EVER },
        eval_time: short,
        condition_time: short,
        display_time: short,
        page_time: short,
    };
    let shop = Shop::with(&[("a.js", text)], &[], limits);
    let control = shop.engine.control();
    let attached = chance.below(4) > 0;
    if attached {
        control.attach(ME);
        let condition = (chance.below(4) == 0).then(|| chance.one(ASKED));
        let line = u32::try_from(chance.below(9)).unwrap_or_default() + 1;
        control.set_breakpoints(ME, vec![breakpoint(1, line, condition)]);
    }
    let script = shop.start("a.js");
    for _ in 0..HALTS {
        if !attached || shop.halted(script.id).await.is_none() {
            break;
        }
        look(chance, &shop, script.id).await;
    }
    control.stop(script.id, RUN_TIME).await.ok();
    let crashed = script.outcome.await.is_err_and(|error| {
        error.kind == ScriptErrorKind::Engine && error.message.contains("crashed")
    });
    assert!(!crashed, "the thread has panicked");
}

/// Asks a halted thread this and that, and lets it go on.
async fn look(chance: &mut Chance, shop: &Shop, id: ThreadId) {
    let control = shop.engine.control();
    control.variables(id, 0, Page::ALL).await.ok();
    evaluated(control, id, 0, chance.one(ASKED)).await.ok();
    control.members(id, 0, Some("a"), Page::ALL).await.ok();
    let step = match chance.below(4) {
        0 => Some(Step::Into),
        1 => Some(Step::Over),
        2 => Some(Step::Out),
        _ => None,
    };
    match step {
        // It waits for the next halt, or the end.
        Some(step) => drop(control.step(id, step, RUN_TIME).await),
        None => drop(control.resume(id)),
    }
}
