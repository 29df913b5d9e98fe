//! Where a request wants to go: the authority that it names, and its path in one form.

use super::transport::Transport;
use axum::http::{HeaderMap, Uri, header::HOST, uri::Authority};

/// The authority of the request, in small letters: of its absolute target, else of its one `Host`.
/// Errors give what was sent instead.
pub(super) fn authority(uri: &Uri, headers: &HeaderMap) -> Result<Authority, String> {
    if let Some(authority) = uri.authority() {
        return plain_authority(authority.as_str());
    }
    let mut hosts = headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => plain_authority(&String::from_utf8_lossy(host.as_bytes())),
        _ => Err(String::new()),
    }
}

fn plain_authority(text: &str) -> Result<Authority, String> {
    let authority = text.to_ascii_lowercase().parse::<Authority>().map_err(|_| text.to_owned())?;
    let port = authority.as_str().strip_prefix(authority.host());
    let plain = port.is_some_and(|port| match port.strip_prefix(':') {
        Some(port) => port.parse::<u16>().is_ok(),
        None => port.is_empty(),
    });
    if plain { Ok(authority) } else { Err(text.to_owned()) }
}

/// Whether an `Origin` is the one that the request itself goes to.
pub(super) fn is_own_origin(origin: &str, transport: Transport, authority: &Authority) -> bool {
    let Some((scheme, rest)) = origin.split_once("://") else { return false };
    let Ok(other) = plain_authority(rest) else { return false };
    let default_port = match transport {
        Transport::Plain => 80,
        Transport::Tls => 443,
    };
    let port = |authority: &Authority| authority.port_u16().unwrap_or(default_port);
    scheme.eq_ignore_ascii_case(transport.scheme())
        && other.host() == authority.host()
        && port(&other) == port(authority)
}

/// The path with runs of `/` as one and without one at the end (beyond the specification, 1.1).
pub(super) fn plain_path(path: &str) -> String {
    let mut plain = String::with_capacity(path.len() + 1);
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        plain.push('/');
        plain.push_str(segment);
    }
    if plain.is_empty() { "/".to_owned() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_in_one_form() {
        for (sent, plain) in [
            ("/", "/"),
            ("", "/"),
            ("*", "/*"),
            ("//", "/"),
            ("/a/b", "/a/b"),
            ("/a//b/", "/a/b"),
            ("///a/%2F/b///", "/a/%2F/b"),
        ] {
            assert_eq!(plain_path(sent), plain, "{sent}");
        }
    }

    #[test]
    fn an_authority_is_a_host_and_perhaps_a_port() {
        for text in ["localhost", "LOCALHOST:8400", "127.0.0.1:1", "[::1]", "[::1]:8443"] {
            assert!(plain_authority(text).is_ok(), "{text}");
        }
        for text in ["", "user@localhost", "localhost:", "localhost:x", "localhost:99999", "a b"] {
            assert!(plain_authority(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_absolute_target_replaces_the_host() {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, "shop.example".parse().expect("a value"));
        let read = |uri: &str| authority(&uri.parse().expect("a target"), &headers);
        assert_eq!(read("/x").map(|a| a.to_string()), Ok("shop.example".to_owned()));
        let absolute = read("https://localhost:1/x").map(|a| a.to_string());
        assert_eq!(absolute, Ok("localhost:1".to_owned()));
        headers.append(HOST, "localhost".parse().expect("a value"));
        assert!(authority(&"/x".parse().expect("a target"), &headers).is_err(), "two hosts");
    }

    #[test]
    fn an_origin_is_own_when_scheme_host_and_port_are() {
        let own: Authority = "localhost:8400".parse().expect("an authority");
        for (origin, expected) in [
            ("http://localhost:8400", true),
            ("HTTP://LOCALHOST:8400", true),
            ("https://localhost:8400", false),
            ("http://localhost:3000", false),
            ("http://localhost", false),
            ("http://127.0.0.1:8400", false),
            ("http://localhost:8400/", false),
            ("http://localhost:8400.evil.example", false),
            ("null", false),
            ("", false),
        ] {
            assert_eq!(is_own_origin(origin, Transport::Plain, &own), expected, "{origin}");
        }
        let default: Authority = "localhost".parse().expect("an authority");
        assert!(is_own_origin("https://localhost:443", Transport::Tls, &default));
    }
}
