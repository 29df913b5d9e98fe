//! Rewrites a script so that it can be halted, without moving a line.
//!
//! Every addition stands between marker comments, has no line break, and is inserted into the
//! source as it was written. A *hook* is a place that looks at one byte of shared memory and calls
//! the debugger only when that byte is set:
//!
//! - before each statement, at each round of a loop: `h[7]&&(k=p(7,k));`
//! - at the entry of a function, of a block with bindings of its own: an arrow function around a
//!   direct `eval` is handed over, which reads and writes whatever is visible there.
//!
//! Functions leave through `finally`, so the debugger's stack of activations is right whenever
//! somebody looks at it. While no byte is set, nothing of this costs more than the reading.

mod blocks;
mod code;
mod functions;
mod halting;
mod insert;
mod names;
mod walker;

pub(super) use code::{Code, HookKind};
use insert::Helpers;
use oxc::allocator::Allocator;
use oxc::parser::{ParseOptions, Parser};
use oxc::span::SourceType;

/// The text that a script's threads run while a debugger is attached; nothing when `source` can't be
/// parsed.
///
/// For looking at and for measuring: the engine itself remembers what it has instrumented.
pub fn instrumented(source: &str) -> Option<String> {
    instrument(source).ok().map(|(text, _)| text)
}

/// Instruments the text of a module; needs a large stack for deeply nested scripts.
///
/// Answers an expression, a function of the debugger's helpers that returns the module function,
/// and the tables that belong to it.
pub(super) fn instrument(source: &str) -> Result<(String, Code), String> {
    let allocator = Allocator::default();
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let kind = SourceType::cjs();
    let parsed = Parser::new(&allocator, source, kind).with_options(options).parse();
    if parsed.panicked || parsed.diagnostics.has_errors() {
        let first = parsed.diagnostics.errors().next().map(ToString::to_string);
        return Err(first.unwrap_or_else(|| "the script can't be parsed".to_owned()));
    }
    Ok(walker::walk(source, &parsed.program, Helpers::for_source(source)))
}
