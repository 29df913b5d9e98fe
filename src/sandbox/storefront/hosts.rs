//! The hosts that scripts may call, and where each is reached.

use std::str::FromStr;
use url::{Host, Position, Url};

/// A host that scripts may call, on one port or all, and the address that is called in its place if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedHost {
    host: HostAndPort,
    address: Option<Address>,
}

/// Why a text names no host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AllowedHostError {
    /// What comes before `=`.
    #[error(
        "a host is its name, perhaps with a port, without scheme and path: api.example.com, or api.example.com=http://127.0.0.1:9000 to reach it there"
    )]
    Host,
    /// What comes after `=`.
    #[error(
        "an address is a host, perhaps with a port, and with http://, https:// or ftp:// before it if calls are made so: api.example.com=http://127.0.0.1:9000"
    )]
    Address,
}

/// A host as URLs have it: in small letters, in Punycode, IPv6 in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
struct HostAndPort {
    name: String,
    port: Option<u16>,
}

/// Where a host is reached. What isn't said is as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Address {
    scheme: Option<&'static str>,
    host: HostAndPort,
}

impl FromStr for AllowedHost {
    type Err = AllowedHostError;

    /// Reads `HOST[:PORT][=[http://|https://|ftp://]HOST[:PORT]]`.
    fn from_str(text: &str) -> Result<Self, AllowedHostError> {
        let (host, address) = match text.split_once('=') {
            Some((host, address)) => (host, Some(address)),
            None => (text, None),
        };
        let host = HostAndPort::read(host).ok_or(AllowedHostError::Host)?;
        let address = address.map(|it| Address::read(it).ok_or(AllowedHostError::Address));
        Ok(Self { host, address: address.transpose()? })
    }
}

impl AllowedHost {
    /// Where a call of an address goes that may be called: to the address itself, or to another one. Nothing where it may
    /// not be called.
    pub(super) fn reached(all: &[Self], url: &Url) -> Option<Url> {
        let named = |it: &&Self| it.host.is_of(url);
        // What is said of one port counts more than what is said of all.
        let with_port = all.iter().filter(|it| it.host.port.is_some()).find(named);
        let found = with_port.or_else(|| all.iter().find(named))?;
        found.address.as_ref().map_or_else(|| Some(url.clone()), |it| it.of(url))
    }
}

impl HostAndPort {
    fn read(text: &str) -> Option<Self> {
        let (name, port) = match text.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, Some(port.parse().ok()?)),
            _ => (text, None),
        };
        Some(Self { name: Host::parse(name).ok()?.to_string(), port })
    }

    fn is_of(&self, url: &Url) -> bool {
        // Schemes that URLs know nothing of leave the host as it was written.
        let host = url.host_str().and_then(|it| Host::parse(it).ok());
        let is_named = host.is_some_and(|it| it.to_string() == self.name);
        is_named && (self.port.is_none() || self.port == url.port_or_known_default())
    }
}

impl Address {
    fn read(text: &str) -> Option<Self> {
        let schemes = ["http", "https", "ftp"];
        let scheme = schemes.into_iter().find(|it| text.starts_with(&format!("{it}://")));
        let rest = scheme.map_or(text, |it| &text[it.len() + "://".len()..]);
        let host = HostAndPort::read(rest.strip_suffix('/').unwrap_or(rest))?;
        Some(Self { scheme, host })
    }

    /// The address of what `url` asks for.
    fn of(&self, url: &Url) -> Option<Url> {
        let scheme = self.scheme.unwrap_or(url.scheme());
        // A port belongs to its scheme.
        let asked = if scheme == url.scheme() { url.port() } else { None };
        let port = self.host.port.or(asked).map(|it| format!(":{it}")).unwrap_or_default();
        let rest = &url[Position::BeforePath..];
        Url::parse(&format!("{scheme}://{}{port}{rest}", self.host.name)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(allowed: &[&str], url: &str) -> Option<String> {
        let all: Vec<_> = allowed.iter().map(|it| it.parse().expect("a host")).collect();
        AllowedHost::reached(&all, &url.parse().expect("an address")).map(String::from)
    }

    #[test]
    fn only_named_hosts_are_called() {
        let allowed = ["api.example.test", "Other.test:8443", "[::1]", "b\u{fc}cher.test"];
        for (url, is_allowed) in [
            ("https://api.example.test/a", true),
            ("http://API.example.test:1234/", true),
            ("https://x.api.example.test/", false),
            ("https://other.test:8443/", true),
            ("https://other.test/", false),
            ("https://api.example.test@evil.test/", false),
            ("https://evil.test/?api.example.test", false),
            ("https://xn--bcher-kva.test/", true),
            ("http://[::1]:9000/", true),
            ("sftp://API.example.test:22/", true),
        ] {
            let expected = is_allowed.then(|| url.parse::<Url>().expect("one").to_string());
            assert_eq!(reached(&allowed, url), expected, "{url}");
        }
    }

    #[test]
    fn a_host_is_reached_where_it_is_said() {
        for (allowed, url, expected) in [
            ("a.test=127.0.0.1:9000", "https://a.test/x?y=1", "https://127.0.0.1:9000/x?y=1"),
            ("a.test=http://127.0.0.1:9000", "https://a.test/x", "http://127.0.0.1:9000/x"),
            ("a.test=http://[::1]:9000/", "https://a.test:8443/", "http://[::1]:9000/"),
            ("a.test=localhost", "https://a.test:8443/", "https://localhost:8443/"),
            ("a.test=http://localhost", "https://a.test:8443/", "http://localhost/"),
            ("a.test:8443=https://b.test", "https://a.test:8443/", "https://b.test:8443/"),
            ("a.test=127.0.0.1:2121", "ftp://a.test:21/", "ftp://127.0.0.1:2121/"),
            ("a.test=ftp://127.0.0.1:2121", "sftp://a.test:22/", "ftp://127.0.0.1:2121/"),
            ("a.test=ftp://b.test", "sftp://a.test:22/", "ftp://b.test/"),
        ] {
            assert_eq!(reached(&[allowed], url).as_deref(), Some(expected), "{allowed}");
        }
        let both = ["a.test=http://b.test", "a.test:8443=http://c.test", "a.test:8443"];
        assert_eq!(reached(&both, "https://a.test:8443/").as_deref(), Some("http://c.test/"));
        assert_eq!(reached(&both, "https://a.test/").as_deref(), Some("http://b.test/"));
    }

    #[test]
    fn what_names_no_host_or_address_is_refused() {
        for (text, expected) in [
            ("", AllowedHostError::Host),
            ("http://a.test/", AllowedHostError::Host),
            ("a.test/x", AllowedHostError::Host),
            ("a.test:port", AllowedHostError::Host),
            ("=127.0.0.1", AllowedHostError::Host),
            ("a.test=", AllowedHostError::Address),
            ("a.test=http://", AllowedHostError::Address),
            ("a.test=sftp://b.test", AllowedHostError::Address),
            ("a.test=http://b.test/x", AllowedHostError::Address),
            ("a.test=http://me@b.test", AllowedHostError::Address),
            ("a.test=b.test:99999", AllowedHostError::Address),
        ] {
            assert_eq!(text.parse::<AllowedHost>(), Err(expected), "{text}");
        }
    }
}
