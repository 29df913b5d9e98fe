//! The platform's newer APIs, as far as the sandbox has them: custom ones that cartridges bring, and the login of shoppers.
//!
//! A request to a custom API finds its endpoint, whose contract says whose token it needs and what it takes; then its script
//! runs as a thread of the site, or of the whole organization. What the platform refuses is refused with its problem
//! documents (RFC 9457); a header says why.

mod address;
mod caller;
mod includes;

pub(super) use address::Address;

use super::{
    Clock,
    accounts::Logins,
    bodies::{Bodies, NotArrived, SCRIPTS_COPIES},
    breaker::{Breakers, Ending, seconds},
    faults::packed,
    oauth::Tokens,
    refusal::{Document, Refusal},
    shopper::{Shoppers, Step},
    storefront::{
        Answered, ApiBody, ApiRequest, Called, Endpoint, Scheme, Storefront, Wanted, mark_failure,
    },
    trail,
    transport::Arrival,
};
use crate::script::{ScriptError, ScriptErrorKind};
use axum::{
    body::Body,
    http::{Method, Request, StatusCode, header::RETRY_AFTER, request::Parts},
    response::Response,
};
use includes::{Broken, Place};
use std::sync::Arc;
use url::form_urlencoded;

/// Bytes of a body that an endpoint of shoppers takes.
const SHOPPERS_BODY: usize = 5 << 20;
/// The same of the account management's.
const ADMINS_BODY: usize = 20_000_000;
/// Bytes of a request's first line and headers: 24 KB.
const LONGEST_HEAD: usize = 24 << 10;
/// Bytes of an answer.
const LONGEST_ANSWER: usize = 10 << 20;

/// The APIs behind one address.
pub(super) struct Scapi {
    /// At least one.
    sites: Vec<Arc<Storefront>>,
    bodies: Arc<Bodies>,
    logins: Arc<Logins>,
    tokens: Arc<Tokens>,
    clock: Clock,
    shoppers: Shoppers,
    /// By script and function.
    breakers: Breakers<(String, String)>,
}

/// Where a request goes.
#[derive(Clone)]
struct Target {
    site: Arc<Storefront>,
    /// Otherwise it is the whole organization's.
    is_of_site: bool,
}

impl Scapi {
    /// The custom APIs of the sites; the first one serves the organization.
    pub(super) fn new(
        sites: Vec<Arc<Storefront>>,
        bodies: Arc<Bodies>,
        (logins, tokens): (Arc<Logins>, Arc<Tokens>),
        clock: Clock,
        shoppers: Shoppers,
    ) -> Self {
        let breakers = Breakers::default();
        Self { sites, bodies, logins, tokens, clock, shoppers, breakers }
    }

    /// Answers a request.
    pub(super) async fn answer(
        self: &Arc<Self>,
        address: Address<'_>,
        arrival: Arrival,
        request: Request<Body>,
    ) -> Response {
        let answer = match (address.family, address.api, address.version) {
            ("custom", ..) => self.custom(address, arrival, request).await,
            ("shopper", "auth", "v1") => {
                if let Some(step) = Step::at(address.path) {
                    let organization = address.organization;
                    return self.shoppers.answer(step, organization, arrival, request).await;
                }
                let has = "oauth2/authorize, login, token and logout";
                Err(missing(&format!("of the login of shoppers the sandbox has {has}")))
            }
            _ => {
                let has = "custom APIs and shopper/auth/v1";
                Err(missing(&format!("the sandbox has {has}, none of the platform's other APIs")))
            }
        };
        answer.unwrap_or_else(|refusal| refusal.answer(Document::Problem))
    }

