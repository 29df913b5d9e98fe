//! Answers of custom APIs that include those of others.

use super::{Address, Scapi, Target, included, site_id};
use crate::sandbox::storefront::{Answered, ApiRequest, Called, Caller};
use axum::http::{
    Extensions, HeaderMap, Method, Request, StatusCode,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use futures::future::BoxFuture;

/// Answers in each other.
const DEEPEST: u8 = 5;
/// So many in one answer are too many.
const MANY: usize = 50;
/// What stands for an answer that isn't there.
const NOTHING: &str = "{}";

/// The request that an answer is for; what it includes isn't authorized again.
pub(super) struct Place {
    pub(super) caller: Caller,
    pub(super) organization: String,
    pub(super) headers: HeaderMap,
    pub(super) extensions: Extensions,
}

impl Scapi {
    /// An answer with those that it includes in their places; the error says which of them keeps it from that.
    pub(super) fn assembled<'a>(
        &'a self,
        target: &'a Target,
        answered: Answered,
        (place, depth): (&'a Place, u8),
    ) -> BoxFuture<'a, Result<Answered, String>> {
        Box::pin(async move {
            let mark = target.site.value_mark();
            if !answered.body().contains(mark) {
                return Ok(answered);
            }
            let body = answered.body().to_owned();
            let mut parts = body.split(mark);
            let mut whole = parts.next().unwrap_or_default().to_owned();
            let mut count = 0;
            for part in parts {
                count += 1;
                let (url, rest) = part.split_once("-->").unwrap_or((part, ""));
                whole.push_str(&self.included(url, (place, depth + 1)).await?);
                whole.push_str(rest);
            }
            if count > MANY {
                tracing::warn!("an answer includes {count} others: more than {MANY} are too many");
            }
            Ok(answered.with_body(whole))
        })
    }

    /// The answer of an address, `{}` if there is none.
    async fn included(&self, url: &str, (place, depth): (&Place, u8)) -> Result<String, String> {
        let failed = |what: &str| format!("the include of {url} {what}");
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
        let Ok(target) = target else { return Ok(NOTHING.to_owned()) };
        let Some(endpoint) = included(&target, address) else { return Ok(NOTHING.to_owned()) };
        parts.method = Method::GET;
        parts.headers = place.headers.clone();
        parts.headers.remove(CONTENT_LENGTH);
        parts.headers.remove(CONTENT_TYPE);
        parts.extensions = place.extensions.clone();
        let (caller, base, body) = (place.caller.clone(), address.base(), (Vec::new(), None));
        let request = ApiRequest { endpoint, caller, base, parts, body, depth };
        match target.site.call(request).await {
            Ok(Called::Answered(answered)) => match answered.status() {
                200 => {
                    let whole = self.assembled(&target, *answered, (place, depth)).await?;
                    Ok(whole.body().to_owned())
                }
                404 => Ok(NOTHING.to_owned()),
                status => Err(failed(&format!("is answered with {status}"))),
            },
            Ok(Called::Missing(_)) | Err((StatusCode::NOT_FOUND, _)) => Ok(NOTHING.to_owned()),
            Ok(Called::Refused(what)) | Err((_, what)) => {
                Err(failed(&format!("is refused: {what}")))
            }
            Ok(Called::Failed(error)) => Err(failed(&format!("fails: {error}"))),
        }
    }
}
