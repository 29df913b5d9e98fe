//! The screen as a function of state: a file per pane, each drawing nothing but its own cells.
//!
//! Every string from outside goes through [`paint`](super::widgets::paint), which writes whole glyphs
//! and never beyond the pane. Only rows on screen are looked at, however long a list is.

pub(super) mod bars;
mod breakpoint_mark;
mod breakpoints;
mod code;
mod console;
mod designed;
mod detail;
pub mod footer;
mod history;
pub mod inspector;
mod list;
mod source;
mod source_foot;
mod stack;
pub mod tabs;
mod threads;
mod top_bar;
mod tree_row;
mod variables;
mod watch;

pub use source::gutter_width;

use super::app::App;
use super::layers;
use super::layout::{self, Class, Frame as SlotFrame, Regions, SMALLEST, Slot};
use super::screen::Screen;
use super::ui::Pane;
use super::widgets::frame::{self, Heading};
use super::widgets::paint::Canvas;
use super::widgets::{Look, Tense};
use ratatui::Frame;

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, screen: &Screen) {
    let app = &screen.app;
    let area = frame.area();
    let regions = layout::regions(area, &app.ui);
    let tense = if app.selection.past().is_some() { Tense::Past } else { Tense::Present };
    let mut canvas = Canvas::new(frame.buffer_mut(), Look { tense, ..app.ui.look() });
    canvas.clear(area);
    match regions.class {
        Class::TooSmall => too_small(&mut canvas, &regions),
        Class::Narrow | Class::Two | Class::Three => whole(&mut canvas, screen, &regions),
    }
}

fn too_small(canvas: &mut Canvas<'_>, regions: &Regions) {
    let (need, have) = (SMALLEST, regions.area);
    let text = format!("need {}x{}, have {}x{}", need.width, need.height, have.width, have.height);
    canvas.centred(regions.area, &text);
}

fn whole(canvas: &mut Canvas<'_>, screen: &Screen, regions: &Regions) {
    let Screen { app, layers, .. } = screen;
    top_bar::draw(canvas, app, regions);
    for slot in &regions.slots {
        pane(canvas, app, regions, slot);
    }
    if let Some(area) = regions.value {
        detail::draw(canvas, app, area);
    }
    if let Some(area) = regions.detail {
        footer::verbs(canvas, app, area);
    }
    if let Some(area) = regions.result {
        bars::result(canvas, app, regions, area);
    }
    footer::draw(canvas, app, regions, layers::attention(layers));
    layers::draw(canvas, regions, layers, app);
    bars::overflowing(canvas, app, regions);
}

fn pane(canvas: &mut Canvas<'_>, app: &App, regions: &Regions, slot: &Slot) {
    if slot.shown == Pane::Source {
        source::draw(canvas, app, regions, slot);
        return;
    }
    if slot.frame == SlotFrame::Rule {
        tabs::draw(canvas, app, slot);
    } else {
        frame::draw(canvas, slot, &app.ui, &heading(app, regions.class, slot));
    }
    match slot.shown {
        Pane::Source => {}
        Pane::Variables => variables::rows(canvas, app, slot),
        Pane::Watch => watch::rows(canvas, app, slot),
        Pane::Stack => stack::rows(canvas, app, slot),
        Pane::Threads => threads::rows(canvas, app, slot),
        Pane::Breakpoints => breakpoints::rows(canvas, app, slot),
        Pane::Console => console::rows(canvas, app, slot),
        Pane::History => history::rows(canvas, app, slot),
        Pane::Inspector => inspector::rows(canvas, app, slot),
    }
}

fn heading(app: &App, class: Class, slot: &Slot) -> Heading {
    let verbs = footer::in_frame(app, class, slot).map(|strip| strip.text()).unwrap_or_default();
    let title = title(app, class, slot);
    match slot.shown {
        Pane::Console => Heading { title, foot: console::foot(app, class), verbs },
        _ => Heading { title, foot: verbs, verbs: String::new() },
    }
}

fn title(app: &App, class: Class, slot: &Slot) -> String {
    let own = match slot.shown {
        Pane::Variables => variables::title(app, class),
        Pane::Stack => stack::title(app),
        Pane::History => history::title(app),
        Pane::Inspector => inspector::title(app),
        pane => named(pane),
    };
    match beside(slot) {
        // A pane that is not seen says that something waits in it.
        Some(other) => format!("{own} / {}{}", named(other), tabs::badge(app, other)),
        None => own,
    }
}

/// The digit and the title.
fn named(pane: Pane) -> String {
    let digit = pane.digit().map(|digit| format!("{digit} ")).unwrap_or_default();
    format!("{digit}{}", pane.title())
}

/// The pane that a frame names beside the one it shows.
fn beside(slot: &Slot) -> Option<Pane> {
    let named = |pane: &Pane| *pane != slot.shown && *pane != Pane::Inspector;
    let others = slot.panes.iter().copied().filter(named);
    (slot.panes.len() > 2).then_some(others)?.next()
}

#[cfg(test)]
mod tests;
