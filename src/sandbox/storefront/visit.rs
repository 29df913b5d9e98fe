//! A storefront request as scripts get it.

use super::{
    address,
    cookies::OwnCookies,
    locale::is_well_formed,
    multipart::{self, Part},
    redirects,
    urls::Page,
};
use crate::sandbox::{
    Transport,
    bodies::{Bodies, Hold, NotArrived, SCRIPTS_COPIES},
    faults::packed,
};
use crate::script::ScriptError;
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderName, Method, Request, StatusCode, Uri, header, request::Parts,
        uri::Authority,
    },
};
use base64::{Engine, prelude::BASE64_STANDARD};
use percent_encoding::percent_decode_str;
use rand::distr::{Alphanumeric, SampleString};
use serde_json::{Map, Value, json};
use url::form_urlencoded;

/// Bytes of a request's body that a script can get.
const LONGEST_BODY: usize = 1 << 20;

/// Parameters of query and form together. Each may be two bytes long and costs 400 in a script's input.
const MOST_PARAMETERS: usize = 1000;

/// What controllers are asked with.
const METHODS: [Method; 6] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// Characters of a request's number.
const NUMBER: usize = 22;

/// Remote includes within remote includes.
const DEEPEST_INCLUDE: u8 = 16;

/// The page of a storefront's own that tells of errors: controller and function.
pub(super) const ERROR_PAGE: (&str, &str) = ("Error", "Start");

/// What says where addresses lead.
const REDIRECTING: &str = "RedirectURL-Start";

/// One request to a controller function.
#[derive(Debug)]
pub(super) struct Visit {
    method: Method,
    /// As scripts have it: it names the controller.
    uri: Uri,
    /// As it was asked for.
    asked: Uri,
    headers: HeaderMap,
    body: Vec<u8>,
    /// The room that the body takes; none for an include.
    _hold: Option<Hold>,
    pub(super) transport: Transport,
    pub(super) locale: String,
    pub(super) controller: String,
    pub(super) function: String,
    /// 0 for the page itself, 1 for its remote includes, and so on.
    depth: u8,
    /// The page's own part of `request.requestID`; its includes share it.
    number: String,
    /// What the function is called with: the error that the visit ended with before.
    failure: Value,
}

/// What a request brings, with the room that it takes; none for an include.
pub(super) struct Content {
    pub(super) body: Vec<u8>,
    pub(super) hold: Option<Hold>,
}

/// What is asked for by a request, and how deep it is included.
struct Goal {
    locale: String,
    controller: String,
    function: String,
    depth: u8,
}

/// What answers a request instead of the controller that its address names.
#[derive(Debug)]
pub(super) struct Instead {
    locale: String,
    action: String,
    /// The address by which scripts know it, if that is another one.
    uri: Option<Uri>,
    /// Whoever asks what was asked for is told of that one, too.
    is_asked: bool,
}

impl Instead {
    /// The page whose short address was asked for.
    pub(super) fn page(site: &str, page: Page, asked: &Uri) -> Option<Self> {
        let uri = format!("{}{}", address::site(site), page.origin(asked.query()));
        let Page { locale, action, .. } = page;
        Some(Self { locale, action, uri: Some(uri.parse().ok()?), is_asked: false })
    }

    /// The script that says where an address leads: that of the request, or the one that it stands for, without the site's own
    /// part.
    pub(super) fn redirect(site: &str, locale: String, origin: Option<&str>) -> Option<Self> {
        let uri = origin.map(|origin| format!("{}{origin}", address::site(site)).parse());
        let uri = uri.transpose().ok()?;
        Some(Self { locale, action: REDIRECTING.to_owned(), is_asked: uri.is_some(), uri })
    }
}

