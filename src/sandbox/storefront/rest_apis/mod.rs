//! Custom APIs that cartridges bring in `cartridge/rest-apis/<name>`: which endpoints there are, and what they take.

mod contract;
mod faults;
mod mapping;
mod schema;
mod template;
mod yaml;

pub use contract::{Scheme, Security, is_scope};
pub(super) use faults::{Part, faults};

use super::kept::Kept;
use crate::{sandbox::bodies::Hold, script::Cartridges};
use contract::{Contract, Operation, Parameter, Place};
use mapping::{MAPPING, Mapped};
use parking_lot::Mutex;
use schema::{Kind, Written};
use serde_json::{Value, json};
use std::{collections::HashSet, sync::Arc};
use yaml::Fault;

/// The folder of a cartridge with its APIs.
const FOLDER: &str = "cartridge/rest-apis";

/// What was read of the cartridges' files, each until it changes.
#[derive(Debug, Default)]
pub(super) struct RestApis {
    mappings: Kept<Result<Vec<Result<Mapped, Fault>>, Fault>>,
    contracts: Kept<Result<Contract, Fault>>,
    /// Faults that the log knows: a page may ask for an endpoint again and again.
    told: Mutex<HashSet<String>>,
}

/// What a request asks for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The API's name.
    pub api: &'a str,
    /// Its version, `v1`.
    pub version: &'a str,
    /// The encoded path behind the organization.
    pub path: &'a str,
    /// In capital letters.
    pub method: &'a str,
}

/// An endpoint that answers a request.
#[derive(Clone, Debug)]
pub struct Endpoint {
    contract: Arc<Result<Contract, Fault>>,
    /// The number of its operation.
    index: usize,
    /// The path of its script.
    pub script: String,
    /// The function that answers.
    pub function: String,
    /// What the request's path says.
    pub parameters: Vec<(String, String)>,
    /// Its path as the contract has it.
    pub pattern: String,
}

/// The body of a request.
#[derive(Debug, Default)]
pub struct Body {
    /// As it was sent; none where a request sends none.
    pub bytes: Vec<u8>,
    /// What it says, where the contract says that it is JSON.
    pub document: Option<Value>,
    /// The room that it takes.
    pub hold: Option<Hold>,
}

/// What a request sends, as its contract reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    written: Vec<Written>,
}

impl Sent {
    /// What is to be looked at by the script's engine: `[[what, text, pattern], …]`.
    pub fn patterns(&self) -> Value {
        self.written.iter().map(|it| json!([it.of, it.text, it.pattern])).collect()
    }
}

/// An endpoint that could be, and how much its path says.
struct Candidate {
    endpoint: Endpoint,
    says: Vec<usize>,
}

/// What was found on the way that doesn't answer a request.
#[derive(Default)]
struct Others {
    is_known: bool,
    versions: Vec<String>,
    methods: Vec<String>,
    /// What is wrong with what was asked for.
    own_faults: Vec<String>,
    /// What is wrong with something else of the API, which may be it.
    faults: Vec<String>,
}

/// Why no endpoint answers a request.
enum Reason {
    /// The files of the API are faulty.
    Fault(String),
    /// There is none.
    Missing(String),
}

impl RestApis {
    /// The endpoint that answers a request; the error is why there is none. Of two that are alike the one further left in
    /// the path counts.
    pub(super) fn find(
        &self,
        cartridges: &Cartridges,
        wanted: Wanted<'_>,
    ) -> Result<Endpoint, String> {
        let mut others = Others::default();
        let mut best: Option<Candidate> = None;
        for cartridge in cartridges.list().filter(|_| is_api_name(wanted.api)) {
            let folder = format!("/{cartridge}/{FOLDER}/{}", wanted.api);
            let path = format!("{folder}/{MAPPING}");
            let Some(mapping) = self.mappings.of(cartridges, &path, mapping::read) else {
                continue;
            };
            others.is_known = true;
            let all = match &*mapping {
                Ok(all) => all.as_slice(),
                Err(fault) => {
                    others.faults.push(told(&path, fault));
                    continue;
                }
            };
            for mapped in all {
                match mapped {
                    Ok(mapped) => {
                        let found =
                            self.candidates(cartridges, (&folder, mapped), wanted, &mut others);
                        for candidate in found {
                            if best.as_ref().is_none_or(|best| candidate.says > best.says) {
                                best = Some(candidate);
                            }
                        }
                    }
                    Err(fault) => others.faults.push(told(&path, fault)),
                }
            }
        }
        best.map(|best| best.endpoint).ok_or_else(|| match others.reason(wanted) {
            Reason::Fault(fault) => {
                self.tell(&fault);
                fault
            }
            Reason::Missing(reason) => reason,
        })
    }

