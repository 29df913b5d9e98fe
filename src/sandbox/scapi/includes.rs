//! Answers of custom APIs that include those of others.

use super::{Address, LONGEST_ANSWER, Scapi, Target, included, site_id};
use crate::sandbox::{
    breaker::Ending,
    storefront::{Answered, ApiBody, ApiRequest, Called, Caller, NO_VALUE},
};
use axum::http::{
    Extensions, HeaderMap, Method, Request, StatusCode,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use futures::future::BoxFuture;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Answers in each other.
const DEEPEST: u8 = 5;
/// So many in one answer, and in what it includes, are too many.
const MANY: usize = 50;
/// More aren't asked for.
const MOST: usize = 250;

/// The request that an answer is for; what it includes isn't authorized again.
pub(super) struct Place {
    caller: Caller,
    /// The one that it is to.
    site: String,
    organization: String,
    headers: HeaderMap,
    extensions: Extensions,
    /// How many answers were asked for.
    included: AtomicUsize,
}

impl Place {
    /// Nothing is included yet.
    pub(super) fn new(
        (caller, site, organization): (Caller, String, String),
        headers: HeaderMap,
        extensions: Extensions,
    ) -> Self {
        Self { caller, site, organization, headers, extensions, included: AtomicUsize::new(0) }
    }
}

/// Why an answer can't be sent, and what that is to the breaker.
pub(super) struct Broken {
    pub(super) ending: Ending,
    pub(super) reason: String,
}

impl Broken {
    fn failed(reason: impl Into<String>) -> Self {
        Self { ending: Ending::Failed, reason: reason.into() }
    }
}

impl Scapi {
    /// An answer with those that it includes in their places; the error says which of them keeps it from that.
    pub(super) fn assembled<'a>(
        &'a self,
        target: &'a Target,
        answered: Answered,
        (place, depth): (&'a Place, u8),
    ) -> BoxFuture<'a, Result<Answered, Broken>> {
        Box::pin(async move {
            let mark = target.site.value_mark();
            if !answered.body().contains(mark) {
                check_length(answered.body())?;
                return Ok(answered);
            }
            let body = answered.body().to_owned();
            let mut parts = body.split(mark);
            let mut whole = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                let (url, rest) = part.split_once("-->").unwrap_or((part, ""));
                whole.push_str(&self.included(url, (place, depth + 1)).await?);
                whole.push_str(rest);
                check_length(&whole)?;
            }
            Ok(answered.with_body(whole))
        })
    }

    /// The answer of an address, `{}` if there is none.
    async fn included(&self, url: &str, (place, depth): (&Place, u8)) -> Result<String, Broken> {
        let failed = |what: &str| Broken::failed(format!("the include of {url} {what}"));
        match place.included.fetch_add(1, Relaxed) {
            MANY => tracing::warn!("an answer includes more than {MANY} others, which is too many"),
            MOST.. => return Err(failed(&format!("is one of more than {MOST}"))),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(failed("is nested too deep"));
        }
        let request = Request::get(url).body(()).map_err(|_| failed("is no address"))?;
        let (mut parts, ()) = request.into_parts();
        let path = parts.uri.path().to_owned();
        let address = Address::at(&path).filter(|it| it.family == "custom");
        let address = address.ok_or_else(|| failed("leads to no custom API"))?;
        if address.organization != place.organization {
            return Err(failed("leads to another organization"));
        }
        let target = self.target(site_id(parts.uri.query()).as_deref());
        let Ok(target) = target else { return Ok(NO_VALUE.to_owned()) };
        // A customer's number is another one's elsewhere.
        let is_same = target.is_of_site && target.site.site() == place.site;
        if place.caller.shopper.is_some() && !is_same {
            return Err(failed("leads to another site than the shopper's"));
        }
        let Some(endpoint) = included(&target, address) else { return Ok(NO_VALUE.to_owned()) };
        parts.method = Method::GET;
        parts.headers = place.headers.clone();
        parts.headers.remove(CONTENT_LENGTH);
        parts.headers.remove(CONTENT_TYPE);
        parts.extensions = place.extensions.clone();
        let (caller, is_of_site) = (place.caller.clone(), target.is_of_site);
        let (base, body) = (address.base(), ApiBody::default());
        let request = ApiRequest { endpoint, caller, is_of_site, base, parts, body, depth };
        match target.site.call(request).await {
            Ok(Called::Answered(answered)) => match answered.status() {
                200 => {
                    let whole = self.assembled(&target, *answered, (place, depth)).await?;
                    let is_nothing = whole.body().trim().is_empty();
                    Ok(if is_nothing { NO_VALUE } else { whole.body() }.to_owned())
                }
                404 => Ok(NO_VALUE.to_owned()),
                status => Err(failed(&format!("is answered with {status}"))),
            },
            Ok(Called::Missing(_)) | Err((StatusCode::NOT_FOUND, _)) => Ok(NO_VALUE.to_owned()),
            Ok(Called::Refused(what)) | Err((_, what)) => {
                Err(failed(&format!("is refused: {what}")))
            }
            Ok(Called::Failed(error)) => {
                Err(Broken { ending: Ending::of(&error), ..failed(&format!("fails: {error}")) })
            }
        }
    }
}

fn check_length(answer: &str) -> Result<(), Broken> {
    if answer.len() > LONGEST_ANSWER {
        return Err(Broken::failed("the answer is longer than 10 MiB"));
    }
    Ok(())
}