    async fn custom(
        self: &Arc<Self>,
        address: Address<'_>,
        arrival: Arrival,
        request: Request<Body>,
    ) -> Result<Response, Refusal> {
        if !arrival.is_private() {
            let message = "Custom APIs need HTTPS: their requests carry tokens.";
            return Err(Refusal::new(StatusCode::FORBIDDEN, "HttpsRequired", message));
        }
        if head_of(&request) > LONGEST_HEAD {
            let what = format!("The address and the headers are larger than {LONGEST_HEAD} bytes.");
            return Err(unfit(StatusCode::BAD_REQUEST, &what));
        }
        let is_head = request.method() == Method::HEAD;
        let target = self.target(site_id(request.uri().query()).as_deref())?;
        let wanted = wanted(address, request.method());
        let endpoint = target.site.endpoint(wanted, target.is_of_site);
        let endpoint = endpoint.map_err(|reason| missing(&reason))?;
        let Some(security) = endpoint.security().cloned() else { return Err(missing("")) };
        let caller = self.caller(&security, address.organization, &target, request.headers())?;
        let function = (endpoint.script.clone(), endpoint.function.clone());
        let pass = self.breakers.admit(&function).map_err(|left| {
            let seconds = seconds(left);
            let message = format!("The endpoint kept failing; it is called again in {seconds} s.");
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "CustomApiCircuitBreakerError", message)
                .with_header(RETRY_AFTER, seconds.into())
        })?;
        let (parts, body) = request.into_parts();
        let body = self.body((&endpoint, security.scheme), &parts, body).await?;
        let name = format!("{}{}", address.base(), endpoint.pattern);
        let organization = address.organization.to_owned();
        let (headers, extensions) = (parts.headers.clone(), parts.extensions.clone());
        let site = target.site.site().to_owned();
        let place = Place::new((caller.clone(), site, organization), headers, extensions);
        let (is_of_site, base) = (target.is_of_site, address.base());
        let request = ApiRequest { endpoint, caller, is_of_site, base, parts, body, depth: 0 };
        // However long the script is halted; when the client leaves, it goes on.
        let scapi = Arc::clone(self);
        let answer = trail::carried(async move {
            let (ending, answer) = scapi.called(&target, request, &place).await;
            scapi.breakers.note(&pass, ending, &name);
            answer
        });
        let answer = tokio::spawn(answer).await.unwrap_or_else(|_| Err(broken("it panicked")));
        answer.map(|mut response| {
            if is_head {
                *response.body_mut() = Body::empty();
            }
            response
        })
    }

    /// Runs the script; how it ended, and its answer with what that includes.
    async fn called(
        &self,
        target: &Target,
        request: ApiRequest,
        place: &Place,
    ) -> (Ending, Result<Response, Refusal>) {
        let called = match target.site.call(request).await {
            Ok(called) => called,
            Err((status, what)) => return (Ending::Debugged, Err(unfit(status, &what))),
        };
        match called {
            Called::Answered(answered) => match self.whole(target, *answered, place).await {
                Ok(response) => (Ending::Answered, Ok(response)),
                Err(Broken { ending, reason }) => (ending, Err(broken(&reason))),
            },
            Called::Refused(what) => (Ending::Debugged, Err(unfit(StatusCode::BAD_REQUEST, &what))),
            Called::Missing(reason) => (Ending::Debugged, Err(missing(&reason))),
            Called::Failed(error) => (Ending::of(&error), Ok(failed(&error))),
        }
    }

    async fn whole(
        &self,
        target: &Target,
        answered: Answered,
        place: &Place,
    ) -> Result<Response, Broken> {
        let answered = self.assembled(target, answered, (place, 0)).await?;
        Ok(target.site.response(answered))
    }

    /// The site that a request names, or the organization.
    fn target(&self, named: Option<&str>) -> Result<Target, Refusal> {
        let found = match named {
            None | Some("Sites-Site") => self.sites.first(),
            Some(id) => self.sites.iter().find(|site| site.site() == id),
        };
        let is_of_site = named.is_some_and(|id| id != "Sites-Site");
        let reason = || format!("there is no site {}", named.unwrap_or_default());
        let site = Arc::clone(found.ok_or_else(|| missing(&reason()))?);
        Ok(Target { site, is_of_site })
    }

    async fn body(
        &self,
        (endpoint, scheme): (&Endpoint, Scheme),
        parts: &Parts,
        body: Body,
    ) -> Result<ApiBody, Refusal> {
        if packed(&parts.headers).is_some() {
            let message = "A body is sent as it is, without Content-Encoding.";
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "UnsupportedMediaType",
                message,
            ));
        }
        let limit = match scheme {
            Scheme::Shopper => SHOPPERS_BODY,
            Scheme::Admin => ADMINS_BODY,
        };
        let lost = |error: NotArrived| match error {
            NotArrived::TooLarge { .. } => {
                let message = format!("The request body is larger than {limit} bytes.");
                Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "PayloadTooLarge", message)
            }
            other => {
                tracing::error!("{other}");
                Refusal::bad_request("BadRequest", "The request body did not arrive as a whole.")
            }
        };
        let arrived = self.bodies.receive(body, limit).await.map_err(lost)?;
        if arrived.len() > 0 && endpoint.takes_json() {
            let (bytes, document, hold) = self.bodies.decode_beside(arrived).await?;
            let document = document.map_err(|error| {
                let what = format!("The request body is no JSON that can be read: {error}");
                unfit(StatusCode::BAD_REQUEST, &what)
            })?;
            return Ok(ApiBody { bytes, document: Some(document), hold: Some(hold) });
        }
        let hold = Some(self.bodies.hold(&arrived, SCRIPTS_COPIES).await);
        let bytes = arrived.into_bytes().await.map_err(lost)?;
        Ok(ApiBody { bytes, document: None, hold })
    }
}

