//! The contract of a custom API: an `OpenAPI` 3.0 document with the rules that the platform adds to it.

use super::{
    schema::{Kind, SchemaId, Schemas, referred},
    template::Template,
    yaml::{self, Fault, Node},
};

/// The parameters that are the platform's own.
const SYSTEM: [&str; 2] = ["siteId", "locale"];
/// What custom parameters and scopes begin with.
const CUSTOM: &str = "c_";
/// Characters of a scope's name.
const LONGEST_SCOPE: usize = 25;
/// The methods that an endpoint may have, as `OpenAPI` names them.
const METHODS: [&str; 7] = ["get", "post", "put", "patch", "delete", "head", "options"];

/// A contract that was read.
#[derive(Debug, PartialEq)]
pub(super) struct Contract {
    /// As it stands in addresses, `v1`.
    pub(super) version: Result<String, Fault>,
    pub(super) operations: Vec<Described>,
    pub(super) schemas: Schemas,
}

/// An operation, or why it can't be an endpoint.
#[derive(Debug, PartialEq)]
pub(super) struct Described {
    /// Its `operationId`; empty without one.
    pub(super) id: String,
    /// In capital letters.
    pub(super) method: String,
    /// Its path, if that is one.
    pub(super) path: Option<Template>,
    pub(super) line: u32,
    pub(super) read: Result<Operation, Vec<Fault>>,
}

/// What an endpoint takes.
#[derive(Debug, PartialEq)]
pub(super) struct Operation {
    /// In capital letters.
    pub(super) method: String,
    pub(super) path: Template,
    pub(super) security: Security,
    pub(super) parameters: Vec<Parameter>,
    pub(super) body: Option<Body>,
}

/// Who may call an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Security {
    /// Whose tokens are taken.
    pub scheme: Scheme,
    /// The scope that they need.
    pub scope: String,
}

/// Whose tokens an endpoint takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Those of shoppers.
    Shopper,
    /// Those of the account management.
    Admin,
}

impl Scheme {
    /// As contracts name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shopper => "ShopperToken",
            Self::Admin => "AmOAuth2",
        }
    }

    fn named(name: &str) -> Option<Self> {
        [Self::Shopper, Self::Admin].into_iter().find(|scheme| scheme.name() == name)
    }
}

/// A parameter of a request.
#[derive(Debug, PartialEq)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) place: Place,
    pub(super) is_required: bool,
    /// Whether each value of a list is a parameter of its own.
    pub(super) is_exploded: bool,
    pub(super) schema: SchemaId,
}

/// Where a parameter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Path,
    Query,
    Header,
    Cookie,
}

impl Place {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "path" => Self::Path,
            "query" => Self::Query,
            "header" => Self::Header,
            "cookie" => Self::Cookie,
            _ => return None,
        })
    }
}

/// What a request may send.
#[derive(Debug, PartialEq)]
pub(super) struct Body {
    pub(super) is_required: bool,
    /// That of JSON, if there is one.
    pub(super) schema: Option<SchemaId>,
}

/// Reads a contract; the error is why nothing of it can be used.
pub(super) fn read(bytes: &[u8]) -> Result<Contract, Fault> {
    let document = yaml::parse(bytes)?;
    if !document.is_map() {
        return Err(Fault::new(1, "it is no OpenAPI document"));
    }
    let openapi = document.get("openapi").and_then(Node::text).unwrap_or_default();
    if !openapi.starts_with("3.0") {
        let line = document.get("openapi").map_or(1, |it| it.line);
        return Err(Fault::new(line, "its openapi is not 3.0.x"));
    }
    let paths = document.get("paths").filter(|paths| !paths.entries().is_empty());
    let paths = paths.ok_or_else(|| Fault::new(1, "it has no paths"))?;
    let mut reader = Reader { document: &document, schemas: Schemas::default() };
    let mut operations = Vec::new();
    for path in paths.entries() {
        let methods = path.value.entries().iter();
        for method in methods.filter(|it| METHODS.contains(&it.name.as_str())) {
            let id = method.value.get("operationId").and_then(Node::text).unwrap_or_default();
            let mut faults = Vec::new();
            if id.is_empty() {
                faults.push(Fault::new(method.line, "it has no operationId"));
            }
            let operation = reader.operation(path, method, &mut faults);
            let read = operation.filter(|_| faults.is_empty()).ok_or(faults);
            let (id, line, path) = (id.to_owned(), method.line, Template::read(&path.name));
            let method = method.name.to_ascii_uppercase();
            operations.push(Described { id, method, path, line, read });
        }
    }
    Ok(Contract { version: version(&document), operations, schemas: reader.schemas })
}

