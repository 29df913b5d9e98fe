//! The types of steps that cartridges bring in their `steptypes.json`, or in a `steptypes.xml` that says the same.

mod faults;
#[cfg(test)]
mod tests;
mod values;
mod xml;

use crate::script::Cartridges;
pub(super) use faults::faults;
use serde_json::{Map, Value};
use std::time::Duration;

/// The files of a cartridge that may declare them, beside its folder `cartridge`.
pub(super) const STEP_TYPES: [&str; 2] = ["steptypes.json", "steptypes.xml"];

/// A type of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepType {
    /// As jobs name it, `custom.Export`.
    pub id: String,
    /// What its author says of it.
    pub description: String,
    /// The script, as `require` gets it.
    pub module: String,
    /// What is called.
    pub work: Work,
    /// Whether its function, or each chunk, is a transaction.
    pub is_transactional: bool,
    /// How long it may run, if that is said.
    pub timeout: Option<Duration>,
    /// Whether flows with it may run at the same time.
    pub runs_in_parallel: bool,
    /// Where it may run.
    pub place: Place,
    /// What it is called with.
    pub parameters: Vec<Declared>,
    /// What stands in its `parameters` and isn't read: a key in quotes, or what they are in place of an object.
    pub unread: Option<String>,
}

/// Where steps of a type may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// For sites alone.
    Sites,
    /// For the organization alone.
    Organization,
    /// For both.
    Anywhere,
}

/// The functions of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// One function.
    Task(String),
    /// Functions that work on so many items at a time.
    Chunks(u64, Vec<Function>),
}

/// A function of a chunk-oriented step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// What it is for, as the entry module calls it.
    pub purpose: &'static str,
    /// The name that the script exports it by.
    pub name: String,
}

/// A parameter that a type declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// As scripts and jobs name it.
    pub name: String,
    pub(super) kind: Kind,
    pub(super) target: Target,
    pub(super) is_required: bool,
    pub(super) trims: bool,
    pub(super) default: Option<String>,
    pub(super) choices: Vec<String>,
    /// How a text is to be written.
    pub pattern: Option<String>,
    pub(super) min_length: Option<usize>,
    pub(super) max_length: Option<usize>,
    pub(super) least: Option<String>,
    pub(super) most: Option<String>,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Boolean,
    Long,
    Double,
    DateTime,
    Date,
    Time,
}

/// What scripts get of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Date,
    Long,
}

impl Declared {
    /// The value of it; nothing if it has none, and an error if it should.
    pub fn value(&self, given: Option<&str>) -> Result<Option<Value>, String> {
        values::value(self, given)
    }

    /// `name: type` or `name: choice | choice`, with a question mark if it may be missing.
    pub fn told(&self) -> String {
        let is_needed = self.is_required && self.default.is_none();
        let may_be_missing = if is_needed { "" } else { "?" };
        let choices = self.choices.join(" | ");
        let kind = if choices.is_empty() { self.kind.name() } else { &choices };
        format!("{}{may_be_missing}: {kind}", self.name)
    }
}

impl Kind {
    /// As declarations name it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Boolean => "boolean",
            Self::Long => "long",
            Self::Double => "double",
            Self::DateTime => "datetime-string",
            Self::Date => "date-string",
            Self::Time => "time-string",
        }
    }
}

/// What the cartridges declare, and what of it can't be used, with its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepTypes {
    /// With the cartridge that each is in.
    pub types: Vec<(String, StepType)>,
    /// `file: what`.
    pub problems: Vec<String>,
}

impl StepTypes {
    /// Reads what all cartridges declare. Of two types with one ID the first counts.
    pub fn read(cartridges: &Cartridges) -> Self {
        let mut found = Self::default();
        let files = |cartridge| STEP_TYPES.into_iter().map(move |name| (cartridge, name));
        for (cartridge, name) in cartridges.list().flat_map(files) {
            let path = format!("/{cartridge}/{name}");
            let Some(bytes) = cartridges.read(&path) else { continue };
            match declared_in(name, &bytes) {
                Err(Unread { cause, .. }) => found.problems.push(format!("{path}: {cause}")),
                Ok(all) => {
                    for it in all {
                        match it {
                            Ok(it) if found.find(&it.id).is_some() => {}
                            Ok(it) => found.types.push((cartridge.to_owned(), it)),
                            Err(Faulty { id, cause }) => {
                                found.problems.push(format!("{path}: {id}: {cause}"));
                            }
                        }
                    }
                }
            }
        }
        found
    }

