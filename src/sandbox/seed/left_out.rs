//! What a file says that isn't taken as it stands: libraries and shops here have no place for it, or it is a mistake.

use std::{collections::BTreeMap, fmt};

/// What was left out and what is wrong, how often, and in which line first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut(BTreeMap<String, Found>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    count: usize,
    line: usize,
    is_mistake: bool,
}

/// One thing that is told of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where it stands first, counted from 1; 0 means that it stands in no line.
    pub line: usize,
    /// In words, with how often it is there if that isn't once.
    pub what: String,
    /// Whether the file is wrong; else there is merely no place here for what it says.
    pub is_mistake: bool,
}

impl LeftOut {
    /// What people are told of that has no place.
    pub const UNPLACED: &str = "left out, as the sandbox has no place for it";

    /// Whether everything has its place, and is right.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of it, in the order of the file.
    pub fn remarks(&self) -> Vec<Remark> {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by_key(|(_, found)| found.line);
        let remark = |(what, Found { count, line, is_mistake }): (&String, &Found)| {
            let what = if *count == 1 { what.clone() } else { format!("{what} ({count} times)") };
            Remark { line: *line, what, is_mistake: *is_mistake }
        };
        all.into_iter().map(remark).collect()
    }

    /// What people are told of a file, which goes by that name: one line of all that has no place, and one of each mistake.
    pub fn told(&self, file: &str, unplaced: &str) -> Vec<String> {
        let (mistakes, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
            self.0.clone().into_iter().partition(|(_, found)| found.is_mistake);
        let others = Self(others);
        let first = (!others.is_empty()).then(|| format!("{file}: {unplaced}: {others}"));
        let mistakes = Self(mistakes).remarks().into_iter().map(|Remark { line, what, .. }| {
            if line == 0 { format!("{file}: {what}") } else { format!("{file}:{line}: {what}") }
        });
        first.into_iter().chain(mistakes).collect()
    }

    /// Forgets something, which has its place elsewhere.
    pub(super) fn forget(&mut self, what: &str) {
        self.0.remove(what);
    }

    /// What was left out besides.
    pub(in crate::sandbox) fn append(&mut self, other: Self) {
        for (what, found) in other.0 {
            self.0.entry(what).or_insert(Found { count: 0, ..found }).count += found.count;
        }
    }

    /// Notes something that has no place in a line, counted from 1; 0 means that it stands in none. The first line of
    /// each is the one that is told.
    pub(in crate::sandbox) fn add(&mut self, what: impl Into<String>, line: usize) {
        self.note(what.into(), line, false);
    }

    /// The same of what is wrong.
    pub(in crate::sandbox) fn mistake(&mut self, what: impl Into<String>, line: usize) {
        self.note(what.into(), line, true);
    }

    fn note(&mut self, what: String, line: usize, is_mistake: bool) {
        self.0.entry(what).or_insert(Found { count: 0, line, is_mistake }).count += 1;
    }
}

/// One line, in the order of the file.
impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by_key(|(_, found)| found.line);
        for (index, (what, Found { count, line, .. })) in all.into_iter().enumerate() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mistake_is_a_line_and_what_has_no_place_is_one() {
        let mut told = LeftOut::default();
        told.add("<b>", 9);
        told.mistake("no such x", 4);
        told.add("<a>", 7);
        told.mistake("no such y", 2);
        told.mistake("no such x", 8);
        assert_eq!(
            told.told("a.xml", "left out"),
            [
                "a.xml: left out: <a> (1, line 7), <b> (1, line 9)",
                "a.xml:2: no such y",
                "a.xml:4: no such x (2 times)",
            ]
        );
        assert!(LeftOut::default().told("a.xml", "left out").is_empty());
    }
}
