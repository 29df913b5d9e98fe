//! What the script engine knows of texts, in the session's own types.

use crate::api::ids::Line;
use crate::script;
use crate::session::{CodeLines, Unparsed};

/// Where breakpoints on a script's lines halt.
pub(super) fn lines(text: &str) -> CodeLines {
    match script::halting_lines(text) {
        Ok(lines) => CodeLines::Known(lines.into_iter().map(|line| line.map(Line)).collect()),
        Err(why) => CodeLines::Unparsed(unparsed(why)),
    }
}

/// Whether a breakpoint's condition parses.
pub(super) fn condition(text: &str) -> Result<(), Unparsed> {
    script::check_condition(text).map_err(unparsed)
}

fn unparsed(why: script::Unparsed) -> Unparsed {
    let script::Unparsed { line, message, rhino_only } = why;
    Unparsed { line: Line(line), message, rhino_only }
}
