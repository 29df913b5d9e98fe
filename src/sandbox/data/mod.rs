//! The Data API for content libraries (sections 2 to 4 and 7.1; "beyond the specification", 2).
//!
//! A request comes to [`DataApi::answer`] with its address parsed; what is checked stands there in
//! its order. Reads look at one moment ([`read`]); writes go through [`mod@write`], where customization
//! hooks come in.

mod address;
mod body;
mod caller;
mod cors;
mod draft;
mod faults;
mod fields;
pub(super) mod hooks;
mod jobs;
mod load;
mod lock;
mod read;
mod recent;
mod render;
mod state;
#[cfg(test)]
mod tests;
mod write;

pub(super) use address::is_id;
pub(super) use cors::Entrance;
pub(super) use draft::{Draft, Reading};
pub(super) use fields::Kind;
pub(super) use hooks::{Hooks, NoHooks};
pub(super) use jobs::{Jobs, Wanted};
pub(super) use load::{Document as LoadedDocument, LoadError, Loaded, Way};

use super::{
    accounts::Logins,
    bodies::{Bodies, Decoded},
    clock::Clock,
    method::Method,
    oauth::Tokens,
    parameters::Parameters,
    refusal::{Document, JSON, NEVER_CACHED, Refusal},
    store::{Key, Store, StoreError},
    transport::Transport,
};
use crate::api::content::{STATE_HEADER, Version};
use address::{Address, Base, Resource};
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderName, HeaderValue, Request, StatusCode,
        header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, LOCATION},
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use caller::{Caller, Grants};
use jobs::{JobRequest, JobResource};
use read::Query;
use recent::Recent;
use render::{Rendered, Renderer};
use serde_json::{Map, Value};
use state::{Conditions, States};
use std::sync::Arc;
use write::{Write, Written};

const RESOURCE_STATE: HeaderName = HeaderName::from_static(STATE_HEADER);

/// Whether content assets may be used without encryption.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlainHttp {
    /// Section 4.1.
    #[default]
    Refused,
    /// By the settings.
    Allowed,
}

/// What the API is made of.
pub(super) struct DataApi {
    /// The libraries.
    pub store: Arc<dyn Store>,
    /// Users, clients and their rights.
    pub logins: Arc<Logins>,
    /// Access tokens.
    pub tokens: Arc<Tokens>,
    /// Customization scripts.
    pub hooks: Arc<dyn Hooks>,
    /// What `jobs` tells of, if they are served.
    pub jobs: Option<Arc<dyn Jobs>>,
    /// Room for what is sent.
    pub bodies: Arc<Bodies>,
    /// Dates and lifetimes.
    pub clock: Clock,
    /// The sites that addresses and locales may name.
    pub sites: Vec<String>,
    /// Whether HTTPS is demanded where the specification does.
    pub plain_http: PlainHttp,
    states: States,
    recent: Recent,
}

/// An answer with a document, before what may not be read is left out.
struct Answer {
    status: StatusCode,
    /// JSON.
    document: Vec<u8>,
    /// The state token of a single resource.
    state: Option<String>,
    location: Option<String>,
}

/// One request on its way through the checks.
struct Asked<'a> {
    address: &'a Address,
    method: Method,
    head: &'a Parts,
    parameters: Parameters,
    /// `https://localhost:8443`
    origin: String,
}

impl DataApi {
    /// An API over these parts; the key of its state tokens is the store's.
    pub(super) async fn new(
        store: Arc<dyn Store>,
        logins: Arc<Logins>,
        tokens: Arc<Tokens>,
        clock: Clock,
    ) -> Result<Self, StoreError> {
        let states = States::new(&store.secret("state").await?);
        let (hooks, jobs, sites) = (Arc::new(NoHooks), None, Vec::new());
        let (plain_http, bodies) = (PlainHttp::default(), Arc::default());
        let recent = Recent::new();
        Ok(Self {
            store,
            logins,
            tokens,
            hooks,
            jobs,
            bodies,
            clock,
            sites,
            plain_http,
            states,
            recent,
        })
    }

    /// Answers a request below `/dw/data` or `/s/<site>/dw/data`.
    pub(super) async fn answer(&self, entrance: &Entrance, request: Request<Body>) -> Response {
        let (head, body) = request.into_parts();
        let (version, answer) = match Base::parse(head.uri.path(), &self.sites) {
            Ok(base) => (base.version, self.answer_below(entrance, &base, &head, body).await),
            Err(refusal) => (Version::SPECIFIED, Err(refusal)),
        };
        let mut response = answer.unwrap_or_else(|refusal| refusal.answer(Document::Data(version)));
        cors::open(self, entrance, &head.headers, response.headers_mut());
        response
    }

