//! The source: the line of execution, the cursor, breakpoints, values beside the code.

use super::breakpoint_mark::judged_mark;
use super::source_foot::foot;
use super::tree_row::cut_value;
use super::{code, designed, footer};
use crate::api::ids::Line;
use crate::session::{
    Breakpoint, BreakpointKey, HaltNumber, HitRule, InlineValue, Source, SourceState,
};
use crate::tui::app::App;
use crate::tui::layout::{Class, Frame, Regions, Slot};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::SourceView;
use crate::tui::widgets::frame::{self, Focus, Heading};
use crate::tui::widgets::paint::{Canvas, Row, cells};
use crate::tui::widgets::words::elapsed;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::collections::HashMap;

/// Cells of one value beside the code.
const INLINE_VALUE: usize = 32;
/// Cells after a value's name that tell something of it: ` = ` and its first ten.
const INLINE_SHORTEST: usize = 13;
/// Lines above the line of execution that get values.
const NOTED_LINES: u32 = 200;

/// Draws the pane.
pub(super) fn draw(canvas: &mut Canvas<'_>, app: &App, regions: &Regions, slot: &Slot) {
    let source = app.source().filter(|source| !source.lines.is_empty());
    let heading = heading(app, source, regions.class, slot);
    frame::draw(canvas, slot, &app.ui, &heading);
    if let Some(source) = source {
        let pane = Pane::of(app, source, regions, slot);
        pane.lines(canvas);
    }
    designed::draw(canvas, app, slot.inner, source.is_some());
}

fn heading(app: &App, source: Option<&Source>, class: Class, slot: &Slot) -> Heading {
    let verbs = footer::in_frame(app, class, slot).map(|strip| strip.text()).unwrap_or_default();
    let Some(script) = app.script() else {
        return Heading { title: "Source".to_owned(), foot: String::new(), verbs };
    };
    let gap = match slot.frame {
        Frame::Rule => " - ",
        Frame::Box => "  ",
    };
    let differs = matches!(source.map(|source| &source.state), Some(SourceState::Differs(_)));
    let warning = if differs { format!("{gap}lines may be off") } else { String::new() };
    let past = app.shown().past.map(|halt| format!("{gap}{}", past_halt(app, halt)));
    let past = past.unwrap_or_default();
    let kin = app.session.kinship(&script).into_iter();
    let kin = kin.fold(String::new(), |all, kin| all + gap + &kin);
    let title = format!("{}{past}{gap}{}{kin}{warning}", script.file_name(), script.folder());
    let foot = source.map(|source| foot(app, source, class)).unwrap_or_default();
    Heading { title, foot, verbs }
}

/// Which of the recorded halts is shown, and how old it is: `halt 2 of 4, 26 s ago`.
fn past_halt(app: &App, number: HaltNumber) -> String {
    let mut halts = app.session.history().halts();
    let total = halts.len();
    let at = halts.position(|halt| halt.number == number).map_or(0, |at| at + 1);
    let age = app.session.history().get(number).map(|halt| elapsed(app.ui.age(halt.at)));
    format!("halt {at} of {total}, {} ago", age.unwrap_or_default())
}

struct Pane<'a> {
    app: &'a App,
    source: &'a Source,
    view: SourceView,
    area: Rect,
    numbers: usize,
    focus: Focus,
    /// The line of the selected frame, if it is in this script.
    execution: Option<Line>,
    notes: HashMap<Line, Vec<String>>,
    matches: code::Matcher,
}

impl<'a> Pane<'a> {
    fn of(app: &'a App, source: &'a Source, regions: &Regions, slot: &Slot) -> Self {
        let scene = app.shown();
        let area = slot.inner;
        let digits = source.lines.len().to_string().len();
        let mut pane = Self {
            app,
            source,
            view: app.ui.source(&source.script),
            area,
            numbers: if area.width >= 60 { digits.max(5) } else { digits },
            focus: Focus::of(slot, &app.ui),
            execution: scene.line_in(source),
            notes: HashMap::new(),
            matches: code::Matcher::new(&app.ui.source_search),
        };
        pane.note_breakpoints();
        if regions.inline_values && !app.ui.is_faded() {
            pane.note_values();
        }
        pane
    }

    /// The first line on screen: where the view stands, but never without a line.
    fn top(&self) -> usize {
        let last = self.source.lines.len().saturating_sub(1);
        (self.view.top.0.max(1) as usize - 1).min(last)
    }

    fn note_breakpoints(&mut self) {
        for breakpoint in self.app.session.breakpoints().of_script(&self.source.script) {
            let notes = breakpoint_notes(self.app, breakpoint);
            if !notes.is_empty() {
                self.notes.insert(breakpoint.key().line, notes);
            }
        }
    }

    /// Each value once: beside the first line of its function that has room for its beginning and no other note, at
    /// the latest beside the line of execution. Values that changed on the way would mislead above.
    fn note_values(&mut self) {
        let Some(execution) = self.execution else { return };
        let range = execution.0.saturating_sub(NOTED_LINES)..execution.0 + 1;
        let outline = self.app.session.sources().outline(&self.source.script);
        let mut shown: Vec<String> = Vec::new();
        for value in self.app.shown().inline_values((self.source, outline), range) {
            let name = &value.node.name;
            let is_last = value.line == execution;
            let tells = inline_value(&value, self.app) != "{…}" && !is_said_old(&value, self.app);
            if shown.contains(name) || !tells || !(is_last || self.has_room(&value)) {
                continue;
            }
            shown.push(name.clone());
            let text = inline_text(&value, self.app);
            self.notes.entry(value.line).or_default().push(text);
        }
    }