    fn tell(&self, fault: &str) {
        if self.told.lock().insert(fault.to_owned()) {
            tracing::error!(target: "script", "{fault}");
        }
    }

    /// The operations of a contract that would answer.
    fn candidates(
        &self,
        cartridges: &Cartridges,
        (folder, mapped): (&str, &Mapped),
        wanted: Wanted<'_>,
        others: &mut Others,
    ) -> Vec<Candidate> {
        let path = format!("{folder}/{}", mapped.schema);
        let Some(contract) = self.contracts.of(cartridges, &path, contract::read) else {
            others.faults.push(format!("{path}: there is no such file"));
            return Vec::new();
        };
        let read = match &*contract {
            Ok(read) => read,
            Err(fault) => {
                others.faults.push(told(&path, fault));
                return Vec::new();
            }
        };
        match &read.version {
            Ok(version) if version == wanted.version => {}
            Ok(version) => {
                others.versions.push(version.clone());
                return Vec::new();
            }
            Err(fault) => {
                others.faults.push(told(&path, fault));
                return Vec::new();
            }
        }
        let mut found = Vec::new();
        let own = read.operations.iter().enumerate().filter(|(_, it)| it.id == mapped.endpoint);
        for (index, described) in own {
            let operation = match &described.read {
                Ok(operation) => operation,
                Err(faults) => {
                    let path_of_it = described.path.as_ref();
                    let id = &described.id;
                    let told = |it| format!("{}, so that {id} is no endpoint", told(&path, it));
                    let told = faults.iter().map(told);
                    match path_of_it.map(|it| it.matched(wanted.path).is_some()) {
                        Some(false) => {}
                        Some(true) if described.method == wanted.method => {
                            others.own_faults.extend(told);
                        }
                        Some(true) | None => others.faults.extend(told),
                    }
                    continue;
                }
            };
            let Some(parameters) = operation.path.matched(wanted.path) else { continue };
            if operation.method != wanted.method {
                others.methods.push(operation.method.clone());
                continue;
            }
            let endpoint = Endpoint {
                contract: Arc::clone(&contract),
                index,
                script: format!("{folder}/{}", mapped.script),
                function: mapped.endpoint.clone(),
                parameters,
                pattern: operation.path.text().to_owned(),
            };
            found.push(Candidate { endpoint, says: operation.path.says().collect() });
        }
        found
    }
}

impl Others {
    /// Why there is no endpoint, as people are told.
    fn reason(mut self, wanted: Wanted<'_>) -> Reason {
        let Wanted { api, version, path, method } = wanted;
        let missing = Reason::Missing;
        if !self.is_known {
            return missing(format!("no cartridge of the path has {FOLDER}/{api}/{MAPPING}"));
        }
        if let Some(fault) = self.own_faults.into_iter().next() {
            return Reason::Fault(fault);
        }
        if !self.methods.is_empty() {
            self.methods.sort();
            self.methods.dedup();
            let methods = self.methods.join(", ");
            return missing(format!("{path} is there for {methods}, not for {method}"));
        }
        if let Some(fault) = self.faults.into_iter().next() {
            return Reason::Fault(fault);
        }
        if !self.versions.is_empty() {
            self.versions.sort();
            self.versions.dedup();
            let versions = self.versions.join(", ");
            return missing(format!("{api} is there in {versions}, not in {version}"));
        }
        missing(format!("{api} {version} has no path that is like {path}"))
    }
}

fn told(path: &str, fault: &Fault) -> String {
    format!("{path}:{}: {}", fault.line, fault.what)
}

/// Whether an API's folder may be called so.
fn is_api_name(name: &str) -> bool {
    let is_plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
    !name.is_empty() && name.bytes().all(is_plain)
}

impl Endpoint {
    /// The contract and its operation; there is none of a contract that wasn't read.
    fn described(&self) -> Option<(&Contract, &Operation)> {
        let contract = self.contract.as_ref().as_ref().ok()?;
        Some((contract, contract.operations.get(self.index)?.read.as_ref().ok()?))
    }

    /// Who may call it.
    pub fn security(&self) -> Option<&Security> {
        self.described().map(|(_, operation)| &operation.security)
    }

