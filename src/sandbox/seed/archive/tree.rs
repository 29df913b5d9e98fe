//! XML as a stream: a file's records one by one, never the whole file.
//!
//! A document type, and with it every entity of a file's own, is refused. Depth and size of a record are bounded.

use super::{
    encoding::is_known,
    form::{Form, of_root},
};
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesRef, BytesStart, Event},
};
use std::io::{self, BufRead, Read};

/// Elements in elements.
const DEEPEST: usize = 64;
/// Attributes of one element: each is compared with each.
const MOST_ATTRIBUTES: usize = 1_000;
/// Bytes of one record: a content asset may hold a page.
const LARGEST: usize = 32 << 20;

/// An element with everything in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
    pub(super) text: String,
    pub(super) children: Vec<Node>,
    /// From 1.
    pub(super) line: usize,
}

impl Node {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Whether there is nothing to read in it.
    pub(super) fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && self.children.is_empty()
    }
}

/// What is wrong in a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) what: String,
}

/// What a file holds, in its order.
pub(super) trait Sink {
    /// A record of the form, in a scope; what it says of the scope of those after it is the answer.
    fn record(&mut self, form: &Form, node: &Node, scope: &str) -> Result<Option<String>, Fault>;
    /// The root, or an element that holds records and is none, in a scope.
    fn opened(&mut self, node: &Node, scope: &str);
    /// Something that no form has.
    fn left_out(&mut self, what: String, line: usize);
}

/// Reads a file into a sink; `scope` is where it belongs by its path.
pub(super) fn read(input: impl BufRead, scope: &str, sink: &mut dyn Sink) -> Result<(), Fault> {
    let mut stream = Stream::new(input);
    let Some(root) = stream.root()? else {
        return Err(stream.fault("the file holds no element"));
    };
    let Some(form) = of_root(&root.name) else {
        sink.left_out(format!("<{}>", root.name), root.line);
        return stream.skip();
    };
    if form.kind.is_some() {
        sink.opened(&root, scope);
        let node = stream.whole(root)?;
        sink.record(form, &node, scope)?;
    } else {
        contents(&mut stream, form, &root, scope.to_owned(), sink)?;
    }
    stream.end()
}

/// The name of a file's root, if it can be read as far as that.
pub(super) fn root_name(input: impl BufRead) -> Option<String> {
    Stream::new(input).root().ok().flatten().map(|root| root.name)
}

/// The records below an element that is none itself.
fn contents<R: BufRead>(
    stream: &mut Stream<R>,
    form: &Form,
    node: &Node,
    scope: String,
    sink: &mut dyn Sink,
) -> Result<(), Fault> {
    let own = form.attributes.iter().find(|it| it.is_scope);
    let mut scope = own.and_then(|it| node.attribute(&it.name)).map_or(scope, str::to_owned);
    sink.opened(node, &scope);
    if node.attribute("mode").is_some_and(|mode| mode != "merge") {
        sink.left_out(format!("attribute mode of <{}>", node.name), node.line);
    }
    while let Some(child) = stream.next()? {
        match form.child(&child.name) {
            Some(form) if form.is_container() => {
                contents(stream, form, &child, scope.clone(), sink)?;
            }
            Some(form) => {
                let node = stream.whole(child)?;
                scope = sink.record(form, &node, &scope)?.unwrap_or(scope);
            }
            None => {
                sink.left_out(format!("<{}>", child.name), child.line);
                stream.skip()?;
            }
        }
    }
    Ok(())
}

/// The events of a file, with the lines on which they stand.
struct Stream<R> {
    reader: Reader<Lines<R>>,
    buffer: Vec<u8>,
    depth: usize,
    /// `<x/>` has an end of its own.
    ends: bool,
}

impl<R: BufRead> Stream<R> {
    fn new(input: R) -> Self {
        let reader = Reader::from_reader(Lines { input, ended: 0, passed: 0 });
        Self { reader, buffer: Vec::new(), depth: 0, ends: false }
    }

    fn line(&self) -> usize {
        self.reader.get_ref().ended + 1
    }

    fn fault(&self, what: impl Into<String>) -> Fault {
        Fault { line: self.line(), what: what.into() }
    }

    fn root(&mut self) -> Result<Option<Node>, Fault> {
        self.next()
    }

    /// The next element in the one that is open; nothing at its end.
    fn next(&mut self) -> Result<Option<Node>, Fault> {
        loop {
            match self.step()? {
                Step::Opened(node) => return Ok(Some(node)),
                Step::Closed | Step::Over => return Ok(None),
                Step::Text(text)
                    if self.depth == 0 && !text.trim_matches('\u{feff}').trim().is_empty() =>
                {
                    return Err(self.fault("there is text outside of the elements"));
                }
                Step::Text(_) => {}
            }
        }
    }

    /// The element that was opened last, up to its end.
    fn whole(&mut self, opened: Node) -> Result<Node, Fault> {
        let (line, mut size) = (opened.line, 0);
        let mut open = vec![opened];
        loop {
            let step = self.step()?;
            size += step.size();
            if size > LARGEST {
                let what = format!("the record is larger than {} MiB", LARGEST >> 20);
                return Err(Fault { line, what });
            }
            match (step, open.last_mut()) {
                (Step::Opened(node), _) => open.push(node),
                (Step::Text(text), Some(node)) => node.text.push_str(&text),
                (Step::Closed, _) => {
                    let Some(node) = open.pop() else { return Err(self.fault("an end too many")) };
                    match open.last_mut() {
                        Some(parent) => parent.children.push(node),
                        None => return Ok(node),
                    }
                }
                (Step::Over | Step::Text(_), _) => {
                    return Err(self.fault("the file ends too early"));
                }
            }
        }
    }