/// Why there is no controller to ask.
#[derive(Debug)]
pub(super) enum Refused {
    /// The address doesn't name a controller of this site; the reason says why.
    NotFound(String),
    /// Another status, with the reason.
    Status(StatusCode, &'static str),
}

impl Visit {
    /// Reads a request for `/on/demandware.store/Sites-<site>-Site/<locale>/<Controller>-<Function>`, or one that `instead`
    /// answers.
    pub(super) async fn read(
        site: &str,
        request: Request<Body>,
        instead: Option<Instead>,
        bodies: &Bodies,
    ) -> Result<Self, Refused> {
        let (mut parts, body) = request.into_parts();
        let mut asked = parts.uri.clone();
        let (locale, action) = match instead {
            Some(instead) => {
                parts.uri = instead.uri.unwrap_or(parts.uri);
                if instead.is_asked {
                    asked = parts.uri.clone();
                }
                (instead.locale, instead.action)
            }
            None => place(site, parts.uri.path())?,
        };
        if !METHODS.contains(&parts.method) {
            let reason = "The storefront takes GET, HEAD, POST, PUT, PATCH and DELETE.";
            return Err(Refused::Status(StatusCode::METHOD_NOT_ALLOWED, reason));
        }
        if packed(&parts.headers).is_some() {
            let reason = "A form is sent as it is, without Content-Encoding.";
            return Err(Refused::Status(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason));
        }
        let (controller, function) = split(&action)?;
        let arrived = bodies.receive(body, LONGEST_BODY).await?;
        let hold = Some(bodies.hold(&arrived, SCRIPTS_COPIES).await);
        let content = Content { body: arrived.into_bytes().await?, hold };
        let goal = Goal { locale, controller, function, depth: 0 };
        Ok(Self { asked, ..Self::of(parts, content, goal)? })
    }

    fn of(
        parts: Parts,
        Content { body, hold }: Content,
        Goal { locale, controller, function, depth }: Goal,
    ) -> Result<Self, Refused> {
        let Parts { method, uri, headers, extensions, .. } = parts;
        let transport = extensions.get().copied().unwrap_or(Transport::Plain);
        let visit = Self {
            method,
            asked: uri.clone(),
            uri,
            headers,
            body,
            _hold: hold,
            transport,
            locale,
            controller,
            function,
            depth,
            number: Alphanumeric.sample_string(&mut rand::rng(), NUMBER),
            failure: Value::Null,
        };
        visit.check_parameters()?;
        Ok(visit)
    }

    /// The request of a remote include in this one's page, which perhaps something else answers than its address names; nothing
    /// when it is nested too deep or leads elsewhere.
    pub(super) fn included(&self, site: &str, url: &Uri, instead: Option<Instead>) -> Option<Self> {
        let (uri, (locale, action)) = match instead {
            Some(instead) => (instead.uri?, (instead.locale, instead.action)),
            None => (url.clone(), place(site, url.path()).ok()?),
        };
        let (controller, function) = split(&action).ok()?;
        let depth = self.depth + 1;
        (depth <= DEEPEST_INCLUDE).then(|| Self {
            method: Method::GET,
            asked: url.clone(),
            uri,
            locale,
            depth,
            ..self.to(controller, function, Vec::new())
        })
    }

    /// The same request to `Error-Start`, which answers it after an error that nothing caught.
    pub(super) fn failed(&self, error: &ScriptError) -> Self {
        let (controller, function) = ERROR_PAGE;
        let failure = json!({
            "ErrorText": format!("{error}\n{}", error.stack).trim_end(),
            "ControllerName": self.controller,
            "CurrentStartNodeName": self.function,
        });
        Self { failure, ..self.to(controller.to_owned(), function.to_owned(), self.body.clone()) }
    }

    /// The same request to another function, with a body that takes no room of its own.
    fn to(&self, controller: String, function: String, body: Vec<u8>) -> Self {
        Self {
            method: self.method.clone(),
            uri: self.uri.clone(),
            asked: self.asked.clone(),
            headers: self.headers.clone(),
            body,
            _hold: None,
            transport: self.transport,
            locale: self.locale.clone(),
            controller,
            function,
            depth: self.depth,
            number: self.number.clone(),
            failure: Value::Null,
        }
    }

    /// Whether it already is to the page that tells of errors.
    pub(super) fn tells_of_errors(&self) -> bool {
        self.controller == ERROR_PAGE.0
    }

    /// Whether the answer's body is left out.
    pub(super) fn is_head(&self) -> bool {
        self.method == Method::HEAD
    }

    /// `Cart-Show`, as it stands in the log.
    pub(super) fn action(&self) -> String {
        format!("{}-{}", self.controller, self.function)
    }

    /// The value of a cookie.
    pub(super) fn cookie(&self, name: &str) -> Option<String> {
        cookie(&self.headers, name)
    }

    /// A request to a custom API, which names no controller.
    pub(super) fn to_api(
        parts: Parts,
        content: Content,
        locale: String,
        depth: u8,
    ) -> Result<Self, Refused> {
        let (controller, function) = Default::default();
        Self::of(parts, content, Goal { locale, controller, function, depth })
    }

    /// The input of the controller module: `{controller, function, session, failure, request}`.
    pub(super) fn input(&self, site: &Value, session: &Value, hidden: &OwnCookies) -> Value {
        json!({
            "controller": self.controller,
            "function": self.function,
            "session": session,
            "failure": self.failure,
            "request": self.document(site, hidden),
        })
    }

