//! The line below the panes: the last result, what is under way.

use crate::session::{DeepSearch, NoticeKind, SentRequest};
use crate::tui::app::App;
use crate::tui::hints;
use crate::tui::keys::Action;
use crate::tui::layout::{Class, Regions};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::{Canvas, Row};
use crate::tui::widgets::words::{counted, elapsed, tenths};
use ratatui::layout::Rect;

/// Cells of a request's page.
const PAGE: usize = 24;

/// So many lines of what went wrong are shown at most; the log has the rest.
const MOST_LINES: usize = 4;

/// The last result: what was done, what went wrong, or what is under way.
pub(super) fn result(canvas: &mut Canvas<'_>, app: &App, regions: &Regions, area: Rect) {
    if overflow(app, regions).is_some() {
        return;
    }
    let mut row = canvas.row(area, 0);
    row.margin(1);
    row.skip(1);
    if let Some(request) = app.session.requests().active() {
        under_way(&mut row, app, request);
    }
    let changes = changes(app);
    let has_room = regions.class > Class::Narrow && leaves_room(&row, app, &changes);
    if has_room && row.right(&changes, Role::Dim) {
        row.margin(2);
    }
    if let Some(count) = app.pending.repeat() {
        // Digits that were typed are not yet anything that was done.
        let count = if count == 0 { String::new() } else { count.to_string() };
        row.put(
            &format!("r {count}{}  a number, then a step: n, s, f", row.look.marks.caret),
            Role::Key,
        );
        return;
    }
    if let Some(search) = app.session.search().filter(|search| search.running) {
        return searching(&mut row, app, search);
    }
    if let Some((what, since)) = app.awaited() {
        row.put(&format!("{what} {}  ", tenths(app.ui.age(since))), Role::Active);
    }
    if let Some(latest) = app.notice() {
        notice(&mut row, regions.class, latest.kind, &hints::notice(app, latest));
    }
}

/// Draws what went wrong where the result line has no room for it, over whatever stands above: a prompt keeps its field.
pub(super) fn overflowing(canvas: &mut Canvas<'_>, app: &App, regions: &Regions) {
    let Some(over) = overflow(app, regions) else { return };
    canvas.clear(over.area);
    for (y, text) in (0..over.area.height).zip(&over.lines) {
        let mut row = canvas.row(over.area, y);
        row.margin(1);
        row.skip(1);
        let is_last = y + 1 == over.area.height;
        if let Some(request) = app.session.requests().active().filter(|_| is_last) {
            let time = format!("request {}", elapsed(app.ui.age(request.since)));
            let taken = text::width_up_to(text, row.room(), row.look.charset) + 5;
            if time.len() + taken <= row.room() && row.right(&time, Role::Active) {
                row.margin(2);
            }
        }
        row.put(if y == 0 { over.word } else { "  " }, over.role);
        row.cut(text, over.role);
    }
}

/// What the result line has no room for: it takes the lines above it, too.
struct Overflow {
    area: Rect,
    word: &'static str,
    role: Role,
    lines: Vec<String>,
}

/// The cells that what went wrong takes above the result line as well: of an error that is cut off, the remedy is what is
/// missing.
pub(in crate::tui) fn overflow_area(app: &App, regions: &Regions) -> Option<Rect> {
    overflow(app, regions).map(|over| over.area)
}

fn overflow(app: &App, regions: &Regions) -> Option<Overflow> {
    let area = regions.result?;
    let latest = app.notice().filter(|latest| latest.kind != NoticeKind::Done)?;
    let is_hidden = app.pending.repeat().is_some()
        || app.session.search().is_some_and(|search| search.running)
        || app.awaited().is_some();
    if is_hidden {
        return None;
    }
    let (word, role) = begins(latest.kind);
    let text = hints::notice(app, latest);
    let charset = app.ui.charset;
    let room = usize::from(area.width).saturating_sub(2 + word.len());
    if text::width_up_to(&text, room + 1, charset) <= room {
        return None;
    }
    let lines = text::wrapped(&text, room.saturating_sub(2 - word.len()), charset);
    let most = MOST_LINES.min(usize::from(regions.area.height) / 6);
    if lines.len() < 2 || most < 2 {
        return None;
    }
    let mut shown = lines;
    if shown.len() > most {
        // The last line is cut where the row ends.
        let rest = shown.split_off(most - 1).join(" ");
        shown.push(rest);
    }
    let height = u16::try_from(shown.len()).unwrap_or(1);
    let y = area.y.saturating_sub(height - 1);
    Some(Overflow { area: Rect { y, height, ..area }, word, role, lines: shown })
}