/// `v1` of `1.0.1`.
fn version(document: &Node) -> Result<String, Fault> {
    let info = document.get("info");
    let line = info.map_or(1, |info| info.line);
    let version = info.and_then(|info| info.get("version")).ok_or_else(|| {
        Fault::new(line, "info.version is missing: it is the version in addresses")
    })?;
    let text = version.text().unwrap_or_default();
    let major = text.trim_start_matches('v').split(['.', '-', '+']).next().unwrap_or_default();
    let is_number = !major.is_empty() && major.bytes().all(|it| it.is_ascii_digit());
    let what = || format!("info.version \"{text}\" doesn't begin with a number, as 1.0.0 does");
    is_number.then(|| format!("v{major}")).ok_or_else(|| Fault::new(version.line, what()))
}

struct Reader<'d> {
    document: &'d Node,
    schemas: Schemas,
}

impl<'d> Reader<'d> {
    fn operation(
        &mut self,
        path: &'d yaml::Entry,
        method: &'d yaml::Entry,
        faults: &mut Vec<Fault>,
    ) -> Option<Operation> {
        let node = &method.value;
        let template = Template::read(&path.name);
        if template.is_none() {
            let what = "a path begins with / and has its parameters in braces, as in /items/{id}";
            faults.push(Fault::new(path.line, what));
        }
        let security = found(security(self.document, node, method.line), faults);
        let parameters = self.parameters(&path.value, node, faults);
        let body = node.get("requestBody").map(|body| self.body(body));
        let body = body.and_then(|body| found(body, faults));
        let (template, security) = (template?, security?);
        for name in template.names() {
            if !parameters.iter().any(|it| it.place == Place::Path && it.name == name) {
                let what = format!("there is no parameter \"{name}\" for the one in its path");
                faults.push(Fault::new(method.line, what));
            }
        }
        let has_site = parameters.iter().any(|it| it.place == Place::Query && it.name == "siteId");
        if security.scheme == Scheme::Shopper && !has_site {
            let what = "it takes no siteId, by which its site is found";
            faults.push(Fault::new(method.line, what));
        }
        let method = method.name.to_ascii_uppercase();
        Some(Operation { method, path: template, security, parameters, body })
    }

    /// Those of the operation, and of its path those that the operation doesn't have itself.
    fn parameters(
        &mut self,
        path: &'d Node,
        operation: &'d Node,
        faults: &mut Vec<Fault>,
    ) -> Vec<Parameter> {
        let mut all: Vec<Parameter> = Vec::new();
        for node in [operation, path].into_iter().filter_map(|it| it.get("parameters")) {
            for node in node.items() {
                let Some(parameter) = found(self.parameter(node), faults) else { continue };
                let is_same =
                    |it: &Parameter| it.name == parameter.name && it.place == parameter.place;
                if !all.iter().any(is_same) {
                    all.push(parameter);
                }
            }
        }
        all
    }

    fn parameter(&mut self, node: &'d Node) -> Result<Parameter, Fault> {
        let node = resolved(self.document, node)?;
        let name = node.get("name").and_then(Node::text).unwrap_or_default().to_owned();
        if name.is_empty() {
            return Err(Fault::new(node.line, "a parameter has no name"));
        }
        let wrong = |line, what: &str| Fault::new(line, format!("the parameter {name} {what}"));
        let place = node.get("in").and_then(Node::text).and_then(Place::named);
        let place = place
            .ok_or_else(|| wrong(node.line, "says not where it is: in path, query or header"))?;
        let schema = node.get("schema").ok_or_else(|| wrong(node.line, "has no schema"))?;
        let id = self.schemas.read(self.document, schema)?;
        let Some(kind) = self.schemas.kind(id) else {
            return Err(wrong(schema.line, "has no type"));
        };
        let is_system = SYSTEM.contains(&name.as_str());
        if place == Place::Query && is_system {
            if kind != Kind::Text || self.schemas.shortest(id) != Some(1) {
                return Err(wrong(schema.line, "is not of type: string with minLength: 1"));
            }
        } else if place == Place::Query && !name.starts_with(CUSTOM) {
            return Err(wrong(node.line, "doesn't begin with c_"));
        }
        let is_true = |name: &str| node.get(name).map(Node::is_true);
        Ok(Parameter {
            is_required: is_true("required").unwrap_or(false) || place == Place::Path,
            is_exploded: is_true("explode").unwrap_or(place == Place::Query),
            name,
            place,
            schema: id,
        })
    }

