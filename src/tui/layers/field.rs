//! A place to type text in: one line, or several.

use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::{Canvas, Row};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use tui_textarea::{CursorMove, DataCursor, TextArea};

/// Pasted text beyond this is cut, with a notice.
pub const MOST_PASTED: usize = 1 << 20;

/// How many lines a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    One,
    Many,
}

/// Whether typed text may be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Plainly,
    /// As one `*` per character.
    Masked,
}

/// Editable text with a cursor.
#[derive(Debug)]
pub struct Field {
    area: TextArea<'static>,
    lines: Lines,
    shown: Shown,
}

impl Field {
    /// A field of one line that holds `text`, the cursor behind it.
    pub fn line(text: &str) -> Self {
        Self::new(text, Lines::One, Shown::Plainly)
    }

    /// A field of several lines.
    pub fn text(text: &str) -> Self {
        Self::new(text, Lines::Many, Shown::Plainly)
    }

    /// A field whose text is not shown.
    pub fn masked() -> Self {
        Self::new("", Lines::One, Shown::Masked)
    }

    fn new(text: &str, lines: Lines, shown: Shown) -> Self {
        let mut field = Self { area: TextArea::default(), lines, shown };
        field.insert(text);
        field
    }

    /// The whole text.
    pub fn value(&self) -> String {
        self.area.lines().join("\n")
    }

    /// How many lines the text has.
    pub fn height(&self) -> usize {
        self.area.lines().len()
    }

    /// Whether nothing was typed.
    pub fn is_empty(&self) -> bool {
        self.area.is_empty()
    }

    /// Replaces the text, the cursor behind it.
    pub fn set(&mut self, text: &str) {
        self.area.select_all();
        self.area.cut();
        self.insert(text);
    }

    /// Inserts at the cursor; line breaks become blanks in a field of one line.
    pub fn insert(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        match self.lines {
            Lines::Many => self.area.insert_str(text),
            Lines::One => self.area.insert_str(text.trim_end_matches('\n').replace('\n', " ")),
        };
    }

    /// Breaks the line at the cursor, if the field may have several.
    pub fn break_line(&mut self) {
        if self.lines == Lines::Many {
            self.area.insert_newline();
        }
    }

    /// The row of the cursor, from 0.
    pub fn row(&self) -> usize {
        self.area.cursor().0
    }

    /// The name or path that ends at the cursor, for completion.
    pub fn word(&self) -> String {
        let DataCursor(row, column) = self.area.cursor();
        let before: String = self.area.lines()[row].chars().take(column).collect();
        before[word_start(&before)..].to_owned()
    }

    /// Puts `whole` where the word before the cursor is.
    pub fn complete(&mut self, whole: &str) {
        for _ in self.word().chars() {
            self.area.delete_char();
        }
        self.area.insert_str(whole);
    }

