//! The README's pictures: the demo's own screen, drawn by the program. `UPDATE_PICTURE=1 cargo test
//! picture` draws them anew; otherwise a test fails when its screen has moved on.

use crate::testkit::terminal::{Size, Terminal};
use haltscope::tui::picture::to_svg;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// Beyond the sizes that other tests use.
const WIDE: Size = Size(200, 50);

#[test]
fn the_readmes_picture_is_the_screen() {
    check("screen.svg", Size::LARGE, |terminal| {
        stepped(terminal);
        evaluated(terminal);
        watched(terminal);
    });
}

#[test]
fn the_readmes_picture_of_a_recorded_halt_is_the_screen() {
    check("history.svg", Size::LARGE, |terminal| {
        stepped(terminal);
        terminal.press("7[");
        terminal.wait_text("halt 3 of 4");
    });
}

#[test]
fn the_readmes_picture_of_a_wide_screen_is_the_screen() {
    check("wide.svg", WIDE, |terminal| {
        stepped(terminal);
        evaluated(terminal);
        watched(terminal);
    });
}

/// Brings the demo to a scene and compares it with the picture that is kept.
fn check(name: &str, size: Size, scene: impl FnOnce(&Terminal)) {
    let home = tempfile::tempdir().expect("a folder");
    let terminal = Terminal::haltscope(size, home.path(), &["demo"], &[]);
    terminal.wait_text("[Product sku=KM01001]");
    scene(&terminal);
    let draw = |screen: &vt100::Screen| to_svg(&buffer(screen));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(name);
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        terminal.wait_quiet(Duration::from_millis(250));
        std::fs::write(&file, terminal.with_screen(draw)).expect("written");
    }
    let kept = words(&std::fs::read_to_string(&file).expect("the picture"));
    // What is read beside the scene, such as values in the source, may come a little later.
    if terminal.comes_to(|screen| words(&draw(screen)) == kept) {
        return;
    }
    let now = words(&terminal.with_screen(draw));
    let gone: Vec<_> = kept.difference(&now).collect();
    let new: Vec<_> = now.difference(&kept).collect();
    panic!("draw {name} anew: gone {gone:?}, new {new:?}");
}

/// A thread that was stepped three times.
fn stepped(terminal: &Terminal) {
    // What a halt has read is compared with the next one's, so it has to be there before that.
    for (key, place, read) in [
        ("s", "selectedVariation()", "attribute   undefined"),
        ("n", ":13 ", "≠   ▸ model"),
        ("n", ":14 ", "≠   ▸ master"),
    ] {
        terminal.press(key);
        terminal.wait_for(place, |text| {
            let bar = text.lines().next().unwrap_or_default();
            bar.contains("HALTED") && bar.contains(place) && text.contains(read)
        });
    }
}

/// An expression that was evaluated.
fn evaluated(terminal: &Terminal) {
    terminal.press("e");
    terminal.wait_text("[Eval");
    terminal.press("product.name + ', ' + product.brand\r");
    terminal.wait_text("Heron Mug, Fenwick Mill");
    terminal.wait_for("the console alone", |text| !text.contains("[Eval"));
}

/// A value that was opened, one of its members watched.
fn watched(terminal: &Terminal) {
    terminal.press("1gjl");
    terminal.wait_text("shortDescription");
    terminal.press("jjjw");
    terminal.wait_text("watching product.name");
    terminal.wait_for("the watch", |text| {
        text.lines().any(|row| row.contains("product.name  ") && row.contains("Heron Mug"))
    });
}

/// What the picture says, without numbers: they tell of time; and without texts that are cut: which of
/// many values have been read ahead, and so how each is told, is a matter of time as well.
fn words(svg: &str) -> BTreeSet<String> {
    let texts = svg.split('>').filter_map(|piece| piece.split_once("</text")).map(|(text, _)| text);
    let whole = texts.filter(|text| !text.contains('…'));
    let words = whole.flat_map(str::split_whitespace);
    let without_numbers =
        words.map(|word| word.replace(|letter: char| letter.is_ascii_digit(), ""));
    without_numbers.filter(|word| word.chars().any(char::is_alphabetic)).collect()
}

fn buffer(screen: &vt100::Screen) -> Buffer {
    let (rows, columns) = screen.size();
    let mut buffer = Buffer::empty(Rect::new(0, 0, columns.get(), rows.get()));
    for row in 0..rows.get() {
        for column in 0..columns.get() {
            let Some(cell) = screen.cell(row, column) else { continue };
            let target = &mut buffer[Position::new(column, row)];
            let symbol = if cell.has_contents() { cell.contents() } else { " " };
            target.set_symbol(symbol).set_style(style(cell));
        }
    }
    buffer
}

fn style(cell: &vt100::Cell) -> Style {
    let modifiers = [
        (cell.bold(), Modifier::BOLD),
        (cell.dim(), Modifier::DIM),
        (cell.italic(), Modifier::ITALIC),
        (cell.underline(), Modifier::UNDERLINED),
        (cell.inverse(), Modifier::REVERSED),
    ];
    let set = modifiers.into_iter().filter(|(is_set, _)| *is_set).map(|(_, modifier)| modifier);
    Style::new().fg(color(cell.fgcolor())).bg(color(cell.bgcolor())).add_modifier(set.collect())
}

/// The sixteen colours of a terminal, in the order of their codes.
const SIXTEEN: [Color; 16] = [
    Color::Black,
    Color::Red,
    Color::Green,
    Color::Yellow,
    Color::Blue,
    Color::Magenta,
    Color::Cyan,
    Color::Gray,
    Color::DarkGray,
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightBlue,
    Color::LightMagenta,
    Color::LightCyan,
    Color::White,
];

fn color(color: vt100::Color) -> Color {
    match color {
        vt100::Color::Default => Color::Reset,
        vt100::Color::Idx(index) => {
            SIXTEEN.get(usize::from(index)).copied().unwrap_or(Color::Indexed(index))
        }
        vt100::Color::Rgb(red, green, blue) => Color::Rgb(red, green, blue),
    }
}
