//! What all halts together showed of each expression.

use super::Row;
use super::table::WIDEST;
use super::text::cut;
use crate::api::counted::counted;
use indexmap::{IndexMap, IndexSet};
use std::fmt::Write;

/// So many distinct values are written out.
const WRITTEN: usize = 8;

/// What all halts together showed of each expression.
#[derive(Clone, Debug, Default)]
pub struct Summary(IndexMap<String, Values>);

#[derive(Clone, Debug, Default)]
struct Values {
    distinct: IndexSet<String>,
    seen: usize,
    /// The smallest and the greatest, as long as all are numbers.
    range: Option<(f64, f64)>,
    are_numbers: bool,
}

impl Summary {
    /// Takes a halt in.
    pub fn add(&mut self, row: &Row) {
        for expression in row.values.keys() {
            let shown = row.shown(expression).unwrap_or_default();
            self.0.entry(expression.clone()).or_default().add(shown);
        }
    }

    /// One line for each expression.
    pub fn lines(&self) -> Vec<String> {
        self.0.iter().map(|(expression, values)| values.line(expression)).collect()
    }
}

impl Values {
    fn add(&mut self, value: &str) {
        let number = value.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        self.are_numbers = number.is_some() && (self.seen == 0 || self.are_numbers);
        self.range = number.filter(|_| self.are_numbers).map(|number| {
            let (least, most) = self.range.unwrap_or((number, number));
            (least.min(number), most.max(number))
        });
        self.seen += 1;
        self.distinct.insert(value.to_owned());
    }

    fn line(&self, expression: &str) -> String {
        let count = self.distinct.len();
        let values = counted(count, "distinct value");
        let mut line = format!("{}: {values}", cut(expression, WIDEST));
        match self.range {
            Some((least, most)) => {
                let _ = write!(line, ", minimum {least}, maximum {most}");
            }
            None if count <= WRITTEN => {
                let values: Vec<String> = self.distinct.iter().map(|it| cut(it, WIDEST)).collect();
                let _ = write!(line, ": {}", values.join(", "));
            }
            None => {}
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::row::tests::row;
    use super::*;

    #[test]
    fn numbers_have_a_range_and_texts_their_values() {
        let mut summary = Summary::default();
        for (n, i, name) in [(1, "3", "a"), (2, "-1.5", "b"), (3, "3", "a")] {
            summary.add(&row(n, &[("i", i), ("name", name)], &[]));
        }
        assert_eq!(
            summary.lines(),
            ["i: 2 distinct values, minimum -1.5, maximum 3", "name: 2 distinct values: a, b"]
        );
        summary.add(&row(4, &[("i", "undefined"), ("name", "a")], &[]));
        assert_eq!(summary.lines()[0], "i: 3 distinct values: 3, -1.5, undefined");
        let long = format!("a\tb\n\u{202e}{}", "x".repeat(50));
        let mut other = Summary::default();
        other.add(&row(1, &[("i", &long)], &[]));
        let expected = format!("i: 1 distinct value: a\\tb\\n\\u202e{}...", "x".repeat(35));
        assert_eq!(other.lines(), [expected]);
        summary.add(&row(5, &[("i", "9")], &[]));
        assert!(!summary.lines()[0].contains("maximum"), "not all of them are numbers");
    }
}