    fn body(&mut self, node: &'d Node) -> Result<Body, Fault> {
        let node = resolved(self.document, node)?;
        let kinds = node.get("content").map(Node::entries).unwrap_or_default();
        for schema in kinds.iter().filter_map(|kind| kind.value.get("schema")) {
            if let Some(line) = additional(self.document, schema) {
                let what = "additionalProperties is not allowed in the schema of a request's body";
                return Err(Fault::new(line, what));
            }
        }
        let json = kinds.iter().find(|kind| kind.name.starts_with("application/json"));
        let schema = json.and_then(|kind| kind.value.get("schema"));
        let schema = schema.map(|schema| self.schemas.read(self.document, schema)).transpose()?;
        let is_required = node.get("required").is_some_and(Node::is_true);
        Ok(Body { is_required, schema })
    }
}

/// What was read; what was wrong is added to the faults.
fn found<T>(read: Result<T, Fault>, faults: &mut Vec<Fault>) -> Option<T> {
    read.map_err(|fault| faults.push(fault)).ok()
}

fn resolved<'d>(document: &'d Node, node: &'d Node) -> Result<&'d Node, Fault> {
    node.get("$ref").map_or(Ok(node), |reference| referred(document, reference))
}

/// The line of an `additionalProperties` in a schema or in what it leads to.
fn additional(document: &Node, schema: &Node) -> Option<u32> {
    let (mut next, mut seen) = (vec![schema], Vec::new());
    while let Some(node) = next.pop() {
        for entry in node.entries() {
            match entry.name.as_str() {
                "additionalProperties" => return Some(entry.line),
                // Names of the document's own, which may be called like anything.
                "properties" => next.extend(entry.value.entries().iter().map(|it| &it.value)),
                "$ref" => {
                    let name = entry.value.text().unwrap_or_default();
                    if !seen.contains(&name) {
                        seen.push(name);
                        next.extend(referred(document, &entry.value).ok());
                    }
                }
                "example" | "enum" | "default" => {}
                _ => next.push(&entry.value),
            }
        }
        next.extend(node.items());
    }
    None
}

/// The one scheme with its one scope: of the operation, else of the whole document.
fn security(document: &Node, operation: &Node, line: u32) -> Result<Security, Fault> {
    let said = operation.get("security").or_else(|| document.get("security"));
    let said = said.ok_or_else(|| {
        Fault::new(line, "it has no security: ShopperToken or AmOAuth2 with one scope")
    })?;
    let named = said.items().iter().flat_map(Node::entries);
    let schemes: Vec<_> =
        named.filter_map(|it| Some((Scheme::named(&it.name)?, it.line, &it.value))).collect();
    let [(scheme, line, scopes)] = schemes.as_slice() else {
        let what = "its security is not one of ShopperToken and AmOAuth2";
        return Err(Fault::new(said.line, what));
    };
    let declared = document.get("components").and_then(|it| it.get("securitySchemes"));
    if declared.and_then(|it| it.get(scheme.name())).is_none() {
        let what = format!("{} is not in components.securitySchemes", scheme.name());
        return Err(Fault::new(*line, what));
    }
    let custom: Vec<_> = scopes.items().iter().filter_map(Node::text).collect();
    let [scope] = custom.as_slice() else {
        let what = format!("{} has not one scope, but {}", scheme.name(), custom.len());
        return Err(Fault::new(*line, what));
    };
    if !is_scope(scope) {
        let what = format!(
            "\"{scope}\" is no custom scope: c_ and letters, digits, '.', '-' or '_', {LONGEST_SCOPE} characters at most"
        );
        return Err(Fault::new(scopes.line, what));
    }
    Ok(Security { scheme: *scheme, scope: (*scope).to_owned() })
}

