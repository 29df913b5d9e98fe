//! Templates: ISML, compiled to scripts whose lines are the template's own.
//!
//! [`scan`] splits a template into text, expressions and tags, [`write`](mod@write) makes a script of them. The script is
//! the body of a function of `pdict`, `require` and `page`, the variables of the page; it calls the template
//! library of the platform (`assets/platform/internal/isml.js`), which it finds under [`LIBRARY`]. Each statement
//! stands on the line of its tag, so breakpoints, steps, errors and stacks are the template's.

mod scan;
mod script;
mod shared;
mod tags;
#[cfg(test)]
mod tests;
mod text;
mod values;
mod write;

use super::error::Problem;
use scan::Scanner;
pub(super) use script::{PAGE, is_global, tolerant};
use std::collections::BTreeMap;
pub use tags::{Included, Inclusion, defined_tags, tag_attributes};
pub(super) use tags::{Mention, Mentioned, included, mentions};
use write::Writer;

/// The global under which templates find their library; it isn't listed as a variable.
pub(super) const LIBRARY: &str = "__isml";

/// The function of the library that gives a variable the value that the page has for it.
pub(super) const SEEK: &str = "seek";

/// The longest template, in bytes.
const LONGEST: usize = 2 << 20;

/// A template as a script.
#[derive(Debug)]
pub(super) struct Compiled {
    /// The script.
    pub(super) text: String,
    /// The expressions and scripts in it, to find the one that doesn't parse.
    pub(super) pieces: Vec<Piece>,
}

/// A part of a template that is script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The line on which it begins, from 1.
    pub(super) line: u32,
    /// Where it stands: `<isif>`, or `${…}` in text.
    pub(super) place: String,
    /// Its text, so that it parses alone if it is well-formed.
    pub(super) text: String,
    /// Whether it is an expression, and can be left out.
    pub(super) is_expression: bool,
}

/// Expressions that don't parse, by their numbers among the pieces of their template.
pub(super) type Broken = BTreeMap<usize, Problem>;

/// Whether a path is a template's.
pub(super) fn is_template(path: &str) -> bool {
    std::path::Path::new(path).extension().is_some_and(|end| end == "isml")
}

/// Compiles a template; the problem names line and tag. Of the expressions that are `broken`, by their numbers among
/// the pieces, each throws what it is told here where it is reached.
pub(super) fn compile(text: &str, broken: &Broken) -> Result<Compiled, Problem> {
    if text.len() > LONGEST {
        let message = format!("the template is longer than {} MiB", LONGEST >> 20);
        return Err(Problem { message, line: 1 });
    }
    let mut writer = Writer::default();
    writer.broken.clone_from(broken);
    for part in Scanner::new(text) {
        writer.add(part?)?;
    }
    writer.finish()
}

/// The script that a template is compiled to, if it can be as a whole.
pub(super) fn template_script(text: &str) -> Option<String> {
    compile(text, &Broken::new()).ok().map(|compiled| compiled.text)
}

/// A fault in a tag.
fn fault(line: u32, place: &str, what: impl std::fmt::Display) -> Problem {
    Problem { line, message: format!("{place}: {what}") }
}