/// Bytes of the first line and of the headers.
fn head_of<T>(request: &Request<T>) -> usize {
    let address = request.uri().path_and_query().map_or(0, |it| it.as_str().len());
    let line = request.method().as_str().len() + address + "  HTTP/1.1\r\n".len();
    let headers = request.headers().iter();
    let headers = headers.map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len());
    line + headers.sum::<usize>()
}

/// What an address and a method ask for.
fn wanted<'a>(address: Address<'a>, method: &'a Method) -> Wanted<'a> {
    let Address { api, version, path, .. } = address;
    Wanted { api, version, path, method: method.as_str() }
}

/// The `siteId` of a query.
fn site_id(query: Option<&str>) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    pairs.find(|(name, _)| name == "siteId").map(|(_, value)| value.into_owned())
}

/// The answer where there is no endpoint.
fn missing(reason: &str) -> Refusal {
    Refusal::not_found("ResourceNotFound", "Could not find requested resource").because(reason)
}

/// A request that doesn't fit its contract.
fn unfit(status: StatusCode, what: &str) -> Refusal {
    let kind = match status {
        StatusCode::PAYLOAD_TOO_LARGE => "PayloadTooLarge",
        StatusCode::NOT_FOUND => "ResourceNotFound",
        _ => "BadRequest",
    };
    Refusal::new(status, kind, what)
}

/// The answer where nothing can be answered.
fn broken(reason: &str) -> Refusal {
    let message = "The request could not be processed.";
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "InternalServerError", message).because(reason)
}

/// The answer of a script that failed, with its error in a header.
fn failed(error: &ScriptError) -> Response {
    let refusal = match error.kind {
        ScriptErrorKind::TimedOut => {
            let message = "The request took too long.";
            Refusal::new(StatusCode::GATEWAY_TIMEOUT, "GatewayTimeout", message)
        }
        ScriptErrorKind::Busy => {
            let message = "Too many scripts run already.";
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "ServiceUnavailable", message)
        }
        _ => broken(&error.to_string()),
    };
    let mut response = refusal.answer(Document::Problem);
    mark_failure(&mut response, error);
    response
}

/// The endpoint of an address that a script's answer includes.
fn included(target: &Target, address: Address<'_>) -> Option<Endpoint> {
    target.site.endpoint(wanted(address, &Method::GET), target.is_of_site).ok()
}
