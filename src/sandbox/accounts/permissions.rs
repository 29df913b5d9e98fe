//! What clients and users may do with the Data API; nothing unless it is said
//! ("beyond the specification", 2.5).

use crate::sandbox::{method::Method, select::Selector};
use serde_json::{Map, Value};

/// Everything that somebody may do.
#[derive(Clone, Debug, Default)]
pub struct Permissions(Vec<Permission>);

/// Some methods on some resources.
#[derive(Clone, Debug)]
pub struct Permission {
    resource: ResourcePattern,
    methods: Vec<Method>,
    read: Selector,
    write: Selector,
}

/// A pattern over the path after the version: `*` is a segment, `**` the rest, one or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourcePattern(Vec<String>);

impl ResourcePattern {
    /// `None` unless it starts with `/` and has no empty segment.
    pub fn parse(text: &str) -> Option<Self> {
        let segments: Vec<_> = text.strip_prefix('/')?.split('/').map(str::to_owned).collect();
        segments.iter().all(|segment| !segment.is_empty()).then_some(Self(segments))
    }

    fn fits(&self, segments: &[&str]) -> bool {
        fits(&self.0, segments)
    }
}

fn fits(pattern: &[String], segments: &[&str]) -> bool {
    match (pattern.split_first(), segments.split_first()) {
        (None, None) => true,
        (Some((first, rest)), Some((segment, others))) => match first.as_str() {
            "**" => rest.is_empty() || (1..segments.len()).any(|at| fits(rest, &segments[at..])),
            "*" => fits(rest, others),
            name => name == *segment && fits(rest, others),
        },
        _ => false,
    }
}

impl Permission {
    /// All attributes may be read and written.
    pub fn new(resource: ResourcePattern, methods: Vec<Method>) -> Self {
        let (read, write) = (Selector::everything(), Selector::everything());
        Self { resource, methods, read, write }
    }

    /// Limits the attributes that are answered.
    #[must_use]
    pub fn reading(self, read: Selector) -> Self {
        Self { read, ..self }
    }

    /// Limits the attributes that may be sent.
    #[must_use]
    pub fn writing(self, write: Selector) -> Self {
        Self { write, ..self }
    }
}

impl Permissions {
    /// Every method on every library.
    pub fn all_libraries() -> Self {
        let resource = ResourcePattern(vec!["libraries".to_owned(), "**".to_owned()]);
        let methods = vec![Method::Get, Method::Put, Method::Patch, Method::Delete];
        Self(vec![Permission::new(resource, methods)])
    }

    /// Everything: all libraries, and all jobs.
    pub fn all() -> Self {
        let pattern =
            |parts: &[&str]| ResourcePattern(parts.iter().map(|part| (*part).to_owned()).collect());
        let methods = vec![Method::Get, Method::Post, Method::Delete];
        let jobs = Permission::new(pattern(&["jobs", "**"]), methods);
        let search = Permission::new(pattern(&["job_execution_search"]), vec![Method::Post]);
        Self::all_libraries().0.into_iter().chain([jobs, search]).collect()
    }

    /// What is permitted on a resource, by its decoded segments; HEAD counts as GET. `None` when
    /// nothing is.
    pub fn grant(&self, method: Method, segments: &[&str]) -> Option<Grant<'_>> {
        let method = if method == Method::Head { Method::Get } else { method };
        let fits =
            |entry: &&Permission| entry.methods.contains(&method) && entry.resource.fits(segments);
        let entries: Vec<_> = self.0.iter().filter(fits).collect();
        (!entries.is_empty()).then_some(Grant(entries))
    }
}

impl FromIterator<Permission> for Permissions {
    fn from_iter<I: IntoIterator<Item = Permission>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

/// The permissions that fit one request: an attribute is open if any of them opens it.
#[derive(Debug)]
pub struct Grant<'a>(Vec<&'a Permission>);

impl Grant<'_> {
    /// Whether every part of every document may be read.
    pub fn reads_everything(&self) -> bool {
        self.0.iter().any(|entry| entry.read.is_everything())
    }

    /// The part of a document that may be read.
    pub fn readable(&self, document: Value) -> Value {
        open(self.0.iter().map(|entry| &entry.read), document)
    }

    /// The part of a document that may be written.
    pub fn writable(&self, document: Value) -> Value {
        open(self.0.iter().map(|entry| &entry.write), document)
    }
}