    /// The type of that ID.
    pub fn find(&self, id: &str) -> Option<&StepType> {
        self.types.iter().map(|(_, it)| it).find(|it| it.id == id)
    }
}

/// Why a file has no types.
struct Unread {
    line: u32,
    cause: String,
}

/// Why a type can't be used.
struct Faulty {
    /// Its ID, or what kind of step it is.
    id: String,
    cause: String,
}

type Declaration = Map<String, Value>;

/// What a file of that name declares.
fn declared_in(name: &str, bytes: &[u8]) -> Result<Vec<Result<StepType, Faulty>>, Unread> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let document = if name == STEP_TYPES[1] {
        xml::as_json(&String::from_utf8_lossy(bytes))?
    } else {
        serde_json::from_slice(bytes).map_err(|error| {
            let line = u32::try_from(error.line()).unwrap_or(u32::MAX);
            Unread { line, cause: error.to_string() }
        })?
    };
    let kinds = document.get("step-types").and_then(Value::as_object);
    let cause = "it has no \"step-types\"";
    let kinds = kinds.ok_or_else(|| Unread { line: 1, cause: cause.to_owned() })?;
    let mut all = Vec::new();
    for (kind, list) in kinds {
        for declaration in several(list) {
            let Value::Object(declaration) = declaration else {
                all.push(Err(Faulty { id: kind.clone(), cause: "it is no object".to_owned() }));
                continue;
            };
            let id = text(declaration, "@type-id").unwrap_or_else(|| kind.clone());
            let read = match kind.as_str() {
                "script-module-step" => Ok(task(declaration)),
                "chunk-script-module-step" => chunks(declaration),
                "pipeline-step" => Err("pipelines are not emulated".to_owned()),
                _ => Err(format!("{kind} is no kind of step")),
            };
            let read = read.and_then(|work| step_type(declaration, work));
            all.push(read.map_err(|cause| Faulty { id, cause }));
        }
    }
    Ok(all)
}

fn task(declaration: &Declaration) -> Work {
    let named = text(declaration, "function").filter(|name| !name.is_empty());
    Work::Task(named.unwrap_or_else(|| "execute".to_owned()))
}

fn chunks(declaration: &Declaration) -> Result<Work, String> {
    let size = needed(declaration, "chunk-size")?;
    let size = size.parse().ok().filter(|size| *size > 0);
    let size = size.ok_or("its chunk-size is no number above 0")?;
    let needed = ["read", "process", "write"].map(|purpose| {
        let named = text(declaration, &format!("{purpose}-function"));
        Function { purpose, name: named.unwrap_or_else(|| purpose.to_owned()) }
    });
    let others = [
        ("beforeStep", "before-step-function"),
        ("totalCount", "total-count-function"),
        ("beforeChunk", "before-chunk-function"),
        ("afterChunk", "after-chunk-function"),
        ("afterStep", "after-step-function"),
    ];
    let others = others.into_iter().filter_map(|(purpose, key)| {
        let name = text(declaration, key).filter(|name| !name.is_empty())?;
        Some(Function { purpose, name })
    });
    Ok(Work::Chunks(size, needed.into_iter().chain(others).collect()))
}

fn step_type(declaration: &Declaration, work: Work) -> Result<StepType, String> {
    let timeout = number(declaration, "timeout-in-seconds")?;
    let all = declaration.get("parameters");
    let unread = all.and_then(unread);
    let listed = PARAMETERS.iter().filter_map(|key| all?.get(*key));
    let parameters = listed.flat_map(several);
    Ok(StepType {
        id: needed(declaration, "@type-id")?,
        description: text(declaration, "description").unwrap_or_default(),
        module: needed(declaration, "module")?,
        work,
        is_transactional: flag(declaration, "transactional", false)?,
        timeout: timeout.filter(|it| *it > 0).map(Duration::from_secs),
        runs_in_parallel: flag(declaration, "@supports-parallel-execution", true)?,
        place: place(declaration)?,
        parameters: parameters.map(declared).collect::<Result<_, _>>()?,
        unread,
    })
}

