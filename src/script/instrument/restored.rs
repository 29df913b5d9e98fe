//! Texts of what a rewritten expression has made, as it was written.

use super::rebind::name_at_start;
use std::borrow::Cow;

/// A text that shows what was rewritten, such as that of a function, as it was written.
pub(in crate::script) fn restored(text: &str) -> Cow<'_, str> {
    if !text.contains("$haltscope_") {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("$haltscope_") {
        let (before, found) = rest.split_at(at);
        let Some((name, behind)) = name_in(found) else {
            let (kept, behind) = rest.split_at(at + "$haltscope_".len());
            written.push_str(kept);
            rest = behind;
            continue;
        };
        let called = before.strip_suffix("(0,").zip(behind.strip_prefix(')'));
        let reads = READS.iter().any(|read| found.starts_with(read));
        let (before, behind) = called.filter(|_| reads).unwrap_or((before, behind));
        written.push_str(before);
        written.push_str(name);
        rest = behind;
    }
    written.push_str(rest);
    Cow::Owned(written)
}

const READ: &str = "$haltscope_r(";
const SOUGHT: [&str; 2] = ["$haltscope_m.g('", "$haltscope_m.t('"];
const READS: [&str; 3] = [READ, SOUGHT[0], SOUGHT[1]];

/// The name that is read or set where a text begins so, and what is behind it.
fn name_in(text: &str) -> Option<(&str, &str)> {
    if let Some(seat) = text.strip_prefix(READ) {
        let (_, named) = seat.split_once(",'")?;
        return named.split_once("')");
    }
    if let Some(sought) = SOUGHT.iter().find_map(|sought| text.strip_prefix(sought)) {
        let (name, behind) = sought.split_once("',")?;
        let (_, behind) = behind.split_once(&format!("()=>{name})"))?;
        return Some((name, behind));
    }
    if let Some(evaluated) = text.strip_prefix("$haltscope_e(") {
        return Some(("eval", &text[text.len() - evaluated.len() - 1..]));
    }
    let set = text.strip_prefix("$haltscope_w.")?;
    let name = name_at_start(set);
    Some((name, &set[name.len()..]))
}
