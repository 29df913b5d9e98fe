//! What a cartridge's `package.json` names: lists of hooks and of caches.

use super::kept::Kept;
use crate::script::{Cartridges, beside};
use serde_json::Value;
use std::{fmt, sync::Arc};

/// The file of a cartridge that names others.
pub(super) const PACKAGE: &str = "package.json";

/// What a file of a cartridge gets wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Its script path.
    pub(super) file: String,
    /// From 1.
    pub(super) line: u32,
    /// In words.
    pub(super) what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, what } = self;
        write!(f, "{file}:{line}: {what}")
    }
}

/// Lists that cartridges' `package.json` name in one of its fields.
#[derive(Debug)]
pub(super) struct Lists<T> {
    field: &'static str,
    read: fn(&[u8]) -> serde_json::Result<T>,
    packages: Kept<Result<Option<Named>, Fault>>,
    contents: Kept<Result<Arc<T>, Fault>>,
}

/// A list, as it was read.
#[derive(Debug)]
pub(super) struct Listed<T> {
    /// Its script path.
    pub(super) path: String,
    pub(super) content: Arc<T>,
}

/// The file that a `package.json` names, and on which of its lines.
#[derive(Clone, Debug)]
struct Named {
    path: String,
    line: u32,
}

impl<T> Lists<T> {
    /// `field` is that of the `package.json`, `hooks` for example.
    pub(super) fn new(field: &'static str, read: fn(&[u8]) -> serde_json::Result<T>) -> Self {
        Self { field, read, packages: Kept::default(), contents: Kept::default() }
    }

    /// The list of a cartridge; nothing if it names none.
    pub(super) fn of(
        &self,
        cartridges: &Cartridges,
        cartridge: &str,
    ) -> Result<Option<Listed<T>>, Fault> {
        let package = package(cartridge);
        let read = |bytes: &[u8]| named(self.field, &package, bytes);
        let Some(named) = self.packages.of(cartridges, &package, read) else { return Ok(None) };
        let Some(Named { path, line }) = (*named).clone()? else { return Ok(None) };
        let read = |bytes: &[u8]| {
            let unread = |cause: serde_json::Error| Fault {
                file: path.clone(),
                line: line_of_error(&cause),
                what: format!("it doesn't list {}: {cause}", self.field),
            };
            (self.read)(bytes).map(Arc::new).map_err(unread)
        };
        let Some(list) = self.contents.of(cartridges, &path, read) else {
            let what = format!("its \"{}\" names {path}, which isn't there", self.field);
            return Err(Fault { file: package, line, what });
        };
        Ok(Some(Listed { content: (*list).clone()?, path }))
    }
}

/// The script path of a cartridge's `package.json`.
pub(super) fn package(cartridge: &str) -> String {
    format!("/{cartridge}/{PACKAGE}")
}

fn named(field: &str, package: &str, bytes: &[u8]) -> Result<Option<Named>, Fault> {
    let fault = |line: u32, what: String| Fault { file: package.to_owned(), line, what };
    let document: Value = serde_json::from_slice(bytes)
        .map_err(|cause| fault(line_of_error(&cause), format!("it can't be read: {cause}")))?;
    let Some(named) = document.get(field).and_then(Value::as_str) else { return Ok(None) };
    let line = Lines::of(bytes).next(field);
    // From the cartridge on, as scripts in lists are named: `~/hooks.json`.
    match beside(package, named.strip_prefix("~/").unwrap_or(named)) {
        Some(path) => Ok(Some(Named { path, line })),
        None => Err(fault(line, format!("its \"{field}\", {named}, leads out of the cartridges"))),
    }
}

/// The line of an error in JSON, from 1.
pub(super) fn line_of_error(cause: &serde_json::Error) -> u32 {
    u32::try_from(cause.line()).unwrap_or(u32::MAX).max(1)
}

/// Finds the lines of strings in the text of a JSON file, one after another.
pub(super) struct Lines<'t> {
    text: std::borrow::Cow<'t, str>,
    from: usize,
}

impl<'t> Lines<'t> {
    pub(super) fn of(bytes: &'t [u8]) -> Self {
        Self { text: String::from_utf8_lossy(bytes), from: 0 }
    }

    /// The line of the next string that says this, from 1; one that isn't written so is looked for from the beginning.
    pub(super) fn next(&mut self, word: &str) -> u32 {
        let written = Value::from(word).to_string();
        let found = self.text[self.from..].find(&written).map(|at| self.from + at);
        let at = found.or_else(|| self.text.find(&written)).unwrap_or_default();
        if found.is_some() {
            self.from = at + written.len();
        }
        u32::try_from(self.text[..at].matches('\n').count() + 1).unwrap_or(u32::MAX)
    }
}
