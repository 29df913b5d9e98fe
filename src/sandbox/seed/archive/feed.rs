//! One file of what jobs import: the records of an archive's files, as changes of what a shop has.

use super::{
    Defined, Elsewhere, PAGES, Pages, Records, Refused, Seed, SeedError, Target,
    categories::{Misplaced, Parents, Places, Stated, parents},
    encoding::in_utf8,
    tree::{self, Fault},
    types::Types,
};
use crate::sandbox::{seed::LeftOut, shop::Shop};
use serde_json::{Map, Value};
use std::{
    collections::{HashMap, HashSet},
    fs::File,
    io::{self, BufReader, Read},
    path::Path,
};
use tokio_util::sync::CancellationToken;

/// Bytes of a content library, which is read as a whole.
const LARGEST_LIBRARY: u64 = 256 << 20;

/// A file, and what may stand in it.
#[derive(Clone, Copy, Debug)]
pub(in crate::sandbox) struct Source<'a> {
    /// Where it lies.
    pub file: &'a Path,
    /// As people are told of it.
    pub name: &'a Path,
    /// The root elements that it may have.
    pub roots: &'a [&'a str],
    /// The site that it is for; empty if it is for none.
    pub site: &'a str,
    /// The sites whose values are read; those of others in a library are left out.
    pub sites: &'a [String],
    /// Is cancelled once nobody wants it any more.
    pub ending: &'a CancellationToken,
}

/// What a file says of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is.
    pub kind: String,
    /// Where it belongs.
    pub scope: String,
    /// Which one it is there.
    pub id: String,
    /// What is said of it; nothing means that it is to go.
    pub document: Option<Map<String, Value>>,
}

/// What a file says.
#[derive(Debug, Default)]
pub struct Feed {
    /// Of records, in the order of the file.
    pub changes: Vec<Change>,
    /// Of content, if it is a library.
    pub library: Option<Seed>,
    /// What has no place, and what is wrong.
    pub left_out: LeftOut,
    /// What it names: whether it is there is for others to say.
    pub elsewhere: Elsewhere,
}

/// Reads a file. The types of custom attributes and of custom objects are those of `shop`, which isn't changed; what isn't
/// defined is judged by `archived`, what archives and imports alone have said.
pub(in crate::sandbox) fn read(
    source: &Source<'_>,
    shop: &Shop,
    archived: &Shop,
) -> Result<Feed, SeedError> {
    let root = with(source, |input| tree::root_name(input))?;
    let root = root.unwrap_or_default();
    if !source.roots.contains(&root.as_str()) {
        let wanted = source.roots.join("> or <");
        let found = if root.is_empty() {
            "it holds no element".to_owned()
        } else {
            format!("it holds <{root}>")
        };
        let why = format!("{found}, and <{wanted}> is expected");
        return Err(SeedError::Unreadable { file: source.name.to_owned(), why });
    }
    if root == "library" { library(source, shop) } else { records(source, shop, archived) }
}

fn records(source: &Source<'_>, shop: &Shop, archived: &Shop) -> Result<Feed, SeedError> {
    let (mut feed, types) = (Feed::default(), Types::of(shop));
    let target = Target::Changes(shop, &mut feed.changes);
    let mut records = Records::new(target, &types, source.site);
    let read = with(source, |input| tree::read(input, source.site, &mut records))?;
    let Records { left_out, categories, names, .. } = records;
    feed.left_out = left_out;
    read.map_err(|fault| super::wrong(source.name, fault))?;
    place_categories(&mut feed, &categories, shop)
        .map_err(|fault| super::wrong(source.name, fault))?;
    let (told, elsewhere, refused) =
        names.judge(&Defined::new(archived, &feed.changes, &Types::of(archived)));
    feed.left_out.append(told);
    feed.elsewhere = elsewhere;
    if !refused.is_empty() {
        let refused: HashSet<Refused> = refused.into_iter().collect();
        let is_refused = |it: &Change| {
            it.kind == "custom-object" && refused.contains(&(it.scope.clone(), it.id.clone()))
        };
        feed.changes.retain(|it| !is_refused(it));
    }
    Ok(feed)
}

/// Tells which of the categories that a file states are nowhere once it is imported; none may be below itself.
fn place_categories(feed: &mut Feed, stated: &[Stated], shop: &Shop) -> Result<(), Fault> {
    let mut known = HashMap::<&str, Places>::new();
    for Stated { scope, id, line } in stated {
        let places = known.entry(scope).or_insert_with(|| {
            let mut parents = parents(shop, scope);
            overlaid(&mut parents, &feed.changes, scope);
            Places::of(parents)
        });
        match places.misplaced(id) {
            None => {}
            Some(Misplaced::Missing(what)) => feed.left_out.mistake(what, *line),
            Some(Misplaced::Circle(what)) => return Err(Fault { line: *line, what }),
        }
    }
    Ok(())
}

/// Does to the parents of a catalogue's categories what a file says.
fn overlaid(parents: &mut Parents, changes: &[Change], scope: &str) {
    for Change { id, document, .. } in
        changes.iter().filter(|it| it.kind == "category" && it.scope == scope)
    {
        match document {
            None => drop(parents.remove(id)),
            Some(said) => {
                let parent = parents.entry(id.clone()).or_default();
                if let Some(said) = said.get("parent") {
                    *parent = said.as_str().map(str::to_owned);
                }
            }
        }
    }
}

fn library(source: &Source<'_>, shop: &Shop) -> Result<Feed, SeedError> {
    let mut feed = Feed::default();
    let mut pages = Pages::new(Target::Changes(shop, &mut feed.changes));
    let read = with(source, |input| tree::read(input, source.site, &mut pages))?;
    let told = pages.told;
    read.map_err(|fault| super::wrong(source.name, fault))?;
    let text = with(source, |input| {
        let mut text = String::new();
        input.take(LARGEST_LIBRARY).read_to_string(&mut text).map(|_| text)
    })?;
    let text = text.map_err(|error| unreadable(source, &error))?;
    let text = text.trim_start_matches('\u{feff}');
    let mut seed = Seed::of_library_xml(text, source.name, source.sites)?;
    feed.left_out = std::mem::take(&mut seed.left_out);
    feed.left_out.append(told);
    for what in PAGES {
        feed.left_out.forget(what);
    }
    feed.library = Some(seed);
    Ok(feed)
}

/// Works on what the file holds, in UTF-8.
fn with<T>(
    source: &Source<'_>,
    work: impl FnOnce(&mut dyn io::BufRead) -> T,
) -> Result<T, SeedError> {
    let opened = File::open(source.file).and_then(in_utf8);
    let text = opened.map_err(|error| unreadable(source, &error))?;
    let text = Until { input: text, ending: source.ending };
    let done = work(&mut BufReader::with_capacity(1 << 16, text));
    if source.ending.is_cancelled() { Err(SeedError::Stopped) } else { Ok(done) }
}

/// Gives no more pieces once nobody wants them.
struct Until<'a, R> {
    input: R,
    ending: &'a CancellationToken,
}

impl<R: Read> Read for Until<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.ending.is_cancelled() {
            return Err(io::Error::other(SeedError::Stopped));
        }
        self.input.read(into)
    }
}

fn unreadable(source: &Source<'_>, error: &io::Error) -> SeedError {
    let why = format!("it can't be read: {}", error.kind());
    SeedError::Unreadable { file: source.name.to_owned(), why }
}
