//! Schemas of parameters and bodies: what `OpenAPI` 3.0 says that a value may be.

#[cfg(test)]
mod tests;

use super::yaml::{Fault, Node};
use crate::api::counted::counted;
use serde_json::{Number, Value};
use std::{
    collections::{HashMap, HashSet},
    iter,
};

/// Schemas in each other, by references or not.
const DEEPEST: usize = 100;
/// Schemas that lead to each other without a value in between.
const LONGEST_WAY: usize = 32;
/// Schemas that are asked of one value: parts of parts may be many more.
const MOST_ASKED: usize = 100_000;
/// Schemas that are asked of a value, of its parts, of their parts and so on.
const DEEPEST_ASKED: usize = 300;

/// All schemas of a contract; they name each other by number, since they may hold themselves.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Schemas {
    all: Vec<Schema>,
    /// Of those that a reference leads to; what is wrong with one is so for all that name it.
    known: HashMap<String, Result<SchemaId, Fault>>,
    /// In how many others the one is that is read now.
    depth: usize,
}

/// The number of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SchemaId(usize);

/// What a value may be.
#[derive(Debug, Default, PartialEq)]
struct Schema {
    kind: Option<Kind>,
    is_nullable: bool,
    choices: Option<Vec<Value>>,
    pattern: Option<String>,
    /// Letters of a text, or values of a list.
    length: (Option<usize>, Option<usize>),
    least: Option<Bound>,
    most: Option<Bound>,
    multiple_of: Option<f64>,
    items: Option<SchemaId>,
    properties: Vec<(String, SchemaId)>,
    required: Vec<String>,
    all_of: Vec<SchemaId>,
    any_of: Vec<SchemaId>,
    one_of: Vec<SchemaId>,
}

/// A number that may be reached, or not.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bound {
    value: f64,
    is_exclusive: bool,
}

/// The types of `OpenAPI`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Integer,
    Number,
    Boolean,
    List,
    Object,
}

/// A text and how it is to be written, which the script's engine tells: patterns are its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    /// What the text is the value of.
    pub(super) of: String,
    pub(super) text: String,
    pub(super) pattern: String,
}

impl Kind {
    const ALL: [(&'static str, Self); 6] = [
        ("string", Self::Text),
        ("integer", Self::Integer),
        ("number", Self::Number),
        ("boolean", Self::Boolean),
        ("array", Self::List),
        ("object", Self::Object),
    ];

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, kind)| kind)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::List => "an array",
            Self::Object => "an object",
        }
    }

    fn has(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Text, Value::String(_))
            | (Self::Number, Value::Number(_))
            | (Self::Boolean, Value::Bool(_))
            | (Self::List, Value::Array(_))
            | (Self::Object, Value::Object(_)) => true,
            (Self::Integer, Value::Number(number)) => is_whole(number),
            _ => false,
        }
    }
}

fn is_whole(number: &Number) -> bool {
    !number.is_f64() || number.as_f64().is_some_and(|it| it.fract() == 0.0)
}

/// The part of a document that a reference names: of its own alone.
pub(super) fn referred<'d>(document: &'d Node, reference: &Node) -> Result<&'d Node, Fault> {
    let line = reference.line;
    let name = reference.text().unwrap_or_default();
    let path = name.strip_prefix("#/").ok_or_else(|| {
        Fault::new(line, format!("$ref \"{name}\" is not local: it begins with #/"))
    })?;
    path.split('/').try_fold(document, |node, part| {
        let part = part.replace("~1", "/").replace("~0", "~");
        node.get(&part).ok_or_else(|| Fault::new(line, format!("$ref \"{name}\" leads to nothing")))
    })
}

impl Schemas {
    /// Reads a schema and all that it leads to.
    pub(super) fn read(&mut self, document: &Node, node: &Node) -> Result<SchemaId, Fault> {
        if self.depth == DEEPEST {
            let what = format!("more than {DEEPEST} schemas lead to each other");
            return Err(Fault::new(node.line, what));
        }
        self.depth += 1;
        let read = match node.get("$ref") {
            Some(reference) => self.read_referred(document, reference),
            None => self.read_here(document, node),
        };
        self.depth -= 1;
        read
    }

