//! The cookies of one instance, for as long as the program runs.

use cookie::Cookie;
use cookie::time::{Duration, OffsetDateTime};
use parking_lot::{Mutex, MutexGuard};
use reqwest::header::{HeaderMap, SET_COOKIE};
use std::collections::BTreeMap;

const SESSION: &str = "dwsid";

/// The debugger's session cookie, and what storefront answers set on top of it.
#[derive(Default)]
pub(super) struct Cookies(Mutex<Jar>);

#[derive(Default)]
struct Jar {
    debugger: Option<String>,
    storefront: BTreeMap<String, String>,
}

impl Cookies {
    pub(super) fn debugger(&self) -> Option<String> {
        self.jar().debugger.clone()
    }

    /// Keeps `dwsid` of a debugger's answer.
    pub(super) fn learn_debugger(&self, headers: &HeaderMap) {
        let Some((_, value)) = pairs(headers).find(|(name, _)| name == SESSION) else { return };
        let value = Some(value).filter(|value| !value.is_empty());
        let mut jar = self.jar();
        if jar.debugger != value {
            jar.debugger = value;
            // The storefront's session was on the application server that is left now.
            jar.storefront.remove(SESSION);
        }
    }

    /// Keeps all cookies of a storefront's answer; an empty value removes one.
    pub(super) fn learn_storefront(&self, headers: &HeaderMap) {
        let mut jar = self.jar();
        for (name, value) in pairs(headers) {
            if value.is_empty() {
                jar.storefront.remove(&name);
            } else {
                jar.storefront.insert(name, value);
            }
        }
    }

    /// The `Cookie` header of a debugger's request.
    pub(super) fn for_debugger(&self) -> Option<String> {
        self.debugger().map(|value| format!("{SESSION}={value}"))
    }

    /// The `Cookie` header of a storefront request: the debugger's `dwsid` unless the storefront
    /// answered it with one of its own.
    pub(super) fn for_storefront(&self) -> Option<String> {
        let jar = self.jar();
        let mut all = jar.storefront.clone();
        if let Some(value) = &jar.debugger {
            all.entry(SESSION.to_owned()).or_insert_with(|| value.clone());
        }
        let pairs: Vec<String> =
            all.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }

    fn jar(&self) -> MutexGuard<'_, Jar> {
        self.0.lock()
    }
}

fn pairs(headers: &HeaderMap) -> impl Iterator<Item = (String, String)> {
    headers.get_all(SET_COOKIE).iter().filter_map(|header| pair(header.to_str().ok()?))
}

/// A cookie that has expired has no value.
fn pair(header: &str) -> Option<(String, String)> {
    let cookie = Cookie::parse(header).ok()?;
    let is_over = match (cookie.max_age(), cookie.expires_datetime()) {
        (Some(age), _) => age <= Duration::ZERO,
        (None, Some(end)) => end <= OffsetDateTime::now_utc(),
        (None, None) => false,
    };
    let value = if is_over { "" } else { cookie.value() };
    Some((cookie.name().to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(cookies: &[&str]) -> HeaderMap {
        let value = |text: &&str| (SET_COOKIE, text.parse().expect("a header value"));
        cookies.iter().map(value).collect()
    }

    #[test]
    fn the_debuggers_cookie_is_kept_replaced_and_removed() {
        let cookies = Cookies::default();
        assert_eq!(cookies.for_debugger(), None);
        cookies.learn_debugger(&setting(&["other=1", "dwsid=abc; Path=/; HttpOnly"]));
        assert_eq!(cookies.for_debugger().as_deref(), Some("dwsid=abc"));
        cookies.learn_debugger(&setting(&["other=2"]));
        assert_eq!(cookies.debugger().as_deref(), Some("abc"));
        cookies.learn_debugger(&setting(&["dwsid=x; Max-Age=0"]));
        assert_eq!(cookies.for_debugger(), None);
        cookies.learn_debugger(&setting(&["dwsid=x; Expires=Wed, 21 Oct 2099 07:28:00 GMT"]));
        assert_eq!(cookies.for_debugger().as_deref(), Some("dwsid=x"));
        cookies.learn_debugger(&setting(&["dwsid=x; Expires=Wed, 21 Oct 2015 07:28:00 GMT"]));
        assert_eq!(cookies.for_debugger(), None);
    }

    #[test]
    fn storefront_requests_carry_the_debuggers_session_until_they_get_their_own() {
        let cookies = Cookies::default();
        cookies.learn_debugger(&setting(&["dwsid=abc"]));
        assert_eq!(cookies.for_storefront().as_deref(), Some("dwsid=abc"));
        cookies.learn_storefront(&setting(&["cart=7; Secure", "dwsid=shop"]));
        assert_eq!(cookies.for_storefront().as_deref(), Some("cart=7; dwsid=shop"));
        assert_eq!(cookies.for_debugger().as_deref(), Some("dwsid=abc"));
        cookies.learn_debugger(&setting(&["dwsid=new"]));
        assert_eq!(cookies.for_storefront().as_deref(), Some("cart=7; dwsid=new"));
    }
}
