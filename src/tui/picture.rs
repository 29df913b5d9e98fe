//! A picture of the screen: the cells of a [`Buffer`] as SVG, the same bytes for the same cells.
//!
//! Runs of text are placed cell by cell, so any monospaced font keeps the columns; borders are
//! drawn as lines, because glyphs of two rows seldom meet.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::collections::BTreeMap;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// One cell in pixels.
const CELL: (u32, u32) = (9, 19);
/// Between the cells and the picture's edge.
const MARGIN: u32 = 12;
/// From the top of a row to the baseline of its text.
const BASELINE: u32 = 14;
const INK: &str = "#d7dde6";
const GROUND: &str = "#14181f";
const FONT: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";

/// How a run of cells is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Look {
    ink: String,
    ground: String,
    weight: Modifier,
}

/// Draws every cell; the result is a whole SVG document.
pub fn to_svg(buffer: &Buffer) -> String {
    let width = u32::from(buffer.area.width) * CELL.0 + 2 * MARGIN;
    let height = u32::from(buffer.area.height) * CELL.1 + 2 * MARGIN;
    let mut svg = String::new();
    let mut lines = BTreeMap::new();
    for y in buffer.area.top()..buffer.area.bottom() {
        row(&mut svg, &mut lines, buffer, y);
    }
    for ((ink, dim), path) in lines {
        let _ = writeln!(svg, r#"<path d="{path}" stroke="{ink}"{}/>"#, opacity(dim, "stroke"));
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"{FONT}\" font-size=\"15\" \
         fill=\"none\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{GROUND}\"/>\n{svg}</svg>\n"
    )
}

type Lines = BTreeMap<(String, bool), String>;

fn row(svg: &mut String, lines: &mut Lines, buffer: &Buffer, y: u16) {
    let mut x = buffer.area.left();
    while x < buffer.area.right() {
        let cell = &buffer[(x, y)];
        let look = look(cell);
        let at = (left(buffer, x), top(buffer, y));
        if let Some(strokes) = strokes(cell.symbol()) {
            ground(svg, at, 1, &look);
            let path = lines.entry((look.ink.clone(), is_dim(&look))).or_default();
            path.push_str(&stroke_path(at, strokes));
            x += 1;
            continue;
        }
        let (text, width) = run(buffer, x, y, &look);
        ground(svg, at, width, &look);
        words(svg, at, &text, width, &look);
        x += width;
    }
}

/// The text from a cell on that looks alike; a wide glyph is a run of its own.
fn run(buffer: &Buffer, from: u16, y: u16, style: &Look) -> (String, u16) {
    let first = buffer[(from, y)].symbol();
    let width = u16::try_from(first.width()).unwrap_or(1).max(1);
    if width > 1 {
        return (first.to_owned(), width);
    }
    let mut text = String::new();
    let mut x = from;
    while x < buffer.area.right() {
        let cell = &buffer[(x, y)];
        let alike = look(cell) == *style;
        if !alike || cell.symbol().width() != 1 || strokes(cell.symbol()).is_some() {
            break;
        }
        text.push_str(cell.symbol());
        x += 1;
    }
    (text, (x - from).max(1))
}

fn ground(svg: &mut String, (x, y): (u32, u32), cells: u16, look: &Look) {
    if look.ground != GROUND {
        let (width, height) = (u32::from(cells) * CELL.0, CELL.1);
        let fill = &look.ground;
        let _ = writeln!(
            svg,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#
        );
    }
}

fn words(svg: &mut String, (x, y): (u32, u32), text: &str, cells: u16, look: &Look) {
    let underlined = look.weight.contains(Modifier::UNDERLINED);
    if text.trim().is_empty() && !underlined {
        return;
    }
    let blank = text.len() - text.trim_start_matches(' ').len();
    let shown = if underlined { text } else { text.trim_matches(' ') };
    let skipped = if underlined { 0 } else { u32::try_from(blank).unwrap_or(0) };
    let ends = u32::try_from(text.len() - text.trim_end_matches(' ').len()).unwrap_or(0);
    let width = u32::from(cells) - skipped - if underlined { 0 } else { ends };
    let _ = writeln!(
        svg,
        r#"<text x="{}" y="{}" textLength="{}" lengthAdjust="spacingAndGlyphs" fill="{}"{}>{}</text>"#,
        x + skipped * CELL.0,
        y + BASELINE,
        width * CELL.0,
        look.ink,
        weight(look),
        escaped(shown)
    );
}

fn weight(look: &Look) -> String {
    let mut attributes = opacity(is_dim(look), "fill").to_owned();
    for (modifier, attribute) in [
        (Modifier::BOLD, r#" font-weight="700""#),
        (Modifier::ITALIC, r#" font-style="italic""#),
        (Modifier::UNDERLINED, r#" text-decoration="underline""#),
    ] {
        if look.weight.contains(modifier) {
            attributes.push_str(attribute);
        }
    }
    attributes
}

fn is_dim(look: &Look) -> bool {
    look.weight.contains(Modifier::DIM)
}

fn opacity(dim: bool, of: &str) -> &'static str {
    match (dim, of) {
        (false, _) => "",
        (true, "fill") => r#" fill-opacity="0.62""#,
        (true, _) => r#" stroke-opacity="0.62""#,
    }
}

/// Markup is escaped, and blanks don't break: viewers draw a run of others as one.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace(' ', "\u{a0}")
}

fn left(buffer: &Buffer, x: u16) -> u32 {
    MARGIN + u32::from(x - buffer.area.x) * CELL.0
}

fn top(buffer: &Buffer, y: u16) -> u32 {
    MARGIN + u32::from(y - buffer.area.y) * CELL.1
}

fn look(cell: &Cell) -> Look {
    let ink = colour(cell.fg).unwrap_or_else(|| INK.to_owned());
    let ground = colour(cell.bg).unwrap_or_else(|| GROUND.to_owned());
    let (ink, ground) =
        if cell.modifier.contains(Modifier::REVERSED) { (ground, ink) } else { (ink, ground) };
    Look { ink, ground, weight: cell.modifier.difference(Modifier::REVERSED) }
}

fn colour(colour: Color) -> Option<String> {
    let named = match colour {
        Color::Rgb(red, green, blue) => return Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Indexed(index @ 232..) => {
            let grey = 8 + 10 * (index - 232);
            return Some(format!("#{grey:02x}{grey:02x}{grey:02x}"));
        }
        Color::Indexed(index @ 16..) => {
            let level = |part: u8| [0, 95, 135, 175, 215, 255][usize::from(part % 6)];
            let [red, green, blue] = [36, 6, 1].map(|unit| level((index - 16) / unit));
            return Some(format!("#{red:02x}{green:02x}{blue:02x}"));
        }
        Color::Black => "#14181f",
        Color::Red => "#ff8a80",
        Color::Green => "#8fd694",
        Color::Yellow => "#f2c66d",
        Color::Blue => "#8ab8ff",
        Color::Magenta => "#d5a6f0",
        Color::Cyan => "#7fd1e8",
        Color::Gray => "#b9c2cf",
        Color::DarkGray => "#7d8797",
        Color::LightRed => "#ffb3ad",
        Color::LightGreen => "#b5e8b8",
        Color::LightYellow => "#f8dc9f",
        Color::LightBlue => "#b3d1ff",
        Color::LightMagenta => "#e6c8f7",
        Color::LightCyan => "#b0e4f2",
        Color::White => "#ffffff",
        Color::Reset | Color::Indexed(_) => return None,
    };
    Some(named.to_owned())
}

/// Where a border's lines run from the middle of its cell: left, right, up, down, and how many.
fn strokes(symbol: &str) -> Option<(&'static str, u8)> {
    Some(match symbol {
        "─" => ("lr", 1),
        "│" => ("ud", 1),
        "┌" => ("rd", 1),
        "┐" => ("ld", 1),
        "└" => ("ru", 1),
        "┘" => ("lu", 1),
        "═" => ("lr", 2),
        "║" => ("ud", 2),
        "╔" => ("rd", 2),
        "╗" => ("ld", 2),
        "╚" => ("ru", 2),
        "╝" => ("lu", 2),
        _ => return None,
    })
}

/// A double line is one beside the middle and one on the other side of it; at a corner the outer
/// line reaches further than the inner.
fn stroke_path((x, y): (u32, u32), (ways, count): (&str, u8)) -> String {
    let (width, height) = (f64::from(CELL.0), f64::from(CELL.1));
    let (middle_x, middle_y) = (f64::from(x) + width / 2.0, f64::from(y) + height / 2.0);
    let offsets: &[f64] = if count == 1 { &[0.0] } else { &[-1.5, 1.5] };
    let has = |way: char| ways.contains(way);
    let mut path = String::new();
    for offset in offsets {
        // At the corners top right and bottom left the outer line is the other one.
        let turned = has('u') != has('d') && has('r') != has('d');
        let corner_x = if turned { -offset } else { *offset };
        let (at_x, at_y) = (middle_x + corner_x, middle_y + offset);
        let mut line = |to_x: f64, to_y: f64| {
            let _ = write!(path, "M{at_x:.1} {at_y:.1}L{to_x:.1} {to_y:.1}");
        };
        if has('l') {
            line(middle_x - width / 2.0, at_y);
        }
        if has('r') {
            line(middle_x + width / 2.0, at_y);
        }
        if has('u') {
            line(at_x, middle_y - height / 2.0);
        }
        if has('d') {
            line(at_x, middle_y + height / 2.0);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    fn screen(rows: &[(&str, Style)]) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 3));
        for (y, (text, style)) in (0..).zip(rows) {
            buffer.set_string(0, y, text, *style);
        }
        buffer
    }

    #[test]
    fn text_is_escaped_and_placed_by_cells() {
        let svg = to_svg(&screen(&[("  a<b & \"c\"", Style::new().red().bold())]));
        let expect = r##"<text x="30" y="26" textLength="81" lengthAdjust="spacingAndGlyphs" fill="#ff8a80" font-weight="700">a&lt;b&#160;&amp;&#160;"c"</text>"##;
        let expect = expect.replace("&#160;", "\u{a0}");
        assert!(svg.contains(&expect), "{svg}");
    }

    #[test]
    fn spaces_in_a_row_are_never_taken_for_one() {
        let svg = to_svg(&screen(&[("a  b", Style::new())]));
        assert!(svg.contains(">a\u{a0}\u{a0}b</text>"), "{svg}");
    }

    #[test]
    fn reversed_cells_have_a_ground_and_wide_glyphs_their_own_place() {
        let svg = to_svg(&screen(&[("ab", Style::new().reversed()), ("商店x", Style::new())]));
        assert!(svg.contains(r##"width="18" height="19" fill="#d7dde6"/>"##), "{svg}");
        for (x, text) in [(12, "商"), (30, "店"), (48, "x")] {
            assert!(svg.contains(&format!(r#"<text x="{x}" y="45""#)), "{svg}");
            assert!(svg.contains(text));
        }
    }

    #[test]
    fn borders_are_lines_that_meet() {
        let svg = to_svg(&screen(&[("┌─┐", Style::new()), ("╔═╗", Style::new().cyan())]));
        assert!(!svg.contains('─') && !svg.contains('╔'), "{svg}");
        assert!(svg.contains("M16.5 21.5L21.0 21.5"), "{svg}");
        assert_eq!(svg.matches("<path").count(), 2);
    }

    #[test]
    fn the_same_cells_give_the_same_picture() {
        let rows = [("│ ok", Style::new().dim()), ("└──", Style::new().dim())];
        assert_eq!(to_svg(&screen(&rows)), to_svg(&screen(&rows)));
    }
}
