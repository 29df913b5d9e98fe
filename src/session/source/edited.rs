//! Files that are edited while threads run their former text: where a line of one is in the other.

use super::Source;
use crate::api::ids::{Line, ThreadId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where the lines of one text are in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) struct LineMap {
    /// So many lines at the beginning are the same, and so many at the end.
    head: usize,
    tail: usize,
    old: Arc<[String]>,
    new: Arc<[String]>,
}

impl LineMap {
    pub(in crate::session) fn of(old: &Arc<[String]>, new: &Arc<[String]>) -> Self {
        let same = |(one, other): &(&String, &String)| one == other;
        let head = old.iter().zip(new.iter()).take_while(same).count();
        let rest = old.len().min(new.len()) - head;
        let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(same).count();
        Self { head, tail, old: Arc::clone(old), new: Arc::clone(new) }
    }

    /// Where a line is now: by its place outside of what was edited, inside by its text; `None` if
    /// that is not there any more.
    pub(in crate::session) fn now(&self, line: Line) -> Option<Line> {
        let index = usize::try_from(line.0).ok()?.checked_sub(1)?;
        if index < self.head || index >= self.old.len() {
            return Some(line);
        }
        if index >= self.old.len() - self.tail {
            return number(index + self.new.len() - self.old.len());
        }
        nearest(&self.new, &self.old[index], index, self.head..self.new.len() - self.tail)
    }
}

/// The line of that text that is nearest to an index.
pub(in crate::session) fn nearest(
    lines: &[String],
    text: &str,
    index: usize,
    within: std::ops::Range<usize>,
) -> Option<Line> {
    let text = text.trim();
    let fitting = within.filter(|at| !text.is_empty() && lines[*at].trim() == text);
    fitting.min_by_key(|at| at.abs_diff(index)).and_then(number)
}

fn number(index: usize) -> Option<Line> {
    u32::try_from(index + 1).ok().map(Line)
}

/// What halted threads run of a script whose file was changed since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// Those that were halted before the change, in this script or in what it called.
    threads: BTreeSet<ThreadId>,
    map: LineMap,
}

impl Source {
    /// Its text was another one before: those threads run that, or one of before it. False if none
    /// does.
    pub(in crate::session) fn was_edited(
        &mut self,
        before: &Arc<[String]>,
        threads: BTreeSet<ThreadId>,
    ) -> bool {
        let (old, mut known) = self.edited.take().map_or_else(
            || (Arc::clone(before), BTreeSet::new()),
            |edited| (edited.map.old, edited.threads),
        );
        known.extend(threads);
        if !known.is_empty() {
            self.edited = Some(Edited { threads: known, map: LineMap::of(&old, &self.lines) });
        }
        self.edited.is_some()
    }

    /// A thread is gone. True if it was the last that ran another text.
    pub(in crate::session) fn is_run_no_more_by(&mut self, thread: ThreadId) -> bool {
        let Some(edited) = &mut self.edited else { return false };
        edited.threads.remove(&thread);
        let is_over = edited.threads.is_empty();
        if is_over {
            self.edited = None;
        }
        is_over
    }

    /// Where a line that a thread tells stands in the present text.
    pub fn line_now(&self, thread: Option<ThreadId>, line: Line) -> Line {
        let edited = self.edited.as_ref();
        let of_thread =
            edited.filter(|edited| thread.is_some_and(|id| edited.threads.contains(&id)));
        of_thread.and_then(|edited| edited.map.now(line)).unwrap_or(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Arc<[String]> {
        text.chars().map(String::from).collect()
    }

    #[track_caller]
    fn check(old: &str, new: &str, line: u32, now: Option<u32>) {
        let map = LineMap::of(&lines(old), &lines(new));
        assert_eq!(map.now(Line(line)), now.map(Line), "{old} -> {new}, line {line}");
    }

    #[test]
    fn lines_are_found_again_by_what_was_not_edited_and_inside_by_their_text() {
        check("abcde", "abcde", 3, Some(3));
        check("abcde", "xabcde", 3, Some(4));
        check("abcde", "abxxcde", 2, Some(2));
        check("abcde", "abxxcde", 3, Some(5));
        check("abcde", "ade", 2, None);
        check("abcde", "ade", 4, Some(2));
        check("abcde", "axcxbe", 3, Some(3));
        check("abcde", "", 3, None);
        check("ab}cd}e", "ab}x}cd}e", 6, Some(8));
        check("abc", "abc", 9, Some(9));
    }
}
