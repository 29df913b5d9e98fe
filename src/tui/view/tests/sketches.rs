//! The whole screen as the design has it, cell by cell, at the three sizes of its drawings.

use super::shop::{ascii, look_at, open, sketched};
use super::{rows, screen};
use crate::tui::ui::Pane;

#[test]
fn narrow() {
    let mut stage = sketched(ascii());
    stage.screen.app.ui.list_mut(Pane::Variables).cursor = 4;
    insta::assert_snapshot!("whole_80x24", rows(&screen(&stage.screen, 80, 24)).join("\n"));
}

#[test]
fn two_columns() {
    let mut stage = sketched(ascii());
    open(&mut stage, &["local", "basket", "productLineItems"]);
    look_at(&mut stage, 142, 132);
    insta::assert_snapshot!("whole_120x40", rows(&screen(&stage.screen, 120, 40)).join("\n"));
}

#[test]
fn four_columns() {
    let mut stage = sketched(ascii());
    open(&mut stage, &["local", "basket", "productLineItems"]);
    look_at(&mut stage, 142, 132);
    stage.screen.app.ui.list_mut(Pane::Variables).cursor = 7;
    insta::assert_snapshot!("whole_200x60", rows(&screen(&stage.screen, 200, 60)).join("\n"));
}
