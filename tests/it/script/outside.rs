//! Object paths of all kinds: each is answered, and the thread stays where it is.

use super::support::{Session, Shop};
use crate::testkit::samples::setting;
use haltscope::script::{Limits, Page};
use proptest::{collection::vec, prelude::*, sample::select, test_runner::TestRunner};
use std::time::Duration;

/// The halted frame shows one of each kind.
const SOURCE: &str = "exports.run = function () {
    var text = 'some text', number = 1.5, nothing = null, missing;
    var nested = { a: { b: [{ c: 'deep' }, [1, 2]] }, '': 'empty', 'a.b': 'dot', 'ö': 1 };
    var list = [[], [1, [2]], 'x'], map = new Map([['k', { v: 1 }]]), set = new Set([1, {}]);
    var bad = { get broken() { throw new Error('broken'); }, toString: function () { throw 1; } };
    var endless = {}; endless.endless = endless;
    var proxy = new Proxy({}, { get: function () { throw new Error('trap'); } });
    return text;
};";

const PIECES: &[&str] = &[
    "text",
    "number",
    "nothing",
    "missing",
    "nested",
    "a",
    "b",
    "c",
    "list",
    "map",
    "set",
    "bad",
    "broken",
    "endless",
    "proxy",
    "this",
    "arguments",
    "exports",
    "__proto__",
    "constructor",
    "prototype",
    "length",
    "key",
    "value",
    ".",
    ".",
    ".",
    "[",
    "]",
    "[0]",
    "[1]",
    ".[0]",
    "[-1]",
    "[4294967295]",
    "[4294967296]",
    "[1e3]",
    "['a']",
    "..",
    "ö",
    "\0",
    " ",
    "(",
    ")",
    "=",
    "\u{fffd}",
];

#[test]
fn object_paths() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let _context = runtime.enter();
    let hour = Duration::from_hours(24);
    let limits = Limits { run_time: hour, halt_timeout: hour, ..Limits::default() };
    let session = Session::of(Shop::with(&[("a.js", SOURCE)], &[], limits), &[8]);
    runtime.block_on(session.halted()).expect("it halts");
    let path = prop_oneof![
        6 => vec(select(PIECES), 1..12).prop_map(|pieces| pieces.concat()),
        1 => any::<String>(),
        1 => (1..400_usize).prop_map(|depth| vec!["endless"; depth].join(".")),
    ];
    let outcome = TestRunner::new(setting()).run(&path, |path| {
        let (id, page) = (session.script.id, Page { start: 0, count: 20 });
        let answer = runtime.block_on(session.control().members(id, 0, Some(&path), page));
        let answer = answer.map_err(|error| TestCaseError::fail(format!("{path:?}: {error}")))?;
        prop_assert!(answer.members.len() <= 20 && answer.total >= answer.members.len());
        for member in &answer.members {
            prop_assert!(path.starts_with(&member.parent), "{:?}: {:?}", path, member);
        }
        Ok(())
    });
    outcome.expect("every path is answered");
    assert_eq!(runtime.block_on(session.eval(0, "text + nested.a.b[0].c")), "some textdeep");
}