    /// The request as scripts get it.
    pub(super) fn document(&self, site: &Value, hidden: &OwnCookies) -> Value {
        let query = parameters(self.encoded_query());
        let sent = self.sent().unwrap_or(Sent::Nothing);
        // What is read as a form's fields is no body.
        let body = match sent {
            Sent::Fields(_) => Value::Null,
            _ => String::from_utf8_lossy(&self.body).into(),
        };
        let (form, uploads) = sent.documents();
        let all: Vec<_> = query.iter().chain(&form).collect();
        let cookies = cookies(&self.headers).into_iter().filter(|(name, _)| !hidden.has(name));
        let id = site["id"].as_str().unwrap_or_default();
        json!({
            "id": format!("{}-{}-00", self.number, self.depth),
            "method": self.method.as_str(),
            "host": self.host(),
            "secure": self.transport == Transport::Tls,
            "over_tls": self.over_tls(site).filter(|_| self.depth == 0),
            "path": self.uri.path(),
            "redirect_origin": redirects::origin(id, &self.asked),
            "query_string": self.uri.query(),
            "query": query,
            "form": form,
            "uploads": uploads,
            "parameters": all,
            "headers": self.header_document(hidden),
            "cookies": cookies.map(|(name, value)| (name, Value::from(value))).collect::<Map<_, _>>(),
            "body": body,
            "locale": self.locale,
            "include": self.depth > 0,
            "remote_address": "127.0.0.1",
        })
    }

    /// The same address over HTTPS, if it came over plain HTTP and the sandbox's other port is known.
    pub(super) fn over_tls(&self, site: &Value) -> Option<String> {
        let port = |name: &str| site["ports"][name].as_u64();
        let name = self.host().strip_suffix(&format!(":{}", port("http")?))?;
        let is_plain = self.transport == Transport::Plain && self.method == Method::GET;
        let path = self.asked.path_and_query()?;
        let https = port("https").filter(|_| is_plain)?;
        Some(format!("https://{name}:{https}{path}"))
    }

    fn check_parameters(&self) -> Result<(), Refused> {
        let count = |encoded: &[u8]| form_urlencoded::parse(encoded).count();
        let sent = match self.sent()? {
            Sent::Nothing => 0,
            Sent::Fields(encoded) => count(encoded),
            Sent::Parts(parts) => parts.len(),
        };
        if count(self.encoded_query()) + sent > MOST_PARAMETERS {
            let reason = "A request has at most 1000 parameters.";
            return Err(Refused::Status(StatusCode::PAYLOAD_TOO_LARGE, reason));
        }
        Ok(())
    }

    fn encoded_query(&self) -> &[u8] {
        self.uri.query().unwrap_or_default().as_bytes()
    }

    /// What the body says, if it is a form's.
    fn sent(&self) -> Result<Sent<'_>, Refused> {
        let kind = self.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default();
        let media_type = kind.split(';').next().unwrap_or_default().trim();
        if media_type.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            return Ok(Sent::Fields(&self.body));
        }
        let Some(boundary) = multipart::boundary(kind) else { return Ok(Sent::Nothing) };
        let parts = multipart::parts(&self.body, &boundary).map(Sent::Parts);
        let reason = "The body is no multipart/form-data with the boundary that its header names.";
        parts.ok_or(Refused::Status(StatusCode::BAD_REQUEST, reason))
    }

    /// What it is to the journal.
    pub(super) const fn kind(&self) -> &'static str {
        if self.depth > 0 { "include" } else { "controller" }
    }

    fn host(&self) -> &str {
        let named = self.headers.get(header::HOST).and_then(|host| host.to_str().ok());
        named.or_else(|| self.uri.authority().map(Authority::as_str)).unwrap_or("localhost")
    }

    /// Controllers get all of them, but for the cookies that the site knows them by; scripts of custom APIs neither cookies nor
    /// credentials.
    fn header_document(&self, hidden: &OwnCookies) -> Map<String, Value> {
        let is_api = self.controller.is_empty();
        let is_secret = |name: &HeaderName| [header::COOKIE, header::AUTHORIZATION].contains(name);
        let names = self.headers.keys().filter(|name| !(is_api && is_secret(name)));
        let value = |name: &HeaderName| {
            if *name == header::COOKIE {
                return self.cookie_line(hidden);
            }
            let values = self.headers.get_all(name).iter();
            values.filter_map(|value| value.to_str().ok()).collect::<Vec<_>>().join(", ")
        };
        names
            .map(|name| (name.as_str().to_owned(), value(name)))
            .filter(|(name, value)| name != header::COOKIE.as_str() || !value.is_empty())
            .map(|(name, value)| (name, Value::from(value)))
            .collect()
    }

    fn cookie_line(&self, hidden: &OwnCookies) -> String {
        let lines = self.headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
        let is_shown = |pair: &&str| pair.split_once('=').is_none_or(|(name, _)| !hidden.has(name));
        let pairs = lines.flat_map(|line| line.split(';')).map(str::trim).filter(is_shown);
        pairs.collect::<Vec<_>>().join("; ")
    }
}

