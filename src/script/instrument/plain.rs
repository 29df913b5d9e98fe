//! The plain form of a script, which can't be halted.

use super::added::{Added, Lines};
use super::insert::{Helpers, Insertions};
use super::names::{literals, shared};
use super::places::place_all;
use super::{Kind, Written};
use oxc::ast::ast::Program;

/// Ends the plain form: neither another statement nor another expression fits before it.
const END: &str = "}:0";

/// Begins the plain form of a module.
///
/// What begins with a parenthesis is read by the runtime twice, up to the one that closes it.
fn head(kind: Kind) -> String {
    format!("1?function ({}) {{", kind.parameters().join(", "))
}

/// A script as it was written, as the function of a module.
pub(in crate::script) fn unchanged(source: &str, kind: Kind) -> (String, Added) {
    let written = Written { source, kind };
    let (text, added) = form(written, Insertions::default(), Lines::of(source, &[]));
    (text + END, added)
}

/// The same with the places of what may throw.
pub(super) fn placed(source: &str, kind: Kind, program: &Program<'_>) -> (String, Added) {
    let mut out = Insertions::default();
    place_all(source, program, &mut out);
    let lines = Lines::of(source, &literals(source, program));
    let written = Written { source, kind };
    let (text, added) = form(written, out, lines);
    (text + &shared(written, program) + END, added)
}

/// The text up to the end of the module's last line.
fn form(written: Written<'_>, additions: Insertions, lines: Lines) -> (String, Added) {
    let Written { source, kind } = written;
    let helpers = Helpers::for_source(source);
    // None of them had to wait.
    let (text, insertions) = additions.splice((source, &head(kind)), &helpers, |_, _| {});
    (text + "\n", Added::new(insertions, lines, source.len()))
}
