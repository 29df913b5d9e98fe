//! A refused request: its status and its fault, which each API answers with a document of its own (sections 2.6, 7
//! and 7.2).

use crate::api::{content::Version, debugger, fault::Fault};
use axum::{
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE, WWW_AUTHENTICATE},
    },
    response::{IntoResponse, Response},
};
use hyper::ext::ReasonPhrase;
use serde::Serialize;
use serde_json::Value;

/// The media type of every document, faults included (section 7).
pub(super) const JSON: HeaderValue = HeaderValue::from_static("application/json;charset=UTF-8");
/// Nothing of the debugger is ever cached (section 7).
pub(super) const NEVER_CACHED: HeaderValue =
    HeaderValue::from_static("max-age=0,no-cache,no-store,must-revalidate");
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
}

/// A refused request, whichever API it was sent to. Boxed, since it travels in the error of many results.
#[derive(Clone, Debug)]
pub struct Refusal(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    status: StatusCode,
    fault: Fault,
    header: Option<(HeaderName, HeaderValue)>,
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
        Self(Box::new(Parts { status, fault, header: None }))
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
        };
        body.to_string()
    }

    /// The answer of the API that has this document.
    pub fn answer(self, document: Document) -> Response {
        let headers = [(CONTENT_TYPE, JSON), (CACHE_CONTROL, NEVER_CACHED)];
        let mut response = (self.0.status, headers, self.text(document)).into_response();
        if self.0.status == StatusCode::NOT_FOUND {
            response.extensions_mut().insert(NOT_FOUND);
        }
        let Fault { kind, message, .. } = self.0.fault;
        response.extensions_mut().insert(Told { kind, message });
        response.headers_mut().extend(self.0.header);
        response
    }
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
