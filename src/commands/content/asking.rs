//! A question to somebody at the terminal, before something is changed.

use std::io::{self, IsTerminal, Write};

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    /// There is nobody who sees the question and can answer.
    Nobody,
}

/// Asks, and waits for a line.
pub(super) fn ask(question: &str) -> Answer {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Answer::Nobody;
    }
    let _ = io::stderr().write_all(question.as_bytes());
    let mut answer = String::new();
    let read = io::stdin().read_line(&mut answer);
    match answer.trim().to_lowercase().as_str() {
        "y" | "yes" if read.is_ok() => Answer::Yes,
        _ => Answer::No,
    }
}
