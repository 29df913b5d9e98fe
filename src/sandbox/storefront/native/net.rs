//! Calls of servers: of those that were named, and of no other.

use super::super::AllowedHost;
use super::{Ask, HostError, asked, base64, decoded, flag, number, waiting::Waiting};
use reqwest::{
    Client, Method, Request, Response, StatusCode, Url,
    header::{self, HeaderMap, HeaderName, HeaderValue},
    redirect,
};
use serde_json::{Map, Value, json};
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;

/// How long an answer may take, at most.
const LONGEST: Duration = Duration::from_secs(30);
/// Bytes of an answer.
const LARGEST: usize = 10 << 20;
const MOST_REDIRECTS: usize = 10;
/// Headers of a request.
const MOST_HEADERS: usize = 1_000;

/// What is said of a body, and means nothing without it.
const OF_BODIES: [HeaderName; 4] = [
    header::CONTENT_TYPE,
    header::CONTENT_LENGTH,
    header::CONTENT_ENCODING,
    header::TRANSFER_ENCODING,
];
/// What is for the host alone that it was sent to.
const OF_HOSTS: [HeaderName; 4] =
    [header::HOST, header::AUTHORIZATION, header::COOKIE, header::PROXY_AUTHORIZATION];

/// Which hosts may be called.
#[derive(Clone, Debug)]
pub(super) struct Net {
    hosts: Arc<[AllowedHost]>,
}

/// Why a call has no answer.
enum Unanswered {
    /// An answer leads where nothing is called, or is too long.
    Refused(String),
    Late,
    Failed(reqwest::Error),
}

impl From<reqwest::Error> for Unanswered {
    fn from(cause: reqwest::Error) -> Self {
        if cause.is_timeout() { Self::Late } else { Self::Failed(cause) }
    }
}

impl Net {
    pub(super) fn new(hosts: Vec<AllowedHost>) -> Self {
        Self { hosts: hosts.into() }
    }

    pub(super) fn answer(&self, what: asked::Net, ask: &Ask<'_>) -> Result<Value, HostError> {
        match what {
            asked::Net::Any => Ok((!self.hosts.is_empty()).into()),
            asked::Net::Refusal => {
                Ok(self.reached(ask.text("url")?).err().map_or(Value::Null, Value::from))
            }
            asked::Net::Http => match self.reached(ask.text("url")?) {
                Err(refusal) => Ok(json!({ "failed": refusal, "timeout": false })),
                Ok(_) => self.called(ask),
            },
        }
    }

    /// Where a call of an address goes; why it isn't called, else.
    pub(super) fn reached(&self, url: &str) -> Result<Url, String> {
        let Ok(parsed) = Url::parse(url) else {
            return Err(format!("{url} is no address; services have theirs from the shop's data"));
        };
        let Some(host) = parsed.host_str() else { return Err(format!("{url} names no host")) };
        let host = host.to_lowercase();
        AllowedHost::reached(&self.hosts, &parsed).ok_or_else(|| {
            format!("The sandbox makes no calls to {host}; --allow-net {host} allows them")
        })
    }

    /// `{ status, message, headers, body }`, or `{ failed, timeout }`.
    fn called(&self, ask: &Ask<'_>) -> Result<Value, HostError> {
        let waiting = Waiting::new()?;
        let longest = match number(ask, "timeout") {
            0 => LONGEST,
            milliseconds => Duration::from_millis(milliseconds).min(LONGEST),
        };
        let request = request(ask)?;
        let redirects = if flag(ask, "redirects") { MOST_REDIRECTS } else { 0 };
        let answer = waiting.until(ask.interrupt, async {
            let exchange = timeout(longest, self.exchange(request, redirects));
            exchange.await.unwrap_or(Err(Unanswered::Late))
        })?;
        Ok(answer.unwrap_or_else(|unanswered| match unanswered {
            Unanswered::Refused(failed) => json!({ "failed": failed, "timeout": false }),
            Unanswered::Late => {
                json!({ "failed": "The call failed: it took too long", "timeout": true })
            }
            Unanswered::Failed(cause) => {
                json!({ "failed": format!("The call failed: {}", chain(&cause)), "timeout": false })
            }
        }))
    }

    /// Asks, and goes so many times where an answer leads.
    async fn exchange(&self, mut request: Request, redirects: usize) -> Result<Value, Unanswered> {
        let client = Client::builder().redirect(redirect::Policy::none()).no_proxy().build()?;
        for _ in 0..redirects {
            let again = request.try_clone();
            let response = client.execute(self.addressed(request)?).await?;
            match again.and_then(|asked| onward(asked, &response)) {
                Some(next) => request = next,
                None => return read(response).await,
            }
        }
        read(client.execute(self.addressed(request)?).await?).await
    }

