//! The lower line of the Source pane.

use super::code;
use crate::api::ids::Line;
use crate::session::{Source, SourceState};
use crate::tui::app::App;
use crate::tui::layout::Class;
use crate::tui::widgets::words::counted;

/// Scripts up to this length tell which of how many lines the search found.
const COUNTED_LINES: usize = 20_000;

/// What the pane's lower line says of the script that it shows.
pub(super) fn foot_text(app: &App, class: Class) -> String {
    let source = app.source().filter(|source| !source.lines.is_empty());
    source.map(|source| foot(app, source, class)).unwrap_or_default()
}

pub(super) fn foot(app: &App, source: &Source, class: Class) -> String {
    let cursor = app.ui.source(&source.script).cursor;
    let mut parts = vec![format!("{cursor}/{}", source.lines.len())];
    if !app.ui.source_search.is_empty() {
        parts.push(found(source, &app.ui.source_search, cursor));
    }
    if class > Class::Narrow {
        let breakpoints = app.session.breakpoints().of_script(&source.script).count();
        if breakpoints > 0 {
            parts.push(counted(breakpoints, "breakpoint"));
        }
    }
    if class == Class::Three {
        parts.push(match &source.state {
            SourceState::Deployed => "local file matches".to_owned(),
            SourceState::Differs(why) => why.clone(),
            _ => "local file, not compared".to_owned(),
        });
    }
    parts.join(", ")
}

/// Which of the lines with a match the cursor is on: `/qty 2 of 5`.
fn found(source: &Source, needle: &str, cursor: Line) -> String {
    if source.lines.len() > COUNTED_LINES {
        return format!("/{needle}");
    }
    let matches = code::Matcher::new(needle);
    let lines = (1..).zip(source.lines.iter()).filter(|(_, line)| matches.is_in(line));
    let (mut total, mut at) = (0, 0);
    for (number, _) in lines {
        total += 1;
        at += usize::from(number <= cursor.0);
    }
    if total == 0 { format!("/{needle} not found") } else { format!("/{needle} {at} of {total}") }
}
