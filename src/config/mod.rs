//! Flags, environment, `dw.json` and settings, resolved into one [`Config`] whose values know
//! where they come from; and the folders where state, logs and settings live.
//!
//! Flags win over the environment (the project's `.env` counts as such, the process wins), the
//! environment over `dw.json` (the project's, else the user's for all projects), that over the block
//! `b2c` of the project's `package.json`, that over the defaults.

mod breakpoint;
mod choice;
mod dotenv;
mod dw_json;
mod environment;
mod error;
mod exposure;
mod folders;
mod keys;
mod origin;
mod package_json;
mod proxy;
mod resolve;
mod safety;
mod settings;
mod shared;
mod switch;

pub use breakpoint::{GivenBreakpoint, Naming};
pub use choice::instances;
pub use error::ConfigError;
pub use exposure::{exposure, open_folder};
pub use folders::Folders;
pub use origin::{Origin, Sourced};
pub use resolve::resolve;
pub use safety::SafetyConfig;
pub use settings::{Color, Marks, Mistake, Settings, SettingsError};

use crate::api::address::Address;
use crate::api::fingerprint::Fingerprint;
use crate::api::ids::DebuggerId;
use keys::{Item, SECRETS};
use secrecy::{ExposeSecret, SecretString};
use std::path::PathBuf;

/// What the command line says; empty means nothing was said.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// `--server`
    pub server: Option<String>,
    /// `--username`
    pub username: Option<String>,
    /// What `--password-stdin` read.
    pub password: Option<SecretString>,
    /// `--debugger-id`
    pub debugger_id: Option<String>,
    /// `--client-id`
    pub client_id: Option<String>,
    /// What `--client-secret-stdin` read.
    pub client_secret: Option<SecretString>,
    /// `--jwt-key`
    pub jwt_key: Option<PathBuf>,
    /// `--auth-url`
    pub auth_url: Option<String>,
    /// `--scope`
    pub scopes: Vec<String>,
    /// `--library`
    pub library: Option<String>,
    /// `--ca`
    pub ca: Option<PathBuf>,
    /// `--cert`
    pub cert: Option<PathBuf>,
    /// `--key`
    pub key: Option<PathBuf>,
    /// `--pin`
    pub pin: Option<String>,
    /// `--insecure`
    pub insecure: bool,
    /// `--config`
    pub config: Option<PathBuf>,
    /// `--instance`
    pub instance: Option<String>,
    /// `--cartridges`
    pub cartridges: Vec<PathBuf>,
    /// `--break`
    pub breakpoints: Vec<String>,
}

/// Where the program runs: the working folder and the process's variables.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The working folder, absolute.
    pub folder: PathBuf,
    /// The process's environment.
    pub variables: Vec<(String, String)>,
}

impl Surroundings {
    /// Those of this process; variables that aren't Unicode are left out.
    pub fn of_process() -> std::io::Result<Self> {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        let variables = std::env::vars_os().filter_map(text).collect();
        Ok(Self { folder: std::env::current_dir()?, variables })
    }
}

/// The resolved configuration of a connection.
#[derive(Clone, Debug)]
pub struct Config {
    /// The instance; `None` when nothing names one.
    pub address: Option<Sourced<Address>>,
    /// The back-office user of the debugger API.
    pub login: Login,
    /// Basic credentials that protect the storefront.
    pub storefront: Login,
    /// The `x-dw-client-id` header.
    pub debugger_id: Sourced<DebuggerId>,
    /// What tokens are asked with.
    pub tokens: Tokens,
    /// Certificates.
    pub tls: Tls,
    /// The site of storefront requests.
    pub site: Option<Sourced<String>>,
    /// The code version that the file names.
    pub code_version: Option<Sourced<String>>,
    /// The content library.
    pub library: Sourced<String>,
    /// What may be asked of the instance.
    pub safety: SafetyConfig,
    /// Folders with cartridges; empty means those below the working folder.
    pub cartridges: Vec<Sourced<PathBuf>>,
    /// The cartridges' order, leftmost first; empty unless somebody names it.
    pub cartridge_path: Sourced<Vec<String>>,
    /// The breakpoints of the command line.
    pub breakpoints: Vec<GivenBreakpoint>,
    /// The file that was read, and the entry's name in it.
    pub file: Option<(PathBuf, Option<String>)>,
    /// The way to other machines, as the system's variables say.
    pub proxy: Option<Proxy>,
    /// What the user should know, such as credentials that are held back.
    pub notes: Vec<String>,
    /// What puts secrets at risk, such as files that others can read.
    pub warnings: Vec<String>,
    /// Which files and variables were looked for, for people who have none of them yet.
    pub looked_for: Vec<String>,
}

