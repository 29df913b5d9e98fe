//! Calls of servers: of those that were named, and of no other.

use super::{Ask, HostError, asked, base64, decoded, flag, number, waiting::Waiting};
use reqwest::{Client, Method, Request, Url, header::HeaderMap, redirect};
use serde_json::{Map, Value, json};
use std::{sync::Arc, time::Duration};

/// How long an answer may take, at most.
const LONGEST: Duration = Duration::from_secs(30);
/// Bytes of an answer.
const LARGEST: usize = 10 << 20;
const MOST_REDIRECTS: usize = 10;
/// Headers of a request.
const MOST_HEADERS: usize = 1_000;

/// Which hosts may be called.
#[derive(Clone, Debug)]
pub(super) struct Net {
    /// `host` or `host:port`, in small letters.
    hosts: Arc<[String]>,
}

impl Net {
    pub(super) fn new(hosts: Vec<String>) -> Self {
        Self { hosts: hosts.into_iter().map(|host| host.to_lowercase()).collect() }
    }

    pub(super) fn answer(&self, what: asked::Net, ask: &Ask<'_>) -> Result<Value, HostError> {
        match what {
            asked::Net::Any => Ok((!self.hosts.is_empty()).into()),
            asked::Net::Refusal => {
                Ok(self.refusal(ask.text("url")?).map_or(Value::Null, Value::from))
            }
            asked::Net::Http => match self.refusal(ask.text("url")?) {
                Some(refusal) => Ok(json!({ "failed": refusal, "timeout": false })),
                None => self.called(ask),
            },
        }
    }

    /// Why an address isn't called; nothing if it is.
    pub(super) fn refusal(&self, url: &str) -> Option<String> {
        let Ok(parsed) = Url::parse(url) else {
            return Some(format!("{url} is no address; services have theirs from the shop's data"));
        };
        let Some(host) = parsed.host_str() else { return Some(format!("{url} names no host")) };
        let host = host.to_lowercase();
        (!self.allows(&parsed, &host)).then(|| {
            format!("The sandbox makes no calls to {host}; --allow-net {host} allows them")
        })
    }

    fn allows(&self, url: &Url, host: &str) -> bool {
        let port = url.port_or_known_default();
        self.hosts.iter().any(|named| match named.rsplit_once(':') {
            Some((name, given)) if given.parse().ok() == port => name == host,
            _ => named == host,
        })
    }

    /// `{ status, message, headers, body }`, or `{ failed, timeout }`.
    fn called(&self, ask: &Ask<'_>) -> Result<Value, HostError> {
        let waiting = Waiting::new()?;
        let timeout = match number(ask, "timeout") {
            0 => LONGEST,
            milliseconds => Duration::from_millis(milliseconds).min(LONGEST),
        };
        let request = request(ask)?;
        let exchange = self.exchange(request, timeout, flag(ask, "redirects"));
        let answer = waiting.until(ask.interrupt, exchange)?;
        Ok(answer.unwrap_or_else(|cause| {
            let failed = match refused(&cause) {
                Some(Refused(refusal)) => refusal.clone(),
                None if cause.is_timeout() => "The call failed: it took too long".to_owned(),
                None => format!("The call failed: {}", chain(&cause)),
            };
            json!({ "failed": failed, "timeout": cause.is_timeout() })
        }))
    }

    async fn exchange(
        &self,
        request: Request,
        timeout: Duration,
        redirects: bool,
    ) -> reqwest::Result<Value> {
        let own = self.clone();
        let policy = redirect::Policy::custom(move |attempt| {
            if !redirects || attempt.previous().len() > MOST_REDIRECTS {
                return attempt.stop();
            }
            match own.refusal(attempt.url().as_str()) {
                Some(refusal) => attempt.error(Refused(refusal)),
                None => attempt.follow(),
            }
        });
        let client = Client::builder().timeout(timeout).redirect(policy).no_proxy().build()?;
        let mut response = client.execute(request).await?;
        let status = response.status();
        let headers = shown(response.headers());
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await? {
            body.extend_from_slice(&piece);
            if body.len() > LARGEST {
                let reason = format!("The answer is longer than {LARGEST} bytes");
                return Ok(json!({ "failed": reason, "timeout": false }));
            }
        }
        Ok(json!({
            "status": status.as_u16(),
            "message": status.canonical_reason().unwrap_or_default(),
            "headers": headers,
            "body": base64(body),
        }))
    }
}

/// An answer leads where nothing is called.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(String);

fn refused(cause: &reqwest::Error) -> Option<&Refused> {
    std::error::Error::source(cause).and_then(|source| source.downcast_ref())
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
        let name: reqwest::header::HeaderName = part(0).parse().map_err(|_| wrong(part(0)))?;
        let value = part(1).parse().map_err(|_| wrong(&format!("The value of {name}")))?;
        request.headers_mut().insert(name, value);
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
    fn only_named_hosts_are_called() {
        let net = Net::new(vec!["api.example.test".to_owned(), "Other.test:8443".to_owned()]);
        for (url, allowed) in [
            ("https://api.example.test/a", true),
            ("http://API.example.test:1234/", true),
            ("https://x.api.example.test/", false),
            ("https://other.test:8443/", true),
            ("https://other.test/", false),
            ("https://api.example.test@evil.test/", false),
            ("https://evil.test/?api.example.test", false),
            ("", false),
        ] {
            assert_eq!(net.refusal(url).is_none(), allowed, "{url}");
        }
    }

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