    /// Takes an editing key; keys that edit nothing are left alone.
    pub fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if control => {
                self.area.delete_line_by_head();
            }
            KeyCode::Char('m' | 'j') if control => {}
            KeyCode::Enter | KeyCode::Tab | KeyCode::BackTab | KeyCode::Esc => {}
            KeyCode::Up | KeyCode::Down if self.lines == Lines::One => {}
            KeyCode::Home => self.area.move_cursor(CursorMove::Head),
            KeyCode::End => self.area.move_cursor(CursorMove::End),
            _ => {
                self.area.input(key);
            }
        }
    }

    /// Draws the text from the row's place to its end, with a cursor if the field has the focus.
    pub fn draw_line(&self, row: &mut Row<'_>, focus: Focus) -> Option<usize> {
        self.draw_row(row, self.row(), focus)
    }

    /// Draws one line of the text; gives the cursor's column in the row if it is there.
    pub fn draw_row(&self, row: &mut Row<'_>, line: usize, focus: Focus) -> Option<usize> {
        let DataCursor(at, column) = self.area.cursor();
        let text = self.visible(line);
        if focus == Focus::Elsewhere || at != line {
            row.cut(&text, Role::Text);
            return None;
        }
        let split = text.char_indices().nth(column).map_or(text.len(), |(byte, _)| byte);
        let (before, behind) = text.split_at(split);
        let room = row.room().saturating_sub(2);
        let before = text::cut_left(before, room, row.look.marks.cut, row.look.charset);
        row.put(&before, Role::Text);
        let cursor = row.column();
        let behind = if behind.is_empty() { " " } else { behind };
        row.cut(behind, Role::Text);
        Some(cursor)
    }

    /// Draws the line of a field behind its label, in a row of an area.
    pub(super) fn draw_labelled(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        index: u16,
        label: &str,
        focus: Focus,
    ) {
        let mut row = canvas.row(area, index);
        row.put(label, Role::Key);
        if let Some(column) = self.draw_line(&mut row, focus) {
            show_cursor(canvas, area, index, column);
        }
    }

    /// Draws the last lines that fit, the cursor's among them.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, prefix: &str, focus: Focus) {
        let height = usize::from(area.height);
        let first = (self.row() + 1).saturating_sub(height);
        for index in 0..area.height {
            let line = first + usize::from(index);
            if line >= self.height() {
                return;
            }
            let mut row = canvas.row(area, index);
            row.put(if line == 0 { prefix } else { "  " }, Role::Key);
            if let Some(column) = self.draw_row(&mut row, line, focus) {
                show_cursor(canvas, area, index, column);
            }
        }
    }

    fn visible(&self, line: usize) -> String {
        let text = &self.area.lines()[line];
        match self.shown {
            Shown::Plainly => text.clone(),
            Shown::Masked => "*".repeat(text.chars().count()),
        }
    }
}

/// Where the name or path begins that a text ends with; members in brackets belong to it:
/// `headers["content-type"]`.
fn word_start(text: &str) -> usize {
    let belongs =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.' | '[' | ']');
    let mut start = text.len();
    loop {
        let before = &text[..start];
        let quoted = before.strip_suffix("\"]").and_then(|inside| inside.rfind("[\""));
        match before.chars().next_back() {
            _ if quoted.is_some() => start = quoted.unwrap_or(start),
            Some(letter) if belongs(letter) => start -= letter.len_utf8(),
            _ => return start,
        }
    }
}

/// Whether keys go to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    Here,
    Elsewhere,
}

/// Reverses the cell where the next character goes.
pub fn show_cursor(canvas: &mut Canvas<'_>, area: Rect, row: u16, column: usize) {
    let x = area.x + u16::try_from(column).unwrap_or(u16::MAX).min(area.width.saturating_sub(1));
    let cell = Rect { x, y: area.y + row, width: 1, height: 1 };
    canvas.restyle(cell, ratatui::style::Style::new().add_modifier(Modifier::REVERSED));
}

/// Cuts what is too long to be typed; says so.
pub fn bounded(text: &str) -> (&str, Option<String>) {
    if text.len() <= MOST_PASTED {
        return (text, None);
    }
    let end = (0..=MOST_PASTED).rev().find(|index| text.is_char_boundary(*index)).unwrap_or(0);
    let notice = format!("pasted text was cut to 1 MB ({} bytes were pasted)", text.len());
    (&text[..end], Some(notice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_before_the_cursor_is_a_whole_path() {
        for (text, word) in [
            ("1 + basket.items[0].na", "basket.items[0].na"),
            ("f(odd[\"x y\"]", "odd[\"x y\"]"),
            ("a + odd[\"quo\\\"te\"][\"b c\"].d", "odd[\"quo\\\"te\"][\"b c\"].d"),
            ("größe", "größe"),
            ("a + \"", ""),
            ("", ""),
        ] {
            assert_eq!(&text[word_start(text)..], word, "{text}");
            let mut field = Field::line(text);
            field.complete("whole");
            assert_eq!(field.value(), format!("{}whole", &text[..text.len() - word.len()]));
        }
    }
}