    /// Passes the element that was opened last.
    fn skip(&mut self) -> Result<(), Fault> {
        let depth = self.depth;
        while self.depth >= depth {
            if matches!(self.step()?, Step::Over) {
                return Err(self.fault("the file ends too early"));
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Fault> {
        match self.next()? {
            Some(node) => Err(Fault { line: node.line, what: "there is a second root".to_owned() }),
            None => Ok(()),
        }
    }

    fn step(&mut self) -> Result<Step, Fault> {
        if std::mem::take(&mut self.ends) {
            self.depth -= 1;
            return Ok(Step::Closed);
        }
        let line = self.line();
        self.reader.get_mut().passed = 0;
        self.buffer.clear();
        let mut buffer = std::mem::take(&mut self.buffer);
        let event = self.reader.read_event_into(&mut buffer);
        let wrong = |what: String| Fault { line, what };
        let step = match event {
            Err(quick_xml::Error::Io(error)) => Err(wrong(error.to_string())),
            Err(error) => Err(wrong(error.to_string())),
            Ok(Event::Start(start)) => opened(&start, line).map(Step::Opened),
            Ok(Event::Empty(start)) => {
                self.ends = true;
                opened(&start, line).map(Step::Opened)
            }
            Ok(Event::End(_)) => Ok(Step::Closed),
            Ok(Event::Text(text)) => Ok(Step::Text(text.xml10_content().into_owned())),
            Ok(Event::CData(text)) => Ok(Step::Text(text.xml10_content().into_owned())),
            Ok(Event::GeneralRef(named)) => reference(&named).map(Step::Text).map_err(wrong),
            Ok(Event::DocType(_)) => {
                Err(wrong("a document type isn't read: XML of this kind has none".to_owned()))
            }
            Ok(Event::Decl(declaration)) => match declaration.encoding() {
                Some(Ok(name)) if !is_known(&name) => {
                    Err(wrong(format!("there is no encoding of the name {name}")))
                }
                Some(Err(error)) => Err(wrong(error.to_string())),
                _ => Ok(Step::Text(String::new())),
            },
            Ok(Event::Comment(_) | Event::PI(_)) => Ok(Step::Text(String::new())),
            Ok(Event::Eof) => Ok(Step::Over),
        };
        self.buffer = buffer;
        let step = step?;
        self.go(&step)?;
        Ok(step)
    }

    fn go(&mut self, step: &Step) -> Result<(), Fault> {
        match step {
            Step::Opened(_) => self.depth += 1,
            Step::Closed => self.depth -= 1,
            Step::Over if self.depth > 0 => return Err(self.fault("the file ends too early")),
            Step::Over | Step::Text(_) => {}
        }
        if self.depth > DEEPEST {
            return Err(self.fault(format!("more than {DEEPEST} elements stand in each other")));
        }
        Ok(())
    }
}

enum Step {
    Opened(Node),
    Text(String),
    Closed,
    Over,
}

impl Step {
    /// Bytes that it costs, roughly.
    fn size(&self) -> usize {
        match self {
            Self::Opened(node) => {
                let attributes =
                    node.attributes.iter().map(|(name, value)| name.len() + value.len());
                size_of::<Node>() + node.name.len() + attributes.sum::<usize>()
            }
            Self::Text(text) => text.len(),
            Self::Closed | Self::Over => 0,
        }
    }
}

fn opened(start: &BytesStart<'_>, line: usize) -> Result<Node, Fault> {
    let wrong = |what: String| Fault { line, what };
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| wrong(error.to_string()))?;
        if attributes.len() == MOST_ATTRIBUTES {
            return Err(wrong(format!("an element has more than {MOST_ATTRIBUTES} attributes")));
        }
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|error| wrong(error.to_string()))?;
        attributes.push((attribute.key.into_inner().to_owned(), value.into_owned()));
    }
    let name = start.local_name().into_inner().to_owned();
    Ok(Node { name, attributes, line, ..Node::default() })
}

/// One of the five entities that XML itself has, or a character by its number.
fn reference(named: &BytesRef<'_>) -> Result<String, String> {
    let name = named.xml10_content();
    if let Some(letter) = named.resolve_char_ref().map_err(|error| error.to_string())? {
        return Ok(letter.to_string());
    }
    let plain = match name.as_ref() {
        "lt" => "<",
        "gt" => ">",
        "amp" => "&",
        "apos" => "'",
        "quot" => "\"",
        other => return Err(format!("there is no entity &{other};")),
    };
    Ok(plain.to_owned())
}

/// Counts the lines that were read, and ends what has no end: it would fill the memory before anybody looks at it.
struct Lines<R> {
    input: R,
    ended: usize,
    /// Bytes since the last tag, text or comment.
    passed: usize,
}

impl<R: BufRead> Read for Lines<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let available = self.input.fill_buf()?;
        let length = available.len().min(into.len());
        into[..length].copy_from_slice(&available[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Lines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.passed > LARGEST {
            let what = format!("more than {} MiB stand between two tags", LARGEST >> 20);
            return Err(io::Error::other(what));
        }
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if let Ok(passed) = self.input.fill_buf() {
            self.ended += passed[..amount].split(|byte| *byte == b'\n').count() - 1;
        }
        self.passed += amount;
        self.input.consume(amount);
    }
}
