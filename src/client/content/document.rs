//! The documents of a library (sections 2.2 to 2.4): fields by name, with the state they were in.

use serde_json::{Map, Value};

/// What the server says about an asset, a folder or an assignment.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// All fields, `c_` attributes and `_resource_state` included.
    pub fields: Map<String, Value>,
    pub(super) etag: Option<String>,
    pub(super) state: Option<String>,
}

/// The state that a change builds on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The token of `_resource_state`.
    pub state: String,
    /// The value of `If-Match`.
    pub etag: String,
}

/// What a `PUT` did.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// There was nothing of that ID before.
    Created(Document),
    /// What was there is replaced.
    Replaced(Document),
}

impl Document {
    /// The state that it was in; without a token of its own, the one of its headers.
    pub fn base(&self) -> Base {
        let own = self.fields.get("_resource_state").and_then(Value::as_str);
        let state = own.or(self.state.as_deref()).unwrap_or_default();
        let base = Base::from_state(state);
        match &self.etag {
            Some(etag) => Base { etag: etag.clone(), ..base },
            None => base,
        }
    }
}

impl Base {
    /// The state of a token that was read earlier.
    pub fn from_state(state: &str) -> Self {
        Self { state: state.to_owned(), etag: format!("\"{state}\"") }
    }
}

impl Written {
    /// What is stored now.
    pub fn document(self) -> Document {
        match self {
            Self::Created(document) | Self::Replaced(document) => document,
        }
    }
}