fn open<'s>(selectors: impl Iterator<Item = &'s Selector> + Clone, document: Value) -> Value {
    if selectors.clone().any(Selector::is_everything) {
        return document;
    }
    let parts = selectors.map(|selector| selector.apply(&document));
    parts.reduce(union).unwrap_or_default()
}

/// Both are parts of the same document.
fn union(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            for (name, value) in other {
                let mine = one.remove(&name);
                one.insert(
                    name,
                    mine.map_or_else(|| value.clone(), |mine| union(mine, value.clone())),
                );
            }
            Value::Object(one)
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            one.into_iter().zip(other).map(|(one, other)| union(one, other)).collect()
        }
        (Value::Array(one), Value::Array(other)) if one.len() < other.len() => other.into(),
        (one, _) => one,
    }
}

/// The path of something that a part of a document lacks.
pub(crate) fn missing(document: &Map<String, Value>, part: &Map<String, Value>) -> Option<String> {
    document.iter().find_map(|(name, value)| match (value, part.get(name)) {
        (_, None) => Some(name.clone()),
        (Value::Object(value), Some(Value::Object(part))) => {
            missing(value, part).map(|inner| format!("{name}.{inner}"))
        }
        (value, Some(part)) => (value != part).then(|| name.clone()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn patterns_fit_segments() {
        for (pattern, path, fine) in [
            ("/libraries/*/content/*", "libraries/a/content/b", true),
            ("/libraries/*/content/*", "libraries/a/content/b/folders", false),
            ("/libraries/*/content/*", "libraries/a/folders/b", false),
            ("/libraries/A/**", "libraries/A/content/b/folders", true),
            ("/libraries/A/**", "libraries/A", false),
            ("/libraries/A/**", "libraries/a/content/b", false),
            ("/**", "libraries/a/content/b", true),
            ("/**/content/*", "libraries/a/content/b", true),
            ("/libraries/*", "libraries/a/content/b", false),
            ("/libraries/**/*", "libraries/a/content/b", true),
        ] {
            let pattern = ResourcePattern::parse(pattern).expect("a pattern");
            let segments: Vec<_> = path.split('/').collect();
            assert_eq!(pattern.fits(&segments), fine, "{pattern:?} {path}");
        }
        for text in ["", "libraries", "/", "//", "/a/", "/a//b"] {
            assert_eq!(ResourcePattern::parse(text), None, "{text}");
        }
    }

    fn permission(methods: &[Method], read: &str, write: &str) -> Permission {
        let resource = ResourcePattern::parse("/libraries/**").expect("a pattern");
        let selector = |text: &str| text.parse().expect("a selector");
        Permission::new(resource, methods.to_vec()).reading(selector(read)).writing(selector(write))
    }

    #[test]
    fn nothing_is_permitted_unless_it_is_said() {
        let segments = ["libraries", "a", "content", "b"];
        assert!(Permissions::default().grant(Method::Get, &segments).is_none());
        let permissions = Permissions::from_iter([permission(&[Method::Get], "(**)", "(**)")]);
        assert!(permissions.grant(Method::Get, &segments).is_some());
        assert!(permissions.grant(Method::Head, &segments).is_some(), "get covers HEAD");
        assert!(permissions.grant(Method::Put, &segments).is_none());
        assert!(permissions.grant(Method::Get, &["sites", "a"]).is_none());
    }

    #[test]
    fn any_entry_that_fits_opens_its_attributes() {
        let document = json!({"id": "a", "name": {"de": "x", "fr": "y"}, "template": "t"});
        let permissions = Permissions::from_iter([
            permission(&[Method::Get], "(id,name.de)", "(name)"),
            permission(&[Method::Get], "(template,name.fr)", "(-name)"),
            permission(&[Method::Put], "(**)", "(**)"),
        ]);
        let grant = permissions.grant(Method::Get, &["libraries", "x"]).expect("permitted");
        assert_eq!(grant.readable(document.clone()), document);
        assert_eq!(grant.writable(document.clone()), document);
        let one =
            Permissions::from_iter([permission(&[Method::Get], "(id,name.de)", "(-template)")]);
        let grant = one.grant(Method::Get, &["libraries", "x"]).expect("permitted");
        assert_eq!(grant.readable(document.clone()), json!({"id": "a", "name": {"de": "x"}}));
        let part = grant.writable(document.clone());
        let object = |value: &Value| value.as_object().cloned().expect("an object");
        assert_eq!(missing(&object(&document), &object(&part)).as_deref(), Some("template"));
        let part = grant.readable(document.clone());
        assert_eq!(missing(&object(&document), &object(&part)).as_deref(), Some("name.fr"));
    }
}
