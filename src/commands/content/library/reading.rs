//! Reads an export; what is wrong in it is told with file and line.

use super::layout::{ASSETS, ASSIGNMENTS, FOLDERS, HEADER, json_files};
use super::snapshot::{Fields, Header};
use crate::api::strict;
use crate::client::content::Resource;
use crate::commands::failure::Failure;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What some editors put in front of UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// What an export holds.
pub(in crate::commands) struct Documents {
    pub(super) header: Header,
    pub(in crate::commands) all: Vec<Document>,
}

/// One of its documents.
pub(in crate::commands) struct Document {
    pub(in crate::commands) kind: Kind,
    pub(in crate::commands) file: PathBuf,
    /// Counted from 1.
    pub(in crate::commands) line: usize,
    pub(in crate::commands) fields: Fields,
}

/// What a document is.
#[derive(Clone, Copy)]
pub(in crate::commands) enum Kind {
    Folder,
    Asset,
    Assignment,
}

/// Why an export can't be read.
#[derive(Debug, Error)]
pub(in crate::commands) enum Unreadable {
    #[error("can't read {}: {source}", path.display())]
    Missing { path: PathBuf, source: std::io::Error },
    #[error("{}: line {line}: {what}", file.display())]
    Wrong { file: PathBuf, line: usize, what: String },
    #[error("{}: line {line}: the {resource} is here twice: first in {first}", file.display())]
    Repeated { file: PathBuf, line: usize, resource: Resource, first: String },
}

impl From<Unreadable> for Failure {
    fn from(error: Unreadable) -> Self {
        let action = match &error {
            Unreadable::Repeated { .. } => "Take one of the two out.",
            _ => {
                "Give a file or folder that `haltscope content export` wrote; one that broke off is to be run again."
            }
        };
        Self::usage(error.to_string()).then(action)
    }
}

impl Documents {
    /// Refuses what one of two documents of the same thing would take the place of.
    fn new(header: Header, all: Vec<Document>) -> Result<Self, Unreadable> {
        let mut seen: BTreeMap<Resource, &Document> = BTreeMap::new();
        for document in &all {
            // One without an ID is told by whoever makes use of it.
            let Ok(resource) = document.resource() else { continue };
            if let Some(first) = seen.insert(resource.clone(), document) {
                let (file, line) = (document.file.clone(), document.line);
                let first = format!("{}, line {}", first.file.display(), first.line);
                return Err(Unreadable::Repeated { file, line, resource, first });
            }
        }
        Ok(Self { header, all })
    }

    /// The ID of the library that it comes from.
    pub(in crate::commands) fn library(&self) -> &str {
        &self.header.library
    }
}

impl Document {
    /// What it is a document of.
    pub(super) fn resource(&self) -> Result<Resource, Unreadable> {
        Ok(match self.kind {
            Kind::Folder => Resource::Folder(self.id("id")?),
            Kind::Asset => Resource::Asset(self.id("id")?),
            Kind::Assignment => Resource::Assignment {
                asset: self.id("content_id")?,
                folder: self.id("folder_id")?,
            },
        })
    }

    fn id(&self, name: &str) -> Result<String, Unreadable> {
        let text = self.fields.get(name).and_then(serde_json::Value::as_str);
        text.map(str::to_owned).ok_or_else(|| Unreadable::Wrong {
            file: self.file.clone(),
            line: self.line,
            what: format!("something here has no {name}"),
        })
    }
}

/// Reads an export in one file.
pub(super) fn file(path: &Path) -> Result<Documents, Unreadable> {
    #[derive(Deserialize)]
    struct Whole<'a> {
        #[serde(borrow)]
        folders: Vec<&'a RawValue>,
        #[serde(borrow)]
        assets: Vec<&'a RawValue>,
        #[serde(borrow)]
        assignments: Vec<&'a RawValue>,
    }
    let text = Lines::read(path)?;
    let header = text.header()?;
    let whole: Whole<'_> = text.parse()?;
    let mut all = Vec::new();
    for (kind, found) in [
        (Kind::Folder, whole.folders),
        (Kind::Asset, whole.assets),
        (Kind::Assignment, whole.assignments),
    ] {
        text.add(&mut all, kind, &found)?;
    }
    Documents::new(header, all)
}

/// Reads an export in a folder.
pub(super) fn folder(path: &Path) -> Result<Documents, Unreadable> {
    let header = Lines::read(&path.join(HEADER))?.header()?;
    let mut all = Vec::new();
    for (kind, name) in [(Kind::Folder, FOLDERS), (Kind::Asset, ASSETS)] {
        let inner = path.join(name);
        let files = json_files(&inner)
            .map_err(|source| Unreadable::Missing { path: inner.clone(), source })?;
        for file in files {
            let text = Lines::read(&file)?;
            text.add(&mut all, kind, &[text.parse()?])?;
        }
    }
    let text = Lines::read(&path.join(ASSIGNMENTS))?;
    text.add(&mut all, Kind::Assignment, &text.parse::<Vec<&RawValue>>()?)?;
    Documents::new(header, all)
}

/// A file's text and where its lines start.
struct Lines {
    file: PathBuf,
    text: String,
    starts: Vec<usize>,
}

impl Lines {
    fn read(path: &Path) -> Result<Self, Unreadable> {
        let mut text = fs::read_to_string(path)
            .map_err(|source| Unreadable::Missing { path: path.to_owned(), source })?;
        if text.starts_with(BYTE_ORDER_MARK) {
            text.remove(0);
        }
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Ok(Self { file: path.to_owned(), text, starts })
    }

    fn header(&self) -> Result<Header, Unreadable> {
        let header: Header = self.parse()?;
        header.check().map_err(|what| self.wrong(1, what))?;
        Ok(header)
    }

    fn parse<'a, T: Deserialize<'a>>(&'a self) -> Result<T, Unreadable> {
        serde_json::from_str(&self.text)
            .map_err(|error| self.wrong(error.line(), without_place(&error)))
    }

    /// Adds the documents that stand in this text.
    fn add(
        &self,
        all: &mut Vec<Document>,
        kind: Kind,
        found: &[&RawValue],
    ) -> Result<(), Unreadable> {
        for raw in found {
            let line = self.line_of(raw.get());
            let fields = strict::object(raw.get()).map_err(|error| {
                self.wrong(line + error.line().saturating_sub(1), without_place(&error))
            })?;
            all.push(Document { kind, file: self.file.clone(), line, fields });
        }
        Ok(())
    }

    /// The line where a part of the text begins.
    fn line_of(&self, part: &str) -> usize {
        let offset = part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr());
        self.starts.partition_point(|start| *start <= offset)
    }

    fn wrong(&self, line: usize, what: String) -> Unreadable {
        Unreadable::Wrong { file: self.file.clone(), line, what }
    }
}

/// The line is told in front.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}
