//! What commands without a screen write: JSON for programs, tables for people, progress on stderr.

use super::failure::Failure;
pub(super) use super::stderr::{Form, harmless, note, remark, warn};
use serde_json::{Map, Value};
use std::io::{self, IsTerminal, Write};
use unicode_width::UnicodeWidthStr;

/// Writes to stdout; a reader that has seen enough, such as `head`, is no failure.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::failed(format!("can't write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Indented JSON and a line end.
pub(super) fn json(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("JSON values are JSON");
    format!("{text}\n")
}

/// One line per field, nested ones by dotted path, values side by side.
pub(super) fn document(fields: &Map<String, Value>) -> String {
    let rows: Vec<_> =
        leaves(fields).into_iter().map(|(path, value)| vec![path, shown(value)]).collect();
    table(&rows)
}

/// The fields of a document by dotted path; lists and empty objects are values.
pub(super) fn leaves(fields: &Map<String, Value>) -> Vec<(String, &Value)> {
    fn collect<'a>(
        prefix: &str,
        fields: &'a Map<String, Value>,
        found: &mut Vec<(String, &'a Value)>,
    ) {
        for (name, value) in fields {
            let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            match value {
                Value::Object(inner) if !inner.is_empty() => collect(&path, inner, found),
                value => found.push((path, value)),
            }
        }
    }
    let mut found = Vec::new();
    collect("", fields, &mut found);
    found
}

/// Columns as wide as their widest cell; a cell's further lines stand below its first.
pub(super) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or_default()
    };
    // The last column is as wide as it is.
    let widths: Vec<usize> = (0..columns.saturating_sub(1)).map(width).collect();
    let indent = widths.iter().map(|width| width + 2).sum::<usize>();
    rows.iter().map(|row| line(row, &widths, indent)).collect()
}

fn line(row: &[String], widths: &[usize], indent: usize) -> String {
    let mut line = String::new();
    for (column, cell) in row.iter().enumerate() {
        let continued = format!("\n{:indent$}", "");
        line.push_str(&cell.replace('\n', &continued));
        let room = widths.get(column).map_or(0, |width| width.saturating_sub(cell.width()) + 2);
        line.push_str(&" ".repeat(room));
    }
    format!("{}\n", line.trim_end())
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => harmless(text).into_owned(),
        other => other.to_string(),
    }
}

/// How far long work is; drawn on stderr if that is a terminal.
pub(super) struct Progress {
    what: &'static str,
    is_shown: bool,
}

impl Progress {
    /// Nothing is drawn yet.
    pub(super) fn of(what: &'static str) -> Self {
        Self { what, is_shown: io::stderr().is_terminal() }
    }

    /// Draws how much of how much is done.
    pub(super) fn show(&self, done: u64, total: u64) {
        const WIDTH: u64 = 30;
        if self.is_shown {
            let filled = (done * WIDTH / total.max(1)).min(WIDTH);
            let (full, empty) = ("#".repeat(index(filled)), ".".repeat(index(WIDTH - filled)));
            let _ = write!(io::stderr(), "\r{} [{full}{empty}] {done} of {total}\x1b[K", self.what);
        }
    }
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

/// Leaves a clean line behind, however the work ended.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn documents_are_lines_by_dotted_path() {
        let document_of = json!({
            "id": "größe", "name": {"default": "a\nb", "de": "x\u{1b}[31m"}, "online": true,
            "c_list": [1, "a"], "c_empty": {},
        });
        let text = document(document_of.as_object().expect("an object"));
        assert_eq!(
            text,
            "c_empty       {}\nc_list        [1,\"a\"]\nid            größe\n\
             name.de       x\u{fffd}[31m\nname.default  a\n              b\nonline        true\n"
        );
    }

    #[test]
    fn wide_letters_keep_their_columns() {
        let rows = [["ID", "PARENT"], ["日本", "x"], ["abc", "y"]];
        let rows: Vec<_> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        assert_eq!(table(&rows), "ID    PARENT\n日本  x\nabc   y\n");
        assert_eq!(table(&[]), "");
    }
}
