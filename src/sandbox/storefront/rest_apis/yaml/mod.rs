//! YAML as a tree whose parts know their lines. What a file may cost is bounded, aliases of aliases too.

#[cfg(test)]
mod tests;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, StrInput};
use serde_json::{Map, Value};
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    str,
};

/// Bytes of a file.
const LONGEST: usize = 1 << 20;
/// Lists and maps in each other.
const DEEPEST: usize = 64;
/// What the tree of a file may weigh, each alias as heavy as what it repeats.
const HEAVIEST: usize = 8 << 20;
/// What a value weighs besides its letters.
const VALUE: usize = 64;
/// What the library says of a part between brackets that stands farther left than its map or list.
const TOO_FAR_LEFT: &str = "invalid indentation";
/// Brackets that may stand there.
const MOST_MOVED: usize = 50;
/// Farther right than any map begins.
const FAR: &str =
    "                                                                                ";

/// A value with its line, from 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) line: u32,
    pub(super) content: Content,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    /// A plain one may be something else than a text.
    Scalar {
        text: String,
        is_plain: bool,
    },
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A name in a map, and its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) line: u32,
    pub(super) value: Node,
}

/// Why a file can't be used, and in which line that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: u32,
    pub(super) what: String,
}

impl Fault {
    pub(super) fn new(line: u32, what: impl Into<String>) -> Self {
        Self { line, what: what.into() }
    }
}

/// The one document of a file.
pub(super) fn parse(bytes: &[u8]) -> Result<Node, Fault> {
    if bytes.len() > LONGEST {
        return Err(Fault::new(1, format!("it is longer than {LONGEST} bytes")));
    }
    let text = str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.split(|byte| *byte == b'\n').count();
        Fault::new(number(line), "it is not in UTF-8")
    })?;
    let mut text = Cow::Borrowed(text.trim_start_matches('\u{feff}'));
    for _ in 0..MOST_MOVED {
        match read(&text) {
            Err(fault) if fault.what == TOO_FAR_LEFT => {
                text = moved(&text, fault.line).map(Cow::Owned).ok_or(fault)?;
            }
            read => return read,
        }
    }
    read(&text)
}

/// The same text with a bracket that closes farther left than its map or list may; nothing if there is none in that line.
/// The platform's parser doesn't mind where it stands.
fn moved(text: &str, line: u32) -> Option<String> {
    let start =
        text.split_inclusive('\n').take(line.saturating_sub(1) as usize).map(str::len).sum();
    let (before, rest) = text.split_at(start);
    let own = rest.lines().next()?;
    let is_bracket = own.trim_start_matches(' ').starts_with(['}', ']']);
    let is_new = !own.starts_with(FAR);
    (is_bracket && is_new).then(|| format!("{before}{FAR}{rest}"))
}

fn read(text: &str) -> Result<Node, Fault> {
    let mut tree = Tree::default();
    // What is missing at the end is told of the last line that there is.
    let last = number(text.lines().count().max(1));
    let mut parser: Parser<'_, StrInput<'_>> = Parser::new_from_str(text);
    while let Some(next) = parser.next_event() {
        let (event, span) =
            next.map_err(|error| Fault::new(line_of(*error.marker()).min(last), error.info()))?;
        tree.take(event, line_of(span.start))?;
    }
    tree.root.ok_or_else(|| Fault::new(1, "there is nothing in it"))
}

fn line_of(marker: Marker) -> u32 {
    number(marker.line().max(1))
}

