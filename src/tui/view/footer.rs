//! Keys with a word beside them: the last line by the state, the verbs of a pane. All of them come
//! from the key table, and a press with the mouse on one does what its key does.

use super::{console, source_foot};
use crate::session::{Connection, Remedy, StateWord};
use crate::tui::app::App;
use crate::tui::keys::{Action, Hint};
use crate::tui::layout::{Class, Frame, Regions, Slot};
use crate::tui::rows;
use crate::tui::selection::Attention;
use crate::tui::text::{self, Charset};
use crate::tui::theme::Role;
use crate::tui::ui::Pane;
use crate::tui::widgets::paint::{Canvas, Row, cells};
use ratatui::layout::{Position, Rect};

/// From this width on, the footer's end has its long words.
const LONG_END: u16 = 100;
/// Between two hints.
const GAP: &str = "  ";

/// How much of a hint is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// With the function key.
    Full,
    Long,
    Short,
}

/// Hints in a row: all of them as long as there is room, in short words else, and of those as many
/// as fit. None is ever without its word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    hints: Vec<Hint>,
    length: Length,
}

struct Piece {
    text: String,
    role: Role,
    action: Option<Action>,
}

impl Strip {
    /// As much as `room` cells hold.
    pub fn fit(hints: Vec<Hint>, room: usize) -> Self {
        let mut strip = Self { hints, length: Length::Full };
        for length in [Length::Full, Length::Long, Length::Short] {
            strip.length = length;
            if strip.width() <= room {
                return strip;
            }
        }
        while strip.width() > room && strip.hints.pop().is_some() {}
        strip
    }

    /// The cells that it takes.
    pub fn width(&self) -> usize {
        self.pieces().iter().map(|piece| text::width(&piece.text, Charset::Unicode)).sum()
    }

    /// As plain text.
    pub fn text(&self) -> String {
        self.pieces().into_iter().map(|piece| piece.text).collect()
    }

    fn draw(&self, row: &mut Row<'_>) {
        for piece in self.pieces() {
            row.put(&piece.text, piece.role);
        }
    }

    /// What a press does in each cell of the strip, which begins at `at`.
    fn targets(&self, at: Position) -> Vec<(Rect, Action)> {
        let mut x = at.x;
        let mut targets = Vec::new();
        for piece in self.pieces() {
            let width = cells(text::width(&piece.text, Charset::Unicode));
            let area = Rect { x, y: at.y, width, height: 1 };
            targets.extend(piece.action.map(|action| (area, action)));
            x = x.saturating_add(width);
        }
        targets
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for hint in &self.hints {
            if !pieces.is_empty() {
                pieces.push(Piece { text: GAP.to_owned(), role: Role::Dim, action: None });
            }
            pieces.extend(hint_pieces(hint, self.length));
        }
        pieces
    }
}

fn hint_pieces(hint: &Hint, length: Length) -> Vec<Piece> {
    let first = hint.keys.first().map(|(action, _)| *action);
    let mut pieces = Vec::new();
    for (action, key) in &hint.keys {
        if !pieces.is_empty() {
            pieces.push(Piece { text: hint.between.clone(), role: Role::Key, action: None });
        }
        pieces.push(Piece { text: key.clone(), role: Role::Key, action: Some(*action) });
    }
    if let (Length::Full, Some(key)) = (length, &hint.function_key) {
        pieces.push(Piece { text: format!("/{key}"), role: Role::Key, action: first });
    }
    let words = if length == Length::Short { &hint.short } else { &hint.words };
    pieces.push(Piece { text: format!(" {words}"), role: Role::Dim, action: first });
    pieces
}

/// The last line: what can be done in this state, and at its end, whatever the width, how to get
/// help.
struct Footer {
    start: (u16, Strip),
    end: (u16, Strip),
}

impl Footer {
    fn of(app: &App, regions: &Regions, attention: Attention) -> Self {
        let area = regions.hints;
        let room = usize::from(area.width.saturating_sub(2));
        let ends = app.keymap.hints("end");
        let mut start = app.keymap.hints(place(app, attention));
        start.retain(|hint| is_offered(app, hint));
        let fit = |end: Strip| {
            let left = room.saturating_sub(end.width() + 1);
            (Strip::fit(start.clone(), left), end)
        };
        let length = if area.width >= LONG_END { Length::Long } else { Length::Short };
        let (mut start, mut end) = fit(Strip { hints: ends.clone(), length });
        if start.hints.len() < 2 && attention == Attention::Free {
            (start, end) = fit(Strip { hints: ends.into_iter().skip(1).collect(), length });
        }
        let end_x = area.right().saturating_sub(1 + cells(end.width()));
        Self { start: (area.x + 1, start), end: (end_x, end) }
    }
}

