//! Measuring and cutting by cells.

use super::{Charset, Glyph, glyphs};

/// Cells that `text` fills when nothing is cut.
pub fn width(text: &str, charset: Charset) -> usize {
    glyphs(text, charset).map(|glyph| glyph.width).sum()
}

/// Like [`width`], but reads no further than `limit` cells: the answer is `limit + 1` at most.
pub fn width_up_to(text: &str, limit: usize, charset: Charset) -> usize {
    let mut total = 0;
    for glyph in glyphs(text, charset) {
        total += glyph.width;
        if total > limit {
            return limit + 1;
        }
    }
    total
}

/// `text` in `limit` cells at most; what is cut off on the right is replaced by `marker`.
pub fn cut(text: &str, limit: usize, marker: &str, charset: Charset) -> String {
    let room = limit.saturating_sub(marker.chars().count());
    let mut shown = String::new();
    let (mut total, mut kept) = (0, 0);
    for glyph in glyphs(text, charset) {
        total += glyph.width;
        if total > limit {
            shown.truncate(kept);
            shown.extend(marker.chars().take(limit));
            return shown;
        }
        shown.push_str(&glyph.text);
        if total <= room {
            kept = shown.len();
        }
    }
    shown
}

/// `text` in `limit` cells at most; what is cut off on the left is replaced by `marker`, so that
/// the end of a path stays. Reads a bounded part of the end of a long string.
pub fn cut_left(text: &str, limit: usize, marker: &str, charset: Charset) -> String {
    let tail = tail(text, limit);
    let pieces: Vec<Glyph<'_>> = glyphs(tail, charset).collect();
    let total: usize = pieces.iter().map(|glyph| glyph.width).sum();
    if total <= limit && tail.len() == text.len() {
        return pieces.iter().map(|glyph| &*glyph.text).collect();
    }
    let room = limit.saturating_sub(marker.chars().count());
    let mut kept = 0;
    let first = pieces.iter().rposition(|glyph| {
        kept += glyph.width;
        kept > room
    });
    let kept = pieces[first.map_or(0, |at| at + 1)..].iter().map(|glyph| &*glyph.text);
    marker.chars().take(limit).map(String::from).chain(kept.map(str::to_owned)).collect()
}

/// A place such as `app_base/controllers/Cart.js:142` in `limit` cells: what is in the middle goes
/// first, then the beginning, then part of the file's name; the line stays whole, whatever `limit`
/// says.
pub fn cut_place(place: &str, limit: usize, marker: &str, charset: Charset) -> String {
    if width_up_to(place, limit, charset) <= limit {
        return cut(place, limit, marker, charset);
    }
    let (path, line) =
        place.rsplit_once(':').map_or((place, ""), |(path, _)| (path, &place[path.len()..]));
    let (folder, file) =
        path.rsplit_once('/').map_or(("", path), |(folder, _)| (folder, &path[folder.len()..]));
    let taken = width(file, charset) + width(line, charset);
    let room = limit.saturating_sub(taken);
    if !folder.is_empty() && room >= marker.chars().count() + 2 {
        return format!("{}{file}{line}", cut(folder, room, marker, charset));
    }
    let name = file.trim_start_matches('/');
    let room = limit.saturating_sub(width(line, charset));
    format!("{}{line}", cut(name, room, marker, charset))
}

/// The end of a string, long enough for `limit` cells of the longest glyphs that occur in text.
fn tail(text: &str, limit: usize) -> &str {
    let bytes = (limit + 1) * 16;
    let start = text.len().saturating_sub(bytes);
    &text[text.ceil_char_boundary(start)..]
}