/// How far a deep search is: `looking for mug: 12 read, 40 to go, 3 found  Esc ends it`.
fn searching(row: &mut Row<'_>, app: &App, search: &DeepSearch) {
    let (found, read, left) = (search.found.len(), search.asked, search.left);
    let progress = format!("{read} read, {left} to go, {found} found");
    let end = format!("{} ends it", hints::key(app, Action::Back));
    let (charset, taken) = (row.look.charset, progress.len() + end.len() + 4);
    let title = format!("looking for {}", search.text);
    let room = row.room().saturating_sub(taken);
    row.put(&text::cut(&title, room, row.look.marks.cut, charset), Role::Active);
    row.put(&format!(": {progress}  "), Role::Active);
    row.cut(&end, Role::Dim);
}

/// A request under way at the right edge, in as many words as the result leaves room for.
fn under_way(row: &mut Row<'_>, app: &App, request: &SentRequest) {
    let (room, charset) = (row.room(), row.look.charset);
    let thread = request.thread.map(|id| format!(" T{id}")).unwrap_or_default();
    let page = request.url.split('?').next().unwrap_or_default();
    let page = page.rsplit('/').next().unwrap_or_default();
    let page = text::cut(page, PAGE, row.look.marks.cut, charset);
    let time = elapsed(app.ui.age(request.since));
    let result = app.notice().map(|latest| hints::notice(app, latest)).unwrap_or_default();
    let taken = text::width_up_to(&result, room, charset) + 5;
    let texts = [format!("{page}{thread} {time}"), format!("request {time}"), time];
    let fits = |text: &&String| text::width(text, charset) + taken <= room;
    if let Some(text) = texts.iter().find(fits) {
        row.right(text, Role::Active);
        row.margin(2);
    }
}

fn notice(row: &mut Row<'_>, class: Class, kind: NoticeKind, text: &str) {
    let (word, role) = begins(kind);
    row.put(word, role);
    let ink = if kind == NoticeKind::Error { Role::Error } else { Role::Text };
    row.cut(&in_class(class, text), ink);
}

/// The mark of a notice, and how it is written.
const fn begins(kind: NoticeKind) -> (&'static str, Role) {
    match kind {
        NoticeKind::Done => ("ok ", Role::Good),
        NoticeKind::Hint => ("", Role::Text),
        NoticeKind::Error => ("! ", Role::Error),
    }
}

/// How many round trips a step took is left out where there is no room for details.
fn in_class(class: Class, text: &str) -> String {
    let shortened = text
        .strip_suffix(" round trips)")
        .and_then(|rest| rest.rsplit_once(", "))
        .map(|(rest, _)| format!("{rest})"));
    match shortened {
        Some(shortened) if class == Class::Narrow => shortened,
        _ => text.to_owned(),
    }
}

/// Whether what went wrong can be read as far as without these words at the right edge.
fn leaves_room(row: &Row<'_>, app: &App, words: &str) -> bool {
    let latest = app.notice().filter(|_| !words.is_empty());
    let Some(wrong) = latest.filter(|latest| latest.kind == NoticeKind::Error) else {
        return true;
    };
    let charset = row.look.charset;
    let length = text::width(&hints::notice(app, wrong), charset);
    length + text::width(words, charset) + 5 <= row.room()
}

/// What differs from the halt before, while one is shown: `1 watch changed, 2 locals changed`.
fn changes(app: &App) -> String {
    let Some(tree) = app.shown().tree else { return String::new() };
    let (watches, locals) = (app.session.watches().changes(), tree.changes());
    let watches = (watches > 0).then(|| format!("{} changed", counted(watches, "watch")));
    let locals = (locals > 0).then(|| format!("{} changed", counted(locals, "local")));
    [watches, locals].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
