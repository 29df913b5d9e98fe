//! The cookies by which a site knows its visitors; scripts neither see nor set them.

use super::state::REMEMBERED_FOR;
use axum::http::HeaderValue;
use md5::{Digest, Md5};

/// Their names. Each site has its own, which all of the host's addresses belong to.
///
/// They are the same over HTTP and over HTTPS: a basket stays on the way to a checkout that demands HTTPS. So they can't be
/// secure ones, which browsers keep from HTTP.
#[derive(Debug)]
pub(super) struct OwnCookies {
    /// Of the session.
    pub(super) session: String,
    /// Of the customer whom a browser is to know again.
    pub(super) customer: String,
}

impl OwnCookies {
    pub(super) fn of(site: &str) -> Self {
        let digest = u128::from_be_bytes(Md5::digest(site.as_bytes()).into());
        Self { session: format!("sid-{site}"), customer: format!("dwcustomer_{digest:032x}") }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        name == self.session || name == self.customer
    }

    /// The line that sets the session's: for all addresses, as whoever asks for one that leads elsewhere is the same visitor.
    pub(super) fn set_session(&self, id: &str) -> Option<HeaderValue> {
        line(&self.session, id, "")
    }

    /// The line that sets the customer's.
    pub(super) fn set_customer(&self, token: &str) -> Option<HeaderValue> {
        line(&self.customer, token, &format!("; Max-Age={REMEMBERED_FOR}"))
    }

    /// The line that takes the customer's away.
    pub(super) fn forget_customer(&self) -> Option<HeaderValue> {
        line(&self.customer, "", "; Max-Age=0")
    }
}

fn line(name: &str, value: &str, age: &str) -> Option<HeaderValue> {
    HeaderValue::try_from(format!("{name}={value}; Path=/{age}; HttpOnly; SameSite=Lax")).ok()
}
