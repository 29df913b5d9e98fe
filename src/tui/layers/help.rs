//! Help: every action with its keys, searched by word or key; Enter runs the entry.

use super::field::{Field, Focus, bounded, show_cursor};
use super::{Act, Overlay, Reply, sheet};
use crate::tui::app::App;
use crate::tui::keys::Entry;
use crate::tui::layout::Regions;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::Canvas;
use crossterm::event::{KeyCode, KeyEvent};

/// What nobody should look for a key for.
const LIMITS: &str = "The API can't pause a running thread, break on exceptions or on data, or \
    set a value: assignments run as expressions (e). Kept by this program, not by the server: \
    on/off, hit counts, log texts, run to cursor, watches, change marks, history. F10 and F11 are \
    often taken by the terminal or the window system: every action has a letter or a name too.";

/// Cells before what an action does: cursor, keys, name.
const BEFORE: u16 = 2 + KEYS + NAME;
const KEYS: u16 = 18;
const NAME: u16 = 20;
/// With less room than this beside the name, what an action does stands below it,
const BESIDE: u16 = 20;
/// so many cells from the left.
const BELOW: u16 = 4;
/// The same before the meaning of a mark.
const MARK: u16 = 8;

/// The help over all panes.
#[derive(Debug)]
pub struct Help {
    field: Field,
    cursor: usize,
}

impl Default for Help {
    fn default() -> Self {
        Self { field: Field::line(""), cursor: 0 }
    }
}

impl Help {
    fn found<'a>(&self, app: &'a App) -> Vec<&'a Entry> {
        let wanted = self.field.value();
        let is_offered = |entry: &&Entry| app.session.is_sandbox() || !entry.action.is_of_sandbox();
        let entries = app.keymap.entries().iter().filter(is_offered);
        entries.filter(|entry| matches(entry, &wanted)).collect()
    }

    /// How far the cursor goes: over the entries, then over what stands below them.
    fn last(&self, app: &App) -> usize {
        let found = self.found(app);
        let width = app.ui.size.width.saturating_sub(4);
        let lines = self.lines(&found, width, app);
        (found.len() + lines.len() - after_entries(&lines)).saturating_sub(1)
    }

    fn lines<'a>(&self, found: &[&'a Entry], width: u16, app: &'a App) -> Vec<HelpLine<'a>> {
        let mut lines = Vec::new();
        let mut group = "";
        for (index, entry) in found.iter().enumerate() {
            if entry.group != group {
                group = &entry.group;
                lines.push(HelpLine::Heading(group));
            }
            let is_beside = width >= BEFORE + BESIDE;
            let before = if is_beside { BEFORE } else { BELOW };
            let mut words = sheet::wrapped(&entry.does, width.saturating_sub(before), app);
            let is_first = is_beside && !words.is_empty();
            let first = if is_first { words.remove(0) } else { String::new() };
            lines.push(HelpLine::Entry(index, entry, first));
            lines.extend(words.into_iter().map(|words| HelpLine::More(before, words)));
        }
        if found.is_empty() {
            let text = format!("nothing has \"{}\" as its key or in its words", self.field.value());
            let words = sheet::wrapped(&text, width, app);
            lines.extend(words.into_iter().map(|words| HelpLine::More(0, words)));
        }
        if self.field.is_empty() {
            lines.extend(appendix(width, app));
        }
        lines
    }
}

/// What the marks mean, and what can't be done.
fn appendix(width: u16, app: &App) -> Vec<HelpLine<'_>> {
    let mut lines = vec![HelpLine::Heading("Marks")];
    for (mark, meaning) in app.ui.look().marks.legend() {
        let mut words = sheet::wrapped(meaning, width.saturating_sub(MARK), app);
        let first = if words.is_empty() { String::new() } else { words.remove(0) };
        lines.push(HelpLine::Mark(mark, first));
        lines.extend(words.into_iter().map(|words| HelpLine::More(MARK, words)));
    }
    lines.push(HelpLine::Heading("Limits"));
    let words = sheet::wrapped(LIMITS, width, app);
    lines.extend(words.into_iter().map(|words| HelpLine::More(0, words)));
    lines
}

