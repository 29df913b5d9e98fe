//! Pages of other origins ("beyond the specification", 7): only those that a client allows.

use super::{DataApi, Method, faults};
use crate::sandbox::{refusal::Refusal, target, transport::Transport};
use axum::http::{
    HeaderMap, HeaderValue,
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
        ORIGIN, VARY,
    },
    uri::Authority,
};

/// How a request came in.
#[derive(Clone, Debug)]
pub(crate) struct Entrance {
    /// Encrypted or not.
    pub transport: Transport,
    /// The host and port that it names.
    pub authority: Authority,
}

impl Entrance {
    /// The origin of links.
    pub(crate) fn origin(&self) -> String {
        format!("{}://{}", self.transport.scheme(), self.authority)
    }

    fn is_own(&self, origin: &str) -> bool {
        target::is_own_origin(origin, self.transport, &self.authority)
    }
}

/// The foreign origin of a request, if any client allows it. Which client asks is known later.
pub(super) fn check<'h>(
    api: &DataApi,
    entrance: &Entrance,
    headers: &'h HeaderMap,
) -> Result<Option<&'h str>, Refusal> {
    let mut foreign = None;
    for origin in headers.get_all(ORIGIN) {
        let text = origin.to_str().unwrap_or("null");
        if entrance.is_own(text) {
            continue;
        }
        if foreign.is_some() || !api.logins.accounts().allows_origin(text) {
            return Err(faults::unauthorized_origin(text));
        }
        foreign = Some(text);
    }
    Ok(foreign)
}

/// Lets an allowed page read the answer, also when it is a fault.
pub(super) fn open(
    api: &DataApi,
    entrance: &Entrance,
    headers: &HeaderMap,
    answer: &mut HeaderMap,
) {
    let Ok(Some(_)) = check(api, entrance, headers) else { return };
    let Some(origin) = headers.get_all(ORIGIN).iter().next_back() else { return };
    let exposed = HeaderValue::from_static("ETag, Location, x-dw-resource-state");
    answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    answer.insert(ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    answer.insert(VARY, HeaderValue::from_static("Origin"));
}

/// What a page may send after it has asked.
pub(super) fn preflight(methods: &[Method], headers: &HeaderMap, answer: &mut HeaderMap) {
    answer.insert(ACCESS_CONTROL_ALLOW_METHODS, faults::allow(methods));
    if let Some(asked) = headers.get(ACCESS_CONTROL_REQUEST_HEADERS) {
        answer.insert(ACCESS_CONTROL_ALLOW_HEADERS, asked.clone());
    }
    answer.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
}
