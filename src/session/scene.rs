//! What the panes show: the present, or a recorded halt.

use super::frame::Frame;
use super::ids::HaltNumber;
use super::source::{Outline, Source};
use super::tree::{Home, Node, NodeKind, Tree};
use crate::api::ids::{Line, ThreadId};

/// What source, stack and variables show, all of one moment.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The thread.
    pub thread: Option<ThreadId>,
    /// The stack.
    pub frames: &'a [Frame],
    /// Which frame is selected.
    pub selected: usize,
    /// The selected frame.
    pub frame: Option<&'a Frame>,
    /// The selected frame's variables, as far as they are read.
    pub tree: Option<&'a Tree>,
    /// Which tree that is.
    pub home: Option<Home>,
    /// The thread moves: what is shown is of before.
    pub dimmed: bool,
    /// The stack was told by the step itself and not yet confirmed.
    pub unconfirmed: bool,
    /// A recorded halt, not the present.
    pub past: Option<HaltNumber>,
}

/// A name in a line of source, and its value.
#[derive(Clone, Copy, Debug)]
pub struct InlineValue<'a> {
    /// The line.
    pub line: Line,
    /// The variable.
    pub node: &'a Node,
}

impl<'a> Scene<'a> {
    /// Nothing.
    pub const EMPTY: Self = Self {
        thread: None,
        frames: &[],
        selected: 0,
        frame: None,
        tree: None,
        home: None,
        dimmed: false,
        unconfirmed: false,
        past: None,
    };

    /// The value that a name has in the selected frame, if it is already read.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub fn value_of(&self, name: &str) -> Option<&'a Node> {
        self.tree?.variable(name)
    }

    /// The line of the shown frame in the text of its script as it is now.
    pub fn line_in(&self, source: &Source) -> Option<Line> {
        let frame = self.frame.filter(|frame| frame.script == source.script)?;
        let live = self.thread.filter(|_| self.past.is_none());
        Some(source.line_now(live, frame.line))
    }

    /// Values of names that stand in these lines, up to the current line of the frame, each name
    /// once per line; only what is already read, functions left out. In other functions than the frame's the same name
    /// means something else.
    pub fn inline_values(
        &self,
        (source, outline): (&Source, Option<&Outline>),
        lines: std::ops::Range<u32>,
    ) -> Vec<InlineValue<'a>> {
        let Some(current) = self.line_in(source) else { return Vec::new() };
        let Some(tree) = self.tree else { return Vec::new() };
        let function = |line: Line| outline.and_then(|it| it.function_around(line));
        let own = function(current);
        // Which of the functions that begin and end on the line it is, isn't known.
        let is_alone = outline.is_some_and(|it| it.holds_function(current));
        let is_own = |line: &Line| *line == current || !is_alone && function(*line) == own;
        let lines = (lines.start.max(1)..lines.end.min(current.0 + 1)).map(Line);
        let mut values = Vec::new();
        for line in lines.filter(is_own) {
            let mut seen: Vec<&str> = Vec::new();
            for name in names_in(source.line(line).unwrap_or_default()) {
                if seen.contains(&name) {
                    continue;
                }
                seen.push(name);
                if let Some(node) = tree.variable(name).filter(|node| is_worth_showing(node)) {
                    values.push(InlineValue { line, node });
                }
            }
        }
        values
    }
}

fn is_worth_showing(node: &Node) -> bool {
    node.kind == NodeKind::Value && !node.type_name.eq_ignore_ascii_case("function")
}

/// Identifiers in a line of code that are no property names; strings and comments left out.
fn names_in(line: &str) -> impl Iterator<Item = &str> {
    let mut names = Vec::new();
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'' | b'`') => at = after_string(bytes, at, quote),
            b'/' if bytes.get(at + 1) == Some(&b'/') => break,
            byte if is_name_byte(byte) => {
                let end = end_of_name(bytes, at);
                let is_property = at > 0 && bytes[at - 1] == b'.';
                if !is_property && !byte.is_ascii_digit() {
                    names.push(&line[at..end]);
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    names.into_iter()
}

const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn end_of_name(bytes: &[u8], start: usize) -> usize {
    bytes[start..].iter().position(|byte| !is_name_byte(*byte)).map_or(bytes.len(), |n| start + n)
}

fn after_string(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_outside_strings_comments_and_properties() {
        let check = |line: &str, names: &[&str]| {
            assert_eq!(names_in(line).collect::<Vec<_>>(), names, "{line}");
        };
        check("li.setQuantityValue(li.quantityValue + qty);", &["li", "li", "qty"]);
        check("var a = 'b c' + \"d\\\"e\" + `f`; // g", &["var", "a"]);
        check("x1 = 12 + größe", &["x1", "größe"]);
        check("'open", &[]);
        check("", &[]);
    }
}
