//! Which cell belongs to what: one pure function serves drawing and the mouse.
//!
//! The proportions are those of the design's sketches at 80x24, 120x40 and 200x60, kept as weights:
//! at those sizes every pane has exactly the sketch's cells.

mod share;

use super::split::Split;
use super::ui::{ConsoleUse, Crowd, Pane, Ui, Zoom};
use ratatui::layout::{Position, Rect, Size};
use share::divide;

/// From this width on the Inspector stands beside the tree, not below it.
const FOUR_COLUMNS: u16 = 190;

/// The smallest screen that is drawn.
pub const SMALLEST: Size = Size::new(40, 10);

/// Which of the three arrangements a screen's size calls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Below 40x10: one centred line.
    TooSmall,
    /// Source over one panel with tabs.
    Narrow,
    /// From 100x30.
    Two,
    /// From 160x45.
    Three,
}

impl Class {
    /// The arrangement for a screen of this size.
    pub fn of(size: Size) -> Self {
        let reaches = |width, height| size.width >= width && size.height >= height;
        if reaches(160, 45) {
            Self::Three
        } else if reaches(100, 30) {
            Self::Two
        } else if reaches(SMALLEST.width, SMALLEST.height) {
            Self::Narrow
        } else {
            Self::TooSmall
        }
    }
}

/// How a pane is set off from its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A title line above, nothing at the sides: the narrow layout.
    Rule,
    /// A line on all four sides, a title above, keys below.
    Box,
}

/// A place on the screen that shows one pane, perhaps one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The panes that share the place, in the order of their tabs.
    pub panes: &'static [Pane],
    /// The one that is seen.
    pub shown: Pane,
    /// With the frame.
    pub outer: Rect,
    /// Without the frame.
    pub inner: Rect,
    pub frame: Frame,
}

/// The screen divided. Top bar, slots, detail, result and hints fill it without gap or overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    pub class: Class,
    pub area: Rect,
    pub top: Rect,
    pub slots: Vec<Slot>,
    /// The line with the focused pane's verbs; only in the narrow layout, goes first.
    pub detail: Option<Rect>,
    /// The line with the selected value, above the verbs; only in the narrow layout, goes first.
    pub value: Option<Rect>,
    /// The line with the last result; goes last.
    pub result: Option<Rect>,
    pub hints: Rect,
    /// Whether values are written into the source.
    pub inline_values: bool,
}

impl Regions {
    /// The slot that shows `pane` at the moment.
    pub fn slot(&self, pane: Pane) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.shown == pane)
    }

    /// The cells inside the frame of `pane`; empty if it isn't seen.
    pub fn inner(&self, pane: Pane) -> Rect {
        self.slot(pane).map_or(Rect::ZERO, |slot| slot.inner)
    }

    /// The slot under a cell.
    pub fn at(&self, position: Position) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.outer.contains(position))
    }
}

/// Which way `Ctrl` and an arrow move the focused pane's border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resize {
    Wider,
    Narrower,
    Taller,
    Shorter,
}

/// Divides the screen.
pub fn regions(area: Rect, ui: &Ui) -> Regions {
    let class = Class::of(area.as_size());
    if class == Class::TooSmall {
        return too_small(area);
    }
    let rows = bars(area, class);
    let slots = match ui.zoom {
        Zoom::On => vec![zoomed(rows.body, class, ui)],
        Zoom::Off => panes(rows.body, class, ui),
    };
    Regions {
        class,
        area,
        top: rows.top,
        slots,
        detail: rows.detail,
        value: rows.value,
        result: rows.result,
        hints: rows.hints,
        inline_values: area.width >= 60,
    }
}

/// Changes the shares so that the focused pane grows or shrinks by `cells`.
pub fn resize(ui: &mut Ui, direction: Resize, cells: u16) {
    let area = Rect::from(ui.size);
    let class = Class::of(ui.size);
    if class == Class::TooSmall || ui.zoom == Zoom::On {
        return;
    }
    let body = bars(area, class).body;
    let Some((split, index, length)) = split_of(ui, class, body, direction) else { return };
    if split.sketch().len() < 2 {
        return;
    }
    let mut parts = divide(length, ui.ratios.weights(split), split.least());
    let neighbour = if index + 1 < parts.len() { index + 1 } else { index - 1 };
    let (grows, shrinks) = match direction {
        Resize::Wider | Resize::Taller => (index, neighbour),
        Resize::Narrower | Resize::Shorter => (neighbour, index),
    };
    let moved = cells.min(parts[shrinks].saturating_sub(split.least()));
    parts[grows] += moved;
    parts[shrinks] -= moved;
    ui.ratios.set(split, parts);
}

struct Bars {
    top: Rect,
    body: Rect,
    detail: Option<Rect>,
    value: Option<Rect>,
    result: Option<Rect>,
    hints: Rect,
}

fn too_small(area: Rect) -> Regions {
    Regions {
        class: Class::TooSmall,
        area,
        top: area,
        slots: Vec::new(),
        detail: None,
        value: None,
        result: None,
        hints: Rect::ZERO,
        inline_values: false,
    }
}