    fn read_referred(&mut self, document: &Node, reference: &Node) -> Result<SchemaId, Fault> {
        let name = reference.text().unwrap_or_default();
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        let target = referred(document, reference)?;
        let id = self.place();
        self.known.insert(name.to_owned(), Ok(id));
        let schema = match target.get("$ref") {
            Some(_) => self.read(document, target).map(Schema::of),
            None => self.schema(document, target),
        };
        let read = schema.map(|schema| {
            self.all[id.0] = schema;
            id
        });
        self.known.insert(name.to_owned(), read.clone());
        read
    }

    fn read_here(&mut self, document: &Node, node: &Node) -> Result<SchemaId, Fault> {
        let id = self.place();
        self.all[id.0] = self.schema(document, node)?;
        Ok(id)
    }

    fn place(&mut self) -> SchemaId {
        self.all.push(Schema::default());
        SchemaId(self.all.len() - 1)
    }

    fn schema(&mut self, document: &Node, node: &Node) -> Result<Schema, Fault> {
        if !node.is_map() {
            return Err(Fault::new(node.line, "a schema is a map"));
        }
        let kind = match node.get("type") {
            Some(name) => Some(kind(name)?),
            None => None,
        };
        let number = |name: &str| node.get(name).and_then(|it| it.value().as_f64());
        let is_exclusive = |name: &str| node.get(name).is_some_and(Node::is_true);
        let bound = |name: &str, exclusive: &str| {
            number(name).map(|value| Bound { value, is_exclusive: is_exclusive(exclusive) })
        };
        let [shortest, longest] = match kind {
            Some(Kind::List) => ["minItems", "maxItems"],
            _ => ["minLength", "maxLength"],
        };
        let count = |name: &str| node.get(name)?.value().as_u64()?.try_into().ok();
        let texts = |name: &str| -> Vec<String> {
            let items = node.get(name).map(Node::items).unwrap_or_default();
            items.iter().filter_map(|it| it.text().map(str::to_owned)).collect()
        };
        let mut several = |name: &str| -> Result<Vec<SchemaId>, Fault> {
            let items = node.get(name).map(Node::items).unwrap_or_default();
            items.iter().map(|it| self.read(document, it)).collect()
        };
        let (all_of, any_of, one_of) = (several("allOf")?, several("anyOf")?, several("oneOf")?);
        let properties = node.get("properties").map(Node::entries).unwrap_or_default();
        let properties = properties
            .iter()
            .map(|it| Ok((it.name.clone(), self.read(document, &it.value)?)))
            .collect::<Result<_, Fault>>()?;
        let items = node.get("items").map(|it| self.read(document, it)).transpose()?;
        Ok(Schema {
            kind,
            is_nullable: node.get("nullable").is_some_and(Node::is_true),
            choices: node.get("enum").map(|it| it.items().iter().map(Node::value).collect()),
            pattern: node.get("pattern").and_then(Node::text).map(str::to_owned),
            length: (count(shortest), count(longest)),
            least: bound("minimum", "exclusiveMinimum"),
            most: bound("maximum", "exclusiveMaximum"),
            multiple_of: number("multipleOf").filter(|it| *it > 0.0),
            items,
            properties,
            required: texts("required"),
            all_of,
            any_of,
            one_of,
        })
    }

    fn get(&self, id: SchemaId) -> &Schema {
        &self.all[id.0]
    }

    /// The type that a schema says, itself or by what it is made of.
    pub(super) fn kind(&self, id: SchemaId) -> Option<Kind> {
        self.made_of(id).find_map(|schema| schema.kind)
    }

