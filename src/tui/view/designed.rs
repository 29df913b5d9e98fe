//! What the source area says when there is nothing to step through: the cause and the next key.

mod texts;

use crate::tui::app::App;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::frame::{self, Focus, Heading};
use crate::tui::widgets::paint::Canvas;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// One line of a state's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// What is the matter.
    Cause(String),
    /// More about it.
    Plain(String),
    /// A key and what it does.
    Key(String, String),
    /// Nothing.
    Blank,
}

/// Draws the state's text, if there is one: alone, or in a box over the old source.
pub(super) fn draw(canvas: &mut Canvas<'_>, app: &App, area: Rect, has_source: bool) {
    let Some(lines) = texts::of(app, has_source) else { return };
    let lines = folded(lines, usize::from(area.width).saturating_sub(4), app);
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    if !has_source || rows + 2 > area.height {
        canvas.clear(area);
        let top = u16::from(area.height > rows);
        let area = Rect { y: area.y + top, height: area.height - top, ..area };
        let (lines, left_out) = fitted(lines, area.height.into());
        write(canvas, area, 2, (&lines, left_out));
        return;
    }
    canvas.restyle(area, Style::new().add_modifier(Modifier::DIM));
    let height = (rows + 2).min(area.height);
    let boxed = Rect { y: area.bottom() - height, height, ..area };
    canvas.clear(boxed);
    frame::boxed(canvas, boxed, Focus::Elsewhere, &Heading::default());
    let inner = Rect {
        x: boxed.x + 1,
        y: boxed.y + 1,
        width: boxed.width.saturating_sub(2),
        height: boxed.height.saturating_sub(2),
    };
    write(canvas, inner, 1, (&lines, None));
}

/// The lines that have room, and which of them tells how many are left out. The cause and the keys stay.
fn fitted(mut lines: Vec<Line>, height: usize) -> (Vec<Line>, Option<LeftOut>) {
    if lines.len() > height {
        lines.retain(|line| *line != Line::Blank);
    }
    let all = lines.len();
    let is_plain = |line: &Line| matches!(line, Line::Plain(_));
    while lines.len() > height {
        let Some(last) = lines.iter().rposition(is_plain) else { break };
        lines.remove(last);
    }
    lines.truncate(height);
    let count = all - lines.len();
    let at = lines.iter().rposition(is_plain).or(lines.len().checked_sub(1));
    (lines, at.filter(|_| count > 0).map(|at| LeftOut { at, count }))
}

/// How many lines have no room, told at the end of one that has.
#[derive(Clone, Copy)]
struct LeftOut {
    at: usize,
    count: usize,
}

fn write(
    canvas: &mut Canvas<'_>,
    area: Rect,
    indent: u16,
    (lines, left_out): (&[Line], Option<LeftOut>),
) {
    for (index, (y, line)) in (0..area.height).zip(lines).enumerate() {
        let mut row = canvas.row(area, y);
        row.margin(1);
        row.skip(indent);
        if let Some(LeftOut { count, .. }) = left_out.filter(|it| it.at == index)
            && row.right(&format!("+{count}"), Role::Text)
        {
            row.margin(2);
        }
        match line {
            Line::Cause(text) => row.cut(text, Role::Title),
            Line::Plain(text) => row.cut(text, Role::Text),
            Line::Key(key, does) => {
                row.put(key, Role::Key);
                row.skip(2);
                row.cut(does, Role::Text);
            }
            Line::Blank => {}
        }
    }
}

/// Long lines continue below: nothing of a cause is cut away.
fn folded(lines: Vec<Line>, width: usize, app: &App) -> Vec<Line> {
    let charset = app.ui.charset;
    let fold = |line: Line| -> Vec<Line> {
        match line {
            Line::Cause(text) => {
                text::wrapped(&text, width, charset).into_iter().map(Line::Cause).collect()
            }
            Line::Plain(text) => {
                text::wrapped(&text, width, charset).into_iter().map(Line::Plain).collect()
            }
            Line::Key(key, does) => {
                let indent = text::width(&key, charset) + 2;
                let mut parts =
                    text::wrapped(&does, width.saturating_sub(indent).max(8), charset).into_iter();
                let first = parts.next().unwrap_or_default();
                let rest = parts.map(|part| Line::Plain(format!("{:indent$}{part}", "")));
                std::iter::once(Line::Key(key, first)).chain(rest).collect()
            }
            Line::Blank => vec![Line::Blank],
        }
    };
    lines.into_iter().flat_map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Vec<Line> {
        let plain = (1..=6).map(|at| Line::Plain(format!("breakpoint {at}")));
        let keys = [Line::Blank, Line::Key("R".to_owned(), "sends".to_owned())];
        [Line::Cause("Waiting".to_owned())].into_iter().chain(plain).chain(keys).collect()
    }

    #[track_caller]
    fn check(height: usize, told: &[&str]) {
        let text = |line: &Line| match line {
            Line::Cause(text) | Line::Plain(text) => text.trim().to_owned(),
            Line::Key(key, does) => format!("{key} {does}"),
            Line::Blank => String::new(),
        };
        let (kept, left_out) = fitted(lines(), height);
        let mut shown: Vec<String> = kept.iter().map(text).collect();
        if let Some(LeftOut { at, count }) = left_out {
            shown[at].extend(["  +", &count.to_string()]);
        }
        assert_eq!(shown, told, "{height}");
    }

    #[test]
    fn what_has_no_room_is_counted() {
        let all = (1..=6).map(|at| format!("breakpoint {at}")).collect::<Vec<_>>();
        let all = |count: usize| all.iter().take(count).map(String::as_str);
        let whole: Vec<&str> =
            ["Waiting"].into_iter().chain(all(6)).chain(["", "R sends"]).collect();
        check(9, &whole);
        check(20, &whole);
        let without_blank: Vec<&str> =
            ["Waiting"].into_iter().chain(all(6)).chain(["R sends"]).collect();
        check(8, &without_blank);
        let five: Vec<&str> =
            ["Waiting"].into_iter().chain(all(4)).chain(["breakpoint 5  +1", "R sends"]).collect();
        check(7, &five);
        check(3, &["Waiting", "breakpoint 1  +5", "R sends"]);
        check(2, &["Waiting", "R sends  +6"]);
        check(1, &["Waiting  +7"]);
    }
}