fn number(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

/// A tree that grows.
#[derive(Default)]
struct Tree {
    root: Option<Node>,
    open: Vec<Open>,
    anchors: HashMap<usize, Anchor>,
    weight: usize,
}

/// What aliases repeat.
struct Anchor {
    node: Node,
    weight: usize,
    /// Lists and maps in each other.
    height: usize,
}

/// A list or map whose end is still to come.
struct Open {
    line: u32,
    anchor: usize,
    /// Lists and maps in each other, of what was read of it; itself is one.
    height: usize,
    /// That of the whole tree when it began.
    before: usize,
    parts: Parts,
}

enum Parts {
    List(Vec<Node>),
    Map(Entries),
}

/// The part of a map that was read.
#[derive(Default)]
struct Entries {
    read: Vec<Entry>,
    names: HashSet<String>,
    /// Those that another map brought, which the map's own take the place of.
    merged: HashSet<String>,
    /// The name whose value is to come.
    open: Option<(String, u32)>,
}

impl Tree {
    fn take(&mut self, event: Event<'_>, line: u32) -> Result<(), Fault> {
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let before = self.weight;
                self.weigh(VALUE + text.len(), line)?;
                let (text, is_plain) = (text.into_owned(), style == ScalarStyle::Plain);
                let node = Node { line, content: Content::Scalar { text, is_plain } };
                self.done(node, anchor, (before, 0))
            }
            Event::SequenceStart(anchor, _) => self.begin(Parts::List(Vec::new()), anchor, line),
            Event::MappingStart(anchor, _) => {
                self.begin(Parts::Map(Entries::default()), anchor, line)
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Alias(anchor) => {
                // One that is still open would hold itself.
                let known = self
                    .anchors
                    .get(&anchor)
                    .ok_or_else(|| Fault::new(line, "an alias of nothing that is complete"))?;
                let Anchor { weight, height, .. } = *known;
                check_depth(self.open.len() + height, line)?;
                let mut node = known.node.clone();
                self.weigh(weight, line)?;
                node.line = line;
                self.put(node, height)
            }
            Event::DocumentStart(_) if self.root.is_some() => {
                Err(Fault::new(line, "it has more than one document"))
            }
            _ => Ok(()),
        }
    }

    fn weigh(&mut self, weight: usize, line: u32) -> Result<(), Fault> {
        self.weight += weight;
        if self.weight > HEAVIEST {
            return Err(Fault::new(line, "it holds too much, or repeats it too often"));
        }
        Ok(())
    }

    fn begin(&mut self, parts: Parts, anchor: usize, line: u32) -> Result<(), Fault> {
        check_depth(self.open.len() + 1, line)?;
        let before = self.weight;
        self.weigh(VALUE, line)?;
        self.open.push(Open { line, anchor, height: 1, before, parts });
        Ok(())
    }

    fn end(&mut self) -> Result<(), Fault> {
        let Some(Open { line, anchor, height, before, parts }) = self.open.pop() else {
            return Ok(());
        };
        let content = match parts {
            Parts::List(items) => Content::List(items),
            Parts::Map(entries) => Content::Map(entries.read),
        };
        self.done(Node { line, content }, anchor, (before, height))
    }

    /// `before` is the weight of the tree before the node, and `height` how many lists and maps it has in each other.
    fn done(
        &mut self,
        node: Node,
        anchor: usize,
        (before, height): (usize, usize),
    ) -> Result<(), Fault> {
        if anchor > 0 {
            let (weight, line) = (self.weight - before, node.line);
            self.weigh(weight, line)?;
            self.anchors.insert(anchor, Anchor { node: node.clone(), weight, height });
        }
        self.put(node, height)
    }

    fn put(&mut self, node: Node, height: usize) -> Result<(), Fault> {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        open.height = open.height.max(height + 1);
        match &mut open.parts {
            Parts::List(items) => {
                items.push(node);
                Ok(())
            }
            Parts::Map(entries) => entries.put(node),
        }
    }
}

/// Lists and maps in each other, not more than may be.
fn check_depth(depth: usize, line: u32) -> Result<(), Fault> {
    if depth > DEEPEST {
        return Err(Fault::new(line, format!("it is nested deeper than {DEEPEST}")));
    }
    Ok(())
}

impl Entries {
    fn put(&mut self, node: Node) -> Result<(), Fault> {
        let Node { line, content } = node;
        let Some((name, at)) = self.open.take() else {
            let Content::Scalar { text, .. } = content else {
                return Err(Fault::new(line, "a name is a text"));
            };
            if !self.names.insert(text.clone()) {
                return Err(Fault::new(line, format!("\"{text}\" stands twice")));
            }
            self.open = Some((text, line));
            return Ok(());
        };
        match content {
            Content::Map(merged) if name == "<<" => self.merge(merged),
            content => {
                if self.merged.remove(&name) {
                    self.read.retain(|entry| entry.name != name);
                }
                self.read.push(Entry { name, line: at, value: Node { line, content } });
            }
        }
        Ok(())
    }

    /// Takes over what the map doesn't say itself.
    fn merge(&mut self, others: Vec<Entry>) {
        for entry in others {
            if !self.names.contains(&entry.name) && self.merged.insert(entry.name.clone()) {
                self.read.push(entry);
            }
        }
    }
}

impl Node {
    /// The value of a name in a map.
    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        self.entries().iter().find(|entry| entry.name == name).map(|entry| &entry.value)
    }

    /// The names of a map with their values, in their order.
    pub(super) fn entries(&self) -> &[Entry] {
        match &self.content {
            Content::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The values of a list.
    pub(super) fn items(&self) -> &[Node] {
        match &self.content {
            Content::List(items) => items,
            _ => &[],
        }
    }

    pub(super) fn is_map(&self) -> bool {
        matches!(self.content, Content::Map(_))
    }

    /// A text, or whatever stands in its place, as it is written.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar { text, is_plain } if !(*is_plain && is_null(text)) => Some(text),
            _ => None,
        }
    }

    /// What it is in JSON.
    pub(super) fn value(&self) -> Value {
        match &self.content {
            Content::Scalar { text, is_plain: true } => plain(text),
            Content::Scalar { text, .. } => Value::from(text.as_str()),
            Content::List(items) => items.iter().map(Self::value).collect(),
            Content::Map(entries) => {
                let fields = entries.iter().map(|it| (it.name.clone(), it.value.value()));
                Value::Object(fields.collect::<Map<_, _>>())
            }
        }
    }

    /// `true`, or false for anything else.
    pub(super) fn is_true(&self) -> bool {
        self.value() == Value::Bool(true)
    }
}

fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// What a text without quotes means (YAML 1.2, 10.3).
fn plain(text: &str) -> Value {
    match text {
        text if is_null(text) => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        text => {
            let is_number = text.starts_with(|it: char| it.is_ascii_digit() || "+-.".contains(it));
            let number = text.strip_prefix('+').unwrap_or(text);
            let whole = || number.parse::<i64>().ok().map(Value::from);
            let real = || number.parse::<f64>().ok().filter(|it| it.is_finite()).map(Value::from);
            is_number.then(|| whole().or_else(real)).flatten().unwrap_or_else(|| text.into())
        }
    }
}
