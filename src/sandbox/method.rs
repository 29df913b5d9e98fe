//! What a request wants to do, be it sent as POST with an override ("beyond the specification",
//! 2.1).

use crate::sandbox::{parameters::Parameters, refusal::Refusal};
use axum::http::{self, HeaderMap};
use std::str::FromStr;

const OVERRIDE: &str = "x-dw-http-method-override";

/// A method of the Data API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Reads the state alone.
    Head,
    /// Creates or replaces.
    Put,
    /// Changes.
    Patch,
    /// Removes.
    Delete,
    /// Starts or searches something.
    Post,
    /// Asks what is allowed.
    Options,
}

/// Not a method of the Data API.
#[derive(Debug, PartialEq, Eq)]
pub struct UnknownMethod;

impl Method {
    /// As requests name it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Head => "HEAD",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
            Self::Post => "POST",
            Self::Options => "OPTIONS",
        }
    }

    /// Whether it changes something.
    pub const fn writes(self) -> bool {
        matches!(self, Self::Put | Self::Patch | Self::Delete)
    }

    /// The method that is meant; `None` when it is none of the Data API's.
    pub fn of(
        sent: &http::Method,
        headers: &HeaderMap,
        parameters: &Parameters,
    ) -> Result<Option<Self>, Refusal> {
        if sent != http::Method::POST {
            return Ok(sent.as_str().parse().ok());
        }
        let header = headers.get(OVERRIDE).map(|value| String::from_utf8_lossy(value.as_bytes()));
        let Some(name) = parameters.text("method")?.or(header.as_deref()) else {
            return Ok(Some(Self::Post));
        };
        match name.parse() {
            Ok(Self::Get | Self::Post) | Err(UnknownMethod) => {
                let message =
                    format!("POST can stand for PUT, PATCH, DELETE, HEAD and OPTIONS, not {name}.");
                Err(Refusal::bad_request("IllegalHttpMethodOverride", message).with("method", name))
            }
            Ok(method) => Ok(Some(method)),
        }
    }
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        let all = [
            Self::Get,
            Self::Head,
            Self::Put,
            Self::Patch,
            Self::Delete,
            Self::Post,
            Self::Options,
        ];
        all.into_iter().find(|method| method.as_str() == name).ok_or(UnknownMethod)
    }
}
