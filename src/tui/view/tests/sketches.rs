//! The design's sketches, cell by cell.
//!
//! A sketch is a drawing: here and there its numbers contradict each other or name what no answer
//! of the server tells. Those places are corrected by name, all others must be met.

use super::shop::{ascii, look_at, open, sketched};
use super::{rows, screen};
use crate::tui::ui::Pane;

/// Rows of a sketch by their place on the screen; `: rows 4-9` stands for rows left out.
fn places(sketch: &str) -> Vec<(usize, &str)> {
    let mut y = 0;
    let mut rows = Vec::new();
    for row in sketch.lines() {
        if let Some(gap) = row.trim_start().strip_prefix(": row") {
            let last = gap.trim_start_matches('s').trim().rsplit('-').next().unwrap_or_default();
            y = last.parse().expect("the last row left out");
        } else {
            rows.push((y, row));
            y += 1;
        }
    }
    rows
}

/// The script goes on behind its line 151, the sketches' does not.
fn with_blank_tail(drawn: &str) -> String {
    let mut row = drawn.to_owned();
    for number in 152..=170 {
        let line = format!("   {number}   | // line {number}");
        row = row.replace(&line, &" ".repeat(line.len()));
    }
    row
}

/// Compares the drawn rows with a sketch, of which some texts are corrected.
fn compare(sketch: &str, drawn: &[String], corrected: &[(&str, &str)]) {
    let mut sketch = sketch.to_owned();
    for (wrong, right) in corrected {
        assert!(sketch.contains(wrong), "{wrong:?} is in the sketch");
        sketch = sketch.replace(wrong, right);
    }
    let differences: Vec<String> = places(&sketch)
        .into_iter()
        .filter(|(y, row)| with_blank_tail(&drawn[*y]) != *row)
        .map(|(y, row)| format!("{y:>2} sketch {row}\n   drawn  {}", drawn[y]))
        .collect();
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

#[test]
fn narrow() {
    let mut stage = sketched(ascii());
    stage.app.ui.list_mut(Pane::Variables).cursor = 4;
    let drawn = rows(&screen(&stage.app, 80, 24));
    // The scope has as many variables as it shows.
    let local = "  - local                                                                     ";
    let corrected = [(format!("{local}6"), format!("{local}4"))];
    let corrected = corrected.each_ref().map(|(wrong, right)| (wrong.as_str(), right.as_str()));
    compare(include_str!("../sketches/80x24.txt"), &drawn, &corrected);
}

#[test]
fn two_columns() {
    let mut stage = sketched(ascii());
    open(&mut stage, &["local", "basket", "productLineItems"]);
    look_at(&mut stage, 142, 132);
    let drawn = rows(&screen(&stage.app, 120, 40));
    let corrected = [
        ("local                                   6", "local                                   4"),
        ("Collection     1,204", "Collection       940"),
        (".. 200 of 1,204, m loads 200 more  ", ".. 2 of 940, m loads 200 more      "),
        (" 1 watch changed, 2 locals changed", "  1 watch changed, 1 local changed"),
    ];
    compare(include_str!("../sketches/120x40.txt"), &drawn, &corrected);
}

#[test]
fn three_columns() {
    let mut stage = sketched(ascii());
    open(&mut stage, &["local", "basket", "productLineItems"]);
    look_at(&mut stage, 142, 132);
    stage.app.ui.list_mut(Pane::Variables).cursor = 7;
    let drawn = rows(&screen(&stage.app, 200, 60));
    let corrected = [
        (
            "local                                                   6",
            "local                                                   4",
        ),
        ("round trip 81 ms", "round trip 0 ms "),
        (
            " 142/310, code version build_4711, local file matches",
            "---------- 142/310, 3 breakpoints, local file matches",
        ),
    ];
    compare(include_str!("../sketches/200x60.txt"), &drawn, &corrected);
}