    async fn answer_below(
        &self,
        entrance: &Entrance,
        base: &Base<'_>,
        head: &Parts,
        body: Body,
    ) -> Result<Response, Refusal> {
        let segments = base.segments()?;
        if let (Some(jobs), Some(resource)) = (&self.jobs, JobResource::of(&segments)) {
            let job = (jobs, &resource, segments.as_slice());
            return self.answer_of_jobs(entrance, base, job, head, body).await;
        }
        let address = &Address::parse(base)?;
        let parameters = Parameters::read(head.uri.query().unwrap_or_default());
        let resource = &address.resource;
        let method = allowed(resource.methods(), head, &parameters)?;
        let is_refused = entrance.transport == Transport::Plain
            && self.plain_http == PlainHttp::Refused
            && resource.is_secure_only(method);
        if is_refused {
            return Err(faults::secure_communication_required());
        }
        let foreign = cors::check(self, entrance, &head.headers)?;
        if method == Method::Options {
            return Ok(options(resource.methods(), &head.headers, foreign));
        }
        let caller = self.caller(&head.headers, &parameters, foreign)?;
        let grants = caller.grants(method, &address.segments, &address.path)?;
        let origin = entrance.origin();
        let asked = Asked { address, method, head, parameters, origin };
        if method.writes() {
            // A write is the larger by far, and reads would carry its room along.
            Box::pin(self.write(&asked, &caller, &grants, body)).await
        } else {
            self.read(&asked, &grants).await
        }
    }

    /// Answers a request for jobs, which are checked like everything else.
    async fn answer_of_jobs(
        &self,
        entrance: &Entrance,
        base: &Base<'_>,
        (jobs, resource, segments): (&Arc<dyn Jobs>, &JobResource, &[String]),
        head: &Parts,
        body: Body,
    ) -> Result<Response, Refusal> {
        let parameters = &Parameters::read(head.uri.query().unwrap_or_default());
        let method = allowed(resource.methods(), head, parameters)?;
        let foreign = cors::check(self, entrance, &head.headers)?;
        if method == Method::Options {
            return Ok(options(resource.methods(), &head.headers, foreign));
        }
        let caller = &self.caller(&head.headers, parameters, foreign)?;
        let grants = &caller.grants(method, segments, &base.below())?;
        let (api, version) = (self, base.version);
        let request =
            JobRequest { api, jobs, resource, method, version, head, parameters, caller, grants };
        request.answer(body).await
    }

    /// Who asks, if a page of another origin may ask for this client.
    fn caller(
        &self,
        headers: &HeaderMap,
        parameters: &Parameters,
        foreign: Option<&str>,
    ) -> Result<Caller<'_>, Refusal> {
        let caller = Caller::authenticate(self, headers, parameters)?;
        match foreign.filter(|origin| !caller.allows_origin(origin)) {
            Some(origin) => Err(faults::unauthorized_origin(origin)),
            None => Ok(caller),
        }
    }

    async fn read(&self, asked: &Asked<'_>, grants: &Grants<'_>) -> Result<Response, Refusal> {
        asked.check_formats()?;
        let query = Query::read(asked)?;
        let answer = read::answer(self, asked, &query).await?;
        Ok(match asked.method {
            Method::Head => answer.head(),
            _ => answer.respond(grants, &query),
        })
    }

    async fn write(
        &self,
        asked: &Asked<'_>,
        caller: &Caller<'_>,
        grants: &Grants<'_>,
        body: Body,
    ) -> Result<Response, Refusal> {
        asked.check_formats()?;
        let body = body::receive(&self.bodies, &asked.head.headers, body).await?;
        let query = Query::read(asked)?;
        let Decoded { document, hold } = self.bodies.decode(body).await?;
        let write = self.prepare(asked, grants, caller.login(), document)?;
        let written = write.perform().await?;
        if asked.method == Method::Delete {
            return Ok(no_content());
        }
        let response = self.written(asked, written).await?.respond(grants, &query);
        drop((write, hold));
        Ok(response)
    }

    /// Checks the document itself; nothing is looked up yet.
    fn prepare<'a>(
        &'a self,
        asked: &Asked<'a>,
        grants: &Grants<'_>,
        user: Option<&'a str>,
        document: Value,
    ) -> Result<Write<'a>, Refusal> {
        let resource = &asked.address.resource;
        let not_allowed = || faults::method_not_allowed(asked.method.as_str(), resource.methods());
        let kind = resource.kind().ok_or_else(not_allowed)?;
        let reading = Reading { kind, version: asked.address.version, sites: &self.sites };
        let document = match asked.method {
            Method::Delete => only_state(document),
            _ => document,
        };
        let draft = Draft::read(document, reading)?;
        grants.check_written(&draft.written(resource), kind)?;
        if asked.method == Method::Put {
            draft.check_id(resource)?;
        }
        if let Resource::Assignment { asset, folder, .. } = resource {
            write::assignment::check_ids(&draft, asset, folder)?;
        }
        let conditions = Conditions::read(&asked.head.headers, draft.state.as_deref());
        let method = asked.method;
        Ok(Write { api: self, method, resource, draft, reading, conditions, user })
    }

    async fn written(&self, asked: &Asked<'_>, mut written: Written) -> Result<Answer, Refusal> {
        let revision = written.revision()?;
        let key = written.key.clone();
        let row = written.row().await?;
        let rendered = self.rendered(&key, revision, &row)?;
        let answer = Answer::of(asked, &key, &rendered);
        let is_created = written.is_new;
        let location = is_created.then(|| asked.renderer().link_of(&key));
        let status = if is_created { StatusCode::CREATED } else { StatusCode::OK };
        Ok(Answer { status, location, ..answer })
    }
}

