//! The cookie `dwsid`: on the platform it leads to the server that holds the breakpoints. Here
//! there is one server; the cookie is set since clients replay it, and then ignored.

use crate::sandbox::transport::Transport;
use axum::{
    Extension,
    extract::Request,
    http::{
        HeaderMap, HeaderValue,
        header::{COOKIE, SET_COOKIE},
    },
    middleware::Next,
    response::Response,
};
use rand::distr::{Alphanumeric, SampleString};

const NAME: &str = "dwsid";
const LENGTH: usize = 32;

/// Sets the cookie in the first answer to a client.
pub(super) async fn set(
    Extension(transport): Extension<Transport>,
    request: Request,
    next: Next,
) -> Response {
    let is_first = !has_cookie(request.headers());
    let mut response = next.run(request).await;
    if is_first && let Some(cookie) = cookie(transport) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Whether the client replays it.
pub(super) fn has_cookie(headers: &HeaderMap) -> bool {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies.flat_map(|line| line.split(';')).any(|pair| {
        pair.trim().split_once('=').is_some_and(|(name, value)| name == NAME && !value.is_empty())
    })
}

fn cookie(transport: Transport) -> Option<HeaderValue> {
    let value = Alphanumeric.sample_string(&mut rand::rng(), LENGTH);
    let secure = match transport {
        Transport::Plain => "",
        Transport::Tls => "; Secure",
    };
    HeaderValue::try_from(format!("{NAME}={value}; Path=/; HttpOnly; SameSite=Lax{secure}")).ok()
}