/// Whether a custom scope may be called so.
pub fn is_scope(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ".-_".contains(letter);
    let own = name.strip_prefix(CUSTOM);
    own.is_some_and(|own| !own.is_empty() && own.chars().all(is_plain))
        && name.len() <= LONGEST_SCOPE
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "openapi: 3.0.0
info:
  version: 2.1.0-beta
components:
  securitySchemes:
    ShopperToken: {}
    AmOAuth2: {type: oauth2}
  parameters:
    siteId: {name: siteId, in: query, required: true, schema: {type: string, minLength: 1}}
security:
  - AmOAuth2: [c_all]
paths:
  /items/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
    get:
      operationId: getItem
      security: [{ShopperToken: [c_items]}]
      parameters:
        - $ref: '#/components/parameters/siteId'
        - {name: c_size, in: query, schema: {type: array, items: {type: integer}}}
        - {name: X-Mood, in: header, schema: {type: string}}
    put:
      operationId: putItem
      requestBody:
        required: true
        content: {application/json: {schema: {type: object}}}
";

    #[test]
    fn a_contract_says_who_may_ask_for_what() {
        let contract = read(WHOLE.as_bytes()).expect("a contract");
        assert_eq!(contract.version.as_deref(), Ok("v2"));
        let [get, put] = contract.operations.as_slice() else { panic!("{contract:?}") };
        let of = |described: &Described| {
            let operation = described.read.as_ref().expect("no faults");
            let names = operation.parameters.iter().map(|it| it.name.clone());
            (operation.method.clone(), operation.security.clone(), names.collect::<Vec<_>>())
        };
        let security = |scheme, scope: &str| Security { scheme, scope: scope.to_owned() };
        let names = ["siteId", "c_size", "X-Mood", "id"].map(str::to_owned).to_vec();
        assert_eq!(of(get), ("GET".to_owned(), security(Scheme::Shopper, "c_items"), names));
        assert_eq!(
            of(put),
            ("PUT".to_owned(), security(Scheme::Admin, "c_all"), vec!["id".into()])
        );
        let body = put.read.as_ref().expect("no faults").body.as_ref().expect("a body");
        assert!(body.is_required && body.schema.is_some());
        assert_eq!((get.id.as_str(), get.line), ("getItem", 16));
    }

    #[test]
    fn what_the_platform_refuses_is_told_with_its_line() {
        for (old, new, line, what) in [
            ("[c_items]", "[c_items, c_more]", 18, "has not one scope, but 2"),
            ("[c_items]", "[]", 18, "has not one scope, but 0"),
            ("[c_items]", "[items]", 18, "no custom scope"),
            ("[c_items]", "[c_items_of_all_the_shops_x]", 18, "no custom scope"),
            ("[c_items]", "['c_my scope']", 18, "no custom scope"),
            ("{ShopperToken: [c_items]}", "{Other: [c_items]}", 18, "not one of ShopperToken"),
            ("    ShopperToken: {}\n", "", 17, "not in components.securitySchemes"),
            ("      operationId: getItem\n", "", 16, "no operationId"),
            ("name: c_size", "name: size", 21, "doesn't begin with c_"),
            ("minLength: 1", "minLength: 0", 9, "minLength: 1"),
            ("{type: array, items: {type: integer}}", "{}", 21, "has no type"),
            ("items: {type: integer}", "items: {type: int}", 21, "\"int\" is no type"),
            ("in: header", "in: head", 22, "says not where"),
            ("'#/components/parameters/siteId'", "'#/nothing'", 20, "leads to nothing"),
            ("        - $ref: '#/components/parameters/siteId'\n", "", 16, "no siteId"),
            ("name: id,", "name: other,", 16, "no parameter \"id\""),
            ("/items/{id}", "items/{id}", 13, "a path begins with /"),
        ] {
            let text = WHOLE.replacen(old, new, 1);
            assert_ne!(text, WHOLE, "{old}");
            let contract = read(text.as_bytes()).expect("most of it is fine");
            let faults = contract.operations[0].read.as_ref().expect_err(new);
            let is_told = |it: &Fault| it.line == line && it.what.contains(what);
            assert!(faults.iter().any(is_told), "{new}: {faults:?}");
        }
    }

    #[test]
    fn what_is_wrong_in_all_of_it_is_told_too() {
        for (old, new, what) in [
            ("openapi: 3.0.0", "openapi: 3.1.0", "not 3.0.x"),
            ("openapi: 3.0.0", "swagger: '2.0'", "not 3.0.x"),
            ("paths:", "ways:", "no paths"),
        ] {
            let fault = read(WHOLE.replacen(old, new, 1).as_bytes()).expect_err(new);
            assert!(fault.what.contains(what), "{fault:?}");
        }
        for (new, line) in [("version: one", 3), ("name: x", 3)] {
            let text = WHOLE.replacen("version: 2.1.0-beta", new, 1);
            let contract = read(text.as_bytes()).expect("the rest is fine");
            assert_eq!(contract.version.expect_err(new).line, line);
        }
    }

    #[test]
    fn bodies_have_no_additional_properties() {
        for (schema, is_refused) in [
            ("{type: object, additionalProperties: false}", true),
            ("{properties: {a: {items: {additionalProperties: true}}}}", true),
            ("{$ref: '#/components/x'}", true),
            ("{properties: {additionalProperties: {type: string}}}", false),
            ("{example: {additionalProperties: 1}}", false),
        ] {
            let text = WHOLE.replacen("{type: object}", schema, 1).replacen(
                "components:\n",
                "components:\n  x: {allOf: [{additionalProperties: {}}]}\n",
                1,
            );
            let contract = read(text.as_bytes()).expect("a contract");
            assert_eq!(contract.operations[1].read.is_err(), is_refused, "{schema}");
        }
    }
}
