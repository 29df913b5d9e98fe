//! All breakpoints: what each does and how often it halted a thread.

use super::breakpoint_mark::judged_mark;
use super::list::List;
use crate::session::verdict::{Aspect, Concern, Gravity};
use crate::session::{Breakpoint, BreakpointKey, BreakpointKind, Fact, HitRule, Life, Origin};
use crate::tui::app::App;
use crate::tui::hints;
use crate::tui::keys::Action;
use crate::tui::layout::Slot;
use crate::tui::rows;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::{Canvas, Row};
use ratatui::layout::Rect;

/// Places get no more cells than this.
const PLACE: usize = 30;
/// Cells beside the place of a plain breakpoint: its mark, gaps, and its hits.
const BESIDE: usize = 12;
/// Cells of a condition with the gap behind it, unless it is longer.
const DETAIL: usize = 10;

/// Draws the breakpoints into a slot whose frame is drawn.
pub(super) fn rows(canvas: &mut Canvas<'_>, app: &App, slot: &Slot) {
    let list = List::of(app, slot);
    let breakpoints = rows::breakpoints(app);
    if breakpoints.is_empty() {
        let key = hints::key(app, Action::ToggleBreakpoint);
        list.empty(canvas, &format!("none: {key} in the source sets one"));
        return;
    }
    let charset = canvas.look.charset;
    let sources = app.session.sources();
    let place = |breakpoint: &Breakpoint| {
        let key = breakpoint.key();
        sources.place(&key.script, key.line)
    };
    let places = breakpoints.iter().take(200).map(|breakpoint| place(breakpoint));
    let width = places.map(|place| text::width_up_to(&place, PLACE, charset)).max().unwrap_or(0);
    let width = width.min(PLACE.min(room_for_places(app, &breakpoints, list.area)));
    list.draw(canvas, breakpoints.len(), |row, index| {
        let breakpoint = breakpoints[index];
        let worst = app.session.verdict(breakpoint).worst(&breakpoint.spec);
        let mark = judged_mark(app, row.look.marks, breakpoint);
        row.put(mark, Role::Breakpoint);
        breakpoint_row(app, row, breakpoint, worst.as_ref(), (&place(breakpoint), width));
    });
}

/// Cells that places may take: half of the row, and more where nothing but hits stands behind.
fn room_for_places(app: &App, breakpoints: &[&Breakpoint], area: Rect) -> usize {
    let (width, half) = (usize::from(area.width), usize::from(area.width) / 2);
    let says_nothing = |breakpoint: &&Breakpoint| {
        let kind = breakpoint.kind();
        let worst = app.session.verdict(breakpoint).worst(&breakpoint.spec);
        kind == BreakpointKind::Plain && detail(app, breakpoint, kind, worst.as_ref()).0.is_empty()
    };
    // Those on screen, where none is scrolled away; a longer list keeps to the half.
    let are_few = breakpoints.len() <= usize::from(area.height);
    if are_few && breakpoints.iter().all(says_nothing) {
        half.max(width.saturating_sub(BESIDE))
    } else {
        half
    }
}

fn breakpoint_row(
    app: &App,
    row: &mut Row<'_>,
    breakpoint: &Breakpoint,
    worst: Option<&Concern>,
    (place, places): (&str, usize),
) {
    let kind = breakpoint.kind();
    row.skip(1);
    let ink = if kind == BreakpointKind::Off { Role::Dim } else { Role::Text };
    let shown = text::cut_place(place, places, row.look.marks.cut, row.look.charset);
    row.field(&shown, places.max(text::width(&shown, row.look.charset)), ink);
    row.skip(2);
    let start = row.column();
    let (detail, role) = detail(app, breakpoint, kind, worst);
    row.cut(&detail, role);
    if counts_hits(kind) {
        let hits = format!("hits {}", breakpoint.hits);
        let end = row.column();
        let least = if detail.is_empty() { start } else { end + 2 };
        // Where the row is too short for the column, the count is worth more than the gap.
        let fitting = (end + row.room()).saturating_sub(hits.len());
        row.to((start + DETAIL).min(fitting).max(least));
        row.cut(&hits, Role::Dim);
    }
}

fn counts_hits(kind: BreakpointKind) -> bool {
    matches!(kind, BreakpointKind::Plain | BreakpointKind::Conditional | BreakpointKind::OneShot)
}

/// `after Cart.js:33`, once that was hit `after Cart.js:33, armed`.
fn waits(app: &App, breakpoint: &Breakpoint, key: &BreakpointKey) -> String {
    let place = app.session.sources().place(&key.script, key.line);
    let is_set = app.session.breakpoints().get(key);
    let state = match is_set {
        None => ", which is not set",
        Some(other) if !other.spec.enabled => ", which is off",
        Some(_) if breakpoint.waits_for().is_none() => ", armed",
        Some(_) => "",
    };
    format!("after {place}{state}")
}

/// A script that isn't here may be on the server, but most of the time its name is wrong.
fn keeps_from_halting(concern: &Concern) -> bool {
    concern.gravity == Gravity::Problem || concern.aspect == Aspect::File
}

/// The first of what matters: why it can't halt, that it is off, what it does.
pub(super) fn detail(
    app: &App,
    breakpoint: &Breakpoint,
    kind: BreakpointKind,
    worst: Option<&Concern>,
) -> (String, Role) {
    let spec = &breakpoint.spec;
    if let Fact::Refused(reason) = &breakpoint.fact {
        return (format!("refused: {reason}"), Role::Error);
    }
    if kind == BreakpointKind::Off {
        return ("off".to_owned(), Role::Dim);
    }
    if let Some(concern) = worst.filter(|concern| keeps_from_halting(concern)) {
        let is_sure = concern.gravity == Gravity::Problem;
        return (concern.short.clone(), if is_sure { Role::Error } else { Role::Warning });
    }
    if kind == BreakpointKind::OneShot {
        return ("run to".to_owned(), Role::Text);
    }
    let mut parts: Vec<String> = spec.log.iter().cloned().collect();
    parts.extend(spec.also_halts.then(|| "halts, too".to_owned()));
    parts.extend(spec.condition.as_ref().map(|condition| match spec.log {
        Some(_) => format!("if {condition}"),
        None => condition.clone(),
    }));
    parts.extend(spec.hit_rule.map(HitRule::words));
    parts.extend(spec.after.as_ref().map(|key| waits(app, breakpoint, key)));
    if spec.life == Life::Once {
        parts.push("once".to_owned());
    }
    match breakpoint.slid_to {
        Some(line) => parts.push(format!("halts at {line}")),
        None => parts.extend(worst.map(|concern| concern.short.clone())),
    }
    if breakpoint.fact == Fact::UnderWay {
        parts.push("not armed yet".to_owned());
    }
    if breakpoint.origin == Origin::Adopted {
        parts.push("found there".to_owned());
    }
    (parts.join(", "), Role::Text)
}
