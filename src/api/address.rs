//! Where an instance is: scheme, host and port, as users and files name it.

use std::borrow::Cow;
use std::fmt;
use url::{Host, Url};

/// The origin of an instance: `https://…`, or `http://…` for a loopback address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Url);

/// Why a text names no instance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The text is neither `HOST`, `HOST:PORT` nor a URL.
    #[error("\"{0}\" is no host name, HOST:PORT or URL")]
    Malformed(String),
    /// Another scheme than `https` and `http`.
    #[error("\"{0}:\" is not supported: use https://")]
    Scheme(String),
    /// A password in a URL would end up in histories and logs.
    #[error(
        "the URL carries a user name or password: give them as --username and --password-stdin"
    )]
    Credentials,
    /// Plain HTTP would send the password in the clear.
    #[error("http:// is accepted for loopback addresses only: use https://{0}")]
    PlainHttp(String),
}

impl Address {
    /// Reads `HOST`, `HOST:PORT` or a URL, of which path, query and fragment count for nothing.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let full = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
        let mut url = Url::parse(&full).map_err(|_| malformed(text))?;
        check(&url, text)?;
        url.set_path("");
        url.set_query(None);
        url.set_fragment(None);
        Ok(Self(url))
    }

    /// The origin with an empty path.
    pub fn url(&self) -> &Url {
        &self.0
    }

    /// The host's name without the port; IPv6 addresses stand in brackets.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// The port, also when it is the scheme's own.
    pub fn port(&self) -> u16 {
        self.0.port_or_known_default().unwrap_or_default()
    }

    /// Whether the host is this machine.
    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.0)
    }

    /// Whether the connection is encrypted.
    pub fn is_tls(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Whether `url` belongs to this instance: same scheme, host and port.
    pub fn owns(&self, url: &Url) -> bool {
        self.0.origin() == url.origin()
    }
}

/// `HOST` or `HOST:PORT`, with the scheme when it is plain HTTP.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_tls() { "" } else { "http://" };
        write!(f, "{scheme}{}", self.host())?;
        self.0.port().map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

/// A text that may be meant as an address, for messages: without the login that may stand in it.
pub fn without_login(text: &str) -> Cow<'_, str> {
    match text.rsplit_once('@') {
        Some((login, rest)) => {
            let scheme = login.split_once("://").map(|(scheme, _)| format!("{scheme}://"));
            format!("{}…@{rest}", scheme.unwrap_or_default()).into()
        }
        None => text.into(),
    }
}

fn malformed(text: &str) -> AddressError {
    AddressError::Malformed(without_login(text).into_owned())
}

fn check(url: &Url, text: &str) -> Result<(), AddressError> {
    let host = url.host_str().unwrap_or_default();
    if host.is_empty() {
        return Err(malformed(text));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AddressError::Credentials);
    }
    match url.scheme() {
        "https" => Ok(()),
        "http" if is_loopback(url) => Ok(()),
        "http" => Err(AddressError::PlainHttp(host.to_owned())),
        other => Err(AddressError::Scheme(other.to_owned())),
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_ports_and_urls_are_addresses() {
        for (text, shown) in [
            ("zzzz-001.dx.example.com", "zzzz-001.dx.example.com"),
            (" Shop.example.com ", "shop.example.com"),
            ("shop.example.com:8443", "shop.example.com:8443"),
            ("https://shop.example.com/on/path?x=1#y", "shop.example.com"),
            ("https://shop.example.com:443", "shop.example.com"),
            ("http://127.0.0.1:8400", "http://127.0.0.1:8400"),
            ("http://localhost:8400/", "http://localhost:8400"),
            ("http://[::1]:8400", "http://[::1]:8400"),
            ("localhost:8443", "localhost:8443"),
        ] {
            let address = Address::parse(text).expect(text);
            assert_eq!(address.to_string(), shown, "{text}");
        }
    }

    #[test]
    fn other_texts_say_what_is_wrong() {
        let malformed = |text: &str| AddressError::Malformed(text.to_owned());
        for (text, error) in [
            ("", malformed("")),
            ("two words", malformed("two words")),
            ("host:port", malformed("host:port")),
            ("ftp://shop.example.com", AddressError::Scheme("ftp".into())),
            ("https://a:b@shop.example.com", AddressError::Credentials),
            ("https://a:b@shop example", malformed("https://…@shop example")),
            ("a:b@:x", malformed("…@:x")),
            ("https://a:b@", malformed("https://…@")),
            ("http://shop.example.com", AddressError::PlainHttp("shop.example.com".into())),
            ("http://10.0.0.1", AddressError::PlainHttp("10.0.0.1".into())),
            (
                "http://localhost.example.com",
                AddressError::PlainHttp("localhost.example.com".into()),
            ),
        ] {
            assert_eq!(Address::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn only_its_own_origin_belongs_to_an_address() {
        let address = Address::parse("shop.example.com").expect("a host");
        let owns = |url: &str| address.owns(&Url::parse(url).expect("a URL"));
        assert!(owns("https://shop.example.com:443/on/x"));
        assert!(!owns("https://shop.example.com:8443/"));
        assert!(!owns("http://shop.example.com/"));
        assert!(!owns("https://evil.example.com/"));
    }
}