    /// Looks at the parameters of a request, and at a body of JSON; the error says what is wrong.
    ///
    /// `query` has all of its parameters, which the contract has to know; `header` and `cookie` answer the value of one.
    pub fn check(
        &self,
        query: &[(String, String)],
        (header, cookie): (impl Fn(&str) -> Option<String>, impl Fn(&str) -> Option<String>),
        body: &Body,
    ) -> Result<Sent, String> {
        let Some((contract, operation)) = self.described() else { return Ok(Sent::default()) };
        let in_query = |it: &&Parameter| it.place == Place::Query;
        let known = operation.parameters.iter().filter(in_query);
        let known: Vec<_> = known.map(|it| it.name.as_str()).collect();
        if let Some((unknown, _)) = query.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            return Err(format!("Unknown query parameter '{unknown}'"));
        }
        let mut sent = Sent::default();
        for parameter in &operation.parameters {
            let values = |all: &[(String, String)]| -> Vec<String> {
                let own = all.iter().filter(|(name, _)| *name == parameter.name);
                own.map(|(_, value)| value.clone()).collect()
            };
            let values = match parameter.place {
                Place::Path => values(&self.parameters),
                Place::Query => values(query),
                Place::Header => header(&parameter.name).into_iter().collect(),
                Place::Cookie => cookie(&parameter.name).into_iter().collect(),
            };
            sent.written.extend(parameter.check(contract, &values)?);
        }
        let Some(described) = &operation.body else { return Ok(sent) };
        if described.is_required && body.bytes.is_empty() {
            return Err("The request body is missing".to_owned());
        }
        if let (Some(schema), Some(document)) = (described.schema, &body.document) {
            sent.written.extend(contract.schemas.check(schema, document, "The request body")?);
        }
        Ok(sent)
    }

    /// Whether its contract says that bodies are JSON.
    pub fn takes_json(&self) -> bool {
        let body = self.described().and_then(|(_, operation)| operation.body.as_ref());
        body.is_some_and(|body| body.schema.is_some())
    }
}

impl Parameter {
    fn check(&self, contract: &Contract, values: &[String]) -> Result<Vec<Written>, String> {
        let Self { name, place, schema, .. } = self;
        let place = match place {
            Place::Path => "path",
            Place::Query => "query",
            Place::Header => "header",
            Place::Cookie => "cookie",
        };
        let of = format!("The {place} parameter '{name}'");
        if values.is_empty() {
            let missing = || format!("{of} is missing");
            return if self.is_required { Err(missing()) } else { Ok(Vec::new()) };
        }
        let is_list = contract.schemas.kind(*schema) == Some(Kind::List);
        let texts: Vec<&str> = match values {
            [one] if is_list && !self.is_exploded => one.split(',').collect(),
            values => values.iter().map(String::as_str).collect(),
        };
        if texts.len() > 1 && !is_list {
            return Err(format!("{of} stands more than once"));
        }
        let value = contract.schemas.read_texts(*schema, &texts);
        contract.schemas.check(*schema, &value, &of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Files;

    const CONTRACT: &str = "openapi: 3.0.0
info: {version: 1.0.0}
components: {securitySchemes: {AmOAuth2: {}}}
security: [{AmOAuth2: [c_a]}]
paths:
  /notes/{id}:
    get:
      operationId: get1
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    put:
      operationId: put1
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody:
        content:
          application/json: {schema: {type: object, additionalProperties: false}}
";

    #[test]
    fn an_endpoint_with_a_fault_is_refused_for_it_and_the_log_knows_it_once() {
        let entry = |name: &str| {
            format!(r#"{{"endpoint": "{name}", "schema": "s.yaml", "implementation": "script"}}"#)
        };
        let mapping = format!(r#"{{"endpoints": [{}, {}]}}"#, entry("get1"), entry("put1"));
        let files = [("api.json", mapping.as_str()), ("s.yaml", CONTRACT), ("script.js", "")];
        let files = files.map(|(name, text)| {
            (format!("cartridge/rest-apis/r/{name}"), text.as_bytes().to_vec())
        });
        let cartridges = Cartridges::new().with("app", Files::memory(files));
        let apis = RestApis::default();
        let reason = |method| {
            let wanted = Wanted { api: "r", version: "v1", path: "/notes/zz", method };
            apis.find(&cartridges, wanted).map(|it| it.function)
        };
        assert_eq!(reason("GET"), Ok("get1".to_owned()));
        for _ in 0..2 {
            let refused = reason("PUT").expect_err("it is faulty");
            let place = "/app/cartridge/rest-apis/r/s.yaml:15: additionalProperties";
            assert!(refused.starts_with(place), "{refused}");
        }
        assert_eq!(reason("DELETE"), Err("/notes/zz is there for GET, not for DELETE".to_owned()));
        assert_eq!(apis.told.lock().len(), 1);
    }
}
