//! The titles of panes that share a place: tabs in the narrow layout, shortened, never dropped.

use super::list;
use crate::tui::app::App;
use crate::tui::layout::Slot;
use crate::tui::rows;
use crate::tui::text::{self, Charset};
use crate::tui::theme::Role;
use crate::tui::ui::{Pane, Zoom};
use crate::tui::widgets::frame::{Focus, border};
use crate::tui::widgets::paint::{Canvas, cells};
use ratatui::layout::Rect;

/// How the titles are shortened, from all that they say to next to nothing: how many of the counts
/// are told, how long the title of the pane is that is shown, and how long the others'.
const STEPS: [Titles; 9] = [
    Titles::named(4),
    Titles::named(3),
    Titles::named(2),
    Titles::named(1),
    Titles::named(0),
    Titles { counts: 0, shown: Length::Named, others: Length::Short },
    Titles { counts: 0, shown: Length::Short, others: Length::Short },
    Titles { counts: 0, shown: Length::Named, others: Length::Letter },
    Titles { counts: 0, shown: Length::Letter, others: Length::Letter },
];

/// Panes that say how many rows they have, the most telling first.
const COUNTED: [Pane; 4] = [Pane::Breakpoints, Pane::Watch, Pane::History, Pane::Stack];

/// Stands behind the tabs while the pane has the whole screen.
const ZOOMED: &str = "[zoom]";

/// Cells of the frame's line around how far a list reaches.
const BESIDE_POSITION: usize = 3;

/// What the titles say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Titles {
    counts: usize,
    shown: Length,
    others: Length,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// Digit and short title; threads keep their badge.
    Named,
    /// Digit and three letters.
    Short,
    /// Digit and one letter.
    Letter,
}

impl Titles {
    /// With so many counts.
    const fn named(counts: usize) -> Self {
        Self { counts, shown: Length::Named, others: Length::Named }
    }

    fn of(self, app: &App, pane: Pane, slot: &Slot) -> String {
        let length = if pane == slot.shown { self.shown } else { self.others };
        let digit = pane.digit().map(String::from).unwrap_or_default();
        let name = pane.short_title();
        let text = match length {
            Length::Named if COUNTED[..self.counts].contains(&pane) => {
                format!("{digit} {name}{}", count(app, pane))
            }
            Length::Named => format!("{digit} {name}{}", badge(app, pane)),
            Length::Short => format!("{digit} {}", name.get(..3).unwrap_or(name)),
            Length::Letter => format!("{digit}{}", name.get(..1).unwrap_or(name)),
        };
        text.trim_start().to_owned()
    }
}

/// A tab and the cells of the tab bar that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab {
    /// The pane that a click on it shows.
    pub pane: Pane,
    /// Where it is.
    pub area: Rect,
    text: String,
}

/// The tabs of a slot, from the left, as long as its width allows.
pub fn tabs(app: &App, slot: &Slot) -> Vec<Tab> {
    let zoomed = if app.ui.zoom == Zoom::On { ZOOMED.len() } else { 0 };
    let room = usize::from(slot.outer.width).saturating_sub(zoomed + position(app, slot));
    let fitting = STEPS.into_iter().map(|titles| lay_out(app, slot, titles));
    let mut last = Vec::new();
    for tabs in fitting {
        let used: usize = tabs.iter().map(|tab| usize::from(tab.area.width)).sum();
        if used <= room {
            return tabs;
        }
        last = tabs;
    }
    last
}

/// Cells that the frame needs to say how far the list reaches, wherever it stands; none if all its
/// rows are seen.
fn position(app: &App, slot: &Slot) -> usize {
    let count = rows::count(app, slot.shown);
    let filter = usize::from(!app.ui.list(slot.shown).filter.is_empty());
    if count + filter <= usize::from(slot.inner.height) {
        return 0;
    }
    text::width(&list::position(count, count), Charset::Unicode) + BESIDE_POSITION
}

fn lay_out(app: &App, slot: &Slot, titles: Titles) -> Vec<Tab> {
    let mut x = slot.outer.x;
    let mut tabs = Vec::new();
    for pane in slot.panes.iter().copied().filter(|pane| has_tab(*pane, slot)) {
        let text = titles.of(app, pane, slot);
        let around = if pane == slot.shown { 4 } else { 3 };
        let width = cells(text::width(&text, Charset::Unicode) + around);
        tabs.push(Tab { pane, area: Rect { x, width, height: 1, ..slot.outer }, text });
        x = x.saturating_add(width);
    }
    tabs
}

/// The Inspector has no digit: its tab is there while it is shown.
fn has_tab(pane: Pane, slot: &Slot) -> bool {
    pane.digit().is_some() || pane == slot.shown
}

/// How many rows wait behind a tab; for threads how many are halted, if more than one is.
fn count(app: &App, pane: Pane) -> String {
    let session = &app.session;
    let number = match pane {
        Pane::Watch => {
            let recorded = rows::recorded_watches(app).map(<[_]>::len);
            recorded.unwrap_or_else(|| session.watches().iter().len())
        }
        Pane::Stack => app.shown().frames.len(),
        Pane::Breakpoints => session.breakpoints().iter().len(),
        Pane::History => session.history().halts().len(),
        _ => return badge(app, pane),
    };
    if number == 0 { String::new() } else { format!(" {number}") }
}

/// The badge of threads that wait to be looked at: ` 2!`.
pub fn badge(app: &App, pane: Pane) -> String {
    let halted = app.session.threads().halted();
    if pane == Pane::Threads && halted > 1 { format!(" {halted}!") } else { String::new() }
}

/// Draws the tab bar: the upper line of a slot in the narrow layout.
pub fn draw(canvas: &mut Canvas<'_>, app: &App, slot: &Slot) {
    let focus = Focus::of(slot, &app.ui);
    let lines = border(canvas, focus);
    let tabs = tabs(app, slot);
    let mut row = canvas.row(slot.outer, 0);
    for tab in tabs {
        row.put(lines.horizontal, focus.role());
        let shown = tab.pane == slot.shown;
        let (open, close) = match (shown, focus) {
            (true, Focus::Here) => ("[", "]"),
            (true, Focus::Elsewhere) => ("<", ">"),
            (false, _) => (" ", " "),
        };
        row.put(open, focus.role());
        row.put(&tab.text, if shown { Role::Title } else { Role::Dim });
        row.put(close, focus.role());
        if shown {
            row.put(lines.horizontal, focus.role());
        }
    }
    if app.ui.zoom == Zoom::On {
        row.put(if row.room() < ZOOMED.len() { "[z]" } else { ZOOMED }, Role::Title);
    }
    row.fill(lines.horizontal, focus.role());
}
