//! Every request's way in: limits, `Host`, which API its address names, `Origin`, then that API.
//! The rules are those of "beyond the specification", section 7.

use super::{
    data::{DataApi, Entrance},
    oauth::{Endpoint, OAuth},
    operations::{Arrived, Fate, Injection, OWN, Operation, Operations, injected_refusal},
    refusal::{Document, Refusal, resource_not_found},
    scapi::{Address, Scapi},
    target,
    trail::{self, Trail},
    transport::{Arrival, Transport},
    webdav::{self, WebDav},
    whole::Whole,
    whose,
};
use crate::api::content::Version;
use axum::{
    Router,
    body::Body,
    http::{
        HeaderMap, Request, StatusCode, Uri,
        header::ORIGIN,
        uri::{Authority, PathAndQuery},
    },
    response::Response,
};
use futures::FutureExt;
use std::{panic::AssertUnwindSafe, sync::Arc};
use tower::ServiceExt;

/// The longest request line, in bytes.
pub(super) const REQUEST_LINE: usize = 32 * 1024;
/// The largest headers, names and values together, in bytes.
pub(super) const HEADERS: usize = 64 * 1024;

/// The APIs of a sandbox behind one address.
pub(super) struct Service {
    /// Hosts that may be named, in small letters; any port.
    pub hosts: Vec<String>,
    /// The debugger API, below its base address.
    pub debugger: Router,
    /// The Data API and the locks of its assets.
    pub data: Arc<DataApi>,
    /// The token endpoints.
    pub oauth: OAuth,
    /// The sandbox's own addresses.
    pub operations: Arc<Operations>,
    /// Custom APIs and the login of shoppers.
    pub scapi: Arc<Scapi>,
    /// Files of scripts and jobs.
    pub files: WebDav,
    /// Everything that is no API.
    pub storefront: Router,
}

/// The connection is to end without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the connection was dropped, as was asked for")]
pub(super) struct Dropped;

