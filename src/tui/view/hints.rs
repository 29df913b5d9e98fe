//! Keys with a word beside them, all from the key table.

use super::paint::Row;
use crate::session::{Notice, Remedy};
use crate::tui::app::App;
use crate::tui::keys::{Action, Hint};
use crate::tui::layout::{Class, Regions};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Pane;
use std::borrow::Cow;

/// The last line: what can be done, and at its end, whatever the width, how to get help.
pub fn draw(row: &mut Row<'_>, app: &App, regions: &Regions) {
    let (place, end, margin) = match regions.class {
        Class::Three => ("three", "wide-end", 1),
        Class::Two => ("two", "wide-end", 1),
        Class::Narrow | Class::TooSmall => ("narrow", "narrow-end", 1),
    };
    row.margin(margin);
    row.skip(1);
    let (start, end) = (app.keymap.hints(place), app.keymap.hints(end));
    let plan = plan(&start, &end, row.room(), regions.hint_words);
    write_end(row, &end[plan.end_from..]);
    for (at, hint) in start[..plan.shown].iter().enumerate() {
        if at > 0 {
            row.put(if plan.words { "  " } else { " " }, Role::Dim);
        }
        row.put(&hint.keys, Role::Key);
        if plan.words {
            row.put(&format!(" {}", hint.words), Role::Dim);
        }
    }
}

/// What of the hints fits.
struct Plan {
    words: bool,
    shown: usize,
    end_from: usize,
}

/// First the words go, then hints from the last on, then all of the end but help.
fn plan(start: &[Hint], end: &[Hint], room: usize, words: bool) -> Plan {
    let end_width =
        |from: usize| end[from..].iter().map(|hint| width(hint, true) + 2).sum::<usize>();
    let last = end.len().saturating_sub(1);
    for words in [true, false].into_iter().filter(|with| words || !with) {
        let gap = if words { 2 } else { 1 };
        let all: usize = start.iter().map(|hint| width(hint, words) + gap).sum();
        if all + end_width(0) <= room + gap {
            return Plan { words, shown: start.len(), end_from: 0 };
        }
    }
    let mut used = end_width(last);
    let fits = |hint: &&Hint| {
        used += width(hint, false) + 1;
        used <= room + 1
    };
    Plan { words: false, shown: start.iter().take_while(fits).count(), end_from: last }
}

fn width(hint: &Hint, words: bool) -> usize {
    let keys = text::width(&hint.keys, text::Charset::Unicode);
    if words { keys + 1 + text::width(&hint.words, text::Charset::Unicode) } else { keys }
}

fn write_end(row: &mut Row<'_>, end: &[Hint]) {
    for (at, hint) in end.iter().rev().enumerate() {
        if at > 0 {
            row.right("  ", Role::Dim);
        }
        row.right(&hint.words, Role::Dim);
        row.right(" ", Role::Dim);
        row.right(&hint.keys, Role::Key);
    }
}

/// Keys and words of a place on one line, two cells apart.
pub fn line(app: &App, place: &str) -> String {
    let hints = app.keymap.hints(place);
    let hints = hints.iter().map(|hint| format!("{} {}", hint.keys, hint.words));
    hints.collect::<Vec<_>>().join("  ")
}

/// The hints in a pane's foot; a pane may have others in each class of layout.
pub fn foot(app: &App, pane: Pane, class: Class) -> String {
    let name = pane.title().to_lowercase();
    let suffix = match class {
        Class::Three => "three",
        Class::Two => "two",
        Class::Narrow | Class::TooSmall => return String::new(),
    };
    let own = line(app, &format!("{name}-{suffix}"));
    if own.is_empty() { line(app, &name) } else { own }
}

/// A notice with the key of each action that it names in backquotes: whoever writes it knows the
/// actions, only the key table knows their keys.
pub fn with_keys<'a>(app: &App, text: &'a str) -> Cow<'a, str> {
    if !text.contains('`') {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, name, after)) = quoted(rest) {
        written.push_str(before);
        match Action::named(name) {
            Some(action) => written.push_str(&key(app, action)),
            None => written.extend(["`", name, "`"]),
        }
        rest = after;
    }
    written.push_str(rest);
    Cow::Owned(written)
}

/// A remedy in the words of this screen: the key that does it, and what it does.
pub fn remedy(app: &App, remedy: Remedy) -> String {
    let (action, does) = match remedy {
        Remedy::Reattach => (Action::Accept, "re-attaches"),
        Remedy::Join => (Action::Accept, "joins it"),
        Remedy::TryNow => (Action::Accept, "tries now"),
        Remedy::GiveCredentials => (Action::Accept, "opens the form for user and password"),
        Remedy::ClearClient => (Action::ClearClient, "deletes it and begins anew"),
        Remedy::TakeOtherId => (Action::OtherId, "takes another id"),
        Remedy::StepOut => (Action::StepOut, "is step out"),
        Remedy::StopThread => (Action::StopThread, "stops it"),
        Remedy::Renew => (Action::KeepAlive, "renews"),
        Remedy::Request => (Action::Request, "sends a request"),
        Remedy::CancelRequest => (Action::RequestCancel, "aborts it"),
        Remedy::ToggleBreakpoint => (Action::ToggleBreakpoint, "in the source sets one"),
        Remedy::ConfirmWatch => (Action::ConfirmWatch, "in the watch list allows it"),
    };
    format!("{} {does}", key(app, action))
}

/// A notice as the screen writes it: with its keys, and with what helps.
pub fn notice(app: &App, notice: &Notice) -> String {
    let text = with_keys(app, &notice.text);
    match notice.remedy {
        Some(helps) => format!("{text}; {}", remedy(app, helps)),
        None => text.into_owned(),
    }
}

/// What stands before, in and behind the first backquotes.
fn quoted(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (name, after) = rest.split_once('`')?;
    Some((before, name, after))
}

/// The key that hints name for an action; the action's name where it has none.
pub fn key(app: &App, action: Action) -> String {
    let entry = app.keymap.entry(action).and_then(|entry| entry.keys.first());
    entry.map_or_else(|| format!(":{}", action.name()), ToString::to_string)
}
