//! How much of the screen says something: the demo's at each size, with its values read.
//! `cargo test share -- --nocapture` prints the figures.

use crate::testkit::terminal::{Size, Terminal};
use std::time::Duration;

/// Columns, rows, and the share that is asked for in percent.
const SIZES: [(Size, usize); 6] = [
    (Size(60, 20), 40),
    (Size(80, 24), 38),
    (Size(100, 30), 30),
    (Size(120, 40), 26),
    (Size(160, 45), 22),
    (Size(200, 60), 15),
];

/// Neither blank nor a part of a frame.
fn says_something(cell: &vt100::Cell) -> bool {
    const FRAMES: &str = "─│┌┐└┘═║╔╗╚╝";
    cell.has_contents() && !cell.contents().trim().is_empty() && !FRAMES.contains(cell.contents())
}

fn share(screen: &vt100::Screen) -> usize {
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let cells = places.filter_map(|(row, column)| screen.cell(row, column));
    let telling = cells.filter(|cell| says_something(cell)).count();
    telling * 100 / (usize::from(rows) * usize::from(columns))
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are printed for those who ask")]
fn the_share_of_text_at_each_size() {
    let home = tempfile::tempdir().expect("a folder");
    let terminal = Terminal::haltscope(Size(200, 60), home.path(), &["demo"], &[]);
    terminal.wait_text("[Product sku=KM01001] {ID");
    for (size, least) in SIZES {
        terminal.resize(size);
        // Drawn for that size: the footer's end is where its last row ends.
        terminal.wait_for("a frame of that size", |text| {
            let end =
                text.lines().nth(usize::from(size.1) - 1).map(|row| row.trim_end().to_owned());
            end.is_some_and(|row| {
                row.ends_with("? help") && row.chars().count() + 1 == usize::from(size.0)
            })
        });
        terminal.wait_quiet(Duration::from_millis(250));
        let share = terminal.with_screen(share);
        println!("{}x{}: {share} % of the cells hold text", size.0, size.1);
        assert!(share >= least, "{share} % at {}x{}:\n{}", size.0, size.1, terminal.text());
    }
}
