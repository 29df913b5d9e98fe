//! Refused token requests, as RFC 6749 (5.2) has them.

use crate::sandbox::store::StoreError;
use axum::{
    http::{
        HeaderValue, StatusCode,
        header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, PRAGMA, WWW_AUTHENTICATE},
    },
    response::{IntoResponse, Response},
};
use serde_json::json;

/// Where the platform tells of such errors of its login of shoppers.
const SHOPPERS_URI: &str =
    "https://api.commercecloud.salesforce.com/documentation/error/v1/errors/oauth-service";

/// A refused token request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    status: StatusCode,
    error: &'static str,
    description: String,
}

impl Fault {
    fn new(status: StatusCode, error: &'static str, description: impl Into<String>) -> Self {
        Self { status, error, description: description.into() }
    }

    pub(crate) fn invalid_request(description: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request", description)
    }

    pub(crate) fn several_methods() -> Self {
        Self::invalid_request("either Basic, an assertion or client_secret: one of them alone")
    }

    pub(crate) fn invalid_client() -> Self {
        let description = "Client authentication failed";
        Self::new(StatusCode::UNAUTHORIZED, "invalid_client", description)
    }

    pub(crate) fn invalid_client_because(description: &str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "invalid_client", description)
    }

    pub(crate) fn assertion_type() -> Self {
        let description = "client_assertion_type is missing or not supported";
        Self::new(StatusCode::BAD_REQUEST, "invalid_client", description)
    }

    pub(crate) fn unauthorized_client() -> Self {
        let description = "The user's or the client's credentials are not valid";
        Self::new(StatusCode::BAD_REQUEST, "unauthorized_client", description)
    }

    pub(crate) fn unsupported_grant_type(grant: &str) -> Self {
        let shown: String = grant.chars().filter(|c| !c.is_control()).take(100).collect();
        let description = format!("The grant type {shown} is not supported here");
        Self::new(StatusCode::BAD_REQUEST, "unsupported_grant_type", description)
    }

    pub(crate) fn invalid_scope() -> Self {
        let description = "scope must be words between single blanks";
        Self::new(StatusCode::BAD_REQUEST, "invalid_scope", description)
    }

    pub(crate) fn invalid_scope_of_client() -> Self {
        let description = "The client may not have this scope";
        Self::new(StatusCode::BAD_REQUEST, "invalid_scope", description)
    }

    pub(crate) fn method_not_allowed() -> Self {
        let description = "Token requests are sent with POST";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "invalid_request", description)
    }

    pub(crate) fn packed() -> Self {
        let description = "The form is sent as it is, without Content-Encoding";
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "invalid_request", description)
    }

    pub(crate) fn invalid_grant(description: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_grant", description)
    }

    pub(crate) fn failed(error: &StoreError) -> Self {
        tracing::error!(%error, "the token endpoint");
        let description = "The sandbox failed; its log says more";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "server_error", description)
    }
}

impl Fault {
    /// The same as the platform's login of shoppers says it.
    pub(crate) fn of_shoppers(self) -> Response {
        let status = self.status;
        let body = json!({
            "status_code": status.as_u16().to_string(),
            "message": self.description,
            "error": self.error,
            "error_uri": SHOPPERS_URI,
            "error_description": self.description,
        });
        let headers = [
            (CONTENT_TYPE, "application/problem+json"),
            (CACHE_CONTROL, "no-store"),
            (PRAGMA, "no-cache"),
        ];
        (status, headers, body.to_string()).into_response()
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let body = json!({"error": self.error, "error_description": self.description});
        let headers = [
            (CONTENT_TYPE, "application/json; charset=UTF-8"),
            (CACHE_CONTROL, "no-store"),
            (PRAGMA, "no-cache"),
        ];
        let mut response = (self.status, headers, body.to_string()).into_response();
        let header = match self.status {
            StatusCode::UNAUTHORIZED => Some((WWW_AUTHENTICATE, "Basic realm=\"/\"")),
            StatusCode::METHOD_NOT_ALLOWED => Some((ALLOW, "POST")),
            _ => None,
        };
        let header = header.map(|(name, value)| (name, HeaderValue::from_static(value)));
        response.headers_mut().extend(header);
        response
    }
}
