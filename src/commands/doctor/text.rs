//! The list for people: a status, a label, what was seen, and below it what to do.

use super::finding::{Finding, Report, Section, Status};
use crate::api::counted::counted;
use crate::cli::ColorChoice;
use crate::commands::output::harmless;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use textwrap::{Options, WordSeparator, WordSplitter};

/// Columns of the status, the gap behind it included.
const STATUS: usize = 9;
/// Columns of the label, the gap behind it included.
const LABEL: usize = 16;
/// Where nobody says how wide the screen is.
const WIDTH: usize = 80;
/// Longer lines are hard to read.
const WIDEST: usize = 110;

/// How the list is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) width: usize,
    pub(super) ink: Ink,
}

/// Whether colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Plain,
    Coloured,
}

impl Style {
    /// As flag, environment and terminal say.
    pub(super) fn of_process(choice: ColorChoice) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let given = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let is_dumb = given("TERM").is_none_or(|term| term == "dumb");
        let is_wished = is_terminal && !is_dumb && given("NO_COLOR").is_none();
        let ink = match choice {
            ColorChoice::Always => Ink::Coloured,
            ColorChoice::Auto if is_wished => Ink::Coloured,
            ColorChoice::Auto | ColorChoice::Never => Ink::Plain,
        };
        let size = is_terminal.then(crossterm::terminal::size).and_then(Result::ok);
        let width = size.map_or(WIDTH, |(columns, _)| usize::from(columns));
        Self { width: width.clamp(WIDTH / 2, WIDEST), ink }
    }

    fn painted(self, code: &str, text: &str) -> String {
        match self.ink {
            Ink::Plain => text.to_owned(),
            Ink::Coloured => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }

    fn status(self, status: Status) -> String {
        let (word, code) = match status {
            Status::Ok => ("ok", "32"),
            Status::Warning => ("warning", "33"),
            Status::Problem => ("problem", "1;31"),
            Status::NotChecked => ("-", "2"),
        };
        let gap = " ".repeat(STATUS - word.len());
        format!("{}{gap}", self.painted(code, word))
    }

    /// Lines below each other from the column on. Words that are too long stay whole, so that a path
    /// can be copied.
    fn wrapped(self, text: &str, column: usize) -> Vec<String> {
        let room = self.width.saturating_sub(column).max(20);
        let options = Options::new(room)
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        let lines = textwrap::wrap(text, options);
        lines.into_iter().map(std::borrow::Cow::into_owned).collect()
    }
}

/// A heading and the findings below it.
pub(super) fn section(section: &Section, style: Style) -> String {
    let title = harmless(&section.title);
    let title = style.wrapped(&title, 0).join("\n");
    let mut text = format!("{}\n", style.painted("1", &title));
    for found in &section.findings {
        text.push_str(&finding(found, style));
    }
    text.push('\n');
    text
}

fn finding(finding: &Finding, style: Style) -> String {
    let indent = " ".repeat(STATUS + LABEL);
    let label = harmless(finding.label());
    let gap = LABEL.saturating_sub(textwrap::core::display_width(&label)).max(1);
    let mut text = format!("{}{label}{}", style.status(finding.status), " ".repeat(gap));
    let seen = style.wrapped(&harmless(&finding.seen), indent.len());
    text.push_str(&seen.join(&format!("\n{indent}")));
    let action = finding.action.as_deref().map(harmless).unwrap_or_default();
    if !action.is_empty() {
        for line in style.wrapped(&action, indent.len() + 2) {
            // Writing into a string can't fail.
            let _ = write!(text, "\n{indent}  {}", style.painted("1", &line));
        }
    }
    text.push('\n');
    text
}

/// The last line.
pub(super) fn summary(report: &Report, style: Style) -> String {
    let (problems, warnings) = (report.count(Status::Problem), report.count(Status::Warning));
    let (code, problems) = match problems {
        0 => ("32", "No problem".to_owned()),
        _ => ("1;31", counted(problems, "problem")),
    };
    let warnings = match warnings {
        0 => String::new(),
        _ => format!(", {}", counted(warnings, "warning")),
    };
    format!("{}.\n", style.painted(code, &format!("{problems}{warnings}")))
}
