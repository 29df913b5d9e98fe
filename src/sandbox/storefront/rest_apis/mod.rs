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
use schema::{Kind, Written};
use serde_json::{Value, json};
use std::sync::Arc;
use yaml::Fault;

/// The folder of a cartridge with its APIs.
const FOLDER: &str = "cartridge/rest-apis";

/// What was read of the cartridges' files, each until it changes.
#[derive(Debug, Default)]
pub(super) struct RestApis {
    mappings: Kept<Result<Vec<Result<Mapped, Fault>>, Fault>>,
    contracts: Kept<Result<Contract, Fault>>,
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
    faults: Vec<String>,
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
        best.map(|best| best.endpoint).ok_or_else(|| others.reason(wanted))
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
                    let is_meant = described.path.as_ref();
                    if is_meant.is_none_or(|it| it.matched(wanted.path).is_some()) {
                        let id = &described.id;
                        let told = |it| format!("{}, so that {id} is no endpoint", told(&path, it));
                        others.faults.extend(faults.iter().map(told));
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
    fn reason(mut self, wanted: Wanted<'_>) -> String {
        let Wanted { api, version, path, method } = wanted;
        if !self.is_known {
            return format!("no cartridge of the path has {FOLDER}/{api}/{MAPPING}");
        }
        if !self.methods.is_empty() {
            self.methods.sort();
            self.methods.dedup();
            return format!("{path} is there for {}, not for {method}", self.methods.join(", "));
        }
        if let Some(fault) = self.faults.into_iter().next() {
            return fault;
        }
        if !self.versions.is_empty() {
            self.versions.sort();
            self.versions.dedup();
            return format!("{api} is there in {}, not in {version}", self.versions.join(", "));
        }
        format!("{api} {version} has no path that is like {path}")
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
