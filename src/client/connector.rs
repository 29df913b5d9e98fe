//! The HTTP client of one instance: TLS, proxy, limits.

use super::config::{ClientConfig, Trust};
use super::error::ClientError;
use super::{chain, crypto, trust};
use rustls::sign::SingleCertAndKey;
use std::sync::Arc;
use std::time::Duration;

pub(super) fn connector(config: &ClientConfig) -> Result<reqwest::Client, ClientError> {
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("haltscope/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .referer(false)
        .connect_timeout(config.timeouts.connect)
        .pool_idle_timeout(Duration::from_secs(50))
        .tcp_nodelay(true)
        .tls_backend_preconfigured(tls(config)?)
        // The process's environment counts only as far as the configuration says.
        .no_proxy();
    if let Some(proxy) = config.proxy_in_use()? {
        builder = builder.proxy(proxy);
    }
    builder.build().map_err(|error| unusable(&error))
}

fn tls(config: &ClientConfig) -> Result<rustls::ClientConfig, ClientError> {
    let builder = rustls::ClientConfig::builder_with_provider(crypto::provider())
        .with_safe_default_protocol_versions()
        .map_err(|error| unusable(&error))?;
    // Plain HTTP is spoken with this machine alone, and only a redirect leads from there to HTTPS, on this machine too:
    // whoever has believed a server without a certificate needs none for where that leads.
    let is_secured = config.address.is_tls() || !matches!(config.trust, Trust::System);
    let trust = if is_secured { &config.trust } else { &Trust::Anyone };
    let verifier = trust::verifier(trust, config.address.host())?;
    let builder = builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
    let mut tls = match &config.identity {
        Some(identity) => {
            let shown = SingleCertAndKey::from(Arc::clone(&identity.0));
            builder.with_client_cert_resolver(Arc::new(shown))
        }
        None => builder.with_no_client_auth(),
    };
    tls.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(tls)
}

fn unusable(error: &(dyn std::error::Error + 'static)) -> ClientError {
    let innermost = chain::innermost(error);
    ClientError::Configuration { problem: format!("the TLS set-up can't be used: {innermost}") }
}