    fn has_room(&self, value: &InlineValue<'_>) -> bool {
        let code = self.source.line(value.line).unwrap_or_default();
        let key = BreakpointKey::new(self.source.script.clone(), value.line);
        if code.contains("function")
            || self
                .app
                .session
                .breakpoints()
                .get(&key)
                .is_some_and(|other| !breakpoint_notes(self.app, other).is_empty())
        {
            return false;
        }
        let room = usize::from(self.area.width).saturating_sub(self.numbers + 6);
        let charset = self.app.ui.charset;
        let notes = self.notes.get(&value.line).into_iter().flatten();
        let used: usize = notes.map(|note| text::width(note, charset) + 3).sum();
        let note = text::width(&inline_text(value, self.app), charset);
        let telling = text::width(&value.node.name, charset) + INLINE_SHORTEST;
        text::width_up_to(code, room, charset) + used + note.min(telling) + 3 <= room
    }

    fn lines(&self, canvas: &mut Canvas<'_>) {
        let lines = self.source.lines.iter().enumerate().skip(self.top());
        for (y, (index, text)) in (0..self.area.height).zip(lines) {
            let line = Line(u32::try_from(index + 1).unwrap_or(u32::MAX));
            let row = canvas.row(self.area, y);
            self.line(row, line, index, text);
            if self.execution == Some(line) {
                let row = Rect { y: self.area.y + y, height: 1, ..self.area };
                canvas.restyle(row, canvas.look.style(Role::Line));
            }
        }
        if self.app.ui.is_faded() {
            canvas.restyle(self.area, Style::new().add_modifier(Modifier::DIM));
        }
    }

    fn line(&self, mut row: Row<'_>, line: Line, index: usize, text: &str) {
        let is_execution = self.execution == Some(line);
        self.gutter(&mut row, line);
        let weight = if is_execution { Modifier::BOLD } else { Modifier::empty() };
        let spans = self.app.ui.highlights.spans(&self.source.script, index);
        let whole = code::Code { text, spans, matches: &self.matches, weight }
            .draw(&mut row, self.view.column);
        if !whole {
            return;
        }
        for note in self.notes.get(&line).into_iter().flatten() {
            row.put("   ", Role::Inline);
            row.cut(note, Role::Inline);
        }
    }

    fn gutter(&self, row: &mut Row<'_>, line: Line) {
        let marks = row.look.marks;
        let is_execution = self.execution == Some(line);
        let unconfirmed = self.app.shown().unconfirmed;
        let is_caller = self.app.shown().selected > 0;
        let mark = match (is_execution, unconfirmed) {
            (true, true) => marks.unverified,
            (true, false) if is_caller => marks.caller,
            (true, false) if self.app.shown().past.is_some() => marks.past,
            (true, false) => marks.current,
            (false, _) => " ",
        };
        row.put(mark, Role::Current);
        let ink = if is_execution { Role::Current } else { Role::Dim };
        let mut style = row.look.style(ink);
        if line == self.view.cursor {
            style = style.patch(match self.focus {
                Focus::Here => row.look.style(Role::Cursor),
                Focus::Elsewhere => Style::new().add_modifier(Modifier::UNDERLINED),
            });
        }
        row.put(&format!("{line:>0$}", self.numbers), style);
        row.put(" ", Role::Text);
        let key = BreakpointKey::new(self.source.script.clone(), line);
        let breakpoint = self.app.session.breakpoints().get(&key);
        let mark = breakpoint.map_or(" ", |breakpoint| judged_mark(self.app, marks, breakpoint));
        row.put(mark, Role::Breakpoint);
        row.put(" ", Role::Text);
        // Shifted sideways, the bar says that something is cut off behind it.
        let is_shifted = self.view.column > 0;
        row.put(if is_shifted { "<" } else { marks.plain.vertical }, Role::Border);
        row.put(" ", Role::Text);
    }
}

fn breakpoint_notes(app: &App, breakpoint: &Breakpoint) -> Vec<String> {
    let spec = &breakpoint.spec;
    let condition = spec.condition.as_ref().map(|condition| format!("if {condition}"));
    let hits = spec.hit_rule.map(HitRule::words);
    let log = spec.log.as_ref().map(|log| format!("log \"{log}\""));
    let halts = spec.also_halts.then(|| "halts, too".to_owned());
    let sources = app.session.sources();
    let after = spec.after.as_ref();
    let after = after.map(|key| format!("after {}", sources.place(&key.script, key.line)));
    [condition, hits, log, halts, after].into_iter().flatten().collect()
}

fn inline_text(value: &InlineValue<'_>, app: &App) -> String {
    let look = app.ui.look();
    let value_text = inline_value(value, app);
    let text = cut_value(&value_text, INLINE_VALUE, look.marks.cut, text::Charset::Unicode);
    format!("{} = {text}", value.node.name)
}

/// Whether it or its members are of an earlier place, and have been for long: a row can say so, a note can't.
fn is_said_old(value: &InlineValue<'_>, app: &App) -> bool {
    let tree = app.shown().tree.filter(|_| app.ui.says_old());
    tree.is_some_and(|tree| value.node.stale || tree.has_old_members(value.node))
}

fn inline_value(value: &InlineValue<'_>, app: &App) -> String {
    let tree = app.shown().tree;
    let Some(tree) = tree else { return value.node.value.to_string() };
    let text = tree.shown_value(value.node);
    if text == *value.node.value { text } else { text.replace('…', app.ui.look().marks.cut) }
}

/// The column in which code begins, counted from the pane's left edge: for the mouse.
pub fn gutter_width(lines: usize, area: Rect) -> u16 {
    let digits = lines.to_string().len();
    cells(if area.width >= 60 { digits.max(5) } else { digits }) + 6
}
