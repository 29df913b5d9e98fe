//! What an export has read so far, so that the next attempt goes on where this one broke off.

use super::snapshot::Fields;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// A file beside the export, of lines: what it is about, then an asset each.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    known: HashMap<String, Entry>,
    /// How many assets are in it.
    kept: usize,
}

/// An asset and the state that it was in.
#[derive(Deserialize, Serialize)]
struct Entry {
    id: String,
    state: String,
    fields: Fields,
}

/// Which library of which instance.
#[derive(Deserialize, PartialEq, Serialize)]
pub(super) struct Subject {
    pub(super) server: String,
    pub(super) library: String,
}

impl Journal {
    /// Goes on with the one that is there if it is about the same library.
    pub(super) fn open(export: &Path, subject: &Subject) -> io::Result<Self> {
        let path = beside(export)?;
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let old = fs::read(&path).unwrap_or_default();
        let mut lines = old.split_inclusive(|byte| *byte == b'\n').filter(|it| it.ends_with(b"\n"));
        let about = lines.next().and_then(|line| serde_json::from_slice::<Subject>(line).ok());
        let is_same = about.as_ref() == Some(subject);
        // A line that a crash cut is read again from the server.
        let entries = lines.filter_map(|line| serde_json::from_slice::<Entry>(line).ok());
        let known: HashMap<_, _> =
            entries.filter(|_| is_same).map(|entry| (entry.id.clone(), entry)).collect();
        let mut options = OpenOptions::new();
        let file = options.create(true).write(true).truncate(true).mode(0o600).open(&path)?;
        let mut journal = Self { path, file, known: HashMap::new(), kept: known.len() };
        journal.line(subject)?;
        for entry in known.values() {
            journal.line(entry)?;
        }
        journal.known = known;
        Ok(journal)
    }

    /// The asset, if it is still in the state that it was read in.
    pub(super) fn get(&self, id: &str, state: Option<&str>) -> Option<&Fields> {
        let entry = self.known.get(id)?;
        (Some(entry.state.as_str()) == state).then_some(&entry.fields)
    }

    pub(super) fn add(&mut self, id: &str, state: &str, fields: &Fields) -> io::Result<()> {
        let (id, state) = (id.to_owned(), state.to_owned());
        self.line(&Entry { id, state, fields: fields.clone() })?;
        self.kept += 1;
        Ok(())
    }

    /// Whether the next attempt would have nothing of it.
    pub(super) fn is_empty(&self) -> bool {
        self.kept == 0
    }

    /// The export is whole, or there is nothing to go on from.
    pub(super) fn finish(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.file.write_all(&text)
    }
}

/// `library.json` has `library.json.partial`.
fn beside(export: &Path) -> io::Result<PathBuf> {
    // `.` and `..` are folders with names too.
    let named = match export.file_name() {
        Some(_) => export.to_owned(),
        None => fs::canonicalize(export)?,
    };
    let mut name = named.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    Ok(named.with_file_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_attempt_knows_what_this_one_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let export = folder.path().join("library.json");
        let subject = |library: &str| Subject { server: "s".into(), library: library.into() };
        let fields = Fields::from_iter([("id".to_owned(), "a".into())]);
        let mut journal = Journal::open(&export, &subject("x")).expect("opened");
        journal.add("a", "1", &fields).expect("written");
        journal.file.write_all(b"{\"id\":\"b\",\"sta").expect("written");
        drop(journal);
        let journal = Journal::open(&export, &subject("x")).expect("opened");
        assert_eq!(journal.get("a", Some("1")), Some(&fields));
        assert_eq!(journal.get("a", Some("2")), None);
        assert_eq!(journal.get("a", None), None);
        assert_eq!(journal.get("b", Some("1")), None);
        let journal = Journal::open(&export, &subject("y")).expect("opened");
        assert_eq!(journal.get("a", Some("1")), None);
        journal.finish().expect("removed");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