/// The name of the footer's hints in the key table.
fn place(app: &App, attention: Attention) -> &'static str {
    if attention == Attention::Held {
        // Keys are text there; what they do otherwise stands in the prompt itself.
        return "prompt";
    }
    match app.state_word() {
        StateWord::Halted => "halted",
        StateWord::Running | StateWord::Stepping => "moving",
        StateWord::Waiting => "waiting",
        StateWord::History if app.session.replayed().is_some() => "replay",
        StateWord::History => "history",
        StateWord::Disabled => "disabled",
        StateWord::Connecting => match app.session.connection() {
            Connection::InUse { .. } => "in-use",
            _ => "connecting",
        },
        StateWord::Offline => match app.session.connection() {
            Connection::NotConfigured => "not-configured",
            Connection::Offline { problem, .. } if problem.remedy == Remedy::GiveCredentials => {
                "refused"
            }
            _ => "offline",
        },
    }
}

/// Draws the last line.
pub fn draw(canvas: &mut Canvas<'_>, app: &App, regions: &Regions, attention: Attention) {
    let footer = Footer::of(app, regions, attention);
    for (x, strip) in [&footer.start, &footer.end] {
        let mut row = canvas.row(regions.hints, 0);
        row.to(usize::from(x - regions.hints.x));
        strip.draw(&mut row);
    }
}

/// Draws the verbs of the focused pane into the line above the result.
pub fn verbs(canvas: &mut Canvas<'_>, app: &App, area: Rect) {
    let mut row = canvas.row(area, 0);
    row.skip(1);
    of_pane(app, app.ui.focus, area.width.saturating_sub(2)).draw(&mut row);
}

/// What can be done in a pane where nothing is listed.
const WITHOUT_ROWS: [Action; 4] = [Action::WatchNew, Action::Console, Action::Files, Action::Back];

/// One of its keys does something.
fn is_offered(app: &App, hint: &Hint) -> bool {
    hint.keys.iter().any(|(action, _)| app.offers(*action))
}

/// The verbs of a pane, but those that would be refused or have nothing to do something to.
fn of_pane(app: &App, pane: Pane, width: u16) -> Strip {
    let place = match pane {
        Pane::History => "history-pane".to_owned(),
        pane => pane.title().to_lowercase(),
    };
    let mut hints = app.keymap.hints(&place);
    let is_empty = match pane {
        Pane::Inspector => rows::node(app).is_none(),
        pane => rows::count(app, pane) == 0,
    };
    let is_rooted = app.ui.root.is_some();
    hints.retain(|hint| match hint.keys.first() {
        Some((Action::Back, _)) if pane == Pane::Variables => is_rooted,
        Some((action, _)) if is_empty => WITHOUT_ROWS.contains(action),
        _ => is_offered(app, hint),
    });
    Strip::fit(hints, usize::from(width))
}

/// The verbs in a pane's frame, where they stand in its lower line and the cells from its left.
pub fn in_frame(app: &App, class: Class, slot: &Slot) -> Option<Strip> {
    // What the source and the console say of themselves has the other end of the line.
    let foot = match slot.shown {
        Pane::Source => source_foot::foot_text(app, class),
        Pane::Console => console::foot(app, class),
        _ => String::new(),
    };
    let is_shown = class > Class::Narrow && slot.frame == Frame::Box;
    if !is_shown || !foot.is_empty() && app.ui.focus != slot.shown {
        return None;
    }
    let foot = cells(text::width(&foot, Charset::Unicode));
    let room = slot.outer.width.saturating_sub(if foot == 0 { 6 } else { foot + 9 });
    Some(of_pane(app, slot.shown, room)).filter(|strip| !strip.hints.is_empty())
}

/// Where [`in_frame`]'s verbs begin: at the left beside what the pane says of itself, else at the
/// right.
fn place_in_frame(slot: &Slot, strip: &Strip) -> Position {
    let outer = slot.outer;
    let x = match slot.shown {
        Pane::Source | Pane::Console => outer.x + 3,
        _ => outer.right().saturating_sub(3 + cells(strip.width())),
    };
    Position { x, y: outer.bottom().saturating_sub(1) }
}

/// What a press on a cell does while nobody types, if a hint stands there.
pub fn action_at(app: &App, regions: &Regions, position: Position) -> Option<Action> {
    let footer = Footer::of(app, regions, Attention::Free);
    let y = regions.hints.y;
    let mut targets = Vec::new();
    for (x, strip) in [footer.start, footer.end] {
        targets.extend(strip.targets(Position { x, y }));
    }
    if let Some(area) = regions.detail {
        let strip = of_pane(app, app.ui.focus, area.width.saturating_sub(2));
        targets.extend(strip.targets(Position { x: area.x + 1, y: area.y }));
    }
    // A pane's verb is meant for that pane: elsewhere its key may be another one's.
    if let Some(slot) = regions.slots.iter().find(|slot| slot.shown == app.ui.focus)
        && let Some(strip) = in_frame(app, regions.class, slot)
    {
        targets.extend(strip.targets(place_in_frame(slot, &strip)));
    }
    targets.into_iter().find(|(area, _)| area.contains(position)).map(|(_, action)| action)
}