/// The value of the first cookie of a name.
pub(super) fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    cookies(headers).into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

fn cookies(headers: &HeaderMap) -> Vec<(String, String)> {
    let lines = headers.get_all(header::COOKIE).into_iter();
    let pairs = lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(';'));
    pairs
        .filter_map(|pair| pair.trim().split_once('='))
        .map(|(name, value)| (name.to_owned(), value.trim_matches('"').to_owned()))
        .collect()
}

/// What a body says.
enum Sent<'b> {
    /// It is no form's.
    Nothing,
    /// A form's fields, encoded as in a query.
    Fields(&'b [u8]),
    /// The fields and the files of a form that may send files.
    Parts(Vec<Part>),
}

impl Sent<'_> {
    /// The fields, and the files as `{field, contentType, fileName, content}` in Base64; null for a form that sends
    /// none.
    fn documents(self) -> (Vec<(String, String)>, Value) {
        let parts = match self {
            Self::Nothing => return (Vec::new(), Value::Null),
            Self::Fields(encoded) => return (parameters(encoded), Value::Null),
            Self::Parts(parts) => parts,
        };
        let (mut fields, mut files) = (Vec::new(), Vec::new());
        for Part { name, file_name, content_type, content } in parts {
            match file_name {
                Some(file_name) => files.push(json!({
                    "field": name,
                    "contentType": content_type,
                    "fileName": file_name,
                    "content": BASE64_STANDARD.encode(content),
                })),
                None => fields.push((name, String::from_utf8_lossy(&content).into_owned())),
            }
        }
        (fields, Value::from(files))
    }
}

impl From<NotArrived> for Refused {
    fn from(error: NotArrived) -> Self {
        match error {
            NotArrived::TooLarge { .. } => {
                Self::Status(StatusCode::PAYLOAD_TOO_LARGE, "The body is longer than 1 MiB.")
            }
            NotArrived::Broken(_) => {
                Self::Status(StatusCode::REQUEST_TIMEOUT, "The body did not arrive as a whole.")
            }
            NotArrived::Kept(ref cause) => {
                tracing::error!(%cause, "{error}");
                let reason = "The sandbox can't keep the body; its log says more.";
                Self::Status(StatusCode::INTERNAL_SERVER_ERROR, reason)
            }
        }
    }
}

/// Locale and `<Controller>-<Function>` of an address.
pub(super) fn place(site: &str, path: &str) -> Result<(String, String), Refused> {
    let rest = path.strip_prefix("/on/demandware.store/").unwrap_or_default();
    let segments: Vec<_> =
        rest.split('/').map(|it| percent_decode_str(it).decode_utf8_lossy().into_owned()).collect();
    let [in_site, locale, action] = segments.as_slice() else {
        let form = address::controller(site, "default", "Controller-Function");
        return Err(Refused::NotFound(format!("An address of the storefront looks like {form}.")));
    };
    match address::site_of(in_site) {
        Some(named) if named == site => {}
        named => {
            let named = named.unwrap_or(in_site);
            return Err(Refused::NotFound(format!(
                "There is no site {named}; this one is {site}."
            )));
        }
    }
    if !is_well_formed(locale) {
        return Err(Refused::NotFound(format!("{locale} is no locale; use default, de or de_DE.")));
    }
    Ok((locale.clone(), action.clone()))
}

pub(super) fn split(action: &str) -> Result<(String, String), Refused> {
    match action.split_once('-') {
        Some((controller, function)) if !controller.is_empty() && !function.is_empty() => {
            Ok((controller.to_owned(), function.to_owned()))
        }
        _ => Err(Refused::NotFound(format!(
            "{action} is no controller function, such as Home-Show."
        ))),
    }
}

fn parameters(encoded: &[u8]) -> Vec<(String, String)> {
    form_urlencoded::parse(encoded).into_owned().collect()
}