    /// A schema and those that it is made of, each once.
    fn made_of(&self, id: SchemaId) -> impl Iterator<Item = &Schema> {
        let (mut next, mut seen) = (vec![id], HashSet::from([id.0]));
        iter::from_fn(move || {
            let schema = self.get(next.pop()?);
            let parts = schema.one_of.iter().chain(&schema.any_of).chain(&schema.all_of);
            next.extend(parts.filter(|part| seen.insert(part.0)));
            Some(schema)
        })
    }

    /// The least letters that a text may have.
    pub(super) fn shortest(&self, id: SchemaId) -> Option<usize> {
        self.get(id).length.0
    }

    /// Whether a value is what its schema says; the error says of what it isn't. Answers the texts whose writing is to be
    /// looked at still.
    pub(super) fn check(
        &self,
        id: SchemaId,
        value: &Value,
        of: &str,
    ) -> Result<Vec<Written>, String> {
        let (left, depth) = (MOST_ASKED, 0);
        let mut check = Check { schemas: self, written: Vec::new(), left, depth };
        check.value(id, value, of, LONGEST_WAY)?;
        Ok(check.written)
    }

    /// What a text of a request means: a list may be several texts, each of which is no list.
    pub(super) fn read_texts(&self, id: SchemaId, texts: &[&str]) -> Value {
        match self.kind(id) {
            Some(Kind::List) => {
                let items = self.made_of(id).find_map(|schema| schema.items);
                let kind = items.and_then(|items| self.kind(items));
                texts.iter().map(|text| read_text(kind, text)).collect()
            }
            kind => read_text(kind, texts.first().copied().unwrap_or_default()),
        }
    }
}

/// A value that is looked at.
struct Check<'s> {
    schemas: &'s Schemas,
    written: Vec<Written>,
    /// How many schemas may be asked still.
    left: usize,
    /// In how many others the schema is that is asked now.
    depth: usize,
}

impl Check<'_> {
    /// `way` is how many schemas may still lead to each other.
    fn value(&mut self, id: SchemaId, value: &Value, of: &str, way: usize) -> Result<(), String> {
        // A schema of itself alone says nothing.
        let (Some(way), Some(left)) = (way.checked_sub(1), self.left.checked_sub(1)) else {
            return Ok(());
        };
        if self.depth == DEEPEST_ASKED {
            return Err(format!("{of} is nested too deep"));
        }
        self.left = left;
        self.depth += 1;
        let checked = self.whole(id, value, of, way);
        self.depth -= 1;
        checked
    }

    /// The value and its parts.
    fn whole(&mut self, id: SchemaId, value: &Value, of: &str, way: usize) -> Result<(), String> {
        let schema = self.schemas.get(id);
        if value.is_null() && schema.is_nullable {
            return Ok(());
        }
        schema.check(value, of)?;
        if let (Some(pattern), Value::String(text)) = (&schema.pattern, value) {
            let (of, text, pattern) = (of.to_owned(), text.clone(), pattern.clone());
            self.written.push(Written { of, text, pattern });
        }
        schema.all_of.iter().try_for_each(|part| self.value(*part, value, of, way))?;
        for several in [&schema.any_of, &schema.one_of] {
            // How texts are written doesn't tell one schema from another.
            let before = self.written.len();
            let fits = several.iter().any(|part| self.value(*part, value, of, way).is_ok());
            self.written.truncate(before);
            if !fits && !several.is_empty() {
                return Err(format!("{of} is none of what it may be"));
            }
        }
        self.parts(schema, value, of)
    }

    fn parts(&mut self, schema: &Schema, value: &Value, of: &str) -> Result<(), String> {
        match value {
            Value::Array(list) => {
                let Some(items) = schema.items else { return Ok(()) };
                list.iter().enumerate().try_for_each(|(index, item)| {
                    self.value(items, item, &format!("{of}[{index}]"), LONGEST_WAY)
                })
            }
            Value::Object(fields) => {
                let known = schema.properties.iter();
                let mut known = known.filter_map(|(name, id)| Some((name, *id, fields.get(name)?)));
                known.try_for_each(|(name, id, field)| {
                    self.value(id, field, &format!("{of}.{name}"), LONGEST_WAY)
                })
            }
            _ => Ok(()),
        }
    }
}

