//! What a script's lines mean to breakpoints, by the engine's own rules.

use crate::api::ids::Line;
use std::sync::Arc;

/// Where breakpoints on a script's lines halt, by the engine's own rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CodeLines {
    /// Nobody has looked, or nobody can.
    #[default]
    Unknown,
    /// For each line, from 1, the line on which a breakpoint there halts, if any.
    Known(Arc<[Option<Line>]>),
    /// The text doesn't parse.
    Unparsed(Unparsed),
}

/// What a breakpoint's condition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It is a value to be tested.
    Tests,
    /// It sets something, and what it sets is tested: `qty = 5`.
    Assigns,
}

/// Why a text doesn't parse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unparsed {
    /// Where the parser gave up.
    pub line: Line,
    /// Its words.
    pub message: String,
    /// What only the platform's own engine parses, if that is what stands there.
    pub rhino_only: Option<&'static str>,
}

/// What a line means to a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineCode {
    /// It holds code: threads halt there.
    Here,
    /// It holds none: threads halt on that line instead.
    Slides(Line),
    /// It holds none, and no code follows.
    Nowhere,
    /// The script ends before it.
    PastEnd {
        /// The script's last line.
        last: Line,
    },
    /// The script doesn't parse.
    Unparsed(Unparsed),
    /// Not known.
    Unknown,
}

impl CodeLines {
    /// What the line means to a breakpoint.
    pub fn at(&self, line: Line) -> LineCode {
        let lines = match self {
            Self::Known(lines) => lines,
            Self::Unparsed(why) => return LineCode::Unparsed(why.clone()),
            Self::Unknown => return LineCode::Unknown,
        };
        let index = usize::try_from(line.0).ok().and_then(|line| line.checked_sub(1));
        match index.and_then(|index| lines.get(index)) {
            Some(Some(halts)) if *halts == line => LineCode::Here,
            Some(Some(halts)) => LineCode::Slides(*halts),
            Some(None) => LineCode::Nowhere,
            None => {
                LineCode::PastEnd { last: Line(u32::try_from(lines.len()).unwrap_or(u32::MAX)) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lines: &[Option<u32>]) -> CodeLines {
        CodeLines::Known(lines.iter().map(|line| line.map(Line)).collect())
    }

    #[test]
    fn a_line_holds_code_or_says_where_its_breakpoints_halt() {
        let code = known(&[Some(2), Some(2), None]);
        for (line, expected) in [
            (1, LineCode::Slides(Line(2))),
            (2, LineCode::Here),
            (3, LineCode::Nowhere),
            (4, LineCode::PastEnd { last: Line(3) }),
            (0, LineCode::PastEnd { last: Line(3) }),
        ] {
            assert_eq!(code.at(Line(line)), expected, "{line}");
        }
        assert_eq!(CodeLines::Unknown.at(Line(1)), LineCode::Unknown);
    }
}