impl Asked<'_> {
    fn renderer(&self) -> Renderer<'_> {
        Renderer { origin: &self.origin, address: self.address }
    }

    fn check_formats(&self) -> Result<(), Refusal> {
        self.parameters.check_format()?;
        body::check_accepted(&self.head.headers)
    }
}

impl Answer {
    /// The document of a row.
    fn of(asked: &Asked<'_>, key: &Key, rendered: &Rendered) -> Self {
        let document = asked.renderer().document(key, rendered);
        let state = Some(rendered.state.clone());
        Self { status: StatusCode::OK, document, state, location: None }
    }

    /// The document without what may not be read or wasn't selected.
    fn respond(self, grants: &Grants<'_>, query: &Query) -> Response {
        let headers = self.headers();
        let document = if grants.read_everything() && query.is_for_everything() {
            self.document
        } else {
            let whole = serde_json::from_slice(&self.document).expect("it was written here");
            query.shape(grants.readable(whole)).to_string().into_bytes()
        };
        (self.status, headers, [(CONTENT_TYPE, JSON)], document).into_response()
    }

    /// The answer to HEAD: no document, so no content.
    fn head(self) -> Response {
        (StatusCode::NO_CONTENT, self.headers()).into_response()
    }

    fn headers(&self) -> HeaderMap {
        let value = |text: &str| HeaderValue::from_str(text).ok();
        let state = self.state.as_deref();
        let etag = state.and_then(|state| value(&format!("\"{state}\"")));
        let headers = [
            (CACHE_CONTROL, Some(NEVER_CACHED)),
            (ETAG, etag),
            (RESOURCE_STATE, state.and_then(value)),
            (LOCATION, self.location.as_deref().and_then(value)),
        ];
        let sent = headers.into_iter().filter_map(|(name, value)| Some((name, value?)));
        sent.collect()
    }
}

fn no_content() -> Response {
    (StatusCode::NO_CONTENT, [(CACHE_CONTROL, NEVER_CACHED)]).into_response()
}

/// What is to be done, if it is among what may be done.
fn allowed(
    methods: &'static [Method],
    head: &Parts,
    parameters: &Parameters,
) -> Result<Method, Refusal> {
    let method = Method::of(&head.method, &head.headers, parameters)?;
    let method = method.filter(|method| methods.contains(method));
    method.ok_or_else(|| faults::method_not_allowed(head.method.as_str(), methods))
}

fn options(allowed: &[Method], headers: &HeaderMap, foreign: Option<&str>) -> Response {
    let mut response = no_content();
    response.headers_mut().insert(ALLOW, faults::allow(allowed));
    if foreign.is_some() {
        cors::preflight(allowed, headers, response.headers_mut());
    }
    response
}

/// A DELETE may name the state that it builds on; nothing else of its body matters.
fn only_state(document: Value) -> Value {
    match document {
        Value::Object(mut fields) => {
            let state = fields.remove_entry("_resource_state");
            state.into_iter().collect::<Map<_, _>>().into()
        }
        other => other,
    }
}
