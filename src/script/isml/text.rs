//! Text of a template that waits for its place in the script.

use super::LIBRARY;
use super::values::literal;

/// Text that goes out before the next statement, or with the one before it.
#[derive(Default)]
pub(super) struct Pending {
    /// Its lines, each with the end of its own, and the numbers that they have in the template.
    lines: Vec<(u32, String)>,
}

impl Pending {
    /// Adds what begins on a line.
    pub(super) fn push(&mut self, text: &str, line: u32) {
        self.lines.extend((line..).zip(text.split_inclusive('\n').map(str::to_owned)));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The line of the first thing in it that can be seen, else the one on which it begins.
    pub(super) fn line(&self) -> u32 {
        let seen = self.lines.iter().find(|(_, text)| is_seen(text));
        seen.or(self.lines.first()).map_or(1, |(line, _)| *line)
    }

    /// The call that prints it, on one line. There is no text from then on.
    pub(super) fn take(&mut self) -> String {
        self.take_spread(u32::MAX)
    }

    /// The same, where it is written on this line of the script: it goes on to the last of its own lines on which
    /// something can be seen, so that they all belong to this statement.
    pub(super) fn take_spread(&mut self, at: u32) -> String {
        let lines = std::mem::take(&mut self.lines);
        let last = lines.iter().rev().find(|(_, text)| is_seen(text)).map_or(0, |(line, _)| *line);
        let (mut written, mut at) = (format!("{LIBRARY}.t(\""), at);
        for (line, text) in lines {
            while at < line.min(last) {
                written.push_str("\\\n");
                at += 1;
            }
            let quoted = literal(&text);
            written.push_str(&quoted[1..quoted.len() - 1]);
        }
        written.push_str("\")");
        written
    }
}

fn is_seen(text: &str) -> bool {
    !text.trim().is_empty()
}
