//! What a file says and libraries here have no place for.

use std::{collections::BTreeMap, fmt};

/// What was left out, how often, and in which line first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut(BTreeMap<String, Found>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    count: usize,
    line: usize,
}

impl LeftOut {
    /// Whether everything has its place.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Forgets something, which has its place elsewhere.
    pub(super) fn forget(&mut self, what: &str) {
        self.0.remove(what);
    }

    /// What was left out besides.
    pub(in crate::sandbox) fn append(&mut self, other: Self) {
        for (what, Found { count, line }) in other.0 {
            self.0.entry(what).or_insert(Found { count: 0, line }).count += count;
        }
    }

    /// Notes something in a line, counted from 1; 0 means that it stands in none. The first line of each is the one
    /// that is told.
    pub(in crate::sandbox) fn add(&mut self, what: impl Into<String>, line: usize) {
        self.0.entry(what.into()).or_insert(Found { count: 0, line }).count += 1;
    }
}

/// One line, in the order of the file.
impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by_key(|(_, found)| found.line);
        for (index, (what, Found { count, line })) in all.into_iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            let first = if *count == 1 { "" } else { "first in " };
            write!(f, "{separator}{what} ({count}")?;
            if *line > 0 {
                write!(f, ", {first}line {line}")?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}
