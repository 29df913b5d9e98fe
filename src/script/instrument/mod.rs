//! Rewrites a script so that it can be halted, without moving a line.
//!
//! No addition has a line break; each is inserted into the source as it was written, which stays known
//! for the texts of functions. A *hook* is a place that may call the debugger:
//!
//! - before each statement, at each round of a loop: `if(a3)if(h[7])k=p(h,7,k);`. While nothing in
//!   function 3 can halt, that is the reading of one variable; else a byte of shared memory decides;
//! - at the entry of a function and of a block with bindings of its own, if somebody wants to know
//!   who has called what halts: a *reader* is handed over, which reads and writes the variables there.
//!
//! A function takes its activation off the debugger's stack where it returns. An exception leaves it
//! there, until a `catch` or the next hook of an outer activation tells how far the stack reaches.
//! Only who has a `finally` of his own leaves by one of ours. A short function stands there twice: see [`twins`].

mod added;
mod blocks;
mod calls;
mod code;
mod functions;
mod halting;
mod insert;
mod methods;
mod names;
mod places;
mod plain;
mod readers;
mod rebind;
mod restored;
mod statements;
mod tables;
mod twins;
mod visit;
mod vouching;
mod walker;

pub(super) use added::Added;
pub(super) use code::{Code, Position, guard};
pub(super) use plain::unchanged;
pub(super) use readers::Detail;
pub(super) use rebind::{Meaning, Rebound, Seat, private_fields, rebind};
pub(super) use restored::restored;
pub(super) use tables::{Bending, Function, Hook, HookKind, NEW_TARGET, Reach, SUPER};

use super::syntax::parsed;
use insert::Helpers;
use std::path::Path;

/// What a text is, which says what its function is called with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A module: it is asked for what it exports, else for all that it declares.
    Module,
    /// A script of the time before modules, which may export something besides: it is asked for all that it declares.
    Imported,
    Template,
}

impl Kind {
    /// What stands at a path.
    pub(super) fn of(path: &str) -> Self {
        match Path::new(path).extension() {
            Some(end) if end == "isml" => Self::Template,
            Some(end) if end == "ds" => Self::Imported,
            _ => Self::Module,
        }
    }

    /// The names of what its function is called with.
    pub(super) const fn parameters(self) -> [&'static str; 3] {
        match self {
            Self::Module | Self::Imported => ["exports", "require", "module"],
            Self::Template => ["pdict", "require", "page"],
        }
    }
}

/// A script as it was written, and what it is.
#[derive(Clone, Copy)]
struct Written<'s> {
    source: &'s str,
    kind: Kind,
}

/// The text that a script's threads run while a debugger is attached; nothing when `source` can't be
/// parsed.
///
/// For looking at and for measuring: the engine itself remembers what it has instrumented.
#[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
pub fn instrumented(source: &str) -> Option<String> {
    instrument(source, Kind::Module, &Detail::All).ok().map(|(text, _)| text)
}

/// Instruments the text of a module; needs a large stack for deeply nested scripts.
///
/// Answers an expression, a function of the debugger's helpers that returns the module function,
/// and the tables that belong to it.
pub(super) fn instrument(
    source: &str,
    kind: Kind,
    detail: &Detail,
) -> Result<(String, Code), String> {
    parsed(source, |program| {
        walker::walk(Written { source, kind }, program, &Helpers::for_source(source), detail)
    })
}

/// Whether a script can be parsed and nests so little that its depth is no question; needs a large stack to tell.
pub(super) fn is_shallow(source: &str) -> bool {
    parsed(source, vouching::is_shallow).unwrap_or(false)
}

/// The plain form of a module's text: nothing but the places of errors is added. Needs a large stack as well.
pub(super) fn plain(source: &str, kind: Kind) -> Result<(String, Added), String> {
    parsed(source, |program| plain::placed(source, kind, program))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// So many variables and functions in one scope.
    fn wide(count: usize) -> String {
        let one = |n: usize| format!("var v{n} = {n}; function f{n}(a) {{ return a + v{n}; }}\n");
        (0..count).map(one).collect()
    }

    /// Nobody has to wait for it.
    #[test]
    fn a_loop_with_nothing_to_tell_comes_round_to_no_hook() {
        let comes_round = |body: &str| {
            let source = format!("var t = 0; exports.run = function () {{ {body} }};");
            let detail = Detail::Around(BTreeSet::new());
            let (_, code) = instrument(&source, Kind::Module, &detail).expect("it parses");
            (0..code.hooks.len()).any(|hook| code.comes_round(hook))
        };
        assert!(comes_round("var n = 0; for (;;) { n++; }"));
        assert!(!comes_round("for (;;) { t++; }"));
        assert!(!comes_round("var n = 0; n++;"));
    }

    #[test]
    fn what_is_added_grows_with_the_script_alone() {
        for wrap in [|text: String| text, |text: String| format!("(function () {{\n{text}\n}})();")]
        {
            let [one, two] = [1000, 2000]
                .map(|count| instrumented(&wrap(wide(count))).expect("it is well-formed").len());
            assert!(two * 10 < one * 23, "{one} {two}");
        }
    }

    #[test]
    fn no_line_is_moved_and_names_of_ours_are_not_the_source_s() {
        let source = "function f(a) {\n  for (;;) {\n    if (a) return x => x;\n  }\n}\n";
        let one = instrumented(source).expect("it is well-formed");
        for (line, part) in ["function f(a)", "for (;;)", "if (a)", "}", "}"].iter().enumerate() {
            assert!(one.lines().nth(line).is_some_and(|text| text.contains(part)), "{line}: {one}");
        }
        let prefix = one.split(['(', ',']).find(|name| name.starts_with('$')).expect("a name");
        let knowing = format!("var {prefix};");
        let two = instrumented(&knowing).expect("it is well-formed");
        assert!(!two.starts_with(&format!("0,function({prefix}")), "{two}");
    }
}
