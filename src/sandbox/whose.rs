//! What the debugger's answers say of who gives them, so that debuggers know a sandbox and its site.

use crate::api::debugger::{CARTRIDGES_HEADER, SANDBOX_HEADER, SITE_HEADER};
use axum::{http::HeaderValue, response::Response};

/// Marks an answer as a sandbox's, of the site and its cartridge path, if it has one.
pub(super) fn mark(answer: &mut Response, site: Option<(&str, String)>) {
    let headers = answer.headers_mut();
    headers.insert(SANDBOX_HEADER, HeaderValue::from_static(env!("CARGO_PKG_VERSION")));
    let Some((site, path)) = site else { return };
    for (name, told) in [(SITE_HEADER, site), (CARTRIDGES_HEADER, &path)] {
        if let Ok(told) = HeaderValue::from_str(told) {
            headers.insert(name, told);
        }
    }
}
