//! Forty sizes, each state: what is cut is never cut where it would mislead.

use super::shop::{ascii, plain, sketched, waiting};
use super::stage::Stage;
use super::{rows, screen};
use crate::session::StateWord;
use crate::tui::msg::Msg;
use crate::tui::ui::Pane;
use crate::tui::update;
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Size;

const WIDTHS: [u16; 8] = [40, 60, 72, 80, 100, 120, 160, 200];
const HEIGHTS: [u16; 5] = [10, 20, 30, 45, 60];

/// Every size with the rows that it shows.
fn each_size(stage: &Stage, mut look: impl FnMut(u16, u16, &[String])) {
    for width in WIDTHS {
        for height in HEIGHTS {
            look(width, height, &rows(&screen(&stage.screen, width, height)));
        }
    }
}

fn stages() -> Vec<Stage> {
    let mut past = sketched(plain());
    let newest = past.screen.app.session.history().newest().expect("a halt");
    past.screen.app.selection.go_back_to(newest);
    let mut all = vec![waiting(plain()), past];
    for pane in Pane::ALL {
        let mut stage = sketched(plain());
        stage.screen.app.ui.focus(pane);
        all.push(stage);
    }
    all
}

/// What stands before a mark for cut text, if that is a line's number or its colon.
fn cut_number<'a>(row: &'a str, marker: &str) -> Option<&'a str> {
    row.match_indices(marker).find_map(|(at, _)| {
        let before = row[..at].trim_end_matches(|letter: char| letter.is_ascii_digit());
        let script = [".js:", ".ds:"].iter().any(|ending| before.ends_with(ending));
        script.then(|| &row[before.len().saturating_sub(12)..at])
    })
}

#[test]
fn no_line_number_is_ever_cut() {
    assert_eq!(cut_number("Cart.js:1…", "…"), Some("Cart.js:1"), "the test sees it");
    for stage in stages() {
        each_size(&stage, |width, height, rows| {
            for row in rows {
                assert_eq!(cut_number(row, "…"), None, "{width}x{height}: {row}");
            }
        });
    }
}

#[test]
fn the_state_word_and_the_countdown_are_whole_at_every_size() {
    for stage in stages() {
        let word = stage.screen.app.state_word();
        each_size(&stage, |width, height, rows| {
            let bar = &rows[0];
            assert!(bar.starts_with(&format!(" {word}")), "{width}x{height}: {bar}");
            if word == StateWord::Halted {
                assert!(bar.contains(" 41s"), "{width}x{height}: {bar}");
            }
            for row in rows {
                for (at, mark) in row.match_indices("↻ ") {
                    let rest =
                        row[at + mark.len()..].trim_start_matches(|it: char| it.is_ascii_digit());
                    let is_whole = rest.starts_with('s') || rest.starts_with('?');
                    assert!(is_whole, "{width}x{height}: {row}");
                }
            }
        });
    }
}

#[test]
fn ascii_screens_have_no_other_sign_for_what_is_cut() {
    let stage = sketched(ascii());
    each_size(&stage, |width, height, rows| {
        for row in rows {
            assert!(row.is_ascii(), "{width}x{height}: {row}");
        }
    });
    let stage = sketched(plain());
    each_size(&stage, |width, height, rows| {
        let cut = rows.iter().find(|row| row.contains("(ano.."));
        assert_eq!(cut, None, "{width}x{height}");
    });
}

#[test]
fn help_says_what_a_key_does_at_any_size() {
    let mut stage = sketched(ascii());
    let _ = update(&mut stage.screen, Msg::Key(KeyEvent::from(KeyCode::Char('?'))));
    for (width, height) in [(40, 12), (60, 20), (80, 24), (200, 60)] {
        let _ = update(&mut stage.screen, Msg::Resize(Size::new(width, height)));
        let shown = rows(&screen(&stage.screen, width, height)).join("\n");
        for text in ["continue", "let the selected", "continue all", "let every"] {
            assert!(shown.contains(text), "{width}x{height}: {text}\n{shown}");
        }
    }
}