fn kind(name: &Node) -> Result<Kind, Fault> {
    let text = name.text().unwrap_or_default();
    Kind::named(text).ok_or_else(|| {
        let all = Kind::ALL.map(|(name, _)| name).join(", ");
        Fault::new(name.line, format!("\"{text}\" is no type: {all}"))
    })
}

/// What is no value of its type stays a text, which then is refused as one.
fn read_text(kind: Option<Kind>, text: &str) -> Value {
    let read = match kind {
        Some(Kind::Integer) => text.parse::<i64>().ok().map(Value::from),
        Some(Kind::Number) => {
            let is_plain = text.bytes().all(|it| it.is_ascii_digit() || b"+-.eE".contains(&it));
            text.parse::<f64>().ok().filter(|it| is_plain && it.is_finite()).map(Value::from)
        }
        Some(Kind::Boolean) => text.parse::<bool>().ok().map(Value::from),
        _ => None,
    };
    read.unwrap_or_else(|| text.into())
}

impl Schema {
    /// What another one says.
    fn of(other: SchemaId) -> Self {
        Self { all_of: vec![other], ..Self::default() }
    }

    /// Whether it is what the schema says of it, without its parts.
    fn check(&self, value: &Value, of: &str) -> Result<(), String> {
        if let Some(kind) = self.kind.filter(|kind| !kind.has(value)) {
            return Err(format!("{of} is not {}", kind.name()));
        }
        if let Some(choices) = &self.choices
            && !choices.iter().any(|choice| is_equal(choice, value))
        {
            let all: Vec<_> = choices.iter().map(told).collect();
            return Err(format!("{of} is not one of {}", all.join(", ")));
        }
        let length = match value {
            Value::String(text) => Some((text.chars().count(), "character")),
            Value::Array(items) => Some((items.len(), "item")),
            _ => None,
        };
        if let Some((length, what)) = length {
            let (shortest, longest) = self.length;
            if let Some(shortest) = shortest.filter(|it| length < *it) {
                return Err(format!("{of} has fewer than {}", counted(shortest, what)));
            }
            if let Some(longest) = longest.filter(|it| length > *it) {
                return Err(format!("{of} has more than {}", counted(longest, what)));
            }
        }
        if let Some(number) = value.as_f64() {
            self.check_number(number, of)?;
        }
        if let Value::Object(fields) = value
            && let Some(name) = self.required.iter().find(|name| !fields.contains_key(*name))
        {
            return Err(format!("{of}.{name} is missing"));
        }
        Ok(())
    }

    fn check_number(&self, number: f64, of: &str) -> Result<(), String> {
        if let Some(Bound { value, is_exclusive }) = self.least
            && (number < value || (is_exclusive && number <= value))
        {
            let how = if is_exclusive { "not above" } else { "below" };
            return Err(format!("{of} is {how} {value}"));
        }
        if let Some(Bound { value, is_exclusive }) = self.most
            && (number > value || (is_exclusive && number >= value))
        {
            let how = if is_exclusive { "not below" } else { "above" };
            return Err(format!("{of} is {how} {value}"));
        }
        let parts = self.multiple_of.map(|it| number / it);
        if parts.is_some_and(|parts| (parts - parts.round()).abs() > 1e-9) {
            return Err(format!("{of} is no multiple of {}", self.multiple_of.unwrap_or_default()));
        }
        Ok(())
    }
}

/// Numbers are equal however they are written, and a choice of texts that is written without quotes may look like a number.
fn is_equal(choice: &Value, value: &Value) -> bool {
    match (choice, value) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Number(_) | Value::Bool(_), Value::String(text)) => told(choice) == text.as_str(),
        _ => choice == value,
    }
}

fn told(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
