//! Halts as rows of a table that grows.

use super::text::cut;
use super::{Location, Row, Variable};
use unicode_width::UnicodeWidthStr;

/// A column is at least so wide, so that later rows seldom break it.
const NARROWEST: usize = 8;
/// Longer values are cut.
pub(super) const WIDEST: usize = 40;
/// The same for what has a line of its own.
const LINE: usize = 100;
/// Behind a value that was another one at the halt before.
const CHANGED: &str = "*";

/// A table whose columns are as wide as its head and its first row need.
#[derive(Clone, Debug, Default)]
pub struct Table {
    widths: Vec<usize>,
}

impl Table {
    /// The lines for another halt; before the first there is the head.
    pub fn lines(&mut self, row: &Row) -> Vec<String> {
        let cells = cells(row);
        let mut lines = Vec::new();
        if self.widths.is_empty() {
            let fixed = ["#", "thread", "place"].map(str::to_owned).into_iter();
            let head: Vec<String> =
                fixed.chain(row.values.keys().map(|expression| cut(expression, WIDEST))).collect();
            let width = |(at, (head, cell)): (usize, (&String, &String))| {
                let least = if at == 0 { 3 } else { NARROWEST };
                head.width().max(cell.width()).max(least)
            };
            self.widths = head.iter().zip(&cells).enumerate().map(width).collect();
            lines.push(self.line(&head));
        }
        lines.push(self.line(&cells));
        lines
    }

    /// A line for each frame of a halt's call stack.
    pub fn stack(row: &Row) -> Vec<String> {
        let frame = |at: &Location| {
            let function = match at.function_name.as_str() {
                "" => "(anonymous)",
                name => name,
            };
            let (function, script) = (cut(function, LINE), cut(&at.script_path, LINE));
            format!("at {function} ({script}:{})", at.line)
        };
        row.call_stack.iter().map(frame).collect()
    }

    /// A line for each variable that was read at a halt.
    pub fn variables(row: &Row) -> Vec<String> {
        let variable = |it: &Variable| {
            let name = cut(&it.name, WIDEST);
            format!("{name} = {}", cut(it.preview.as_ref().unwrap_or(&it.value), LINE))
        };
        row.variables.iter().flatten().map(variable).collect()
    }

    fn line(&self, cells: &[String]) -> String {
        let padded = cells.iter().zip(&self.widths).map(|(cell, width)| {
            let missing = width.saturating_sub(cell.width());
            format!("{cell}{}", " ".repeat(missing))
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    }
}

fn cells(row: &Row) -> Vec<String> {
    let value = |expression: &String| {
        let mark = if row.changed.contains(expression) { CHANGED } else { "" };
        format!("{}{mark}", cut(row.shown(expression).unwrap_or_default(), WIDEST))
    };
    let fixed = [row.n.to_string(), row.thread.to_string(), cut(&row.place(), LINE)];
    fixed.into_iter().chain(row.values.keys().map(value)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::row::tests::row;
    use super::*;

    #[test]
    fn rows_stand_under_their_head_and_changes_are_marked() {
        let mut table = Table::default();
        let first = table.lines(&row(1, &[("i", "0"), ("name", "größe\n2")], &[]));
        assert_eq!(
            first,
            [
                "#    thread    place       i         name",
                r"1    7         Cart.js:14  0         größe\n2",
            ]
        );
        let second = table.lines(&row(2, &[("i", "1"), ("name", &"x".repeat(50))], &["i"]));
        assert_eq!(second, [format!("2    7         Cart.js:14  1*        {}...", "x".repeat(40))]);
    }

    #[test]
    fn what_has_no_column_has_a_line_each() {
        let mut row = row(1, &[("i", "0")], &[]);
        let variable = |name: &str, value: &str| Variable {
            name: name.to_owned(),
            type_name: String::new(),
            value: value.to_owned(),
            preview: None,
            scope: None,
        };
        let native = "function next() {\n    [native code]\n}";
        let preview = Some("{ID: \"m1\"}".to_owned());
        let mug = Variable { preview, ..variable("mug", "[object Object]") };
        row.variables = Some(vec![variable("next", native), variable("i", "0"), mug]);
        assert_eq!(
            Table::variables(&row),
            [r"next = function next() {\n    [native code]\n}", "i = 0", "mug = {ID: \"m1\"}"]
        );
        assert_eq!(Table::stack(&row), ["at (anonymous) (/app/cartridge/Cart.js:14)"]);
    }
}
