//! What the debugger's answers say of who gives them, so that debuggers know a sandbox and its site.

use super::storefront::Storefront;
use crate::api::debugger::{CARTRIDGES_HEADER, SANDBOX_HEADER, SITE_HEADER};
use axum::{http::HeaderValue, response::Response};
use std::sync::Arc;

/// Marks an answer as a sandbox's: of its first site, and with the cartridge path if all its sites have the same.
pub(super) fn mark(answer: &mut Response, sites: &[Arc<Storefront>]) {
    let headers = answer.headers_mut();
    headers.insert(SANDBOX_HEADER, HeaderValue::from_static(env!("CARGO_PKG_VERSION")));
    let Some((first, others)) = sites.split_first() else { return };
    let path = path_of(first);
    let is_of_all = others.iter().all(|it| path_of(it) == path);
    let told =
        [(SITE_HEADER, Some(first.site())), (CARTRIDGES_HEADER, is_of_all.then_some(&*path))];
    for (name, told) in told {
        if let Some(Ok(told)) = told.map(HeaderValue::from_str) {
            headers.insert(name, told);
        }
    }
}

fn path_of(site: &Storefront) -> String {
    site.cartridges().list().collect::<Vec<_>>().join(":")
}