    /// The request as it is sent: to where its host is reached, which is told the name that was asked for.
    fn addressed(&self, mut request: Request) -> Result<Request, Unanswered> {
        let asked = request.url().clone();
        let reached = self.reached(asked.as_str()).map_err(Unanswered::Refused)?;
        if reached == asked {
            return Ok(request);
        }
        let port = asked.port().map(|it| format!(":{it}")).unwrap_or_default();
        let name = format!("{}{port}", asked.host_str().unwrap_or_default());
        if let (Ok(name), false) =
            (HeaderValue::from_str(&name), request.headers().contains_key(header::HOST))
        {
            request.headers_mut().insert(header::HOST, name);
        }
        *request.url_mut() = reached;
        Ok(request)
    }
}

/// The request that an answer leads to, if it leads anywhere.
fn onward(mut request: Request, response: &Response) -> Option<Request> {
    let place = response.headers().get(header::LOCATION)?.to_str().ok()?;
    let place = request.url().join(place).ok()?;
    let is_kept = match response.status() {
        StatusCode::MOVED_PERMANENTLY | StatusCode::FOUND => request.method() != Method::POST,
        StatusCode::SEE_OTHER => false,
        StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT => true,
        _ => return None,
    };
    if !is_kept {
        if request.method() != Method::HEAD {
            *request.method_mut() = Method::GET;
        }
        *request.body_mut() = None;
        for name in OF_BODIES {
            request.headers_mut().remove(name);
        }
    }
    let at = |url: &Url| (url.host_str().map(str::to_owned), url.port_or_known_default());
    if at(&place) != at(request.url()) {
        for name in OF_HOSTS {
            request.headers_mut().remove(name);
        }
    }
    *request.url_mut() = place;
    Some(request)
}

async fn read(mut response: Response) -> Result<Value, Unanswered> {
    let status = response.status();
    let headers = shown(response.headers());
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await? {
        body.extend_from_slice(&piece);
        if body.len() > LARGEST {
            let reason = format!("The answer is longer than {LARGEST} bytes");
            return Err(Unanswered::Refused(reason));
        }
    }
    Ok(json!({
        "status": status.as_u16(),
        "message": status.canonical_reason().unwrap_or_default(),
        "headers": headers,
        "body": base64(body),
    }))
}

fn chain(cause: &reqwest::Error) -> String {
    let mut text = cause.to_string();
    let mut next = std::error::Error::source(cause);
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}

/// Each header with its values, by its name in small letters.
fn shown(headers: &HeaderMap) -> Map<String, Value> {
    let values = |name| {
        let all = headers.get_all(name).iter();
        all.map(|it| Value::from(String::from_utf8_lossy(it.as_bytes()))).collect::<Value>()
    };
    headers.keys().map(|name| (name.as_str().to_owned(), values(name))).collect()
}

fn request(ask: &Ask<'_>) -> Result<Request, HostError> {
    let wrong = |what: &str| HostError::new(format!("{what} can't stand in a request"));
    let url: Url = ask.text("url")?.parse().map_err(|_| wrong("The address"))?;
    let method = ask.text("method")?;
    let method = Method::from_bytes(method.as_bytes()).map_err(|_| wrong(method))?;
    let mut request = Request::new(method, url);
    let headers = ask.arguments.get("headers").and_then(Value::as_array);
    if let Some(headers) = headers.filter(|it| it.len() > MOST_HEADERS) {
        return Err(wrong(&format!("{} headers, more than {MOST_HEADERS},", headers.len())));
    }
    for pair in headers.into_iter().flatten() {
        let part = |index: usize| pair.get(index).and_then(Value::as_str).unwrap_or_default();
        let name: HeaderName = part(0).parse().map_err(|_| wrong(part(0)))?;
        let value = part(1).parse().map_err(|_| wrong(&format!("The value of {name}")))?;
        // Scripts count letters; bytes are counted where they are sent.
        if name != header::CONTENT_LENGTH {
            request.headers_mut().insert(name, value);
        }
    }
    if let Some(body) = ask.arguments.get("body").and_then(Value::as_str) {
        *request.body_mut() = Some(decoded(body, "body")?.into());
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_so_many_headers() {
        let asked = |count: usize| {
            let headers: Vec<_> = (0..count).map(|it| json!([format!("x-{it}"), "y"])).collect();
            let arguments = json!({ "url": "http://a.test/", "method": "GET", "headers": headers });
            request(&Ask::patient("net.http", arguments))
        };
        let sent = asked(MOST_HEADERS).expect("a request");
        assert_eq!(sent.headers().len(), MOST_HEADERS);
        let refused = asked(40_000).expect_err("it is refused");
        assert!(refused.message.starts_with("40000 headers, more than 1000,"), "{refused}");
    }
}
