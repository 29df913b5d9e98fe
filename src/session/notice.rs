//! The result line, and the log behind it.

use super::remedy::Remedy;
use super::time::Time;
use std::collections::VecDeque;

/// How a notice is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// It worked.
    Done,
    /// Worth knowing.
    Hint,
    /// It did not work.
    Error,
}

/// The last result: one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// How it is meant.
    pub kind: NoticeKind,
    /// One line.
    pub text: String,
    /// What helps, if one thing does.
    pub remedy: Option<Remedy>,
    /// When.
    pub at: Time,
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// When.
    pub at: Time,
    /// How it is meant.
    pub kind: NoticeKind,
    /// The text.
    pub text: String,
}

/// The newest lines, and how many answers came too late to be used.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: VecDeque<LogLine>,
    dropped: u64,
}

impl Log {
    const LIMIT: usize = 1_000;

    /// Oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &LogLine> + ExactSizeIterator {
        self.lines.iter()
    }

    /// Answers that belonged to a place that was no more.
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }

    pub(super) fn push(&mut self, at: Time, kind: NoticeKind, text: impl Into<String>) {
        if self.lines.len() == Self::LIMIT {
            self.lines.pop_front();
        }
        self.lines.push_back(LogLine { at, kind, text: text.into() });
    }

    pub(super) fn drop_stale(&mut self, at: Time, what: &str) {
        self.dropped += 1;
        let text = format!("dropped a late answer ({what}), {} so far", self.dropped);
        self.push(at, NoticeKind::Hint, text);
    }
}
