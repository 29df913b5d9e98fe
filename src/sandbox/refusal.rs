//! A refused request: its status and its fault, which each API answers with a document of its own (sections 2.6, 7
//! and 7.2).

use crate::api::{
    content::Version,
    debugger::{self, REASON_HEADER},
    fault::Fault,
};
use axum::{
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE, WWW_AUTHENTICATE},
    },
    response::{IntoResponse, Response},
};
use hyper::ext::ReasonPhrase;
use serde::Serialize;
use serde_json::{Value, json};

/// The media type of every document, faults included (section 7).
pub(super) const JSON: HeaderValue = HeaderValue::from_static("application/json;charset=UTF-8");
/// Nothing of the debugger is ever cached (section 7).
pub(super) const NEVER_CACHED: HeaderValue =
    HeaderValue::from_static("max-age=0,no-cache,no-store,must-revalidate");
/// The media type of problem documents (RFC 9457).
const PROBLEM: HeaderValue = HeaderValue::from_static("application/problem+json");
/// What the types of the platform's own problems begin with.
const PROBLEM_TYPES: &str =
    "https://api.commercecloud.salesforce.com/documentation/error/v1/errors/";
/// Why the sandbox refuses something, where its document is not to say so.
const REASON: HeaderName = HeaderName::from_static(REASON_HEADER);
/// Letters of that header.
const LONGEST_REASON: usize = 500;
/// The status text of each 404 (section 7).
const NOT_FOUND: ReasonPhrase = ReasonPhrase::from_static(b"Requested resource not found");

/// Which API's fault document answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// `{_v, fault: {…}}` (section 7.2).
    Debugger,
    /// `{_v, type, message}`: the thread fault (section 7.2).
    DebuggerFlat,
    /// `{_v, _type, fault: {…}}` (section 2.6), with the version that was asked for.
    Data(Version),
    /// `{title, type, detail}`: a problem document (RFC 9457), as the platform's newer APIs have it.
    Problem,
}

/// A refused request, whichever API it was sent to. Boxed, since it travels in the error of many results.
#[derive(Clone, Debug)]
pub struct Refusal(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    status: StatusCode,
    fault: Fault,
    header: Option<(HeaderName, HeaderValue)>,
    reason: Option<String>,
}

/// The answer to an address that names nothing.
pub(super) fn resource_not_found(path: &str) -> Refusal {
    Refusal::not_found("ResourcePathNotFound", format!("There is nothing at {path}."))
        .with("path", path)
}

impl Refusal {
    /// A refusal with the fault of that name, without its `Exception`.
    pub fn new(status: StatusCode, kind: &str, message: impl Into<String>) -> Self {
        let fault = Fault::new(format!("{kind}Exception"), message);
        Self(Box::new(Parts { status, fault, header: None, reason: None }))
    }

    /// 400.
    pub fn bad_request(kind: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, kind, message)
    }

    /// 404.
    pub fn not_found(kind: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, kind, message)
    }

    /// 401: only who runs the sandbox may do this.
    pub fn admin_required() -> Self {
        let message = "Only a user with the right \"admin\" may do this.";
        Self::new(StatusCode::UNAUTHORIZED, "NotAuthorized", message).asking_for_basic()
    }

    /// Adds an argument of the fault.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.fault.arguments.insert(name.to_owned(), value.into());
        self
    }

    /// Sets a header of the answer, in place of an earlier one.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.header = Some((name, value));
        self
    }

    /// Says in a header, and in the journal, what the document doesn't: it is the platform's own.
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.0.reason = Some(reason.into());
        self
    }

    /// What people are told.
    pub fn message(&self) -> &str {
        &self.0.fault.message
    }

    /// Whether this is the fault of that name.
    pub fn is(&self, kind: &str) -> bool {
        self.0.fault.is(kind)
    }

    /// Asks for a login.
    #[must_use]
    pub fn asking_for_basic(mut self) -> Self {
        let value =
            HeaderValue::from_static("Basic realm=\"haltscope sandbox\", charset=\"UTF-8\"");
        self.0.header = Some((WWW_AUTHENTICATE, value));
        self
    }

    /// Its document as text.
    pub fn text(&self, document: Document) -> String {
        let body = match document {
            Document::Debugger => self.0.fault.nested(debugger::VERSION),
            Document::DebuggerFlat => self.0.fault.flat(debugger::VERSION),
            Document::Data(version) => {
                let mut body = self.0.fault.nested(&version.to_string());
                body["_type"] = "fault".into();
                body
            }
            Document::Problem => {
                let words = words(self.0.fault.kind.trim_end_matches("Exception"));
                let kind = format!("{PROBLEM_TYPES}{}", words.join("-").to_ascii_lowercase());
                json!({"title": words.join(" "), "type": kind, "detail": self.0.fault.message})
            }
        };
        body.to_string()
    }

    /// The answer of the API that has this document.
    pub fn answer(self, document: Document) -> Response {
        let kind = if document == Document::Problem { PROBLEM } else { JSON };
        let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, NEVER_CACHED)];
        let mut response = (self.0.status, headers, self.text(document)).into_response();
        if self.0.status == StatusCode::NOT_FOUND && document != Document::Problem {
            response.extensions_mut().insert(NOT_FOUND);
        }
        let Parts { fault: Fault { kind, message, .. }, header, reason, .. } = *self.0;
        response.headers_mut().extend(header);
        if let Some(reason) = &reason {
            response.headers_mut().extend(shown(reason).map(|reason| (REASON, reason)));
        }
        let message = reason.unwrap_or(message);
        response.extensions_mut().insert(Told { kind, message });
        response
    }
}

/// A reason as a header has it.
fn shown(reason: &str) -> Option<HeaderValue> {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let text: String = reason.chars().map(plain).take(LONGEST_REASON).collect();
    HeaderValue::from_bytes(text.as_bytes()).ok()
}

/// `Resource`, `Not`, `Found` of `ResourceNotFound`.
fn words(name: &str) -> Vec<&str> {
    let starts = name.char_indices().filter(|(_, letter)| letter.is_ascii_uppercase());
    let mut starts: Vec<_> = starts.map(|(at, _)| at).filter(|at| *at > 0).collect();
    starts.push(name.len());
    let mut from = 0;
    starts.into_iter().map(|to| &name[std::mem::replace(&mut from, to)..to]).collect()
}

/// Why a request was refused, as an extension of its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Told {
    /// The fault's name.
    #[serde(rename = "type")]
    pub kind: String,
    /// What people are told.
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_named_after_its_fault() {
        let refusal = Refusal::not_found("ResourceNotFound", "Could not find requested resource")
            .because("no cartridge\nhas it");
        let text = refusal.text(Document::Problem);
        assert_eq!(
            serde_json::from_str::<Value>(&text).expect("JSON"),
            json!({
                "title": "Resource Not Found",
                "type": format!("{PROBLEM_TYPES}resource-not-found"),
                "detail": "Could not find requested resource",
            })
        );
        let answer = refusal.answer(Document::Problem);
        assert_eq!(answer.headers()[CONTENT_TYPE], "application/problem+json");
        assert_eq!(answer.headers()[REASON], "no cartridge has it");
        let told = answer.extensions().get::<Told>().expect("it is told");
        assert_eq!(told.message, "no cartridge\nhas it");
    }
}