/// A user name and what proves it, each from its own origin.
#[derive(Clone, Debug, Default)]
pub struct Login {
    /// Case-sensitive.
    pub username: Option<Sourced<String>>,
    /// A password or an access key.
    pub password: Option<Sourced<SecretString>>,
}

/// What tokens are asked with.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The API client.
    pub client_id: Option<Sourced<String>>,
    /// Its secret.
    pub client_secret: Option<Sourced<SecretString>>,
    /// The private key of signed requests.
    pub jwt_key: Option<Sourced<PathBuf>>,
    /// Its certificate.
    pub jwt_certificate: Option<Sourced<PathBuf>>,
    /// What unlocks the key.
    pub jwt_passphrase: Option<Sourced<SecretString>>,
    /// What a token is asked for; empty means whatever the client may do.
    pub scopes: Sourced<Vec<String>>,
    /// The token server: the instance itself on loopback, else the platform's account manager.
    pub auth_url: Sourced<Address>,
}

/// The way to other machines.
#[derive(Clone, Debug)]
pub struct Proxy {
    /// Its address, perhaps with a login.
    pub url: Sourced<SecretString>,
    /// The hosts that it isn't for.
    pub exceptions: String,
}

impl Proxy {
    fn password(&self) -> Option<SecretString> {
        let url = url::Url::parse(self.url.value.expose_secret()).ok()?;
        url.password().map(SecretString::from)
    }

    /// Host and port without the login; empty for what is no URL.
    pub fn host(&self) -> String {
        let url = url::Url::parse(self.url.value.expose_secret());
        let host = |url: &url::Url| {
            let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
            Some(format!("{}{port}", url.host_str()?))
        };
        url.ok().as_ref().and_then(host).unwrap_or_default()
    }
}

/// Certificates of both sides.
#[derive(Clone, Debug, Default)]
pub struct Tls {
    /// An authority that is trusted beside the system's, or the server's own certificate.
    pub ca: Option<Sourced<PathBuf>>,
    /// The one certificate that the instance may show; nothing else counts then.
    pub pin: Option<Sourced<Fingerprint>>,
    /// A client certificate: PEM, or PKCS#12 with its key.
    pub certificate: Option<Sourced<PathBuf>>,
    /// Its key; absent when the certificate's file holds both.
    pub key: Option<Sourced<PathBuf>>,
    /// What unlocks them.
    pub passphrase: Option<Sourced<SecretString>>,
    /// Who asked for accepting any server certificate.
    pub insecure: Option<Origin>,
}

impl Config {
    /// What nobody else may read: the secrets of the table of keys that have values, and the proxy's password.
    pub fn secrets(&self) -> Vec<SecretString> {
        let of = |key: &Item| self.secret(*key).map(|it| it.value.clone());
        let proxy = self.proxy.as_ref().and_then(Proxy::password);
        SECRETS.iter().filter_map(of).chain(proxy).collect()
    }

    fn secret(&self, key: Item) -> Option<&Sourced<SecretString>> {
        match key {
            Item::Password => self.login.password.as_ref(),
            Item::ClientSecret => self.tokens.client_secret.as_ref(),
            Item::JwtPassphrase => self.tokens.jwt_passphrase.as_ref(),
            Item::CertificatePassphrase => self.tls.passphrase.as_ref(),
            Item::StorefrontPassword => self.storefront.password.as_ref(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