/// The names under which `parameters` lists them: instances read either, and both where both are there.
const PARAMETERS: [&str; 2] = ["parameter", "parameters"];

/// What of the `parameters` of a type isn't read.
fn unread(parameters: &Value) -> Option<String> {
    match parameters {
        Value::Object(all) => all
            .keys()
            .find(|key| !PARAMETERS.contains(&key.as_str()))
            .map(|key| format!("\"{key}\"")),
        Value::Array(all) => (!all.is_empty()).then(|| "a list".to_owned()),
        _ => None,
    }
}

fn place(declaration: &Declaration) -> Result<Place, String> {
    let is_for = |key: &str| flag(declaration, key, true);
    match (is_for("@supports-site-context")?, is_for("@supports-organization-context")?) {
        (true, true) => Ok(Place::Anywhere),
        (true, false) => Ok(Place::Sites),
        (false, true) => Ok(Place::Organization),
        (false, false) => Err("it is for neither sites nor the organization".to_owned()),
    }
}

/// The parameters of a step of the platform's own, from a list of declarations in JSON.
pub(in crate::sandbox) fn all_declared(list: &str) -> Vec<Declared> {
    let all: Vec<Value> = serde_json::from_str(list).expect("the program's own list is JSON");
    all.iter().map(|it| declared(it).expect("the program declares its parameters")).collect()
}

/// Reads the declaration of a parameter.
fn declared(declaration: &Value) -> Result<Declared, String> {
    let declaration = declaration.as_object().ok_or("a parameter is no object")?;
    let name = needed(declaration, "@name")?;
    let of_it = |cause: String| format!("the parameter {name}: {cause}");
    let kind = match text(declaration, "@type").as_deref() {
        None | Some("string") => Kind::Text,
        Some("boolean") => Kind::Boolean,
        Some("long") => Kind::Long,
        Some("double") => Kind::Double,
        Some("datetime-string") => Kind::DateTime,
        Some("date-string") => Kind::Date,
        Some("time-string") => Kind::Time,
        Some(other) => return Err(of_it(format!("{other} is no type"))),
    };
    let target = match text(declaration, "@target-type").as_deref() {
        None | Some("date") => Target::Date,
        Some("long") => Target::Long,
        Some(other) => return Err(of_it(format!("{other} is no type of a time"))),
    };
    let choices = declaration.get("enum-values").and_then(|all| all.get("value"));
    let choices = choices.map(several).unwrap_or_default();
    Ok(Declared {
        kind,
        target,
        is_required: flag(declaration, "@required", true).map_err(of_it)?,
        trims: flag(declaration, "@trim", true).map_err(of_it)?,
        default: text(declaration, "default-value").filter(|it| !it.is_empty()),
        choices: choices.into_iter().filter_map(plain).collect(),
        pattern: text(declaration, "pattern"),
        min_length: number(declaration, "min-length").map_err(of_it)?,
        max_length: number(declaration, "max-length").map_err(of_it)?,
        least: text(declaration, "min-value"),
        most: text(declaration, "max-value"),
        name,
    })
}

/// One thing may stand there without its list.
fn several(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(all) => all.iter().collect(),
        one => vec![one],
    }
}

/// Flags and numbers are written with quotes and without.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        _ => None,
    }
}

fn text(declaration: &Declaration, key: &str) -> Option<String> {
    declaration.get(key).and_then(plain)
}

fn needed(declaration: &Declaration, key: &str) -> Result<String, String> {
    let found = text(declaration, key).map(|it| it.trim().to_owned());
    found.filter(|it| !it.is_empty()).ok_or_else(|| format!("it has no \"{key}\""))
}

fn flag(declaration: &Declaration, key: &str, otherwise: bool) -> Result<bool, String> {
    match text(declaration, key).as_deref().map(str::trim) {
        None | Some("") => Ok(otherwise),
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        Some(other) => Err(format!("its \"{key}\" is {other}, not true or false")),
    }
}

fn number<N: std::str::FromStr>(declaration: &Declaration, key: &str) -> Result<Option<N>, String> {
    match text(declaration, key) {
        None => Ok(None),
        Some(text) if text.trim().is_empty() => Ok(None),
        Some(text) => {
            let number = text.trim().parse().map(Some);
            number.map_err(|_| format!("its \"{key}\" is \"{text}\", which is no whole number"))
        }
    }
}