enum HelpLine<'a> {
    Heading(&'a str),
    Entry(usize, &'a Entry, String),
    Mark(&'static str, String),
    /// More words of what stands above, so far from the left.
    More(u16, String),
}

/// A single character or a key's name finds keys; anything else finds words.
fn matches(entry: &Entry, wanted: &str) -> bool {
    let by_key = entry.keys.iter().any(|keys| {
        let text = keys.to_string();
        text == wanted || wanted.chars().count() > 1 && text.eq_ignore_ascii_case(wanted)
    });
    if wanted.chars().count() == 1 {
        return by_key;
    }
    let text = format!("{} {} {}", entry.action.name(), entry.does, entry.group).to_lowercase();
    by_key || wanted.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

impl Overlay for Help {
    fn key(&mut self, key: KeyEvent, app: &App) -> Reply {
        let last = self.last(app);
        match key.code {
            KeyCode::Esc | KeyCode::F(1) => return Reply::CLOSE,
            KeyCode::Enter => {
                let chosen = self.found(app).get(self.cursor).map(|entry| entry.action);
                return Reply::Close(chosen.map(Act::Action).into_iter().collect());
            }
            KeyCode::Down => self.cursor += 1,
            KeyCode::Up => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::PageDown => self.cursor += page(app),
            KeyCode::PageUp => self.cursor = self.cursor.saturating_sub(page(app)),
            _ => {
                self.field.key(key);
                self.cursor = 0;
                return Reply::STAY;
            }
        }
        self.cursor = self.cursor.min(last);
        Reply::STAY
    }

    fn paste(&mut self, text: &str, _: &App) -> Reply {
        self.field.insert(bounded(text).0);
        self.cursor = 0;
        Reply::STAY
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, app: &App) {
        let foot = "Enter runs it  Up/Down  Esc closes";
        let area = sheet::page(canvas, regions, "Help", foot);
        let mut row = canvas.row(area, 0);
        row.put("word or key: ", Role::Key);
        if let Some(column) = self.field.draw_line(&mut row, Focus::Here) {
            show_cursor(canvas, area, 0, column);
        }
        let found = self.found(app);
        let lines = self.lines(&found, area.width, app);
        let height = usize::from(area.height.saturating_sub(1));
        let is_here =
            |line: &HelpLine<'_>| matches!(line, HelpLine::Entry(i, ..) if *i == self.cursor);
        let at = lines.iter().position(is_here);
        // Beyond the last entry the cursor scrolls through what stands below.
        let bottom = at.map_or(after_entries(&lines) + self.cursor + 1 - found.len(), |at| at + 2);
        let first = bottom.saturating_sub(height).min(at.unwrap_or(bottom));
        for (index, line) in (1..area.height).zip(&lines[first.min(lines.len())..]) {
            self.draw_line(canvas, area, index, line);
        }
    }
}

/// How many entries stand on the sheet at least, beside what is above, around and below them.
fn page(app: &App) -> usize {
    usize::from(app.ui.size.height.saturating_sub(12)).max(1)
}

/// How many lines there are up to the last entry's.
fn after_entries(lines: &[HelpLine<'_>]) -> usize {
    let is_entry = |line: &HelpLine<'_>| matches!(line, HelpLine::Entry(..));
    lines.iter().rposition(is_entry).map_or(0, |last| last + 1)
}

impl Help {
    fn draw_line(
        &self,
        canvas: &mut Canvas<'_>,
        area: ratatui::layout::Rect,
        index: u16,
        line: &HelpLine<'_>,
    ) {
        let mut row = canvas.row(area, index);
        match line {
            HelpLine::Heading(text) => row.put(text, Role::Title),
            HelpLine::More(indent, text) => {
                row.skip(*indent);
                row.cut(text, Role::Dim);
            }
            HelpLine::Mark(mark, meaning) => {
                row.put("    ", Role::Text);
                row.field(mark, 4, Role::Key);
                row.cut(meaning, Role::Text);
            }
            HelpLine::Entry(number, entry, does) => {
                let here = *number == self.cursor;
                let ink = if here { Role::Cursor } else { Role::Text };
                row.put(if here { "> " } else { "  " }, Role::Current);
                row.field(&entry.keys_text(), usize::from(KEYS), Role::Key);
                row.field(entry.action.name(), usize::from(NAME), ink);
                row.cut(does, Role::Dim);
            }
        }
    }
}