/// What an address names.
#[derive(Debug, PartialEq, Eq)]
enum Area<'a> {
    /// The debugger API and the path below its base.
    Debugger { path: &'a str },
    /// A debugger API of another version.
    OtherDebugger { version: &'a str },
    /// The Data API, which reads the address itself.
    Data,
    /// A token endpoint.
    Token { endpoint: Endpoint },
    /// Locks of content assets.
    Lock,
    /// What can be asked of the sandbox itself.
    Operation { operation: Operation },
    /// One of the platform's newer APIs.
    Scapi { address: Address<'a> },
    /// Files over `WebDAV`.
    Files,
    /// An API that isn't served.
    Unknown,
    /// The storefront.
    Storefront,
}

impl<'a> Area<'a> {
    /// `path` is in its plain form.
    fn of(path: &'a str) -> Self {
        let below_site =
            path.strip_prefix("/s/").and_then(|rest| rest.find('/').map(|at| &rest[at..]));
        let Some(api) = below_site.unwrap_or(path).strip_prefix("/dw/") else {
            return Self::outside(path);
        };
        if api.starts_with("data/") {
            return Self::Data;
        }
        if let Some(endpoint) = Endpoint::at(path) {
            return Self::Token { endpoint };
        }
        let Some(debugger) = api.strip_prefix("debugger/") else { return Self::Unknown };
        let (version, _) = debugger.split_once('/').unwrap_or((debugger, ""));
        match version {
            "v1_0" | "v2_0" => Self::Debugger { path: &debugger[version.len()..] },
            _ => Self::OtherDebugger { version },
        }
    }

    /// An address that isn't below `/dw/`.
    fn outside(path: &'a str) -> Self {
        if let Some(endpoint) = Endpoint::at(path) {
            return Self::Token { endpoint };
        }
        if path.starts_with("/-/sandbox/libraries/") {
            return Self::Lock;
        }
        if let Some(operation) = Operation::at(path) {
            return Self::Operation { operation };
        }
        if let Some(address) = Address::at(path) {
            return Self::Scapi { address };
        }
        if webdav::is_below(path) {
            return Self::Files;
        }
        let is_below = |root| {
            let rest = path.strip_prefix(root);
            rest.is_some_and(|rest: &str| rest.is_empty() || rest.starts_with('/'))
        };
        let is_other = ["/dw", "/dwsso", "/-"].into_iter().any(is_below);
        if is_other { Self::Unknown } else { Self::Storefront }
    }

    fn document(&self) -> Document {
        match self {
            Self::Debugger { .. } | Self::OtherDebugger { .. } => Document::Debugger,
            Self::Scapi { .. } => Document::Problem,
            _ => Document::Data(Version::SPECIFIED),
        }
    }
}

impl Service {
    /// Answers a request, whatever it is; a bug of ours is a 500 and a line in the log.
    ///
    /// [`Dropped`] when the connection is to end without an answer.
    pub(super) async fn answer(
        &self,
        arrival: Arrival,
        request: Request<Body>,
    ) -> Result<Response, Dropped> {
        // Without the query: expressions may hold anything.
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let Operations { state, journal, injected, .. } = &*self.operations;
        let came = state.dial.machine().now();
        let plain = target::plain_path(&path);
        let is_own = plain.starts_with(OWN);
        let injection = (!is_own).then(|| injected.take(method.as_str(), &plain)).flatten();
        let trail = Trail::default();
        let arrived = Arrived {
            came,
            method: method.to_string(),
            path: path.clone(),
            injected: injection.as_ref().map(|injection| injection.route.clone()),
        };
        let mut entry = journal.begin((!is_own).then_some(arrived), &trail);
        let answer = trail.of(self.with_fate(injection.as_ref(), arrival, request)).await;
        let status = answer.as_ref().map(Response::status);
        tracing::debug!(%method, path, ?status, "answered");
        if let Ok(answer) = &answer {
            entry.answered(answer.status().as_u16(), answer.extensions().get().cloned());
        }
        answer
    }

    /// The answer, unless something else was asked to happen to the request.
    async fn with_fate(
        &self,
        injection: Option<&Injection>,
        arrival: Arrival,
        request: Request<Body>,
    ) -> Result<Response, Dropped> {
        let Some(injection) = injection else { return Ok(self.whatever(arrival, request).await) };
        tokio::time::sleep(injection.delay).await;
        match injection.fate {
            Fate::Answered => Ok(self.whatever(arrival, request).await),
            Fate::Dropped => Err(Dropped),
            Fate::Status(status) => {
                let path = target::plain_path(request.uri().path());
                let refusal = injected_refusal(status, &path);
                Ok(refusal.answer(Area::of(&path).document()))
            }
        }
    }

    async fn whatever(&self, arrival: Arrival, request: Request<Body>) -> Response {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let answer = AssertUnwindSafe(self.route(arrival, request)).catch_unwind().await;
        answer.unwrap_or_else(|_| {
            tracing::error!(%method, path, "a request made the sandbox panic");
            let message = "The sandbox failed; its log says more.";
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            let document = Area::of(&target::plain_path(&path)).document();
            Refusal::new(status, "InternalServerError", message).answer(document)
        })
    }

    async fn route(&self, arrival: Arrival, mut request: Request<Body>) -> Response {
        let transport = arrival.transport;
        let path = target::plain_path(request.uri().path());
        let area = Area::of(&path);
        let authority = match self.check(transport, &request, &area) {
            Ok(authority) => authority,
            Err(refusal) => return refusal.answer(area.document()),
        };
        request.extensions_mut().insert(transport);
        match area {
            Area::Debugger { path } => {
                set_path(&mut request, path);
                let mut answer = call(&self.debugger, request).await;
                whose::mark(&mut answer, &self.operations.state.sites);
                answer
            }
            Area::OtherDebugger { version } => Refusal::not_found(
                "VersionNotFound",
                format!("There is no version {version} of the debugger API; use v2_0."),
            )
            .with("version", version)
            .answer(Document::Debugger),
            Area::Data => {
                let data = Arc::clone(&self.data);
                let entrance = Entrance { transport, authority };
                // What a caller has asked for is done whole, also when they hang up meanwhile; a read
                // never waits.
                let is_read = request.method().is_safe();
                let answer = async move { data.answer(&entrance, request).await };
                if is_read { answer.await } else { Whole::new(trail::carried(answer)).await }
            }
            Area::Token { endpoint } => self.oauth.answer(endpoint, arrival, request).await,
            Area::Operation { operation } => {
                let origin = format!("{}://{authority}", transport.scheme());
                let operations = Arc::clone(&self.operations);
                // A state isn't left half put back because somebody hangs up.
                let is_read = request.method().is_safe();
                let answer = async move { operations.answer(operation, &origin, request).await };
                if is_read { answer.await } else { Whole::new(answer).await }
            }
            Area::Scapi { address } => {
                set_path(&mut request, &path);
                self.scapi.answer(address, arrival, request).await
            }
            Area::Files => {
                set_path(&mut request, &path);
                let answer = self.files.answer(request).await;
                answer.unwrap_or_else(|refusal| refusal.answer(area.document()))
            }
            Area::Lock => self.data.answer_lock(arrival.peer, request).await,
            Area::Unknown => resource_not_found(&path).answer(area.document()),
            Area::Storefront => {
                set_path(&mut request, &path);
                call(&self.storefront, request).await
            }
        }
    }

    fn check(
        &self,
        transport: Transport,
        request: &Request<Body>,
        area: &Area<'_>,
    ) -> Result<Authority, Refusal> {
        check_size(request)?;
        let authority = target::authority(request.uri(), request.headers())
            .and_then(|authority| self.known(authority))
            .map_err(|host| {
                let message = format!("The host \"{host}\" is not served here; use localhost.");
                Refusal::bad_request("InvalidHostHeader", message).with("host", host)
            })?;
        match area {
            // The Data API knows which origins its clients allow. To a custom API, and to the login of shoppers, nobody is
            // known but by what he sends with the request itself: a page of another origin can't send a token or a password
            // here without a preflight, which nothing answers, nor read what it gets for a code. And it may lead to a login,
            // as those that use it do.
            Area::Storefront | Area::Data | Area::Scapi { .. } => {}
            _ => check_origin(transport, request.headers(), &authority)?,
        }
        Ok(authority)
    }

    /// Other names may be an attacker's, made to point here (DNS rebinding).
    fn known(&self, authority: Authority) -> Result<Authority, String> {
        let host = authority.host().trim_start_matches('[').trim_end_matches(']');
        if self.hosts.iter().any(|known| known == host) {
            Ok(authority)
        } else {
            Err(authority.to_string())
        }
    }
}

#[cfg(test)]
impl Service {
    /// A storefront with nothing beside it, at localhost.
    pub(super) fn of_storefront(storefront: Router) -> Self {
        use super::{
            Clock,
            accounts::{Accounts, Logins},
            clock::Dial,
            jobs::Jobs,
            oauth::Tokens,
            shopper::Shoppers,
            state::State,
            store::Memory,
            storefront::{Storefront, StorefrontOptions},
        };
        use crate::script::{Call, Engine, Host, HostError, Limits};
        use serde_json::Value;

        struct Nobody;

        impl Host for Nobody {
            fn call(&self, _: Call<'_>) -> Result<Value, HostError> {
                Ok(Value::Null)
            }
        }

        let hosts = vec!["localhost".to_owned()];
        let logins = Arc::new(Logins::new(Accounts::none()));
        let (store, tokens) = (Arc::new(Memory::new()), Arc::new(Tokens::new(&[0; 32])));
        let data = || {
            let data = DataApi::new(store.clone(), logins.clone(), tokens.clone(), Clock::system());
            futures::executor::block_on(data).expect("a store in memory")
        };
        let (data, content) = (Arc::new(data()), data());
        let listener = ([127, 0, 0, 1], 1).into();
        let engine = Engine::new(Limits::default(), Arc::new(Nobody));
        let control = engine.control().clone();
        let state = State {
            store: store.clone(),
            sites: Vec::new(),
            gate: Arc::default(),
            control,
            dial: Dial::new(Clock::system()),
            libraries: Vec::new(),
            turn: tokio::sync::Mutex::default(),
        };
        let shop = Storefront::new(StorefrontOptions::sample("Storefront"));
        let shops = vec![shop.clone()];
        let shoppers = Shoppers::new(logins.clone(), &[0; 32], Clock::system(), shops.clone());
        let files = WebDav::new(&logins, &tokens, Clock::system(), &shop);
        let scapi = Scapi::new(
            shops,
            Arc::default(),
            (logins.clone(), tokens.clone()),
            Clock::system(),
            shoppers,
        );
        let jobs = Jobs::new(vec![shop], true, Arc::default(), Clock::system(), content);
        let operations = Arc::new(Operations::new(logins.clone(), state, jobs, "memory"));
        let oauth =
            OAuth::new(logins, tokens, store, Clock::system(), &hosts, [listener, listener]);
        let scapi = Arc::new(scapi);
        Self { hosts, debugger: Router::new(), data, oauth, operations, scapi, files, storefront }
    }
}

fn check_size(request: &Request<Body>) -> Result<(), Refusal> {
    let uri = request.uri();
    let target = uri.authority().map_or(0, |authority| authority.as_str().len() + 8)
        + uri.path_and_query().map_or(0, |target| target.as_str().len());
    if request.method().as_str().len() + target + " HTTP/1.1 ".len() > REQUEST_LINE {
        let message = format!("A request line has at most {REQUEST_LINE} bytes.");
        return Err(Refusal::new(StatusCode::URI_TOO_LONG, "RequestLineTooLong", message));
    }
    let line = |(name, value): (&axum::http::HeaderName, &axum::http::HeaderValue)| {
        name.as_str().len() + value.len() + ": \r\n".len()
    };
    if request.headers().iter().map(line).sum::<usize>() > HEADERS {
        let message = format!("Headers have at most {HEADERS} bytes.");
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return Err(Refusal::new(status, "RequestHeaderFieldsTooLarge", message));
    }
    Ok(())
}

/// A page of another site, even of another local port, may not drive an API that runs code.
fn check_origin(
    transport: Transport,
    headers: &HeaderMap,
    authority: &Authority,
) -> Result<(), Refusal> {
    let mut origins = headers.get_all(ORIGIN).iter();
    let is_own = |origin: &axum::http::HeaderValue| {
        origin.to_str().is_ok_and(|origin| target::is_own_origin(origin, transport, authority))
    };
    let site = headers.get("sec-fetch-site").map(axum::http::HeaderValue::as_bytes);
    let is_foreign_fetch = !matches!(site, None | Some(b"same-origin" | b"none"));
    if origins.all(is_own) && !is_foreign_fetch {
        return Ok(());
    }
    let message = "Pages of other origins may not use this API.";
    Err(Refusal::new(StatusCode::UNAUTHORIZED, "UnauthorizedOrigin", message))
}

fn set_path(request: &mut Request<Body>, path: &str) {
    let target = match request.uri().query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    let target = if path.is_empty() { format!("/{target}") } else { target };
    // Parts of a target that was one already; the root stands in for what can't be one.
    let target = PathAndQuery::try_from(target).unwrap_or(PathAndQuery::from_static("/"));
    *request.uri_mut() = Uri::from(target);
}

async fn call(router: &Router, request: Request<Body>) -> Response {
    let Ok(response) = router.clone().oneshot(request).await;
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_base_addresses_name_the_debugger() {
        for base in ["/dw", "/s/-/dw", "/s/Storefront/dw"] {
            for version in ["v1_0", "v2_0"] {
                let path = format!("{base}/debugger/{version}/threads");
                assert_eq!(Area::of(&path), Area::Debugger { path: "/threads" });
            }
        }
    }

    #[test]
    fn other_addresses_name_what_they_should() {
        for (path, area) in [
            ("/dw/debugger/v2_0", Area::Debugger { path: "" }),
            ("/dw/debugger/v3_0/threads", Area::OtherDebugger { version: "v3_0" }),
            ("/s/-/dw/debugger/2.0", Area::OtherDebugger { version: "2.0" }),
            ("/dw/debugger", Area::Unknown),
            ("/dw/data/v23_2/libraries", Area::Data),
            ("/s/-/dw/data/v23_2", Area::Data),
            ("/dw/data", Area::Unknown),
            ("/s/x/dw/shop/v23_2", Area::Unknown),
            ("/dwsso/oauth2/access_token", Area::Token { endpoint: Endpoint::Account }),
            ("/dw/oauth2/access_token", Area::Token { endpoint: Endpoint::Instance }),
            ("/s/-/dw/oauth2/access_token", Area::Unknown),
            ("/-/sandbox", Area::Unknown),
            ("/-/sandbox/libraries/L/content/a/lock", Area::Lock),
            ("/-/sandbox/health", Area::Operation { operation: Operation::Health }),
            ("/-/sandbox/health/x", Area::Unknown),
            ("/-/sandbox/reset", Area::Operation { operation: Operation::Reset }),
            ("/-/sandbox/clock/advance", Area::Operation { operation: Operation::Advance }),
            ("/-/sandbox/snapshots/a/b", Area::Unknown),
            ("/", Area::Storefront),
            ("/s/x", Area::Storefront),
            ("/on/demandware.servlet/webdav/Sites/Impex/a", Area::Files),
            ("/on/demandware.servlet/webdav/Sitesx", Area::Storefront),
            ("/s/x/y/dw/debugger/v2_0/threads", Area::Storefront),
            ("/dwarf", Area::Storefront),
            ("/custom/a/v1/organizations", Area::Storefront),
            ("/on/demandware.store/Sites-Storefront-Site/default/Home-Show", Area::Storefront),
        ] {
            assert_eq!(Area::of(path), area, "{path}");
        }
    }

    #[test]
    fn newer_apis_are_known_by_their_form() {
        for path in
            ["/custom/a/v1/organizations/o/p", "/product/shopper-products/v1/organizations/o"]
        {
            let address = Address::at(path).expect("an address");
            assert_eq!(Area::of(path), Area::Scapi { address }, "{path}");
        }
    }

    #[tokio::test]
    async fn a_panic_is_a_500_and_no_more() {
        async fn fail() {
            panic!("on purpose");
        }
        let storefront = Router::new().route("/", axum::routing::get(fail));
        let service = Service::of_storefront(storefront);
        let peer = ([127, 0, 0, 1], 1).into();
        let arrival = Arrival { transport: Transport::Plain, peer };
        let request = Request::get("/").header("host", "localhost").body(Body::empty());
        let answer = service.answer(arrival, request.expect("a request")).await;
        let answer = answer.expect("an answer");
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
