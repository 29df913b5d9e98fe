mod hints;
mod hostile;
mod looks;
mod newcomer;
mod odd_names;
mod panes;
mod shop;
mod sizes;
mod sketches;
mod stage;
mod states;

use super::draw;
use crate::tui::screen::Screen;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

/// The sizes at which every state is looked at.
const SIZES: [(u16, u16); 4] = [(40, 10), (80, 24), (120, 40), (200, 60)];

/// The screen's cells.
fn screen(shown: &Screen, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
    terminal.draw(|frame| draw(frame, shown)).expect("a frame");
    terminal.backend().buffer().clone()
}

/// The rows as a person sees them, trailing blanks cut.
fn rows(buffer: &Buffer) -> Vec<String> {
    (0..buffer.area.height).map(|y| row(buffer, y).trim_end().to_owned()).collect()
}

/// One row, whole.
fn row(buffer: &Buffer, y: u16) -> String {
    let mut row = String::new();
    let mut x = 0;
    while x < buffer.area.width {
        let symbol = buffer[(x, y)].symbol();
        row.push_str(symbol);
        x += u16::try_from(symbol.width()).expect("narrow").max(1);
    }
    row
}

fn text(shown: &Screen, width: u16, height: u16) -> String {
    rows(&screen(shown, width, height)).join("\n")
}

/// Each row is as wide as the screen, and no cell holds a control character.
fn assert_whole(buffer: &Buffer) {
    for y in 0..buffer.area.height {
        let row = row(buffer, y);
        assert_eq!(row.width(), usize::from(buffer.area.width), "row {y}: {row:?}");
        assert!(!row.chars().any(char::is_control), "row {y}: {row:?}");
    }
}