fn bars(area: Rect, class: Class) -> Bars {
    let row = |y: u16| Rect { y, height: 1, ..area };
    let bottom = area.bottom();
    let has_detail = class == Class::Narrow && area.height >= 20 && area.width >= 60;
    let has_value = has_detail && area.height >= 24;
    let has_result = area.height >= 13;
    let lower = 1 + u16::from(has_result) + u16::from(has_detail) + u16::from(has_value);
    Bars {
        top: row(area.y),
        body: Rect { y: area.y + 1, height: area.height - 1 - lower, ..area },
        value: has_value.then(|| row(bottom - lower)),
        detail: has_detail.then(|| row(bottom - lower + u16::from(has_value))),
        result: has_result.then(|| row(bottom - 2)),
        hints: row(bottom - 1),
    }
}

fn zoomed(body: Rect, class: Class, ui: &Ui) -> Slot {
    let splits = places(class, body.width, ui);
    let mut slots = splits.iter().flat_map(|split| split.slots());
    let place = slots.find(|panes| panes.contains(&ui.focus));
    slot(place.copied().unwrap_or(&[Pane::Source]), body, class, ui)
}

/// The columns from the left, each with its rows.
fn places(class: Class, width: u16, ui: &Ui) -> Vec<Split> {
    let is_quiet = ui.console == ConsoleUse::Quiet && ui.focus != Pane::Console;
    let is_alone = ui.crowd == Crowd::One && ui.focus != Pane::Threads;
    match class {
        Class::TooSmall => Vec::new(),
        Class::Narrow => vec![Split::NarrowRows],
        Class::Two => {
            let left = if is_quiet { Split::TwoLeftQuiet } else { Split::TwoLeft };
            let is_reading = ui.focus == Pane::Inspector;
            vec![left, if is_reading { Split::TwoRightReading } else { Split::TwoRight }]
        }
        Class::Three => {
            let left = if is_alone { Split::ThreeLeftAlone } else { Split::ThreeLeft };
            let middle = if is_quiet { Split::ThreeMiddleQuiet } else { Split::ThreeMiddle };
            if width >= FOUR_COLUMNS {
                vec![left, middle, Split::FourTree, Split::FourSide]
            } else {
                vec![left, middle, Split::ThreeRight]
            }
        }
    }
}

fn column_split(class: Class, width: u16) -> Option<Split> {
    match class {
        Class::Two => Some(Split::TwoColumns),
        Class::Three if width >= FOUR_COLUMNS => Some(Split::FourColumns),
        Class::Three => Some(Split::ThreeColumns),
        Class::TooSmall | Class::Narrow => None,
    }
}

fn panes(body: Rect, class: Class, ui: &Ui) -> Vec<Slot> {
    let columns = columns(body, class, ui);
    places(class, body.width, ui)
        .iter()
        .zip(columns)
        .flat_map(|(split, column)| split.slots().iter().copied().zip(rows(column, *split, ui)))
        .map(|(panes, outer)| slot(panes, outer, class, ui))
        .collect()
}

fn columns(body: Rect, class: Class, ui: &Ui) -> Vec<Rect> {
    let Some(split) = column_split(class, body.width) else { return vec![body] };
    let mut x = body.x;
    let parts = divide(body.width, ui.ratios.weights(split), split.least());
    parts
        .into_iter()
        .map(|width| {
            let column = Rect { x, width, ..body };
            x += width;
            column
        })
        .collect()
}

fn rows(column: Rect, split: Split, ui: &Ui) -> Vec<Rect> {
    let mut y = column.y;
    let parts = divide(column.height, ui.ratios.weights(split), split.least());
    parts
        .into_iter()
        .map(|height| {
            let row = Rect { y, height, ..column };
            y += height;
            row
        })
        .collect()
}

fn slot(panes: &'static [Pane], outer: Rect, class: Class, ui: &Ui) -> Slot {
    let frame = if class == Class::Narrow { Frame::Rule } else { Frame::Box };
    Slot { panes, shown: ui.shown(panes), outer, inner: inside(outer, frame), frame }
}

fn inside(outer: Rect, frame: Frame) -> Rect {
    match frame {
        Frame::Rule => Rect { y: outer.y + 1, height: outer.height - 1, ..outer },
        Frame::Box => Rect {
            x: outer.x + 1,
            y: outer.y + 1,
            width: outer.width.saturating_sub(2),
            height: outer.height.saturating_sub(2),
        },
    }
}

/// The split that a pane's width or height is part of, its place in it, and the split's length.
fn split_of(ui: &Ui, class: Class, body: Rect, direction: Resize) -> Option<(Split, usize, u16)> {
    let splits = places(class, body.width, ui);
    let (column, split, row) = splits.iter().enumerate().find_map(|(column, split)| {
        let row = split.slots().iter().position(|panes| panes.contains(&ui.focus))?;
        Some((column, *split, row))
    })?;
    match direction {
        Resize::Wider | Resize::Narrower => {
            column_split(class, body.width).map(|columns| (columns, column, body.width))
        }
        Resize::Taller | Resize::Shorter => Some((split, row, body.height)),
    }
}

#[cfg(test)]
mod tests;
