//! The way to an instance through a proxy.

use super::config::{ClientConfig, Proxy, Trust};
use super::error::ClientError;
use hyper::Uri;
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use secrecy::ExposeSecret;

impl Proxy {
    fn intercept(&self, exceptions: &str, target: &Uri) -> Option<Intercept> {
        let matcher = Matcher::builder().all(self.url.expose_secret()).no(exceptions).build();
        matcher.intercept(target)
    }
}

impl ClientConfig {
    /// The proxy that requests go through; none to this machine itself.
    pub(super) fn proxy_in_use(&self) -> Result<Option<reqwest::Proxy>, ClientError> {
        let Some((proxy, target)) = self.proxy_of_target() else { return Ok(None) };
        // A text that is no address and one that isn't for this host are told apart.
        let unusable = || unusable(proxy, "it is no http://HOST:PORT or socks5://HOST:PORT");
        proxy.intercept("", &target).ok_or_else(unusable)?;
        let Some(way) = proxy.intercept(&proxy.exceptions, &target) else { return Ok(None) };
        if way.uri().scheme_str() == Some("https") && matches!(self.trust, Trust::Pinned(_)) {
            let problem = "a proxy that is reached over TLS itself doesn't go with --pin";
            return Err(self::unusable(proxy, problem));
        }
        // The library's own words would repeat the address, login and all.
        let used = reqwest::Proxy::all(proxy.url.expose_secret());
        used.map(Some).map_err(|_| unusable())
    }

    /// `HOST:PORT` of the proxy that requests go through.
    pub(super) fn proxy_name(&self) -> Option<String> {
        let (proxy, target) = self.proxy_of_target()?;
        let way = proxy.intercept(&proxy.exceptions, &target)?;
        let port = way.uri().port().map(|port| format!(":{port}"));
        Some(format!("{}{}", way.uri().host()?, port.unwrap_or_default()))
    }

    fn proxy_of_target(&self) -> Option<(&Proxy, Uri)> {
        let proxy = self.proxy.as_ref().filter(|_| !self.address.is_loopback())?;
        Some((proxy, self.address.url().as_str().parse().ok()?))
    }
}

fn unusable(proxy: &Proxy, problem: &str) -> ClientError {
    let problem = format!("{}: the proxy can't be used: {problem}", proxy.named_by);
    ClientError::Configuration { problem }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::address::Address;

    fn config(address: &str, url: &str, exceptions: &str) -> ClientConfig {
        let address = Address::parse(address).expect("an address");
        let mut config = ClientConfig::new(address, "haltscope".into());
        config.proxy = Some(Proxy {
            url: url.into(),
            exceptions: exceptions.to_owned(),
            named_by: "HTTPS_PROXY".to_owned(),
        });
        config
    }

    fn check(address: &str, url: &str, exceptions: &str, expected: Option<&str>) {
        let config = config(address, url, exceptions);
        assert_eq!(config.proxy_name().as_deref(), expected, "{address} {url} {exceptions}");
        let used = config.proxy_in_use().expect("usable");
        assert_eq!(used.is_some(), expected.is_some(), "{address} {url} {exceptions}");
    }

    #[test]
    fn the_proxy_is_for_other_machines_and_those_that_it_is_not_kept_from() {
        let proxy = "http://ada:s3cret@proxy.example.com:3128";
        let name = Some("proxy.example.com:3128");
        check("shop.example.com", proxy, "", name);
        check("shop.example.com:8443", "proxy.example.com:3128", "", name);
        check("shop.example.com", "socks5://ada:s3cret@proxy.example.com:3128", "", name);
        check("shop.example.com", proxy, "localhost, example.org,10.0.0.0/8", name);
        check("shop.example.com", proxy, "example.com", None);
        check("shop.example.com", proxy, ".example.com", None);
        check("shop.example.com", proxy, "*", None);
        check("10.1.2.3", proxy, "localhost,10.0.0.0/8", None);
        for loopback in
            ["localhost:8443", "https://127.0.0.1:8443", "http://[::1]:80", "a.localhost"]
        {
            check(loopback, proxy, "", None);
        }
    }

    #[test]
    fn an_address_that_is_none_is_not_repeated() {
        for url in ["ftp://ada:s3cret@proxy.example.com", "http://ada:s3cret@", "s3cret proxy"] {
            let error = config("shop.example.com", url, "").proxy_in_use().expect_err("refused");
            assert!(error.cause().starts_with("HTTPS_PROXY: the proxy can't be used"), "{error}");
            assert!(!format!("{error} {error:?}").contains("s3cret"), "{error}");
        }
        let hidden = config("shop.example.com", "http://ada:s3cret@proxy.example.com", "");
        assert!(!format!("{hidden:?}").contains("s3cret"));
    }
}
