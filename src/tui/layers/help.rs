//! Help: every action with its keys, searched by word or key; Enter runs the entry.

use super::field::{Field, Focus, bounded, show_cursor};
use super::{Act, Overlay, Reply, sheet};
use crate::tui::app::App;
use crate::tui::keys::Entry;
use crate::tui::layout::Regions;
use crate::tui::theme::Role;
use crate::tui::view::paint::Canvas;
use crossterm::event::{KeyCode, KeyEvent};

/// What nobody should look for a key for.
const LIMITS: [&str; 4] = [
    "The API can't pause a running thread, break on exceptions or on data, or set a value:",
    "assignments run as expressions (e). Kept by this program, not by the server: on/off, hit",
    "counts, log texts, run to cursor, watches, change marks, history. F10 and F11 are often",
    "taken by the terminal or the window system: every action has a letter or a name too.",
];

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
        app.keymap.entries().iter().filter(|entry| matches(entry, &wanted)).collect()
    }

    fn lines<'a>(&self, found: &[&'a Entry], app: &App) -> Vec<HelpLine<'a>> {
        let mut lines = Vec::new();
        let mut group = "";
        for (index, entry) in found.iter().enumerate() {
            if entry.group != group {
                group = &entry.group;
                lines.push(HelpLine::Heading(group));
            }
            lines.push(HelpLine::Entry(index, entry));
        }
        if self.field.is_empty() {
            lines.push(HelpLine::Heading("Marks"));
            let legend = app.ui.look().marks.legend();
            lines.extend(legend.into_iter().map(|(mark, meaning)| HelpLine::Mark(mark, meaning)));
            lines.push(HelpLine::Heading("Limits"));
            lines.extend(LIMITS.into_iter().map(HelpLine::Text));
        }
        lines
    }
}

#[derive(Clone, Copy)]
enum HelpLine<'a> {
    Heading(&'a str),
    Entry(usize, &'a Entry),
    Mark(&'static str, &'static str),
    Text(&'static str),
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
        let last = self.found(app).len().saturating_sub(1);
        match key.code {
            KeyCode::Esc | KeyCode::F(1) => return Reply::CLOSE,
            KeyCode::Enter => {
                let chosen = self.found(app).get(self.cursor).map(|entry| entry.action);
                return Reply::Close(chosen.map(Act::Action).into_iter().collect());
            }
            KeyCode::Down => self.cursor += 1,
            KeyCode::Up => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::PageDown => self.cursor += 10,
            KeyCode::PageUp => self.cursor = self.cursor.saturating_sub(10),
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
        let lines = self.lines(&found, app);
        let height = usize::from(area.height.saturating_sub(1));
        let at = lines
            .iter()
            .position(|line| matches!(line, HelpLine::Entry(i, _) if *i == self.cursor));
        let last_entry = self.cursor + 1 >= found.len();
        let bottom = if last_entry { lines.len() } else { at.unwrap_or(0) + 2 };
        let first = bottom.saturating_sub(height).min(at.unwrap_or(0));
        for (index, line) in (1..area.height).zip(&lines[first..]) {
            self.draw_line(canvas, area, index, *line);
        }
    }
}

impl Help {
    fn draw_line(
        &self,
        canvas: &mut Canvas<'_>,
        area: ratatui::layout::Rect,
        index: u16,
        line: HelpLine<'_>,
    ) {
        let mut row = canvas.row(area, index);
        match line {
            HelpLine::Heading(text) => row.put(text, Role::Title),
            HelpLine::Text(text) => row.cut(text, Role::Dim),
            HelpLine::Mark(mark, meaning) => {
                row.put("    ", Role::Text);
                row.field(mark, 4, Role::Key);
                row.cut(meaning, Role::Text);
            }
            HelpLine::Entry(number, entry) => {
                let here = number == self.cursor;
                row.put(if here { "> " } else { "  " }, Role::Current);
                row.field(&entry.keys_text(), 18, Role::Key);
                row.field(entry.action.name(), 20, if here { Role::Cursor } else { Role::Text });
                row.cut(&entry.does, Role::Dim);
            }
        }
    }
}
