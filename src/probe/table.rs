//! Halts as rows of a table that grows.

use super::Row;
use unicode_width::UnicodeWidthStr;

/// A column is at least so wide, so that later rows seldom break it.
const NARROWEST: usize = 8;
/// Longer values are cut.
const WIDEST: usize = 40;
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
                fixed.chain(row.values.keys().map(|expression| cut(expression))).collect();
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

    fn line(&self, cells: &[String]) -> String {
        let padded = cells.iter().zip(&self.widths).map(|(cell, width)| {
            let missing = width.saturating_sub(cell.width());
            format!("{cell}{}", " ".repeat(missing))
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    }
}

fn cells(row: &Row) -> Vec<String> {
    let value = |(expression, value): (&String, &String)| {
        let mark = if row.changed.contains(expression) { CHANGED } else { "" };
        format!("{}{mark}", cut(value))
    };
    let fixed = [row.n.to_string(), row.thread.to_string(), row.place()];
    fixed.into_iter().chain(row.values.iter().map(value)).collect()
}

/// One line, at most [`WIDEST`] characters, nothing that moves the cursor.
fn cut(text: &str) -> String {
    let plain = text.chars().map(|it| if it.is_control() { ' ' } else { it });
    let shown: String = plain.clone().take(WIDEST).collect();
    if plain.count() > WIDEST { format!("{shown}...") } else { shown }
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
                "1    7         Cart.js:14  0         größe 2",
            ]
        );
        let second = table.lines(&row(2, &[("i", "1"), ("name", &"x".repeat(50))], &["i"]));
        assert_eq!(second, [format!("2    7         Cart.js:14  1*        {}...", "x".repeat(40))]);
    }
}
